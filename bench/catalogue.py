"""How long the catalogue takes to load for a command, and to build, beside a reader of tables."""

import statistics
import subprocess
import sys
from importlib.util import find_spec

from launch import ROOT
from rich.console import Console
from rich.table import Table

LOAD = """
import time
from deckbuilder.catalog.catalog import load_catalog
from deckbuilder.catalog.files import DATA
started = time.perf_counter()
load_catalog(DATA)
print(time.perf_counter() - started)
"""
PEER = """
import time
import pandas
from deckbuilder.catalog.files import DATA
started = time.perf_counter()
for name in ("species", "sets", "printings"):
    pandas.read_csv(DATA / f"{name}.csv", dtype=str, keep_default_na=False)
print(time.perf_counter() - started)
"""
BUILD = """
import time
from deckbuilder.catalog.files import DATA
from deckbuilder.sources.build import build_catalog
started = time.perf_counter()
build_catalog(DATA / "facts", DATA / "corrections.csv")
print(time.perf_counter() - started)
"""


def seconds(code: str, runs: int) -> float:
    """Median seconds that a piece of code measures, each time in a new process."""
    told = [
        subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True
        ).stdout
        for _ in range(runs)
    ]
    return statistics.median(map(float, told))


def catalogue(runs: int) -> None:
    """Print what loading and building the catalogue take."""
    loading = seconds(LOAD, runs)
    table = Table(title=f"The catalogue, median of {runs}")
    for column in ("Work", "Seconds", "Target", "By ours"):
        table.add_column(column, justify="left" if column == "Work" else "right")
    table.add_row("load, checked by hash, as values", f"{loading:.2f}", "", "1.0×")
    if find_spec("pandas"):
        peer = seconds(PEER, runs)
        table.add_row("pandas.read_csv of its tables", f"{peer:.2f}", "", f"{peer / loading:.1f}×")
    table.add_row("build from both sources", f"{seconds(BUILD, min(3, runs)):.1f}", "20", "")
    Console(highlight=False).print(table)
