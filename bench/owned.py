"""How long a collection of 50,000 rows takes to import, in each of its ways to be written."""

import statistics
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from launch import launch

from deckbuilder.catalog.catalog import Catalog, load_catalog
from deckbuilder.collection.formats import Format, Owned, format_named
from deckbuilder.collection.holding import Holding

ROWS = 50_000
FORMATS = ("own", "tcgplayer", "collectr", "pokecollector", "ptcgl")


@dataclass(frozen=True)
class ImportRun:
    """What importing one list took, as a user's command."""

    format: str
    rows: int
    seconds: float
    """Median of the runs, with the program's start and the reading of the catalogue."""
    peak: float
    """Highest resident size of a run, in MiB."""

    @property
    def rows_a_second(self) -> float:
        """Rows imported in a second."""
        return self.rows / self.seconds


def imports(runs: int, rows: int = ROWS, formats: Iterable[str] = FORMATS) -> list[ImportRun]:
    """Import a list of so many rows, written in each of these formats."""
    catalog = load_catalog()
    with tempfile.TemporaryDirectory() as folder:
        return [measured(Path(folder), format_named(one), catalog, rows, runs) for one in formats]


def measured(folder: Path, chosen: Format, catalog: Catalog, rows: int, runs: int) -> ImportRun:
    """Import one list several times, each into a new collection and in a process of its own."""
    path = folder / f"{chosen.name}{chosen.ending}"
    path.write_text(chosen.dump(owned(catalog, rows)), encoding="utf-8", newline="")
    done = []
    for number in range(runs):
        into = folder / f"{chosen.name}-{number}.sqlite3"
        args = ["collection", "import", str(path), "--collection", str(into), "-q"]
        done.append(launch(args, folder=folder))
    seconds = statistics.median(one.seconds for one in done)
    return ImportRun(chosen.name, rows, seconds, max(one.peak for one in done))


def owned(catalog: Catalog, rows: int) -> Iterable[Owned]:
    """A collection of so many rows: every printing in turn, each time in another condition."""
    printings = tuple(catalog.printings.values())
    conditions = ("near mint", "lightly played", "played", "damaged")
    for number in range(rows):
        turn, place = divmod(number, len(printings))
        one = printings[place]
        holding = Holding(one.card_id, 1 + number % 4, "en", conditions[turn % 4], "holofoil")
        yield Owned(holding, one, catalog.sets[one.set_id])
