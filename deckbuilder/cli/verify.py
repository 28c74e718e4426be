"""`deckbuilder verify`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckbuilder.cli.options import (
    CatalogOption,
    DeckArgument,
    ForcePlayersOption,
    HouseFileOption,
    HouseOption,
    JsonOption,
    ModuleOption,
    PartyCallOption,
    PolicyOption,
    QuietOption,
    RaceOption,
    VerboseOption,
)
from deckbuilder.errors import CheckFailedError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.cli.playing import Wishes
    from deckbuilder.cli.screen import Screen
    from deckbuilder.deckfolder.record import Record
    from deckbuilder.engine.thresholds import Thresholds
    from deckbuilder.verify.certificate import Certificate

USUAL_GAMES = 2000
"""Games that tell a deck's character, and take less than a second."""


def verify(
    deck: DeckArgument,
    games: Annotated[
        int,
        typer.Option(min=0, metavar="N", help="Games to play; 0 for the certificate alone."),
    ] = USUAL_GAMES,
    players: Annotated[
        str,
        typer.Option(metavar="N|N-M", help="Players; by default four, or as near as it is for."),
    ] = "",
    bots: Annotated[
        list[str] | None,
        typer.Option(metavar="BOT…", help="Who plays, in turn: random, greedy, hoarder, search."),
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option(metavar="DECK", help="Play this deck too, on the same seeds, and compare."),
    ] = None,
    module: ModuleOption = None,
    house: HouseOption = None,
    houses: HouseFileOption = None,
    party_call: PartyCallOption = False,
    race: RaceOption = False,
    force_players: ForcePlayersOption = False,
    thresholds: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Limits of your own to hold the games to."),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Plot lengths and seats, as .png or .svg."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the games.")] = 0,
    workers: Annotated[
        int, typer.Option(min=1, help="Processes that play. The figures are the same.")
    ] = 1,
    cluster: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Play on a Dask cluster: tcp://host:8786.")
    ] = "",
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep what is played in this file, and go on from it."),
    ] = None,
    policy: PolicyOption = None,
    catalog: CatalogOption = "latest",
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Check a deck from its files, then by playing it thousands of times.

    First the certificate, without any of the code that made the deck: every card must be real,
    eligible and where it belongs, and every total as it is stated. Then bots play, and the figures
    are held to limits. A deck that fails either names every witness and exits with 1.

    Example: deckbuilder verify kanto+johto --games 20000 --players 2-10
    """
    from deckbuilder.catalog.home import open_catalog
    from deckbuilder.catalog.policy import DEFAULT_POLICY, load_policy
    from deckbuilder.cli.figures_view import (
        figures_view,
        judgement_view,
        witnesses,
    )
    from deckbuilder.cli.playing import Wishes, judge_all, open_deck, play_deck
    from deckbuilder.cli.screen import Screen
    from deckbuilder.deckfolder.record import POLICY, read_record
    from deckbuilder.engine.thresholds import PLAY_THRESHOLDS, load_thresholds
    from deckbuilder.export.play_plot import plot_games
    from deckbuilder.export.plot import check_plottable
    from deckbuilder.verify.certificate import certify

    if against and (plot or resume):
        raise UsageError("--against compares two decks: drop --plot and --resume")
    if plot:
        check_plottable(plot)
    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    record = read_record(deck)
    cards = open_catalog(catalog)
    limits = load_thresholds(thresholds or PLAY_THRESHOLDS)
    rules = load_policy(policy or deck / POLICY, cards)
    certificate = certify(record, cards, rules)
    screen.show(*_certificate_view(deck, certificate))
    if rules != load_policy(DEFAULT_POLICY, cards):
        screen.show("   (under a policy that differs from the default)")
    told = _certificate_data(certificate)
    if not certificate.passed or not games:
        screen.data(told)
        _raise_witnesses(deck, "its certificate", certificate.violations)
        return
    wishes = Wishes(
        games=games,
        players=players,
        bots=tuple(bots or ("greedy",)),
        houses=tuple(house or ()),
        house_file=houses,
        party_call=party_call,
        race=race,
        force_players=force_players,
        seed=seed,
        workers=workers,
        cluster=cluster,
        checkpoint=resume,
    )
    cast = open_deck(deck, record, cards, module or ())
    if against:
        _compare(deck, against, record, wishes, limits, cards, module or (), screen, told)
        return
    found = play_deck(cast, wishes, cards, screen)
    interrupted = wishes.is_cut_short(cast, found)
    judgements = judge_all(found, limits, record)
    screen.show(*figures_view(found, wishes.bots), *judgement_view(judgements))
    if plot and found:
        plot_games(f"{cast.name}: {found[0].games:,} games", found, plot)
        screen.show(f"Plotted in {plot}")
    screen.data(
        {
            **told,
            "passed": not interrupted and all(one.passed for one in judgements),
            "interrupted": interrupted,
            "bots": wishes.bots,
            "seed": seed,
            "play": [one.as_dict() for one in found],
            "limits": [one.as_dict() for one in judgements],
        }
    )
    _end_interrupted(screen, interrupted=interrupted)
    _raise_witnesses(deck, "its limits", witnesses(judgements))


def _compare(
    deck: Path,
    against: Path,
    record: "Record",
    wishes: "Wishes",
    limits: "Thresholds",
    cards: "Catalog",
    modules: "Sequence[str]",
    screen: "Screen",
    told: dict[str, Any],
) -> None:
    """Play two decks on the same seeds; both must be sound, and keep the limits."""
    from deckbuilder.catalog.policy import load_policy
    from deckbuilder.cli.figures_view import comparison_view, witnesses
    from deckbuilder.cli.playing import judge_all, open_deck, play_against
    from deckbuilder.deckfolder.record import POLICY, read_record
    from deckbuilder.verify.certificate import certify

    rival = read_record(against)
    certificate = certify(rival, cards, load_policy(against / POLICY, cards))
    _raise_witnesses(against, "its certificate", certificate.violations)
    one = open_deck(deck, record, cards, modules)
    other = open_deck(against, rival, cards, modules)
    compared = play_against(one, other, wishes, cards, screen)
    interrupted = wishes.is_cut_short(one, [pair.one for pair in compared])
    judgements = {
        deck: judge_all([pair.one for pair in compared], limits, record),
        against: judge_all([pair.other for pair in compared], limits, rival),
    }
    screen.show(*(comparison_view(pair, one.name, other.name) for pair in compared))
    screen.data(
        {
            **told,
            "interrupted": interrupted,
            "against": str(against),
            "compared": [pair.as_dict() for pair in compared],
            "limits": [[each.as_dict() for each in many] for many in judgements.values()],
        }
    )
    _end_interrupted(screen, interrupted=interrupted)
    for folder, many in judgements.items():
        _raise_witnesses(folder, "its limits", witnesses(many))


def _end_interrupted(screen: "Screen", *, interrupted: bool) -> None:
    """End as Ctrl-C ends a program: what was played is shown, and nothing is passed."""
    if interrupted:
        screen.warn("not all games were played, so that nothing is said to pass")
        raise KeyboardInterrupt


def _certificate_view(deck: Path, certificate: "Certificate") -> "list[RenderableType]":
    from deckbuilder.cli.screen import passed

    marks = [passed(check.name, ok=not check.violations) for check in certificate.checks]
    return [f"{deck}: {certificate.cards} cards", *marks]


def _certificate_data(certificate: "Certificate") -> dict[str, Any]:
    return {
        "passed": certificate.passed,
        "cards": certificate.cards,
        "checks": [
            {"name": one.name, "passed": not one.violations, "violations": one.violations}
            for one in certificate.checks
        ],
    }


def _raise_witnesses(deck: Path, what: str, found: "Sequence[str]") -> None:
    if found:
        told = "\n  ".join(found)
        raise CheckFailedError(f"'{deck}' fails {what}, witnesses: {len(found)}\n  {told}")
