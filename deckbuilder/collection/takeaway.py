"""A collection as a list to take away, in any format that an import reads."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.collection.collection import Collection
from deckbuilder.collection.formats import Format, Owned
from deckbuilder.domain.cards import number_order


@dataclass(frozen=True, slots=True)
class TakenAway:
    """A written list, and what is not in it."""

    text: str
    cards: int
    """Copies in it."""
    left_out: Mapping[str, int]
    """Copies that are not, by why."""


def take_away(owned: Collection, catalog: Catalog, chosen: Format) -> TakenAway:
    """Write a collection as a list, the oldest set first.

    A format that names no language would make an English card of any other: those are left out.

    Args:
        owned: What is owned.
        catalog: Knows names and numbers.
        chosen: One of `FORMATS`.
    """
    written: list[Owned] = []
    left_out: Counter[str] = Counter()
    for one in owned.holdings:
        printing = catalog.printings.get(one.card_id)
        if printing is None:
            left_out["this catalogue does not know them"] += one.quantity
        elif not one.counts and "language" not in chosen.carries:
            left_out[f"{chosen.title} names no language, and they are not English"] += one.quantity
        else:
            written.append(Owned(one, printing, catalog.sets[printing.set_id]))
    written.sort(key=_binder_order)
    return TakenAway(chosen.dump(written), sum(one.holding.quantity for one in written), left_out)


def _binder_order(one: Owned) -> tuple[object, ...]:
    return (one.card_set.release_date, one.card_set.set_id, number_order(one.printing.number))
