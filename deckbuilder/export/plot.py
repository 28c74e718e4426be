"""A deck as a picture: the heat map of each module's grid, and its fourteen lanes as bars."""

import io
import textwrap
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from deckbuilder.catalog.files import write_files
from deckbuilder.domain.cards import Cell
from deckbuilder.domain.rubric import LANES_PER_AXIS, Lanes, Rubric
from deckbuilder.errors import BadInputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# What would otherwise differ from run to run goes: the time, the program, and random ids.
_NO_MATPLOTLIB: Final = "--plot needs matplotlib: pip install 'deckbuilder[plot]'"
_METADATA: Final[Mapping[str, dict[str, Any]]] = {
    ".png": {"Software": None},
    ".svg": {"Date": None},
}
_STYLE: Final = {
    "figure.dpi": 150,
    "font.size": 12,
    "figure.constrained_layout.h_pad": 0.12,
    "figure.constrained_layout.hspace": 0.04,
    "figure.constrained_layout.use": True,
    "figure.constrained_layout.w_pad": 0.12,
    "hatch.linewidth": 0.9,
    "svg.fonttype": "none",  # text stays text, to be searched and read aloud
    "svg.hashsalt": "deckbuilder",
    "text.parse_math": False,  # a dollar sign in a name is a dollar sign
}

_WIDTH: Final = 12.5
_TITLE_HEIGHT: Final = 0.7
_MODULE_HEIGHT: Final = 5.2
_TITLE_CHARACTERS: Final = 80
_PANEL_CHARACTERS: Final = 52

_SCALE: Final = "Blues"
_INK: Final = "#1a1a1a"
_TYPE_BAR: Final[dict[str, Any]] = {"facecolor": "#8fbfe0", "edgecolor": "#08306b"}
_HP_BAR: Final[dict[str, Any]] = {"facecolor": "#ffffff", "edgecolor": "#08306b", "hatch": "////"}
_CENTRED: Final[dict[str, Any]] = {"ha": "center", "va": "center_baseline"}
_GAP: Final = 0.6
"""Between the two axes' bars, and between the grid and its totals, in rows."""
_LUMINANCE: Final = (0.2126, 0.7152, 0.0722)
"""What red, green and blue add to how light a colour looks."""
_GAMMA: Final = 2.2
_DARK: Final = 0.179
"""Relative luminance under which white text has more contrast than black, by WCAG's formula."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A module's grid, ready to be drawn."""

    name: str
    """Name of the module."""
    rubric: Rubric
    counts: Mapping[Cell, int]
    """Cards in each cell; a cell that is not named holds none."""

    def __post_init__(self) -> None:
        """Refuse cells that the heat map has no place for, as totals would not add up."""
        if outside := [str(cell) for cell in self.counts if cell not in self.rubric]:
            raise ValueError(f"{', '.join(outside)}: not in the grid {self.rubric}")

    @property
    def lanes(self) -> Lanes:
        """Cards in each of the fourteen lanes."""
        return Lanes.count(self.rubric, Counter(self.counts).elements())


def plot_deck(plan_title: str, grids: Sequence[Grid], path: Path) -> None:
    """Draw a deck, one row of two panels a module; the same deck gives the same bytes.

    Args:
        plan_title: What to call the deck.
        grids: Its modules' grids, at least one, in the deck's order.
        path: The file to write; its ending says whether it is a PNG or an SVG.

    Raises:
        BadInputError: On another ending, without matplotlib, or where nothing can be written.
    """
    size = (_WIDTH, _TITLE_HEIGHT + _MODULE_HEIGHT * len(grids))
    draw_to(path, size, lambda figure: _draw(figure, plan_title, grids))


def draw_to(path: Path, size: tuple[float, float], draw: Callable[["Figure"], None]) -> None:
    """Draw a figure and write its file; the same drawing gives the same bytes.

    Args:
        path: The file to write; its ending says whether it is a PNG or an SVG.
        size: Width and height, in inches.
        draw: Draws on the empty figure.

    Raises:
        BadInputError: On another ending, without matplotlib, or where nothing can be written.
    """
    ending = plot_ending(path)
    # Heavy and optional, so it is imported by the only function that cannot do without.
    try:
        from matplotlib import style  # noqa: PLC0415
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise BadInputError(_NO_MATPLOTLIB) from error
    image = io.BytesIO()
    # From the defaults, lest the reader's own matplotlibrc change the picture.
    with style.context(["default", _STYLE]):
        figure = Figure(figsize=size)
        draw(figure)
        figure.savefig(image, format=ending[1:], metadata=_METADATA[ending])
    write_files(path.parent, {path.name: image.getvalue()})


