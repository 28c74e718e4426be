"""Files that people bring, as lines or rows of cells: any encoding, any separator, or XLSX."""

import codecs
import csv
import io
import re
import warnings
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from deckbuilder.catalog.files import read_bytes, sha256
from deckbuilder.errors import BadInputError

LARGEST: Final = 64 * 1024 * 1024
"""Bytes of a file, and of a workbook unpacked, above which it is no list of cards."""
SEPARATORS: Final = (",", ";", "\t", "|")
"""What stands between cells, the likeliest first."""

_ZIP: Final = b"PK\x03\x04"
_BYTE_ORDER_MARKS: Final = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_SAMPLE: Final = 4096
"""Bytes from the start that tell UTF-16 without its mark."""
_FORMULA: Final = re.compile(r"'*[=+\-@\t\r]")
"""What a spreadsheet would run, or what such a text was made by `defused`."""

_BROKEN_WORKBOOK: Final = (
    AttributeError,
    KeyError,
    OSError,
    SyntaxError,
    TypeError,
    ValueError,
    zipfile.BadZipFile,
    zlib.error,
)
"""What openpyxl raises at a file that only looks like a workbook."""

Cells = Sequence[str]


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row as it stands in the file."""

    line: int
    """Line that it begins on, from 1."""
    cells: Cells
    fault: str = ""
    """Why its cells cannot be read, or empty."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A text file that somebody brought, or one page of a workbook."""

    name: str
    """The file as it was named, and the page where there is one."""
    sha256: str
    """Hash of the file's bytes."""
    content: bytes
    encoding: str
    """Empty for a workbook."""
    page: str = ""
    """Title of a workbook's page."""

    def lines(self) -> Iterator[str]:
        """Read a text line by line, without line ends."""
        return (line.rstrip("\r\n") for line in self._text())

    def rows(self, separator: str = ",") -> Iterator[SheetRow]:
        """Read row after row; a row that is no CSV is told as a fault, and the rest go on.

        Args:
            separator: What stands between cells; of no account in a workbook.

        Raises:
            BadInputError: It is a workbook that is damaged.
        """
        return _page_rows(self) if self.page else _csv_rows(self._text(), separator)

    def _text(self) -> io.TextIOWrapper:
        # Read as a stream: a whole text of one odd character takes four bytes for each.
        return io.TextIOWrapper(
            io.BytesIO(self.content), self.encoding, errors="replace", newline=""
        )


def open_sheets(path: Path) -> tuple[Sheet, ...]:
    """Read a file: a text is one sheet, a workbook has one for each page.

    Raises:
        BadInputError: It cannot be read, or is too large to be a list of cards.
    """
    if path.is_file() and path.stat().st_size > LARGEST:
        raise BadInputError(f"'{path}' is larger than {LARGEST // 2**20} MiB: it is no card list")
    content = read_bytes(path)
    digest = sha256(content)
    if not content.startswith(_ZIP):
        return (Sheet(str(path), digest, content, _encoding(content)),)
    with _workbook(str(path), content) as book:
        pages = [page.title for page in book.worksheets]
    return tuple(Sheet(f"{path} [{page}]", digest, content, "", page) for page in pages)


def _encoding(content: bytes) -> str:
    for mark, encoding in _BYTE_ORDER_MARKS.items():
        if content.startswith(mark):
            return encoding
    sample = content[:_SAMPLE]
    for encoding, zeros in (("utf-16-le", sample[1::2]), ("utf-16-be", sample[::2])):
        if len(zeros) > 1 and zeros.count(0) * 2 > len(zeros):
            return encoding
    try:
        for _ in codecs.iterdecode(io.BytesIO(content), "utf-8"):
            pass
    except UnicodeDecodeError:
        return "cp1252"  # what Excel saves where it is not told otherwise
    return "utf-8"


def _csv_rows(text: Iterable[str], separator: str) -> Iterator[SheetRow]:
    reader = csv.reader(text, delimiter=separator, strict=True)
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield SheetRow(line, (), _csv_fault(error, line, reader.line_num))
            continue
        if any(cells):
            yield SheetRow(line, [harmless(cell) for cell in cells])


def _csv_fault(error: csv.Error, first: int, last: int) -> str:
    reached = f", up to line {last}" if last > first else ""
    if "unexpected end" in str(error):
        return f"a quotation mark is opened and never closed{reached}"
    if "field limit" in str(error):
        return f"a cell holds more than {csv.field_size_limit():,} characters{reached}"
    return f"no CSV: {error}{reached}"


@contextmanager
def _workbook(name: str, content: bytes) -> Iterator[Any]:
    """Open a workbook; whatever is wrong with it, then or while it is read, is one error."""
    from openpyxl import load_workbook  # noqa: PLC0415 - only a workbook pays for it

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            if sum(one.file_size for one in packed.infolist()) > LARGEST:
                raise ValueError(f"unpacked it is larger than {LARGEST // 2**20} MiB")
        with warnings.catch_warnings(action="ignore"):  # of what it leaves unread
            book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        with closing(book):
            yield book
    except _BROKEN_WORKBOOK as error:
        raise BadInputError(f"'{name}' is no workbook that can be read: {error}") from error


def _page_rows(sheet: Sheet) -> Iterator[SheetRow]:
    with _workbook(sheet.name, sheet.content) as book:
        page = book[sheet.page]
        page.reset_dimensions()  # a page that claims a million columns has them filled up
        for line, cells in enumerate(page.iter_rows(values_only=True), start=1):
            if any(cell is not None for cell in cells):
                yield SheetRow(line, [_cell_text(cell) for cell in cells])


def _cell_text(cell: Any) -> str:  # noqa: ANN401 - whatever a workbook's cell holds
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return harmless(str(cell))


def defused(cell: str) -> str:
    """Write a cell so that a spreadsheet takes it for text, as OWASP advises.

    `=HYPERLINK(…)` leaves as `'=HYPERLINK(…)`; `harmless` undoes it.
    """
    return f"'{cell}" if _FORMULA.match(cell) else cell


def harmless(cell: str) -> str:
    """Read a cell that `defused` may have written."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
