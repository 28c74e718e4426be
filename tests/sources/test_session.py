"""A service is asked with manners, and trusted with nothing."""

import gzip
import resource
import sqlite3
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path

import pytest

from deckbuilder.errors import BadInputError, NetworkError
from deckbuilder.sources.fetch import Wish
from deckbuilder.sources.pokemontcg import KEY
from deckbuilder.sources.services import ServiceName
from deckbuilder.sources.session import Manners, NoAnswerError, Session
from tests.rig.faults import Fault
from tests.rig.server import Rig
from tests.rig.world import World
from tests.sources.desk import Desk

QUICK = Manners(rate=0, timeout=5, retries=2, backoff=0.002)
MEBIBYTE = 2**20
Open = Callable[..., Session]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    """Open sessions over one cache."""
    sessions: list[Session] = []

    def make(manners: Manners = QUICK, largest_body: int = 8 * MEBIBYTE) -> Session:
        now = datetime.now(UTC)
        sessions.append(Session(tmp_path / "cache.sqlite", manners, now, largest_body=largest_body))
        return sessions[-1]

    yield make
    for one in sessions:
        one.close()


@pytest.fixture
def address(rig: Rig) -> str:
    return f"{rig.tcgdex_url}/cards/dv1-1"


class TestManners:
    def test_the_rate_is_never_exceeded(self, desk, rig):
        desk.rate = 40
        started = time.monotonic()
        desk.fetch(Wish(sets=("dv1",)))
        times = [one.at for one in rig.requests]
        assert len(times) == 23
        assert time.monotonic() - started > 22 / 40
        for first, later in zip(times, times[8:], strict=False):
            assert later - first > 8 / 40 - 0.02

    def test_no_more_requests_at_once_than_is_polite(self, world, small_catalog):
        with Rig(world, latency=0.02) as rig:
            desk = Desk(rig, small_catalog)
            desk.fetch()
            with desk.service() as service:
                most = service.workers
            assert 2 < rig.peak_concurrency <= most
            assert rig.peak_connections <= most

    def test_each_pause_is_longer_than_the_one_before(self, opened, rig, address):
        rig.faults.add(Fault.empty_500().permanent())
        session = opened(replace(QUICK, retries=4, backoff=0.02))
        with pytest.raises(NoAnswerError, match="HTTP 500"):
            session.json(address)
        times = [one.at for one in rig.requests]
        assert len(times) == 5
        assert times[4] - times[3] > 0.15 > times[1] - times[0]

    def test_stopping_ends_a_long_pause(self, opened, rig, address):
        rig.faults.add(Fault.rate_limited(60).permanent())
        session = opened()
        threading.Timer(0.1, session.stop).start()
        started = time.monotonic()
        with pytest.raises(NoAnswerError, match="stopped by hand"):
            session.json(address)
        assert time.monotonic() - started < 2
        assert len(rig.requests) == 1

    def test_stopping_ends_a_body_that_does_not_end(self, opened, rig, address):
        rig.faults.add(Fault.drip(0.02).permanent())
        session = opened()
        threading.Timer(0.1, session.stop).start()
        with pytest.raises(NoAnswerError, match="stopped by hand"):
            session.json(address)


