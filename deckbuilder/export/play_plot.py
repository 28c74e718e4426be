"""Games as a picture: how long they are, and how often each seat wins."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from deckbuilder.engine.figures import Figures
from deckbuilder.export.plot import draw_to

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def plot_games(title: str, found: Sequence[Figures], path: Path) -> None:
    """Plot lengths and seats, a row for each number of players.

    Args:
        title: What was played.
        found: Figures of one number of players each.
        path: Where to; `.png` or `.svg`.

    Raises:
        BadInputError: The file cannot be written, or matplotlib is not installed.
    """

    def draw(figure: "Figure") -> None:
        figure.suptitle(title)
        rows = figure.subplots(len(found), 2, squeeze=False)
        for (lengths, seats), one in zip(rows, found, strict=True):
            _lengths(lengths, one)
            _seats(seats, one)

    draw_to(path, (11.0, 3.6 * len(found)), draw)


def _lengths(axes: "Axes", one: Figures) -> None:
    turns, games = zip(*one.lengths.histogram, strict=True)
    axes.bar(turns, [100 * count / one.games for count in games], width=1.0)
    axes.axvline(one.turns, color="black", linestyle="--", linewidth=1)
    axes.set_xlim(0, one.lengths.quantiles["0.99"] * 1.1)
    axes.set_xlabel(f"turns a game, {one.players} players; mean {one.turns:.1f}")
    axes.set_ylabel("% of games")


def _seats(axes: "Axes", one: Figures) -> None:
    places = range(1, one.players + 1)
    shares = [100 * seat.value for seat in one.seats]
    below = [100 * (seat.value - seat.low) for seat in one.seats]
    above = [100 * (seat.high - seat.value) for seat in one.seats]
    axes.errorbar(places, shares, yerr=[below, above], fmt="o", capsize=4)
    axes.axhline(100 / one.players, color="black", linestyle="--", linewidth=1)
    axes.set_xticks(list(places))
    axes.set_xlabel(f"seat from the dealer's left; χ² {one.seat_chi2:.1f}, p {one.seat_p:.3f}")
    axes.set_ylabel("% of wins, 95 % interval")
