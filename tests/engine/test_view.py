"""What a player sees, and that no bot sees more."""

import json

import pytest

from deckbuilder.engine.party.bots import BOTS
from deckbuilder.engine.party.chance import Stream, fates
from deckbuilder.engine.party.play import play_one
from deckbuilder.engine.party.rules import apply, legal_actions
from deckbuilder.engine.party.state import CHANCE, Kind
from deckbuilder.engine.party.table import Table, members
from deckbuilder.engine.party.view import View
from deckbuilder.engine.party.wording import decision, describe, fit
from deckbuilder.engine.soak import all_options


def moments(deck, game=0, options=None):
    """Every decision of a game: the state before it, copied."""
    table = Table.of(deck, options or next(iter(all_options(deck))))
    states = []
    play_one(table, ("random",), 4, game, lambda state, _action: states.append(state.clone()))
    return states


def reshuffled(state, seat, seed):
    """The same moment with other hidden cards."""
    return View(state, seat).guess(Stream(seed))


def test_a_view_is_the_same_whatever_is_hidden(real_decks):
    for deck in real_decks:
        for options in list(all_options(deck))[::7]:
            for state in moments(deck, options=options):
                for seat in range(state.table.players):
                    if state.kind is Kind.DRAWN and seat != state.player:
                        continue  # what is imagined is also whether the drawn card can be played
                    seen = View(state, seat).to_plain()
                    assert View(reshuffled(state, seat, 3), seat).to_plain() == seen
                    json.dumps(seen)


def test_a_view_tells_of_other_hands_and_the_pile_only_how_many(kanto_core):
    for state in moments(kanto_core):
        for seat in range(state.table.players):
            view = View(state, seat)
            assert view.cards == members(state.hands[seat])
            assert view.sizes == [hand.bit_count() for hand in state.hands]
            assert view.pile_size == len(state.pile)
            hidden = [c for p in state.table.others[seat] for c in members(state.hands[p])]
            shown = {*view.cards, *view.playable, *view.under, *view.revealed, view.top, view.drawn}
            assert not shown & {*hidden, *state.pile}


def test_a_card_that_another_drew_is_hidden(deal):
    state = deal("Vulpix", "Staryu", "Onix", pile="Charmander").do("draw").state
    assert View(state, 0).drawn == state.drawn
    assert View(state, 1).drawn == -1


def test_who_is_asked_to_interrupt_is_hidden(deal):
    """That somebody is asked would tell that they hold a relative."""
    state = deal("Vulpix", "Charmander Onix", "Mew", "Charmeleon").do("Charmander").state
    assert View(state, 2).player == 2
    assert View(state, 1).player == -1


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_decides_the_same_whatever_is_hidden(kanto_core, name):
    for state in moments(kanto_core)[::3]:
        actions = legal_actions(state)
        if len(actions) > 1:
            choices = {
                BOTS[name]().choose(View(one, one.player), actions, Stream(1))
                for one in (state, *(reshuffled(state, state.player, seed) for seed in range(3)))
            }
            assert len(choices) == 1


def test_a_guess_keeps_every_card_and_all_that_is_seen(kanto_core):
    for state in moments(kanto_core):
        guess = reshuffled(state, state.player, 9)
        held = sorted([*guess.pile, *(card for hand in guess.hands for card in members(hand))])
        real = sorted([*state.pile, *(card for hand in state.hands for card in members(hand))])
        assert held == real
        assert legal_actions(guess) == legal_actions(state)


def test_every_decision_can_be_told_in_words(real_decks):
    told = set()
    for deck in real_decks:
        for options in all_options(deck):
            for state in moments(deck, options=options):
                asked = decision(state)
                assert asked
                assert [choice.action for choice in asked.choices] == legal_actions(state)
                assert len({choice.text for choice in asked.choices}) == len(asked.choices)
                assert sum(map(len, asked.grouped().values())) == len(asked.choices)
                told |= {(asked.kind, choice.reason) for choice in asked.choices}
    assert {kind for kind, _ in told} == set(Kind) - {*CHANCE, Kind.OVER}


@pytest.mark.parametrize(
    ("top", "card", "why"),
    [
        ("Vulpix", "Charmander", "type"),
        ("Mew", "Vulpix", "HP"),
        ("Charmander", "Charmeleon", "family"),  # although the type fits too
        ("Moltres", "Misty", "Trainer"),
        ("Vulpix", "Staryu", ""),
    ],
)
def test_why_a_card_fits_is_told_by_the_first_principle(deal, top, card, why):
    game = deal(top, card, "Onix")
    assert fit(game.state.table, game.numbers[card], game.state.top) == why


def test_actions_read_as_a_player_would_say_them(deal):
    game = deal("Vulpix", "Charmander Charmeleon Misty", "Onix")
    assert describe(game.state, game.numbers["Charmander"]) == "play Charmander (Fire 50)"
    assert describe(game.state, game.numbers["Misty"]) == "play Misty (Trainer)"
    game.do("Charmander")
    assert describe(game.state, -1) == "stop"
    playable = [game.state.table.deck.cards[card].name for card in View(game.state, 0).playable]
    assert playable == ["Charmeleon", "Misty"]


def test_a_game_that_is_over_asks_nothing(deal):
    assert decision(deal("Vulpix", "Charmander", "Onix").do("Charmander").state) is None


def test_what_is_imagined_leaves_the_game_alone(kanto_core):
    state = moments(kanto_core)[5]
    before = state.to_plain()
    guess = reshuffled(state, state.player, 1)
    apply(guess, legal_actions(guess)[0])
    assert state.to_plain() == before
    assert next(fates(1, range(1), 3))
