"""Lists in the shapes that shops read, a copy of each card."""

from collections.abc import Iterable, Sequence
from typing import Final
from urllib.parse import quote

from deckbuilder.export.checklist import Pick

MOST_LINES: Final = 100
"""Lines that a shop takes at once."""
MOST_CHARACTERS: Final = 1800
"""Characters that a shop takes at once, and a browser in an address."""
_MASS_ENTRY: Final = "https://store.tcgplayer.com/massentry?productline=Pokemon&c="
_BETWEEN: Final = quote("||")


def massentry(picks: Iterable[Pick]) -> tuple[str, ...]:
    """Write TCGplayer Mass Entry lines, `1 Lurantis ex [PBL] 4`, in texts that it takes at once.

    That is quantity, name, set code in brackets, and number without leading zeros. Where the
    catalogue knows no code for a set its name stands without brackets; see `unplaced`.
    """
    return _texts([_massentry_line(pick) for pick in picks])


def massentry_links(picks: Iterable[Pick]) -> tuple[str, ...]:
    """Make links that open Mass Entry with the lines filled in.

    As many as it takes for each to have at most 100 lines and 1800 characters.
    """
    links: list[str] = []
    for line in map(_massentry_line, picks):
        part = quote(line, safe="")
        if links and _fits(links[-1], part):
            links[-1] += _BETWEEN + part
        else:
            links.append(_MASS_ENTRY + part)
    return tuple(links)


def unplaced(picks: Iterable[Pick]) -> tuple[str, ...]:
    """List the Mass Entry lines that a shop may not match, as their sets have no code."""
    return tuple(_massentry_line(pick) for pick in picks if not pick.card_set.code)


def cardmarket_wants(picks: Iterable[Pick]) -> tuple[str, ...]:
    """Write Cardmarket wants, `1 Name` a line, as texts of at most 100 lines each.

    Cardmarket finds cards by name and leaves the printing to be chosen there.
    """
    return _texts([f"1 {_one_line(pick.row.name)}" for pick in picks])


def names(picks: Iterable[Pick]) -> str:
    """Write the plain names, one a line."""
    return _text(_one_line(pick.row.name) for pick in picks)


def _massentry_line(pick: Pick) -> str:
    one = pick.card_set
    set_name = f"[{one.code}]" if one.code else one.name
    return f"1 {_one_line(pick.row.name)} {set_name} {pick.row.number.lstrip('0') or '0'}"


def _fits(link: str, part: str) -> bool:
    short = len(link) + len(_BETWEEN) + len(part) <= MOST_CHARACTERS
    return short and link.count(_BETWEEN) + 1 < MOST_LINES


def _one_line(name: str) -> str:
    return " ".join(name.split())


def _texts(lines: Sequence[str]) -> tuple[str, ...]:
    """Part lines in texts of at most 100 lines and 1800 characters; there is always one."""
    texts = [""]
    for line in lines:
        part = f"{line}\n"
        full = texts[-1].count("\n") == MOST_LINES or len(texts[-1]) + len(part) > MOST_CHARACTERS
        texts = [*texts, part] if full else [*texts[:-1], texts[-1] + part]
    return tuple(texts)


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
