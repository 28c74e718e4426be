"""Bad input: one line that quotes it and says what to do, the right exit code, nothing written."""

import pytest
import yaml

from deckbuilder.catalog import tables
from deckbuilder.catalog.files import DATA
from deckbuilder.catalog.policy import DEFAULT_POLICY
from deckbuilder.catalog.provenance import PROVENANCE
from deckbuilder.domain.cards import TYPES

SEVEN = list(TYPES[:7])
WINDOW = list(range(40, 101, 10))


@pytest.fixture
def nothing_written(tmp_path):
    """Check that the run left the folder as it was."""
    yield
    left = {one.name for one in tmp_path.iterdir()} - {"rubric.yaml", "mine.yaml", "data", "file"}
    assert left == set()


@pytest.mark.usefixtures("nothing_written")
@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (["--regions", "knato"], 3, "no region is called 'knato'; did you mean kanto?"),
        (["--regions", "kanto", "kanto"], 3, "region 'kanto' is named twice"),
        (["--regions", ""], 3, "a region's name is empty"),
        ([], 2, "no pool: name regions"),
        (["--regions", "kanto", "--regions", "johto", "--core-size", "9"], 2, "name one region"),
        (["--regions", "johto", "--seed", "0", "--core-size", "x"], 3, "core size 'x' is neither"),
        (["--regions", "kanto:core", "kanto:base_set"], 3, "kanto:base_set and kanto:core share"),
        (["--universal", "--alternatives", "2"], 2, "--alternatives looks for other rubrics"),
        (["--regions", "johto", "--core-size", "140"], 4, "core size 140; johto has 100 native"),
        (["--universal", "--rubric", "x.yaml"], 2, "--universal and --rubric both"),
        (["--regions", "kanto", "--rubric", "x.yaml"], 3, "cannot read 'x.yaml'"),
        (["--regions", "kanto", "--policy", "x.yaml"], 3, "cannot read 'x.yaml'"),
        (["--regions", "kanto", "--catalog", "x"], 3, "no catalogue 'x'"),
        (["--regions", "kanto", "--out", "/proc/deck"], 3, "cannot write folder '/proc/deck'"),
    ],
)
def test_a_request_that_cannot_be_used(refused, args, code, message):
    run = refused("optimize", *args)
    assert run.code == code
    assert message in run.error_line


@pytest.mark.usefixtures("nothing_written")
@pytest.mark.parametrize(
    "args", [["--regions"], ["--region", "kanto"], ["--regions", "kanto", "--seed", "x"]]
)
def test_a_usage_error_exits_with_2(deckbuilder, args):
    run = deckbuilder("optimize", *args)
    assert run.code == 2
    assert "Traceback" not in run.err


@pytest.mark.usefixtures("nothing_written")
@pytest.mark.parametrize(
    ("module", "message"),
    [
        ({"types": SEVEN[:6]}, "6 types, and a rubric has 7"),
        ({"hp": [40, 50, 60, 80, 90, 100, 110]}, "HP 60 is followed by 80, not by 70"),
        ({"types": [*SEVEN[:6], "Fyre"]}, "type 'Fyre' is none of"),
        ({"typs": SEVEN}, "unknown key 'modules.0.typs'; did you mean types?"),
        ({"name": ""}, "modules.0.name"),
        ({"hp": "40-100"}, "modules.0.hp"),
    ],
)
def test_a_rubric_file_that_is_none(refused, tmp_path, module, message):
    entry = {"name": "mine", "types": SEVEN, "hp": WINDOW} | module
    (tmp_path / "rubric.yaml").write_text(yaml.safe_dump({"modules": [entry]}))
    run = refused("optimize", "--regions", "kanto", "--rubric", "rubric.yaml")
    assert run.code == 3
    assert "'rubric.yaml'" in run.error_line
    assert message in run.error_line


@pytest.mark.usefixtures("nothing_written")
def test_two_modules_are_no_joint_deck(refused, tmp_path):
    modules = [{"name": name, "types": SEVEN, "hp": WINDOW} for name in ("a", "b")]
    (tmp_path / "rubric.yaml").write_text(yaml.safe_dump({"modules": modules}))
    run = refused("optimize", "--regions", "kanto", "johto", "--rubric", "rubric.yaml")
    assert run.code == 3
    assert "'rubric.yaml' holds 2 modules" in run.error_line


@pytest.mark.usefixtures("nothing_written")
def test_a_policy_that_leaves_a_species_no_printing(refused, tmp_path):
    text = DEFAULT_POLICY.read_text(encoding="utf-8")
    (tmp_path / "mine.yaml").write_text(text.replace("only_sets: []", "only_sets: [base1]"))
    run = refused("optimize", "--regions", "kanto", "--policy", "mine.yaml")
    assert run.code == 3
    assert "leaves 'Butterfree' (dex 12) no printing at all: set (" in run.error_line


@pytest.mark.usefixtures("nothing_written")
def test_a_truncated_table(refused, tmp_path):
    (tmp_path / "data").mkdir()
    for name in (*(table.file for table in tables.ALL), PROVENANCE):
        (tmp_path / "data" / name).write_bytes((DATA / name).read_bytes())
    path = tmp_path / "data" / tables.PRINTINGS.file
    path.write_bytes(path.read_bytes()[:-1000])
    for command in (["optimize", "--regions", "kanto"], ["species", "6"], ["catalog", "info"]):
        run = refused(*command, "--catalog", "data")
        assert run.code == 3
        assert "'data/printings.csv' was cut short or edited" in run.error_line


@pytest.mark.usefixtures("nothing_written")
@pytest.mark.parametrize("out", ["file", "file/deck"])
def test_an_output_folder_that_cannot_be_written(refused, tmp_path, out):
    (tmp_path / "file").write_text("x")
    run = refused("optimize", "--regions", "kanto", "--out", out)
    assert run.code == 3
    assert f"{out}'" in run.error_line
    assert "--out" in run.error_line


@pytest.mark.parametrize("folder", ["nowhere", "."])
def test_a_folder_without_a_deck(refused, folder):
    run = refused("verify", folder, "--games", "0")
    assert run.code == 3
    assert "'" in run.error_line


@pytest.mark.parametrize(
    "args",
    [
        ("rubric", "show", "x" * 300),
        ("verify", "x" * 300),
        ("optimize", "--regions", "kalos", "--rubric", "x" * 300),
        ("catalog", "info", "--catalog", "x" * 300),
    ],
    ids=lambda args: " ".join(args[:2]),
)
def test_a_name_that_no_file_can_have_is_told_as_such(refused, args):
    run = refused(*args)
    assert run.code == 3
    assert "xxx" in run.error_line
    assert "cannot write the output" not in run.error_line


def test_where_lists_go_without_any_list(refused):
    run = refused("buy", "deck", "--into", "q")
    assert run.code == 2
    assert run.error_line == "error: --into 'q' says where lists go: name some with --format"
