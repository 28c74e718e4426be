"""`rubric`: the rubrics that come with the program, and one's own."""

import json
import re
import shlex
from itertools import combinations

import pytest
import yaml

from deckbuilder.catalog.files import RUBRICS
from deckbuilder.domain.cards import REGIONS

PAIRS = ["+".join(pair) for pair in combinations(REGIONS, 2)]
UNIVERSAL = {
    "name": "universal",
    "types": ["Grass", "Fire", "Water", "Lightning", "Psychic", "Fighting", "Colorless"],
    "hp": [40, 50, 60, 70, 80, 90, 100],
}


@pytest.fixture
def mine(tmp_path):
    """Write a rubric file of one's own: the universal one, changed."""

    def write(**changes):
        content = {"modules": [UNIVERSAL | {"name": "mine"} | changes]}
        (tmp_path / "mine.yaml").write_text(yaml.safe_dump(content), encoding="utf-8")
        return "mine.yaml"

    return write


def test_the_list_has_the_universal_rubric_nine_splits_and_thirty_six_pairs(deckbuilder):
    run = deckbuilder("rubric", "list", "--json")
    assert (run.code, run.err) == (0, "")
    assert list(json.loads(run.out)) == ["universal", *REGIONS, *PAIRS]


def test_every_solved_rubric_is_proven_on_this_catalogue(deckbuilder, catalog):
    every = json.loads(deckbuilder("rubric", "list", "--json").out)
    assert every.pop("universal")["solved"] is None
    assert len(every) == 9 + 36
    for name, file in every.items():
        solved = file["solved"]
        assert [tier["status"] for tier in solved["tiers"]] == ["optimal"] * 3, name
        assert solved["catalog"]["sha256"] == catalog.stamp.sha256, name
        assert [module["name"] for module in file["modules"]] == (
            [name] if "+" in name else ["core", "expansion"]
        )
        held = [one for module in file["modules"] for one in module["species"]]
        assert sorted(held) == sorted(one.name for one in catalog.natives(name.split("+"))), name


def test_the_list_fits_a_terminal(deckbuilder):
    run = deckbuilder("rubric", "list")
    assert (run.code, run.err) == (0, "")
    assert max(map(len, run.out.splitlines())) <= 80
    assert "core, expansion" in run.out


def test_show_tells_the_modules_and_what_is_proven(deckbuilder):
    run = deckbuilder("rubric", "show", "galar")
    assert (run.code, run.err) == (0, "")
    for told in ("core · 44 species", "expansion · 52 species", "balance 946 (optimal)"):
        assert told in " ".join(run.out.split())
    as_json = json.loads(deckbuilder("rubric", "show", "galar", "--json").out)
    assert as_json == yaml.safe_load((RUBRICS / "split" / "galar.yaml").read_text("utf-8"))


def test_show_reads_a_file_of_ones_own(deckbuilder, mine):
    run = deckbuilder("rubric", "show", mine())
    assert (run.code, run.err) == (0, "")
    assert "40–100 HP" in run.out
    assert "Solved" not in run.out


@pytest.mark.parametrize("name", ["universal", "galar"])
def test_check_finds_the_programs_own_rubrics_sound_and_current(deckbuilder, name):
    run = deckbuilder("rubric", "check", name, "--json")
    assert (run.code, run.err) == (0, "")
    assert json.loads(run.out)["current"] is True


def test_check_warns_of_a_rubric_that_was_solved_on_another_catalogue(
    deckbuilder, catalog, tmp_path
):
    text = (RUBRICS / "joint" / "kalos+galar.yaml").read_text(encoding="utf-8")
    (tmp_path / "old.yaml").write_text(text.replace(catalog.stamp.sha256, "f" * 64), "utf-8")
    run = deckbuilder("rubric", "check", "old.yaml", "--json")
    assert run.code == 0
    assert json.loads(run.out)["current"] is False
    assert run.error_line.startswith("warning: 'old.yaml' was solved on another catalogue")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hp": [40, 50, 60, 80, 90, 100, 110]}, "HP 60 is followed by 80, not by 70"),
        ({"types": UNIVERSAL["types"][:6]}, "6 types, and a rubric has 7"),
        ({"typs": []}, "did you mean types?"),
    ],
)
def test_check_names_what_keeps_a_file_from_being_a_rubric(refused, mine, changes, message):
    run = refused("rubric", "check", mine(**changes))
    assert run.code == 3
    assert "'mine.yaml'" in run.error_line
    assert message in run.error_line


@pytest.mark.parametrize(
    ("command", "typed", "message"),
    [
        (["show"], "knato", "did you mean kanto?"),
        (["check"], "kanto+jotho", "did you mean kanto+johto?"),
        (["compare", "universal"], "universl", "did you mean universal?"),
        (["show"], "policy", "'policy' is neither a file nor a solved rubric"),
    ],
)
def test_a_misspelt_name_is_quoted(refused, command, typed, message):
    run = refused("rubric", *command, typed)
    assert run.code == 3
    assert f"'{typed}'" in run.error_line
    assert message in run.error_line


def test_the_same_rubric_under_two_names_may_be_shuffled_together(deckbuilder, mine):
    run = deckbuilder("rubric", "compare", "universal", mine())
    assert (run.code, run.err) == (0, "")
    assert "in both: 7 types" in run.out
    same = deckbuilder("rubric", "compare", "universal", "mine.yaml", "--json")
    assert json.loads(same.out)["same"] is True


def test_one_lane_apart_is_another_rubric(deckbuilder, mine):
    name = mine(hp=[50, 60, 70, 80, 90, 100, 110])
    run = deckbuilder("rubric", "compare", "universal", name, "--json")
    assert run.code == 1
    assert json.loads(run.out)["same"] is False
    assert "'universal' and 'mine.yaml' differ" in run.error_line
    assert "50–100 HP" in deckbuilder("rubric", "compare", "universal", name).out


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("kalos+galar", "galar"),
        ("kalos+galar", "universal"),
        ("kalos", "mine.yaml"),
    ],
)
def test_the_command_that_is_offered_for_a_joint_rubric_runs(deckbuilder, mine, first, second):
    mine()
    run = deckbuilder("rubric", "compare", first, second)
    assert run.code == 1
    offered = re.search(r"deckbuilder (optimize .*)", run.error_line)
    if offered:
        joint = deckbuilder(*shlex.split(offered[1]), "-q", "--out", "joint")
        assert joint.code == 0, f"{offered[1]}: {joint.err}"


@pytest.mark.parametrize("name", ["kalos+galar", "galar"])
def test_a_rubric_does_not_differ_from_itself(deckbuilder, name):
    run = deckbuilder("rubric", "compare", name, name)
    assert (run.code, run.err) == (0, "")


def test_solving_again_gives_the_committed_bytes(deckbuilder, tmp_path):
    run = deckbuilder("rubric", "solve", "galar", "kalos+galar", "--out", "new")
    assert (run.code, run.err) == (0, "")
    names = {"split/galar.yaml", "joint/kalos+galar.yaml"}
    written = {path for path in (tmp_path / "new").rglob("*") if path.is_file()}
    assert {str(path.relative_to(tmp_path / "new")) for path in written} == names
    for name in names:
        assert (tmp_path / "new" / name).read_bytes() == (RUBRICS / name).read_bytes(), name


def test_a_region_that_is_misspelt_is_solved_nowhere(refused, tmp_path):
    run = refused("rubric", "solve", "kalos+galra", "--out", "new")
    assert run.code == 3
    assert "no region is called 'galra'; did you mean galar?" in run.error_line
    assert list(tmp_path.iterdir()) == []
