"""The same problem handed whole to other solvers: one model that chooses rubrics and cards.

Both peers are told tier 1's optimum, which spares them its proof, and are timed on tier 2.
"""

import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import highspy
from ortools.sat.python import cp_model

from deckbuilder.domain.cards import TYPES
from deckbuilder.domain.rubric import LANES_PER_AXIS
from deckbuilder.solve.instance import Candidate, Problem

SPAN = 60
Lane = tuple[int, str | int]


@dataclass(frozen=True)
class PeerRun:
    """How far a peer came on tier 2."""

    seconds: float
    proven: bool
    gap: float


def windows(problem: Problem) -> range:
    """Lowest HP of every window that a rubric may have."""
    highest = max(one.cell.hp for many in problem.choices.values() for one in many)
    return range(10, max(10, highest - SPAN) + 1, 10)


def species(problem: Problem) -> Iterator[tuple[int, tuple[Candidate, ...]]]:
    """The group of every species, and its candidates."""
    for index, group in enumerate(problem.groups):
        for dex in group.members:
            yield index, problem.choices[dex]


def highs(problem: Problem, covered: int, limit: float) -> PeerRun:
    """Σ squares by HiGHS: types and window as binaries, a lane's square as unary steps."""
    solver = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("time_limit", limit)
    solver.setOptionValue("threads", 2)
    modules = range(len(problem.given))
    has = {(m, name): solver.addBinary() for m in modules for name in TYPES}
    window = {(m, low): solver.addBinary() for m in modules for low in windows(problem)}
    part = [[solver.addBinary() for _ in modules] for _ in problem.groups]
    for here in part:
        solver.addConstr(sum(here) == 1)
    for m in modules:
        solver.addConstr(sum(has[m, name] for name in TYPES) == LANES_PER_AXIS)
        solver.addConstr(sum(window[m, low] for low in windows(problem)) == 1)
    if problem.first_sizes:
        held = sum(g.size * here[0] for g, here in zip(problem.groups, part, strict=True))
        solver.addConstr(held >= problem.first_sizes[0])
        solver.addConstr(held <= problem.first_sizes[-1])
    lanes: defaultdict[Lane, list[highspy.highs.highs_var]] = defaultdict(list)
    every = []
    for index, many in species(problem):
        for m in modules:
            z = [solver.addBinary() for _ in many]
            every += z
            solver.addConstr(sum(z) <= part[index][m])
            by_type, by_hp = defaultdict(list), defaultdict(list)
            for one, var in zip(many, z, strict=True):
                by_type[one.cell.type].append(var)
                by_hp[one.cell.hp].append(var)
                lanes[m, one.cell.type].append(var)
                lanes[m, one.cell.hp].append(var)
            for name, some in by_type.items():
                solver.addConstr(sum(some) <= has[m, name])
            for hp, some in by_hp.items():
                holding = [window[m, low] for low in windows(problem) if low <= hp <= low + SPAN]
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


def max_min(problem: Problem, covered: int, limit: float) -> PeerRun:
    """The plain formulation: CP-SAT raises the emptiest lane instead of lowering Σ squares."""
    model = cp_model.CpModel()
    modules = range(len(problem.given))
    has = {(m, name): model.new_bool_var(name) for m in modules for name in TYPES}
    window = {(m, low): model.new_bool_var(f"{low}") for m in modules for low in windows(problem)}
    part = [[model.new_bool_var("part") for _ in modules] for _ in problem.groups]
    for here in part:
        model.add_exactly_one(here)
    for m in modules:
        model.add(sum(has[m, name] for name in TYPES) == LANES_PER_AXIS)
        model.add_exactly_one(window[m, low] for low in windows(problem))
    if problem.first_sizes:
        held = sum(g.size * here[0] for g, here in zip(problem.groups, part, strict=True))
        model.add(held >= problem.first_sizes[0])
        model.add(held <= problem.first_sizes[-1])
    lanes: defaultdict[Lane, list[cp_model.IntVar]] = defaultdict(list)
    every = []
    for index, many in species(problem):
        for m in modules:
            z = [model.new_bool_var("z") for _ in many]
            every += z
            model.add(sum(z) <= part[index][m])
            for one, var in zip(many, z, strict=True):
                model.add_implication(var, has[m, one.cell.type])
                holding = [low for low in windows(problem) if low <= one.cell.hp <= low + SPAN]
                model.add_bool_or([var.negated(), *(window[m, low] for low in holding)])
                lanes[m, one.cell.type].append(var)
                lanes[m, one.cell.hp].append(var)
    model.add(sum(every) == covered)
    emptiest = model.new_int_var(0, covered, "emptiest")
    for (m, name), held_type in has.items():
        model.add(emptiest <= sum(lanes[m, name])).only_enforce_if(held_type)
    for (m, low), held_window in window.items():
        for hp in range(low, low + SPAN + 1, 10):
            model.add(emptiest <= sum(lanes[m, hp])).only_enforce_if(held_window)
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
