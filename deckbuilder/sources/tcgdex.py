"""TCGdex: a list of sets, a list of cards for each, and one answer for each card."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Final
from urllib.parse import quote

from pydantic import BeforeValidator, ConfigDict, Field, ValidationError

from deckbuilder.domain.cards import POKEMON, TRAINER
from deckbuilder.domain.prices import CURRENCIES, Price
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
    first_fault,
    listed,
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


class _Brief(_Named):
    local_id: Number = Field(alias="localId", default="")


class _Count(ApiModel):
    official: Whole | None = None


class _Abbreviation(ApiModel):
    official: str = ""


class _Set(ApiModel):
    id: str
    name: Title = ""
    release_date: Day = Field(alias="releaseDate", default="")
    serie: _Named = _Named(id="")
    card_count: _Count = Field(alias="cardCount", default=_Count())
    abbreviation: _Abbreviation = _Abbreviation()
    cards: Entries = ()
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


class _Amounts(ApiModel):
    low: Amount | None = Field(alias="lowPrice", default=None)
    market: Amount | None = Field(alias="marketPrice", default=None)


class _Tcgplayer(ApiModel):
    """Beside these fields it has one for each finish."""

    model_config = ConfigDict(extra="allow")

    unit: Any = CURRENCIES["tcgplayer"]
    updated: Day = ""


class _Cardmarket(ApiModel):
    unit: Any = CURRENCIES["cardmarket"]
    updated: Day = ""
    low: Amount | None = None
    trend: Amount | None = None
    low_holo: Amount | None = Field(alias="low-holo", default=None)
    trend_holo: Amount | None = Field(alias="trend-holo", default=None)


class _Pricing(ApiModel):
    tcgplayer: _Tcgplayer = _Tcgplayer()
    cardmarket: _Cardmarket = _Cardmarket()


class _Card(_Brief):
    category: Category = ""
    hp: Whole | None = None
    types: Texts = ()
    dex: Numbers = Field(alias="dexId", default=())
    rarity: str = ""
    illustrator: str = ""
    stage: str = ""
    suffix: str = ""
    trainer_type: str = Field(alias="trainerType", default="")
    variants: Annotated[tuple[_Variant, ...], BeforeValidator(listed)] = Field(
        alias="variants_detailed", default=()
    )
    image: Address = ""
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
        told = self._session.json(url, partial(_is_set, one.set_id))
        card_set = _Set.model_validate(told)
        if card_set.serie.id == _POCKET:
            return None
        cards = [self._listed(each, told) for each in card_set.cards]
        return OpenedSet(card_set.id, card_set.name or one.name, card_set.release_date, cards)

    def _listed(self, content: object, card_set: object) -> ListedCard:
        try:
            brief = _Brief.model_validate(content)
        except ValidationError as error:
            return refused(f"? {quoted(content)}", first_fault(error))
        read = partial(self._read, brief.id, card_set)
        return ListedCard(brief.id, brief.name, brief.local_id, read)

    def _read(self, card_id: str, card_set: object) -> Record:
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
    lost_of_set: list[str] = []
    try:
        card = _Card.model_validate(content, context=lost)
        there = _Set.model_validate(card_set, context=lost_of_set)
    except ValidationError as error:
        raise UnreadableError(first_fault(error)) from error
    prices = known(_prices(card, lost))
    sizes = ("low", "high") if card.image else ()
    image = {size: f"{card.image}/{size}.webp" for size in sizes}
    lost += [f"set.{one}" for one in lost_of_set]
    return Record(_row(card, there), prices, image, tuple(lost))


def _is_list(content: object) -> str:
    return "" if isinstance(content, list) else "the answer is no list"


def _remote(content: object) -> RemoteSet:
    try:
        one = _Named.model_validate(content)
    except ValidationError as error:
        return RemoteSet("?", "", fault=f"listed unreadably: {first_fault(error)}")
    return RemoteSet(one.id, one.name)


def _is_set(asked: str, content: Any) -> str:  # noqa: ANN401 - what was sent
    try:
        came = _Set.model_validate(content).id
    except ValidationError as error:
        return first_fault(error)
    if came != asked:
        return f"set {came!r} came"
    return "" if isinstance(content.get("cards"), list) else "the set has no list of cards"


def _is_card(asked: str, content: object) -> str:
    """Tell another card from the one asked for: an unknown id is searched for by name."""
    came = content.get("id") if isinstance(content, dict) else None
    return "" if came == asked else f"card {came!r} came"


def _row(card: _Card, card_set: _Set) -> Mapping[str, str]:
    return {
        "card_id": card.id,
        "set_id": card_set.id,
        "set_name": card_set.name,
        "set_code": card_set.abbreviation.official,
        "serie_id": card_set.serie.id,
        "serie_name": card_set.serie.name,
        "release_date": card_set.release_date,
        "number": card.local_id or number_by_id(card.id, card_set.id),
        "printed_total": str(card_set.card_count.official or ""),
        "name": card.name,
        "category": card.category or _likely_category(card),
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


def _likely_category(card: _Card) -> str:
    """Tell a card's category by what else it states; empty where that may be anything."""
    if card.trainer_type:
        return TRAINER
    return POKEMON if card.types or card.dex else ""


def _prices(card: _Card, lost: list[str]) -> Iterator[Price]:
    dollars, euros = card.pricing.tcgplayer, card.pricing.cardmarket
    if _is_currency("tcgplayer", dollars.unit, lost):
        finishes = dollars.model_extra or {}
        for finish, one in by_finish("pricing.tcgplayer", finishes, _Amounts, lost):
            yield price(card.id, "tcgplayer", finish, dollars.updated, **one.model_dump())
    if _is_currency("cardmarket", euros.unit, lost):
        stated = partial(price, card.id, "cardmarket", updated=euros.updated)
        yield stated(finish="normal", low=euros.low, trend=euros.trend)
        yield stated(finish="holofoil", low=euros.low_holo, trend=euros.trend_holo)


def _is_currency(shop: str, unit: object, lost: list[str]) -> bool:
    """Whether a shop's prices are in the currency that it is known for: others would be mixed."""
    if isinstance(unit, str) and unit.strip().upper() == CURRENCIES[shop]:
        return True
    lost.append(f"pricing.{shop}.unit {quoted(unit)} is not {CURRENCIES[shop]}")
    return False
