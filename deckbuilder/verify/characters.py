"""Whose each Trainer card is, by the file of trainers alone."""

from collections import defaultdict
from functools import cache
from typing import Final

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.names import fold
from deckbuilder.catalog.trainers_file import TrainersFile
from deckbuilder.domain.cards import TRAINER, Printing


class Characters:
    """The characters of every region, and their cards."""

    def __init__(self, file: TrainersFile, catalog: Catalog) -> None:
        everyone = [one for many in file.regions.values() for one in many]
        self._listed = {fold(card): one.name for one in everyone for card in one.cards}
        self._named = {one.name: _spaced(one.name) for one in everyone if not one.cards}
        self.regions: Final = {
            one.name: region for region, many in file.regions.items() for one in many
        }
        """Each character's region; best first within one."""
        self.owner: Final = cache(self._owner)
        """Whose card of this name it is; empty where nobody of the file is on it."""
        self._cards: defaultdict[str, list[Printing]] = defaultdict(list)
        self._called: defaultdict[tuple[str, ...], list[Printing]] = defaultdict(list)
        for printing in catalog.printings.values():
            if printing.category == TRAINER:
                self._cards[self.owner(printing.name)].append(printing)
                self._called[fold(printing.name)].append(printing)

    def cards(self, character: str) -> list[Printing]:
        """Every Trainer card of a character."""
        return self._cards[character]

    def called(self, name: str) -> list[Printing]:
        """Every Trainer card of a printed name, however it is spelt."""
        return self._called[fold(name)]

    def typed(self, text: str) -> str:
        """Find a character however its name is spelt; empty where there is none."""
        return next((one for one in self.regions if fold(one) == fold(text)), "")

    def _owner(self, card_name: str) -> str:
        if listed := self._listed.get(fold(card_name)):
            return listed
        # The possessive goes, so that `Brock's Grit` names Brock.
        text = _spaced(card_name.replace("’", "'").replace("'s ", " "))
        found = [
            (text.find(words), -len(words), name)
            for name, words in self._named.items()
            if words in text
        ]
        return min(found)[2] if found else ""


def _spaced(name: str) -> str:
    """Set a name's words apart, so that only whole words are found in another's."""
    return f" {' '.join(fold(name))} "
