"""The coverage table against a slow oracle that looks at every rubric and every species."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckbuilder.catalog.pools import find_pool
from deckbuilder.domain.cards import REGIONS, TYPES, Cell
from deckbuilder.domain.plan import Mode
from deckbuilder.domain.rubric import Rubric
from deckbuilder.solve.coverage import coverage, different_rubrics
from deckbuilder.solve.instance import Candidate, Group, Problem
from deckbuilder.solve.optimize import Request, Task

CELLS = st.builds(Cell, st.sampled_from(TYPES), st.sampled_from(range(30, 161, 10)))
POOLS = st.lists(st.lists(CELLS, min_size=1, max_size=4, unique=True), min_size=1, max_size=12)


def choices_of(cells):
    return {
        dex: tuple(Candidate(f"{dex}-{cell}", cell, weight=0, art=0, age=0) for cell in many)
        for dex, many in enumerate(cells, start=1)
    }


def covered(choices, rubric):
    return sum(any(one.cell in rubric for one in many) for many in choices.values())


@given(POOLS, st.integers(1, 3))
def test_the_table_counts_what_a_look_at_each_species_counts(cells, group_size):
    choices = choices_of(cells)
    dexes = list(choices)
    groups = [dexes[start : start + group_size] for start in range(0, len(dexes), group_size)]
    problem = Problem(choices, tuple(Group(tuple(one), len(one)) for one in groups))
    table = coverage(problem, different_rubrics(choices))
    for rubric, counts in list(zip(table.rubrics, table.by_group, strict=True))[::7]:
        for group, count in zip(groups, counts, strict=True):
            assert count == covered({dex: choices[dex] for dex in group}, rubric)


@settings(max_examples=30)
@given(POOLS)
def test_every_rubric_holds_what_one_of_the_table_holds(cells):
    """A rubric left out of the table, or beyond its windows, holds no other cells."""
    choices = choices_of(cells)

    def held(rubric):
        return frozenset(
            one.cell for many in choices.values() for one in many if one.cell in rubric
        )

    kept = coverage(Problem.of_one_module(choices), different_rubrics(choices)).rubrics
    assert len({held(rubric) for rubric in kept}) == len(kept)
    highest = max(one.cell.hp for many in choices.values() for one in many)
    best = max(covered(choices, rubric) for rubric in kept)
    for types in combinations(TYPES, 7):
        for low in range(10, highest + 1, 40):
            assert covered(choices, Rubric.of(types, low)) <= best


def brute_force_most(choices):
    """Most species that any rubric covers, by sets of cells and nothing else."""
    cells = {dex: {(one.cell.type, one.cell.hp) for one in many} for dex, many in choices.items()}
    highest = max(hp for many in cells.values() for _, hp in many)
    best = 0
    for low in range(10, highest + 1, 10):
        types_of = [
            frozenset(name for name, hp in many if low <= hp <= low + 60) for many in cells.values()
        ]
        for types in map(frozenset, combinations(TYPES, 7)):
            best = max(best, sum(not types.isdisjoint(one) for one in types_of))
    return best


# The figures that are known of the default policy, exceptions taken out of the pool first.
KNOWN_OUTLIERS = {
    ("kanto",): 0,
    ("paldea",): 49,
    ("kanto", "johto"): 4,
    ("kanto", "hoenn"): 10,
    ("johto", "hoenn"): 14,
}


@pytest.mark.parametrize("regions", KNOWN_OUTLIERS, ids="+".join)
def test_the_real_catalogue_by_table_and_by_brute_force(catalog, policy, regions):
    choices = real_choices(catalog, policy, regions)
    table = coverage(Problem.of_one_module(choices), different_rubrics(choices))
    assert len(choices) - table.totals.max() == KNOWN_OUTLIERS[regions]
    assert brute_force_most(choices) == table.totals.max()


@pytest.mark.slow
@pytest.mark.parametrize("regions", [*((one,) for one in REGIONS), *combinations(REGIONS, 2)])
def test_every_region_and_pair_by_table_and_by_brute_force(catalog, policy, regions):
    choices = real_choices(catalog, policy, regions)
    table = coverage(Problem.of_one_module(choices), different_rubrics(choices))
    assert brute_force_most(choices) == table.totals.max()


def real_choices(catalog, policy, regions):
    pool = find_pool(regions, catalog)
    return Task(Request(pool, Mode.JOINT), catalog, policy).problem.choices
