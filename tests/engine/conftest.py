"""Situations at the table, written as a player would tell them, and real decks."""

import csv
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.pools import KANTO_TABLE
from deckbuilder.domain.cards import TYPES, Cell
from deckbuilder.domain.pick import PickRow
from deckbuilder.domain.plan import Mode, Role
from deckbuilder.engine.party.bots import RandomBot
from deckbuilder.engine.party.chance import Fate, Stream
from deckbuilder.engine.party.deck import Card, GameDeck, Seats, deck_of_rows, seats_of
from deckbuilder.engine.party.houses import HouseFamily, find_houses, load_houses
from deckbuilder.engine.party.options import Options
from deckbuilder.engine.party.play import play
from deckbuilder.engine.party.rules import apply, legal_actions, resolve, to_order
from deckbuilder.engine.party.state import DRAW, PASS, SPEAK, Kind, State
from deckbuilder.engine.party.table import Table, mask_of, members

CELLS = {
    "Charmander": "Fire 50",
    "Charmeleon": "Fire 80",
    "Charizard": "Fire 120",
    "Vulpix": "Fire 60",
    "Squirtle": "Water 50",
    "Wartortle": "Water 70",
    "Staryu": "Water 40",
    "Pichu": "Lightning 30",
    "Pikachu": "Lightning 40",
    "Raichu": "Lightning 90",
    "Eevee": "Colorless 50",
    "Vaporeon": "Water 80",
    "Jolteon": "Lightning 70",
    "Flareon": "Fire 90",
    "Articuno": "Water 100",
    "Zapdos": "Lightning 100",
    "Moltres": "Fire 100",
    "Mew": "Psychic 60",
    "Mewtwo": "Psychic 70",
    "Tangela": "Grass 80",
    "Pinsir": "Grass 60",
    "Snorlax": "Colorless 90",
    "Onix": "Fighting 110",
}
TRAINERS = ["Brock", "Misty", "Erika", "Blaine"]
WORDS = {DRAW: "draw", PASS: "pass", SPEAK: "speak"}


class Situation:
    """A game from a given moment on: player 0 is on turn, and cards go by their names."""

    def __init__(self, table: Table, top: str, hands: Sequence[str], pile: str, under: str):
        self.numbers = {card.name: number for number, card in enumerate(table.deck.cards)}
        self.state = state = State(table)
        state.kind = Kind.TURN
        state.hands = [mask_of(self._cards(hand)) for hand in hands]
        state.top = self.numbers[top]
        state.pile = self._cards(pile)[::-1]
        state.under = self._cards(under)

    def _cards(self, names: str) -> list[int]:
        return [self.numbers[name] for name in names.split()]

    def _names(self, numbers) -> str:
        return " ".join(self.state.table.deck.cards[number].name for number in numbers)

    @property
    def may(self) -> str:
        """What may be done now: cards by number, then `draw`, `pass`, `speak`."""
        actions = legal_actions(self.state)
        cards = self._names(action for action in actions if action >= 0).split()
        return " ".join(sorted(cards) + [WORDS[action] for action in actions if action < 0][::-1])

    def do(self, *actions: str) -> "Situation":
        """Do one thing after the other, each of which must be legal."""
        for name in actions:
            by_word = {word: action for action, word in WORDS.items()}
            action = by_word.get(name, self.numbers.get(name))
            assert action in legal_actions(self.state), (name, self.may)
            apply(self.state, action)
        return self

    def shuffle(self, names: str) -> "Situation":
        """Let chance give this order."""
        order = self._cards(names)
        assert sorted(order) == sorted(to_order(self.state))
        resolve(self.state, order)
        return self

    def race(self, *players: int) -> "Situation":
        assert sorted(players) == sorted(to_order(self.state))
        resolve(self.state, players)
        return self

    @property
    def asked(self) -> str:
        """Who has to decide what: `0 turn`."""
        return f"{self.state.player} {self.state.kind.name.lower()}"

    @property
    def top(self) -> str:
        return self._names([self.state.top])

    @property
    def under(self) -> str:
        return self._names(self.state.under)

    @property
    def pile(self) -> str:
        return self._names(self.state.pile[::-1])

    @property
    def to_shuffle(self) -> str:
        return self._names(to_order(self.state))

    def hand(self, player: int) -> str:
        return self._names(members(self.state.hands[player]))

    @property
    def winners(self) -> list[int]:
        return self.state.winners


@pytest.fixture(scope="session")
def houses(catalog: Catalog) -> tuple[HouseFamily, ...]:
    known = load_houses(catalog)
    return find_houses(known, known)


