"""What a solve may spend: time, workers, and the user's patience."""

import math
import threading
import time
from dataclasses import dataclass
from typing import Final

from ortools.sat.python import cp_model


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a search ended."""

    solver: cp_model.CpSolver | None
    """Holds the best solution found, if any, proven best or not."""
    bound: float
    """No solution has a lower objective; minus infinity where nothing is known."""
    infeasible: bool
    """Whether it is proven that there is no solution."""


class Effort:
    """A time limit that can also be ended by hand, from any thread."""

    def __init__(self, seconds: float, *, workers: int = 1, seed: int = 0) -> None:
        self.workers: Final = workers
        """Rubrics that are searched at the same time."""
        self.seed: Final = seed
        self._deadline = time.monotonic() + seconds
        self._lock = threading.Lock()
        self._stopped = False
        self._running: set[cp_model.CpSolver] = set()

    def stop(self) -> None:
        """End every search that runs or would run; each keeps its best so far."""
        with self._lock:
            self._stopped = True
            running = list(self._running)
        for solver in running:
            solver.stop_search()

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._stopped

    @property
    def spent(self) -> bool:
        """Whether there is nothing left."""
        return self._stopped or time.monotonic() >= self._deadline

    def new_solver(self) -> cp_model.CpSolver:
        """Make a solver with all of its settings but the time that is left."""
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = self.seed
        solver.parameters.catch_sigint_signal = False
        return solver

    def solve(self, model: cp_model.CpModel) -> "Outcome":
        """Run CP-SAT on a model for as long as the effort lasts.

        One worker and a fixed seed: what it finds to the end is the same every time.
        """
        solver = self.new_solver()
        with self._lock:
            left = self._deadline - time.monotonic()
            if self._stopped or left <= 0:
                return Outcome(None, -math.inf, infeasible=False)
            self._running.add(solver)
        solver.parameters.max_time_in_seconds = left
        try:
            status = solver.solve(model)
        finally:
            with self._lock:
                self._running.discard(solver)
        found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
        return Outcome(
            solver if found else None,
            solver.best_objective_bound if found else -math.inf,
            infeasible=status == cp_model.INFEASIBLE,
        )
