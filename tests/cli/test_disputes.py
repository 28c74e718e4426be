"""Disputed facts, as a user meets them: listed, shown, decided, and decided otherwise."""

import json

import pytest

CARD = "ex10-55"


@pytest.fixture(autouse=True)
def _own_home(monkeypatch, tmp_path):
    monkeypatch.setenv("DECKBUILDER_HOME", str(tmp_path / "home"))


def test_the_disputes_are_listed_with_what_either_source_says(deckbuilder):
    run = deckbuilder("catalog", "disputes")
    assert (run.code, run.err) == (0, "")
    assert "6 disputes are open." in run.out
    assert "Eevee (ex10-55)" in run.out
    assert max(map(len, run.out.splitlines())) <= 80
    (eevee,) = [
        one
        for one in json.loads(deckbuilder("catalog", "disputes", "--json").out)["disputes"]
        if one["card_id"] == CARD
    ]
    assert (eevee["name"], eevee["field"], eevee["open"]) == ("Eevee", "hp", True)
    assert {one["source"]: one["value"] for one in eevee["statements"]} == {
        "tcgdex": "40",
        "pokemontcg": "50",
    }


def test_a_species_shows_both_values_and_that_no_deck_uses_the_card(deckbuilder):
    assert "Colorless 40 or 50" in deckbuilder("species", "eevee").out
    page = json.loads(deckbuilder("species", "eevee", "--json").out)
    (card,) = [one for one in page["printings"] if one["card_id"] == CARD]
    assert card["disputed"] == {"hp": "40 or 50"}
    assert (card["eligible"], card["reason"]) == (False, "disputed: hp 40 or 50")


def test_a_dispute_is_decided_and_the_decision_taken_back(deckbuilder):
    def card():
        page = json.loads(deckbuilder("species", "eevee", "--json").out)
        return next(one for one in page["printings"] if one["card_id"] == CARD)

    run = deckbuilder("catalog", "accept", CARD, "50")
    assert (run.code, run.err) == (0, "")
    assert run.out == "Eevee (ex10-55) prints hp 50; take it back with --undo\n"
    assert (card()["hp"], card()["eligible"], card()["disputed"]) == (50, True, {})
    assert "5 disputes are open." in deckbuilder("catalog", "disputes").out
    assert "50 ✓" in deckbuilder("catalog", "disputes", "--decided").out

    run = deckbuilder("catalog", "accept", CARD, "--undo")
    assert run.out == "Eevee (ex10-55) is disputed again: hp 40 or 50\n"
    assert (card()["hp"], card()["eligible"]) == (40, False)


def test_what_is_decided_is_left_alone_by_the_packed_catalogue(deckbuilder):
    deckbuilder("catalog", "accept", CARD, "50")
    assert "6 disputes are open." in deckbuilder("catalog", "disputes", "--catalog", "snapshot").out


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        ((CARD, "60"), 3, "no source says '60' of 'ex10-55': hp is '40' (tcgdex) or '50' (pok"),
        ((CARD,), 3, "'ex10-55': say which value is right"),
        ((CARD, "--undo"), 3, "'ex10-55': nobody has decided hp 40 or 50"),
        ((CARD, "50", "--undo"), 2, "--undo takes no value"),
        (("base1-4", "50"), 3, "nothing is disputed of 'base1-4'"),
        (("base1-444", "50"), 3, "no card has the id 'base1-444'"),
    ],
)
def test_what_cannot_be_decided_is_one_error(refused, args, code, message):
    run = refused("catalog", "accept", *args)
    assert run.code == code
    assert message in run.error_line
