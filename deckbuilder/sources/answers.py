"""What a service answers is read where its meaning is certain; the rest is lost alone, and told."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import partial
from math import isfinite
from reprlib import Repr
from typing import Annotated, Any, Final, TypeVar
from urllib.parse import unquote

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    field_validator,
)

from deckbuilder.catalog.names import fold
from deckbuilder.domain.cards import CATEGORIES

Value = TypeVar("Value")
Part = TypeVar("Part", bound="ApiModel")

_DEAREST: Final = 10**7
"""No card costs more, in whole units: what does is no price."""
_CATEGORY_WORDS: Final = {"".join(fold(name)): name for name in CATEGORIES}
_MARKUP: Final = re.compile(r"[<>]")
_NUMBER: Final = re.compile(r"[\w!?]{1,40}")
_SEPARATED_DAY: Final = re.compile(r"^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)")
_FINISH: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_FAULTS: Final = {
    "int": "is no whole number",
    "float": "is no number",
    "finite_number": "is no number",
    "string": "is no text",
    "tuple": "is no list",
    "dict": "is no object",
    "model": "is no object",
    "missing": "says too little",
}
"""What is wrong with a value, by how the name of pydantic's error begins."""

_quoting = Repr()
_quoting.maxstring = _quoting.maxlong = _quoting.maxother = 60
_quoting.maxlevel = 3


def quoted(value: object) -> str:
    """Quote a value, shortened, however long or deep it is."""
    return _quoting.repr(value)


class ApiModel(BaseModel):
    """A part of an answer; what is not asked for is passed over, since services grow.

    A field that cannot be read is left out, and told in the list that is the validation's context;
    only a field without a default makes the whole unreadable. Null and blank text say nothing.
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
        default = field.get_default(call_default_factory=True)
        if value is None or (isinstance(value, str) and not value.strip()):
            return default
        lost: list[str] = [] if info.context is None else info.context
        return _lost_alone(field.alias or str(info.field_name), value, read, default, lost)


def _lost_alone(
    name: str, value: object, read: Callable[[object], Value], default: Value, lost: list[str]
) -> Value:
    """Read a value; where that fails give the default, and tell.

    Args:
        name: What the value is called; goes before all that is lost within it.
        value: What was sent.
        read: Raises `ValueError`, and adds to `lost` what cannot be read within the value.
        default: Stands for a value that says nothing.
        lost: Where it is told.
    """
    before = len(lost)
    try:
        found = read(_plain(value))
    except ValueError as error:
        lost[before:] = [f"{name} {quoted(value)} {_fault(error)}"]
        return default
    lost[before:] = [f"{name}.{one}" for one in lost[before:]]
    return found


def _plain(value: object) -> object:
    """Take 136.0 for 136, as some tables write it, and NaN for nothing that can be meant."""
    if not isinstance(value, float):
        return value
    if not isfinite(value):
        raise ValueError("is no number")
    return int(value) if value.is_integer() else value


def _fault(error: ValueError) -> str:
    """Say what is wrong with a value, to be read after it."""
    if not isinstance(error, ValidationError):
        return str(error)
    first = error.errors()[0]
    if first["type"] == "value_error":
        return str(first["ctx"]["error"])
    begins = (words for kind, words in _FAULTS.items() if first["type"].startswith(kind))
    return next(begins, first["msg"])


def first_fault(error: ValidationError) -> str:
    """Word the first thing that is wrong with an answer, with what stands there."""
    fault = error.errors()[0]
    where = ".".join(map(str, fault["loc"]))
    return f"{where} {quoted(fault['input'])}: {fault['msg']}"[:200]


def by_finish(
    path: str, told: Mapping[str, object], amounts: type[Part], lost: list[str]
) -> Iterator[tuple[str, Part]]:
    """Read what a shop states for each finish.

    Args:
        path: What `told` is called in the answer.
        told: Amounts by finish.
        amounts: What is stated for each.
        lost: Where it is told what cannot be read.
    """
    read = partial(amounts.model_validate, context=lost)
    for finish, values in told.items():
        if not _FINISH.fullmatch(finish):
            lost.append(f"{path} {quoted(finish)} is no finish")
        elif values is not None:
            yield finish, _lost_alone(f"{path}.{finish}", values, read, amounts(), lost)


def category_of(word: str) -> str | None:
    """Give the category that a word means: `Pokémon` and `pokemon` are one; none for others."""
    return _CATEGORY_WORDS.get("".join(fold(word)))


def _no_truth(value: object) -> object:
    """Refuse `true` for a number, which Python takes for 1."""
    if isinstance(value, bool):
        raise ValueError("is no number")  # noqa: TRY004 - pydantic's way to refuse
    return value


def listed(value: object) -> object:
    """Take a single value for a list of one, and nulls in a list for nothing."""
    if isinstance(value, list | tuple):
        return [one for one in value if one is not None]
    return [value]


def _as_amount(amount: float) -> float:
    if not 0 <= amount <= _DEAREST:
        raise ValueError("is no price")
    return amount


def _as_day(text: str) -> str:
    """Give the ISO date that a statement begins with."""
    try:
        return date.fromisoformat(_SEPARATED_DAY.sub(_with_zeros, text.strip())[:10]).isoformat()
    except ValueError as error:
        raise ValueError("is no date") from error


def _with_zeros(day: re.Match[str]) -> str:
    return f"{day[1]}-{day[2]:0>2}-{day[3]:0>2}"


def _as_category(text: str) -> str:
    if known := category_of(text):
        return known
    raise ValueError(f"is none of {', '.join(CATEGORIES)}")


def _as_title(text: str) -> str:
    """Refuse what no set is called and what could do harm where it is shown."""
    if text.isprintable() and not _MARKUP.search(text):
        return text
    raise ValueError("holds markup or control characters")


def _as_number(text: str) -> str:
    """Give the number, which TCGdex writes as addresses do: `%3F` is `?`."""
    number = unquote(text.strip())
    if _NUMBER.fullmatch(number):
        return number
    raise ValueError("is no number of a card")


def _as_address(text: str) -> str:
    if text.startswith(("https://", "http://")):
        return text
    raise ValueError("is no web address")


Whole = Annotated[int, BeforeValidator(_no_truth)]
"""A whole number, also where it is written as text."""
Amount = Annotated[float, BeforeValidator(_no_truth), AfterValidator(_as_amount)]
"""An amount of money in whole units, also where it is written as text."""
Day = Annotated[str, AfterValidator(_as_day)]
"""A day, given as ISO date, however it is written."""
Category = Annotated[str, AfterValidator(_as_category)]
"""One of `CATEGORIES`."""
Title = Annotated[str, AfterValidator(_as_title)]
"""What a set is called."""
Number = Annotated[str, AfterValidator(_as_number)]
"""What tells a card within its set, also where it is a number."""
Address = Annotated[str, AfterValidator(_as_address)]
"""Where an image lies."""
Texts = Annotated[tuple[str, ...], BeforeValidator(listed)]
Numbers = Annotated[tuple[Whole, ...], BeforeValidator(listed)]
Entries = Annotated[tuple[Any, ...], BeforeValidator(listed)]
"""A list of anything: each entry is read by itself."""
