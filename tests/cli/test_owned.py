"""Decks out of what is owned, and what is still to buy."""

import json
import re

import pytest

from deckbuilder.export.shops import MOST_LINES

KALOS = ("optimize", "--regions", "kalos", "--joint", "--out", "deck")


@pytest.fixture
def own(deckbuilder, tmp_path, monkeypatch):
    """Own the cards of these ids, and no others."""
    monkeypatch.setenv("DECKBUILDER_HOME", str(tmp_path / "home"))

    def fill(*card_ids):
        (tmp_path / "binder.txt").write_text("".join(f"1 {one}\n" for one in card_ids))
        run = deckbuilder("collection", "import", "binder.txt", "--replace", "--strict")
        assert (run.code, run.err) == (0, "")

    return fill


def rows_of(tmp_path):
    return json.loads((tmp_path / "deck" / "deck.json").read_text())


def result_of(tmp_path):
    return json.loads((tmp_path / "deck" / "result.json").read_text())


@pytest.fixture(scope="session")
def half(catalog, eligibility):
    """Every other eligible printing of Kalos, and of every sixth species none; no Trainer."""
    natives = [one for one in catalog.natives(["kalos"]) if one.dex % 6]
    return [p.card_id for one in natives for p in eligibility.printings(one.dex)[::2]]


def test_owned_cards_come_first_where_the_balance_does_not_suffer(own, deckbuilder, tmp_path, half):
    assert deckbuilder(*KALOS, "-q").code == 0
    without = result_of(tmp_path)
    held = sum(row["card_id"] in half for row in rows_of(tmp_path))
    own(*half)
    run = deckbuilder(*KALOS, "--prefer", "owned")
    assert (run.code, run.err) == (0, "")
    owned = result_of(tmp_path)
    assert owned["tiers"][:2] == without["tiers"][:2]
    there = sum(row["card_id"] in half for row in rows_of(tmp_path))
    assert there == owned["tiers"][2]["value"] > held
    assert deckbuilder("verify", "deck", "--games", "0").code == 0


def test_only_owned_cards_make_a_deck_and_the_missing_are_named(
    own, deckbuilder, tmp_path, half, catalog
):
    own(*half)
    run = deckbuilder(*KALOS, "--only-owned")
    assert (run.code, run.err) == (0, "")
    rows = rows_of(tmp_path)
    assert {row["card_id"] for row in rows} <= set(half)
    owned = {catalog.printings[one].dex[0] for one in half}
    missing = [one.name for one in catalog.natives(["kalos"]) if one.dex not in owned]
    assert len(missing) > 10
    assert result_of(tmp_path)["missing"] == missing
    assert sorted(row["dex"] for row in rows) == sorted(owned)
    shown = " ".join(run.out.split())
    assert f"Missing, since no owned card is eligible: {len(missing)} {', '.join(missing)}" in shown
    assert "Trainers: 0" in shown
    assert deckbuilder("verify", "deck", "--games", "0").code == 0


def test_a_missing_species_of_which_a_card_is_owned_fails_the_certificate(
    own, deckbuilder, tmp_path, half
):
    own(*half)
    assert deckbuilder(*KALOS, "--only-owned", "-q").code == 0
    rows = rows_of(tmp_path)
    gone = rows[0]["species"]
    result = result_of(tmp_path)
    result["missing"] = [*result["missing"], gone]
    (tmp_path / "deck" / "result.json").write_text(json.dumps(result))
    run = deckbuilder("verify", "deck", "--games", "0")
    assert run.code == 1
    assert f"{gone} (dex {rows[0]['dex']}) is said to be missing, and is there" in run.err


def test_nothing_owned_is_said(own, refused):
    run = refused(*KALOS, "--only-owned")
    assert run.code == 3
    assert "collection import" in run.error_line
    own("base1-4")
    run = refused(*KALOS, "--only-owned")
    assert run.code == 4
    assert run.error_line == "error: no owned card can stand for any species of kalos"


def test_what_is_to_buy_is_what_is_not_owned(
    own, deckbuilder, tmp_path, priced_folder, priced, half
):
    assert deckbuilder(*KALOS, "-q").code == 0
    own(*half)
    told = json.loads(deckbuilder("buy", "deck", "--catalog", priced_folder, "--json").out)
    needed = [row["card_id"] for row in rows_of(tmp_path)]
    missing = [one for one in needed if one not in half]
    assert 0 < len(missing) < len(needed)
    assert sorted(one["card_id"] for one in told["missing"]) == sorted(missing)
    assert told["owned"] + len(told["missing"]) == told["needed"] == len(needed)
    for cost in told["costs"]:
        prices = [priced.prices.cheapest(one, cost["currency"]) for one in missing]
        assert cost["total"] == sum(one.amount for one in prices if one)
        assert cost["unknown"] == sum(one is None for one in prices)
    shown = deckbuilder("buy", "deck", "--catalog", priced_folder).out
    assert f"deck: {len(missing)} of {len(needed)} cards to buy, {told['owned']} owned" in shown
    every = json.loads(deckbuilder("buy", "deck", "--all", "--json").out)
    assert len(every["missing"]) == len(needed)


def test_shop_lists_hold_what_is_missing_in_parts_that_a_shop_takes(own, deckbuilder, tmp_path):
    run = deckbuilder("optimize", "--regions", "kanto", "johto", "-q", "--out", "deck")
    assert run.code == 0
    ids = [row["card_id"] for row in rows_of(tmp_path)]
    own(*ids[::10])
    run = deckbuilder("buy", "deck", "--format", "massentry", "cardmarket", "--links")
    assert (run.code, run.err) == (0, "")
    missing = len(ids) - len(ids[::10])
    for name in ("massentry", "cardmarket"):
        parts = [file.read_text() for file in sorted(tmp_path.glob(f"deck-{name}-*.txt"))]
        assert sum(part.count("\n") for part in parts) == missing
        assert all(part.count("\n") <= MOST_LINES for part in parts)
    links = re.findall(r"^https://store\.tcgplayer\.com/massentry\S+$", run.out, re.MULTILINE)
    assert links
    assert all(len(link) <= 1800 for link in links)
    assert sum(link.count("%7C%7C") + 1 for link in links) == missing


def test_an_export_ticks_what_is_owned(own, deckbuilder, tmp_path, half):
    assert deckbuilder(*KALOS, "-q").code == 0
    own(*half)
    assert deckbuilder("export", "deck", "--format", "csv", "--owned").code == 0
    lines = (tmp_path / "deck.csv").read_text().splitlines()
    held = sum(row["card_id"] in half for row in rows_of(tmp_path))
    assert sum(line.startswith("x,") for line in lines) == held > 0
