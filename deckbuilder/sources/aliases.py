"""Set ids that change or differ from service to service; an id is never trusted for ever."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from deckbuilder.catalog.files import DATA, read_bytes, read_text
from deckbuilder.catalog.names import fold
from deckbuilder.domain.cards import CardSet
from deckbuilder.sources.rows import FactsFile, required

ALIASES: Final = DATA / "set-aliases.csv"
_COLUMNS: Final = ("source", "alias", "set_id")


class SetAliases:
    """Finds the catalogue's set for a set of one source."""

    def __init__(self, source: str, sets: Mapping[str, CardSet], path: Path = ALIASES) -> None:
        """Read the table of aliases.

        Args:
            source: Whose sets are sought.
            sets: The catalogue's, by id.
            path: The table.

        Raises:
            BadInputError: The table is missing or damaged.
        """
        self._sets = sets
        self._aliases: defaultdict[str, list[str]] = defaultdict(list)
        for _, row in FactsFile(path.name, read_bytes(path), read_text(path)).rows(_COLUMNS):
            if required(row, "source") == source:
                self._aliases[required(row, "alias")].append(required(row, "set_id"))
        self._by_release = {(fold(one.name), one.release_date): one.set_id for one in sets.values()}

    def of(self, remote: str, name: str = "", release_date: str = "") -> Sequence[str]:
        """Find the ids that a set goes by in the catalogue.

        Args:
            remote: Its id at the source.
            name: Its name, where it is known.
            release_date: ISO date, where it is known.

        Returns:
            By the table; else the id itself, where the catalogue has it; else the set of the same
            name and day; else, for a new set, the id itself. A source may file under one id what
            the catalogue parts in two.
        """
        if remote in self._aliases:
            return self._aliases[remote]
        if remote in self._sets:
            return [remote]
        return [self._by_release.get((fold(name), release_date), remote)]
