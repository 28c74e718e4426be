"""A deck that holds a card which it must not: every fact told truly, and the witness is named."""

from dataclasses import replace

import pytest

from deckbuilder.deckfolder.record import read_record
from deckbuilder.domain.disputes import Statement
from deckbuilder.verify.certificate import RULES, certify
from tests.verify.edits import edit_result, edit_row, edit_rows, swap


@pytest.fixture
def attack(deck, violations, catalog):
    """Put another card in a row, and hold the deck to its certificate."""

    def make(name, card_id, /, *, cards=catalog, rules=None, **values):
        swap(deck, name, cards.printings[card_id], cards, **values)
        return violations(cards=cards, **({"rules": rules} if rules else {}))

    return make


@pytest.mark.parametrize(
    ("name", "card_id", "reason"),
    [
        ("Pikachu", "swshp-SWSH061", "rule box: V"),
        ("Pikachu", "smp-SM232", "rule box: GX"),
        ("Pikachu", "mep-Museum", "size: jumbo"),
        ("Pikachu", "svp-500", "species: 5"),
        ("Pikachu", "xy12-107", "category: Trainer"),  # Brock's
        ("Vulpix", "sm2-21", "regional form of alola"),
        ("Brock", "base1-58", "category: Pokemon"),  # a Pikachu
        ("Brock", "base3-62", "played as a Pokémon"),  # Mysterious Fossil
        ("Brock", "bw3-90", "played as a Pokémon"),  # Cover Fossil, whose HP is not on record
        ("Brock", "base1-70", "played as a Pokémon"),  # Clefairy Doll
        ("Brock", "xy4-102", "played as a Pokémon"),  # Robo Substitute, the same
    ],
)
def test_a_card_that_no_deck_may_hold_is_found(attack, name, card_id, reason):
    (witness,) = (one for one in attack(name, card_id) if "is not eligible" in one)
    assert witness.startswith(f"{name}: {card_id} is not eligible (")
    assert reason in witness


@pytest.mark.parametrize("name", ["Pikachu", "Charizard", "Steelix", "Brock"])
@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        (lambda card: {"ban": [card["card_id"]]}, "banned"),
        (lambda card: {"not_sets": [card["set_id"]]}, "set: {set_id} is in not_sets"),
        (lambda _: {"only_sets": ["base1"]}, "set: {set_id} is not in only_sets"),
        (lambda _: {"only_owned": True}, "not owned"),
    ],
)
def test_a_card_that_the_policy_has_come_to_bar_is_found(
    violations, rows, under, name, rules, reason
):
    card = rows[name]
    witness = f"{name}: {card['card_id']} is not eligible ({reason.format(**card)})"
    assert witness in violations(rules=under(**rules(card)))


@pytest.mark.parametrize("name", ["Pikachu", "Charizard", "Steelix", "Brock"])
def test_a_disputed_card_is_found(violations, rows, under, catalog_with, name):
    card_id = rows[name]["card_id"]
    cards = catalog_with(
        statements=[
            Statement(card_id, "hp", "tcgdex", "40", ""),
            Statement(card_id, "hp", "pokemontcg", "50", ""),
        ]
    )
    witness = f"{name}: {card_id} is not eligible (disputed: hp 40 or 50)"
    assert witness in violations(cards=cards)
    assert violations(cards=cards, rules=under(disputed=True)) == ()


def test_a_dispute_that_is_decided_is_no_witness(violations, rows, catalog_with):
    card_id = rows["Pikachu"]["card_id"]
    statements = [Statement(card_id, "hp", "tcgdex", "40", "", accepted=True)]
    assert violations(cards=catalog_with(statements=statements)) == ()


def test_a_limit_of_hp_and_a_requirement_are_held(violations, rows, under):
    steelix, pikachu = rows["Steelix"]["card_id"], rows["Pikachu"]["card_id"]
    found = violations(rules=under(max_hp=120, require=["base1-58"]))
    assert f"Steelix: {steelix} is not eligible (HP: above 120)" in found
    assert f"Pikachu: {pikachu} is not eligible (another is required)" in found


@pytest.mark.parametrize("name", ["Pikachu", "Brock"])
def test_an_energy_card_is_neither_pokemon_nor_trainer(attack, catalog, catalog_with, rows, name):
    energy = replace(
        catalog.printings[rows[name]["card_id"]],
        card_id="base1-98x",
        name="Fire Energy",
        category="Energy",
    )
    found = attack(name, "base1-98x", cards=catalog_with(energy))
    assert f"{name}: base1-98x is not eligible (category: Energy)" in found


