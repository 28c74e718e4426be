"""The catalogue's own tables as CSV: one schema, read and written here alone.

UTF-8, comma-separated, a header, LF line ends; lists are joined by `|`, nothing is empty text.
"""

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final, Generic, TypeVar

from deckbuilder.domain.cards import CardSet, Printing, Product, Species, number_order
from deckbuilder.domain.disputes import Statement
from deckbuilder.domain.prices import Price
from deckbuilder.errors import BadInputError

Row = TypeVar("Row", Species, CardSet, Printing, Price, Statement, Product)


@dataclass(frozen=True, slots=True)
class Table(Generic[Row]):
    """How the values of one class become the rows of one file, and back."""

    file: str
    columns: tuple[str, ...]
    to_row: Callable[[Row], tuple[object, ...]]
    of_row: Callable[[list[str]], Row]

    def dump(self, values: Iterable[Row]) -> bytes:
        """Write values as the file's bytes, in the order given."""
        text = io.StringIO(newline="")
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(map(self.to_row, values))
        return text.getvalue().encode()

    def load(self, content: bytes) -> list[Row]:
        """Read values from the file's bytes; the file's hash has vouched for the rows.

        Raises:
            BadInputError: Another version of the program wrote it, with other columns.
        """
        rows = csv.reader(io.StringIO(content.decode(), newline=""))
        if (header := tuple(next(rows, ()))) != self.columns:
            raise BadInputError(
                f"{self.file} has the columns {', '.join(header)}, and this version of deckbuilder "
                f"reads {', '.join(self.columns)}: use `--catalog snapshot`, or fetch anew with "
                "`deckbuilder fetch --catalog snapshot`"
            )
        return list(map(self.of_row, rows))


def _text(value: int | None) -> str:
    return "" if value is None else str(value)


def _number(text: str) -> int | None:
    return int(text) if text else None


@cache
def _parts(text: str) -> tuple[str, ...]:
    """Part a list; a few thousand of them stand on all the cards, so each is kept."""
    return tuple(text.split("|")) if text else ()


@cache
def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, _parts(text)))


SPECIES: Final[Table[Species]] = Table(
    "species.csv",
    ("dex", "slug", "name", "generation", "region", "evolves_from", "family", "kind"),
    lambda s: (
        s.dex,
        s.slug,
        s.name,
        s.generation,
        s.region,
        _text(s.evolves_from),
        s.family,
        s.kind,
    ),
    lambda r: Species(int(r[0]), r[1], r[2], int(r[3]), r[4], _number(r[5]), int(r[6]), r[7]),
)

SETS: Final[Table[CardSet]] = Table(
    "sets.csv",
    ("set_id", "name", "code", "series_id", "series", "release_date", "printed_total"),
    lambda s: (
        s.set_id,
        s.name,
        s.code,
        s.series_id,
        s.series,
        s.release_date,
        _text(s.printed_total),
    ),
    lambda r: CardSet(r[0], r[1], r[2], r[3], r[4], r[5], _number(r[6])),
)

PRINTINGS: Final[Table[Printing]] = Table(
    "printings.csv",
    (
        "card_id",
        "set_id",
        "number",
        "name",
        "category",
        "trainer_type",
        "stage",
        "hp",
        "types",
        "dex",
        "form",
        "rule_box",
        "rarity",
        "illustrator",
        "variants",
        "tcgplayer_id",
        "cardmarket_id",
        "sources",
    ),
    lambda p: (
        p.card_id,
        p.set_id,
        p.number,
        p.name,
        p.category,
        p.trainer_type,
        p.stage,
        _text(p.hp),
        "|".join(p.types),
        "|".join(map(str, p.dex)),
        p.form,
        p.rule_box,
        p.rarity,
        p.illustrator,
        "|".join(p.variants),
        p.tcgplayer_id,
        p.cardmarket_id,
        "|".join(p.sources),
    ),
    lambda r: Printing(
        card_id=r[0],
        set_id=r[1],
        number=r[2],
        name=r[3],
        category=r[4],
        trainer_type=r[5],
        stage=r[6],
        hp=_number(r[7]),
        types=_parts(r[8]),
        dex=_numbers(r[9]),
        form=r[10],
        rule_box=r[11],
        rarity=r[12],
        illustrator=r[13],
        variants=_parts(r[14]),
        tcgplayer_id=r[15],
        cardmarket_id=r[16],
        sources=_parts(r[17]),
    ),
)

PRICES: Final[Table[Price]] = Table(
    "prices.csv",
    ("card_id", "shop", "currency", "finish", "market", "low", "trend", "updated"),
    lambda p: (
        p.card_id,
        p.shop,
        p.currency,
        p.finish,
        _text(p.market),
        _text(p.low),
        _text(p.trend),
        p.updated,
    ),
    lambda r: Price(r[0], r[1], r[2], r[3], _number(r[4]), _number(r[5]), _number(r[6]), r[7]),
)
"""Amounts in cents. The packed snapshot has none: only a fetch brings prices."""

DISPUTES: Final[Table[Statement]] = Table(
    "disputes.csv",
    ("card_id", "field", "source", "value", "evidence", "told", "accepted"),
    lambda s: (
        s.card_id,
        s.field,
        s.source,
        s.value,
        s.evidence,
        s.told,
        "yes" if s.accepted else "",
    ),
    lambda r: Statement(r[0], r[1], r[2], r[3], r[4], r[5], r[6] == "yes"),
)
"""What sources say in fields on which they differ; a catalogue without disputes has none."""

SHARED_PRODUCTS: Final[Table[Product]] = Table(
    "shared-products.csv", ("field", "number"), tuple, lambda r: Product(r[0], r[1])
)
"""Product numbers that a source states for several cards: no printing carries them."""

ALL: Final = (SPECIES, SETS, PRINTINGS)
"""The tables that every catalogue has."""


def dump(
    species: Iterable[Species],
    sets: Iterable[CardSet],
    printings: Iterable[Printing],
    prices: Mapping[str, Iterable[Price]] = MappingProxyType({}),
    *,
    statements: Iterable[Statement] = (),
    shared_products: Iterable[Product] = (),
) -> dict[str, bytes]:
    """Write a catalogue's tables, whatever order its values come in.

    Args:
        species: By dex number.
        sets: Written with the oldest first.
        printings: Written by set, then by number as in a binder.
        prices: Known prices by card; without any there is no table of them.
        statements: What is said in disputed fields; without any there is no table of it.
        shared_products: Numbers that no printing carries; without any there is no table of them.

    Returns:
        Each file's bytes by its name.
    """
    ordered = sorted(sets, key=lambda one: (one.release_date, one.set_id))
    place = {one.set_id: index for index, one in enumerate(ordered)}
    cards = sorted(
        printings, key=lambda one: (place[one.set_id], number_order(one.number), one.card_id)
    )
    contents = {
        SPECIES.file: SPECIES.dump(species),
        SETS.file: SETS.dump(ordered),
        PRINTINGS.file: PRINTINGS.dump(cards),
    }
    if known := [price for card in cards for price in prices.get(card.card_id, ())]:
        contents[PRICES.file] = PRICES.dump(known)
    if said := list(statements):
        row = {one.card_id: index for index, one in enumerate(cards)}
        # The sort is stable: fields and sources stay in the order in which they are compared.
        contents[DISPUTES.file] = DISPUTES.dump(sorted(said, key=lambda one: row[one.card_id]))
    if shared := sorted(shared_products):
        contents[SHARED_PRODUCTS.file] = SHARED_PRODUCTS.dump(shared)
    return contents
