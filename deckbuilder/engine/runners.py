"""Many games, in chunks, wherever there are hands for them.

A chunk is a range of games, and what comes of it does not depend on who plays it or when; so the
sum is the same on one core or on a cluster, after an interruption, and when a lost chunk had to be
played again.
"""

import os
import signal
import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from dataclasses import dataclass
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, Generic, Protocol, Self, TypeVar
from urllib.parse import urlsplit

from pydantic import Field

from deckbuilder.catalog.checked_file import Strict, load_json
from deckbuilder.catalog.files import write_files
from deckbuilder.engine.party.deck import GameDeck
from deckbuilder.engine.party.options import Options
from deckbuilder.engine.tally import PairTally, Tally
from deckbuilder.engine.tasks import PairedRun, Run
from deckbuilder.errors import BadInputError, NetworkError, UsageError

MOST_GAMES: Final = 2**32
"""Games of a run, of which each has a stream of its own."""
WORTH_COMPILING: Final = 5_000
"""Games from which on loading the kernel, or compiling it for the first time, pays."""
LIVES: Final = 4
"""Losses after which a run is given up when no chunk came back in between."""
_POLL: Final = 0.1
"""Seconds between two looks at whether to stop."""
_SAVE_EVERY: Final = 2.0
"""Seconds between two writes of a checkpoint."""
_CLUSTER_TIMEOUT: Final = 3
"""Seconds that a cluster may take to answer."""


class Countable(Protocol):
    """What a chunk gives: counts that can be added, and written down."""

    @property
    def games(self) -> int:
        """Games that were counted."""

    def __add__(self, other: Self) -> Self:
        """Count the games of both."""

    def as_dict(self) -> dict[str, Any]:
        """Give the counts as JSON can hold them."""


C = TypeVar("C", bound=Countable)
C_co = TypeVar("C_co", bound=Countable, covariant=True)


class Task(Protocol[C_co]):
    """What to play; it goes to the workers."""

    @property
    def key(self) -> str:
        """Hash of all that its result depends on, but for the number of games."""

    @property
    def chunk_size(self) -> int:
        """Games to play at once."""

    def chunk(self, games: range) -> C_co:
        """Play and count some games, one at least."""

    def none(self) -> C_co:
        """Count no games."""

    def from_dict(self, content: Mapping[str, Any]) -> C_co:
        """Read counts that were written down."""


@dataclass(frozen=True, slots=True)
class Runner:
    """Where chunks are played."""

    name: str
    open: Callable[[], Executor]
    """Makes an executor; again, when one broke."""
    width: int
    """Chunks that are given out at a time."""


@dataclass(frozen=True, slots=True)
class Watch:
    """How a long run is followed, and broken off."""

    progress: Callable[[int, int], None] = lambda _done, _games: None
    """Told, after each chunk, how many games are done, and how many there are."""
    stop: Callable[[], bool] = lambda: False
    """Asked some times a second whether to break off: what is done is given."""
    checkpoint: Path | None = None
    """File that finished chunks are written to, and taken from when it is there."""


# Where to play


