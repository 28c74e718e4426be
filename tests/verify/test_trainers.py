"""The certificate casts the rosters again, and comes to what was chosen; any other cast is told."""

from dataclasses import replace

import pytest

from deckbuilder.catalog.pools import find_pool
from deckbuilder.catalog.trainers import Rosters, load_trainers
from deckbuilder.catalog.trainers_file import TrainersFile
from deckbuilder.catalog.wilds import choose_wilds
from deckbuilder.deckfolder.record import read_record
from deckbuilder.domain.cards import REGIONS
from deckbuilder.domain.pick import PickRow
from deckbuilder.domain.plan import Role
from deckbuilder.errors import BadInputError
from deckbuilder.verify.case import Case
from deckbuilder.verify.characters import Characters
from deckbuilder.verify.trainers import rosters, shown
from tests.verify.edits import printed


@pytest.fixture(scope="module")
def record(solved):
    return read_record(solved)


@pytest.fixture
def witnesses(catalog, record, policy):
    """Give the Trainers of a pool to a deck, and hold it to them."""

    def find(regions, wilds, asked=(), *, modules=("whole",), rules=policy, cards=catalog):
        rows = [
            PickRow(
                dex=None,
                species=one.character,
                module=one.module,
                type="",
                hp=None,
                lanes="",
                role=Role.TRAINER,
                reason="",
                **printed(cards.printings[one.card_id], cards),
            )
            for one in wilds
        ]
        told = {
            "regions": tuple(regions),
            "trainers": {
                name: count
                for name in modules
                if (count := sum(one.module == name for one in wilds))
            },
            "trainers_asked": asked,
        }
        deck = replace(
            record,
            rows=tuple(rows),
            modules=tuple(replace(record.modules[0], name=name) for name in modules),
            result=record.result.model_copy(update=told),
        )
        case = Case(deck, cards, rules)
        return [*rosters(case), *shown(case)]

    return find


def chosen(regions, catalog, policy, asked=(), modules=("whole",)):
    return choose_wilds(find_pool(regions, catalog), modules, catalog, policy, asked)


@pytest.mark.parametrize(
    ("regions", "modules", "asked"),
    [
        *(([region], ("core", "expansion"), ()) for region in REGIONS),
        (REGIONS, ("whole",), ()),
        (["kanto"], ("whole",), ("Koga", "gym1-98")),
        (["kanto"], ("core", "expansion"), ("Koga", "Cynthia", "copycat")),
        (["johto", "paldea"], ("whole",), ("Brock’s Training Method", "Larry", "Poké Ball")),
        (["kanto:base_set"], ("whole",), ("Blue",)),
        (["galar:expansion", "kalos:core"], ("whole",), ("Bede", "Siebold", "N")),
        (["johto:core", "johto:expansion"], ("whole",), ("Karen",)),
        (["alola:expansion"], ("whole",), ("Lillie", "sm2-143")),
    ],
)
def test_what_is_chosen_is_what_the_certificate_wants(
    witnesses, catalog, policy, under, regions, modules, asked
):
    for rules in (
        policy,
        under(ban=["xy12-107", "swsh12-192", "sv03.5-204", "sv02-269"]),
        under(not_sets=["sv10", "sm12", "swsh12.5gg", "sv05"]),
    ):
        wilds = chosen(regions, catalog, rules, asked, modules)
        assert witnesses(regions, wilds, asked, modules=modules, rules=rules) == []


def test_the_two_modules_of_a_region_bring_its_nine(catalog, policy):
    both = chosen(["johto:core", "johto:expansion"], catalog, policy)
    assert both == chosen(["johto"], catalog, policy)


@pytest.mark.parametrize("values", [{"prefer": "cheapest"}, {"budget": 100_000}])
def test_thrift_comes_before_art(witnesses, catalog_with, policy, under, price, values):
    cards = catalog_with(prices=[price("gym1-98", 20), price("xy12-107", 300)])
    thrifty = under(values=values)
    wilds = chosen(["kanto"], cards, thrifty)
    assert wilds[0].card_id == "gym1-98"
    assert witnesses(["kanto"], wilds, rules=thrifty, cards=cards) == []
    dear = [replace(wilds[0], card_id="xy12-107"), *wilds[1:]]
    assert witnesses(["kanto"], dear, rules=thrifty, cards=cards) == [
        "Brock: is shown by xy12-107, and gym1-98 is preferred"
    ]
    assert chosen(["kanto"], cards, policy)[0].card_id == "xy12-107"


def test_an_owned_card_comes_before_art_where_that_is_preferred(witnesses, catalog, under):
    owning = under(values={"prefer": "owned", "owned": ["gym1-98"]})
    wilds = chosen(["kanto"], catalog, owning)
    assert wilds[0].card_id == "gym1-98"
    assert witnesses(["kanto"], wilds, rules=owning) == []


def test_owned_cards_alone_may_leave_seats_empty_and_no_others(witnesses, catalog, under):
    owned = ["gym1-98", "gym1-102", "xy12-108", "swsh6-129"]
    owning = under(values={"owned": owned}, only_owned=True)
    wilds = chosen(["kanto"], catalog, owning)
    assert [one.card_id for one in wilds] == ["gym1-98", "xy12-108", "swsh6-129"]
    assert witnesses(["kanto"], wilds, rules=owning) == []
    assert witnesses(["kanto"], wilds[:2], rules=owning) == [
        "Agatha: is to be in whole, and is not there"
    ]


