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
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

from peers import PeerRun, highs, max_min
from rich.console import Console
from rich.table import Table

from deckbuilder.catalog.catalog import load_catalog
from deckbuilder.catalog.policy import DEFAULT_POLICY, Eligibility, load_policy
from deckbuilder.domain.cards import REGIONS
from deckbuilder.domain.plan import Mode, Status
from deckbuilder.solve.budget import Budget
from deckbuilder.solve.coverage import coverage
from deckbuilder.solve.instance import Candidates, Choices
from deckbuilder.solve.model import Goal
from deckbuilder.solve.optimize import Request, optimize
from deckbuilder.solve.tiers import Ladder, contenders

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


def pairs(runs: int) -> None:
    """Every pair of regions, all tiers."""
    catalog = load_catalog()
    policy = load_policy(DEFAULT_POLICY, catalog)
    table = Table(title=f"All 36 pairs of regions, all tiers, median of {runs}; target 60 s")
    for column in ("Pair", "Outliers", "Σ squares", "Printings", "Proven", "s"):
        table.add_column(column, justify="left" if column == "Pair" else "right")
    slowest = 0.0
    for pair in combinations(REGIONS, 2):
        seconds = []
        for _ in range(runs):
            started = time.perf_counter()
            plan = optimize(
                Request(pair, Mode.JOINT), catalog, policy, Budget(60, workers=os.cpu_count() or 1)
            )
            seconds.append(time.perf_counter() - started)
        median = statistics.median(seconds)
        slowest = max(slowest, median)
        proven = "".join("✓" if t.status is Status.OPTIMAL else f"{t.gap:.1%}" for t in plan.tiers)
        table.add_row(
            plan.pool, *(f"{tier.value:,}" for tier in plan.tiers), proven, f"{median:.2f}"
        )
    console.print(table, f"slowest: {slowest:.2f} s")


def peers(runs: int, limit: float) -> None:
    """Tier 2 of some pools, beside the whole model in HiGHS and in plain CP-SAT."""
    table = Table(title=f"Tier 2, median of {runs}, limit {limit:.0f} s")
    for column in ("Pool", "Ours s", "HiGHS", "CP-SAT max-min", "HiGHS ÷ ours"):
        table.add_column(column, justify="left" if column == "Pool" else "right")
    for regions in (("kanto",), ("kanto", "johto"), ("galar", "paldea")):
        choices = balanced_choices(regions)
        covered = coverage(choices).most
        ours = statistics.median(timed_tier_two(choices) for _ in range(runs))
        by_highs = [highs(choices, covered, limit) for _ in range(runs)]
        plain = [max_min(choices, covered, limit) for _ in range(runs)]
        seconds = statistics.median(run.seconds for run in by_highs)
        table.add_row(
            "+".join(regions), f"{ours:.2f}", told(by_highs), told(plain), f"{seconds / ours:.0f}×"
        )
    console.print(table)


def balanced_choices(regions: tuple[str, ...]) -> Choices:
    """Candidates of a pool, the exceptions taken out."""
    catalog = load_catalog()
    policy = load_policy(DEFAULT_POLICY, catalog)
    eligibility = Eligibility(policy, catalog)
    candidates = Candidates(catalog, policy, eligibility)
    return {
        one.dex: candidates.of(one)
        for one in catalog.natives(regions)
        if one.dex not in eligibility.exceptions
    }


def timed_tier_two(choices: Choices) -> float:
    """Seconds for tiers 1 and 2 as the solver does them."""
    started = time.perf_counter()
    ladder = Ladder(contenders(coverage(choices).best_rubrics(), choices), Budget(60))
    ladder.climb(Goal.BALANCE)
    return time.perf_counter() - started


def told(runs: list[PeerRun]) -> str:
    """A peer's median, or how far it was from a proof."""
    seconds = statistics.median(run.seconds for run in runs)
    if all(run.proven for run in runs):
        return f"{seconds:.2f} s"
    return f"not in {seconds:.0f} s, gap {statistics.median(run.gap for run in runs):.1%}"


def main() -> None:
    """Run all benchmarks, or those named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=["commands", "pairs", "peers"])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--limit", type=float, default=60)
    args = parser.parse_args()
    console.print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}")
    for part in args.parts:
        {
            "commands": lambda: commands(args.runs),
            "pairs": lambda: pairs(min(3, args.runs)),
            "peers": lambda: peers(min(3, args.runs), args.limit),
        }[part]()


if __name__ == "__main__":
    main()
