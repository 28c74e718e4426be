"""What counts mean: shares with intervals, tests, comparisons, and limits."""

import json
import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckbuilder.engine.figures import Share, chi_squared, chi_squared_tail, compare, figures
from deckbuilder.engine.party.options import Options
from deckbuilder.engine.party.outcomes import Column, Outcomes
from deckbuilder.engine.runners import compare_decks, play_games
from deckbuilder.engine.tally import PairTally
from deckbuilder.engine.tasks import Run
from deckbuilder.engine.thresholds import (
    MEANINGS,
    PLAY_THRESHOLDS,
    Thresholds,
    judge,
    load_thresholds,
)
from deckbuilder.errors import BadInputError


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [
        (8, 10, 0.4902, 0.9433),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
    ],
)
def test_a_share_has_wilsons_interval(hits, trials, low, high):
    share = Share.of(hits, trials)
    assert share.value == hits / trials
    assert share.low == pytest.approx(low, abs=5e-5)
    assert share.high == pytest.approx(high, abs=5e-5)


@pytest.mark.parametrize(
    ("chi2", "freedom", "tail"),
    [
        (3.841459, 1, 0.05),
        (5.991465, 2, 0.05),
        (9.210340, 2, 0.01),
        (16.918978, 9, 0.05),
        (0, 4, 1.0),
    ],
)
def test_the_tail_of_chi_squared_is_that_of_the_tables(chi2, freedom, tail):
    assert chi_squared_tail(chi2, freedom) == pytest.approx(tail, abs=1e-6)


@given(st.floats(0.01, 80), st.integers(1, 9))
def test_the_tail_of_chi_squared_is_its_integral(chi2, freedom):
    half = freedom / 2
    steps = np.linspace(chi2, chi2 + 200, 400_001)
    density = steps ** (half - 1) * np.exp(-steps / 2) / (2**half * math.gamma(half))
    assert chi_squared_tail(chi2, freedom) == pytest.approx(np.trapezoid(density, steps), abs=1e-5)


def test_chi_squared_weighs_counts_against_equal_ones():
    assert chi_squared([10, 10, 10]) == 0
    assert chi_squared([12, 8]) == pytest.approx(0.8)
    assert chi_squared([0, 0]) == 0


def test_equal_seats_seldom_fail_the_test():
    """Under the null hypothesis one in twenty does."""
    rng = random.Random(1)
    failed = 0
    for _ in range(400):
        counts = [0] * 5
        for _ in range(200):
            counts[rng.randrange(5)] += 1
        failed += chi_squared_tail(chi_squared(counts), 4) < 0.05
    assert 8 <= failed <= 34


@pytest.fixture(scope="module")
def played(kanto_full):
    run = Run(kanto_full, Options(), ("random", "greedy"), 1)
    outcomes = run.outcomes(range(3000))
    return outcomes.rows, figures(run.count(outcomes), kanto_full)


def test_figures_are_the_means_of_the_games(played):
    rows, told = played
    assert told.games == 3000
    assert told.turns == pytest.approx(rows[:, Column.TURNS].mean())
    assert told.rounds == pytest.approx(told.turns / 5)
    assert told.decisions == pytest.approx(rows[:, Column.DECISIONS].mean())
    assert told.interrupts == pytest.approx(rows[:, Column.INTERRUPTS].mean())
    assert told.games_with_battle.value == pytest.approx((rows[:, Column.BATTLES] > 0).mean())
    starved, turns = rows[:, Column.STARVED].sum(), rows[:, Column.TURNS].sum()
    assert told.no_play.value == pytest.approx(starved / turns)
    assert [seat.value for seat in told.seats] == [
        pytest.approx((rows[:, Column.WINNER] == seat).mean()) for seat in range(5)
    ]
    json.dumps(told.as_dict())


def test_lengths_tell_the_distribution_and_the_longest_game(played):
    rows, told = played
    turns = rows[:, Column.TURNS]
    assert told.lengths.longest == turns.max()
    assert told.lengths.longest_game == turns.argmax()
    for share, value in told.lengths.quantiles.items():
        assert (turns <= value).mean() >= float(share) > (turns < value).mean()
    assert sum(games for _, games in told.lengths.histogram) == 3000


def test_lanes_tell_where_hands_run_dry_and_cards_where_they_stay(played):
    _, told = played
    lanes = {lane.lane: lane for lane in told.lanes}
    assert len(lanes) == 7 + 9  # types, and 40 to 100 HP with Magikarp's 30 and Charizard's 120
    assert told.lanes[0].starved == max(lane.starved for lane in told.lanes)
    assert lanes["30 HP"].cards == 1
    assert told.lanes[0].lane == "30 HP"
    assert [card.share for card in told.stuck] == sorted(
        (card.share for card in told.stuck), reverse=True
    )


