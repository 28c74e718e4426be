"""Asking a public service with manners: paced, patient, bounded, cached, and resumable."""

import sqlite3
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar
from urllib.parse import urljoin, urlsplit

import requests
from requests.adapters import HTTPAdapter
from requests_cache import CachedSession
from requests_cache.backends.sqlite import SQLiteCache
from requests_cache.models.response import CachedResponse
from requests_cache.policy.settings import DEFAULT_IGNORED_PARAMS
from urllib3.exceptions import (
    ConnectTimeoutError,
    DecodeError,
    HTTPError,
    MaxRetryError,
    NewConnectionError,
    ProtocolError,
    ReadTimeoutError,
)
from urllib3.util import Retry

from deckbuilder import __version__
from deckbuilder.catalog.files import sha256
from deckbuilder.errors import BadInputError

USER_AGENT: Final = f"deckbuilder/{__version__}"
_LARGEST_BODY: Final = 64 * 2**20
"""Bytes, unpacked: the longest list that either service gives has a few MiB."""
_CHUNK: Final = 2**16
_LONGEST_WAIT: Final = 300.0
"""Seconds that a service may ask to be left alone; beyond that it does not answer today."""
_KEPT: Final = timedelta(days=3650)
"""How long an answer serves for asking with a condition."""
_GIVE_UP: Final = 10
"""Asks in a row without an answer after which the service counts as gone."""
_VALIDATORS: Final = ("ETag", "Last-Modified")
"""Headers of an answer that can be asked for with a condition."""
_MAY_PASS: Final = (408, 425, 429)
"""Statuses that blame the request, and that the same request may not meet again."""


@dataclass(frozen=True, slots=True)
class Manners:
    """How a service is to be treated."""

    rate: float
    """Requests a second, at most; 0 for no limit."""
    timeout: float = 20.0
    """Seconds to wait for a connection, and for the next bytes."""
    retries: int = 6
    """Further tries of a request that failed."""
    workers: int = 8
    """Requests under way at the same time."""
    backoff: float = 0.1
    """Seconds of the first pause before a further try; each one after it is twice as long."""
    patience: float = 120.0
    """Seconds that a body may take in all, however steadily it drips."""


class NoAnswerError(Exception):
    """A request has no usable answer, however often it was tried; the text says why."""


class NotFoundError(Exception):
    """The service says that it has no such thing."""


class _FaultError(Exception):
    """One try failed in a way that another may not."""

    def __init__(self, why: str, wait: float | None = None) -> None:
        super().__init__(why)
        self.wait = wait
        """Seconds that the service asks to be left alone for."""


class _UnreachableError(_FaultError):
    """There is nobody to ask, which few further tries will change."""


class _OtherAnswerError(_FaultError):
    """The service answers, and with something else than was asked for."""


class _FinalError(Exception):
    """One try failed in a way that every other will."""


Answer = TypeVar("Answer")
_Get = Callable[..., requests.Response]
Check = Callable[[Any], str]
"""Says what is wrong with an answer; empty when it is the one that was asked for."""


