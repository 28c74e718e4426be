"""Trainers: the characters whose cards are a region's wilds, and the card that shows each."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.checked_file import load_yaml
from deckbuilder.catalog.eligibility import bars
from deckbuilder.catalog.names import did_you_mean, fold
from deckbuilder.catalog.policy import Policy
from deckbuilder.catalog.trainers_file import TRAINERS, Character, TrainersFile, first_repeated
from deckbuilder.domain.cards import TRAINER, Printing
from deckbuilder.errors import BadInputError, InfeasibleError

Part: TypeAlias = Literal["core", "expansion", "whole"]
"""Which of a region's two rosters, or both as one."""
Words: TypeAlias = tuple[str, ...]
"""A folded name."""

CORE_SIZE: Final = 6
SIZES: Final[Mapping[Part, int]] = {"core": CORE_SIZE, "expansion": 3, "whole": 9}
"""Cards in each roster."""

_LOOSEN: Final = "loosen only_sets, not_sets, ban or disputed in the policy file"


@dataclass(frozen=True, slots=True)
class RosterCard:
    """A Trainer card of a roster."""

    character: str
    """The character or team; the printed name where the card is nobody's of the file."""
    role: str
    """What the character is, or the card's own kind."""
    region: str
    """The region whose character it is, or empty."""
    printing: Printing

    @property
    def key(self) -> Words:
        """The character's name folded, as `taken` holds it."""
        return fold(self.character)


class _Local(NamedTuple):
    """A character with its region."""

    region: str
    character: Character


class _TrainerCards:
    """The Trainer cards that can be wild, by printed name, and whose each name is."""

    def __init__(self, catalog: Catalog, file: TrainersFile) -> None:
        self.printings: Final[Mapping[Words, Sequence[Printing]]] = _by_name(catalog)
        self.locals: Final = {
            fold(one.name): _Local(region, one)
            for region, characters in file.regions.items()
            for one in characters
        }
        self._listed = {
            fold(card): local for local in self.locals.values() for card in local.character.cards
        }
        self._matched = {
            words: local for words, local in self.locals.items() if not local.character.cards
        }
        self._longest = max(map(len, self._matched), default=0)

    def owner(self, card_name: str) -> _Local | None:
        """Find whose a card is: who lists it, else whom it names first, by the longest name."""
        listed = self._listed.get(fold(card_name))
        return listed or next(self._named_in(_without_possessives(card_name)), None)

    def _named_in(self, card_name: str) -> Iterator[_Local]:
        words = fold(card_name)
        for start in range(len(words)):
            for length in range(self._longest, 0, -1):
                if local := self._matched.get(words[start : start + length]):
                    yield local

    def owned(self) -> Mapping[Words, Sequence[Printing]]:
        """Every character's printings, by its folded name."""
        found: defaultdict[Words, list[Printing]] = defaultdict(list)
        for same_name in self.printings.values():
            if local := self.owner(same_name[0].name):
                found[fold(local.character.name)] += same_name
        return found

    def names(self) -> list[str]:
        """Every printed name."""
        return [same_name[0].name for same_name in self.printings.values()]


def _by_name(catalog: Catalog) -> Mapping[Words, Sequence[Printing]]:
    spelt: defaultdict[str, list[Printing]] = defaultdict(list)
    for printing in catalog.printings.values():
        if _can_be_wild(printing):
            spelt[printing.name].append(printing)
    # Sets differ in their apostrophes, so one name can have two spellings.
    found: defaultdict[Words, list[Printing]] = defaultdict(list)
    for name, printings in spelt.items():
        found[fold(name)] += printings
    return found


def _can_be_wild(printing: Printing) -> bool:
    """Tell a Trainer that is only a Trainer: none that is also played as a Pokémon."""
    return (
        printing.category == TRAINER
        and printing.size == "standard"
        and printing.hp is None
        # Some have no HP on record. `Fossil Excavator` and its like are none of them.
        and not re.search(r"\w Fossil\b|^Old Amber\b|^Robo Substitute\b", printing.name)
    )


def _without_possessives(name: str) -> str:
    """Make `Brock's Grit` name Brock: folding alone makes it `brocks`."""
    return re.sub(r"['’]s\b", "", name)


def trainer_regions(catalog: Catalog) -> Callable[[str], str]:
    """Make a look-up that finds the region of the character on a Trainer card, by its name."""
    cards = _TrainerCards(catalog, load_yaml(TRAINERS, TrainersFile))

    def region_of(card_name: str) -> str:
        local = cards.owner(card_name)
        return local.region if local else ""

    return region_of


def load_trainers(catalog: Catalog, path: Path = TRAINERS) -> TrainersFile:
    """Read the file of trainers and check every name in it against the catalogue.

    Raises:
        BadInputError: The file breaks the schema, or names a character or card of which the
            catalogue has no Trainer printing; the error names file, region and character.
    """
    file = load_yaml(path, TrainersFile)
    cards = _TrainerCards(catalog, file)
    owned = cards.owned()
    for local in cards.locals.values():
        if fault := _fault(local.character, cards, owned):
            raise BadInputError(f"'{path}': {local.region}: {fault}")
    return file


