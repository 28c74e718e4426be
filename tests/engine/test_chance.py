"""Chance: NumPy's seeds, one stream a game, and shuffles that favour no card."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckbuilder.engine.party.chance import Stream, draws, fates, seeds_of, shuffles
from deckbuilder.engine.party.options import Options
from deckbuilder.engine.party.play import play_one
from deckbuilder.engine.party.table import Table


@given(st.integers(0, 2**200), st.integers(0, 2**32 - 5))
def test_a_games_seeds_are_those_of_numpys_seed_sequence(root, game):
    for seeds, number in zip(
        seeds_of(root, range(game, game + 3)), range(game, game + 3), strict=True
    ):
        sequence = np.random.SeedSequence(root, spawn_key=(number,))
        assert (seeds == sequence.generate_state(2, np.uint64)).all()


@given(st.integers(0, 2**64 - 1))
def test_a_stream_is_splitmix64(seed):
    state, expected = seed, []
    for _ in range(200):
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        word = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        word = (word ^ (word >> 27)) * 0x94D049BB133111EB % 2**64
        expected.append((word ^ (word >> 31)) >> 32)
    stream = Stream(seed)
    assert [stream.draw() for _ in range(200)] == expected
    later = Stream(seed, 150)
    assert later.draw() == expected[150]


@given(st.integers(0, 2**64 - 1), st.integers(1, 200))
def test_games_shuffled_together_are_shuffled_as_one_by_one(seed, cards):
    seeds = np.array([seed, seed // 2, 1], dtype=np.uint64)
    one_by_one = [Stream(int(one)).shuffled(range(cards)) for one in seeds]
    assert shuffles(seeds, cards) == one_by_one
    assert all(sorted(order) == list(range(cards)) for order in one_by_one)


def test_every_order_is_as_likely():
    seen = Counter(map(tuple, shuffles(seeds_of(1, range(24_000))[:, 0], 4)))
    assert len(seen) == 24
    chi2 = sum((count - 1000) ** 2 / 1000 for count in seen.values())
    assert chi2 < 50  # 23 degrees of freedom: a chance of 1 in 1000


def test_no_two_games_share_their_draws():
    seeds = seeds_of(5, range(2000))
    first = {tuple(row) for row in draws(seeds.reshape(-1), 0, 4).tolist()}
    assert len(first) == 4000


def test_what_players_leave_to_chance_moves_no_card():
    (one,), (other,) = fates(3, range(1), 60), fates(3, range(1), 60)
    one.players.draw()
    assert one.shuffled(range(60)) == other.shuffled(range(60))
    assert one.shuffled(range(9)) == other.shuffled(range(9))


@pytest.mark.parametrize("seed", [0, 1])
def test_no_seed_is_played_over_and_over(kanto_full, seed):
    table = Table.of(kanto_full, Options())
    games = {tuple(play_one(table, ("greedy",), seed, game).events) for game in range(50)}
    assert len(games) == 50
