"""The lists that people bring and take away: one table, each format read and written by it."""

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from deckbuilder.catalog.names import did_you_mean, fold
from deckbuilder.collection import words
from deckbuilder.collection.holding import Holding
from deckbuilder.collection.sheet import defused
from deckbuilder.domain.cards import RULE_BOXES, CardSet, Printing
from deckbuilder.errors import BadInputError


class Owned(NamedTuple):
    """A holding with the facts that lists state of it."""

    holding: Holding
    printing: Printing
    card_set: CardSet


@dataclass(frozen=True, slots=True)
class Field:
    """What a column says, and how it is written."""

    key: str
    """What it is read as; empty where it is not read."""
    write: Callable[[Owned], object]


def _always(text: str) -> Field:
    return Field("", lambda _: text)


def _money(hundredths: int | None) -> str:
    return "" if hundredths is None else f"{hundredths // 100}.{hundredths % 100:02}"


def _number_of_total(one: Owned) -> str:
    number, total = one.printing.number, one.card_set.printed_total
    return f"{number}/{total}" if total and number.isdecimal() else number


def _code(one: Owned) -> str:
    """A set's code, or its id where the code is none or may be read as the end of a name."""
    code = one.card_set.code
    return code if code and code not in RULE_BOXES else one.card_set.set_id


_CARD_ID: Final = Field("card_id", lambda one: one.printing.card_id)
_NAME: Final = Field("name", lambda one: one.printing.name)
_SET_ID: Final = Field("set", lambda one: one.card_set.set_id)
_SET_CODE: Final = Field("set", _code)
_SET_NAME: Final = Field("set", lambda one: one.card_set.name)
_NUMBER: Final = Field("number", lambda one: one.printing.number)
_NUMBER_OF_TOTAL: Final = Field("number", _number_of_total)
_TCGPLAYER_ID: Final = Field("tcgplayer_id", lambda one: one.printing.tcgplayer_id)
_TCGPLAYER_ARTICLE: Final = Field("tcgplayer_article", lambda one: one.printing.tcgplayer_id)
_CARDMARKET_ID: Final = Field("cardmarket_id", lambda one: one.printing.cardmarket_id)
_RARITY: Final = Field("", lambda one: one.printing.rarity)
_GAME: Final = Field("game", lambda _: "Pokemon")
_MAGIC_ID: Final = Field("magic_id", lambda _: "")
_QUANTITY: Final = Field("quantity", lambda one: one.holding.quantity)
_MORE: Final = Field("quantity", lambda _: 0)
_LANGUAGE: Final = Field("language", lambda one: one.holding.language)
_LANGUAGE_NAME: Final = Field("language", lambda one: words.language_name(one.holding.language))
_CONDITION: Final = Field("condition", lambda one: one.holding.condition)
_CONDITION_TITLE: Final = Field(
    "condition", lambda one: words.condition_title(one.holding.condition)
)
_CONDITION_CODE: Final = Field("condition", lambda one: words.condition_code(one.holding.condition))
_CONDITION_SNAKE: Final = Field(
    "condition", lambda one: words.condition_snake(one.holding.condition)
)
_GRADE: Final = Field("grade", lambda _: "Ungraded")
_FINISH: Final = Field("finish", lambda one: one.holding.finish)
_FINISH_TITLE: Final = Field("finish", lambda one: words.finish_title(one.holding.finish))
_FINISH_FOIL: Final = Field("finish", lambda one: words.finish_foil(one.holding.finish))
_PRICE: Final = Field("price", lambda one: _money(one.holding.price))
_CURRENCY: Final = Field("currency", lambda one: one.holding.currency)
_TICK: Final = Field("tick", lambda _: "x")
_NOTHING: Final = _always("")

_HOLDING_FIELDS: Final = ("quantity", "language", "condition", "finish", "price", "currency")


def heading(title: str) -> str:
    """Reduce a column's title to its words: `Set code` and `set_code` are `set code`."""
    return " ".join(fold(title)) or title.strip()


