"""Random games, looked at after every step."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from deckbuilder.engine.party.chance import Fate, fates
from deckbuilder.engine.party.deck import HAND, GameDeck
from deckbuilder.engine.party.houses import HouseFamily
from deckbuilder.engine.party.options import CallOrder, Options
from deckbuilder.engine.party.rules import apply, legal_actions, resolve, to_order
from deckbuilder.engine.party.state import CHANCE, NO_CARD, Kind, State
from deckbuilder.engine.party.table import Table, members
from deckbuilder.engine.tasks import Run

SEATS = range(2, 11)


@dataclass(frozen=True, slots=True)
class Soaked:
    """What a soak came to."""

    games: int
    stalemates: int
    longest: int
    """Turns of the longest game."""


def all_options(deck: GameDeck, houses: Sequence[HouseFamily] = ()) -> Iterator[Options]:
    """Give every combination of options that a deck has cards for, 2 to 10 players.

    Args:
        deck: The deck.
        houses: House families, all in force or none.
    """
    for players in SEATS:
        if len(deck.cards) - players * HAND <= deck.trainers:
            return
        for order in CallOrder:
            for some in dict.fromkeys(((), tuple(houses))):
                for party_call in (False, True):
                    yield Options(players, some, order, party_call, 0.5, 0.5, force_players=True)


def faults(state: State) -> list[str]:
    """Say what is wrong with a state; nothing while the rules hold.

    Every card is in one place, the top is a Pokémon and so every Trainer is covered, what may be
    done is sorted and each thing once, and copies are like the state but apart from it.
    """
    found = []
    places = [*state.pile, *state.under, *(state.battle.revealed if state.battle else ())]
    places += [card for hand in state.hands for card in members(hand)]
    places += [state.top] if state.top != NO_CARD else []
    if sorted(places) != list(range(len(state.table.bit))):
        found.append("a card is missing, or there twice")
    if state.top >= state.table.first_trainer:
        found.append("the top is a Trainer")
    actions = legal_actions(state)
    if actions != sorted(set(actions)):
        found.append(f"the actions {actions} are not sorted, or not unique")
    if bool(actions) == (state.kind in CHANCE or state.kind is Kind.OVER):
        found.append(f"{len(actions)} actions while {state.kind.name} is due")
    plain = state.to_plain()
    if state.clone().to_plain() != plain:
        found.append("a clone differs")
    if State.from_plain(state.table, plain).to_plain() != plain:
        found.append("a round trip differs")
    return found


def check_game(state: State, fate: Fate, check: Callable[[State], None]) -> State:
    """Play a game at random, from a state that is changed, and check it after every step."""
    check(state)
    while state.kind is not Kind.OVER:
        if state.kind in CHANCE:
            resolve(state, fate.shuffled(to_order(state)))
        else:
            actions = legal_actions(state)
            before = state.to_plain()
            twin = state.clone()
            apply(state, actions[fate.players.below(len(actions))])
            if twin.to_plain() != before:
                raise AssertionError("what is done to a state is done to its clone")
        check(state)
    return state


def soak_results(
    decks: Sequence[GameDeck], houses: Sequence[HouseFamily], games: int, seed: int
) -> Soaked:
    """Play random games as fast as can be, and look only at how they end; see `soak`."""
    settings = [(deck, options) for deck in decks for options in all_options(deck, houses)]
    share = -(-games // len(settings))
    tallies = [Run(*setting, ("random",), seed).chunk(range(share)) for setting in settings]
    return Soaked(
        sum(tally.games for tally in tallies),
        sum(tally.stalemates + tally.cut_short for tally in tallies),
        max(tally.longest for tally in tallies),
    )


def soak(decks: Sequence[GameDeck], houses: Sequence[HouseFamily], games: int, seed: int) -> Soaked:
    """Play random games over decks and options, and check every state.

    Args:
        decks: The decks, in turn.
        houses: House families, which some games have in force.
        games: How many.
        seed: Of all chance.

    Raises:
        AssertionError: An invariant broke; the error names deck, options and game.
    """
    settings = [(deck, options) for deck in decks for options in all_options(deck, houses)]
    stalemates = longest = 0
    for game in range(games):
        deck, options = random.Random(f"{seed} {game}").choice(settings)  # noqa: S311 - a pick
        table = Table.of(deck, replace(options, turn_limit=2_000))
        (fate,) = fates(seed, range(game, game + 1), len(deck.cards))

        def check(state: State, where: str = f"{deck.name}, {options}, game {game}") -> None:
            if found := faults(state):
                raise AssertionError(f"{where}: {'; '.join(found)}")

        state = check_game(State(table), fate, check)
        stalemates += state.is_stalemate
        longest = max(longest, len(state.faced))
    return Soaked(games, stalemates, longest)
