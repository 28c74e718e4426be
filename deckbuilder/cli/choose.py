"""`deckbuilder choose`."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from deckbuilder.cli.options import CatalogOption, JsonOption, QuietOption, VerboseOption
from deckbuilder.errors import BadInputError


def choose(
    deck: Annotated[Path, typer.Argument(help="A folder that optimize has written.")],
    name: Annotated[list[str], typer.Argument(help="A species' name, or its dex number.")],
    take: Annotated[
        str | None, typer.Option(metavar="CARD", help="Take this card, and ask nothing.")
    ] = None,
    catalog: CatalogOption = "latest",
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Choose another printing of a species: those that cost the deck nothing come first.

    On a terminal you are asked which one to take. The deck is then solved again with this card
    required, and its policy file keeps the requirement.

    Example: deckbuilder choose kanto+johto pikachu --take base1-58
    """
    import os

    from deckbuilder.catalog.home import open_catalog
    from deckbuilder.catalog.names import did_you_mean
    from deckbuilder.cli.request import request_of
    from deckbuilder.cli.screen import Screen
    from deckbuilder.cli.solving import solve_and_write
    from deckbuilder.cli.swapping import open_question, swap_data, swap_view
    from deckbuilder.solve.effort import Effort

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    cards = open_catalog(catalog)
    one = open_question(deck, name, cards)
    ids = one.other_ids(cards)
    if take is None:
        swaps = one.swaps(cards)
        ids = [swap.printing.card_id for swap in swaps]
        screen.show(*swap_view(one, swaps, cards))
        screen.data(swap_data(one, swaps))
        if not (take := _asked(ids) if sys.stdin.isatty() and not as_json else None):
            return
    if take not in ids:
        raise BadInputError(
            f"'{take}' is no other eligible card of {one.species.name}{did_you_mean(take, ids)}; "
            f"`deckbuilder choose {deck} {one.species.slug}` lists them"
        )
    free = one.policy.free_of(one.species.dex, cards)
    solve_and_write(
        request_of(one.record, cards, keep_rubrics=False),
        cards,
        free.with_rules(require=[take]),
        Effort(300, workers=os.cpu_count() or 1, seed=one.record.result.seed),
        deck,
        screen,
    )


def _asked(ids: Sequence[str]) -> str | None:
    """Ask for a number of the list, until there is one or nothing is wanted."""
    while True:
        answer = typer.prompt(
            "Which one (its number; Enter keeps the card)", "", show_default=False
        )
        if not answer.strip():
            return None
        if answer.strip().isdecimal() and 1 <= int(answer) <= len(ids):
            return ids[int(answer) - 1]
        typer.echo(f"'{answer}' is no number from 1 to {len(ids)}", err=True)
