"""A plan becomes rows."""

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.domain.pick import PickRow
from deckbuilder.domain.plan import Placement, Plan, Role


def pick_rows(plan: Plan, catalog: Catalog) -> list[PickRow]:
    """Give every card of a plan as a row, in deck order."""
    return [_row(one, catalog) for one in plan.placements]


def _row(one: Placement, catalog: Catalog) -> PickRow:
    printing = catalog.printings[one.card_id]
    return PickRow(
        dex=one.dex,
        species=catalog.species[one.dex].name,
        module=one.module,
        card_id=one.card_id,
        set_id=printing.set_id,
        set_name=catalog.sets[printing.set_id].name,
        number=printing.number,
        name=printing.name,
        type=one.cell.type,
        hp=one.cell.hp,
        lanes=f"{one.cell.type} + {one.cell.hp} HP" if one.role is Role.GRID else "",
        role=one.role,
        reason=one.reason,
        rarity=printing.rarity,
        illustrator=printing.illustrator,
    )
