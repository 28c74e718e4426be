"""One layout as a CP-SAT model: the groups parted, a printing for each species in a grid."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ortools.sat.python import cp_model

from deckbuilder.domain.rubric import Rubric
from deckbuilder.solve.effort import Effort
from deckbuilder.solve.goals import Deck, Goal, Held, costs, outlier_cost, value
from deckbuilder.solve.instance import Candidate, Problem, choice_outside


@dataclass(frozen=True, slots=True)
class Finding:
    """What a search of one layout came to."""

    deck: Deck | None
    """The best deck found, if any."""
    value: float
    """What it costs in the goal; infinity without a deck."""
    bound: float
    """No deck of the layout that holds the earlier goals costs less; infinity if none does."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A species in a module whose rubric covers it."""

    group: int
    dex: int
    module: int
    inside: tuple[Candidate, ...]
    """Its candidates in the module's grid."""


def spots(problem: Problem, rubrics: tuple[Rubric, ...]) -> Iterator[Spot]:
    """Give every species in every module; its candidates inside may be none."""
    for index, group in enumerate(problem.groups):
        for dex in group.members:
            for module, rubric in enumerate(rubrics):
                inside = tuple(one for one in problem.choices[dex] if one.cell in rubric)
                yield Spot(index, dex, module, inside)


class LayoutModel:
    """The variables of one layout. Of two modules a group is in the first where `first` holds."""

    def __init__(self, problem: Problem, rubrics: tuple[Rubric, ...], covered: int) -> None:
        """Build what every deck of the layout must obey.

        Args:
            problem: What may go where.
            rubrics: The rubric of each module.
            covered: Species that must be in a grid.
        """
        self._problem: Final = problem
        self._rubrics: Final = rubrics
        self._model: Final = cp_model.CpModel()
        self._spots: Final = tuple(spots(problem, rubrics))
        self._first: Final = [self._new_first(group.size) for group in problem.groups]
        self._chosen: Final = [
            [self._model.new_bool_var(one.card_id) for one in spot.inside] for spot in self._spots
        ]
        self._tie_choices_to_modules(covered)
        if problem.first_sizes is not None:
            held = cp_model.LinearExpr.weighted_sum(
                self._first, [group.size for group in problem.groups]
            )
            self._model.add(held >= problem.first_sizes[0])
            self._model.add(held <= problem.first_sizes[-1])
        self._squares: Final = self._add_squares()

    def minimise(self, goal: Goal, held: Held, effort: Effort) -> Finding:
        """Minimise a goal while the held ones keep their values."""
        for earlier, limit in held.items():
            self._model.add(self._expression(earlier) <= limit)
        self._model.minimize(self._expression(goal))
        outcome = effort.solve(self._model)
        if outcome.infeasible:
            return Finding(None, math.inf, math.inf)
        if not outcome.solver:
            return Finding(None, math.inf, outcome.bound)
        bound = math.ceil(outcome.bound - 1e-6)
        deck = self._read(outcome.solver)
        return Finding(deck, value(goal, deck, self._problem), bound)

    def _new_first(self, size: int) -> cp_model.IntVar:
        first = self._model.new_bool_var("first")
        if len(self._rubrics) == 1 or not size:
            self._model.add(first == 1)
        return first

    def _in(self, spot: Spot) -> cp_model.LiteralT:
        first = self._first[spot.group]
        return first if spot.module == 0 else first.negated()

    def _tie_choices_to_modules(self, covered: int) -> None:
        everywhere: list[cp_model.IntVar] = []
        for spot, chosen in zip(self._spots, self._chosen, strict=True):
            if chosen:
                self._model.add(cp_model.LinearExpr.sum(chosen) == self._in(spot))
                everywhere += chosen
        self._model.add(cp_model.LinearExpr.sum(everywhere) == covered)
        self._forbid_uncovering(covered)

    def _forbid_uncovering(self, covered: int) -> None:
        """Keep a group out of a module that covers so few of it that the total is out of reach."""
        by_group: defaultdict[int, list[int]] = defaultdict(lambda: [0] * len(self._rubrics))
        for spot in self._spots:
            by_group[spot.group][spot.module] += bool(spot.inside)
        slack = sum(max(counts) for counts in by_group.values()) - covered
        for group, counts in by_group.items():
            for module, count in enumerate(counts):
                if max(counts) - count > slack:
                    self._model.add(self._first[group] == module)  # the other of two

    def _add_squares(self) -> cp_model.LinearExprT:
        lanes: defaultdict[tuple[int, str | int], list[cp_model.IntVar]] = defaultdict(list)
        for spot, chosen in zip(self._spots, self._chosen, strict=True):
            for one, variable in zip(spot.inside, chosen, strict=True):
                lanes[spot.module, one.cell.type].append(variable)
                lanes[spot.module, one.cell.hp].append(variable)
        return add_squares(self._model, lanes.values())

    def _expression(self, goal: Goal) -> cp_model.LinearExprT:
        if goal is Goal.BALANCE:
            return self._squares
        variables: list[cp_model.LiteralT] = []
        weights: list[int] = []
        for spot, chosen in zip(self._spots, self._chosen, strict=True):
            candidates = self._problem.choices[spot.dex]
            cost = dict(zip(candidates, costs(goal, candidates), strict=True))
            variables += chosen or [self._in(spot)]
            weights += [cost[one] for one in spot.inside] or [outlier_cost(goal, candidates)]
        return cp_model.LinearExpr.weighted_sum(variables, weights)

    def _read(self, solver: cp_model.CpSolver) -> Deck:
        parts = tuple(0 if solver.boolean_value(first) else 1 for first in self._first)
        grid = {
            spot.dex: one
            for spot, chosen in zip(self._spots, self._chosen, strict=True)
            for one, variable in zip(spot.inside, chosen, strict=True)
            if solver.boolean_value(variable)
        }
        return complete(self._problem, self._rubrics, parts, grid)