def test_a_jumbo_trainer_is_found(attack, catalog, catalog_with):
    brock = catalog.printings["xy12-107"]
    jumbo = replace(brock, card_id="xy12-107j", variants=("holo@jumbo",))
    found = attack("Brock", "xy12-107j", cards=catalog_with(jumbo))
    assert found == ("Brock: xy12-107j is not eligible (size: jumbo)",)


def test_a_card_of_two_types_is_found(attack, catalog, catalog_with, rows):
    pikachu = catalog.printings[rows["Pikachu"]["card_id"]]
    dual = replace(pikachu, card_id="xy12-110d", types=("Lightning", "Fire"))
    found = attack("Pikachu", "xy12-110d", cards=catalog_with(dual))
    assert "Pikachu: xy12-110d is not eligible (types: 2)" in found


@pytest.mark.parametrize("name", ["Pikachu", "Charizard", "Steelix"])
def test_under_a_budget_a_card_of_unknown_price_gives_way(
    violations, rows, under, catalog_with, price, eligibility, name
):
    card, other = rows[name], eligibility.printings(rows[name]["dex"])[0].card_id
    assert other != card["card_id"]
    cards = catalog_with(prices=[price(other, 100)])
    budget = under(values={"budget": 1000})
    why = f"price: unknown, and that of {other} is known"
    witness = f"{name}: {card['card_id']} is not eligible ({why})"
    assert witness in violations(cards=cards, rules=budget)
    assert witness not in violations(cards=cards)


@pytest.mark.parametrize(
    ("values", "witness"),
    [
        ({"rarity": "Common"}, "prints rarity Ultra Rare, not Common"),
        ({"illustrator": "Nobody"}, "prints illustrator Hitoshi Ariga, not Nobody"),
        ({"set_id": "base1"}, "prints set xy12, not base1"),
        ({"set_name": "Base"}, "prints set name Evolutions, not Base"),
        ({"number": "1"}, "prints number 107, not 1"),
        ({"name": "Brock"}, "prints name Brock's Grit, not Brock"),
        ({"dex": 25}, "prints dex number none, not 25"),
        ({"type": "Fire"}, "prints type none, not Fire"),
        ({"hp": 40}, "prints HP none, not 40"),
        ({"lanes": "Fire + 40 HP"}, "prints lanes none, not Fire + 40 HP"),
        ({"reason": "why not"}, "prints reason none, not why not"),
    ],
)
def test_a_trainers_row_tells_what_its_card_prints(deck, violations, values, witness):
    edit_row(deck, "Brock", **values)
    assert violations() == (f"Brock: xy12-107 {witness}",)


def test_a_trainer_that_does_not_exist_is_found(deck, violations):
    edit_row(deck, "Brock", card_id="xy12-999")
    assert "Brock: no card has the id 'xy12-999'" in violations()


@pytest.mark.parametrize("role", ["grid", "outlier", "exception"])
def test_a_trainer_in_the_place_of_a_pokemon_is_found(deck, violations, role):
    edit_row(deck, "Brock", role=role, dex=25, hp=40, type="Lightning", reason="why not")
    found = violations()
    assert "Pikachu (dex 25) is there twice" in found
    assert "Brock: xy12-107 is not eligible (category: Trainer" in " ".join(found)
    assert "Brock: is to be in kanto+johto, and is not there" in found


def test_a_pokemon_in_the_place_of_a_trainer_is_found(deck, violations):
    edit_row(deck, "Pikachu", role="trainer", lanes="")
    found = violations()
    assert "Pikachu (dex 25) is missing" in found
    assert "Pikachu: xy12-110 is not eligible (category: Pokemon; played as a Pokémon)" in found
    assert "Pikachu: is no character of kanto or johto, and was not asked for" in found


def test_another_regions_trainer_is_found_and_who_is_not_there(attack):
    assert attack("Brock", "swsh12.5gg-GG60", species="Cynthia") == (
        "Cynthia: is no character of kanto or johto, and was not asked for",
        "Brock: is to be in kanto+johto, and is not there",
    )


def test_another_regions_trainer_is_welcome_where_it_was_asked_for(deck, attack):
    edit_result(deck, lambda result: result.update(trainers_asked=["cynthia"]))
    found = attack("Koga", "swsh12.5gg-GG60", species="Cynthia")
    assert found == ()


def test_trainers_left_out_with_their_count_are_found(deck, violations):
    edit_rows(deck, lambda rows: [row for row in rows if row["role"] != "trainer"])
    edit_result(deck, lambda result: result.update(trainers={}))
    assert "the rosters hold 18 Trainers, not 0" in violations()
    edit_result(deck, lambda result: result.update(trainers_asked=None))
    assert violations() == ()


