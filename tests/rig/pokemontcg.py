"""pokemontcg.io v2 as it answers: pages of cards found by a query, single cards, sets."""

from collections.abc import Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import quote as encoded
from urllib.parse import unquote

from deckbuilder.domain.cards import ENERGY, POKEMON, TRAINER, CardSet, Printing
from tests.rig.lucene import QueryError, parse, values_at
from tests.rig.prices import Quote, quote
from tests.rig.reply import Reply, json_reply
from tests.rig.world import Card, View, is_basic_energy, patched

_MOST_PER_PAGE: Final = 250
_WITH_SMALL_EX_SINCE: Final = "2023"

SETS_OF_POKEMONTCG: Final[Mapping[str, str]] = MappingProxyType(
    {
        "lc": "base6",
        "bog": "bp",
        "ex5.5": "pccp",
        "exu": "ex10",
        "tk-ex-latia": "tk1a",
        "tk-ex-latio": "tk1b",
        "tk-ex-p": "tk2a",
        "tk-ex-m": "tk2b",
        "hgssp": "hsp",
        "2011bw": "mcd11",
        "2012bw": "mcd12",
        "2014xy": "mcd14",
        "2015xy": "mcd15",
        "2016xy": "mcd16",
        "2017sm": "mcd17",
        "2018sm": "mcd18",
        "2019sm": "mcd19",
        "2021swsh": "mcd21",
        "2022swsh": "mcd22",
        "2023sv": "mcd23",
        "sm3.5": "sm35",
        "sm7.5": "sm75",
        "fut2020": "fut20",
        "swsh3.5": "swsh35",
        "swsh4.5": "swsh45",
        "swsh4.5sv": "swsh45sv",
        "cel25cc": "cel25c",
        "swsh10.5": "pgo",
        "swsh12.5": "swsh12pt5",
        "swsh12.5gg": "swsh12pt5gg",
        "sv01": "sv1",
        "sv02": "sv2",
        "sv03": "sv3",
        "sv03.5": "sv3pt5",
        "sv04": "sv4",
        "sv04.5": "sv4pt5",
        "sv05": "sv5",
        "sv06": "sv6",
        "sv06.5": "sv6pt5",
        "sv07": "sv7",
        "sv08": "sv8",
        "sv08.5": "sv8pt5",
        "sv09": "sv9",
        "sv10": "sv10",
        "sv10.5b": "zsv10pt5",
        "sv10.5w": "rsv10pt5",
        "me01": "me1",
        "me02": "me2",
        "me02.5": "me2pt5",
        "me03": "me3",
        "me04": "me4",
        "me05": "me5",
    }
)
"""What pokemontcg.io calls the sets that TCGdex calls otherwise; the rest bear one id at both."""

SETS_POKEMONTCG_LACKS: Final = frozenset(
    {
        "miscp",
        "xya",
        "mfb",
        "2024sv",
        *(f"tk-{kit}" for kit in ("dp-l", "dp-m", "hs-g", "hs-r", "bw-e", "bw-z", "sm-l", "sm-r")),
        *(f"tk-xy-{kit}" for kit in ("n", "sy", "b", "w", "latia", "latio", "p", "su")),
    }
)
"""Sets of TCGdex that pokemontcg.io does not have."""

_SUPERTYPES: Final = {POKEMON: "Pokémon", TRAINER: "Trainer", ENERGY: "Energy"}
_STAGES: Final = {
    "Stage1": "Stage 1",
    "Stage2": "Stage 2",
    "LEVEL-UP": "Level-Up",
    "RESTORED": "Restored",
}
_BOXES: Final[Mapping[str, tuple[str, ...]]] = {
    "TAG TEAM": ("TAG TEAM", "GX"),
    "LV.X": ("Level-Up",),
    "Mega": ("MEGA",),
}
_TRAINERS: Final = {"Tool": "Pokémon Tool"}
_RARITIES: Final = {
    "Holo Rare": "Rare Holo",
    "Holo Rare V": "Rare Holo V",
    "Holo Rare VMAX": "Rare Holo VMAX",
    "Holo Rare VSTAR": "Rare Holo VSTAR",
    "Secret Rare": "Rare Secret",
    "Rare PRIME": "Rare Prime",
    "Shiny rare VMAX": "Rare Shiny",
    "Full Art Trainer": "Rare Ultra",
    "Illustration rare": "Illustration Rare",
    "Special illustration rare": "Special Illustration Rare",
    "Double rare": "Double Rare",
    "Hyper rare": "Hyper Rare",
    "Shiny rare": "Shiny Rare",
    "Shiny rare V": "Rare Shiny",
}
_FINISHES: Final = {
    "reverse-holofoil": "reverseHolofoil",
    "1st-edition": "1stEditionNormal",
    "1st-edition-holofoil": "1stEditionHolofoil",
}


