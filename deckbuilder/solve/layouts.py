"""Tier 1: which layouts leave the fewest outliers. Exact, and its own proof.

A layout gives each module its rubric. With one module its coverage is the rubric's. With two, each
group goes where more of it is covered, as far as the sizes allow: the sum over groups of the
larger count bounds every pair of rubrics, and a knapsack over the groups settles the sizes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from deckbuilder.domain.rubric import Rubric
from deckbuilder.errors import InfeasibleError
from deckbuilder.solve.coverage import Coverage
from deckbuilder.solve.instance import Problem

Integers = npt.NDArray[np.int64]

_PRICE_SCALE: Final = 16
"""A native species' price in the first module is a whole number of these parts of a species."""
_CHUNK: Final = 20_000
"""Pairs that are looked at together, which keeps the memory small."""
_IMPOSSIBLE: Final = -(10**6)


@dataclass(frozen=True, slots=True)
class Layouts:
    """Every layout that may reach the optimum of tier 1, and one that does."""

    coverage: Coverage
    rows: Integers
    """Rubric of each module by its index in the coverage, shape (layouts, modules)."""
    covered: int
    """Species in a grid at the optimum."""
    first: int
    """Index in `rows` of a layout that reaches it."""
    parts: tuple[int, ...]
    """For that layout a module for each group."""
    slack: bool
    """Whether some layout could cover more, were it not for the sizes."""

    def rubrics(self, layout: int) -> tuple[Rubric, ...]:
        """The rubric of each module of a layout."""
        return tuple(self.coverage.rubrics[row] for row in self.rows[layout])

    def choice(self, live: Integers) -> Integers:
        """How many cells the species have to choose from, in all modules of each layout."""
        total: Integers = self.coverage.choice[self.rows[live]].sum(axis=1)
        return total


def best_layouts(
    problem: Problem, coverage: Coverage, without: Sequence[tuple[Rubric, ...]] = ()
) -> Layouts:
    """Find the layouts that cover the most species.

    Args:
        problem: One module or two. Some choice of groups gives the first a size that is asked for.
        coverage: Counts of every rubric that a module may have.
        without: Layouts that may not be used.

    Raises:
        InfeasibleError: No layout is left.
    """
    barred = {tuple(map(coverage.rubrics.index, rubrics)) for rubrics in without}
    allowed = [_allowed(coverage, given) for given in problem.given]
    if len(allowed) == 1:
        left = np.array([row for row in allowed[0] if (row,) not in barred], dtype=np.int64)
        if not len(left):
            raise InfeasibleError("no other rubric is left")
        totals = coverage.totals[left]
        rows = left[totals == totals.max()]
        parts = (0,) * len(problem.groups)
        return Layouts(coverage, rows[:, np.newaxis], int(totals.max()), 0, parts, slack=False)
    if len(barred) >= len(allowed[0]) * len(allowed[1]):
        raise InfeasibleError("no other pair of rubrics is left")
    pairs = _Pairs(problem, coverage, allowed[0], allowed[1], barred)
    return pairs.where_sizes_do_not_bind() or pairs.where_sizes_bind()


def _allowed(coverage: Coverage, given: Rubric | None) -> Integers:
    if given is None:
        return np.arange(len(coverage.rubrics))
    return np.array([coverage.rubrics.index(given)])


