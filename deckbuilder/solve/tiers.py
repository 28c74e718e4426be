"""The goals in their order, over every layout that is still in the running."""

import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from deckbuilder.domain.plan import Tier
from deckbuilder.domain.rubric import Rubric
from deckbuilder.solve.coverage import coverage, different_rubrics
from deckbuilder.solve.effort import Effort
from deckbuilder.solve.goals import Deck, Goal, Held, goals_of, value
from deckbuilder.solve.instance import Problem
from deckbuilder.solve.layouts import Integers, Layouts, best_layouts
from deckbuilder.solve.model import Finding, LayoutModel, spread
from deckbuilder.solve.prices import Floats, Prices, Pricing

_FEW: Final = 50
"""Layouts that are not worth sifting further."""
_FRUITFUL: Final = 0.98
"""A relaxation that leaves a larger share of the layouts is barren."""
_BARREN: Final = 4
"""Barren relaxations in a row that end the sifting."""

Progress = Callable[[str], None]
"""Told, in a few words, what is being worked on."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The best deck, with the value and the proven bound of every tier."""

    deck: Deck
    tiers: tuple[Tier, ...]


def solve_tiers(
    problem: Problem,
    effort: Effort,
    progress: Progress = lambda _: None,
    without: Sequence[tuple[Rubric, ...]] = (),
) -> Solution:
    """Find the deck that is best in all tiers.

    Tier 1 is settled by the coverage of all layouts. Those that may reach its optimum are searched
    for goal after goal: the layout with the lowest bound first, until none that is left can be
    better than the best found.

    Args:
        problem: What may go where.
        effort: Time, workers and seed. When time runs out the best found so far is given.
        progress: Told what is being worked on.
        without: Layouts that may not be used.

    Raises:
        InfeasibleError: No other layout is left.
        BudgetError: No deck with the fewest outliers is within the problem's budget.
    """
    progress("covering every rubric")
    given = [one for one in problem.given if one]
    rubrics = (
        given if len(given) == len(problem.given) else different_rubrics(problem.choices) + given
    )
    layouts = best_layouts(problem, coverage(problem, rubrics), without)
    search = _Search(problem, layouts, effort)
    if problem.budget is not None:
        search.afford(problem.budget, progress)
    bounds = {goal: search.settle(goal, progress) for goal in goals_of(problem)}
    deck = search.best
    outliers = len(deck.outliers)
    return Solution(
        deck,
        (
            Tier("outliers", outliers, outliers),
            Tier("balance", value(Goal.BALANCE, deck, problem), bounds[Goal.BALANCE]),
            Tier("printings", -value(Goal.PRINTINGS, deck, problem), -bounds[Goal.PRINTINGS]),
        ),
    )


class BudgetError(Exception):
    """No deck with the fewest outliers was found within the budget."""

    def __init__(self, least: int, bound: int) -> None:
        super().__init__(least, bound)
        self.least = least
        """Cents that the cheapest deck found costs."""
        self.bound = bound
        """Proven: no deck costs less."""


class _Search:
    """Layouts in the running, the best deck so far, and the goals that it is held to."""

    def __init__(self, problem: Problem, layouts: Layouts, effort: Effort) -> None:
        self._problem: Final = problem
        self._layouts: Final = layouts
        self._effort: Final = effort
        self._live: Integers = np.arange(len(layouts.rows))
        self._held: dict[Goal, int] = {}
        self._proven = True
        self.best: Deck = spread(problem, layouts.rubrics(layouts.first), layouts.parts)

    def afford(self, budget: int, progress: Progress) -> None:
        """Find a deck within the budget, hold it, and drop the layouts that have none.

        Raises:
            BudgetError: None was found.
        """
        progress(f"{Goal.COST.value}: rubrics in the running: {len(self._live)}")
        climb = _Climb(
            self._problem, self._layouts, self._effort, Goal.COST, self._held, enough=budget
        )
        climb.run(self._live, self.best)
        if climb.best_value > budget:
            raise BudgetError(climb.best_value, climb.bound)
        self.best = climb.best
        self._held[Goal.COST] = budget
        self._live = climb.live[climb.bounds <= budget]

    def settle(self, goal: Goal, progress: Progress) -> int:
        """Minimise a goal over all live layouts, hold it, and drop the layouts that are worse.

        Returns:
            A bound on the goal: no deck that is as good in the goals before is lower. Once a
            goal is left unproven, the later bounds hold for every deck of tier 1.
        """
        progress(f"{goal.value}: rubrics in the running: {len(self._live)}")
        if not self._proven:
            pricing = Pricing(self._problem, self._layouts, goal, {})
            return int(
                pricing.bounds(pricing.no_prices(), np.arange(len(self._layouts.rows))).min()
            )
        climb = _Climb(self._problem, self._layouts, self._effort, goal, self._held)
        climb.run(self._live, self.best)
        self.best = climb.best
        self._held[goal] = climb.best_value
        self._live = climb.live[climb.bounds <= climb.best_value]
        self._proven = climb.bound == climb.best_value
        return climb.bound


