import gzip
import shutil

import pytest

from deckbuilder.catalog.catalog import load_catalog
from deckbuilder.catalog.files import DATA, write_files
from deckbuilder.domain.cards import ENERGY, POKEMON, PRODUCT_NUMBERS
from deckbuilder.errors import BadInputError
from deckbuilder.sources.build import build_catalog
from deckbuilder.sources.corrections import CORRECTIONS
from deckbuilder.sources.report import Outcome

FACTS = DATA / "facts"
LOST = "field left out"
MENDS = "source,card_id,field,was,becomes,evidence"
HEADER, *_ = gzip.decompress((FACTS / "card-facts.csv.gz").read_bytes()).decode().splitlines()


@pytest.fixture(scope="session")
def built():
    return build_catalog(FACTS, DATA / CORRECTIONS)


def test_the_committed_tables_are_what_the_facts_give(built):
    for name, content in built.files.items():
        assert (DATA / name).read_bytes() == content, f"{name}: run `deckbuilder catalog build`"


def test_building_twice_gives_the_same_bytes(built):
    assert build_catalog(FACTS, DATA / CORRECTIONS).files == built.files


def test_every_row_is_accounted_for(built):
    assert [(report.file, report.read) for report in built.reports] == [
        ("species-facts.csv", 1025),
        ("card-facts.csv.gz", 21066),
        ("second-source.csv.gz", 19783),
    ]
    for report in built.reports:
        assert sum(report.totals().values()) == report.read
    cards = built.reports[1]
    rows = cards.totals()
    tables = built.provenance.tables
    assert rows[Outcome.KEPT] + rows[Outcome.CORRECTED] == tables["printings.csv"].rows
    assert cards.kinds() == {
        (Outcome.CORRECTED, "product number of several cards"): 2054,
        (Outcome.CORRECTED, "told by the second source alone"): 1059,
        (Outcome.CORRECTED, "only a Pokémon has a type, a species and a stage"): 202,
        (Outcome.CORRECTED, "number missing"): 66,
        (Outcome.CORRECTED, "LV.X belongs to the name"): 47,
        (Outcome.CORRECTED, "corrections file"): 29,
        (Outcome.CORRECTED, "number disagrees with the name"): 19,
        (Outcome.CORRECTED, "a Pokémon is no Trainer"): 9,
    }
    assert built.reports[2].totals()[Outcome.LEFT_OUT] == 56


def test_the_facts_promise_no_other_number_of_rows(built):
    assert built.warnings == ()
    assert built.provenance.date == "2026-08-22"
    assert {one.licence for one in built.provenance.sources.values()} == {
        "BSD-3-Clause",
        "MIT",
        "no licence file, facts only",
    }


@pytest.mark.parametrize(
    ("card_id", "dex"),
    [
        ("mfb-31", (131,)),  # Lapras, filed as Magikarp
        ("mfb-22", (101,)),  # Electrode, filed as Gyarados
        ("smp-SM45", (786,)),  # Tapu Lele, filed as Tapu Koko
        ("swsh8-1", (10,)),  # Caterpie, filed as Celebi
        ("me01-086", (359,)),
        ("me02.5-001", (43,)),  # Erika's Oddish, without a number
        ("me02.5-164", (982,)),
        ("hgss2-92", (243, 245)),  # a LEGEND half that named one of two
        ("ecard3-47", (138, 140, 142)),  # Buried Fossil keeps its three
        ("svp-500", (1024, 25, 906, 909, 912)),
        ("sm9-1", (3, 251)),
    ],
)
def test_name_and_number_agree_in_the_catalogue(catalog, card_id, dex):
    assert catalog.printings[card_id].dex == dex


@pytest.mark.parametrize(
    ("card_id", "field", "value"),
    [
        ("exu-%3F", "number", "?"),
        ("swshp-SWSH135", "name", "Zacian LV.X"),
        ("swshp-SWSH135", "rule_box", "LV.X"),
        ("swsh1-34", "rarity", "Holo Rare"),
        ("bog-2", "hp", 60),  # a reprint of a card of 70, made weaker
        ("ex10-44", "types", ("Fighting",)),
        ("ex11-44", "types", ("Fighting",)),
        ("ex11-82", "types", ("Fighting",)),
        ("ex7-5", "types", ("Fire", "Darkness")),
        ("cel25cc-CC011", "types", ("Fighting", "Darkness")),
        ("2022swsh-14", "types", ("Dragon",)),
        ("basep-7", "hp", 50),
        ("neo4-30", "hp", 50),
        ("neo4-86", "hp", 50),
        ("neo4-87", "hp", 50),
        ("ex11-113", "hp", 90),
        ("dpp-DP17", "hp", 110),
        ("2019sm-8", "hp", 60),
        ("ex3-91", "stage", "Stage2"),
        ("fut2020-1", "types", ("Lightning",)),  # the second source alone says it
        ("bog-2", "types", ("Fighting",)),
        ("sv02-211", "rule_box", ""),
        ("xyp-XY65", "rule_box", ""),
        ("ecard1-142", "types", ()),
        ("hgssp-HGSS18", "dex", ()),
        ("ex7-32", "types", ("Darkness",)),
        ("base3-62", "hp", 10),
        ("base3-62", "category", "Trainer"),
        ("swsh4-198", "form", "galar"),
        ("ex15-100", "types", ("Darkness",)),  # Charizard ☆ δ is meant to be Dark
    ],
)
def test_what_the_catalogue_says_of_a_card(catalog, card_id, field, value):
    assert getattr(catalog.printings[card_id], field) == value


