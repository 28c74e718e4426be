"""Card facts become printings: what a card's name, stage and numbers say together."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final

from deckbuilder.catalog.names import SpeciesNames, fold
from deckbuilder.domain.cards import (
    POKEMON,
    TRAINER,
    TYPES,
    CardSet,
    Printing,
)
from deckbuilder.sources.corrections import Corrections
from deckbuilder.sources.report import FileReport, Outcome
from deckbuilder.sources.rows import FactsFile, RowError, number, optional, parts, required

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
ENERGY: Final = "Energy"
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

# A rule box as the printed name shows it, the most telling first: a TAG TEAM also ends in GX.
# `Unown V` is the letter, unless the suffix says otherwise.
_BOX_BY_NAME: Final = (
    ("TAG TEAM", re.compile(r"&.* GX$")),
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


@dataclass(slots=True)
class ImportedCards:
    """Printings and sets, with the account of the file's rows."""

    report: FileReport
    sets: dict[str, CardSet] = field(default_factory=dict)
    printings: dict[str, Printing] = field(default_factory=dict)


def import_cards(facts: FactsFile, names: SpeciesNames, corrections: Corrections) -> ImportedCards:
    """Read every printing, and account for every row.

    A row that cannot be read is left out with its reason, and the rest go on.
    """
    cards = ImportedCards(FileReport(facts.name))
    for line, raw in facts.rows(CARD_COLUMNS):
        cards.report.read += 1
        title = f"{optional(raw, 'card_id')} {optional(raw, 'name')}"
        row, applied = corrections.apply(raw)
        for one in applied:
            detail = f"{one.column} '{one.was}' becomes '{one.becomes}': {one.reason}"
            cards.report.note(line, title, Outcome.CORRECTED, "corrections file", detail)
        try:
            _import_card(line, title, row, names, cards)
        except RowError as error:
            kind = "energy" if row.get("category") == ENERGY else "unreadable row"
            cards.report.note(line, title, Outcome.LEFT_OUT, kind, str(error))
    return cards


def _import_card(
    line: int,
    title: str,
    row: Mapping[str, str],
    names: SpeciesNames,
    cards: ImportedCards,
) -> None:
    if row.get("card_id") in cards.printings:
        raise RowError(f"card_id '{row['card_id']}' stands twice")
    normal = normalise(row, names)
    known = cards.sets.setdefault(normal.card_set.set_id, normal.card_set)
    if known != normal.card_set:
        raise RowError(f"set '{known.set_id}' is told otherwise by an earlier row")
    for mend in normal.mends:
        cards.report.note(line, title, Outcome.CORRECTED, mend.kind, mend.detail)
    cards.printings[normal.printing.card_id] = normal.printing


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


def normalise(row: Mapping[str, str], names: SpeciesNames) -> Normalised:
    """Turn a row into a printing, wherever its facts come from.

    Args:
        row: Values by the names of `CARD_COLUMNS`; missing ones count as empty.
        names: Finds the species that a card's name names.

    Raises:
        RowError: The row says too little, or what no card can be.
    """
    printing = _printing(row)
    mends = tuple(_mends(printing, names))
    return Normalised(mends[-1].printing if mends else printing, _card_set(row), mends)


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
        series_id=required(row, "serie_id"),
        series=required(row, "serie_name"),
        release_date=released,
        printed_total=number(row, "printed_total"),
    )


def _printing(row: Mapping[str, str]) -> Printing:
    """Read what the row states, before any rule mends it."""
    _check_text(row)
    category = required(row, "category")
    if category == ENERGY:
        raise RowError("an Energy card: the game never uses one")
    if category not in (POKEMON, TRAINER):
        raise RowError(f"category '{category}' is none of {POKEMON}, {TRAINER}, {ENERGY}")
    name = required(row, "name")
    return Printing(
        card_id=required(row, "card_id"),
        set_id=required(row, "set_id"),
        number=required(row, "number"),
        name=name,
        category=category,
        trainer_type=optional(row, "trainer_type"),
        stage=optional(row, "stage"),
        hp=_hp(row),
        types=_types(row),
        dex=_dex(row),
        form=_form(name) if category == POKEMON else "",
        rule_box=_rule_box(row, name) if category == POKEMON else "",
        rarity=required(row, "rarity"),
        illustrator=optional(row, "illustrator"),
        variants=parts(row, "variants"),
        tcgplayer_id=optional(row, "tcgplayer_id"),
        cardmarket_id=optional(row, "cardmarket_id"),
    )