FREE = {"currency": "USD", "total": 0, "known": 109, "unknown": 0, "prices": ""}

BREAKS = [  # one for each rule, in their order
    lambda deck: edit_result(deck, lambda result: result.update(preference="newest")),
    lambda deck: edit_result(deck, lambda result: result["catalog"].update(sha256="0" * 64)),
    lambda deck: edit_rows(deck, lambda rows: rows[1:]),
    lambda deck: edit_result(deck, lambda result: result["core_sizes"].update(least=1, most=2)),
    lambda deck: edit_row(deck, "Bayleef", module="core"),
    lambda deck: edit_row(deck, "Bayleef", rarity="Gold"),
    lambda deck: edit_row(deck, "Lance", card_id="base3-62"),
    lambda deck: edit_row(deck, "Bayleef", role="exception", lanes=""),
    lambda deck: edit_row(deck, "Lance", module="expansion"),
    lambda deck: edit_row(deck, "Lance", card_id="xy12-107"),
    lambda deck: edit_result(deck, lambda result: result["lanes"]["core"].update(floor=1)),
    lambda deck: edit_result(deck, lambda result: result.update(cost=FREE)),
    lambda deck: edit_result(deck, lambda result: result["tiers"][0].update(status="feasible")),
]


@pytest.mark.parametrize(("name", "damage"), list(zip(RULES, BREAKS, strict=True)), ids=RULES)
def test_every_rule_can_fail(split, catalog, policy, name, damage):
    assert certify(read_record(split), catalog, policy).passed
    damage(split)
    checks = certify(read_record(split), catalog, policy).checks
    assert name in {one.name for one in checks if one.violations}


@pytest.mark.parametrize(
    ("missing", "rules", "witness"),
    [
        (["Pikachu"], {}, "Pikachu (dex 25) is missing, and not only owned cards were asked for"),
        (["Pikachu"], {"only_owned": True}, "Pikachu (dex 25) is missing, and base1-58 is owned"),
        (["Treecko"], {}, "Treecko is said to be missing, and is no native of kanto, johto"),
        (["Raichu"], {}, "Raichu (dex 26) is said to be missing, and is there"),
    ],
)
def test_what_is_said_to_be_missing_must_be(deck, violations, under, missing, rules, witness):
    edit_rows(deck, lambda rows: [row for row in rows if row["species"] != "Pikachu"])
    edit_result(deck, lambda result: result.update(missing=missing))
    assert witness in violations(rules=under(values={"owned": ["base1-58"]}, **rules))


@pytest.mark.parametrize("values", [{"budget": 100_000}, {"prefer": "cheapest"}])
def test_a_deck_chosen_by_prices_that_have_changed_is_found(deck, violations, under, values):
    old = {**FREE, "prices": "0" * 64}
    edit_result(deck, lambda result: result.update(cost=old))
    witness = "its cards were chosen by prices that have changed since: solve it again"
    assert witness in violations(rules=under(values=values))
    assert witness not in violations()


def test_what_the_cards_cost_is_reckoned_again(deck, violations, under, catalog_with, price, rows):
    pair = [price(rows["Pikachu"]["card_id"], 120), price(rows["Brock"]["card_id"], 80)]
    cards = catalog_with(prices=pair)
    cost = "2.00 USD, and 267 cards of unknown price"
    assert violations(cards=cards) == (f"the cards cost {cost}, and nothing is stated",)
    stated = {"currency": "USD", "total": 200, "known": 2, "unknown": 267, "prices": ""}
    edit_result(deck, lambda result: result.update(cost=stated))
    assert violations(cards=cards) == ()
    above = f"the cards cost {cost}, above 1.99 USD"
    assert above in violations(cards=cards, rules=under(values={"budget": 199}))
    assert violations() == ("a cost is stated, and no price in USD is known",)


@pytest.mark.parametrize(
    ("name", "role", "other"),
    [("Steelix", "outlier", "neo1-15"), ("Charizard", "exception", "base1-4")],
)
def test_outside_the_grid_the_cheapest_comes_first_under_a_budget(
    violations, under, catalog_with, price, rows, name, role, other
):
    mine = rows[name]["card_id"]
    cards = catalog_with(prices=[price(mine, 300), price(other, 299)])
    witness = f"{name}: is an {role} with {mine}, and {other} is preferred"
    assert witness in violations(cards=cards, rules=under(values={"budget": 1000}))
    assert witness not in violations(cards=cards)