def test_every_pokemon_card_names_the_species_that_it_is_filed_under(catalog):
    for one in catalog.printings.values():
        named = {found.dex for found in catalog.names.within(one.name)}
        if one.category == POKEMON:
            assert one.dex, one
            assert named <= set(one.dex), one
        else:
            assert not one.dex, one


def test_every_energy_is_in_the_catalogue_and_bare_of_what_pokemon_have(catalog):
    energies = [one for one in catalog.printings.values() if one.category == ENERGY]
    assert len(energies) == 568
    assert {(one.types, one.dex, one.stage, one.hp) for one in energies} == {((), (), "", None)}
    assert catalog.printings["sve-002"].name == "Fire Energy"
    assert catalog.sets["sve"].name == "Scarlet & Violet Energy"


def test_a_card_that_levels_up_is_named_so(catalog):
    levelled = [one for one in catalog.printings.values() if one.rule_box == "LV.X"]
    assert len(levelled) > 70
    assert all(one.name.endswith(" LV.X") for one in levelled)
    assert catalog.printings["dp1-122"].name == "Torterra LV.X"


@pytest.mark.parametrize("field", PRODUCT_NUMBERS)
def test_no_two_cards_have_one_product_number(catalog, field):
    numbers = [getattr(one, field) for one in catalog.printings.values() if getattr(one, field)]
    assert len(numbers) == len(set(numbers)) > 15_000


def _row(**values: str) -> str:
    base = {
        "card_id": "base1-4",
        "set_id": "base1",
        "set_name": "Base Set",
        "serie_id": "base",
        "serie_name": "Base",
        "release_date": "1999-01-09",
        "number": "4",
        "name": "Charizard",
        "category": "Pokemon",
        "stage": "Stage2",
        "hp": "120",
        "types": "Fire",
        "dex": "6",
        "rarity": "Rare",
    }
    return ",".join((base | values).get(name, "") for name in HEADER.split(","))


@pytest.fixture
def facts(tmp_path):
    """Make a folder of facts with the real species and the given card rows."""

    def make(*rows: str):
        shutil.copy(FACTS / "species-facts.csv", tmp_path)
        (tmp_path / "card-facts.csv").write_text("\n".join([HEADER, *rows]) + "\n")
        (tmp_path / CORRECTIONS).write_text(f"{MENDS}\n")
        return tmp_path

    return make


@pytest.mark.parametrize(
    ("values", "detail"),
    [
        ({"category": "Coin"}, "category 'Coin' is none of"),
        ({"card_id": ""}, "card_id is empty"),
        ({"set_id": ""}, "set_id is empty"),
        ({"release_date": "9 January"}, "release_date '9 January' is no ISO date"),
        ({"name": "Missingno", "dex": "4000"}, "dex [4000] is no species"),
        ({"card_id": "base1-5"}, "card_id 'base1-5' stands twice"),
        ({"set_name": "Base"}, "set 'base1' is told otherwise"),
    ],
)
def test_a_bad_row_is_left_out_with_its_reason_and_the_rest_go_on(facts, values, detail):
    folder = facts(_row(card_id="base1-5"), _row(**values), _row(card_id="base1-6"))
    built = build_catalog(folder, folder / CORRECTIONS)
    (note,) = built.reports[1].notes
    assert (note.row, note.outcome) == (3, Outcome.LEFT_OUT)
    assert detail in note.detail
    assert built.provenance.tables["printings.csv"].rows == 2


@pytest.mark.parametrize(
    ("values", "field", "detail"),
    [
        ({"hp": "12O"}, "hp", "hp '12O' is no positive whole number"),
        ({"hp": "-10"}, "hp", "hp '-10' is no positive whole number"),
        ({"hp": "0"}, "hp", "hp '0' is no positive whole number"),
        ({"hp": "1000"}, "hp", "hp '1000' is more than any card has"),
        ({"types": "Fyre"}, "types", "type 'Fyre' is none of"),
        ({"printed_total": "many"}, "printed_total", "printed_total 'many' is no positive"),
        ({"illustrator": "<b>"}, "illustrator", "illustrator '<b>' holds markup"),
        ({"name": "Missingno", "dex": "x"}, "dex", "dex 'x' is no whole number"),
    ],
)
def test_a_field_that_cannot_be_read_is_left_out_and_the_card_stays(facts, values, field, detail):
    folder = facts(_row(**values))
    build = build_catalog(folder, folder / CORRECTIONS)
    assert detail in next(note.detail for note in build.reports[1].notes if note.kind == LOST)
    write_files(folder, build.files)
    catalog = load_catalog(folder)
    holder = catalog.sets["base1"] if field == "printed_total" else catalog.printings["base1-4"]
    assert not getattr(holder, field)