class TestTrust:
    @pytest.mark.parametrize("other", ["host", "scheme"])
    def test_a_redirect_to_another_host_is_refused(self, opened, rig, address, other):
        to = rig.other_origin if other == "host" else rig.url.replace("http", "https")
        rig.faults.add(Fault.redirect(to))
        with pytest.raises(NoAnswerError, match="redirected to another host: 'http"):
            opened().json(address)
        assert len(rig.requests) == 1

    def test_a_redirect_on_the_same_host_is_followed_and_kept(self, opened, rig, address):
        rig.faults.add(Fault.redirect(f"{rig.url}").at("/sets$"))
        session = opened()
        assert session.json(f"{rig.tcgdex_url}/sets")
        assert session.json(f"{rig.tcgdex_url}/sets")
        assert rig.hits("/v2/en/sets") == 2
        assert session.json(address)["id"] == "dv1-1"

    def test_a_redirect_in_a_circle(self, opened, rig, address):
        rig.faults.add(Fault.redirect(rig.url).permanent())
        with pytest.raises(NoAnswerError, match="redirected in a circle"):
            opened().json(address)

    def test_an_endless_body_is_cut_off(self, opened, rig, address):
        rig.faults.add(Fault.endless().permanent())
        with pytest.raises(NoAnswerError, match="the body is larger than 8 MiB"):
            opened().json(address)
        assert len(rig.requests) == 1
        assert rig.requests[0].sent < 64 * MEBIBYTE

    def test_a_bomb_is_not_unpacked(self, opened, rig, address):
        rig.faults.add(Fault.gzip_bomb().permanent())
        before = peak()
        with pytest.raises(NoAnswerError, match="the body is larger than 8 MiB"):
            opened().json(address)
        assert rig.faults.fired["gzip bomb"] == 1
        assert peak() - before < 100 * MEBIBYTE

    def test_a_body_that_drips_is_given_up(self, opened, rig, address):
        rig.faults.add(Fault.drip(0.05).permanent())
        started = time.monotonic()
        with pytest.raises(NoAnswerError, match="the body takes too long"):
            opened(replace(QUICK, retries=0, patience=0.3)).json(address)
        assert rig.faults.fired["drip"] == 1
        assert time.monotonic() - started < 2

    def test_a_body_that_is_not_packed_as_it_says(self, opened, rig, address):
        torn = replace(Fault.not_json(), spoil=lambda met: _packed(met.reply, b"no gzip at all"))
        rig.faults.add(torn.permanent())
        with pytest.raises(NoAnswerError, match="the body is packed wrongly"):
            opened().json(address)

    def test_a_packed_body_that_is_cut_short(self, opened, rig, address):
        body = gzip.compress(b'{"id": "dv1-1"}' + b" " * 999)[:-20]
        rig.faults.add(replace(Fault.not_json(), spoil=lambda met: _packed(met.reply, body)))
        assert opened().json(address)["name"]
        assert len(rig.requests) == 2

    def test_a_certificate_of_its_own_making_is_not_trusted(self, world, small_catalog, tmp_path):
        with https_rig(world, tmp_path) as rig:
            with pytest.raises(NetworkError) as caught:
                Desk(rig, small_catalog).fetch()
            assert "the certificate cannot be trusted" in str(caught.value)
            assert len(str(caught.value).splitlines()) == 1
            assert rig.requests == ()

    def test_the_same_service_is_asked_once_its_certificate_is_trusted(
        self, world, small_catalog, tmp_path, monkeypatch
    ):
        """So it was the certificate, and nothing else, that kept the other test from asking."""
        with https_rig(world, tmp_path) as rig:
            monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(tmp_path / "certificate.pem"))
            assert Desk(rig, small_catalog).fetch().is_whole
            assert rig.requests

    def test_a_key_is_in_no_file_and_no_error(self, desk, rig, home, monkeypatch):
        desk.name = ServiceName.POKEMONTCG
        monkeypatch.setenv(KEY, "s3cret-key")
        rig.faults.add(Fault.empty_500().at("dv1").permanent())
        fetched = desk.fetch()
        desk.keep(fetched)
        assert any(one.headers.get("x-api-key") == "s3cret-key" for one in rig.requests)
        files = [one for one in home.rglob("*") if one.is_file()]
        assert any("sqlite" in one.name for one in files)
        assert not any(b"s3cret-key" in one.read_bytes() for one in files)
        assert fetched.unopened
        assert "s3cret-key" not in repr(fetched.unopened)

    def test_a_password_of_the_users_is_kept_out_of_the_cache(
        self, opened, rig, address, tmp_path, monkeypatch
    ):
        netrc = tmp_path / "netrc"
        netrc.write_text("machine 127.0.0.1 login me password hunter2\n", encoding="utf-8")
        monkeypatch.setenv("NETRC", str(netrc))
        session = opened()
        session.json(address)
        sent = rig.requests[0].headers["authorization"].encode()
        assert not any(sent in one.read_bytes() for one in tmp_path.glob("cache*"))