def plot_ending(path: Path) -> str:
    """Give the ending of a plot's file, which says its format.

    Raises:
        BadInputError: It is another than the two that can be plotted.
    """
    ending = path.suffix.lower()
    if ending not in _METADATA:
        raise BadInputError(f"cannot plot to '{path}': end the name in .png or .svg")
    return ending


def check_plottable(path: Path) -> None:
    """Check, before the work is done, that a plot can be made of it.

    Raises:
        BadInputError: The ending is another than the two, or matplotlib is not installed.
    """
    plot_ending(path)
    if find_spec("matplotlib") is None:
        raise BadInputError(_NO_MATPLOTLIB)


def _draw(figure: "Figure", plan_title: str, grids: Sequence[Grid]) -> None:
    title = textwrap.fill(plan_title, _TITLE_CHARACTERS)
    figure.suptitle(title, fontsize=17, fontweight="bold", color=_INK)
    panels = figure.subplots(len(grids), 2, squeeze=False, width_ratios=(1.15, 1))
    for grid, (left, right) in zip(grids, panels, strict=True):
        lanes = grid.lanes
        _heat_map(left, grid, lanes)
        _bars(right, lanes)


def _heat_map(axes: "Axes", grid: Grid, lanes: Lanes) -> None:
    rubric = grid.rubric
    rows = [[grid.counts.get(Cell(name, hp), 0) for hp in rubric.hp] for name in rubric.types]
    most = max(1, *map(max, rows))
    mesh = axes.pcolormesh(rows, cmap=_SCALE, vmin=0, vmax=most, edgecolors="white", linewidth=1.5)
    for y, row in enumerate(rows):
        for x, count in enumerate(row):
            colour = _text_colour(mesh.cmap(count / most))
            axes.text(x + 0.5, y + 0.5, str(count), color=colour, fontsize=14, **_CENTRED)
    middles = [lane + 0.5 for lane in range(LANES_PER_AXIS)]
    edge = LANES_PER_AXIS + _GAP
    for middle, by_type, by_hp in zip(middles, lanes.types, lanes.hp, strict=True):
        axes.text(edge, middle, str(by_type), color=_INK, fontsize=13, **_CENTRED)
        axes.text(middle, edge, str(by_hp), color=_INK, fontsize=13, **_CENTRED)
    axes.text(edge, edge, str(lanes.cards), color=_INK, fontsize=13, weight="bold", **_CENTRED)
    axes.set_xticks([*middles, edge], [*_hp_names(rubric), "all"])
    axes.set_yticks([*middles, edge], [*rubric.types, "all"])
    axes.set_xlim(0, edge + 0.5)
    axes.set_ylim(edge + 0.5, 0)
    _finish(axes, f"{grid.name} · {lanes.cards} cards in the grid")


def _bars(axes: "Axes", lanes: Lanes) -> None:
    even = lanes.cards / LANES_PER_AXIS
    most = max(1, *lanes.types, *lanes.hp)
    by_type = [float(lane) for lane in range(LANES_PER_AXIS)]
    by_hp = [lane + LANES_PER_AXIS + _GAP for lane in by_type]
    axes.barh(by_type, lanes.types, height=0.72, **_TYPE_BAR)
    axes.barh(by_hp, lanes.hp, height=0.72, **_HP_BAR)
    axes.axvline(even, color=_INK, linestyle="--", linewidth=1.8)
    # The counts stand in one column right of all bars, where the even level cannot cross them.
    for y, count in zip([*by_type, *by_hp], [*lanes.types, *lanes.hp], strict=True):
        axes.text(most * 1.1, y, str(count), color=_INK, ha="right", va="center_baseline")
    axes.axvline(0, color=_INK, linewidth=1)
    axes.set_yticks([*by_type, *by_hp], [*lanes.rubric.types, *_hp_names(lanes.rubric)])
    axes.set_xticks([even], [f"even: {even:.1f}"])
    axes.set_xlim(0, most * 1.11)
    axes.set_ylim(by_hp[-1] + 0.6, -0.6)
    _finish(axes, "Cards in each lane")


def _hp_names(rubric: Rubric) -> list[str]:
    return [f"{hp} HP" for hp in rubric.hp]


def _finish(axes: "Axes", title: str) -> None:
    """Put the ticks on top, where the eye enters, and take the frame away."""
    axes.xaxis.tick_top()
    axes.tick_params(length=0, colors=_INK)
    axes.spines[:].set_visible(False)
    axes.set_title(
        textwrap.fill(title, _PANEL_CHARACTERS), loc="left", fontsize=14, pad=10, color=_INK
    )


def _text_colour(cell: Sequence[float]) -> str:
    luminance = sum(share * part**_GAMMA for share, part in zip(_LUMINANCE, cell[:3], strict=True))
    return "white" if luminance < _DARK else "black"