@pytest.fixture
def deal(catalog: Catalog) -> Callable[..., Situation]:
    """Put hands on a table: `deal(top, *hands, pile=…, under=…)`, with options by name."""

    def make(top, *hands, pile="", under="", **options) -> Situation:
        names = " ".join([top, *hands, pile, under]).split()
        assert len(names) == len(set(names)), "each card is there once"
        cards = [_card(name, catalog) for name in names]
        cards.sort(key=lambda card: card.cell is None)
        deck = GameDeck("situation", tuple(cards), Seats(2, 10, "a situation"))
        table = Table.compiled(deck, Options(players=len(hands), **options))
        return Situation(table, top, hands, pile, under)

    return make


def _card(name: str, catalog: Catalog) -> Card:
    if name in TRAINERS:
        return Card(f"card-{name}", name, None, None, None)
    species = catalog.names.typed(name.partition("'")[0])
    type_, hp = CELLS[species.name].split()
    return Card(f"card-{name}", name, species.dex, Cell(type_, int(hp)), species.evolves_from)


def _rows_of_kanto(*, core: bool) -> list[PickRow]:
    with KANTO_TABLE.open(encoding="utf-8", newline="") as file:
        table = [row for row in csv.DictReader(file) if not core or row["base_set"] == "true"]
    pokemon = [
        _row(row["card_id"], row["name"], row["dex"], row["type"], row["hp"]) for row in table
    ]
    names = ["Brock", "Misty", "Surge", "Erika", "Koga", "Sabrina", "Blaine", "Giovanni", "Oak"]
    return pokemon + [_row(f"trainer-{name}", name) for name in names[: 6 if core else 9]]


def _row(card_id, species, dex="", type_="", hp="", module="universal") -> PickRow:
    values: dict[str, Any] = dict.fromkeys((field.name for field in fields(PickRow)), "")
    values |= {"card_id": card_id, "species": species, "module": module, "type": type_}
    values |= {"dex": int(dex) if dex else None, "hp": int(hp) if hp else None}
    return PickRow(**values | {"role": Role.GRID if dex else Role.TRAINER})


@pytest.fixture(scope="session")
def kanto_core(catalog: Catalog) -> GameDeck:
    seats = seats_of(Mode.UNIVERSAL, ["kanto:base_set"], ["universal"], 78)
    return deck_of_rows("kanto core", _rows_of_kanto(core=True), catalog, seats)


@pytest.fixture(scope="session")
def kanto_full(catalog: Catalog) -> GameDeck:
    seats = seats_of(Mode.UNIVERSAL, ["kanto"], ["universal"], 160)
    return deck_of_rows("kanto full", _rows_of_kanto(core=False), catalog, seats)


@pytest.fixture(scope="session")
def kalos_rows() -> list[PickRow]:
    """A regional deck with outliers: core and expansion, each with a rubric of its own."""
    path = Path(__file__).parent / "decks" / "kalos.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return [
            _row(*(row[name] for name in ("card_id", "species", "dex", "type", "hp", "module")))
            for row in csv.DictReader(file)
        ]


@pytest.fixture(scope="session")
def kalos(kalos_rows, catalog: Catalog) -> GameDeck:
    seats = seats_of(Mode.SPLIT, ["kalos"], ["core", "expansion"], len(kalos_rows))
    return deck_of_rows("kalos", kalos_rows, catalog, seats)


@pytest.fixture(scope="session")
def real_decks(kanto_core, kanto_full, kalos) -> list[GameDeck]:
    return [kanto_core, kanto_full, kalos]


@pytest.fixture(scope="session")
def strangers() -> GameDeck:
    """Ten types of a single card, which no other matches, and one of fourteen."""
    cells = [Cell(TYPES[min(n, len(TYPES) - 1)], 10 * n + 10) for n in range(24)]
    cards = [Card(f"p{n}", f"P{n}", 1000 + n, cell, None) for n, cell in enumerate(cells)]
    return GameDeck("strangers", tuple(cards), Seats(2, 3, "a scant deck"))


@pytest.fixture(scope="session")
def scant_decks(kanto_full, strangers) -> list[GameDeck]:
    """Decks that run short: few cards, hardly any Trainers, many that nothing matches."""
    cards = kanto_full.cards
    seats = Seats(2, 10, "a scant deck")
    odd = tuple(cards[i] for i in (5, 24, 50, 63, 81, 94, 112, 128, 131, 142, 143, 149, 150))
    return [
        GameDeck("thirty", (*cards[:150:5], cards[-1]), seats),
        GameDeck("no trainers", cards[:16], seats),
        strangers,
        GameDeck("odd ones", (*odd, *cards[20:24], *cards[-2:]), seats),
    ]


@pytest.fixture
def play_on() -> Callable[[State, int], State]:
    """Play a state to its end at random."""

    def go(state: State, seed: int = 0) -> State:
        bots = [RandomBot()] * state.table.players
        return play(state, bots, Fate(Stream(seed), Stream(seed + 1))).state

    return go
