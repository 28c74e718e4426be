"""The cards that the stand-in services speak of: the packed catalogue, and changes to it."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.domain.cards import TYPES, CardSet, Printing, number_order
from deckbuilder.sources.rows import number, parts, read_facts

ABSENT: Final = object()
"""As the value of a patched field: the service leaves the field out."""

_FACTS: Final = Path(__file__).parents[2] / "data" / "facts"
_COLUMNS: Final = ("card_id", "suffix", "evolves_from")


class Service(StrEnum):
    """The two public services that the rig stands in for."""

    TCGDEX = "tcgdex"
    POKEMONTCG = "pokemontcg"


@dataclass(frozen=True, slots=True)
class Card:
    """A printing, with what a service states and the catalogue does not keep."""

    printing: Printing
    suffix: str = ""
    evolves_from: str = ""

    @property
    def tail(self) -> str:
        """What follows the set in its id: its number, as an address states it."""
        return self.printing.card_id.removeprefix(f"{self.printing.set_id}-")


@dataclass(frozen=True, slots=True)
class View:
    """The world as one service tells it at one moment."""

    cards: tuple[Card, ...]
    """By set, the oldest first, then by number."""
    sets: Mapping[str, CardSet]
    sizes: Mapping[str, int]
    """How many cards each set has."""
    patches: Mapping[str, Mapping[str, Any]]
    renamed: Mapping[str, str]
    """Sets that TCGdex serves under another id."""
    without_image: frozenset[str]
    price_day: str


class World:
    """Every card of a catalogue, to be changed while it is served."""

    def __init__(self, catalog: Catalog, cards: Collection[str] | None = None) -> None:
        """Take over a catalogue.

        TCGdex tells what the catalogue's card facts say, unmended: a Pokémon without its dex
        number, a type told twice. pokemontcg.io tells what the catalogue says.

        Args:
            catalog: States the sets and the printings.
            cards: The ids to serve; by default all.
        """
        facts = _load_facts()
        wanted = None if cards is None else frozenset(cards)
        self._sets = dict(catalog.sets)
        self._cards = {
            one.card_id: _card(one, facts.get(one.card_id))
            for one in catalog.printings.values()
            if wanted is None or one.card_id in wanted
        }
        self._told = {
            (Service.TCGDEX, card_id): unmended
            for card_id, card in self._cards.items()
            if card_id in facts and (unmended := _changed(card, facts[card_id].stated)) != card
        }
        self._patches: dict[tuple[Service, str], dict[str, Any]] = {}
        self._renamed: dict[str, str] = {}
        self._without_image: set[str] = set()
        self._price_day = "2026-11-01"
        self.version = 0
        """Rises with every change."""

    def card(self, card_id: str) -> Card:
        """The card as every service tells it that was not told otherwise."""
        return self._cards[card_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def change(self, card_id: str, service: Service | None = None, **facts: Any) -> None:
        """Change fields of a printing, for every service or for one that then disagrees."""
        if service is None:
            self._cards[card_id] = _changed(self._cards[card_id], facts)
        for one in Service:
            told = self._told.get((one, card_id), self._cards[card_id])
            if service in {None, one}:
                self._told[one, card_id] = _changed(told, facts)
        self.version += 1

    def patch(self, service: Service, card_id: str, **fields: Any) -> None:
        """Overwrite fields of the JSON that one service sends; `ABSENT` leaves one out."""
        self._patches.setdefault((service, card_id), {}).update(fields)
        self.version += 1

    def add(self, printing: Printing) -> None:
        """Add a card; its id begins with that of its set."""
        if not printing.card_id.startswith(f"{printing.set_id}-"):
            raise ValueError(f"'{printing.card_id}' is no card of set '{printing.set_id}'")
        for service in Service:
            self._told.pop((service, printing.card_id), None)
        self._cards[printing.card_id] = Card(printing)
        self.version += 1

    def add_set(self, card_set: CardSet) -> None:
        """Add a set, or tell a set otherwise."""
        self._sets[card_set.set_id] = card_set
        self.version += 1

    def remove(self, card_id: str) -> None:
        """Take a card out of every service."""
        del self._cards[card_id]
        self.version += 1

    def rename_set(self, set_id: str, served_as: str) -> None:
        """Let TCGdex serve a set, and the ids of its cards, under another id."""
        self._renamed[set_id] = served_as
        self.version += 1

    def lose_image(self, *card_ids: str) -> None:
        """Let the images of these cards be a 404, though the cards name them."""
        self._without_image.update(card_ids)
        self.version += 1

    def reprice(self, day: str) -> None:
        """State other prices, as of this ISO date."""
        self._price_day = day
        self.version += 1

    def view(self, service: Service) -> View:
        """The world as this service tells it now."""
        cards = [self._told.get((service, one), card) for one, card in self._cards.items()]
        place = {
            one.set_id: index
            for index, one in enumerate(
                sorted(self._sets.values(), key=lambda one: (one.release_date, one.set_id))
            )
        }
        cards.sort(key=lambda one: (place[one.printing.set_id], number_order(one.printing.number)))
        sizes = Counter(one.printing.set_id for one in cards)
        return View(
            cards=tuple(cards),
            sets={one: card_set for one, card_set in self._sets.items() if sizes[one]},
            sizes=sizes,
            patches={card: dict(one) for (of, card), one in self._patches.items() if of == service},
            renamed=dict(self._renamed),
            without_image=frozenset(self._without_image),
            price_day=self._price_day,
        )


def patched(record: dict[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """A record with a patch laid over it, and without the fields that it makes absent."""
    told = {**record, **patch}
    return {name: value for name, value in told.items() if value is not ABSENT}


def is_basic_energy(one: Printing) -> bool:
    """Whether an Energy card is of the kind that a deck may hold any number of."""
    return one.name.removeprefix("Basic ").removesuffix(" Energy") in TYPES


def _card(printing: Printing, row: "_Row | None") -> Card:
    return Card(printing, row.suffix, row.evolves_from) if row else Card(printing)


def _changed(card: Card, facts: Mapping[str, Any]) -> Card:
    return replace(card, printing=replace(card.printing, **facts))


class _Row(NamedTuple):
    """What the card facts, which are TCGdex's, state of a card before the catalogue mends it."""

    stated: Mapping[str, Any]
    """Fields of a printing."""
    suffix: str
    evolves_from: str


@cache
def _load_facts() -> Mapping[str, _Row]:
    """Read the card facts, by card id."""
    rows = (row for _, row in read_facts(_FACTS, "card-facts").rows(_COLUMNS))
    return {row["card_id"]: _Row(_stated(row), row["suffix"], row["evolves_from"]) for row in rows}


def _stated(row: Mapping[str, str]) -> Mapping[str, Any]:
    return {
        "name": row["name"],
        "stage": row["stage"],
        "hp": number(row, "hp"),
        "types": parts(row, "types"),
        "dex": tuple(map(int, parts(row, "dex"))),
        "rarity": row["rarity"],
    }
