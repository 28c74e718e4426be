"""A home of its own for each test, and a rig to fetch from."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.sources import pokemontcg, tcgdex
from deckbuilder.sources.services import ServiceName
from tests.rig.server import Rig
from tests.rig.world import World
from tests.sources.desk import SETS, Desk, small_sample, write_catalog

BACKOFF = 0.002
MANNERS = ((tcgdex, "MANNERS"), (pokemontcg, "MANNERS"), (pokemontcg, "MANNERS_WITH_KEY"))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("DECKBUILDER_HOME", str(folder))
    return folder


@pytest.fixture(autouse=True)
def _no_key_of_the_developer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(pokemontcg.KEY, raising=False)


@pytest.fixture(autouse=True)
def _quick_to_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in MANNERS:
        monkeypatch.setattr(module, name, replace(getattr(module, name), backoff=BACKOFF))


@pytest.fixture(scope="session")
def small_catalog(catalog: Catalog, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small")
    return write_catalog(catalog, SETS, folder, small_sample(catalog))


@pytest.fixture
def world(catalog: Catalog) -> World:
    """The same cards."""
    return World(catalog, small_sample(catalog))


@pytest.fixture
def rig(world: World) -> Iterator[Rig]:
    with Rig(world) as rig:
        yield rig


@pytest.fixture
def desk(rig: Rig, small_catalog: Path) -> Desk:
    return Desk(rig, small_catalog)


@pytest.fixture(params=list(ServiceName))
def each_desk(request: pytest.FixtureRequest, desk: Desk) -> Desk:
    """The same test at either service."""
    desk.name = request.param
    return desk
