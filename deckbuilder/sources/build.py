"""Build the catalogue's tables from a folder of facts; the same facts give the same bytes."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import yaml

from deckbuilder.catalog import tables
from deckbuilder.catalog.files import read_text, sha256
from deckbuilder.catalog.names import SpeciesNames
from deckbuilder.catalog.provenance import PROVENANCE, Provenance, Source, TableHash
from deckbuilder.errors import BadInputError
from deckbuilder.sources.cards import CARD_COLUMNS, import_cards
from deckbuilder.sources.corrections import Correction, load_corrections
from deckbuilder.sources.report import IMPORT_REPORT, FileReport, Outcome, dump_notes
from deckbuilder.sources.rows import FactsFile, read_facts
from deckbuilder.sources.species import import_species

SOURCE_NOTE: Final = "SOURCE.md"
_UNSTATED: Final = "unstated"
_TABLE_ROW: Final = re.compile(
    r"^\| *`(?P<file>[^`]+)` *\| *(?P<rows>[\d,]+) *\|[^|]*\| *(?P<origin>[^|]+?) *"
    r"\| *(?P<date>\d{4}-\d\d-\d\d) *\|$",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Build:
    """The files of a catalogue, ready to be written, and how they came about."""

    files: dict[str, bytes]
    """Content by file name: the tables, the provenance, the account of every row."""
    provenance: Provenance
    reports: tuple[FileReport, ...]
    warnings: tuple[str, ...]
    """What a person should look at: stale corrections, row counts that differ."""


@dataclass(frozen=True, slots=True)
class _Origin:
    """What `SOURCE.md` says of one file."""

    taken_from: str = _UNSTATED
    licence: str = _UNSTATED
    date: str = ""
    rows: int | None = None


def build_catalog(facts: Path, corrections: Path) -> Build:
    """Build every table from `species-facts` and `card-facts` in a folder.

    Args:
        facts: Folder of the facts; a table in its `SOURCE.md` states origin, date and licence.
        corrections: The corrections file.

    Raises:
        BadInputError: A file is missing or damaged. Rows that cannot be used raise nothing:
            the account names them.
    """
    species_facts = read_facts(facts, "species-facts")
    card_facts = read_facts(facts, "card-facts")
    mends = load_corrections(corrections, CARD_COLUMNS)
    species, species_report = import_species(species_facts)
    cards = import_cards(card_facts, SpeciesNames(species.values()), mends)
    reports = (species_report, cards.report)
    for report in reports:
        if report.read == report.totals()[Outcome.LEFT_OUT]:
            raise BadInputError(f"'{facts / report.file}' holds no row that can be used")

    contents = tables.dump(species.values(), cards.sets.values(), cards.printings.values())
    origins = _origins(facts / SOURCE_NOTE)
    sources = {
        file.name: _source(file, report, origins.get(file.name, _Origin()))
        for file, report in zip((species_facts, card_facts), reports, strict=True)
    }
    newest = max((one.release_date for one in cards.sets.values()), default=_UNSTATED)
    provenance = Provenance(
        date=max((one.date for one in origins.values() if one.date), default=newest),
        sources=sources,
        tables={name: TableHash.of(content) for name, content in contents.items()},
    )
    return Build(
        files={
            **contents,
            PROVENANCE: yaml.safe_dump(provenance.model_dump(), sort_keys=False).encode(),
            IMPORT_REPORT: dump_notes(reports),
        },
        provenance=provenance,
        reports=reports,
        warnings=(*_row_warnings(reports, origins), *map(_stale_warning, mends.stale)),
    )


def _origins(note: Path) -> dict[str, _Origin]:
    """Read the table of `SOURCE.md`; a folder without one states nothing."""
    text = read_text(note) if note.is_file() else ""
    found = {}
    for row in _TABLE_ROW.finditer(text):
        origin = row["origin"].replace("`", "")
        licence = re.search(r"\(([^()]+)\)$", origin)
        found[row["file"]] = _Origin(
            taken_from=origin[: licence.start()].strip() if licence else origin,
            licence=licence[1] if licence else _UNSTATED,
            date=row["date"],
            rows=int(row["rows"].replace(",", "")),
        )
    return found


def _source(file: FactsFile, report: FileReport, origin: _Origin) -> Source:
    return Source(
        taken_from=origin.taken_from,
        as_of=origin.date or _UNSTATED,
        licence=origin.licence,
        rows=report.read,
        sha256=sha256(file.content),
    )


def _row_warnings(reports: tuple[FileReport, ...], origins: dict[str, _Origin]) -> list[str]:
    return [
        f"{report.file} has {report.read:,} rows, and {SOURCE_NOTE} says {origin.rows:,}"
        for report in reports
        if (origin := origins.get(report.file)) and origin.rows not in (None, report.read)
    ]


def _stale_warning(one: Correction) -> str:
    return (
        f"correction of '{one.card_id}' is stale: the facts no longer state "
        f"{one.column} '{one.was}'"
    )
