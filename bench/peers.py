"""The same problem handed whole to other solvers: one model that chooses rubric and cards.

Both peers are told tier 1's optimum, which spares them its proof, and are timed on tier 2.
"""

import time
from collections import defaultdict
from dataclasses import dataclass

import highspy
from ortools.sat.python import cp_model

from deckbuilder.domain.cards import TYPES
from deckbuilder.domain.rubric import LANES_PER_AXIS
from deckbuilder.solve.instance import Choices

SPAN = 60


@dataclass(frozen=True)
class PeerRun:
    """How far a peer came on tier 2."""

    seconds: float
    proven: bool
    gap: float


def _windows(choices: Choices) -> range:
    highest = max(one.cell.hp for many in choices.values() for one in many)
    return range(10, max(10, highest - SPAN) + 1, 10)


def highs(choices: Choices, covered: int, limit: float) -> PeerRun:
    """Σ squares by HiGHS: types and window as binaries, a lane's square as unary steps."""
    solver = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("time_limit", limit)
    solver.setOptionValue("threads", 2)
    has_type = {name: solver.addBinary() for name in TYPES}
    window = {low: solver.addBinary() for low in _windows(choices)}
    solver.addConstr(sum(has_type.values()) == LANES_PER_AXIS)
    solver.addConstr(sum(window.values()) == 1)
    lanes: defaultdict[str | int, list[highspy.highs.highs_var]] = defaultdict(list)
    every = []
    for many in choices.values():
        z = [solver.addBinary() for _ in many]
        every += z
        solver.addConstr(sum(z) <= 1)
        by_type, by_hp = defaultdict(list), defaultdict(list)
        for one, var in zip(many, z, strict=True):
            by_type[one.cell.type].append(var)
            by_hp[one.cell.hp].append(var)
            lanes[one.cell.type].append(var)
            lanes[one.cell.hp].append(var)
        for name, some in by_type.items():
            solver.addConstr(sum(some) <= has_type[name])
        for hp, some in by_hp.items():
            holding = [w for low, w in window.items() if low <= hp <= low + SPAN]
            solver.addConstr(sum(some) <= (sum(holding) if holding else 0))
    solver.addConstr(sum(every) == covered)
    cost = []
    for lane in lanes.values():
        steps = [solver.addVariable(lb=0, ub=1) for _ in lane]
        solver.addConstr(sum(steps) == sum(lane))
        cost += [(2 * k + 1) * step for k, step in enumerate(steps)]
    started = time.perf_counter()
    solver.minimize(sum(cost))
    seconds = time.perf_counter() - started
    proven = solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return PeerRun(seconds, proven, min(1.0, solver.getInfo().mip_gap))


def max_min(choices: Choices, covered: int, limit: float) -> PeerRun:
    """The plain formulation: CP-SAT raises the emptiest lane instead of lowering Σ squares."""
    model = cp_model.CpModel()
    types = {name: model.new_bool_var(name) for name in TYPES}
    window = {low: model.new_bool_var(str(low)) for low in _windows(choices)}
    model.add(sum(types.values()) == LANES_PER_AXIS)
    model.add_exactly_one(window.values())
    lanes: defaultdict[str | int, list[cp_model.IntVar]] = defaultdict(list)
    every = []
    for many in choices.values():
        z = [model.new_bool_var("z") for _ in many]
        every += z
        model.add_at_most_one(z)
        for one, var in zip(many, z, strict=True):
            model.add_implication(var, types[one.cell.type])
            model.add_bool_or(
                [var.negated()]
                + [w for low, w in window.items() if low <= one.cell.hp <= low + SPAN]
            )
            lanes[one.cell.type].append(var)
            lanes[one.cell.hp].append(var)
    model.add(sum(every) == covered)
    emptiest = model.new_int_var(0, covered, "emptiest")
    for name, has in types.items():
        model.add(emptiest <= sum(lanes[name])).only_enforce_if(has)
    for low, has in window.items():
        for hp in range(low, low + SPAN + 1, 10):
            model.add(emptiest <= sum(lanes[hp])).only_enforce_if(has)
    model.maximize(emptiest)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 2
    solver.parameters.max_time_in_seconds = limit
    started = time.perf_counter()
    status = solver.solve(model)
    seconds = time.perf_counter() - started
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return PeerRun(seconds, proven=False, gap=1.0)
    value, bound = solver.objective_value, solver.best_objective_bound
    return PeerRun(seconds, status == cp_model.OPTIMAL, (bound - value) / max(1.0, bound))
