"""All tiers against an oracle that enumerates every rubric and every assignment."""

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckbuilder.domain.cards import TYPES, Cell
from deckbuilder.domain.plan import Status
from deckbuilder.domain.rubric import Rubric
from deckbuilder.solve.budget import Budget
from deckbuilder.solve.instance import Candidate, best_per_cell, within
from deckbuilder.solve.tiers import solve_tiers

FEW_TYPES = TYPES[:8]  # of which a rubric leaves one out
CELLS = st.builds(Cell, st.sampled_from(FEW_TYPES), st.sampled_from(range(30, 111, 10)))
CANDIDATES = st.tuples(CELLS, st.integers(0, 4), st.integers(0, 2))
POOLS = st.lists(st.lists(CANDIDATES, min_size=1, max_size=4), min_size=1, max_size=5)


def choices_of(pool):
    return {
        dex: best_per_cell(
            Candidate(f"{dex}-{place}", cell, weight, age)
            for place, (cell, weight, age) in enumerate(many)
        )
        for dex, many in enumerate(pool, start=1)
    }


def squares(cells):
    return sum(n * n for axis in zip(*cells, strict=True) for n in Counter(axis).values())


def distinct_cuts(choices):
    """What each rubric leaves inside, every different outcome once."""
    cuts = {}
    for types in combinations(TYPES, 7):
        for low in range(10, 60, 10):
            inside = within(choices, Rubric.of(types, low))
            cuts[tuple(inside.items())] = inside
    return cuts.values()


def enumerate_best(choices):
    """Outliers, squares, minus weight and age of the best deck, by looking at every one."""
    return min(
        value_of(picks, inside, choices)
        for inside in distinct_cuts(choices)
        for picks in product(*inside.values())
    )


def value_of(picks, inside, choices):
    outside = [
        min(many, key=lambda one: one.order) for dex, many in choices.items() if dex not in inside
    ]
    return (
        len(outside),
        squares([one.cell for one in picks]),
        -sum(one.weight for one in (*picks, *outside)),
        sum(one.age for one in picks),
    )


@settings(max_examples=120, deadline=None)
@given(POOLS)
def test_every_tier_is_the_best_that_enumeration_finds(pool):
    choices = choices_of(pool)
    solution = solve_tiers(choices, Budget(60))
    outliers, balance, printings = solution.tiers
    assert {tier.status for tier in solution.tiers} == {Status.OPTIMAL}
    age = sum(one.age for one in solution.grid.values())
    assert (outliers.value, balance.value, -printings.value, age) == enumerate_best(choices)
    assert solution.grid.keys() | solution.outliers.keys() == choices.keys()
    assert all(one.cell in solution.rubric for one in solution.grid.values())


@settings(max_examples=60, deadline=None)
@given(POOLS)
def test_without_time_the_bounds_hold_and_only_the_best_is_called_optimal(pool):
    choices = choices_of(pool)
    solution = solve_tiers(choices, Budget(0))
    best_outliers, best_balance, best_weight, _ = enumerate_best(choices)
    outliers, balance, printings = solution.tiers
    assert outliers.value == best_outliers
    assert balance.bound <= best_balance <= balance.value
    assert -printings.bound <= best_weight
    if balance.status is Status.OPTIMAL:
        assert balance.value == best_balance
    assert balance.value == squares([one.cell for one in solution.grid.values()])


@settings(max_examples=30, deadline=None)
@given(POOLS, st.integers(2, 8))
def test_workers_do_not_change_the_answer(pool, workers):
    choices = choices_of(pool)
    assert solve_tiers(choices, Budget(60, workers=workers)) == solve_tiers(choices, Budget(60))


def test_a_given_rubric_is_used_even_when_another_is_better():
    choices = choices_of([[(Cell("Fire", 100), 1, 0)], [(Cell("Water", 50), 1, 0)]])
    rubric = Rubric.of(TYPES[:7], 10)
    solution = solve_tiers(choices, Budget(60), given=rubric)
    assert solution.rubric == rubric
    assert solution.tiers[0].value == 1


@pytest.mark.parametrize(
    ("candidates", "kept"),
    [
        ([("b", 5, 2), ("a", 4, 1)], "b"),  # the preferred
        ([("b", 5, 2), ("a", 5, 3)], "b"),  # then the older
        ([("b", 5, 2), ("a", 5, 2)], "a"),  # then the smaller id
    ],
)
def test_a_cell_keeps_its_best_printing(candidates, kept):
    cell = Cell("Fire", 60)
    many = [Candidate(name, cell, weight, age) for name, weight, age in candidates]
    assert [one.card_id for one in best_per_cell(many)] == [kept]
