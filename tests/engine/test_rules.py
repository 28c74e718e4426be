"""Each rule and each ruling as a small table of hands, top and moves.

Player 0 is on turn. Of the draw pile, the first card named is drawn first.
"""

import pytest

# Normal play


@pytest.mark.parametrize(
    ("top", "hand", "may"),
    [
        ("Vulpix", "Charmander Staryu", "Charmander"),  # the same type
        ("Mew", "Vulpix Staryu", "Vulpix"),  # the same HP
        ("Moltres", "Articuno Charmander Staryu", "Articuno Charmander"),  # one of them is enough
        ("Mew", "Staryu Tangela", "draw"),  # neither
    ],
)
def test_a_pokemon_matches_by_type_or_by_hp(deal, top, hand, may):
    assert deal(top, hand, "Onix", pile="Snorlax").may == may


def test_the_card_that_was_laid_is_the_new_top_and_the_old_one_goes_under_it(deal):
    game = deal("Vulpix", "Charmander Staryu", "Onix", under="Mew").do("Charmander")
    assert (game.top, game.under, game.hand(0)) == ("Charmander", "Mew Vulpix", "Staryu")
    assert game.asked == "1 turn"


def test_playing_is_compulsory_with_a_legal_play(deal):
    assert deal("Vulpix", "Charmander Staryu", "Onix", pile="Mew").may == "Charmander"


def test_who_has_no_legal_play_draws_exactly_one_card(deal):
    game = deal("Vulpix", "Staryu", "Onix", pile="Tangela Mew").do("draw")
    assert (game.hand(0), game.pile, game.asked) == ("Staryu Tangela", "Mew", "1 turn")


# Setup


def dealt(deal, order):
    """Two players with a deck in this order, which is shuffled by hand."""
    game = deal("Vulpix", "", "", under=" ".join(order).replace("Vulpix", ""))
    start = type(game.state)(game.state.table)
    game.state = start
    return game.shuffle(" ".join(order))


SETUP = ["Charmander", "Charmeleon", "Charizard", "Squirtle", "Wartortle", "Staryu", "Pichu"]
SETUP += ["Pikachu", "Raichu", "Eevee", "Vaporeon", "Jolteon", "Flareon", "Articuno"]


def test_each_player_is_dealt_seven_cards_one_at_a_time(deal):
    game = dealt(deal, [*SETUP, "Vulpix", "Mew"])
    assert set(game.hand(0).split()) == set(SETUP[::2])
    assert set(game.hand(1).split()) == set(SETUP[1::2])
    assert (game.top, game.pile) == ("Vulpix", "Mew")


def test_trainers_turned_up_at_setup_go_under_the_first_pokemon(deal):
    game = dealt(deal, [*SETUP, "Misty", "Brock", "Vulpix", "Mew"])
    assert (game.top, game.under, game.pile) == ("Vulpix", "Misty Brock", "Mew")


def test_the_first_turn_is_to_the_left_of_the_dealer(deal):
    """Seats are numbered from there; the dealer is the last."""
    assert dealt(deal, [*SETUP, "Vulpix", "Mew"]).asked == "0 turn"


def test_the_first_card_opens_no_interrupt_window(deal):
    game = dealt(deal, [*SETUP[:9], "Vulpix", *SETUP[10:], "Eevee", "Mew"])
    assert game.top == "Eevee"
    assert "Vaporeon" in game.hand(0) + game.hand(1)
    assert game.asked == "0 turn"


# Drawing


def test_a_drawn_card_that_can_be_played_must_be_played(deal):
    game = deal("Vulpix", "Staryu", "Onix", pile="Charmander").do("draw")
    assert (game.asked, game.may) == ("0 drawn", "Charmander")


def test_a_drawn_relative_can_be_played(deal):
    assert deal("Pikachu", "Onix", "Mew", pile="Raichu").do("draw").may == "Raichu"


def test_a_drawn_trainer_pairs_with_any_pokemon_of_the_hand(deal):
    game = deal("Vulpix", "Staryu Onix", "Mew", pile="Misty").do("draw")
    assert (game.asked, game.may) == ("0 drawn", "Misty")
    game.do("Misty")
    assert (game.asked, game.may) == ("0 partner", "Onix Staryu")


def test_a_drawn_pokemon_goes_under_a_trainer_of_the_hand(deal):
    """Such a hand is all Trainers, or it would have had a legal play."""
    game = deal("Vulpix", "Misty Brock", "Onix", pile="Staryu").do("draw")
    assert game.may == "Brock Misty"
    assert game.do("Brock").may == "Staryu"
    assert (game.do("Staryu").top, game.hand(0)) == ("Staryu", "Misty")


