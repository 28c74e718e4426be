"""Whatever goes wrong on the way, no card is lost, doubled or mistaken, and the end is told."""

import time
from collections.abc import Iterable
from dataclasses import replace
from http import HTTPStatus
from itertools import pairwise
from pathlib import Path

import pytest

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.errors import NetworkError
from deckbuilder.sources import tcgdex
from deckbuilder.sources.fetch import Fetched, Wish
from deckbuilder.sources.merge import Outcome, totals
from deckbuilder.sources.services import ServiceName
from tests.rig.faults import Fault, recoverable
from tests.rig.server import Rig
from tests.rig.world import Service, World
from tests.sources.desk import Desk, cards_of, finding, outcomes, write_catalog

HASTE = 0.1
"""Seconds of patience with a service that is made slow."""
LARGE = "sv04"
"""A set of 264 cards, which pokemontcg cuts into two pages."""


def is_whole(fetched: Fetched, cards: Iterable[str]) -> bool:
    """Every card is told once, and as it is."""
    expected = sorted(cards)
    told = sorted(one.card_id for one in fetched.findings)
    same = sorted(outcomes(fetched).get(Outcome.SAME, []))
    return (
        fetched.is_whole
        and told == expected
        and same == expected
        and sum(totals(fetched.findings).values()) == len(told)
    )


FAULTS = {
    "429 without Retry-After": Fault.rate_limited(),
    "429 with seconds": Fault.rate_limited(0),
    "429 with a date": Fault.rate_limited(0, as_date=True),
    "429 with a wait that is none": Fault.rate_limited(0.5),
    "500 with an empty body": Fault.empty_500().repeated(2),
    "503 with a page": Fault.status(HTTPStatus.SERVICE_UNAVAILABLE, b"<h1>Sorry</h1>"),
    "a dropped connection": Fault.dropped(),
    "a body that is not JSON": Fault.not_json(),
    "a body cut short": Fault.cut_short(),
    "a body in brackets": Fault.status(HTTPStatus.OK, b"[" * 100_000),
    "a body of another shape": Fault.status(HTTPStatus.OK, b"42"),
    "a time-out": Fault.slow(3 * HASTE),
}


class TestOneByOne:
    @pytest.mark.parametrize("name", FAULTS)
    def test_a_second_asking_heals_it(self, each_desk, rig, catalog, name):
        """Each address is struck, so every request of the fetch had to be made again."""
        rig.faults.add(FAULTS[name])
        each_desk.timeout = HASTE
        fetched = each_desk.fetch(Wish(sets=("bog",)))
        struck = {one.target for one in rig.requests if one.fault == FAULTS[name].name}
        assert struck == {one.target for one in rig.requests} != set()
        assert is_whole(fetched, cards_of(catalog, ["bog"]))
        assert each_desk.is_unchanged_by(fetched)

    def test_another_card_under_the_asked_id(self, desk, rig, world):
        rig.faults.add(Fault.other_card())
        assert is_whole(desk.fetch(), world)
        assert rig.faults.fired["other card"] == len(world)

    def test_another_card_for_ever_is_never_taken(self, desk, rig, world):
        rig.faults.add(Fault.other_card().at("/dv1-1$").permanent())
        fetched = desk.fetch()
        assert rig.faults.fired["other card"] > 1
        one = finding(fetched, "dv1-1")
        assert one.outcome is Outcome.UNANSWERED
        assert one.detail.startswith("card 'bog-")
        assert len(outcomes(fetched)[Outcome.SAME]) == len(world) - 1
        assert desk.is_unchanged_by(fetched)

    def test_a_card_whose_number_is_another_cards_is_not_taken_for_that_one(self, desk, world):
        world.patch(Service.TCGDEX, "dv1-1", localId="2")
        fetched = desk.fetch()
        one = finding(fetched, "dv1-1")
        assert (one.outcome, one.detail) == (Outcome.DISPUTED, "number 1 or 2")
        assert finding(fetched, "dv1-2").outcome is Outcome.SAME
        assert desk.is_unchanged_by(fetched)

    def test_many_wrong_answers_are_no_sign_of_a_dead_service(self, desk, rig, world):
        rig.faults.add(Fault.other_card().at("/cards/dv1-").permanent())
        fetched = desk.fetch()
        assert rig.faults.fired["other card"] > 20
        assert len(outcomes(fetched)[Outcome.UNANSWERED]) == 21
        assert len(outcomes(fetched)[Outcome.SAME]) == len(world) - 21

    def test_a_listed_card_that_the_service_does_not_have(self, desk, rig):
        rig.faults.add(Fault.status(HTTPStatus.NOT_FOUND).at("/dv1-1$").permanent())
        fetched = desk.fetch()
        one = finding(fetched, "dv1-1")
        assert (one.outcome, rig.hits("/v2/en/cards/dv1-1")) == (Outcome.UNREADABLE, 1)
        assert "no such card" in one.detail
        assert fetched.is_whole

    def test_a_set_that_cannot_be_read_is_told_and_the_others_go_on(self, each_desk, rig):
        rig.faults.add(Fault.empty_500().at("(sets/|set.id:)dv1").permanent())
        fetched = each_desk.fetch()
        assert rig.faults.fired["status 500"] > 1
        (told,) = fetched.unopened
        assert told.startswith("dv1: HTTP 500 (http://")
        assert not fetched.is_whole
        assert not fetched.gone
        assert len(outcomes(fetched)[Outcome.SAME]) == 13

    def test_a_set_list_with_an_entry_that_cannot_be_read(self, each_desk, rig):
        body = {
            ServiceName.TCGDEX: b'[{"id": [7]}, {"id": "dv1", "name": "Dragon Vault"}]',
            ServiceName.POKEMONTCG: b'{"data": [{"id": [7]}, {"id": "dv1", "name": "Dragon Vault",'
            b'"total": 21}], "totalCount": 2, "page": 1}',
        }
        rig.faults.add(Fault.status(HTTPStatus.OK, body[each_desk.name]).at("/sets(\\?|$)"))
        fetched = each_desk.fetch()
        assert rig.faults.fired["status 200"] == 1
        assert fetched.unopened == ("?: listed unreadably: id [7]: Input should be a valid string",)
        assert len(fetched.findings) == 21
        assert fetched.unlisted == ("bog", "exu")