def _fault(one: Character, cards: _TrainerCards, owned: Mapping[Words, Sequence[Printing]]) -> str:
    for card in one.cards:
        if fold(card) not in cards.printings:
            nearest = did_you_mean(card, cards.names())
            return f"'{one.name}' lists '{card}', and no Trainer card is called so{nearest}"
    if fold(one.name) in owned:
        return ""
    # Before its possessive, a card's name tells a character: `Ethan` of `Ethan's Adventure`.
    known = [re.split(r"['’]s\b", name)[0] for name in cards.names()]
    return f"no Trainer card is one of '{one.name}'{did_you_mean(one.name, known)}"


class Rosters:
    """The Trainer cards of every region, under a policy."""

    def __init__(self, catalog: Catalog, policy: Policy, characters: TrainersFile) -> None:
        self._catalog = catalog
        self._policy = policy
        self._cards = _TrainerCards(catalog, characters)
        self._owned = self._cards.owned()
        self._available = {
            region: tuple(
                RosterCard(one.name, one.role, region, best)
                for one in listed
                if (best := self._best(self._owned.get(fold(one.name), ())))
            )
            for region, listed in characters.regions.items()
        }

    def roster(
        self,
        region: str,
        part: Part,
        taken: Collection[Words] = frozenset(),
        overrides: Sequence[RosterCard] = (),
    ) -> tuple[RosterCard, ...]:
        """Choose a region's Trainer cards: those asked for, then its own characters, best first.

        Args:
            region: One of the nine.
            part: `core`, `expansion`, or `whole` for the core's six and then the expansion's
                three. An expansion fills up from behind the core that the same `taken` gives.
            taken: Folded names of the characters in other regions' rosters of the same deck;
                they are passed over, also where they are asked for.
            overrides: Cards asked for in this very roster.

        Raises:
            BadInputError: A character is asked for twice, or more cards than the roster holds.
            InfeasibleError: The region has too few characters that can be had.
        """
        asked = [one for one in overrides if one.key not in taken]
        _check_asked(region, part, asked)
        free = [one for one in self._available[region] if one.key not in taken]
        if part == "expansion":
            free = free[CORE_SIZE:]
        there = {one.key for one in asked}
        roster = (*asked, *(one for one in free if one.key not in there))[: SIZES[part]]
        if len(roster) < SIZES[part] and not self._policy.eligibility.only_owned:
            raise InfeasibleError(
                f"{_described(region, part)} gets {len(roster)} of {SIZES[part]} Trainers: "
                f"{_LOOSEN}, or name others with --trainer"
            )
        return roster

    def find(self, name: str) -> RosterCard:
        """Find the Trainer that a user asks for.

        Args:
            name: A character or team of any region, or the printed name or the id of any
                Trainer card.

        Raises:
            BadInputError: There is none; the error suggests the nearest names.
            InfeasibleError: The policy leaves it no card.
        """
        if local := self._cards.locals.get(fold(name)):
            return self._card(name, self._owned.get(fold(name), ()), local)
        printings = self._called(name)
        return self._card(name, printings, self._cards.owner(printings[0].name))

    def _called(self, name: str) -> Sequence[Printing]:
        """Find the printings with this id or printed name."""
        printing = self._catalog.printings.get(name)
        if printing and not _can_be_wild(printing):
            raise BadInputError(
                f"card '{name}' ({printing.name}) is no Trainer that can be wild: name another"
            )
        printings = [printing] if printing else self._cards.printings.get(fold(name))
        if not printings:
            characters = [local.character.name for local in self._cards.locals.values()]
            nearest = did_you_mean(name, [*self._cards.names(), *characters])
            raise BadInputError(f"no trainer is called '{name}'{nearest}")
        return printings

    def _card(self, name: str, printings: Sequence[Printing], local: _Local | None) -> RosterCard:
        best = self._best(printings)
        if best is None:
            raise InfeasibleError(f"the policy leaves trainer '{name}' no card: {_LOOSEN}")
        if local is None:
            return RosterCard(best.name, best.trainer_type.lower() or "trainer", "", best)
        return RosterCard(local.character.name, local.character.role, local.region, best)

    def _best(self, printings: Iterable[Printing]) -> Printing | None:
        """Choose the most art-forward printing; a tie goes to the older, then the smaller id.

        Where thrift is asked for, or owned cards, these come first.
        """
        return min(filter(self._allowed, printings), key=self._preference, default=None)

    def _preference(self, printing: Printing) -> tuple[int, int, str, str]:
        card_set = self._catalog.sets[printing.set_id]
        thrift = self._policy.thrift(printing, self._catalog)
        weight = self._policy.art_weight(printing, card_set.series_id)
        return thrift, -weight, card_set.release_date, printing.card_id

    def _allowed(self, printing: Printing) -> bool:
        return not any(bars(printing, self._policy, self._catalog))


def _check_asked(region: str, part: Part, asked: Sequence[RosterCard]) -> None:
    if twice := first_repeated(one.character for one in asked):
        raise BadInputError(f"trainer '{twice}' is asked for twice: name each once")
    if len(asked) > SIZES[part]:
        raise BadInputError(
            f"{_described(region, part)} holds {SIZES[part]} Trainers, and {len(asked)} are "
            f"asked for: leave out '{asked[-1].character}'"
        )


def _described(region: str, part: Part) -> str:
    return f"the {'' if part == 'whole' else part + ' '}roster of {region}"
