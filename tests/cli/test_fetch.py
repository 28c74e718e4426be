"""`deckbuilder fetch` as a user runs it: a program of its own against a real server."""

import csv
import json
import re
from collections.abc import Callable, Iterator
from http import HTTPStatus
from pathlib import Path

import pytest

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.home import catalog_folder
from tests.conftest import Run
from tests.rig.faults import Fault
from tests.rig.server import Rig
from tests.rig.world import Service, World
from tests.sources.desk import SETS, cards_of, small_sample, write_catalog

ROOT = Path(__file__).parent.parent.parent
Fetch = Callable[..., Run]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("DECKBUILDER_HOME", str(folder))
    monkeypatch.delenv("POKEMONTCG_API_KEY", raising=False)
    return folder


@pytest.fixture(scope="module")
def small_catalog(catalog: Catalog, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small")
    return write_catalog(catalog, SETS, folder, small_sample(catalog))


@pytest.fixture
def world(catalog: Catalog) -> World:
    return World(catalog, small_sample(catalog))


@pytest.fixture
def rig(world: World) -> Iterator[Rig]:
    with Rig(world) as rig:
        yield rig


@pytest.fixture
def fetch(deckbuilder: Callable[..., Run], rig: Rig, small_catalog: Path) -> Fetch:
    """Run the command against the rig, over a small catalogue unless another is named."""

    def run(*args: str | Path, catalog: str | Path = small_catalog) -> Run:
        there = ("--url", rig.tcgdex_url, "--rate", "0", "--catalog", catalog)
        return deckbuilder("fetch", *there, *args)

    return run


def files_of(folder: Path) -> dict[Path, bytes]:
    return {one: one.read_bytes() for one in folder.rglob("*") if one.is_file()}


class TestOutcome:
    def test_all_of_it_is_told_in_80_columns(self, fetch, world):
        world.change("dv1-1", hp=70)
        world.remove("dv1-2")
        world.patch(Service.TCGDEX, "dv1-3", name="\x1b[31mDratini[bold]")
        world.lose_image("bog-1")
        run = fetch("--prices", "--images", "low")
        assert (run.code, run.err) == (0, "")
        assert max(map(len, run.out.splitlines())) <= 80
        assert str(catalog_folder("latest")) in run.out.replace("\n", "")
        rows = dict(re.findall(r"│ ([a-z ]+?) +│ +(\d+) │", run.out))
        listed = int(rows.pop("listed"))
        assert sum(map(int, rows.values())) == listed == len(world)
        assert "dv1-1 Dratini: hp 40 or 70" in run.out
        assert "deckbuilder\ncatalog accept dv1-1" in run.out
        assert "Gone, and kept\n  dv1-2 Dratini" in run.out
        assert "dv1-3 \\x1b[31mDratini[bold]: name '\\x1b[31m" in run.out
        assert "\x1b" not in run.out
        assert re.search(r"Prices of 32 cards: \d+ in EUR, \d+ in USD; unknown: \d+", run.out)
        assert "Images of 32 cards: 1 absent, 31 fetched" in run.out

    def test_fields_that_cannot_be_read_are_counted_and_told(self, fetch, world):
        prices = {"cardmarket": {"unit": "EUR", "low": 1, "trend": "n/a"}}
        for number in range(1, 15):
            world.patch(Service.TCGDEX, f"dv1-{number}", hp="lots", suffix=None)
        world.patch(Service.TCGDEX, "bog-1", types=["Dark", 7], pricing=prices, image="x")
        run = fetch("--prices", "--dry-run")
        assert (run.code, run.err) == (0, "")
        told = " ".join(run.out.split())
        assert (
            "Fields that could not be read, and were left out: hp 14, image 1, "
            "pricing.cardmarket.trend 1, type 1" in told
        )
        assert "dv1-1 Dratini: hp 'lots' is no whole number" in told
        assert "… and 5 more" in told
        data = json.loads(fetch("--json", "--prices").out)
        assert data["lost"]["hp"] == 14
        lost = {one["card_id"]: one["lost"] for one in data["cards"] if one["lost"]}
        assert len(lost) == 15
        assert "pricing.cardmarket.trend 'n/a' is no number" in lost["bog-1"]
        report = (catalog_folder("latest") / "fetch-report.csv").read_text("utf-8")
        assert report.count("hp 'lots' is no whole number") == 14

    def test_the_data_adds_up_and_all_of_it_is_explained(self, fetch, world):
        world.patch(Service.TCGDEX, "dv1-3", name="\x1b[31mDratini")
        run = fetch("--json", "--prices", "--images", "low")
        data = json.loads(run.out)
        assert sum(data["totals"].values()) == data["listed"] == len(world)
        assert len(data["cards"]) == data["listed"] - data["totals"]["same"]
        assert "\\u001b" not in run.out
        page = (ROOT / "docs" / "fetching.md").read_text(encoding="utf-8")
        keys = {*data, *data["totals"], *data["cards"][0], *data["images"][0]}
        for name in ("prices.csv", "fetch-report.csv"):
            header, *_ = (catalog_folder("latest") / name).read_text("utf-8").splitlines()
            keys |= {*header.split(",")}
        assert [one for one in keys if f"`{one}`" not in page] == []

    def test_a_part_without_an_answer_is_told_and_the_same_command_asks_for_it(self, fetch, rig):
        rig.faults.add(Fault.rate_limited(3600).at("/dv1-7$").permanent())
        run = fetch()
        assert run.code == 5
        assert run.error_line == (
            "error: tcgdex did not answer for everything; what came is kept, and the same "
            "command asks for the rest"
        )
        assert re.search(r"\n  dv1-7 [^\n]+: HTTP 429; it asks to wait 3600 s", run.out)
        rig.faults.clear()
        rig.log.clear()
        assert fetch().code == 0
        assert [one.path for one in rig.requests] == ["/v2/en/cards/dv1-7"]

    def test_an_image_without_an_answer_is_told_by_the_exit_code(self, fetch, rig):
        rig.faults.add(Fault.rate_limited(3600).at("/images/.*dv1/7/").permanent())
        run = fetch("--images", "low")
        assert run.code == 5
        assert "Images of 34 cards: 33 fetched, 1 unanswered" in run.out

    def test_a_dry_run_writes_no_catalogue(self, fetch, world, home):
        world.change("dv1-1", hp=70)
        run = fetch("--dry-run")
        assert run.code == 0
        assert "hp 40 or 70" in run.out
        assert "Written" not in run.out
        assert {one.name for one in home.iterdir()} == {"cache"}

    def test_a_key_is_nowhere_to_be_seen(self, deckbuilder, rig, small_catalog, home, monkeypatch):
        monkeypatch.setenv("POKEMONTCG_API_KEY", "s3cret-key")
        there = ("--source", "pokemontcg", "--url", rig.pokemontcg_url, "--rate", "0", "--json")
        rig.faults.add(Fault.rate_limited(3600).at("set.id:dv1").permanent())
        run = deckbuilder("fetch", *there, "-v", "--catalog", small_catalog)
        assert run.code == 5
        assert {one.headers.get("x-api-key") for one in rig.requests} == {"s3cret-key"}
        assert "s3cret-key" not in run.out + run.err
        assert not any(b"s3cret-key" in content for content in files_of(home).values())

    def test_a_damaged_cache_is_begun_anew_and_that_is_told(self, fetch, home):
        fetch()
        (home / "cache" / "tcgdex.sqlite").write_bytes(b"garbage" * 999)
        run = fetch()
        assert run.code == 0
        assert run.error_line.startswith("warning: the cache was damaged: a new one is begun")


class TestNetwork:
    def test_without_one_there_is_one_line_and_the_packed_catalogue_serves(
        self, deckbuilder, small_catalog
    ):
        run = deckbuilder("fetch", "--url", "http://127.0.0.1:9", "--catalog", small_catalog)
        assert run.code == 5
        assert run.error_line == (
            "error: tcgdex does not list its sets: no connection (http://127.0.0.1:9/sets); "
            "the catalogue of 2026-08-22 stays as it is"
        )
        assert "Charizard" in deckbuilder("species", "Charizard").out

    def test_a_service_that_answers_for_no_card_changes_nothing(self, fetch, rig, home):
        rig.faults.add(Fault.status(HTTPStatus.FORBIDDEN).at("/sets/").permanent())
        run = fetch()
        assert run.code == 5
        assert not (home / "catalogs").exists()


class TestBadInput:
    @pytest.mark.parametrize(
        ("args", "words"),
        [
            (["--sets", "dv2"], "tcgdex has no set 'dv2'; did you mean dv1?"),
            (["--regions", "kanot"], "no region is called 'kanot'; did you mean kanto?"),
            (["--since", "last week"], "--since 'last week' is no date such as 2026-07-01"),
            (["--deck", "no/such/deck"], "'no/such/deck' is no folder"),
        ],
    )
    def test_is_one_line(self, fetch, args, words):
        run = fetch(*args)
        assert run.code == 3
        assert run.error_line.startswith(f"error: {words}")

    def test_options_that_contradict_each_other(self, fetch, deckbuilder):
        run = fetch("--dry-run", "--images", "low")
        assert (run.code, "--images" in run.error_line) == (2, True)
        run = deckbuilder("fetch", "--rate", "0")
        assert (run.code, "--rate 0 would flood" in run.error_line) == (2, True)

    @pytest.mark.parametrize(
        ("option", "value"), [("--rate", "inf"), ("--rate", "1000"), ("--timeout", "inf")]
    )
    def test_a_number_without_sense(self, deckbuilder, option, value):
        run = deckbuilder("fetch", option, value)
        assert run.code == 2
        assert run.error_line.startswith(f"error: {option} {float(value)} is no number up to ")


class TestCatalogues:
    def test_what_was_fetched_is_used_from_then_on_and_named_in_results(
        self, fetch, deckbuilder, world, catalog, tmp_path
    ):
        world.change("dv1-1", hp=70)
        assert fetch(catalog="snapshot").code == 0
        told = json.loads(deckbuilder("catalog", "info", "--json").out)
        assert told["date"] > catalog.stamp.date
        deckbuilder("optimize", "--regions", "galar", "-q", "--out", tmp_path / "deck")
        result = json.loads((tmp_path / "deck" / "result.json").read_text("utf-8"))
        assert result["catalog"] == {"date": told["date"], "sha256": told["sha256"]}
        page = json.loads(deckbuilder("species", "Dratini", "--json").out)
        (disputed,) = [one for one in page["printings"] if one["disputed"]]
        assert (disputed["card_id"], disputed["disputed"]) == ("dv1-1", {"hp": "40 or 70"})
        assert deckbuilder("catalog", "accept", "dv1-1").out.startswith(
            "Dratini (dv1-1) prints hp 70;"
        )

    def test_a_damaged_one_says_how_to_go_back_and_that_way_is_open(self, fetch, deckbuilder):
        fetch()
        (catalog_folder("latest") / "printings.csv").write_bytes(b"garbage")
        run = deckbuilder("species", "Mew")
        assert run.code == 3
        assert "is damaged: go back to the packed one with `--catalog snapshot`" in run.error_line
        assert deckbuilder("species", "Mew", "--catalog", "snapshot").code == 0
        assert fetch("--sets", "bog").code == 0
        assert deckbuilder("catalog", "info").code == 0


def test_of_a_deck_its_cards_alone_are_asked_for(fetch, deckbuilder, catalog, tmp_path):
    deck = tmp_path / "deck"
    deckbuilder("optimize", "--regions", "galar", "-q", "--catalog", "snapshot", "--out", deck)
    text = (deck / "deck.csv").read_text("utf-8")
    cards = {row["card_id"] for row in csv.DictReader(text.splitlines())}
    of_set = cards_of(catalog, [catalog.printings[min(cards)].set_id])
    with Rig(World(catalog, of_set)) as rig:
        run = fetch("--deck", deck, "--url", rig.tcgdex_url, catalog="snapshot")
        asked = {one.path.rpartition("/")[2] for one in rig.requests if "/cards/" in one.path}
    assert run.code == 0
    assert asked == cards & of_set != set()
    assert "Sets that it does not list, and kept" in run.out
    (deck / "deck.csv").write_text(f"{text}x,y\n", encoding="utf-8")
    run = fetch("--deck", deck)
    assert run.code == 3
    assert "deck.csv row " in run.error_line