@pytest.mark.parametrize(
    ("name", "dex", "species"),
    [
        ("Missingno", "", ()),
        ("Missingno", "25", ()),  # a single number would make a Pikachu on its own word
        ("Buried Fossil", "138|140", (138, 140)),
        ("Dark Raichu", "25", (26,)),
        ("Pikachu", "25|26", (25, 26)),  # more than one species keep it out of every deck
    ],
)
def test_no_number_is_believed_against_the_name(facts, name, dex, species):
    folder = facts(_row(name=name, dex=dex))
    write_files(folder, build_catalog(folder, folder / CORRECTIONS).files)
    assert load_catalog(folder).printings["base1-4"].dex == species


def test_a_type_told_twice_is_no_type(facts, catalog):
    """It was `Fire|Darkness` on the card: a rule must not decide which of the two was meant."""
    folder = facts(_row(name="Dark Houndoom", dex="229", types="Darkness|Darkness"))
    write_files(folder, build_catalog(folder, folder / CORRECTIONS).files)
    told_twice = load_catalog(folder).printings["base1-4"]
    assert told_twice.cell is None
    assert catalog.printings["ex7-5"].types == ("Fire", "Darkness")


def test_a_short_row_is_left_out(facts):
    folder = facts(_row(), "base1-5,base1")
    (note,) = build_catalog(folder, folder / CORRECTIONS).reports[1].notes
    assert (note.row, note.outcome) == (3, Outcome.LEFT_OUT)


def test_a_number_that_is_no_species_is_overruled_by_the_name(facts):
    folder = facts(_row(dex="6|4000"))
    build = build_catalog(folder, folder / CORRECTIONS)
    write_files(folder, build.files)
    assert load_catalog(folder).printings["base1-4"].dex == (6,)


def test_a_correction_that_mends_nothing_is_told(facts):
    folder = facts(_row())
    (folder / CORRECTIONS).write_text(
        f"{MENDS}\n"
        "tcgdex,base1-4,hp,120,100,a test\n"
        "tcgdex,base1-4,name,Charizrd,Charizard,stale\n"
        "tcgdex,base1-999,hp,10,20,unknown card\n"
    )
    build = build_catalog(folder, folder / CORRECTIONS)
    _, stale, unknown = build.warnings
    assert "row 3 is stale" in stale
    assert "no longer states name 'Charizrd' of 'base1-4'" in stale
    assert "row 4 is stale" in unknown
    assert "has no card 'base1-999'" in unknown
    (note,) = build.reports[1].notes
    assert note.detail == "hp '120' becomes '100': a test"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("card-facts.csv.gz", b"\x1f\x8b garbage", "cut short or damaged"),
        ("card-facts.csv.gz", (FACTS / "card-facts.csv.gz").read_bytes()[:1000], "cut short"),
        ("species-facts.csv", b"dex,slug\n", "has no column 'name'"),
        ("species-facts.csv", b"", "has no column 'dex'"),
        ("species-facts.csv", b"\xff\xfe", "cut short or damaged"),
        (CORRECTIONS, f"{MENDS}\ntcgdex,base1-4,hp,1,2,\n".encode(), "row 2: evidence is empty"),
        (CORRECTIONS, f"{MENDS}\ntcgdex,base1-4,pv,1,2,x\n".encode(), "row 2: field 'pv' is none"),
        (CORRECTIONS, f"{MENDS}\ntcgdx,base1-4,hp,1,2,x\n".encode(), "source 'tcgdx' is none of"),
        (CORRECTIONS, f"{MENDS}\ntcgdex,base1-4,hp,1,1,x\n".encode(), "hp '1' becomes what it was"),
        (
            CORRECTIONS,
            f"{MENDS}\ntcgdex,base1-4,hp,1,2,x\ntcgdex,base1-4,hp,1,3,x\n".encode(),
            "row 3: hp of 'base1-4' is corrected a second time",
        ),
        ("second-source.csv", b"id,name\nbase1-4,Charizard\n", "'second-source.csv' has no column"),
        ("second-source.csv.gz", b"\x1f\x8b garbage", "cut short or damaged"),
        ("play-facts.csv", b"card_id\n", "'play-facts.csv' has no column 'attacks'"),
        ("card-facts.csv", HEADER.encode() + b"\n", "holds no row that can be used"),
        ("SOURCE.md", b"\xff\xfe", "is not UTF-8"),
    ],
)
def test_a_damaged_file_is_one_error(facts, name, content, message):
    folder = facts(_row())
    (folder / name).write_bytes(content)
    with pytest.raises(BadInputError, match=message):
        build_catalog(folder, folder / CORRECTIONS)


def test_a_missing_file_is_one_error(tmp_path):
    with pytest.raises(BadInputError, match="holds neither species-facts"):
        build_catalog(tmp_path, DATA / CORRECTIONS)
