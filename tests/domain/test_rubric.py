import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckbuilder.domain.cards import TYPES, Cell, number_order
from deckbuilder.domain.rubric import Lanes, Rubric, axis_floor, rubric_faults

SEVEN = TYPES[:7]
WINDOW = tuple(range(40, 101, 10))


@pytest.mark.parametrize(
    ("types", "hp", "fault"),
    [
        (SEVEN[:6], WINDOW, "6 types, and a rubric has 7"),
        ((*SEVEN[:6], SEVEN[0]), WINDOW, "type 'Grass' stands 2 times"),
        ((*SEVEN[:6], "Ice"), WINDOW, "type 'Ice' is none of"),
        (SEVEN, WINDOW[:6], "6 HP values, and a rubric has 7"),
        (SEVEN, (40, 50, 60, 80, 90, 100, 110), "HP 60 is followed by 80, not by 70"),
        (SEVEN, tuple(reversed(WINDOW)), "HP 100 is followed by 90, not by 110"),
        (SEVEN, tuple(hp + 5 for hp in WINDOW), "HP 45 is no positive multiple of 10"),
        (SEVEN, tuple(range(0, 70, 10)), "HP 0 is no positive multiple of 10"),
    ],
)
def test_what_is_no_rubric_is_told_with_the_value(types, hp, fault):
    assert any(fault in one for one in rubric_faults(types, hp))
    with pytest.raises(ValueError, match=re.escape(fault)):
        Rubric(types, hp)


def test_a_rubric_lists_its_types_in_the_order_of_all_types():
    rubric = Rubric.of(reversed(SEVEN), 40)
    assert rubric.types == SEVEN
    assert rubric.hp == WINDOW
    assert not rubric_faults(rubric.types, rubric.hp)


@pytest.mark.parametrize(
    ("cell", "inside"),
    [
        (Cell("Grass", 40), True),
        (Cell("Grass", 100), True),
        (Cell("Grass", 30), False),
        (Cell("Grass", 110), False),
        (Cell("Dragon", 60), False),
    ],
)
def test_a_cell_is_inside_when_both_values_are(cell, inside):
    assert (cell in Rubric.of(SEVEN, 40)) is inside


@given(st.integers(0, 500))
def test_the_floor_is_reached_by_spreading_cards_one_by_one(cards):
    lanes = [0] * 7
    for _ in range(cards):
        lanes[lanes.index(min(lanes))] += 1
    assert axis_floor(cards) == sum(count * count for count in lanes)


@given(st.lists(st.tuples(st.sampled_from(SEVEN), st.sampled_from(WINDOW)), max_size=60))
def test_squares_count_the_pairs_of_cards_that_match(pairs):
    """Σ squares is the number of ordered pairs, a card with itself too, that share a value."""
    cells = [Cell(*pair) for pair in pairs]
    lanes = Lanes.count(Rubric.of(SEVEN, 40), cells)
    matches = sum((a.type == b.type) + (a.hp == b.hp) for a in cells for b in cells)
    assert lanes.squares == matches >= lanes.floor
    assert lanes.cards == len(cells) == sum(Counter(cells).values())


def test_numbers_sort_as_in_a_binder():
    numbers = ["TG05", "36", "4", "SV100", "?", "H12", "4a", "SV9", "ONE", "004"]
    assert sorted(numbers, key=number_order) == [
        "4",
        "004",
        "4a",
        "36",
        "?",
        "H12",
        "ONE",
        "SV9",
        "SV100",
        "TG05",
    ]
