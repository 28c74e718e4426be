"""Cheap decks, budgets, and what they cost, on a catalogue with prices."""

import json

import pytest

from deckbuilder.cli.request import _amount

KALOS = ("optimize", "--regions", "kalos", "--joint", "--catalog", "priced", "--out", "deck")


@pytest.fixture
def solve(deckbuilder, tmp_path, priced_folder):
    """Solve Kalos with further options; give the result and the ids of the cards."""
    (tmp_path / "priced").symlink_to(priced_folder)

    def run(*args):
        done = deckbuilder(*KALOS, *args)
        assert (done.code, done.err) == (0, "")
        rows = json.loads((tmp_path / "deck" / "deck.json").read_text())
        result = json.loads((tmp_path / "deck" / "result.json").read_text())
        return result, [row["card_id"] for row in rows], done.out

    return run


def dollars(catalog, card_ids):
    """Add up the cheapest finish of each card that has a price, apart from the product's way."""
    found = []
    for card_id in card_ids:
        amounts = [one.market for one in catalog.prices.of(card_id) if one.currency == "USD"]
        found += [min(amounts)] if amounts else []
    return sum(found), len(card_ids) - len(found)


def test_the_cheapest_deck_costs_less_than_the_finest_and_says_what(solve, priced):
    finest, cards, _ = solve()
    assert (finest["cost"]["total"], finest["cost"]["unknown"]) == dollars(priced, cards)
    cheapest, cards, shown = solve("--prefer", "cheapest")
    total, unknown = dollars(priced, cards)
    assert (cheapest["cost"]["total"], cheapest["cost"]["unknown"]) == (total, unknown)
    assert unknown < finest["cost"]["unknown"]
    assert total < finest["cost"]["total"]
    assert cheapest["tiers"][:2] == finest["tiers"][:2]
    assert {tier["status"] for tier in cheapest["tiers"]} == {"optimal"}
    line = f"Cost of all 81 cards: {total // 100:,}.{total % 100:02} USD"
    assert line in shown


def test_a_budget_is_kept_and_takes_no_card_of_unknown_price_in_the_place_of_a_known(solve, priced):
    result, cards, _ = solve("--budget", "3000USD")
    total, unknown = dollars(priced, cards)
    assert total <= 300_000
    assert unknown == 0
    assert {tier["status"] for tier in result["tiers"]} == {"optimal"}


def test_a_budget_in_euros_counts_no_dollar(solve, priced):
    result, cards, _ = solve("--budget", "4000EUR")
    euros = [one for card in cards for one in priced.prices.of(card) if one.currency == "EUR"]
    assert result["cost"] == {
        "currency": "EUR",
        "total": sum(one.trend for one in euros),
        "known": len(euros),
        "unknown": len(cards) - len(euros),
        "prices": priced.prices_sha256,
    }
    assert result["cost"]["total"] <= 400_000


def test_a_budget_that_no_deck_keeps_is_infeasible_and_names_the_least_cost(
    refused, tmp_path, solve
):
    run = refused(*KALOS, "--budget", "1USD")
    assert run.code == 4
    assert "the budget is 1.00 USD" in run.error_line
    least = run.error_line.partition("costs ")[2].partition(" USD")[0]
    assert not (tmp_path / "deck").exists()
    result, _, _ = solve("--budget", least.replace(",", ""))
    cents = round(float(least.replace(",", "")) * 100)
    assert result["cost"]["total"] == cents


def test_prices_that_come_later_leave_a_deck_sound_unless_it_was_chosen_by_price(
    deckbuilder, priced_folder, solve
):
    run = deckbuilder("optimize", "--regions", "kalos", "--joint", "-q", "--out", "before")
    assert (run.code, run.err) == (0, "")
    run = deckbuilder("verify", "before", "--catalog", priced_folder, "--games", "0")
    assert (run.code, run.err) == (0, "")
    solve("--prefer", "cheapest")
    run = deckbuilder("verify", "deck", "--catalog", "snapshot", "--games", "0", "-q")
    assert run.code != 0
    assert "has no prices in USD" in run.err


@pytest.mark.parametrize(
    ("args", "code", "told"),
    [
        (["--budget", "fifty"], 3, "--budget 'fifty' is no amount such as 50USD"),
        (["--budget", "50GBP"], 3, "--budget '50GBP' is no amount"),
        (["--budget", "0USD"], 3, "--budget '0USD' is no amount"),
        (["--budget", "-5USD"], 3, "--budget '-5USD' is no amount"),
        (["--budget", "50EUR", "--currency", "USD"], 2, "contradict each other"),
    ],
)
def test_an_amount_that_makes_no_sense_is_refused(args, code, told, refused):
    run = refused("optimize", "--regions", "kalos", *args)
    assert run.code == code
    assert told in run.error_line


@pytest.mark.parametrize("args", [["--prefer", "cheapest"], ["--budget", "50USD"]])
def test_without_prices_the_packed_catalogue_says_how_to_get_them(args, refused):
    run = refused("optimize", "--regions", "kalos", *args)
    assert run.code == 3
    assert "has no prices in USD: get them with `deckbuilder fetch --prices`" in run.error_line


def test_amounts_are_read_as_they_are_typed():
    told: dict[str, tuple[int, str | None]] = {
        "50USD": (5000, "USD"),
        "49.9eur": (4990, "EUR"),
        "$12,05": (1205, "USD"),
    }
    told |= {"50": (5000, None), "€ 7": (700, "EUR"), "7 €": (700, "EUR")}
    assert dict(zip(told, map(_amount, told), strict=True)) == told
