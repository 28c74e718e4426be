"""`make bench`: how long the program takes, from the shell, beside peers in the same run.

Medians of several runs, on as many cores as the machine lends; memory is the highest resident
size of a run.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

from fetching import fetching
from owned import imports
from peers import PeerRun, highs, max_min
from play import play
from rich.console import Console
from rich.table import Table

from deckbuilder.catalog.catalog import Catalog, load_catalog
from deckbuilder.catalog.policy import DEFAULT_POLICY, Policy, load_policy
from deckbuilder.catalog.pools import find_pool
from deckbuilder.domain.cards import REGIONS
from deckbuilder.domain.plan import Mode, Plan, Status
from deckbuilder.export.formats import Format
from deckbuilder.solve.effort import Effort
from deckbuilder.solve.instance import Problem
from deckbuilder.solve.optimize import Request, Task, optimize
from deckbuilder.solve.tiers import solve_tiers

CORES = os.cpu_count() or 1
MAIN_JOB = ["optimize", "--regions", "kanto", "johto", "-q"]
console = Console(highlight=False)


# Run the program in a process that is small itself, since a child's peak counts its parent's size.
LAUNCHER = """
import os, resource, subprocess, sys
code = subprocess.call([sys.executable, "-m", "deckbuilder", *sys.argv[1:]], stdout=sys.stderr)
print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def shell(args: Sequence[str], runs: int) -> tuple[float, float]:
    """Run the program from the shell; give the median seconds and the peak memory in MiB."""
    seconds, peak = [], 0.0
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(runs):
            started = time.perf_counter()
            done = subprocess.run(
                [sys.executable, "-c", LAUNCHER, *args],
                cwd=folder,
                env=env,
                capture_output=True,
                text=True,
                check=True,
            )
            seconds.append(time.perf_counter() - started)
            code, kibibytes = map(int, done.stdout.split())
            peak = max(peak, kibibytes / 1024)
            if code:
                raise SystemExit(f"{args} exited with {code}: {done.stderr}")
    return statistics.median(seconds), peak


def commands(runs: int) -> None:
    """From the shell: start-up, a look-up, the main job."""
    table = Table(title=f"From the shell, median of {runs}")
    for column in ("Command", "Median s", "Target s", "Peak MiB"):
        table.add_column(column, justify="left" if column == "Command" else "right")
    for args, target in (
        (["--help"], 0.3),
        (["species", "Charizard", "-q"], 1.0),
        (MAIN_JOB, 20.0),
    ):
        median, peak = shell(args, runs)
        table.add_row(" ".join(args), f"{median:.2f}", f"{target}", f"{peak:.0f}")
    console.print(table)


class Stopwatch:
    """Notes when each step of a solve begins."""

    def __init__(self, told_at: list[float]) -> None:
        self._told_at = told_at

    def __call__(self, _step: str) -> None:
        """Note that a step begins."""
        self._told_at.append(time.perf_counter())


def lists(runs: int) -> None:
    """A large deck in all formats, and a large collection in each of its shapes."""
    regions = ("kanto", "johto", "hoenn")
    formats = [str(one) for one in Format]
    with tempfile.TemporaryDirectory() as folder:
        deck = str(Path(folder, "deck"))
        shell(["optimize", "--regions", *regions, "-q", "--out", deck], 1)
        options = ["--into", folder, "-q", "--catalog", "snapshot"]
        median, peak = shell(["export", deck, "--format", *formats, *options], runs)
    table = Table(title=f"Lists, median of {runs}")
    for column in ("Work", "Median s", "Target s", "Peak MiB", "Target MiB"):
        table.add_column(column, justify="left" if column == "Work" else "right")
    what = f"export of {'+'.join(regions)}, {len(formats)} formats"
    table.add_row(what, f"{median:.2f}", "5", f"{peak:.0f}", "")
    for one in imports(runs):
        row = (f"{one.seconds:.1f}", "10", f"{one.peak:.0f}", "500")
        table.add_row(f"import of {one.rows:,} rows, {one.format}", *row)
    console.print(table)


