"""`deck`: the standard decks of Kanto, their table, and decks that are put together."""

import csv
import json
import re
import shlex
import subprocess
import sys
from collections import Counter

import pytest

from deckbuilder.catalog.pools import KANTO_TABLE
from deckbuilder.domain.cards import POKEMON

PROGRAM = [sys.executable, "-m", "deckbuilder"]


def rows_of(path):
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def result_of(folder):
    return json.loads((folder / "result.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def decks(tmp_path_factory):
    """Kalos in a rubric of its own, and Kalos and Galar in the universal one."""
    folder = tmp_path_factory.mktemp("decks")
    for region, mode in (("kalos", "joint"), ("kalos", "universal"), ("galar", "universal")):
        args = ["optimize", "--regions", region, f"--{mode}", "-q"]
        subprocess.run([*PROGRAM, *args], cwd=folder, check=True)
    return folder


@pytest.fixture(scope="session")
def standard(tmp_path_factory):
    """The core and the full deck, in the folders that they go to."""
    folder = tmp_path_factory.mktemp("standard")
    for name in ("core", "full"):
        subprocess.run([*PROGRAM, "deck", name, "-q"], cwd=folder, check=True)
    return folder


@pytest.mark.parametrize(("name", "pokemon", "trainers"), [("core", 72, 6), ("full", 151, 9)])
def test_a_standard_deck_is_proven_and_certified(deckbuilder, standard, name, pokemon, trainers):
    folder = standard / f"kanto-{name}"
    roles = Counter(row["role"] for row in rows_of(folder / "deck.csv"))
    assert roles.pop("trainer") == trainers
    assert roles == {"grid": pokemon - 2, "exception": 2}
    tiers = result_of(folder)["tiers"]
    assert [tier["status"] for tier in tiers] == ["optimal"] * 3
    verified = deckbuilder("verify", folder, "--games", "0")
    assert (verified.code, verified.err) == (0, "")


def test_the_core_is_part_of_the_full_deck_with_the_same_rubric(deckbuilder, standard):
    core, full = (
        {row["dex"] for row in rows_of(standard / name / "deck.csv") if row["role"] != "trainer"}
        for name in ("kanto-core", "kanto-full")
    )
    assert core < full
    rubrics = (standard / name / "rubric.yaml" for name in ("kanto-core", "kanto-full"))
    assert deckbuilder("rubric", "compare", *rubrics).code == 0


def test_the_table_of_kanto_is_made_again_byte_for_byte(deckbuilder, tmp_path):
    run = deckbuilder("deck", "table", "--out", "new/pokemon.csv", "--json")
    assert (run.code, run.err) == (0, "")
    assert (tmp_path / "new" / "pokemon.csv").read_bytes() == KANTO_TABLE.read_bytes()
    told = json.loads(run.out)
    assert (told["rows"], len(told["core"])) == (151, 72)


def test_the_core_is_the_first_set_and_three_neighbours_of_it(catalog):
    rows = rows_of(KANTO_TABLE)
    assert [int(row["dex"]) for row in rows] == list(range(1, 152))
    core = {int(row["dex"]) for row in rows if row["base_set"] == "true"}
    assert {row["base_set"] for row in rows} == {"true", "false"}
    assert len(core) == 72
    first = {
        dex
        for one in catalog.printings.values()
        if one.set_id == "base1" and one.category == POKEMON
        for dex in one.dex
    }
    assert len(first) == 69
    assert first < core
    for dex in core - first:
        below = catalog.species[dex].evolves_from
        above = {one.dex for one in catalog.species.values() if one.evolves_from == dex}
        assert first & {below, *above}, catalog.species[dex].name


def test_the_table_states_the_cards_of_the_full_deck(standard, catalog):
    full = {
        row["dex"]: (row["species"], row["type"], row["hp"], row["card_id"])
        for row in rows_of(standard / "kanto-full" / "deck.csv")
        if row["role"] != "trainer"
    }
    rows = rows_of(KANTO_TABLE)
    assert full == {
        row["dex"]: (row["name"], row["type"], row["hp"], row["card_id"]) for row in rows
    }
    families = {row["dex"]: int(row["family"]) for row in rows}
    assert families == {dex: catalog.species[int(dex)].family for dex in families}


def test_decks_of_one_rubric_are_combined_as_if_solved_at_once(deckbuilder, decks, tmp_path):
    parts = decks / "galar-universal", decks / "kalos-universal"
    run = deckbuilder("deck", "combine", *parts, "--out", "both")
    assert (run.code, run.err) == (0, "")
    roles = Counter(row["role"] for row in rows_of(tmp_path / "both" / "deck.csv"))
    assert roles["trainer"] == 18
    assert roles.total() == 72 + 96 + 18
    assert deckbuilder("verify", "both", "--games", "0").code == 0

    at_once = ["optimize", "--universal", "--regions", "kalos", "galar", "-q", "--out", "at-once"]
    assert deckbuilder(*at_once).code == 0
    both, whole = (result_of(tmp_path / name) for name in ("both", "at-once"))
    assert both["pool"] == whole["pool"] == "kalos+galar"
    assert both["tiers"] == whole["tiers"]


@pytest.mark.parametrize("second", ["galar-universal", "kalos-universal"])
def test_decks_of_different_rubrics_are_refused_and_a_joint_one_offered(
    deckbuilder, decks, tmp_path, second
):
    run = deckbuilder("deck", "combine", decks / "kalos-joint", decks / second, "--out", "both")
    assert run.code == 1
    assert "have different rubrics, which are never shuffled together" in run.error_line
    assert list(tmp_path.iterdir()) == []
    offered = re.search(r"deckbuilder (optimize --regions .*)", run.error_line)
    assert offered
    joint = deckbuilder(*shlex.split(offered[1]), "-q")
    assert joint.code == 0, joint.err


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (["nowhere"], 3, "'nowhere' is no folder"),
        (["kalos-universal", "kalos-universal"], 3, "region 'kalos' is named twice"),
    ],
)
def test_what_cannot_be_combined_is_told(deckbuilder, decks, args, code, message):
    run = deckbuilder("deck", "combine", *args, "--out", "both", cwd=decks)
    assert run.code == code
    assert message in run.error_line
    assert not (decks / "both").exists()
