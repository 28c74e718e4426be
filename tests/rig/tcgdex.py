"""TCGdex v2 as it answers: lists in brief with filters, whole cards, sets."""

from collections.abc import Callable, Mapping
from functools import cached_property
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import quote as encoded
from urllib.parse import unquote
from zlib import crc32

from deckbuilder.domain.cards import ENERGY, CardSet, Printing
from tests.rig.prices import Quote, quote
from tests.rig.reply import Reply, json_reply
from tests.rig.world import Card, View, is_basic_energy, patched

_UPDATED: Final = "2026-10-01T00:00:00Z"
_BRIEF: Final = ("id", "localId", "name", "image")
_SETS_WITH_INTEGERS: Final = 4
"""One set in so many states its plain numbers as integers."""
_PER_PAGE: Final = 100


class Tcgdex:
    """The service, over the world as it stands at one moment."""

    def __init__(self, view: View, images: str) -> None:
        """Take over the world.

        Args:
            view: The world as TCGdex tells it.
            images: The address that images lie under.
        """
        self._view = view
        self._images = images
        self._cards = {self._card_id(card): card for card in view.cards}
        self._records: dict[str, dict[str, Any]] = {}

    def reply_to(self, path: tuple[str, ...], query: list[tuple[str, str]], target: str) -> Reply:
        """Answer `/cards`, `/cards/{id}`, `/sets` or `/sets/{id}`.

        Args:
            path: The segments of the path, still encoded.
            query: The decoded parameters.
            target: Path and query as asked, which an error names.
        """
        match path:
            case ("cards",):
                return json_reply(self._listed(query))
            case ("cards", card_id):
                found: Any = self._found_card(card_id)
            case ("sets",):
                return json_reply([self._set_brief(one) for one in self._view.sets.values()])
            case ("sets", set_id):
                found = self._found_set(unquote(set_id))
            case _:
                found = None
        return json_reply(found) if found else _missing(target)

    def image_stems(self) -> Mapping[str, bool]:
        """Every path under the images, without quality and format, and whether it is there."""
        lost = self._view.without_image
        return {
            self._image_path(card): card.printing.card_id not in lost for card in self._view.cards
        }

    def _found_card(self, segment: str) -> dict[str, Any] | None:
        for card_id in (segment, unquote(segment)):
            if card_id in self._cards:
                return self._record(card_id)
        return self._by_name(unquote(segment))

    def _by_name(self, wanted: str) -> dict[str, Any] | None:
        """Fall back to a name, as TCGdex does: so it can answer with another card."""
        names = (wanted.casefold(), wanted.partition("-")[2].casefold())
        for card_id, card in self._cards.items():
            if card.printing.name.casefold() in names:
                return self._record(card_id)
        return None

    def _found_set(self, wanted: str) -> dict[str, Any] | None:
        for card_set in self._view.sets.values():
            if self._set_id(card_set.set_id) == wanted:
                return self._set_record(card_set)
        return None

    def _listed(self, query: list[tuple[str, str]]) -> list[dict[str, Any]]:
        options = {name: value for name, value in query if ":" in name}
        filters = [(name, value) for name, value in query if ":" not in name]
        cards = list(self._cards)
        for name, value in filters:
            keep = _filter(value)
            cards = [one for one in cards if keep(_at(self._record(one), name))]
        if field := options.get("sort:field"):
            cards = self._sorted(cards, field, options.get("sort:order", "ASC"))
        return [self._brief(one) for one in _page(cards, options)]

    def _sorted(self, cards: list[str], field: str, order: str) -> list[str]:
        """By a field; cards without it come last either way."""
        values = {one: _at(self._record(one), field) for one in cards}
        stated = [one for one in cards if values[one] is not None]
        stated.sort(
            key=lambda one: (isinstance(values[one], str), values[one]),
            reverse=order.upper() == "DESC",
        )
        return stated + [one for one in cards if values[one] is None]

    def _brief(self, card_id: str) -> dict[str, Any]:
        card = self._cards[card_id]
        brief = {
            "id": card_id,
            "localId": _local_id(card),
            "name": card.printing.name,
            "image": self._image(card),
        }
        patch = self._patch(card)
        return patched(brief, {name: patch[name] for name in _BRIEF if name in patch})

    def _record(self, card_id: str) -> dict[str, Any]:
        if card_id not in self._records:
            card = self._cards[card_id]
            stated = {
                name: value
                for name, value in self._fields(card_id, card).items()
                if value not in (None, "", [], {})
            }
            self._records[card_id] = patched(stated, self._patch(card))
        return self._records[card_id]

    def _fields(self, card_id: str, card: Card) -> dict[str, Any]:
        one = card.printing
        return {
            "category": one.category,
            "id": card_id,
            "illustrator": one.illustrator,
            "image": self._image(card),
            "localId": _local_id(card),
            "name": one.name,
            "rarity": one.rarity,
            "set": self._set_brief(self._view.sets[one.set_id]),
            "variants": _variant_flags(one),
            "variants_detailed": [_variant(text) for text in one.variants],
            "dexId": list(one.dex),
            "hp": one.hp,
            "types": list(one.types),
            "evolveFrom": card.evolves_from,
            "stage": one.stage,
            "suffix": card.suffix,
            "trainerType": one.trainer_type,
            "energyType": _energy_type(one),
            "legal": {"standard": False, "expanded": False},
            "thirdParty": _shop_ids(one),
            "updated": _UPDATED,
            "pricing": _pricing(one, quote(one, self._view.price_day)),
        }

    def _set_brief(self, card_set: CardSet) -> dict[str, Any]:
        size = self._view.sizes[card_set.set_id]
        official = size if card_set.printed_total is None else card_set.printed_total
        return {
            "id": self._set_id(card_set.set_id),
            "name": card_set.name,
            "cardCount": {"total": size, "official": official},
        }

    def _set_record(self, card_set: CardSet) -> dict[str, Any]:
        abbreviation = {"abbreviation": {"official": card_set.code}} if card_set.code else {}
        return {
            **self._set_brief(card_set),
            "releaseDate": card_set.release_date,
            "serie": {"id": card_set.series_id, "name": card_set.series},
            **abbreviation,
            "cards": [self._brief(one) for one in self._of_set[card_set.set_id]],
        }

    @cached_property
    def _of_set(self) -> dict[str, list[str]]:
        cards: dict[str, list[str]] = {}
        for card_id, card in self._cards.items():
            cards.setdefault(card.printing.set_id, []).append(card_id)
        return cards

    def _set_id(self, set_id: str) -> str:
        return self._view.renamed.get(set_id, set_id)

    def _card_id(self, card: Card) -> str:
        return f"{self._set_id(card.printing.set_id)}-{card.tail}"

    def _patch(self, card: Card) -> Mapping[str, Any]:
        return self._view.patches.get(card.printing.card_id, {})

    def _image(self, card: Card) -> str:
        return f"{self._images}/{self._image_path(card)}"

    def _image_path(self, card: Card) -> str:
        set_id = card.printing.set_id
        series = self._view.sets[set_id].series_id
        return f"en/{series}/{self._set_id(set_id)}/{encoded(card.tail, safe='')}"


