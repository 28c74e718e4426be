"""`deckbuilder deck`."""

from dataclasses import replace
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
from deckbuilder.errors import CheckFailedError, UsageError

if TYPE_CHECKING:
    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.catalog.pools import Pool
    from deckbuilder.solve.optimize import Request

app = typer.Typer(
    no_args_is_help=True, help="The standard decks of Kanto, and decks of one rubric combined."
)

OutOption = Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where to write.")]


@app.command()
def core(
    out: OutOption = None,
    policy: PolicyOption = None,
    catalog: CatalogOption = "latest",
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Make the core deck, for 2 to 4 players: 72 Pokémon and 6 Trainers.

    Example: deckbuilder deck core
    """
    _standard("kanto:base_set", out, policy, catalog, as_json=as_json, quiet=quiet, verbose=verbose)


@app.command()
def full(
    out: OutOption = None,
    policy: PolicyOption = None,
    catalog: CatalogOption = "latest",
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Make the full deck, for 5 to 10 players: 151 Pokémon and 9 Trainers.

    Example: deckbuilder deck full
    """
    _standard("kanto", out, policy, catalog, as_json=as_json, quiet=quiet, verbose=verbose)


@app.command()
def table(
    out: Annotated[Path, typer.Option(metavar="FILE", help="The table to write.")] = Path(
        "data/pokemon.csv"
    ),
    policy: PolicyOption = None,
    catalog: CatalogOption = "latest",
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Make the table of Kanto: the game's type and HP of every species, and the 72 of the core.

    The core is what the first set of 1999 prints, and the neighbours of those that make the best
    deck of them. The same catalogue and policy give the same bytes. Run it in a checkout.

    Example: deckbuilder deck table
    """
    from deckbuilder.catalog.files import write_files
    from deckbuilder.catalog.home import open_catalog
    from deckbuilder.catalog.policy import DEFAULT_POLICY, load_policy
    from deckbuilder.cli.screen import Screen
    from deckbuilder.export.kanto import kanto_table
    from deckbuilder.solve.base_set import base_set
    from deckbuilder.solve.effort import Effort
    from deckbuilder.solve.optimize import optimize

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    cards = open_catalog(catalog)
    rules = load_policy(policy or DEFAULT_POLICY, cards)
    effort = Effort(600)
    core_species = base_set(cards, rules, effort)
    request = _request(_pool("kanto", cards))
    content = kanto_table(optimize(request, cards, rules, effort), core_species, cards)
    write_files(out.parent, {out.name: content})
    screen.show(f"Written to {out}: 151 rows, {len(core_species)} of the core")
    screen.data({"file": str(out), "rows": 151, "core": [one.name for one in core_species]})


@app.command()
def combine(
    decks: Annotated[list[Path], typer.Argument(help="Folders that optimize has written.")],
    out: OutOption = None,
    catalog: CatalogOption = "latest",
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Combine decks of one rubric, with lanes and printings made best for all of it.

    Decks of different rubrics are refused, and the command for a joint rubric is offered.

    Example: deckbuilder deck combine kanto-universal johto-universal
    """
    import os

    from deckbuilder.catalog.home import open_catalog
    from deckbuilder.catalog.policy import load_policy
    from deckbuilder.catalog.pools import find_pool
    from deckbuilder.cli.request import joint_command
    from deckbuilder.cli.screen import Screen
    from deckbuilder.cli.solving import solve_and_write
    from deckbuilder.deckfolder.record import POLICY, open_record
    from deckbuilder.domain.plan import Mode
    from deckbuilder.solve.effort import Effort
    from deckbuilder.solve.optimize import Request

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    cards = open_catalog(catalog)
    records = [open_record(folder, cards) for folder in decks]
    if out and out.resolve() in {folder.resolve() for folder in decks}:
        raise UsageError(f"'{out}' is one of the decks to combine: name another folder with --out")
    parts = [part for record in records for part in record.result.regions]
    if len({module.rubric for record in records for module in record.modules}) > 1:
        raise CheckFailedError(
            f"{' and '.join(map(str, decks))} have different rubrics, which are never shuffled "
            f"together; solve one for all: {joint_command(list(dict.fromkeys(parts)))}"
        )
    module = replace(records[0].modules[0], name="combined")
    asked = [record.result.trainers_asked for record in records]
    if None in asked and any(one is not None for one in asked):
        raise CheckFailedError(
            f"{' and '.join(map(str, decks))} were made with and without Trainers: "
            "make them again alike"
        )
    trainers = None if None in asked else tuple(name for one in asked for name in one or ())
    request = Request(find_pool(parts, cards), Mode.FIXED, (module,), trainers=trainers)
    rules, *others = (load_policy(folder / POLICY, cards) for folder in decks)
    if any(other != rules for other in others):
        raise CheckFailedError(
            f"{' and '.join(map(str, decks))} were made under different policies: make them again "
            "under one, with --policy"
        )
    effort = Effort(300, workers=os.cpu_count() or 1)
    solve_and_write(request, cards, rules, effort, out or Path(request.folder), screen)


def _standard(
    part: str,
    out: Path | None,
    policy: Path | None,
    catalog: str,
    *,
    as_json: bool,
    quiet: bool,
    verbose: bool,
) -> None:
    import os

    from deckbuilder.catalog.home import open_catalog
    from deckbuilder.catalog.policy import DEFAULT_POLICY, load_policy
    from deckbuilder.cli.screen import Screen
    from deckbuilder.cli.solving import solve_and_write
    from deckbuilder.solve.effort import Effort

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    cards = open_catalog(catalog)
    rules = load_policy(policy or DEFAULT_POLICY, cards)
    request = _request(_pool(part, cards))
    effort = Effort(300, workers=os.cpu_count() or 1)
    name = "kanto-core" if part == "kanto:base_set" else "kanto-full"
    solve_and_write(request, cards, rules, effort, out or Path(name), screen)


def _pool(part: str, cards: "Catalog") -> "Pool":
    from deckbuilder.catalog.pools import find_pool

    return find_pool([part], cards)


def _request(pool: "Pool") -> "Request":
    from deckbuilder.catalog.rubric_file import UNIVERSAL, load_modules
    from deckbuilder.domain.plan import Mode
    from deckbuilder.solve.optimize import Request

    return Request(pool, Mode.UNIVERSAL, load_modules(UNIVERSAL))