class _Here(Executor):
    """Plays a chunk at once, in the process that asks."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401 - the executor's shape
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - the future tells it
            done.set_exception(error)
        return done


IN_PROCESS: Final = Runner("in-process", _Here, 1)


def processes(workers: int = 0) -> Runner:
    """Play in processes of their own.

    Args:
        workers: How many; 0 for one a core.

    Raises:
        UsageError: It is a negative number.
    """
    if workers < 0:
        raise UsageError(f"{workers} worker processes: give 1 or more")
    count = workers or os.cpu_count() or 1

    def make() -> Executor:
        return ProcessPoolExecutor(count, get_context("spawn"), _leave_interrupts_to_the_parent)

    return Runner("processes", make, 2 * count)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def dask(address: str) -> Runner:
    """Play on a Dask cluster that is there already.

    Args:
        address: Of its scheduler: `tcp://10.0.0.1:8786`.

    Raises:
        UsageError: Dask is not installed.
        NetworkError: No cluster answers at the address, or one without workers.
    """
    if find_spec("distributed") is None:
        raise UsageError("Dask is not installed: pip install 'deckbuilder[cluster]'")
    import distributed  # noqa: PLC0415 - optional, and slow to import

    make_client: Callable[..., Any] = distributed.Client
    try:
        _knock(address)
        client = make_client(address, timeout=_CLUSTER_TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:  # a timeout is an OSError, a malformed address none
        raise NetworkError(f"no Dask cluster answers at '{address}'") from error
    cores = sum(client.ncores().values())
    if not cores:
        raise NetworkError(f"the Dask cluster at '{address}' has no workers: start some")
    return Runner("dask", lambda: client.get_executor(pure=False), 2 * cores)


def _knock(address: str) -> None:
    """Fail at once where nobody listens: Dask itself would ask again and again."""
    place = urlsplit(address)
    if not (place.hostname and place.port):
        raise ValueError(address)
    socket.create_connection((place.hostname, place.port), _CLUSTER_TIMEOUT).close()


def find_runner(where: str, workers: int = 0) -> Runner:
    """Find a runner by the words of the command line.

    Args:
        where: `in-process`, `processes`, or a cluster's address.
        workers: How many processes; 0 for one a core.

    Raises:
        UsageError: It is none of these.
        NetworkError: No cluster answers at the address.
    """
    if "://" in where:
        return dask(where)
    if where == IN_PROCESS.name:
        return IN_PROCESS
    if where == "processes":
        return processes(workers)
    raise UsageError(
        f"no runner is called '{where}': in-process, processes, or a Dask cluster's tcp://…"
    )


# What to play


def play_games(
    deck: GameDeck,
    options: Options,
    bots: Sequence[str] = ("greedy",),
    *,
    games: int,
    seed: int = 0,
    runner: Runner = IN_PROCESS,
    watch: Watch | None = None,
) -> Tally:
    """Play a deck.

    Args:
        deck: The deck.
        options: The rules that were agreed on.
        bots: Names of the bots, seated over and over; each moves on a seat from game to game.
        games: How many.
        seed: Of the run: the same seed gives the same games, anywhere.
        runner: Where to play.
        watch: Progress, stop and checkpoint.

    Returns:
        The counts; of fewer games when it was stopped.

    Raises:
        BadInputError: There is no such bot, or the checkpoint is of another run.
        UsageError: The deck cannot be played with these options.
        NetworkError: Chunks are lost again and again.
    """
    task = Run(deck, options, tuple(bots), seed, compiled=games >= WORTH_COMPILING)
    return run(task, games, runner, watch)


def compare_decks(
    one: GameDeck,
    other: GameDeck,
    options: Options,
    bots: Sequence[str] = ("greedy",),
    *,
    games: int,
    seed: int = 0,
    runner: Runner = IN_PROCESS,
    watch: Watch | None = None,
) -> PairTally:
    """Play two decks on the same seeds; see `play_games`."""
    compiled = games >= WORTH_COMPILING
    runs = (Run(deck, options, tuple(bots), seed, compiled) for deck in (one, other))
    return run(PairedRun(*runs), games, runner, watch)


def run(task: Task[C], games: int, runner: Runner = IN_PROCESS, watch: Watch | None = None) -> C:
    """Play a task's games from number 0 on; see `play_games`."""
    if not 0 < games <= MOST_GAMES:
        raise UsageError(f"{games} games: play one at least, and {MOST_GAMES:,} at most")
    return _Campaign(task, games, runner, watch or Watch()).play()


