"""Rubrics, the modules that own them, and the balance of their lanes."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from deckbuilder.domain.cards import TYPES, Cell

LANES_PER_AXIS: Final = 7
HP_STEP: Final = 10


def rubric_faults(types: Sequence[str], hp: Sequence[int]) -> list[str]:
    """Say what keeps types and HP values from being a rubric.

    Args:
        types: Names of types.
        hp: HP values, in points.

    Returns:
        One sentence a fault, quoting the offending value; empty for a rubric.
    """
    faults = [f"type '{name}' is none of {', '.join(TYPES)}" for name in types if name not in TYPES]
    faults += [f"type '{name}' stands {n} times" for name, n in Counter(types).items() if n > 1]
    if len(types) != LANES_PER_AXIS:
        faults.append(f"{len(types)} types, and a rubric has {LANES_PER_AXIS}")
    if len(hp) != LANES_PER_AXIS:
        faults.append(f"{len(hp)} HP values, and a rubric has {LANES_PER_AXIS}")
    faults += [
        f"HP {value} is no positive multiple of {HP_STEP}" for value in hp if not _is_hp(value)
    ]
    faults += [
        f"HP {low} is followed by {high}, not by {low + HP_STEP}"
        for low, high in pairwise(hp)
        if high - low != HP_STEP
    ]
    return faults


def _is_hp(value: int) -> bool:
    return value > 0 and value % HP_STEP == 0


@dataclass(frozen=True, slots=True)
class Rubric:
    """Seven types by seven consecutive ten-point HP values: a grid with fourteen lanes."""

    types: tuple[str, ...]
    """Seven distinct types, in the order of `TYPES`."""
    hp: tuple[int, ...]
    """Seven consecutive multiples of ten, ascending."""

    @classmethod
    def of(cls, types: Iterable[str], lowest_hp: int) -> "Rubric":
        """Build the rubric of these types and the seven HP values from `lowest_hp` on."""
        window = range(lowest_hp, lowest_hp + LANES_PER_AXIS * HP_STEP, HP_STEP)
        return cls(tuple(sorted(types, key=TYPES.index)), tuple(window))

    def __post_init__(self) -> None:
        """Refuse anything that is not a rubric; files are checked before they come here."""
        if faults := rubric_faults(self.types, self.hp):
            raise ValueError("; ".join(faults))

    def __contains__(self, cell: Cell) -> bool:
        """Tell whether a printed cell lies in the grid."""
        return cell.type in self.types and cell.hp in self.hp

    def __str__(self) -> str:
        """Read as a person would say it: the types, then the range of HP."""
        return f"{', '.join(self.types)} × {self.hp[0]}–{self.hp[-1]} HP"


@dataclass(frozen=True, slots=True)
class Module:
    """A separately playable set of cards with a rubric of its own."""

    name: str
    rubric: Rubric


@dataclass(frozen=True, slots=True)
class Lanes:
    """How many cards lie in each of a rubric's fourteen lanes."""

    rubric: Rubric
    types: tuple[int, ...]
    """Cards of each type, in the rubric's order."""
    hp: tuple[int, ...]
    """Cards of each HP value, ascending."""

    @classmethod
    def count(cls, rubric: Rubric, cells: Iterable[Cell]) -> "Lanes":
        """Count cells of the grid, lane by lane."""
        counted = list(cells)
        by_type = Counter(cell.type for cell in counted)
        by_hp = Counter(cell.hp for cell in counted)
        return cls(
            rubric,
            tuple(by_type[name] for name in rubric.types),
            tuple(by_hp[value] for value in rubric.hp),
        )

    @property
    def cards(self) -> int:
        """Cards in the grid."""
        return sum(self.types)

    @property
    def squares(self) -> int:
        """Σ (lane count)² over all fourteen lanes."""
        return sum(count * count for count in self.types + self.hp)

    @property
    def floor(self) -> int:
        """The least Σ squares that so many cards could have, were every cell to be had."""
        return 2 * axis_floor(self.cards)


def axis_floor(cards: int) -> int:
    """Least Σ squares of seven whole numbers with this sum: r(q+1)² + (7-r)q², n = 7q + r."""
    quotient, rest = divmod(cards, LANES_PER_AXIS)
    return rest * (quotient + 1) ** 2 + (LANES_PER_AXIS - rest) * quotient**2
