"""A deck folder as it stands on disk: what it claims, before anything is believed."""

import csv
import io
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final

from pydantic import Field

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.checked_file import Strict, load_json, read_json
from deckbuilder.catalog.files import read_text
from deckbuilder.catalog.rubric_file import CatalogEntry, TierEntry, load_modules
from deckbuilder.domain.pick import PickRow
from deckbuilder.domain.plan import Mode, Role
from deckbuilder.domain.rubric import Module
from deckbuilder.errors import BadInputError

DECK_CSV: Final = "deck.csv"
DECK_JSON: Final = "deck.json"
RUBRIC: Final = "rubric.yaml"
RESULT: Final = "result.json"
POLICY: Final = "policy.yaml"
COLUMNS: Final = tuple(one.name for one in fields(PickRow))


class LanesEntry(Strict):
    """A module's lanes as `result.json` states them."""

    types: dict[str, int] = Field(description="Grid cards of each type.")
    hp: dict[str, int] = Field(description="Grid cards of each HP value.")
    cards: int = Field(description="Cards in the grid.")
    squares: int = Field(description="Σ (lane count)² over the fourteen lanes.")
    floor: int = Field(description="Least Σ squares that so many cards could have.")


class SizesEntry(Strict):
    """How many native species a core was allowed to hold."""

    least: int = Field(description="The fewest.")
    most: int = Field(description="The most.")


class CostEntry(Strict):
    """What all cards cost together, as far as it is known."""

    currency: str = Field(description="`USD` or `EUR`.")
    total: int = Field(description="Sum of the known prices, in cents.")
    known: int = Field(description="Cards that have a price.")
    unknown: int = Field(description="Cards that have none.")
    prices: str = Field(description="Hash of the prices that were reckoned with.")


class Result(Strict):
    """What stands in `result.json`."""

    version: str = Field(description="Version of deckbuilder.")
    pool: str = Field(description="Name of the pool.")
    regions: tuple[str, ...] = Field(description="Regions, or modules of them: `kanto:core`.")
    mode: Mode
    preference: str = Field(description="What the third tier prefers.")
    core_sizes: SizesEntry | None = Field(description="Of a split: sizes allowed for its core.")
    families_together: bool = Field(description="Whether families had to stay in one module.")
    trainers: dict[str, int] = Field(description="Trainers of each module; none without.")
    trainers_asked: tuple[str, ...] | None = Field(
        description="Trainers that were asked for, as they were typed; null for a deck without."
    )
    tiers: tuple[TierEntry, ...]
    lanes: dict[str, LanesEntry] = Field(description="By module.")
    cost: CostEntry | None = Field(description="Where the catalogue has prices.")
    missing: tuple[str, ...] = Field(
        description="Native species that are not there, since no owned card can stand for them."
    )
    catalog: CatalogEntry
    seed: int
    seconds: float = Field(description="Wall time of the solve; the one value that varies.")


@dataclass(frozen=True, slots=True)
class Record:
    """What a deck folder claims."""

    result: Result
    modules: tuple[Module, ...]
    rows: tuple[PickRow, ...]
    faults: tuple[str, ...]
    """Rows that cannot be read, and places where the folder's files contradict each other."""


def open_record(folder: Path, catalog: Catalog) -> Record:
    """Read a deck folder that is to be used: whole, or not at all.

    Raises:
        BadInputError: See `read_record`; or rows contradict each other or cannot be read, or the
            catalogue does not have a card. The error names the first, and counts the others.
    """
    record = read_record(folder)
    faults = list(record.faults)
    faults += [
        f"{DECK_CSV}: the catalogue of {catalog.stamp.date} has no card '{row.card_id}' "
        f"({row.species}): name the one that the deck was made on with --catalog"
        for row in record.rows
        if row.card_id not in catalog.printings
    ]
    if faults:
        more = f", and {len(faults) - 1} faults more" if faults[1:] else ""
        raise BadInputError(
            f"deck '{folder}' is damaged: {faults[0]}{more}; `deckbuilder verify` names them all"
        )
    return record


def read_record(folder: Path) -> Record:
    """Read a deck folder as it stands, faults and all, to be checked.

    Raises:
        BadInputError: The folder or one of its files is missing, or a file is not of its shape.
            A single bad row raises nothing: it is among the record's faults.
    """
    if not folder.is_dir():
        raise BadInputError(f"'{folder}' is no folder: name a folder that optimize has written")
    rows, faults = _read_rows(folder / DECK_CSV)
    if read_json(folder / DECK_JSON) != [asdict(row) for row in rows]:
        faults.append(f"{DECK_JSON} and {DECK_CSV} do not state the same rows")
    return Record(
        result=load_json(folder / RESULT, Result),
        modules=load_modules(folder / RUBRIC),
        rows=tuple(rows),
        faults=tuple(faults),
    )


def _read_rows(path: Path) -> tuple[list[PickRow], list[str]]:
    reader = csv.DictReader(io.StringIO(read_text(path), newline=""))
    if missing := [name for name in COLUMNS if name not in (reader.fieldnames or ())]:
        raise BadInputError(f"'{path}' has no column '{missing[0]}': row 1 is the header")
    rows: list[PickRow] = []
    faults: list[str] = []
    try:
        for row in reader:
            try:
                rows.append(_row(row))
            except ValueError as error:
                faults.append(f"{path.name} row {reader.line_num}: {error}")
    except csv.Error as error:
        raise BadInputError(f"'{path}' row {reader.line_num}: {error}") from error
    return rows, faults


def _row(row: Mapping[str | Any, str | Any]) -> PickRow:
    if None in row or None in row.values():
        raise ValueError(f"the row has not the header's {len(COLUMNS)} values")
    values: dict[str, Any] = {name: row[name] for name in COLUMNS}
    for name in ("dex", "hp"):
        if not values[name].isdecimal() and not (
            values["role"] == Role.TRAINER and not values[name]
        ):
            raise ValueError(f"{name} '{values[name]}' is no whole number")
        values[name] = int(values[name]) if values[name] else None
    return PickRow(**values)
