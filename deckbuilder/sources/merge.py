"""What a source tells is laid over a catalogue, and every difference is accounted for."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cached_property
from typing import Final

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.domain.cards import PRODUCT_NUMBERS, CardSet, Printing, Product
from deckbuilder.domain.disputes import Statement
from deckbuilder.domain.prices import Price
from deckbuilder.sources import tcgdex
from deckbuilder.sources.aliases import SetAliases
from deckbuilder.sources.cards import normalise
from deckbuilder.sources.compare import completed, stated
from deckbuilder.sources.corrections import SOURCES, Corrections
from deckbuilder.sources.counterparts import Told, counterparts
from deckbuilder.sources.products import shared_products, without_products
from deckbuilder.sources.records import Record
from deckbuilder.sources.rows import RowError
from deckbuilder.sources.weighing import Verdict, weigh

_OWNER: Final = tcgdex.NAME
"""The source that the catalogue's facts come from: it alone may change what is there."""
_MAY_BE_UNSTATED: Final = ("illustrator", "variants", *PRODUCT_NUMBERS)
"""Fields that keep their value where a source does not state them."""
_NEVER_UNSTATED: Final = ("number", "name", "category", "rarity")
"""Fields that every card has, under these names in a source's row too."""
_SET_FIELDS: Final = ("code", "series_id", "series", "printed_total")
"""Fields of a set that keep their value where a source does not state them."""

Prices = tuple[Price, ...]


class Outcome(StrEnum):
    """What became of a card that a source lists."""

    NEW = "new"
    CHANGED = "changed"
    CONFIRMED = "confirmed"
    """It is told as the catalogue has it, and until now one source alone told it."""
    SAME = "same"
    DISPUTED = "disputed"
    """It is told otherwise than another source does: the catalogue keeps what it has, and no deck
    uses the card until a person decides."""
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
    """What changed, who disagrees, or why it was unreadable or not answered."""
    lost: tuple[str, ...] = ()
    """Fields that could not be read, one sentence each; the card is taken without them."""


