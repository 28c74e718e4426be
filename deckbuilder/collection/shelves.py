"""The catalogue on shelves: every way in which a list may point at a printing, indexed once."""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from string import ascii_uppercase
from typing import Final, Generic, TypeVar

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.names import fold, name_keys
from deckbuilder.collection.sets import SetNames
from deckbuilder.domain.cards import CardSet, Printing

_OLD_NUMBERS: Final = frozenset({"cel25cc"})
"""Reprints that bear the numbers of their originals, where the catalogue counts from 1."""
_LONGEST_TOTAL: Final = 4
"""Digits; no set has so many cards."""
_LIKENESS: Final = 70
"""Least score, of 100, at which a name is worth offering."""

Key = TypeVar("Key", bound=Hashable)


def number_key(number: str) -> str:
    """Reduce a number to what its spellings share: `004/102` and `#4` are `4`."""
    plain = number.strip().lstrip("#").partition("/")[0].strip().upper()
    return re.sub(r"(?<!\d)0+(?=\d)", "", plain)


def total_of(number: str) -> int | None:
    """Take the total after the slash, where there is one: 102 of `4/102`."""
    text = number.partition("/")[2].strip()
    return int(text) if text.isdecimal() and len(text) <= _LONGEST_TOTAL else None


def _bare(number: str) -> str:
    """A number without the letters before it: `SWSH050` is `50`."""
    return number_key(number).lstrip(ascii_uppercase)


class _Shelf(Generic[Key]):
    """Printings by a key, in catalogue order."""

    def __init__(self, keyed: Iterable[tuple[Key, Printing]]) -> None:
        shelf: defaultdict[Key, list[Printing]] = defaultdict(list)
        for key, one in keyed:
            shelf[key].append(one)
        self._shelf: Mapping[Key, list[Printing]] = shelf
        self.keys: Final = tuple(shelf)

    def __getitem__(self, key: Key) -> list[Printing]:
        return self._shelf.get(key, [])


class Shelves:
    """The catalogue's printings by name, by product number, and by set and number."""

    def __init__(self, catalog: Catalog) -> None:
        cards = tuple(catalog.printings.values())
        self.by_id: Final = catalog.printings
        self.card_sets: Final[Mapping[str, CardSet]] = catalog.sets
        self.sets: Final = SetNames(catalog.sets.values())
        self._by_name = _Shelf((key, one) for one in cards for key in name_keys(one.name))
        self._by_tcgplayer = _Shelf((one.tcgplayer_id, one) for one in cards if one.tcgplayer_id)
        self._by_cardmarket = _Shelf((one.cardmarket_id, one) for one in cards if one.cardmarket_id)
        self._by_set = _Shelf((one.set_id, one) for one in cards)
        self._by_number = _Shelf(((one.set_id, number_key(one.number)), one) for one in cards)
        numbered_plainly = {one.set_id for one in cards if number_key(one.number)[:1].isdecimal()}
        self._by_bare_number = _Shelf(
            ((one.set_id, _bare(one.number)), one)
            for one in cards
            if one.set_id not in numbered_plainly
        )

    def products(self, tcgplayer_id: str, cardmarket_id: str = "") -> list[Printing]:
        """Find the printings that shops sell under these numbers."""
        found = self._by_tcgplayer[tcgplayer_id] + self._by_cardmarket[cardmarket_id]
        return list(dict.fromkeys(found))

    def named(self, name: str) -> list[Printing]:
        """Find every printing of a name, by the most exact spelling that any card has."""
        hits = (self._by_name[key] for key in name_keys(name))
        return next((hit for hit in hits if hit), [])

    def alike(self, name: str) -> list[Printing]:
        """Find the printings of the names most like one that no card has: to offer, not to take."""
        from rapidfuzz import fuzz, process  # noqa: PLC0415 - only an unknown name pays for it

        hits = process.extract(
            " ".join(fold(name)),
            self._by_name.keys,
            scorer=fuzz.ratio,
            limit=2,
            score_cutoff=_LIKENESS,
        )
        return [one for key, *_ in hits for one in self._by_name[key]]

    def called(self, texts: Iterable[str]) -> tuple[str, ...]:
        """Find the ids of the sets that go by any of these texts."""
        return tuple(dict.fromkeys(found for text in texts for found in self.sets.called(text)))

    def within(self, set_ids: Iterable[str]) -> tuple[str, ...]:
        """Add to sets the galleries and vaults that came in them."""
        outer = tuple(set_ids)
        return outer + self.sets.inside(outer)

    def numbered(self, set_ids: tuple[str, ...], number: str) -> list[Printing]:
        """Find the printings of a number in sets, or in the galleries that came in them.

        `CRZ-GG 25` and `PR-SW 49` leave out the letters that every number of the set begins with.
        """
        key = number_key(number)
        inside = self.within(set_ids)
        found = [one for set_id in inside for one in self._by_number[set_id, key]]
        for set_id in inside:
            found += self._by_set[set_id] if self._is_old_number(set_id, number) else ()
        return found or [one for set_id in set_ids for one in self._by_bare_number[set_id, key]]

    def has_number(self, one: Printing, number: str) -> bool:
        """Tell whether a number may be what is printed on a card."""
        key = number_key(number)
        return (
            number_key(one.number) == key
            or one in self._by_bare_number[one.set_id, key]
            or self._is_old_number(one.set_id, number)
        )

    def _is_old_number(self, set_id: str, number: str) -> bool:
        """Whether a number is an original's, on a reprint that bears it still: `4/102`."""
        total = total_of(number)
        return set_id in _OLD_NUMBERS and total not in {None, self.card_sets[set_id].printed_total}
