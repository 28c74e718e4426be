"""A plan becomes rows."""

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.domain.pick import PickRow
from deckbuilder.domain.plan import Placement, Plan, Role, Wild


def pick_rows(plan: Plan, catalog: Catalog) -> list[PickRow]:
    """Give every card of a plan as a row, in deck order."""
    return [
        *(_row(one, catalog) for one in plan.placements),
        *(_wild(one, catalog) for one in plan.wilds),
    ]


def _row(one: Placement, catalog: Catalog) -> PickRow:
    return PickRow(
        dex=one.dex,
        species=catalog.species[one.dex].name,
        module=one.module,
        type=one.cell.type,
        hp=one.cell.hp,
        lanes=f"{one.cell.type} + {one.cell.hp} HP" if one.role is Role.GRID else "",
        role=one.role,
        reason=one.reason,
        **_card(one.card_id, catalog),
    )


def _wild(one: Wild, catalog: Catalog) -> PickRow:
    return PickRow(
        dex=None,
        species=one.character,
        module=one.module,
        type="",
        hp=None,
        lanes="",
        role=Role.TRAINER,
        reason="",
        **_card(one.card_id, catalog),
    )


def _card(card_id: str, catalog: Catalog) -> dict[str, str]:
    printing = catalog.printings[card_id]
    return {
        "card_id": card_id,
        "set_id": printing.set_id,
        "set_name": catalog.sets[printing.set_id].name,
        "number": printing.number,
        "name": printing.name,
        "rarity": printing.rarity,
        "illustrator": printing.illustrator,
    }
