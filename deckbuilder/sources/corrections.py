"""Corrections: single values that no rule can mend, each with its reason."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from deckbuilder.catalog.files import read_bytes, read_text
from deckbuilder.errors import BadInputError
from deckbuilder.sources.rows import FactsFile, RowError, optional, required

CORRECTIONS: Final = "corrections.csv"
_COLUMNS: Final = ("card_id", "column", "was", "becomes", "reason")


@dataclass(frozen=True, slots=True)
class Correction:
    """One value of one card that the facts state wrongly."""

    card_id: str
    column: str
    was: str
    """The value that the facts state; where they state another, the correction is stale."""
    becomes: str
    reason: str


class Corrections:
    """Corrections by card, which remember those that found nothing to mend."""

    def __init__(self, rows: Iterable[Correction]) -> None:
        self._by_card: defaultdict[str, list[Correction]] = defaultdict(list)
        self._stale = set(rows)
        for row in sorted(self._stale, key=lambda one: (one.card_id, one.column)):
            self._by_card[row.card_id].append(row)

    def apply(self, row: Mapping[str, str]) -> tuple[Mapping[str, str], list[Correction]]:
        """Mend a row of facts; also give the corrections that were applied."""
        wanted = self._by_card.get(row.get("card_id", ""), [])
        applied = [one for one in wanted if row.get(one.column) == one.was]
        self._stale.difference_update(applied)
        return {**row, **{one.column: one.becomes for one in applied}}, applied

    @property
    def stale(self) -> list[Correction]:
        """Corrections whose value the facts no longer state."""
        return sorted(self._stale, key=lambda one: (one.card_id, one.column))


def load_corrections(path: Path, columns: Collection[str]) -> Corrections:
    """Read the corrections file.

    Args:
        path: The file.
        columns: Columns of the facts that may be corrected.

    Raises:
        BadInputError: It cannot be read, or a row lacks its card, column or reason, names no
            column of the facts, or corrects a value for the second time.
    """
    facts = FactsFile(path.name, read_bytes(path), read_text(path))
    rows: dict[tuple[str, str], Correction] = {}
    for line, row in facts.rows(_COLUMNS):
        try:
            one = _correction(row, columns)
            if (one.card_id, one.column) in rows:
                raise RowError(f"{one.column} of '{one.card_id}' is corrected a second time")
            rows[one.card_id, one.column] = one
        except RowError as error:
            raise BadInputError(f"'{path}' row {line}: {error}") from error
    return Corrections(rows.values())


def _correction(row: Mapping[str, str], columns: Collection[str]) -> Correction:
    column = required(row, "column")
    if column not in columns:
        raise RowError(f"column '{column}' is none of {', '.join(columns)}")
    return Correction(
        required(row, "card_id"),
        column,
        optional(row, "was"),
        optional(row, "becomes"),
        required(row, "reason"),
    )
