"""Cards of two sources are paired one to one, however each of them numbers them."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckbuilder.sources.counterparts import Told, counterparts, number_key, same_number

NUMBERS = st.from_regex(r"[A-Z]{0,4}[0-9]{1,4}[a-z]?", fullmatch=True)


@pytest.fixture(scope="module")
def card(catalog):
    return catalog.printings["dv1-1"]


@pytest.fixture(scope="module")
def printings(card):
    """Make printings of one set out of `number name` lines."""

    def make(*lines):
        for line in lines:
            number, _, name = line.partition(" ")
            yield replace(card, card_id=f"here-{number}", number=number, name=name)

    return make


def told(*lines):
    """Make cards of a source out of `id number name` lines; `=` for the number that the id has."""
    for line in lines:
        tail, number, name = line.split(" ", 2)
        yield Told(f"there-{tail}", tail if number == "=" else number, name, "there")


@pytest.mark.parametrize(
    ("there", "here", "pairs"),
    [
        (["4 = Charizard"], ["004 Charizard"], {"4": "004"}),
        (["TG5 = Charizard"], ["TG05 Charizard"], {"TG5": "TG05"}),
        (["SV001 = Charizard"], ["SV1 Charizard"], {"SV001": "SV1"}),
        (["4 = Nidoran ♂"], ["4 Nidoran♂"], {"4": "4"}),
        # A number that is another card's: the id has the right one.
        (
            ["60 = Escavalier", "80 60 Antique Cover Fossil"],
            ["060 Escavalier", "080 Antique Cover Fossil"],
            {"60": "060", "80": "080"},
        ),
        # A letter that a source leaves out; two cards that differ by it are two.
        (["50 = Golduck"], ["50a Golduck", "50b Golduck"], {"50": "50a"}),
        (["101 = Eevee", "101a = Eevee"], ["101 Eevee"], {"101": "101"}),
        (["50a = Golduck", "50b = Golduck"], ["50a Golduck"], {"50a": "50a"}),
        # Reprints that a source numbers as the originals, and the catalogue counts anew.
        (
            ["4_A 4 Charizard", "15_A1 15 Venusaur", "15_A4 15 Claydol"],
            ["CC002 Charizard", "CC003 Venusaur", "CC016 Claydol"],
            {"4_A": "CC002", "15_A1": "CC003", "15_A4": "CC016"},
        ),
        # A name alone pairs nothing where both count alike: the one is gone, the other is new.
        (["59 = Pikachu"], ["58 Pikachu"], {}),
        # A number alone does, and the names are then told apart.
        (["58 = Raichu"], ["58 Pikachu"], {"58": "58"}),
        (["! = Unown [!]", "? = Unown [?]"], ["! Unown", "? Unown"], {"!": "!", "?": "?"}),
    ],
)
def test_what_is_paired(there, here, pairs, printings):
    found = counterparts(told(*there), printings(*here))
    assert {one: printing.card_id for one, printing in found.items()} == {
        f"there-{one}": f"here-{other}" for one, other in pairs.items()
    }


@given(number=NUMBERS, zeros=st.integers(0, 3))
def test_padding_and_case_are_of_no_matter(number, zeros):
    letters = number.rstrip("0123456789abcdefghijklmnopqrstuvwxyz")
    padded = letters + "0" * zeros + number[len(letters) :]
    assert {number_key(one) for one in (number, padded, padded.lower(), padded.upper())} == {
        number_key(number)
    }


@given(st.text(max_size=200))
def test_any_text_is_a_number_that_can_be_looked_for(text):
    assert same_number(text, text)


def test_no_two_cards_of_a_set_are_taken_for_each_other(catalog):
    for set_id in catalog.sets:
        here = [one for one in catalog.printings.values() if one.set_id == set_id]
        there = [Told(one.card_id, one.number, one.name, set_id) for one in here]
        found = counterparts(reversed(there), here)
        assert {one: printing.card_id for one, printing in found.items()} == {
            one.card_id: one.card_id for one in here
        }
