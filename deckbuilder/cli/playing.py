"""Playing a deck many times: by the options of a command, with progress, to its figures."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.cli.interrupt import interrupting
from deckbuilder.cli.screen import Screen
from deckbuilder.deckfolder.record import Record
from deckbuilder.domain.plan import Plan
from deckbuilder.engine.figures import Comparison, Figures, compare, figures
from deckbuilder.engine.party.deck import GameDeck, deck_of_rows, game_deck, seats_of
from deckbuilder.engine.party.houses import houses_of
from deckbuilder.engine.party.options import CallOrder, Options
from deckbuilder.engine.runners import (
    IN_PROCESS,
    WORTH_COMPILING,
    Runner,
    Watch,
    compare_decks,
    dask,
    play_games,
    processes,
)
from deckbuilder.engine.tasks import why_no_kernel
from deckbuilder.engine.thresholds import Thresholds, Verdict, judge
from deckbuilder.errors import UsageError
from deckbuilder.export.rows import pick_rows

USUAL_PLAYERS: Final = 4
"""Seats where nobody says how many, as far as the deck is for so many."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a deck is to be played."""

    games: int
    players: str = ""
    """`5` or `2-10`; empty for the usual number."""
    bots: tuple[str, ...] = ("greedy",)
    houses: tuple[str, ...] = ()
    house_file: Path | None = None
    party_call: bool = False
    race: bool = False
    force_players: bool = False
    seed: int = 0
    workers: int = 1
    cluster: str = ""
    """Address of a Dask cluster, or empty."""
    checkpoint: Path | None = None

    def seats(self, deck: GameDeck) -> range:
        """Read how many are to play."""
        if not self.players:
            usual = min(max(deck.seats.least, USUAL_PLAYERS), deck.seats.most)
            return range(usual, usual + 1)
        low, _, high = self.players.partition("-")
        if not (low.isdecimal() and (high or low).isdecimal()) or int(low) > int(high or low):
            raise UsageError(f"--players '{self.players}' is neither a number nor a range as 2-10")
        return range(int(low), int(high or low) + 1)

    def is_cut_short(self, deck: GameDeck, found: Sequence[Figures]) -> bool:
        """Whether fewer games were played than are wished for."""
        return [one.games for one in found] != [self.games] * len(self.seats(deck))

    def options(self, players: int, catalog: Catalog) -> Options:
        """Give the rules of a table."""
        return Options(
            players=players,
            houses=houses_of(self.houses, self.house_file, catalog),
            call_order=CallOrder.RACE if self.race else CallOrder.CLOCKWISE,
            party_call=self.party_call,
            force_players=self.force_players,
        )

    def runner(self) -> Runner:
        """Find who plays."""
        if self.cluster:
            return dask(self.cluster)
        return IN_PROCESS if self.workers == 1 else processes(self.workers)


def open_deck(
    folder: Path, record: Record, catalog: Catalog, modules: Sequence[str] = ()
) -> GameDeck:
    """Take a deck folder to the table, under the folder's name.

    Raises:
        BadInputError: There is no such module.
    """
    return replace(game_deck(record, catalog, modules), name=folder.resolve().name)


def deck_of_plan(plan: Plan, catalog: Catalog) -> GameDeck:
    """Take the cards of a solved deck to the table."""
    rows = pick_rows(plan, catalog)
    seats = seats_of(plan.mode, plan.pool, [one.name for one in plan.modules], len(rows))
    return deck_of_rows(plan.name, rows, catalog, seats)


def play_deck(deck: GameDeck, wishes: Wishes, catalog: Catalog, screen: Screen) -> list[Figures]:
    """Play a deck with each number of players that is wished for.

    Ctrl-C ends the playing, and gives the figures of what was played.

    Raises:
        BadInputError, UsageError, NetworkError: See `play_games`.
    """
    seats = wishes.seats(deck)
    if wishes.checkpoint and len(seats) > 1:
        raise UsageError("--resume is for one number of players: name it with --players")
    tables = [wishes.options(players, catalog) for players in seats]
    found = []
    runner = wishes.runner()
    with _followed(wishes, screen) as watch:
        for options in tables:
            tally = play_games(
                deck,
                options,
                wishes.bots,
                games=wishes.games,
                seed=wishes.seed,
                runner=runner,
                watch=watch(f"games of {options.players}"),
            )
            if tally.games:
                found.append(figures(tally, deck))
    return found


def play_against(
    one: GameDeck, other: GameDeck, wishes: Wishes, catalog: Catalog, screen: Screen
) -> list[Comparison]:
    """Play two decks on the same seeds, with each number of players that is wished for."""
    found = []
    runner = wishes.runner()
    with _followed(wishes, screen) as watch:
        for players in wishes.seats(one):
            pairs = compare_decks(
                one,
                other,
                wishes.options(players, catalog),
                wishes.bots,
                games=wishes.games,
                seed=wishes.seed,
                runner=runner,
                watch=watch(f"pairs of {players}"),
            )
            if pairs.games:
                found.append(compare(pairs, one, other))
    return found


@dataclass(frozen=True, slots=True)
class Judgement:
    """A limit, and whether a number of players keeps it."""

    players: int
    verdict: Verdict

    @property
    def passed(self) -> bool:
        """Whether it is kept."""
        return self.verdict.passed

    @property
    def strain(self) -> float:
        """How near the value comes to its limit: 1 at it, more beyond it."""
        one = self.verdict
        above = one.value / one.most if one.most else float(one.value > 0) * 2
        below = one.least / one.value if one.least and one.value else 0.0
        return max(above, below)

    def as_dict(self) -> dict[str, object]:
        """Give it as JSON can hold it."""
        return {"players": self.players, "passed": self.passed, **asdict(self.verdict)}


def judge_all(found: Sequence[Figures], limits: Thresholds, record: Record) -> list[Judgement]:
    """Hold the figures of every number of players to the limits."""
    lanes = record.result.lanes.values()
    floor = sum(one.floor for one in lanes)
    balance = sum(one.squares for one in lanes) / floor if floor else None
    return [
        Judgement(one.players, verdict) for one in found for verdict in judge(one, limits, balance)
    ]


@contextmanager
def _followed(wishes: Wishes, screen: Screen) -> Iterator[Callable[[str], Watch]]:
    """Show progress, and let Ctrl-C end the playing but not what was played."""
    reason = why_no_kernel(wishes.bots)
    if reason and wishes.games >= WORTH_COMPILING:
        screen.warn(reason)
    stopped = threading.Event()
    with interrupting(stopped.set), screen.counting() as count:

        def watch(what: str) -> Watch:
            return Watch(partial(count, what), stopped.is_set, wishes.checkpoint)

        yield watch
    if stopped.is_set():
        screen.warn("stopped by hand: these are the games played so far")
