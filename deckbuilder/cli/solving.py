"""From a request to a written, certified deck: what every command that solves one does."""

import time
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.files import staged_folder
from deckbuilder.catalog.policy import Policy
from deckbuilder.catalog.rubric_file import TierEntry
from deckbuilder.cli.figures_view import figures_view, judgement_view, witnesses
from deckbuilder.cli.interrupt import interrupting
from deckbuilder.cli.plan_view import alternatives_view, plan_view
from deckbuilder.cli.playing import Judgement, Wishes, deck_of_plan, judge_all, play_deck
from deckbuilder.cli.screen import Screen
from deckbuilder.deckfolder.record import RESULT, read_record
from deckbuilder.domain.plan import Plan, Role, Status
from deckbuilder.engine.thresholds import load_thresholds
from deckbuilder.errors import CheckFailedError
from deckbuilder.export.folder import result_of, write_deck
from deckbuilder.export.plot import Grid, check_plottable, plot_deck
from deckbuilder.solve.effort import Effort
from deckbuilder.solve.optimize import STEPS, Request, Task
from deckbuilder.verify.certificate import certify


def solve_and_write(
    request: Request,
    catalog: Catalog,
    policy: Policy,
    effort: Effort,
    target: Path,
    screen: Screen,
    *,
    plots: Sequence[Path] = (),
    alternatives: int = 0,
    verify: int = 0,
    play: int = 0,
) -> None:
    """Solve, write into a stage, certify what was written, and only then publish it.

    Args:
        request: What deck is asked for.
        catalog: The cards that there are.
        policy: What the deck is made under.
        effort: Time, workers and seed.
        target: The folder to write.
        screen: Shows what is done.
        plots: Files for plots of the deck.
        alternatives: How many of the next-best rubrics to solve as well.
        verify: Games to play with the deck, to hold it to the limits.
        play: Games to play with each alternative, to rank them by.

    Raises:
        CheckFailedError: The deck failed its certificate, and nothing is written; or it was
            written, and does not keep the limits of play.
    """
    for path in plots:
        check_plottable(path)  # said before the work, not after
    with staged_folder(target, marker=RESULT) as stage:
        started = time.monotonic()
        with interrupting(effort.stop), screen.steps(STEPS) as progress:
            task = Task(request, catalog, policy)
            plan = task.solve(effort, progress)
        seconds = time.monotonic() - started
        files = write_deck(stage, plan, catalog, policy, seconds=seconds)
        certificate = certify(read_record(stage), catalog, policy)
        if not certificate.passed:
            raise CheckFailedError(
                f"nothing is written: the deck failed its certificate: {certificate.violations[0]}"
            )
    proven = all(tier.status is Status.OPTIMAL for tier in plan.tiers)
    if effort.stopped:
        screen.warn("stopped by hand: this is the best found so far")
    elif not proven:
        screen.warn("time ran out: this is the best found so far")
    screen.show(plan_view(plan, catalog, certificate, target, files, seconds=seconds))
    for path in plots:
        plot(plan, path)
        screen.show(f"Plotted in {path}")
    others = list(islice(task.alternatives(plan, effort), alternatives)) if alternatives else []
    cast = [deck_of_plan(one, catalog) for one in ((plan, *others) if play else ())]
    played = [next(iter(play_deck(deck, Wishes(play), catalog, screen)), None) for deck in cast]
    if alternatives:
        screen.show(alternatives_view(plan, others, played))
    judgements = _play(plan, target, verify, catalog, screen) if verify else []
    screen.data(
        {
            **result_of(plan, catalog, seconds=seconds).model_dump(mode="json"),
            "folder": str(target),
            "alternatives": [_alternative(one) for one in others],
            "played": [one.as_dict() for one in played if one],
            "limits": [one.as_dict() for one in judgements],
        }
    )
    if broken := witnesses(judgements):
        raise CheckFailedError(f"'{target}' is written, and does not keep its limits: {broken[0]}")


def _play(
    plan: Plan, target: Path, games: int, catalog: Catalog, screen: Screen
) -> list[Judgement]:
    """Play the deck, and hold it to the limits."""
    wishes = Wishes(games)
    found = play_deck(deck_of_plan(plan, catalog), wishes, catalog, screen)
    judgements = judge_all(found, load_thresholds(), read_record(target))
    screen.show(*figures_view(found, wishes.bots), *judgement_view(judgements))
    return judgements


def _alternative(plan: Plan) -> dict[str, object]:
    return {
        "modules": [
            {"name": one.name, "types": one.rubric.types, "hp": one.rubric.hp}
            for one in plan.modules
        ],
        "tiers": [TierEntry.of(tier).model_dump(mode="json") for tier in plan.tiers],
    }


def plot(plan: Plan, path: Path) -> None:
    """Plot the grids and lanes of a plan."""
    grid = plan.with_role(Role.GRID)
    grids = [
        Grid(one.name, one.rubric, Counter(card.cell for card in grid if card.module == one.name))
        for one in plan.modules
    ]
    plot_deck(plan.name, grids, path)
