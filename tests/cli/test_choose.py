"""`choose`: another printing is taken, the deck solved around it, and the wish remembered."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]


@pytest.fixture
def kalos(deckbuilder, tmp_path):
    run = deckbuilder("optimize", "--regions", "kalos", "--joint", "-q", "--out", "deck")
    assert (run.code, run.err) == (0, "")
    return tmp_path / "deck"


def card_of(folder, species):
    rows = json.loads((folder / "deck.json").read_text(encoding="utf-8"))
    return next(row["card_id"] for row in rows if row["species"] == species)


def tiers_of(folder):
    return [one["value"] for one in json.loads((folder / "result.json").read_text())["tiers"]]


def required(folder):
    return yaml.safe_load((folder / "policy.yaml").read_text())["eligibility"]["require"]


def test_a_card_is_taken_at_the_cost_that_was_told_and_remembered(deckbuilder, kalos):
    before = tiers_of(kalos)
    told = json.loads(deckbuilder("choose", kalos, "Sylveon", "--json").out)
    dear = told["others"][-1]
    assert deckbuilder("choose", kalos, "sylveon", "--take", dear["card_id"]).code == 0
    assert card_of(kalos, "Sylveon") == dear["card_id"]
    assert required(kalos) == [dear["card_id"]]
    # The rubric is found again, so that the loss can only be less than with the old one.
    outliers, balance, printings = tiers_of(kalos)
    told_loss = (dear["outliers"], dear["balance"], dear["printings"])
    assert (outliers - before[0], balance - before[1], before[2] - printings) <= told_loss
    assert deckbuilder("verify", kalos, "--games", "0").code == 0


def test_a_second_choice_takes_the_place_of_the_first_and_leaves_the_others(deckbuilder, kalos):
    policy = yaml.safe_load((kalos / "policy.yaml").read_text())
    policy["eligibility"]["require"] = ["xy1-39", "swshp-SWSH211"]  # Froakie and Sylveon
    (kalos / "policy.yaml").write_text(yaml.safe_dump(policy))
    assert deckbuilder("choose", kalos, "Sylveon", "--take", "svp-172", "-q").code == 0
    assert required(kalos) == ["xy1-39", "svp-172"]
    assert (card_of(kalos, "Froakie"), card_of(kalos, "Sylveon")) == ("xy1-39", "svp-172")


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["Sylveon", "--take", "base1-4"], "'base1-4' is no other eligible card of Sylveon"),
        (["Sylvion"], "no species is called 'Sylvion'; did you mean Sylveon?"),
        (["Pikachu"], "'Pikachu' is not in the deck"),
    ],
)
def test_what_cannot_be_chosen_is_named(args, told, refused, kalos):
    run = refused("choose", kalos, *args)
    assert run.code == 3
    assert told in run.error_line


def test_on_a_terminal_a_number_is_asked_for_until_there_is_one(kalos):
    listed = json.loads(
        subprocess.run(
            [sys.executable, "-m", "deckbuilder", "choose", kalos, "Sylveon", "--json"],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
            stdin=subprocess.DEVNULL,
        ).stdout
    )["others"]
    master, terminal = pty.openpty()
    command = [sys.executable, "-m", "deckbuilder", "choose", kalos, "Sylveon"]
    with subprocess.Popen(
        command,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80"},
        stdin=terminal,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as program:
        os.write(master, b"none\n999\n2\n")
        _, err = program.communicate(timeout=60)
    os.close(master)
    os.close(terminal)
    assert program.returncode == 0
    assert "'none' is no number from 1 to" in err
    assert "'999' is no number from 1 to" in err
    assert card_of(kalos, "Sylveon") == listed[1]["card_id"]
