"""The checklist for a phone: one HTML file that needs no network.

Ticks are kept in the browser, under the deck's hash. The page also writes and reads them as CSV,
with the header `card_id,set_id,number,name,owned` and a row for each card of the deck: `owned` is
`x` where the box is ticked, else empty. Cells follow the rules of `table.checklist_csv`. Reading
goes by the header's names: `card_id` and `owned` are needed, in any order, and a card that the
file does not name keeps its tick.
"""

from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from deckbuilder.domain.cards import TYPES, Cell
from deckbuilder.export.checklist import LEGEND, TRAINERS, Checklist, Pick
from deckbuilder.export.energy import SYMBOLS, TRAINER_SYMBOL, symbol
from deckbuilder.export.rules import RULES
from deckbuilder.export.table import OWNED, TICK, csv_lines

TICK_COLUMNS: Final = ("card_id", "set_id", "number", "name", OWNED)
"""Columns of the ticks that the page writes and reads."""

_TEMPLATE: Final = "checklist.html"


def checklist_html(deck: Checklist) -> str:
    """Write a list as one page with boxes that keep their ticks, a search, and filters."""
    environment = Environment(
        loader=PackageLoader("deckbuilder.export"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    return environment.get_template(_TEMPLATE).render(
        deck=deck,
        sets=_sets(deck),
        types=[name for name in TYPES if any(pick.row.type == name for pick in deck.picks)],
        hps=sorted({pick.row.hp for pick in deck.picks if pick.row.hp is not None}),
        trainers=TRAINERS if any(pick.is_trainer for pick in deck.picks) else "",
        symbols={**SYMBOLS, "": TRAINER_SYMBOL},
        symbol=symbol,
        legend=LEGEND,
        rules=RULES,
        cell=Cell,
        tick=TICK,
        tick_header=_line(TICK_COLUMNS),
        tick_row=_tick_row,
    )


def _sets(deck: Checklist) -> list[tuple[str, str]]:
    """The sets of a deck as id and name, the oldest first."""
    sets = {pick.card_set.set_id: pick.card_set for pick in deck.picks}
    ordered = sorted(sets.values(), key=lambda one: (one.release_date, one.set_id))
    return [(one.set_id, one.name) for one in ordered]


def _tick_row(pick: Pick) -> str:
    """The row of a card, but for whether it is owned."""
    row = pick.row
    return _line((row.card_id, row.set_id, row.number, row.name))


def _line(row: tuple[str, ...]) -> str:
    (line,) = csv_lines(row)
    return line.rstrip("\n")
