"""What each bot does."""

import pytest

from deckbuilder.engine.party.bots import BOTS, check_bots, seat_bots
from deckbuilder.engine.party.chance import Stream
from deckbuilder.engine.party.options import Options
from deckbuilder.engine.party.rules import legal_actions
from deckbuilder.engine.party.view import View
from deckbuilder.engine.tasks import Run
from deckbuilder.errors import BadInputError


def choice(game, bot):
    """The name of what a bot does now."""
    actions = legal_actions(game.state)
    action = BOTS[bot]().choose(View(game.state, game.state.player), actions, Stream(1))
    assert action in actions
    return (
        game.state.table.deck.cards[action].name
        if action >= 0
        else {-1: "pass", -3: "speak"}[action]
    )


def test_greedy_sheds_the_most_cards(deal):
    """Of equals it takes the card with the lowest number; a situation numbers them as named."""
    game = deal("Vulpix", "Moltres Charmander Charmeleon", "Mewtwo")
    assert choice(game, "greedy") == "Charmander"  # Charmeleon can follow it
    game = deal("Vulpix", "Moltres Misty Onix", "Mewtwo")
    assert choice(game, "greedy") == "Misty"  # it takes a second card along
    assert choice(deal("Vulpix", "Moltres Flareon", "Mewtwo"), "greedy") == "Moltres"


def test_greedy_never_lets_a_family_card_go_by(deal):
    game = deal("Vulpix", "Charmander Charmeleon Onix Mew", "Charizard Mewtwo")
    assert choice(game.do("Charmander"), "greedy") == "Charmeleon"
    assert choice(game.do("Charmeleon"), "greedy") == "Charizard"


def test_hoarder_keeps_trainers_and_family_cards_while_it_has_many(deal):
    many = "Charmander Charmeleon Moltres Misty"
    assert choice(deal("Vulpix", many, "Onix"), "hoarder") == "Moltres"
    game = deal("Vulpix", many + " Mew", "Onix").do("Charmander")
    assert choice(game, "hoarder") == "pass"


def test_hoarder_lets_go_with_few_cards(deal):
    game = deal("Vulpix", "Charmander Charmeleon Mew", "Onix").do("Charmander")
    assert choice(game, "hoarder") == "Charmeleon"


def test_search_takes_the_win_that_it_sees(deal):
    game = deal(
        "Vulpix", "Charmander Charmeleon", "Tangela Pinsir Onix", pile="Mew Snorlax Staryu Articuno"
    ).do("Charmander")
    assert choice(game, "search") == "Charmeleon"


def test_a_battles_winner_takes_the_top_that_suits_its_hand(deal):
    game = deal("Mew", "Staryu Articuno", "Onix", pile="Tangela Wartortle Eevee")
    game.state.idle, game.state.player = 1, 1
    game.do("draw")
    assert (game.asked, game.may) == ("0 prize", "Eevee Wartortle")
    assert choice(game, "greedy") == "Wartortle"


@pytest.mark.parametrize(("miss", "done"), [(0.0, "speak"), (1.0, "pass")])
@pytest.mark.parametrize("bot", BOTS)
def test_bots_announce_and_notice_as_often_as_the_options_say(deal, bot, miss, done):
    game = deal(
        "Vulpix", "Charmander", "Onix", party_call=True, call_miss=miss, call_catch=1 - miss
    )
    assert choice(game.do("Charmander"), bot) == done
    assert choice(game.do("pass"), bot) == done


def test_better_bots_win_more_often(kanto_core):
    """Keeping Trainers and families for the end pays; shedding them at once does not."""
    tally = Run(kanto_core, Options(2), ("random", "hoarder"), 1).chunk(range(2000))
    assert tally.bot_wins[1] > 1050
    tally = Run(kanto_core, Options(2), ("random", "search"), 1).chunk(range(60))
    assert tally.bot_wins[1] > 30


def test_a_misspelt_bot_is_refused_with_a_suggestion(kanto_full):
    with pytest.raises(BadInputError, match=r"no bot is called 'gready'; did you mean greedy\?"):
        check_bots(["random", "gready"])
    with pytest.raises(BadInputError, match="no bot is called 'x'"):
        Run(kanto_full, Options(), ("x",))


def test_bots_move_on_a_seat_from_game_to_game():
    seats = [[type(bot).__name__ for bot in seat_bots(("random", "greedy"), 3, g)] for g in (0, 1)]
    assert seats == [
        ["RandomBot", "GreedyBot", "RandomBot"],
        ["GreedyBot", "RandomBot", "GreedyBot"],
    ]
