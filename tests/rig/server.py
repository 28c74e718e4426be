"""The rig: a real HTTP server on the loopback that speaks for both public services.

In a test it runs in a thread, `with Rig(World(catalog)) as rig`; for a benchmark it runs in a
process of its own, `python -m tests.rig.server`, which prints its address.
"""

import argparse
import asyncio
import json
import ssl
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from http import HTTPStatus
from types import TracebackType
from typing import Final, Self

from deckbuilder.catalog.catalog import load_catalog
from tests.rig.faults import Faults, Meeting
from tests.rig.log import Asked, Log
from tests.rig.reply import Reply, json_reply
from tests.rig.site import POKEMONTCG, TCGDEX, Site
from tests.rig.world import World

COUNTS: Final = "/rig/counts"
"""Where a rig in another process tells what it was asked."""
_HOST: Final = "127.0.0.1"
_CONNECTIONS, _REQUESTS = "connections", "requests"
_SECONDS_TO_STOP: Final = 10
_NOT_GET: Final = Reply(
    HTTPStatus.METHOD_NOT_ALLOWED, "text/plain", b"", headers=(("Connection", "close"),)
)


class Rig:
    """Both services on one port, with faults to switch on and a log to look into."""

    def __init__(
        self,
        world: World,
        port: int = 0,
        latency: float = 0.0,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """Make a server that does not listen yet.

        Args:
            world: What it serves; it may be changed while the rig runs.
            port: The port, or 0 for any that is free.
            latency: Seconds that every answer takes, as on a network.
            tls: What it speaks HTTPS with; by default it speaks HTTP.
        """
        self.world = world
        self.faults: Final = Faults()
        self.log: Final = Log()
        self._port = port
        self._latency = latency
        self._tls = tls
        self._talks: set[asyncio.Task[None]] = set()

    def __enter__(self) -> Self:
        listening = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self.serve(listening)))
        self._thread.start()
        if not listening.wait(_SECONDS_TO_STOP):
            raise RuntimeError("the rig does not listen")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(_SECONDS_TO_STOP)

    @property
    def url(self) -> str:
        """The origin of every address: scheme, host and port."""
        scheme = "https" if self._tls else "http"
        return f"{scheme}://{_HOST}:{self._port}"

    @property
    def other_origin(self) -> str:
        """The same server under another host name."""
        return f"http://localhost:{self._port}"

    @property
    def tcgdex_url(self) -> str:
        """The address that stands for `https://api.tcgdex.net/v2/en`."""
        return f"{self.url}{TCGDEX}"

    @property
    def pokemontcg_url(self) -> str:
        """The address that stands for `https://api.pokemontcg.io/v2`."""
        return f"{self.url}{POKEMONTCG}"

    @property
    def requests(self) -> tuple[Asked, ...]:
        """Every request so far, in the order of arrival."""
        return self.log.asked

    @property
    def bodies_sent(self) -> int:
        """How many answers had a body: a 304 has none."""
        return sum(one.with_body for one in self.requests)

    @property
    def statuses(self) -> Counter[int]:
        """How many answers had each status."""
        return Counter(one.status for one in self.requests)

    def hits(self, path: str) -> int:
        """How many requests had this path, decoded and without its query."""
        return sum(one.path == path for one in self.requests)

    @property
    def peak_concurrency(self) -> int:
        """How many requests were under way at once, at most; latency makes them meet."""
        return self.log.peak(_REQUESTS)

    @property
    def peak_connections(self) -> int:
        """How many connections were open at once, at most."""
        return self.log.peak(_CONNECTIONS)

    async def serve(self, listening: threading.Event) -> None:
        """Serve until told to stop.

        Args:
            listening: Set as soon as the port is open.
        """
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        server = await asyncio.start_server(self._talk, _HOST, self._port, ssl=self._tls)
        self._port = server.sockets[0].getsockname()[1]
        self._site = Site(self.world, self.url)
        listening.set()
        await self._stop.wait()
        server.close()
        for talk in self._talks:
            talk.cancel()
        await asyncio.gather(*self._talks, return_exceptions=True)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection, one after the other."""
        talk = asyncio.current_task()
        if talk is not None:
            self._talks.add(talk)
            talk.add_done_callback(self._talks.discard)
        self.log.enter(_CONNECTIONS)
        try:
            while await self._exchange(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # the client hung up, or the rig stops
        finally:
            self.log.leave(_CONNECTIONS)
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Answer one request; tell whether the connection goes on."""
        asked = _read(await reader.readuntil(b"\r\n\r\n"))
        if asked.target != COUNTS:
            self.log.note(asked)
        self.log.enter(_REQUESTS)
        try:
            reply, asked.fault = self._reply_to(asked)
            if pause := self._latency + reply.delay:
                await asyncio.sleep(pause)
            return await self._send(reply, asked, writer)
        finally:
            self.log.leave(_REQUESTS)

    def _reply_to(self, asked: Asked) -> tuple[Reply, str]:
        if asked.method != "GET":
            return _NOT_GET, ""
        if asked.target == COUNTS:
            return json_reply(self.counts()), ""
        reply = self._site.reply_to(asked.target)
        if self.faults.quiet:
            return reply, ""
        return self.faults.meet(Meeting(asked.target, reply, self._site.reply_to))

    def counts(self) -> dict[str, int | dict[str, int]]:
        """The log in a few numbers."""
        return {
            "requests": len(self.requests),
            "bodies_sent": self.bodies_sent,
            "peak_connections": self.peak_connections,
            "peak_concurrency": self.peak_concurrency,
            "faults": dict(self.faults.fired),
        }

    async def _send(self, reply: Reply, asked: Asked, writer: asyncio.StreamWriter) -> bool:
        """Complete the log, then answer: who has the answer finds it there."""
        asked.status = reply.status
        asked.with_body = bool(reply.body) or reply.stream is not None
        if reply.stream is not None:
            await _send_parts(reply, reply.stream(), asked, writer)
            return False
        whole = reply.share == 1
        if whole and reply.etag and reply.etag in asked.headers.get("if-none-match", ""):
            asked.status, asked.with_body = HTTPStatus.NOT_MODIFIED, False
            wire = reply.not_modified()
        else:
            wire = reply.wire(gzipped="gzip" in asked.headers.get("accept-encoding", ""))
        asked.sent = len(wire)
        writer.write(wire)
        await writer.drain()
        return whole and reply is not _NOT_GET and asked.headers.get("connection") != "close"


