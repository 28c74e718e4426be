"""Matching: the one printing that is all that a row says, or why there is none.

Nothing is matched because it is alike. What is alike is offered, and the user decides.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.names import fold, same_name
from deckbuilder.collection.shelves import Shelves, number_key, total_of
from deckbuilder.domain.cards import Printing

CANDIDATES: Final = 5
"""The most that are offered for a row."""

_SEALED: Final = frozenset(
    {
        "blister",
        "booster",
        "box",
        "bundle",
        "case",
        "collection",
        "deck",
        "display",
        "kit",
        "pack",
        "sleeves",
        "tin",
    }
)
"""Words of products that are no single card."""


@dataclass(frozen=True, slots=True)
class Mention:
    """What a row says of a card; what is empty is not said."""

    name: str = ""
    sets: tuple[str, ...] = ()
    """What the set is called: id, code, name, any of them."""
    number: str = ""
    """As printed: `4`, `004/102`, `TG05/TG30`."""
    card_id: str = ""
    tcgplayer_id: str = ""
    cardmarket_id: str = ""
    tcgplayer_article: str = ""
    """A product in some of TCGplayer's files, an article in others: believed only where all else
    agrees."""

    def __str__(self) -> str:
        """Tell it as the end of a sentence: `the row says Mew, Base Set 4`."""
        parts = (self.name, " ".join((*self.sets[:1], self.number)).strip())
        return "the row says " + ", ".join(part for part in parts if part)


class UnmatchedError(ValueError):
    """A row names no single printing; the message says why."""

    def __init__(self, reason: str, offers: Callable[[], list[Printing]] = list) -> None:
        super().__init__(reason)
        self._offers = offers

    @property
    def candidates(self) -> tuple[str, ...]:
        """Card ids of what may be meant; sought only now, since most readings are but tried."""
        return tuple(dict.fromkeys(one.card_id for one in self._offers()))[:CANDIDATES]


class Matcher:
    """Matches what rows say with the printings of a catalogue."""

    def __init__(self, catalog: Catalog) -> None:
        self._shelves = Shelves(catalog)
        self.sets: Final = self._shelves.sets

    def match(self, readings: Iterable[Mention]) -> Printing:
        """Find the one printing that is all that a row says.

        Args:
            readings: Every way to read the row, the most particular first. It is understood
                when all those that fit a printing fit the same one.

        Raises:
            UnmatchedError: There is no such printing, or more than one.
        """
        fitting: list[Printing] = []
        faults = []
        for said in readings:
            try:
                fitting += self._fitting(said)
            except UnmatchedError as fault:
                faults.append(fault)
        found = list(dict.fromkeys(fitting))
        if not found:
            raise faults[0]
        if len(found) > 1:
            raise UnmatchedError(
                f"{len(found)} printings are that: say the set and number", lambda: found
            )
        return found[0]

    def _fitting(self, said: Mention) -> list[Printing]:
        """Every printing that is all that a reading says; raises where there is none."""
        self._refuse_what_is_no_card(said)
        if said.card_id:
            return [self._identified(said)]
        return self._sold_as(said) or self._described(said)

    def _refuse_what_is_no_card(self, said: Mention) -> None:
        if said == Mention(sets=said.sets):
            raise UnmatchedError("the row names no card")
        if not said.name or self._shelves.named(said.name):
            return
        if not said.number and not _SEALED.isdisjoint(fold(said.name)):
            raise UnmatchedError(f"'{said.name}' is a sealed product, no single card")

    def _identified(self, said: Mention) -> Printing:
        """The printing of a card id."""
        one = self._shelves.by_id.get(said.card_id)
        if one is None:
            raise UnmatchedError(f"no card has the id '{said.card_id}'", lambda: self._near(said))
        if not self._agrees(one, said):
            raise UnmatchedError(
                f"'{said.card_id}' is {self._told(one)}, and {said}", lambda: [one]
            )
        return one

    def _sold_as(self, said: Mention) -> list[Printing]:
        """The printings of a shop's number; none where the catalogue does not know it."""
        known = self._shelves.products(said.tcgplayer_id, said.cardmarket_id)
        agreeing = [one for one in known if self._agrees(one, said)]
        if known and not agreeing:
            raise UnmatchedError(
                f"the product number is that of {self._told(known[0])}, and {said}", lambda: known
            )
        articles = self._shelves.products(said.tcgplayer_article)
        return agreeing or [one for one in articles if said.name and self._agrees(one, said)]

    def _described(self, said: Mention) -> list[Printing]:
        """The printings of a set, number and name, or of as much of these as the row says."""
        sets = self._shelves.called(said.sets)
        if said.sets and not sets:
            text = said.sets[0]
            raise UnmatchedError(
                f"no set is called '{text}'{self.sets.suggestion(text)}", lambda: self._near(said)
            )
        fitting = self._numbered(sets, said) if sets and said.number else self._named(sets, said)
        if not fitting:
            raise UnmatchedError(f"no card is that: {said}", lambda: self._near(said, sets))
        return fitting

    def _numbered(self, sets: tuple[str, ...], said: Mention) -> list[Printing]:
        """The printings of a number in sets, whose name must not be another."""
        there = self._shelves.numbered(sets, said.number)
        fitting = [one for one in there if not said.name or same_name(one.name, said.name)]
        if there and not fitting:
            raise UnmatchedError(
                f"number '{said.number}' is {self._told(there[0])}, and {said}",
                lambda: [there[0], *self._near(said, sets)],
            )
        return fitting

    def _named(self, sets: tuple[str, ...], said: Mention) -> list[Printing]:
        """The printings of a name, of those in these sets and with this number and total."""
        inside = self._shelves.within(sets)
        total = total_of(said.number)
        return [
            one
            for one in self._shelves.named(said.name)
            if (not sets or one.set_id in inside)
            and (not said.number or self._shelves.has_number(one, said.number))
            and total in {None, self._shelves.card_sets[one.set_id].printed_total}
        ]

    def _agrees(self, one: Printing, said: Mention) -> bool:
        """Whether nothing that a row says contradicts a printing."""
        sets = self._shelves.called(said.sets)
        return (
            (not said.name or same_name(one.name, said.name))
            and (not said.number or self._shelves.has_number(one, said.number))
            and (not sets or one.set_id in self._shelves.within(sets))
        )

    def _near(self, said: Mention, sets: tuple[str, ...] = ()) -> list[Printing]:
        """Printings to offer: of the name, else of the names most like it."""
        if not said.name:
            return []
        found = self._shelves.named(said.name) or self._shelves.alike(said.name)
        key = number_key(said.number)
        # Those of the set, and of the number, are the likeliest to be meant.
        return sorted(
            found, key=lambda one: (one.set_id not in sets, number_key(one.number) != key)
        )

    def _told(self, one: Printing) -> str:
        return f"{one.name}, {self._shelves.card_sets[one.set_id].name} {one.number}"
