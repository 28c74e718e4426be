"""All tiers against an oracle that enumerates every rubric, every parting and every card."""

from collections import Counter
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckbuilder.domain.cards import TYPES, Cell
from deckbuilder.domain.plan import Status
from deckbuilder.domain.rubric import Rubric
from deckbuilder.solve.effort import Effort
from deckbuilder.solve.instance import Candidate, Group, Problem, best_per_cell, choice_outside
from deckbuilder.solve.tiers import solve_tiers

FEW_TYPES = TYPES[:8]  # of which a rubric leaves one out
CELLS = st.builds(Cell, st.sampled_from(FEW_TYPES), st.sampled_from(range(30, 111, 10)))
CANDIDATES = st.tuples(CELLS, st.integers(0, 4), st.integers(0, 2))
POOLS = st.lists(st.lists(CANDIDATES, min_size=1, max_size=4), min_size=1, max_size=5)


def choices_of(pool, *, art=lambda weight, age: weight):  # noqa: ARG005 - art is preferred
    return {
        dex: best_per_cell(
            Candidate(f"{dex}-{place}", cell, weight, art(weight, age), age)
            for place, (cell, weight, age) in enumerate(many)
        )
        for dex, many in enumerate(pool, start=1)
    }


def squares(cells):
    return sum(n * n for axis in zip(*cells, strict=True) for n in Counter(axis).values())


def inside(choices, rubric):
    cut = {dex: tuple(one for one in many if one.cell in rubric) for dex, many in choices.items()}
    return {dex: many for dex, many in cut.items() if many}


def distinct_cuts(choices):
    """What each rubric leaves inside, every different outcome once."""
    rubrics = (
        Rubric.of(types, low) for types in combinations(TYPES, 7) for low in range(10, 60, 10)
    )
    cuts = {tuple(cut.items()): cut for cut in (inside(choices, one) for one in rubrics)}
    return list(cuts.values())


def values_of(choices, cut):
    """Tier values of every way to choose cards of one module, of those the best few."""
    outside = [choice_outside(many) for dex, many in choices.items() if dex not in cut]
    for picks in product(*cut.values()):
        cards = (*picks, *outside)
        yield (
            len(outside),
            squares([one.cell for one in picks]),
            -sum(one.weight for one in cards),
            -sum(one.art for one in cards),
            sum(one.age for one in cards),
        )


def enumerate_best(choices):
    """Outliers, squares, minus weight, minus art and age of the best deck, by looking at all."""
    return min(value for cut in distinct_cuts(choices) for value in values_of(choices, cut))


def tier_values(solution):
    outliers, balance, printings = solution.tiers
    cards = [*solution.deck.grid.values(), *solution.deck.outliers.values()]
    art, age = -sum(one.art for one in cards), sum(one.age for one in cards)
    return (outliers.value, balance.value, -printings.value, art, age)


@settings(max_examples=100)
@given(POOLS)
def test_every_tier_is_the_best_that_enumeration_finds(pool):
    choices = choices_of(pool)
    solution = solve_tiers(Problem.of_one_module(choices), Effort(60))
    assert {tier.status for tier in solution.tiers} == {Status.OPTIMAL}
    assert tier_values(solution) == enumerate_best(choices)
    (rubric,) = solution.deck.rubrics
    assert all(one.cell in rubric for one in solution.deck.grid.values())
    assert solution.deck.grid.keys() | solution.deck.outliers.keys() == choices.keys()


@settings(max_examples=50)
@given(POOLS)
def test_where_art_is_not_preferred_it_breaks_the_tie(pool):
    choices = choices_of(pool, art=lambda weight, age: (weight * 7 + age) % 3)
    solution = solve_tiers(Problem.of_one_module(choices), Effort(60))
    assert tier_values(solution) == enumerate_best(choices)


SPLIT_POOLS = st.lists(st.lists(CANDIDATES, min_size=1, max_size=3), min_size=2, max_size=4)


@st.composite
def splits(draw):
    """A small split: species in groups, some with an exception, and sizes that can be had."""
    choices = choices_of(draw(SPLIT_POOLS))
    dexes = list(choices)
    cuts = draw(st.sets(st.integers(1, len(dexes) - 1)))
    starts = [0, *sorted(cuts), len(dexes)]
    members = [tuple(dexes[a:b]) for a, b in pairwise(starts)]
    groups = tuple(Group(one, len(one) + draw(st.integers(0, 1))) for one in members)
    reachable = {
        sum(group.size for group, part in zip(groups, parts, strict=True) if part == 0)
        for parts in product((0, 1), repeat=len(groups))
    }
    least = draw(st.sampled_from(sorted(reachable)))
    return Problem(choices, groups, (None, None), range(least, least + draw(st.integers(1, 3))))


