"""Whole games: what holds after every step, and that a list of integers is all of a game."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from deckbuilder.domain.cards import Cell
from deckbuilder.engine.party.bots import seat_bots
from deckbuilder.engine.party.chance import Fate, Stream, fates
from deckbuilder.engine.party.deck import Card, GameDeck, Seats
from deckbuilder.engine.party.log import replay
from deckbuilder.engine.party.options import CallOrder, Options
from deckbuilder.engine.party.play import play, play_one
from deckbuilder.engine.party.rules import apply, legal_actions, resolve, to_order
from deckbuilder.engine.party.state import CHANCE, Battle, Kind, State
from deckbuilder.engine.party.table import Table, mask_of
from deckbuilder.engine.soak import all_options, check_game, faults, soak, soak_results
from deckbuilder.errors import BadInputError

TYPES = ("Fire", "Water", "Grass")
HP = (40, 50, 60)
SEATS = Seats(2, 10, "a deck of chance")


@st.composite
def decks(draw):
    """Cards that match often or seldom, families of three, and some Trainers."""
    pokemon = draw(st.integers(2, 40))
    cells = draw(
        st.lists(
            st.tuples(st.sampled_from(TYPES), st.sampled_from(HP)),
            min_size=pokemon,
            max_size=pokemon,
        )
    )
    cards = [
        Card(f"p{n}", f"P{n}", n + 1, Cell(*cell), n if n % 3 else None)
        for n, cell in enumerate(cells)
    ]
    trainers = draw(st.integers(0, 6))
    cards += [Card(f"t{n}", f"T{n}", None, None, None) for n in range(trainers)]
    return GameDeck("a deck of chance", tuple(cards), SEATS)


@st.composite
def states(draw):
    """Any moment at a table, rare ones too: a short pile, ten players, Trainers alone in hand."""
    deck = draw(decks())
    players = draw(st.integers(2, 10))
    options = Options(
        players,
        call_order=draw(st.sampled_from(CallOrder)),
        party_call=draw(st.booleans()),
        call_miss=0.5,
        turn_limit=300,
    )
    state = State(Table.compiled(deck, options))
    order = draw(st.permutations(range(len(deck.cards))))
    state.top = next(card for card in order if card < deck.pokemon)
    rest = [card for card in order if card != state.top]
    pile = draw(st.integers(0, min(5, len(rest))))
    under = draw(st.integers(0, min(5, len(rest) - pile)))
    state.pile, state.under = rest[:pile], rest[pile : pile + under]
    held = rest[pile + under :]
    state.hands = [mask_of(held[player::players]) for player in range(players)]
    state.player = draw(st.integers(0, players - 1))
    state.idle = draw(st.integers(0, players - 1))
    state.kind = Kind.TURN
    return state


@settings(max_examples=150)
@given(states(), st.integers(0, 2**32))
def test_the_rules_hold_from_any_state_to_the_end(state, seed):
    def check(now: State) -> None:
        assert faults(now) == []

    fate = Fate(Stream(seed), Stream(seed + 1))
    end = check_game(state, fate, check)
    assert end.winners
    sizes = [hand.bit_count() for hand in end.hands]
    assert all(sizes[winner] == min(sizes) for winner in end.winners)


@settings(max_examples=100)
@given(decks(), st.integers(2, 10), st.integers(0, 2**32))
def test_the_rules_hold_when_all_are_tied_in_a_stall(deck, players, seed):
    """Everybody has just revealed a Pokémon of the same HP."""
    state = State(Table.compiled(deck, Options(players, turn_limit=300)))
    same = [n for n in range(deck.pokemon) if deck.cards[n].cell == deck.cards[0].cell]
    flips = (same * players)[: min(players, len(same))]
    rest = [n for n in range(len(deck.cards)) if n not in flips]
    state.top = next((n for n in rest if n < deck.pokemon), 0)
    if state.top in flips or len(flips) < 2:
        return
    rest.remove(state.top)
    state.pile, state.under = flips[::-1], []
    state.hands = [mask_of(rest[player::players]) for player in range(players)]
    state.idle = players - 1
    state.kind = Kind.TURN
    fate = Fate(Stream(seed), Stream(seed + 1))

    def check(now: State) -> None:
        assert faults(now) == []

    check_game(state, fate, check)


class AnyGame(RuleBasedStateMachine):
    """A table at which anything legal is done, in any order."""

    def __init__(self) -> None:
        super().__init__()
        cells = [Cell(TYPES[n % 3], HP[n // 3 % 3]) for n in range(36)]
        cards = [
            Card(f"p{n}", f"P{n}", n + 1, cell, n if n % 3 else None)
            for n, cell in enumerate(cells)
        ]
        cards += [Card(f"t{n}", f"T{n}", None, None, None) for n in range(4)]
        deck = GameDeck("a deck of chance", tuple(cards), SEATS)
        self.state = State(Table.of(deck, Options(4, call_order=CallOrder.RACE, party_call=True)))
        self.events: list[int] = []

    @precondition(lambda self: self.state.kind in CHANCE)
    @rule(data=st.data())
    def chance(self, data):
        order = data.draw(st.permutations(to_order(self.state)))
        resolve(self.state, order)
        self.events += order

    @precondition(lambda self: bool(legal_actions(self.state)))
    @rule(data=st.data())
    def act(self, data):
        action = data.draw(st.sampled_from(legal_actions(self.state)))
        apply(self.state, action)
        self.events.append(action)

    @precondition(lambda self: self.state.kind is Kind.OVER)
    @rule()
    def sit(self):
        assert legal_actions(self.state) == []

    @invariant()
    def the_rules_hold(self):
        assert faults(self.state) == []

    def teardown(self):
        again = State(self.state.table)
        replay(again, self.events)
        assert again.to_plain() == self.state.to_plain()


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(max_examples=25, stateful_step_count=80)


def test_a_list_of_integers_is_a_whole_game(real_decks, houses):
    for deck in real_decks:
        for number, options in enumerate(list(all_options(deck, houses))[::5]):
            table = Table.of(deck, options)
            game = play_one(table, ("random", "greedy"), 2, number)
            again = State(table)
            assert replay(again, game.events) == len(game.events)
            assert again.to_plain() == game.state.to_plain()


def test_the_same_seed_gives_the_same_game_and_another_another(kanto_full):
    table = Table.of(kanto_full, Options())
    events = [play_one(table, ("random",), seed, 3).events for seed in (1, 1, 2)]
    assert events[0] == events[1] != events[2]


def test_a_clone_goes_its_own_way(kanto_full):
    table = Table.of(kanto_full, Options())
    state = State(table)
    (fate,) = fates(1, range(1), 160)
    resolve(state, fate.shuffled(to_order(state)))
    before, twin = state.to_plain(), state.clone()
    play(twin, seat_bots(("random",), 5), fate)
    assert state.to_plain() == before


def test_a_battle_is_cloned_too(deal):
    state = deal("Vulpix", "Onix", "Mew", pile="Staryu").state
    state.battle = Battle([0, 1], [2], [2])
    twin = state.clone()
    assert twin.battle
    twin.battle.revealed.append(3)
    assert state.battle.revealed == [2]


def test_a_bot_that_does_what_it_may_not_is_named(kanto_full):
    class Cheat:
        def choose(self, _view, _actions, _stream):
            return 999

    (fate,) = fates(1, range(1), 160)
    with pytest.raises(BadInputError, match="player 0 did '999', which is none of"):
        play(State(Table.of(kanto_full, Options())), [Cheat()] * 5, fate)


def test_the_right_player_wins_at_any_table(kanto_full):
    """Some engines pay the wrong players beyond two."""
    for players in range(2, 11):
        table = Table.of(kanto_full, Options(players, force_players=True))
        for number in range(20):
            end = play_one(table, ("greedy",), 1, number).state
            assert [end.hands[winner] for winner in end.winners] == [0]
            assert all(hand for player, hand in enumerate(end.hands) if player not in end.winners)


def test_deck_that_could_hold_every_hand_for_ever_comes_to_an_end(scant_decks):
    odd = replace(scant_decks[1])
    table = Table.of(odd, Options(2, turn_limit=500))
    assert all(play_one(table, ("random",), 1, n).state.kind is Kind.OVER for n in range(50))


@pytest.mark.parametrize("seed", [1, 2])
def test_random_games_keep_the_rules_after_every_step(real_decks, scant_decks, houses, seed):
    soaked = soak([*real_decks, *scant_decks], houses, 60, seed)
    assert soaked.games == 60


@pytest.mark.slow
def test_many_random_games_keep_the_rules_after_every_step(real_decks, houses):
    soaked = soak(real_decks, houses, 3_000, 3)
    assert (soaked.stalemates, soaked.games) == (0, 3_000)
    assert soaked.longest < 1_000


@pytest.mark.slow
def test_a_million_random_games_come_to_an_end(real_decks, houses):
    soaked = soak_results(real_decks, houses, 1_000_000, 4)
    assert soaked.games >= 1_000_000
    assert soaked.longest < 1_000
