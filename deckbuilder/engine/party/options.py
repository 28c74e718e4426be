"""What a table agrees on before the game."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from deckbuilder.engine.party.deck import HAND, GameDeck
from deckbuilder.engine.party.houses import HouseFamily
from deckbuilder.errors import UsageError

TURN_LIMIT: Final = 10_000


class CallOrder(StrEnum):
    """Who is first when several could call an interrupt."""

    CLOCKWISE = "clockwise"
    """From the left of the player who last played."""
    RACE = "race"
    """Whoever reacts first, by a shuffle."""


@dataclass(frozen=True, slots=True)
class Options:
    """The rules that a table may choose, and how its players keep them."""

    players: int = 5
    houses: tuple[HouseFamily, ...] = ()
    """House families in force."""
    call_order: CallOrder = CallOrder.CLOCKWISE
    party_call: bool = False
    """Whether the last card must be announced."""
    call_miss: float = 0.1
    """Chance that a bot forgets to announce its last card."""
    call_catch: float = 0.5
    """Chance that a bot notices what another forgot; each of the others may."""
    force_players: bool = False
    """Whether to play with a number of players that the deck is not for."""
    turn_limit: int = TURN_LIMIT
    """A game this long, in turns, ends like a stalemate: cards that nothing matches, without a
    Trainer to free them, could hold every hand for ever."""


def check_players(deck: GameDeck, options: Options) -> None:
    """Refuse options that the deck cannot be played with.

    Raises:
        UsageError: The number of players is not one that the deck is for, unless forced; or there
            are too few cards, forced or not; or a chance or limit is none.
    """
    players, seats = options.players, deck.seats
    if players < 2:  # noqa: PLR2004 - a game needs somebody to play against
        raise UsageError(f"{players} players: a game needs two at least")
    # Were all that is left Trainers, no Pokémon could start the discard pile.
    if len(deck.cards) - players * HAND <= deck.trainers:
        raise UsageError(
            f"{players} players are dealt {players * HAND} of {len(deck.cards)} cards, and "
            f"'{deck.name}' has {deck.trainers} Trainers: too few are left to start from"
        )
    if not (options.force_players or seats.least <= players <= seats.most):
        raise UsageError(
            f"{players} players: '{deck.name}' is {seats.why}, for {seats.least} to {seats.most}; "
            "--force-players plays it all the same"
        )
    for name, chance in (("call_miss", options.call_miss), ("call_catch", options.call_catch)):
        if not 0 <= chance <= 1:
            raise UsageError(f"{name} {chance} is no chance: give one from 0 to 1")
    if options.turn_limit < 1:
        raise UsageError(f"turn_limit {options.turn_limit} is no number of turns")
