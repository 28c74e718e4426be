import json

import pytest


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        (["nidoran f"], "Nidoran♀"),
        (["Charizard"], "Charizard"),
        (["flabebe"], "Flabébé"),
        (["type null"], "Type: Null"),
        (["mr", "mime"], "Mr. Mime"),
        (["29"], "Nidoran♀"),
    ],
)
def test_a_species_is_shown_however_it_is_typed(deckbuilder, typed, name):
    run = deckbuilder("species", *typed)
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith(f"{name} · dex ")
    assert max(map(len, run.out.splitlines())) <= 80


def test_the_whole_page_of_a_species(deckbuilder, golden):
    golden("species-sirfetchd.txt", deckbuilder("species", "sirfetch'd").out)


def test_json_lists_every_printing_with_its_reason(deckbuilder, catalog):
    run = deckbuilder("species", "Charizard", "--json")
    page = json.loads(run.out)
    printings = {one["card_id"]: one for one in page["printings"]}
    assert printings.keys() == {one.card_id for one in catalog.printings_of(6)}
    base = printings["base1-4"]
    assert (base["type"], base["hp"], base["eligible"], base["reason"]) == ("Fire", 120, True, "")
    delta = printings["ex14-4"]
    assert (delta["eligible"], delta["reason"]) == (False, "two types: Lightning/Metal")
    assert [one["name"] for one in page["family"]] == ["Charmander", "Charmeleon", "Charizard"]


def test_a_card_whose_type_one_source_alone_tells_has_it(deckbuilder):
    page = json.loads(deckbuilder("species", "morpeko", "--json").out)
    (quarter,) = [one for one in page["printings"] if one["card_id"] == "swshp-SWSH215"]
    assert (quarter["type"], quarter["reason"]) == ("Lightning", "rule box: V-UNION")


def test_only_the_eligible_ones(deckbuilder):
    page = json.loads(deckbuilder("species", "Charizard", "--eligible", "--json").out)
    assert {one["eligible"] for one in page["printings"]} == {True}


def test_a_misspelt_name_gets_suggestions(refused):
    run = refused("species", "charzard")
    assert run.code == 3
    assert run.error_line == "error: no species is called 'charzard'; did you mean Charizard?"
