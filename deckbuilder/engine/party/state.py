"""Where a game stands: hands, piles, whose decision it is, and what has happened so far."""

from enum import IntEnum
from typing import Any, Final, Self

from deckbuilder.engine.party.table import Table, mask_of, members

NOBODY: Final = -1
NO_CARD: Final = -1

PASS: Final = -1
"""Stop, decline, stay silent, let it be; the other actions below are no card's number either."""
DRAW: Final = -2
SPEAK: Final = -3
"""Announce one's last card, or notice that another did not."""


class Kind(IntEnum):
    """What has to be decided now: by a player, by chance, or nothing any more."""

    TURN = 0
    """On one's turn: a card that may be played, else to draw."""
    DRAWN = 1
    """After drawing: the drawn card, or a Trainer that it is to cover."""
    PARTNER = 2
    """The Pokémon that covers a Trainer."""
    COMBO = 3
    """After one's own card: another of its family, or stop."""
    CALL = 4
    """After another's card: interrupt with one of its family, or let it be."""
    PRIZE = 5
    """After winning a stall battle: the revealed Pokémon that becomes the top."""
    ANNOUNCE = 6
    """After laying the last card: say so, or not."""
    CATCH = 7
    """After another forgot to announce: notice, or not."""
    SHUFFLE = 8
    """Chance: the order of the cards to shuffle."""
    RACE = 9
    """Chance: the order in which those who could interrupt react."""
    OVER = 10


CHANCE: Final = (Kind.SHUFFLE, Kind.RACE)


class Battle:
    """A stall battle under way."""

    __slots__ = ("flips", "revealed", "rivals")

    def __init__(self, rivals: list[int], flips: list[int], revealed: list[int]) -> None:
        self.rivals = rivals
        """Players who reveal in this round, in their order."""
        self.flips = flips
        """The Pokémon of each so far, `NO_CARD` for who could not reveal one."""
        self.revealed = revealed
        """Every card revealed in any round."""

    def clone(self) -> "Battle":
        """Copy it."""
        return Battle(self.rivals[:], self.flips[:], self.revealed[:])


_SCALARS: Final = (
    "player",
    "last",
    "top",
    "trainer",
    "drawn",
    "idle",
    "penalty",
    "decisions",
    "interrupts",
    "combos",
    "battles",
    "recycles",
    "caught",
)
_LISTS: Final = ("hands", "pile", "under", "callers", "winners", "faced", "starved")


class State:
    """A game at one moment. The rules change it in place; `clone` keeps what was.

    Seats are numbered clockwise from the dealer's left: player 0 moves first, and the last is the
    dealer.
    """

    __slots__ = ("battle", "kind", "table", *_LISTS, *_SCALARS)

    def __init__(self, table: Table) -> None:
        """Sit down with a deck that is still to be shuffled and dealt."""
        self.table = table
        self.kind: Kind = Kind.SHUFFLE
        self.player: int = 0
        """Whose decision it is."""
        self.last: int = NOBODY
        """Who last laid a Pokémon: play resumes to the left of them."""
        self.hands: list[int] = [0] * table.players
        """Masks of the players' cards."""
        self.pile: list[int] = []
        """The draw pile; the last is drawn first."""
        self.under: list[int] = list(range(len(table.bit)))
        """Cards under the top, the lowest first; what a shuffle makes the draw pile of."""
        self.top: int = NO_CARD
        self.trainer: int = NO_CARD
        """A Trainer that is about to be laid and covered."""
        self.drawn: int = NO_CARD
        """A card just drawn that can be played."""
        self.idle: int = 0
        """Turns in a row without a card laid."""
        self.callers: list[int] = []
        """Players still to be asked whether they interrupt, or notice."""
        self.penalty: int = 0
        """Cards that are still to be drawn for a last card not announced."""
        self.battle: Battle | None = None
        self.winners: list[int] = []
        """Once over: who won; after a stalemate, all who hold the fewest cards."""
        self.faced: list[int] = []
        """The top card of every turn so far."""
        self.starved: list[int] = []
        """The top card of every turn on which the hand had no legal play."""
        self.decisions: int = 0
        self.interrupts: int = 0
        self.combos: int = 0
        """Family cards with which a player went on from a card of their own."""
        self.battles: int = 0
        self.recycles: int = 0
        self.caught: int = 0
        """Last cards that were not announced, to somebody's notice."""

    def clone(self) -> Self:
        """Copy it; the two share nothing that changes."""
        twin = object.__new__(type(self))
        twin.table = self.table
        twin.kind = self.kind
        twin.battle = self.battle and self.battle.clone()
        for name in _LISTS:
            setattr(twin, name, getattr(self, name)[:])
        for name in _SCALARS:
            setattr(twin, name, getattr(self, name))
        return twin

    @property
    def is_stalemate(self) -> bool:
        """Whether the game ended without an empty hand."""
        return self.kind is Kind.OVER and all(self.hands)

    def to_plain(self) -> dict[str, Any]:
        """Give it as plain data, which JSON can hold; all is seen, also what players do not see."""
        battle = self.battle
        return {
            "kind": self.kind.name,
            **{name: getattr(self, name) for name in _SCALARS},
            **{name: getattr(self, name)[:] for name in _LISTS},
            "hands": [members(hand) for hand in self.hands],
            "battle": battle and {name: getattr(battle, name)[:] for name in Battle.__slots__},
        }

    @classmethod
    def from_plain(cls, table: Table, plain: dict[str, Any]) -> Self:
        """Give back what `to_plain` gave, at the same table."""
        state = cls(table)
        for name in (*_SCALARS, *_LISTS):
            setattr(state, name, plain[name])
        state.kind = Kind[plain["kind"]]
        state.hands = [mask_of(hand) for hand in plain["hands"]]
        state.battle = plain["battle"] and Battle(**plain["battle"])
        return state