def test_a_drawn_pokemon_that_matches_is_played_with_or_without_a_trainer(deal):
    assert deal("Vulpix", "Misty", "Onix", pile="Charmander").do("draw").may == "Charmander Misty"


def test_after_a_draw_no_other_card_may_be_played(deal):
    game = deal("Vulpix", "Misty", "Onix", pile="Staryu").do("draw", "Misty")
    assert game.may == "Staryu"


def test_a_combo_may_follow_a_drawn_card(deal):
    game = deal("Mew", "Onix Raichu", "Snorlax", pile="Misty").do("draw", "Misty", "Raichu")
    assert game.asked == "1 turn"
    game = deal("Mew", "Wartortle Onix", "Snorlax", pile="Vulpix").do("draw", "Vulpix")
    assert game.asked == "1 turn"
    game = deal("Eevee", "Onix Wartortle Raichu", "Mew", pile="Squirtle").do("draw", "Squirtle")
    assert (game.asked, game.may) == ("0 combo", "Wartortle pass")


# Trainers


def test_a_trainer_may_be_played_on_anything_and_is_covered_by_any_pokemon(deal):
    game = deal("Vulpix", "Misty Staryu Onix", "Mew")
    assert game.may == "Misty"
    game.do("Misty")
    assert (game.asked, game.may) == ("0 partner", "Onix Staryu")
    game.do("Onix")
    assert (game.top, game.under, game.hand(0)) == ("Onix", "Vulpix Misty", "Staryu")


def test_the_covering_pokemon_gives_the_new_type_and_hp(deal):
    game = deal("Vulpix", "Misty Staryu Onix", "Wartortle Charmander").do("Misty", "Staryu")
    assert game.may == "Wartortle"


def test_a_trainer_alone_is_no_legal_play(deal):
    assert deal("Vulpix", "Misty", "Onix", pile="Mew").may == "draw"
    assert deal("Vulpix", "Misty Brock", "Onix", pile="Mew").may == "draw"


def test_the_cover_of_a_trainer_may_start_a_combo(deal):
    game = deal("Mew", "Misty Squirtle Wartortle", "Onix").do("Misty", "Squirtle")
    assert (game.asked, game.may) == ("0 combo", "Wartortle pass")


def test_a_combo_takes_no_trainer(deal):
    game = deal("Staryu", "Squirtle Wartortle Misty", "Onix").do("Squirtle")
    assert game.may == "Wartortle pass"


# Families


@pytest.mark.parametrize(
    ("top", "card", "fits"),
    [
        ("Raichu", "Pikachu", True),
        ("Pikachu", "Raichu", True),
        ("Pichu", "Pikachu", True),  # a baby
        ("Pichu", "Raichu", False),  # a stage is skipped
        ("Eevee", "Vaporeon", True),  # a branch
        ("Vaporeon", "Jolteon", False),  # two branches
        ("Articuno", "Onix", False),
    ],
)
def test_adjacent_relatives_may_lie_on_each_other(deal, top, card, fits):
    game = deal(top, card, "Mew")
    relatives = game.state.table.relatives[game.state.top]
    assert bool(relatives >> game.numbers[card] & 1) is fits


def test_a_relative_needs_neither_type_nor_hp(deal):
    assert deal("Eevee", "Vaporeon Mew", "Onix").may == "Vaporeon"


def test_two_printings_of_a_species_are_no_relatives(deal):
    game = deal("Pikachu", "Pikachu'2", "Raichu")
    assert not game.state.table.relatives[game.state.top] >> game.numbers["Pikachu'2"] & 1


def test_a_match_is_legal_where_the_evolution_rule_is_not(deal):
    assert deal("Charizard", "Charmander", "Onix").may == "Charmander"


def test_a_house_family_lets_any_member_lie_on_any_other(deal, houses):
    without = deal("Vaporeon", "Jolteon Onix", "Mew", pile="Snorlax")
    assert without.may == "draw"
    assert deal("Vaporeon", "Jolteon Onix", "Mew", houses=houses).may == "Jolteon"
    game = deal("Eevee", "Articuno", "Zapdos Moltres Onix", houses=houses)
    relatives = game.state.table.relatives[game.numbers["Zapdos"]]
    assert (
        relatives
        == game.state.table.bit[game.numbers["Articuno"]]
        | (game.state.table.bit[game.numbers["Moltres"]])
    )


def test_house_families_add_to_the_ordinary_ones(deal, houses):
    game = deal("Eevee", "Vaporeon Jolteon", "Onix", houses=houses)
    assert game.may == "Jolteon Vaporeon"


