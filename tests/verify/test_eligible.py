"""Solver and certificate hold every card to the policy apart, and agree with the page on it."""

from dataclasses import replace
from functools import partial

import pytest

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.eligibility import Eligibility
from deckbuilder.catalog.policy import Policy
from deckbuilder.catalog.trainers import Rosters, load_trainers
from deckbuilder.domain.cards import RULE_BOXES
from deckbuilder.domain.disputes import Statement
from deckbuilder.domain.prices import Price
from deckbuilder.errors import BadInputError, InfeasibleError
from deckbuilder.verify.eligible import Eligible
from tests.oracles.eligibility import Oracle, art_points, read

POLICIES = {
    "default": {},
    "every rule box": {"rule_boxes": list(RULE_BOXES)},
    "some rule boxes": {"rule_boxes": ["V", "Radiant"]},
    "regional forms": {"regional_forms": "any"},
    "only some sets": {"only_sets": ["base1", "gym1", "swsh9tg", "sv03.5"]},
    "not some sets": {"not_sets": ["base1", "gym1", "swsh9tg", "sv03.5"]},
    "only and not": {"only_sets": ["base1", "gym1"], "not_sets": ["gym1"]},
    "low HP": {"max_hp": 70},
    "banned": {"ban": ["base1-4", "base1-58", "xy12-107", "gym1-98", "base3-62"]},
    "required": {"require": ["base1-58", "base1-46", "swsh1-127"], "regional_forms": "any"},
    "owned": {"only_owned": True},
    "jumbo": {"sizes": ["jumbo"]},
    "both sizes": {"sizes": ["standard", "jumbo"], "max_hp": 120},
    "disputed": {"disputed": True},
    "all at once": {
        "sizes": ["standard", "jumbo"],
        "rule_boxes": ["ex", "GX"],
        "regional_forms": "any",
        "not_sets": ["base2"],
        "ban": ["base1-4"],
        "require": ["base1-58"],
        "max_hp": 150,
        "only_owned": True,
        "disputed": True,
    },
}


@pytest.fixture(scope="module")
def oracle():
    return Oracle()


@pytest.fixture(scope="module")
def disputed(catalog):
    """Every fiftieth card is disputed."""
    return frozenset(list(catalog.printings)[::50])


@pytest.fixture(scope="module")
def prices(catalog):
    """What every fifth card costs, in cents."""
    return {card_id: len(card_id) for card_id in list(catalog.printings)[::5]}


@pytest.fixture(scope="module")
def cards(catalog, disputed, prices):
    """The real catalogue with disputes and prices; every seventh card has a decided dispute."""
    say = partial(Statement, field="hp", source="tcgdex", value="40", evidence="")
    statements = [say(card_id) for card_id in disputed]
    decided = [one for one in list(catalog.printings)[::7] if one not in disputed]
    statements += [say(card_id, accepted=True) for card_id in decided]
    return Catalog(
        catalog.species.values(),
        catalog.sets.values(),
        catalog.printings.values(),
        catalog.stamp,
        [
            Price(card_id, "tcgplayer", "USD", "normal", cents, None, None, "2026-01-01")
            for card_id, cents in prices.items()
        ],
        statements=statements,
    )


@pytest.fixture(params=list(POLICIES.values()), ids=list(POLICIES))
def other(policy, catalog, request):
    """A policy that differs from the default in some rules; every twentieth card is owned."""
    content = policy.model_dump(mode="json")
    content["eligibility"].update(request.param)
    content["owned"] = list(catalog.printings)[::20]
    return Policy.model_validate(content)


def test_all_three_let_the_same_cards_stand_for_a_species(cards, oracle, other, disputed):
    expected = oracle.may_stand(other.model_dump(mode="json"), disputed, {})
    solver, checker = Eligibility(other, cards), Eligible(other, cards)
    everyone = cards.printings.values()
    assert {one.card_id for one in everyone if not solver.reason(one)} == expected
    assert {one.card_id for one in everyone if not checker.faults(one)} == expected