def _missing(target: str) -> Reply:
    error = {
        "type": "https://tcgdex.dev/errors/not-found",
        "title": "The resource you are trying to reach does not exists",
        "status": 404,
        "endpoint": target.removeprefix("/v2"),
        "method": "GET",
    }
    return json_reply(error, HTTPStatus.NOT_FOUND)


def _local_id(card: Card) -> str | int:
    """The number as text; some sets state plain numbers as integers."""
    integers = crc32(card.printing.set_id.encode()) % _SETS_WITH_INTEGERS == 0
    plain = card.tail.isdecimal() and not card.tail.startswith("0")
    return int(card.tail) if integers and plain else card.tail


def _variant(text: str) -> dict[str, Any]:
    """`holo-shadowless+1st-edition@jumbo` taken apart."""
    text, _, size = text.partition("@")
    kind, *stamps = text.split("+")
    kind, _, subtype = kind.partition("-")
    told = {"type": kind, "subtype": subtype, "size": size or "standard", "stamp": stamps}
    return {name: value for name, value in told.items() if value}


def _variant_flags(one: Printing) -> dict[str, bool]:
    variants = [_variant(text) for text in one.variants]
    kinds = {variant["type"] for variant in variants}
    stamps = {stamp for variant in variants for stamp in variant.get("stamp", ())}
    return {
        "firstEdition": "1st-edition" in stamps,
        "holo": "holo" in kinds,
        "normal": "normal" in kinds,
        "reverse": "reverse" in kinds,
        "wPromo": "w-promo" in stamps,
    }


