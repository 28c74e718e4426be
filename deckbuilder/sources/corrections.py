"""Corrections: single values that a source states wrongly, each with its evidence."""

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from deckbuilder.catalog.files import read_bytes, read_text
from deckbuilder.errors import BadInputError
from deckbuilder.sources.cards import CARD_COLUMNS
from deckbuilder.sources.rows import FactsFile, RowError, optional, required

CORRECTIONS: Final = "corrections.csv"
SOURCES: Final = ("tcgdex", "pokemontcg")
"""Who may be corrected."""
_COLUMNS: Final = ("source", "card_id", "field", "was", "becomes", "evidence")


@dataclass(frozen=True, slots=True)
class Correction:
    """One value of one card that one source states wrongly."""

    row: int
    """Line of the file, the header being line 1."""
    source: str
    """Who is mended; what others say of the card is not touched."""
    card_id: str
    """The card, by its id at the source."""
    field: str
    """One of `CARD_COLUMNS`."""
    was: str
    """The value that the source is expected to state; where it states another, the correction
    is stale and does nothing."""
    becomes: str
    evidence: str
    """What shows that this is right."""


class Corrections:
    """Corrections by source and card."""

    def __init__(self, rows: Iterable[Correction] = ()) -> None:
        self.all: Final = tuple(rows)
        by_card: defaultdict[tuple[str, str], list[Correction]] = defaultdict(list)
        for one in self.all:
            by_card[one.source, one.card_id].append(one)
        self._by_card: Mapping[tuple[str, str], list[Correction]] = by_card

    def of(self, source: str) -> tuple[Correction, ...]:
        """The corrections of a source."""
        return tuple(one for one in self.all if one.source == source)

    def apply(
        self, source: str, row: Mapping[str, str]
    ) -> tuple[Mapping[str, str], list[Correction]]:
        """Mend a row that a source states; also give the corrections that were applied."""
        wanted = self._by_card.get((source, row.get("card_id", "")), ())
        applied = [one for one in wanted if row.get(one.field, "") == one.was]
        return {**row, **{one.field: one.becomes for one in applied}}, applied


def idle(
    corrections: Iterable[Correction], applied: Container[Correction], known: Container[str]
) -> list[str]:
    """Word the corrections of a source that mended nothing, and why.

    Args:
        corrections: Those of the source.
        applied: Those that found what they expect.
        known: Ids of the cards that the source states.
    """
    return [
        f"{CORRECTIONS} row {one.row} is stale and does nothing: "
        + (
            f"{one.source} no longer states {one.field} '{one.was}' of '{one.card_id}'"
            if one.card_id in known
            else f"{one.source} has no card '{one.card_id}'"
        )
        for one in corrections
        if one not in applied
    ]


def load_corrections(path: Path) -> Corrections:
    """Read the corrections file.

    Raises:
        BadInputError: It cannot be read, or a row lacks its card or evidence, names no source or
            field that there is, changes nothing, or corrects a value for the second time.
    """
    facts = FactsFile(path.name, read_bytes(path), read_text(path))
    rows: dict[tuple[str, str, str], Correction] = {}
    for line, row in facts.rows(_COLUMNS):
        try:
            one = _correction(line, row)
            if (one.source, one.card_id, one.field) in rows:
                raise RowError(f"{one.field} of '{one.card_id}' is corrected a second time")
            rows[one.source, one.card_id, one.field] = one
        except RowError as error:
            raise BadInputError(f"'{path}' row {line}: {error}") from error
    return Corrections(rows.values())


def _correction(line: int, row: Mapping[str, str]) -> Correction:
    one = Correction(
        line,
        _one_of(SOURCES, row, "source"),
        required(row, "card_id"),
        _one_of(CARD_COLUMNS, row, "field"),
        optional(row, "was"),
        optional(row, "becomes"),
        required(row, "evidence"),
    )
    if one.was == one.becomes:
        raise RowError(f"{one.field} '{one.was}' becomes what it was")
    return one


def _one_of(known: tuple[str, ...], row: Mapping[str, str], column: str) -> str:
    value = required(row, column)
    if value not in known:
        raise RowError(f"{column} '{value}' is none of {', '.join(known)}")
    return value
