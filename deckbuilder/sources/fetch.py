"""Bringing a catalogue up to date: what a source lists is asked for, read, and laid over it."""

from collections.abc import Callable, Iterable, Sequence, Sized
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeVar

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.names import did_you_mean, fold
from deckbuilder.catalog.trainers import trainer_regions
from deckbuilder.domain.cards import Printing
from deckbuilder.errors import BadInputError, NetworkError
from deckbuilder.sources.aliases import SetAliases
from deckbuilder.sources.corrections import Corrections
from deckbuilder.sources.counterparts import Told, number_key
from deckbuilder.sources.merge import Finding, Merger, Outcome
from deckbuilder.sources.records import (
    ListedCard,
    OpenedSet,
    Record,
    RemoteSet,
    Source,
    UnreadableError,
    printable,
    refused,
)
from deckbuilder.sources.rows import RowError
from deckbuilder.sources.session import NoAnswerError, NotFoundError
from deckbuilder.sources.workers import workers

Progress = Callable[[str, int, int], None]
"""Told what is being read, how many are done, and of how many."""
Answer = TypeVar("Answer")
_LONGEST: Final = 200
"""Characters of a source's words that are worth telling."""


@dataclass(frozen=True, slots=True)
class Wish:
    """Which cards to ask for; nothing given means all."""

    sets: tuple[str, ...] = ()
    """Sets by id, here or at the source, or by name."""
    since: str = ""
    """ISO date: only sets released on that day or later."""
    regions: tuple[str, ...] = ()
    """Only cards of species native to these, and Trainer cards of their characters."""
    cards: frozenset[str] | None = None
    """Only these printings, by id."""

    @property
    def is_for_all(self) -> bool:
        """Whether it asks for every card."""
        return self == Wish()


@dataclass(frozen=True, slots=True)
class Fetched:
    """What a source said, laid over a catalogue."""

    findings: tuple[Finding, ...]
    """One for each card that the source lists, in its order."""
    gone: tuple[Printing, ...]
    """Cards that the catalogue has and the source no longer lists; they are kept."""
    unopened: tuple[str, ...]
    """Sets that could not be opened, or not all of whose cards came, each with the reason."""
    unlisted: tuple[str, ...]
    """Sets of the catalogue that are wished for and that the source does not list; they stay."""
    merger: Merger

    @property
    def is_whole(self) -> bool:
        """Whether everything that was asked was answered."""
        return not self.unopened and all(map(_is_answered, self.findings))

    @property
    def is_empty(self) -> bool:
        """Whether no card at all was answered."""
        return not any(map(_is_answered, self.findings))


def _is_answered(one: Finding) -> bool:
    return one.outcome is not Outcome.UNANSWERED


