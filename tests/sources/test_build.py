import gzip
import shutil

import pytest

from deckbuilder.catalog.catalog import load_catalog
from deckbuilder.catalog.files import DATA, write_files
from deckbuilder.errors import BadInputError
from deckbuilder.sources.build import build_catalog
from deckbuilder.sources.corrections import CORRECTIONS
from deckbuilder.sources.report import Outcome

FACTS = DATA / "facts"
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
    ]
    for report in built.reports:
        assert sum(report.totals().values()) == report.read
    cards = built.reports[1]
    rows = cards.totals()
    tables = built.provenance.tables
    assert rows[Outcome.KEPT] + rows[Outcome.CORRECTED] == tables["printings.csv"].rows
    assert cards.kinds() == {
        (Outcome.CORRECTED, "number missing"): 66,
        (Outcome.CORRECTED, "number disagrees with the name"): 19,
        (Outcome.CORRECTED, "corrections file"): 21,
        (Outcome.CORRECTED, "a Trainer has no type and no species"): 4,
        (Outcome.CORRECTED, "one type told twice"): 2,
        (Outcome.LEFT_OUT, "energy"): 568,
    }


def test_the_facts_promise_no_other_number_of_rows(built):
    assert built.warnings == ()
    assert built.provenance.date == "2026-08-22"
    assert {one.licence for one in built.provenance.sources.values()} == {"BSD-3-Clause", "MIT"}


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
        ("bog-2", "hp", 70),
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
        if one.category == "Pokemon":
            assert one.dex, one
            assert named <= set(one.dex), one
        else:
            assert not one.dex, one


def test_no_energy_is_in_the_catalogue(catalog):
    assert {one.category for one in catalog.printings.values()} == {"Pokemon", "Trainer"}


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
        (tmp_path / CORRECTIONS).write_text("card_id,column,was,becomes,reason\n")
        return tmp_path

    return make


@pytest.mark.parametrize(
    ("values", "detail"),
    [
        ({"hp": "12O"}, "hp '12O' is no positive whole number"),
        ({"hp": "-10"}, "hp '-10' is no positive whole number"),
        ({"hp": "0"}, "hp '0' is no positive whole number"),
        ({"types": "Fyre"}, "type 'Fyre' is none of"),
        ({"category": "Pokémon"}, "category 'Pokémon' is none of"),
        ({"card_id": ""}, "card_id is empty"),
        ({"set_id": ""}, "set_id is empty"),
        ({"release_date": "9 January"}, "release_date '9 January' is no ISO date"),
        ({"name": "Missingno", "dex": ""}, "neither name nor number tells a species"),
        ({"name": "Missingno", "dex": "4000"}, "dex [4000] is no species"),
        ({"name": "Missingno", "dex": "x"}, "dex 'x' is no whole number"),
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
        "card_id,column,was,becomes,reason\n"
        "base1-4,hp,120,100,a test\n"
        "base1-4,name,Charizrd,Charizard,stale\n"
        "base1-999,hp,10,20,unknown card\n"
    )
    build = build_catalog(folder, folder / CORRECTIONS)
    assert len(build.warnings) == 2
    assert "'base1-4' is stale" in build.warnings[0]
    assert "'base1-999' is stale" in build.warnings[1]
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
        (CORRECTIONS, b"card_id,column,was,becomes,reason\nbase1-4,hp,1,2,\n", "row 2: reason"),
        (
            CORRECTIONS,
            b"card_id,column,was,becomes,reason\nbase1-4,pv,1,2,x\n",
            "column 'pv' is none of",
        ),
        (
            CORRECTIONS,
            b"card_id,column,was,becomes,reason\nbase1-4,hp,1,2,x\nbase1-4,hp,1,3,x\n",
            "row 3: hp of 'base1-4' is corrected a second time",
        ),
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
