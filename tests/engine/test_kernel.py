"""The kernel plays the very games of the readable engine."""

from dataclasses import replace
from itertools import chain

import numpy as np
import pytest

from deckbuilder.engine.party import kernel, outcomes
from deckbuilder.engine.party.outcomes import Column
from deckbuilder.engine.party.play import play_one
from deckbuilder.engine.party.state import CHANCE
from deckbuilder.engine.party.table import Table
from deckbuilder.engine.soak import all_options

BOTS = ("random", "greedy", "hoarder")


def assert_same(table, bots, games):
    slow = outcomes.play_chunk(table, bots, 7, games)
    fast = kernel.play_chunk(table, bots, 7, games)
    where = f"{table.deck.name}, {table.options}, {bots}"
    differs = np.flatnonzero((slow.rows != fast.rows).any(axis=1)) + games.start
    assert not differs.size, f"{where}: games {differs}"
    for name in ("faced", "starved", "stuck"):
        assert (getattr(slow, name) == getattr(fast, name)).all(), f"{where}: {name}"
    return slow.rows


def tables(decks, houses):
    return [Table.of(deck, options) for deck in decks for options in all_options(deck, houses)]


def test_winner_turns_and_all_counts_are_the_same_in_ten_thousand_games(real_decks, houses):
    every = tables(real_decks, houses)
    played = 0
    for index, table in enumerate(every):
        bots = [*((bot,) for bot in BOTS), BOTS][index % 4]
        played += len(assert_same(table, bots, range(50 * index, 50 * index + 50)))
    assert played >= 10_000


def test_every_action_is_the_same(real_decks, houses):
    for game, table in enumerate(tables(real_decks, houses)[::3]):
        actions: list[int] = []

        def note(state, action, actions=actions):
            assert state.kind not in CHANCE
            actions.append(action)

        play_one(table, BOTS, 3, game, note)
        assert kernel.actions_of(table, BOTS, 3, game) == actions


def test_games_that_run_short_of_cards_are_the_same(scant_decks, houses):
    """Battles that nobody can win, recycles, passes, stalemates, penalties without a card."""
    rows = [
        assert_same(Table.of(deck, replace(options, turn_limit=200)), BOTS, range(40))
        for deck in scant_decks
        for options in all_options(deck, houses)
    ]
    total = np.concatenate(rows)
    winner = total[:, Column.WINNER]
    for seen in (
        winner == outcomes.STALEMATE,
        total[:, Column.RECYCLES] > 3,
        total[:, Column.BATTLES] > 3,
        total[:, Column.CAUGHT] > 1,
    ):
        assert seen.sum() > 10


def test_games_at_the_limit_of_turns_are_the_same(kanto_full):
    options = next(iter(all_options(kanto_full)))
    table = Table.of(kanto_full, replace(options, turn_limit=20))
    rows = assert_same(table, BOTS, range(200))
    assert (rows[:, Column.WINNER] == outcomes.CUT_SHORT).sum() > 10


@pytest.mark.parametrize("cards", [63, 64, 65, 128, 129])
def test_hands_at_the_edge_of_a_word_are_the_same(kanto_full, cards):
    deck = replace(kanto_full, cards=(*kanto_full.cards[: cards - 2], *kanto_full.cards[-2:]))
    for options in chain.from_iterable(zip(all_options(deck), strict=True)):
        assert_same(Table.of(deck, options), BOTS, range(5))


def test_a_chunk_is_the_same_wherever_it_begins(kanto_core):
    table = Table.of(kanto_core, next(iter(all_options(kanto_core))))
    whole = kernel.play_chunk(table, BOTS, 5, range(90)).rows
    parts = [kernel.play_chunk(table, BOTS, 5, range(at, at + 30)).rows for at in (0, 30, 60)]
    assert (np.concatenate(parts) == whole).all()