class TestCache:
    def test_what_this_run_has_is_not_asked_again(self, opened, rig, address):
        session = opened()
        assert session.json(address) == session.json(address)
        assert len(rig.requests) == 1

    def test_a_wrong_answer_is_not_kept(self, opened, rig, address):
        rig.faults.add(Fault.not_json())
        session = opened(replace(QUICK, retries=0))
        with pytest.raises(NoAnswerError, match="no whole JSON"):
            session.json(address)
        assert session.json(address)["id"] == "dv1-1"
        assert len(rig.requests) == 2

    def test_what_is_there_is_given_though_the_service_has_died(self, opened, rig, address):
        session = opened(replace(QUICK, retries=0))
        assert session.json(address)
        rig.faults.add(Fault.empty_500().permanent())
        for number in range(2, 14):
            with pytest.raises(NoAnswerError):
                session.json(f"{rig.tcgdex_url}/cards/dv1-{number}")
        assert len(rig.requests) == 11
        assert session.json(address)

    @pytest.mark.parametrize("content", [b"garbage" * 1000, b"SQLite format 3\x00" + b"x" * 9000])
    def test_a_damaged_cache_is_begun_anew_and_that_is_told(self, opened, tmp_path, content):
        (tmp_path / "cache.sqlite").write_bytes(content)
        assert opened().began_anew

    def test_a_cache_damaged_within_is_begun_anew(self, opened, rig, address, tmp_path):
        session = opened()
        for number in range(1, 22):
            session.json(f"{rig.tcgdex_url}/cards/dv1-{number}")
        session.close()
        file = tmp_path / "cache.sqlite"
        content = bytearray(file.read_bytes())
        content[4096 : len(content) // 2] = b"\xff" * (len(content) // 2 - 4096)
        file.write_bytes(content)
        session = opened()
        assert session.began_anew
        assert session.json(address)

    def test_a_whole_cache_is_kept(self, opened, address):
        first = opened()
        assert not first.began_anew
        first.json(address)
        first.close()
        assert not opened().began_anew

    def test_a_cache_that_cannot_be_opened_is_one_clear_line(self, opened, tmp_path):
        (tmp_path / "cache.sqlite").mkdir()
        with pytest.raises(BadInputError, match=r"cache.sqlite' cannot be used: unable to open"):
            opened()

    def test_a_cache_that_breaks_under_way_is_one_clear_line(self, opened, address, tmp_path):
        session = opened()
        with sqlite3.connect(tmp_path / "cache.sqlite") as connection:
            connection.execute("DROP TABLE responses")
        with pytest.raises(BadInputError, match="cannot be used: no such table"):
            session.json(address)

    def test_images_are_kept_out_of_it_however_many_come_at_once(self, opened, rig, tmp_path):
        session = opened()
        stem = session.json(f"{rig.tcgdex_url}/cards/dv1-1")["image"]
        with ThreadPoolExecutor(8) as pool:
            came = list(pool.map(session.content, [f"{stem}/low.webp"] * 40))
        assert len(set(came)) == 1
        assert sum("low.webp" in one.path for one in rig.requests) == 40
        with sqlite3.connect(tmp_path / "cache.sqlite") as connection:
            assert connection.execute("SELECT count(*) FROM responses").fetchone() == (1,)


@contextmanager
def https_rig(world: World, folder: Path) -> Iterator[Rig]:
    """A rig with a certificate that it has made for itself."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    command = (
        "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=127.0.0.1 "
        "-addext subjectAltName=IP:127.0.0.1"
    )
    files = ["-out", str(certificate), "-keyout", str(key)]
    subprocess.run([*command.split(), *files], check=True, capture_output=True)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate, key)
    with Rig(world, tls=tls) as rig:
        yield rig


def peak() -> int:
    """The most memory that this process had, in bytes; the bomb alone would be some GiB."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def _packed(reply, body: bytes):
    reply = replace(reply, body=body, headers=(("Content-Encoding", "gzip"),), _wires={})
    return replace(reply, status=HTTPStatus.OK)
