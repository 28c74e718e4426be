"""What a source tells is laid over a catalogue, and every difference is accounted for."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Final

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.names import fold
from deckbuilder.domain.cards import CardSet, Printing, number_order
from deckbuilder.domain.prices import Price
from deckbuilder.sources import tcgdex
from deckbuilder.sources.aliases import SetAliases
from deckbuilder.sources.cards import normalise
from deckbuilder.sources.corrections import Corrections
from deckbuilder.sources.records import Record
from deckbuilder.sources.rows import RowError

_OWNER: Final = tcgdex.NAME
"""The source that the catalogue's facts come from: it alone may change what is there."""
_MAY_BE_UNSTATED: Final = ("illustrator", "variants", "tcgplayer_id", "cardmarket_id")
"""Fields that keep their value where a source does not state them."""

_LONGEST_NUMBER: Final = 40
"""Characters that can tell a card's number; no real one has more than ten."""

Prices = tuple[Price, ...]
Key = tuple[str, tuple[tuple[int, int, str], ...]]
"""A card as all sources tell it: its set here, and its number without padding."""


class Outcome(StrEnum):
    """What became of a card that a source lists."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    DISAGREES = "disagrees"
    """The source says otherwise, and the catalogue keeps what it has."""
    LEFT_OUT = "left out"
    """It is an Energy card, which the game never uses."""
    UNREADABLE = "unreadable"
    """It was answered, and what was told is no card."""
    UNANSWERED = "unanswered"


@dataclass(frozen=True, slots=True)
class Finding:
    """A card that a source lists, and what became of it."""

    card_id: str
    name: str
    outcome: Outcome
    detail: str
    """What changed, who disagrees, or why it was left out, unreadable or not answered."""


class Merger:
    """Lays the cards of one source over a catalogue, one after the other."""

    def __init__(
        self, base: Catalog, source: str, aliases: SetAliases, corrections: Corrections
    ) -> None:
        self._base = base
        self._source = source
        self._aliases = aliases
        self._corrections = corrections
        self._known = {_key(one.set_id, one.number): one for one in base.printings.values()}
        self.sets: Final[dict[str, CardSet]] = dict(base.sets)
        self.printings: Final[dict[str, Printing]] = dict(base.printings)
        self.prices: Final[dict[str, Prices]] = {}
        """Prices of every card that was read; none where the source states none."""
        self.images: Final[dict[str, Mapping[str, str]]] = {}
        """Addresses of its image by size, for every card that was read."""

    def known(self, set_ids: Sequence[str], number: str) -> Printing | None:
        """Find a printing by its number in one of the sets that it may be filed under."""
        found = (self._known.get(_key(set_id, number)) for set_id in set_ids)
        return next((one for one in found if one), None)

    def take(self, card_id: str, record: Record) -> Finding:
        """Lay one card over the catalogue.

        Args:
            card_id: The id that it was listed under, as the catalogue has it.
            record: What was told of it.

        Raises:
            RowError: It says too little, or what no card can be, or is another card.
        """
        row = self._here(record.row)
        if row["card_id"] != card_id:
            raise RowError(f"it says of itself that it is {row['card_id']!r}")
        corrected, _ = self._corrections.apply(row)
        normal = normalise(corrected, self._base.names)
        known = self._base.printings.get(normal.printing.card_id)
        self._keep_extras(normal.printing.card_id, record)
        if known and self._source != _OWNER:
            return _compared(known, normal.printing)
        self._keep_set(normal.card_set)
        if not known:
            self.printings[normal.printing.card_id] = normal.printing
            return _finding(normal.printing, Outcome.NEW, "")
        merged = _with_unstated(normal.printing, known)
        self.printings[known.card_id] = merged
        changes = _changes(known, merged)
        return _finding(merged, Outcome.CHANGED if changes else Outcome.SAME, "; ".join(changes))

    def _here(self, row: Mapping[str, str]) -> Mapping[str, str]:
        """Put the catalogue's ids in the place of the source's."""
        set_ids = self._aliases.of(row["set_id"], row["set_name"], row["release_date"])
        known = self.known(set_ids, row["number"])
        if known:
            return {**row, "card_id": known.card_id, "set_id": known.set_id}
        return {**row, "card_id": f"{set_ids[0]}-{_tail(row)}", "set_id": set_ids[0]}

    def _keep_extras(self, card_id: str, record: Record) -> None:
        self.prices[card_id] = tuple(replace(one, card_id=card_id) for one in record.prices)
        self.images[card_id] = record.image

    def _keep_set(self, card_set: CardSet) -> None:
        known = self._base.sets.get(card_set.set_id)
        if known and known.printed_total is None:
            # A set that prints no total is told with the number of its cards in that place.
            card_set = replace(card_set, printed_total=None)
        if self._source == _OWNER or not known:
            self.sets[card_set.set_id] = card_set


def _key(set_id: str, number: str) -> Key:
    return set_id, number_order(number[:_LONGEST_NUMBER].upper())


def _tail(row: Mapping[str, str]) -> str:
    """What follows the set in the source's id; where it is built otherwise, the number."""
    prefix = f"{row['set_id']}-"
    return (
        row["card_id"].removeprefix(prefix) if row["card_id"].startswith(prefix) else row["number"]
    )


def _finding(printing: Printing, outcome: Outcome, detail: str) -> Finding:
    return Finding(printing.card_id, printing.name, outcome, detail)


def _with_unstated(new: Printing, known: Printing) -> Printing:
    kept = {name: getattr(known, name) for name in _MAY_BE_UNSTATED if not getattr(new, name)}
    return replace(new, **kept)


def _changes(known: Printing, new: Printing) -> list[str]:
    return [
        f"{field.name} {_text(before)} → {_text(after)}"
        for field in fields(Printing)
        if (before := getattr(known, field.name)) != (after := getattr(new, field.name))
    ]


def _compared(known: Printing, told: Printing) -> Finding:
    """Hold what a second source tells against what the card matches by."""
    pairs = (
        ("type", known.printed_type, told.printed_type),
        ("HP", known.hp, told.hp),
        ("species", known.dex, told.dex),
        ("name", " ".join(fold(known.name)), " ".join(fold(told.name))),
    )
    apart = [
        f"{what} {_text(here)}, not {_text(there)}" for what, here, there in pairs if here != there
    ]
    return _finding(known, Outcome.DISAGREES if apart else Outcome.SAME, "; ".join(apart))


def _text(value: object) -> str:
    joined = "|".join(map(str, value)) if isinstance(value, tuple) else str(value or "")
    return f"'{joined}'"


def totals(findings: Sequence[Finding]) -> Mapping[Outcome, int]:
    """Count cards by outcome; the sum is the number of cards that the source lists."""
    counted = Counter(one.outcome for one in findings)
    return {outcome: counted[outcome] for outcome in Outcome}
