"""A desk to fetch at: a catalogue, a rig to ask, and what came of it."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import yaml

from deckbuilder.catalog import tables
from deckbuilder.catalog.catalog import Catalog, load_catalog
from deckbuilder.catalog.files import DATA
from deckbuilder.catalog.provenance import PROVENANCE, Provenance, TableHash
from deckbuilder.sources.aliases import SetAliases
from deckbuilder.sources.corrections import CORRECTIONS, Corrections, load_corrections
from deckbuilder.sources.fetch import Fetch, Fetched, Progress, Wish
from deckbuilder.sources.images import ImageFinding, Size, bring_images
from deckbuilder.sources.merge import Finding, Outcome
from deckbuilder.sources.services import Service, ServiceName, open_service
from deckbuilder.sources.store import merged_files, publish
from tests.rig.server import Rig

SETS: Final = ("bog", "dv1", "exu")
"""Small sets with odd ids: pokemontcg calls `bog` otherwise, and files `exu` under another set."""
UNOWN: Final = ("exu-!", "exu-%3F", "exu-A", "exu-B")
DAY: Final = "2026-11-29"
TABLES: Final = tuple(table.file for table in tables.ALL)
EVERYTHING: Final = Wish()
SPECIMEN: Final = "dv1-1"
THE_SPECIMEN: Final = Wish(cards=frozenset({SPECIMEN}))


known_catalog = lru_cache(maxsize=4)(load_catalog)


@cache
def corrections() -> Corrections:
    return load_corrections(DATA / CORRECTIONS)


def cards_of(catalog: Catalog, sets: Iterable[str]) -> frozenset[str]:
    """The ids of all cards of these sets."""
    wanted = frozenset(sets)
    return frozenset(one.card_id for one in catalog.printings.values() if one.set_id in wanted)


def small_sample(catalog: Catalog) -> frozenset[str]:
    """Some thirty cards of these sets, so that a test takes a moment only."""
    return cards_of(catalog, ("bog", "dv1")) | {*UNOWN}


def write_catalog(
    catalog: Catalog, sets: Iterable[str], folder: Path, cards: Iterable[str] | None = None
) -> Path:
    """Write a catalogue that holds these sets alone, under the date of the whole one.

    Its cards are those of the sets, unless others are named.
    """
    kept = {one: catalog.sets[one] for one in sets}
    wanted = cards_of(catalog, kept) if cards is None else cards
    printings = [catalog.printings[one] for one in wanted]
    contents = tables.dump(catalog.species.values(), kept.values(), printings)
    provenance = Provenance(
        date=catalog.stamp.date,
        sources={},
        tables={name: TableHash.of(content) for name, content in contents.items()},
    )
    told = {PROVENANCE: yaml.safe_dump(provenance.model_dump(), sort_keys=False).encode()}
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in {**contents, **told}.items():
        (folder / name).write_bytes(content)
    return folder


def read_folder(folder: Path, names: Iterable[str] = TABLES) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in names}


@dataclass
class Desk:
    """Fetches over a catalogue, as the command does; what came lies on top of it."""

    rig: Rig
    folder: Path
    """The catalogue that a fetch is laid over."""
    name: ServiceName = ServiceName.TCGDEX
    url: str = ""
    """Who is asked; by default the rig."""
    rate: float = 0.0
    timeout: float = 5.0

    @property
    def base(self) -> Catalog:
        return known_catalog(self.folder)

    @contextmanager
    def service(self) -> Iterator[Service]:
        rig = self.rig.tcgdex_url if self.name == ServiceName.TCGDEX else self.rig.pokemontcg_url
        address = self.url or rig
        with open_service(self.name, url=address, rate=self.rate, timeout=self.timeout) as service:
            yield service

    def fetch(self, wish: Wish = EVERYTHING, progress: Progress = lambda *_: None) -> Fetched:
        with self.service() as service:
            fetched = self.run(service, wish, progress)
            if fetched.is_whole:
                service.run.finish()
        return fetched

    def run(
        self, service: Service, wish: Wish = EVERYTHING, progress: Progress = lambda *_: None
    ) -> Fetched:
        """One run over a service that is open."""
        aliases = SetAliases(self.name, self.base.sets)
        asked = Fetch(
            service.source,
            self.base,
            aliases,
            corrections(),
            day=DAY,
            workers=service.workers,
            progress=progress,
        )
        return asked.run(wish)

    def files(self, fetched: Fetched, *, prices: bool = False) -> dict[str, bytes]:
        return merged_files(fetched, self.base, self.folder, self.name, DAY, prices=prices)

    def keep(self, fetched: Fetched, *, prices: bool = False) -> Catalog:
        """Publish what came; the next fetch is laid over it."""
        self.folder = publish(self.files(fetched, prices=prices))
        return self.base

    def refresh(self, wish: Wish = EVERYTHING, *, prices: bool = False) -> Catalog:
        return self.keep(self.fetch(wish), prices=prices)

    def images(
        self, size: Size = Size.LOW, limit: int = 10**9, wish: Wish = EVERYTHING
    ) -> dict[str, ImageFinding]:
        """Bring the images of the cards that are wished for; by card."""
        with self.service() as service:
            fetched = self.run(service, wish)
            found = bring_images(fetched.merger.images, size, service, limit)
        return {one.card_id: one for one in found}

    def is_unchanged_by(self, fetched: Fetched) -> bool:
        """Whether what came leaves every table as it is, to the byte."""
        files = self.files(fetched)
        return {name: files[name] for name in TABLES} == read_folder(self.folder)


def outcomes(fetched: Fetched) -> dict[Outcome, list[str]]:
    """The ids of the cards of each outcome that there is."""
    found: dict[Outcome, list[str]] = {}
    for one in fetched.findings:
        found.setdefault(one.outcome, []).append(one.card_id)
    return found


def finding(fetched: Fetched, card_id: str) -> Finding:
    """The one finding of a card."""
    (one,) = [one for one in fetched.findings if one.card_id == card_id]
    return one
