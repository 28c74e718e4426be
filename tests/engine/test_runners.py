"""Many games: the same sum wherever, in whatever order, and after whatever loss."""

import json
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children
from typing import Any

import pytest

from deckbuilder.engine import tasks
from deckbuilder.engine.party import kernel, outcomes
from deckbuilder.engine.party.options import Options
from deckbuilder.engine.runners import (
    IN_PROCESS,
    LIVES,
    Runner,
    Watch,
    compare_decks,
    dask,
    find_runner,
    play_games,
    processes,
)
from deckbuilder.engine.tally import PairTally, Tally
from deckbuilder.engine.tasks import Run, why_no_kernel
from deckbuilder.errors import BadInputError, NetworkError, UsageError

BOTS = ("random", "greedy")


@pytest.fixture
def chunk_size(monkeypatch):
    """Set how many games a chunk has."""

    def set_to(size: int) -> None:
        monkeypatch.setattr(Run, "chunk_size", size)

    return set_to


@pytest.fixture
def small_chunks(chunk_size):
    chunk_size(70)


@pytest.fixture
def expected(kanto_full):
    return Run(kanto_full, Options(), BOTS, 3).chunk(range(1000))


def play(deck, **how):
    return play_games(deck, Options(), BOTS, games=1000, seed=3, **how)


def test_the_size_of_chunks_changes_nothing(kanto_full, expected, chunk_size):
    for size in (1000, 333, 64):
        chunk_size(size)
        assert play(kanto_full) == expected


def test_the_number_of_processes_changes_nothing(kanto_full, expected):
    assert play(kanto_full, runner=processes(2)) == expected


def test_a_worker_process_that_is_killed_changes_nothing(kanto_full, chunk_size):
    chunk_size(5_000)
    expected = Run(kanto_full, Options(), BOTS, 3).chunk(range(100_000))
    killed: list[Any] = []

    def kill_one(_done, _games):
        if not killed:
            killed.append(active_children()[0])
            killed[0].kill()

    tally = play_games(
        kanto_full,
        Options(),
        BOTS,
        games=100_000,
        seed=3,
        runner=processes(2),
        watch=Watch(progress=kill_one),
    )
    killed[0].join()
    assert killed[0].exitcode == -signal.SIGKILL
    assert tally == expected


@pytest.mark.usefixtures("small_chunks")
def test_the_order_in_which_chunks_come_back_changes_nothing(kanto_full, expected):
    class Backwards(Executor):
        def __init__(self):
            self.held = []

        def submit(self, fn, /, *args, **_kwargs):
            future: Future[Tally] = Future()
            self.held.append((future, fn, args))
            if len(self.held) == 5 or args[0].stop == 1000:
                for one, work, arguments in self.held[::-1]:
                    one.set_result(work(*arguments))
                self.held = []
            return future

    assert play(kanto_full, runner=Runner("backwards", Backwards, 5)) == expected


def losing(lost):
    """An executor that loses the chunks with these numbers, counted over all its lives."""
    count = 0

    class Losing(Executor):
        def submit(self, fn, /, *args, **_kwargs):
            nonlocal count
            count += 1
            future: Future[Tally] = Future()
            if count in lost:
                future.set_exception(BrokenProcessPool("a worker died"))
            else:
                future.set_result(fn(*args))
            return future

    return Runner("losing", Losing, 3)


@pytest.mark.usefixtures("small_chunks")
def test_a_lost_chunk_is_played_again(kanto_full, expected):
    assert play(kanto_full, runner=losing({1, 4, 5, 9})) == expected


def test_a_run_whose_chunks_are_lost_again_and_again_is_given_up(kanto_full):
    with pytest.raises(NetworkError, match=f"were lost {LIVES} times"):
        play(kanto_full, runner=losing(range(99)))


def test_a_fault_of_the_program_is_no_loss(kanto_full, monkeypatch):
    def fail(_self, _games):
        raise ZeroDivisionError

    monkeypatch.setattr(Run, "chunk", fail)
    with pytest.raises(ZeroDivisionError):
        play(kanto_full)


def test_a_worker_without_the_program_is_told_of(kanto_full, monkeypatch):
    def fail(_self, _games):
        raise ModuleNotFoundError("No module named 'deckbuilder'")

    monkeypatch.setattr(Run, "chunk", fail)
    with pytest.raises(NetworkError, match="cannot play: No module named 'deckbuilder'; install"):
        play(kanto_full)


@pytest.mark.usefixtures("small_chunks")
def test_progress_is_told_by_chunk(kanto_full):
    told = []
    play(kanto_full, watch=Watch(progress=lambda done, games: told.append((done, games))))
    assert told == [(min(70 * n, 1000), 1000) for n in range(1, 16)]


@pytest.mark.usefixtures("small_chunks")
def test_a_run_that_is_stopped_gives_what_is_done(kanto_full):
    done = []
    watch = Watch(progress=lambda count, _: done.append(count), stop=lambda: len(done) == 3)
    tally = play(kanto_full, watch=watch)
    assert tally == Run(kanto_full, Options(), BOTS, 3).chunk(range(210))


@pytest.mark.usefixtures("small_chunks")
def test_a_stopped_run_is_taken_up_from_its_checkpoint(kanto_full, expected, tmp_path):
    path = tmp_path / "run.json"
    done = []
    progress = lambda count, _: done.append(count)  # noqa: E731 - told by a list
    play(kanto_full, watch=Watch(progress, lambda: len(done) == 4, path))
    assert json.loads(path.read_text())["done"] == [[0, 280]]
    done.clear()
    assert play(kanto_full, watch=Watch(progress, checkpoint=path)) == expected
    assert done[0] == 350
    done.clear()
    assert play(kanto_full, watch=Watch(progress, checkpoint=path)) == expected
    assert done == []


