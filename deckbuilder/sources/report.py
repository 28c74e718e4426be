"""The account of an import: every row read was kept, corrected, or left out, and why."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

IMPORT_REPORT: Final = "import-report.csv"


class Outcome(StrEnum):
    """What became of a row."""

    KEPT = "kept"
    CORRECTED = "corrected"
    LEFT_OUT = "left out"


@dataclass(frozen=True, slots=True)
class Note:
    """A row that was not kept as it stood."""

    file: str
    row: int
    """Line of the file, the header being line 1."""
    name: str
    """The row's id and name, as it states them."""
    outcome: Outcome
    kind: str
    """The rule that decided, the same for all rows that it decides."""
    detail: str
    """The values that it decided on."""


@dataclass(slots=True)
class FileReport:
    """The account of one file, filled row by row."""

    file: str
    read: int = 0
    notes: list[Note] = field(default_factory=list)

    def note(self, row: int, name: str, outcome: Outcome, kind: str, detail: str) -> None:
        """Write down what became of a row, and why."""
        self.notes.append(Note(self.file, row, name, outcome, kind, detail))

    def totals(self) -> Mapping[Outcome, int]:
        """Count rows by outcome; the sum is the number of rows read."""
        rows = {outcome: {n.row for n in self.notes if n.outcome is outcome} for outcome in Outcome}
        left_out = len(rows[Outcome.LEFT_OUT])
        corrected = len(rows[Outcome.CORRECTED] - rows[Outcome.LEFT_OUT])
        return {
            Outcome.KEPT: self.read - corrected - left_out,
            Outcome.CORRECTED: corrected,
            Outcome.LEFT_OUT: left_out,
        }

    def kinds(self) -> Mapping[tuple[Outcome, str], int]:
        """Count notes by the rule that decided, most first."""
        counted = Counter((note.outcome, note.kind) for note in self.notes)
        return dict(sorted(counted.items(), key=lambda item: (item[0][0], -item[1], item[0][1])))


def dump_notes(reports: Iterable[FileReport]) -> bytes:
    """Write every note as CSV: file, row, name, outcome, kind, detail."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("file", "row", "name", "outcome", "kind", "detail"))
    for report in reports:
        for note in report.notes:
            writer.writerow((note.file, note.row, note.name, note.outcome, note.kind, note.detail))
    return text.getvalue().encode()
