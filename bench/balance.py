"""`make balance`: does balance matter? Hundreds of decks of Kanto, solved and played.

Two experiments, each from bad to best: many rubrics, each with its own best cards; and one rubric
with its cards ever less evenly chosen. It writes `docs/balance.csv`, the plot, and the figures on
the page `docs/balance.md`.
"""

import csv
import io
import os
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple, dataclass, fields
from functools import cache, partial
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from deckbuilder.catalog.catalog import Catalog, load_catalog
from deckbuilder.catalog.files import write_files
from deckbuilder.catalog.policy import DEFAULT_POLICY, load_policy
from deckbuilder.catalog.pools import find_pool
from deckbuilder.catalog.rubric_file import UNIVERSAL, load_modules
from deckbuilder.domain.cards import TYPES, Cell
from deckbuilder.domain.plan import Mode, Role
from deckbuilder.domain.rubric import Lanes, Module, Rubric
from deckbuilder.engine.figures import figures
from deckbuilder.engine.party.deck import Card, GameDeck, Seats
from deckbuilder.engine.party.options import Options
from deckbuilder.engine.runners import play_games
from deckbuilder.solve.effort import Effort
from deckbuilder.solve.instance import Candidate
from deckbuilder.solve.optimize import Request, Task

DOCS = Path(__file__).parent.parent / "docs"
PAGE, TABLE, PLOT = DOCS / "balance.md", "balance.csv", DOCS / "balance.png"
REGION, PLAYERS, SEED = "kanto", 5, 0
GAMES, DECKS = 20_000, 240
WINDOWS = range(30, 80, 10)
"""Lowest HP of the rubrics that are tried."""


@dataclass(frozen=True)
class Deck:
    """A deck, and what it does at the table."""

    experiment: str
    """`rubrics` or `choices`."""
    rubric: str
    outliers: int
    squares: int
    floor: int
    no_play: float
    """Share of turns without a legal play."""
    turns: float
    stalls: float
    """Share of games with a stall battle."""

    @property
    def unevenness(self) -> float:
        """Σ squares of the lanes, by its floor."""
        return self.squares / self.floor


@cache
def catalog() -> Catalog:
    """The packed catalogue."""
    return load_catalog()


def rubrics(decks: int) -> list[Rubric]:
    """So many rubrics, from those that cover the fewest species to those that cover the most."""
    every = [Rubric.of(types, low) for types in combinations(TYPES, 7) for low in WINDOWS]
    policy = load_policy(DEFAULT_POLICY, catalog())
    task = Task(request(load_modules(UNIVERSAL)[0].rubric), catalog(), policy)
    choices = task.problem.choices.values()
    covered = [sum(any(one.cell in rubric for one in many) for many in choices) for rubric in every]
    order = sorted(range(len(every)), key=lambda place: (covered[place], str(every[place])))
    return [every[order[round(x)]] for x in np.linspace(0, len(order) - 1, decks)]


def request(rubric: Rubric) -> Request:
    """Ask for all of the region under a rubric; Trainers are the same in all decks."""
    pool = find_pool([REGION], catalog())
    return Request(pool, Mode.FIXED, (Module(REGION, rubric),))


def of_rubric(rubric: Rubric, games: int) -> Deck:
    """Solve a rubric, and play its deck so often."""
    policy = load_policy(DEFAULT_POLICY, catalog())
    plan = Task(request(rubric), catalog(), policy).solve(Effort(60))
    cells = {one.dex: one.cell for one in plan.placements}
    grid = [one.cell for one in plan.placements if one.role is Role.GRID]
    outliers = len(plan.with_role(Role.OUTLIER))
    return played("rubrics", rubric, cells, grid, outliers, games)


def of_choice(skew: float, games: int) -> Deck:
    """Choose cards of the universal rubric, the more unevenly the higher the skew, and play."""
    rubric = load_modules(UNIVERSAL)[0].rubric
    policy = load_policy(DEFAULT_POLICY, catalog())
    task = Task(request(rubric), catalog(), policy)
    exceptions = {one.dex: one.cell for one in task.solve(Effort(60)).with_role(Role.EXCEPTION)}
    stream = random.Random(f"{SEED} {skew}")  # noqa: S311 - a study, not a secret
    held: Counter[str | int] = Counter()
    cells: dict[int, Cell] = {}
    items = list(task.problem.choices.items())
    stream.shuffle(items)
    for dex, many in sorted(items, key=lambda item: len(item[1])):
        cell = _pick([one for one in many if one.cell in rubric], held, skew, stream)
        held.update((cell.type, cell.hp))
        cells[dex] = cell
    return played("choices", rubric, cells | exceptions, list(cells.values()), 0, games)


def _pick(
    inside: Sequence[Candidate], held: Counter[str | int], skew: float, stream: random.Random
) -> Cell:
    """Take the cell of the emptiest lanes, or with a chance of `skew` that of the fullest."""
    fullest = stream.random() < skew
    key = lambda one: held[one.cell.type] + held[one.cell.hp]  # noqa: E731 - said once, used twice
    return (max(inside, key=key) if fullest else min(inside, key=key)).cell


def played(  # noqa: PLR0917 - one of each of what an experiment states
    experiment: str,
    rubric: Rubric,
    cells: dict[int, Cell],
    grid: Sequence[Cell],
    outliers: int,
    games: int,
) -> Deck:
    """Play a deck of these cards and nine Trainers."""
    species = catalog().species
    cards = [
        Card(f"{dex}", species[dex].name, dex, cell, species[dex].evolves_from)
        for dex, cell in sorted(cells.items())
    ]
    wilds = [Card(f"wild {n}", f"Trainer {n}", None, None, None) for n in range(9)]
    deck = GameDeck(REGION, (*cards, *wilds), Seats(5, 10, "a full deck"))
    told = figures(play_games(deck, Options(PLAYERS), games=games, seed=SEED), deck)
    lanes = Lanes.count(rubric, grid)
    return Deck(
        experiment,
        str(rubric),
        outliers,
        lanes.squares,
        lanes.floor,
        round(told.no_play.value, 5),
        round(told.turns, 3),
        round(told.games_with_battle.value, 5),
    )


