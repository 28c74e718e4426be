"""What can go wrong with an answer: each fault turns a reply into a worse one."""

import json
import re
import threading
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from hashlib import blake2b
from http import HTTPStatus
from typing import Any, Final, Self
from urllib.parse import unquote

from tests.rig.reply import JSON, Reply, json_reply

_PAGE: Final = re.compile(r"(?<=[?&])((?:pagination(?::|%3A))?page)=(\d+)", re.IGNORECASE)
_CARD: Final = re.compile(r"/cards/[^/?]+$")
_MEBIBYTE: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Meeting:
    """A request that a fault meets."""

    target: str
    reply: Reply
    """What would be answered without the fault."""
    reply_to: Callable[[str], Reply]
    """What would be answered to another target."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One kind of trouble, where it strikes, and how often at each address."""

    name: str
    spoil: Callable[[Meeting], Reply | None]
    """Makes the worse reply, or none where this trouble cannot strike."""
    where: str = ""
    """A pattern that the decoded target must hold; empty for everywhere."""
    times: int | None = 1
    """How often it strikes at each address; none for ever."""

    def at(self, where: str) -> Self:
        """The same fault, only where the decoded path and query hold this pattern."""
        return replace(self, where=where)

    def repeated(self, times: int) -> Self:
        """The same fault, this often at each address."""
        return replace(self, times=times)

    def permanent(self) -> Self:
        """The same fault, for ever."""
        return replace(self, times=None)

    @classmethod
    def rate_limited(cls, retry_after: float | None = None, *, as_date: bool = False) -> "Fault":
        """A 429, with `Retry-After` in seconds or as an HTTP date, or without."""

        def spoil(_: Meeting) -> Reply:
            error = {"error": {"message": "Rate limit exceeded", "code": 429}}
            reply = json_reply(error, HTTPStatus.TOO_MANY_REQUESTS)
            if retry_after is not None:
                reply.headers = (("Retry-After", _wait(retry_after, as_date=as_date)),)
            return reply

        return cls("rate limited", spoil)

    @classmethod
    def empty_500(cls) -> "Fault":
        """A 500 without a body."""
        return cls.status(HTTPStatus.INTERNAL_SERVER_ERROR)

    @classmethod
    def status(cls, status: HTTPStatus, body: bytes = b"") -> "Fault":
        """Any status, with a body that is no JSON."""
        return cls(f"status {status:d}", lambda _: Reply(status, "text/plain", body))

    @classmethod
    def dropped(cls) -> "Fault":
        """The connection breaks half-way through the body that was promised."""
        return cls("dropped", lambda met: _copy(met.reply, share=0.5))

    @classmethod
    def not_json(cls) -> "Fault":
        """A page of HTML with status 200."""
        page = b"<!doctype html><title>Maintenance</title><p>We are back in a moment."
        return cls("not JSON", lambda _: Reply(HTTPStatus.OK, "text/html", page))

    @classmethod
    def cut_short(cls) -> "Fault":
        """Half of the body, whole by its stated length."""

        def spoil(met: Meeting) -> Reply:
            return _copy(met.reply, body=met.reply.body[: len(met.reply.body) // 2])

        return cls("cut short", spoil)

    @classmethod
    def slow(cls, delay: float = 0.5) -> "Fault":
        """The right answer, after so many seconds."""
        return cls("slow", lambda met: _copy(met.reply, delay=delay))

    @classmethod
    def untagged(cls) -> "Fault":
        """The right answer, with no tag and no stated length."""
        return cls("untagged", lambda met: _copy(met.reply, stream=lambda: iter([met.reply.body])))

    @classmethod
    def drip(cls, pause: float = 0.05) -> "Fault":
        """The right answer, a byte at a time, with so many seconds between two."""

        def spoil(met: Meeting) -> Reply:
            body = met.reply.body
            drops = (body[place : place + 1] for place in range(len(body)))
            return _copy(met.reply, stream=lambda: drops, pause=pause)

        return cls("drip", spoil)

    @classmethod
    def repeated_page(cls) -> "Fault":
        """A page after the first one brings the entries of the page before it."""
        return cls("repeated page", _repeat_page)

    @classmethod
    def lost_card(cls) -> "Fault":
        """A list or page comes without its last entry."""
        return cls("lost card", _lose_card)

    @classmethod
    def other_card(cls) -> "Fault":
        """Another card under the id that was asked for."""
        return cls("other card", _swap_card)

    @classmethod
    def told_otherwise(cls, change: Callable[[Any], Any]) -> "Fault":
        """What was to be sent as JSON, changed."""

        def spoil(met: Meeting) -> Reply | None:
            is_sound = met.reply.kind == JSON and met.reply.status == HTTPStatus.OK
            return json_reply(change(json.loads(met.reply.body))) if is_sound else None

        return cls("told otherwise", spoil)

    @classmethod
    def redirect(cls, to: str) -> "Fault":
        """A 302 to the same path and query under another origin, such as `http://localhost:1`."""

        def spoil(met: Meeting) -> Reply:
            location = (("Location", f"{to}{met.target}"),)
            return Reply(HTTPStatus.FOUND, "text/plain", b"", location)

        return cls("redirect", spoil)

    @classmethod
    def endless(cls) -> "Fault":
        """A body that goes on until the reader hangs up."""
        return cls("endless", lambda _: Reply(HTTPStatus.OK, JSON, b"", stream=_endless))

    @classmethod
    def gzip_bomb(cls, gibibytes: int = 4) -> "Fault":
        """A small compressed body that unpacks to so many GiB of zeros."""

        def spoil(_: Meeting) -> Reply:
            packed = (("Content-Encoding", "gzip"),)
            return Reply(HTTPStatus.OK, JSON, b"", packed, stream=lambda: _bomb(gibibytes))

        return cls("gzip bomb", spoil)


def recoverable(delay: float = 0.5, retry_after: float = 0) -> tuple[Fault, ...]:
    """Every fault that a second asking heals.

    Args:
        delay: Seconds that a slow answer takes.
        retry_after: Seconds that a 429 asks to wait.
    """
    return (*transport(delay, retry_after), *contents())


def transport(delay: float = 0.5, retry_after: float = 0) -> tuple[Fault, ...]:
    """The recoverable faults that show in one answer by itself; arguments as `recoverable`."""
    return (
        Fault.rate_limited(),
        Fault.rate_limited(retry_after),
        Fault.rate_limited(retry_after, as_date=True),
        Fault.empty_500(),
        Fault.dropped(),
        Fault.not_json(),
        Fault.cut_short(),
        Fault.slow(delay),
    )


def contents() -> tuple[Fault, ...]:
    """The recoverable faults of a sound answer that tells something else."""
    return (Fault.repeated_page(), Fault.lost_card(), Fault.other_card())


@dataclass(frozen=True, slots=True)
class Storm:
    """Faults at random, the same for the same seed whatever the order of requests."""

    seed: int
    rate: float
    """The share of askings that it strikes, until it leaves an address alone."""
    faults: tuple[Fault, ...]
    strikes: int
    """How many askings of one address it may strike; those after them pass."""

    def choose(self, target: str, attempt: int) -> tuple[Fault, ...]:
        """The faults to try for an asking, in order; none where it passes."""
        if attempt >= self.strikes or self._draw(target, attempt, "strikes") >= self.rate:
            return ()
        first = int(self._draw(target, attempt, "kind") * len(self.faults))
        return (*self.faults[first:], *self.faults[:first])

    def _draw(self, target: str, attempt: int, what: str) -> float:
        text = f"{self.seed} {target} {attempt} {what}"
        return int.from_bytes(blake2b(text.encode(), digest_size=6).digest()) / (1 << 48)


class Faults:
    """The faults that are switched on, and how often each has struck."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._faults: list[Fault] = []
        self._storm: Storm | None = None
        self._askings = Counter[str]()
        self._struck = Counter[tuple[int, str]]()
        self.fired = Counter[str]()
        """How often faults struck, by name."""

    def add(self, *faults: Fault) -> None:
        """Switch faults on; at one address they strike one after the other."""
        with self._lock:
            self._faults.extend(faults)

    def storm(
        self,
        seed: int,
        rate: float,
        faults: tuple[Fault, ...] | None = None,
        strikes: int = 2,
    ) -> None:
        """Let faults strike at random, decided by seed, address and number of the asking.

        Args:
            seed: Any number.
            rate: The share of askings that is struck, 0 to 1.
            faults: What may strike; by default all that are recoverable.
            strikes: An address is struck so often at most.
        """
        with self._lock:
            self._storm = Storm(seed, rate, recoverable() if faults is None else faults, strikes)

    def clear(self) -> None:
        """Switch every fault off, and forget what struck."""
        with self._lock:
            self._faults.clear()
            self._storm = None
            self._askings.clear()
            self._struck.clear()
            self.fired.clear()

    @property
    def quiet(self) -> bool:
        """Whether no fault is switched on."""
        return not self._faults and self._storm is None

    def meet(self, met: Meeting) -> tuple[Reply, str]:
        """The reply to a request, and the name of the fault that spoilt it, if any."""
        with self._lock:
            for index, fault in self._due(met.target):
                spoilt = fault.spoil(met)
                if spoilt is not None:
                    self._struck[index, met.target] += 1
                    self.fired[fault.name] += 1
                    return spoilt, fault.name
        return met.reply, ""

    def _due(self, target: str) -> Iterator[tuple[int, Fault]]:
        attempt = self._askings[target]
        self._askings[target] += 1
        for index, fault in enumerate(self._faults):
            left = fault.times is None or self._struck[index, target] < fault.times
            if left and re.search(fault.where, unquote(target)):
                yield index, fault
        if self._storm is not None:
            yield from ((-1, fault) for fault in self._storm.choose(target, attempt))


def _copy(reply: Reply, **changed: Any) -> Reply:
    parts = {"status": reply.status, "kind": reply.kind, "body": reply.body}
    return Reply(**{**parts, "headers": reply.headers, **changed})


def _wait(seconds: float, *, as_date: bool) -> str:
    if not as_date:
        return f"{seconds:g}"
    return format_datetime(datetime.now(UTC) + timedelta(seconds=seconds), usegmt=True)


def _entries(reply: Reply) -> list[Any] | None:
    """The entries of a list or a page; none for any other answer."""
    if reply.kind != JSON or reply.status != HTTPStatus.OK:
        return None
    told = json.loads(reply.body)
    entries = told.get("data") if isinstance(told, dict) else told
    return entries if isinstance(entries, list) else None


def _with_entries(reply: Reply, entries: list[Any]) -> Reply:
    told = json.loads(reply.body)
    if isinstance(told, list):
        return json_reply(entries)
    return json_reply({**told, "data": entries, "count": len(entries)})


def _repeat_page(met: Meeting) -> Reply | None:
    page = _PAGE.search(met.target)
    if page is None or int(page[2]) < 2 or not _entries(met.reply):
        return None
    before = f"{page[1]}={int(page[2]) - 1}"
    entries = _entries(met.reply_to(_PAGE.sub(before, met.target)))
    return _with_entries(met.reply, entries or [])


def _lose_card(met: Meeting) -> Reply | None:
    entries = _entries(met.reply)
    return _with_entries(met.reply, entries[:-1]) if entries else None


def _swap_card(met: Meeting) -> Reply | None:
    """Answer with the first card of the service that is not the one asked for."""
    if met.reply.status != HTTPStatus.OK or not _CARD.search(met.target):
        return None
    cards = met.target.rpartition("/")[0]
    paged = "?pageSize=2" if "/ptcg/" in cards else "?pagination:itemsPerPage=2"
    for other in _entries(met.reply_to(f"{cards}{paged}")) or ():
        swapped = met.reply_to(f"{cards}/{other['id']}")
        if swapped.body != met.reply.body:
            return _copy(swapped)
    return None


def _endless() -> Iterator[bytes]:
    yield b"["
    while True:
        yield b'"and so on",' * (_MEBIBYTE // 12)


def _bomb(gibibytes: int) -> Iterator[bytes]:
    packer = zlib.compressobj(1, zlib.DEFLATED, 31)
    zeros = bytes(_MEBIBYTE)
    for _ in range(gibibytes * 1024):
        if packed := packer.compress(zeros):
            yield packed
    yield packer.flush()
