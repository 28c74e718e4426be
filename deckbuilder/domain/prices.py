"""What cards cost: as the shops state it, in one currency at a time."""

from dataclasses import dataclass
from typing import Final

CURRENCIES: Final = {"tcgplayer": "USD", "cardmarket": "EUR"}
"""The currency that each shop's prices are stated in."""


@dataclass(frozen=True, slots=True)
class Price:
    """What one shop states for one finish of a printing."""

    card_id: str
    """TCGdex card id."""
    shop: str
    """`tcgplayer` or `cardmarket`."""
    currency: str
    """ISO 4217 code: `USD`, `EUR`."""
    finish: str
    """`normal`, `holofoil`, `reverse-holofoil`, …, as the shop tells finishes apart."""
    market: int | None
    """What it sold for of late, in cents."""
    low: int | None
    """The lowest offer, in cents."""
    trend: int | None
    """Where its price is going, in cents."""
    updated: str
    """ISO date of the statement."""

    @property
    def amount(self) -> int | None:
        """What to reckon with, in cents: market, else trend, else low; none where unknown."""
        stated = (self.market, self.trend, self.low)
        return next((cents for cents in stated if cents is not None), None)


@dataclass(frozen=True, slots=True)
class Cost:
    """What cards cost together, as far as it is known."""

    currency: str
    """ISO 4217 code; amounts of different currencies are never added."""
    total: int
    """Sum of the known prices, in cents."""
    known: int
    """Cards that have a price."""
    unknown: int
    """Cards that have none: they may cost anything."""

    def __str__(self) -> str:
        """Read as a person would say it: `12.30 USD, and 3 cards of unknown price`."""
        cards = "card" if self.unknown == 1 else "cards"
        if not self.known:
            return f"unknown in {self.currency} for all of them"
        rest = f", and {self.unknown} {cards} of unknown price" if self.unknown else ""
        return f"{money(self.total, self.currency)}{rest}"


def money(cents: int, currency: str) -> str:
    """Write an amount: `12.30 USD`."""
    return f"{cents // 100:,}.{cents % 100:02} {currency}"
