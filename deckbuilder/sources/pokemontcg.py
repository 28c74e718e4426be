"""pokemontcg.io: a list of sets, and pages of whole cards for each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any, Final
from urllib.parse import urlencode

from pydantic import Field, ValidationError

from deckbuilder.catalog.names import fold
from deckbuilder.domain.cards import POKEMON, TRAINER
from deckbuilder.domain.prices import Price
from deckbuilder.sources.answers import (
    Address,
    Amount,
    ApiModel,
    Category,
    Day,
    Entries,
    Number,
    Numbers,
    Texts,
    Title,
    Whole,
    by_finish,
    category_of,
    first_fault,
    quoted,
)
from deckbuilder.sources.records import (
    ListedCard,
    OpenedSet,
    Record,
    RemoteSet,
    UnreadableError,
    known,
    number_by_id,
    price,
    refused,
)
from deckbuilder.sources.rows import optional, parts
from deckbuilder.sources.session import Manners, Session

NAME: Final = "pokemontcg"
ADDRESS: Final = "https://api.pokemontcg.io/v2"
KEY: Final = "POKEMONTCG_API_KEY"
"""The environment variable that may hold a key."""
KEY_HEADER: Final = "X-Api-Key"
MANNERS: Final = Manners(rate=0.5, workers=2)
"""Without a key the service allows 30 requests a minute."""
MANNERS_WITH_KEY: Final = Manners(rate=5, workers=4)
_PAGE_SIZES: Final = (250, 250, 100, 60)
"""Entries a page: where some are lost between pages, they are read again, then cut otherwise."""
_MOST: Final = 10_000
"""Entries that an answer may promise; the largest set has a few hundred cards."""
_MEGA: Final = "MEGA"
_STAGES: Final = {
    "basic": "Basic",
    "basicstage": "Basic",
    "baby": "Basic",  # the Baby Pokémon of 2000 to 2003
    "stage1": "Stage1",
    "stage2": "Stage2",
    "levelup": "LEVEL-UP",
    "restored": "RESTORED",
    **{"".join(fold(name)): name for name in ("VMAX", "VSTAR", _MEGA, "BREAK", "V-UNION")},
}
"""Stages by what the service calls them, in whatever case."""
_SUFFIXES: Final = ("TAG TEAM", "V", "ex", "EX", "GX")
"""The most telling first: a TAG TEAM also is a GX."""
_TRAINER_TYPES: Final = {
    "pokemontool": "Tool",
    "pokemontoolf": "Tool",
    "tool": "Tool",
    **{
        "".join(fold(name)): name
        for name in ("Supporter", "Item", "Stadium", "Rocket's Secret Machine", "Technical Machine")
    },
}
"""Kinds of Trainer, likewise."""
_RARITIES: Final = {
    "Rare Holo": "Rare",
    "Rare Ultra": "Ultra Rare",
    "Rare Secret": "Secret Rare",
    "Rare Rainbow": "Secret Rare",
    "Rare Holo V": "Holo Rare V",
    "Rare Holo VMAX": "Holo Rare VMAX",
    "Rare Holo VSTAR": "Holo Rare VSTAR",
    "Rare Holo EX": "Ultra Rare",
    "Rare Holo GX": "Ultra Rare",
    "Rare Holo Star": "Ultra Rare",
    "Rare BREAK": "Ultra Rare",
    "Rare Prime": "Rare PRIME",
    "Rare Shiny": "Shiny rare",
    "Rare Shiny GX": "Shiny Ultra Rare",
    "Rare Radiant": "Radiant Rare",
    "Amazing Rare": "Amazing Rare",
    "Illustration Rare": "Illustration rare",
    "Special Illustration Rare": "Special illustration rare",
    "Double Rare": "Double rare",
    "Shiny Rare": "Shiny rare",
    "Hyper Rare": "Hyper rare",
    "ACE SPEC Rare": "ACE SPEC Rare",
    "Classic Collection": "Classic Collection",
}
"""Rarities that TCGdex words otherwise."""


BULK_COLUMNS: Final = (
    "id",
    "name",
    "number",
    "set_id",
    "set_name",
    "series",
    "ptcgo_code",
    "printed_total",
    "release_date",
    "supertype",
    "subtypes",
    "hp",
    "types",
    "dex",
    "rarity",
    "illustrator",
)
"""Columns of a file of all the service's cards."""


