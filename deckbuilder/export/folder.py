"""A deck folder: the rubric, the deck, the pick list, the result, and the policy."""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, astuple
from pathlib import Path
from typing import Final

from deckbuilder import __version__
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.policy import Policy
from deckbuilder.catalog.rubric_file import CatalogEntry, ModuleEntry, RubricFile, Solved, TierEntry
from deckbuilder.deckfolder.record import (
    COLUMNS,
    DECK_CSV,
    DECK_JSON,
    POLICY,
    RESULT,
    RUBRIC,
    CostEntry,
    LanesEntry,
    Result,
    SizesEntry,
)
from deckbuilder.domain.pick import PickRow
from deckbuilder.domain.plan import Plan
from deckbuilder.domain.rubric import Lanes
from deckbuilder.export.checklist import checklist
from deckbuilder.export.picklist import picklist
from deckbuilder.export.rows import pick_rows

PICKLIST: Final = "picklist.md"
RESERVES: Final = "reserves.csv"
_RESERVE_COLUMNS: Final = (
    "module",
    "dex",
    "species",
    "ties",
    "card_id",
    "set_name",
    "number",
    "type",
    "hp",
    "company",
)


def write_deck(
    folder: Path, plan: Plan, catalog: Catalog, policy: Policy, *, seconds: float
) -> tuple[str, ...]:
    """Write every file of a deck into a folder.

    Args:
        folder: Where to write.
        plan: The solved deck.
        catalog: The catalogue that it was solved on.
        policy: The policy that it was made under.
        seconds: Wall time of the solve.

    Returns:
        The names of the files, in the order in which a reader wants them.
    """
    rows = pick_rows(plan, catalog)
    deck = checklist(plan.name, plan.modules, rows, catalog, plan.catalog)
    result = result_of(plan, catalog, seconds=seconds)
    files = {
        PICKLIST: picklist(deck),
        DECK_CSV: deck_csv(rows),
        RESERVES: reserves_csv(plan, catalog),
        DECK_JSON: _json([asdict(row) for row in rows]),
        RUBRIC: rubric_file(plan, catalog).dump(),
        RESULT: _json(result.model_dump(mode="json")),
        POLICY: policy.dump(),
    }
    for name, text in files.items():
        (folder / name).write_bytes(text.encode())
    return tuple(files)


def deck_csv(rows: Iterable[PickRow]) -> str:
    """Write rows as CSV with a header."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(map(astuple, rows))
    return text.getvalue()


def reserves_csv(plan: Plan, catalog: Catalog) -> str:
    """Write the reserves, the most useful of each module first."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_RESERVE_COLUMNS)
    for one in plan.reserves:
        printing = catalog.printings[one.card_id]
        writer.writerow(
            (
                one.module,
                one.dex,
                catalog.species[one.dex].name,
                "|".join(catalog.species[dex].name for dex in one.ties),
                one.card_id,
                catalog.sets[printing.set_id].name,
                printing.number,
                one.cell.type,
                one.cell.hp,
                one.company,
            )
        )
    return text.getvalue()


def result_of(plan: Plan, catalog: Catalog, *, seconds: float) -> Result:
    """Sum a plan up as `result.json` states it."""
    sizes = plan.core_sizes
    return Result(
        version=__version__,
        pool=plan.name,
        regions=plan.pool,
        mode=plan.mode,
        preference=plan.preference,
        core_sizes=SizesEntry(least=sizes[0], most=sizes[1]) if sizes else None,
        families_together=plan.families_together,
        trainers=dict(Counter(one.module for one in plan.wilds)),
        trainers_asked=plan.trainers_asked,
        tiers=tuple(map(TierEntry.of, plan.tiers)),
        lanes={module.name: _lanes(plan.lanes(module)) for module in plan.modules},
        cost=CostEntry(**asdict(plan.cost), prices=catalog.prices_sha256) if plan.cost else None,
        missing=tuple(catalog.species[dex].name for dex in plan.missing),
        catalog=CatalogEntry.of(plan.catalog),
        seed=plan.seed,
        seconds=round(seconds, 3),
    )


def rubric_file(plan: Plan, catalog: Catalog) -> RubricFile:
    """Sum a plan's rubrics up as `rubric.yaml` states them, with the species of each module."""
    return RubricFile(
        modules=tuple(
            ModuleEntry(
                name=module.name,
                types=module.rubric.types,
                hp=module.rubric.hp,
                species=tuple(
                    catalog.species[one.dex].name
                    for one in plan.placements
                    if one.module == module.name
                ),
            )
            for module in plan.modules
        ),
        solved=Solved(
            version=__version__,
            catalog=CatalogEntry.of(plan.catalog),
            tiers=tuple(map(TierEntry.of, plan.tiers)),
        ),
    )


def _lanes(lanes: Lanes) -> LanesEntry:
    return LanesEntry(
        types=dict(zip(lanes.rubric.types, lanes.types, strict=True)),
        hp=dict(zip(map(str, lanes.rubric.hp), lanes.hp, strict=True)),
        cards=lanes.cards,
        squares=lanes.squares,
        floor=lanes.floor,
    )


def _json(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"