class PokemonTcg:
    """The service, over the world as it stands at one moment."""

    def __init__(self, view: View, images: str) -> None:
        """Take over the world.

        Args:
            view: The world as pokemontcg.io tells it.
            images: The address that images lie under.
        """
        self._view = view
        self._images = images
        cards = [one for one in view.cards if one.printing.set_id not in SETS_POKEMONTCG_LACKS]
        self._cards = {f"{_set_id(one)}-{_number(one)}": one for one in cards}
        self._records: dict[str, dict[str, Any]] = {}
        self._found: dict[tuple[str, str], list[str]] = {}
        self._sets = self._set_records()

    def reply_to(self, path: tuple[str, ...], query: dict[str, str]) -> Reply:
        """Answer `/cards`, `/cards/{id}`, `/sets` or `/sets/{id}`.

        Args:
            path: The segments of the path, still encoded.
            query: The decoded parameters.
        """
        try:
            return self._reply_to(path, query)
        except QueryError:
            return _error(HTTPStatus.BAD_REQUEST, "Bad Request. Your request is malformed.")

    def _reply_to(self, path: tuple[str, ...], query: dict[str, str]) -> Reply:
        match path:
            case ("cards",):
                return self._page_of_cards(query)
            case ("sets",):
                return json_reply(_envelope(list(self._sets.values()), query))
            case ("cards", card_id) if unquote(card_id) in self._cards:
                return json_reply({"data": self._record(unquote(card_id))})
            case ("sets", set_id) if set_id in self._sets:
                return json_reply({"data": self._sets[set_id]})
            case _:
                return _error(HTTPStatus.NOT_FOUND, "The requested resource could not be found.")

    def image_stems(self) -> Mapping[str, bool]:
        """Every path under the images, without quality and format, and whether it is there."""
        lost = self._view.without_image
        return {
            _image_path(card): card.printing.card_id not in lost for card in self._cards.values()
        }

    def _page_of_cards(self, query: dict[str, str]) -> Reply:
        page = _envelope(self._search(query.get("q", ""), query.get("orderBy", "")), query)
        page["data"] = [self._selected(one, query.get("select", "")) for one in page["data"]]
        return json_reply(page)

    def _search(self, query: str, order: str) -> list[str]:
        if (query, order) not in self._found:
            test = parse(query)
            cards = [one for one in self._cards if test(self._record(one))]
            for key in reversed(order.split(",") if order else []):
                cards = self._sorted(cards, key)
            self._found[query, order] = cards
        return self._found[query, order]

    def _sorted(self, cards: list[str], key: str) -> list[str]:
        """By a field, downwards after `-`; cards without it come last either way."""
        name = key.removeprefix("-")
        values = {one: values_at(self._record(one), name) for one in cards}
        stated = [one for one in cards if values[one]]
        stated.sort(key=lambda one: _order(values[one][0]), reverse=key.startswith("-"))
        return stated + [one for one in cards if not values[one]]

    def _selected(self, card_id: str, select: str) -> dict[str, Any]:
        record = self._record(card_id)
        names = select.split(",") if select else record
        return {name: record[name] for name in names if name in record}

    def _record(self, card_id: str) -> dict[str, Any]:
        if card_id not in self._records:
            card = self._cards[card_id]
            patch = self._view.patches.get(card.printing.card_id, {})
            self._records[card_id] = patched(self._fields(card_id, card), patch)
        return self._records[card_id]

    def _fields(self, card_id: str, card: Card) -> dict[str, Any]:
        one = card.printing
        image = f"{self._images}/{_image_path(card)}"
        told = quote(one, self._view.price_day)
        stated = {
            "hp": None if one.hp is None else str(one.hp),
            "types": list(one.types),
            "evolvesFrom": card.evolves_from,
            "artist": one.illustrator,
            "rarity": _rarity(one),
        }
        return {
            "id": card_id,
            "name": one.name,
            "supertype": _SUPERTYPES[one.category],
            "subtypes": _subtypes(one, self._view.sets[one.set_id]),
            **{name: value for name, value in stated.items() if value},
            "set": self._sets[_set_id(card)],
            "number": _number(card),
            "nationalPokedexNumbers": list(one.dex) or None,
            "images": {"small": f"{image}.png", "large": f"{image}_hires.png"},
            "tcgplayer": _tcgplayer(card_id, told),
            "cardmarket": _cardmarket(card_id, told),
        }

    def _set_records(self) -> dict[str, dict[str, Any]]:
        sizes: dict[str, int] = {}
        named: dict[str, CardSet] = {}
        for card in self._cards.values():
            set_id = _set_id(card)
            sizes[set_id] = sizes.get(set_id, 0) + 1
            named.setdefault(set_id, self._view.sets[card.printing.set_id])
        return {set_id: _set_record(set_id, one, sizes[set_id]) for set_id, one in named.items()}