class Session:
    """Asks one service. Any thread may ask."""

    def __init__(
        self,
        cache: Path,
        manners: Manners,
        run: datetime,
        headers: Mapping[str, str] | None = None,
        largest_body: int = _LARGEST_BODY,
    ) -> None:
        """Open the cache.

        Args:
            cache: The cache's file.
            manners: How the service is to be treated.
            run: Names the run: what it has already asked it does not ask again, what an earlier
                run asked is asked with a condition, so that an unchanged body is not sent.
            headers: Sent along with each request, and kept out of the cache.
            largest_body: Bytes, unpacked, that an answer may have.
        """
        self.began_anew: Final = _throw_away_damaged(cache)
        """Whether the cache was damaged, so that a new one was begun."""
        self._file = cache
        self._fresh_until = run + _KEPT
        self._manners = manners
        self._pace = _Pace(manners.rate)
        self._stopped = threading.Event()
        self._failed = 0
        self._session = _CachedSession(
            backend=SQLiteCache(str(cache), wal=True, busy_timeout=60_000),
            ignored_parameters=[*DEFAULT_IGNORED_PARAMS, *(headers or ())],
            expire_after=self._fresh_until,
            key_fn=_cache_key,
        )
        # Images lie on hosts of their own: they see no key, and are kept elsewhere.
        self._bare = _BareSession()
        adapter = _BoundedAdapter(largest_body, manners, self._stopped)
        for session in (self._session, self._bare):
            session.headers["User-Agent"] = USER_AGENT
            for scheme in ("http://", "https://"):
                session.mount(scheme, adapter)
        self._session.headers.update(headers or {})

    def stop(self) -> None:
        """Leave whatever is not yet asked unasked."""
        self._stopped.set()

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._stopped.is_set()

    def close(self) -> None:
        """Close connections and cache."""
        self._bare.close()
        self._session.close()  # type: ignore[no-untyped-call]

    def json(self, url: str, check: Check = lambda _: "") -> Any:  # noqa: ANN401 - what was sent
        """Ask for JSON.

        Args:
            url: Whole address.
            check: Says what is wrong with the content. A wrong answer is not kept, and tried again.

        Raises:
            NotFoundError: The service has no such thing.
            NoAnswerError: No usable answer came.
        """
        return self._patiently(url, lambda: self._json(url, check))

    def content(self, url: str) -> bytes:
        """Ask any host for bytes that are kept elsewhere; see `json` for what is raised."""
        return self._patiently(url, lambda: bytes(self._asked(self._bare.get, url).content))

    def forget(self, url: str) -> None:
        """Drop what is kept of this, so that it is asked for anew, and without a condition."""
        kept = self._kept(url)
        if kept is not None:
            self._session.cache.delete(kept.cache_key)

    def _kept(self, url: str) -> CachedResponse | None:
        try:
            request = requests.Request("GET", url).prepare()
        except requests.RequestException as error:
            raise _fault_of(error) from error
        return self._session.cache.get_response(_cache_key(request))

    def _patiently(self, url: str, once: Callable[[], Answer]) -> Answer:
        retries = Retry(
            total=self._manners.retries,
            connect=2,
            backoff_factor=self._manners.backoff,
            backoff_jitter=2 * self._manners.backoff,
            backoff_max=30,
        )
        while True:
            self._check_not_stopped(url)
            try:
                answer = once()
            except NotFoundError:
                self._failed = 0
                raise
            except _FinalError as fault:
                self._failed += 1
                raise NoAnswerError(f"{fault} ({url})") from fault
            except _FaultError as fault:
                retries = self._next_try(retries, fault, url)
            else:
                self._failed = 0
                return answer

    def _wait_for_turn(self, url: str) -> None:
        """Wait until the service may be asked again, unless it is not to be asked at all."""
        self._check_willing(url)
        self._pace.wait(self._stopped)
        self._check_willing(url)

    def _check_not_stopped(self, url: str) -> None:
        if self.stopped:
            raise NoAnswerError(f"stopped by hand ({url})")

    def _check_willing(self, url: str) -> None:
        self._check_not_stopped(url)
        if self._failed >= _GIVE_UP:
            raise NoAnswerError(f"not asked, since the service has stopped answering ({url})")

    def _next_try(self, retries: Retry, fault: _FaultError, url: str) -> Retry:
        """Count a failed try, and wait before the next one."""
        try:
            unreachable = isinstance(fault, _UnreachableError)
            error = ConnectTimeoutError() if unreachable else HTTPError()
            retries = retries.increment("GET", url, error=error)
        except MaxRetryError as error:
            self._failed = 0 if isinstance(fault, _OtherAnswerError) else self._failed + 1
            raise NoAnswerError(f"{fault} ({url})") from error
        if fault.wait is None:
            self._stopped.wait(retries.get_backoff_time())
        elif fault.wait > _LONGEST_WAIT:
            self._failed += 1
            raise NoAnswerError(f"{fault}; it asks to wait {fault.wait:.0f} s ({url})")
        else:
            self._pace.hold(fault.wait)
        return retries

    def _json(self, url: str, check: Check) -> Any:  # noqa: ANN401 - what was sent
        response = self._kept_or_asked(url)
        try:
            content = response.json()
        except (ValueError, RecursionError) as error:  # no JSON, or a tower of brackets
            self.forget(url)
            raise _FaultError("the body is no whole JSON") from error
        if wrong := check(content):
            self.forget(url)
            raise _OtherAnswerError(wrong)
        return content

    def _kept_or_asked(self, url: str) -> requests.Response:
        """Give what this run has in its cache, or ask, with a condition where that is possible."""
        try:
            kept = self._kept(url)
            if kept is not None:
                if kept.expires == self._fresh_until:
                    return kept
                if not any(name in kept.headers for name in _VALIDATORS):
                    self.forget(url)  # or the cache would answer, since there is no condition
            return self._asked(partial(self._session.get, refresh=True), url)
        except sqlite3.Error as error:
            raise BadInputError(_cache_fault(self._file, error)) from error

    def _asked(self, get: _Get, url: str) -> requests.Response:
        self._wait_for_turn(url)
        try:
            response = get(url, timeout=self._manners.timeout)
        except (requests.RequestException, HTTPError) as error:
            raise _fault_of(error) from error
        status = response.status_code
        if status == requests.codes.ok:
            return response
        if status == requests.codes.not_found:
            raise NotFoundError(url)
        if 400 <= status < 500 and status not in _MAY_PASS:  # noqa: PLR2004 - it blames the asker
            raise _FinalError(f"HTTP {status}")
        raise _FaultError(f"HTTP {status}", _retry_after(response))


