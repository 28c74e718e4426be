"""A collection on the screen and as data: imports, what is owned, and how far a deck is."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.cli.screen import bold
from deckbuilder.collection.collection import Collection
from deckbuilder.collection.importing import FileImport
from deckbuilder.collection.progress import Count, Progress
from deckbuilder.collection.store import Import
from deckbuilder.domain.cards import number_order
from deckbuilder.domain.pick import PickRow
from deckbuilder.domain.prices import money

_SHOWN: Final = 12
"""Rows, sets or cards of a list whose rest another command tells."""
_BAR: Final = 20
"""Characters of a whole bar."""


def _table(*columns: str, numbers: Iterable[str] = ()) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for column in (*columns, *numbers):
        is_number = column in numbers
        table.add_column(column, justify="right" if is_number else "left", overflow="fold")
    return table


def totals_line(owned: Collection) -> str:
    """Say how much is owned."""
    foreign = f"; {owned.foreign_cards:,} more in other languages" if owned.foreign_cards else ""
    return f"Owned: {owned.cards:,} cards, {len(owned.owned_ids):,} printings{foreign}"


def import_view(number: int, read: Sequence[FileImport], owned: Collection) -> list[RenderableType]:
    """Lay out the account of an import: every row is matched or listed."""
    table = _table("File", "Format", numbers=("Rows", "Matched", "Listed", "Cards"))
    for one in read:
        counts = (one.rows, one.matched, len(one.unresolved), one.cards)
        table.add_row(one.file, one.format, *(f"{count:,}" for count in counts))
    parts: list[RenderableType] = [bold(f"Import {number}"), table]
    if repeated := sum(one.repeated for one in read):
        parts.append(f"{repeated:,} rows repeat a card: their quantities are added.")
    rows = [row for one in read for row in one.unresolved]
    parts += [str(row) for row in rows[:_SHOWN]]
    if len(rows) > _SHOWN:
        parts.append(f"… and {len(rows) - _SHOWN:,} more: deckbuilder collection unresolved")
    return [*parts, totals_line(owned)]


def import_data(read: Sequence[FileImport], owned: Collection) -> dict[str, Any]:
    """Give the account of an import to a program."""
    return {
        "files": [
            {
                "file": one.file,
                "format": one.format,
                "headings": one.headings,
                "rows": one.rows,
                "matched": one.matched,
                "listed": len(one.unresolved),
                "repeated": one.repeated,
                "cards": one.cards,
            }
            for one in read
        ],
        "unresolved": [asdict(row) for one in read for row in one.unresolved],
        "owned": {
            "cards": owned.cards,
            "printings": len(owned.owned_ids),
            "in_other_languages": owned.foreign_cards,
        },
    }


def imports_view(imports: Iterable[Import]) -> Table:
    """Lay out the list of imports."""
    table = _table("Id", "Date", "Files", "State", numbers=("Rows", "Matched", "Cards"))
    for one in imports:
        table.add_row(
            str(one.import_id),
            one.date[:10],
            ", ".join(one.files),
            f"replaced by {one.replaced_by}" if one.replaced_by else "counts",
            *(f"{count:,}" for count in (one.rows, one.matched, one.cards)),
        )
    return table


def sets_view(owned: Collection, catalog: Catalog) -> Table:
    """Lay out what is owned, a line a set, the oldest first."""
    table = _table("Set", "Released", numbers=("Printings", "Cards", "Other languages"))
    by_set: dict[str, list[str]] = {}
    for card_id in owned.card_ids:
        by_set.setdefault(catalog.printings[card_id].set_id, []).append(card_id)
    for set_id in sorted(by_set, key=lambda one: (catalog.sets[one].release_date, one)):
        one, card_ids = catalog.sets[set_id], by_set[set_id]
        table.add_row(
            f"{one.name} ({set_id})",
            one.release_date,
            f"{len(card_ids):,}",
            f"{sum(map(owned.owned, card_ids)):,}",
            f"{sum(map(owned.foreign, card_ids)):,}",
        )
    return table


def cards_view(owned: Collection, catalog: Catalog) -> Table:
    """Lay out what is owned, a line a card, as in a binder."""
    table = _table("Name", "Set", "No.", numbers=("Cards", "Other languages"))
    for card_id in _in_binder_order(owned, catalog):
        one = catalog.printings[card_id]
        table.add_row(
            one.name,
            f"{catalog.sets[one.set_id].name} ({one.set_id})",
            one.number,
            f"{owned.owned(card_id):,}",
            f"{owned.foreign(card_id):,}",
        )
    return table


def _in_binder_order(owned: Collection, catalog: Catalog) -> list[str]:
    def order(card_id: str) -> tuple[object, ...]:
        one = catalog.printings[card_id]
        return (catalog.sets[one.set_id].release_date, one.set_id, number_order(one.number))

    return sorted(owned.card_ids, key=order)


def collection_data(owned: Collection, catalog: Catalog) -> dict[str, Any]:
    """Give what is owned to a program."""
    return {
        "cards": owned.cards,
        "printings": len(owned.owned_ids),
        "in_other_languages": owned.foreign_cards,
        "holdings": [
            {
                **asdict(one),
                "name": catalog.printings[one.card_id].name,
                "set_id": catalog.printings[one.card_id].set_id,
                "number": catalog.printings[one.card_id].number,
            }
            for one in owned.holdings
        ],
    }


def _by_set(reached: Progress) -> list[tuple[PickRow, list[str], list[str]]]:
    """For each set, one of its rows, and the numbers that are owned and that are missing."""
    sets = []
    for _, group in groupby(reached.rows, key=lambda one: one[0].set_id):
        rows = list(group)
        owned = [row.number for row, there in rows if there]
        sets.append((rows[0][0], owned, [row.number for row, there in rows if not there]))
    return sets


def diff_view(reached: Progress) -> list[RenderableType]:
    """Lay out, set by set, which numbers of a deck are owned and which are missing."""
    table = _table("Set", numbers=("Owned", "Missing"))
    table.add_column("Missing numbers", overflow="fold")
    for row, owned, missing in _by_set(reached):
        where = f"{row.set_name} ({row.set_id})"
        table.add_row(where, str(len(owned)), str(len(missing)), ", ".join(missing))
    return [table, _told(reached.total)]


def diff_data(reached: Progress) -> dict[str, Any]:
    """Give the same to a program."""
    return {
        **asdict(reached.total),
        "sets": [
            {"set_id": row.set_id, "set_name": row.set_name, "owned": owned, "missing": missing}
            for row, owned, missing in _by_set(reached)
        ],
    }


def status_view(deck: Path, modules: Iterable[str], reached: Progress) -> list[RenderableType]:
    """Lay out how far a physical deck is."""
    parts: list[RenderableType] = [bold(str(deck), f": {_told(reached.total)}")]
    by_module = reached.by(lambda row: row.module)
    by_set = reached.by(lambda row: f"{row.set_name} ({row.set_id})")
    unfinished = {name: count for name, count in by_set.items() if count.owned < count.needed}
    most = sorted(unfinished, key=lambda name: unfinished[name].owned - unfinished[name].needed)
    parts.append(_bars("Module", {name: by_module[name] for name in modules if name in by_module}))
    if most:
        parts.append(_bars("Set", {name: by_set[name] for name in most[:_SHOWN]}))
        parts.append("Missing:")
        parts += [f"  {row.set_id} {row.number} {row.name}" for row in reached.missing[:_SHOWN]]
    if len(reached.missing) > _SHOWN:
        parts.append(
            f"  … and {len(reached.missing) - _SHOWN} more: deckbuilder collection diff {deck}"
        )
    return [*parts, *_costs(reached)]


def _bars(what: str, counts: dict[str, Count]) -> Table:
    table = _table(what, numbers=("Owned", "Needed"))
    table.add_column("")
    for name, count in counts.items():
        full = int(_BAR * count.share)
        bar = "█" * full + "░" * (_BAR - full)
        table.add_row(name, str(count.owned), str(count.needed), f"{bar} {count.share:.0%}")
    return table


def _costs(reached: Progress) -> list[str]:
    if not reached.missing:
        return ["Complete: every card is there."]
    if not reached.costs:
        return ["No price is known: `deckbuilder fetch --prices` brings them."]
    return [
        f"The missing cost at least {money(one.total, one.currency)}"
        + (f", and {one.unknown} have no known price" if one.unknown else "")
        for one in reached.costs
    ]


def _told(count: Count) -> str:
    return f"{count.owned} of {count.needed} cards owned, {count.needed - count.owned} missing"


def status_data(reached: Progress) -> dict[str, Any]:
    """Give the same to a program."""
    return {
        **asdict(reached.total),
        "modules": {
            name: asdict(count) for name, count in reached.by(lambda row: row.module).items()
        },
        "sets": {name: asdict(count) for name, count in reached.by(lambda row: row.set_id).items()},
        "missing": [asdict(row) for row in reached.missing],
        "costs": [asdict(one) for one in reached.costs],
    }