def _energy_type(one: Printing) -> str:
    if one.category != ENERGY:
        return ""
    return "Normal" if is_basic_energy(one) else "Special"


def _shop_ids(one: Printing) -> dict[str, int]:
    ids = {"tcgplayer": one.tcgplayer_id, "cardmarket": one.cardmarket_id}
    return {shop: int(text) for shop, text in ids.items() if text}


def _pricing(one: Printing, told: Quote) -> dict[str, Any]:
    updated = f"{told.day}T00:00:00.000Z"
    dollars: dict[str, Any] | None = None
    if told.dollars:
        dollars = {"unit": "USD", "updated": updated}
        for finish, cents in told.dollars.items():
            dollars[finish] = {
                "productId": int(one.tcgplayer_id or 0),
                "lowPrice": cents * 8 // 10 / 100,
                "midPrice": cents * 11 // 10 / 100,
                "highPrice": cents * 3 / 100,
                "marketPrice": cents / 100,
                "directLowPrice": None,
            }
    euros = told.euros and {
        "idProduct": int(one.cardmarket_id or 0),
        "unit": "EUR",
        "updated": updated,
        "avg": told.euros / 100,
        "low": told.euros * 7 // 10 / 100,
        "trend": told.euros / 100,
        "avg1": told.euros / 100,
        "avg7": told.euros / 100,
        "avg30": None,
    }
    return {"tcgplayer": dollars, "cardmarket": euros}


def _at(record: Mapping[str, Any], path: str) -> Any:
    value: Any = record
    for name in path.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _page(cards: list[str], options: Mapping[str, str]) -> list[str]:
    if "pagination:page" not in options and "pagination:itemsPerPage" not in options:
        return cards
    page = int(options.get("pagination:page", 1))
    size = int(options.get("pagination:itemsPerPage", _PER_PAGE))
    return cards[(page - 1) * size : page * size]


_NUMBERS: Final[Mapping[str, Callable[[float, float], bool]]] = {
    "gt": lambda value, bound: value > bound,
    "gte": lambda value, bound: value >= bound,
    "lt": lambda value, bound: value < bound,
    "lte": lambda value, bound: value <= bound,
}
_NEGATIONS: Final = {"not": "like", "notlike": "like", "neq": "eq", "notnull": "null"}


def _filter(text: str) -> Callable[[Any], bool]:
    """What a filter such as `gte:60`, `eq:25`, `like:chu` or `Fire|Water` lets through."""
    name, colon, rest = text.partition(":")
    known = colon and name in {"like", "eq", "null", *_NUMBERS, *_NEGATIONS}
    kind, wanted = (name, rest) if known else ("like", text)
    if kind in _NEGATIONS:
        denied = _any_of(_NEGATIONS[kind], wanted)
        return lambda value: not denied(value)
    return _any_of(kind, wanted)


def _any_of(kind: str, wanted: str) -> Callable[[Any], bool]:
    items = wanted.split("|" if "|" in wanted else ",")
    return lambda value: any(_matches(kind, value, item) for item in items)


def _matches(kind: str, value: Any, wanted: str) -> bool:
    if kind == "null" or value is None:
        return kind == "null" and value is None
    if kind in _NUMBERS:
        numeric = isinstance(value, int | float) and wanted.isdecimal()
        return numeric and _NUMBERS[kind](value, float(wanted))
    if kind == "eq":
        values = value if isinstance(value, list) else [value]
        return wanted in map(str, values)
    if isinstance(value, int):
        return str(value) == wanted
    text = ",".join(map(str, value)) if isinstance(value, list) else str(value)
    return wanted.casefold() in text.casefold()
