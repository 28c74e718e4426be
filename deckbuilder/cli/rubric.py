"""`deckbuilder rubric`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckbuilder.cli.options import CatalogOption, JsonOption, QuietOption, VerboseOption
from deckbuilder.errors import CheckFailedError

if TYPE_CHECKING:
    from deckbuilder.catalog.rubric_file import RubricFile
    from deckbuilder.domain.plan import Plan
    from deckbuilder.domain.rubric import Module

app = typer.Typer(no_args_is_help=True, help="Rubrics: those that are solved, and one's own.")

NameArgument = Annotated[
    str, typer.Argument(help="`universal`, a region, a pair as in kanto+johto, or a file.")
]


@app.command(name="list")
def list_rubrics(
    as_json: JsonOption = False, quiet: QuietOption = False, verbose: VerboseOption = False
) -> None:
    """List the solved rubrics that come with the program.

    Example: deckbuilder rubric list
    """
    from rich.table import Table

    from deckbuilder.catalog.rubric_file import solved_rubrics
    from deckbuilder.cli.screen import Screen

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    every = solved_rubrics()
    table = Table()
    for column in ("Name", "Modules", "Outliers", "Σ squares", "Printings"):
        table.add_column(column, justify="left" if column in {"Name", "Modules"} else "right")
    for name, file in every.items():
        tiers = [f"{tier.value:,}" for tier in file.solved.tiers] if file.solved else [""] * 3
        table.add_row(name, ", ".join(one.name for one in file.modules), *tiers)
    screen.show(table)
    screen.data({name: file.model_dump(mode="json") for name, file in every.items()})


@app.command()
def show(
    name: NameArgument,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Show a rubric: its modules, and what is proven of it.

    Example: deckbuilder rubric show kanto+johto
    """
    from deckbuilder.catalog.rubric_file import find_rubric
    from deckbuilder.cli.screen import Screen, bold

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    file = find_rubric(name)
    for entry, module in zip(file.modules, file.rubrics(), strict=True):
        held = f" · {len(entry.species)} species" if entry.species else ""
        screen.show(bold(entry.name, held), f"  {module.rubric}")
    if file.solved:
        tiers = ", ".join(f"{one.name} {one.value:,} ({one.status})" for one in file.solved.tiers)
        screen.show(f"Solved on the catalogue of {file.solved.catalog.date}: {tiers}")
    screen.data(file.model_dump(mode="json"))


@app.command()
def check(
    name: NameArgument,
    catalog: CatalogOption = "latest",
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Check that a file holds rubrics, and whether they were solved on this catalogue.

    Example: deckbuilder rubric check mine.yaml
    """
    from deckbuilder.catalog.home import open_catalog
    from deckbuilder.catalog.rubric_file import find_rubric
    from deckbuilder.cli.screen import Screen

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    file = find_rubric(name)
    stamp = open_catalog(catalog).stamp
    current = not file.solved or file.solved.catalog.sha256 == stamp.sha256
    screen.show(f"{name}: {len(file.modules)} sound: {', '.join(m.name for m in file.modules)}")
    screen.data({"name": name, "modules": len(file.modules), "current": current})
    if not current:
        screen.warn(f"'{name}' was solved on another catalogue than this one of {stamp.date}")


@app.command()
def compare(
    first: NameArgument,
    second: NameArgument,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Compare two rubrics; decks may be shuffled together only when they are the same.

    Exits with 1 when they differ, and offers the command for a joint rubric.

    Example: deckbuilder rubric compare kanto+johto universal
    """
    from deckbuilder.catalog.rubric_file import find_rubric
    from deckbuilder.cli.request import joint_command
    from deckbuilder.cli.screen import Screen
    from deckbuilder.domain.cards import REGIONS

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    ours, theirs = find_rubric(first), find_rubric(second)
    pairs = [(one, two) for one in ours.rubrics() for two in theirs.rubrics()]
    for one, two in pairs:
        screen.show(_comparison(one, two))
    same = {one.rubric for one in ours.rubrics()} == {two.rubric for two in theirs.rubrics()}
    screen.data({"same": same, "modules": [[one.name, two.name] for one, two in pairs]})
    if same:
        screen.show("The same: their decks may be shuffled together.")
    else:
        regions = [name for name in REGIONS if name in _words(first) | _words(second)]
        raise CheckFailedError(
            f"'{first}' and '{second}' differ, and decks of two rubrics are never shuffled "
            f"together; solve one for both: {joint_command(regions)}"
        )


def _words(name: str) -> set[str]:
    return set(Path(name).stem.split("+"))


def _comparison(one: "Module", two: "Module") -> str:
    types = [name for name in one.rubric.types if name in two.rubric.types]
    hp = [value for value in one.rubric.hp if value in two.rubric.hp]
    shared_hp = f"{hp[0]}–{hp[-1]} HP" if hp else "no HP"
    return (
        f"{one.name}: {one.rubric}\n{two.name}: {two.rubric}\n"
        f"  in both: {len(types)} types ({', '.join(types)}), {shared_hp}"
    )


@app.command()
def solve(
    names: Annotated[
        list[str] | None, typer.Argument(help="Regions and pairs; by default all of both.")
    ] = None,
    out: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Where the folders split/ and joint/ are.")
    ] = Path("rubrics"),
    catalog: CatalogOption = "latest",
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Solve the rubrics that come with the program again: nine splits and thirty-six pairs.

    Run it at the top of a checkout after the catalogue or the policy has changed.

    Example: deckbuilder rubric solve kanto kanto+johto
    """
    import os
    from itertools import combinations

    from deckbuilder.catalog.files import write_files
    from deckbuilder.catalog.home import open_catalog
    from deckbuilder.catalog.policy import DEFAULT_POLICY, load_policy
    from deckbuilder.catalog.pools import find_pool
    from deckbuilder.cli.screen import Screen
    from deckbuilder.domain.cards import REGIONS
    from deckbuilder.domain.plan import Mode
    from deckbuilder.export.folder import rubric_file
    from deckbuilder.solve.effort import Effort
    from deckbuilder.solve.optimize import Request, optimize

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    cards = open_catalog(catalog)
    policy = load_policy(DEFAULT_POLICY, cards)
    wanted = names or [*REGIONS, *map("+".join, combinations(REGIONS, 2))]
    solved: dict[str, RubricFile] = {}
    with screen.steps(len(wanted)) as progress:
        for name in wanted:
            progress(name)
            pool = find_pool(name.split("+"), cards)
            mode = Mode.SPLIT if pool.is_one_region else Mode.JOINT
            plan = optimize(
                Request(pool, mode), cards, policy, Effort(600, workers=os.cpu_count() or 1)
            )
            solved[_path(plan)] = rubric_file(plan, cards)
    for path, file in solved.items():
        write_files((out / path).parent, {Path(path).name: file.dump().encode()})
    screen.show(f"Written to {out}/: {', '.join(solved)}")
    screen.data({path: file.model_dump(mode="json") for path, file in solved.items()})


def _path(plan: "Plan") -> str:
    return f"{plan.mode}/{plan.name}.yaml"
