"""A deck folder: the rubric, the deck, the pick list, the result, and the policy."""

import csv
import io
import json
from collections.abc import Iterable
from dataclasses import asdict, astuple
from pathlib import Path
from typing import Final

from deckbuilder import __version__
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.policy import Policy
from deckbuilder.catalog.rubric_file import dump_modules
from deckbuilder.domain.pick import PickRow
from deckbuilder.domain.plan import Plan
from deckbuilder.domain.rubric import Lanes
from deckbuilder.export.picklist import picklist
from deckbuilder.export.rows import pick_rows
from deckbuilder.verify.record import (
    COLUMNS,
    DECK_CSV,
    DECK_JSON,
    POLICY,
    RESULT,
    RUBRIC,
    CatalogEntry,
    LanesEntry,
    Result,
    TierEntry,
)

PICKLIST: Final = "picklist.md"


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
    result = result_of(plan, seconds=seconds)
    files = {
        PICKLIST: picklist(plan, rows, catalog),
        DECK_CSV: deck_csv(rows),
        DECK_JSON: _json([asdict(row) for row in rows]),
        RUBRIC: dump_modules(plan.modules),
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


def result_of(plan: Plan, *, seconds: float) -> Result:
    """Sum a plan up as `result.json` states it."""
    return Result(
        version=__version__,
        pool=plan.pool,
        regions=plan.regions,
        mode=plan.mode,
        preference=plan.preference,
        tiers=tuple(
            TierEntry(name=tier.name, value=tier.value, bound=tier.bound, status=tier.status)
            for tier in plan.tiers
        ),
        lanes={module.name: _lanes(plan.lanes(module)) for module in plan.modules},
        catalog=CatalogEntry(date=plan.catalog.date, sha256=plan.catalog.sha256),
        seed=plan.seed,
        seconds=round(seconds, 3),
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