def _cache_key(request: requests.PreparedRequest, **_: object) -> str:
    """Tell answers apart by their whole address; the rest of a request is always the same."""
    return sha256((request.url or "").encode())


def _throw_away_damaged(cache: Path) -> bool:
    """Remove a cache that is no whole database: all of it can be asked for again.

    Raises:
        BadInputError: The cache cannot be written.
    """
    cache.parent.mkdir(parents=True, exist_ok=True)
    try:
        with closing(sqlite3.connect(cache)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.rollback()
            (told,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError as error:
        raise BadInputError(_cache_fault(cache, error)) from error
    except sqlite3.DatabaseError as error:
        told = str(error)
    if told == "ok":
        return False
    for part in cache.parent.glob(f"{cache.name}*"):
        part.unlink()
    return True


def _cache_fault(cache: Path, error: sqlite3.Error) -> str:
    return f"the cache '{cache}' cannot be used: {error}; delete it, and all is asked for anew"


def _retry_after(response: requests.Response) -> float | None:
    header = response.headers.get("Retry-After")
    try:
        return Retry().parse_retry_after(header) if header else None
    except HTTPError:
        return None  # neither seconds nor a date


_FAULTS: Final[tuple[tuple[type[Exception], type[Exception], str], ...]] = (
    (requests.TooManyRedirects, _FinalError, "redirected in a circle"),
    (requests.exceptions.MissingSchema, _FinalError, "this is no web address"),
    (requests.exceptions.InvalidSchema, _FinalError, "this is no web address"),
    (requests.exceptions.InvalidURL, _FinalError, "this is no web address"),
    (requests.exceptions.ConnectTimeout, _UnreachableError, "no connection in time"),
    (requests.exceptions.SSLError, _FaultError, "no secure connection"),
    (requests.Timeout, _FaultError, "no answer in time"),
    (ReadTimeoutError, _FaultError, "no answer in time"),
    (DecodeError, _FaultError, "the body is packed wrongly"),
    (requests.ConnectionError, _FaultError, "the connection was dropped"),
    (ProtocolError, _FaultError, "the connection was dropped"),
)
"""What a failed request is called, the most telling class first."""


def _fault_of(error: Exception) -> Exception:
    """Word a failure for people; what the libraries say tells of their objects instead."""
    reason = getattr(error.args[0] if error.args else None, "reason", None)
    if isinstance(reason, NewConnectionError):
        return _UnreachableError("no connection")
    if any(isinstance(one, ssl.SSLCertVerificationError) for one in getattr(reason, "args", ())):
        return _FinalError("the certificate cannot be trusted")
    for kind, fault, words in _FAULTS:
        if isinstance(error, kind):
            return fault(words)
    return _FaultError(f"the request failed: {type(error).__name__}")


class _Pace:
    """Spaces requests evenly, and keeps the peace that a service asks for."""

    def __init__(self, rate: float) -> None:
        self._gap = 1 / rate if rate else 0.0
        self._next = 0.0
        self._lock = threading.Lock()

    def wait(self, stopped: threading.Event) -> None:
        """Wait for the next free slot, or until `stopped`."""
        while (delay := self._take()) > 0 and not stopped.wait(delay):
            pass  # a slot may have been taken, or peace asked for, in the meantime

    def _take(self) -> float:
        """Take the slot if it is free now; else tell after how many seconds to try again."""
        with self._lock:
            now = time.monotonic()
            if now < self._next:
                return self._next - now
            self._next = now + self._gap
            return 0.0

    def hold(self, seconds: float) -> None:
        """Give out no slot for a while."""
        with self._lock:
            self._next = max(self._next, time.monotonic() + seconds)


class _SameHost:
    """Follows no redirect to another host, and so gives no key away."""

    def get_redirect_target(self, resp: requests.Response) -> str | None:
        target = super().get_redirect_target(resp)  # type: ignore[misc]
        if target and urlsplit(urljoin(resp.url, target))[:2] != urlsplit(resp.url)[:2]:
            raise _FinalError(f"redirected to another host: {target[:100]!r}")
        return str(target) if target else None


class _CachedSession(_SameHost, CachedSession):
    """Asks the service, with a key where there is one, and keeps what it answers."""

    def _handle_error(self, *_: object) -> NoReturn:
        """Never let what is kept pass for an answer; called while the error is being handled."""
        raise  # noqa: PLE0704 - the error of the caller


class _BareSession(_SameHost, requests.Session):
    """Asks any host, without a key, and keeps nothing."""


class _BoundedAdapter(HTTPAdapter):
    """Reads each body whole, and stops at its limits: a bomb of a few bytes may unpack to GiB."""

    def __init__(self, largest: int, manners: Manners, stopped: threading.Event) -> None:
        self._largest = largest
        self._patience = manners.patience
        self._stopped = stopped
        super().__init__(pool_maxsize=manners.workers)

    def send(self, request: requests.PreparedRequest, **options: Any) -> requests.Response:  # type: ignore[override]  # noqa: ANN401
        response = super().send(request, **{**options, "stream": True})
        try:
            response._content = b"".join(self._chunks(response))  # noqa: SLF001 - where requests keeps it
        except BaseException:
            response.close()
            raise
        response._content_consumed = True  # type: ignore[attr-defined]  # noqa: SLF001
        return response

    def _chunks(self, response: requests.Response) -> Iterator[bytes]:
        """Give what has come each time that anything comes, so that no drip goes unseen."""
        size, ends = 0, time.monotonic() + self._patience
        while chunk := response.raw.read1(_CHUNK, decode_content=True):
            size += len(chunk)
            if size > self._largest:
                raise _FinalError(f"the body is larger than {self._largest / 2**20:.0f} MiB")
            if time.monotonic() > ends:
                raise _FaultError("the body takes too long")
            if self._stopped.is_set():
                raise _FaultError("stopped by hand")
            yield chunk
