"""The cards of a second source are held against those of the first, and all are accounted for."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from deckbuilder.domain.cards import Printing
from deckbuilder.domain.disputes import Statement
from deckbuilder.sources.aliases import SetAliases
from deckbuilder.sources.bulk import BulkCards
from deckbuilder.sources.compare import COMPARED, completed, differences, stated
from deckbuilder.sources.counterparts import Told, counterparts
from deckbuilder.sources.evidence import Attacks, Evidence
from deckbuilder.sources.report import Outcome


@dataclass(frozen=True, slots=True)
class Account:
    """How the rows of two files stand to each other; each file's parts add up to its rows."""

    agreed: int
    """Cards of which both say the same."""
    settled: int
    """Cards of which both say the same since one of them was corrected."""
    disputed: int
    """Cards of which they say different things, and nobody has settled which is right."""
    only_here: int
    """Cards of the first file alone."""
    only_there: int
    """Cards of the second file alone."""
    unread_here: int
    """Rows of the first file that could not be used."""
    unread_there: int
    settled_fields: Mapping[str, int]
    """Cards by field that a correction settled; a card may count in several."""
    disputed_fields: Mapping[str, int]

    @property
    def rows(self) -> tuple[int, int]:
        """Rows of the first and of the second file, added up from the parts."""
        both = self.agreed + self.settled + self.disputed
        return (
            both + self.only_here + self.unread_here,
            both + self.only_there + self.unread_there,
        )


@dataclass(frozen=True, slots=True)
class Reconciled:
    """The cards of the first source, with all that both tell of them."""

    printings: Mapping[str, Printing]
    statements: tuple[Statement, ...]
    """What is said in the disputed fields, card by card."""
    account: Account


@dataclass(frozen=True, slots=True)
class _Pair:
    """A card as both sources have it."""

    here: Printing
    there: Printing
    disputed: tuple[str, ...]
    """Fields that they tell differently."""
    settled: tuple[str, ...]
    """Fields that they would, had not one of them been corrected."""


def reconcile(
    here: BulkCards, there: BulkCards, aliases: SetAliases, attacks: Attacks
) -> Reconciled:
    """Compare every card that two sources have.

    Args:
        here: The first source's cards: they make the catalogue.
        there: The second's: each is a witness, and makes no card of its own.
        aliases: Finds the sets of the second source.
        attacks: What may speak for the one or the other.
    """
    pairs = list(_pairs(here, there, aliases))
    evidence = Evidence(attacks, [pair.here for pair in pairs if not pair.disputed])
    _note_unpaired(there, pairs)
    return Reconciled(
        here.printings | {pair.here.card_id: _witnessed(pair, here) for pair in pairs},
        tuple(one for pair in pairs for one in _statements(pair, evidence)),
        _account(here, there, pairs),
    )


def _pairs(here: BulkCards, there: BulkCards, aliases: SetAliases) -> Iterator[_Pair]:
    printings, listed = _by_set(here), _by_set(there)
    for set_id, remote in there.sets.items():
        ids = aliases.of(set_id, remote.name, remote.release_date)
        paired = counterparts(
            [Told(one.card_id, one.number, one.name, set_id) for one in listed[set_id]],
            [one for each in ids for one in printings[each]],
        )
        for card_id, one in paired.items():
            other = there.printings[card_id]
            settled = {*_settled(here, one), *_settled(there, other)}
            yield _Pair(
                one,
                other,
                differences(one, other),
                tuple(field for field in COMPARED if field in settled),
            )


def _by_set(cards: BulkCards) -> Mapping[str, list[Printing]]:
    found: defaultdict[str, list[Printing]] = defaultdict(list)
    for one in cards.printings.values():
        found[one.set_id].append(one)
    return found


def _settled(cards: BulkCards, one: Printing) -> Iterable[str]:
    return (each.field for each in cards.applied.get(one.card_id, ()))


def _witnessed(pair: _Pair, here: BulkCards) -> Printing:
    full, taken = completed(pair.here, pair.there)
    if taken:
        told = ", ".join(f"{field} '{stated(full, field)}'" for field in taken)
        place = here.places[full.card_id]
        here.report.note(*place, Outcome.CORRECTED, "told by the second source alone", told)
    return replace(full, sources=(*pair.here.sources, *pair.there.sources))


def _statements(pair: _Pair, evidence: Evidence) -> Iterator[Statement]:
    for field in pair.disputed:
        for one in (pair.here, pair.there):
            value = stated(one, field)
            speaks = evidence.of(pair.here, field, value)
            yield Statement(pair.here.card_id, field, one.sources[0], value, speaks)


def _note_unpaired(there: BulkCards, pairs: Iterable[_Pair]) -> None:
    paired = {pair.there.card_id for pair in pairs}
    for card_id, one in there.printings.items():
        if card_id not in paired:
            detail = f"the first source has no such card {one.number} in {one.set_id}"
            there.report.note(*there.places[card_id], Outcome.LEFT_OUT, "only there", detail)


def _account(here: BulkCards, there: BulkCards, pairs: list[_Pair]) -> Account:
    disputed = sum(bool(pair.disputed) for pair in pairs)
    settled = sum(bool(pair.settled) and not pair.disputed for pair in pairs)
    return Account(
        agreed=len(pairs) - settled - disputed,
        settled=settled,
        disputed=disputed,
        only_here=len(here.printings) - len(pairs),
        only_there=len(there.printings) - len(pairs),
        unread_here=here.report.read - len(here.printings),
        unread_there=there.report.read - len(there.printings),
        settled_fields=_by_field(pair.settled for pair in pairs),
        disputed_fields=_by_field(pair.disputed for pair in pairs),
    )


def _by_field(fields: Iterable[tuple[str, ...]]) -> Mapping[str, int]:
    counted = Counter(field for many in fields for field in many)
    return {field: counted[field] for field in COMPARED if counted[field]}
