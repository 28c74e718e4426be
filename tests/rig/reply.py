"""What goes back over the wire: an answer as a service means it, or as a fault spoils it."""

import gzip
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from http import HTTPStatus
from typing import Any, Final

JSON: Final = "application/json; charset=utf-8"
_WORTH_COMPRESSING: Final = 256


@dataclass(slots=True)
class Reply:
    """One answer. A fault turns a reply into another one."""

    status: int
    kind: str
    """Its media type."""
    body: bytes
    headers: tuple[tuple[str, str], ...] = ()
    delay: float = 0.0
    """Seconds that pass before its first byte."""
    share: float = 1.0
    """The part of the promised body that is sent before the connection breaks."""
    stream: Callable[[], Iterator[bytes]] | None = None
    """A body of no stated length, sent until the reader hangs up."""
    pause: float = 0.0
    """Seconds between the parts of such a body."""
    _wires: dict[bool, bytes] = field(default_factory=dict)
    _etag: str = ""

    @property
    def etag(self) -> str:
        """The strong tag of the body, for an answer that can be kept."""
        if not self._etag and self.status == HTTPStatus.OK and self.stream is None:
            self._etag = f'"{sha256(self.body).hexdigest()[:32]}"'
        return self._etag

    def wire(self, *, gzipped: bool) -> bytes:
        """Head and body as bytes, compressed when the asker accepts it."""
        if gzipped not in self._wires:
            self._wires[gzipped] = self._make_wire(gzipped=gzipped)
        return self._wires[gzipped]

    def not_modified(self) -> bytes:
        """The head that says: what you have is still so."""
        return _head(HTTPStatus.NOT_MODIFIED, (("ETag", self.etag), *_KEEPING))

    def stream_head(self) -> bytes:
        """The head before a body of no stated length."""
        kind = (("Content-Type", self.kind), ("Connection", "close"))
        return _head(self.status, (*kind, *self.headers))

    def _make_wire(self, *, gzipped: bool) -> bytes:
        compress = gzipped and len(self.body) >= _WORTH_COMPRESSING and self.kind == JSON
        body = gzip.compress(self.body, 6, mtime=0) if compress else self.body
        headers = [("Content-Type", self.kind), ("Content-Length", str(len(body)))]
        if compress:
            headers.append(("Content-Encoding", "gzip"))
        if self.etag:
            headers += [("ETag", self.etag), *_KEEPING]
        if self.share < 1:
            headers.append(("Connection", "close"))
        wire = _head(self.status, (*headers, *self.headers)) + body
        return wire[: len(wire) - len(body) + int(len(body) * self.share)]


_KEEPING: Final = (
    ("Cache-Control", "max-age=0, must-revalidate"),
    ("Vary", "Accept-Encoding"),
)


def json_reply(value: Any, status: int = HTTPStatus.OK) -> Reply:
    """An answer in JSON."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Reply(status, JSON, text.encode(errors="backslashreplace"))


def _head(status: int, headers: tuple[tuple[str, str], ...]) -> bytes:
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"]
    lines += [f"{name}: {value}" for name, value in headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")
