"""Names: how a card's name tells its species, and how a typed name finds one."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from deckbuilder.domain.cards import Species
from deckbuilder.errors import BadInputError

_WORDS_FOR_SYMBOLS: Final = str.maketrans({"♀": " f ", "♂": " m ", "'": "", "’": "", "‘": ""})
_WORDS_FOR_WORDS: Final = {"female": "f", "male": "m"}
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
