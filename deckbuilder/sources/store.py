"""Where a fetch keeps what it has: the run that is under way, and the merged catalogue."""

import csv
import io
import json
import shutil
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import yaml

from deckbuilder.catalog import tables
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.checked_file import load_yaml
from deckbuilder.catalog.files import read_bytes, sha256, staged_folder, write_files
from deckbuilder.catalog.home import CATALOGS, LATEST, fetched_catalog, home, is_whole
from deckbuilder.catalog.provenance import PROVENANCE, Provenance, Source, TableHash
from deckbuilder.sources.decide import Decision
from deckbuilder.sources.fetch import Fetched

FETCH_REPORT: Final = "fetch-report.csv"
_LONGEST_RUN: Final = timedelta(days=1)
"""After this a run that was cut short is not gone on with: what it has may be outdated."""


def cache_file(source: str) -> Path:
    """The file that keeps a source's answers."""
    return home() / "cache" / f"{source}.sqlite"


class Run:
    """A run that goes on where an earlier one was cut short."""

    def __init__(self, source: str) -> None:
        """Take up the unfinished run of a source, or begin a new one."""
        self._file = home() / "cache" / f"{source}.run.json"
        self.started: Final = self._unfinished() or datetime.now(UTC)
        content = json.dumps({"started": self.started.isoformat()})
        write_files(self._file.parent, {self._file.name: content.encode()})

    def _unfinished(self) -> datetime | None:
        try:
            content = json.loads(self._file.read_text(encoding="utf-8"))
            started = datetime.fromisoformat(content["started"])
            age = datetime.now(UTC) - started
        except (OSError, ValueError, KeyError, TypeError):
            return None  # there is none, or nothing can be made of it
        return started if timedelta(0) <= age < _LONGEST_RUN else None

    def finish(self) -> None:
        """Close the run: the next one asks anew."""
        self._file.unlink(missing_ok=True)


def merged_files(
    fetched: Fetched, base: Catalog, base_folder: Path, source: str, day: str, *, prices: bool
) -> dict[str, bytes]:
    """Give the files of the merged catalogue.

    Args:
        fetched: What the source said.
        base: What it was laid over.
        base_folder: Where that lies.
        source: Who said it.
        day: ISO date of the run.
        prices: Whether the prices that came are taken, or the ones that are there stay.
    """
    merger = fetched.merger
    told = merger.prices if prices else {}
    contents = tables.dump(
        base.species.values(),
        merger.sets.values(),
        merger.printings.values(),
        # Where nothing was asked, what is there stays.
        {one: told.get(one, base.prices.of(one)) for one in merger.printings},
        statements=merger.statements,
        shared_products=merger.shared_products,
    )
    report = _report(fetched)
    before = load_yaml(base_folder / PROVENANCE, Provenance)
    sources = {**before.sources, source: _source(source, day, fetched, report)}
    return {
        **_vouched_for(contents, date=max(day, before.date), sources=sources),
        FETCH_REPORT: report,
    }


def decided_files(decision: Decision, base: Catalog, base_folder: Path) -> dict[str, bytes]:
    """Give the files of a catalogue in which a person has decided a dispute.

    Args:
        decision: What was decided.
        base: The catalogue before.
        base_folder: Where that lies.
    """
    printings = {**base.printings, decision.printing.card_id: decision.printing}
    contents = tables.dump(
        base.species.values(),
        base.sets.values(),
        printings.values(),
        {one: base.prices.of(one) for one in printings},
        statements=decision.statements(base.disputes),
        shared_products=base.shared_products,
    )
    before = load_yaml(base_folder / PROVENANCE, Provenance)
    report = base_folder / FETCH_REPORT
    return {
        **_vouched_for(contents, date=before.date, sources=before.sources),
        **({FETCH_REPORT: read_bytes(report)} if report.is_file() else {}),
    }


def _vouched_for(
    contents: Mapping[str, bytes], *, date: str, sources: dict[str, Source]
) -> dict[str, bytes]:
    """Add the provenance to a catalogue's tables."""
    provenance = Provenance(
        date=date,
        sources=sources,
        tables={name: TableHash.of(content) for name, content in contents.items()},
    )
    written = yaml.safe_dump(provenance.model_dump(), sort_keys=False)
    return {**contents, PROVENANCE: written.encode()}


def publish(files: Mapping[str, bytes]) -> Path:
    """Write a catalogue into a folder of its own, and make it the latest in one step.

    A reader finds the one or the other, never a mixture. The one before is kept, older ones go.
    """
    folder = home() / CATALOGS
    before = fetched_catalog()
    target = folder / sha256(files[PROVENANCE])[:16]
    if target.is_dir() and not is_whole(target):
        shutil.rmtree(target)
    if not target.is_dir():
        with staged_folder(target, marker=PROVENANCE) as stage:
            for name, content in files.items():
                (stage / name).write_bytes(content)
    write_files(folder, {LATEST: target.name.encode()})
    for old in folder.iterdir():
        if old.is_dir() and old not in (target, before):
            shutil.rmtree(old, ignore_errors=True)
    return target


def _source(source: str, day: str, fetched: Fetched, report: bytes) -> Source:
    return Source(
        taken_from=f"{source}, by its public API",
        as_of=day,
        licence="MIT" if source == "tcgdex" else "unstated",
        rows=len(fetched.findings),
        sha256=sha256(report),
    )


def _report(fetched: Fetched) -> bytes:
    """Write every finding as CSV: card_id, name, outcome, detail, fields that were lost."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("card_id", "name", "outcome", "detail", "lost"))
    rows = (
        *((one.card_id, one.name, one.outcome, one.detail, *one.lost) for one in fetched.findings),
        *((one.card_id, one.name, "gone", "kept all the same") for one in fetched.gone),
        *((one.partition(":")[0], "", "set unread", one) for one in fetched.unopened),
        *((one, "", "set unlisted", "kept all the same") for one in fetched.unlisted),
    )
    for told in rows:
        row, lost = told[:4], told[4:]
        writer.writerow((*row, "; ".join(lost)))
    return text.getvalue().encode()
