"""What a public source says, in one shape: rows in the words of the facts, prices, images."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import NoReturn, Protocol
from urllib.parse import unquote

from deckbuilder.domain.prices import CURRENCIES, Price


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
    lost: tuple[str, ...] = ()
    """Fields that could not be read, one sentence each."""


@dataclass(frozen=True, slots=True)
class ListedCard:
    """A card that a source lists, and how to read what it says of it."""

    card_id: str
    """The source's own id."""
    name: str
    number: str
    """As the source lists it; empty where the list does not say."""
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


def refused(card_id: str, reason: str, name: str = "", number: str = "") -> ListedCard:
    """List a card that cannot be read, whatever the source says of it."""

    def refuse() -> NoReturn:
        raise UnreadableError(reason)

    return ListedCard(card_id, name, number, refuse)


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


def number_by_id(card_id: str, set_id: str) -> str:
    """Give the number that a card's id ends with, for a card that states none."""
    return unquote(card_id.removeprefix(f"{set_id}-"))


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
    """State a price that a source gives in whole units of the shop's currency, on an ISO date."""
    return Price(
        card_id,
        shop,
        CURRENCIES[shop],
        finish,
        _cents(market),
        _cents(low),
        _cents(trend),
        updated,
    )


def known(prices: Iterable[Price]) -> tuple[Price, ...]:
    """Keep the prices that state an amount, by shop and finish."""
    stated = (one for one in prices if one.amount is not None)
    return tuple(sorted(stated, key=lambda one: (one.shop, one.finish)))


def _cents(amount: float | None) -> int | None:
    """Turn an amount into cents; what is less than half a cent is no price."""
    if amount is None:
        return None
    cents = Decimal(str(amount)) * 100
    return int(cents.to_integral_value(ROUND_HALF_UP)) or None
