"""Corrections: single values that no rule can mend, each with its reason."""

from collections import defaultdict
from collections.abc import Mapping
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

    def __init__(self, rows: list[Correction]) -> None:
        self._by_card: defaultdict[str, list[Correction]] = defaultdict(list)
        for row in rows:
            self._by_card[row.card_id].append(row)
        self._stale = set(rows)

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


def load_corrections(path: Path) -> Corrections:
    """Read the corrections file.

    Raises:
        BadInputError: It cannot be read, or a row lacks its card, column or reason.
    """
    facts = FactsFile(path.name, read_bytes(path), read_text(path))
    rows = []
    for line, row in facts.rows(_COLUMNS):
        try:
            rows.append(
                Correction(
                    required(row, "card_id"),
                    required(row, "column"),
                    optional(row, "was"),
                    optional(row, "becomes"),
                    required(row, "reason"),
                )
            )
        except RowError as error:
            raise BadInputError(f"'{path}' row {line}: {error}") from error
    return Corrections(rows)
