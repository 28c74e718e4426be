"""How many species every possible rubric covers: exact, by bit mask, in milliseconds.

This is tier 1's optimum and its proof at once: nothing is left unlooked-at.
"""

from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from deckbuilder.domain.cards import TYPES
from deckbuilder.domain.rubric import HP_STEP, LANES_PER_AXIS, Rubric
from deckbuilder.solve.instance import Choices

_SPAN: Final = (LANES_PER_AXIS - 1) * HP_STEP
_TYPE_SETS: Final = tuple(combinations(TYPES, LANES_PER_AXIS))
_BITS: Final = {name: 1 << index for index, name in enumerate(TYPES)}


@dataclass(frozen=True, slots=True)
class Coverage:
    """Species covered by each rubric."""

    windows: tuple[int, ...]
    """Lowest HP of each window, ascending."""
    counts: npt.NDArray[np.int64]
    """Species covered, shape (type sets, windows): C(11, 7) = 330 rows."""

    @property
    def most(self) -> int:
        """The most species that any rubric covers."""
        return int(self.counts.max())

    def best_rubrics(self) -> list[Rubric]:
        """Every rubric that covers the most, in a fixed order."""
        return [
            Rubric.of(_TYPE_SETS[type_set], self.windows[window])
            for type_set, window in np.argwhere(self.counts == self.most)
        ]


def coverage(choices: Choices) -> Coverage:
    """Count the species that each of all rubrics covers.

    Args:
        choices: Candidates of each species, in or out of any rubric.

    Returns:
        Counts for every set of seven types and every window that some card may lie in.
    """
    highest = max((one.cell.hp for many in choices.values() for one in many), default=0)
    windows = tuple(range(HP_STEP, max(HP_STEP, highest - _SPAN) + 1, HP_STEP))
    # types_in[species, window]: the types, as bits, that the species prints in the window
    types_in = np.zeros((len(choices), len(windows)), dtype=np.int64)
    lows = np.array(windows)
    for row, candidates in enumerate(choices.values()):
        for one in candidates:
            inside = (lows <= one.cell.hp) & (one.cell.hp <= lows + _SPAN)
            types_in[row, inside] |= _BITS[one.cell.type]
    counts = [
        np.count_nonzero(types_in & sum(_BITS[name] for name in type_set), axis=0)
        for type_set in _TYPE_SETS
    ]
    return Coverage(windows, np.array(counts, dtype=np.int64))
