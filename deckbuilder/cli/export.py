"""`deckbuilder export`."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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
from deckbuilder.export.formats import KNOWN, Format, Order, Paper, format_named, format_of

if TYPE_CHECKING:
    from deckbuilder.cli.screen import Screen
    from deckbuilder.export.checklist import Checklist
    from deckbuilder.export.pdf.images import Images
    from deckbuilder.export.render import Export


def _complete_format(incomplete: str) -> list[str]:
    return [name for name in Format if name.startswith(incomplete)]


def export(
    deck: DeckArgument,
    formats: Annotated[
        list[str] | None,
        typer.Option(
            "--format",
            metavar="FORMAT…",
            help=f"What to write: {KNOWN}. Files are named after the deck.",
            autocompletion=_complete_format,
        ),
    ] = None,
    out: OutFilesOption = None,
    into: IntoOption = None,
    order: Annotated[
        Order, typer.Option(help="Sort by set, oldest first, by lane, dex number or name.")
    ] = Order.SET,
    by_module: Annotated[
        bool, typer.Option("--by-module", help="List each module by itself.")
    ] = False,
    paper: Annotated[Paper, typer.Option(help="Paper of a PDF.")] = Paper.A4,
    owned: Annotated[
        bool,
        typer.Option("--owned", help="Tick what you own, and give shops only what is missing."),
    ] = False,
    collection: CollectionOption = None,
    images: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Images of cards, named after card ids: a PDF then ends with a binder view.",
        ),
    ] = None,
    catalog: CatalogOption = "latest",
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Export a deck as lists to take along: to the binder, the shop, and the table.

    A checklist as markdown, csv, json, xlsx, html (one page that keeps its ticks, for a phone) or
    pdf (to print); massentry for TCGplayer, cardmarket for wants of 100 lines a file; plain names;
    and proxies, cards to cut out and play with. The deck comes first, then the options.

    Example: deckbuilder export kanto+johto --format pdf html
    """
    from deckbuilder.catalog.home import open_catalog
    from deckbuilder.cli.screen import Screen
    from deckbuilder.collection.store import default_path, load_collection
    from deckbuilder.deckfolder.record import open_record
    from deckbuilder.export.checklist import checklist_of
    from deckbuilder.export.pdf.images import Images
    from deckbuilder.export.render import Press, render

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    exports = exports_of(deck, formats or (), out or (), into)
    asked = {one.format for one in exports}
    if images and Format.PDF not in asked:
        raise UsageError("--images is for a PDF: add --format pdf, or drop it")
    cards = open_catalog(catalog)
    record = open_record(deck, cards)
    if record.result.catalog.sha256 != cards.stamp.sha256:
        screen.note(f"the deck was solved on another catalogue, of {record.result.catalog.date}")
    ids = load_collection(collection or default_path()).owned_ids if owned or collection else ()
    listed = checklist_of(record, cards, order=order, by_module=by_module, owned=ids)
    pictures = Images(images) if images else None
    rendered = render(listed, exports, Press(paper, pictures))
    write_lists((one.path, content) for one, content in rendered)
    _show(listed, rendered, screen)
    _warn(listed, asked, pictures, screen)
    screen.data(
        {
            "deck": str(deck),
            "cards": len(listed.picks),
            "owned": len(listed.owned),
            "files": [{"format": one.format, "file": str(one.path)} for one, _ in rendered],
        }
    )


def exports_of(
    deck: Path, formats: Sequence[str], out: Sequence[Path], into: Path | None
) -> list["Export"]:
    """Decide which formats go to which files.

    Raises:
        UsageError: The options do not say which, or contradict each other.
        BadInputError: A file's ending tells no format.
    """
    from deckbuilder.export.render import Export

    wanted = [format_named(name) for name in formats]
    if not wanted and not out:
        raise UsageError(f"nothing to write: add --format with any of {KNOWN}, or --out list.pdf")
    if out and into:
        raise UsageError("--out names the files, and --into is where they go without: drop either")
    if not out:
        name, folder = deck.resolve().name, into or Path()
        return [Export(one, folder / f"{name}{one.tail}") for one in dict.fromkeys(wanted)]
    wanted = wanted or [format_of(path) for path in out]
    if len(wanted) != len(out):
        raise UsageError(
            f"formats: {len(wanted)}, files: {len(out)}: name a file for each format, or drop "
            "--format and let the files' endings say it"
        )
    if len(set(out)) < len(out):
        raise UsageError(f"'{max(out, key=out.count)}' is named twice: name another with --out")
    return [Export(one, path) for one, path in zip(wanted, out, strict=True)]


def write_lists(contents: Iterable[tuple[Path, bytes]]) -> None:
    """Write all files of a folder together, once everything is known to be well."""
    from deckbuilder.catalog.files import write_files

    folders: defaultdict[Path, dict[str, bytes]] = defaultdict(dict)
    for path, content in contents:
        folders[path.parent][path.name] = content
    for folder, files in folders.items():
        write_files(folder, files)


def _show(
    listed: "Checklist", rendered: "Iterable[tuple[Export, bytes]]", screen: "Screen"
) -> None:
    for name, group in groupby((one for one, _ in rendered), key=lambda one: one.format):
        first, *rest = (one.path for one in group)
        files = f"{first} to {rest[-1].name}" if rest else str(first)
        count = len(listed.missing if name.only_missing else listed.picks)
        screen.show(f"Written to {files}: {name}, {count} cards")


def _warn(
    listed: "Checklist", asked: set[Format], pictures: "Images | None", screen: "Screen"
) -> None:
    """Tell of cards that a shop may not find, and of images that are not shown."""
    from deckbuilder.export.shops import unplaced

    lines = unplaced(listed.missing) if Format.MASSENTRY in asked else ()
    if lines:
        screen.warn(
            f"a shop may not match {len(lines)} of {len(listed.missing)} lines, as the catalogue "
            f"has no code of their sets: {'; '.join(lines)}"
        )
    if pictures and pictures.absent:
        screen.warn(f"cards without an image: {len(pictures.absent)}; their pockets show the name")
    if pictures and pictures.broken:
        screen.warn(f"files that are no image: {', '.join(map(str, pictures.broken))}")
