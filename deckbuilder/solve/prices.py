"""Lagrangian bounds: prices on lanes that bound every layout at once.

A price on each lane, on each native species in the first module and on each held goal turns the
problem into one that falls apart: every group goes to its cheapest module, every species takes its
cheapest cell, every lane its cheapest count. What that costs is a bound for any layout, whatever
the prices are; the linear relaxation of one layout gives good prices for it, and for its likes.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt
from ortools.linear_solver.python import model_builder

from deckbuilder.domain.cards import TYPES
from deckbuilder.domain.rubric import HP_STEP, LANES_PER_AXIS
from deckbuilder.solve.goals import Goal, Held, costs, outlier_cost
from deckbuilder.solve.instance import Problem
from deckbuilder.solve.layouts import Integers, Layouts
from deckbuilder.solve.model import Spot, spots

Floats = npt.NDArray[np.float64]

_CHUNK: Final = 20_000
"""Layouts that are bounded at a time, which keeps the memory small."""
_TOLERANCE: Final = 1e-4
"""What a bound may have lost to rounding before it is rounded up to a whole number."""


@dataclass(frozen=True, slots=True)
class Prices:
    """What the parts of a deck are charged."""

    types: Floats
    """For a card in a type's lane, shape (modules, types)."""
    hps: Floats
    """For a card in an HP's lane, shape (modules, HP values)."""
    size: float
    """For a native species in the first module."""
    covered: float
    """Paid out for a covered species, where some could be given up for the sizes' sake."""
    held: Mapping[Goal, float]
    """For each unit of a held goal; never negative."""


