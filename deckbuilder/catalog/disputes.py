"""Disputed facts by printing; a printing with an open dispute is in no deck by default."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from deckbuilder.domain.disputes import Dispute, Statement


class Disputes:
    """Every field on which the sources differ, looked up by printing."""

    def __init__(self, statements: Iterable[Statement] = ()) -> None:
        by_field: defaultdict[tuple[str, str], list[Statement]] = defaultdict(list)
        for one in statements:
            by_field[one.card_id, one.field].append(one)
        by_card: defaultdict[str, list[Dispute]] = defaultdict(list)
        for (card_id, field), many in by_field.items():
            by_card[card_id].append(Dispute(card_id, field, tuple(many)))
        self._by_card: Mapping[str, tuple[Dispute, ...]] = {
            card_id: tuple(many) for card_id, many in by_card.items()
        }

    def __iter__(self) -> Iterator[Dispute]:
        """Every dispute, open or decided, by card."""
        return (one for many in self._by_card.values() for one in many)

    def of(self, card_id: str) -> tuple[Dispute, ...]:
        """Every dispute about a printing, open or decided."""
        return self._by_card.get(card_id, ())

    def open(self, card_id: str) -> tuple[Dispute, ...]:
        """The disputes about a printing that nobody has decided."""
        return tuple(one for one in self.of(card_id) if one.is_open)
