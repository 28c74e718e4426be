"""Reserves of real plans: cards beside the deck that tie its own together."""

from collections import Counter

import pytest

from deckbuilder.catalog.pools import find_pool
from deckbuilder.catalog.rubric_file import UNIVERSAL, load_modules
from deckbuilder.domain.plan import Mode, Role
from deckbuilder.solve.effort import Effort
from deckbuilder.solve.optimize import Request, optimize


@pytest.fixture(scope="session")
def plans(catalog, policy):
    universal = load_modules(UNIVERSAL)
    requests = {
        "kanto": Request(find_pool(["kanto"], catalog), Mode.UNIVERSAL, universal),
        "kanto:base_set": Request(
            find_pool(["kanto:base_set"], catalog), Mode.UNIVERSAL, universal
        ),
        "kalos": Request(find_pool(["kalos"], catalog), Mode.JOINT),
        "galar": Request(find_pool(["galar"], catalog), Mode.SPLIT),
    }
    return {
        name: optimize(request, catalog, policy, Effort(60)) for name, request in requests.items()
    }


@pytest.fixture(params=["kanto", "kanto:base_set", "kalos", "galar"])
def plan(plans, request):
    return plans[request.param]


def here(plan, module):
    return {one.dex for one in plan.placements if one.module == module}


def neighbours(catalog, dex):
    below = catalog.species[dex].evolves_from
    above = {one.dex for one in catalog.species.values() if one.evolves_from == dex}
    return above | ({below} if below else set())


def rubrics(plan):
    return {module.name: module.rubric for module in plan.modules}


def named(plan, catalog):
    return {
        (catalog.species[one.dex].name, *(catalog.species[dex].name for dex in one.ties))
        for one in plan.reserves
    }


def test_a_reserve_is_never_in_the_deck(plan):
    assert plan.reserves
    assert not {one.dex for one in plan.reserves} & {one.dex for one in plan.placements}


def test_a_reserve_is_an_eligible_card_in_the_rubric_of_its_module(plan, catalog, eligibility):
    for one in plan.reserves:
        printing = catalog.printings[one.card_id]
        assert printing in eligibility.printings(one.dex)
        assert printing.cell == one.cell
        assert one.cell in rubrics(plan)[one.module]


def test_a_reserve_ties_all_cards_of_its_module_that_it_evolves_from_or_into(plan, catalog):
    for one in plan.reserves:
        assert one.ties == tuple(sorted(neighbours(catalog, one.dex) & here(plan, one.module)))
        assert one.ties


def test_no_neighbour_with_a_place_in_the_rubric_is_left_out(plan, catalog, eligibility):
    there = {one.dex for one in plan.placements}
    expected = {
        (module.name, dex)
        for module in plan.modules
        for native in here(plan, module.name)
        for dex in neighbours(catalog, native) - there
        if any(printing.cell in module.rubric for printing in eligibility.printings(dex))
    }
    listed = [(one.module, one.dex) for one in plan.reserves]
    assert set(listed) == expected
    assert len(set(listed)) == len(listed)


def test_company_counts_the_grid_cards_of_the_two_lanes_and_is_the_least(plan, eligibility):
    for one in plan.reserves:
        grid = [card.cell for card in plan.with_role(Role.GRID) if card.module == one.module]
        types, hps = Counter(cell.type for cell in grid), Counter(cell.hp for cell in grid)
        assert one.company == types[one.cell.type] + hps[one.cell.hp]
        inside = [
            printing.cell
            for printing in eligibility.printings(one.dex)
            if printing.cell in rubrics(plan)[one.module]
        ]
        assert one.company == min(types[cell.type] + hps[cell.hp] for cell in inside)


def test_the_most_ties_come_first_then_the_thinnest_lanes(plan):
    order = [module.name for module in plan.modules]
    keys = [
        (order.index(one.module), -len(one.ties), one.company, one.dex) for one in plan.reserves
    ]
    assert keys == sorted(keys)


@pytest.mark.parametrize(
    ("name", "reserve"),
    [
        ("kanto", ("Pichu", "Pikachu")),
        ("kanto", ("Crobat", "Golbat")),
        ("kanto", ("Politoed", "Poliwhirl")),
        ("kanto:base_set", ("Pichu", "Pikachu")),
        ("kalos", ("Eevee", "Sylveon")),
    ],
)
def test_a_neighbour_of_another_region_is_a_reserve(plans, catalog, name, reserve):
    assert reserve in named(plans[name], catalog)


def test_beside_all_of_kanto_stand_other_regions_only(plans, catalog):
    assert "kanto" not in {catalog.species[one.dex].region for one in plans["kanto"].reserves}


def test_a_card_of_the_other_module_is_no_reserve(plans, catalog):
    assert "galar" not in {catalog.species[one.dex].region for one in plans["galar"].reserves}
