"""All cards of a source from one file, read row by row, every row accounted for."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from deckbuilder.catalog.names import SpeciesNames
from deckbuilder.domain.cards import CardSet, Printing
from deckbuilder.sources import pokemontcg, tcgdex
from deckbuilder.sources.cards import CARD_COLUMNS, normalise
from deckbuilder.sources.compare import differences
from deckbuilder.sources.corrections import Correction, Corrections
from deckbuilder.sources.report import FileReport, Outcome
from deckbuilder.sources.rows import FactsFile, RowError, optional


@dataclass(frozen=True, slots=True)
class BulkFile:
    """How a source's file is read."""

    source: str
    """Who states it."""
    stem: str
    """Its name without the ending."""
    columns: tuple[str, ...]
    """Columns that it must have."""
    to_row: Callable[[Mapping[str, str]], Mapping[str, str]]
    """Words its rows as `CARD_COLUMNS` does."""


FIRST: Final = BulkFile(tcgdex.NAME, "card-facts", CARD_COLUMNS, dict)
SECOND: Final = BulkFile(
    pokemontcg.NAME, "second-source", pokemontcg.BULK_COLUMNS, pokemontcg.bulk_row
)


class Place(NamedTuple):
    """Where a card stands in its file."""

    line: int
    title: str
    """Its id and name, as the row states them."""


@dataclass(slots=True)
class BulkCards:
    """The cards of a file by their ids there, with the account of its rows."""

    source: str
    report: FileReport
    sets: dict[str, CardSet] = field(default_factory=dict)
    printings: dict[str, Printing] = field(default_factory=dict)
    contradicted: dict[str, str] = field(default_factory=dict)
    """Cards that stand twice with different facts, and the fields that differ."""
    places: dict[str, Place] = field(default_factory=dict)
    applied: dict[str, list[Correction]] = field(default_factory=dict)
    """Corrections that found what they expect, by card."""


def read_bulk(
    facts: FactsFile, kind: BulkFile, names: SpeciesNames, corrections: Corrections
) -> BulkCards:
    """Read every card of a file.

    A row that cannot be read is left out with its reason, and the rest go on.

    Raises:
        BadInputError: The file lacks a column.
    """
    cards = BulkCards(kind.source, FileReport(facts.name))
    for line, raw in facts.rows(kind.columns):
        cards.report.read += 1
        row = kind.to_row(raw)
        place = Place(line, f"{optional(row, 'card_id')} {optional(row, 'name')}")
        corrected, applied = corrections.apply(kind.source, row)
        try:
            _take(corrected, place, names, cards)
        except RowError as error:
            cards.report.note(*place, Outcome.LEFT_OUT, "unreadable row", str(error))
            continue
        for one in applied:
            cards.applied.setdefault(one.card_id, []).append(one)
            detail = f"{one.field} '{one.was}' becomes '{one.becomes}': {one.evidence}"
            cards.report.note(*place, Outcome.CORRECTED, "corrections file", detail)
    _drop_contradicted(cards)
    return cards


def _take(row: Mapping[str, str], place: Place, names: SpeciesNames, cards: BulkCards) -> None:
    normal = normalise(row, names, cards.source)
    card_id = normal.printing.card_id
    if first := cards.printings.get(card_id):
        if apart := differences(first, normal.printing):
            cards.contradicted[card_id] = ", ".join(apart)
        raise RowError(f"card_id '{card_id}' stands twice: row {cards.places[card_id].line} has it")
    known = cards.sets.setdefault(normal.card_set.set_id, normal.card_set)
    if known != normal.card_set:
        raise RowError(f"set '{known.set_id}' is told otherwise by an earlier row")
    cards.printings[card_id] = normal.printing
    cards.places[card_id] = place
    for mend in normal.mends:
        cards.report.note(*place, Outcome.CORRECTED, mend.kind, mend.detail)
    for lost in normal.lost:
        cards.report.note(*place, Outcome.CORRECTED, "field left out", lost)


def _drop_contradicted(cards: BulkCards) -> None:
    """Believe neither of two rows that tell one card differently."""
    for card_id, fields in cards.contradicted.items():
        del cards.printings[card_id]
        detail = f"card_id '{card_id}' stands twice, and {fields} differ"
        cards.report.note(*cards.places[card_id], Outcome.LEFT_OUT, "unreadable row", detail)
