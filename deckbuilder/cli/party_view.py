"""A game at the terminal: what lies open, a person's hand, and what everybody does."""

from collections.abc import Callable, Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from deckbuilder.cli.screen import bold
from deckbuilder.engine.party.bots import HUMAN
from deckbuilder.engine.party.chance import Stream
from deckbuilder.engine.party.deck import Card
from deckbuilder.engine.party.options import Options
from deckbuilder.engine.party.state import DRAW, NO_CARD, NOBODY, PASS, SPEAK, Kind, State
from deckbuilder.engine.party.table import Table, members
from deckbuilder.engine.party.view import View
from deckbuilder.engine.party.wording import QUESTIONS, fit, words_of

_STYLES: Final = {
    "Grass": "green",
    "Fire": "red",
    "Water": "blue",
    "Lightning": "yellow",
    "Psychic": "magenta",
    "Fighting": "dark_orange3",
    "Darkness": "bright_black",
    "Metal": "cyan",
    "Dragon": "gold3",
    "Fairy": "pink1",
    "Colorless": "default",
}
"""Colour of each type; the name is always there as well."""
_GROUPS: Final = (
    ("family", "Evolution family"),
    ("type and HP", "Same type and HP"),
    ("type", "Same type"),
    ("HP", "Same HP"),
    ("Trainer", "Trainers, wild"),
    ("", "Not playable now"),
)
_WIDTH: Final = 78
"""Characters of a line of cards."""
_LEAVE: Final = ("q", "quit")


YOU: Final = "You"


class LeftGameError(Exception):
    """The person leaves the table."""


class Person:
    """A player at the terminal: sees one seat, and is asked whenever there is a choice."""

    def __init__(self, console: Console, names: Sequence[str]) -> None:
        self._console = console
        self._names = names

    def choose(self, view: View, actions: Sequence[int], _stream: Stream) -> int:
        """Show what this seat sees, and ask until one of the actions is named.

        Raises:
            LeftGameError: The person leaves, or the input ends.
        """
        numbers = {str(place): action for place, action in enumerate(_ordered(actions), 1)}
        self._console.print(self._open_cards(view))
        self._console.print(_hand(view, numbers))
        self._console.print(Text(QUESTIONS[view.kind], style="bold"))
        for number, action in numbers.items():
            if action < 0:
                self._console.print(f"  {number} {words_of(view.kind, action)}")
        while True:
            answer = self._ask(len(numbers))
            if answer in numbers:
                return numbers[answer]
            self._console.print(f"'{answer}' is no number from 1 to {len(numbers)} (q leaves)")

    def _ask(self, most: int) -> str:
        try:
            answer = self._console.input(bold(f"1–{most}>", " ")).strip()
        except EOFError as error:
            raise LeftGameError from error
        if answer.lower() in _LEAVE:
            raise LeftGameError
        return answer

    def _open_cards(self, view: View) -> Text:
        counts = [
            f"{'you' if seat == view.seat else self._names[seat]} {size}"
            for seat, size in enumerate(view.sizes)
        ]
        line = Text("\nTop: ").append(_card(view.table.deck.cards[view.top]))
        if view.trainer != NO_CARD:
            line.append(f", {view.table.deck.cards[view.trainer]} waits to be covered")
        return line.append(f" · draw pile {view.pile_size}\nCards: {' · '.join(counts)}")


class Narrator:
    """Tells what is done at the table, in the words of somebody who sees no hidden card."""

    def __init__(self, table: Table, names: Sequence[str], say: Callable[[Text], None]) -> None:
        self._table = table
        self._names = names
        self._say = say
        self._battles = 0
        self._me = names.index(YOU) if YOU in names else NOBODY
        self._hand = 0

    def __call__(self, state: State, action: int) -> None:
        """Tell of a decision before it is done."""
        self._tell_drawn(state)
        if state.battles > self._battles:
            self._battles = state.battles
            self._say(Text("A full lap without a card: stall battle!", style="bold"))
        if words := _deed(state.kind, action):
            verb, *rest = words.split(" ")
            name = self._names[state.player]
            text = Text(" ".join((name, verb if name == YOU else _third_person(verb), *rest)))
            self._say(
                text.append(" ").append(_card(self._table.deck.cards[action]))
                if action >= 0
                else text
            )

    def _tell_drawn(self, state: State) -> None:
        """Tell the person, and nobody else, what came into their hand since they drew."""
        if self._me == NOBODY:
            return
        hand, before = state.hands[self._me], self._hand
        self._hand = hand
        if before:
            for card in members(hand & ~before):
                self._say(Text("  into your hand: ").append(_card(self._table.deck.cards[card])))


