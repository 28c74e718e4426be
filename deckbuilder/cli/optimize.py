"""`deckbuilder optimize`."""

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from deckbuilder.cli.options import (
    CatalogOption,
    CollectionOption,
    JsonOption,
    PolicyOption,
    QuietOption,
    VerboseOption,
)
from deckbuilder.domain.cards import REGIONS
from deckbuilder.domain.plan import Preference
from deckbuilder.errors import UsageError


class Currency(StrEnum):
    """Currencies that prices are known in."""

    USD = "USD"
    EUR = "EUR"


def _complete_region(incomplete: str) -> list[str]:
    return [name for name in REGIONS if name.startswith(incomplete)]


def optimize(
    regions: Annotated[
        list[str] | None,
        typer.Option(
            metavar="REGION…",
            help=f"Regions whose native species make the deck: {', '.join(REGIONS)}; or modules "
            "of them, as in kanto:expansion johto:core. One region alone is split in two modules.",
            autocompletion=_complete_region,
        ),
    ] = None,
    universal: Annotated[
        bool,
        typer.Option("--universal", help="Use the universal rubric; by default for kanto."),
    ] = False,
    joint: Annotated[
        bool, typer.Option("--joint", help="One rubric even for one region alone.")
    ] = False,
    rubric: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Use the rubrics of this file; choose only the cards."),
    ] = None,
    core_size: Annotated[
        str | None,
        typer.Option(
            metavar="N|N..M",
            help="Native species in the core of a split; by default 72/151 of all, ± 2.",
        ),
    ] = None,
    split_families: Annotated[
        bool, typer.Option("--split-families", help="Let a split part evolution families.")
    ] = False,
    prefer: Annotated[
        Preference | None,
        typer.Option(help="Which printings are best."),
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option(metavar="50USD", help="Most that all cards may cost together, in USD or EUR."),
    ] = None,
    currency: Annotated[
        Currency | None,
        typer.Option(help="Currency of prices: USD is TCGplayer, EUR is Cardmarket."),
    ] = None,
    only_owned: Annotated[
        bool,
        typer.Option("--only-owned", help="Use only cards that you own; say what is missing."),
    ] = False,
    collection: CollectionOption = None,
    require: Annotated[
        list[str] | None,
        typer.Option(metavar="CARD…", help="Ids of cards that must stand for their species."),
    ] = None,
    ban: Annotated[
        list[str] | None, typer.Option(metavar="CARD…", help="Ids of cards to leave out.")
    ] = None,
    only_sets: Annotated[
        list[str] | None, typer.Option(metavar="SET…", help="Ids of the sets to take cards from.")
    ] = None,
    not_sets: Annotated[
        list[str] | None, typer.Option(metavar="SET…", help="Ids of sets to take no card from.")
    ] = None,
    max_hp: Annotated[
        int | None, typer.Option(min=10, metavar="HP", help="Highest HP that is allowed.")
    ] = None,
    allow_rule_box: Annotated[
        list[str] | None,
        typer.Option(metavar="KIND…", help="Kinds of rule box that are allowed: ex, GX, V, …"),
    ] = None,
    trainer: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME…", help="Trainers that the rosters take first."),
    ] = None,
    no_trainers: Annotated[
        bool, typer.Option("--no-trainers", help="Leave the Trainer rosters out.")
    ] = False,
    alternatives: Annotated[
        int, typer.Option(min=0, metavar="N", help="Also solve the N next-best rubrics.")
    ] = 0,
    play: Annotated[
        int,
        typer.Option(min=0, metavar="N", help="Play N games with each of these, and rank them."),
    ] = 0,
    verify: Annotated[
        int,
        typer.Option(min=0, metavar="N", help="Play N games at the end, and hold them to limits."),
    ] = 0,
    plot: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE…", help="Plot grids and lanes, as .png or .svg."),
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
    seed: Annotated[int, typer.Option(min=0, max=2**31 - 1, help="Seed of the search.")] = 0,
    catalog: CatalogOption = "latest",
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Find the best rubrics and printings for a pool of species, and write the deck.

    Three goals, one after the other, each with a proven bound: fewest outliers, best balance of
    the lanes, best printings. One region alone is parted in core and expansion, solved together;
    two or more share one rubric. Ctrl-C gives the best found so far.

    Example: deckbuilder optimize --regions kanto johto
    """
    from deckbuilder.catalog.home import open_catalog
    from deckbuilder.cli.request import make_policy, make_request, owned_cards
    from deckbuilder.cli.screen import Screen
    from deckbuilder.cli.solving import solve_and_write
    from deckbuilder.solve.effort import Effort

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    cards = open_catalog(catalog)
    request = make_request(
        regions,
        cards,
        universal=universal,
        joint=joint,
        rubric=rubric,
        core_size=core_size,
        split_families=split_families,
        trainers=None if no_trainers else tuple(trainer or ()),
    )
    wants_owned = only_owned or prefer is Preference.OWNED
    if collection and not wants_owned:
        raise UsageError("--collection says what you own: add --prefer owned or --only-owned")
    owned = owned_cards(collection, request.pool, cards) if wants_owned else None
    rules = make_policy(
        policy,
        cards,
        prefer=prefer,
        budget=budget,
        currency=currency,
        owned=owned,
        allow_rule_box=allow_rule_box or (),
        only_owned=only_owned or None,
        require=require or (),
        ban=ban or (),
        only_sets=only_sets or (),
        not_sets=not_sets or (),
        max_hp=max_hp,
    )
    if alternatives and (rubric or universal):
        raise UsageError("--alternatives looks for other rubrics, and one is given: drop either")
    if play and not alternatives:
        raise UsageError("--play ranks what --alternatives finds: add it, or use --verify")
    if trainer and no_trainers:
        raise UsageError("--trainer and --no-trainers contradict each other: use one of them")
    effort = Effort(time_limit, workers=workers or os.cpu_count() or 1, seed=seed)
    target = out or Path(request.folder)
    solve_and_write(
        request,
        cards,
        rules,
        effort,
        target,
        screen,
        plots=plot or (),
        alternatives=alternatives,
        verify=verify,
        play=play,
    )