class _Set(ApiModel):
    id: str
    name: Title = ""
    series: str = ""
    printed_total: Whole | None = Field(alias="printedTotal", default=None)
    total: Whole = 0
    code: str = Field(alias="ptcgoCode", default="")
    release_date: Day = Field(alias="releaseDate", default="")


class _Amounts(ApiModel):
    low: Amount | None = None
    market: Amount | None = None


class _Tcgplayer(ApiModel):
    updated: Day = Field(alias="updatedAt", default="")
    prices: dict[str, Any] = Field(default_factory=dict)


class _EuroAmounts(ApiModel):
    low: Amount | None = Field(alias="lowPrice", default=None)
    trend: Amount | None = Field(alias="trendPrice", default=None)


class _Cardmarket(ApiModel):
    updated: Day = Field(alias="updatedAt", default="")
    prices: _EuroAmounts = _EuroAmounts()


class _Images(ApiModel):
    small: Address = ""
    large: Address = ""


class _Brief(ApiModel):
    id: str
    name: str = ""
    number: Number = ""


class _Card(_Brief):
    supertype: Category = ""
    subtypes: Texts = ()
    hp: Whole | None = None
    types: Texts = ()
    dex: Numbers = Field(alias="nationalPokedexNumbers", default=())
    rarity: str = ""
    artist: str = ""
    set: _Set | None = None
    images: _Images = _Images()
    tcgplayer: _Tcgplayer = _Tcgplayer()
    cardmarket: _Cardmarket = _Cardmarket()


class _Page(ApiModel):
    data: Entries
    page: Whole
    total: Whole = Field(alias="totalCount")


@dataclass(frozen=True, slots=True)
class Stated:
    """What the service states of a card, whichever way it comes."""

    card_id: str
    name: str
    number: str
    set_id: str
    set_name: str
    series: str
    code: str
    printed_total: str
    release_date: str
    """ISO date."""
    supertype: str
    subtypes: tuple[str, ...]
    hp: str
    types: tuple[str, ...]
    dex: tuple[str, ...]
    rarity: str
    illustrator: str

    @property
    def row(self) -> Mapping[str, str]:
        """The same in the words of `CARD_COLUMNS`, which are TCGdex's."""
        category = self._category
        return {
            "card_id": self.card_id,
            "set_id": self.set_id,
            "set_name": self.set_name,
            "set_code": self.code,
            "serie_id": self.series.lower().replace(" ", "-"),
            "serie_name": self.series,
            "release_date": self.release_date,
            "number": self.number,
            "printed_total": self.printed_total,
            "name": self.name,
            "category": category,
            "trainer_type": next(_called(self.subtypes, _TRAINER_TYPES), ""),
            "stage": _stage(self.subtypes) if category == POKEMON else "",
            "suffix": _suffix(self.subtypes) if category == POKEMON else "",
            "hp": "" if self.hp == "0" else self.hp,
            "types": "|".join(self.types),
            "dex": "|".join(self.dex),
            "rarity": _RARITIES.get(self.rarity, self.rarity),
            "illustrator": self.illustrator,
        }

    @property
    def _category(self) -> str:
        """Its category; of what contradicts itself, or does not say, by what else it states."""
        if not self.types and any(_called(self.subtypes, _TRAINER_TYPES)):
            return TRAINER
        likely = POKEMON if self.types or self.dex else ""
        return category_of(self.supertype) or self.supertype or likely


