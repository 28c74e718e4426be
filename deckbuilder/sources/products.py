"""Product numbers of shops; one that stands on several cards tells none of them."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from deckbuilder.domain.cards import PRODUCT_NUMBERS, Printing, Product


def shared_products(printings: Iterable[Printing]) -> frozenset[Product]:
    """Find the product numbers that stand on several cards."""
    counted = Counter(
        Product(field, number)
        for one in printings
        for field in PRODUCT_NUMBERS
        if (number := getattr(one, field))
    )
    return frozenset(product for product, cards in counted.items() if cards > 1)


def without_products(
    printing: Printing, shared: Collection[Product]
) -> tuple[Printing, tuple[Product, ...]]:
    """Drop the numbers that are shared.

    Returns:
        The printing without them, and what was dropped.
    """
    stated = (Product(field, getattr(printing, field)) for field in PRODUCT_NUMBERS)
    dropped = tuple(product for product in stated if product in shared)
    without: dict[str, Any] = {one.field: "" for one in dropped}
    return replace(printing, **without), dropped
