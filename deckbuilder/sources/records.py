"""What a public source says, in one shape: rows in the words of the facts, prices, images."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Final, Protocol

from pydantic import BaseModel, ConfigDict, ValidationError

from deckbuilder.domain.prices import CURRENCIES, Price

_DEAREST: Final = 10**7
"""No card costs more, in whole units: what does is no price."""
_FINISH: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class ApiModel(BaseModel):
    """A part of an answer; what is not asked for is passed over, since services grow."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class UnreadableError(Exception):
    """An answer came, and what it says of a card cannot be read."""


@dataclass(frozen=True, slots=True)
class Record:
    """One card as a source tells it."""

    row: Mapping[str, str]
    """Values by the names of `CARD_COLUMNS`, as `cards.normalise` reads them."""
    prices: tuple[Price, ...]
    """What it costs; `card_id` is the source's own."""
    image: Mapping[str, str]
    """Addresses of its image by size, `low` and `high`; empty where there is none."""


@dataclass(frozen=True, slots=True)
class ListedCard:
    """A card that a source lists, and how to read what it says of it."""

    card_id: str
    """The source's own id."""
    name: str
    read: Callable[[], Record]
    """Raises `UnreadableError`, and `NoAnswerError` where the source has to be asked."""


@dataclass(frozen=True, slots=True)
class RemoteSet:
    """A set that a source lists."""

    set_id: str
    """The source's own id."""
    name: str
    fault: str = ""
    """Why it cannot be opened; empty where nothing speaks against it."""


@dataclass(frozen=True, slots=True)
class OpenedSet:
    """A set with its cards."""

    set_id: str
    name: str
    release_date: str
    """ISO date."""
    cards: Sequence[ListedCard]
    lost: int = 0
    """Cards that the source counts in the set and does not bring."""


class Source(Protocol):
    """A public service that tells of cards."""

    @property
    def name(self) -> str:
        """As `--source` names it."""

    def sets(self) -> Sequence[RemoteSet]:
        """Every set of physical English cards.

        Raises:
            NoAnswerError: The list cannot be had.
        """

    def open(self, one: RemoteSet) -> OpenedSet | None:
        """Find out what is in a set; none for one that holds no physical cards.

        Raises:
            NoAnswerError: The set cannot be had.
        """


def printable(text: str) -> str:
    """Escape what a terminal would obey or hide: control, format and half characters."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )


def first_fault(error: ValidationError) -> str:
    """Word the first thing that is wrong with an answer, with what stands there."""
    fault = error.errors()[0]
    where = ".".join(map(str, fault["loc"]))
    return f"{where} {fault['input']!r}: {fault['msg']}"[:200]


def price(
    card_id: str,
    shop: str,
    finish: str,
    updated: str,
    *,
    market: float | None = None,
    low: float | None = None,
    trend: float | None = None,
) -> Price:
    """State a price that a source gives in whole units of the shop's currency."""
    return Price(
        card_id,
        shop,
        CURRENCIES[shop],
        finish,
        _cents(market),
        _cents(low),
        _cents(trend),
        _day(updated),
    )


def known(prices: Iterable[Price]) -> tuple[Price, ...]:
    """Keep the prices that state an amount for a finish, by shop and finish."""
    stated = (one for one in prices if one.amount is not None and _FINISH.fullmatch(one.finish))
    return tuple(sorted(stated, key=lambda one: (one.shop, one.finish)))


def _cents(amount: float | None) -> int | None:
    """Turn an amount into cents; what is less than half a cent, or absurd, is no price."""
    if amount is None or not 0 < amount <= _DEAREST:
        return None
    cents = Decimal(str(amount)) * 100
    return int(cents.to_integral_value(ROUND_HALF_UP)) or None


def _day(text: str) -> str:
    """Give the ISO date that a statement begins with; empty where it begins otherwise."""
    try:
        return date.fromisoformat(text[:10].replace("/", "-")).isoformat()
    except ValueError:
        return ""
