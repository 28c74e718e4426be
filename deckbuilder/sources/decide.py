"""A person decides a dispute: which of the values that sources state a card really prints."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.names import did_you_mean
from deckbuilder.domain.cards import Printing
from deckbuilder.domain.disputes import Dispute, Statement
from deckbuilder.errors import BadInputError
from deckbuilder.sources.compare import is_one_value, with_value


@dataclass(frozen=True, slots=True)
class Decision:
    """A dispute that was decided, or whose decision was taken back."""

    printing: Printing
    """The card with the value that holds from now on."""
    dispute: Dispute
    """The dispute as it stands now."""

    @property
    def value(self) -> str:
        """The value that holds, as the tables write it."""
        accepted = (one.value for one in self.dispute.statements if one.accepted)
        return next(accepted, self.dispute.statements[0].value)

    def statements(self, before: Iterable[Dispute]) -> Iterator[Statement]:
        """Give every statement of a catalogue, this dispute's as they are now."""
        place = (self.dispute.card_id, self.dispute.field)
        for one in before:
            yield from (self.dispute if (one.card_id, one.field) == place else one).statements


def accept(catalog: Catalog, card_id: str, value: str = "", field: str = "") -> Decision:
    """Decide for one of the values that are stated.

    Args:
        catalog: Holds the dispute.
        card_id: The card.
        value: One of the values, as it is listed; empty for the one that a fetch brought last.
        field: The disputed field; empty where only one is.

    Raises:
        BadInputError: There is no such card, dispute or value, or more than one may be meant.
    """
    dispute = _dispute(catalog, card_id, field)
    chosen = _stated(dispute, value) if value else _latest(dispute)
    statements = tuple(
        replace(one, accepted=is_one_value(one.value, chosen)) for one in dispute.statements
    )
    return _decision(catalog, replace(dispute, statements=statements))


def take_back(catalog: Catalog, card_id: str, field: str = "") -> Decision:
    """Take a decision back: the card is disputed as before.

    Raises:
        BadInputError: There is no such card or dispute, or nobody has decided it.
    """
    dispute = _dispute(catalog, card_id, field)
    if dispute.is_open:
        raise BadInputError(f"'{card_id}': nobody has decided {dispute}: nothing is to take back")
    statements = tuple(replace(one, accepted=False) for one in dispute.statements)
    return _decision(catalog, replace(dispute, statements=statements))


def _decision(catalog: Catalog, dispute: Dispute) -> Decision:
    known = catalog.printings[dispute.card_id]
    decision = Decision(known, dispute)
    return replace(decision, printing=with_value(known, dispute.field, decision.value))


def _dispute(catalog: Catalog, card_id: str, field: str) -> Dispute:
    if card_id not in catalog.printings:
        nearest = did_you_mean(card_id, (one.card_id for one in catalog.disputes))
        raise BadInputError(f"no card has the id '{card_id}'{nearest}")
    found = [one for one in catalog.disputes.of(card_id) if field in ("", one.field)]
    if not found:
        about = f" {field}" if field else ""
        raise BadInputError(
            f"nothing is disputed of '{card_id}'{about}: `deckbuilder catalog disputes` lists "
            "what is"
        )
    if len(found) > 1:
        fields = " or ".join(one.field for one in found)
        raise BadInputError(f"'{card_id}' is disputed in {len(found)} fields: add --field {fields}")
    return found[0]


def _stated(dispute: Dispute, value: str) -> str:
    wanted = value.replace("/", "|")
    for one in dispute.statements:
        if is_one_value(one.value.casefold(), wanted.casefold()):
            return one.value
    raise BadInputError(f"no source says '{value}' of '{dispute.card_id}': {_choices(dispute)}")


def _latest(dispute: Dispute) -> str:
    latest = max(one.told for one in dispute.statements)
    values = dict.fromkeys(one.value for one in dispute.statements if one.told == latest)
    if len(values) > 1:
        raise BadInputError(f"'{dispute.card_id}': say which value is right: {_choices(dispute)}")
    return next(iter(values))


def _choices(dispute: Dispute) -> str:
    said = (f"'{one.value.replace('|', '/')}' ({one.source})" for one in dispute.statements)
    return f"{dispute.field} is {' or '.join(said)}"
