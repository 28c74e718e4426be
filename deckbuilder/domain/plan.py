"""A solved deck: what was asked, which card stands for each species, and what is proven."""

from dataclasses import dataclass
from enum import StrEnum

from deckbuilder.domain.cards import Cell
from deckbuilder.domain.prices import Cost
from deckbuilder.domain.rubric import Lanes, Module


class Mode(StrEnum):
    """How the rubric came about."""

    UNIVERSAL = "universal"
    SPLIT = "split"
    JOINT = "joint"
    FIXED = "fixed"


class Role(StrEnum):
    """What a card is in its deck."""

    GRID = "grid"
    EXCEPTION = "exception"
    OUTLIER = "outlier"
    TRAINER = "trainer"


class Preference(StrEnum):
    """What the third tier prefers."""

    ART = "art"
    CHEAPEST = "cheapest"
    NEWEST = "newest"
    OLDEST = "oldest"
    OWNED = "owned"


class Status(StrEnum):
    """What is known of a tier's value."""

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"


@dataclass(frozen=True, slots=True)
class Tier:
    """One of the goals, best first: a value, the proven bound on it, and what that says."""

    name: str
    """`outliers`, `balance` or `printings`."""
    value: int
    bound: int
    """No deck that is as good in the tiers above has a better value than this."""

    @property
    def status(self) -> Status:
        """Optimal when the bound is reached, and only then."""
        return Status.OPTIMAL if self.value == self.bound else Status.FEASIBLE

    def plus(self, settled: int) -> "Tier":
        """Add what cards outside the solve bring, which no choice changes."""
        return Tier(self.name, self.value + settled, self.bound + settled)

    @property
    def gap(self) -> float:
        """Distance from value to bound, as a share of the value."""
        return abs(self.value - self.bound) / max(1, abs(self.value))


@dataclass(frozen=True, slots=True)
class Placement:
    """A species, the printing that stands for it, and the module that it is in."""

    dex: int
    module: str
    card_id: str
    cell: Cell
    """The printing's type and HP, as the deck states them."""
    role: Role
    reason: str
    """Why it is an exception or an outlier; empty in the grid."""


@dataclass(frozen=True, slots=True)
class Wild:
    """A Trainer card, which every player may lay on anything."""

    module: str
    card_id: str
    character: str
    """The character or team that it shows."""


@dataclass(frozen=True, slots=True)
class Reserve:
    """An optional card from outside the deck that ties its own cards together."""

    module: str
    dex: int
    card_id: str
    cell: Cell
    ties: tuple[int, ...]
    """Native species of the module that it is a neighbour of, by dex number."""
    company: int
    """Cards in its two lanes: the fewer, the more it is wanted there."""


@dataclass(frozen=True, slots=True)
class CatalogStamp:
    """Which catalogue a deck was solved on."""

    date: str
    """ISO date of the facts."""
    sha256: str
    """Hash over the catalogue's tables."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole solved deck."""

    pool: tuple[str, ...]
    """What the native species are of: regions, or modules of regions as `kanto:core`."""
    mode: Mode
    modules: tuple[Module, ...]
    """One, or the core and the expansion of a split."""
    core_sizes: tuple[int, int] | None
    """Of a split: the least and the most native species that the core was allowed."""
    families_together: bool
    """Of a split: whether each family had to stay in one module."""
    placements: tuple[Placement, ...]
    """One for each native species, in dex order within a module."""
    wilds: tuple[Wild, ...]
    """Trainers by module; none where the deck is to have none."""
    trainers_asked: tuple[str, ...] | None
    """Characters, printed names or ids that were to be among these; none for no Trainers at all."""
    reserves: tuple[Reserve, ...]
    """Cards from outside that tie the deck's own together, the most useful first; listed apart."""
    tiers: tuple[Tier, ...]
    """The goals in their order: outliers, balance, printings."""
    preference: Preference
    cost: Cost | None
    """What all cards cost together, where the catalogue has prices."""
    missing: tuple[int, ...]
    """Native species of which no owned card is eligible, by dex number, where only owned cards
    may be used; they are not in the deck."""
    catalog: CatalogStamp
    seed: int

    @property
    def name(self) -> str:
        """The pool's name: `kanto+johto`."""
        return "+".join(self.pool)

    def lanes(self, module: Module) -> Lanes:
        """Count a module's grid; exceptions and outliers are left out."""
        return Lanes.count(
            module.rubric,
            (
                placement.cell
                for placement in self.placements
                if placement.module == module.name and placement.role is Role.GRID
            ),
        )

    def with_role(self, role: Role) -> tuple[Placement, ...]:
        """Every placement of this role, in deck order."""
        return tuple(placement for placement in self.placements if placement.role is role)
