"""Questions to a collection: what is owned of some sets, regions and species."""

from collections.abc import Iterable
from dataclasses import dataclass

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.names import did_you_mean
from deckbuilder.collection.collection import Collection
from deckbuilder.collection.sets import SetNames
from deckbuilder.domain.cards import REGIONS, Printing
from deckbuilder.errors import BadInputError


@dataclass(frozen=True, slots=True)
class Query:
    """What to show: all that is of one of the sets, and of one of the species."""

    set_ids: frozenset[str] | None
    """None for every set."""
    dex: frozenset[int] | None
    """None for every card, Trainers too."""

    @classmethod
    def typed(
        cls, sets: Iterable[str], regions: Iterable[str], species: Iterable[str], catalog: Catalog
    ) -> "Query":
        """Make a query of what was typed.

        Raises:
            BadInputError: No set, region or species is called so; the error suggests the nearest.
        """
        names = SetNames(catalog.sets.values())
        set_ids = frozenset(found for text in sets for found in _set_ids(text, names))
        wanted = [_region(one) for one in regions]
        dex = {one.dex for one in catalog.natives(wanted)}
        dex |= {catalog.names.typed(one).dex for one in species}
        return cls(set_ids or None, frozenset(dex) or None)

    @property
    def is_everything(self) -> bool:
        """Whether nothing is left out."""
        return self.set_ids is None and self.dex is None

    def answer(self, owned: Collection, catalog: Catalog) -> tuple[Collection, tuple[str, ...]]:
        """Narrow a collection down.

        Returns:
            What is asked for, and the ids of cards that the catalogue does not know.
        """
        unknown = tuple(one for one in owned.card_ids if one not in catalog.printings)
        return Collection(
            tuple(
                one
                for one in owned.holdings
                if (printing := catalog.printings.get(one.card_id)) and self._takes(printing)
            )
        ), unknown

    def _takes(self, one: Printing) -> bool:
        return (self.set_ids is None or one.set_id in self.set_ids) and (
            self.dex is None or not self.dex.isdisjoint(one.dex)
        )


def _set_ids(text: str, names: SetNames) -> tuple[str, ...]:
    found = names.called(text)
    if not found:
        raise BadInputError(f"no set is called '{text}'{names.suggestion(text)}")
    return found


def _region(text: str) -> str:
    if text.casefold() not in REGIONS:
        raise BadInputError(f"no region is called '{text}'{did_you_mean(text, REGIONS)}")
    return text.casefold()
