"""TCGdex: a list of sets, a list of cards for each, and one answer for each card."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final
from urllib.parse import quote

from pydantic import Field, ValidationError

from deckbuilder.domain.prices import CURRENCIES, Price
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
from deckbuilder.sources.session import Manners, NotFoundError, Session

NAME: Final = "tcgdex"
ADDRESS: Final = "https://api.tcgdex.net/v2/en"
MANNERS: Final = Manners(rate=20)
"""The service states no limit; this is a card every 50 ms."""
_POCKET: Final = "tcgp"
"""The series of a phone game, whose cards nobody can hold."""


class _Named(ApiModel):
    id: str
    name: str = ""


class _Count(ApiModel):
    official: Whole | None = None


class _Abbreviation(ApiModel):
    official: str = ""


class _Set(_Named):
    release_date: str = Field(alias="releaseDate", default="")
    serie: _Named = _Named(id="", name="")
    card_count: _Count = Field(alias="cardCount", default=_Count())
    abbreviation: _Abbreviation = _Abbreviation()
    cards: tuple[dict[str, Any], ...] = ()
    """In brief; one that tells too little is no reason to read none."""


class _Variant(ApiModel):
    type: str
    subtype: str = ""
    size: str = "standard"
    stamp: Texts = ()

    def __str__(self) -> str:
        """Word a variant as the facts do: `holo-shadowless+1st-edition@jumbo`."""
        subtype = f"-{self.subtype}" if self.subtype else ""
        stamps = "".join(f"+{one}" for one in self.stamp)
        size = "" if self.size == "standard" else f"@{self.size}"
        return f"{self.type}{subtype}{stamps}{size}"


class _Products(ApiModel):
    tcgplayer: Whole | None = None
    cardmarket: Whole | None = None


class _Tcgplayer(ApiModel):
    low: Amount | None = Field(alias="lowPrice", default=None)
    market: Amount | None = Field(alias="marketPrice", default=None)


class _Cardmarket(ApiModel):
    unit: str = CURRENCIES["cardmarket"]
    updated: str = ""
    low: Amount | None = None
    trend: Amount | None = None
    low_holo: Amount | None = Field(alias="low-holo", default=None)
    trend_holo: Amount | None = Field(alias="trend-holo", default=None)


class _Pricing(ApiModel):
    tcgplayer: dict[str, Any] = Field(default_factory=dict)
    cardmarket: _Cardmarket | None = None


class _Card(_Named):
    local_id: str = Field(alias="localId", default="")
    category: str = ""
    hp: Whole | None = None
    types: Texts = ()
    dex: Numbers = Field(alias="dexId", default=())
    rarity: str = ""
    illustrator: str = ""
    stage: str = ""
    suffix: str = ""
    trainer_type: str = Field(alias="trainerType", default="")
    variants: tuple[_Variant, ...] = Field(alias="variants_detailed", default=())
    image: str = ""
    products: _Products = Field(alias="thirdParty", default=_Products())
    pricing: _Pricing = _Pricing()


class TCGdex:
    """The source `tcgdex`; needs no key."""

    name: Final = NAME

    def __init__(self, session: Session, address: str = ADDRESS) -> None:
        self._session = session
        self._address = address.rstrip("/")

    def sets(self) -> Sequence[RemoteSet]:
        """Every set; what is in it is not known before it is opened."""
        return [_remote(one) for one in self._session.json(f"{self._address}/sets", _is_list)]

    def open(self, one: RemoteSet) -> OpenedSet | None:
        """List a set's cards, an ask for each."""
        url = f"{self._address}/sets/{quote(one.set_id, safe='')}"
        card_set = _Set.model_validate(self._session.json(url, partial(_is_set, one.set_id)))
        if card_set.serie.id == _POCKET:
            return None
        cards = [self._listed(each, card_set) for each in card_set.cards]
        return OpenedSet(card_set.id, card_set.name, card_set.release_date, cards)

    def _listed(self, brief: Mapping[str, Any], card_set: _Set) -> ListedCard:
        card_id = str(brief.get("id", ""))
        return ListedCard(
            card_id,
            str(brief.get("name", "")),
            str(brief.get("localId", "")),
            partial(self._read, card_id, card_set),
        )

    def _read(self, card_id: str, card_set: _Set) -> Record:
        url = f"{self._address}/cards/{quote(card_id, safe='')}"
        try:
            content = self._session.json(url, partial(_is_card, card_id))
            return read_card(content, card_set)
        except NotFoundError as error:
            raise UnreadableError("listed, but the service has no such card") from error


