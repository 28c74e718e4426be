"""pokemontcg.io: a list of sets, and pages of whole cards for each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any, Final
from urllib.parse import urlencode

from pydantic import Field, ValidationError

from deckbuilder.domain.cards import POKEMON
from deckbuilder.domain.prices import Price
from deckbuilder.sources.records import (
    Amount,
    ApiModel,
    ListedCard,
    Numbers,
    OpenedSet,
    Record,
    RemoteSet,
    Texts,
    UnreadableError,
    Whole,
    first_fault,
    known,
    price,
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
_CATEGORIES: Final = {"Pokémon": POKEMON}
_MEGA: Final = "MEGA"
_STAGES: Final = {
    "Basic": "Basic",
    "Stage 1": "Stage1",
    "Stage 2": "Stage2",
    "Level-Up": "LEVEL-UP",
    "Restored": "RESTORED",
    **{name: name for name in ("VMAX", "VSTAR", _MEGA, "BREAK", "V-UNION", "Baby")},
}
_SUFFIXES: Final = ("V", "ex", "EX", "GX", "TAG TEAM")
_TRAINER_TYPES: Final = {
    "Pokémon Tool": "Tool",
    **{
        name: name
        for name in ("Supporter", "Item", "Stadium", "Rocket's Secret Machine", "Technical Machine")
    },
}
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
    "": "None",
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
    name: str = ""
    series: str = ""
    printed_total: Whole | None = Field(alias="printedTotal", default=None)
    total: Whole = 0
    code: str = Field(alias="ptcgoCode", default="")
    release_date: str = Field(alias="releaseDate", default="")


class _Amounts(ApiModel):
    low: Amount | None = None
    market: Amount | None = None


class _Tcgplayer(ApiModel):
    updated: str = Field(alias="updatedAt", default="")
    prices: dict[str, Any] = Field(default_factory=dict)


class _EuroAmounts(ApiModel):
    low: Amount | None = Field(alias="lowPrice", default=None)
    trend: Amount | None = Field(alias="trendPrice", default=None)


class _Cardmarket(ApiModel):
    updated: str = Field(alias="updatedAt", default="")
    prices: _EuroAmounts = _EuroAmounts()


class _Images(ApiModel):
    small: str = ""
    large: str = ""


class _Card(ApiModel):
    id: str
    name: str = ""
    number: str = ""
    supertype: str = ""
    subtypes: Texts = ()
    hp: Whole | None = None
    types: Texts = ()
    dex: Numbers = Field(alias="nationalPokedexNumbers", default=())
    rarity: str = ""
    artist: str = ""
    set: _Set | None = None
    images: _Images = _Images()
    tcgplayer: _Tcgplayer | None = None
    cardmarket: _Cardmarket | None = None


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
        category = _CATEGORIES.get(self.supertype, self.supertype)
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
            "trainer_type": _first(_TRAINER_TYPES, self.subtypes),
            "stage": _stage(self.subtypes) if category == POKEMON else "",
            "suffix": next((one for one in _SUFFIXES if one in self.subtypes), ""),
            "hp": self.hp,
            "types": "|".join(self.types),
            "dex": "|".join(self.dex),
            "rarity": _RARITIES.get(self.rarity, self.rarity),
            "illustrator": self.illustrator,
        }


class PokemonTcg:
    """The source `pokemontcg`; a key allows more requests."""

    name: Final = NAME

    def __init__(self, session: Session, address: str = ADDRESS) -> None:
        self._session = session
        self._address = address.rstrip("/")
        self._sets: dict[str, _Set] = {}

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
        self._sets[one.id] = one
        return RemoteSet(one.id, one.name)

    def open(self, one: RemoteSet) -> OpenedSet | None:
        """Read a set's pages, which tell its cards whole."""
        told = self._sets[one.set_id]
        query = {"q": f"set.id:{told.id}", "orderBy": "number"}
        cards, total = self._all("cards", query, told.total)
        listed = [
            ListedCard(
                card_id,
                str(card.get("name", "")),
                str(card.get("number", "")),
                partial(read_card, card, told),
            )
            for card_id, card in cards.items()
        ]
        lost = max(0, total - len(cards))
        return OpenedSet(told.id, told.name, _iso(told.release_date), listed, lost)

    def _all(
        self, what: str, query: Mapping[str, str], total: int = 0
    ) -> tuple[Mapping[str, dict[str, Any]], int]:
        """Read all pages: entries that come twice are kept once, lost ones are sought again.

        Pages that are not whole are not kept, so that the next run asks for them anew.

        Args:
            what: `sets` or `cards`.
            query: Parameters beside those of the page.
            total: How many there are at least, where that is known.

        Returns:
            What was found by its id, and how many there are.
        """
        found: dict[str, dict[str, Any]] = {}
        for size in _PAGE_SIZES:
            pages = list(self._pages(what, query, size))
            total = max([total, *(content["totalCount"] for _, content in pages)])
            found |= {_id(one): one for _, content in pages for one in content["data"]}
            if len(found) >= total:
                break
            for url, _ in pages:
                self._session.forget(url)
        return found, total

    def _pages(
        self, what: str, query: Mapping[str, str], size: int
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        read = 0
        for page in count(1):
            options = urlencode({**query, "page": page, "pageSize": size})
            url = f"{self._address}/{what}?{options}"
            content = self._session.json(url, partial(_is_page, page))
            yield url, content
            read += size
            if read >= content["totalCount"] or not content["data"]:
                return


def _id(content: Mapping[str, Any]) -> str:
    """Tell entries apart: one without an id that can be read is what its content is."""
    stated = content.get("id")
    return stated if isinstance(stated, str) else f"? {content}"[:60]


def _is_page(asked: int, content: Any) -> str:  # noqa: ANN401 - what was sent
    if not isinstance(content, dict) or not isinstance(content.get("data"), list):
        return "the answer is no page"
    if not all(isinstance(one, dict) for one in content["data"]):
        return "the page holds what is no entry"
    total = content.get("totalCount")
    if not isinstance(total, int) or not 0 <= total <= _MOST:
        return f"the page says that there are {total!r} in all"
    return "" if content.get("page") == asked else f"page {content.get('page')!r} came"


def read_card(content: object, card_set: object) -> Record:
    """Read what the service sends of a card.

    Args:
        content: The card.
        card_set: The set that it is in, for a card that does not say so.

    Raises:
        UnreadableError: It does not even tell which card it is of.
    """
    lost: list[str] = []
    try:
        card = _Card.model_validate(content, context=lost)
        there = card.set or _Set.model_validate(card_set)
    except ValidationError as error:
        raise UnreadableError(first_fault(error)) from error
    prices = known(_prices(card, lost))
    addresses = {"low": card.images.small, "high": card.images.large}
    image = {size: url for size, url in addresses.items() if url}
    return Record(_stated(card, there).row, prices, image, tuple(lost))


def _stated(card: _Card, card_set: _Set) -> Stated:
    return Stated(
        card_id=card.id,
        name=card.name,
        number=card.number or card.id.removeprefix(f"{card_set.id}-"),
        set_id=card_set.id,
        set_name=card_set.name,
        series=card_set.series,
        code=card_set.code,
        printed_total="" if card_set.printed_total is None else str(card_set.printed_total),
        release_date=_iso(card_set.release_date),
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
        release_date=_iso(optional(raw, "release_date")),
        supertype=optional(raw, "supertype"),
        subtypes=parts(raw, "subtypes"),
        hp=optional(raw, "hp"),
        types=parts(raw, "types"),
        dex=parts(raw, "dex"),
        rarity=optional(raw, "rarity"),
        illustrator=optional(raw, "illustrator"),
    ).row


def _first(words: Mapping[str, str], subtypes: Sequence[str]) -> str:
    return next((words[one] for one in subtypes if one in words), "")


def _stage(subtypes: Sequence[str]) -> str:
    """Find the stage: the last one named, but a Mega ex of today has its stage beside the Mega."""
    named = [one for one in subtypes if one in _STAGES]
    telling = [one for one in named if one != _MEGA] or named
    return _STAGES[telling[-1]] if telling else ""


def _iso(day: str) -> str:
    return day.replace("/", "-")[:10]


def _prices(card: _Card, lost: list[str]) -> Iterator[Price]:
    if shop := card.tcgplayer:
        for name, stated in shop.prices.items():
            if isinstance(stated, dict):
                amounts = _Amounts.model_validate(stated, context=lost).model_dump()
                yield price(card.id, "tcgplayer", _finish(name), shop.updated, **amounts)
    if market := card.cardmarket:
        amounts = market.prices.model_dump()
        yield price(card.id, "cardmarket", "normal", market.updated, **amounts)


def _finish(name: str) -> str:
    """Word a finish as TCGdex does: `reverseHolofoil` is `reverse-holofoil`."""
    return "".join(f"-{char.lower()}" if char.isupper() else char for char in name)
