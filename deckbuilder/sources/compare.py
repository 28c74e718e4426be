"""What two sources tell of one card, field by field: the same, unstated by one, or different."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from deckbuilder.catalog.names import is_told_alike
from deckbuilder.domain.cards import Printing
from deckbuilder.sources.counterparts import same_number

_BABY: Final = "Baby"
"""A Basic Pokémon of 2000 to 2003; the sources word some so, and others `Basic`."""

_SAME: Final[Mapping[str, Callable[[Printing, Printing], bool]]] = {
    "category": lambda one, other: one.category == other.category,
    "name": lambda one, other: is_told_alike(one.name, other.name),
    "number": lambda one, other: same_number(one.number, other.number),
    "types": lambda one, other: sorted(one.types) == sorted(other.types),
    "hp": lambda one, other: one.hp == other.hp,
    "dex": lambda one, other: sorted(one.dex) == sorted(other.dex),
    "stage": lambda one, other: _plain(one.stage) == _plain(other.stage),
    "rule_box": lambda one, other: one.rule_box == other.rule_box,
}
"""How each compared field is held against the other source's."""
COMPARED: Final = tuple(_SAME)
_MAY_BE_UNSTATED: Final = ("types", "hp", "dex", "stage")
"""Compared fields in which nothing is no statement; no rule box is one."""
_COMPLETED: Final = (*_MAY_BE_UNSTATED, "trainer_type", "illustrator")
"""Fields that are taken from the other source where one states nothing."""


def differences(one: Printing, other: Printing) -> tuple[str, ...]:
    """Name the fields that two sources tell differently, in the order of `COMPARED`."""
    return tuple(
        field
        for field, is_same in _SAME.items()
        if not is_same(one, other) and not _is_unstated(field, one, other)
    )


def _plain(stage: str) -> str:
    return "Basic" if stage == _BABY else stage


def _is_unstated(field: str, one: Printing, other: Printing) -> bool:
    return field in _MAY_BE_UNSTATED and not (getattr(one, field) and getattr(other, field))


def completed(one: Printing, other: Printing) -> tuple[Printing, tuple[str, ...]]:
    """Take from another source what one does not state.

    Returns:
        The printing with all that either states, and the fields that were taken over.
    """
    taken = tuple(
        field for field in _COMPLETED if not getattr(one, field) and getattr(other, field)
    )
    return replace(one, **{field: getattr(other, field) for field in taken}), taken


def stated(printing: Printing, field: str) -> str:
    """Write what a printing states in a field, as the tables do."""
    value = getattr(printing, field)
    if isinstance(value, tuple):
        return "|".join(map(str, value))
    return "" if value is None else str(value)


def with_value(printing: Printing, field: str, text: str) -> Printing:
    """Give a printing the value of a field that `stated` wrote."""
    read = _READ.get(field, str)
    return replace(printing, **{field: read(text)})


_READ: Final[Mapping[str, Callable[[str], Any]]] = {
    "hp": lambda text: int(text) if text else None,
    "types": lambda text: tuple(text.split("|")) if text else (),
    "dex": lambda text: tuple(map(int, text.split("|"))) if text else (),
}


def is_one_value(one: str, other: str) -> bool:
    """Tell whether two values of one field, as the tables write them, say the same."""
    return sorted(one.split("|")) == sorted(other.split("|"))
