import threading

import pytest

from deckbuilder.catalog.eligibility import Eligibility
from deckbuilder.catalog.policy import Policy
from deckbuilder.catalog.pools import find_pool
from deckbuilder.catalog.rubric_file import UNIVERSAL, load_modules
from deckbuilder.domain.cards import REGIONS, TYPES, Cell
from deckbuilder.domain.plan import Mode, Role, Status
from deckbuilder.domain.rubric import Module, Rubric
from deckbuilder.errors import BadInputError
from deckbuilder.solve.effort import Effort
from deckbuilder.solve.instance import Candidate
from deckbuilder.solve.optimize import Request, optimize
from deckbuilder.solve.reasons import outlier_reason


def card(type_name, hp, weight=0):
    return Candidate("c", Cell(type_name, hp), weight, weight, 0)


def request(catalog, *regions, mode=Mode.JOINT, **asked):
    return Request(find_pool(regions, catalog), mode, **asked)


@pytest.mark.parametrize(
    ("candidates", "reason"),
    [
        ([card("Metal", 50)], "type not in the rubric; nearest Metal 50"),
        ([card("Grass", 120)], "HP outside 40–100; nearest Grass 120"),
        (
            [card("Dragon", 120)],
            "type not in the rubric and HP outside 40–100; nearest Dragon 120",
        ),
        ([card("Grass", 130), card("Grass", 30)], "HP outside 40–100; nearest Grass 30"),
        ([card("Dragon", 110), card("Grass", 160)], "HP outside 40–100; nearest Grass 160"),
    ],
)
def test_an_outlier_is_explained_by_its_nearest_cell(candidates, reason):
    home = Module("core", Rubric.of(TYPES[:7], 40))
    assert outlier_reason(home, [], candidates) == reason


def test_an_outlier_that_its_family_keeps_from_the_other_module_says_so():
    home, other = (Module(name, Rubric.of(TYPES[:7], low)) for name, low in (("a", 40), ("b", 70)))
    assert outlier_reason(home, [other], [card("Grass", 120), card("Fire", 130, weight=5)]) == (
        "stranded by its family: b has a place at Fire 130, were the family parted; "
        "HP outside 40–100; nearest Grass 120"
    )


def test_the_universal_rubric_holds_all_of_kanto(catalog, policy):
    (module,) = load_modules(UNIVERSAL)
    plan = optimize(
        request(catalog, "kanto", mode=Mode.UNIVERSAL, given=(module,)), catalog, policy, Effort(60)
    )
    assert plan.modules == (module,)
    assert [tier.status for tier in plan.tiers] == [Status.OPTIMAL] * 3
    assert len(plan.placements) == 151
    assert not plan.with_role(Role.OUTLIER)
    exceptions = {
        catalog.species[one.dex].name: one.cell.hp for one in plan.with_role(Role.EXCEPTION)
    }
    assert exceptions == {"Charizard": 120, "Magikarp": 30}


def test_stopping_by_hand_gives_what_there_is(catalog, policy):
    effort = Effort(600)
    threading.Timer(0.3, effort.stop).start()
    plan = optimize(request(catalog, *REGIONS), catalog, policy, effort)
    assert len(plan.placements) == 1025
    assert plan.tiers[0].status is Status.OPTIMAL
    assert plan.tiers[2].value <= plan.tiers[2].bound


def changed(policy: Policy, **rules) -> Policy:
    content = policy.model_dump()
    content["eligibility"].update(rules)
    return Policy.model_validate(content)


def test_a_policy_that_leaves_a_species_no_printing_is_told_with_the_reasons(catalog, policy):
    with pytest.raises(BadInputError, match="no printing at all") as caught:
        optimize(
            request(catalog, "kanto"), catalog, changed(policy, only_sets=["base2"]), Effort(1)
        )
    assert "'Bulbasaur'" in str(caught.value)
    assert "set (" in str(caught.value)


def test_an_exception_without_such_a_printing_is_told(catalog, policy):
    content = policy.model_dump()
    content["exceptions"] = {"Pikachu": 250}
    with pytest.raises(BadInputError, match="'Pikachu' 250 HP"):
        optimize(request(catalog, "kanto"), catalog, Policy.model_validate(content), Effort(1))


def test_exceptions_are_found_by_name_however_it_is_written(catalog, policy):
    content = policy.model_dump()
    content["exceptions"] = {"mr mime": 70}
    assert Eligibility(Policy.model_validate(content), catalog).exceptions == {122: 70}
