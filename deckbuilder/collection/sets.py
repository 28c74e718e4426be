"""What a set is called: by its id, its code, and the names that shops and games have for it."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from deckbuilder.catalog.names import did_you_mean, fold
from deckbuilder.domain.cards import CardSet

_ALIASES: Final[Mapping[str, tuple[str, ...]]] = {
    "2024sv": ("McDonald's Promos 2024",),
    "base1": ("Base",),
    "basep": ("WoTC Promo", "Wizards Promos", "WP"),
    "bog": ("Best of Promos", "bp"),
    "bwp": ("Black and White Promos", "PR-BLW", "PR-BW"),
    "cel25cc": ("cel25c",),
    "dpp": ("Diamond and Pearl Promos", "PR-DP"),
    "ecard1": ("Expedition",),
    "bw11": ("Legendary Treasures: Radiant Collection",),
    "g1": ("Generations: Radiant Collection",),
    "exu": ("Unseen Forces Unown",),
    "hgssp": ("HGSS Promos", "hsp"),
    "lc": ("base6",),
    "mep": ("ME: Mega Evolution Promo", "Mega Evolution Black Star Promos", "PR-ME"),
    "np": ("Nintendo Promos",),
    "ru1": ("Rumble",),
    "sm1": ("SM Base Set",),
    "smp": ("SM Promos", "PR-SM"),
    "sv01": ("Scarlet & Violet Base Set",),
    "sv03.5": ("Scarlet & Violet 151", "Pokémon Card 151"),
    "sv10.5b": ("zsv10pt5",),
    "sv10.5w": ("rsv10pt5",),
    "svp": ("Scarlet & Violet Promo Cards", "Scarlet & Violet Black Star Promos", "PR-SV"),
    "swsh1": ("Sword & Shield Base Set",),
    "swsh10.5": ("pgo",),
    "swshp": (
        "Sword & Shield Promo Cards",
        "Sword & Shield Promos",
        "Sword & Shield Black Star Promos",
        "SWSHP",
        "PR-SW",
    ),
    "tk-ex-latia": ("EX Trainer Kit 1: Latias & Latios", "tk1a"),
    "tk-ex-latio": ("EX Trainer Kit 1: Latias & Latios", "tk1b"),
    "tk-ex-m": ("EX Trainer Kit 2: Plusle & Minun", "tk2b"),
    "tk-ex-p": ("EX Trainer Kit 2: Plusle & Minun", "tk2a"),
    "xy1": ("XY Base Set",),
    "xya": ("Alternate Art Promos",),
    "xyp": ("XY Promos", "PR-XY"),
}
"""Names that no rule gives: TCGplayer's, pokemontcg.io's, and PTCGL's codes of promos."""

_GALLERIES: Final = re.compile(r"(tg|gg|sv|cc)$")
"""How the id of a set that came inside another ends: `swsh9tg` came in `swsh9`."""
_OTHER_GALLERIES: Final = {"sma": "sm115", "exu": "ex10"}
"""Such sets with ids of their own."""

_ERA: Final = re.compile(
    r"^(?:(?:SWSH|SV|SM|XY|ME|BW|HGSS|HS|DP)\d*\s*[:\-\u2013\u2014]\s*|EX\s+)", re.IGNORECASE
)
"""How shops begin a name: `SWSH04: Vivid Voltage`, `XY - Flashfire`, `EX Deoxys`."""
_REMEMBERED: Final = 65_536
_BRACKETS: Final = re.compile(r"\s*[(\[][^)\]]*[)\]]\s*")


def _key(text: str) -> str:
    return "".join(word for word in fold(text) if word != "and")


class SetNames:
    """Finds sets by whatever a list calls them."""

    def __init__(self, sets: Iterable[CardSet]) -> None:
        self._sets = {one.set_id: one for one in sets}
        self._exact: dict[str, tuple[str, ...]] = {
            one.code: (one.set_id,) for one in self._sets.values() if one.code
        }
        # `g1` is Generations, and `G1` the code of Gym Heroes: an id as it stands comes first.
        self._exact |= {set_id: (set_id,) for set_id in self._sets}
        folded: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for one in self._sets.values():
            for name in _names(one):
                folded[_key(name)][one.set_id] = None
        self._folded = {key: tuple(set_ids) for key, set_ids in folded.items()}
        self._inside: dict[str, list[str]] = {set_id: [] for set_id in self._sets}
        for set_id in self._sets:
            outer = _OTHER_GALLERIES.get(set_id) or _GALLERIES.sub("", set_id)
            self._inside.get(outer, []).append(set_id)
        # A list names few sets, row after row.
        self.called: Final = lru_cache(_REMEMBERED)(self._called)
        self.suggestion: Final = lru_cache(_REMEMBERED)(self._suggestion)

    def _called(self, text: str) -> tuple[str, ...]:
        """Find the ids of every set of this id, code or name; none where it is unknown."""
        found = self._exact.get(text)
        if found:
            return found
        era, brackets = _ERA.sub("", text), _BRACKETS.sub("", text)
        spellings = (text, era, brackets, _BRACKETS.sub("", era))
        hits = (self._folded.get(_key(one), ()) for one in spellings if _key(one))
        return next((hit for hit in hits if hit), ())

    def inside(self, set_ids: Iterable[str]) -> tuple[str, ...]:
        """Find the galleries and vaults that came in these sets."""
        outer = tuple(set_ids)
        return tuple(one for set_id in outer for one in self._inside[set_id] if one not in outer)

    def _suggestion(self, text: str) -> str:
        """Word the sets whose name is most like an unknown one, or say nothing."""
        return did_you_mean(text, [one.name for one in self._sets.values()])


def _names(one: CardSet) -> Iterator[str]:
    yield from (one.set_id, one.code, one.name)
    yield from _ALIASES.get(one.set_id, ())
    # pokemontcg.io pads nothing and writes the dot as `pt`, and older ids have none at all.
    short = re.sub(r"(?<=[a-z])0+(?=\d)", "", one.set_id)
    yield from (short, short.replace(".", "pt"), short.replace(".", ""))
    if "Collection 20" in one.name:
        yield one.name.replace("Collection", "Promos")