def read_card(content: object, card_set: object) -> Record:
    """Read what the service sends of a card, and of the set that it is in.

    Raises:
        UnreadableError: It does not even tell which card it is of.
    """
    lost: list[str] = []
    try:
        card = _Card.model_validate(content, context=lost)
        return _record(card, _Set.model_validate(card_set), lost)
    except ValidationError as error:
        raise UnreadableError(first_fault(error)) from error


def _is_list(content: object) -> str:
    return "" if isinstance(content, list) else "the answer is no list"


def _remote(content: object) -> RemoteSet:
    try:
        one = _Named.model_validate(content)
    except ValidationError as error:
        return RemoteSet("?", "", fault=f"listed unreadably: {first_fault(error)}")
    return RemoteSet(one.id, one.name)


def _is_set(asked: str, content: object) -> str:
    try:
        came = _Set.model_validate(content).id
    except ValidationError as error:
        return first_fault(error)
    return "" if came == asked else f"set {came!r} came"


def _is_card(asked: str, content: object) -> str:
    """Tell another card from the one asked for: an unknown id is searched for by name."""
    came = content.get("id") if isinstance(content, dict) else None
    return "" if came == asked else f"card {came!r} came"


def _record(card: _Card, card_set: _Set, lost: list[str]) -> Record:
    row = {
        "card_id": card.id,
        "set_id": card_set.id,
        "set_name": card_set.name,
        "set_code": card_set.abbreviation.official,
        "serie_id": card_set.serie.id,
        "serie_name": card_set.serie.name,
        "release_date": card_set.release_date,
        "number": card.local_id or card.id.removeprefix(f"{card_set.id}-"),
        "printed_total": str(card_set.card_count.official or ""),
        "name": card.name,
        "category": card.category,
        "trainer_type": card.trainer_type,
        "stage": card.stage,
        "suffix": card.suffix,
        "hp": "" if card.hp is None else str(card.hp),
        "types": "|".join(card.types),
        "dex": "|".join(map(str, card.dex)),
        "rarity": card.rarity,
        "illustrator": card.illustrator,
        "variants": "|".join(map(str, card.variants)),
        "tcgplayer_id": str(card.products.tcgplayer or ""),
        "cardmarket_id": str(card.products.cardmarket or ""),
    }
    sizes = ("low", "high") if card.image else ()
    prices = known(_prices(card, lost))
    image = {size: f"{card.image}/{size}.webp" for size in sizes}
    return Record(row, prices, image, tuple(lost))


def _prices(card: _Card, lost: list[str]) -> Iterator[Price]:
    """Every price in the currency that its shop is known for; another one would be mixed up."""
    shop = card.pricing.tcgplayer
    if shop.get("unit", CURRENCIES["tcgplayer"]) == CURRENCIES["tcgplayer"]:
        day = str(shop.get("updated", ""))
        for finish, values in shop.items():
            if isinstance(values, dict):
                one = _Tcgplayer.model_validate(values, context=lost)
                yield price(card.id, "tcgplayer", finish, day, market=one.market, low=one.low)
    if (market := card.pricing.cardmarket) and market.unit == CURRENCIES["cardmarket"]:
        stated = partial(price, card.id, "cardmarket", updated=market.updated)
        yield stated(finish="normal", low=market.low, trend=market.trend)
        yield stated(finish="holofoil", low=market.low_holo, trend=market.trend_holo)
