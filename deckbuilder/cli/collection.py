"""`deckbuilder collection`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckbuilder.cli.many import ManyValues
from deckbuilder.cli.options import (
    CatalogOption,
    CollectionOption,
    DeckArgument,
    JsonOption,
    QuietOption,
    VerboseOption,
)
from deckbuilder.errors import BadInputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deckbuilder.cli.screen import Screen
    from deckbuilder.collection.importing import FileImport

app = typer.Typer(no_args_is_help=True, help="The cards that you own.")


@app.command("import")
def import_(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="Lists of any format that is known.")
    ],
    strict: Annotated[
        bool, typer.Option("--strict", help="Import nothing unless every row is matched.")
    ] = False,
    again: Annotated[
        bool, typer.Option("--again", help="Import a file once more, and count its cards twice.")
    ] = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Let these files be the whole collection.")
    ] = False,
    collection: CollectionOption = None,
    catalog: CatalogOption = "latest",
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Import lists of the cards that you own; every row is matched exactly, or listed.

    Read by their header, whatever they are called: TCGplayer, Collectr, ManaBox and pokecollector
    CSV, tables with a column name, and deckbuilder's own CSV; without a header, lines of PTCGL,
    Limitless, TCGplayer Mass Entry, Cardmarket wants, or by hand.

    Example: deckbuilder collection import collectr.csv binder.txt
    """
    from deckbuilder.catalog.home import open_catalog
    from deckbuilder.cli.collection_view import import_data, import_view
    from deckbuilder.cli.screen import Screen
    from deckbuilder.collection.importing import read_files
    from deckbuilder.collection.match import Matcher
    from deckbuilder.collection.store import default_path, open_store

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    read = read_files(files, Matcher(open_catalog(catalog)))
    if strict:
        _refuse_unresolved(read)
    path = collection or default_path()
    with open_store(path, create=True) as store:
        number = store.add(read, again=again, whole=replace)
        owned = store.collection()
    _warn_of_misread(read, screen)
    screen.show(*import_view(number, read, owned))
    screen.data({"import": number, "collection": str(path), **import_data(read, owned)})