@pytest.mark.parametrize(
    ("asked", "card_id", "witness"),
    [
        ((), "gym1-98", "Brock: is shown by gym1-98, and xy12-107 is preferred"),
        (("brock",), "gym1-98", "Brock: is shown by gym1-98, and xy12-107 is preferred"),
        (("gym1-98",), "gym1-98", ""),
        (("gym1-98",), "xy12-107", "Brock: 'gym1-98' was asked for, and xy12-107 (Brock's Grit)"),
        (("Brock’s Grit",), "xy12-107", ""),
        (("Brock's grit",), "xy12-74", "Brock: is shown by xy12-74, and xy12-107 is preferred"),
        (("Brock's Scouting",), "sv09-179", ""),
        (("Brock's Scouting",), "xy12-107", "Brock: 'Brock's Scouting' was asked for, and xy12"),
    ],
)
def test_a_lesser_card_is_there_only_where_it_was_asked_for(
    witnesses, catalog, policy, asked, card_id, witness
):
    first, *others = chosen(["kanto"], catalog, policy)
    found = witnesses(["kanto"], [replace(first, card_id=card_id), *others], asked)
    assert len(found) == bool(witness)
    assert all(one.startswith(witness) for one in found)


@pytest.mark.parametrize(
    ("edit", "witness"),
    [
        (lambda w: w[1:], "Brock: is to be in core, and is not there"),
        (lambda w: [*w, w[0]], "character 'Brock' is there 2 times"),
        (lambda w: [*w, replace(w[0], character="Ash")], "card 'xy12-107' is there 2 times"),
        (
            lambda w: [replace(w[0], module="expansion"), *w[1:]],
            "Brock: is to be in core, and is in expansion",
        ),
        (
            lambda w: [replace(w[0], character="Agatha", card_id="swsh6-186"), *w[1:]],
            "Agatha: others come first in the roster, and fill it",
        ),
        (
            lambda w: [replace(w[0], character="Cynthia", card_id="swsh12.5gg-GG60"), *w[1:]],
            "Cynthia: is no character of kanto, and was not asked for",
        ),
        (
            lambda w: [replace(w[0], character="Copycat", card_id="swsh7-200"), *w[1:]],
            "Copycat: is no character of kanto, and was not asked for",
        ),
        (
            lambda w: [replace(w[0], card_id="swsh12.5gg-GG60"), *w[1:]],
            "Brock: swsh12.5gg-GG60 (Cynthia's Ambition) is a card of Cynthia",
        ),
        (
            lambda w: [replace(w[0], card_id="base1-73"), *w[1:]],
            "Brock: base1-73 (Impostor Professor Oak) is a card of Impostor Professor Oak",
        ),
        (
            lambda w: [replace(w[0], character="brock"), *w[1:]],
            "brock: is no character of kanto, and was not asked for",
        ),
        (lambda w: w[:6], "the rosters hold 9 Trainers, not 6"),
        (lambda _: [], "the rosters hold 9 Trainers, not 0"),
    ],
)
def test_another_cast_is_told(witnesses, catalog, policy, edit, witness):
    split = ("core", "expansion")
    wilds = edit(list(chosen(["kanto"], catalog, policy, modules=split)))
    assert witness in witnesses(["kanto"], wilds, modules=split)


@pytest.mark.parametrize(
    ("asked", "witness"),
    [
        (("Cynthia",), "Cynthia: is to be in whole, and is not there"),
        (("Cyntia",), "Cyntia: is to be in whole, and is not there"),
        (("base3-62",), "base3-62: is to be in whole, and is not there"),
        (None, "Brock: the deck was asked for without Trainers"),
    ],
)
def test_who_was_asked_for_must_be_there(witnesses, catalog, policy, asked, witness):
    assert witness in witnesses(["kanto"], chosen(["kanto"], catalog, policy), asked)


def test_a_deck_without_trainers_has_none(witnesses):
    assert witnesses(["kanto"], [], None) == []


def test_both_tell_alike_whose_every_card_is(catalog, policy, record):
    theirs = Rosters(catalog, policy, load_trainers(catalog))
    ours = Case(record, catalog, policy).characters
    told = 0
    for card_id, printing in catalog.printings.items():
        try:
            found = theirs.find(card_id)
        except BadInputError:
            continue
        assert ours.owner(printing.name) == (found.character if found.region else ""), card_id
        told += bool(found.region)
    assert told > 500


def test_of_two_names_at_the_same_place_the_longer_tells_whose_a_card_is(catalog, policy):
    two = [{"name": "Team", "role": "team"}, {"name": "Team Rocket", "role": "team"}]
    file = TrainersFile.model_validate({**dict.fromkeys(REGIONS, ()), "kanto": two})
    ours, theirs = Characters(file, catalog), Rosters(catalog, policy, file)
    for card_id, owner in (("sv10-237", "Team Rocket"), ("bw8-125", "Team")):
        name = catalog.printings[card_id].name
        assert ours.owner(name) == owner, name
        assert theirs.find(card_id).character == owner, name
