"""How far a physical deck is: which of its cards are owned, and what the others cost."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.collection.collection import Collection
from deckbuilder.domain.cards import number_order
from deckbuilder.domain.pick import PickRow
from deckbuilder.domain.prices import Cost


@dataclass(frozen=True, slots=True)
class Count:
    """Cards of a deck, or of a part of it."""

    owned: int
    needed: int

    @property
    def share(self) -> float:
        """What is owned, as a share of what is needed."""
        return self.owned / self.needed if self.needed else 1.0


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a physical deck is."""

    rows: tuple[tuple[PickRow, bool], ...]
    """Each card of the deck, the oldest set first, and whether a copy is there for it."""
    costs: tuple[Cost, ...]
    """What the missing cards cost, by currency; none where no price is known at all."""

    @property
    def total(self) -> Count:
        """The whole deck."""
        return _count(self.rows)

    @property
    def missing(self) -> tuple[PickRow, ...]:
        """The cards that no copy is there for."""
        return tuple(row for row, owned in self.rows if not owned)

    def by(self, part: Callable[[PickRow], str]) -> Mapping[str, Count]:
        """Count by a part of the rows, such as module or set, in the order of the rows."""
        parts: dict[str, list[tuple[PickRow, bool]]] = {}
        for row, owned in self.rows:
            parts.setdefault(part(row), []).append((row, owned))
        return {name: _count(rows) for name, rows in parts.items()}


def progress(deck: Sequence[PickRow], owned: Collection, catalog: Catalog) -> Progress:
    """Hold a deck against a collection.

    Every card of the deck takes a copy of its own: of a card that stands in two modules, two
    copies are needed. Prices are the cheapest of each printing, by currency.

    Args:
        deck: The deck's rows.
        owned: What is owned.
        catalog: Knows sets and prices.
    """
    copies = Counter({row.card_id: owned.owned(row.card_id) for row in deck})
    rows: list[tuple[PickRow, bool]] = []
    for row in sorted(deck, key=lambda row: _binder_order(row, catalog)):
        copies[row.card_id] -= 1
        rows.append((row, copies[row.card_id] >= 0))
    missing = [row.card_id for row, there in rows if not there]
    return Progress(
        tuple(rows),
        tuple(catalog.prices.cost(missing, one) for one in catalog.prices.currencies),
    )


def _binder_order(row: PickRow, catalog: Catalog) -> tuple[object, ...]:
    card_set = catalog.sets.get(row.set_id)
    return (card_set.release_date if card_set else "", row.set_id, number_order(row.number))


def _count(rows: Sequence[tuple[PickRow, bool]]) -> Count:
    return Count(sum(owned for _, owned in rows), len(rows))
