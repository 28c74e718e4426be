"""What speaks for a disputed value: the costs of the card's attacks, and its reprints."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple

from deckbuilder.catalog.names import bare_name
from deckbuilder.domain.cards import LETTERS, Printing
from deckbuilder.sources.compare import stated
from deckbuilder.sources.rows import FactsFile, optional, parts

_COLUMNS: Final = ("card_id", "attacks")
_NAMED: Final = 3
"""Reprints that are worth naming."""


class Attack(NamedTuple):
    """An attack, as far as it tells cards apart."""

    name: str
    """In lower case."""
    cost: str
    """Letters of the types, as `LETTERS` gives them."""


Attacks = Mapping[str, tuple[Attack, ...]]
"""The attacks of each card, by its id."""


def read_attacks(facts: FactsFile) -> Attacks:
    """Read the attacks of every card: name, cost, damage and text joined by `/`, them by `|`."""
    return {
        optional(row, "card_id"): tuple(map(_attack, parts(row, "attacks")))
        for _, row in facts.rows(_COLUMNS)
    }


def _attack(text: str) -> Attack:
    name, cost, *_ = (*text.rsplit("/", 3), "")
    return Attack(name.lower(), cost)


class Evidence:
    """Finds what speaks for a value of a disputed field."""

    def __init__(self, attacks: Attacks, witnesses: Collection[Printing]) -> None:
        """Index the cards that may bear witness.

        Args:
            attacks: Attacks by card.
            witnesses: Cards of which all sources say the same.
        """
        self._attacks = attacks
        same: defaultdict[tuple[str, tuple[Attack, ...]], list[Printing]] = defaultdict(list)
        for one in witnesses:
            if known := attacks.get(one.card_id):
                same[bare_name(one.name), known].append(one)
        self._same: Mapping[tuple[str, tuple[Attack, ...]], list[Printing]] = same

    def of(self, card: Printing, field: str, value: str) -> str:
        """Say what speaks for a value of a card's field; empty where nothing does."""
        found = (*self._by_cost(card, field, value), *self._by_reprint(card, field, value))
        return "; ".join(found)

    def _by_cost(self, card: Printing, field: str, value: str) -> Iterator[str]:
        letters = {letter for one in self._attacks.get(card.card_id, ()) for letter in one.cost}
        for name in value.split("|") if field == "types" else ():
            if LETTERS.get(name, "") in letters - {LETTERS["Colorless"]}:
                yield f"its attacks cost {name}"

    def _by_reprint(self, card: Printing, field: str, value: str) -> Iterator[str]:
        key = bare_name(card.name), self._attacks.get(card.card_id, ())
        found = [one.card_id for one in self._same.get(key, ()) if stated(one, field) == value]
        if field in {"types", "hp"} and found:
            more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
            yield f"the same attacks on {', '.join(found[:_NAMED])}{more}"