_DEEDS: Final = {
    Kind.TURN: "play",
    Kind.DRAWN: "play",
    Kind.PARTNER: "cover it with",
    Kind.COMBO: "go on with",
    Kind.CALL: "call “Evolution!” for",
    Kind.PRIZE: "win the stall battle, for the top",
}
"""What a card does, by the kind of decision."""
_OTHER_DEEDS: Final = {
    (Kind.TURN, DRAW): "draw a card",
    (Kind.TURN, PASS): "pass",
    (Kind.ANNOUNCE, SPEAK): "call “Pokémon Master!”",
    (Kind.CATCH, SPEAK): "notice that the last card was not announced",
}


def _deed(kind: Kind, action: int) -> str:
    """Word what everybody sees; that somebody lets a chance go by is nobody's business."""
    return _DEEDS[kind] if action >= 0 else _OTHER_DEEDS.get((kind, action), "")


def _third_person(verb: str) -> str:
    return f"{verb}es" if verb.endswith(("s", "o")) else f"{verb}s"


def _ordered(actions: Sequence[int]) -> list[int]:
    """Cards first, in the deck's order; what is no card comes last."""
    return sorted(actions, key=lambda action: (action < 0, action))


def _hand(view: View, numbers: dict[str, int]) -> Text:
    """Lay the hand out by what is playable, each card that can be chosen with its number."""
    by_action = {action: number for number, action in numbers.items() if action >= 0}
    shown = view.revealed if view.kind is Kind.PRIZE else view.cards
    groups: dict[str, list[Text]] = {}
    for card in shown:
        number = by_action.get(card, "")
        reason = fit(view.table, card, view.top) if number else ""
        if number and not reason:
            reason = "Trainer" if view.kind is not Kind.PRIZE else "type"
        text = Text(f"{number} ", style="bold") if number else Text()
        groups.setdefault(reason, []).append(text.append(_card(view.table.deck.cards[card])))
    lines = [
        line
        for reason, title in _titles(view)
        if reason in groups
        for line in _flowing(f"  {title}: ", groups[reason])
    ]
    return Text("\n").join(lines)


def _flowing(title: str, cards: Sequence[Text]) -> list[Text]:
    """Lay cards out in lines, none of which breaks within a card."""
    lines = [Text(title)]
    for place, card in enumerate(cards):
        last = place == len(cards) - 1
        if lines[-1].cell_len + card.cell_len + 1 > _WIDTH:
            lines.append(Text("    "))
        lines[-1].append(card).append("" if last else ", ")
    return lines


def _titles(view: View) -> Sequence[tuple[str, str]]:
    if view.kind is Kind.PRIZE:
        return (("type", "Revealed"), ("", "Revealed, no Pokémon"))
    if view.kind is Kind.PARTNER:
        return (*_GROUPS[:4], ("Trainer", "Other Pokémon"), _GROUPS[-1])
    return _GROUPS


def _card(card: Card) -> Text:
    style = _STYLES[card.cell.type] if card.cell else "italic"
    return Text(str(card), style=style)


def seat_names(bots: Sequence[str]) -> list[str]:
    """Name the seats after who sits there, with a number where a name comes twice."""
    return [
        YOU if name == HUMAN else f"{name.capitalize()} {seat + 1}"
        for seat, name in enumerate(bots)
    ]


def opening(table: Table, seed: int) -> Text:
    """Say what is played, and how it can be played again."""
    size = f"{len(table.deck.cards)} cards, {table.players} players"
    return bold(table.deck.name, f": {size}, seed {seed}")


def ending(
    table: Table, seed: int, who: Sequence[str], state: State, events: Sequence[int]
) -> dict[str, object]:
    """Tell a program how a game ended."""
    return {
        "deck": table.deck.name,
        "seed": seed,
        "players": who,
        "winners": state.winners,
        "stalemate": state.is_stalemate,
        "turns": len(state.faced),
        "decisions": state.decisions,
        "events": len(events),
    }


def verdict(state: State, names: Sequence[str], options: Options) -> str:
    """Say how a game ended."""
    turns = len(state.faced)
    winners = " and ".join(names[seat] for seat in state.winners)
    win = "win" if len(state.winners) > 1 or winners == YOU else "wins"
    if state.is_stalemate:
        limit = f", after {turns:,} turns" if turns >= options.turn_limit else ""
        return f"Stalemate{limit}: {winners} {win.replace('win', 'hold')} the fewest cards"
    return f"{winners} {win} after {turns:,} turns"