class _Pairs:
    """Pairs of rubrics, bounded all at once and settled one by one.

    A price on every native species in the first module, paid back for as many as its sizes ask
    for, bounds the coverage that the sizes allow: a price of zero leaves them out of account.
    """

    def __init__(
        self,
        problem: Problem,
        coverage: Coverage,
        first: Integers,
        second: Integers,
        barred: set[tuple[int, ...]],
    ) -> None:
        assert problem.first_sizes is not None  # noqa: S101 - two modules have sizes
        self._coverage = coverage
        self._first = first
        self._second = second
        self._barred = barred
        self._low, self._high = problem.first_sizes[0], problem.first_sizes[-1]
        self._group_sizes = np.array([group.size for group in problem.groups])

    def where_sizes_do_not_bind(self) -> Layouts | None:
        """Settle tier 1 by the plain bound, if some pair reaches it within the sizes."""
        rows, bounds = self._bounded(price=0, least=None)
        chunks = [rows[start : start + _CHUNK] for start in range(0, len(rows), _CHUNK)]
        rows = np.concatenate([chunk[self._fits(chunk)] for chunk in chunks])
        for layout, row in enumerate(rows):
            covered, parts = self._knapsack(row)
            if covered == bounds[0]:
                return Layouts(self._coverage, rows, covered, layout, parts, slack=False)
        return None

    def _fits(self, rows: Integers) -> npt.NDArray[np.bool_]:
        """Tell which pairs come near the sizes when each group is where most of it is covered."""
        one, two = (self._coverage.by_group[rows[:, module]] for module in (0, 1))
        least = (one > two) @ self._group_sizes
        most = (one >= two) @ self._group_sizes
        fits: npt.NDArray[np.bool_] = (least <= self._high) & (most >= self._low)
        return fits

    def where_sizes_bind(self) -> Layouts:
        """Settle tier 1 pair by pair, the highest bound first, at the price that bounds best."""
        price = self._best_price()
        least = int(self._bounded(price, least=None)[1][0])
        best, settled, first = -1, 0, np.zeros(2, dtype=np.int64)
        parts: tuple[int, ...] = ()
        while best < least:
            rows, bounds = self._bounded(price, least)
            while settled < len(rows) and best < bounds[settled]:
                covered, found = self._knapsack(rows[settled])
                if covered > best:
                    best, parts, first = covered, found, rows[settled]
                settled += 1
            least -= 1
        rows, _ = self._bounded(price, best)
        layout = int(np.flatnonzero((rows == first).all(axis=1))[0])
        return Layouts(self._coverage, rows, best, layout, parts, slack=True)

    def _best_price(self) -> int:
        """Find the price with the lowest highest bound, which is convex in the price."""
        low, high = -2 * _PRICE_SCALE, 2 * _PRICE_SCALE
        while low < high:
            middle = (low + high) // 2
            here, there = (
                int(self._bounded(price, least=None)[1][0]) for price in (middle, middle + 1)
            )
            low, high = (low, middle) if here <= there else (middle + 1, high)
        return low

    def _bounded(self, price: int, least: int | None) -> tuple[Integers, Integers]:
        """Bound the coverage of every pair.

        Args:
            price: Of a native species in the first module, in parts of a covered species.
            least: The least bound of interest; by default the highest that there is.

        Returns:
            The pairs of at least that bound, shape (pairs, 2), and their bounds, highest first.
        """
        by_group = self._coverage.by_group.astype(np.int32) * _PRICE_SCALE
        one = by_group[self._first] + price * self._group_sizes.astype(np.int32)
        two = by_group[self._second]
        paid_back = price * (self._low if price > 0 else self._high)
        # No pair is bounded higher than by the sum of its parts, so that many need no look.
        reach_one, reach_two = np.maximum(one, 0).sum(axis=1), two.sum(axis=1)
        order = np.argsort(-reach_two, kind="stable")
        two, reach_two = two[order], reach_two[order]
        wanted = _IMPOSSIBLE if least is None else least
        found: list[tuple[Integers, Integers]] = []
        for index in np.argsort(-reach_one, kind="stable"):
            lacking = wanted * _PRICE_SCALE + paid_back - reach_one[index]
            near = int(np.searchsorted(-reach_two, -lacking, side="right"))
            bounds = (np.maximum(one[index], two[:near]).sum(axis=1) - paid_back) // _PRICE_SCALE
            barred = self._barred_with(int(self._first[index]))
            if barred:
                bounds[np.isin(self._second[order[:near]], barred)] = _IMPOSSIBLE
            if least is None:
                wanted = int(bounds.max(initial=wanted))
            kept = np.flatnonzero(bounds >= wanted)
            pairs = np.empty((len(kept), 2), dtype=np.int64)
            pairs[:, 0], pairs[:, 1] = self._first[index], self._second[order[kept]]
            found.append((pairs, bounds[kept]))
        rows, bounds = (np.concatenate(parts) for parts in zip(*found, strict=True))
        rows, bounds = rows[bounds >= wanted], bounds[bounds >= wanted]
        ordered = np.lexsort((rows[:, 1], rows[:, 0], -bounds))
        return rows[ordered], bounds[ordered]

    def _barred_with(self, first: int) -> list[int]:
        return [second for one, second in self._barred if one == first]

    def _knapsack(self, row: Integers) -> tuple[int, tuple[int, ...]]:
        """Part the groups of one pair within the sizes, so that the most species are covered."""
        one, two = self._coverage.by_group[row].astype(np.int64)
        most = np.full(int(self._group_sizes.sum()) + 1, _IMPOSSIBLE)
        most[0] = 0  # by native species in the first module
        taken = []
        for size, in_first, in_second in zip(self._group_sizes, one, two, strict=True):
            moved = np.full_like(most, _IMPOSSIBLE)
            moved[size:] = most[: len(most) - size] + in_first
            left = most + in_second
            taken.append(moved > left)
            most = np.maximum(moved, left)
        held = self._low + int(most[self._low : self._high + 1].argmax())
        covered = int(most[held])
        parts = []
        for size, took in zip(self._group_sizes[::-1], reversed(taken), strict=True):
            parts.append(0 if took[held] else 1)
            held -= int(size) if took[held] else 0
        return covered, tuple(reversed(parts))
