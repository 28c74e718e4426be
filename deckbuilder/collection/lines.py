"""Lines of text that name a card: TCGplayer, PTCGL and Limitless, Cardmarket, or by hand.

A line says how many, then what. What it means is not told by its form alone (`Espeon E4` is a
name, `Espeon EX 5` a name, a set and a number), so every reading is tried, and the line is
understood when all readings that are a card's are one card's.
"""

import re
from collections.abc import Iterator
from typing import Final

from deckbuilder.catalog.names import fold
from deckbuilder.collection.match import Mention
from deckbuilder.collection.sets import SetNames
from deckbuilder.domain.cards import RULE_BOXES

_HEADING: Final = re.compile(
    r"\W*|\W*(?:pok[eé]mon|trainer|energy|total|supporter|item|stadium|tool)(?: cards?)?\W*\d*\W*",
    re.IGNORECASE,
)
_COMMENT: Final = ("#", "//", "***")
_QUANTITY: Final = re.compile(r"([-+]?\d[\d.,]*)\s*[x×]?\s+(?=\S)|x(\d+)\s+(?=\S)", re.IGNORECASE)
_REVERSE: Final = re.compile(r"\s+(?:PH|RH)$")
"""PTCGL's mark of a parallel holofoil."""

_CARD_ID: Final = re.compile(r"[a-z0-9.-]+-\S+")
_IN_BRACKETS: Final = re.compile(r"(.+?)\s*\[([^\]]+)\]\s*(\S*)")
"""`Lurantis ex [PBL] 4`."""
_IN_PARENTHESES: Final = re.compile(r"(.+?)\s*\(([^()]+?)\s+([^\s()]*\d[^\s()]*)\)")
"""`Pikachu (SVI 62)`."""
_CODE: Final = re.compile(r"[A-Z][A-Z0-9:-]+")
"""The set of `Pikachu SVI 62`."""


def is_heading(line: str) -> bool:
    """Tell whether a line is empty, a comment, or a heading such as `Pokémon: 12`."""
    return line.startswith(_COMMENT) or bool(_HEADING.fullmatch(line))


def parted(line: str) -> tuple[str, str, str]:
    """Part a line into quantity, card and finish; a quantity that is not said is 1."""
    text = line.strip()
    counted = _QUANTITY.match(text)
    quantity = (counted[1] or counted[2]) if counted else "1"
    card = text[counted.end() :] if counted else text
    finish = "reverse-holofoil" if _REVERSE.search(card) else ""
    return quantity, _REVERSE.sub("", card), finish


def readings(card: str, sets: SetNames) -> Iterator[Mention]:
    """Give every way to read what a line says of a card, the most particular first."""
    *name, code, number = ["", "", *card.split()]
    if _CARD_ID.fullmatch(card):
        yield Mention(card_id=card)
    if enclosed := _IN_BRACKETS.fullmatch(card) or _IN_PARENTHESES.fullmatch(card):
        yield Mention(enclosed[1], (enclosed[2],), enclosed[3])
    elif _CODE.fullmatch(code) and _has_digit(number):
        yield Mention(" ".join(name).strip(), (code,), number)
        if code not in RULE_BOXES and sets.called(code):
            return  # nothing but a set, as `EX` in `Mewtwo EX 5` may not be
    if not (enclosed and enclosed[3]):
        yield from _from_the_right(card.split(), sets)
        yield Mention(card)


def _has_digit(text: str) -> bool:
    return any(map(str.isdecimal, text))


def _from_the_right(words: list[str], sets: SetNames) -> Iterator[Mention]:
    """Take a number off the end and then a set, or either alone."""
    *rest, number = words
    yield from _with_set(rest, number, sets)
    # Nobody calls Expedition by its code EX without a number: `Chansey ex` is a name.
    if fold(number) and number not in RULE_BOXES:
        yield from _with_set(words, "", sets)
    if rest and _has_digit(number):
        yield Mention(" ".join(rest), (), number)


def _with_set(words: list[str], number: str, sets: SetNames) -> Iterator[Mention]:
    for start in range(1, len(words)):
        text = " ".join(words[start:])
        if sets.called(text):
            yield Mention(" ".join(words[:start]), (text,), number)