@dataclass(frozen=True, slots=True)
class Table:
    """A format of rows and columns."""

    name: str
    title: str
    told_by: tuple[str, ...]
    """Columns that together tell a list of this format from those of the formats after it."""
    columns: Mapping[str, Field]
    """Every column that is written, in order."""
    also: Mapping[str, Field] = field(default_factory=dict)
    """Other columns that are read."""
    ending: str = ".csv"

    @property
    def carries(self) -> tuple[str, ...]:
        """The fields of a holding that a list of this format states."""
        keys = {one.key for one in self.columns.values()}
        return tuple(name for name in _HOLDING_FIELDS if name in keys)

    def told(self, titles: Sequence[str]) -> bool:
        """Tell whether a header is one of this format."""
        return {heading(one) for one in self.told_by} <= {heading(one) for one in titles}

    def keys(self, titles: Sequence[str]) -> list[str]:
        """Say what each column of a header is read as; empty for a column that is not read."""
        known = {heading(one): each.key for one, each in {**self.also, **self.columns}.items()}
        return [known.get(heading(one), "") for one in titles]

    def dump(self, owned: Iterable[Owned]) -> str:
        """Write holdings as CSV, no cell of which a spreadsheet would run."""
        text = io.StringIO(newline="")
        writer = csv.writer(text)
        writer.writerow(self.columns)
        for one in owned:
            writer.writerow(defused(str(each.write(one))) for each in self.columns.values())
        return text.getvalue()


@dataclass(frozen=True, slots=True)
class Lines:
    """A format of one line a card, which says how many and what."""

    name: str
    title: str
    write: Callable[[Owned], str]
    ending: str = ".txt"
    carries: tuple[str, ...] = ("quantity",)

    def dump(self, owned: Iterable[Owned]) -> str:
        """Write holdings line by line."""
        return "".join(f"{one.holding.quantity} {self.write(one)}\n" for one in owned)


Format: TypeAlias = Table | Lines

OWN: Final = Table(
    "own",
    "deckbuilder's own CSV",
    told_by=("card_id",),
    columns={
        "card_id": _CARD_ID,
        "set_id": _SET_ID,
        "set_name": _SET_NAME,
        "number": _NUMBER,
        "name": _NAME,
        "quantity": _QUANTITY,
        "language": _LANGUAGE,
        "condition": _CONDITION,
        "finish": _FINISH,
        "purchase_price": _PRICE,
        "currency": _CURRENCY,
    },
    also={"owned": _TICK, "have": _TICK, "✓": _TICK},
)
"""Our own export; `deck.csv` and a page's ticks are read by it too."""