def enumerate_best_split(problem):
    """The best split, by looking at every parting, pair of rubrics and card."""
    best = None
    for parts in product((0, 1), repeat=len(problem.groups)):
        held = sum(g.size for g, part in zip(problem.groups, parts, strict=True) if part == 0)
        if held not in problem.first_sizes:
            continue
        modules = [
            {
                dex: problem.choices[dex]
                for group, part in zip(problem.groups, parts, strict=True)
                for dex in group.members
                if part == module
            }
            for module in (0, 1)
        ]
        value = tuple(map(sum, zip(*best_of_two(*modules), strict=True)))
        best = value if best is None else min(best, value)
    return best


def best_of_two(one, two):
    """Modules do not touch each other once the species are parted: each is best on its own.

    The least of a sum, tier by tier, is the sum of what is least, tier by tier.
    """
    return (
        enumerate_best(one) if one else (0,) * 5,
        enumerate_best(two) if two else (0,) * 5,
    )


def check_split(problem):
    solution = solve_tiers(problem, Effort(60))
    assert {tier.status for tier in solution.tiers} == {Status.OPTIMAL}
    assert tier_values(solution) == enumerate_best_split(problem)
    parted = zip(problem.groups, solution.deck.parts, strict=True)
    assert sum(group.size for group, part in parted if part == 0) in problem.first_sizes


@settings(max_examples=6)
@given(splits())
def test_every_tier_of_a_split_is_the_best_that_enumeration_finds(problem):
    check_split(problem)


@pytest.mark.slow
@settings(max_examples=400)
@given(splits())
def test_hundreds_of_splits_against_enumeration(problem):
    check_split(problem)


class CutShort(Effort):
    """An effort that ends every search at its first solution."""

    def __init__(self) -> None:
        super().__init__(60)

    def new_solver(self):
        solver = super().new_solver()
        solver.parameters.stop_after_first_solution = True
        return solver


@settings(max_examples=10)
@given(st.one_of(POOLS.map(lambda pool: Problem.of_one_module(choices_of(pool))), splits()))
def test_a_search_cut_short_never_claims_more_than_is_so(problem):
    best = enumerate_best_split(problem) if problem.first_sizes else enumerate_best(problem.choices)
    outliers, balance, printings = solve_tiers(problem, CutShort()).tiers
    assert outliers.value == best[0]
    assert balance.bound <= best[1] <= balance.value
    if balance.status is Status.OPTIMAL:
        assert balance.value == best[1]
        assert -printings.bound <= best[2] <= -printings.value


@settings(max_examples=60)
@given(POOLS)
def test_without_time_the_bounds_hold_and_only_the_best_is_called_optimal(pool):
    choices = choices_of(pool)
    solution = solve_tiers(Problem.of_one_module(choices), Effort(0))
    best_outliers, best_balance, best_weight, *_ = enumerate_best(choices)
    outliers, balance, printings = solution.tiers
    assert outliers.value == best_outliers
    assert balance.bound <= best_balance <= balance.value
    assert -printings.bound <= best_weight
    if balance.status is Status.OPTIMAL:
        assert balance.value == best_balance
    assert balance.value == squares([one.cell for one in solution.deck.grid.values()])


@settings(max_examples=30)
@given(splits())
def test_without_time_a_split_is_sound(problem):
    solution = solve_tiers(problem, Effort(0))
    best_outliers, best_balance, best_weight, *_ = enumerate_best_split(problem)
    assert solution.tiers[0].value == best_outliers
    assert solution.tiers[1].bound <= best_balance <= solution.tiers[1].value
    assert -solution.tiers[2].bound <= best_weight


@settings(max_examples=3)
@given(st.one_of(POOLS.map(choices_of).map(Problem.of_one_module), splits()), st.integers(2, 8))
def test_workers_do_not_change_the_answer(problem, workers):
    assert solve_tiers(problem, Effort(60, workers=workers)) == solve_tiers(problem, Effort(60))


def test_a_given_rubric_is_used_even_when_another_is_better():
    choices = choices_of([[(Cell("Fire", 100), 1, 0)], [(Cell("Water", 50), 1, 0)]])
    rubric = Rubric.of(TYPES[:7], 10)
    solution = solve_tiers(Problem.of_one_module(choices, rubric), Effort(60))
    assert solution.deck.rubrics == (rubric,)
    assert solution.tiers[0].value == 1


@pytest.mark.parametrize(
    ("candidates", "kept"),
    [
        ([("b", 5, 0, 2), ("a", 4, 9, 1)], "b"),  # the preferred
        ([("b", 5, 1, 2), ("a", 5, 0, 1)], "b"),  # then the better to look at
        ([("b", 5, 0, 2), ("a", 5, 0, 3)], "b"),  # then the older
        ([("b", 5, 0, 2), ("a", 5, 0, 2)], "a"),  # then the smaller id
    ],
)
def test_a_cell_keeps_its_best_printing(candidates, kept):
    cell = Cell("Fire", 60)
    many = [Candidate(name, cell, weight, art, age) for name, weight, art, age in candidates]
    assert [one.card_id for one in best_per_cell(many)] == [kept]