def add_squares(
    model: cp_model.CpModel, lanes: Iterable[Sequence[cp_model.IntVar]]
) -> cp_model.LinearExprT:
    """Give Σ squares of lanes as a linear expression that is exact at every optimum.

    A lane's square is the highest of the tangents 2k+1 at the whole numbers: minimising it makes it
    the count's square, and its relaxation is as tight as a convex cost can be.
    """
    squares = []
    for lane in lanes:
        most = len(lane)
        count = model.new_int_var(0, most, "count")
        square = model.new_int_var(0, most * most, "square")
        model.add(count == cp_model.LinearExpr.sum(list(lane)))
        for k in range(most):
            model.add(square >= (2 * k + 1) * count - k * (k + 1))
        squares.append(square)
    return cp_model.LinearExpr.sum(squares)


def complete(
    problem: Problem,
    rubrics: tuple[Rubric, ...],
    parts: tuple[int, ...],
    grid: Mapping[int, Candidate],
) -> Deck:
    """Add the outliers to a grid."""
    outliers = {
        dex: choice_outside(candidates)
        for dex, candidates in problem.choices.items()
        if dex not in grid
    }
    return Deck(rubrics, parts, grid, outliers)


def spread(problem: Problem, rubrics: tuple[Rubric, ...], parts: tuple[int, ...]) -> Deck:
    """Fill the grids greedily: fewest choices first, each into the emptiest lanes."""
    filled: defaultdict[tuple[int, str | int], int] = defaultdict(int)
    grid = {}
    placed = [one for one in spots(problem, rubrics) if parts[one.group] == one.module]
    for spot in sorted(placed, key=lambda one: len(one.inside)):
        if spot.inside:
            one = min(
                spot.inside,
                key=lambda c: filled[spot.module, c.cell.type] + filled[spot.module, c.cell.hp],
            )
            filled[spot.module, one.cell.type] += 1
            filled[spot.module, one.cell.hp] += 1
            grid[spot.dex] = one
    return complete(problem, rubrics, parts, grid)
