"""One card as two sources number it: cards of a set are paired one to one."""

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from string import ascii_letters
from typing import Final

from deckbuilder.catalog.names import bare_name
from deckbuilder.domain.cards import Printing, number_order

_LONGEST_NUMBER: Final = 40
"""Characters that can tell a card's number; no real one has more than ten."""

_LETTER_BEHIND: Final = re.compile(r"(?<=\d)[A-Za-z]$")

NumberKey = tuple[tuple[int, int, str], ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A card that a source lists in a set."""

    card_id: str
    """Its id at the source."""
    number: str
    """As the source states it."""
    name: str
    set_id: str
    """The set at the source."""

    @property
    def tail(self) -> str:
        """What follows the set in its id: as a rule its number."""
        return self.card_id.removeprefix(f"{self.set_id}-")

    @property
    def is_numbered_by_its_id(self) -> bool:
        """Whether the source's two numbers are one."""
        return number_key(self.number) == number_key(self.tail)


def number_key(number: str) -> NumberKey:
    """Reduce a number to what its spellings share, padding and case left out."""
    return number_order(number[:_LONGEST_NUMBER].upper())


def same_number(one: str, other: str) -> bool:
    """Tell whether two numbers may be one card's.

    `50` may be `50a`, where a source leaves the letter out; numbers that begin with other
    letters are a count of the source's own, and say nothing against each other.
    """
    if number_key(one) == number_key(other) or _prefix(one) != _prefix(other):
        return True
    return number_key(other) == _unlettered(one) or number_key(one) == _unlettered(other)


def _prefix(number: str) -> str:
    """The letters that a number begins with: `CC` of `CC002`."""
    return number[: len(number) - len(number.lstrip(ascii_letters))].upper()


def _unlettered(number: str) -> NumberKey:
    """A number without a letter behind it: `50a` is `50`."""
    return number_key(_LETTER_BEHIND.sub("", number))


def _named(number: str, name: str) -> tuple[NumberKey, str]:
    return number_key(number), bare_name(name)


def counterparts(told: Iterable[Told], here: Iterable[Printing]) -> Mapping[str, Printing]:
    """Pair the cards that a source lists in a set with the catalogue's, one to one.

    By name and by both of the source's numbers first, then by name and the number in its id, then
    by name and the number that it states, then by number alone, then by a number whose letter the
    source leaves out, last by name in sets that the catalogue numbers with letters of its own.

    Args:
        told: The cards of the set at the source.
        here: The printings of the set, or of the sets, that it is here.

    Returns:
        Printings by the source's card ids; a card without a counterpart is not in it.
    """
    left, free = list(told), list(here)
    found: dict[str, Printing] = {}
    numbered_here = {_prefix(one.number) for one in free}
    is_counted_otherwise = numbered_here.isdisjoint(_prefix(one.number) for one in left)
    for key_there, key_here in (*_RULES, *([_BY_NAME] if is_counted_otherwise else ())):
        pairs = _paired(left, free, key_there, key_here)
        found |= pairs
        taken = {one.card_id for one in pairs.values()}
        left = [one for one in left if one.card_id not in pairs]
        free = [one for one in free if one.card_id not in taken]
    return found


_Rule = tuple[Callable[[Told], Hashable], Callable[[Printing], Hashable]]
"""What a card of the source and a printing must have in common; nothing pairs with nothing."""
_RULES: Final[tuple[_Rule, ...]] = (
    (
        lambda there: _named(there.number, there.name) if there.is_numbered_by_its_id else None,
        lambda here: _named(here.number, here.name),
    ),
    (
        lambda there: _named(there.tail, there.name),
        lambda here: _named(here.number, here.name),
    ),
    (
        lambda there: _named(there.number, there.name),
        lambda here: _named(here.number, here.name),
    ),
    (
        lambda there: number_key(there.number) if there.is_numbered_by_its_id else None,
        lambda here: number_key(here.number),
    ),
    (
        lambda there: _named(there.number, there.name),
        lambda here: (_unlettered(here.number), bare_name(here.name)),
    ),
)
_BY_NAME: Final[_Rule] = (
    lambda there: bare_name(there.name),
    lambda here: bare_name(here.name),
)


def _paired(
    left: Iterable[Told],
    free: Iterable[Printing],
    key_there: Callable[[Told], Hashable],
    key_here: Callable[[Printing], Hashable],
) -> dict[str, Printing]:
    """Pair those whose keys are the same; of several with one key the first are paired."""
    places: defaultdict[Hashable, list[Printing]] = defaultdict(list)
    for one in free:
        places[key_here(one)].append(one)
    return {
        one.card_id: places[key].pop(0)
        for one in left
        if (key := key_there(one)) is not None and places.get(key)
    }
