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
app.command(cls=ManyValues)(optimize.optimize)
app.command(cls=ManyValues)(verify.verify)
app.command()(species.species)
app.command()(explain.explain)
app.command()(choose.choose)
app.command(cls=ManyValues)(export.export)
app.command(cls=ManyValues)(buy.buy)
app.command()(status.status)
app.command(cls=ManyValues)(play.play)
app.command()(play.replay)
app.command(cls=ManyValues)(fetch.fetch)
app.add_typer(collection.app, name="collection")
app.add_typer(catalog.app, name="catalog")
app.add_typer(deck.app, name="deck")
app.add_typer(rubric.app, name="rubric")


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
        typer.echo(f"error: cannot write the output: {error.strerror}", err=True)
        sys.exit(ExitCode.BAD_INPUT)
