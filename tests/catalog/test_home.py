"""Which catalogue a command reads: the fetched one, the packed one, or any folder."""

import re
import shutil
from pathlib import Path

import pytest

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.files import DATA
from deckbuilder.catalog.home import catalog_folder, fetched_catalog, home, open_catalog
from deckbuilder.errors import BadInputError
from tests.sources.desk import write_catalog

NAME = "0123456789abcdef"
GO_BACK = "`--catalog snapshot`, or fetch again with `deckbuilder fetch --catalog snapshot`"


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DECKBUILDER_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def fetched(catalog: Catalog, own_home: Path) -> Path:
    """A catalogue as a fetch leaves it."""
    folder = write_catalog(catalog, ["bog"], own_home / "catalogs" / NAME)
    (folder.parent / "latest").write_text(NAME, encoding="utf-8")
    return folder


def set_date(folder: Path, day: str) -> None:
    file = folder / "provenance.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(re.sub(r"date: '[^']+'", f"date: '{day}'", text), encoding="utf-8")


def test_the_home_is_where_it_is_told_to_be(own_home, monkeypatch):
    assert home() == own_home
    monkeypatch.delenv("DECKBUILDER_HOME")
    assert home().name == "deckbuilder"


def test_where_nothing_was_fetched_the_packed_one_serves():
    assert fetched_catalog() is None
    assert catalog_folder("latest") == catalog_folder("snapshot") == DATA


def test_the_fetched_one_is_the_latest(fetched):
    assert catalog_folder("latest") == fetched
    assert len(open_catalog().sets) == 1


def test_the_packed_one_stays_within_reach(fetched):
    assert fetched != catalog_folder("snapshot") == DATA


@pytest.mark.parametrize(("day", "is_used"), [("2026-08-21", False), ("2026-08-22", True)])
def test_a_fetched_one_older_than_the_packed_one_is_passed_over(fetched, day, is_used):
    set_date(fetched, day)
    assert catalog_folder("latest") == (fetched if is_used else DATA)


def test_any_folder_will_do(fetched, tmp_path):
    copy = shutil.copytree(fetched, tmp_path / "mine")
    assert catalog_folder(str(copy)) == copy
    assert len(open_catalog(str(copy)).sets) == 1


@pytest.mark.parametrize("wanted", ["lastest", "no/such/folder"])
def test_what_is_none_of_these(wanted):
    with pytest.raises(BadInputError) as caught:
        catalog_folder(wanted)
    assert str(caught.value) == (
        f"no catalogue '{wanted}': it is neither 'latest', nor 'snapshot', nor a folder"
    )


@pytest.mark.parametrize(
    "damage",
    [
        lambda folder: (folder / "printings.csv").write_bytes(b"garbage"),
        lambda folder: (folder / "printings.csv").unlink(),
        lambda folder: (folder / "provenance.yaml").write_bytes(b"date: ["),
        lambda folder: (folder / "provenance.yaml").unlink(),
        lambda folder: (folder.parent / "latest").write_bytes(b""),
        lambda folder: (folder.parent / "latest").write_bytes(b"\xff\xfe"),
        lambda folder: (folder.parent / "latest").write_bytes(b"../../elsewhere"),
        shutil.rmtree,
    ],
    ids=["table", "no table", "origin", "no origin", "empty", "bytes", "elsewhere", "nothing"],
)
def test_a_damaged_one_is_one_line_that_says_how_to_go_back(fetched, damage):
    damage(fetched)
    with pytest.raises(BadInputError) as caught:
        catalog_folder("latest")
    assert str(caught.value).endswith(GO_BACK)
    assert len(str(caught.value).splitlines()) == 1
    assert catalog_folder("snapshot") == DATA