# Combos and interrupts


def test_who_laid_a_card_may_go_on_with_its_family_in_either_direction(deal):
    game = deal("Vulpix", "Charmander Charmeleon Charizard Onix", "Mew").do("Charmander")
    assert (game.asked, game.may) == ("0 combo", "Charmeleon pass")
    game.do("Charmeleon", "Charizard")
    assert (game.top, game.asked, game.state.combos) == ("Charizard", "1 turn", 2)
    game = deal("Vulpix", "Charmander Charmeleon Charizard Onix", "Mew").do("Charizard")
    assert game.do("Charmeleon").may == "Charmander pass"


def test_a_combo_takes_family_cards_only(deal):
    game = deal("Vulpix", "Charmander Charmeleon Moltres", "Mew").do("Charmander")
    assert game.may == "Charmeleon pass"


def test_going_on_is_free(deal):
    game = deal("Vulpix", "Charmander Charmeleon Mew", "Onix").do("Charmander", "pass")
    assert game.asked == "1 turn"


def test_others_may_interrupt_once_a_player_stops(deal):
    game = deal("Vulpix", "Charmander Onix", "Mew", "Charmeleon Tangela").do("Charmander")
    assert (game.asked, game.may) == ("2 call", "Charmeleon pass")


def test_nobody_comes_between_a_player_and_the_combo(deal):
    game = deal("Staryu", "Pikachu Raichu Onix", "Pichu Mew").do("Pikachu")
    assert game.asked == "0 combo"
    assert game.do("pass").asked == "1 call"


def test_interrupting_is_free_and_play_then_goes_on_where_it_was(deal):
    game = deal("Vulpix", "Charmander Onix", "Mew", "Charmeleon Tangela").do("Charmander", "pass")
    assert (game.asked, game.state.interrupts) == ("1 turn", 0)


def test_after_an_interrupt_play_resumes_to_the_left_of_who_interrupted(deal):
    game = deal("Vulpix", "Charmander Onix", "Mew", "Charmeleon Tangela", "Snorlax")
    game.do("Charmander", "Charmeleon")
    assert (game.top, game.asked, game.state.interrupts) == ("Charmeleon", "3 turn", 1)


def test_the_interrupter_holds_priority(deal):
    game = deal("Vulpix", "Charmander Onix", "Charmeleon Charizard Mew", "Tangela")
    game.do("Charmander", "Charmeleon")
    assert (game.asked, game.may) == ("1 combo", "Charizard pass")


def test_interrupts_cascade_between_players(deal):
    game = deal("Staryu", "Pikachu Onix", "Raichu Mew", "Pichu Tangela").do("Pikachu", "Raichu")
    assert game.asked == "2 turn"  # Pichu is no neighbour of Raichu
    game = deal("Vulpix", "Charmander Charizard Onix", "Charmeleon Mew", "Tangela")
    game.do("Charmander", "Charmeleon")
    assert (game.asked, game.may) == ("0 call", "Charizard pass")  # who was interrupted may, too
    assert game.do("Charizard").asked == "1 turn"


def test_who_stopped_is_not_asked_again_for_the_same_card(deal):
    game = deal("Staryu", "Pikachu Raichu Onix", "Pichu Mew").do("Pikachu", "pass", "pass")
    assert game.asked == "1 turn"


def test_several_calls_go_clockwise_from_who_last_played(deal):
    game = deal("Snorlax", "Onix Flareon", "Eevee Mew", "Vaporeon Tangela", "Jolteon Raichu")
    game.state.player = 1
    game.do("Eevee")
    assert game.asked == "2 call"
    assert game.do("pass").asked == "3 call"
    assert game.do("pass").asked == "0 call"
    assert game.do("pass").asked == "2 turn"


def test_several_calls_may_be_a_race_in_an_order_of_chance(deal):
    game = deal(
        "Snorlax",
        "Eevee Mew",
        "Vaporeon Tangela",
        "Jolteon Onix",
        "Flareon Raichu",
        call_order="race",
    ).do("Eevee")
    assert game.asked.endswith("race")
    game.race(3, 1, 2)
    assert game.asked == "3 call"
    assert game.do("pass").asked == "1 call"


def test_one_call_needs_no_race(deal):
    game = deal("Snorlax", "Eevee Mew", "Vaporeon Tangela", "Onix", call_order="race").do("Eevee")
    assert game.asked == "1 call"


# Stall battles


