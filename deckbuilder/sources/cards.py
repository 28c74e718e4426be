"""A row of facts becomes a printing: what a card's name, stage and numbers say together."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from deckbuilder.catalog.names import SpeciesNames, fold
from deckbuilder.domain.cards import CATEGORIES, LETTERS, POKEMON, TYPES, CardSet, Printing
from deckbuilder.sources.rows import RowError, number, optional, parts, required

CARD_COLUMNS: Final = (
    "card_id",
    "set_id",
    "set_name",
    "set_code",
    "serie_id",
    "serie_name",
    "release_date",
    "number",
    "printed_total",
    "name",
    "category",
    "trainer_type",
    "stage",
    "suffix",
    "hp",
    "types",
    "dex",
    "rarity",
    "illustrator",
    "variants",
    "tcgplayer_id",
    "cardmarket_id",
)
_MOST_HP: Final = 999
_FORM_REGIONS: Final = {
    "alolan": "alola",
    "galarian": "galar",
    "hisuian": "galar",  # Hisui's species are native to galar
    "paldean": "paldea",
}

_MARKUP: Final = re.compile(r"[<>]")
_LONGEST: Final = 3000
"""Characters that a value may have; the longest list of variants has a quarter of them."""
_CARD_ID: Final = re.compile(r"[\w.!?%-]+")
_NUMBER: Final = re.compile(r"[\w!?]+")

_TYPE_WORDS: Final = {
    **{name.casefold(): name for name in TYPES},
    **{letter.casefold(): name for name, letter in LETTERS.items()},
    "dark": "Darkness",
    "electric": "Lightning",
    "steel": "Metal",
    "normal": "Colorless",
    "colourless": "Colorless",
}
"""What types are called, in whatever case: by name, by letter, and in the video games."""
_CATEGORY_WORDS: Final = {"".join(fold(name)): name for name in CATEGORIES}

_TELLING: Final = frozenset(
    {"card_id", "set_id", "set_name", "release_date", "number", "name", "category"}
)
"""Columns without which nobody knows which card a row is of."""
NO_RARITY: Final = "None"
"""How TCGdex words it where a card carries no mark."""
_LEVEL_UP: Final = "LEVEL-UP"
_LV_X: Final = "LV.X"

# A rule box as the printed name shows it, the most telling first: a TAG TEAM also ends in GX.
# `Unown V` is the letter, unless the suffix says otherwise.
_BOX_BY_NAME: Final = (
    ("TAG TEAM", re.compile(r"&.*[ -]GX$")),
    ("V-UNION", re.compile(r" V-UNION$")),
    ("VMAX", re.compile(r" VMAX$")),
    ("VSTAR", re.compile(r" VSTAR$")),
    ("V", re.compile(r"(?<!Unown) V$")),
    ("LEGEND", re.compile(r" LEGEND$")),
    ("BREAK", re.compile(r" BREAK$")),
    ("Mega", re.compile(r"^(M|Mega) ")),
    ("Prism Star", re.compile(r" ◇$")),
    ("Radiant", re.compile(r"^Radiant ")),
    ("GX", re.compile(r"[ -]GX$")),
    ("EX", re.compile(r"[ -]EX$")),
    ("ex", re.compile(r" ex( δ)?$")),
)


@dataclass(frozen=True, slots=True)
class Mend:
    """A rule that changed a printing."""

    kind: str
    detail: str
    printing: Printing
    """What it became."""


@dataclass(frozen=True, slots=True)
class Normalised:
    """What a row of facts says, in the catalogue's own values."""

    printing: Printing
    card_set: CardSet
    mends: tuple[Mend, ...]
    """What had to be changed, one rule after the other."""
    lost: tuple[str, ...]
    """Fields that say what no card can print, one sentence each; they count as unstated."""


