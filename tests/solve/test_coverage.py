"""The coverage table against a slow oracle that looks at every rubric and every species."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckbuilder.domain.cards import TYPES, Cell
from deckbuilder.domain.rubric import Rubric
from deckbuilder.solve.coverage import coverage
from deckbuilder.solve.instance import Candidate, Candidates

CELLS = st.builds(Cell, st.sampled_from(TYPES), st.sampled_from(range(30, 161, 10)))
POOLS = st.lists(st.lists(CELLS, min_size=1, max_size=4, unique=True), min_size=1, max_size=12)
FEW_TYPE_SETS = st.lists(st.sampled_from(list(combinations(TYPES, 7))), min_size=1, max_size=5)


def choices_of(cells):
    return {
        dex: tuple(Candidate(f"{dex}-{cell}", cell, weight=0, age=0) for cell in many)
        for dex, many in enumerate(cells, start=1)
    }


def covered(choices, rubric):
    return sum(any(one.cell in rubric for one in many) for many in choices.values())


@given(POOLS, FEW_TYPE_SETS)
def test_the_table_counts_what_a_look_at_each_species_counts(cells, type_sets):
    choices = choices_of(cells)
    table = coverage(choices)
    all_sets = list(combinations(TYPES, 7))
    for types in type_sets:
        for column, low in enumerate(table.windows):
            rubric = Rubric.of(types, low)
            assert table.counts[all_sets.index(types), column] == covered(choices, rubric)


@given(POOLS)
def test_no_rubric_beyond_the_tables_windows_covers_more(cells):
    choices = choices_of(cells)
    table = coverage(choices)
    types = TYPES[:7]
    beyond = Rubric.of(types, table.windows[-1] + 10)
    assert covered(choices, beyond) <= table.most
    assert all(covered(choices, one) == table.most for one in table.best_rubrics())


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
def test_the_real_catalogue_by_table_and_by_brute_force(catalog, policy, eligibility, regions):
    candidates = Candidates(catalog, policy, eligibility)
    choices = {
        one.dex: candidates.of(one)
        for one in catalog.natives(regions)
        if one.dex not in eligibility.exceptions
    }
    table = coverage(choices)
    assert len(choices) - table.most == KNOWN_OUTLIERS[regions]
    assert brute_force_most(choices) == table.most
