"""How fast a whole catalogue is fetched, and what a second run costs.

The service is the tests' rig, on the loopback in a process of its own, with the limit lifted.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import requests
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parent.parent
SOURCES = {"tcgdex": "/v2/en", "pokemontcg": "/ptcg/v2"}
"""Where the rig answers for each source."""
CARDS_A_SECOND = 300
SECONDS_TO_ANSWER = 10

# A child's peak counts the size of its parent, so a small process runs the program.
LAUNCHER = """
import resource, subprocess, sys
done = subprocess.run([sys.executable, "-m", "deckbuilder", *sys.argv[1:]], stdout=sys.stderr)
print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


@dataclass(frozen=True)
class FetchRun:
    """A finished fetch."""

    seconds: float
    peak: float
    """The highest resident size, in MiB."""
    cards: int
    requests: int
    bodies: int
    """Answers that the service sent with a body."""


@contextmanager
def serving() -> Iterator[str]:
    """Run the rig over the whole catalogue.

    Yields:
        Its origin: scheme, host and port.
    """
    command = [sys.executable, "-m", "tests.rig.server"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True
    ) as rig:
        try:
            yield (rig.stdout.readline() if rig.stdout else "").strip()
        finally:
            rig.communicate("")


def counts(origin: str) -> dict[str, int]:
    """What the rig was asked so far."""
    told = requests.get(f"{origin}/rig/counts", timeout=SECONDS_TO_ANSWER).json()
    return {name: told[name] for name in ("requests", "bodies_sent")}


def refresh(source: str, origin: str, home: Path) -> FetchRun:
    """Fetch everything that a source has."""
    address = f"{origin}{SOURCES[source]}"
    args = ["fetch", "--source", source, "--url", address, "--rate", "0", "--prices", "-q"]
    before, started = counts(origin), time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", LAUNCHER, *args],
        env={**os.environ, "PYTHONPATH": str(ROOT), "DECKBUILDER_HOME": str(home)},
        capture_output=True,
        text=True,
        check=True,
    )
    seconds = time.perf_counter() - started
    code, kibibytes = map(int, done.stdout.split())
    if code:
        raise SystemExit(f"fetch exited with {code}: {done.stderr}")
    after = counts(origin)
    return FetchRun(
        seconds,
        kibibytes / 1024,
        rows_of(home),
        after["requests"] - before["requests"],
        after["bodies_sent"] - before["bodies_sent"],
    )


def rows_of(home: Path) -> int:
    """Cards that the report of the latest catalogue tells of."""
    catalogs = home / "catalogs"
    report = catalogs / (catalogs / "latest").read_text(encoding="utf-8") / "fetch-report.csv"
    outcomes = [line.split(",")[-2] for line in report.read_text(encoding="utf-8").splitlines()]
    return sum(one not in {"outcome", "gone", "set unlisted"} for one in outcomes)


def fetching(runs: int) -> None:
    """Every card of a source, into an empty home and then once more."""
    table = Table(title=f"A whole catalogue, median of {runs}: target {CARDS_A_SECOND} cards/s")
    for column in ("Source", "Run", "s", "Cards", "Cards/s", "Peak MiB", "Asked", "Bodies"):
        table.add_column(column, justify="left" if column in {"Source", "Run"} else "right")
    with serving() as origin:
        for source in SOURCES:
            for name, many in zip(("first", "second"), pairs(source, origin, runs), strict=True):
                table.add_row(source, name, *figures(many))
    Console(highlight=False).print(table)


def pairs(source: str, origin: str, runs: int) -> tuple[list[FetchRun], list[FetchRun]]:
    """Fetch twice into a new home, so often."""
    first, second = [], []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as home:
            first.append(refresh(source, origin, Path(home)))
            second.append(refresh(source, origin, Path(home)))
    return first, second


def figures(many: list[FetchRun]) -> list[str]:
    """The cells of a row."""
    seconds = statistics.median(one.seconds for one in many)
    peak = max(one.peak for one in many)
    return [
        f"{seconds:.1f}",
        f"{many[0].cards:,}",
        f"{many[0].cards / seconds:,.0f}",
        f"{peak:,.0f}",
        f"{many[0].requests:,}",
        f"{max(one.bodies for one in many):,}",
    ]


def main() -> None:
    """Run it on its own."""
    fetching(int(sys.argv[1]) if len(sys.argv) > 1 else 1)


if __name__ == "__main__":
    main()
