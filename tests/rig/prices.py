"""Made-up prices, the same for a card at every run: some cards have none, some only euros."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from deckbuilder.domain.cards import Printing

_PERCENT_UNPRICED: Final = 10
_PERCENT_EUROS_ONLY: Final = 20
_DEAREST: Final = 20_000


@dataclass(frozen=True, slots=True)
class Quote:
    """What the two shops state for a card; amounts in cents."""

    dollars: dict[str, int]
    """Market price at TCGplayer by finish; empty where it states none."""
    euros: int | None
    """Trend at Cardmarket."""
    day: str


def quote(printing: Printing, day: str) -> Quote:
    """Make up the prices of a card for a day; which shops state any does not hang on the day."""
    percent = _drawn(printing.card_id, 100)
    if percent < _PERCENT_UNPRICED:
        return Quote({}, None, day)
    euros = 5 + _drawn(f"{printing.card_id} EUR {day}", _DEAREST)
    if percent < _PERCENT_EUROS_ONLY:
        return Quote({}, euros, day)
    dollars = {
        finish: 5 + _drawn(f"{printing.card_id} {finish} {day}", _DEAREST)
        for finish in _finishes(printing)
    }
    return Quote(dollars, euros, day)


def _drawn(text: str, below: int) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest()) % below


def _finishes(printing: Printing) -> list[str]:
    """The finishes that TCGplayer tells apart, as TCGdex words them."""
    variants = printing.variants or ("normal",)
    first = any("+1st-edition" in one for one in variants)
    found = []
    for kind, finish in (
        ("normal", "normal"),
        ("holo", "holofoil"),
        ("reverse", "reverse-holofoil"),
    ):
        if any(one.startswith(kind) for one in variants):
            found.append(finish)
    if first:
        found.append("1st-edition-holofoil" if "holofoil" in found else "1st-edition")
    return found or ["holofoil"]
