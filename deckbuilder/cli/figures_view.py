"""What games showed, on the screen: figures, limits, and two decks side by side."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table

from deckbuilder.cli.playing import Judgement
from deckbuilder.cli.screen import bold, passed
from deckbuilder.engine.figures import Comparison, Figures, Share
from deckbuilder.engine.thresholds import Verdict

_FEW: Final = 3
"""Cards and lanes that are worth a place on the screen."""
_SMALL: Final = 0.001
"""Chance below which its digits say nothing."""
_COLUMNS: Final = 4
"""Numbers of players that fit beside each other."""


def _percent(share: Share) -> str:
    return f"{share.value:.1%}"


def _chance(value: float) -> str:
    return "<0.001" if value < _SMALL else f"{value:.3f}"


def _between(share: Share) -> str:
    return f"{share.low:.1%}–{share.high:.1%}"


_ROWS: Final[Mapping[str, Callable[[Figures], str]]] = {
    "Games": lambda one: f"{one.games:,}",
    "Turns a game": lambda one: f"{one.turns:.1f}",
    "  a player": lambda one: f"{one.rounds:.1f}",
    "  half / 95 % within": lambda one: (
        f"{one.lengths.quantiles['0.5']} / {one.lengths.quantiles['0.95']}"
    ),
    "  longest": lambda one: str(one.lengths.longest),
    "Decisions a game": lambda one: f"{one.decisions:.1f}",
    "Turns without a play": lambda one: _percent(one.no_play),
    "  95 % interval": lambda one: _between(one.no_play),
    "Interrupts a game": lambda one: f"{one.interrupts:.2f}",
    "Combos a game": lambda one: f"{one.combos:.2f}",
    "Stall battles a game": lambda one: f"{one.battles:.2f}",
    "  games with one": lambda one: _percent(one.games_with_battle),
    "Recycles a game": lambda one: f"{one.recycles:.2f}",
    "Stalemates": lambda one: _percent(one.stalemates),
    "Best seat wins": lambda one: _percent(max(one.seats, key=lambda seat: seat.value)),
    "Worst seat wins": lambda one: _percent(min(one.seats, key=lambda seat: seat.value)),
    "  χ² of all seats, p": lambda one: f"{one.seat_chi2:.0f}, {_chance(one.seat_p)}",
}
"""Every figure by the words of its row."""


def figures_view(found: Sequence[Figures], bots: Sequence[str]) -> list[RenderableType]:
    """Lay figures out, a column for each number of players."""
    if not found:
        return ["No game was played."]
    columns = [found[start : start + _COLUMNS] for start in range(0, len(found), _COLUMNS)]
    first = found[0]
    stuck = ", ".join(f"{one.name} {one.share:.0%}" for one in first.stuck[:_FEW])
    lanes = ", ".join(f"{one.lane} {one.starved:.0%}" for one in first.lanes[:_FEW])
    wins = [f"Wins by bot: {_bots(first, bots)}"] if len(bots) > 1 else []
    return [
        *map(_table, columns),
        *wins,
        f"Stuck in losing hands most often, with {first.players} players: {stuck}",
        f"Lanes that starve hands most: {lanes}",
    ]


def _table(found: Sequence[Figures]) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("", no_wrap=True)
    for one in found:
        table.add_column(f"{one.players} players", justify="right")
    for title, cell in _ROWS.items():
        table.add_row(title, *(cell(one) for one in found))
    return table


def _bots(one: Figures, bots: Sequence[str]) -> str:
    wins = zip(bots, one.bots, strict=True)
    return ", ".join(f"{name} {_percent(share)}" for name, share in wins)


def judgement_view(judgements: Sequence[Judgement]) -> list[RenderableType]:
    """Say which limits are kept, each by the number of players that comes nearest to it."""
    names = dict.fromkeys(one.verdict.name for one in judgements)
    worst = (
        max((one for one in judgements if one.verdict.name == name), key=lambda one: one.strain)
        for name in names
    )
    several = len(judgements) > len(names)
    return [
        passed(
            f"{one.verdict.meaning}: {_told(one.verdict)}"
            f"{f', {one.players} players' if several else ''}",
            ok=one.passed,
        )
        for one in worst
    ]


def witnesses(judgements: Sequence[Judgement]) -> list[str]:
    """Say which limits are broken, and how."""
    return [
        f"{verdict.name} with {one.players} players, {verdict.meaning}: {_told(verdict)}"
        for one in judgements
        for verdict in (one.verdict,)
        if not one.passed
    ]


def _told(one: Verdict) -> str:
    most = _value(one.name, one.most)
    limits = f"at most {most}" if one.least is None else f"{_value(one.name, one.least)} to {most}"
    return f"{_value(one.name, one.value)} ({limits})"


def _value(name: str, value: float) -> str:
    """Write a share as such, and anything else as a number."""
    if name in {"balance", "turns"}:
        return f"{value:.2f}"
    return f"{value:.2%}"


def comparison_view(found: Comparison, one: str, other: str) -> Table:
    """Lay two decks out side by side, with the interval of each difference."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(f"{found.games:,} paired games, {found.one.players} players", overflow="fold")
    for column in (one, other, "difference", "95 % interval"):
        table.add_column(column, justify="right", overflow="fold")
    for row in found.differences:
        share = row.measure != "turns"

        def told(value: float, *, share: bool = share) -> str:
            return f"{value:.2%}" if share else f"{value:.2f}"

        interval = f"{told(row.low)} to {told(row.high)}"
        table.add_row(
            _MEASURES[row.measure],
            told(row.one),
            told(row.other),
            told(row.value),
            bold(interval) if row.is_clear else interval,
        )
    return table


_MEASURES: Final = {
    "turns": "Turns a game",
    "no_play": "Turns without a play",
    "games_with_battle": "Games with a stall battle",
}
