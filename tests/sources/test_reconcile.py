"""Two sources bear witness: what they tell alike is a fact, what they tell apart is disputed."""

import csv
import gzip
import io
import shutil
from collections import Counter

import pytest

from deckbuilder.catalog.catalog import load_catalog
from deckbuilder.catalog.files import DATA, write_files
from deckbuilder.sources import pokemontcg
from deckbuilder.sources.aliases import SetAliases
from deckbuilder.sources.build import build_catalog
from deckbuilder.sources.cards import CARD_COLUMNS
from deckbuilder.sources.corrections import CORRECTIONS, load_corrections

FACTS = DATA / "facts"
FIRST = CARD_COLUMNS
SECOND = pokemontcg.BULK_COLUMNS
PLAY = ("card_id", "attacks")
HERE = {
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
THERE = {
    "id": "base1-4",
    "name": "Charizard",
    "number": "4",
    "set_id": "base1",
    "set_name": "Base",
    "series": "Base",
    "release_date": "1999-01-09",
    "supertype": "Pokémon",
    "subtypes": "Stage 2",
    "hp": "120",
    "types": "Fire",
    "dex": "6",
    "rarity": "Rare Holo",
}


def csv_text(columns, rows):
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, columns, lineterminator="\n", restval="")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


@pytest.fixture
def build(tmp_path):
    """Build from the given rows of the two sources; a row is what differs from Charizard."""

    def make(here=({},), there=({},), corrections=(), attacks=()):
        shutil.copy(FACTS / "species-facts.csv", tmp_path)
        for name, columns, rows in (
            ("card-facts.csv", FIRST, [HERE | one for one in here]),
            ("second-source.csv", SECOND, [THERE | one for one in there]),
            ("play-facts.csv", PLAY, attacks),
        ):
            (tmp_path / name).write_text(csv_text(columns, rows), encoding="utf-8")
        mends = ["source,card_id,field,was,becomes,evidence", *corrections]
        (tmp_path / CORRECTIONS).write_text("\n".join(mends) + "\n", encoding="utf-8")
        return build_catalog(tmp_path, tmp_path / CORRECTIONS)

    return make


@pytest.fixture
def load(build, tmp_path):
    def make(**rows):
        write_files(tmp_path / "out", build(**rows).files)
        return load_catalog(tmp_path / "out")

    return make


def disputed(catalog):
    return [f"{one.card_id} {one}" for one in catalog.disputes]


