"""What stands in `data/trainers.yaml`: the characters of each region."""

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from pydantic import Field, model_validator

from deckbuilder.catalog.checked_file import Strict
from deckbuilder.catalog.files import DATA
from deckbuilder.catalog.names import fold
from deckbuilder.domain.cards import REGIONS

TRAINERS: Final = DATA / "trainers.yaml"


class Character(Strict):
    """One character or team of the file."""

    name: str = Field(min_length=1, description="The character or team.")
    role: str = Field(min_length=1, description="`leader`, `professor`, `team`, …")
    cards: tuple[str, ...] = Field(
        default=(),
        description="Printed names of its cards; by default every Trainer card that names it.",
    )


_Characters: TypeAlias = tuple[Character, ...]


class TrainersFile(Strict):
    """What stands in the file of trainers: each region's characters, best first."""

    kanto: _Characters = Field(description="Characters of Kanto, best first.")
    johto: _Characters = Field(description="Characters of Johto, best first.")
    hoenn: _Characters = Field(description="Characters of Hoenn, best first.")
    sinnoh: _Characters = Field(description="Characters of Sinnoh, best first.")
    unova: _Characters = Field(description="Characters of Unova, best first.")
    kalos: _Characters = Field(description="Characters of Kalos, best first.")
    alola: _Characters = Field(description="Characters of Alola, best first.")
    galar: _Characters = Field(description="Characters of Galar, best first.")
    paldea: _Characters = Field(description="Characters of Paldea, best first.")

    @property
    def regions(self) -> Mapping[str, tuple[Character, ...]]:
        """The characters of each region."""
        return {region: getattr(self, region) for region in REGIONS}

    @model_validator(mode="after")
    def _each_once(self) -> "TrainersFile":
        # No two characters share a card, so no roster can hold one card twice.
        everyone = [one for characters in self.regions.values() for one in characters]
        if twice := first_repeated(one.name for one in everyone):
            raise ValueError(f"character '{twice}' stands twice: keep it in one place")
        if twice := first_repeated(card for one in everyone for card in one.cards):
            raise ValueError(f"card '{twice}' is listed twice: keep it in one place")
        return self


def first_repeated(names: Iterable[str]) -> str:
    """Find the first name that stands twice, however it is spelt; empty where none does."""
    seen: set[tuple[str, ...]] = set()
    for name in names:
        if fold(name) in seen:
            return name
        seen.add(fold(name))
    return ""
