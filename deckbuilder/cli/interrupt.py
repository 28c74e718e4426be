"""Ctrl-C as a wish to have what there is, not as an error."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def interrupting(stop: Callable[[], None]) -> Iterator[None]:
    """Let the first Ctrl-C call `stop`; a second one is Python's own."""

    def on_interrupt(_signal: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        stop()

    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
