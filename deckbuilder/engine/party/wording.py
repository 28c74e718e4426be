"""Decisions in words, for whoever shows a game to a person."""

from dataclasses import dataclass
from typing import Final

from deckbuilder.engine.party.rules import legal_actions
from deckbuilder.engine.party.state import DRAW, NO_CARD, PASS, SPEAK, Kind, State
from deckbuilder.engine.party.table import Table

QUESTIONS: Final = {
    Kind.TURN: "Your turn",
    Kind.DRAWN: "You drew a card that can be played",
    Kind.PARTNER: "Which Pokémon covers the Trainer?",
    Kind.COMBO: "Go on with the family?",
    Kind.CALL: "Evolution! Interrupt?",
    Kind.PRIZE: "You won the stall battle: which Pokémon is the new top?",
    Kind.ANNOUNCE: "Your last card: call “Pokémon Master!”?",
    Kind.CATCH: "A last card was not announced: do you notice?",
}
"""What each kind of decision asks."""

_WORDS: Final = {
    (Kind.TURN, DRAW): "draw a card",
    (Kind.TURN, PASS): "pass, for there is nothing left to draw",
    (Kind.COMBO, PASS): "stop",
    (Kind.CALL, PASS): "let it be",
    (Kind.ANNOUNCE, SPEAK): "call “Pokémon Master!”",
    (Kind.ANNOUNCE, PASS): "say nothing",
    (Kind.CATCH, SPEAK): "notice: two cards to draw",
    (Kind.CATCH, PASS): "let it be",
}
_VERBS: Final = {
    Kind.TURN: "play",
    Kind.DRAWN: "play",
    Kind.PARTNER: "cover it with",
    Kind.COMBO: "go on with",
    Kind.CALL: "interrupt with",
    Kind.PRIZE: "choose",
}


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the actions of a decision, in words."""

    action: int
    text: str
    reason: str
    """Why a card may be played: `type`, `HP`, `type and HP`, `family`, `Trainer`; else empty."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a player is asked."""

    player: int
    kind: Kind
    question: str
    choices: tuple[Choice, ...]
    """In the order of the actions."""

    def grouped(self) -> dict[str, tuple[Choice, ...]]:
        """The choices by their reason, in the order in which reasons first appear."""
        reasons = dict.fromkeys(choice.reason for choice in self.choices)
        return {
            reason: tuple(choice for choice in self.choices if choice.reason == reason)
            for reason in reasons
        }


def decision(state: State) -> Decision | None:
    """Put the decision that is due in words; none while chance is due, or when all is over."""
    actions = legal_actions(state)
    if not actions:
        return None
    choices = tuple(
        Choice(action, describe(state, action), reason(state, action)) for action in actions
    )
    return Decision(state.player, state.kind, QUESTIONS[state.kind], choices)


def describe(state: State, action: int) -> str:
    """Say what an action does: `play Vulpix (Fire 60)`, `draw a card`, `stop`."""
    if action < 0:
        return words_of(state.kind, action)
    return f"{_VERBS[state.kind]} {state.table.deck.cards[action]}"


def words_of(kind: Kind, action: int) -> str:
    """Say what an action does that is no card: `draw a card`, `stop`."""
    return _WORDS[kind, action]


def reason(state: State, action: int) -> str:
    """Say why a card may be played where it has to fit: the first of the game's principles."""
    if action < 0 or state.kind in (Kind.PARTNER, Kind.PRIZE):
        return ""
    return fit(state.table, action, state.top) if state.top != NO_CARD else ""


def fit(table: Table, card: int, top: int) -> str:
    """Say why a card may lie on another: `family`, then `type and HP`, `type`, `HP`, or empty.

    A Trainer, which may lie on anything, gives `Trainer`.
    """
    if card >= table.first_trainer:
        return "Trainer"
    if table.relatives[top] & table.bit[card]:
        return "family"
    one, other = table.deck.cards[card].cell, table.deck.cards[top].cell
    if one is None or other is None:
        return ""
    shared = [("type", one.type == other.type), ("HP", one.hp == other.hp)]
    return " and ".join(name for name, same in shared if same)