class PokemonTcg:
    """The source `pokemontcg`; a key allows more requests."""

    name: Final = NAME

    def __init__(self, session: Session, address: str = ADDRESS) -> None:
        self._session = session
        self._address = address.rstrip("/")
        self._sets: dict[str, object] = {}

    def sets(self) -> Sequence[RemoteSet]:
        """Every set; the list tells all of it but its cards."""
        found, total = self._all("sets", {})
        listed = [self._remote(one) for one in found.values()]
        if len(found) < total:
            listed.append(RemoteSet("?", "", fault=f"{total - len(found)} sets did not come"))
        return listed

    def _remote(self, content: object) -> RemoteSet:
        try:
            one = _Set.model_validate(content)
        except ValidationError as error:
            return RemoteSet("?", "", fault=f"listed unreadably: {first_fault(error)}")
        self._sets[one.id] = content
        return RemoteSet(one.id, one.name)

    def open(self, one: RemoteSet) -> OpenedSet | None:
        """Read a set's pages, which tell its cards whole."""
        content = self._sets[one.set_id]
        told = _Set.model_validate(content)
        query = {"q": f"set.id:{told.id}", "orderBy": "number"}
        cards, total = self._all("cards", query, told.total)
        listed = [_listed(card_id, card, content) for card_id, card in cards.items()]
        lost = max(0, total - len(cards))
        return OpenedSet(told.id, told.name, told.release_date, listed, lost)

    def _all(
        self, what: str, query: Mapping[str, str], total: int = 0
    ) -> tuple[Mapping[str, object], int]:
        """Read all pages: entries that come twice are kept once, lost ones are sought again.

        Pages that are not whole are not kept, so that the next run asks for them anew.

        Args:
            what: `sets` or `cards`.
            query: Parameters beside those of the page.
            total: How many there are at least, where that is known.

        Returns:
            What was found by its id, and how many there are.
        """
        found: dict[str, object] = {}
        for size in _PAGE_SIZES:
            pages = list(self._pages(what, query, size))
            total = max([total, *(page.total for _, page in pages)])
            found |= {_id(one): one for _, page in pages for one in page.data}
            if len(found) >= total:
                break
            for url, _ in pages:
                self._session.forget(url)
        return found, total

    def _pages(self, what: str, query: Mapping[str, str], size: int) -> Iterator[tuple[str, _Page]]:
        read = 0
        for number in count(1):
            options = urlencode({**query, "page": number, "pageSize": size})
            url = f"{self._address}/{what}?{options}"
            page = _Page.model_validate(self._session.json(url, partial(_is_page, number)))
            yield url, page
            read += size
            if read >= page.total or not page.data:
                return


def _id(content: object) -> str:
    """Tell entries apart: one without an id that can be read is what its content is."""
    try:
        return _Brief.model_validate(content).id
    except ValidationError:
        return f"? {quoted(content)}"


def _is_page(asked: int, content: object) -> str:
    try:
        page = _Page.model_validate(content)
    except ValidationError as error:
        return f"the answer is no page: {first_fault(error)}"
    if not 0 <= page.total <= _MOST:
        return f"the page says that there are {page.total!r} in all"
    return "" if page.page == asked else f"page {page.page!r} came"


def _listed(card_id: str, content: object, card_set: object) -> ListedCard:
    try:
        brief = _Brief.model_validate(content)
    except ValidationError as error:
        return refused(card_id, first_fault(error))
    return ListedCard(card_id, brief.name, brief.number, partial(read_card, content, card_set))


def read_card(content: object, card_set: object) -> Record:
    """Read what the service sends of a card, and of the set that it is listed in.

    Raises:
        UnreadableError: It does not even tell which card it is of.
    """
    lost: list[str] = []
    lost_of_set: list[str] = []
    try:
        card = _Card.model_validate(content, context=lost)
        listed = _Set.model_validate(card_set, context=lost_of_set)
    except ValidationError as error:
        raise UnreadableError(first_fault(error)) from error
    prices = known(_prices(card, lost))
    addresses = {"low": card.images.small, "high": card.images.large}
    image = {size: url for size, url in addresses.items() if url}
    row = _stated(card, _set_of(card, listed, lost)).row
    lost += [f"set.{one}" for one in lost_of_set]
    return Record(row, prices, image, tuple(dict.fromkeys(lost)))


