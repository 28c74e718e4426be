"""A deck held against a collection: ticks become owned cards, and progress is counted."""

import pytest

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.collection.collection import Collection
from deckbuilder.collection.holding import Holding
from deckbuilder.collection.progress import Count, progress
from deckbuilder.collection.ticks import read_ticks
from deckbuilder.domain.pick import PickRow
from deckbuilder.domain.prices import Cost, Price
from deckbuilder.errors import BadInputError

DECK = ("base1-4", "base1-5", "base1-6")


@pytest.fixture
def ticks(tmp_path, matcher):
    def read(text, *owned, untick=False):
        path = tmp_path / "ticks"
        path.write_text(text, encoding="utf-8")
        return read_ticks(path, DECK, Collection(owned), matcher, untick=untick)

    return read


@pytest.mark.parametrize("tick", ["x", "X", "✓", "yes", "TRUE", "true", "1", "3", "☑", " x "])
@pytest.mark.parametrize("column", ["owned", "have", "✓", "Owned"])
def test_a_tick(ticks, column, tick):
    one = ticks(f"card_id,{column}\nbase1-4,{tick}\nbase1-5,\n")
    assert one.holdings == (Holding("base1-4", 1),)
    assert (one.rows, one.matched) == (2, 2)


@pytest.mark.parametrize("mark", ["", "no", "0", "FALSE", "-", "☐"])
def test_no_tick(ticks, mark):
    assert ticks(f"card_id,owned\nbase1-4,{mark}\n").holdings == ()


def test_the_ticks_that_a_page_saves(ticks):
    one = ticks("card_id,set_id,number,name,owned\nbase1-4,base1,4,Charizard,1\n")
    assert one.holdings == (Holding("base1-4", 1),)


def test_a_card_that_is_owned_already_is_left_alone(ticks):
    assert ticks("card_id,owned\nbase1-4,x\n", Holding("base1-4", 3)).holdings == ()


def test_an_english_copy_is_what_a_tick_says(ticks):
    one = ticks("card_id,owned\nbase1-4,x\n", Holding("base1-4", 3, "ja"))
    assert one.holdings == (Holding("base1-4", 1),)


def test_a_card_without_a_tick_stays_unless_told_otherwise(ticks):
    owned = (Holding("base1-4", 3), Holding("base1-4", 1, "ja"), Holding("base1-9", 1))
    text = "card_id,owned\nbase1-4,\nbase1-5,\n"
    assert ticks(text, *owned).holdings == ()
    assert ticks(text, *owned, untick=True).holdings == (Holding("base1-4", -3),)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("base1-4,maybe", "'maybe' is neither a tick nor none"),
        ("base1-9,x", "'base1-9' is no card of the deck"),
        ("base1-999,x", "no card has the id"),
    ],
)
def test_a_bad_tick_is_listed_and_the_rest_go_on(ticks, row, reason):
    one = ticks(f"card_id,owned\n{row}\nbase1-5,x\n")
    assert [(bad.line, reason in bad.reason) for bad in one.unresolved] == [(2, True)]
    assert one.holdings == (Holding("base1-5", 1),)


@pytest.mark.parametrize("text", ["card_id,number\nbase1-4,4\n", "base1-4\n", ""])
def test_a_list_without_ticks_is_one_error(ticks, text):
    with pytest.raises(BadInputError, match="has no column 'owned', 'have' or '✓'"):
        ticks(text)


def row(card_id, module="core"):
    set_id, number = card_id.split("-")
    return PickRow(
        None, "", module, card_id, set_id, set_id, number, "", "", None, "", "trainer", "", "", ""
    )


@pytest.fixture
def priced(catalog):
    """The catalogue with a few prices, in cents."""
    prices = [("base1-5", "USD", 500), ("base1-5", "USD", 300), ("base4-1", "USD", 1000)]
    return Catalog(
        (),
        catalog.sets.values(),
        catalog.printings.values(),
        catalog.stamp,
        [
            Price(
                card_id, "tcgplayer", currency, f"finish-{cents}", cents, None, None, "2026-11-01"
            )
            for card_id, currency, cents in prices
        ],
    )


def test_progress_is_counted_by_module_and_set(priced):
    deck = [row("base4-1"), row("base1-5"), row("base1-4", "expansion"), row("base1-4")]
    reached = progress(deck, Collection((Holding("base1-4", 1),)), priced)
    assert reached.total == Count(1, 4)
    assert reached.by(lambda one: one.set_id) == {"base1": Count(1, 3), "base4": Count(0, 1)}
    assert reached.by(lambda one: one.module) == {"expansion": Count(1, 1), "core": Count(0, 3)}
    assert [one.card_id for one in reached.missing] == ["base1-4", "base1-5", "base4-1"]
    assert reached.costs == (Cost("USD", 1300, 2, 1),)


def test_no_price_is_known(catalog):
    assert progress([row("base1-4")], Collection(()), catalog).costs == ()


def test_a_complete_deck_costs_nothing(priced):
    reached = progress([row("base1-4")], Collection((Holding("base1-4", 1),)), priced)
    assert (reached.total.share, reached.missing) == (1.0, ())
    assert reached.costs == (Cost("USD", 0, 0, 0),)