def decks(runs: int) -> None:
    """Every split and every pair of regions, all tiers."""
    catalog = load_catalog()
    policy = load_policy(DEFAULT_POLICY, catalog)
    table = Table(title=f"All nine splits and 36 pairs, seconds, median of {runs}")
    for column in (
        "Pool",
        "Outliers",
        "Σ squares",
        "Printings",
        "Proven",
        "Tier 1",
        "Tiers 1–2",
        "All",
    ):
        table.add_column(column, justify="left" if column == "Pool" else "right")
    for names in (*((one,) for one in REGIONS), *combinations(REGIONS, 2)):
        mode = Mode.SPLIT if len(names) == 1 else Mode.JOINT
        request = Request(find_pool(names, catalog), mode)
        timings = [timed_plan(request, catalog, policy) for _ in range(runs)]
        plan = timings[0][0]
        proven = "".join("✓" if t.status is Status.OPTIMAL else f"{t.gap:.1%}" for t in plan.tiers)
        table.add_row(
            plan.name,
            *(f"{tier.value:,}" for tier in plan.tiers),
            proven,
            *(
                f"{statistics.median(column):.2f}"
                for column in zip(*(t[1:] for t in timings), strict=True)
            ),
        )
    console.print(table)


def timed_plan(
    request: Request, catalog: Catalog, policy: Policy
) -> tuple[Plan, tuple[float, float, float]]:
    """A plan, and the seconds until tier 1, tier 2 and all of it were settled."""
    told_at: list[float] = []
    started = time.perf_counter()
    effort = Effort(300, workers=CORES)
    plan = optimize(request, catalog, policy, effort, Stopwatch(told_at))
    ended = (told_at[1], told_at[2], time.perf_counter())
    tier_1, tier_2, everything = (one - started for one in ended)
    return plan, (tier_1, tier_2, everything)


def peers(runs: int, limit: float) -> None:
    """Tier 2 of some pools, beside the whole model in HiGHS and in plain CP-SAT."""
    table = Table(title=f"Tier 2, median of {runs}, limit {limit:.0f} s")
    for column in ("Pool", "Ours s", "HiGHS", "CP-SAT max-min", "HiGHS ÷ ours"):
        table.add_column(column, justify="left" if column == "Pool" else "right")
    for regions in (("kanto", "johto"), ("galar", "paldea"), ("galar",), ("johto",)):
        problem = balanced(regions)
        ours, covered = timed_tier_two(problem, runs)
        by_highs = repeated(highs, problem, covered, limit, runs)
        plain = repeated(max_min, problem, covered, limit, runs)
        seconds = statistics.median(run.seconds for run in by_highs)
        table.add_row(
            "+".join(regions), f"{ours:.2f}", told(by_highs), told(plain), f"{seconds / ours:.0f}×"
        )
    console.print(table)


def balanced(regions: tuple[str, ...]) -> Problem:
    """A pool as the solver sees it: a split for one region, a joint deck for more."""
    catalog = load_catalog()
    policy = load_policy(DEFAULT_POLICY, catalog)
    mode = Mode.SPLIT if len(regions) == 1 else Mode.JOINT
    return Task(Request(find_pool(regions, catalog), mode), catalog, policy).problem


def timed_tier_two(problem: Problem, runs: int) -> tuple[float, int]:
    """Median seconds for tier 2 alone, its models made, and the species that tier 1 covers."""
    seconds = []
    covered = 0
    for _ in range(runs):
        told_at: list[float] = []
        effort = Effort(300, workers=CORES)
        solution = solve_tiers(problem, effort, Stopwatch(told_at))
        seconds.append(told_at[2] - told_at[1])
        covered = len(solution.deck.grid)
    return statistics.median(seconds), covered


def repeated(
    peer: Callable[[Problem, int, float], PeerRun],
    problem: Problem,
    covered: int,
    limit: float,
    runs: int,
) -> list[PeerRun]:
    """Run a peer several times; once is enough where it proves nothing within the limit."""
    first = peer(problem, covered, limit)
    return [first, *(peer(problem, covered, limit) for _ in range(runs - 1 if first.proven else 0))]


def told(runs: list[PeerRun]) -> str:
    """A peer's median, or how far it was from a proof."""
    seconds = statistics.median(run.seconds for run in runs)
    if all(run.proven for run in runs):
        return f"{seconds:.2f} s"
    return f"not in {seconds:.0f} s, gap {statistics.median(run.gap for run in runs):.1%}"


PARTS: Final[Mapping[str, Callable[[argparse.Namespace], None]]] = {
    "commands": lambda args: commands(args.runs),
    "decks": lambda args: decks(min(3, args.runs)),
    "peers": lambda args: peers(min(3, args.runs), args.limit),
    "lists": lambda args: lists(min(3, args.runs)),
    "fetching": lambda args: fetching(min(3, args.runs)),
    "play": lambda args: play(args.runs),
}
"""What can be measured, by its name."""


def main() -> None:
    """Run all benchmarks, or those named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=[*PARTS])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--limit", type=float, default=60)
    args = parser.parse_args()
    console.print(f"{CORES} cores, Python {sys.version.split()[0]}")
    for part in args.parts:
        PARTS[part](args)


if __name__ == "__main__":
    main()
