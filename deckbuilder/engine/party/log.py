"""A game on disk, and played again from what is written."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from pydantic import Field

from deckbuilder.catalog.checked_file import Strict, load_json
from deckbuilder.catalog.files import read_text, write_files
from deckbuilder.domain.cards import Cell
from deckbuilder.engine.party.bots import HUMAN, check_bots
from deckbuilder.engine.party.deck import MOST_PLAYERS, Card, GameDeck, Seats
from deckbuilder.engine.party.houses import HouseFamily
from deckbuilder.engine.party.options import CallOrder, Options
from deckbuilder.engine.party.play import Watch
from deckbuilder.engine.party.rules import apply, legal_actions, resolve, to_order
from deckbuilder.engine.party.state import CHANCE, Kind, State
from deckbuilder.engine.party.table import Table
from deckbuilder.errors import BadInputError


class OptionsEntry(Strict):
    """The options of a game, as a log states them."""

    players: int = Field(description="Seats.")
    houses: dict[str, tuple[int, ...]] = Field(description="Dex numbers, by house family.")
    call_order: CallOrder = Field(description="`clockwise` or `race`.")
    party_call: bool = Field(description="Whether the last card must be announced.")
    call_miss: float = Field(description="Chance that a bot forgets to announce.")
    call_catch: float = Field(description="Chance that a bot notices.")
    force_players: bool = Field(description="Whether the deck's number of players was overruled.")
    turn_limit: int = Field(description="Turns after which a game ends like a stalemate.")

    @classmethod
    def of(cls, options: Options) -> "OptionsEntry":
        """State options."""
        values = {name: getattr(options, name) for name in cls.model_fields}
        return cls(**values | {"houses": {one.name: one.members for one in options.houses}})

    def options(self) -> Options:
        """Give the options that are stated."""
        houses = tuple(HouseFamily(name, members) for name, members in self.houses.items())
        return Options(**self.model_dump(exclude={"houses"}), houses=houses)


class CardEntry(Strict):
    """A card, as a log states it."""

    card_id: str
    name: str = Field(description="Species, or a Trainer's character.")
    dex: int | None = Field(description="National Dex number; none for a Trainer.")
    type: str | None = Field(description="Printed type; none for a Trainer.")
    hp: int | None = Field(description="Printed HP; none for a Trainer.")
    evolves_from: int | None = Field(description="Dex number of the stage below, if any.")

    @classmethod
    def of(cls, card: Card) -> "CardEntry":
        """State a card."""
        kind, hp = card.cell or (None, None)
        return cls(
            card_id=card.card_id,
            name=card.name,
            dex=card.dex,
            type=kind,
            hp=hp,
            evolves_from=card.evolves_from,
        )

    def card(self) -> Card:
        """Give the card that is stated."""
        cell = Cell(self.type, self.hp) if self.type and self.hp else None
        return Card(self.card_id, self.name, self.dex, cell, self.evolves_from)


class Log(Strict):
    """What stands in a game's file."""

    deck: str = Field(description="Name of the deck.")
    digest: str = Field(description="Hash of the deck's cards.")
    cards: tuple[CardEntry, ...] = Field(description="Its cards, by their numbers in the events.")
    options: OptionsEntry
    bots: tuple[str, ...] = Field(description="Who sat where; `human` for a person.")
    seed: int = Field(description="The run's seed.")
    game: int = Field(description="Number of the game in its run.")
    events: tuple[int, ...] = Field(
        description="All of the game: each order that chance gave, card by card, and each action."
    )

    def dump(self) -> str:
        """Write the log as JSON, on lines of a width to read."""
        content = self.model_dump(mode="json")
        cards, events = content.pop("cards"), content.pop("events")
        head = json.dumps(content, ensure_ascii=False, indent=2).removesuffix("\n}")
        lines = [json.dumps(card, ensure_ascii=False) for card in cards]
        moves = [", ".join(map(str, events[i : i + 20])) for i in range(0, len(events), 20)]
        return f'{head},\n  "cards": [{_listed(lines)}],\n  "events": [{_listed(moves)}]\n}}\n'

    def table(self) -> Table:
        """Sit down again; see `game_deck` and `Table.of` for what is refused."""
        return Table.of(self.game_deck(), self.options.options())

    def game_deck(self) -> GameDeck:
        """Give the deck that was played.

        Raises:
            BadInputError: The cards are not those that the log's hash was made of.
        """
        deck = GameDeck(self.deck, tuple(one.card() for one in self.cards), _ANY_SEATS)
        if deck.digest != self.digest:
            raise BadInputError(
                f"the log of '{self.deck}' was edited: the cards are not those that its digest "
                f"'{self.digest[:12]}…' stands for"
            )
        return deck