class _Campaign(Generic[C]):
    """One run under way: which games are counted, and which chunks are out."""

    def __init__(self, task: Task[C], games: int, runner: Runner, watch: Watch) -> None:
        self._task = task
        self._games = games
        self._runner = runner
        self._watch = watch
        self._done: list[range] = []
        self._counts = task.none()
        self._losses = 0
        self._saved = time.monotonic()

    def play(self) -> C:
        """Play until all is counted, or the watch says to stop."""
        self._resume()
        waiting = list(_chunks(self._done, self._games, self._task.chunk_size))[::-1]
        while waiting and not self._watch.stop():
            # A pool of processes of which one was killed takes no more chunks: make another.
            executor = self._runner.open()
            try:
                waiting = self._play_on(executor, waiting)
            finally:
                executor.shutdown(wait=False)
        self._save()
        return self._counts

    def _play_on(self, executor: Executor, waiting: list[range]) -> list[range]:
        """Play chunks, the last first; give those that are left when stopped, or lost."""
        out: dict[Future[C], range] = {}
        try:
            while (waiting or out) and not self._watch.stop():
                while waiting and len(out) < self._runner.width:
                    out[executor.submit(self._task.chunk, waiting[-1])] = waiting[-1]
                    waiting.pop()
                for future in wait(out, _POLL, FIRST_COMPLETED).done:
                    self._count(out[future], future.result())
                    del out[future]
        except ModuleNotFoundError as error:
            raise NetworkError(
                f"a worker of '{self._runner.name}' cannot play: {error}; install deckbuilder there"
            ) from error
        except Exception as error:
            if not _is_loss(error):
                raise
            self._bear(error)
        finally:
            for future in out:
                future.cancel()
        return [*waiting, *out.values()]

    def _bear(self, error: Exception) -> None:
        self._losses += 1
        if self._losses == LIVES:
            raise NetworkError(
                f"workers of '{self._runner.name}' were lost {LIVES} times, and no chunk came back "
                f"in between: {error or type(error).__name__}"
            ) from error

    def _count(self, games: range, counts: C) -> None:
        self._losses = 0
        self._counts = self._counts + counts
        self._done = _merged([*self._done, games])
        self._watch.progress(self._counts.games, self._games)
        if time.monotonic() - self._saved > _SAVE_EVERY:
            self._save()

    def _save(self) -> None:
        path = self._watch.checkpoint
        if path is None:
            return
        content = Checkpoint(
            key=self._task.key,
            done=tuple((games.start, games.stop) for games in self._done),
            counts=self._counts.as_dict(),
        )
        write_files(path.parent, {path.name: content.model_dump_json().encode()})
        self._saved = time.monotonic()

    def _resume(self) -> None:
        path = self._watch.checkpoint
        if path is None or not path.exists():
            return
        content = load_json(path, Checkpoint)
        if content.key != self._task.key:
            raise BadInputError(
                f"'{path}' is the checkpoint of another run: name another file, or delete it"
            )
        self._done = [range(*ends) for ends in content.done]
        if self._done and self._done[-1].stop > self._games:
            raise BadInputError(
                f"'{path}' already counts game {self._done[-1].stop - 1}, and {self._games} games "
                "are asked for: ask for more, or delete it"
            )
        self._counts = self._task.from_dict(content.counts)


def _is_loss(error: Exception) -> bool:
    """Tell a worker that was lost from a fault in what it did."""
    broken = isinstance(error, BrokenExecutor | CancelledError | OSError)
    return broken or type(error).__module__.startswith("distributed.")


class Checkpoint(Strict):
    """What stands in a checkpoint."""

    key: str = Field(description="Hash of what is played.")
    done: tuple[tuple[int, int], ...] = Field(description="Games counted: first, and behind last.")
    counts: dict[str, Any] = Field(description="What came of them.")


def _chunks(done: Sequence[range], games: int, size: int) -> Iterator[range]:
    """Part the games that are not done into chunks, ascending."""
    start = 0
    for known in (*done, range(games, games)):
        for first in range(start, known.start, size):
            yield range(first, min(first + size, known.start))
        start = known.stop


def _merged(chunks: Sequence[range]) -> list[range]:
    """Join ranges that touch; ascending."""
    joined: list[range] = []
    for games in sorted(chunks, key=lambda games: games.start):
        if joined and joined[-1].stop == games.start:
            joined[-1] = range(joined[-1].start, games.stop)
        else:
            joined.append(games)
    return joined
