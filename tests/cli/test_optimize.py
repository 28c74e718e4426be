"""`optimize` and `verify` as a user types them, on the real catalogue."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import fields

import pytest
import yaml

from deckbuilder.cli import optimize
from deckbuilder.domain.cards import REGIONS
from deckbuilder.domain.pick import PickRow
from deckbuilder.errors import CheckFailedError
from deckbuilder.export import folder

FILES = {
    "picklist.md",
    "deck.csv",
    "deck.json",
    "reserves.csv",
    "rubric.yaml",
    "result.json",
    "policy.yaml",
}
PROGRAM = [sys.executable, "-m", "deckbuilder"]
VARIES = ('  "seconds":', "Proof, found in ")


def without_time(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith(VARIES))


def contents(folder):
    return {one.name: without_time(one.read_text(encoding="utf-8")) for one in folder.iterdir()}


def test_the_command_that_everyone_types_first(deckbuilder, tmp_path, golden):
    run = deckbuilder("optimize", "--regions", "kanto", "johto")
    assert (run.code, run.err) == (0, "")
    assert max(map(len, run.out.splitlines())) <= 80
    golden("optimize-kanto-johto.txt", without_time(run.out) + "\n")
    folder = tmp_path / "kanto+johto"
    assert {one.name for one in folder.iterdir()} == FILES
    golden("picklist-kanto-johto.md", (folder / "picklist.md").read_text(encoding="utf-8"))

    result = json.loads((folder / "result.json").read_text())
    assert [(tier["name"], tier["status"]) for tier in result["tiers"]] == [
        ("outliers", "optimal"),
        ("balance", "optimal"),
        ("printings", "optimal"),
    ]
    assert result["tiers"][0]["value"] == 4
    assert result.keys() >= {"lanes", "catalog", "seed", "seconds"}

    verified = deckbuilder("verify", "kanto+johto", "--games", "0")
    assert (verified.code, verified.err) == (0, "")
    assert "✗" not in verified.out


def test_the_files_keep_their_shape(deckbuilder, tmp_path):
    deckbuilder("optimize", "--regions", "johto", "--joint", "-q")
    with (tmp_path / "johto-joint" / "deck.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == [one.name for one in fields(PickRow)]
    assert len(rows) == 100 + 9
    assert {row["role"] for row in rows} == {"grid", "outlier", "trainer"}
    rubric = yaml.safe_load((tmp_path / "johto-joint" / "rubric.yaml").read_text())
    (module,) = rubric["modules"]
    assert module["name"] == "johto"
    assert len(module["types"]) == len(module["hp"]) == 7


@pytest.mark.parametrize(
    "args",
    [
        pytest.param(["--regions", "johto", "kanto"], marks=pytest.mark.slow),
        pytest.param(["--regions", "kanto", "--regions", "johto"], marks=pytest.mark.slow),
        pytest.param(["--regions=kanto", "johto"], marks=pytest.mark.slow),
        ["--regions", "Kanto,JOHTO"],
        ["--seed", "0", "--regions", "johto", "kanto", "--workers", "8"],
    ],
    ids=" ".join,
)
def test_every_way_to_say_it_gives_the_same_bytes(deckbuilder, tmp_path, args, reference):
    run = deckbuilder("optimize", *args, "--out", "deck")
    assert run.code == 0, run.err
    assert contents(tmp_path / "deck") == reference


@pytest.fixture(scope="session")
def reference(tmp_path_factory):
    """Kanto and Johto, solved by one worker under another hash seed."""
    folder = tmp_path_factory.mktemp("reference") / "deck"
    args = ["optimize", "--regions", "kanto", "johto", "--workers", "1", "-q", "--out", folder]
    env = {**os.environ, "PYTHONHASHSEED": "7"}
    subprocess.run([*PROGRAM, *args], env=env, check=True)
    return contents(folder)


def test_a_rubric_that_was_written_is_loaded_again(deckbuilder, tmp_path):
    assert deckbuilder("optimize", "--regions", "kalos", "--joint", "-q").code == 0
    again = deckbuilder(
        "optimize", "--regions", "kalos", "--rubric", "kalos-joint/rubric.yaml", "-q"
    )
    assert (again.code, again.err) == (0, "")
    first, second = contents(tmp_path / "kalos-joint"), contents(tmp_path / "kalos-fixed")
    assert first["deck.csv"] == second["deck.csv"]


def test_a_region_is_split_in_two_modules_solved_together(deckbuilder, tmp_path):
    run = deckbuilder("optimize", "--regions", "galar")
    assert (run.code, run.err) == (0, "")
    assert max(map(len, run.out.splitlines())) <= 80
    rows = json.loads((tmp_path / "galar" / "deck.json").read_text(encoding="utf-8"))
    natives = Counter(row["module"] for row in rows if row["role"] != "trainer")
    assert natives["core"] + natives["expansion"] == 96
    assert 44 <= natives["core"] <= 48
    trainers = Counter(row["module"] for row in rows if row["role"] == "trainer")
    assert trainers == {"core": 6, "expansion": 3}
    stranded = [row for row in rows if row["reason"].startswith("stranded by its family: ")]
    assert stranded
    result = json.loads((tmp_path / "galar" / "result.json").read_text())
    assert {tier["status"] for tier in result["tiers"]} == {"optimal"}
    assert deckbuilder("verify", "galar", "--games", "0").code == 0


@pytest.mark.parametrize(
    "workers",
    [pytest.param("1", marks=pytest.mark.slow), "2", pytest.param("8", marks=pytest.mark.slow)],
)
def test_a_split_gives_the_same_bytes_on_any_number_of_workers(
    deckbuilder, tmp_path, workers, split_reference
):
    run = deckbuilder("optimize", "--regions", "johto", "--workers", workers, "--out", "deck")
    assert run.code == 0, run.err
    assert contents(tmp_path / "deck") == split_reference


@pytest.fixture(scope="session")
def split_reference(tmp_path_factory):
    """Johto, split by one worker under another hash seed."""
    folder = tmp_path_factory.mktemp("split") / "deck"
    args = ["optimize", "--regions", "johto", "--workers", "1", "-q", "--out", folder]
    env = {**os.environ, "PYTHONHASHSEED": "7"}
    subprocess.run([*PROGRAM, *args], env=env, check=True)
    return contents(folder)


@pytest.mark.slow
def test_kanto_gives_the_same_bytes_on_any_number_of_workers(deckbuilder, tmp_path):
    for workers in ("1", "2", "8"):
        run = deckbuilder("optimize", "--regions", "kanto", "--workers", workers, "--out", workers)
        assert run.code == 0, run.err
    assert contents(tmp_path / "1") == contents(tmp_path / "2") == contents(tmp_path / "8")


def test_a_deck_that_fails_its_certificate_is_not_written(tmp_path, monkeypatch):
    """The gate holds whatever goes wrong before it: here the file is not what was solved."""
    real = folder.deck_csv
    monkeypatch.setattr(folder, "deck_csv", lambda rows: real(rows).replace("Fire,120", "Fire,100"))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CheckFailedError, match="nothing is written"):
        optimize.optimize(regions=["kanto"], joint=True, quiet=True)
    assert list(tmp_path.iterdir()) == []


def test_the_universal_mode_takes_kanto_and_the_given_rubric(deckbuilder, tmp_path):
    run = deckbuilder("optimize", "--universal", "--json")
    result = json.loads(run.out)
    assert (run.code, run.err) == (0, "")
    assert (result["pool"], result["mode"]) == ("kanto", "universal")
    assert result["tiers"][0] == {"name": "outliers", "value": 0, "bound": 0, "status": "optimal"}
    assert result["folder"] == "kanto-universal"
    assert deckbuilder("verify", "kanto-universal", "-q", "--games", "0").code == 0
    assert {one.name for one in (tmp_path / "kanto-universal").iterdir()} == FILES


def test_an_unrestricted_mix_under_the_universal_rubric(deckbuilder):
    run = deckbuilder("optimize", "--universal", "--regions", "kanto", "paldea", "--json")
    result = json.loads(run.out)
    assert result["lanes"]["universal"]["hp"].keys() == {str(hp) for hp in range(40, 101, 10)}


def test_no_time_gives_the_best_found_labelled_as_such(deckbuilder, tmp_path):
    run = deckbuilder("optimize", "--regions", "kanto", "johto", "--time-limit", "0")
    assert run.code == 0
    assert "feasible, gap" in run.out
    assert "optimal" in run.out  # tier 1 needs no time
    result = json.loads((tmp_path / "kanto+johto" / "result.json").read_text())
    assert [tier["status"] for tier in result["tiers"]] == ["optimal", "feasible", "feasible"]
    assert deckbuilder("verify", "kanto+johto", "--games", "0").code == 0


def test_ctrl_c_gives_the_best_found_labelled_as_such(tmp_path):
    """All nine regions take long enough to be stopped in the middle."""
    process = subprocess.Popen(
        [*PROGRAM, "optimize", "-v", "--regions", *REGIONS],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr
    while "balance" not in process.stderr.readline():
        pass
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert "Traceback" not in err
    assert "warning: stopped by hand: this is the best found so far" in err
    assert "feasible, gap" in out
    (deck,) = tmp_path.iterdir()
    assert deck.name == "+".join(REGIONS)
    assert len(json.loads((deck / "deck.json").read_text())) == 1025 + 81
    assert json.loads((deck / "result.json").read_text())["tiers"][0]["status"] == "optimal"


def test_a_deck_is_written_over_an_older_one_and_over_nothing_else(deckbuilder, tmp_path):
    assert deckbuilder("optimize", "--regions", "kalos", "--joint", "-q").code == 0
    (tmp_path / "kalos-joint" / "notes.txt").write_text("mine")
    assert deckbuilder("optimize", "--regions", "kalos", "--joint", "-q").code == 0
    assert (tmp_path / "kalos-joint" / "notes.txt").read_text() == "mine"


def test_quiet_says_nothing_and_json_goes_to_stdout_alone(deckbuilder):
    quiet = deckbuilder("optimize", "--regions", "kalos", "--joint", "-q")
    assert (quiet.code, quiet.out, quiet.err) == (0, "", "")
    verified = deckbuilder("verify", "kalos-joint", "--json", "--games", "0")
    assert json.loads(verified.out)["passed"] is True
    assert verified.err == ""


def test_a_deck_that_was_edited_fails_with_its_witness(deckbuilder, tmp_path):
    assert deckbuilder("optimize", "--regions", "kanto", "--joint", "-q").code == 0
    path = tmp_path / "kanto-joint" / "deck.csv"
    path.write_text(path.read_text(encoding="utf-8").replace("Fire,120", "Fire,100"), "utf-8")
    run = deckbuilder("verify", "kanto-joint", "--games", "0")
    assert run.code == 1
    assert "Charizard: cel25cc-CC002 prints HP 120, not 100" in run.err
    assert "Traceback" not in run.err
    as_json = json.loads(deckbuilder("verify", "kanto-joint", "--json", "--games", "0").out)
    assert as_json["passed"] is False


def test_a_policy_of_ones_own_travels_with_the_deck(deckbuilder, tmp_path):
    assert deckbuilder("optimize", "--regions", "kalos", "--joint", "-q").code == 0
    text = (tmp_path / "kalos-joint" / "policy.yaml").read_text()
    (tmp_path / "mine.yaml").write_text(text.replace("rule_boxes: []", "rule_boxes: [GX, EX]"))
    run = deckbuilder(
        "optimize", "--regions", "kalos", "--joint", "--policy", "mine.yaml", "--out", "mine"
    )
    assert run.code == 0, run.err
    verified = deckbuilder("verify", "mine", "--games", "0")
    assert verified.code == 0, verified.err
    assert "under a policy that differs from the default" in verified.out
    strict = deckbuilder("verify", "mine", "--policy", "kalos-joint/policy.yaml", "--games", "0")
    assert strict.code == 1
    assert "is not eligible (rule box: " in strict.err
