"""What somebody owns: so many copies of a printing, in one language, condition and finish."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from deckbuilder.collection.words import ENGLISH

MOST: Final = 9_999
"""Copies in one row above which a quantity is a slip of the pen."""


@dataclass(frozen=True, slots=True)
class Holding:
    """Copies of one printing that are alike."""

    card_id: str
    """TCGdex card id."""
    quantity: int
    """Copies, at least 1; in an import that takes cards away, below 0."""
    language: str = ""
    """ISO code, or a list's own word; empty where the list says nothing."""
    condition: str = ""
    """One of `CONDITIONS`, a grader's grade, or empty."""
    finish: str = ""
    """One of `FINISHES`, a list's own word, or empty."""
    price: int | None = None
    """What one copy was bought for, in hundredths; none where unknown."""
    currency: str = ""
    """ISO 4217 code of the price, or empty."""

    @property
    def counts(self) -> bool:
        """Whether it is English, as far as its list says: only an English card makes a deck."""
        return self.language in {"", ENGLISH}

    @property
    def kind(self) -> tuple[object, ...]:
        """What its copies are, however many."""
        return (
            self.card_id,
            self.language,
            self.condition,
            self.finish,
            self.price,
            self.currency,
        )

    @property
    def taken_away(self) -> "Holding":
        """What an import holds that takes all its copies away."""
        return replace(self, quantity=-self.quantity)


def joined(holdings: Iterable[Holding]) -> tuple[Holding, ...]:
    """Add up the quantities of holdings that are alike, in the order of their first."""
    firsts: dict[tuple[object, ...], Holding] = {}
    quantities: Counter[tuple[object, ...]] = Counter()
    for one in holdings:
        firsts.setdefault(one.kind, one)
        quantities[one.kind] += one.quantity
    return tuple(replace(one, quantity=quantities[kind]) for kind, one in firsts.items())
