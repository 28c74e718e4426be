"""The pick list: every card by set and number, as Markdown that prints well."""

from collections.abc import Iterable
from itertools import groupby

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.domain.cards import number_order
from deckbuilder.domain.pick import PickRow
from deckbuilder.domain.plan import Plan, Role

_SPECIAL = str.maketrans({char: f"\\{char}" for char in r"\`*_[]<>|"})


def picklist(plan: Plan, rows: Iterable[PickRow], catalog: Catalog) -> str:
    """Write a checklist, the oldest set first, in number order within a set."""
    ordered = sorted(rows, key=lambda row: _binder_order(row, catalog))
    by_set = [(set_id, list(group)) for set_id, group in groupby(ordered, lambda row: row.set_id)]
    lines = [
        f"# {plan.name}: {len(ordered)} cards from {len(by_set)} sets",
        "",
        *(f"{module.name}: {module.rubric}  " for module in plan.modules),
        f"Catalogue of {plan.catalog.date}. ◆ always this HP. ▲ outside the grid.",
    ]
    for set_id, group in by_set:
        one = catalog.card_set(set_id)
        code = f" [{one.code}]" if one.code else ""
        lines += ["", f"## {one.name}{code} · {one.release_date[:4]} · {len(group)}", ""]
        lines += [_item(row, one.printed_total) for row in group]
    return "\n".join(lines) + "\n"


def _binder_order(row: PickRow, catalog: Catalog) -> tuple[object, ...]:
    one = catalog.card_set(row.set_id)
    return (one.release_date, one.set_id, number_order(row.number))


def _item(row: PickRow, total: int | None) -> str:
    number = f"{row.number}/{total}" if total and row.number.isdecimal() else row.number
    mark = {Role.EXCEPTION: " ◆", Role.OUTLIER: " ▲"}.get(Role(row.role), "")
    name = row.name.translate(_SPECIAL)
    rarity = "" if row.rarity == "None" else f" · {row.rarity}"
    prints = "Trainer" if row.role == Role.TRAINER else f"{row.type} {row.hp} HP"
    return f"- [ ] **{number}** {name} · {prints}{rarity}{mark}"
