"""Decks to export: two that are solved once a session, and a small one of telling cards."""

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from deckbuilder.deckfolder.record import read_record
from deckbuilder.domain.cards import TRAINER
from deckbuilder.domain.pick import PickRow
from deckbuilder.domain.plan import CatalogStamp, Role
from deckbuilder.domain.rubric import Module, Rubric
from deckbuilder.export.checklist import checklist, checklist_of
from deckbuilder.export.html import checklist_html

ROOT = Path(__file__).parent.parent.parent

SMALL = (
    "base1-4",  # an exception
    "base1-36",
    "base1-58",
    "base1-27",
    "base1-55",  # ♂
    "base2-57",  # ♀, and at no shop
    "bog-4",  # ’, no code, and at Cardmarket's only
    "ecard2-H12",  # a number that begins with a letter
    "ecard2-12",
    "ex14-49",  # δ
    "ex7-107",  # ☆
    "sma-SV13",  # no code
    "swsh9tg-TG05",  # an outlier
    "sv06-086",  # é, and a leading zero
    "xy12-107",  # a Trainer
)
MODULE = Module(
    "small",
    Rubric.of(("Grass", "Fire", "Water", "Lightning", "Psychic", "Metal", "Colorless"), 40),
)
STAMP = CatalogStamp("2026-08-22", "0" * 64)
"""Of no real catalogue, so that golden files outlive the real one."""


def solve(folder, *args):
    subprocess.run(
        [sys.executable, "-m", "deckbuilder", "optimize", *args, "--out", folder, "-q"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
    )
    return folder


@pytest.fixture(scope="session")
def joint_folder(tmp_path_factory):
    """A joint deck of 269 cards, with exceptions and outliers."""
    folder = tmp_path_factory.mktemp("decks") / "kanto+johto"
    return solve(folder, "--regions", "kanto", "johto")


@pytest.fixture(scope="session")
def split_folder(tmp_path_factory):
    """A deck in two modules, whose rubrics come with the program."""
    folder = tmp_path_factory.mktemp("decks") / "kalos"
    rubric = ROOT / "rubrics" / "split" / "kalos.yaml"
    return solve(folder, "--regions", "kalos", "--rubric", rubric)


@pytest.fixture(scope="session")
def joint(joint_folder, catalog):
    return checklist_of(read_record(joint_folder), catalog)


@pytest.fixture(scope="session")
def row_of(catalog):
    """Make a row of a card's id; changes are given by name."""

    def make(card_id, **changes):
        one = catalog.printings[card_id]
        dex = None if one.category == TRAINER else one.dex[0]
        row = PickRow(
            dex=dex,
            species="Brock" if dex is None else catalog.species[dex].name,
            module=MODULE.name,
            card_id=card_id,
            set_id=one.set_id,
            set_name=catalog.sets[one.set_id].name,
            number=one.number,
            name=one.name,
            type=one.printed_type,
            hp=one.hp,
            lanes="",
            role=Role.TRAINER,
            reason="",
            rarity=one.rarity,
            illustrator=one.illustrator,
        )
        if one.cell and one.cell in MODULE.rubric:
            row = replace(row, role=Role.GRID, lanes=f"{one.printed_type} + {one.hp} HP")
        elif one.cell:
            row = replace(row, role=Role.EXCEPTION if dex == 6 else Role.OUTLIER)
        return replace(row, **changes)

    return make


@pytest.fixture(scope="session")
def small(row_of, catalog):
    """List cards of the small deck, all of them unless others are given."""

    def make(rows=(), **options):
        rows = rows or [row_of(card_id) for card_id in SMALL]
        return checklist("small", [MODULE], rows, catalog, STAMP, **options)

    return make


@pytest.fixture(scope="session")
def chromium():
    """A real browser; where there is none the tests are skipped, but fail under `CI=true`."""
    path = shutil.which("chromium")
    if path is None:
        say = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        say("no chromium: the page is not tried in a browser (on Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def page_file(joint, tmp_path_factory):
    """The page of the joint deck, as a file on disk."""
    path = tmp_path_factory.mktemp("page") / "kanto+johto.html"
    path.write_text(checklist_html(joint), encoding="utf-8")
    return path
