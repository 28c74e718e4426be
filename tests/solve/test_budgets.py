"""A budget against an oracle that looks at every deck, and what it costs."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from deckbuilder.domain.cards import Cell
from deckbuilder.domain.plan import Status
from deckbuilder.solve.effort import Effort
from deckbuilder.solve.instance import Candidate, Problem, best_per_cell, choice_outside
from deckbuilder.solve.tiers import BudgetError, solve_tiers
from tests.solve.test_tiers import CELLS, distinct_cuts, splits, squares, tier_values

PRICED = st.tuples(CELLS, st.integers(0, 4), st.integers(0, 2), st.integers(1, 9))
POOLS = st.lists(st.lists(PRICED, min_size=1, max_size=4), min_size=1, max_size=4)
BUDGETS = st.integers(1, 40)


def priced(pool):
    return {
        dex: best_per_cell(
            Candidate(f"{dex}-{place}", cell, weight, weight, age, cost)
            for place, (cell, weight, age, cost) in enumerate(many)
        )
        for dex, many in enumerate(pool, start=1)
    }


def decks_of(choices):
    """Outliers, squares, minus weight, minus art, age, and cost of every deck of one module."""
    for cut in distinct_cuts(choices) if choices else [{}]:
        outside = [choice_outside(many) for dex, many in choices.items() if dex not in cut]
        for picks in product(*cut.values()):
            cards = (*picks, *outside)
            yield (
                len(outside),
                squares([one.cell for one in picks]),
                -sum(one.weight for one in cards),
                -sum(one.art for one in cards),
                sum(one.age for one in cards),
                sum(one.cost for one in cards),
            )


def split_decks_of(problem):
    """The same of every deck of two modules, whatever the parting."""
    for parts in product((0, 1), repeat=len(problem.groups)):
        chosen = list(zip(problem.groups, parts, strict=True))
        if sum(group.size for group, part in chosen if part == 0) in problem.first_sizes:
            modules = [
                {dex: problem.choices[dex] for g, part in chosen if part == x for dex in g.members}
                for x in (0, 1)
            ]
            for pair in product(*({*decks_of(module)} for module in modules)):
                yield tuple(map(sum, zip(*pair, strict=True)))


def check(problem, decks):
    fewest = min(outliers for outliers, *_ in decks)
    costs = [cost for outliers, *_, cost in decks if outliers == fewest]
    affordable = [one for one in decks if one[0] == fewest and one[-1] <= problem.budget]
    if not affordable:
        event("too dear")
        with pytest.raises(BudgetError) as raised:
            solve_tiers(problem, Effort(60))
        assert raised.value.least == raised.value.bound == min(costs)
        return
    event("binding" if max(costs) > problem.budget else "ample")
    solution = solve_tiers(problem, Effort(60))
    assert {tier.status for tier in solution.tiers} == {Status.OPTIMAL}
    assert tier_values(solution) == min(affordable)[:-1]
    cards = [*solution.deck.grid.values(), *solution.deck.outliers.values()]
    assert sum(one.cost for one in cards) <= problem.budget


@settings(max_examples=40)
@given(POOLS, BUDGETS)
def test_the_best_within_a_budget_is_what_enumeration_finds(pool, budget):
    choices = priced(pool)
    check(replace(Problem.of_one_module(choices), budget=budget), list(decks_of(choices)))


@settings(max_examples=6)
@given(splits(), st.data(), BUDGETS)
def test_two_modules_share_a_budget(problem, data, budget):
    costs = {one: data.draw(st.integers(1, 9)) for many in problem.choices.values() for one in many}
    choices = {
        dex: best_per_cell(replace(one, cost=costs[one]) for one in many)
        for dex, many in problem.choices.items()
    }
    within = replace(problem, choices=choices, budget=budget)
    check(within, list({*split_decks_of(within)}))


@pytest.mark.parametrize(
    ("cards", "kept"),
    [
        ({"dear": (5, 9), "cheap": (3, 2)}, ["dear", "cheap"]),
        ({"dear": (3, 9), "cheap": (5, 2)}, ["cheap"]),
        ({"one": (5, 2), "same price": (3, 2)}, ["one"]),
        ({"a": (5, 9), "b": (4, 7), "c": (3, 8), "d": (2, 1)}, ["a", "b", "d"]),
    ],
)
def test_in_a_cell_a_card_stays_that_is_better_or_cheaper_than_every_other(cards, kept):
    many = [
        Candidate(name, Cell("Fire", 70), weight, weight, 0, cost)
        for name, (weight, cost) in cards.items()
    ]
    assert [one.card_id for one in best_per_cell(many)] == kept