def test_each_bots_wins_are_told(played):
    rows, told = played
    winner = rows[:, Column.WINNER]
    assert told.bots[1].value == pytest.approx(((winner + np.arange(3000)) % 2 == 1).mean())


def test_figures_of_a_single_game_can_be_told(kanto_full):
    told = figures(play_games(kanto_full, Options(), games=1), kanto_full)
    assert told.games == 1
    assert judge(told, load_thresholds())


def test_a_difference_is_that_of_the_figures_with_the_interval_of_paired_games(kanto_full, kalos):
    runs = [Run(deck, Options(), seed=4) for deck in (kanto_full, kalos)]
    one, other = (run.outcomes(range(4000)).rows for run in runs)
    told = compare(
        compare_decks(kanto_full, kalos, Options(), games=4000, seed=4), kanto_full, kalos
    )
    turns, no_play, battles = told.differences
    paired = one[:, Column.TURNS] - other[:, Column.TURNS]
    half = 1.96 * paired.std() / math.sqrt(4000)
    assert turns.value == pytest.approx(paired.mean())
    assert turns.high - turns.value == pytest.approx(half, rel=1e-3)
    assert no_play.value == pytest.approx(told.one.no_play.value - told.other.no_play.value)
    assert battles.is_clear
    assert battles.high < 0
    json.dumps(told.as_dict())


def test_the_interval_of_a_share_of_turns_holds_its_value_as_often_as_it_says(kanto_core):
    """Of many runs of a deck against itself on other seeds, where nothing differs."""
    run = Run(kanto_core, Options(3), seed=9)
    rows = run.outcomes(range(60_000)).rows.reshape(200, 300, -1)
    no_cards = np.zeros((3, len(kanto_core.cards)), dtype=np.int64)
    parts = [(run.count(Outcomes(range(300), part, *no_cards)), part) for part in rows]
    hits = 0
    for one, other in zip(parts[::2], parts[1::2], strict=True):
        no_play = compare(PairTally.of(one, other), kanto_core, kanto_core).differences[1]
        hits += no_play.low <= 0 <= no_play.high
    assert 88 <= hits <= 100


# Limits


def test_the_decks_of_kanto_keep_the_limits(kanto_core, kanto_full):
    limits = load_thresholds()
    for deck in (kanto_core, kanto_full):
        for players in range(deck.seats.least, deck.seats.most + 1):
            for bots in (("random",), ("greedy",), ("hoarder",)):
                told = figures(play_games(deck, Options(players), bots, games=1000), deck)
                assert all(verdict.passed for verdict in judge(told, limits, 1.001))


def test_a_figure_beyond_its_limit_fails_with_both_values(played):
    _, told = played
    limits = load_thresholds()
    strict = limits.model_copy(update={"no_play_share": 0.1})
    verdicts = {one.name: one for one in judge(told, strict, balance=2.0)}
    assert not verdicts["no_play_share"].passed
    assert verdicts["no_play_share"].value == told.no_play.value
    assert verdicts["no_play_share"].most == 0.1
    assert not verdicts["balance"].passed
    assert verdicts["turns"].passed
    assert list(verdicts) == list(MEANINGS) == list(Thresholds.model_fields)


def test_the_limit_on_battles_is_that_of_the_players(kanto_full):
    limits = load_thresholds()
    for players, limit in ((2, 0.95), (3, 0.88), (4, 0.68), (5, 0.5), (10, 0.35)):
        options = Options(players, force_players=True)
        told = figures(play_games(kanto_full, options, games=10), kanto_full)
        (stall,) = (one for one in judge(told, limits) if one.name == "stall_share")
        assert stall.most == limit


def test_without_a_rubric_nothing_is_said_of_its_balance(played):
    assert "balance" not in {verdict.name for verdict in judge(played[1], load_thresholds())}


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("no_play_share: 1.5", "no_play_share: Input should be less than or equal to 1"),
        ("turns: {least: 9, most: 3}", "turns: least 9.0 is above most 3.0"),
        ("no_plai: 1", "unknown key 'no_plai'; did you mean no_play_share"),
        ("stall_share: {}", "stall_share"),
    ],
)
def test_a_file_of_limits_is_checked(tmp_path, line, fault):
    key = line.partition(":")[0]
    kept = [
        one
        for one in PLAY_THRESHOLDS.read_text(encoding="utf-8").splitlines()
        if not one.startswith(f"{key}:")
    ]
    path = tmp_path / "limits.yaml"
    path.write_text("\n".join([*kept, line]), encoding="utf-8")
    with pytest.raises(BadInputError, match=fault):
        load_thresholds(path)
