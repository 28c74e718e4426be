"""The command line: one thin file a command, heavy imports inside the command."""

import io
import sys
from typing import Annotated

import typer

from deckbuilder import __version__
from deckbuilder.cli import (
    buy,
    catalog,
    choose,
    collection,
    deck,
    explain,
    export,
    fetch,
    optimize,
    play,
    rubric,
    species,
    status,
    verify,
)
from deckbuilder.cli.many import ManyValues
from deckbuilder.errors import DeckbuilderError, ExitCode

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
_DECKS, _LISTS, _GAME, _CARDS = "Decks", "Lists and collections", "The game", "Cards"
app.command(cls=ManyValues, rich_help_panel=_DECKS)(optimize.optimize)
app.command(cls=ManyValues, rich_help_panel=_DECKS)(verify.verify)
app.command(rich_help_panel=_DECKS)(explain.explain)
app.command(rich_help_panel=_DECKS)(choose.choose)
app.add_typer(deck.app, name="deck", rich_help_panel=_DECKS)
app.add_typer(rubric.app, name="rubric", rich_help_panel=_DECKS)
app.command(cls=ManyValues, rich_help_panel=_LISTS)(export.export)
app.command(cls=ManyValues, rich_help_panel=_LISTS)(buy.buy)
app.command(rich_help_panel=_LISTS)(status.status)
app.add_typer(collection.app, name="collection", rich_help_panel=_LISTS)
app.command(cls=ManyValues, rich_help_panel=_GAME)(play.play)
app.command(rich_help_panel=_GAME)(play.replay)
app.command(rich_help_panel=_CARDS)(species.species)
app.command(cls=ManyValues, rich_help_panel=_CARDS)(fetch.fetch)
app.add_typer(catalog.app, name="catalog", rich_help_panel=_CARDS)


def _say_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"deckbuilder {__version__}")
        raise typer.Exit


@app.callback()
def deckbuilder(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", help="Say the version and stop.", is_eager=True, callback=_say_version
        ),
    ] = False,
) -> None:
    """Build Pokémon Party Game decks from real cards, with proof that none is better.

    Start with: deckbuilder optimize --regions kanto johto
    """


def run() -> None:
    """Run the command; an error of the user's is one line and an exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that knows no é shows a ?
    try:
        app()
    except DeckbuilderError as error:
        typer.echo(f"error: {error}", err=True)
        sys.exit(error.exit_code)
    except OSError as error:
        what = f"cannot use '{error.filename}'" if error.filename else "cannot write the output"
        typer.echo(f"error: {what}: {error.strerror}", err=True)
        sys.exit(ExitCode.BAD_INPUT)
