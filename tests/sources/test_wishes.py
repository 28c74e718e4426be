"""Only what is wished for is asked, and a wish that cannot be read is one clear error."""

from dataclasses import replace
from http import HTTPStatus

import pytest

from deckbuilder.catalog.trainers import trainer_regions
from deckbuilder.domain.cards import TRAINER
from deckbuilder.errors import BadInputError
from deckbuilder.sources.fetch import Wish
from deckbuilder.sources.merge import Outcome
from deckbuilder.sources.services import ServiceName
from tests.rig.faults import Fault
from tests.sources.desk import outcomes


def cards_asked(rig) -> set[str]:
    return {one.path.rpartition("/")[2] for one in rig.requests if "/cards/" in one.path}


class TestSets:
    @pytest.mark.parametrize("name", ["bog", "Best of Game", "best of game", "BEST  of game!"])
    def test_by_id_and_name(self, each_desk, name):
        fetched = each_desk.fetch(Wish(sets=(name,)))
        assert len(fetched.findings) == 9
        assert {one.card_id.partition("-")[0] for one in fetched.findings} == {"bog"}

    @pytest.mark.parametrize(
        ("service", "name", "found"),
        [
            (ServiceName.POKEMONTCG, "bp", {"bog"}),
            (ServiceName.POKEMONTCG, "ex10", {"exu"}),
            (ServiceName.POKEMONTCG, "exu", {"exu"}),
        ],
    )
    def test_by_the_services_own_id(self, desk, service, name, found):
        desk.name = service
        fetched = desk.fetch(Wish(sets=(name,)))
        assert {one.card_id.partition("-")[0] for one in fetched.findings} == found

    def test_by_an_id_of_former_days(self, desk, world, catalog):
        gallery = catalog.sets["swsh12tg"]
        world.add_set(gallery)
        world.add(catalog.printings["swsh12tg-TG01"])
        fetched = desk.fetch(Wish(sets=("swsh12.5tg",)))
        assert [one.card_id for one in fetched.findings] == ["swsh12tg-TG01"]

    def test_several_are_asked_once_each(self, desk, rig):
        desk.fetch(Wish(sets=("bog", "Best of Game", "dv1")))
        paths = [one.path for one in rig.requests]
        assert len(paths) == len(set(paths)) == 1 + 2 + 9 + 21

    def test_nothing_else_is_asked_missed_or_gone(self, desk, rig):
        fetched = desk.fetch(Wish(sets=("bog",)))
        assert fetched.gone == fetched.unlisted == ()
        assert rig.hits("/v2/en/sets/dv1") == 0
        assert desk.is_unchanged_by(fetched)

    @pytest.mark.parametrize(
        ("name", "words"),
        [
            ("dv2", "tcgdex has no set 'dv2'; did you mean dv1?"),
            ("Dragon Vualt", "tcgdex has no set 'Dragon Vualt'; did you mean Dragon Vault?"),
            ("", "tcgdex has no set ''"),
        ],
    )
    def test_a_misspelt_one(self, desk, name, words):
        with pytest.raises(BadInputError) as caught:
            desk.fetch(Wish(sets=("bog", name)))
        assert str(caught.value) == words

    def test_a_suggestion_of_the_services_cannot_move_the_cursor(self, desk, rig):
        body = b'[{"id": "dv1", "name": "\\u001b[31mDragon"}]'
        rig.faults.add(Fault.status(HTTPStatus.OK, body).permanent())
        with pytest.raises(BadInputError) as caught:
            desk.fetch(Wish(sets=("x1b 31mDragno",)))
        assert "did you mean" in str(caught.value)
        assert str(caught.value).isprintable()


class TestSince:
    def test_only_newer_sets_are_opened(self, each_desk, rig):
        fetched = each_desk.fetch(Wish(since="2012-10-05"))
        assert {one.card_id.partition("-")[0] for one in fetched.findings} == {"dv1"}
        assert not any("bog" in one.target or "bp" in one.target for one in rig.requests)
        assert fetched.gone == fetched.unlisted == ()

    def test_a_set_of_the_day_itself_counts(self, desk):
        assert desk.base.sets["dv1"].release_date == "2012-10-05"
        assert desk.fetch(Wish(since="2012-10-06")).findings == ()

    def test_a_new_set_is_opened_to_see_its_day(self, desk, world):
        one = replace(desk.base.sets["bog"], set_id="old", name="Old", release_date="1996-01-01")
        card = replace(world.card("bog-1").printing, set_id="old", card_id="old-1")
        world.add_set(one)
        world.add(card)
        assert desk.fetch(Wish(since="2012-10-05")).unopened == ()
        found = outcomes(desk.fetch(Wish(since="1996-01-01")))
        assert found[Outcome.NEW] == ["old-1"]


class TestRegions:
    def test_only_cards_of_natives_and_of_local_characters_are_asked(self, desk, rig):
        fetched = desk.fetch(Wish(regions=("johto", "unova")))
        species = desk.base.species
        region_of = trainer_regions(desk.base)
        trainers = 0
        for card_id in outcomes(fetched)[Outcome.SAME]:
            printing = desk.base.printings[card_id]
            regions = {species[dex].region for dex in printing.dex} | {region_of(printing.name)}
            assert regions & {"johto", "unova"}
            trainers += printing.category == TRAINER
        assert trainers
        assert len(cards_asked(rig)) == len(fetched.findings) > 10

    def test_a_new_card_is_known_by_its_name(self, desk, world):
        known = world.card("dv1-1").printing
        for number, name in (("98", "Dark Totodile"), ("99", "Shining Dratini")):
            world.add(replace(known, card_id=f"dv1-{number}", number=number, name=name, dex=()))
        fetched = desk.fetch(Wish(regions=("johto",)))
        assert outcomes(fetched)[Outcome.NEW] == ["dv1-98"]


class TestCards:
    def test_only_these_and_only_their_sets_are_asked(self, desk, rig):
        wished = frozenset({"bog-1", "dv1-2"})
        fetched = desk.fetch(Wish(cards=wished))
        assert {one.card_id for one in fetched.findings} == wished
        assert fetched.gone == fetched.unlisted == ()
        assert cards_asked(rig) == wished
        assert rig.hits("/v2/en/sets/exu") == 0

    def test_one_whose_set_is_not_listed_is_told(self, desk, world):
        for card_id in [one for one in world if one.startswith("dv1-")]:
            world.remove(card_id)
        fetched = desk.fetch(Wish(cards=frozenset({"bog-1", "dv1-2"})))
        assert fetched.unlisted == ("dv1",)

    def test_one_that_is_gone_is_told(self, desk, world):
        world.remove("dv1-2")
        fetched = desk.fetch(Wish(cards=frozenset({"bog-1", "dv1-2"})))
        assert [one.card_id for one in fetched.gone] == ["dv1-2"]
