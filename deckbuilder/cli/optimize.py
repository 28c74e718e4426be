"""`deckbuilder optimize`."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckbuilder.cli.options import (
    CatalogOption,
    JsonOption,
    PolicyOption,
    QuietOption,
    VerboseOption,
)
from deckbuilder.domain.cards import REGIONS
from deckbuilder.errors import BadInputError, CheckFailedError, UsageError

if TYPE_CHECKING:
    from deckbuilder.solve.optimize import Request


def _complete_region(incomplete: str) -> list[str]:
    return [name for name in REGIONS if name.startswith(incomplete)]


def optimize(
    regions: Annotated[
        list[str] | None,
        typer.Option(
            metavar="REGION…",
            help=f"Regions whose native species make the deck: {', '.join(REGIONS)}.",
            autocompletion=_complete_region,
        ),
    ] = None,
    universal: Annotated[
        bool,
        typer.Option(
            "--universal", help="Use the universal rubric; the pool is kanto unless named."
        ),
    ] = False,
    rubric: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Use the rubric of this file; choose only the cards."),
    ] = None,
    policy: PolicyOption = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Where to write; by default a folder named after the pool."
        ),
    ] = None,
    time_limit: Annotated[
        float,
        typer.Option(metavar="SECONDS", min=0, help="Then the best found so far is given."),
    ] = 300,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1, help="Rubrics searched at once, by default one a core. The answer is the same."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the search.")] = 0,
    catalog: CatalogOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Find the best rubric and printings for a pool of species, and write the deck.

    Three goals, one after the other, each with a proven bound: fewest outliers, best balance of
    the lanes, best printings. Ctrl-C gives the best found so far.

    Example: deckbuilder optimize --regions kanto johto
    """
    import time

    from deckbuilder.catalog.catalog import load_catalog
    from deckbuilder.catalog.files import DATA, staged_folder
    from deckbuilder.catalog.policy import DEFAULT_POLICY, load_policy
    from deckbuilder.cli.interrupt import interrupting
    from deckbuilder.cli.plan_view import plan_view
    from deckbuilder.cli.screen import Screen
    from deckbuilder.export.folder import result_of, write_deck
    from deckbuilder.solve.budget import Budget
    from deckbuilder.solve.optimize import STEPS
    from deckbuilder.solve.optimize import optimize as solve
    from deckbuilder.verify.certificate import certify
    from deckbuilder.verify.record import RESULT, read_record

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    request = _request(regions, rubric, universal=universal)
    cards = load_catalog(catalog or DATA)
    rules = load_policy(policy or DEFAULT_POLICY, cards)
    target = out or Path(request.folder)
    with staged_folder(target, marker=RESULT) as stage:
        started = time.monotonic()
        budget = Budget(time_limit, workers=workers or os.cpu_count() or 1, seed=seed)
        with interrupting(budget.stop), screen.steps(STEPS) as progress:
            plan = solve(request, cards, rules, budget, progress)
        seconds = time.monotonic() - started
        files = write_deck(stage, plan, cards, rules, seconds=seconds)
        certificate = certify(read_record(stage), cards, rules)
        if not certificate.passed:
            raise CheckFailedError(
                f"nothing is written: the deck failed its certificate: {certificate.violations[0]}"
            )
    if budget.stopped:
        screen.warn("stopped by hand: this is the best found so far")
    screen.show(plan_view(plan, cards, certificate, target, files, seconds=seconds))
    screen.data({**result_of(plan, seconds=seconds).model_dump(mode="json"), "folder": str(target)})


def _request(regions: list[str] | None, rubric: Path | None, *, universal: bool) -> "Request":
    """Turn the options into a request."""
    from deckbuilder.catalog.names import find_regions
    from deckbuilder.catalog.rubric_file import UNIVERSAL, load_modules
    from deckbuilder.domain.plan import Mode
    from deckbuilder.solve.optimize import Request

    if universal and rubric:
        raise UsageError("--universal and --rubric both give a rubric: use one of them")
    if not regions and not universal:
        raise UsageError(
            "no pool: name regions, as in `deckbuilder optimize --regions kanto johto`"
        )
    names = find_regions(regions or ["kanto"], REGIONS)
    if not universal and not rubric:
        return Request(names, Mode.JOINT)
    path = rubric or UNIVERSAL
    modules = load_modules(path)
    if len(modules) > 1:
        raise BadInputError(f"'{path}' holds {len(modules)} modules, and a joint deck has one")
    return Request(names, Mode.UNIVERSAL if universal else Mode.FIXED, modules[0])