class Fetch:
    """One run over one source."""

    def __init__(
        self,
        source: Source,
        base: Catalog,
        aliases: SetAliases,
        corrections: Corrections,
        *,
        day: str,
        workers: int,
        progress: Progress = lambda *_: None,
    ) -> None:
        self._source = source
        self._base = base
        self._aliases = aliases
        self._merger: Final = Merger(base, source.name, aliases, corrections, day)
        self._trainer_region: Final = cache(trainer_regions(base))
        self._workers = workers
        self._progress = progress

    def run(self, wish: Wish) -> Fetched:
        """Ask for what is wished, card by card; what cannot be had is told, and the rest go on.

        Raises:
            BadInputError: A set that is wished for does not exist.
            NetworkError: The source does not even list its sets.
        """
        remote = self._wished_sets(wish)
        promising = [one for one in remote if self._is_promising(one, wish)]
        with workers(self._workers) as pool:
            opened = list(self._counted("sets", promising, pool.map(self._open, promising)))
            sets = [one for one in opened if isinstance(one, OpenedSet)]
            sets = [one for one in sets if not one.release_date or one.release_date >= wish.since]
            wished = self._wished_cards(sets, wish)
            answers = self._counted("cards", wished, pool.map(_read, wished.values()))
            untaken = [
                self._take(card_id, card.name, answer)
                for (card_id, card), answer in zip(wished.items(), answers, strict=True)
            ]
        self._merger.finish()
        findings = [
            refused or self._merger.finding(card_id)
            for card_id, refused in zip(wished, untaken, strict=True)
        ]
        unopened = [one for one in opened if isinstance(one, str)]
        unopened += [
            f"{one.set_id}: {one.lost} cards of it did not come" for one in sets if one.lost
        ]
        return Fetched(
            tuple(findings),
            tuple(self._gone(sets, wish, {one.card_id for one in findings})),
            tuple(map(printable, unopened)),
            tuple(self._unlisted(remote, sets, wish)),
            self._merger,
        )

    def _wished_cards(self, sets: Sequence[OpenedSet], wish: Wish) -> dict[str, ListedCard]:
        """Give each card that is wished for once, however often it is listed, by its id here."""
        listed: dict[str, ListedCard] = {}
        for one in sets:
            listed |= self._ids_here(one)
        return {
            card_id: card
            for card_id, card in listed.items()
            if self._is_wished(card_id, card.name, wish)
        }

    def _counted(self, what: str, items: Sized, answers: Iterable[Answer]) -> Iterable[Answer]:
        for done, answer in enumerate(answers, start=1):
            self._progress(what, done, len(items))
            yield answer

    def _wished_sets(self, wish: Wish) -> list[RemoteSet]:
        try:
            remote = list(self._source.sets())
        except (NoAnswerError, NotFoundError) as error:
            raise NetworkError(
                f"{self._source.name} does not list its sets: {printable(str(error))}; the "
                f"catalogue of {self._base.stamp.date} stays as it is"
            ) from error
        if not wish.sets:
            return remote
        found: dict[str, RemoteSet] = {}
        for name in wish.sets:
            hits = [one for one in remote if self._is_called(one, name)]
            if not hits:
                raise BadInputError(self._no_set(name, remote))
            found |= {one.set_id: one for one in hits}
        return list(found.values())

    def _no_set(self, name: str, remote: Sequence[RemoteSet]) -> str:
        known = {printable(word) for one in remote for word in (one.set_id, one.name)}
        return f"{self._source.name} has no set '{name}'{did_you_mean(name, sorted(known))}"

    def _is_called(self, one: RemoteSet, name: str) -> bool:
        """Whether a set goes by this name, or by this id, there or here, now or formerly."""
        ids = {one.set_id, *self._aliases.of(one.set_id)}
        return not ids.isdisjoint((name, *self._aliases.of(name))) or fold(name) == fold(one.name)

    def _is_promising(self, one: RemoteSet, wish: Wish) -> bool:
        """Whether what is wished for may be in a set; a new set may hold anything."""
        ids = self._aliases.of(one.set_id)
        known = [self._base.sets[set_id] for set_id in ids if set_id in self._base.sets]
        if len(known) < len(ids):
            return True
        if all(each.release_date < wish.since for each in known):
            return False
        return wish.cards is None or not self._sets_of(wish.cards).isdisjoint(ids)

    def _sets_of(self, cards: Iterable[str]) -> set[str]:
        known = (self._base.printings.get(one) for one in cards)
        return {one.set_id for one in known if one}

    def _unlisted(
        self, remote: Sequence[RemoteSet], sets: Sequence[OpenedSet], wish: Wish
    ) -> Iterable[str]:
        if wish.sets:
            return
        listed = {set_id for one in remote for set_id in self._aliases.of(one.set_id)}
        listed |= {set_id for one in sets for set_id in self._set_ids(one)}
        missed = self._sets_of(
            one.card_id
            for one in self._base.printings.values()
            if one.set_id not in listed and self._is_wished(one.card_id, one.name, wish)
        )
        for one in self._base.sets.values():
            if one.set_id in missed and one.release_date >= wish.since:
                yield one.set_id

    def _open(self, one: RemoteSet) -> OpenedSet | str | None:
        if one.fault:
            return f"{one.set_id}: {one.fault}"
        try:
            return self._source.open(one)
        except (NoAnswerError, NotFoundError) as error:
            return f"{one.set_id}: {error}"

    def _ids_here(self, one: OpenedSet) -> dict[str, ListedCard]:
        """Give the cards of a set by the ids that they have in the catalogue.

        A card that has no place there, and bears the number of another one, is refused.
        """
        set_ids = self._set_ids(one)
        told = {card.card_id: _told_of(card, one) for card in one.cards}
        paired = self._merger.pair(told.values(), set_ids)
        taken = {number_key(told[card_id].number): card_id for card_id in paired}
        listed: dict[str, ListedCard] = {}
        for card in one.cards:
            if known := paired.get(card.card_id):
                listed[known.card_id] = card
                continue
            here, number = told[card.card_id], number_key(told[card.card_id].number)
            if (first := taken.setdefault(number, card.card_id)) != card.card_id:
                reason = f"listed with the number of {first!r}"
                listed[f"{set_ids[0]}-{here.tail} ({card.card_id})"] = refused(
                    card.card_id, reason, card.name, card.number
                )
            else:
                listed[f"{set_ids[0]}-{here.tail}"] = card
        return listed

    def _set_ids(self, one: OpenedSet) -> Sequence[str]:
        return self._aliases.of(one.set_id, one.name, one.release_date)

    def _is_wished(self, card_id: str, name: str, wish: Wish) -> bool:
        if wish.cards is not None and card_id not in wish.cards:
            return False
        if not wish.regions:
            return True
        known = self._base.printings.get(card_id)
        dexes = known.dex if known else [one.dex for one in self._base.names.within(name)]
        regions = {self._base.species[dex].region for dex in dexes}
        return not regions.isdisjoint(wish.regions) or self._trainer_region(name) in wish.regions

    def _take(self, card_id: str, name: str, answer: Record | Exception) -> Finding | None:
        """Lay an answer over the catalogue; give a finding only of what cannot be taken."""
        if isinstance(answer, NoAnswerError):
            return _untaken(card_id, name, Outcome.UNANSWERED, answer)
        if isinstance(answer, Exception):
            return _untaken(card_id, name, Outcome.UNREADABLE, answer)
        try:
            self._merger.take(card_id, answer)
        except RowError as error:
            return _untaken(card_id, name, Outcome.UNREADABLE, error)
        return None

    def _gone(self, sets: Sequence[OpenedSet], wish: Wish, listed: set[str]) -> Iterable[Printing]:
        """Find what the catalogue has of these sets, and the source does not list."""
        whole = {set_id for one in sets if not one.lost for set_id in self._set_ids(one)}
        for one in self._base.printings.values():
            is_missed = one.set_id in whole and one.card_id not in listed
            if is_missed and self._is_wished(one.card_id, one.name, wish):
                yield one


def _told_of(card: ListedCard, one: OpenedSet) -> Told:
    tail = card.card_id.removeprefix(f"{one.set_id}-")
    return Told(card.card_id, card.number or tail, card.name, one.set_id)


def _untaken(card_id: str, name: str, outcome: Outcome, reason: Exception) -> Finding:
    """Tell of a card in the source's words, which nobody has looked through yet."""
    return Finding(_told(card_id), _told(name), outcome, _told(str(reason)))


def _told(text: str) -> str:
    return printable(text[:_LONGEST])


def _read(card: ListedCard) -> Record | Exception:
    try:
        return card.read()
    except (NoAnswerError, UnreadableError) as error:
        return error
