"""How fast a whole catalogue is fetched, and what a second run costs.

The service is the tests' rig, on the loopback in a process of its own, with the limit lifted.
"""

import csv
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import requests
from launch import ROOT, launch
from rich.console import Console
from rich.table import Table

SOURCES = {"tcgdex": "/v2/en", "pokemontcg": "/ptcg/v2"}
"""Where the rig answers for each source."""
CARDS_A_SECOND = 300
SECONDS_TO_ANSWER = 10


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


def refresh(source: str, origin: str, home: Path, sets: Sequence[str]) -> FetchRun:
    """Fetch everything that a source has, or some sets."""
    address = f"{origin}{SOURCES[source]}"
    args = ["fetch", "--source", source, "--url", address, "--rate", "0", "--prices", "-q"]
    args += ["--sets", *sets] if sets else []
    before = counts(origin)
    done = launch(args, folder=ROOT, env={"DECKBUILDER_HOME": str(home)})
    after = counts(origin)
    return FetchRun(
        done.seconds,
        done.peak,
        rows_of(home),
        after["requests"] - before["requests"],
        after["bodies_sent"] - before["bodies_sent"],
    )


def rows_of(home: Path) -> int:
    """Cards that the report of the latest catalogue tells of."""
    catalogs = home / "catalogs"
    report = catalogs / (catalogs / "latest").read_text(encoding="utf-8") / "fetch-report.csv"
    with report.open(encoding="utf-8", newline="") as rows:
        outcomes = [row["outcome"] for row in csv.DictReader(rows)]
    return sum(one not in {"gone", "set unlisted"} for one in outcomes)


def fetching(runs: int, sets: Sequence[str] = ()) -> None:
    """Every card of a source, or of some sets, into an empty home and then once more."""
    table = Table(title=f"A whole catalogue, median of {runs}: target {CARDS_A_SECOND} cards/s")
    for column in ("Source", "Run", "s", "Cards", "Cards/s", "Peak MiB", "Asked", "Bodies"):
        table.add_column(column, justify="left" if column in {"Source", "Run"} else "right")
    with serving() as origin:
        for source in SOURCES:
            for name, many in zip(
                ("first", "second"), pairs(source, origin, runs, sets), strict=True
            ):
                table.add_row(source, name, *figures(many))
    Console(highlight=False).print(table)


def pairs(
    source: str, origin: str, runs: int, sets: Sequence[str]
) -> tuple[list[FetchRun], list[FetchRun]]:
    """Fetch twice into a new home, so often."""
    first, second = [], []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as home:
            first.append(refresh(source, origin, Path(home), sets))
            second.append(refresh(source, origin, Path(home), sets))
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
