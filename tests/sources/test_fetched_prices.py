"""Prices by finish and currency, never mixed, and never a zero where none is known."""

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckbuilder.catalog.tables import PRICES
from deckbuilder.domain.prices import Price
from deckbuilder.sources.records import known, price
from deckbuilder.sources.services import ServiceName
from tests.rig.prices import quote
from tests.rig.world import ABSENT, Service, World
from tests.sources.desk import SPECIMEN, THE_SPECIMEN

SHOP = {ServiceName.TCGDEX: Service.TCGDEX, ServiceName.POKEMONTCG: Service.POKEMONTCG}


def expected(world: World, card_id: str) -> set[Price]:
    """What the rig's shops state for a card."""
    told = quote(world.card(card_id).printing, "2026-11-01")
    dollars = {
        Price(card_id, "tcgplayer", "USD", finish, cents, cents * 8 // 10, None, told.day)
        for finish, cents in told.dollars.items()
    }
    if told.euros is None:
        return dollars
    euros = Price(
        card_id, "cardmarket", "EUR", "normal", None, told.euros * 7 // 10, told.euros, told.day
    )
    return dollars | {euros}


def test_every_price_is_taken_to_the_cent(each_desk, world):
    prices = each_desk.refresh(prices=True).prices
    cards = {*world}
    assert {one: {*prices.of(one)} for one in cards} == {one: expected(world, one) for one in cards}
    assert {len(expected(world, one)) for one in cards} >= {0, 1, 2}
    assert prices.currencies == ("EUR", "USD")


def test_the_table_says_the_same_whichever_source_told(desk, small_catalog):
    tables = []
    for name in ServiceName:
        desk.name, desk.folder = name, small_catalog
        tables.append(desk.files(desk.fetch(), prices=True)["prices.csv"])
    assert tables[0] == tables[1]
    assert len(tables[0].splitlines()) > 50


def test_the_table_is_read_as_it_was_written(desk):
    desk.refresh(prices=True)
    content = Path(desk.folder, "prices.csv").read_bytes()
    assert PRICES.dump(PRICES.load(content)) == content
    rows = list(csv.DictReader(io.StringIO(content.decode())))
    assert {(row["shop"], row["currency"]) for row in rows} == {
        ("tcgplayer", "USD"),
        ("cardmarket", "EUR"),
    }
    assert {row["updated"] for row in rows} == {"2026-11-01"}


def test_prices_that_were_not_asked_for_stay(desk, world):
    before = desk.refresh(prices=True).prices
    world.reprice("2026-11-20")
    after = desk.refresh().prices
    assert after.of(SPECIMEN) == before.of(SPECIMEN) != ()


def test_prices_that_were_asked_for_move(desk, world):
    before = desk.refresh(prices=True).prices.of(SPECIMEN)
    world.reprice("2026-11-20")
    after = desk.refresh(prices=True).prices.of(SPECIMEN)
    assert {one.updated for one in after} == {"2026-11-20"}
    assert [one.amount for one in after] != [one.amount for one in before]


@pytest.mark.parametrize("gone", [{"pricing": ABSENT}, {"pricing": None}, {"pricing": {}}])
def test_prices_that_are_stated_no_longer_are_dropped(desk, world, gone):
    before = desk.refresh(prices=True).prices
    world.patch(Service.TCGDEX, SPECIMEN, **gone)
    after = desk.refresh(prices=True).prices
    assert (len(before.of(SPECIMEN)), after.of(SPECIMEN)) == (2, ())
    assert after.of("dv1-2") == before.of("dv1-2")


def test_without_any_price_there_is_no_table(desk, world):
    for one in world:
        world.patch(Service.TCGDEX, one, pricing=ABSENT)
    assert "prices.csv" not in desk.files(desk.fetch(), prices=True)


@pytest.mark.parametrize(
    "pricing",
    [
        {"tcgplayer": {"unit": "EUR", "updated": "2026-11-01", "normal": {"marketPrice": 5}}},
        {"cardmarket": {"unit": "USD", "updated": "2026-11-01", "trend": 5}},
        {"tcgplayer": {"unit": "USD", "updated": "2026-11-01", "\x1b[31m": {"marketPrice": 5}}},
        {"tcgplayer": {"unit": "USD", "updated": "2026-11-01", "normal": "free"}},
        {"tcgplayer": {"unit": "USD", "normal": {"marketPrice": 0, "lowPrice": -1}}},
        {"tcgplayer": {"unit": "USD", "normal": {"marketPrice": float("nan")}}},
        {"tcgplayer": {"unit": "USD", "normal": {"marketPrice": float("inf")}}},
        {"tcgplayer": {"unit": "USD", "normal": {"marketPrice": 1e300}}},
    ],
)
def test_what_is_no_price_is_none(desk, world, pricing):
    world.patch(Service.TCGDEX, SPECIMEN, pricing=pricing)
    assert desk.refresh(THE_SPECIMEN, prices=True).prices.of(SPECIMEN) == ()


def test_a_day_that_is_none_is_not_written_down(desk, world):
    told = {"unit": "USD", "updated": "\x1b]0;x\x07,,,,", "normal": {"marketPrice": 5}}
    world.patch(Service.TCGDEX, SPECIMEN, pricing={"tcgplayer": told})
    (one,) = desk.refresh(THE_SPECIMEN, prices=True).prices.of(SPECIMEN)
    assert (one.market, one.updated) == (500, "")


@pytest.mark.parametrize(
    ("amount", "cents"),
    [
        (0.29, 29),  # 28.999… in binary
        (1.005, 101),
        (2.675, 268),
        (0.005, 1),
        (0.0049, None),
        (12, 1200),
        (10**7, 10**9),
        (0, None),
        (None, None),
    ],
)
def test_cents(amount, cents):
    assert price("x", "tcgplayer", "normal", "2026-11-01", market=amount).market == cents


@given(st.integers(min_value=1, max_value=10**9))
def test_every_whole_number_of_cents_survives_being_told_in_units(cents):
    told = price("x", "tcgplayer", "normal", "2026-11-01", market=cents / 100)
    assert known([told])[0].market == cents