def stalled(deal, *hands, pile="", under="", top="Vulpix", **options):
    """Everybody has drawn in vain, and the last of them is about to."""
    game = deal(top, *hands, pile=pile, under=under, **options)
    game.state.idle = len(hands) - 1
    game.state.player = len(hands) - 1
    return game


def test_a_full_lap_without_a_card_laid_starts_a_stall_battle(deal):
    game = deal("Vulpix", "Onix", "Snorlax", pile="Staryu Wartortle Tangela Pikachu")
    game.do("draw")
    assert (game.asked, game.state.battles) == ("1 turn", 0)
    game.do("draw")
    assert (game.state.battles, game.asked) == (1, "0 prize")


def test_a_card_laid_by_an_interrupt_breaks_the_lap(deal):
    game = deal("Vulpix", "Onix", "Charmander Mewtwo", "Charmeleon Snorlax", pile="Staryu")
    game.do("draw")
    assert game.state.idle == 1
    game.do("Charmander")
    assert game.asked == "2 call"
    assert game.do("Charmeleon").state.idle == 0


def test_the_highest_hp_wins_a_stall_battle(deal):
    game = stalled(deal, "Onix", "Snorlax", "Mewtwo", pile="Tangela Staryu Wartortle Pikachu")
    game.do("draw")
    assert game.asked == "1 prize"  # Staryu 40, Wartortle 70, Pikachu 40


def test_each_reveals_until_a_pokemon_appears(deal):
    game = stalled(deal, "Onix", "Snorlax", pile="Tangela Misty Brock Wartortle Staryu").do("draw")
    assert (game.asked, game.may) == ("0 prize", "Staryu Wartortle")


def test_the_winner_picks_any_pokemon_revealed_and_the_rest_goes_under_it(deal):
    game = stalled(deal, "Onix", "Snorlax", pile="Tangela Misty Wartortle Staryu", under="Mew")
    game.do("draw", "Staryu")
    assert (game.top, game.under) == ("Staryu", "Mew Vulpix Misty Wartortle")
    assert game.hand(0) == "Onix"


def test_after_a_stall_battle_play_resumes_to_the_left_of_its_winner(deal):
    game = stalled(deal, "Onix", "Snorlax", "Mewtwo", pile="Tangela Staryu Wartortle Pikachu")
    assert game.do("draw", "Staryu").asked == "2 turn"


def test_a_stall_battle_opens_no_interrupt_window(deal):
    game = stalled(deal, "Onix Raichu", "Snorlax", pile="Tangela Pikachu Pichu").do("draw")
    assert (game.may, game.do("Pikachu").asked) == ("Pichu Pikachu", "1 turn")


def test_only_the_tied_reveal_again(deal):
    game = stalled(
        deal,
        "Onix",
        "Snorlax",
        "Mewtwo",
        pile="Tangela Wartortle Jolteon Staryu Pikachu Raichu Pichu",
    ).do("draw")
    assert game.asked == "1 prize"  # 70, 70, 40; then Pikachu 40 against Raichu 90
    assert game.may == "Jolteon Pikachu Raichu Staryu Wartortle"
    assert game.pile == "Pichu"


def test_ties_go_on_until_they_break(deal):
    game = stalled(
        deal, "Onix", "Mewtwo", pile="Tangela Articuno Zapdos Wartortle Jolteon Staryu Eevee"
    ).do("draw")
    assert game.asked == "1 prize"  # 100 and 100, 70 and 70, 40 and 50


def test_a_stall_battle_recycles_when_the_pile_runs_out(deal):
    game = stalled(deal, "Onix", "Snorlax", pile="Tangela Staryu", under="Wartortle Mew").do("draw")
    assert (game.asked.split()[1], game.to_shuffle) == ("shuffle", "Wartortle Mew")
    game.shuffle("Mew Wartortle")
    assert (game.asked, game.top, game.may) == ("1 prize", "Vulpix", "Mew Staryu")
    assert game.state.recycles == 1


def test_who_cannot_reveal_drops_out_of_the_battle(deal):
    game = stalled(deal, "Onix", "Snorlax", "Mewtwo", pile="Tangela Staryu Misty").do("draw")
    assert (game.asked, game.may) == ("0 prize", "Staryu")
    assert game.do("Staryu").under == "Vulpix Misty"


def test_when_nobody_can_reveal_the_top_stays(deal):
    game = stalled(deal, "Onix", "Snorlax", "Mewtwo", pile="Tangela Misty").do("draw")
    assert (game.top, game.under, game.asked) == ("Vulpix", "Misty", "0 turn")


