"""What is still to buy, on the screen and as data."""

from collections.abc import Sequence
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.cli.screen import bold
from deckbuilder.domain.prices import Cost, money
from deckbuilder.export.checklist import Checklist, Pick


def buy_view(deck: Path, listed: Checklist, catalog: Catalog) -> list[RenderableType]:
    """Lay out the missing cards by set, what they cost, and what all of them cost."""
    missing = listed.missing
    owned = len(listed.picks) - len(missing)
    count = f"{len(missing)} of {len(listed.picks)} cards to buy, {owned} owned"
    parts: list[RenderableType] = [bold(str(deck), f": {count}")]
    if missing:
        parts.append(_by_set(missing, catalog))
    if not catalog.prices.currencies:
        command = f"deckbuilder fetch --deck {deck} --prices"
        parts.append(f"No prices are known: get them with `{command}`")
    return parts + [f"Total: {cost}" for cost in costs_of(missing, catalog) if missing]


def buy_data(listed: Checklist, catalog: Catalog) -> dict[str, Any]:
    """Give the same to a program; amounts in cents."""
    return {
        "needed": len(listed.picks),
        "owned": len(listed.picks) - len(listed.missing),
        "missing": [_entry(pick, catalog) for pick in listed.missing],
        "costs": [asdict(cost) for cost in costs_of(listed.missing, catalog)],
    }


def costs_of(picks: Sequence[Pick], catalog: Catalog) -> list[Cost]:
    """Add up what cards cost in every currency that some price is known in."""
    ids = [pick.row.card_id for pick in picks]
    return [catalog.prices.cost(ids, currency) for currency in catalog.prices.currencies]


def _by_set(missing: Sequence[Pick], catalog: Catalog) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("Set", overflow="fold")
    for column in ("Cards", *catalog.prices.currencies):
        table.add_column(column, justify="right")
    for _, group in groupby(missing, key=lambda pick: pick.row.set_id):
        picks = list(group)
        amounts = (_amount(cost) for cost in costs_of(picks, catalog))
        table.add_row(picks[0].card_set.name, str(len(picks)), *amounts)
    return table


def _amount(cost: Cost) -> str:
    """Write what is known, and how many cards are not: `3.20 + 1 ?`."""
    known = money(cost.total, "").strip() if cost.known else ""
    unknown = f"{cost.unknown} ?" if cost.unknown else ""
    return " + ".join(one for one in (known, unknown) if one)


def _entry(pick: Pick, catalog: Catalog) -> dict[str, Any]:
    prices = [catalog.prices.cheapest(pick.row.card_id, one) for one in catalog.prices.currencies]
    return {
        "card_id": pick.row.card_id,
        "name": pick.row.name,
        "set_name": pick.row.set_name,
        "number": pick.row.number,
        "url": pick.url,
        "prices": {one.currency: one.amount for one in prices if one},
    }
