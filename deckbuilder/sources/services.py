"""The public services by name, each opened with its own manners, cache and run."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from deckbuilder.sources import pokemontcg, tcgdex
from deckbuilder.sources.records import Source
from deckbuilder.sources.session import Manners, Session
from deckbuilder.sources.store import Run, cache_file


class ServiceName(StrEnum):
    """The public services."""

    TCGDEX = tcgdex.NAME
    POKEMONTCG = pokemontcg.NAME


@dataclass(frozen=True, slots=True)
class Service:
    """A service that is being asked."""

    source: Source
    session: Session
    run: Run
    workers: int
    """Requests under way at the same time."""


@dataclass(frozen=True, slots=True)
class _Kind:
    address: str
    manners: Manners
    source: Callable[[Session, str], Source]
    headers: Mapping[str, str] | None = None


def _tcgdex() -> _Kind:
    return _Kind(tcgdex.ADDRESS, tcgdex.MANNERS, tcgdex.TCGdex)


def _pokemontcg() -> _Kind:
    key = os.environ.get(pokemontcg.KEY, "")
    return _Kind(
        pokemontcg.ADDRESS,
        pokemontcg.MANNERS_WITH_KEY if key else pokemontcg.MANNERS,
        pokemontcg.PokemonTcg,
        {pokemontcg.KEY_HEADER: key} if key else None,
    )


_KINDS: Final = {ServiceName.TCGDEX: _tcgdex, ServiceName.POKEMONTCG: _pokemontcg}


@contextmanager
def open_service(
    name: ServiceName, *, url: str | None, rate: float | None, timeout: float
) -> Iterator[Service]:
    """Open a service: a run that was cut short is gone on with.

    Args:
        name: Which one.
        url: Address of a mirror to ask instead.
        rate: Requests a second, at most, 0 for no limit; by default what the service allows.
        timeout: Seconds to wait for an answer.
    """
    kind = _KINDS[name]()
    manners = replace(kind.manners, timeout=timeout)
    if rate is not None:
        manners = replace(manners, rate=rate)
    run = Run(name)
    session = Session(cache_file(name), manners, run.started, kind.headers)
    try:
        yield Service(kind.source(session, url or kind.address), session, run, manners.workers)
    finally:
        session.close()
