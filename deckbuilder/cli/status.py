"""`deckbuilder status`."""

from deckbuilder.cli.options import (
    CatalogOption,
    CollectionOption,
    DeckArgument,
    JsonOption,
    QuietOption,
    VerboseOption,
)


def status(
    deck: DeckArgument,
    collection: CollectionOption = None,
    catalog: CatalogOption = "latest",
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Say how far a physical deck is: what is owned, what is missing, and what that costs.

    Example: deckbuilder status kanto+johto
    """
    from deckbuilder.catalog.home import open_catalog
    from deckbuilder.cli.collection_view import status_data, status_view
    from deckbuilder.cli.screen import Screen
    from deckbuilder.collection.progress import progress
    from deckbuilder.collection.store import default_path, load_collection
    from deckbuilder.deckfolder.record import open_record

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    cards = open_catalog(catalog)
    record = open_record(deck, cards)
    owned = load_collection(collection or default_path())
    reached = progress(record.rows, owned, cards)
    screen.show(*status_view(deck, [one.name for one in record.modules], reached))
    screen.data(status_data(reached))
