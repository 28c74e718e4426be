"""Disputed facts, on the screen and as data."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.domain.disputes import Dispute
from deckbuilder.sources.reconcile import Account


def disputes_table(disputes: Iterable[Dispute], cards: Catalog) -> Table:
    """Lay out who says what of each card, and what speaks for it."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for column in ("Card", "Field", "Value", "Says", "What speaks for it"):
        table.add_column(column, overflow="fold")
    for dispute in disputes:
        first = f"{cards.printings[dispute.card_id].name} ({dispute.card_id})"
        for index, one in enumerate(dispute.statements):
            said = f"{one.source}, {one.told}" if one.told else one.source
            table.add_row(
                "" if index else first,
                "" if index else dispute.field,
                f"{one.value.replace('|', '/') or '—'}{' ✓' if one.accepted else ''}",
                said,
                one.evidence or "—",
            )
    return table


def account_table(account: Account) -> Table:
    """Lay out how the rows of two sources stand to each other; each column adds up to its rows."""
    table = Table(show_footer=True)
    table.add_column("Cards", footer="rows read")
    first, second = account.rows
    table.add_column("First source", justify="right", footer=f"{first:,}")
    table.add_column("Second source", justify="right", footer=f"{second:,}")
    table.add_column("Fields that differ", overflow="fold")
    for name, here, there, fields in (
        ("in both, and agreed", account.agreed, account.agreed, {}),
        ("in both, settled", account.settled, account.settled, account.settled_fields),
        ("in both, disputed", account.disputed, account.disputed, account.disputed_fields),
        ("only in the first", account.only_here, 0, {}),
        ("only in the second", 0, account.only_there, {}),
        ("unreadable", account.unread_here, account.unread_there, {}),
    ):
        told = ", ".join(f"{field}: {count}" for field, count in fields.items())
        table.add_row(name, f"{here:,}", f"{there:,}", told)
    return table


def account_entry(account: Account) -> dict[str, Any]:
    """Give the same to a program."""
    first, second = account.rows
    return {**asdict(account), "rows_here": first, "rows_there": second}


def dispute_entry(dispute: Dispute, cards: Catalog) -> dict[str, Any]:
    """Give a dispute to a program."""
    return {
        "card_id": dispute.card_id,
        "name": cards.printings[dispute.card_id].name,
        "field": dispute.field,
        "open": dispute.is_open,
        "statements": [
            {
                "source": one.source,
                "value": one.value,
                "evidence": one.evidence,
                "told": one.told or None,
                "accepted": one.accepted,
            }
            for one in dispute.statements
        ],
    }
