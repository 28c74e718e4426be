"""What is asked of a collection, and what of it is taken away."""

import pytest

from deckbuilder.collection.collection import Collection
from deckbuilder.collection.formats import OWN, format_named
from deckbuilder.collection.holding import Holding
from deckbuilder.collection.query import Query
from deckbuilder.collection.takeaway import take_away
from deckbuilder.errors import BadInputError

OWNED = Collection(
    (
        Holding("base1-4", 2),
        Holding("base1-88", 1),  # Professor Oak
        Holding("neo1-54", 1),  # Chikorita
        Holding("sv02-062", 1, "ja"),
        Holding("gone-1", 1),
    )
)


@pytest.mark.parametrize(
    ("sets", "regions", "species", "card_ids"),
    [
        ([], [], [], ["base1-4", "base1-88", "neo1-54", "sv02-062"]),
        (["BS"], [], [], ["base1-4", "base1-88"]),
        (["Base Set", "neo1"], [], [], ["base1-4", "base1-88", "neo1-54"]),
        ([], ["Johto"], [], ["neo1-54"]),
        ([], ["johto"], ["pikachu"], ["neo1-54", "sv02-062"]),
        (["base1"], ["kanto"], [], ["base1-4"]),
        (["base2"], [], [], []),
    ],
)
def test_a_query_narrows_a_collection_down(catalog, sets, regions, species, card_ids):
    query = Query.typed(sets, regions, species, catalog)
    found, unknown = query.answer(OWNED, catalog)
    assert list(found.card_ids) == card_ids
    assert unknown == ("gone-1",)
    assert query.is_everything is not bool(sets or regions or species)


@pytest.mark.parametrize(
    ("sets", "regions", "species", "message"),
    [
        (["Bse Set"], [], [], "no set is called 'Bse Set'; did you mean Base Set"),
        ([], ["knato"], [], "no region is called 'knato'; did you mean kanto"),
        ([], [], ["Charizad"], "no species is called 'Charizad'; did you mean Charizard"),
    ],
)
def test_a_misspelt_name_gets_a_suggestion(catalog, sets, regions, species, message):
    with pytest.raises(BadInputError, match=message):
        Query.typed(sets, regions, species, catalog)


def test_what_a_format_cannot_say_is_left_out_and_said(catalog):
    own = take_away(OWNED, catalog, OWN)
    assert (own.cards, list(own.left_out.values())) == (5, [1])
    plain = take_away(OWNED, catalog, format_named("plain"))
    assert plain.text == "2 base1-4\n1 base1-88\n1 neo1-54\n"
    assert plain.cards == 4
    assert sum(plain.left_out.values()) == 2
