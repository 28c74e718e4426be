"""An import: every row of some files is matched, or listed with its line and why it was not."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeVar

from deckbuilder.collection.entries import Entry, Reader, reader_of
from deckbuilder.collection.holding import Holding, joined
from deckbuilder.collection.match import Matcher, UnmatchedError
from deckbuilder.collection.sheet import Sheet, SheetRow, open_sheets
from deckbuilder.errors import BadInputError
from deckbuilder.sources.rows import RowError

Used = TypeVar("Used")

_SHOWN: Final = 200
"""Characters of a row that are kept of one that is listed."""


TICKS: Final = "ticks"
"""The format of a ticked list, in the list of imports."""


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A row that was not matched."""

    file: str
    line: int
    """Line of the file that it begins on, from 1."""
    text: str
    """The row as it stands, its first 200 characters."""
    reason: str
    candidates: tuple[str, ...]
    """Card ids of what may be meant."""

    def __str__(self) -> str:
        """Tell it in a line: place, reason, candidates."""
        offered = f" (perhaps {', '.join(self.candidates)})" if self.candidates else ""
        return f"{self.file}:{self.line}: {self.reason}{offered}"


@dataclass(frozen=True, slots=True)
class FileImport:
    """What became of every row of one file, or of one page of a workbook."""

    file: str
    sha256: str
    format: str
    """One of `FORMATS`, or `list`."""
    headings: int
    """Lines passed over: the header and what is above it, headings, comments, empty lines."""
    matched: int
    """Rows that are in the holdings."""
    holdings: tuple[Holding, ...]
    """What they say is owned; rows that say the same are one, their quantities added."""
    unresolved: tuple[Unresolved, ...]
    page: str = ""
    """Title of a workbook's page."""

    @property
    def rows(self) -> int:
        """Rows read: those matched, and those listed."""
        return self.matched + len(self.unresolved)

    @property
    def repeated(self) -> int:
        """Rows whose quantity was added to that of a row above."""
        return 0 if self.format == TICKS else self.matched - len(self.holdings)

    @property
    def cards(self) -> int:
        """Copies in all."""
        return sum(one.quantity for one in self.holdings)


def read_files(paths: Iterable[Path], matcher: Matcher) -> tuple[FileImport, ...]:
    """Read lists of owned cards.

    Raises:
        BadInputError: A file cannot be read, or is a workbook without a header that is known. A
            single bad row raises nothing: it is listed.
    """
    return tuple(one for path in paths for one in _read_file(path, matcher))


def _read_file(path: Path, matcher: Matcher) -> Iterator[FileImport]:
    read = False
    for sheet, reader in readers(path, matcher):
        read = True
        yield _read_sheet(sheet, reader, matcher)
    if not read:
        raise BadInputError(f"'{path}' has no page with a header that is known")


def readers(path: Path, matcher: Matcher) -> Iterator[tuple[Sheet, Reader]]:
    """Open a file: its sheets with a header that is known, or lines, and how each is read.

    Raises:
        BadInputError: The file cannot be read.
    """
    for sheet in open_sheets(path):
        if reader := reader_of(sheet, matcher.sets):
            yield sheet, reader


def use_rows(
    sheet: Sheet, reader: Reader, use: Callable[[Entry], Used]
) -> tuple[list[Used], list[Unresolved]]:
    """Read a sheet to its end, and make something of every row.

    Returns:
        What was made of the rows, and those that nothing could be made of, because they cannot be
        read or because `use` raised `RowError` or `UnmatchedError`. Together they are all rows.
    """
    used: list[Used] = []
    unresolved: list[Unresolved] = []
    for row in reader.rows(sheet):
        try:
            used.append(use(reader.entry(row)))
        except (RowError, UnmatchedError) as error:
            unresolved.append(_listed(sheet, row, error))
    return used, unresolved


def _read_sheet(sheet: Sheet, reader: Reader, matcher: Matcher) -> FileImport:
    def owned(entry: Entry) -> Holding:
        if entry.ticked is False:
            raise RowError("its tick says that it is not owned")
        return replace(entry.holding, card_id=matcher.match(entry.readings).card_id)

    holdings, unresolved = use_rows(sheet, reader, owned)
    return FileImport(
        file=sheet.name,
        sha256=sheet.sha256,
        format=reader.format,
        headings=reader.headings,
        matched=len(holdings),
        holdings=joined(holdings),
        unresolved=tuple(unresolved),
        page=sheet.page,
    )


def _listed(sheet: Sheet, row: SheetRow, error: RowError | UnmatchedError) -> Unresolved:
    text = "".join(char if char.isprintable() else " " for char in ",".join(row.cells)[:_SHOWN])
    candidates = error.candidates if isinstance(error, UnmatchedError) else ()
    return Unresolved(sheet.name, row.line, text, str(error), candidates)
