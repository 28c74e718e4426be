"""What one player may see of a game."""

from typing import Any

from deckbuilder.engine.party.chance import Stream
from deckbuilder.engine.party.state import NO_CARD, NOBODY, Kind, State
from deckbuilder.engine.party.table import Table, members


class View:
    """A game from one seat: one's own hand, and what lies open or can be counted.

    A view follows its game, so one for each seat lasts a game.
    """

    __slots__ = ("_state", "seat", "table")

    def __init__(self, state: State, seat: int) -> None:
        """Look at a game from a seat, 0 being to the dealer's left."""
        self._state = state
        self.seat = seat
        self.table: Table = state.table

    @property
    def kind(self) -> Kind:
        """What has to be decided."""
        return self._state.kind

    @property
    def player(self) -> int:
        """Whose decision it is.

        `NOBODY` for an interrupt that another is asked for: being asked tells a hand.
        """
        state = self._state
        asked = state.player
        return NOBODY if state.kind is Kind.CALL and asked != self.seat else asked

    @property
    def hand(self) -> int:
        """One's own cards, as a mask."""
        return self._state.hands[self.seat]

    @property
    def cards(self) -> list[int]:
        """One's own cards, ascending."""
        return members(self.hand)

    @property
    def playable(self) -> list[int]:
        """One's own cards that may lie on the top, ascending; a Trainer needs a Pokémon too."""
        plays = self.hand & self.table.may_lie_on[self.top]
        return members(plays) if self.hand & self.table.pokemon else []

    @property
    def sizes(self) -> list[int]:
        """Cards in each player's hand."""
        return [hand.bit_count() for hand in self._state.hands]

    @property
    def pile_size(self) -> int:
        """Cards in the draw pile."""
        return len(self._state.pile)

    @property
    def under(self) -> list[int]:
        """Cards under the top, ascending."""
        return sorted(self._state.under)

    @property
    def top(self) -> int:
        """The top of the discard pile."""
        return self._state.top

    @property
    def trainer(self) -> int:
        """A Trainer that is about to be covered, or `NO_CARD`."""
        return self._state.trainer

    @property
    def last(self) -> int:
        """Who last laid a Pokémon, or `NOBODY`."""
        return self._state.last

    @property
    def idle(self) -> int:
        """Turns in a row without a card laid."""
        return self._state.idle

    @property
    def drawn(self) -> int:
        """The card that one has just drawn and can play, or `NO_CARD`."""
        return self._state.drawn if self._state.player == self.seat else NO_CARD

    @property
    def revealed(self) -> list[int]:
        """Every card that a stall battle under way has revealed, in that order."""
        return self._state.battle.revealed[:] if self._state.battle else []

    @property
    def winners(self) -> list[int]:
        """Who won, once the game is over."""
        return self._state.winners[:]

    def to_plain(self) -> dict[str, Any]:
        """Give all that is seen, as plain data, which JSON can hold."""
        names = ("seat", "player", "cards", "playable", "sizes", "pile_size", "under", "top")
        more = ("trainer", "last", "idle", "drawn", "revealed", "winners")
        return {"kind": self.kind.name, **{name: getattr(self, name) for name in (*names, *more)}}

    def guess(self, stream: Stream) -> State:
        """Imagine the game: what is hidden from this seat is dealt anew, at random.

        Returns:
            A game of its own that this seat cannot tell from the real one.
        """
        state = self._state.clone()
        hidden = [card for player in state.table.others[self.seat] for card in _hand(state, player)]
        unseen = iter(stream.shuffled(sorted(hidden + state.pile)))
        for player in state.table.others[self.seat]:
            size = state.hands[player].bit_count()
            state.hands[player] = sum(state.table.bit[next(unseen)] for _ in range(size))
        state.pile = list(unseen)
        if state.kind is Kind.CALL:
            state.callers = _could_call_later(state)
        return state


def _could_call_later(state: State) -> list[int]:
    """Who would be asked after who is asked now, with the hands as they are imagined."""
    relatives = state.table.relatives[state.top]
    clockwise = state.table.others[state.last]
    behind = clockwise[clockwise.index(state.player) + 1 :]
    return [player for player in behind if state.hands[player] & relatives]


def _hand(state: State, player: int) -> list[int]:
    return members(state.hands[player])
