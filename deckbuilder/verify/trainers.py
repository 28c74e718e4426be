"""What a deck claims of its Trainers: who is there, in which module, and with which card."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final

from deckbuilder.catalog.pools import BASE_SET, CORE, EXPANSION, Pool
from deckbuilder.domain.cards import Printing
from deckbuilder.domain.pick import PickRow
from deckbuilder.domain.plan import Preference
from deckbuilder.verify.case import Case

_SEATS: Final = {"": 9, CORE: 6, BASE_SET: 6, EXPANSION: 3}
"""Trainers that a region brings, and that each of its modules does."""
_CORE_SEATS: Final = _SEATS[CORE]


@dataclass(frozen=True, slots=True)
class _Wish:
    """A Trainer that was asked for."""

    typed: str
    who: str
    """The character; the printed name where the card is nobody's of the file."""
    cards: Sequence[Printing]
    """The cards that it may be shown by."""


def rosters(case: Case) -> Iterator[str]:
    """Hold the Trainers to those of the rosters, or asked for, each of them once."""
    there = {row.species: row.module for row in case.trainers}
    for what, names in (
        ("character", [row.species for row in case.trainers]),
        ("card", [row.card_id for row in case.trainers]),
    ):
        twice = [name for name, count in Counter(names).items() if count > 1]
        yield from (f"{what} '{name}' is there {names.count(name)} times" for name in twice)
    yield from _count_faults(case)
    if case.pool is None:
        return
    wanted = _wanted(case, case.pool)
    for name in there:
        if name not in wanted:
            yield f"{name}: {_why_not(case, case.pool, name)}"
    for name, module in wanted.items():
        if there.get(name) != module:
            where = f"in {there[name]}" if name in there else "not there"
            yield f"{name}: is to be in {module}, and is {where}"


def _count_faults(case: Case) -> Iterator[str]:
    stated = case.record.result.trainers
    counted = Counter(row.module for row in case.trainers)
    if counted != stated:
        yield f"{dict(counted)} Trainers are there, not {stated}"
    if case.pool is None or case.policy.eligibility.only_owned:
        return
    seats = sum(_seats(case.pool).values()) if case.wants_trainers else 0
    if counted.total() != seats:
        yield f"the rosters hold {seats} Trainers, not {counted.total()}"


def _seats(pool: Pool) -> dict[str, int]:
    """Count the Trainers that each region of a pool brings, in the pool's order."""
    seats: defaultdict[str, int] = defaultdict(int)
    for part in pool.parts:
        region, _, module = part.partition(":")
        seats[region] += _SEATS[module]
    return seats


def _wanted(case: Case, pool: Pool) -> dict[str, str]:
    """Cast the rosters again: every character that is to be there, and its module."""
    if not case.wants_trainers:
        return {}
    wishes = _wishes(case)
    seats, names = _seats(pool), list[str]()
    for region, count in seats.items():
        asked = [one.who for one in wishes if _home(case, one, seats) == region]
        behind = 0 if count > _SEATS[EXPANSION] else _CORE_SEATS
        local = [name for name in _available(case, region)[behind:] if name not in asked]
        names += (asked + local)[:count]
    modules = list(case.modules)
    core = _CORE_SEATS if len(modules) > 1 else len(names)
    return {name: modules[0 if index < core else 1] for index, name in enumerate(names)}


def _home(case: Case, wish: _Wish, regions: dict[str, int]) -> str:
    """Who is asked for sits with the own region, or with the first where that is not there."""
    own = case.characters.regions.get(wish.who, "")
    return own if own in regions else next(iter(regions))


def _available(case: Case, region: str) -> list[str]:
    """Every character of a region that has a card, best first."""
    characters = case.characters
    return [
        name for name, home in characters.regions.items() if home == region and _cards(case, name)
    ]


def _cards(case: Case, character: str) -> list[Printing]:
    """Every card of a character that the policy allows."""
    cards = case.characters.cards(character)
    return [one for one in cards if not case.eligible.trainer_faults(one)]


def _why_not(case: Case, pool: Pool, name: str) -> str:
    if not case.wants_trainers:
        return "the deck was asked for without Trainers"
    if case.characters.regions.get(name) in _seats(pool):
        return "others come first in the roster, and fill it"
    return f"is no character of {' or '.join(_seats(pool))}, and was not asked for"


def _wishes(case: Case) -> list[_Wish]:
    return [_wish(case, typed) for typed in case.record.result.trainers_asked or ()]


def _wish(case: Case, typed: str) -> _Wish:
    if who := case.characters.typed(typed):
        return _Wish(typed, who, _cards(case, who))
    card = case.catalog.printings.get(typed)
    called = [card] if card else case.characters.called(typed)
    cards = [one for one in called if not case.eligible.trainer_faults(one)]
    best = max(cards, key=lambda one: _rank(case, one), default=None)
    name = best.name if best else typed
    return _Wish(typed, case.characters.owner(name) or name, cards)


def shown(case: Case) -> Iterator[str]:
    """Hold every Trainer's card to its character, to what was asked for, and to the preference."""
    wishes = {one.who: one for one in _wishes(case)}
    for row, printing in case.real(case.trainers):
        owner = case.characters.owner(printing.name) or printing.name
        if row.species != owner:
            yield f"{row.species}: {row.card_id} ({printing.name}) is a card of {owner}"
        elif fault := _card_fault(case, row, printing, wishes.get(row.species)):
            yield f"{row.species}: {fault}"


def _card_fault(case: Case, row: PickRow, mine: Printing, wish: _Wish | None) -> str:
    cards = wish.cards if wish else _cards(case, row.species)
    if wish and mine not in cards:
        return f"'{wish.typed}' was asked for, and {mine.card_id} ({mine.name}) is there"
    best = max(cards, key=lambda one: _rank(case, one), default=mine)
    if _rank(case, best) > _rank(case, mine):
        return f"is shown by {mine.card_id}, and {best.card_id} is preferred"
    return ""


def _rank(case: Case, printing: Printing) -> tuple[float, int]:
    """Thrift comes first where it is asked for, or what is owned; then the art."""
    series = case.catalog.sets[printing.set_id].series_id
    return (-_expense(case, printing), case.policy.art_weight(printing, series))


def _expense(case: Case, printing: Printing) -> float:
    if case.is_thrifty:
        price = case.eligible.price(printing)
        return inf if price is None else price
    owned = case.policy.owned_ids
    return case.policy.prefer is Preference.OWNED and printing.card_id not in owned