def _set_record(set_id: str, one: CardSet, size: int) -> dict[str, Any]:
    code = {"ptcgoCode": one.code} if one.code else {}
    return {
        "id": set_id,
        "name": one.name,
        "series": one.series,
        "printedTotal": size if one.printed_total is None else one.printed_total,
        "total": size,
        **code,
        "releaseDate": one.release_date.replace("-", "/"),
        "updatedAt": "2026/10/01 00:00:00",
    }


def _set_id(card: Card) -> str:
    return SETS_OF_POKEMONTCG.get(card.printing.set_id, card.printing.set_id)


def _number(card: Card) -> str:
    """The number as this service prints it: `4` where the other has `004`."""
    tail = unquote(card.tail)
    return str(int(tail)) if tail.isdecimal() else tail


def _image_path(card: Card) -> str:
    return f"{_set_id(card)}/{encoded(_number(card), safe='')}"


def _subtypes(one: Printing, card_set: CardSet) -> list[str]:
    if one.category == ENERGY:
        return ["Basic" if is_basic_energy(one) else "Special"]
    if one.category == TRAINER:
        return [_TRAINERS.get(one.trainer_type, one.trainer_type)] if one.trainer_type else []
    boxes = _BOXES.get(one.rule_box, (one.rule_box,))
    for box in ("ex", "EX"):
        if one.name.endswith((f" {box}", f"-{box}")):
            boxes = (*boxes, box)
    if card_set.release_date < _WITH_SMALL_EX_SINCE:
        boxes = tuple("EX" if box == "ex" else box for box in boxes)
    stage = _STAGES.get(one.stage, one.stage)
    return [name for name in dict.fromkeys((stage, *boxes)) if name]


def _rarity(one: Printing) -> str:
    if one.rarity == "Ultra Rare" and not one.set_id.startswith(("sv", "me")):
        return "Rare Ultra"
    return "" if one.rarity == "None" else _RARITIES.get(one.rarity, one.rarity)


def _tcgplayer(card_id: str, told: Quote) -> dict[str, Any] | None:
    if not told.dollars:
        return None
    return {
        "url": f"https://prices.pokemontcg.io/tcgplayer/{card_id}",
        "updatedAt": told.day.replace("-", "/"),
        "prices": {
            _FINISHES.get(finish, finish): {
                "low": cents * 8 // 10 / 100,
                "mid": cents * 11 // 10 / 100,
                "high": cents * 3 / 100,
                "market": cents / 100,
                "directLow": None,
            }
            for finish, cents in told.dollars.items()
        },
    }


def _cardmarket(card_id: str, told: Quote) -> dict[str, Any] | None:
    if told.euros is None:
        return None
    return {
        "url": f"https://prices.pokemontcg.io/cardmarket/{card_id}",
        "updatedAt": told.day.replace("-", "/"),
        "prices": {
            "averageSellPrice": told.euros / 100,
            "lowPrice": told.euros * 7 // 10 / 100,
            "trendPrice": told.euros / 100,
            "reverseHoloTrend": None,
        },
    }


def _order(value: Any) -> tuple[int, str]:
    """Numbers by size, the rest by spelling."""
    text = str(value)
    return (int(text) if text.isdecimal() else 0, text.casefold())


def _envelope(values: list[Any], query: dict[str, str]) -> dict[str, Any]:
    page = _whole(query.get("page", "1"))
    size = min(_MOST_PER_PAGE, _whole(query.get("pageSize", str(_MOST_PER_PAGE))))
    data = values[(page - 1) * size : page * size]
    return {
        "data": data,
        "page": page,
        "pageSize": size,
        "count": len(data),
        "totalCount": len(values),
    }


def _whole(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise QueryError(text)
    return int(text)


def _error(status: HTTPStatus, message: str) -> Reply:
    return json_reply({"error": {"message": message, "code": int(status)}}, status)