@app.command()
def imports(
    collection: CollectionOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """List every import: its id, date, files, rows and cards.

    Example: deckbuilder collection imports
    """
    from dataclasses import asdict

    from deckbuilder.cli.collection_view import imports_view
    from deckbuilder.cli.screen import Screen
    from deckbuilder.collection.store import default_path, open_store

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    with open_store(collection or default_path()) as store:
        listed = store.imports()
    screen.show(imports_view(listed))
    screen.data([asdict(one) for one in listed])


@app.command()
def undo(
    number: Annotated[
        int | None, typer.Argument(metavar="[ID]", help="An import's id; by default the last.")
    ] = None,
    collection: CollectionOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Take an import back. What it had replaced counts again.

    Example: deckbuilder collection undo
    """
    from dataclasses import asdict

    from deckbuilder.cli.collection_view import totals_line
    from deckbuilder.cli.screen import Screen
    from deckbuilder.collection.store import default_path, open_store

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    with open_store(collection or default_path()) as store:
        undone = store.undo(number)
        owned = store.collection()
    screen.show(
        f"Undone: import {undone.import_id} of {undone.date[:10]}, "
        f"{', '.join(undone.files)}: {undone.cards:,} cards",
        totals_line(owned),
    )
    screen.data({"undone": asdict(undone), "cards": owned.cards})


@app.command()
def unresolved(
    number: Annotated[
        int | None, typer.Option("--import", metavar="ID", help="Only of this import.")
    ] = None,
    collection: CollectionOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """List the rows that no import could match: where, why, and what may be meant.

    Example: deckbuilder collection unresolved
    """
    from dataclasses import asdict

    from deckbuilder.cli.screen import Screen
    from deckbuilder.collection.store import default_path, open_store

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    with open_store(collection or default_path()) as store:
        rows = store.unresolved(number)
    screen.show(*map(str, rows), f"{len(rows):,} rows are unresolved.")
    screen.data([asdict(row) for row in rows])


@app.command(cls=ManyValues)
def show(
    sets: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="SET…", help="Only these sets, by id, code or name."),
    ] = None,
    regions: Annotated[
        list[str] | None,
        typer.Option("--region", metavar="REGION…", help="Only species native to these."),
    ] = None,
    species: Annotated[
        list[str] | None, typer.Option(metavar="NAME…", help="Only these species.")
    ] = None,
    collection: CollectionOption = None,
    catalog: CatalogOption = "latest",
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Show what you own: a line a set, or a line a card of the sets, regions or species named.

    Example: deckbuilder collection show --set "Base Set"
    """
    from deckbuilder.catalog.home import open_catalog
    from deckbuilder.cli.collection_view import cards_view, collection_data, sets_view, totals_line
    from deckbuilder.cli.screen import Screen
    from deckbuilder.collection.query import Query
    from deckbuilder.collection.store import default_path, load_collection

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    cards = open_catalog(catalog)
    query = Query.typed(sets or (), regions or (), species or (), cards)
    whole = load_collection(collection or default_path())
    owned, unknown = query.answer(whole, cards)
    if unknown:
        screen.warn(f"{len(unknown)} owned cards are not in this catalogue: {unknown[0]}, …")
    view = sets_view if query.is_everything else cards_view
    screen.show(view(owned, cards), totals_line(owned))
    screen.data(collection_data(owned, cards))


@app.command()
def diff(
    deck: DeckArgument,
    collection: CollectionOption = None,
    catalog: CatalogOption = "latest",
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Hold a deck against what you own: set by set, the numbers that are there and that are not.

    Example: deckbuilder collection diff kanto+johto
    """
    from deckbuilder.catalog.home import open_catalog
    from deckbuilder.cli.collection_view import diff_data, diff_view
    from deckbuilder.cli.screen import Screen
    from deckbuilder.collection.progress import progress
    from deckbuilder.collection.store import default_path, load_collection
    from deckbuilder.deckfolder.record import open_record

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    cards = open_catalog(catalog)
    rows = open_record(deck, cards).rows
    reached = progress(rows, load_collection(collection or default_path()), cards)
    screen.show(*diff_view(reached))
    screen.data(diff_data(reached))


@app.command()
def export(
    file: Annotated[Path, typer.Argument(help="The list to write.")],
    name: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="One of those that import reads: own, tcgplayer, tcgplayer-app, tcgplayer-old, "
            "collectr, manabox, pokecollector, table, plain, mass-entry, ptcgl, cardmarket. By "
            "default own for .csv and ptcgl for .txt.",
        ),
    ] = None,
    collection: CollectionOption = None,
    catalog: CatalogOption = "latest",
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Export what you own as a list that other programs read.

    Example: deckbuilder collection export owned.csv --format pokecollector
    """
    from deckbuilder.catalog.files import write_files
    from deckbuilder.catalog.home import open_catalog
    from deckbuilder.cli.screen import Screen
    from deckbuilder.collection.formats import format_for, format_named
    from deckbuilder.collection.store import default_path, load_collection
    from deckbuilder.collection.takeaway import take_away

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    chosen = format_named(name) if name else format_for(file.suffix)
    taken = take_away(load_collection(collection or default_path()), open_catalog(catalog), chosen)
    write_files(file.parent, {file.name: taken.text.encode()})
    for reason, cards in taken.left_out.items():
        screen.warn(f"{cards:,} cards are left out: {reason}")
    screen.show(f"Written to {file}: {taken.cards:,} cards as {chosen.title}")
    screen.data(
        {
            "file": str(file),
            "format": chosen.name,
            "cards": taken.cards,
            "left_out": dict(taken.left_out),
        }
    )


@app.command()
def mark(
    deck: DeckArgument,
    ticked: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE", help="A ticked list of the deck: CSV or XLSX."),
    ] = None,
    untick: Annotated[
        bool, typer.Option("--untick", help="Take cards without a tick out of the collection.")
    ] = False,
    collection: CollectionOption = None,
    catalog: CatalogOption = "latest",
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Mark a deck's cards as owned, from a list that you ticked: an import that can be undone.

    A tick is x, ✓, yes, true or a number in a column owned, have or ✓, as in the lists that
    `deckbuilder export` writes and the ticks that its page saves.

    Example: deckbuilder collection mark kanto+johto --from ticks.csv
    """
    from deckbuilder.catalog.home import open_catalog
    from deckbuilder.cli.collection_view import import_data, import_view
    from deckbuilder.cli.screen import Screen
    from deckbuilder.collection.match import Matcher
    from deckbuilder.collection.store import default_path, open_store
    from deckbuilder.collection.ticks import read_ticks
    from deckbuilder.deckfolder.record import open_record

    if ticked is None:
        raise UsageError("say which list is ticked: --from FILE")
    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    cards = open_catalog(catalog)
    wanted = [row.card_id for row in open_record(deck, cards).rows]
    path = collection or default_path()
    with open_store(path, create=True) as store:
        before = store.collection()
        read = read_ticks(ticked, wanted, before, Matcher(cards), untick=untick)
        number = store.add([read], again=True)
        owned = store.collection()
    screen.show(*import_view(number, [read], owned))
    screen.data({"import": number, "collection": str(path), **import_data([read], owned)})


def _refuse_unresolved(read: "Sequence[FileImport]") -> None:
    rows = [row for one in read for row in one.unresolved]
    if rows:
        total = sum(one.rows for one in read)
        raise BadInputError(
            f"nothing was imported, for {len(rows):,} of {total:,} rows are not understood; the "
            f"first: {rows[0]}"
        )


def _warn_of_misread(read: "Sequence[FileImport]", screen: "Screen") -> None:
    for one in read:
        if not one.rows:
            screen.warn(f"'{one.file}' has no rows")
        elif not one.matched and one.format == "list":
            screen.warn(f"no line of '{one.file}' is a card: a table needs a header that is known")
