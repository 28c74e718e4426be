"""What is new, changed, gone or wrong at the source is told, and the rest stays as it was."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from deckbuilder.domain.cards import ENERGY
from deckbuilder.sources.fetch import Wish
from deckbuilder.sources.merge import Outcome, totals
from deckbuilder.sources.records import OpenedSet, RemoteSet, Source
from deckbuilder.sources.services import ServiceName
from tests.rig.faults import Fault
from tests.rig.world import Service
from tests.sources.desk import SPECIMEN, TABLES, finding, outcomes


class TestAsking:
    def test_a_second_run_is_sent_nothing_that_it_has(self, each_desk, rig, world):
        each_desk.keep(each_desk.fetch())
        asked = len(rig.requests)
        rig.log.clear()
        fetched = each_desk.fetch()
        assert len(rig.requests) == asked
        assert rig.statuses == {304: asked}
        assert rig.bodies_sent == 0
        assert len(outcomes(fetched)[Outcome.SAME]) == len(world)

    def test_only_what_changed_is_sent_again(self, desk, rig, world):
        desk.refresh()
        rig.log.clear()
        world.change(SPECIMEN, hp=70)
        desk.fetch()
        assert [one.path for one in rig.requests if one.with_body] == [f"/v2/en/cards/{SPECIMEN}"]

    @pytest.mark.parametrize("fault", [Fault.empty_500(), Fault.dropped(), Fault.not_json()])
    def test_what_it_has_is_no_answer_while_the_service_gives_none(self, desk, rig, fault):
        desk.refresh()
        rig.faults.add(fault.at(f"/{SPECIMEN}$").permanent())
        fetched = desk.fetch()
        assert rig.faults.fired[fault.name] > 1
        assert outcomes(fetched)[Outcome.UNANSWERED] == [SPECIMEN]

    def test_a_service_that_tags_nothing_is_believed_anew_each_time(self, desk, rig, world):
        """Without a tag there is no condition to ask with, and the cache knows no better."""
        rig.faults.add(Fault.untagged().permanent())
        desk.refresh()
        rig.log.clear()
        world.change(SPECIMEN, rarity="Secret Rare")
        fetched = desk.fetch()
        assert outcomes(fetched)[Outcome.CHANGED] == [SPECIMEN]
        assert rig.bodies_sent == len(rig.requests)

    def test_it_says_who_asks(self, each_desk, rig):
        each_desk.fetch()
        assert {one.headers["user-agent"].partition("/")[0] for one in rig.requests} == {
            "deckbuilder"
        }

    def test_a_key_goes_to_the_service(self, desk, rig, monkeypatch):
        monkeypatch.setenv("POKEMONTCG_API_KEY", "s3cret")
        desk.fetch()
        assert not any("x-api-key" in one.headers for one in rig.requests)
        rig.log.clear()
        desk.name = ServiceName.POKEMONTCG
        desk.fetch()
        assert {one.headers.get("x-api-key") for one in rig.requests} == {"s3cret"}


class TestCards:
    def test_a_change_at_tcgdex_is_taken_and_told_old_and_new(self, desk, world):
        before = desk.base.printings[SPECIMEN]
        world.change(SPECIMEN, rarity="Secret Rare", illustrator="Nobody")
        fetched = desk.fetch()
        detail = "rarity 'Rare' → 'Secret Rare'; illustrator 'Masakazu Fukuda' → 'Nobody'"
        assert finding(fetched, SPECIMEN).detail == detail
        assert outcomes(fetched)[Outcome.CHANGED] == [SPECIMEN]
        after = desk.keep(fetched).printings
        assert after[SPECIMEN] == replace(before, rarity="Secret Rare", illustrator="Nobody")
        assert outcomes(desk.fetch()).keys() == {Outcome.SAME}

    def test_a_new_card(self, each_desk, world):
        known = world.card(SPECIMEN).printing
        world.add(replace(known, card_id="dv1-99", number="99", name="Shining Dratini"))
        fetched = each_desk.fetch()
        assert outcomes(fetched)[Outcome.NEW] == ["dv1-99"]
        after = each_desk.keep(fetched)
        assert after.printings["dv1-99"].name == "Shining Dratini"
        assert after.printings["dv1-99"].dex == known.dex

    def test_a_new_set(self, each_desk, world):
        card, card_set = world.card(SPECIMEN).printing, each_desk.base.sets["dv1"]
        new = replace(card_set, set_id="me99", name="Last Things", release_date="2026-11-20")
        world.add_set(new)
        world.add(replace(card, card_id="me99-001", set_id="me99", number="001"))
        after = each_desk.keep(each_desk.fetch())
        assert after.sets["me99"].name == "Last Things"
        assert after.sets["me99"].release_date == "2026-11-20"
        (added,) = [one for one in after.printings.values() if one.set_id == "me99"]
        assert (added.name, added.hp, added.types) == (card.name, card.hp, card.types)

    def test_a_card_that_is_gone_is_told_and_kept(self, each_desk, world):
        world.remove(SPECIMEN)
        fetched = each_desk.fetch()
        assert [one.card_id for one in fetched.gone] == [SPECIMEN]
        assert fetched.is_whole
        assert each_desk.is_unchanged_by(fetched)

    def test_a_set_that_is_gone_is_told_and_kept(self, each_desk, world):
        for card_id in [one for one in world if one.startswith("dv1-")]:
            world.remove(card_id)
        fetched = each_desk.fetch()
        assert fetched.unlisted == ("dv1",)
        assert each_desk.is_unchanged_by(fetched)

    @pytest.mark.parametrize(
        ("facts", "detail"),
        [
            ({"hp": 130}, "hp 40 or 130"),
            ({"types": ("Water",)}, "types Dragon or Water"),
            ({"name": "Dragonair", "dex": (148,)}, "name Dratini or Dragonair; dex 147 or 148"),
            ({"stage": "Stage1"}, "stage Basic or Stage1"),
        ],
    )
    def test_a_service_that_contradicts_two_witnesses_makes_a_dispute(
        self, each_desk, world, facts, detail
    ):
        before = each_desk.base.printings[SPECIMEN]
        world.change(SPECIMEN, Service(each_desk.name), **facts)
        fetched = each_desk.fetch()
        assert outcomes(fetched)[Outcome.DISPUTED] == [SPECIMEN]
        assert finding(fetched, SPECIMEN).detail == detail
        after = each_desk.keep(fetched)
        assert after.printings[SPECIMEN] == before
        assert "; ".join(map(str, after.disputes.open(SPECIMEN))) == detail
        assert outcomes(each_desk.fetch()).keys() == {Outcome.SAME}

    def test_a_dispute_ends_when_the_service_takes_it_back(self, each_desk, world):
        before = each_desk.base.printings[SPECIMEN]
        world.change(SPECIMEN, Service(each_desk.name), hp=130)
        each_desk.refresh()
        world.change(SPECIMEN, Service(each_desk.name), hp=before.hp)
        after = each_desk.refresh()
        assert after.disputes.of(SPECIMEN) == ()
        assert after.printings[SPECIMEN] == before

    def test_a_dispute_ends_when_the_other_service_says_so_too(self, desk, world):
        world.change(SPECIMEN, Service.TCGDEX, hp=130)
        desk.refresh()
        world.change(SPECIMEN, Service.POKEMONTCG, hp=130)
        desk.name = ServiceName.POKEMONTCG
        fetched = desk.fetch()
        assert finding(fetched, SPECIMEN).detail == "hp '40' → '130'"
        after = desk.keep(fetched)
        assert after.disputes.of(SPECIMEN) == ()
        assert after.printings[SPECIMEN].hp == 130

    def test_energy_is_a_card_like_any_other(self, each_desk, world, catalog):
        card = world.card(SPECIMEN).printing
        world.add(replace(catalog.printings["base1-98"], card_id="dv1-98", set_id="dv1"))
        assert outcomes(each_desk.fetch())[Outcome.NEW] == ["dv1-98"]
        added = each_desk.refresh().printings["dv1-98"]
        assert (added.category, added.name, added.types) == (ENERGY, "Fire Energy", ())
        assert added.set_id == card.set_id

    def test_a_set_under_a_new_id_is_known_by_its_name_and_day(self, desk, world):
        world.rename_set("dv1", "dv01")
        fetched = desk.fetch()
        assert outcomes(fetched)[Outcome.SAME].count(SPECIMEN) == 1
        assert desk.is_unchanged_by(fetched)


UNREADABLE: dict[str, tuple[dict[str, Any], str]] = {
    "HTML": ({"name": "Dratini<script>"}, "name 'Dratini<script>' holds markup"),
    "ANSI codes": ({"name": "\x1b[31mDratini"}, "name '\\x1b[31mDratini' holds markup"),
    "a name without end": ({"name": "Dratini" * 1000}, "name 'DratiniDratiniDratin'… is longer"),
}


class TestUnreadableCards:
    @pytest.mark.parametrize("name", UNREADABLE)
    def test_it_is_told_with_its_id_and_reason_and_the_rest_go_on(self, desk, world, name):
        patch, detail = UNREADABLE[name]
        world.patch(Service.TCGDEX, SPECIMEN, **patch)
        fetched = desk.fetch(Wish(sets=("dv1",)))
        assert outcomes(fetched)[Outcome.UNREADABLE] == [SPECIMEN]
        told = finding(fetched, SPECIMEN)
        assert detail in told.detail
        assert (told.name + told.detail).isprintable()
        assert len(told.detail) <= 2000
        assert totals(fetched.findings)[Outcome.SAME] == 20
        assert desk.is_unchanged_by(fetched)

    @pytest.mark.parametrize("tail", ["../../../evil", "x/../../y", "..", "\x1b]0;evil\x07"])
    def test_an_id_that_could_name_a_file_elsewhere_is_refused(self, desk, world, home, tail):
        known = world.card(SPECIMEN).printing
        world.add(replace(known, card_id=f"dv1-{tail}", number="99"))
        fetched = desk.fetch()
        (told,) = outcomes(fetched)[Outcome.UNREADABLE]
        assert told.isprintable()
        desk.keep(fetched)
        assert {one.name for one in home.parent.iterdir()} == {"home"}

    def test_two_cards_of_one_number_are_told(self, desk, world):
        known = world.card(SPECIMEN).printing
        world.add(replace(known, card_id="dv1-001", name="Gyarados", dex=(130,)))
        fetched = desk.fetch()
        assert len(fetched.findings) == len(world)
        (told,) = [one for one in fetched.findings if one.outcome is Outcome.UNREADABLE]
        assert told.detail.startswith("listed with the number of 'dv1-")
        assert totals(fetched.findings)[Outcome.CHANGED] <= 1


class Backwards:
    """A source that lists its sets, and the cards of each, from the end."""

    def __init__(self, source: Source) -> None:
        self.name = source.name
        self._source = source

    def sets(self) -> Sequence[RemoteSet]:
        return self._source.sets()[::-1]

    def open(self, one: RemoteSet) -> OpenedSet | None:
        opened = self._source.open(one)
        return opened and replace(opened, cards=opened.cards[::-1])


class TestOrder:
    def test_merging_again_gives_the_same_bytes(self, each_desk, world):
        world.change(SPECIMEN, hp=70)
        first = each_desk.fetch()
        before = each_desk.files(first, prices=True)
        each_desk.keep(first, prices=True)
        after = each_desk.files(each_desk.fetch(), prices=True)
        names = (*TABLES, "prices.csv")
        assert {one: after[one] for one in names} == {one: before[one] for one in names}

    def test_the_order_in_which_cards_come_is_of_no_matter(self, each_desk, world, rig):
        for card in (SPECIMEN, "exu-A", "bog-1"):
            world.change(card, hp=70)
        forwards = each_desk.files(each_desk.fetch(), prices=True)
        with each_desk.service() as service:
            turned = each_desk.run(replace(service, source=Backwards(service.source)))
        backwards = each_desk.files(turned, prices=True)
        names = (*TABLES, "prices.csv")
        assert {one: backwards[one] for one in names} == {one: forwards[one] for one in names}
        assert rig.requests
