"""The table of Kanto that the standard decks are named by."""

import csv
import io
from collections.abc import Sequence
from typing import Final

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.domain.cards import Species
from deckbuilder.domain.plan import Plan

COLUMNS: Final = ("dex", "name", "type", "hp", "base_set", "family", "card_id")


def kanto_table(plan: Plan, core: Sequence[Species], catalog: Catalog) -> bytes:
    """Write a row for each species of the full deck, and whether the core has it."""
    in_core = {one.dex for one in core}
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for one in plan.placements:
        species = catalog.species[one.dex]
        flag = "true" if one.dex in in_core else "false"
        writer.writerow(
            (one.dex, species.name, one.cell.type, one.cell.hp, flag, species.family, one.card_id)
        )
    return text.getvalue().encode()