class Merger:
    """Lays the cards of one source over a catalogue, one after the other."""

    def __init__(
        self,
        base: Catalog,
        source: str,
        aliases: SetAliases,
        corrections: Corrections,
        day: str,
    ) -> None:
        """Begin with the catalogue as it is.

        Args:
            base: The catalogue.
            source: Who tells.
            aliases: Finds the source's sets in it.
            corrections: What the source is known to state wrongly.
            day: ISO date of what is told.
        """
        self._base = base
        self._source = source
        self._aliases = aliases
        self._corrections = corrections
        self._day = day
        self._by_set: defaultdict[str, list[Printing]] = defaultdict(list)
        for one in base.printings.values():
            self._by_set[one.set_id].append(one)
        self._counterparts: dict[str, Printing] = {}
        self._verdicts: dict[str, Verdict] = {}
        self._lost: dict[str, tuple[str, ...]] = {}
        self.sets: Final[dict[str, CardSet]] = dict(base.sets)
        self.printings: Final[dict[str, Printing]] = dict(base.printings)
        self.prices: Final[dict[str, Prices]] = {}
        """Prices of every card that was read; none where the source states none."""
        self.images: Final[dict[str, Mapping[str, str]]] = {}
        """Addresses of its image by size, for every card that was read."""

    def pair(self, cards: Iterable[Told], set_ids: Sequence[str]) -> Mapping[str, Printing]:
        """Find the catalogue's cards for those that the source lists in a set.

        Args:
            cards: All that it lists there.
            set_ids: The sets of the catalogue that it may be.

        Returns:
            Printings by the source's card ids.
        """
        found = counterparts(cards, [one for each in set_ids for one in self._by_set[each]])
        self._counterparts |= found
        return found

    def take(self, card_id: str, record: Record) -> None:
        """Lay one card over the catalogue.

        Args:
            card_id: The id that it was listed under, as the catalogue has it.
            record: What was told of it.

        Raises:
            RowError: It says too little, or what no card can be, or is another card.
        """
        corrected, _ = self._corrections.apply(self._source, record.row)
        row = self._here(corrected)
        if row["card_id"] != card_id:
            raise RowError(f"it says of itself that it is {row['card_id']!r}")
        normal = normalise(row, self._base.names, self._source)
        told, _ = without_products(normal.printing, self._base.shared_products)
        known = self._base.printings.get(card_id)
        self._lost[card_id] = (*record.lost, *normal.lost)
        self._keep_extras(card_id, record)
        self.printings[card_id] = self._weighed(known, told) if known else told
        self._keep_set(normal.card_set)

    def _weighed(self, known: Printing, told: Printing) -> Printing:
        """Take over what a source may say of a card that is there, and note what is disputed."""
        disputes = self._base.disputes.of(known.card_id)
        verdict = self._verdicts[known.card_id] = weigh(known, told, disputes, self._day)
        if self._source == _OWNER or known.sources == told.sources:
            merged = _with_unstated(told, known)
        else:
            merged, _ = completed(known, told)
            ended = {one.field for one in disputes} - verdict.fields
            merged = replace(merged, **{field: getattr(told, field) for field in ended})
        kept = {field: getattr(known, field) for field in verdict.fields}
        sources = tuple(one for one in SOURCES if one in {*known.sources, self._source})
        return replace(merged, **kept, sources=sources)

    def finish(self) -> None:
        """Drop the product numbers that turn out to stand on several cards."""
        for card_id, one in self.printings.items():
            self.printings[card_id], _ = without_products(one, self.shared_products)

    @cached_property
    def shared_products(self) -> frozenset[Product]:
        """The product numbers that stand on several cards, once all cards are taken."""
        return self._base.shared_products | shared_products(self.printings.values())

    @property
    def statements(self) -> Iterator[Statement]:
        """What is said in every disputed field, by card."""
        for card_id in self.printings:
            verdict = self._verdicts.get(card_id)
            disputes = verdict.disputes if verdict else self._base.disputes.of(card_id)
            for dispute in disputes:
                yield from dispute.statements

    def finding(self, card_id: str) -> Finding:
        """Say what became of a card that was taken; all must have been."""
        after, before = self.printings[card_id], self._base.printings.get(card_id)
        outcome, detail = self._outcome(before, after)
        return Finding(card_id, after.name, outcome, detail, self._lost[card_id])

    def _outcome(self, before: Printing | None, after: Printing) -> tuple[Outcome, str]:
        if before is None:
            return Outcome.NEW, ""
        changes = _changes(before, after)
        if opened := self._verdicts[after.card_id].opened:
            return Outcome.DISPUTED, "; ".join((*map(str, opened), *changes))
        if changes:
            return Outcome.CHANGED, "; ".join(changes)
        return (Outcome.SAME if before.sources == after.sources else Outcome.CONFIRMED), ""

    def _here(self, row: Mapping[str, str]) -> Mapping[str, str]:
        """Put the catalogue's ids in the place of the source's, and what it knows of the set."""
        if known := self._counterparts.get(row["card_id"]):
            telling = {name: getattr(known, name) for name in _NEVER_UNSTATED}
            said = {column: value for column, value in row.items() if value}
            row = {**row, **telling, **said, "card_id": known.card_id, "set_id": known.set_id}
        else:
            set_id = self._aliases.of(row["set_id"], row["set_name"], row["release_date"])[0]
            row = {**row, "card_id": f"{set_id}-{_tail(row)}", "set_id": set_id}
        there = self._base.sets.get(row["set_id"])
        if there:
            telling = {"set_name": there.name, "release_date": there.release_date}
            is_whole = self._source == _OWNER and all(row[column] for column in telling)
            return row if is_whole else {**row, **telling}
        if self._source == _OWNER and not row["serie_id"]:
            raise RowError("serie_id is empty: its set may be one that is not printed")
        return row

    def _keep_extras(self, card_id: str, record: Record) -> None:
        self.prices[card_id] = tuple(replace(one, card_id=card_id) for one in record.prices)
        self.images[card_id] = record.image

    def _keep_set(self, card_set: CardSet) -> None:
        known = self._base.sets.get(card_set.set_id)
        if known and known.printed_total is None:
            # A set that prints no total is told with the number of its cards in that place.
            card_set = replace(card_set, printed_total=None)
        if known:
            kept = {one: getattr(known, one) for one in _SET_FIELDS if not getattr(card_set, one)}
            card_set = replace(card_set, **kept)
        if self._source == _OWNER or not known:
            self.sets[card_set.set_id] = card_set


def _tail(row: Mapping[str, str]) -> str:
    """What follows the set in the source's id; where it is built otherwise, the number."""
    prefix = f"{row['set_id']}-"
    return (
        row["card_id"].removeprefix(prefix) if row["card_id"].startswith(prefix) else row["number"]
    )


def _with_unstated(new: Printing, known: Printing) -> Printing:
    full, _ = completed(new, known)
    kept = {name: getattr(known, name) for name in _MAY_BE_UNSTATED if not getattr(full, name)}
    return replace(full, **kept)


def _changes(known: Printing, new: Printing) -> list[str]:
    return [
        f"{field.name} '{stated(known, field.name)}' → '{stated(new, field.name)}'"
        for field in fields(Printing)
        if field.name != "sources" and getattr(known, field.name) != getattr(new, field.name)
    ]


def totals(findings: Sequence[Finding]) -> Mapping[Outcome, int]:
    """Count cards by outcome; the sum is the number of cards that the source lists."""
    counted = Counter(one.outcome for one in findings)
    return {outcome: counted[outcome] for outcome in Outcome}
