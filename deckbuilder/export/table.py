"""A list as a table: the columns that CSV, JSON and spreadsheets share."""

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from deckbuilder.export.checklist import Checklist, Pick
from deckbuilder.export.plot import Grid

OWNED: Final = "owned"
"""The column that says whether a card is owned: in CSV `x` or nothing, in JSON true or false."""
TICK: Final = "x"

COLUMNS: Final[Mapping[str, Callable[[Pick], str | int | None]]] = {
    "set_name": lambda pick: pick.card_set.name,
    "set_code": lambda pick: pick.card_set.code,
    "number": lambda pick: pick.row.number,
    "name": lambda pick: pick.row.name,
    "type": lambda pick: pick.row.type,
    "hp": lambda pick: pick.row.hp,
    "rarity": lambda pick: pick.rarity,
    "illustrator": lambda pick: pick.row.illustrator,
    "module": lambda pick: pick.row.module,
    "lanes": lambda pick: pick.row.lanes,
    "role": lambda pick: pick.row.role,
    "reason": lambda pick: pick.row.reason,
    "dex": lambda pick: pick.row.dex,
    "species": lambda pick: pick.row.species,
    "set_id": lambda pick: pick.row.set_id,
    "card_id": lambda pick: pick.row.card_id,
    "url": lambda pick: pick.url,
}
"""What a list says of a card, beside whether it is owned."""

_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", *"\uff1d\uff0b\uff0d\uff20")


def checklist_csv(deck: Checklist) -> str:
    """Write a list as CSV, a card a row, as UTF-8 with LF line ends.

    A text that a spreadsheet may take for a formula (it begins with `=`, `+`, `-`, `@`, the wide
    form of one, a tab or a line end) has an apostrophe put before it, as OWASP advises. No real
    card's needs one. To tell the ticks again, the columns `card_id` and `owned` are enough.
    """
    header = (OWNED, *COLUMNS)
    rows = (
        (TICK if deck.owns(pick) else "", *(column(pick) for column in COLUMNS.values()))
        for pick in deck.picks
    )
    return "".join(csv_lines(header, *rows))


def csv_lines(*rows: tuple[str | int | None, ...]) -> Iterator[str]:
    """Write rows as lines of CSV that no spreadsheet takes for formulas."""
    for row in rows:
        text = io.StringIO(newline="")
        # With both signs in its line end the writer quotes cells that hold either.
        csv.writer(text, lineterminator="\r\n").writerow(map(_harmless, row))
        yield text.getvalue().removesuffix("\r\n") + "\n"


def _harmless(value: str | int | None) -> str | int | None:
    if isinstance(value, str) and value.startswith(_FORMULA_STARTS):
        return f"'{value}"
    return value


def checklist_json(deck: Checklist) -> str:
    """Write a list as JSON: title, catalogue, modules with their lanes, and the cards."""
    content = {
        "title": deck.title,
        "catalog": {"date": deck.catalog.date, "sha256": deck.catalog.sha256},
        "modules": [_module(grid) for grid in deck.grids],
        "cards": [
            {OWNED: deck.owns(pick)} | {name: column(pick) for name, column in COLUMNS.items()}
            for pick in deck.picks
        ],
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def _module(grid: Grid) -> dict[str, object]:
    lanes = grid.lanes
    return {
        "name": grid.name,
        "types": dict(zip(grid.rubric.types, lanes.types, strict=True)),
        "hp": dict(zip(map(str, grid.rubric.hp), lanes.hp, strict=True)),
        "cards": lanes.cards,
        "squares": lanes.squares,
        "floor": lanes.floor,
    }
