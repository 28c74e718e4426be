"""The certificate: every rule of a deck, checked from the files and the catalogue alone.

Nothing here imports the solver or what it asks for eligible cards and Trainers, and nothing that
the deck states is taken on trust: lanes, squares, floors and tier values are counted again. A
proven bound cannot be proven again without solving; that a status agrees with its value and bound
is checked.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.policy import Policy
from deckbuilder.deckfolder.record import Record
from deckbuilder.verify import cards, claims, totals, trainers
from deckbuilder.verify.case import Case

RULES: Final[Mapping[str, Callable[[Case], Iterator[str]]]] = {
    "the files are whole and agree": claims.files,
    "solved on this catalogue": claims.catalogue,
    "every native species is there exactly once": claims.species,
    "the core holds as many native species as asked": claims.sizes,
    "families are in one module, where asked": claims.families,
    "every card is real, of its species, and as the catalogue prints it": cards.facts,
    "every card is eligible under the policy": cards.eligible,
    "every Pokémon is in its rubric, or a named exception, or a true outlier": cards.roles,
    "Trainers are those of the rosters, or asked for, each once": trainers.rosters,
    "every Trainer shows its character, with the preferred card": trainers.shown,
    "lanes, squares and floors are as stated": totals.lanes,
    "the cost is as stated, and within the budget": totals.cost,
    "tiers are as stated, and optimal only where the bound is reached": totals.tiers,
}
"""Each rule as a statement about a sound deck, and the stream of witnesses against it."""


@dataclass(frozen=True, slots=True)
class Check:
    """One rule, and every witness against it."""

    name: str
    """The rule, as a statement about a sound deck."""
    violations: tuple[str, ...]
    """One sentence a witness; empty when the rule holds."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """What the checker found."""

    checks: tuple[Check, ...]
    cards: int
    """Cards that were checked."""

    @property
    def passed(self) -> bool:
        """Whether every rule holds."""
        return not self.violations

    @property
    def violations(self) -> tuple[str, ...]:
        """Every witness, in the order of the rules."""
        return tuple(witness for check in self.checks for witness in check.violations)


def certify(record: Record, catalog: Catalog, policy: Policy) -> Certificate:
    """Check a deck.

    Args:
        record: What the deck's folder claims.
        catalog: The cards that there are.
        policy: The policy that the deck was made under.
    """
    case = Case(record, catalog, policy)
    checks = tuple(Check(name, tuple(witnesses(case))) for name, witnesses in RULES.items())
    return Certificate(checks, len(record.rows))
