"""Several requests under way at the same time."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager


@contextmanager
def workers(count: int) -> Iterator[ThreadPoolExecutor]:
    """Lend threads; when the block raises, what they have not begun is left undone."""
    pool = ThreadPoolExecutor(count)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)