@pytest.fixture(scope="module")
def large_catalog(catalog: Catalog, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_catalog(catalog, [LARGE], tmp_path_factory.mktemp("large"))


class TestPages:
    @pytest.fixture
    def world(self, catalog: Catalog) -> World:
        return World(catalog, cards_of(catalog, [LARGE]))

    @pytest.fixture
    def desk(self, rig: Rig, large_catalog: Path) -> Desk:
        return Desk(rig, large_catalog, ServiceName.POKEMONTCG)

    @pytest.mark.parametrize("fault", [Fault.repeated_page(), Fault.lost_card()])
    def test_a_page_that_is_not_whole_is_read_again(self, desk, rig, world, fault):
        rig.faults.add(fault)
        fetched = desk.fetch()
        assert rig.faults.fired[fault.name]
        assert fetched.is_whole
        assert sorted(outcomes(fetched)[Outcome.SAME]) == sorted(world)

    def test_a_page_that_never_is_whole_is_read_in_another_cut(self, desk, rig, world):
        rig.faults.add(Fault.repeated_page().at("pageSize=250").permanent())
        fetched = desk.fetch()
        assert rig.faults.fired["repeated page"] == 2
        assert sorted(outcomes(fetched)[Outcome.SAME]) == sorted(world)

    def test_cards_that_are_lost_all_the_same_are_counted_and_asked_for_next_time(
        self, desk, rig, world
    ):
        rig.faults.add(Fault.repeated_page().permanent())
        fetched = desk.fetch()
        came = len(fetched.findings)
        assert fetched.unopened == (f"sv4: {len(world) - came} cards of it did not come",)
        assert 200 < came < len(world)
        assert not fetched.gone
        assert not fetched.is_whole
        rig.faults.clear()
        assert sorted(outcomes(desk.fetch())[Outcome.SAME]) == sorted(world)

    def test_a_set_that_a_list_without_pages_loses_is_told(self, desk, rig):
        desk.name = ServiceName.TCGDEX
        rig.faults.add(Fault.lost_card().at("/sets$"))
        fetched = desk.fetch()
        assert rig.faults.fired["lost card"] == 1
        assert fetched.unlisted == (LARGE,)
        assert desk.is_unchanged_by(fetched)

    def test_a_lost_set_is_counted(self, desk, rig):
        rig.faults.add(Fault.lost_card().at("/sets").permanent())
        fetched = desk.fetch()
        assert rig.faults.fired["lost card"]
        assert fetched.unopened == ("?: 1 sets did not come",)

    @pytest.mark.parametrize("count", [b"-1", b"10001", b"1e9", b'"many"', b"null", b"true"])
    def test_a_page_that_promises_what_cannot_be_is_no_answer(self, desk, rig, count):
        page = b'{"data": [{"id": "x"}], "page": 1, "totalCount": ' + count + b"}"
        rig.faults.add(Fault.status(HTTPStatus.OK, page).permanent())
        with pytest.raises(
            NetworkError, match=r"the page says that there are|is no page: totalCount"
        ):
            desk.fetch()
        assert len(rig.requests) < 10

    def test_entries_that_are_no_cards_are_told_one_by_one(self, desk, rig):
        page = b'{"data": [{}, {"id": [5]}, {"name": "Weedle"}], "page": 1, "totalCount": 3}'
        rig.faults.add(Fault.status(HTTPStatus.OK, page).at("q=set.id:sv4").permanent())
        fetched = desk.fetch()
        assert len(outcomes(fetched)[Outcome.UNREADABLE]) == 3
        assert fetched.unopened == ("sv4: 263 cards of it did not come",)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_storm_of_all_of_them_loses_nothing(each_desk, rig, world, seed):
    pages = each_desk.name == ServiceName.POKEMONTCG
    # Where a list has no pages, nothing tells that an entry of it is lost.
    faults = [one for one in recoverable(delay=0.01) if pages or one.name != "lost card"]
    rig.faults.storm(seed, 0.5, tuple(faults))
    fetched = each_desk.fetch()
    assert len(rig.faults.fired) >= (2 if pages else 6)
    assert is_whole(fetched, world)
    assert each_desk.is_unchanged_by(fetched)


class TestRateLimits:
    @pytest.mark.parametrize("as_date", [False, True])
    def test_the_service_is_left_alone_as_long_as_it_asks(self, desk, rig, as_date):
        wait = 2 if as_date else 1  # a date is cut to whole seconds
        rig.faults.add(Fault.rate_limited(wait, as_date=as_date).at("/sets/dv1$"))
        assert desk.fetch(Wish(sets=("dv1",))).is_whole
        (limited,) = [one for one in rig.requests if one.fault]
        later = [one.at - limited.at for one in rig.requests if one.at > limited.at]
        assert min(later) > 0.98

    def test_all_requests_wait_and_not_only_the_one_that_was_refused(self, desk, rig):
        rig.faults.add(Fault.rate_limited(1).at("/cards/dv1-7$"))
        desk.fetch(Wish(sets=("dv1",)))
        gaps = [after.at - before.at for before, after in pairwise(rig.requests)]
        assert max(gaps) > 0.9
        (limited,) = [one.at for one in rig.requests if one.fault]
        early = [one for one in rig.requests if limited + 0.1 < one.at < limited + 0.95]
        assert early == []

    def test_a_wait_of_an_hour_is_no_answer_today(self, desk, rig):
        rig.faults.add(Fault.rate_limited(3600).permanent())
        started = time.monotonic()
        with pytest.raises(NetworkError, match="HTTP 429; it asks to wait 3600 s"):
            desk.fetch()
        assert time.monotonic() - started < 1
        assert len(rig.requests) == 1

    @pytest.mark.parametrize(
        "status", [HTTPStatus.BAD_REQUEST, HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN]
    )
    def test_a_refusal_is_not_asked_for_again(self, each_desk, rig, status):
        rig.faults.add(Fault.status(status).permanent())
        with pytest.raises(NetworkError, match=f"HTTP {status:d}"):
            each_desk.fetch()
        assert len(rig.requests) == 1


class TestDeadServices:
    def test_nobody_there(self, each_desk):
        each_desk.url = "http://127.0.0.1:9"
        with pytest.raises(NetworkError) as caught:
            each_desk.fetch()
        assert str(caught.value).startswith(f"{each_desk.name} does not list its sets: no conn")
        assert str(caught.value).endswith("the catalogue of 2026-08-22 stays as it is")

    @pytest.mark.parametrize("address", ["nonsense", "ftp://example.org", "http://", "file:///etc"])
    def test_no_web_address(self, desk, address):
        desk.url = address
        with pytest.raises(NetworkError, match="this is no web address"):
            desk.fetch()

    def test_one_that_dies_half_way_is_not_asked_endlessly(self, desk, rig, world, monkeypatch):
        """The circuit breaks; what came is kept, and the next run asks for the rest alone."""
        monkeypatch.setattr(tcgdex, "MANNERS", replace(tcgdex.MANNERS, retries=1))

        def die(what: str, done: int, _: int) -> None:
            if (what, done) == ("cards", 10):
                rig.faults.add(Fault.empty_500().permanent())

        fetched = desk.fetch(progress=die)
        broken = [one for one in rig.requests if one.fault]
        answered = {one.path for one in rig.requests if one.status == HTTPStatus.OK}
        assert 20 <= len(broken) < 20 + 2 * desk_workers(desk)
        lost = outcomes(fetched)[Outcome.UNANSWERED]
        assert len(lost) + len(outcomes(fetched)[Outcome.SAME]) == len(world)
        assert "stopped answering" in finding(fetched, lost[-1]).detail

        rig.faults.clear()
        rig.log.clear()
        assert is_whole(desk.fetch(), world)
        assert len(rig.requests) == len(lost)
        assert answered.isdisjoint(one.path for one in rig.requests)

    def test_nothing_is_made_of_no_answer_at_all(self, desk, rig):
        rig.faults.add(Fault.empty_500().at("/sets/|/cards/").permanent())
        fetched = desk.fetch()
        assert fetched.is_empty
        assert len(fetched.unopened) == 3
        assert fetched.gone == fetched.unlisted == ()


def desk_workers(desk: Desk) -> int:
    with desk.service() as service:
        return service.workers