async def _send_parts(
    reply: Reply, parts: Iterator[bytes], asked: Asked, writer: asyncio.StreamWriter
) -> None:
    writer.write(reply.stream_head())
    for part in parts:
        writer.write(part)
        asked.sent += len(part)
        await writer.drain()
        await asyncio.sleep(reply.pause)


def _read(head: bytes) -> Asked:
    first, *lines = head.decode("latin-1").split("\r\n")
    method, target, _ = first.split(" ", 2)
    pairs = (line.partition(":") for line in lines if line)
    headers = {name.lower(): value.strip() for name, _, value in pairs}
    return Asked(method, target, headers)


def main() -> None:
    """Serve the packed catalogue until standard input ends; print the origin as a line."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds that an answer takes")
    parser.add_argument("--seed", type=int, default=0, help="of the storm")
    parser.add_argument("--storm", type=float, default=0.0, help="share of askings with a fault")
    chosen = parser.parse_args()
    with Rig(World(load_catalog()), chosen.port, chosen.latency) as rig:
        if chosen.storm:
            rig.faults.storm(chosen.seed, chosen.storm)
        sys.stdout.write(f"{rig.url}\n")
        sys.stdout.flush()
        sys.stdin.read()
        sys.stderr.write(f"{json.dumps(rig.counts())}\n")


if __name__ == "__main__":
    main()
