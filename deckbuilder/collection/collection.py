"""A collection: everything that somebody owns, and how many of each card count for a deck."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from deckbuilder.collection.holding import Holding


@dataclass(frozen=True)
class Collection:
    """Everything that is owned, as the imports add up to it."""

    holdings: tuple[Holding, ...]
    """Each with at least one copy, by card id."""

    @cached_property
    def _owned(self) -> Mapping[str, int]:
        return self._copies(counts=True)

    @cached_property
    def _foreign(self) -> Mapping[str, int]:
        return self._copies(counts=False)

    def _copies(self, *, counts: bool) -> Mapping[str, int]:
        copies: Counter[str] = Counter()
        for one in self.holdings:
            if one.counts is counts:
                copies[one.card_id] += one.quantity
        return copies

    def owned(self, card_id: str) -> int:
        """Count the copies of a printing that may stand in a deck: the English ones."""
        return self._owned.get(card_id, 0)

    def foreign(self, card_id: str) -> int:
        """Count the copies of a printing in other languages, which no deck takes."""
        return self._foreign.get(card_id, 0)

    @cached_property
    def owned_ids(self) -> frozenset[str]:
        """Printings with at least one copy that may stand in a deck."""
        return frozenset(self._owned)

    @cached_property
    def card_ids(self) -> tuple[str, ...]:
        """Printings with a copy in any language, in the order of the holdings."""
        return tuple(dict.fromkeys(one.card_id for one in self.holdings))

    @property
    def cards(self) -> int:
        """Copies that may stand in a deck."""
        return sum(self._owned.values())

    @property
    def foreign_cards(self) -> int:
        """Copies in other languages."""
        return sum(self._foreign.values())
