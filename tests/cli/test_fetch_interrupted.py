"""A fetch that is stopped or killed loses nothing, breaks nothing, and asks for nothing twice."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.files import DATA
from deckbuilder.catalog.home import fetched_catalog, is_whole
from tests.conftest import ROOT, Run
from tests.rig.server import Rig
from tests.rig.world import World
from tests.sources.desk import cards_of, write_catalog

SETS = ("bog", "dv1", "exu", "ex10")
REQUESTS = 1 + len(SETS) + 175
WORKERS = 8
PATIENCE = 30
"""Seconds after which a test gives a program up."""


@dataclass(frozen=True)
class Program:
    """A fetch from a rig, in a process that signals can reach."""

    rig: Rig
    catalog: Path

    def start(self) -> subprocess.Popen[str]:
        there = ("--url", self.rig.tcgdex_url, "--rate", "0", "--catalog", str(self.catalog))
        return subprocess.Popen(
            [sys.executable, "-m", "deckbuilder", "fetch", *there, "--prices"],
            env={**os.environ, "COLUMNS": "80", "NO_COLOR": "1", "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self) -> Run:
        return _ended(self.start())

    def signalled(self, by: signal.Signals, *, after: int) -> Run:
        """Run it, and send a signal as soon as it has made so many requests."""
        process = self.start()
        given_up = time.monotonic() + PATIENCE
        while len(self.rig.requests) < after and process.poll() is None:
            assert time.monotonic() < given_up
            time.sleep(0.001)
        process.send_signal(by)
        return _ended(process)


def _ended(process: subprocess.Popen[str]) -> Run:
    out, err = process.communicate(timeout=PATIENCE)
    return Run(process.returncode, out, err)


@pytest.fixture(scope="module")
def folder(catalog: Catalog, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_catalog(catalog, SETS, tmp_path_factory.mktemp("more"))


@pytest.fixture(scope="module")
def world(catalog: Catalog) -> World:
    """A world in which some cards have changed, so that there is something to write."""
    world = World(catalog, cards_of(catalog, SETS))
    for number in range(1, 20):
        world.change(f"dv1-{number}", hp=200 + 10 * number)
    return world


@pytest.fixture
def program(world: World, folder: Path) -> Iterator[Program]:
    with Rig(world, latency=0.004) as rig:
        yield Program(rig, folder)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DECKBUILDER_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(scope="module")
def undisturbed(
    world: World, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, bytes]:
    """The catalogue of a run that nothing befell."""
    with pytest.MonkeyPatch.context() as patch, Rig(world) as rig:
        patch.setenv("DECKBUILDER_HOME", str(tmp_path_factory.mktemp("home")))
        assert Program(rig, folder).run().code == 0
        assert len(rig.requests) == REQUESTS
        return fetched_files()


def fetched_files() -> dict[str, bytes]:
    """Every file of the catalogue that was fetched."""
    folder = fetched_catalog()
    assert folder is not None
    return {one.name: one.read_bytes() for one in folder.iterdir()}


def answered(rig: Rig) -> set[str]:
    return {one.path for one in rig.requests if one.status == 200}


def check_that_it_goes_on(
    program: Program, undisturbed: dict[str, bytes], home: Path, ends: int = 1
) -> None:
    """Run it again: it ends as if nothing had been, and asks for what it had not got alone."""
    before = answered(program.rig)
    assert fetched_catalog() is None or is_whole(fetched_catalog() or DATA)
    program.rig.log.clear()
    assert program.run().code == 0
    again = before & {one.path for one in program.rig.requests if one.with_body}
    assert len(again) <= ends * WORKERS  # they were on their way when it ended
    assert fetched_files() == undisturbed
    assert not [one for one in (home / "catalogs").iterdir() if one.name.startswith(".")]


def test_ctrl_c_ends_it_and_it_goes_on_next_time(program, undisturbed, home):
    stopped = program.signalled(signal.SIGINT, after=60)
    assert stopped == Run(130, "", "warning: stopped by hand: the same command goes on from here\n")
    assert not (home / "catalogs").exists()
    assert 60 <= len(program.rig.requests) <= 60 + 5 * WORKERS
    check_that_it_goes_on(program, undisturbed, home)


def test_ctrl_c_before_the_sets_are_listed(world, folder, home):
    with Rig(world, latency=1) as rig:
        stopped = Program(rig, folder).signalled(signal.SIGINT, after=1)
    assert (stopped.code, stopped.out) == (130, "")
    assert stopped.err.startswith("warning: stopped by hand")
    assert not (home / "catalogs").exists()


@pytest.mark.parametrize("after", [2, 90, REQUESTS])
def test_killed_it_comes_to_the_same_end(program, undisturbed, home, after):
    assert program.signalled(signal.SIGKILL, after=after).code == -signal.SIGKILL
    check_that_it_goes_on(program, undisturbed, home)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_killed_at_any_moment_it_comes_to_the_same_end(program, undisturbed, home, seed):
    """Twice in a row, the second time while it goes on."""
    moments = sorted(Random(seed).sample(range(1, REQUESTS), 2))
    for after in moments:
        assert program.signalled(signal.SIGKILL, after=after).code == -signal.SIGKILL
    check_that_it_goes_on(program, undisturbed, home, ends=len(moments))
