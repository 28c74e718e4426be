"""How many species of every group each possible rubric covers: exact, by bit mask."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from deckbuilder.domain.cards import TYPES
from deckbuilder.domain.rubric import HP_STEP, LANES_PER_AXIS, Rubric
from deckbuilder.solve.instance import Choices, Group, Problem

_SPAN: Final = (LANES_PER_AXIS - 1) * HP_STEP
_BITS: Final = {name: 1 << index for index, name in enumerate(TYPES)}


@dataclass(frozen=True, slots=True)
class Coverage:
    """Species that each rubric covers, group by group."""

    rubrics: tuple[Rubric, ...]
    by_group: npt.NDArray[np.int16]
    """Species covered, shape (rubrics, groups)."""
    choice: npt.NDArray[np.int64]
    """Candidates that each rubric holds, over all species."""

    @property
    def totals(self) -> npt.NDArray[np.int64]:
        """Species covered by each rubric, over all groups."""
        totals: npt.NDArray[np.int64] = self.by_group.sum(axis=1, dtype=np.int64)
        return totals


def different_rubrics(choices: Choices) -> list[Rubric]:
    """Every rubric that some card may lie in; of those that hold the same, the first stands in."""
    highest = max((one.cell.hp for many in choices.values() for one in many), default=0)
    lows = range(HP_STEP, max(HP_STEP, highest - _SPAN) + 1, HP_STEP)
    return _holding_different_cards(
        choices,
        [Rubric.of(types, low) for types in combinations(TYPES, LANES_PER_AXIS) for low in lows],
    )


def coverage(problem: Problem, rubrics: Sequence[Rubric]) -> Coverage:
    """Count the species of each group that each rubric covers."""
    lows = np.unique([rubric.hp[0] for rubric in rubrics])
    types_in = _types_in_windows(problem.choices, lows)
    window = np.searchsorted(lows, [rubric.hp[0] for rubric in rubrics])
    type_bits = np.array([sum(map(_BITS.__getitem__, one.types)) for one in rubrics])
    covers = (types_in[:, window] & type_bits) != 0  # (species, rubrics)
    cells = Counter(one.cell for many in problem.choices.values() for one in many)
    choice = [sum(n for cell, n in cells.items() if cell in rubric) for rubric in rubrics]
    return Coverage(tuple(rubrics), _sum_by_group(covers, problem), np.array(choice))


def _holding_different_cards(choices: Choices, rubrics: Sequence[Rubric]) -> list[Rubric]:
    """Drop rubrics that hold the very same cells, of those that any species prints."""
    printed = {one.cell for many in choices.values() for one in many}
    by_type = {name: [cell.hp for cell in printed if cell.type == name] for name in TYPES}
    held = {
        (name, low): frozenset(hp for hp in by_type[name] if low <= hp <= low + _SPAN)
        for low in {rubric.hp[0] for rubric in rubrics}
        for name in TYPES
    }
    different: dict[tuple[tuple[str, frozenset[int]], ...], Rubric] = {}
    for rubric in rubrics:
        inside = ((name, held[name, rubric.hp[0]]) for name in rubric.types)
        different.setdefault(tuple((name, hps) for name, hps in inside if hps), rubric)
    return list(different.values())


def _types_in_windows(choices: Choices, lows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Give the types, as bits, that each species prints in each window: (species, windows)."""
    types_in = np.zeros((len(choices), len(lows)), dtype=np.int64)
    for row, candidates in enumerate(choices.values()):
        for one in candidates:
            inside = (lows <= one.cell.hp) & (one.cell.hp <= lows + _SPAN)
            types_in[row, inside] |= _BITS[one.cell.type]
    return types_in


def _sum_by_group(covers: npt.NDArray[np.bool_], problem: Problem) -> npt.NDArray[np.int16]:
    row = {dex: index for index, dex in enumerate(problem.choices)}

    def count(group: Group) -> npt.NDArray[np.int16]:
        members = [row[dex] for dex in group.members]
        return np.asarray(np.count_nonzero(covers[members], axis=0), dtype=np.int16)

    return np.array([count(group) for group in problem.groups]).T
