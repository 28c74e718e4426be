"""A deck to play with: the rows of a deck folder, and how many it is for."""

import json
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Final, Protocol

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.files import sha256
from deckbuilder.catalog.names import did_you_mean
from deckbuilder.catalog.pools import BASE_SET, KANTO
from deckbuilder.domain.cards import Cell
from deckbuilder.domain.pick import PickRow
from deckbuilder.domain.plan import Mode, Role
from deckbuilder.errors import BadInputError

HAND: Final = 7
"""Cards that each player is dealt."""
MOST_PLAYERS: Final = 10
CARDS_A_PLAYER: Final = 16
"""What the full deck gives each of ten players; a deck of another size is held to it."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card as the game sees it."""

    card_id: str
    """TCGdex card id."""
    name: str
    """Species, or a Trainer's character."""
    dex: int | None
    """National Dex number; none for a Trainer."""
    cell: Cell | None
    """Printed type and HP; none for a Trainer."""
    evolves_from: int | None
    """Dex number of the stage below, if any."""

    def __str__(self) -> str:
        """Read as a player would say it: `Charizard (Fire 120)`, `Misty (Trainer)`."""
        return f"{self.name} ({self.cell or 'Trainer'})"


@dataclass(frozen=True, slots=True)
class Seats:
    """How many players a deck is for."""

    least: int
    most: int
    why: str
    """What kind of deck that holds for: `a core deck`."""


@dataclass(frozen=True)
class GameDeck:
    """The cards of a game; a card's number is its place among them, Trainers last."""

    name: str
    cards: tuple[Card, ...]
    seats: Seats

    @cached_property
    def pokemon(self) -> int:
        """Pokémon in the deck, which are the cards numbered below this."""
        return sum(card.cell is not None for card in self.cards)

    @property
    def trainers(self) -> int:
        """Trainers in the deck."""
        return len(self.cards) - self.pokemon

    @cached_property
    def digest(self) -> str:
        """Hash of all that the game knows of the cards, in hexadecimal."""
        return sha256(json.dumps([asdict(card) for card in self.cards]).encode())


class DeckResult(Protocol):
    """What `result.json` of a deck folder says of its making."""

    @property
    def mode(self) -> Mode:
        """How the rubric came about."""

    @property
    def regions(self) -> tuple[str, ...]:
        """Regions, or modules of them."""


class DeckRecord(Protocol):
    """A deck folder, as far as a game needs it."""

    @property
    def result(self) -> DeckResult:
        """How the deck came about."""

    @property
    def rows(self) -> tuple[PickRow, ...]:
        """Its cards."""


def game_deck(record: DeckRecord, catalog: Catalog, modules: Collection[str] = ()) -> GameDeck:
    """Take the cards of a deck folder.

    Args:
        record: The folder's content.
        catalog: Tells which species evolve from which.
        modules: Names of the modules to play with; all of them when none is named.

    Raises:
        BadInputError: There is no such module, or a row names no species of the catalogue.
    """
    known = list(dict.fromkeys(row.module for row in record.rows))
    for name in modules:
        if name not in known:
            raise BadInputError(
                f"the deck has no module '{name}'{did_you_mean(name, known)} "
                f"(modules: {', '.join(known)})"
            )
    taken = [name for name in known if name in modules] or known
    rows = [row for row in record.rows if row.module in taken]
    seats = seats_of(record.result.mode, record.result.regions, taken, len(rows))
    pool = "+".join(record.result.regions)
    name = pool if len(taken) == len(known) else f"{pool} {'+'.join(taken)}"
    return deck_of_rows(name, rows, catalog, seats)


def deck_of_rows(name: str, rows: Iterable[PickRow], catalog: Catalog, seats: Seats) -> GameDeck:
    """Take rows as they stand; see `game_deck`."""
    cards = sorted((_card(row, catalog) for row in rows), key=lambda card: card.cell is None)
    return GameDeck(name, tuple(cards), seats)


def _card(row: PickRow, catalog: Catalog) -> Card:
    if row.role == Role.TRAINER:
        return Card(row.card_id, row.species, None, None, None)
    species = catalog.species.get(row.dex or 0)
    if species is None or row.hp is None:
        raise BadInputError(f"{row.species}: '{row.dex}' is no species with an HP")
    cell = Cell(row.type, row.hp)
    return Card(row.card_id, row.species, species.dex, cell, species.evolves_from)


def seats_of(mode: Mode, parts: Collection[str], modules: Collection[str], cards: int) -> Seats:
    """Say how many players a deck is for.

    Args:
        mode: How its rubric came about.
        parts: Regions, or modules of regions, that its natives are of.
        modules: The modules of it that are played with.
        cards: How many cards those are.
    """
    if mode is Mode.SPLIT and len(modules) == 1:
        return Seats(2, 4, f"a {next(iter(modules))} deck")
    if mode is Mode.UNIVERSAL and list(parts) == [f"{KANTO}:{BASE_SET}"]:
        return Seats(2, 4, "a core deck")
    if mode is Mode.SPLIT or (mode is Mode.UNIVERSAL and list(parts) == [KANTO]):
        return Seats(5, MOST_PLAYERS, "a full deck")
    most = min(MOST_PLAYERS, max(2, cards // CARDS_A_PLAYER))
    return Seats(2, most, f"a deck of {cards} cards")