def _set_of(card: _Card, listed: _Set, lost: list[str]) -> _Set:
    """Give what a card says of its set, and what the list of sets says beside it."""
    if card.set is None:
        return listed
    if card.set.id != listed.id:
        lost.append(f"set.id {quoted(card.set.id)} is not {quoted(listed.id)}, which lists it")
        return listed
    stated = card.set.model_dump()
    unstated = {name: value for name, value in listed.model_dump().items() if not stated[name]}
    return card.set.model_copy(update=unstated)


def _stated(card: _Card, card_set: _Set) -> Stated:
    return Stated(
        card_id=card.id,
        name=card.name,
        number=card.number or number_by_id(card.id, card_set.id),
        set_id=card_set.id,
        set_name=card_set.name,
        series=card_set.series,
        code=card_set.code,
        printed_total="" if card_set.printed_total is None else str(card_set.printed_total),
        release_date=card_set.release_date,
        supertype=card.supertype,
        subtypes=card.subtypes,
        hp="" if card.hp is None else str(card.hp),
        types=card.types,
        dex=tuple(map(str, card.dex)),
        rarity=card.rarity,
        illustrator=card.artist,
    )


def bulk_row(raw: Mapping[str, str]) -> Mapping[str, str]:
    """Word a row of the service's bulk file as `CARD_COLUMNS` does.

    Args:
        raw: Values by the names of `BULK_COLUMNS`; lists are joined by `|`.
    """
    return Stated(
        card_id=optional(raw, "id"),
        name=optional(raw, "name"),
        number=optional(raw, "number"),
        set_id=optional(raw, "set_id"),
        set_name=optional(raw, "set_name"),
        series=optional(raw, "series"),
        code=optional(raw, "ptcgo_code"),
        printed_total=optional(raw, "printed_total"),
        release_date=optional(raw, "release_date").replace("/", "-"),
        supertype=optional(raw, "supertype"),
        subtypes=parts(raw, "subtypes"),
        hp=optional(raw, "hp"),
        types=parts(raw, "types"),
        dex=parts(raw, "dex"),
        rarity=optional(raw, "rarity"),
        illustrator=optional(raw, "illustrator"),
    ).row


def _called(subtypes: Sequence[str], words: Mapping[str, str]) -> Iterator[str]:
    """Give what subtypes mean that stand in a table of words."""
    keys = ("".join(fold(one)) for one in subtypes)
    return (words[key] for key in keys if key in words)


def _stage(subtypes: Sequence[str]) -> str:
    """Find the stage: the last one named, but a Mega ex of today has its stage beside the Mega."""
    named = list(_called(subtypes, _STAGES))
    telling = [one for one in named if one != _MEGA] or named
    return telling[-1] if telling else ""


def _suffix(subtypes: Sequence[str]) -> str:
    return next((one for one in _SUFFIXES if one in subtypes), "")


def _prices(card: _Card, lost: list[str]) -> Iterator[Price]:
    dollars, euros = card.tcgplayer, card.cardmarket
    finishes = {_finish(name): values for name, values in dollars.prices.items()}
    for finish, one in by_finish("tcgplayer.prices", finishes, _Amounts, lost):
        yield price(card.id, "tcgplayer", finish, dollars.updated, **one.model_dump())
    amounts = euros.prices.model_dump()
    yield price(card.id, "cardmarket", "normal", euros.updated, **amounts)


def _finish(name: str) -> str:
    """Word a finish as TCGdex does: `reverseHolofoil` is `reverse-holofoil`."""
    return "".join(f"-{char.lower()}" if char.isupper() else char for char in name).lstrip("-")
