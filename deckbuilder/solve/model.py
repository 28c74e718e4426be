"""One rubric as a CP-SAT model: a printing for each covered species, and goals to minimise."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from ortools.sat.python import cp_model

from deckbuilder.domain.rubric import Lanes, Rubric
from deckbuilder.solve.budget import Budget
from deckbuilder.solve.instance import Candidate, Choices

Assignment = Mapping[int, Candidate]
"""The candidate chosen for each covered species, by dex number."""


class Goal(Enum):
    """What is minimised, one after the other."""

    BALANCE = "balance"
    """Σ (lane count)²."""
    PRINTINGS = "printings"
    """Minus the preference's weight."""
    AGE = "age"
    """Days of release: of decks equally preferred, the older cards."""
    ID = "id"
    """Ranks of the ids among a species' candidates: a tie-break that always decides alike."""


@dataclass(frozen=True, slots=True)
class Finding:
    """How good the best assignment found is for a goal, and what is proven about it."""

    value: int
    """What the best assignment found costs."""
    bound: int
    """No assignment of this rubric that is as good in the goals before has a lower value."""


class RubricModel:
    """Chooses a printing for every species that one rubric covers.

    Goals are taken one by one; each is held at its value while the next is minimised.
    """

    def __init__(self, rubric: Rubric, choices: Choices) -> None:
        """Build the variables.

        Args:
            rubric: The grid.
            choices: Candidates inside it, at least one for each species.
        """
        self.rubric: Final = rubric
        self._choices = choices
        self._model = cp_model.CpModel()
        self._chosen = {
            dex: [self._model.new_bool_var(one.card_id) for one in candidates]
            for dex, candidates in choices.items()
        }
        for chosen in self._chosen.values():
            self._model.add_exactly_one(chosen)
        self._squares = self._add_squares()
        self._best: Assignment = self._spread()

    @property
    def assignment(self) -> Assignment:
        """The best assignment so far."""
        return self._best

    def minimise(self, goal: Goal, budget: Budget) -> Finding:
        """Minimise a goal, the earlier ones held, and hold it for the next."""
        expression = self._expression(goal)
        self._model.minimize(expression)
        bound = self.relaxed_bound(goal)
        if solver := budget.solve(self._model):
            bound = max(bound, math.ceil(solver.best_objective_bound - 1e-6))
            found = self._read(solver)
            if self.value(goal, found) <= self.value(goal, self._best):
                self._best = found  # a search cut short may find worse than is known
        value = self.value(goal, self._best)
        self._model.add(expression <= value)
        return Finding(value, bound)

    def value(self, goal: Goal, assignment: Assignment) -> int:
        """Work out what an assignment costs in a goal."""
        if goal is Goal.BALANCE:
            return Lanes.count(self.rubric, (one.cell for one in assignment.values())).squares
        return sum(
            _costs(goal, many)[many.index(assignment[dex])] for dex, many in self._choices.items()
        )

    def _add_squares(self) -> cp_model.LinearExprT:
        """Give Σ squares as a linear expression that is exact at every optimum.

        A lane's square is the highest of the tangents 2k+1 at the whole numbers: minimising it
        makes it the count's square, and its relaxation is as tight as a convex cost can be.
        """
        lanes: defaultdict[str | int, list[cp_model.IntVar]] = defaultdict(list)
        for dex, candidates in self._choices.items():
            for one, chosen in zip(candidates, self._chosen[dex], strict=True):
                lanes[one.cell.type].append(chosen)
                lanes[one.cell.hp].append(chosen)
        return cp_model.LinearExpr.sum([self._square(lane) for lane in lanes.values()])

    def _square(self, lane: list[cp_model.IntVar]) -> cp_model.IntVar:
        most = len(lane)
        count = self._model.new_int_var(0, most, "count")
        square = self._model.new_int_var(0, most * most, "square")
        self._model.add(count == cp_model.LinearExpr.sum(lane))
        for k in range(most):
            self._model.add(square >= (2 * k + 1) * count - k * (k + 1))
        return square

    def _expression(self, goal: Goal) -> cp_model.LinearExprT:
        if goal is Goal.BALANCE:
            return self._squares
        costs = [cost for many in self._choices.values() for cost in _costs(goal, many)]
        chosen = [one for many in self._chosen.values() for one in many]
        return cp_model.LinearExpr.weighted_sum(chosen, costs)

    def relaxed_bound(self, goal: Goal) -> int:
        """Bound a goal whatever the others: the floor of the balance, or every card at its best."""
        if goal is Goal.BALANCE:
            return Lanes.count(self.rubric, (one.cell for one in self._best.values())).floor
        return sum(min(_costs(goal, many)) for many in self._choices.values())

    def _read(self, solver: cp_model.CpSolver) -> Assignment:
        return {
            dex: next(
                one
                for one, chosen in zip(candidates, self._chosen[dex], strict=True)
                if solver.boolean_value(chosen)
            )
            for dex, candidates in self._choices.items()
        }

    def _spread(self) -> Assignment:
        """Assign greedily, the species with the fewest choices first, into the emptiest lanes."""
        filled: defaultdict[str | int, int] = defaultdict(int)
        assigned = {}
        for dex, candidates in sorted(self._choices.items(), key=lambda item: len(item[1])):
            one = min(candidates, key=lambda c: filled[c.cell.type] + filled[c.cell.hp])
            filled[one.cell.type] += 1
            filled[one.cell.hp] += 1
            assigned[dex] = one
        return assigned


def _costs(goal: Goal, candidates: Iterable[Candidate]) -> list[int]:
    """What each of a species' candidates adds to a goal."""
    many = list(candidates)
    if goal is Goal.ID:
        ranks = sorted(one.card_id for one in many)
        return [ranks.index(one.card_id) for one in many]
    cost: Callable[[Candidate], int] = {
        Goal.PRINTINGS: lambda one: -one.weight,
        Goal.AGE: lambda one: one.age,
    }[goal]
    return [cost(one) for one in many]