def ranks(values: Sequence[float]) -> np.ndarray:
    """Rank values, equal ones by their mean rank."""
    array = np.asarray(values)
    return np.array([(array < one).sum() + ((array == one).sum() - 1) / 2 for one in array])


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """Correlate the ranks of two measures."""
    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


def slope(decks: Sequence[Deck], measure: str, by: Sequence[str]) -> list[float]:
    """Fit a measure by others and a constant, least squares; give the others' weights."""
    columns = [[getattr(deck, name) for deck in decks] for name in by]
    matrix = np.column_stack([*columns, np.ones(len(decks))])
    weights, *_ = np.linalg.lstsq(matrix, [getattr(deck, measure) for deck in decks], rcond=None)
    return [float(weight) for weight in weights[:-1]]


MEASURES = {
    "no_play": ("turns without a play", 100, "%"),
    "turns": ("turns a game", 1, ""),
    "stalls": ("games with a stall battle", 100, "%"),
}


def figures_table(decks: Sequence[Deck], games: int) -> Iterator[str]:
    """The page's tables, as Markdown."""
    by_rubric = [deck for deck in decks if deck.experiment == "rubrics"]
    by_choice = [deck for deck in decks if deck.experiment == "choices"]
    yield f"{len(by_rubric)} rubrics and {len(by_choice)} choices, {games:,} games each, "
    yield f"{PLAYERS} greedy bots.\n\n"
    yield "Rank correlations, and the ends of the second experiment:\n\n"
    yield "| measure | rubrics, by outliers | rubrics, by Σ squares / floor | "
    yield "choices, by Σ squares / floor | choices, most even → least even |\n"
    yield "|---|---|---|---|---|\n"
    ends = sorted(by_choice, key=lambda deck: deck.unevenness)
    for name, (words, scale, unit) in MEASURES.items():
        values = [getattr(deck, name) for deck in by_rubric]
        chosen = [getattr(deck, name) for deck in by_choice]
        first, last = (scale * getattr(deck, name) for deck in (ends[0], ends[-1]))
        yield (
            f"| {words} | {spearman([d.outliers for d in by_rubric], values):+.2f} "
            f"| {spearman([d.unevenness for d in by_rubric], values):+.2f} "
            f"| {spearman([d.unevenness for d in by_choice], chosen):+.2f} "
            f"| {first:.1f}{unit} → {last:.1f}{unit} |\n"
        )
    yield f"\nThe choices go from Σ squares / floor {ends[0].unevenness:.3f} to "
    yield f"{ends[-1].unevenness:.3f}. Least squares, over the rubrics: "
    outlier, uneven = slope(by_rubric, "no_play", ("outliers", "unevenness"))
    yield f"each outlier more adds {100 * outlier:+.2f} points to the turns without a play, and a "
    yield f"Σ squares 10 % above its floor {10 * uneven:+.2f} points.\n"


def draw(decks: Sequence[Deck]) -> bytes:
    """Plot every measure against Σ squares by its floor, both experiments."""
    figure = Figure(figsize=(13, 8), dpi=110, layout="constrained")
    rows = figure.subplots(2, 3)
    for axes_row, experiment in zip(rows, ("rubrics", "choices"), strict=True):
        some = [deck for deck in decks if deck.experiment == experiment]
        for axes, (name, (words, scale, unit)) in zip(axes_row, MEASURES.items(), strict=True):
            x = [deck.unevenness for deck in some]
            y = [scale * getattr(deck, name) for deck in some]
            dots = axes.scatter(x, y, c=[deck.outliers for deck in some], s=12, cmap="viridis")
            axes.set_xlabel("Σ squares / floor")
            axes.set_ylabel(f"{words} {unit}".strip())
        if experiment == "rubrics":
            figure.colorbar(dots, ax=list(axes_row), label="outliers")
        axes_row[1].set_title(
            "rubrics, each with its best cards"
            if experiment == "rubrics"
            else "one rubric, cards chosen from even to uneven"
        )
    image = io.BytesIO()
    figure.savefig(image, format="png", metadata={"Software": None})
    return image.getvalue()


def solved_and_played(decks: int, games: int) -> list[Deck]:
    """Both experiments, with so many decks each."""
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        by_rubric = pool.map(partial(of_rubric, games=games), rubrics(decks), chunksize=4)
        skews = np.linspace(0, 1, decks).tolist()
        by_choice = pool.map(partial(of_choice, games=games), skews, chunksize=4)
        return [*by_rubric, *by_choice]


def balance(decks: int, games: int) -> None:
    """Print the page's figures for so many decks, and write nothing."""
    found = solved_and_played(decks, games)
    draw(found)
    print("".join(figures_table(found, games)))


def main() -> None:
    """Solve, play, and write the page's figures."""
    decks = solved_and_played(DECKS, GAMES)
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([one.name for one in fields(Deck)])
    writer.writerows(map(astuple, decks))
    page = PAGE.read_text(encoding="utf-8")
    told = f"<!-- figures -->\n{''.join(figures_table(decks, GAMES))}<!-- end -->"
    page = re.sub(r"<!-- figures -->.*<!-- end -->", lambda _: told, page, flags=re.DOTALL)
    write_files(
        DOCS,
        {TABLE: text.getvalue().encode(), PLOT.name: draw(decks), PAGE.name: page.encode()},
    )


if __name__ == "__main__":
    main()
