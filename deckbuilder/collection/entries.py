"""Entries: what one row of a list says is owned, before it is matched with the catalogue."""

import csv
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice
from typing import Final, TypeAlias

from deckbuilder.catalog.names import fold
from deckbuilder.collection import lines, words
from deckbuilder.collection.formats import LIST, Table, table_of
from deckbuilder.collection.holding import MOST, Holding
from deckbuilder.collection.match import Mention
from deckbuilder.collection.sets import SetNames
from deckbuilder.collection.sheet import SEPARATORS, Sheet, SheetRow
from deckbuilder.sources.rows import RowError

_HEADER_WITHIN: Final = 20
"""Lines from the top among which a header is looked for."""
_CURRENCIES: Final = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY"}
_THOUSANDS: Final = re.compile(r"[1-9]\d{0,2}(?:([.,])\d{3}(?:\1\d{3})*)?")
"""A whole number, with one kind of separator between thousands or none."""
_DEAREST: Final = 10**9
"""Hundredths above which a price is a slip of the pen."""
_TICKED: Final = frozenset({"x", "✓", "✔", "☑", "yes", "y", "true"})
_UNTICKED: Final = frozenset({"", "-", "☐", "no", "n", "false"})

_Cells: TypeAlias = Mapping[str, Sequence[str]]
"""A row's cells that say something, by what they are read as."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What one row says is owned."""

    readings: tuple[Mention, ...]
    """Every way to read which card it is; one for a row of a table."""
    holding: Holding
    """The copies, of no card yet."""
    ticked: bool | None = None
    """What a ticked list says of the card; none where the list has no ticks."""


def quantity_of(text: str) -> int:
    """Read a number of copies; `2.0` is what a spreadsheet makes of `2`.

    Raises:
        RowError: It is no whole number from 1 to `MOST`.
    """
    whole = text.strip().removesuffix(".0")
    if not (whole.isascii() and whole.isdecimal()) or not 1 <= int(whole[:9]) <= MOST:
        raise RowError(f"quantity '{text.strip()}' is no whole number from 1 to {MOST:,}")
    return int(whole)


def price_of(text: str) -> tuple[int | None, str]:
    """Read an amount in hundredths, and its currency where a sign tells it.

    `$1,234.50` and `1.234,50 €` are the same number. Nothing, and zero, are an unknown price.

    Raises:
        RowError: It is no amount.
    """
    sign = next((sign for sign in _CURRENCIES if sign in text), "")
    plain = "".join(text.replace(sign, "").split())
    if not plain:
        return None, ""
    whole, decimals = _parted(plain)
    if not re.fullmatch(r"[0-9]{1,10}", whole) or not re.fullmatch(r"[0-9]+", decimals):
        raise RowError(f"price '{text.strip()}' is no amount")
    hundredths = round(Decimal(f"{whole}.{decimals}") * 100)
    if hundredths > _DEAREST:
        raise RowError(f"price '{text.strip()}' is more than {_DEAREST // 100:,}")
    return hundredths or None, _CURRENCIES.get(sign, "")


def _parted(plain: str) -> tuple[str, str]:
    """Part whole and decimals, whichever separators are used.

    `1.234` is a thousand, as prices are written; `0.125` can be none, so it is an eighth.
    """
    if _THOUSANDS.fullmatch(plain):
        return re.sub(r"[.,]", "", plain), "0"
    place = max(plain.rfind("."), plain.rfind(","))
    whole, separator, decimals = (
        (plain[:place], plain[place], plain[place + 1 :]) if place >= 0 else (plain, "", "0")
    )
    if _THOUSANDS.fullmatch(whole) and separator not in whole:
        whole = re.sub(r"[.,]", "", whole)
    return whole or "0", decimals


def tick_of(text: str) -> bool:
    """Read a tick: `x`, `✓`, `yes`, `true`, or a number above zero.

    Raises:
        RowError: It is neither a tick nor the lack of one.
    """
    mark = text.strip().casefold()
    if mark in _TICKED or mark in _UNTICKED:
        return mark in _TICKED
    if mark.isascii() and mark.isdecimal():
        return bool(mark.strip("0"))
    raise RowError(f"'{text.strip()}' is neither a tick nor none: write x, or leave it empty")


