"""The problem in the solver's terms: candidates of each species, groups, and modules."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.eligibility import Eligibility
from deckbuilder.catalog.policy import FIRST_DAY, Policy
from deckbuilder.domain.cards import TYPES, Cell, Printing, Species
from deckbuilder.domain.rubric import Rubric
from deckbuilder.errors import BadInputError


@dataclass(frozen=True, slots=True)
class Candidate:
    """A printing that may stand for a species."""

    card_id: str
    cell: Cell
    weight: int
    """What the preference gives for it; more is better."""
    art: int
    """How art-forward it is; more is better."""
    age: int
    """Days from the first English card to its release; an older card has fewer."""
    cost: int = 0
    """What it costs under a budget, in cents; nothing without a budget."""

    @property
    def order(self) -> tuple[int, int, int, str]:
        """Sort key: the preferred first, then the art, then the older, then the smaller id."""
        return (-self.weight, -self.art, self.age, self.card_id)


Choices = Mapping[int, tuple[Candidate, ...]]
"""For each species, by dex number: its best candidates of each cell, in the order of the cells."""


@dataclass(frozen=True, slots=True)
class Group:
    """Species that are always in the same module: a family, or one species alone."""

    members: tuple[int, ...]
    """Those that count in the balance, by dex number."""
    size: int
    """All native species of the group, the exceptions too."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What the solver is asked: one module or two, and what may go where."""

    choices: Choices
    groups: tuple[Group, ...]
    """Every species of `choices` is in one of them."""
    given: tuple[Rubric | None, ...] = (None,)
    """For each module the rubric that it must have, or none to find the best."""
    first_sizes: range | None = None
    """Of two modules: how many native species the first may hold."""
    budget: int | None = None
    """What all candidates may cost together, in cents; none for no limit."""

    @classmethod
    def of_one_module(cls, choices: Choices, given: Rubric | None = None) -> "Problem":
        """Put every species in one module."""
        groups = tuple(Group((dex,), 1) for dex in choices)
        return cls(choices, groups, (given,))

    @property
    def modules(self) -> range:
        """Indexes of the modules."""
        return range(len(self.given))

    @property
    def size(self) -> int:
        """Native species in all modules."""
        return sum(group.size for group in self.groups)


def best_per_cell(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Keep the best candidate of each cell, and those that are not as good and cost less.

    Two printings in one cell count alike in every lane, so the better one is in some best deck,
    unless the budget cannot afford it.
    """
    kept: defaultdict[Cell, list[Candidate]] = defaultdict(list)
    for one in sorted(candidates, key=lambda one: one.order):
        if all(one.cost < better.cost for better in kept[one.cell]):
            kept[one.cell].append(one)
    return tuple(one for cell in sorted(kept, key=_cell_order) for one in kept[cell])


def _cell_order(cell: Cell) -> tuple[int, int]:
    return (TYPES.index(cell.type), cell.hp)


def choice_outside(candidates: Sequence[Candidate]) -> Candidate:
    """The candidate that stands for a species outside the grid, where lanes play no part.

    The cheapest under a budget, else the one that the preference puts first.
    """
    return min(candidates, key=lambda one: (one.cost, one.order))


class Candidates:
    """Turns eligible printings into candidates under a policy's preference."""

    def __init__(self, catalog: Catalog, policy: Policy, eligibility: Eligibility) -> None:
        self._catalog = catalog
        self._policy = policy
        self._eligibility = eligibility

    def of(self, one: Species) -> tuple[Candidate, ...]:
        """The best candidate of each cell that a species is printed in.

        Raises:
            BadInputError: The policy leaves the species no printing at all.
        """
        printings = self._eligibility.printings(one.dex)
        if not printings:
            raise BadInputError(
                f"the policy leaves '{one.name}' (dex {one.dex}) no printing at all: "
                f"{self._why_none(one)}; loosen eligibility, in the policy or by the options that "
                "add to it"
            )
        return best_per_cell(map(self.candidate, printings))

    def _why_none(self, one: Species) -> str:
        printings = self._catalog.printings_of(one.dex)
        kinds = Counter(self._eligibility.reason(each).partition(":")[0] for each in printings)
        told = [f"{kind} ({count} of {len(printings)})" for kind, count in kinds.most_common()]
        return ", ".join(told) or "the catalogue has no card of it"

    def candidate(self, printing: Printing) -> Candidate:
        """Weigh a printing that has a cell."""
        card_set = self._catalog.sets[printing.set_id]
        assert printing.cell is not None  # noqa: S101 - an eligible printing has a cell
        thrifty = self._policy.budget is not None
        cost = self._policy.cost(printing, self._catalog) if thrifty else None
        return Candidate(
            card_id=printing.card_id,
            cell=printing.cell,
            weight=self._policy.weight(printing, self._catalog),
            art=self._policy.art_weight(printing, card_set.series_id),
            age=(date.fromisoformat(card_set.release_date) - FIRST_DAY).days,
            cost=cost or 0,
        )