def test_when_no_one_tied_can_reveal_again_the_top_stays(deal):
    game = stalled(deal, "Onix", "Snorlax", pile="Tangela Wartortle Jolteon").do("draw")
    assert (game.top, game.under, game.asked) == ("Vulpix", "Wartortle Jolteon", "0 turn")


# Recycling


def test_the_draw_pile_is_made_of_all_under_the_top_which_stays(deal):
    game = deal("Vulpix", "Onix", "Snorlax", under="Staryu Misty Mew").do("draw")
    assert game.to_shuffle == "Staryu Misty Mew"
    game.shuffle("Misty Mew Staryu")
    assert (game.top, game.under, game.pile) == ("Vulpix", "", "Mew Staryu")
    assert (game.asked, game.may) == ("0 drawn", "Misty")


def test_with_nothing_left_to_draw_the_turn_passes(deal):
    game = deal("Vulpix", "Onix", "Charmander Mewtwo")
    assert game.may == "pass"
    assert game.do("pass").asked == "1 turn"


def test_a_lap_of_passes_with_no_battle_possible_is_a_stalemate(deal):
    game = deal("Vulpix", "Onix Staryu", "Snorlax", "Tangela").do("pass", "pass", "pass")
    assert game.state.is_stalemate
    assert game.winners == [1, 2]  # the fewest cards share it
    assert game.may == ""


def test_a_game_at_its_limit_of_turns_ends_like_a_stalemate(deal):
    game = deal("Vulpix", "Onix", "Snorlax", pile="Staryu Tangela Articuno", turn_limit=2)
    game.do("draw", "draw")
    assert game.state.is_stalemate
    assert game.winners == [1]
    assert game.pile == "Tangela Articuno"


# Winning


def test_an_empty_hand_wins_at_once(deal):
    game = deal("Vulpix", "Charmander", "Charmeleon Onix").do("Charmander")
    assert (game.winners, game.may) == ([0], "")


def test_a_trainer_with_the_last_pokemon_wins(deal):
    assert deal("Vulpix", "Misty Onix", "Mew").do("Misty", "Onix").winners == [0]


def test_a_combo_wins_with_its_last_card(deal):
    game = deal("Vulpix", "Charmander Charmeleon", "Mew").do("Charmander", "Charmeleon")
    assert game.winners == [0]


def test_an_interrupt_wins_with_its_last_card(deal):
    game = deal("Vulpix", "Charmander Onix", "Mew", "Charmeleon").do("Charmander", "Charmeleon")
    assert game.winners == [2]


def test_a_drawn_card_can_win_with_the_only_trainer(deal):
    game = deal("Vulpix", "Misty", "Mew", pile="Onix").do("draw", "Misty", "Onix")
    assert game.winners == [0]


# Party call


def test_an_announced_last_card_wins(deal):
    game = deal("Vulpix", "Charmander", "Onix", party_call=True).do("Charmander")
    assert (game.asked, game.may, game.winners) == ("0 announce", "pass speak", [])
    assert game.do("speak").winners == [0]


def test_a_missed_announcement_that_nobody_notices_wins(deal):
    game = deal("Vulpix", "Charmander", "Onix", "Mew", party_call=True).do("Charmander", "pass")
    assert game.asked == "1 catch"
    assert game.do("pass").asked == "2 catch"
    assert game.do("pass").winners == [0]


def test_a_caught_miss_draws_two_instead_of_winning(deal):
    game = deal(
        "Vulpix", "Charmander", "Onix", "Mew", pile="Staryu Tangela Snorlax", party_call=True
    )
    game.do("Charmander", "pass", "speak")
    assert (game.hand(0), game.pile) == ("Staryu Tangela", "Snorlax")
    assert (game.winners, game.asked, game.state.caught) == ([], "1 turn", 1)


def test_a_caught_miss_ends_the_play_and_opens_the_window(deal):
    game = deal(
        "Vulpix", "Charmander", "Charmeleon Mew", pile="Staryu Charizard", party_call=True
    ).do("Charmander", "pass", "speak")
    assert (game.asked, game.may) == ("1 call", "Charmeleon pass")


def test_a_penalty_recycles_when_the_pile_runs_out(deal):
    game = deal("Vulpix", "Charmander", "Onix", pile="Staryu", under="Mew", party_call=True)
    game.do("Charmander", "pass", "speak")
    assert game.to_shuffle == "Mew Vulpix"
    assert game.shuffle("Mew Vulpix").hand(0) == "Staryu Mew"


def test_without_the_option_nobody_announces(deal):
    assert deal("Vulpix", "Charmander", "Onix").do("Charmander").winners == [0]
