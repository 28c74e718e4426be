"""Which species make the core of the universal Kanto deck.

The species that the first set of 1999 prints, and as many more as the core lacks, each a neighbour
of one that is already in. Those that are added make the best core: the most even lanes first, then
the best printings, then the older cards.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Final

from ortools.sat.python import cp_model

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.policy import Policy
from deckbuilder.catalog.pools import find_pool
from deckbuilder.catalog.rubric_file import UNIVERSAL, load_modules
from deckbuilder.domain.cards import Species
from deckbuilder.domain.plan import Mode
from deckbuilder.errors import InfeasibleError
from deckbuilder.solve.effort import Effort
from deckbuilder.solve.goals import Goal, costs
from deckbuilder.solve.instance import Choices
from deckbuilder.solve.model import add_squares
from deckbuilder.solve.optimize import Request, Task

FIRST_SET: Final = "base1"
CORE: Final = 72
"""Species in the core of the universal Kanto deck."""


def base_set(catalog: Catalog, policy: Policy, effort: Effort) -> tuple[Species, ...]:
    """Choose the species of the core, in dex order.

    Raises:
        InfeasibleError: Too few species can be added, or the effort ran out before the proof.
    """
    pool = find_pool(["kanto"], catalog)
    task = Task(Request(pool, Mode.UNIVERSAL, load_modules(UNIVERSAL)), catalog, policy)
    (rubric,) = (module.rubric for module in load_modules(UNIVERSAL))
    inside = {
        dex: tuple(one for one in many if one.cell in rubric)
        for dex, many in task.problem.choices.items()
    }
    printed = {one.dex for one in pool.species if _in_first_set(one, catalog)}
    model = _Model({one.dex: one for one in pool.species}, printed, inside)
    for goal in (Goal.BALANCE, Goal.PRINTINGS, Goal.AGE, Goal.ID):
        model.settle(goal, effort)
    return tuple(one for one in pool.species if one.dex in model.chosen)


def _in_first_set(one: Species, catalog: Catalog) -> bool:
    return any(printing.set_id == FIRST_SET for printing in catalog.printings_of(one.dex))


class _Model:
    """The species of the first set are in; others may be, up to the size of the core."""

    def __init__(self, pool: Mapping[int, Species], printed: set[int], inside: Choices) -> None:
        self._inside = inside
        self._model = cp_model.CpModel()
        self._in = {dex: self._model.new_bool_var(one.name) for dex, one in pool.items()}
        for dex in printed:
            self._model.add(self._in[dex] == 1)
        self._model.add(sum(self._in.values()) == CORE)
        self._tie_to_neighbours(pool, printed)
        self._picked = {
            dex: [self._model.new_bool_var(one.card_id) for one in many]
            for dex, many in inside.items()
        }
        lanes: defaultdict[object, list[cp_model.IntVar]] = defaultdict(list)
        for dex, many in inside.items():
            self._model.add(sum(self._picked[dex]) == self._in[dex])
            for one, variable in zip(many, self._picked[dex], strict=True):
                lanes[one.cell.type].append(variable)
                lanes[one.cell.hp].append(variable)
        self._squares = add_squares(self._model, lanes.values())
        self.chosen: set[int] = set()

    def _tie_to_neighbours(self, pool: Mapping[int, Species], printed: set[int]) -> None:
        neighbours: defaultdict[int, set[int]] = defaultdict(set)
        for dex, one in pool.items():
            below = one.evolves_from
            if below is not None and below in pool:
                neighbours[dex].add(below)
                neighbours[below].add(dex)
        for dex in pool:
            if dex not in printed:
                known = sorted(neighbours[dex] & printed)
                self._model.add(self._in[dex] <= sum(self._in[one] for one in known))

    def settle(self, goal: Goal, effort: Effort) -> None:
        """Minimise a goal to the proof, and hold it."""
        expression = self._squares if goal is Goal.BALANCE else self._cost(goal)
        self._model.minimize(expression)
        outcome = effort.solve(self._model)
        if not outcome.solver or outcome.bound < outcome.solver.objective_value - 0.5:
            raise InfeasibleError(
                f"no core of {CORE} species is proven best: {FIRST_SET} and its neighbours are too "
                "few under this policy, or time ran out"
            )
        self._model.add(expression <= round(outcome.solver.objective_value))
        self.chosen = {dex for dex, one in self._in.items() if outcome.solver.boolean_value(one)}

    def _cost(self, goal: Goal) -> cp_model.LinearExprT:
        variables = [one for many in self._picked.values() for one in many]
        weights = [cost for many in self._inside.values() for cost in costs(goal, many)]
        return cp_model.LinearExpr.weighted_sum(variables, weights)
