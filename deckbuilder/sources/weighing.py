"""What a source says now is weighed against what others say of the same card."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from deckbuilder.domain.cards import Printing
from deckbuilder.domain.disputes import Dispute, Statement
from deckbuilder.sources.compare import differences, is_one_value, stated


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of a card after a source has spoken."""

    disputes: tuple[Dispute, ...]
    """What is said differently, open or decided."""
    opened: tuple[Dispute, ...]
    """Those that were not there before, or were there with other values."""

    @property
    def fields(self) -> frozenset[str]:
        """The disputed fields, in which the catalogue keeps the value that it has."""
        return frozenset(one.field for one in self.disputes)


def weigh(known: Printing, told: Printing, before: Sequence[Dispute], day: str) -> Verdict:
    """Hold what a source says against what others said.

    Who alone vouches for a value may change it. Who contradicts another opens a dispute, and who
    takes back what it said ends it.

    Args:
        known: The card as the catalogue has it.
        told: The card as the source tells it; its only source is the one that speaks.
        before: Disputes about the card, open or decided.
        day: ISO date of what is told.
    """
    (source,) = told.sources
    others = [one for one in known.sources if one != source]
    heard = [_heard(dispute, told, day) for dispute in before]
    old = {dispute.field for dispute in before}
    new = [
        _opened(known, told, field, others, day)
        for field in differences(known, told)
        if others and field not in old
    ]
    disputes = (*(one for one in heard if not _is_settled(one)), *new)
    return Verdict(disputes, tuple(one for one in disputes if one not in before))


def _heard(dispute: Dispute, told: Printing, day: str) -> Dispute:
    """Take down what a source says now; what a person has decided holds until something new."""
    value = stated(told, dispute.field)
    (source,) = told.sources
    said = {one.source: one for one in dispute.statements}
    if not value or (source in said and is_one_value(said[source].value, value)):
        return dispute
    kept = [replace(one, accepted=False) for one in dispute.statements if one.source != source]
    spoken = Statement(dispute.card_id, dispute.field, source, value, "", day)
    return replace(dispute, statements=(*kept, spoken))


def _is_settled(dispute: Dispute) -> bool:
    first, *rest = dispute.statements
    return all(is_one_value(first.value, one.value) for one in rest)


def _opened(
    known: Printing, told: Printing, field: str, others: Sequence[str], day: str
) -> Dispute:
    (source,) = told.sources
    held = (Statement(known.card_id, field, one, stated(known, field), "") for one in others)
    spoken = Statement(known.card_id, field, source, stated(told, field), "", day)
    return Dispute(known.card_id, field, (*held, spoken))