_ANY_SEATS: Final = Seats(2, MOST_PLAYERS, "a deck that was played")


def _listed(lines: Sequence[str]) -> str:
    return "\n    " + ",\n    ".join(lines) + "\n  "


def game_log(table: Table, events: Sequence[int], bots: Sequence[str], seed: int, game: int) -> Log:
    """Write a game down."""
    return Log(
        deck=table.deck.name,
        digest=table.deck.digest,
        cards=tuple(map(CardEntry.of, table.deck.cards)),
        options=OptionsEntry.of(table.options),
        bots=tuple(bots),
        seed=seed,
        game=game,
        events=tuple(events),
    )


def save_log(path: Path, log: Log) -> None:
    """Write a log's file, whole or not at all.

    Raises:
        BadInputError: The file cannot be written.
    """
    write_files(path.parent, {path.name: log.dump().encode()})


def load_log(path: Path) -> Log:
    """Read a log's file.

    Raises:
        BadInputError: The file cannot be read or is no log; of one that was cut short the error
            says how much of the game is there.
    """
    try:
        return load_json(path, Log)
    except BadInputError as error:
        _, begun, events = read_text(path).rpartition('"events": [')
        if begun and "]" not in events:
            raise BadInputError(
                f"'{path}' was cut short: it breaks at event {events.count(',') + 1}"
            ) from error
        if '"digest": "' in events and '"events"' not in events:
            raise BadInputError(f"'{path}' was cut short before its first event") from error
        raise


def replay_log(log: Log, watch: Watch | None = None) -> State:
    """Play a log's game again, to its end.

    Args:
        log: The game.
        watch: Told of every decision before it is done.

    Raises:
        BadInputError: It was edited, or breaks the rules; the error says at which event.
        UsageError: The deck cannot be played with the log's options.
    """
    check_bots(name for name in log.bots if name != HUMAN)
    state = State(log.table())
    at = replay(state, log.events, watch)
    if state.kind is not Kind.OVER:
        raise BadInputError(f"the log breaks off at event {at + 1}: the game is not over")
    return state


def replay(state: State, events: Sequence[int], watch: Watch | None = None) -> int:
    """Let events happen to a state.

    Args:
        state: Where to begin; it is changed.
        events: Whole orders of chance, and actions.
        watch: Told of every decision before it is done.

    Returns:
        How many events there were.

    Raises:
        BadInputError: An event is not possible when it comes; the error says which, counted from
            1.
    """
    at = 0
    while at < len(events):
        if state.kind in CHANCE:
            at = _replay_chance(state, events, at)
            continue
        actions = legal_actions(state)
        if events[at] not in actions:
            raise BadInputError(_misfit(state, actions, events[at], at))
        if watch:
            watch(state, events[at])
        apply(state, events[at])
        at += 1
    return at


def _replay_chance(state: State, events: Sequence[int], at: int) -> int:
    given = to_order(state)
    order = events[at : at + len(given)]
    left = set(given)
    for place, item in enumerate(order, at + 1):
        if item not in left:
            raise BadInputError(
                f"event {place} is '{item}': a {state.kind.name.lower()} has no such item left"
            )
        left.remove(item)
    if left:
        raise BadInputError(
            f"the events break off at event {len(events) + 1}, within a {state.kind.name.lower()}"
        )
    resolve(state, order)
    return at + len(order)


def _misfit(state: State, actions: Sequence[int], event: int, at: int) -> str:
    if not actions:
        return f"event {at + 1} is '{event}': the game is over by then"
    return (
        f"event {at + 1} is '{event}': player {state.player} may do one of "
        f"{', '.join(map(str, actions))} ({state.kind.name.lower()})"
    )
