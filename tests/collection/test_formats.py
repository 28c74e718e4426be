"""Every format: what is written is read back as it was, and nothing in it is run."""

import csv
import io
from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckbuilder.catalog.catalog import load_catalog
from deckbuilder.collection.entries import LineReader, TableReader, reader_of
from deckbuilder.collection.formats import FORMATS, OWN, Owned, format_for, format_named
from deckbuilder.collection.holding import MOST, Holding, joined
from deckbuilder.collection.match import Matcher, UnmatchedError
from deckbuilder.collection.sheet import Sheet, defused, harmless
from deckbuilder.collection.shelves import Shelves
from deckbuilder.collection.words import (
    CONDITIONS,
    FINISHES,
    LANGUAGES,
    condition_and_finish_of,
    finish_of,
)
from deckbuilder.errors import BadInputError

CATALOG = load_catalog()
MATCHER = Matcher(CATALOG)
SHELVES = Shelves(CATALOG)
FORMULAS = ['=HYPERLINK("http://x","y")', "+1+1", "-2", "@SUM(A1)", "'=1", "''=1", "a;b,c\nd"]

any_text = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12).map(
    str.strip
)
conditions = st.sampled_from(["", *CONDITIONS, *FORMULAS]) | any_text.filter(
    lambda text: condition_and_finish_of(text) == (text, "") and text.casefold() != "ungraded"
)
finishes = st.sampled_from(["", *FINISHES, *FORMULAS]) | any_text.filter(
    lambda text: finish_of(text) == text
)
prices = st.one_of(
    st.just((None, "")), st.tuples(st.integers(1, 10**8), st.sampled_from(["", "EUR", "USD"]))
)
owned = st.builds(
    lambda card, quantity, language, condition, finish, price: Holding(
        card.card_id, quantity, language, condition, finish, *price
    ),
    st.sampled_from(list(CATALOG.printings.values())),
    st.integers(1, MOST),
    st.sampled_from(["", *LANGUAGES]),
    conditions,
    finishes,
    prices,
)


def carried(holding, chosen):
    """What of a holding a format states; the rest is as if it were not known."""
    blank = Holding(holding.card_id, 1)
    lost = [one.name for one in fields(Holding) if one.name not in {"card_id", *chosen.carries}]
    return replace(holding, **{name: getattr(blank, name) for name in lost})


def with_facts(holding):
    printing = CATALOG.printings[holding.card_id]
    return Owned(holding, printing, CATALOG.sets[printing.set_id])


def entries(text):
    sheet = Sheet("list", "", text.encode(), "utf-8")
    reader = reader_of(sheet, MATCHER.sets)
    assert reader
    return [reader.entry(row) for row in reader.rows(sheet)]


def read(text):
    return joined(
        replace(one.holding, card_id=MATCHER.match(one.readings).card_id) for one in entries(text)
    )


@pytest.mark.parametrize(
    "chosen",
    [one for one in FORMATS if one.name != "cardmarket"],
    ids=lambda one: one.name,
)
@settings(max_examples=60)
@given(holdings=st.lists(owned, max_size=8))
def test_what_is_written_is_read_back(chosen, holdings):
    stated = [carried(one, chosen) for one in holdings]
    assert read(chosen.dump(map(with_facts, stated))) == joined(stated)


@settings(max_examples=100)
@given(holding=owned)
def test_a_want_names_no_printing_and_is_read_when_its_name_does(holding):
    one = with_facts(carried(holding, format_named("cardmarket")))
    (entry,) = entries(format_named("cardmarket").dump([one]))
    if len(SHELVES.named(one.printing.name)) == 1:
        assert MATCHER.match(entry.readings) == one.printing
    else:
        with pytest.raises(UnmatchedError, match="printings are that"):
            MATCHER.match(entry.readings)
    assert entry.holding.quantity == one.holding.quantity


def test_every_card_survives_every_format():
    everything = [with_facts(Holding(card_id, 1)) for card_id in CATALOG.printings]
    for chosen in (format_named("mass-entry"), format_named("pokecollector")):
        assert [one.card_id for one in read(chosen.dump(everything))] == list(CATALOG.printings)


@pytest.mark.parametrize("chosen", FORMATS, ids=lambda one: one.name)
def test_a_list_is_told_by_its_header_alone(chosen):
    text = chosen.dump([with_facts(Holding("base1-4", 1))])
    reader = reader_of(Sheet("a name that says nothing", "", text.encode(), "utf-8"), MATCHER.sets)
    assert isinstance(reader, TableReader if chosen.ending == ".csv" else LineReader)
    assert reader.format == (chosen.name if chosen.ending == ".csv" else "list")


@pytest.mark.parametrize("formula", FORMULAS)
def test_a_formula_leaves_as_text(formula):
    text = OWN.dump([with_facts(Holding("base1-4", 1, condition=formula))])
    (_, row) = csv.reader(io.StringIO(text))
    assert not row[OWN.keys(list(OWN.columns)).index("condition")].startswith(("=", "+", "-", "@"))
    assert read(text)[0].condition == formula


@given(st.text())
def test_defusing_loses_nothing(text):
    assert harmless(defused(text)) == text


@pytest.mark.parametrize(
    ("find", "name", "message"),
    [
        (format_named, "colectr", "no format is called 'colectr'; did you mean collectr?"),
        (format_for, ".pdf", "no format goes with the ending '.pdf': say which with --format"),
    ],
)
def test_an_unknown_format(find, name, message):
    with pytest.raises(BadInputError, match=message.replace("?", r"\?")):
        find(name)
