"""What another printing of a species would cost the deck, tier by tier."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.eligibility import Eligibility
from deckbuilder.catalog.policy import Policy
from deckbuilder.domain.cards import Printing
from deckbuilder.domain.plan import Status, Tier
from deckbuilder.errors import InfeasibleError
from deckbuilder.solve.effort import Effort
from deckbuilder.solve.instance import Candidates
from deckbuilder.solve.optimize import Request, optimize

_SECONDS: Final = 10
"""What solving around one printing may take; the rubrics are given, so it seldom takes one."""


@dataclass(frozen=True, slots=True)
class Swap:
    """Another printing in the place of the one that the deck has."""

    printing: Printing
    outliers: int
    """Outliers more."""
    balance: int
    """Σ squares more."""
    printings: int
    """What the printings are worth less; less than nothing where the tiers above lose."""
    proven: bool
    """Whether the losses are proven, or time ran out and they may be less."""

    @property
    def loss(self) -> tuple[int, int, int]:
        """What is lost, the most important tier first."""
        return (self.outliers, self.balance, self.printings)


def find_swaps(
    request: Request,
    card_id: str,
    stated: Sequence[int],
    catalog: Catalog,
    policy: Policy,
) -> Iterator[Swap]:
    """Solve a deck again around every other printing of a species.

    Args:
        request: Asks for the deck, with its rubrics given.
        card_id: The printing that stands for the species now.
        stated: What the deck's tiers come to.
        catalog: The cards that there are.
        policy: The policy that the deck was made under.

    Yields:
        Every other eligible printing; under a budget those that may be worth their price.
    """
    (dex,) = catalog.printings[card_id].dex
    free = policy.free_of(dex, catalog)
    for alike in _alike(dex, catalog, free):
        best = max(alike, key=lambda one: free.weight(one, catalog))
        tiers = _tiers(request, best.card_id, catalog, free)
        if not tiers:
            continue
        values = [tier.value for tier in tiers]
        outliers, balance, printings = (a - b for a, b in zip(values, stated, strict=True))
        proven = all(tier.status is Status.OPTIMAL for tier in tiers)
        for one in alike:
            if one.card_id != card_id:
                short = free.weight(best, catalog) - free.weight(one, catalog)
                yield Swap(one, outliers, balance, short - printings, proven=proven)


def _alike(dex: int, catalog: Catalog, policy: Policy) -> Iterable[Sequence[Printing]]:
    """Group the printings that count alike in every lane.

    Under a budget what they cost counts too, so that each cell's dearer cards that are no better
    are left out, and each of the others is solved for by itself.
    """
    eligibility = Eligibility(policy, catalog)
    groups: defaultdict[object, list[Printing]] = defaultdict(list)
    if policy.budget is not None:
        for one in Candidates(catalog, policy, eligibility).of(catalog.species[dex]):
            groups[one.card_id].append(catalog.printings[one.card_id])
        return groups.values()
    for printing in eligibility.printings(dex):
        groups[printing.cell].append(printing)
    return groups.values()


def _tiers(request: Request, card_id: str, catalog: Catalog, policy: Policy) -> tuple[Tier, ...]:
    """Solve with a card required; nothing where it cannot be, as an exception's HP is fixed."""
    try:
        required = policy.with_rules(require=[card_id])
        return optimize(request, catalog, required, Effort(_SECONDS)).tiers
    except InfeasibleError:
        return ()
