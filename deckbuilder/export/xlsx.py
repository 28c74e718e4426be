"""The checklist as a workbook: filters, a column to tick, a link for each card, and the grids."""

import io
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from deckbuilder.domain.cards import Cell
from deckbuilder.export.checklist import Checklist, Pick
from deckbuilder.export.plot import Grid
from deckbuilder.export.table import COLUMNS, OWNED, TICK

CARDS: Final = "Cards"
GRIDS: Final = "Grids"

_WIDTHS: Final[Mapping[str, int]] = {
    OWNED: 8,
    "set_name": 28,
    "set_code": 10,
    "number": 9,
    "name": 26,
    "type": 11,
    "hp": 6,
    "rarity": 22,
    "illustrator": 22,
    "module": 13,
    "lanes": 20,
    "role": 11,
    "reason": 24,
    "dex": 6,
    "species": 18,
    "set_id": 11,
    "card_id": 15,
}
"""The sheet's columns, in order, and their widths in characters."""

_CREATED: Final = datetime.fromisoformat("1999-01-09")
"""When every workbook says it was made: a date that never changes, the first English set's."""
_SHADES: Final = {"type": "2_color_scale", "min_color": "#FFFFFF", "max_color": "#8FBFE0"}


def checklist_xlsx(deck: Checklist) -> bytes:
    """Write a list as a workbook; the same list gives the same bytes."""
    file = io.BytesIO()
    with Workbook(file, {"in_memory": True}) as book:
        book.set_properties({"title": f"{deck.title}: checklist", "created": _CREATED})
        bold = book.add_format({"bold": True, "bottom": 1})
        _write_cards(book, book.add_worksheet(CARDS), deck, bold)
        _write_grids(book.add_worksheet(GRIDS), deck, bold)
    return file.getvalue()


def _write_cards(book: Workbook, sheet: Worksheet, deck: Checklist, bold: Format) -> None:
    for column, (name, width) in enumerate(_WIDTHS.items()):
        sheet.set_column(column, column, width)
        sheet.write_string(0, column, _title(name), bold)
    # A number shows as many digits as the card prints, and sorts as a number all the same.
    digits = {
        length: book.add_format({"num_format": "0" * length, "align": "left"})
        for length in sorted({len(pick.row.number) for pick in deck.picks})
    }
    for row, pick in enumerate(deck.picks, 1):
        if deck.owns(pick):
            sheet.write_string(row, 0, TICK)
        for column, name in enumerate([*_WIDTHS][1:], 1):
            _write_cell(sheet, (row, column), name, pick, digits)
    last = len(deck.picks)
    sheet.freeze_panes(1, 0)
    sheet.autofilter(0, 0, last, len(_WIDTHS) - 1)
    sheet.repeat_rows(0)
    sheet.data_validation(1, 0, max(1, last), 0, {"validate": "list", "source": [TICK]})
    done = book.add_format({"bg_color": "#E8F1E4"})
    rule = {"type": "formula", "criteria": f'=$A2="{TICK}"', "format": done}
    sheet.conditional_format(1, 0, max(1, last), len(_WIDTHS) - 1, rule)


def _write_cell(
    sheet: Worksheet, at: tuple[int, int], name: str, pick: Pick, digits: Mapping[int, Format]
) -> None:
    """Write numbers as numbers, and all else as text: a name is never taken for a formula."""
    value = COLUMNS[name](pick)
    if name == "number" and pick.row.number.isdecimal():
        number = pick.row.number
        sheet.write_number(*at, int(number), digits[len(number)])
    elif name == "name":
        sheet.write_url(*at, pick.url, string=pick.row.name)
    elif isinstance(value, int):
        sheet.write_number(*at, value)
    elif value:
        sheet.write_string(*at, value)


def _write_grids(sheet: Worksheet, deck: Checklist, bold: Format) -> None:
    sheet.set_column(0, 0, 14)
    sheet.write_string(0, 0, "Owned", bold)
    last = len(deck.picks) + 1
    sheet.write_formula(0, 1, f'=COUNTIF({CARDS}!A2:A{last},"{TICK}")', None, len(deck.owned))
    sheet.write_string(0, 2, f"of {len(deck.picks)}")
    top = 2
    for grid in deck.grids:
        top = _write_grid(sheet, grid, top, bold) + 2


def _write_grid(sheet: Worksheet, grid: Grid, top: int, bold: Format) -> int:
    """Write a grid with its lanes' totals, from this row on.

    Returns:
        The row below it.
    """
    rubric, lanes = grid.rubric, grid.lanes
    number = sheet.write_number
    sheet.write_string(top, 0, grid.name, bold)
    for column, hp in enumerate(rubric.hp, 1):
        number(top, column, hp, bold)
        number(top + 8, column, lanes.hp[column - 1], bold)
    sheet.write_string(top, 8, "all", bold)
    for row, (name, total) in enumerate(zip(rubric.types, lanes.types, strict=True), top + 1):
        sheet.write_string(row, 0, name)
        for column, hp in enumerate(rubric.hp, 1):
            number(row, column, grid.counts.get(Cell(name, hp), 0))
        number(row, 8, total, bold)
    sheet.write_string(top + 8, 0, "all", bold)
    number(top + 8, 8, lanes.cards, bold)
    sheet.conditional_format(top + 1, 1, top + 7, 7, _SHADES)
    return top + 9


def _title(name: str) -> str:
    """`set_name` becomes `Set name`, `hp` becomes `HP`."""
    return "HP" if name == "hp" else name.replace("_", " ").capitalize()
