"""What was asked of the rig, and what it sent."""

import threading
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote


@dataclass(slots=True)
class Asked:
    """One request, and its answer."""

    method: str
    target: str
    """Path and query as they came."""
    headers: Mapping[str, str]
    """By name in lower case."""
    status: int = 0
    """0 until it is answered."""
    sent: int = 0
    """Bytes sent, head and body together."""
    with_body: bool = False
    """Whether a body was promised: a 304 has none."""
    fault: str = ""
    """The fault that met it."""
    at: float = field(default_factory=time.monotonic)
    """When it came, in seconds of the monotonic clock."""

    @property
    def path(self) -> str:
        """The path, decoded."""
        return unquote(self.target.partition("?")[0])

    @property
    def query(self) -> str:
        """The query as it came."""
        return self.target.partition("?")[2]


class Log:
    """Every request in the order of arrival, counted; any thread may read it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asked: list[Asked] = []
        self._running = Counter[str]()
        self._peaks = Counter[str]()

    def enter(self, what: str) -> None:
        """Count a request or a connection that begins."""
        with self._lock:
            self._running[what] += 1
            self._peaks[what] = max(self._peaks[what], self._running[what])

    def leave(self, what: str) -> None:
        """Count its end."""
        with self._lock:
            self._running[what] -= 1

    def note(self, asked: Asked) -> None:
        """Take a request down."""
        with self._lock:
            self._asked.append(asked)

    def peak(self, what: str) -> int:
        """How many of a kind there were at once, at most."""
        with self._lock:
            return self._peaks[what]

    @property
    def asked(self) -> tuple[Asked, ...]:
        """Every request so far."""
        with self._lock:
            return tuple(self._asked)

    def clear(self) -> None:
        """Forget what was asked so far."""
        with self._lock:
            self._asked.clear()
            self._peaks = self._running.copy()
