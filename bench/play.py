"""How fast games are played, by both engines, beside peers in the same run.

Games of five on the full deck of Kanto, in one process; the peers play their own games of five. A
decision is an action of a player, forced ones too, which is what every engine here counts.
"""

import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rich.console import Console
from rich.table import Table as Columns

from deckbuilder.catalog.catalog import load_catalog
from deckbuilder.catalog.policy import DEFAULT_POLICY, load_policy
from deckbuilder.catalog.pools import find_pool
from deckbuilder.catalog.rubric_file import UNIVERSAL, load_modules
from deckbuilder.domain.plan import Mode
from deckbuilder.engine.party import outcomes
from deckbuilder.engine.party.bots import COMPILED
from deckbuilder.engine.party.deck import GameDeck, deck_of_rows, seats_of
from deckbuilder.engine.party.options import Options
from deckbuilder.engine.party.outcomes import Column, Outcomes
from deckbuilder.engine.party.table import Table
from deckbuilder.engine.runners import play_games
from deckbuilder.export.rows import pick_rows
from deckbuilder.solve.effort import Effort
from deckbuilder.solve.optimize import Request, optimize

PLAYERS = 5
VERIFIED = 100_000
"""Games of a whole verification."""
Batch = Callable[[int], tuple[int, int]]
"""Plays some games, told how many were played before; gives games and decisions."""


@dataclass(frozen=True)
class Pace:
    """How much is done in a second."""

    games: float
    decisions: float


def pace(batch: Batch, runs: int, seconds: float) -> Pace:
    """Median of several measurements, each of so many seconds, after one batch to warm up."""
    batch(0)
    paces = [_measured(batch, seconds) for _ in range(runs)]
    return Pace(
        statistics.median(one.games for one in paces),
        statistics.median(one.decisions for one in paces),
    )


def _measured(batch: Batch, seconds: float) -> Pace:
    games = decisions = 0
    started = time.perf_counter()
    while (spent := time.perf_counter() - started) < seconds or not games:
        more_games, more_decisions = batch(games)
        games += more_games
        decisions += more_decisions
    return Pace(games / spent, decisions / spent)


# Ours


def kanto_full() -> GameDeck:
    """The full deck of Kanto, solved on the spot."""
    catalog = load_catalog()
    policy = load_policy(DEFAULT_POLICY, catalog)
    pool = find_pool(["kanto"], catalog)
    plan = optimize(
        Request(pool, Mode.UNIVERSAL, load_modules(UNIVERSAL)), catalog, policy, Effort(300)
    )
    rows = pick_rows(plan, catalog)
    return deck_of_rows("kanto", rows, catalog, seats_of(Mode.UNIVERSAL, ["kanto"], [], len(rows)))


def ours(play_chunk: Callable[..., Outcomes], table: Table, bot: str, size: int) -> Batch:
    """An engine of ours with a bot, in chunks of this size."""

    def batch(before: int) -> tuple[int, int]:
        rows = play_chunk(table, (bot,), 1, range(before, before + size)).rows
        return size, int(rows[:, Column.DECISIONS].sum())

    return batch


# Peers


def crazy_eights() -> Batch:
    """OpenSpiel's, at random: rules in C++, the loop in Python."""
    game = import_module("pyspiel").load_game(
        "crazy_eights", {"players": PLAYERS, "reshuffle": True}
    )
    rng = random.Random(1)  # noqa: S311 - a game

    def batch(_before: int) -> tuple[int, int]:
        decisions = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return 1, decisions

    return batch


def uno() -> Batch:
    """RLCard's bare game, at random."""
    game: Any = import_module("rlcard.games.uno").Game(num_players=PLAYERS)
    rng = random.Random(1)  # noqa: S311 - a game

    def batch(_before: int) -> tuple[int, int]:
        decisions = 0
        game.init_game()
        while not game.is_over():
            game.step(rng.choice(game.get_legal_actions()))
            decisions += 1
        return 1, decisions

    return batch


PEERS: dict[str, tuple[str, Callable[[], Batch]]] = {
    "OpenSpiel crazy_eights": ("open_spiel", crazy_eights),
    "RLCard UNO": ("rlcard", uno),
}
"""A peer's name, its package, and its game."""


# The table


def paces(runs: int, seconds: float) -> Iterator[tuple[str, str, Pace | None, str]]:
    """Measure everything: the engine, its bot, its pace, and the target or how to install it."""
    table = Table.of(kanto_full(), Options(PLAYERS))
    for bot in (*COMPILED, "search"):
        size = 5 if bot == "search" else 250
        target = "350,000 decisions/s" if bot in COMPILED else ""
        yield (
            "readable",
            bot,
            pace(ours(outcomes.play_chunk, table, bot, size), runs, seconds),
            target,
        )
    if find_spec("numba"):
        kernel = import_module("deckbuilder.engine.party.kernel")
        for bot in COMPILED:
            batch = ours(kernel.play_chunk, table, bot, 20_000)
            yield "kernel", bot, pace(batch, runs, seconds), "500,000 games/s"
    else:
        yield "kernel", "", None, "pip install numba"
    for name, (package, make) in PEERS.items():
        if find_spec(package):
            yield name, "random", pace(make(), runs, seconds), ""
        else:
            yield name, "", None, f"pip install {package}"


def verification(runs: int, games: int) -> float:
    """Median seconds of a whole verification, in one process."""
    deck = kanto_full()
    seconds = []
    for _ in range(runs):
        started = time.perf_counter()
        play_games(deck, Options(PLAYERS), games=games)
        seconds.append(time.perf_counter() - started)
    return statistics.median(seconds)


def play(runs: int, seconds: float = 1.0, games: int = VERIFIED) -> None:
    """Print the pace of every engine, and how long a verification takes."""
    console = Console(highlight=False)
    columns = Columns(title=f"Games of {PLAYERS} on the full deck of Kanto, median of {runs}")
    for name in ("Engine", "Bot", "Games/s", "Decisions/s", "Target"):
        columns.add_column(name, justify="right" if name.endswith("/s") else "left")
    for engine, bot, found, note in paces(runs, seconds):
        told = (
            (f"{found.games:,.0f}", f"{found.decisions:,.0f}") if found else ("not installed", "")
        )
        columns.add_row(engine, bot, *told, note)
    console.print(columns)
    console.print(f"{games:,} games counted in {verification(runs, games):.2f} s")


if __name__ == "__main__":
    play(5)
