"""The types' letters, as players write them, and their colours."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from deckbuilder.domain.cards import LETTERS


@dataclass(frozen=True, slots=True)
class Symbol:
    """How a type is drawn."""

    letter: str
    """The letter that stands for it in lists of energy."""
    fill: str
    """Colour of the disc, as `#rrggbb`."""
    ink: str
    """Colour of the letter on it, with a contrast of at least 4.5."""


_WHITE: Final = "#ffffff"
_BLACK: Final = "#1a1a1a"

_COLOURS: Final = {
    "Grass": ("#2f7d32", _WHITE),
    "Fire": ("#c8371f", _WHITE),
    "Water": ("#1f6fb5", _WHITE),
    "Lightning": ("#f5c518", _BLACK),
    "Psychic": ("#7d4698", _WHITE),
    "Fighting": ("#9c5424", _WHITE),
    "Darkness": ("#2c3440", _WHITE),
    "Metal": ("#9aa5ad", _BLACK),
    "Dragon": ("#8a7420", _WHITE),
    "Fairy": ("#e58ab4", _BLACK),
    "Colorless": ("#dcd8cc", _BLACK),
}
SYMBOLS: Final[Mapping[str, Symbol]] = {
    name: Symbol(letter, *_COLOURS[name]) for name, letter in LETTERS.items()
}
TRAINER_SYMBOL: Final = Symbol("T", "#555555", _WHITE)


def symbol(type_name: str) -> Symbol:
    """Give the symbol of a type, or a Trainer's where there is none."""
    return SYMBOLS.get(type_name, TRAINER_SYMBOL)
