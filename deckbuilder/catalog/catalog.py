"""The catalogue in memory: species, sets and printings, indexed, and vouched for by hash."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Final

from deckbuilder.catalog import tables
from deckbuilder.catalog.checked_file import load_yaml
from deckbuilder.catalog.disputes import Disputes
from deckbuilder.catalog.files import DATA, read_bytes, sha256
from deckbuilder.catalog.names import SpeciesNames, did_you_mean
from deckbuilder.catalog.prices import PriceBook
from deckbuilder.catalog.provenance import PROVENANCE, Provenance
from deckbuilder.domain.cards import POKEMON, CardSet, Printing, Product, Species
from deckbuilder.domain.disputes import Statement
from deckbuilder.domain.plan import CatalogStamp
from deckbuilder.domain.prices import Price
from deckbuilder.errors import BadInputError

_MEND: Final = "restore the file, or make the tables again with `deckbuilder catalog build`"


class Catalog:
    """Every species, set and printing, with the look-ups that the product needs."""

    def __init__(
        self,
        species: Iterable[Species],
        sets: Iterable[CardSet],
        printings: Iterable[Printing],
        stamp: CatalogStamp,
        prices: Iterable[Price] = (),
        *,
        prices_sha256: str = "",
        statements: Iterable[Statement] = (),
        shared_products: Iterable[Product] = (),
    ) -> None:
        self.species: Final[Mapping[int, Species]] = {one.dex: one for one in species}
        self.sets: Final[Mapping[str, CardSet]] = {one.set_id: one for one in sets}
        self.printings: Final[Mapping[str, Printing]] = {one.card_id: one for one in printings}
        self.stamp: Final = stamp
        self.prices: Final = PriceBook(prices)
        self.prices_sha256: Final = prices_sha256
        """Hash of the table of prices, or empty."""
        self.disputes: Final = Disputes(statements)
        self.shared_products: Final = frozenset(shared_products)
        """Product numbers that stand on several cards at a source, so that none carries them."""

    @cached_property
    def names(self) -> SpeciesNames:
        """Finds species by name."""
        return SpeciesNames(self.species.values())

    @cached_property
    def _by_dex(self) -> Mapping[int, tuple[Printing, ...]]:
        shown: defaultdict[int, list[Printing]] = defaultdict(list)
        for printing in self.printings.values():
            if printing.category == POKEMON:
                for dex in printing.dex:
                    shown[dex].append(printing)
        return {dex: tuple(printings) for dex, printings in shown.items()}

    def printings_of(self, dex: int) -> tuple[Printing, ...]:
        """Every Pokémon printing that shows this species, in catalogue order."""
        return self._by_dex.get(dex, ())

    def natives(self, regions: Iterable[str]) -> tuple[Species, ...]:
        """The species native to these regions, in dex order."""
        wanted = frozenset(regions)
        return tuple(one for one in self.species.values() if one.region in wanted)

    def family(self, one: Species) -> tuple[Species, ...]:
        """The evolution family of a species, itself included, in dex order."""
        return tuple(other for other in self.species.values() if other.family == one.family)

    def card_set(self, set_id: str) -> CardSet:
        """Find a set by its id.

        Raises:
            BadInputError: There is no such set; the error suggests the nearest ids.
        """
        if set_id not in self.sets:
            raise BadInputError(f"no set has the id '{set_id}'{did_you_mean(set_id, self.sets)}")
        return self.sets[set_id]


def load_catalog(folder: Path = DATA) -> Catalog:
    """Read the catalogue's tables, each checked against the hash in the provenance file.

    Args:
        folder: Holds the tables and `provenance.yaml`; by default the packed snapshot.

    Raises:
        BadInputError: A file is missing, or is not the one that the provenance names.
    """
    provenance = load_yaml(folder / PROVENANCE, Provenance)
    contents = {table.file: _vouched(folder / table.file, provenance) for table in tables.ALL}
    return Catalog(
        tables.SPECIES.load(contents[tables.SPECIES.file]),
        tables.SETS.load(contents[tables.SETS.file]),
        tables.PRINTINGS.load(contents[tables.PRINTINGS.file]),
        provenance.stamp,
        _optional(tables.PRICES, folder, provenance),
        prices_sha256=provenance.prices,
        statements=_optional(tables.DISPUTES, folder, provenance),
        shared_products=_optional(tables.SHARED_PRODUCTS, folder, provenance),
    )


def _optional(
    table: tables.Table[tables.Row], folder: Path, provenance: Provenance
) -> list[tables.Row]:
    """Read a table that a catalogue need not have."""
    if table.file not in provenance.tables:
        return []
    return table.load(_vouched(folder / table.file, provenance))


def _vouched(path: Path, provenance: Provenance) -> bytes:
    if path.name not in provenance.tables:
        raise BadInputError(f"'{path.parent / PROVENANCE}' names no '{path.name}': {_MEND}")
    content = read_bytes(path)
    found, expected = sha256(content), provenance.tables[path.name].sha256
    if found != expected:
        raise BadInputError(
            f"'{path}' was cut short or edited: its sha256 is {found[:12]}…, and "
            f"{PROVENANCE} says {expected[:12]}…; {_MEND}"
        )
    return content
