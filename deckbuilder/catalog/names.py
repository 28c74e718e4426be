"""Names: how a card's name tells its species, and how a typed name finds one."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from deckbuilder.domain.cards import LETTERS, Species
from deckbuilder.errors import BadInputError

_WORDS_FOR_SYMBOLS: Final = str.maketrans({"♀": " f ", "♂": " m ", "'": "", "’": "", "‘": ""})
_WORDS_FOR_WORDS: Final = {"female": "f", "male": "m", "imposter": "impostor"}
"""Words that are spelt otherwise here and there; cards print the Impostor both ways."""
_CARD_SYMBOLS: Final = str.maketrans({"☆": " star ", "★": " star ", "◇": " prism star "})
_ASIDE: Final = re.compile(r"\s*[(\[][^)\]]*[)\]]|\s+-\s+\S*\d\S*$")
"""What is added to a card's name: `(Secret)`, `(Professor Sada)`, `[Staff]`, ` - 4/102`."""
_TYPE_OF_LETTER: Final = {letter: name for name, letter in LETTERS.items()}
_ENERGY_LETTER: Final = re.compile(rf"\{{([{''.join(_TYPE_OF_LETTER)}])\}}")
"""How game clients write a type: `Basic {W} Energy`."""
_LEFT_OUT: Final = re.compile(r"^Basic (?=.*Energy$)| LV\.X$", re.IGNORECASE)
"""What is printed, and often left out: `Basic Fire Energy`, `Torterra LV.X`."""
_SUGGESTIONS: Final = 3
_LIKENESS: Final = 60
"""Least score, of 100, at which a known name is worth suggesting."""
_LONGEST_NUMBER: Final = 10
_NEAR_BEST: Final = 6
"""Points below the best score at which a name is no longer worth suggesting beside it."""


def fold(text: str) -> tuple[str, ...]:
    """Reduce a name to its words: lower-case ASCII, no accents, apostrophes or punctuation.

    `Flabébé` gives `flabebe`, `Nidoran♂` and `nidoran-m` give `nidoran m`, `Farfetch’d` gives
    `farfetchd`.
    """
    plain = unicodedata.normalize("NFKD", text.translate(_WORDS_FOR_SYMBOLS)).lower()
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    return tuple(_WORDS_FOR_WORDS.get(word, word) for word in re.findall(r"[a-z0-9]+", plain))


@lru_cache(maxsize=65_536)
def name_keys(name: str) -> tuple[str, ...]:
    """Reduce a card's name to what its spellings share, the most exact first.

    In full, with the symbols that are words, without what is added, without what is left out.
    """
    name = _ENERGY_LETTER.sub(lambda found: _TYPE_OF_LETTER[found[1]], name)
    spellings = (
        name,
        name.translate(_CARD_SYMBOLS),
        _ASIDE.sub("", name),
        _LEFT_OUT.sub("", name),
    )
    keys = (" ".join(fold(one)) for one in spellings)
    return tuple(dict.fromkeys(key for key in keys if key))


def same_name(one: str, other: str) -> bool:
    """Tell whether two names are one card's, but for what is added or left out."""
    return not set(name_keys(one)).isdisjoint(name_keys(other))


def bare_name(name: str) -> str:
    """Reduce a card's name to what is surely on every list: nothing added, nothing left out."""
    return _joined(_ASIDE.sub("", name))


def is_told_alike(one: str, other: str) -> bool:
    """Tell whether two sources name one card, of which one may leave out what stands in brackets.

    `Professor's Research` may be `Professor's Research (Professor Sada)`; `Unown [L]` is no
    `Unown [S]`.
    """
    full, full_other = _joined(one), _joined(other)
    return full == full_other or full == bare_name(other) or full_other == bare_name(one)


def _joined(name: str) -> str:
    return "".join(fold(_LEFT_OUT.sub("", name.translate(_CARD_SYMBOLS))))


def suggest(typed: str, known: Iterable[str]) -> list[str]:
    """Find the known names most like a misspelt one, best first; never a silent match."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415 - only a misspelling pays for it

    folded = {" ".join(fold(name)): name for name in known}
    query = " ".join(fold(typed))
    hits = process.extract(
        query, list(folded), scorer=fuzz.ratio, limit=_SUGGESTIONS, score_cutoff=_LIKENESS
    )
    return [folded[key] for key, score, _ in hits if score > hits[0][1] - _NEAR_BEST]


def did_you_mean(typed: str, known: Iterable[str]) -> str:
    """Word the suggestions for an error's end, or say nothing when nothing is alike."""
    names = suggest(typed, known)
    return f"; did you mean {' or '.join(names)}?" if names else ""


class SpeciesNames:
    """Finds species in names."""

    def __init__(self, species: Iterable[Species]) -> None:
        self._by_words = {fold(one.name): one for one in species}
        self._by_letters = {"".join(words): one for words, one in self._by_words.items()}
        self._by_dex = {one.dex: one for one in self._by_words.values()}
        self._longest = max(map(len, self._by_words), default=0)

    def within(self, card_name: str) -> tuple[Species, ...]:
        """Find the species that a card's name names, in its order and each once.

        Whole words only, the longest name first: `Dark Raichu` is a Raichu, `Mr. Rime` no
        `Mr. Mime`, `Pikachu & Zekrom GX` two species, `Buried Fossil` none.
        """
        words = fold(card_name)
        found: dict[int, Species] = {}
        start = 0
        while start < len(words):
            length = self._match_length(words[start:])
            if length:
                one = self._by_words[words[start : start + length]]
                found[one.dex] = one
            start += max(1, length)
        return tuple(found.values())

    def _match_length(self, words: tuple[str, ...]) -> int:
        lengths = range(min(self._longest, len(words)), 0, -1)
        return next((length for length in lengths if words[:length] in self._by_words), 0)

    def numbered(self, dex: Iterable[int]) -> bool:
        """Tell whether every one of these is the number of a species."""
        return all(one in self._by_dex for one in dex)

    def typed(self, text: str) -> Species:
        """Find the species of a typed name or dex number.

        Raises:
            BadInputError: No species has this name; the error suggests those most like it.
        """
        if text.strip().isdecimal() and len(text) < _LONGEST_NUMBER:
            return self._numbered(text)
        found = self._by_letters.get("".join(fold(text)))
        if found is None:
            known = [one.name for one in self._by_dex.values()]
            raise BadInputError(f"no species is called '{text}'{did_you_mean(text, known)}")
        return found

    def _numbered(self, text: str) -> Species:
        found = self._by_dex.get(int(text))
        if found is None:
            raise BadInputError(
                f"no species has the number '{text}': the National Dex goes from 1 to "
                f"{max(self._by_dex)}"
            )
        return found