def normalise(row: Mapping[str, str], names: SpeciesNames, source: str) -> Normalised:
    """Turn a row into a printing, wherever its facts come from.

    Args:
        row: Values by the names of `CARD_COLUMNS`; missing ones count as empty.
        names: Finds the species that a card's name names.
        source: Who states the row.

    Raises:
        RowError: The row says too little to tell which card it is of, or names no species.
    """
    kept, lost = _readable(row)
    printing = _printing(kept, source)
    mends = tuple(_mends(printing, names))
    printing = mends[-1].printing if mends else printing
    return Normalised(printing, _card_set(kept), mends, lost)


def _readable(row: Mapping[str, str]) -> tuple[Mapping[str, str], tuple[str, ...]]:
    """Drop the fields that cannot be read, and tell of each; what tells which card stays."""
    kept, lost = dict(row), []
    for column, value in row.items():
        try:
            _check_text(column, value)
            if check := _CHECKS.get(column):
                check(row)
        except RowError as error:
            if column in _TELLING:
                raise
            del kept[column]
            lost.append(str(error))
    return kept, tuple(lost)


def _card_set(row: Mapping[str, str]) -> CardSet:
    released = required(row, "release_date")
    try:
        date.fromisoformat(released)
    except ValueError as error:
        raise RowError(f"release_date '{released}' is no ISO date") from error
    return CardSet(
        set_id=required(row, "set_id"),
        name=required(row, "set_name"),
        code=optional(row, "set_code"),
        series_id=optional(row, "serie_id"),
        series=optional(row, "serie_name"),
        release_date=released,
        printed_total=number(row, "printed_total"),
    )


def _printing(row: Mapping[str, str], source: str) -> Printing:
    """Read what the row states, before any rule mends it."""
    category, name = _category(row), required(row, "name")
    return Printing(
        card_id=_card_id(row),
        set_id=required(row, "set_id"),
        number=_card_number(row),
        name=name,
        category=category,
        trainer_type=optional(row, "trainer_type"),
        stage=optional(row, "stage"),
        hp=_hp(row),
        types=_types(row),
        dex=_dex(row),
        form=_form(name) if category == POKEMON else "",
        rule_box=_rule_box(row, name) if category == POKEMON else "",
        rarity=optional(row, "rarity") or NO_RARITY,
        illustrator=optional(row, "illustrator"),
        variants=parts(row, "variants"),
        tcgplayer_id=optional(row, "tcgplayer_id"),
        cardmarket_id=optional(row, "cardmarket_id"),
        sources=(source,),
    )


def _check_text(column: str, value: str) -> None:
    """Refuse what no card prints and what could do harm where it is shown or names a file."""
    if _MARKUP.search(value) or not value.isprintable():
        raise RowError(f"{column} {value!r} holds markup or control characters")
    if len(value) > _LONGEST:
        raise RowError(f"{column} {value[:20]!r}… is longer than any card prints")


def _category(row: Mapping[str, str]) -> str:
    category = required(row, "category")
    known = _CATEGORY_WORDS.get("".join(fold(category)))
    if known is None:
        raise RowError(f"category '{category}' is none of {', '.join(CATEGORIES)}")
    return known


def _card_id(row: Mapping[str, str]) -> str:
    card_id = required(row, "card_id")
    if ".." in card_id or not _CARD_ID.fullmatch(card_id):
        raise RowError(f"card_id {card_id!r} is no id: letters, digits and .-!?% only")
    return card_id


def _card_number(row: Mapping[str, str]) -> str:
    card_number = required(row, "number")
    if not _NUMBER.fullmatch(card_number):
        raise RowError(f"number {card_number!r} is none: letters, digits, ! and ? only")
    return card_number


def _hp(row: Mapping[str, str]) -> int | None:
    if optional(row, "hp") == "0" and optional(row, "category") != POKEMON:
        return None  # how some tables write that a Trainer has none
    hp = number(row, "hp")
    if hp is not None and hp > _MOST_HP:
        raise RowError(f"hp '{hp}' is more than any card has")
    return hp


