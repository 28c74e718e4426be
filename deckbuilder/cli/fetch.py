"""`deckbuilder fetch`."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from deckbuilder.cli.options import CatalogOption, JsonOption, QuietOption, VerboseOption
from deckbuilder.domain.cards import REGIONS
from deckbuilder.errors import BadInputError, NetworkError, UsageError

if TYPE_CHECKING:
    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.cli.screen import Screen
    from deckbuilder.sources.fetch import Wish
    from deckbuilder.sources.session import Session


_MOST_A_SECOND: Final = 100
_DAY: Final = 24 * 60 * 60
"""Seconds."""


class SourceName(StrEnum):
    """The public services, named here so that `--help` need not load them."""

    TCGDEX = "tcgdex"
    POKEMONTCG = "pokemontcg"


class ImageSize(StrEnum):
    """Sizes of images: 245×337 and 600×825 pixels."""

    LOW = "low"
    HIGH = "high"


def _complete_region(incomplete: str) -> list[str]:
    return [name for name in REGIONS if name.startswith(incomplete)]


def fetch(
    source: Annotated[
        SourceName,
        typer.Option(help="Who to ask. pokemontcg reads a key from POKEMONTCG_API_KEY."),
    ] = SourceName.TCGDEX,
    regions: Annotated[
        list[str] | None,
        typer.Option(
            metavar="REGION…",
            autocompletion=_complete_region,
            help="Only cards of these regions' species and Trainers.",
        ),
    ] = None,
    sets: Annotated[
        list[str] | None, typer.Option(metavar="SET…", help="Only these sets, by id or name.")
    ] = None,
    since: Annotated[
        str, typer.Option(metavar="DATE", help="Only sets released on this day or later.")
    ] = "",
    deck: Annotated[
        list[Path] | None,
        typer.Option(metavar="DECK…", help="Only the cards of these decks."),
    ] = None,
    prices: Annotated[bool, typer.Option("--prices", help="Take the shops' prices along.")] = False,
    images: Annotated[
        ImageSize | None, typer.Option(help="Also bring the cards' images, in this size.")
    ] = None,
    images_limit: Annotated[
        int, typer.Option(metavar="MB", min=1, help="Megabytes that all images may have.")
    ] = 1000,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what is new, and keep the catalogue as it is.")
    ] = False,
    url: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Ask a mirror of the service instead.")
    ] = None,
    rate: Annotated[
        float | None,
        typer.Option(min=0, help="Requests a second at most; 0 for no limit, on a mirror only."),
    ] = None,
    timeout: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.1, help="How long to wait for an answer.")
    ] = 20,
    catalog: CatalogOption = "latest",
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Bring the catalogue up to date from a public service, with prices and images on request.

    What is new, changed and gone is told card by card. The merged catalogue goes to your data
    folder (DECKBUILDER_HOME moves it) and is used from then on; `--catalog snapshot` goes back to
    the packed one. A run that was cut short goes on where it was. When some cards could not be
    had, the rest is kept, and the exit code is 5.

    Example: deckbuilder fetch --sets sv10 me05 --prices
    """
    from deckbuilder.catalog.catalog import load_catalog
    from deckbuilder.catalog.files import DATA
    from deckbuilder.catalog.home import catalog_folder
    from deckbuilder.cli.fetch_view import fetch_data, fetch_view
    from deckbuilder.cli.interrupt import interrupting
    from deckbuilder.cli.screen import Screen
    from deckbuilder.sources.aliases import SetAliases
    from deckbuilder.sources.corrections import CORRECTIONS, load_corrections
    from deckbuilder.sources.fetch import Fetch
    from deckbuilder.sources.images import Fate, Size, bring_images
    from deckbuilder.sources.services import ServiceName, open_service
    from deckbuilder.sources.store import merged_files, publish

    _check_manners(rate, timeout, url)
    if dry_run and images:
        raise UsageError("--dry-run keeps all as it is, and --images would not: leave one out")
    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    folder = catalog_folder(catalog)
    base = load_catalog(folder)
    wish = _wish(sets or (), since, regions or (), deck or (), base)
    aliases = SetAliases(source, base.sets)
    corrections = load_corrections(DATA / CORRECTIONS)
    written, pictures = None, []
    with (
        open_service(ServiceName(source), url=url, rate=rate, timeout=timeout) as service,
        interrupting(service.session.stop),
        screen.counting() as progress,
    ):
        if service.session.began_anew:
            screen.warn("the cache was damaged: a new one is begun, and all is asked for anew")
        asked = Fetch(
            service.source,
            base,
            aliases,
            corrections,
            day=service.run.started.date().isoformat(),
            workers=service.workers,
            progress=progress,
        )
        with _stopping(service.session, screen):
            fetched = asked.run(wish)
            if images:
                limit = images_limit * 10**6
                addresses = fetched.merger.images
                pictures = bring_images(addresses, Size(images), service, limit, progress)
        is_whole = fetched.is_whole and all(one.fate is not Fate.UNANSWERED for one in pictures)
        if not dry_run and not fetched.is_empty:
            files = merged_files(
                fetched, base, folder, source, service.run.started.date().isoformat(), prices=prices
            )
            written = publish(files)
        if is_whole:
            service.run.finish()
    screen.show(*fetch_view(fetched, pictures, prices=prices))
    if written:
        screen.show(f"Written to {written}")
    screen.data(
        {
            "source": source,
            **fetch_data(fetched, pictures, prices=prices),
            "folder": str(written) if written else None,
        }
    )
    if not is_whole:
        raise NetworkError(
            f"{source} did not answer for everything; what came is kept, and the same command asks "
            "for the rest"
        )


def _check_manners(rate: float | None, timeout: float, url: str | None) -> None:
    """Check how the service is to be treated.

    Raises:
        UsageError: It would be flooded, or waited for without an end.
    """
    for name, value, most in (("--rate", rate or 0, _MOST_A_SECOND), ("--timeout", timeout, _DAY)):
        if value > most:
            raise UsageError(f"{name} {value} is no number up to {most:,}")
    if rate == 0 and url is None:
        raise UsageError("--rate 0 would flood a public service: use it with --url and a mirror")


@contextmanager
def _stopping(session: "Session", screen: "Screen") -> Iterator[None]:
    """End the command when Ctrl-C has stopped the session, whatever that led to."""
    try:
        yield
    except NetworkError:
        if not session.stopped:
            raise
    if session.stopped:
        screen.warn("stopped by hand: the same command goes on from here")
        raise KeyboardInterrupt


def _wish(
    sets: Sequence[str],
    since: str,
    regions: Sequence[str],
    decks: Sequence[Path],
    base: "Catalog",
) -> "Wish":
    """Check what the options wish for.

    Raises:
        BadInputError: A date, a region or a deck cannot be used.
    """
    from deckbuilder.catalog.names import did_you_mean
    from deckbuilder.deckfolder.record import open_record
    from deckbuilder.sources.fetch import Wish

    try:
        since = date.fromisoformat(since).isoformat() if since else ""
    except ValueError as error:
        raise BadInputError(f"--since '{since}' is no date such as 2026-07-01") from error
    named = tuple(name.strip().lower() for typed in regions for name in typed.split(","))
    for name in named:
        if name not in REGIONS:
            raise BadInputError(f"no region is called '{name}'{did_you_mean(name, REGIONS)}")
    cards = frozenset(row.card_id for deck in decks for row in open_record(deck, base).rows)
    return Wish(tuple(sets), since, named, cards if decks else None)
