"""Which species are the core of the universal Kanto deck."""

from itertools import cycle

import pytest

from deckbuilder.catalog.pools import KANTO, Pool, find_pool
from deckbuilder.catalog.rubric_file import UNIVERSAL, load_modules
from deckbuilder.domain.plan import Mode, Status
from deckbuilder.errors import InfeasibleError
from deckbuilder.solve.base_set import CORE, FIRST_SET, base_set
from deckbuilder.solve.effort import Effort
from deckbuilder.solve.optimize import Request, optimize


@pytest.fixture(scope="session")
def core(catalog, policy):
    return base_set(catalog, policy, Effort(60))


@pytest.fixture(scope="session")
def printed(catalog):
    """Species of Kanto that the first set prints."""
    return {
        one.dex
        for one in catalog.natives([KANTO])
        if any(printing.set_id == FIRST_SET for printing in catalog.printings_of(one.dex))
    }


@pytest.fixture(scope="session")
def neighbours(catalog, printed):
    """Species of Kanto that the first set lacks, beside one that it prints."""
    kanto = {one.dex: one.evolves_from for one in catalog.natives([KANTO])}
    above = {dex for dex, below in kanto.items() if below in printed}
    below = {kanto[dex] for dex in printed} & kanto.keys()
    return (above | below) - printed


def tiers_of(dexes, catalog, policy):
    pool = Pool(("kanto:base_set",), tuple(catalog.species[dex] for dex in sorted(dexes)))
    request = Request(pool, Mode.UNIVERSAL, load_modules(UNIVERSAL), trainers=None)
    tiers = optimize(request, catalog, policy, Effort(60)).tiers
    assert {tier.status for tier in tiers} == {Status.OPTIMAL}
    outliers, balance, printings = (tier.value for tier in tiers)
    return outliers, balance, -printings


def test_the_core_is_the_first_set_filled_up_with_its_neighbours(core, printed, neighbours):
    dexes = [one.dex for one in core]
    assert dexes == sorted(set(dexes))
    assert len(dexes) == CORE == 72
    assert len(printed) == 69
    assert printed < set(dexes)
    assert set(dexes) - printed < neighbours


def test_the_core_is_the_one_that_pools_know(core, catalog):
    assert find_pool(["kanto:base_set"], catalog).species == core


def test_the_cores_lanes_are_as_even_as_can_be(core, catalog, policy):
    outliers, balance, _ = tiers_of({one.dex for one in core}, catalog, policy)
    assert (outliers, balance) == (0, 14 * 10**2)  # 70 in the grid, beside two exceptions


def test_a_neighbour_that_was_left_out_would_make_no_better_core(
    core, catalog, policy, printed, neighbours
):
    dexes = {one.dex for one in core}
    best = tiers_of(dexes, catalog, policy)
    left_out = sorted(neighbours - dexes)
    assert len(left_out) == 7
    for one, instead in zip(left_out, cycle(sorted(dexes - printed)), strict=False):
        assert best <= tiers_of(dexes - {instead} | {one}, catalog, policy), (one, instead)


def test_another_seed_makes_no_other_core(core, catalog, policy):
    assert base_set(catalog, policy, Effort(60, workers=2, seed=7)) == core


def test_a_core_that_is_not_proven_is_none(catalog, policy):
    with pytest.raises(InfeasibleError, match="no core of 72 species is proven best"):
        base_set(catalog, policy, Effort(0))


def test_a_species_of_the_first_set_without_a_place_in_the_grid_leaves_no_core(catalog, policy):
    only = policy.with_rules(require=["base1-16"])  # a Zapdos of 90 HP is in the grid
    assert {one.dex for one in base_set(catalog, only, Effort(60))} > {145}
    high = next(
        one.card_id
        for one in catalog.printings_of(145)
        if one.hp and one.hp > 100 and not one.rule_box and len(one.dex) == 1
    )
    with pytest.raises(InfeasibleError, match="no core of 72"):
        base_set(catalog, policy.with_rules(require=[high]), Effort(60))