class _Climb:
    """One goal: the bounds of live layouts rise and the best value falls, until they meet."""

    def __init__(
        self,
        problem: Problem,
        layouts: Layouts,
        effort: Effort,
        goal: Goal,
        held: Held,
        *,
        enough: float = -math.inf,
    ) -> None:
        """Take up a goal; a value that is `enough` ends the search, proven best or not."""
        self._problem: Final = problem
        self._enough: Final = enough
        self._layouts: Final = layouts
        self._effort: Final = effort
        self._goal: Final = goal
        self._held: Final = dict(held)
        self._pricing: Final = Pricing(problem, layouts, goal, held)
        self._decides: Final = goal is Goal.ID
        """Whether this goal picks the answer, so that every tie must be searched."""

    @property
    def best_value(self) -> int:
        """What the best deck costs."""
        return value(self._goal, self.best, self._problem)

    @property
    def bound(self) -> int:
        """No deck of any live layout costs less."""
        return int(min(self.best_value, self.bounds.min()))

    def run(self, live: Integers, best: Deck) -> None:
        """Search the most promising layouts until none can be better, or the effort is spent."""
        self.live = live
        self.best = best
        self._best_layout = len(self._layouts.rows)  # any layout that ties is taken before this
        self.bounds: Floats = np.maximum(
            self._pricing.bounds(self._pricing.no_prices(), live),
            self._pricing.bounds(self._pricing.first_prices(), live),
        )
        self._closed = np.zeros(len(live), dtype=np.bool_)
        self._choice = self._layouts.choice(live)
        with ThreadPoolExecutor(self._effort.workers) as pool:
            while self.best_value > self._enough and not self._effort.spent:
                if not (batch := self._most_promising()):
                    break
                if len(live) > 1:
                    self._raise_bounds(batch, list(pool.map(self._relax, batch)))
                    batch = [index for index in batch if self._is_open[index]]
                for index, finding in zip(batch, pool.map(self._search, batch), strict=True):
                    self._close(index, finding)
            if self._enough == -math.inf:
                self._sift(pool)

    @property
    def _is_open(self) -> npt.NDArray[np.bool_]:
        """Whether a layout may still hold a better deck, or the deck that is picked."""
        limit = self.best_value
        promising = self.bounds <= limit if self._decides else self.bounds < limit
        return promising & ~self._closed

    def _most_promising(self) -> list[int]:
        """The open layouts with the lowest bound, of those the ones with the most choice."""
        open_ = np.flatnonzero(self._is_open)
        order = np.lexsort((-self._choice[open_], self.bounds[open_]))
        return [int(index) for index in open_[order][: self._effort.workers]]

    def _sift(self, pool: ThreadPoolExecutor) -> None:
        """Drop layouts that only seem to tie, as long as a relaxation drops many at once.

        What is left must be searched for the next goal, where the bounds are not as sharp.
        """
        random = np.random.default_rng(self._effort.seed)
        barren = 0
        while barren < _BARREN and not self._effort.spent:
            ties = np.flatnonzero((self.bounds <= self.best_value) & ~self._closed)
            if len(ties) < _FEW:
                return
            batch = random.choice(ties, self._effort.workers, replace=False).tolist()
            self._raise_bounds(batch, list(pool.map(self._relax, batch)))
            left = np.count_nonzero((self.bounds <= self.best_value) & ~self._closed)
            barren = 0 if left < len(ties) * _FRUITFUL else barren + 1

    def _relax(self, index: int) -> Prices | None:
        return self._pricing.relax(int(self.live[index]))

    def _raise_bounds(self, batch: list[int], found: list[Prices | None]) -> None:
        for index, prices in zip(batch, found, strict=True):
            if prices is None:
                self.bounds[index] = np.inf
                continue
            still = np.flatnonzero((self.bounds <= self.best_value) & ~self._closed)
            raised = self._pricing.bounds(prices, self.live[still])
            self.bounds[still] = np.maximum(self.bounds[still], raised)

    def _search(self, index: int) -> Finding:
        rubrics = self._layouts.rubrics(int(self.live[index]))
        model = LayoutModel(self._problem, rubrics, self._layouts.covered)
        # The answer is the same whatever came before: no cut-off where it is picked.
        cutoff = {} if self._decides else {self._goal: self.best_value}
        return model.minimise(self._goal, {**self._held, **cutoff}, self._effort)

    def _close(self, index: int, finding: Finding) -> None:
        self._closed[index] = True
        self.bounds[index] = max(self.bounds[index], self._pricing.round_up(finding.bound))
        key = (finding.value, int(self.live[index]))
        if finding.deck and key < (self.best_value, self._best_layout):
            self.best, self._best_layout = finding.deck, int(self.live[index])