class TestFields:
    @pytest.mark.parametrize(
        ("there", "dispute"),
        [
            ({"types": "Water"}, "types Fire or Water"),
            ({"types": "Fire|Darkness"}, "types Fire or Fire/Darkness"),
            ({"hp": "100"}, "hp 120 or 100"),
            ({"name": "Charmeleon", "dex": "5"}, "name Charizard or Charmeleon"),
            ({"subtypes": "Stage 1"}, "stage Stage2 or Stage1"),
            ({"name": "Charizard ex"}, "name Charizard or Charizard ex"),
            ({"supertype": "Trainer", "subtypes": "Item"}, "category Pokemon or Trainer"),
            ({"number": "5", "id": "base1-4"}, "number 4 or 5"),
        ],
    )
    def test_what_they_tell_differently_is_disputed(self, load, there, dispute):
        catalog = load(there=[there])
        assert f"base1-4 {dispute}" in disputed(catalog)
        assert catalog.printings["base1-4"].name == "Charizard"

    @pytest.mark.parametrize(
        ("here", "there"),
        [
            ({}, {}),
            ({"types": "Fire|Darkness"}, {"types": "Darkness|Fire"}),
            ({"name": "Charizard ★"}, {"name": "Charizard Star"}),
            (
                {"name": "Charizard", "stage": "LEVEL-UP"},
                {"name": "Charizard LV.X", "subtypes": "Level-Up"},
            ),
            ({"name": "Charizard [A]"}, {"name": "Charizard A"}),
            (
                {"name": "Charizard & Braixen GX", "dex": "6|654"},
                {
                    "name": "Charizard & Braixen-GX",
                    "subtypes": "Stage 2|TAG TEAM|GX",
                    "dex": "654|6",
                },
            ),
            ({"number": "004"}, {}),
            ({"stage": "Baby"}, {"subtypes": "Basic"}),
            ({"dex": ""}, {}),
        ],
    )
    def test_what_is_worded_otherwise_is_told_alike(self, load, here, there):
        assert disputed(load(here=[here], there=[there])) == []

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("Impostor Professor Oak", "Imposter Professor Oak"),
            ("Boss's Orders", "Boss’s Orders (Ghetsis)"),
            ("Thought Wave Machine (Rocket's Secret Machine)", "Thought Wave Machine"),
            ("Fire Energy", "Basic Fire Energy"),
            ("Blend Energy Grass Fire", "Blend Energy GrassFire"),
        ],
    )
    def test_names_are_folded(self, load, one, other):
        bare = {"hp": "", "types": "", "dex": ""}
        catalog = load(
            here=[{"name": one, "category": "Trainer", "stage": "", **bare}],
            there=[{"name": other, "supertype": "Trainer", "subtypes": "", **bare}],
        )
        assert disputed(catalog) == []

    def test_letters_of_an_unown_are_no_aside(self, load):
        unown = {"dex": "201", "stage": "Basic", "hp": "50", "types": "Psychic"}
        told = {"dex": "201", "subtypes": "Basic", "hp": "50", "types": "Psychic"}
        catalog = load(here=[{"name": "Unown [L]", **unown}], there=[{"name": "Unown [S]", **told}])
        assert disputed(catalog) == ["base1-4 name Unown [L] or Unown [S]"]

    @pytest.mark.parametrize("field", ["types", "hp"])
    def test_what_one_leaves_out_is_taken_from_the_other(self, build, load, field):
        catalog = load(here=[{field: ""}])
        assert getattr(catalog.printings["base1-4"], field) in (("Fire",), 120)
        assert disputed(load(there=[{field: ""}])) == []
        (note,) = build(here=[{field: ""}]).reports[1].notes
        assert note.kind == "told by the second source alone"

    def test_who_says_it_is_kept(self, load):
        catalog = load(here=[{}, {"card_id": "base1-5", "number": "5"}])
        assert catalog.printings["base1-4"].sources == ("tcgdex", "pokemontcg")
        assert catalog.printings["base1-5"].sources == ("tcgdex",)


class TestCorrections:
    MEND = "tcgdex,base1-4,types,Fire,Water,its attacks cost Water"

    def test_a_correction_settles_a_difference(self, build, load):
        rows = {"there": [{"types": "Water"}], "corrections": [self.MEND]}
        assert disputed(load(**rows)) == []
        assert load(**rows).printings["base1-4"].types == ("Water",)
        account = build(**rows).account
        assert (account.settled, account.settled_fields) == (1, {"types": 1})

    def test_it_mends_its_own_source_alone(self, load):
        catalog = load(there=[{"types": "Fire"}], corrections=[self.MEND])
        assert disputed(catalog) == ["base1-4 types Water or Fire"]

    def test_one_that_finds_another_value_does_nothing_and_is_told(self, build, load):
        rows = {"here": [{"types": "Grass"}], "there": [{"types": "Water"}]}
        assert disputed(load(**rows, corrections=[self.MEND])) == ["base1-4 types Grass or Water"]
        (warning,) = build(**rows, corrections=[self.MEND]).warnings
        assert "corrections.csv row 2 is stale" in warning

    def test_the_second_source_is_mended_under_its_own_id(self, load):
        mend = "pokemontcg,base1-4,hp,100,120,a reprint"
        assert disputed(load(there=[{"hp": "100"}], corrections=[mend])) == []


class TestEvidence:
    ATTACKS = ({"card_id": "base1-4", "attacks": "Fire Spin/RRRR/100/1"},)

    def evidence(self, catalog):
        (dispute,) = catalog.disputes
        return {one.value: one.evidence for one in dispute.statements}

    def test_costs_of_attacks_speak_for_a_type(self, load):
        catalog = load(there=[{"types": "Water"}], attacks=self.ATTACKS)
        assert self.evidence(catalog) == {"Fire": "its attacks cost Fire", "Water": ""}

    def test_cards_with_the_same_attacks_speak_for_an_hp(self, load):
        other = {"card_id": "base4-4", "attacks": "Fire Spin/RRRR/100/1"}
        base2 = {"set_id": "base4", "set_name": "Base Set 2", "release_date": "2000-02-24"}
        catalog = load(
            here=[{"hp": "100"}, {"card_id": "base4-4", **base2}],
            there=[{}, {"id": "base4-4", **base2}],
            attacks=[*self.ATTACKS, other],
        )
        assert self.evidence(catalog) == {"100": "", "120": "the same attacks on base4-4"}