def _check_text(row: Mapping[str, str]) -> None:
    """Refuse what no card prints and what could do harm where it is shown or names a file."""
    for column, value in row.items():
        if _MARKUP.search(value) or not value.isprintable():
            raise RowError(f"{column} {value!r} holds markup or control characters")
        if len(value) > _LONGEST:
            raise RowError(f"{column} {value[:20]!r}… is longer than any card prints")
    card_id = required(row, "card_id")
    if ".." in card_id or not _CARD_ID.fullmatch(card_id):
        raise RowError(f"card_id {card_id!r} is no id: letters, digits and .-!?% only")
    card_number = required(row, "number")
    if not _NUMBER.fullmatch(card_number):
        raise RowError(f"number {card_number!r} is none: letters, digits, ! and ? only")


def _hp(row: Mapping[str, str]) -> int | None:
    hp = number(row, "hp")
    if hp is not None and hp > _MOST_HP:
        raise RowError(f"hp '{hp}' is more than any card has")
    return hp


def _types(row: Mapping[str, str]) -> tuple[str, ...]:
    types = parts(row, "types")
    for name in types:
        if name not in TYPES:
            raise RowError(f"type '{name}' is none of {', '.join(TYPES)}")
    return types


def _dex(row: Mapping[str, str]) -> tuple[int, ...]:
    texts = parts(row, "dex")
    for text in texts:
        if not text.isdecimal():
            raise RowError(f"dex '{text}' is no whole number")
    return tuple(map(int, texts))


def _form(name: str) -> str:
    return next((_FORM_REGIONS[word] for word in fold(name) if word in _FORM_REGIONS), "")


def _rule_box(row: Mapping[str, str], name: str) -> str:
    if optional(row, "stage") == "LEVEL-UP":
        return "LV.X"  # sets before 2009 leave it out of the name
    by_name = next((box for box, pattern in _BOX_BY_NAME if pattern.search(name)), "")
    return by_name or ("V" if optional(row, "suffix") == "V" else "")


def _mends(printing: Printing, names: SpeciesNames) -> Iterator[Mend]:
    """Apply the rules one after the other, and tell of each that changes something.

    Raises:
        RowError: No rule can mend it.
    """
    if printing.category == TRAINER:
        if printing.types or printing.dex:
            detail = f"types '{printing.printed_type}', dex {list(printing.dex)} dropped"
            bare = replace(printing, types=(), dex=())
            yield Mend("a Trainer has no type and no species", detail, bare)
        return
    if len(set(printing.types)) < len(printing.types):
        printing = replace(printing, types=tuple(dict.fromkeys(printing.types)))
        yield Mend("one type told twice", f"types are {printing.printed_type}", printing)
    dex = _true_dex(printing, names)
    if dex != printing.dex:
        kind = "number disagrees with the name" if printing.dex else "number missing"
        detail = f"dex {list(printing.dex)} becomes {list(dex)} by the name"
        yield Mend(kind, detail, replace(printing, dex=dex))


def _true_dex(printing: Printing, names: SpeciesNames) -> tuple[int, ...]:
    """Decide which species a Pokémon card shows.

    The numbers stand when they hold every species that the name names, so a Buried Fossil
    keeps its three; otherwise the name, which is what the card prints, overrules them.
    """
    named = {one.dex for one in names.within(printing.name)}
    stated = set(printing.dex)
    if not named and not stated:
        raise RowError("neither name nor number tells a species")
    if not named and not names.numbered(stated):
        raise RowError(f"dex {sorted(stated)} is no species, and the name tells none")
    return printing.dex if named <= stated and names.numbered(stated) else tuple(sorted(named))
