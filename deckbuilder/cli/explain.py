"""`deckbuilder explain`."""

from pathlib import Path
from typing import Annotated

import typer

from deckbuilder.cli.options import CatalogOption, JsonOption, QuietOption, VerboseOption


def explain(
    name: Annotated[list[str], typer.Argument(help="A species' name, or its dex number.")],
    deck: Annotated[Path, typer.Option(metavar="FOLDER", help="A deck that optimize has written.")],
    catalog: CatalogOption = "latest",
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Explain why a species has the printing that it has, and what the others would cost.

    The deck's rubrics are kept, and everything else is solved again around every other printing.
    A plus or minus is what the tier would change by; `printings` of the JSON tells how much would
    be lost. `deckbuilder choose` takes one of them.

    Example: deckbuilder explain pikachu --deck kanto+johto
    """
    from deckbuilder.catalog.home import open_catalog
    from deckbuilder.cli.screen import Screen
    from deckbuilder.cli.swapping import open_question, swap_data, swap_view

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    cards = open_catalog(catalog)
    one = open_question(deck, name, cards)
    swaps = one.swaps(cards)
    screen.show(*swap_view(one, swaps, cards))
    screen.data(swap_data(one, swaps))
