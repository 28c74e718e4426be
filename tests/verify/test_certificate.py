"""A sound deck passes; each kind of damage, made by hand on disk, is found, its witness named."""

import json

import pytest
import yaml

from deckbuilder.deckfolder.record import read_record
from deckbuilder.errors import BadInputError
from tests.verify.edits import edit_result, edit_row, edit_rows, swap


def test_a_solved_deck_passes(violations):
    assert violations() == ()


@pytest.mark.parametrize(
    ("species", "values", "witness"),
    [
        ("Pikachu", {"hp": 200}, "Pikachu: "),
        ("Pikachu", {"type": "Fire"}, "Pikachu: "),
        ("Pikachu", {"number": "999"}, "prints number"),
        ("Pikachu", {"set_id": "base9"}, "prints set "),
        ("Pikachu", {"set_name": "Bass Set"}, "prints set name Evolutions, not Bass Set"),
        ("Pikachu", {"name": "Raichu"}, "prints name "),
        ("Pikachu", {"rarity": "Gold"}, "prints rarity"),
        ("Pikachu", {"illustrator": "Nobody"}, "prints illustrator"),
        ("Pikachu", {"card_id": "base1-999"}, "Pikachu: no card has the id 'base1-999'"),
        ("Pikachu", {"card_id": "base1-4"}, "card base1-4 is a Charizard"),
        ("Pikachu", {"card_id": "swshp-SWSH061"}, "is not eligible (rule box: V)"),
        ("Pikachu", {"module": "kanto"}, "Pikachu: no module is called 'kanto'"),
        ("Pikachu", {"lanes": "Fire + 40 HP"}, "is said to be in the lanes"),
        ("Pikachu", {"role": "outlier", "reason": "x", "lanes": ""}, "Pikachu: is no outlier: "),
        ("Pikachu", {"role": "exception", "lanes": ""}, "Pikachu: is no exception"),
        ("Pikachu", {"role": "trainer", "lanes": ""}, "is not eligible (category: Pokemon"),
        ("Pikachu", {"dex": 252}, "Pikachu (dex 252) is no native"),
        ("Steelix", {"role": "grid", "lanes": "Metal + 180 HP"}, "Metal 180 is outside the rubric"),
        ("Steelix", {"reason": ""}, "Steelix: is an outlier without a reason"),
        ("Charizard", {"hp": 100}, "Charizard: always has 120 HP, not 100"),
        (
            "Charizard",
            {"role": "grid", "lanes": "Fire + 120 HP"},
            "Charizard: always has 120 HP and is to be an exception",
        ),
        (
            "Charizard",
            {"role": "outlier"},
            "Charizard: always has 120 HP and is to be an exception",
        ),
        ("Magikarp", {"reason": ""}, "Magikarp: is an exception without a reason"),
        ("Charizard", {"lanes": "junk"}, "Charizard: is said to be in the lanes 'junk'"),
        ("Pikachu", {"species": "Pika"}, "prints species Pikachu, not Pika"),
        ("Brock", {"card_id": "base1-4"}, "Brock: base1-4 is not eligible (category: Pokemon"),
        ("Brock", {"name": "Misty"}, "Brock: "),
        ("Brock", {"species": "Misty"}, "character 'Misty' is there 2 times"),
    ],
)
def test_a_hand_edited_row_is_found(deck, violations, species, values, witness):
    edit_row(deck, species, **values)
    assert any(witness in one for one in violations()), violations()


def test_an_outlier_that_is_not_the_most_preferred_is_found(deck, violations, catalog, eligibility):
    lesser = next(one for one in eligibility.printings(208) if one.rarity == "Uncommon")
    swap(deck, "Steelix", lesser, catalog)
    witness = f"Steelix: is an outlier with {lesser.card_id}, and sv04-208 is preferred"
    assert witness in violations()


def test_a_wrong_hp_names_card_and_both_values(deck, violations):
    edit_row(deck, "Charizard", hp=100)
    assert "Charizard: cel25cc-CC002 prints HP 120, not 100" in violations()


def test_a_species_twice_is_found(deck, violations):
    edit_rows(deck, lambda rows: [*rows, rows[0]])
    assert "Bulbasaur (dex 1) is there twice" in violations()


def test_a_missing_species_is_found(deck, violations):
    edit_rows(deck, lambda rows: rows[1:])
    assert "Bulbasaur (dex 1) is missing" in violations()


