"""A person decides what a disputed card prints, and may take it back."""

import pytest

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.domain.disputes import Statement
from deckbuilder.errors import BadInputError
from deckbuilder.sources.decide import accept, take_back

CARD = "ex10-55"


def disputed(catalog, *statements):
    """The catalogue with one card, on which sources say `source field value [day]`."""
    said = []
    for text in statements:
        source, field, value, *day = text.split()
        said.append(Statement(CARD, field, source, value, "", *day))
    card = catalog.printings[CARD]
    sets = [catalog.sets[card.set_id]]
    return Catalog(catalog.species.values(), sets, [card], catalog.stamp, statements=said)


TWO = ("tcgdex hp 40", "pokemontcg hp 50")


class TestAccepting:
    @pytest.mark.parametrize(("value", "hp"), [("40", 40), ("50", 50)])
    def test_the_card_prints_the_value_that_is_accepted(self, catalog, value, hp):
        decision = accept(disputed(catalog, *TWO), CARD, value)
        assert decision.printing.hp == hp
        assert not decision.dispute.is_open

    @pytest.mark.parametrize("text", ["Fire|Darkness", "Fire/Darkness", "darkness/fire"])
    def test_types_are_named_in_any_order(self, catalog, text):
        told = disputed(catalog, "tcgdex types Colorless", "pokemontcg types Fire|Darkness")
        assert accept(told, CARD, text).printing.types == ("Fire", "Darkness")

    def test_without_a_value_what_a_fetch_brought_last_is_accepted(self, catalog):
        told = disputed(catalog, "pokemontcg hp 50", "tcgdex hp 60 2026-11-29")
        assert accept(told, CARD).printing.hp == 60

    def test_a_decision_can_be_changed(self, catalog):
        told = disputed(catalog, *TWO)
        first = accept(told, CARD, "50")
        again = Catalog(
            told.species.values(),
            told.sets.values(),
            [first.printing],
            told.stamp,
            statements=first.statements(told.disputes),
        )
        assert accept(again, CARD, "40").printing.hp == 40
        assert take_back(again, CARD).printing.hp == 40
        assert take_back(again, CARD).dispute.is_open

    def test_other_disputes_stay_as_they_are(self, catalog):
        told = disputed(catalog, *TWO, "tcgdex stage Basic", "pokemontcg stage Stage1")
        decision = accept(told, CARD, "50", "hp")
        kept = [one for one in decision.statements(told.disputes) if one.field == "stage"]
        assert [one.value for one in kept if not one.accepted] == ["Basic", "Stage1"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("ex10-555",), "no card has the id 'ex10-555'; did you mean ex10-55?"),
        (("base1-4",), "no card has the id 'base1-4'"),
        (
            (CARD, "60"),
            "no source says '60' of 'ex10-55': hp is '40' (tcgdex) or '50' (pokemontcg)",
        ),
        ((CARD,), "say which value is right: hp is '40' (tcgdex) or '50' (pokemontcg)"),
        ((CARD, "40", "types"), "nothing is disputed of 'ex10-55' types"),
    ],
)
def test_what_cannot_be_accepted(catalog, args, message):
    with pytest.raises(BadInputError) as error:
        accept(disputed(catalog, *TWO), *args)
    assert message in str(error.value)


def test_two_disputed_fields_want_one_named(catalog):
    told = disputed(catalog, *TWO, "tcgdex stage Basic", "pokemontcg stage Stage1")
    with pytest.raises(BadInputError, match="is disputed in 2 fields: add --field hp or stage"):
        accept(told, CARD, "50")


def test_what_nobody_decided_cannot_be_taken_back(catalog):
    with pytest.raises(BadInputError, match="nobody has decided hp 40 or 50"):
        take_back(disputed(catalog, *TWO), CARD)
