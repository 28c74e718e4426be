"""Playing a game: the rules ask, bots and chance answer, and all of it is written down."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from deckbuilder.engine.party.bots import Bot, seat_bots
from deckbuilder.engine.party.chance import Fate, fates
from deckbuilder.engine.party.rules import apply, legal_actions, resolve, to_order
from deckbuilder.engine.party.state import CHANCE, Kind, State
from deckbuilder.engine.party.table import Table
from deckbuilder.engine.party.view import View
from deckbuilder.errors import BadInputError

Watch = Callable[[State, int], None]
"""Told of every decision, with the state before it."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was played."""

    state: State
    """How it ended."""
    events: list[int]
    """Every order that chance gave and every action, one after the other: all of the game."""


def play(state: State, bots: Sequence[Bot], fate: Fate, watch: Watch | None = None) -> Game:
    """Play from a state, which is changed, to the end.

    A player whose only action is forced is not asked.

    Args:
        state: Where to begin.
        bots: One a seat.
        fate: Shuffles, and what bots leave to chance.
        watch: Told of every decision before it is done.

    Raises:
        BadInputError: A bot did what it may not.
    """
    events: list[int] = []
    views = [View(state, seat) for seat in range(len(bots))]
    over, stream = Kind.OVER, fate.players
    while (kind := state.kind) is not over:
        actions = legal_actions(state)
        if kind in CHANCE:
            order = fate.shuffled(to_order(state))
            resolve(state, order)
            events += order
            continue
        if len(actions) == 1:
            action = actions[0]
        else:
            player = state.player
            action = bots[player].choose(views[player], actions, stream)
            if action not in actions:
                raise BadInputError(f"player {player} did '{action}', which is none of {actions}")
        if watch:
            watch(state, action)
        apply(state, action)
        events.append(action)
    return Game(state, events)


def play_one(
    table: Table, bots: Sequence[str], seed: int, game: int, watch: Watch | None = None
) -> Game:
    """Play one game of a run: the same as when the whole run is played.

    Args:
        table: Deck and options.
        bots: Names of the bots, seated as in `seat_bots`.
        seed: The run's seed.
        game: Number of the game, from 0.
        watch: Told of every decision.

    Raises:
        BadInputError: There is no such bot.
    """
    (fate,) = fates(seed, range(game, game + 1), len(table.bit))
    return play(State(table), seat_bots(bots, table.players, game), fate, watch)