class TableReader:
    """Reads the rows of a table whose header is known."""

    def __init__(self, table: Table, header: SheetRow, separator: str) -> None:
        self.format: Final = table.name
        self.headings: Final = header.line
        self._header = header
        self._separator = separator
        self._keys = table.keys(header.cells)

    @property
    def has_ticks(self) -> bool:
        """Whether the list has a column of ticks."""
        return "tick" in self._keys

    def rows(self, sheet: Sheet) -> Iterator[SheetRow]:
        """Give the rows below the header."""
        return (row for row in sheet.rows(self._separator) if row.line > self._header.line)

    def entry(self, row: SheetRow) -> Entry:
        """Read a row.

        Raises:
            RowError: It cannot be read; the message says why.
        """
        said = self._cells(row)
        _refuse_other_games(said)
        price, currency = price_of(_first(said, "price"))
        condition, finish = words.condition_and_finish_of(_first(said, "condition"))
        return Entry(
            (_mention(said),),
            Holding(
                card_id="",
                quantity=self._quantity(said),
                language=_language(said),
                condition=_grade(said) or condition,
                finish=words.finish_of(_first(said, "finish")) or finish,
                price=price,
                currency=(_first(said, "currency") or currency) if price else "",
            ),
            tick_of(_first(said, "tick")) if self.has_ticks else None,
        )

    def _cells(self, row: SheetRow) -> _Cells:
        if row.fault:
            raise RowError(row.fault)
        if any("\0" in cell for cell in row.cells):
            raise RowError("a cell holds a NUL character")
        if any(cell.strip() for cell in row.cells[len(self._keys) :]):
            raise RowError(f"it has {len(row.cells)} cells, and the header {len(self._keys)}")
        said: defaultdict[str, list[str]] = defaultdict(list)
        for key, cell in zip(self._keys, row.cells, strict=False):
            if key and (text := cell.strip()):
                said[key].append(text)
        return said

    def _quantity(self, said: _Cells) -> int:
        """Copies in all columns that count some; 1 where the list counts none."""
        if "quantity" not in self._keys:
            return 1
        said_in = said["quantity"]
        if not said_in:
            raise RowError("quantity is empty")
        counts = [text for text in said_in if text.strip("0.")] or said_in[:1]
        return quantity_of(str(sum(map(quantity_of, counts))))


class LineReader:
    """Reads a list without a header, a line a card."""

    format: Final = LIST
    has_ticks: Final = False

    def __init__(self, sets: SetNames) -> None:
        self.headings = 0
        """Headings, comments and empty lines passed over so far."""
        self._sets = sets

    def rows(self, sheet: Sheet) -> Iterator[SheetRow]:
        """Give the lines that are no headings."""
        for number, line in enumerate(sheet.lines(), start=1):
            if lines.is_heading(line):
                self.headings += 1
            else:
                yield SheetRow(number, (line,))

    def entry(self, row: SheetRow) -> Entry:
        """Read a line; see `TableReader.entry`."""
        (line,) = row.cells
        if "\0" in line:
            raise RowError("the line holds a NUL character")
        if len(line) > csv.field_size_limit():
            raise RowError(f"the line is {len(line):,} characters long")
        quantity, card, finish = lines.parted(line)
        return Entry(
            tuple(dict.fromkeys(lines.readings(card, self._sets))),
            Holding(card_id="", quantity=quantity_of(quantity), finish=finish),
        )


Reader: TypeAlias = TableReader | LineReader


def reader_of(sheet: Sheet, sets: SetNames) -> Reader | None:
    """Tell by its header how a sheet is to be read.

    Returns:
        A reader of its table, or of lines for a text without a known header; none for a page of
        a workbook without one.

    Raises:
        BadInputError: It is a workbook that is damaged.
    """
    if sheet.page:
        for row in islice(sheet.rows(), _HEADER_WITHIN):
            if table := table_of(row.cells):
                return TableReader(table, row, "")
        return None
    for number, line in enumerate(islice(sheet.lines(), _HEADER_WITHIN), start=1):
        if len(line) > csv.field_size_limit():
            continue
        for separator in SEPARATORS:
            titles = next(csv.reader([line], delimiter=separator), [])
            if table := table_of(titles):
                return TableReader(table, SheetRow(number, titles), separator)
    return LineReader(sets)


def _first(said: _Cells, key: str) -> str:
    return said[key][0] if said[key] else ""


def _mention(said: _Cells) -> Mention:
    return Mention(
        name=_first(said, "name"),
        sets=tuple(dict.fromkeys(said["set"])),
        number=_first(said, "number"),
        card_id=_first(said, "card_id"),
        tcgplayer_id=_first(said, "tcgplayer_id"),
        cardmarket_id=_first(said, "cardmarket_id"),
        tcgplayer_article=_first(said, "tcgplayer_article"),
    )


def _language(said: _Cells) -> str:
    """The language that is stated, or that of a game such as TCGplayer's `Pokemon Japan`."""
    game = "ja" if "japan" in _first(said, "game").casefold() else ""
    return words.language_of(_first(said, "language")) or game


def _grade(said: _Cells) -> str:
    """A grader's grade, which says more than a condition."""
    grade = _first(said, "grade")
    return "" if grade.casefold() == "ungraded" else grade


def _refuse_other_games(said: _Cells) -> None:
    game = _first(said, "game")
    if _first(said, "magic_id"):
        game = "Magic, by its Scryfall ID"
    if game and "pokemon" not in "".join(fold(game)):
        raise RowError(f"a card of another game: {game}")
