"""Where the catalogue's facts come from, and the hashes that vouch for its tables."""

from typing import Final

from pydantic import Field

from deckbuilder.catalog.checked_file import Strict
from deckbuilder.catalog.files import sha256
from deckbuilder.domain.plan import CatalogStamp

PROVENANCE: Final = "provenance.yaml"
PRICES: Final = "prices.csv"
"""The table of prices, which only a fetched catalogue has."""


class Source(Strict):
    """A file of facts that the tables were built from."""

    taken_from: str = Field(description="The project that states the facts.")
    as_of: str = Field(description="ISO date of that project's state.")
    licence: str = Field(description="Licence that the facts come under.")
    rows: int = Field(description="Rows read, header excluded.")
    sha256: str = Field(description="Hash of the file.")


class TableHash(Strict):
    """One of the catalogue's tables."""

    rows: int = Field(description="Rows, header excluded.")
    sha256: str = Field(description="Hash of the file.")

    @classmethod
    def of(cls, content: bytes) -> "TableHash":
        """Count and hash a table: a header, then a line for each row."""
        return cls(rows=content.count(b"\n") - 1, sha256=sha256(content))


class Provenance(Strict):
    """What stands in `provenance.yaml`."""

    date: str = Field(description="The catalogue's ISO date: that of its newest source.")
    sources: dict[str, Source] = Field(description="The files of facts, by name.")
    tables: dict[str, TableHash] = Field(description="The catalogue's tables, by name.")

    @property
    def stamp(self) -> CatalogStamp:
        """The catalogue's date, and one hash over its tables but the prices, which change daily."""
        facts = sorted(self.tables.keys() - {PRICES})
        hashes = "".join(self.tables[name].sha256 for name in facts)
        return CatalogStamp(self.date, sha256(hashes.encode()))

    @property
    def prices(self) -> str:
        """Hash of the prices, or empty where there are none."""
        return self.tables[PRICES].sha256 if PRICES in self.tables else ""