class TestAccount:
    def test_the_rows_of_both_files_add_up(self, build):
        account = build(
            here=[
                {},
                {"card_id": "base1-5", "number": "5"},
                {"card_id": "base1-6", "number": "6", "hp": "90"},
                {"card_id": ""},
            ],
            there=[
                {},
                {"id": "base1-6", "number": "6", "hp": "80"},
                {"id": "base1-99", "number": "99"},
                {"id": "base1-7", "number": "/"},
            ],
        ).account
        assert account.rows == (4, 4)
        assert (account.agreed, account.disputed, account.disputed_fields) == (1, 1, {"hp": 1})
        assert (account.only_here, account.only_there) == (1, 1)
        assert (account.unread_here, account.unread_there) == (1, 1)

    def test_a_card_told_twice_alike_counts_once(self, build):
        built = build(there=[{}, {}])
        assert (built.account.agreed, built.account.unread_there) == (1, 1)
        assert "'base1-4' stands twice: row 2 has it" in built.reports[2].notes[0].detail

    def test_a_witness_that_contradicts_itself_is_none(self, build, load):
        twice = [{"hp": "100"}, {"hp": "110"}, {"id": "base1-5", "number": "5"}]
        assert disputed(load(there=twice)) == []
        built = build(there=twice)
        assert (built.account.only_here, built.account.only_there) == (1, 1)
        assert built.account.unread_there == 2
        details = [note.detail for note in built.reports[2].notes]
        assert "card_id 'base1-4' stands twice, and hp differ" in details

    def test_without_a_second_source_the_build_says_so(self, build, tmp_path):
        build()
        (tmp_path / "second-source.csv").unlink()
        built = build_catalog(tmp_path, tmp_path / CORRECTIONS)
        assert built.account is None
        assert "every fact has one witness" in built.warnings[0]


@pytest.fixture(scope="module")
def second():
    content = gzip.decompress((FACTS / "second-source.csv.gz").read_bytes()).decode()
    return {row["id"]: row for row in csv.DictReader(io.StringIO(content, newline=""))}


@pytest.fixture(scope="module")
def numbered(catalog):
    """Printings by set and number, without zeros before it."""
    return {(one.set_id, one.number.lstrip("0").upper()): one for one in catalog.printings.values()}


class TestRealFacts:
    """Held against the files by a reader of its own."""

    def test_no_type_and_no_hp_differs_but_by_correction_or_dispute(
        self, catalog, second, numbered
    ):
        aliases = SetAliases("pokemontcg", catalog.sets)
        corrected = {
            (one.card_id, one.field)
            for one in load_corrections(DATA / CORRECTIONS).of("pokemontcg")
        }
        compared: Counter[str] = Counter()
        for card_id, row in second.items():
            number = row["number"].lstrip("0").upper()
            found = [numbered.get((each, number)) for each in aliases.of(row["set_id"])]
            here = next((one for one in found if one), None)
            if here is None or here.category != "Pokemon" or row["supertype"] != "Pokémon":
                continue
            disputed = {one.field for one in catalog.disputes.open(here.card_id)}
            for field, there in (("types", sorted(row["types"].split("|"))), ("hp", row["hp"])):
                mine = sorted(here.types) if field == "types" else str(here.hp)
                settled = (card_id, field) in corrected or field in disputed
                assert mine == there or settled, (here.card_id, field, mine, there)
                compared[field] += 1
        assert min(compared.values()) > 16_500

    def test_every_dispute_says_what_both_sources_say(self, catalog, second):
        assert {one.card_id for one in catalog.disputes} == {
            "ex7-16",
            "ex10-55",
            "swshp-SWSH159",
            "swshp-SWSH160",
            "swshp-SWSH161",
            "swshp-SWSH162",
        }
        for dispute in catalog.disputes:
            first, other = dispute.statements
            assert (first.source, other.source) == ("tcgdex", "pokemontcg")
            assert second[dispute.card_id][dispute.field] == other.value != first.value

    def test_a_card_of_both_sources_has_two_witnesses(self, catalog):
        witnesses = Counter(len(one.sources) for one in catalog.printings.values())
        assert witnesses == {2: 19_727, 1: 1_339}
