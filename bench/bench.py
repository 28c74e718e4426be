"""`make bench`: how long the program takes, from the shell, beside peers in the same run.

Medians of several runs, on as many cores as the machine lends; memory is the highest resident
size of a run. `make bench-smallest` runs every part once, each on its smallest input: it tells
whether all figures can still be measured, and none of them.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Final

from balance import balance
from catalogue import catalogue
from fetching import fetching
from launch import launch
from owned import ROWS, imports
from peers import PeerRun, highs, max_min
from play import VERIFIED, play
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


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    runs: int
    """Of what is quick; what takes long runs three times at most."""
    limit: float
    """Seconds that a peer has for one pool."""
    pools: tuple[tuple[str, ...], ...]
    """What the solver is measured on: one region to split, or several together."""
    peer_pools: tuple[tuple[str, ...], ...]
    listed: tuple[str, ...]
    """Regions of the deck that is exported."""
    rows: int
    """Of the collections that are imported."""
    sets: tuple[str, ...]
    """What is fetched; none for everything."""
    seconds: float
    """How long each engine plays at least."""
    games: int
    """Of a whole verification."""
    balance: bool
    """Whether a handful of decks is solved and played for the page on balance, unwritten."""

    @property
    def few(self) -> int:
        """Runs of what takes long."""
        return min(3, self.runs)


def full(runs: int, limit: float) -> Size:
    """Everything that the README states."""
    return Size(
        runs,
        limit,
        pools=(*((one,) for one in REGIONS), *combinations(REGIONS, 2)),
        peer_pools=(("kanto", "johto"), ("galar", "paldea"), ("galar",), ("johto",)),
        listed=("kanto", "johto", "hoenn"),
        rows=ROWS,
        sets=(),
        seconds=1.0,
        games=VERIFIED,
        balance=False,
    )


SMALLEST: Final = Size(
    runs=1,
    limit=2,
    pools=(("galar",), ("galar", "paldea")),
    peer_pools=(("galar", "paldea"),),
    listed=("galar", "paldea"),
    rows=200,
    sets=("dv1",),
    seconds=0.01,
    games=1_000,
    balance=True,
)


def shell(args: Sequence[str], runs: int) -> tuple[float, float]:
    """Run the program from the shell; give the median seconds and the peak memory in MiB."""
    with tempfile.TemporaryDirectory() as folder:
        done = [launch(args, folder=folder) for _ in range(runs)]
    return statistics.median(one.seconds for one in done), max(one.peak for one in done)


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


def lists(size: Size) -> None:
    """A large deck in all formats, and a large collection in each of its shapes."""
    regions, runs = size.listed, size.few
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
    for one in imports(runs, size.rows):
        row = (f"{one.seconds:.1f}", "10", f"{one.peak:.0f}", "500")
        table.add_row(f"import of {one.rows:,} rows, {one.format}", *row)
    console.print(table)


def decks(size: Size) -> None:
    """Splits and pairs of regions, all tiers."""
    runs, catalog = size.few, load_catalog()
    policy = load_policy(DEFAULT_POLICY, catalog)
    table = Table(title=f"{len(size.pools)} splits and pairs, seconds, median of {runs}")
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
    for names in size.pools:
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
                for column in zip(*(seconds for _, seconds in timings), strict=True)
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


def peers(size: Size) -> None:
    """Tier 2 of some pools, beside the whole model in HiGHS and in plain CP-SAT."""
    runs, limit = size.few, size.limit
    table = Table(title=f"Tier 2, median of {runs}, limit {limit:.0f} s")
    for column in ("Pool", "Ours s", "HiGHS", "CP-SAT max-min", "HiGHS ÷ ours"):
        table.add_column(column, justify="left" if column == "Pool" else "right")
    for regions in size.peer_pools:
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


PARTS: Final[Mapping[str, Callable[[Size], None]]] = {
    "commands": lambda size: commands(size.runs),
    "catalogue": lambda size: catalogue(size.runs),
    "decks": decks,
    "peers": peers,
    "lists": lists,
    "fetching": lambda size: fetching(size.few, size.sets),
    "play": lambda size: play(size.runs, size.seconds, size.games),
    "balance": lambda size: balance(decks=2, games=200) if size.balance else None,
}
"""What can be measured, by its name."""


def main() -> None:
    """Run all benchmarks, or those named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=[*PARTS], help=", ".join(PARTS))
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--limit", type=float, default=60, help="seconds a peer has for a pool")
    parser.add_argument("--smallest", action="store_true", help="each part once, on little")
    args = parser.parse_args()
    if unknown := [part for part in args.parts if part not in PARTS]:
        parser.error(f"no part is called '{unknown[0]}': {', '.join(PARTS)}")
    size = SMALLEST if args.smallest else full(args.runs, args.limit)
    console.print(f"{CORES} cores, Python {sys.version.split()[0]}")
    for part in args.parts:
        PARTS[part](size)


if __name__ == "__main__":
    main()