def test_an_unflagged_outlier_is_found(deck, violations):
    edit_row(deck, "Umbreon", role="grid", reason="", lanes="Darkness + 100 HP")
    found = violations()
    assert "Umbreon: Darkness 100 is outside the rubric, and not flagged as an outlier" in found
    assert "tier outliers: the cards give 3, not 4" in found


def test_a_changed_rubric_is_found(deck, violations):
    content = yaml.safe_load((deck / "rubric.yaml").read_text())
    content["modules"][0]["hp"] = list(range(50, 111, 10))
    (deck / "rubric.yaml").write_text(yaml.safe_dump(content))
    assert any("40 is outside the rubric" in one for one in violations())


@pytest.mark.parametrize(
    ("edit", "witness"),
    [
        (lambda r: r["tiers"][1].update(value=17150, bound=17150), "tier balance: the cards give"),
        (lambda r: r["tiers"][2].update(value=1, bound=1), "tier printings: the cards give"),
        (lambda r: r["tiers"][0].update(bound=3), "tier outliers: value 4 and bound 3 make it"),
        (lambda r: r["tiers"][1].update(status="feasible"), "make it optimal, not feasible"),
        (lambda r: r["tiers"][1].update(bound=99999), "is better than its bound 99999"),
        (lambda r: r["tiers"][2].update(bound=1), "is better than its bound 1"),
        (lambda r: r["tiers"].pop(), "the tiers are outliers, balance, not"),
        (lambda r: r["lanes"]["kanto+johto"].update(squares=1), "squares are 17158, not 1"),
        (lambda r: r["lanes"]["kanto+johto"]["types"].update(Fire=1), "types are"),
        (lambda r: r["lanes"].clear(), "module 'kanto+johto': its lanes are not stated"),
        (lambda r: r["lanes"].update(x=r["lanes"]["kanto+johto"]), "lanes of 'x' are stated"),
        (lambda r: r["catalog"].update(sha256="0" * 64), "the deck was solved on the catalogue"),
        (lambda r: r.update(regions=["kanto"]), "is no native of kanto"),
        (lambda r: r.update(pool="kanto"), "the pool is called 'kanto'"),
        (lambda r: r.update(preference="newest"), "the preference is newest, and the policy's art"),
        (lambda r: r.update(trainers={"kanto+johto": 17}), "Trainers are there, not"),
        (lambda r: r.update(core_sizes={"least": 1, "most": 2}), "1 modules, and core sizes"),
        (lambda r: r.update(regions=["kanto", "narnia"]), "there is no such pool as kanto, narnia"),
    ],
)
def test_a_hand_edited_result_is_found(deck, violations, edit, witness):
    edit_result(deck, edit)
    assert any(witness in one for one in violations()), violations()


def test_files_that_disagree_are_found(deck, violations):
    rows = json.loads((deck / "deck.json").read_text())
    (deck / "deck.json").write_text(json.dumps(rows[1:]))
    assert violations() == ("deck.json and deck.csv do not state the same rows",)


@pytest.mark.parametrize(
    ("old", "new", "witness"),
    [
        (",120,", ",12O,", "row 7: hp '12O' is no whole number"),
        ("\n6,", "\nvi,", "row 7: dex 'vi' is no whole number"),
        ("\n6,Charizard", "\n6", "row 7: the row has not the header's 15 values"),
    ],
)
def test_an_unreadable_row_is_a_witness_and_the_rest_is_checked(
    deck, violations, old, new, witness
):
    text = (deck / "deck.csv").read_text(encoding="utf-8")
    assert old in text
    (deck / "deck.csv").write_text(text.replace(old, new, 1), encoding="utf-8")
    found = violations()
    assert any(witness in one for one in found)
    assert "Charizard (dex 6) is missing" in found


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("result.json", "{", "is no JSON: line 1"),
        ("result.json", "[]", "holds no keys"),
        ("result.json", "{}", "key 'tiers' is missing"),
        ("rubric.yaml", "modules: []", "modules: "),
        ("deck.json", "", "is no JSON"),
        ("deck.csv", "dex,species\n", "has no column 'module'"),
    ],
)
def test_a_broken_file_is_one_error(deck, name, content, message):
    (deck / name).write_text(content)
    with pytest.raises(BadInputError, match=message) as caught:
        read_record(deck)
    assert str(deck / name) in str(caught.value)


@pytest.mark.parametrize("name", ["result.json", "rubric.yaml", "deck.json", "deck.csv"])
def test_a_missing_file_is_one_error(deck, name):
    (deck / name).unlink()
    with pytest.raises(BadInputError, match="cannot read") as caught:
        read_record(deck)
    assert name in str(caught.value)
