"""Prices by printing; what is not stated is unknown, never zero."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from deckbuilder.domain.prices import Cost, Price


class PriceBook:
    """Every price that is known, looked up by printing and currency."""

    def __init__(self, prices: Iterable[Price] = ()) -> None:
        by_card: defaultdict[str, list[Price]] = defaultdict(list)
        for price in prices:
            by_card[price.card_id].append(price)
        self._by_card: Mapping[str, tuple[Price, ...]] = {
            card_id: tuple(many) for card_id, many in by_card.items()
        }

    def of(self, card_id: str) -> tuple[Price, ...]:
        """Every price of a printing, by shop and finish."""
        return self._by_card.get(card_id, ())

    def cheapest(self, card_id: str, currency: str) -> Price | None:
        """The cheapest finish of a printing in a currency, or none where no amount is known."""
        known = [
            (price.amount, price.finish, price)
            for price in self.of(card_id)
            if price.currency == currency and price.amount is not None
        ]
        return min(known)[2] if known else None

    def cost(self, card_ids: Iterable[str], currency: str) -> Cost:
        """Add up the cheapest finishes of cards in a currency."""
        cheapest = [self.cheapest(card_id, currency) for card_id in card_ids]
        known = [price.amount for price in cheapest if price and price.amount is not None]
        return Cost(currency, sum(known), len(known), len(cheapest) - len(known))

    @property
    def currencies(self) -> tuple[str, ...]:
        """The currencies that some price is stated in, in alphabetical order."""
        return tuple(sorted({price.currency for many in self._by_card.values() for price in many}))
