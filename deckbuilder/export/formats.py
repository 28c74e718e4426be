"""What a list can be: its formats and how they are named, its orders, and its paper."""

import re
from enum import StrEnum
from pathlib import Path
from typing import Final

from deckbuilder.catalog.names import did_you_mean
from deckbuilder.errors import BadInputError, UsageError


class Format(StrEnum):
    """A format of a list."""

    MARKDOWN = "markdown"
    CSV = "csv"
    JSON = "json"
    XLSX = "xlsx"
    HTML = "html"
    PDF = "pdf"
    MASSENTRY = "massentry"
    CARDMARKET = "cardmarket"
    NAMES = "names"
    PROXIES = "proxies"

    @property
    def ending(self) -> str:
        """How a file's name ends, with the dot."""
        return _ENDINGS.get(self, f".{self}")

    @property
    def tail(self) -> str:
        """What tells the format in a file's name: `.pdf`, `-proxies.pdf`."""
        return f"-{self}{self.ending}" if self in _SHARING else self.ending

    @property
    def only_missing(self) -> bool:
        """Whether cards that are owned are left out."""
        return self in _TO_GET


_TEXT: Final = ".txt"
_ENDINGS: Final = {
    Format.MARKDOWN: ".md",
    Format.MASSENTRY: _TEXT,
    Format.CARDMARKET: _TEXT,
    Format.NAMES: _TEXT,
    Format.PROXIES: ".pdf",
}
_SHARING: Final = frozenset({Format.MASSENTRY, Format.CARDMARKET, Format.NAMES, Format.PROXIES})
"""Formats whose ending is another's too, so that a file's name has to name them."""
_TO_GET: Final = _SHARING
"""Formats that serve to get hold of cards, in a shop or out of a printer."""
_SHORT: Final = {"md": Format.MARKDOWN}

KNOWN: Final = ", ".join(Format)


class Order(StrEnum):
    """What a list is sorted by, and parted into sections by."""

    SET = "set"
    """The oldest set first, as in a binder."""
    LANE = "lane"
    """By printed type, then by HP."""
    DEX = "dex"
    """By National Dex number, region by region."""
    NAME = "name"
    """By the name on the card, letter by letter."""


class Paper(StrEnum):
    """What is printed on."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height, in millimetres."""
        return (210.0, 297.0) if self is Paper.A4 else (215.9, 279.4)


def format_named(name: str) -> Format:
    """Find a format by its name.

    Raises:
        UsageError: There is none; the error suggests the nearest.
    """
    wanted = name.lower().removeprefix(".")
    if wanted not in {*Format, *_SHORT}:
        raise UsageError(f"no format is called '{name}'{_suggest(wanted)} (known: {KNOWN})")
    return _SHORT.get(wanted) or Format(wanted)


def format_of(path: Path) -> Format:
    """Tell the format from a file's name: by its ending, and a word before an ending shared.

    `list.pdf` is a checklist, `list-proxies.pdf` and `proxies.pdf` are proxies. A `.txt` has to
    name its format so.

    Raises:
        BadInputError: No format has this ending, or several have.
    """
    word = re.search(r"([a-z]*)\.[a-z]+$", path.name.lower())
    ending = path.suffix.lower()
    for one in _SHARING:
        if word and word[1] == one and ending == one.ending:
            return one
    for one in Format:
        if one not in _SHARING and ending == one.ending:
            return one
    if ending == _TEXT:
        texts = sorted(one.tail for one in Format if one.ending == _TEXT)
        raise BadInputError(
            f"'{path}' may be several lists: end the name in {' or '.join(texts)}, or say --format"
        )
    endings = ", ".join(dict.fromkeys(one.ending for one in Format))
    raise BadInputError(
        f"no format is known by the ending of '{path}'{_suggest(ending)} (known: {endings})"
    )


def _suggest(typed: str) -> str:
    return did_you_mean(typed.removeprefix("."), [*Format, *_SHORT])
