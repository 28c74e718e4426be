"""`export`: a deck as lists to take along."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from deckbuilder.cli import app
from deckbuilder.errors import DeckbuilderError

ROOT = Path(__file__).parent.parent.parent
ALL = ("markdown", "csv", "json", "xlsx", "html", "pdf", "massentry", "names", "proxies")


def solved(folder, *regions):
    subprocess.run(
        [sys.executable, "-m", "deckbuilder", "optimize", "--regions", *regions, "-q",
         "--out", folder, *(["--universal"] if regions == ("kalos",) else [])],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
    )  # fmt: skip
    return folder


@pytest.fixture(scope="session")
def kalos(tmp_path_factory):
    return solved(tmp_path_factory.mktemp("decks") / "kalos", "kalos")


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty folder, which the test is in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_formats_go_to_files_that_are_named_after_the_deck(deckbuilder, kalos, tmp_path):
    run = deckbuilder("export", kalos, "--format", "pdf", "html", "proxies", "cardmarket")
    assert run.code == 0, run.err
    assert names_in(tmp_path) == [
        "kalos-cardmarket.txt", "kalos-proxies.pdf", "kalos.html", "kalos.pdf",
    ]  # fmt: skip
    assert "Written to kalos.pdf: pdf, 81 cards" in run.out
    assert (tmp_path / "kalos.pdf").read_bytes().startswith(b"%PDF")


def test_files_go_into_a_folder(deckbuilder, kalos, tmp_path):
    run = deckbuilder(
        "export", kalos, "--format", "md", "--format=csv", "--into", "lists/new", "-q"
    )
    assert (run.code, run.out, run.err) == (0, "", "")
    assert names_in(tmp_path / "lists" / "new") == ["kalos.csv", "kalos.md"]


def test_files_say_their_formats_by_their_names(deckbuilder, kalos, tmp_path):
    run = deckbuilder("export", kalos, "--out", "a.json", "b/my-names.txt", "--json")
    told = json.loads(run.out)
    assert told["cards"] == 81
    assert told["files"] == [
        {"format": "json", "file": "a.json"},
        {"format": "names", "file": "b/my-names.txt"},
    ]
    assert (tmp_path / "b" / "my-names.txt").read_text(encoding="utf-8").count("\n") == 81


def test_a_format_may_go_to_any_file_and_doubtful_lines_are_told(deckbuilder, kalos, tmp_path):
    run = deckbuilder("export", kalos, "--format", "massentry", "--out", "shop.txt", "-q")
    assert run.code == 0
    text = (tmp_path / "shop.txt").read_text(encoding="utf-8")
    doubtful = [line for line in text.splitlines() if "[" not in line]
    assert run.err == (
        f"warning: a shop may not match {len(doubtful)} of 81 lines, as the catalogue has no code "
        f"of their sets: {'; '.join(doubtful)}\n"
    )


def test_a_list_is_ordered_as_asked(deckbuilder, kalos, tmp_path):
    args = ("export", kalos, "--format", "md", "--order", "lane", "--by-module")
    assert deckbuilder(*args).code == 0
    headings = [
        line
        for line in (tmp_path / "kalos.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("## ")
    ]
    assert headings[0].startswith("## universal · Grass · ")
    assert headings[-1].startswith("## universal · Trainers · ")


def test_everything_is_the_same_the_second_time(deckbuilder, kalos, tmp_path):
    for folder in ("one", "two"):
        run = deckbuilder("export", kalos, "--format", *ALL, "--into", folder, "--paper", "letter")
        assert run.code == 0
    assert names_in(tmp_path / "one") == names_in(tmp_path / "two")
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes(), path.name


def test_images_that_are_absent_are_told(deckbuilder, kalos, tmp_path):
    (tmp_path / "images").mkdir()
    run = deckbuilder("export", kalos, "--format", "pdf", "--images", "images")
    assert run.code == 0
    assert run.err == "warning: cards without an image: 81; their pockets show the name\n"


@pytest.mark.parametrize(
    ("args", "code", "told"),
    [
        (["DECK"], 2, "nothing to write: add --format with any of markdown, csv"),
        (["DECK", "--format", "pfd"], 2, "no format is called 'pfd'; did you mean pdf?"),
        (["DECK", "--out", "x.pfd"], 3, "the ending of 'x.pfd'; did you mean pdf?"),
        (["DECK", "--out", "x.txt"], 3, "'x.txt' may be several lists"),
        (["DECK", "--out", "a.md", "a.md"], 2, "'a.md' is named twice"),
        (["DECK", "--out", "a.md", "--into", "b"], 2, "drop either"),
        (["DECK", "--format", "md", "csv", "--out", "a.md"], 2, "formats: 2, files: 1"),
        (["DECK", "--format", "md", "--images", "x"], 2, "--images is for a PDF"),
        (["DECK", "--format", "pdf", "--images", "x"], 3, "'x' is no folder"),
        (["DECK", "--out", "file/a.md"], 3, "cannot write folder 'file'"),
        (["nowhere", "--format", "md"], 3, "'nowhere' is no folder"),
        (["file", "--format", "md"], 3, "'file' is no folder"),
    ],
)
def test_bad_input_is_told_and_nothing_is_written(kalos, here, args, code, told):
    (here / "file").touch()
    command = ["export", *(str(kalos) if one == "DECK" else one for one in args)]
    with pytest.raises(DeckbuilderError, match=re.escape(told)) as error:
        app(command, standalone_mode=False)
    assert error.value.exit_code == code
    assert names_in(here) == ["file"]


def test_a_deck_that_was_edited_by_hand_is_told(refused, kalos, tmp_path):
    deck = shutil.copytree(kalos, tmp_path / "deck")
    text = (deck / "deck.csv").read_text(encoding="utf-8")
    (deck / "deck.csv").write_text(text.replace("Chespin", "=1+1"), encoding="utf-8")
    run = refused("export", deck, "--format", "csv")
    assert run.code == 3
    told = "is damaged: deck.json and deck.csv do not state the same rows"
    assert told in run.error_line


@pytest.mark.slow
def test_a_deck_of_413_cards_is_exported_in_all_formats_in_five_seconds(deckbuilder, tmp_path):
    deck = solved(tmp_path / "deck", "kanto", "johto", "hoenn")
    start = time.monotonic()
    run = deckbuilder("export", deck, "--format", *ALL, "cardmarket", "--into", "lists")
    assert time.monotonic() - start < 5
    assert run.code == 0
    assert "cards" in run.out
    wants = sorted((tmp_path / "lists").glob("deck-cardmarket-*.txt"))
    counts = [path.read_text(encoding="utf-8").count("\n") for path in wants]
    assert all(count <= 100 for count in counts)
    assert sum(counts) > 400
