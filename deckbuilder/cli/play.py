"""`deckbuilder play` and `deckbuilder replay`."""

from pathlib import Path
from typing import Annotated

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
    QuietOption,
    RaceOption,
    VerboseOption,
)
from deckbuilder.errors import UsageError


def play(
    deck: DeckArgument,
    players: Annotated[
        int | None,
        typer.Option(metavar="N", help="Seats; by default as few as the deck is for."),
    ] = None,
    bots: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BOT…", help="Who plays with you, in turn: random, greedy, hoarder, search."
        ),
    ] = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Let bots play among themselves, and watch.")
    ] = False,
    module: ModuleOption = None,
    house: HouseOption = None,
    houses: HouseFileOption = None,
    party_call: PartyCallOption = False,
    race: RaceOption = False,
    force_players: ForcePlayersOption = False,
    seed: Annotated[
        int | None,
        typer.Option(min=0, help="The same seed gives the same shuffle."),
    ] = None,
    log: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the game down, for `replay`.")
    ] = None,
    catalog: CatalogOption = "latest",
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Play a deck at the terminal, against bots.

    Your hand is shown by what can be played; type the number of a card. Interrupts are offered in
    their window. There is no undo; q leaves the table.

    Example: deckbuilder play kanto-core --players 4
    """
    if as_json and not watch:
        raise UsageError("--json is for --watch: a person plays at the screen")
    import secrets

    from deckbuilder.catalog.home import open_catalog
    from deckbuilder.cli.party_view import (
        LeftGameError,
        Narrator,
        Person,
        ending,
        opening,
        seat_names,
        verdict,
    )
    from deckbuilder.cli.playing import open_deck
    from deckbuilder.cli.screen import Screen, bold
    from deckbuilder.deckfolder.record import open_record
    from deckbuilder.engine.party.bots import HUMAN, Bot, check_bots, seat_bots
    from deckbuilder.engine.party.chance import fates
    from deckbuilder.engine.party.houses import houses_of
    from deckbuilder.engine.party.log import game_log, save_log
    from deckbuilder.engine.party.options import CallOrder, Options
    from deckbuilder.engine.party.play import play as play_game
    from deckbuilder.engine.party.state import State
    from deckbuilder.engine.party.table import Table

    screen = Screen(as_json=as_json, quiet=quiet and watch, verbose=verbose)
    cards = open_catalog(catalog)
    cast = open_deck(deck, open_record(deck, cards), cards, module or ())
    options = Options(
        players=cast.seats.least if players is None else players,
        houses=houses_of(house or (), houses, cards),
        party_call=party_call,
        call_order=CallOrder.RACE if race else CallOrder.CLOCKWISE,
        force_players=force_players,
    )
    names = bots or ["greedy"]
    check_bots(names)
    table = Table.of(cast, options)
    rivals = [names[seat % len(names)] for seat in range(table.players - (not watch))]
    who = rivals if watch else [HUMAN, *rivals]
    told = seat_names(who)
    seated: list[Bot] = list(seat_bots(rivals, len(rivals)))
    if not watch:
        seated.insert(0, Person(screen.console, told))
    seed = secrets.randbelow(2**31) if seed is None else seed
    (fate,) = fates(seed, range(1), len(table.bit))
    narrator = Narrator(table, told, screen.show)
    screen.show(opening(table, seed))
    try:
        game = play_game(State(table), seated, fate, narrator)
    except LeftGameError:
        screen.show("You leave the table; the game is not written down.")
        return
    screen.show(bold(verdict(game.state, told, options)))
    if log:
        save_log(log, game_log(table, game.events, who, seed, 0))
        screen.show(f"Written to {log}")
    screen.data(ending(table, seed, who, game.state, game.events))


def replay(
    file: Annotated[Path, typer.Argument(help="A game that `play --log` has written.")],
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Play a game again from its file, and tell it as it was told.

    Example: deckbuilder replay game.json
    """
    from deckbuilder.cli.party_view import Narrator, ending, opening, seat_names, verdict
    from deckbuilder.cli.screen import Screen, bold
    from deckbuilder.engine.party.log import load_log, replay_log

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    log = load_log(file)
    table = log.table()
    told = seat_names(log.bots)
    screen.show(opening(table, log.seed))
    state = replay_log(log, Narrator(table, told, screen.show))
    screen.show(bold(verdict(state, told, table.options)))
    screen.data(ending(table, log.seed, log.bots, state, log.events))