FORMATS: Final[tuple[Format, ...]] = (
    OWN,
    Table(
        "tcgplayer-app",
        "TCGplayer, the app's collection CSV",
        told_by=("Product ID", "Product Name", "Number"),
        columns={
            "Product ID": _TCGPLAYER_ID,
            "TCGplayer Id": _NOTHING,
            "Product Line": _GAME,
            "Set Name": _SET_NAME,
            "Product Name": _NAME,
            "Title": _NOTHING,
            "Number": _NUMBER_OF_TOTAL,
            "Rarity": _RARITY,
            "Condition": _CONDITION_TITLE,
            "Printing": _FINISH_TITLE,
            "TCG Market Price": _NOTHING,
            "Total Quantity": _QUANTITY,
            "Add to Quantity": _MORE,
        },
    ),
    Table(
        "tcgplayer",
        "TCGplayer, the seller's collection CSV",
        told_by=("TCGplayer Id", "Product Name", "Number"),
        columns={
            "TCGplayer Id": _TCGPLAYER_ARTICLE,
            "Product Line": _GAME,
            "Set Name": _SET_NAME,
            "Product Name": _NAME,
            "Title": _NOTHING,
            "Number": _NUMBER_OF_TOTAL,
            "Rarity": _RARITY,
            "Condition": _CONDITION_TITLE,
            "TCG Market Price": _NOTHING,
            "Total Quantity": _QUANTITY,
            "Add to Quantity": _MORE,
            "TCG Marketplace Price": _NOTHING,
            "Photo URL": _NOTHING,
        },
    ),
    Table(
        "tcgplayer-old",
        "TCGplayer, the older collection CSV",
        told_by=("Simple Name", "Card Number"),
        columns={
            "Quantity": _QUANTITY,
            "Name": _NAME,
            "Simple Name": _NOTHING,
            "Set": _SET_NAME,
            "Card Number": _NUMBER_OF_TOTAL,
            "Set Code": _SET_CODE,
            "External ID": _NOTHING,
            "Printing": _FINISH_TITLE,
            "Condition": _CONDITION_TITLE,
            "Language": _LANGUAGE_NAME,
            "Rarity": _RARITY,
            "Product ID": _TCGPLAYER_ID,
            "SKU": _NOTHING,
        },
    ),
    Table(
        "collectr",
        "Collectr CSV",
        told_by=("Portfolio Name", "Product Name", "Card Number"),
        columns={
            "Portfolio Name": _always("Main"),
            "Category": _GAME,
            "Set": _SET_NAME,
            "Product Name": _NAME,
            "Card Number": _NUMBER_OF_TOTAL,
            "Rarity": _RARITY,
            "Variance": _FINISH_TITLE,
            "Grade": _GRADE,
            "Card Condition": _CONDITION_TITLE,
            "Average Cost Paid": _PRICE,
            "Quantity": _QUANTITY,
            "Market Price": _NOTHING,
            "Price Override": _NOTHING,
            "Watchlist": _always("false"),
            "Date Added": _NOTHING,
            "Notes": _NOTHING,
        },
    ),
    Table(
        "manabox",
        "ManaBox CSV",
        told_by=("Name", "Set code", "Collector number"),
        columns={
            "Name": _NAME,
            "Set code": _SET_CODE,
            "Set name": _SET_NAME,
            "Collector number": _NUMBER,
            "Foil": _FINISH_FOIL,
            "Rarity": _RARITY,
            "Quantity": _QUANTITY,
            "ManaBox ID": _NOTHING,
            "Scryfall ID": _MAGIC_ID,
            "Purchase price": _PRICE,
            "Misprint": _always("false"),
            "Altered": _always("false"),
            "Condition": _CONDITION_SNAKE,
            "Language": _LANGUAGE,
            "Purchase price currency": _CURRENCY,
        },
    ),
    Table(
        "pokecollector",
        "pokecollector CSV",
        told_by=("set_code", "number"),
        columns={
            "set_code": _SET_ID,
            "number": _NUMBER,
            "quantity": _QUANTITY,
            "condition": _CONDITION_CODE,
            "variant": _FINISH,
            "lang": _LANGUAGE,
            "purchase_price": _PRICE,
        },
    ),
    Table(
        "table",
        "a table with a column 'name'",
        told_by=("name",),
        columns={
            "name": _NAME,
            "set": _SET_NAME,
            "number": _NUMBER,
            "quantity": _QUANTITY,
            "language": _LANGUAGE,
            "condition": _CONDITION,
            "finish": _FINISH,
        },
        also={
            "set code": _SET_CODE,
            "set id": _SET_ID,
            "set name": _SET_NAME,
            "card number": _NUMBER,
            "qty": _QUANTITY,
            "count": _QUANTITY,
            "lang": _LANGUAGE,
            "printing": _FINISH,
            "variant": _FINISH,
            "tcgplayer id": _TCGPLAYER_ARTICLE,
            "cardmarket id": _CARDMARKET_ID,
        },
    ),
    Lines(
        "plain",
        "a plain list",
        lambda one: one.printing.card_id,
    ),
    Lines(
        "mass-entry",
        "TCGplayer Mass Entry",
        lambda one: (
            f"{one.printing.name} [{_SET_CODE.write(one)}] {one.printing.number.lstrip('0')}"
        ),
    ),
    Lines(
        "ptcgl",
        "PTCGL or Limitless",
        lambda one: f"{one.printing.name} {_SET_CODE.write(one)} {one.printing.number}",
    ),
    Lines("cardmarket", "Cardmarket wants", lambda one: one.printing.name),
)
"""Every format. A list's header is held against the tables in this order, the first that fits is
its own; a list without a header is read line by line, whichever of the last four it is."""

LIST: Final = "list"
"""What a file without a header is called."""
_BY_NAME: Final = {one.name: one for one in FORMATS}
_BY_ENDING: Final = {".csv": OWN, ".txt": _BY_NAME["ptcgl"]}


def format_named(name: str) -> Format:
    """Find a format to write by its name.

    Raises:
        BadInputError: There is none; the error suggests the nearest.
    """
    if name not in _BY_NAME:
        raise BadInputError(
            f"no format is called '{name}'{did_you_mean(name, _BY_NAME)}: there are "
            f"{', '.join(_BY_NAME)}"
        )
    return _BY_NAME[name]


def format_for(ending: str) -> Format:
    """Find the format that a file's ending stands for: `.csv` our own, `.txt` PTCGL.

    Raises:
        BadInputError: It stands for none.
    """
    if ending not in _BY_ENDING:
        raise BadInputError(f"no format goes with the ending '{ending}': say which with --format")
    return _BY_ENDING[ending]


def table_of(titles: Sequence[str]) -> Table | None:
    """Find the format that a header tells, or none where it tells none."""
    tables = (one for one in FORMATS if isinstance(one, Table))
    return next((one for one in tables if one.told(titles)), None)