def _types(row: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(map(_type, parts(row, "types")))


def _type(word: str) -> str:
    """Give a type's name as cards print it: `Dark`, `darkness` and `D` are Darkness.

    Raises:
        RowError: No type is called so.
    """
    name = _TYPE_WORDS.get(word.strip(" {}[]").casefold())
    if name is None:
        raise RowError(f"type '{word}' is none of {', '.join(TYPES)}")
    return name


def _dex(row: Mapping[str, str]) -> tuple[int, ...]:
    texts = parts(row, "dex")
    for text in texts:
        if not text.isdecimal():
            raise RowError(f"dex '{text}' is no whole number")
    return tuple(map(int, texts))


_CHECKS: Final[Mapping[str, Callable[[Mapping[str, str]], object]]] = {
    "hp": _hp,
    "types": _types,
    "dex": _dex,
    "printed_total": lambda row: number(row, "printed_total"),
}
"""Fields that are more than text: what reads them refuses what they cannot say."""


def _form(name: str) -> str:
    return next((_FORM_REGIONS[word] for word in fold(name) if word in _FORM_REGIONS), "")


def _rule_box(row: Mapping[str, str], name: str) -> str:
    if optional(row, "stage") == _LEVEL_UP:
        return _LV_X
    by_name = next((box for box, pattern in _BOX_BY_NAME if pattern.search(name)), "")
    return by_name or ("V" if optional(row, "suffix") == "V" else "")


def _mends(printing: Printing, names: SpeciesNames) -> Iterator[Mend]:
    """Apply the rules one after the other, and tell of each that changes something.

    No rule decides between two things that a card may be: that is for a second witness.

    Raises:
        RowError: No rule can mend it.
    """
    for rule in _POKEMON_RULES if printing.category == POKEMON else _OTHER_RULES:
        if mend := rule(printing, names):
            printing = mend.printing
            yield mend


def _as_no_pokemon(printing: Printing, _names: SpeciesNames) -> Mend | None:
    bare = replace(printing, types=(), dex=(), stage="")
    if printing == bare:
        return None
    detail = f"types '{printing.printed_type}', dex {list(printing.dex)}, stage dropped"
    return Mend("only a Pokémon has a type, a species and a stage", detail, bare)


def _as_no_trainer(printing: Printing, _names: SpeciesNames) -> Mend | None:
    if not printing.trainer_type:
        return None
    detail = f"trainer_type '{printing.trainer_type}' dropped"
    return Mend("a Pokémon is no Trainer", detail, replace(printing, trainer_type=""))


def _named_in_full(printing: Printing, _names: SpeciesNames) -> Mend | None:
    """Complete the name of a card that levels a Pokémon up, as it is printed."""
    if printing.stage != _LEVEL_UP or printing.name.endswith(_LV_X):
        return None
    full = f"{printing.name} {_LV_X}"
    return Mend("LV.X belongs to the name", f"the name is {full}", replace(printing, name=full))


def _of_its_species(printing: Printing, names: SpeciesNames) -> Mend | None:
    dex = _true_dex(printing, names)
    if dex == printing.dex:
        return None
    kind = "number disagrees with the name" if printing.dex else "number missing"
    detail = f"dex {list(printing.dex)} becomes {list(dex)} by the name"
    return Mend(kind, detail, replace(printing, dex=dex))


_Rule = Callable[[Printing, SpeciesNames], Mend | None]
_POKEMON_RULES: Final[tuple[_Rule, ...]] = (_as_no_trainer, _named_in_full, _of_its_species)
_OTHER_RULES: Final[tuple[_Rule, ...]] = (_as_no_pokemon,)


def _true_dex(printing: Printing, names: SpeciesNames) -> tuple[int, ...]:
    """Decide which species a Pokémon card shows.

    The name is what the card prints, so it overrules the numbers, but for numbers beyond those
    that it names: more species than one keep a card out of every deck. Where the name tells
    none, a single number would make a species on its own word, and is not believed.

    Raises:
        RowError: Neither name nor numbers tell of any species.
    """
    named = {one.dex for one in names.within(printing.name)}
    stated = set(printing.dex)
    if not named and not names.numbered(stated):
        raise RowError(f"dex {sorted(stated)} is no species, and the name tells none")
    if not named:
        return printing.dex if len(stated) > 1 else ()
    return printing.dex if named <= stated and names.numbered(stated) else tuple(sorted(named))
