"""`deckbuilder buy`."""

from typing import Annotated

import typer

from deckbuilder.cli.options import (
    CatalogOption,
    CollectionOption,
    DeckArgument,
    IntoOption,
    JsonOption,
    OutFilesOption,
    QuietOption,
    VerboseOption,
)
from deckbuilder.errors import UsageError


def buy(
    deck: DeckArgument,
    formats: Annotated[
        list[str] | None,
        typer.Option(
            "--format",
            metavar="FORMAT…",
            help="Lists to write for shops: massentry, cardmarket, names; or any other of export.",
        ),
    ] = None,
    out: OutFilesOption = None,
    into: IntoOption = None,
    all_cards: Annotated[
        bool, typer.Option("--all", help="Buy every card, whatever you own.")
    ] = False,
    show_links: Annotated[
        bool, typer.Option("--links", help="Print links that fill TCGplayer's Mass Entry in.")
    ] = False,
    collection: CollectionOption = None,
    catalog: CatalogOption = "latest",
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Say what is still to buy for a deck: by set, with prices where known, and links to the shop.

    What you own is left out. Prices come with `deckbuilder fetch --deck DECK --prices`. Lists for
    shops are written in parts of 100 lines, which is what they take at once.

    Example: deckbuilder buy kanto+johto --format massentry
    """
    from deckbuilder.catalog.home import open_catalog
    from deckbuilder.cli.buy_view import buy_data, buy_view
    from deckbuilder.cli.export import exports_of, write_lists
    from deckbuilder.cli.screen import Screen
    from deckbuilder.collection.store import default_path, load_collection
    from deckbuilder.deckfolder.record import open_record
    from deckbuilder.export.checklist import checklist_of
    from deckbuilder.export.render import Press, render
    from deckbuilder.export.shops import massentry_links

    if into and not (formats or out):
        raise UsageError(f"--into '{into}' says where lists go: name some with --format")
    if all_cards and collection:
        raise UsageError("--all buys whatever you own, and --collection says what: drop either")
    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    cards = open_catalog(catalog)
    path = collection or default_path()
    knows = not all_cards and (collection or path.is_file())
    owned = load_collection(path).owned_ids if knows else ()
    listed = checklist_of(open_record(deck, cards), cards, owned=owned)
    exports = exports_of(deck, formats or (), out or (), into) if formats or out else []
    rendered = render(listed, exports, Press())
    write_lists((one.path, content) for one, content in rendered)
    links = massentry_links(listed.missing)
    screen.show(*buy_view(deck, listed, cards))
    if show_links:
        screen.lines(links)
    elif links:
        screen.show(f"TCGplayer Mass Entry: {len(links)} links fill it in, see --links")
    for one, _ in rendered:
        screen.show(f"Written to {one.path}: {one.format}")
    if not (knows or all_cards):
        screen.note("no collection is known, so that every card is to be bought")
    screen.data(
        {
            "deck": str(deck),
            **buy_data(listed, cards),
            "massentry_links": links,
            "files": [{"format": one.format, "file": str(one.path)} for one, _ in rendered],
        }
    )
