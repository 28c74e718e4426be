"""A run goes on where it was cut short, and a catalogue is published whole or not at all."""

import json
from datetime import UTC, datetime, timedelta
from http import HTTPStatus

import pytest

from deckbuilder.catalog.home import catalog_folder, fetched_catalog
from deckbuilder.errors import BadInputError
from deckbuilder.sources.fetch import Wish
from deckbuilder.sources.merge import Outcome, totals
from deckbuilder.sources.store import FETCH_REPORT, Run
from tests.rig.faults import Fault
from tests.rig.world import Service
from tests.sources.desk import finding, outcomes, read_folder

BROKEN = "/cards/dv1-7$"


def marker(home):
    return home / "cache" / "tcgdex.run.json"


class TestRuns:
    def test_the_same_run_asks_for_the_rest_alone(self, desk, rig):
        rig.faults.add(Fault.empty_500().at(BROKEN).permanent())
        assert outcomes(desk.fetch())[Outcome.UNANSWERED] == ["dv1-7"]
        rig.faults.clear()
        rig.log.clear()
        assert desk.fetch().is_whole
        assert [one.path for one in rig.requests] == ["/v2/en/cards/dv1-7"]

    def test_one_that_ended_well_is_over(self, desk, rig):
        desk.fetch()
        rig.log.clear()
        desk.fetch()
        assert rig.statuses.keys() == {HTTPStatus.NOT_MODIFIED}

    @pytest.mark.parametrize(
        "content",
        [
            json.dumps({"started": (datetime.now(UTC) - timedelta(hours=25)).isoformat()}),
            json.dumps({"started": (datetime.now(UTC) + timedelta(hours=1)).isoformat()}),
            json.dumps({"started": datetime.now(UTC).replace(tzinfo=None).isoformat()}),
            json.dumps({"started": 5}),
            json.dumps({}),
            "[]",
            "garbage",
            "\x00",
        ],
        ids=["old", "of the future", "no zone", "number", "empty", "list", "no JSON", "zero"],
    )
    def test_one_that_is_old_or_damaged_is_begun_anew(self, home, content):
        Run("tcgdex")
        marker(home).write_text(content, encoding="utf-8")
        begun = datetime.now(UTC)
        assert begun <= Run("tcgdex").started <= datetime.now(UTC)

    def test_one_of_a_while_ago_is_gone_on_with(self, home):
        started = datetime.now(UTC) - timedelta(hours=23)
        Run("tcgdex")
        marker(home).write_text(json.dumps({"started": started.isoformat()}), encoding="utf-8")
        assert Run("tcgdex").started == started

    def test_each_service_has_its_own(self):
        assert Run("tcgdex").started != Run("pokemontcg").started

    def test_a_home_that_cannot_be_written_is_one_clear_line(self, home):
        home.write_text("a file", encoding="utf-8")
        with pytest.raises(BadInputError, match="cannot write folder"):
            Run("tcgdex")


class TestReport:
    def test_it_names_every_card_and_adds_up(self, desk, rig, world):
        world.patch(Service.TCGDEX, "dv1-1", name='Dratini\x1b[31m, the "red"')
        world.remove("dv1-2")
        rig.faults.add(Fault.empty_500().at(BROKEN).permanent())
        fetched = desk.fetch()
        lines = desk.files(fetched)[FETCH_REPORT].decode().splitlines()
        assert lines[0] == "card_id,name,outcome,detail,lost"
        assert len(lines) == 1 + len(fetched.findings) + 1
        assert sum(totals(fetched.findings).values()) == len(fetched.findings) == len(world)
        assert lines[-1] == "dv1-2,Dratini,gone,kept all the same,"
        assert all(line.isprintable() for line in lines)

    def test_a_set_that_was_not_read_stands_in_it(self, desk, rig):
        rig.faults.add(Fault.empty_500().at("/sets/dv1$").permanent())
        report = desk.files(desk.fetch())[FETCH_REPORT].decode()
        assert "\ndv1,,set unread,dv1: HTTP 500 (http://127.0.0.1:" in report

    def test_a_card_listed_with_codes_in_its_id_is_shown_without(self, desk, world):
        world.patch(Service.TCGDEX, "dv1-1", id="dv1-\x1b[31m")
        fetched = desk.fetch()
        (told,) = outcomes(fetched)[Outcome.UNREADABLE]
        assert told == "dv1-1"
        assert finding(fetched, told)


class TestPublishing:
    def test_what_was_fetched_is_the_latest_and_says_where_it_is_from(self, desk, world):
        world.change("dv1-1", hp=70)
        catalog = desk.refresh()
        assert catalog_folder("latest") == fetched_catalog() == desk.folder
        assert catalog.stamp.date == "2026-11-29"
        assert b"tcgdex, by its public API" in (desk.folder / "provenance.yaml").read_bytes()

    def test_the_one_before_is_kept_and_older_ones_go(self, desk, world, home):
        folders = []
        for hp in (70, 80, 90):
            world.change("dv1-1", hp=hp)
            desk.refresh()
            folders.append(desk.folder)
        assert {*folders[1:]} == {one for one in (home / "catalogs").iterdir() if one.is_dir()}

    def test_one_that_was_damaged_since_is_written_again(self, desk, small_catalog):
        files = desk.files(desk.fetch())
        desk.refresh()
        damaged, whole = desk.folder, read_folder(desk.folder)
        (damaged / "printings.csv").write_bytes(b"garbage")
        desk.folder = small_catalog
        assert desk.files(desk.fetch()) == files
        desk.refresh()
        assert desk.folder == damaged
        assert read_folder(damaged) == whole

    def test_a_pointer_that_leads_nowhere_does_not_hinder_the_next(self, desk, home):
        desk.refresh()
        (home / "catalogs" / "latest").write_bytes(b"\xff../../..")
        desk.fetch(Wish(sets=("bog",)))
        desk.refresh()
        assert catalog_folder("latest") == desk.folder
