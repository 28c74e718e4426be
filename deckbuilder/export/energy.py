"""The types' letters, as players write them, and their colours."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


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

SYMBOLS: Final[Mapping[str, Symbol]] = {
    "Grass": Symbol("G", "#2f7d32", _WHITE),
    "Fire": Symbol("R", "#c8371f", _WHITE),
    "Water": Symbol("W", "#1f6fb5", _WHITE),
    "Lightning": Symbol("L", "#f5c518", _BLACK),
    "Psychic": Symbol("P", "#7d4698", _WHITE),
    "Fighting": Symbol("F", "#9c5424", _WHITE),
    "Darkness": Symbol("D", "#2c3440", _WHITE),
    "Metal": Symbol("M", "#9aa5ad", _BLACK),
    "Dragon": Symbol("N", "#8a7420", _WHITE),
    "Fairy": Symbol("Y", "#e58ab4", _BLACK),
    "Colorless": Symbol("C", "#dcd8cc", _BLACK),
}
TRAINER_SYMBOL: Final = Symbol("T", "#555555", _WHITE)


def symbol(type_name: str) -> Symbol:
    """Give the symbol of a type, or a Trainer's where there is none."""
    return SYMBOLS.get(type_name, TRAINER_SYMBOL)