def test_all_three_let_the_same_cards_stand_for_a_species_under_a_budget(
    cards, oracle, other, disputed, prices
):
    other = other.model_copy(update={"budget": 10000})
    expected = oracle.may_stand(other.model_dump(mode="json"), disputed, prices)
    for theirs in (Eligibility(other, cards), Eligible(other, cards)):
        found = {one.card_id for dex in cards.species for one in theirs.printings(dex)}
        assert found == expected


def test_all_three_let_the_same_cards_be_trainers(cards, oracle, other, disputed):
    expected = oracle.may_be_wild(other.model_dump(mode="json"), disputed)
    checker = Eligible(other, cards)
    rosters = Rosters(cards, other, load_trainers(cards))

    def solver_takes(card_id):
        try:
            return rosters.find(card_id).printing.card_id == card_id
        except (BadInputError, InfeasibleError):
            return False

    everyone = cards.printings.values()
    assert {one.card_id for one in everyone if not checker.trainer_faults(one)} == expected
    assert {card_id for card_id in cards.printings if solver_takes(card_id)} == expected


def test_the_policies_here_tell_the_rules_apart(cards, oracle, policy, disputed):
    """A rule that changes nothing would be compared with nothing."""

    def allowed(rules):
        content = policy.model_dump(mode="json")
        content["eligibility"].update(rules)
        content["owned"] = list(cards.printings)[::20]
        return frozenset(oracle.may_stand(content, disputed, {}))

    assert len({allowed(rules) for rules in POLICIES.values()}) == len(POLICIES)


def test_every_card_has_the_points_of_art_that_the_page_gives_it(catalog, policy, oracle):
    series = {row["set_id"]: row["series_id"] for row in read("sets.csv")}
    art = policy.model_dump(mode="json")["art"]
    for row in oracle.rows:
        printing = catalog.printings[row["card_id"]]
        assert policy.weight(printing, catalog) == art_points(row, series, art), row["card_id"]


def test_a_dispute_is_told_as_a_person_would(catalog, policy):
    statements = [
        Statement("base1-58", "hp", "tcgdex", "40", ""),
        Statement("base1-58", "hp", "pokemontcg", "50", ""),
        Statement("base1-58", "types", "tcgdex", "Lightning", ""),
        Statement("base1-58", "types", "pokemontcg", "Fire|Water", ""),
    ]
    cards = Catalog(
        catalog.species.values(),
        catalog.sets.values(),
        catalog.printings.values(),
        catalog.stamp,
        statements=statements,
    )
    pikachu = cards.printings["base1-58"]
    told = "disputed: hp 40 or 50, types Lightning or Fire/Water"
    assert Eligibility(policy, cards).reason(pikachu) == told
    assert Eligible(policy, cards).faults(pikachu) == [told]
    open_minded = policy.with_rules(disputed=True)
    assert Eligibility(open_minded, cards).reason(pikachu) == ""
    assert Eligible(open_minded, cards).faults(pikachu) == []


@pytest.mark.parametrize(
    ("facts", "reason", "fault"),
    [
        ({"hp": None}, "no HP printed", "no HP printed"),
        ({"types": ()}, "no type known", "types: 0"),
        ({"dex": ()}, "no species known", "species: 0"),
        ({"category": "Energy"}, "Energy card, not a Pokémon", "category: Energy"),
    ],
)
def test_a_card_that_lacks_a_fact_stands_for_nothing(catalog, policy, facts, reason, fault):
    card = replace(catalog.printings["base1-58"], **facts)
    assert Eligibility(policy, catalog).reason(card) == reason
    assert Eligible(policy, catalog).faults(card) == [fault]
    assert Eligible(policy, catalog).trainer_faults(card)


def test_a_regional_form_counts_where_the_species_has_no_other_card(catalog, policy):
    alolan = catalog.printings["sm2-21"]  # a Vulpix
    for printings, counts in (
        ([alolan], True),
        ([alolan, catalog.printings["base1-68"]], False),
        ([alolan, replace(catalog.printings["base1-68"], form="kanto")], False),
    ):
        cards = Catalog(catalog.species.values(), catalog.sets.values(), printings, catalog.stamp)
        assert (not Eligibility(policy, cards).reason(alolan)) is counts
        assert (not Eligible(policy, cards).faults(alolan)) is counts
