"""Species, sets and printings: the facts that a deck is made of."""

import re
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

TYPES: Final = (
    "Grass",
    "Fire",
    "Water",
    "Lightning",
    "Psychic",
    "Fighting",
    "Darkness",
    "Metal",
    "Dragon",
    "Fairy",
    "Colorless",
)
"""Every type that an English card prints, in the order in which all output lists them."""

REGIONS: Final = (
    "kanto",
    "johto",
    "hoenn",
    "sinnoh",
    "unova",
    "kalos",
    "alola",
    "galar",
    "paldea",
)
"""The nine regions, in the order of their generations."""

RULE_BOXES: Final = (
    "ex",
    "EX",
    "GX",
    "V",
    "VMAX",
    "VSTAR",
    "V-UNION",
    "LEGEND",
    "BREAK",
    "TAG TEAM",
    "LV.X",
    "Mega",
    "Prism Star",
    "Radiant",
)
"""Kinds of Pokémon card that carry a rule of their own."""

POKEMON: Final = "Pokemon"
TRAINER: Final = "Trainer"
ENERGY: Final = "Energy"
PRODUCT_NUMBERS: Final = ("tcgplayer_id", "cardmarket_id")
"""Fields of a printing that name it at a shop; a number of several cards names none."""
CATEGORIES: Final = (POKEMON, TRAINER, ENERGY)
"""Kinds of card; the party game uses no Energy."""

LETTERS: Final = MappingProxyType(
    {
        "Grass": "G",
        "Fire": "R",
        "Water": "W",
        "Lightning": "L",
        "Psychic": "P",
        "Fighting": "F",
        "Darkness": "D",
        "Metal": "M",
        "Dragon": "N",
        "Fairy": "Y",
        "Colorless": "C",
    }
)
"""The letter that stands for each type in costs and in lists of Energy."""


class Product(NamedTuple):
    """A number that a shop has for a product."""

    field: str
    """One of `PRODUCT_NUMBERS`."""
    number: str


class Cell(NamedTuple):
    """A card's two matching values, exactly as printed."""

    type: str
    hp: int

    def __str__(self) -> str:
        """Read as a player would say it: `Fire 120`."""
        return f"{self.type} {self.hp}"


@dataclass(frozen=True, slots=True)
class Species:
    """One of the 1025 species of the National Dex."""

    dex: int
    """National Dex number, from 1."""
    slug: str
    """Name in lower-case ASCII, words joined by hyphens."""
    name: str
    """English name."""
    generation: int
    """Generation that introduced it, 1 to 9."""
    region: str
    """The region that it is native to, one of `REGIONS`."""
    evolves_from: int | None
    """Dex number of the stage below, if any."""
    family: int
    """Number of the evolution family that it belongs to."""
    kind: str
    """`baby`, `legendary`, `mythical`, or empty."""


@dataclass(frozen=True, slots=True)
class CardSet:
    """A release of cards."""

    set_id: str
    """TCGdex set id."""
    name: str
    """English name."""
    code: str
    """Official abbreviation, often empty for promotional sets."""
    series_id: str
    """Id of the series that the set belongs to."""
    series: str
    """Name of that series."""
    release_date: str
    """ISO date."""
    printed_total: int | None
    """The total after the slash of a printed number, where the set prints one."""


@dataclass(frozen=True, slots=True)
class Printing:
    """One physical English card: the facts printed on it, no text and no artwork."""

    card_id: str
    """TCGdex card id."""
    set_id: str
    """The set that it was released in."""
    number: str
    """Number within the set, as text: `4`, `TG05`, `H12`, `?`."""
    name: str
    """Name as printed, without its symbols made words; `LV.X` belongs to it."""
    category: str
    """One of `CATEGORIES`."""
    trainer_type: str
    """`Supporter`, `Item`, …, for a Trainer."""
    stage: str
    """`Basic`, `Stage1`, …, for a Pokémon."""
    hp: int | None
    """Printed HP, in points."""
    types: tuple[str, ...]
    """Printed types, each one of `TYPES`; two on a dual-type card, none where unknown."""
    dex: tuple[int, ...]
    """National Dex numbers of the species that it shows."""
    form: str
    """Region of the regional form that it shows (`alola` for Alolan …), or empty."""
    rule_box: str
    """One of `RULE_BOXES`, or empty."""
    rarity: str
    """Rarity as TCGdex words it; `None` where the card carries no mark."""
    illustrator: str
    """Artist, where known."""
    variants: tuple[str, ...]
    """Finishes: `holo`, `normal+1st-edition`, `normal@jumbo`; empty where unknown."""
    tcgplayer_id: str
    """Product number at TCGplayer, or empty."""
    cardmarket_id: str
    """Product number at Cardmarket, or empty."""
    sources: tuple[str, ...]
    """Who states these facts: `tcgdex`, `pokemontcg`; two are two witnesses."""

    @property
    def size(self) -> str:
        """`jumbo` when every known variant is an oversized card, else `standard`."""
        jumbo = self.variants and all("@jumbo" in variant for variant in self.variants)
        return "jumbo" if jumbo else "standard"

    @property
    def cell(self) -> Cell | None:
        """Its (type, HP), or none unless it prints exactly one type and an HP."""
        if len(self.types) != 1 or self.hp is None:
            return None
        return Cell(self.types[0], self.hp)

    @property
    def printed_type(self) -> str:
        """Its types as one text: `Fire`, `Grass/Darkness`, or empty."""
        return "/".join(self.types)


def number_order(number: str) -> tuple[tuple[int, int, str], ...]:
    """Key that sorts card numbers as a binder does: 4 before 36, and `TG05` after both.

    Args:
        number: A card's number as text.

    Returns:
        Runs of digits and of other characters; digits compare as integers and come first.
    """
    runs = re.findall(r"\d+|\D+", number)
    return tuple((0, int(run), "") if run.isdecimal() else (1, 0, run) for run in runs)
