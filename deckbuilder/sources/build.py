"""Build the catalogue's tables from a folder of facts; the same facts give the same bytes."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import yaml

from deckbuilder.catalog import tables
from deckbuilder.catalog.files import read_text, sha256
from deckbuilder.catalog.names import SpeciesNames
from deckbuilder.catalog.provenance import PROVENANCE, Provenance, Source, TableHash
from deckbuilder.domain.cards import Printing, Product
from deckbuilder.errors import BadInputError
from deckbuilder.sources.aliases import SetAliases
from deckbuilder.sources.bulk import FIRST, SECOND, BulkCards, read_bulk
from deckbuilder.sources.corrections import Corrections, idle, load_corrections
from deckbuilder.sources.evidence import read_attacks
from deckbuilder.sources.products import shared_products, without_products
from deckbuilder.sources.reconcile import Account, Reconciled, reconcile
from deckbuilder.sources.report import IMPORT_REPORT, FileReport, Outcome, dump_notes
from deckbuilder.sources.rows import FactsFile, has_facts, read_facts
from deckbuilder.sources.species import import_species

SOURCE_NOTE: Final = "SOURCE.md"
SPECIES: Final = "species-facts"
PLAY: Final = "play-facts"
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
    account: Account | None
    """How the two sources stand to each other; none where there is but one."""
    warnings: tuple[str, ...]
    """What a person should look at: stale corrections, row counts that differ."""


@dataclass(frozen=True, slots=True)
class _Origin:
    """What `SOURCE.md` says of one file."""

    taken_from: str = _UNSTATED
    licence: str = _UNSTATED
    date: str = ""
    rows: int | None = None


@dataclass(frozen=True, slots=True)
class _Facts:
    """What lies in a folder of facts."""

    folder: Path
    species: FactsFile
    cards: FactsFile
    second: FactsFile | None
    play: FactsFile | None
    origins: Mapping[str, _Origin]


@dataclass(frozen=True, slots=True)
class _Cards:
    """The cards of both sources, as they were read."""

    here: BulkCards
    there: BulkCards | None

    @property
    def all(self) -> tuple[BulkCards, ...]:
        """Those that there are."""
        return (self.here, self.there) if self.there else (self.here,)


def build_catalog(facts: Path, corrections: Path) -> Build:
    """Build every table from the files of facts in a folder.

    Args:
        facts: Folder with `species-facts` and `card-facts`, and with `second-source` and
            `play-facts` for a second witness; a table in its `SOURCE.md` states origin, date and
            licence of each.
        corrections: The corrections file.

    Raises:
        BadInputError: A file is damaged, or one of the first two is missing. Rows that cannot be
            used raise nothing: the account names them.
    """
    files = _read(facts)
    mends = load_corrections(corrections)
    species, species_report = import_species(files.species)
    cards = _read_cards(files, SpeciesNames(species.values()), mends)
    reports = (species_report, *(one.report for one in cards.all))
    for report in reports:
        if report.read == report.totals()[Outcome.LEFT_OUT]:
            raise BadInputError(f"'{facts / report.file}' holds no row that can be used")

    told = _reconciled(files, cards)
    shared = shared_products(told.printings.values())
    contents = tables.dump(
        species.values(),
        cards.here.sets.values(),
        _sold(told.printings.values(), shared, cards.here),
        statements=told.statements,
        shared_products=shared,
    )
    provenance = Provenance(
        date=_date(files, cards.here),
        sources=dict(_sources(files, reports)),
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
        account=told.account if cards.there else None,
        warnings=(*_missing(files), *_row_warnings(reports, files.origins), *_idle(mends, cards)),
    )


def _read(folder: Path) -> _Facts:
    note = folder / SOURCE_NOTE
    return _Facts(
        folder,
        read_facts(folder, SPECIES),
        read_facts(folder, FIRST.stem),
        read_facts(folder, SECOND.stem) if has_facts(folder, SECOND.stem) else None,
        read_facts(folder, PLAY) if has_facts(folder, PLAY) else None,
        _origins(read_text(note) if note.is_file() else ""),
    )


def _origins(note: str) -> dict[str, _Origin]:
    """Read the table of `SOURCE.md`; a folder without one states nothing."""
    found = {}
    for row in _TABLE_ROW.finditer(note):
        origin = row["origin"].replace("`", "")
        licence = re.search(r"\(([^()]+)\)$", origin)
        found[row["file"]] = _Origin(
            taken_from=origin[: licence.start()].strip() if licence else origin,
            licence=licence[1] if licence else _UNSTATED,
            date=row["date"],
            rows=int(row["rows"].replace(",", "")),
        )
    return found


def _read_cards(files: _Facts, names: SpeciesNames, mends: Corrections) -> _Cards:
    here = read_bulk(files.cards, FIRST, names, mends)
    return _Cards(here, read_bulk(files.second, SECOND, names, mends) if files.second else None)


def _reconciled(files: _Facts, cards: _Cards) -> Reconciled:
    there = cards.there or BulkCards(SECOND.source, FileReport(""))
    attacks = read_attacks(files.play) if files.play else {}
    return reconcile(cards.here, there, SetAliases(there.source, cards.here.sets), attacks)


def _sold(
    printings: Iterable[Printing], shared: Collection[Product], here: BulkCards
) -> Iterator[Printing]:
    """Drop the product numbers that stand on several cards, and tell of each card."""
    for one in printings:
        sold, dropped = without_products(one, shared)
        if dropped:
            detail = ", ".join(f"{field} '{number}'" for field, number in dropped)
            place = here.places[one.card_id]
            here.report.note(*place, Outcome.CORRECTED, "product number of several cards", detail)
        yield sold


def _date(files: _Facts, here: BulkCards) -> str:
    """The date of the newest facts, or of the newest set where nobody states one."""
    stated = max((one.date for one in files.origins.values()), default="")
    return stated or max((one.release_date for one in here.sets.values()), default=_UNSTATED)


def _sources(files: _Facts, reports: Iterable[FileReport]) -> Iterator[tuple[str, Source]]:
    read = {report.file: report.read for report in reports}
    for file in (files.species, files.cards, files.second, files.play):
        if file:
            origin = files.origins.get(file.name, _Origin())
            yield (
                file.name,
                Source(
                    taken_from=origin.taken_from,
                    as_of=origin.date or _UNSTATED,
                    licence=origin.licence,
                    rows=read.get(file.name, file.count()),
                    sha256=sha256(file.content),
                ),
            )


def _missing(files: _Facts) -> Iterator[str]:
    if not files.second:
        yield (
            f"'{files.folder}' holds no {SECOND.stem}: every fact has one witness, and nothing can "
            "be disputed"
        )
    elif not files.play:
        yield f"'{files.folder}' holds no {PLAY}: disputes are listed without evidence"


def _row_warnings(reports: Iterable[FileReport], origins: Mapping[str, _Origin]) -> list[str]:
    return [
        f"{report.file} has {report.read:,} rows, and {SOURCE_NOTE} says {origin.rows:,}"
        for report in reports
        if (origin := origins.get(report.file)) and origin.rows not in (None, report.read)
    ]


def _idle(mends: Corrections, cards: _Cards) -> Iterator[str]:
    for one in cards.all:
        applied = {each for many in one.applied.values() for each in many}
        yield from idle(mends.of(one.source), applied, one.places)
