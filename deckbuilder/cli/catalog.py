"""`deckbuilder catalog`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckbuilder.cli.options import CatalogOption, JsonOption, QuietOption, VerboseOption
from deckbuilder.errors import UsageError

if TYPE_CHECKING:
    from rich.table import Table

    from deckbuilder.sources.report import FileReport

app = typer.Typer(no_args_is_help=True, help="The catalogue of species and printings.")


@app.command()
def build(
    facts: Annotated[
        Path,
        typer.Option(
            metavar="FOLDER",
            help="Folder of species-facts, card-facts, second-source and play-facts.",
        ),
    ] = Path("data/facts"),
    corrections: Annotated[
        Path, typer.Option(metavar="FILE", help="Corrections, each with its reason.")
    ] = Path("data/corrections.csv"),
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the tables go.")] = Path(
        "data"
    ),
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Build the catalogue's tables from a folder of facts, and account for every row.

    Each card that a second source has is held against it. What they tell differently is settled
    by a correction, or the card is disputed and no deck uses it. The same facts give the same
    bytes. Run it at the top of a checkout.

    Example: deckbuilder catalog build --facts data/facts
    """
    from deckbuilder.catalog.files import write_files
    from deckbuilder.cli.disputes_view import account_entry, account_table
    from deckbuilder.cli.screen import Screen, bold
    from deckbuilder.sources.build import build_catalog

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    built = build_catalog(facts, corrections)
    write_files(out, built.files)
    for warning in built.warnings:
        screen.warn(warning)
    if built.account:
        screen.show(bold("Two sources"), account_table(built.account))
    for report in built.reports:
        screen.show(bold(report.file, f": {report.read:,} rows read"), _account(report))
        for note in report.notes:
            screen.note(f"{note.file} row {note.row}: {note.name}: {note.outcome}: {note.detail}")
    screen.show(f"Written to {out}/: {', '.join(built.files)}")
    screen.data(
        {
            "folder": str(out),
            "provenance": built.provenance.model_dump(mode="json"),
            "files": [_account_entry(report) for report in built.reports],
            "sources": account_entry(built.account) if built.account else None,
            "warnings": built.warnings,
        }
    )


@app.command()
def disputes(
    decided: Annotated[
        bool, typer.Option("--decided", help="Also list the disputes that you have decided.")
    ] = False,
    catalog: CatalogOption = "latest",
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """List the cards on which the sources differ, with all that speaks for either value.

    No deck uses a disputed card. `catalog accept` decides for one of the values.

    Example: deckbuilder catalog disputes
    """
    from deckbuilder.catalog.home import open_catalog
    from deckbuilder.cli.disputes_view import dispute_entry, disputes_table
    from deckbuilder.cli.screen import Screen

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    cards = open_catalog(catalog)
    listed = [one for one in cards.disputes if decided or one.is_open]
    if listed:
        screen.show(disputes_table(listed, cards))
    open_ones = sum(one.is_open for one in listed)
    screen.show(
        f"{open_ones:,} disputes are open. Decide one with: deckbuilder catalog accept CARD VALUE"
        if open_ones
        else "Nothing is disputed."
    )
    screen.data({"disputes": [dispute_entry(one, cards) for one in listed]})


@app.command()
def accept(
    card: Annotated[str, typer.Argument(help="The id of a disputed card.")],
    value: Annotated[
        str, typer.Argument(help="What the card prints; by default what a fetch brought last.")
    ] = "",
    field: Annotated[
        str, typer.Option(metavar="FIELD", help="Which field, where several are disputed.")
    ] = "",
    undo: Annotated[
        bool, typer.Option("--undo", help="Take the decision back: the card is disputed again.")
    ] = False,
    catalog: CatalogOption = "latest",
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Decide what a disputed card prints; from then on decks may use it.

    The decision is kept in your data folder, and holds until a source says something new.

    Example: deckbuilder catalog accept ex10-55 50
    """
    from deckbuilder.catalog.catalog import load_catalog
    from deckbuilder.catalog.home import catalog_folder
    from deckbuilder.cli.disputes_view import dispute_entry
    from deckbuilder.cli.screen import Screen
    from deckbuilder.sources.decide import accept, take_back
    from deckbuilder.sources.store import decided_files, publish

    if undo and value:
        raise UsageError("--undo takes no value: it takes a decision back")
    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    folder = catalog_folder(catalog)
    cards = load_catalog(folder)
    decision = take_back(cards, card, field) if undo else accept(cards, card, value, field)
    written = publish(decided_files(decision, cards, folder))
    screen.show(
        f"{decision.printing.name} ({card}) is disputed again: {decision.dispute}"
        if undo
        else f"{decision.printing.name} ({card}) prints {decision.dispute.field} "
        f"{decision.value.replace('|', '/')}; take it back with --undo"
    )
    screen.data(
        {"folder": str(written), "dispute": dispute_entry(decision.dispute, load_catalog(written))}
    )


@app.command()
def info(
    catalog: CatalogOption = "latest",
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Say what is in the catalogue, where it comes from, and that its files are whole.

    Example: deckbuilder catalog info
    """
    from deckbuilder.catalog.catalog import load_catalog
    from deckbuilder.catalog.checked_file import load_yaml
    from deckbuilder.catalog.home import catalog_folder
    from deckbuilder.catalog.provenance import PROVENANCE, Provenance
    from deckbuilder.cli.screen import Screen

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    folder = catalog_folder(catalog)
    cards = load_catalog(folder)
    provenance = load_yaml(folder / PROVENANCE, Provenance)
    newest = max(cards.sets.values(), key=lambda one: one.release_date)
    screen.show(
        f"Catalogue of {provenance.date}, sha256 {provenance.stamp.sha256[:12]}…",
        f"{len(cards.species):,} species, {len(cards.printings):,} printings, "
        f"{len(cards.sets):,} sets; newest: {newest.name}, {newest.release_date}",
    )
    if currencies := cards.prices.currencies:
        screen.show(f"Prices in {' and '.join(currencies)}")
    for name, source in provenance.sources.items():
        screen.show(
            f"{name}: {source.rows:,} rows from {source.taken_from} ({source.licence}), "
            f"as of {source.as_of}"
        )
    screen.data({"sha256": provenance.stamp.sha256, **provenance.model_dump(mode="json")})


def _account(report: "FileReport") -> "Table":
    from rich.table import Table

    table = Table(show_footer=True)
    totals = report.totals()
    table.add_column("Outcome", footer="sum")
    table.add_column("Rows", justify="right", footer=f"{sum(totals.values()):,}")
    table.add_column("Why", overflow="fold")
    for outcome, rows in totals.items():
        kinds = [f"{kind}: {n}" for (what, kind), n in report.kinds().items() if what is outcome]
        table.add_row(outcome, f"{rows:,}", "\n".join(kinds))
    return table


def _account_entry(report: "FileReport") -> dict[str, object]:
    return {
        "file": report.file,
        "read": report.read,
        **{outcome.value.replace(" ", "_"): rows for outcome, rows in report.totals().items()},
        "kinds": [
            {"outcome": outcome, "kind": kind, "rows": rows}
            for (outcome, kind), rows in report.kinds().items()
        ],
    }