def test_a_checkpoint_is_taken_up_with_other_chunks_and_more_games(
    kanto_full, tmp_path, chunk_size
):
    path = tmp_path / "run.json"
    for games, size in ((130, 50), (200, 64), (333, 10)):
        chunk_size(size)
        watch = Watch(checkpoint=path)
        tally = play_games(kanto_full, Options(), BOTS, games=games, seed=3, watch=watch)
        assert tally == Run(kanto_full, Options(), BOTS, 3).chunk(range(games))


def test_a_checkpoint_of_another_run_is_refused(kanto_full, tmp_path):
    path = tmp_path / "run.json"
    play(kanto_full, watch=Watch(checkpoint=path))
    watch = Watch(checkpoint=path)
    with pytest.raises(BadInputError, match="is the checkpoint of another run"):
        play_games(kanto_full, Options(), BOTS, games=1000, seed=4, watch=watch)
    with pytest.raises(BadInputError, match="already counts game 999, and 500 games"):
        play_games(kanto_full, Options(), BOTS, games=500, seed=3, watch=watch)
    path.write_text(path.read_text()[:99])
    with pytest.raises(BadInputError, match="is no JSON"):
        play(kanto_full, watch=watch)


def test_tallies_and_pairs_come_back_from_json(kanto_full, kalos, expected):
    assert Tally.from_dict(json.loads(json.dumps(expected.as_dict()))) == expected
    pairs = compare_decks(kanto_full, kalos, Options(), games=100)
    assert PairTally.from_dict(json.loads(json.dumps(pairs.as_dict()))) == pairs


@pytest.mark.usefixtures("small_chunks")
def test_paired_decks_are_counted_as_alone_and_by_chunks_as_at_once(kanto_full, kalos):
    pairs = compare_decks(kanto_full, kalos, Options(), games=200, seed=2)
    assert pairs.one == Run(kanto_full, Options(), seed=2).chunk(range(200))
    assert pairs.other == Run(kalos, Options(), seed=2).chunk(range(200))
    runs = tasks.PairedRun(*(Run(deck, Options(), seed=2) for deck in (kanto_full, kalos)))
    assert runs.chunk(range(200)) == pairs


def test_without_numba_the_games_are_the_same_and_one_line_says_why(
    kanto_full, expected, monkeypatch
):
    assert why_no_kernel(BOTS) == ""
    monkeypatch.setattr(tasks, "find_spec", lambda _name: None)
    assert "numba is not installed" in why_no_kernel(BOTS)
    assert tasks.player_of(BOTS) is outcomes.play_chunk is not kernel.play_chunk
    assert play(kanto_full) == expected


def test_a_bot_that_is_not_compiled_is_told_of():
    assert why_no_kernel(("greedy", "search")) == "bot 'search' is not compiled: games take longer"


@pytest.mark.parametrize(
    ("games", "bots", "seed", "fault"),
    [(0, BOTS, 0, "0 games"), (9, (), 0, "no bot"), (9, BOTS, -1, "seed -1")],
)
def test_a_run_that_makes_no_sense_is_refused(kanto_full, games, bots, seed, fault):
    with pytest.raises(UsageError, match=fault):
        play_games(kanto_full, Options(), bots, games=games, seed=seed)


def test_a_runner_is_found_by_its_name():
    assert find_runner("in-process") is IN_PROCESS
    assert find_runner("processes", 3).width == 6
    with pytest.raises(UsageError, match="no runner is called 'threads'"):
        find_runner("threads")
    with pytest.raises(UsageError, match="-1 worker processes"):
        find_runner("processes", -1)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "tcp://127.0.0.1", "tcp://no.invalid:1"])
def test_a_cluster_that_is_not_there_is_told_in_one_line_and_soon(address):
    started = time.monotonic()
    with pytest.raises(NetworkError, match=f"no Dask cluster answers at '{address}'"):
        dask(address)
    assert time.monotonic() - started < 5


# A Dask cluster


@contextmanager
def dask_cluster(workers):
    """A scheduler and workers, each a process of its own; nobody replaces one that dies."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    scheduler = ["scheduler", "--host", address, "--no-dashboard", "--no-jupyter"]
    worker = ["worker", address, "--no-nanny", "--nthreads", "1", "--no-dashboard"]
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "dask", *command],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for command in (scheduler, *[worker] * workers)
    ]
    try:
        yield address, started[1:]
    finally:
        for process in started:
            process.kill()
            process.wait()


def patiently(address, workers):
    """The runner, once all workers are there."""
    for _ in range(100):
        try:
            runner = dask(address)
        except NetworkError:
            time.sleep(0.2)
            continue
        if runner.width == 2 * workers:
            return runner
        time.sleep(0.2)
    pytest.fail("the cluster did not come up")


def test_a_cluster_that_loses_a_worker_gives_the_same(kanto_full, chunk_size):
    chunk_size(5_000)
    expected = Run(kanto_full, Options(), BOTS, 3).chunk(range(200_000))
    told: list[int] = []
    with dask_cluster(3) as (address, workers):

        def kill_one(done, _games):
            if not told:
                workers[1].kill()
            told.append(done)

        runner = patiently(address, 3)
        watch = Watch(progress=kill_one)
        tally = play_games(
            kanto_full, Options(), BOTS, games=200_000, seed=3, runner=runner, watch=watch
        )
        assert workers[1].wait() == -signal.SIGKILL
        assert [worker.poll() for worker in (workers[0], workers[2])] == [None, None]
    assert tally == expected
    assert len(told) == 40