class Pricing:
    """Bounds every layout of tier 1 for one goal while others are held."""

    def __init__(self, problem: Problem, layouts: Layouts, goal: Goal, held: Held) -> None:
        self._problem = problem
        self._layouts = layouts
        self._goal = goal
        self._held = held
        self._dexes = list(problem.choices)
        highest = max(one.cell.hp for many in problem.choices.values() for one in many)
        self._hp_values = max(
            highest // HP_STEP, max(r.hp[-1] for r in layouts.coverage.rubrics) // HP_STEP
        )
        row = {dex: index for index, dex in enumerate(self._dexes)}
        self._members = np.zeros((len(problem.groups), len(row)))
        for index, group in enumerate(problem.groups):
            self._members[index, [row[dex] for dex in group.members]] = 1
        self._sizes = np.array([group.size for group in problem.groups], dtype=np.float64)

    def bounds(self, prices: Prices, live: Integers) -> Floats:
        """Bound the goal for layouts, given by their index.

        Returns:
            For each of them a whole number that no deck of it goes below.
        """
        if not len(live):
            return np.empty(0)
        rows = self._layouts.rows[live]
        used, local = np.unique(rows, return_inverse=True)
        local = local.reshape(rows.shape)
        if not self._layouts.slack:
            prices = replace(prices, covered=self._outweighing(prices))
        by_rubric = [self._by_rubric(prices, module, used) for module in self._problem.modules]
        total = [
            _sum_of_parts(by_rubric, local[start : start + _CHUNK])
            for start in range(0, len(live), _CHUNK)
        ]
        return self.round_up(np.concatenate(total) + self._constant(prices))

    def round_up(self, bounds: Floats | float) -> Floats:
        """Raise bounds to the next value that the goal can have."""
        rounded: Floats = np.ceil((np.asarray(bounds) - _TOLERANCE) / self._step) * self._step
        return rounded

    @cached_property
    def _step(self) -> int:
        """What every value of the goal is a multiple of.

        Σ squares is as even as Σ counts, and each card counts twice.
        """
        if self._goal is Goal.BALANCE:
            return 2
        every = (c for many in self._problem.choices.values() for c in costs(self._goal, many))
        return math.gcd(*every) or 1

    def _outweighing(self, prices: Prices) -> float:
        """A price of a covered species that no group can make up for by going elsewhere."""
        every = self._problem.choices
        spread = max(np.ptp([*self._costs(prices, dex), 0.0]) for dex in every)
        spread += np.ptp([*prices.types.flat, 0.0]) + np.ptp([*prices.hps.flat, 0.0])
        largest = max(len(group.members) for group in self._problem.groups)
        return float(2 * (largest * spread + abs(prices.size) * self._sizes.max()) + 1)

    def _constant(self, prices: Prices) -> float:
        paid_back = sum(prices.held[goal] * limit for goal, limit in self._held.items())
        sizes = self._problem.first_sizes or range(1)
        paid_back += prices.size * sizes[-1 if prices.size > 0 else 0]
        return prices.covered * self._layouts.covered - paid_back

    def _by_rubric(self, prices: Prices, module: int, used: Integers) -> tuple[Floats, Floats]:
        """Give what each group and all lanes cost in each rubric of interest."""
        rubrics = [self._layouts.coverage.rubrics[index] for index in used]
        types = np.array([[TYPES.index(name) for name in one.types] for one in rubrics])
        lows = np.array([one.hp[0] // HP_STEP - 1 for one in rubrics])
        cells = self._cell_costs(prices)
        cells = cells + prices.types[module][:, np.newaxis] + prices.hps[module]
        windows = np.lib.stride_tricks.sliding_window_view(cells, LANES_PER_AXIS, axis=2).min(-1)
        cheapest = windows[:, types, lows[:, np.newaxis]].min(axis=2)  # (species, rubrics)
        inside = np.isfinite(cheapest)
        outside = self._outlier_costs(prices)[:, np.newaxis]
        species = np.where(inside, cheapest - prices.covered, outside)
        groups = (self._members @ species).T
        if module == 0:
            groups = groups + prices.size * self._sizes
        return groups, self._lane_costs(prices, module, types, lows)

    def _cell_costs(self, prices: Prices) -> Floats:
        """Cheapest printing of each species in each cell, infinite where it has none."""
        cells = np.full((len(self._dexes), len(TYPES), self._hp_values), np.inf)
        for row, dex in enumerate(self._dexes):
            candidates = self._problem.choices[dex]
            for one, cost in zip(candidates, self._costs(prices, dex), strict=True):
                cell = row, TYPES.index(one.cell.type), one.cell.hp // HP_STEP - 1
                cells[cell] = min(cells[cell], cost)
        return cells

    def _costs(self, prices: Prices, dex: int) -> Floats:
        candidates = self._problem.choices[dex]
        total = np.array(costs(self._goal, candidates), dtype=np.float64)
        for goal, price in prices.held.items():
            total += price * np.array(costs(goal, candidates))
        return total

    def _outlier_costs(self, prices: Prices) -> Floats:
        every = self._problem.choices.values()
        total = np.array([outlier_cost(self._goal, many) for many in every], dtype=np.float64)
        for goal, price in prices.held.items():
            total += price * np.array([outlier_cost(goal, many) for many in every])
        return total

    def _lane_costs(self, prices: Prices, module: int, types: Integers, lows: Integers) -> Floats:
        """Σ over a rubric's lanes of the cheapest count: least of square·n² minus price·n."""
        square = self._square_price(prices)
        type_lanes = self._cheapest_count(prices.types[module], square)
        hp_lanes = self._cheapest_count(prices.hps[module], square)
        windows = np.lib.stride_tricks.sliding_window_view(hp_lanes, LANES_PER_AXIS).sum(-1)
        total: Floats = type_lanes[types].sum(axis=1) + windows[lows]
        return total

    def _square_price(self, prices: Prices) -> float:
        return float(self._goal is Goal.BALANCE) + prices.held.get(Goal.BALANCE, 0.0)

    def _cheapest_count(self, price: Floats, square: float) -> Floats:
        most = float(len(self._dexes))
        if square > 0:
            count = np.clip(np.floor((price / square + 1) / 2), 0, most)
        else:
            count = np.where(price > 0, most, 0.0)
        cheapest: Floats = square * count * count - price * count
        return cheapest

    def no_prices(self) -> Prices:
        """Prices that charge for nothing: every part at its own best."""
        modules = len(self._problem.modules)
        return Prices(
            np.zeros((modules, len(TYPES))),
            np.zeros((modules, self._hp_values)),
            0.0,
            0.0,
            dict.fromkeys(self._held, 0.0),
        )

    def first_prices(self) -> Prices:
        """Prices to start from: for the balance those that give the floor of even lanes.

        A lane of n cards is dear at 2n+1; the price on size makes both modules as dear.
        """
        start = self.no_prices()
        if self._goal is not Goal.BALANCE:
            return start
        cards = [self._layouts.covered]
        if sizes := self._problem.first_sizes:
            first = min((sizes[0] + sizes[-1]) // 2, self._layouts.covered)
            cards = [first, self._layouts.covered - first]
        dear = [2 * (count // LANES_PER_AXIS) + 1 for count in cards]
        start.types[:] = start.hps[:] = np.array(dear)[:, np.newaxis]
        return replace(start, size=2.0 * (dear[-1] - dear[0]))

    def relax(self, layout: int) -> Prices | None:
        """Solve the linear relaxation of a layout; none when even that is infeasible.

        A relaxation that ends in any other way says nothing, and charges for nothing.
        """
        relaxation = _Relaxation(self._problem, self._layouts, layout, self._goal, self._held)
        status = relaxation.solve()
        if status == model_builder.SolveStatus.INFEASIBLE:
            return None
        if status != model_builder.SolveStatus.OPTIMAL:
            return self.no_prices()
        return relaxation.prices(self._hp_values)


class _Relaxation:
    """The linear program of one layout, with lanes as convex costs in unit steps."""

    def __init__(
        self, problem: Problem, layouts: Layouts, layout: int, goal: Goal, held: Held
    ) -> None:
        self._problem = problem
        self._covered = None if not layouts.slack else layouts.covered
        self._model = model_builder.Model()  # type: ignore[no-untyped-call]
        self._solver = model_builder.Solver("glop")
        self._rubrics = layouts.rubrics(layout)
        self._first = [self._model.new_num_var(0, 1, "") for _ in problem.groups]
        self._lanes: defaultdict[tuple[int, str | int], list[model_builder.Variable]] = defaultdict(
            list
        )
        self._terms: dict[Goal, list[object]] = {one: [] for one in (goal, *held)}
        self._covering: list[model_builder.Variable] = []
        self._add_spots()
        self._lane_rows = self._add_lanes()
        self._held_rows = {
            one: self._model.add(model_builder.LinearExpr.sum(self._terms[one]) <= limit)
            for one, limit in held.items()
        }
        self._size_rows = self._add_sizes()
        self._covered_row = self._add_covered()
        self._model.minimize(model_builder.LinearExpr.sum(self._terms[goal]))

    def _add_spots(self) -> None:
        every = tuple(spots(self._problem, self._rubrics))
        if self._covered is None:
            self._keep_groups_covered(every)
        for spot in every:
            first = self._first[spot.group]
            here = first if spot.module == 0 else 1 - first
            candidates = self._problem.choices[spot.dex]
            chosen = [self._model.new_num_var(0, 1, "") for _ in spot.inside]
            if chosen:
                self._model.add(model_builder.LinearExpr.sum(chosen) - here == 0)
                self._covering += chosen
            for one, variable in zip(spot.inside, chosen, strict=True):
                self._lanes[spot.module, one.cell.type].append(variable)
                self._lanes[spot.module, one.cell.hp].append(variable)
            for goal, terms in self._terms.items():
                cost = dict(zip(candidates, costs(goal, candidates), strict=True))
                if chosen:
                    terms += [
                        cost[one] * variable
                        for one, variable in zip(spot.inside, chosen, strict=True)
                    ]
                elif goal is not Goal.BALANCE:
                    terms.append(outlier_cost(goal, candidates) * here)

    def _keep_groups_covered(self, every: tuple[Spot, ...]) -> None:
        """Where nothing may be given up, a group is where the most of it is covered."""
        by_group = np.zeros((len(self._first), len(self._rubrics)), dtype=np.int64)
        for spot in every:
            by_group[spot.group, spot.module] += bool(spot.inside)
        for first, counts in zip(self._first, by_group, strict=True):
            if len(counts) == 1 or counts[0] > counts[1]:
                self._model.add(first == 1)
            elif counts[0] < counts[1]:
                self._model.add(first == 0)

    def _add_lanes(self) -> dict[tuple[int, str | int], model_builder.LinearConstraint]:
        rows = {}
        for lane, cards in self._lanes.items():
            steps = [self._model.new_num_var(0, 1, "") for _ in cards]
            rows[lane] = self._model.add(
                model_builder.LinearExpr.sum(steps) - model_builder.LinearExpr.sum(cards) == 0
            )
            if Goal.BALANCE in self._terms:
                self._terms[Goal.BALANCE] += [(2 * k + 1) * one for k, one in enumerate(steps)]
        return rows

    def _add_sizes(self) -> list[model_builder.LinearConstraint]:
        if self._problem.first_sizes is None:
            return []
        held = model_builder.LinearExpr.weighted_sum(
            self._first, [group.size for group in self._problem.groups]
        )
        return [
            self._model.add(held <= self._problem.first_sizes[-1]),
            self._model.add(held >= self._problem.first_sizes[0]),
        ]

    def _add_covered(self) -> model_builder.LinearConstraint | None:
        if self._covered is None:
            return None
        return self._model.add(model_builder.LinearExpr.sum(self._covering) == self._covered)

    def solve(self) -> model_builder.SolveStatus:
        return self._solver.solve(self._model)

    def prices(self, hp_values: int) -> Prices:
        solver = self._solver
        types = np.full((len(self._rubrics), len(TYPES)), np.nan)
        hps = np.full((len(self._rubrics), hp_values), np.nan)
        for (module, lane), row in self._lane_rows.items():
            price = solver.dual_value(row)
            if isinstance(lane, str):
                types[module, TYPES.index(lane)] = price
            else:
                hps[module, lane // HP_STEP - 1] = price
        covered = self._covered_row
        return Prices(
            _guess_missing(types),
            _guess_missing(hps),
            -sum(solver.dual_value(one) for one in self._size_rows),
            0.0 if covered is None else solver.dual_value(covered),
            {goal: max(0.0, -solver.dual_value(one)) for goal, one in self._held_rows.items()},
        )


def _sum_of_parts(by_rubric: Sequence[tuple[Floats, Floats]], rows: Integers) -> Floats:
    """Σ over a layout's lanes, and over its groups where each is cheapest.

    Args:
        by_rubric: For each module what groups and lanes cost, by rubric.
        rows: For each layout the rubric of each module.
    """
    lanes = sum(costs[rows[:, module]] for module, (_, costs) in enumerate(by_rubric))
    groups = [costs[rows[:, module]] for module, (costs, _) in enumerate(by_rubric)]
    cheapest = groups[0] if len(groups) == 1 else np.minimum(*groups)
    total: Floats = lanes + cheapest.sum(axis=1)
    return total


def _guess_missing(prices: Floats) -> Floats:
    """Price lanes that a layout lacks like those of the other module, or like the mean lane."""
    known = np.where(np.isnan(prices), prices[::-1], prices)
    mean = 0.0 if np.isnan(prices).all() else float(np.nanmean(prices))
    return np.where(np.isnan(known), mean, known)
