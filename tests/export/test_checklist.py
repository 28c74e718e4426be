from dataclasses import replace

import pytest

from deckbuilder.deckfolder.record import read_record
from deckbuilder.domain.cards import TYPES, number_order
from deckbuilder.domain.plan import Role
from deckbuilder.errors import BadInputError
from deckbuilder.export.checklist import checklist_of
from deckbuilder.export.formats import Order


def ids(listed):
    return [pick.row.card_id for pick in listed.picks]


def test_sets_come_oldest_first_and_numbers_as_in_a_binder(small, joint):
    titles = [section.title for section in small().sections]
    assert titles[:3] == ["Base Set [BS] · 1999", "Jungle [JU] · 1999", "Best of game · 2002"]
    numbers = [pick.number for pick in small().sections[0].picks]
    assert numbers == ["4/102", "27/102", "36/102", "55/102", "58/102"]
    assert [pick.number for pick in small().sections[3].picks] == ["12/147", "H12"]
    keys = [(pick.card_set.release_date, pick.row.set_id, number_order(pick.row.number))
            for pick in joint.picks]  # fmt: skip
    assert keys == sorted(keys)


def test_lanes_come_by_type_and_then_by_hp(small):
    listed = small(order=Order.LANE)
    titles = [section.title for section in listed.sections]
    assert titles == [*(name for name in TYPES if name in titles), "Trainers"]
    for section in listed.sections[:-1]:
        hps = [pick.row.hp for pick in section.picks]
        assert hps == sorted(hps)


def test_species_come_by_number_under_their_regions(small):
    listed = small(order=Order.DEX)
    assert [section.title for section in listed.sections] == [
        "Kanto", "Johto", "Hoenn", "Unova", "Kalos", "Trainers",
    ]  # fmt: skip
    numbers = [pick.row.dex for pick in listed.picks if not pick.is_trainer]
    assert numbers == sorted(numbers)


def test_names_come_by_letter_whatever_their_accents(small):
    listed = small(order=Order.NAME)
    names = [pick.row.name for pick in listed.picks]
    assert names[:5] == ["Brock's Grit", "Charizard", "Charmander δ", "Exeggutor", "Farfetch'd"]
    assert names[5] == "Flabébé"
    assert [section.title for section in listed.sections][:3] == ["B", "C", "E"]


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("by_module", [False, True])
def test_every_order_lists_every_card_once(split_folder, catalog, order, by_module):
    record = read_record(split_folder)
    listed = checklist_of(record, catalog, order=order, by_module=by_module)
    assert sorted(ids(listed)) == sorted(row.card_id for row in record.rows)
    titles = [section.title for section in listed.sections]
    assert len({*titles}) == len(titles)
    assert all(section.picks for section in listed.sections)
    if by_module:
        modules = [pick.row.module for pick in listed.picks]
        assert modules == sorted(modules)
        assert {title.split(" · ")[0] for title in titles} == {"core", "expansion"}


def test_a_set_is_named_where_no_heading_names_it(small):
    by_set, by_name = small(), small(order=Order.NAME)
    places = {pick.row.card_id: by_set.place(pick) for pick in by_set.picks}
    assert (places["base1-4"], places["swsh9tg-TG05"]) == ("4/102", "TG05")
    places = {pick.row.card_id: by_name.place(pick) for pick in by_name.picks}
    assert (places["base1-4"], places["bog-4"]) == ("BS 4/102", "Best of game 4/9")


def test_grids_count_grid_cards_only(joint, small):
    assert [grid.lanes.cards for grid in small().grids] == [12]
    (grid,) = joint.grids
    assert grid.lanes.cards == sum(pick.row.role == Role.GRID for pick in joint.picks)


def test_owned_cards_are_the_decks_own(small):
    listed = small(owned=["base1-4", "base1-1"])
    assert listed.owned == {"base1-4"}
    assert [pick.row.card_id for pick in listed.picks if listed.owns(pick)] == ["base1-4"]
    assert "base1-4" not in {pick.row.card_id for pick in listed.missing}
    assert len(listed.missing) == len(listed.picks) - 1


def test_a_deck_has_one_key_in_any_order_and_another_with_other_cards(small, row_of):
    assert small().key == small(order=Order.NAME, owned=["base1-4"]).key
    assert small().key != small([row_of("base1-4")]).key


@pytest.mark.parametrize(
    ("card_id", "url"),
    [
        ("base1-4", "https://www.tcgplayer.com/product/42382"),
        ("ex14-49", "https://www.cardmarket.com/en/Pokemon/Products?idProduct=277130"),
        ("base2-57", "https://api.tcgdex.net/v2/en/cards/base2-57"),
    ],
)
def test_a_card_has_a_page(small, row_of, card_id, url):
    (pick,) = small([row_of(card_id)]).picks
    assert pick.url == url


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"card_id": "base1-999"}, "card 'base1-999' (Magmar) is not in the catalogue"),
        ({"number": "37"}, "card 'base1-36' (Magmar) is number '36' of set 'base1'"),
        ({"dex": 5000}, "no species has the number '5000'"),
        ({"role": "king"}, "card 'base1-36' (Magmar) has role 'king' and type 'Fire'"),
        ({"type": "Poison"}, "has role 'grid' and type 'Poison'"),
        ({"module": "other"}, "is in module 'other', which has no rubric"),
        ({"hp": 200}, "prints Fire 200, which is outside the rubric of small"),
    ],
)
def test_a_row_that_cannot_be_listed_is_told(small, row_of, changes, told):
    with pytest.raises(BadInputError) as error:
        small([row_of("base1-58"), replace(row_of("base1-36"), **changes)])
    assert told in str(error.value)
    assert "`deckbuilder verify` names every fault" in str(error.value)


def test_faults_are_counted(small, row_of):
    bad = [row_of("base1-36", module="other"), row_of("base1-58", module="other")]
    with pytest.raises(BadInputError, match=r"\(and 1 more\)"):
        small(bad)
