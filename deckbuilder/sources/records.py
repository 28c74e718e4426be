"""What a public source says, in one shape: rows in the words of the facts, prices, images."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated, Final, Protocol

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    field_validator,
)

from deckbuilder.domain.prices import CURRENCIES, Price

_DEAREST: Final = 10**7
"""No card costs more, in whole units: what does is no price."""
_LONGEST_QUOTE: Final = 60
"""Characters of an odd value that are worth telling."""
_FINISH: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class ApiModel(BaseModel):
    """A part of an answer; what is not asked for is passed over, since services grow.

    A field that cannot be read is left out, and told in the list that is the validation's context;
    only a field without a default makes the whole unreadable.
    """

    model_config = ConfigDict(extra="ignore", frozen=True, coerce_numbers_to_str=True)

    @field_validator("*", mode="wrap")
    @classmethod
    def _lose_no_more_than_the_field(
        cls, value: object, read: ValidatorFunctionWrapHandler, info: ValidationInfo
    ) -> object:
        field = cls.model_fields[str(info.field_name)]
        if field.is_required():
            return read(value)
        if value is None:
            return field.get_default(call_default_factory=True)
        lost: list[str] = [] if info.context is None else info.context
        name, before = field.alias or str(info.field_name), len(lost)
        try:
            found: object = read(value)
        except ValidationError as error:
            lost.append(f"{name} {_quoted(value)}: {error.errors()[0]['msg']}")
            return field.get_default(call_default_factory=True)
        lost[before:] = [f"{name}.{one}" for one in lost[before:]]
        return found


def _quoted(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}…"


def _no_truth(value: object) -> object:
    """Refuse `true` for a number, which Python takes for 1."""
    if isinstance(value, bool):
        raise ValueError("true and false are no numbers")  # noqa: TRY004 - pydantic's way to refuse
    return value


def _listed(value: object) -> object:
    """Take a single value for a list of one, and nulls in a list for nothing."""
    if isinstance(value, list | tuple):
        return [one for one in value if one is not None]
    return [value]


Whole = Annotated[int, BeforeValidator(_no_truth)]
"""A whole number, also where it is written as text."""
Amount = Annotated[float, BeforeValidator(_no_truth), Field(allow_inf_nan=False)]
"""An amount of money in whole units, also where it is written as text."""
Texts = Annotated[tuple[str, ...], BeforeValidator(_listed)]
Numbers = Annotated[tuple[Whole, ...], BeforeValidator(_listed)]


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
