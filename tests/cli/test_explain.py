"""`explain`: why a species has its card, and what every other one would cost."""

import csv
import json
import subprocess
import sys

import pytest

PROGRAM = [sys.executable, "-m", "deckbuilder"]


@pytest.fixture(scope="session")
def kalos(tmp_path_factory):
    """Kalos in one rubric, which leaves some outliers."""
    folder = tmp_path_factory.mktemp("explain") / "kalos"
    args = ["optimize", "--regions", "kalos", "--joint", "-q", "--out", folder]
    subprocess.run([*PROGRAM, *args], check=True)
    return folder


@pytest.fixture(scope="session")
def rows(kalos):
    with (kalos / "deck.csv").open(newline="", encoding="utf-8") as file:
        return {row["species"]: row for row in csv.DictReader(file)}


def tiers_of(folder):
    tiers = json.loads((folder / "result.json").read_text(encoding="utf-8"))["tiers"]
    return [tier["value"] for tier in tiers]


@pytest.mark.parametrize("typed", [["sylveon"], ["700"]])
def test_the_printing_is_named(deckbuilder, kalos, rows, typed):
    run = deckbuilder("explain", *typed, "--deck", kalos)
    assert (run.code, run.err) == (0, "")
    row = rows["Sylveon"]
    assert run.out.startswith(
        f"Sylveon: {row['name']} {row['card_id']}, {row['type']} {row['hp']} HP, grid of kalos\n"
    )


def test_the_others_are_every_other_eligible_card_the_least_costly_first(
    deckbuilder, kalos, rows, eligibility
):
    told = json.loads(deckbuilder("explain", "Sylveon", "--deck", kalos, "--json").out)
    assert told["card_id"] == rows["Sylveon"]["card_id"]
    others = [one["card_id"] for one in told["others"]]
    eligible = {one.card_id for one in eligibility.printings(told["dex"])}
    assert sorted([*others, told["card_id"]]) == sorted(eligible)
    losses = [(one["outliers"], one["balance"], one["printings"]) for one in told["others"]]
    assert losses == sorted(losses)


def test_a_cost_is_what_solving_again_loses(deckbuilder, kalos, tmp_path, catalog):
    told = json.loads(deckbuilder("explain", "Sylveon", "--deck", kalos, "--json").out)
    cells = {catalog.printings[one["card_id"]].cell: one for one in told["others"]}
    worst, *_ = reversed(told["others"])
    first = told["others"][0]
    tried = {one["card_id"]: one for one in (first, worst, *cells.values())}
    assert len(tried) >= 3
    outliers, balance, printings = tiers_of(kalos)
    for one in list(tried.values())[:3]:
        assert (one["outliers"], one["balance"], one["printings"]) >= (0, 0, 0)
        run = deckbuilder(
            *("optimize", "--regions", "kalos", "--joint", "--rubric", kalos / "rubric.yaml"),
            *("--require", one["card_id"], "-q", "--out", one["card_id"]),
        )
        assert (run.code, run.err) == (0, "")
        assert tiers_of(tmp_path / one["card_id"]) == [
            outliers + one["outliers"],
            balance + one["balance"],
            printings - one["printings"],
        ], one["card_id"]


def test_an_outlier_is_explained(deckbuilder, kalos, rows):
    run = deckbuilder("explain", "Yveltal", "--deck", kalos)
    assert run.code == 0
    text = " ".join(run.out.split())
    assert f"outlier of kalos: {rows['Yveltal']['reason']}" in text
    assert "type not in the rubric" in text


def test_an_exception_is_explained_and_no_other_hp_offered(deckbuilder, catalog):
    assert deckbuilder("deck", "core", "-q").code == 0
    run = deckbuilder("explain", "Charizard", "--deck", "kanto-core")
    assert (run.code, run.err) == (0, "")
    assert "exception of universal: always 120 HP" in " ".join(run.out.split())
    told = json.loads(deckbuilder("explain", "Magikarp", "--deck", "kanto-core", "--json").out)
    assert (told["role"], told["reason"]) == ("exception", "always 30 HP")
    assert {catalog.printings[one["card_id"]].hp for one in told["others"]} <= {30}


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (["Pikachu"], "'Pikachu' is not in the deck"),
        (["mr", "mime"], "'Mr. Mime' is not in the deck"),
        (["Fennekim"], "no species is called 'Fennekim'; did you mean Fennekin?"),
        (["Diantha"], "no species is called 'Diantha'"),  # the deck's Trainer, no species
    ],
)
def test_a_species_that_is_not_there_is_told(refused, kalos, typed, message):
    run = refused("explain", *typed, "--deck", kalos)
    assert run.code == 3
    assert message in run.error_line


def test_a_folder_without_a_deck_is_told(refused):
    run = refused("explain", "Sylveon", "--deck", "nowhere")
    assert run.code == 3
    assert "'nowhere' is no folder" in run.error_line
