"""Markdown, CSV, JSON and the shops' lists."""

import csv
import io
import json
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckbuilder.export.formats import Order
from deckbuilder.export.picklist import picklist
from deckbuilder.export.shops import (
    cardmarket_wants,
    massentry,
    massentry_links,
    names,
    unplaced,
)
from deckbuilder.export.table import COLUMNS, checklist_csv, checklist_json

OWNED = ("base1-4", "sma-SV13")
FORMULAS = ["=HYPERLINK(1)", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "\uff1d1"]


@pytest.mark.parametrize("order", Order)
def test_the_markdown_of_every_order(small, golden, order):
    golden(f"export-{order}.md", picklist(small(order=order, owned=OWNED)))


def test_the_table(small, golden):
    golden("export.csv", checklist_csv(small(owned=OWNED)))


def test_the_json(small, golden):
    golden("export.json", checklist_json(small(owned=OWNED)))


def test_the_lists_for_shops(small, golden):
    picks = small(owned=OWNED).missing
    golden("export-massentry.txt", "".join(massentry(picks)))
    golden("export-cardmarket.txt", "".join(cardmarket_wants(picks)))
    golden("export-names.txt", names(picks))


def test_csv_and_json_hold_the_same_cards(joint):
    rows = list(csv.DictReader(io.StringIO(checklist_csv(joint), newline="")))
    cards = json.loads(checklist_json(joint))["cards"]
    assert [*rows[0]] == ["owned", *COLUMNS] == [*cards[0]]
    for row, card in zip(rows, cards, strict=True):
        text = {name: "" if value is None else str(value) for name, value in card.items()}
        assert row == text | {"owned": ""}


@pytest.mark.parametrize("name", FORMULAS)
def test_a_formula_in_a_csv_is_text(small, row_of, name):
    text = checklist_csv(small([row_of("base1-36", name=name)]))
    (row,) = csv.DictReader(io.StringIO(text, newline=""))
    assert row["name"] == f"'{name}"


def test_no_real_card_needs_an_apostrophe(catalog):
    text = "".join(f"{one.name}\n{one.illustrator}\n{one.number}\n"
                   for one in catalog.printings.values())  # fmt: skip
    assert not re.search(r"^[=+@\t\r-]", text, re.MULTILINE)


def test_markdown_in_a_name_is_text(small, row_of):
    text = picklist(small([row_of("base1-36", name="[x](y) *z*")]))
    assert r"\[x\](y) \*z\*" in text


def test_mass_entry_has_the_shape_that_the_shop_reads(joint):
    lines = "".join(massentry(joint.picks)).splitlines()
    assert len(lines) == len(joint.picks)
    placed = [line for line in lines if re.fullmatch(r"1 .+ \[[A-Z0-9:-]+\] [A-Z1-9]\w*", line)]
    assert sorted({*lines} - {*placed}) == sorted(unplaced(joint.picks))


def test_leading_zeros_go_and_letters_stay(small, row_of):
    rows = [row_of("sv06-086"), row_of("swsh9tg-TG05")]
    assert massentry(small(rows).picks) == ("1 Zekrom [BRS:TG] TG05\n1 Flabébé [TWM] 86\n",)


def test_sets_without_a_code_are_told(small):
    assert unplaced(small().picks) == (
        "1 Rocket’s Scizor Best of game 4",
        "1 Voltorb Hidden Fates Shiny Vault SV13",
    )


@given(data=st.data())
def test_links_hold_every_line_within_the_shops_limits(joint, data):
    picks = data.draw(st.lists(st.sampled_from(joint.picks), max_size=150))
    links = massentry_links(picks)
    lines = [line for link in links for line in parse_qs(urlsplit(link).query)["c"][0].split("||")]
    assert lines == "".join(massentry(picks)).splitlines()
    assert all(len(link) <= 1800 and link.count("%7C%7C") < 100 for link in links)
    assert all(link.startswith("https://store.tcgplayer.com/massentry?") for link in links)


def test_as_few_links_as_can_be(joint):
    links = massentry_links(joint.picks)
    parts = [link.split("&c=")[1].split("%7C%7C")[0] for link in links]
    for link, following in zip(links, parts[1:], strict=False):
        assert len(link) + len("%7C%7C") + len(following) > 1800


def test_wants_are_parted_at_a_hundred_lines(joint):
    lengths = [text.count("\n") for text in cardmarket_wants(joint.picks)]
    assert lengths == [100, 100, 69]
    assert cardmarket_wants(()) == ("",)


def test_a_name_of_two_lines_is_one_line(small, row_of):
    picks = small([row_of("base1-36", name="Mag\nmar")]).picks
    assert massentry(picks) == ("1 Mag mar [BS] 36\n",)
    assert names(picks) == "Mag mar\n"
    assert cardmarket_wants(picks) == ("1 Mag mar\n",)
