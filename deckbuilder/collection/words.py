"""Words for a card's language, condition and finish: each shop's own, and the one kept here.

A word that is none of these is kept as it stands.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from deckbuilder.catalog.names import fold

ENGLISH: Final = "en"

LANGUAGES: Final[Mapping[str, tuple[str, ...]]] = {
    ENGLISH: ("English", "eng"),
    "de": ("German", "Deutsch"),
    "es": ("Spanish", "Español"),
    "fr": ("French", "Français"),
    "id": ("Indonesian",),
    "it": ("Italian", "Italiano"),
    "ja": ("Japanese", "jp"),
    "ko": ("Korean", "kr"),
    "nl": ("Dutch",),
    "pl": ("Polish",),
    "pt": ("Portuguese", "pt-br"),
    "ru": ("Russian",),
    "th": ("Thai",),
    "zh-hans": ("Simplified Chinese", "Chinese (S)", "zhs", "zh-cn"),
    "zh-hant": ("Traditional Chinese", "Chinese (T)", "zht", "zh-tw", "Chinese"),
}
"""ISO code of a language, its English name first, then what else a list may call it."""

CONDITIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "mint": ("M", "MT"),
    "near mint": ("NM",),
    "excellent": ("EX",),
    "good": ("GD",),
    "lightly played": ("LP", "light played"),
    "played": ("PL",),
    "moderately played": ("MP",),
    "heavily played": ("HP",),
    "damaged": ("DMG", "D"),
    "poor": ("PO",),
}
"""Every grade that a shop tells apart, its code first; no two are held to be the same."""

FINISHES: Final[Mapping[str, tuple[str, ...]]] = {
    "normal": ("non-foil", "non-holo"),
    "holofoil": ("holo", "foil"),
    "reverse-holofoil": ("reverse", "reverse holo", "reverse foil", "PH", "parallel holofoil"),
    "1st-edition": ("first edition", "1st edition normal"),
    "1st-edition-holofoil": ("1st edition holo",),
    "unlimited": (),
    "unlimited-holofoil": ("unlimited holo",),
}
"""Finishes as a price names them."""

_REMEMBERED: Final = 4096
"""Words kept folded: a list has few, row after row."""

Vocabulary = Mapping[str, str]
"""Word kept here, by folded word of a list."""


@lru_cache(_REMEMBERED)
def _key(word: str) -> str:
    return "".join(fold(word))


def _vocabulary(words: Mapping[str, tuple[str, ...]]) -> Vocabulary:
    return {_key(one): kept for kept, others in words.items() for one in (kept, *others)}


_LANGUAGES: Final = _vocabulary(LANGUAGES)
_CONDITIONS: Final = _vocabulary(CONDITIONS)
_FINISHES: Final = _vocabulary(FINISHES)


def _kept(word: str, vocabulary: Vocabulary) -> str:
    return vocabulary.get(_key(word), word.strip())


def language_of(word: str) -> str:
    """Give the code of a language: `Japanese` and `JP` are `ja`."""
    return _kept(word, _LANGUAGES)


def condition_of(word: str) -> str:
    """Give a condition as kept here: `NM` and `near_mint` are `near mint`."""
    return _kept(word, _CONDITIONS)


def finish_of(word: str) -> str:
    """Give a finish as kept here: `Reverse Holo` and `PH` are `reverse-holofoil`."""
    return _kept(word, _FINISHES)


@lru_cache(_REMEMBERED)
def condition_and_finish_of(word: str) -> tuple[str, str]:
    """Part a condition that names the finish too: `Near Mint Reverse Holofoil`."""
    words = word.split()
    for length in range(len(words) - 1, 0, -1):
        condition = _CONDITIONS.get(_key(" ".join(words[:length])))
        finish = _FINISHES.get(_key(" ".join(words[length:])))
        if condition and finish:
            return condition, finish
    return condition_of(word), ""


def _writer(words: Mapping[str, str]) -> Callable[[str], str]:
    return lambda kept: words.get(kept, kept)


language_name = _writer({code: names[0] for code, names in LANGUAGES.items()})
"""Write a language in full: `Japanese`."""
condition_title = _writer({one: one.title() for one in CONDITIONS})
"""Write a condition as TCGplayer does: `Near Mint`."""
condition_code = _writer({one: codes[0] for one, codes in CONDITIONS.items()})
"""Write a condition as a code: `NM`."""
condition_snake = _writer({one: one.replace(" ", "_") for one in CONDITIONS})
"""Write a condition as ManaBox does: `near_mint`."""
finish_title = _writer({one: one.replace("-", " ").title() for one in FINISHES})
"""Write a finish as TCGplayer does: `Reverse Holofoil`."""
finish_foil = _writer({"holofoil": "foil"})
"""Write a finish as ManaBox does, as far as it has words: `normal`, `foil`."""
