"""The collection as a user runs it: import, look, undo, take away, and hold a deck against it."""

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

from deckbuilder.collection.importing import read_files
from deckbuilder.collection.match import Matcher
from deckbuilder.collection.store import COLLECTION_FILE, load_collection, open_store

BINDER = "2 Charizard Base Set 4/102\n1 Blastoise BS 2\n1 Charizad\n3 Pikachu PAL 62\n"


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    folder = tmp_path / "home"
    monkeypatch.setenv("DECKBUILDER_HOME", str(folder))
    return folder


@pytest.fixture
def binder(tmp_path):
    path = tmp_path / "binder.txt"
    path.write_text(BINDER)
    return path


@pytest.fixture
def owns(home, catalog):
    """Import files into the user's collection, without the command."""

    def add(*paths):
        with open_store(home / COLLECTION_FILE, create=True) as store:
            store.add(read_files(paths, Matcher(catalog)))

    return add


@pytest.fixture(scope="module")
def deck(tmp_path_factory):
    folder = tmp_path_factory.mktemp("solved") / "deck"
    command = ["optimize", "--regions", "kalos", "--universal", "-q", "--catalog", "snapshot"]
    subprocess.run(
        [sys.executable, "-m", "deckbuilder", *command, "--out", folder],
        cwd=Path(__file__).parent.parent.parent,
        check=True,
    )
    return folder


@pytest.fixture(scope="module")
def deck_rows(deck):
    with (deck / "deck.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_an_import_accounts_for_every_row(deckbuilder, binder, home):
    run = deckbuilder("collection", "import", binder.name)
    assert (run.code, run.err) == (0, "")
    assert all(len(line) <= 80 for line in run.out.splitlines())
    assert "binder.txt:3: no card is that: the row says Charizad" in " ".join(run.out.split())
    assert "Owned: 6 cards, 3 printings" in run.out
    assert (home / "collection.sqlite3").is_file()


def test_the_account_adds_up_for_a_program(deckbuilder, binder):
    report = json.loads(deckbuilder("collection", "import", binder, "--json").out)
    (file,) = report["files"]
    assert (file["rows"], file["matched"], file["listed"], file["cards"]) == (4, 3, 1, 6)
    (row,) = report["unresolved"]
    assert (row["line"], "base1-4" in row["candidates"]) == (3, True)
    assert json.loads(deckbuilder("collection", "unresolved", "--json").out) == [row]


def test_several_files_are_one_import(deckbuilder, binder, tmp_path):
    (tmp_path / "more.csv").write_text("card_id,quantity\nbase1-4,x\nbase1-5,1\n")
    run = deckbuilder("collection", "import", binder, "more.csv")
    assert "more.csv:2: quantity 'x'" in run.out
    assert "Owned: 7 cards, 4 printings" in run.out
    (one,) = json.loads(deckbuilder("collection", "imports", "--json").out)
    assert (one["import_id"], len(one["files"]), one["cards"]) == (1, 2, 7)


def test_strict_imports_nothing_unless_every_row_is_matched(deckbuilder, binder, home):
    run = deckbuilder("collection", "import", binder, "--strict")
    assert (run.code, run.out) == (3, "")
    assert "nothing was imported, for 1 of 4 rows are not understood" in run.error_line
    assert not home.exists()


def test_a_file_is_refused_a_second_time(deckbuilder, binder, owns):
    owns(binder)
    run = deckbuilder("collection", "import", binder)
    assert run.code == 3
    assert "was imported before, by import 1" in run.error_line
    assert "Owned: 12 cards" in deckbuilder("collection", "import", binder, "--again").out
    assert "Owned: 6 cards" in deckbuilder("collection", "import", binder, "--replace").out
    assert deckbuilder("collection", "imports").out.count("replaced by 3") == 2
    assert "Owned: 12 cards" in deckbuilder("collection", "undo").out


def test_what_is_owned_is_shown(deckbuilder, binder, owns):
    owns(binder)
    assert "Base Set (base1)" in deckbuilder("collection", "show").out
    run = deckbuilder("collection", "show", "--set", "Base Set", "neo1", "--region", "kanto")
    assert "Charizard" in run.out
    assert "Pikachu" not in run.out
    assert all(len(line) <= 80 for line in run.out.splitlines())
    shown = json.loads(deckbuilder("collection", "show", "--species", "pikachu", "--json").out)
    assert [(one["card_id"], one["quantity"]) for one in shown["holdings"]] == [("sv02-062", 3)]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["show"], "no collection at"),
        (["import", "nowhere.csv"], "cannot read 'nowhere.csv'"),
        (["import", "binder.txt", "--collection", "binder.txt"], "cannot use collection"),
    ],
)
@pytest.mark.usefixtures("binder")
def test_what_cannot_be_used(refused, args, message):
    run = refused("collection", *args)
    assert run.code == 3
    assert message in run.error_line


def test_a_table_without_a_header_is_warned_of(deckbuilder, tmp_path):
    (tmp_path / "cards.csv").write_text("base1,4,2\nbase1,5,1\n")
    run = deckbuilder("collection", "import", "cards.csv")
    assert run.code == 0
    assert "no line of 'cards.csv' is a card: a table needs a header" in run.error_line


def test_what_is_taken_away_comes_back_the_same(deckbuilder, tmp_path, home, owns):
    (tmp_path / "own.csv").write_text(
        "card_id,quantity,language,condition\n"
        'base1-4,2,,"=HYPERLINK(""http://x"",""y"")"\nbase1-5,1,Japanese,NM\n'
    )
    owns(tmp_path / "own.csv")
    owned = load_collection(home / COLLECTION_FILE)
    assert deckbuilder("collection", "export", "out.csv").code == 0
    assert "'=HYPERLINK" in (tmp_path / "out.csv").read_text()
    (home / COLLECTION_FILE).unlink()
    owns(tmp_path / "out.csv")
    assert load_collection(home / COLLECTION_FILE) == owned
    run = deckbuilder("collection", "export", "out.txt")
    assert "1 cards are left out" in run.err
    assert (tmp_path / "out.txt").read_text() == "2 Charizard BS 4\n"


def test_a_deck_is_marked_from_a_ticked_list(deckbuilder, deck, deck_rows, tmp_path):
    ticked = [row["card_id"] for row in deck_rows[:9]]
    lines = [f"{row['card_id']},{'x' if row in deck_rows[:9] else ''}" for row in deck_rows]
    (tmp_path / "ticks.csv").write_text("\n".join(["card_id,owned", *lines]))
    run = deckbuilder("collection", "mark", deck, "--from", "ticks.csv")
    assert (run.code, run.err) == (0, "")
    status = json.loads(deckbuilder("status", deck, "--json").out)
    assert (status["owned"], status["needed"]) == (9, len(deck_rows))
    assert not {row["card_id"] for row in status["missing"]} & set(ticked)
    (tmp_path / "ticks.csv").write_text(f"card_id,owned\n{ticked[0]},\n")
    run = deckbuilder("collection", "mark", deck, "--from", "ticks.csv", "--untick")
    assert "Owned: 8 cards" in run.out
    diff = json.loads(deckbuilder("collection", "diff", deck, "--json").out)
    assert sum(len(one["owned"]) for one in diff["sets"]) == 8


def test_a_deck_is_marked_from_the_lists_that_export_writes(deckbuilder, deck):
    assert deckbuilder("export", deck, "--out", "list.csv", "list.xlsx").code == 0
    for name in ("list.csv", "list.xlsx"):
        run = deckbuilder("collection", "mark", deck, "--from", name, "--json")
        assert run.code == 0, run.err
        (file,) = json.loads(run.out)["files"]
        assert (file["listed"], file["cards"]) == (0, 0)


@pytest.mark.parametrize("args", [["status"], ["collection", "diff"]])
def test_status_and_diff_fit_the_screen(deckbuilder, deck, tmp_path, owns, args):
    header, row, *others = (deck / "deck.csv").read_text(encoding="utf-8").splitlines()
    (tmp_path / "one.csv").write_text(f"{header}\n{row}\n")
    owns(tmp_path / "one.csv")
    run = deckbuilder(*args, deck)
    assert (run.code, run.err) == (0, "")
    assert f"1 of {len(others) + 1} cards owned" in " ".join(run.out.split())
    assert all(len(line) <= 80 for line in run.out.splitlines())


def test_a_whole_deck_is_complete(deckbuilder, deck, owns):
    owns(deck / "deck.csv")
    assert "Complete: every card is there." in deckbuilder("status", deck).out


def test_marking_needs_a_list(refused, deck):
    run = refused("collection", "mark", deck)
    assert run.code == 2
    assert "--from FILE" in run.error_line


def test_a_refused_import_leaves_no_collection_behind(deckbuilder, tmp_path, monkeypatch):
    """An empty file would pass for a collection, and every card for one to be bought."""
    monkeypatch.setenv("DECKBUILDER_HOME", str(tmp_path / "home"))
    (tmp_path / "list.txt").write_text("1 base1-4\n")
    (tmp_path / "same.txt").write_text("1 base1-4\n")
    run = deckbuilder("collection", "import", "list.txt", "same.txt", "--collection", "own.db")
    assert run.code == 3
    assert "says the same as a file before it" in run.error_line
    assert not (tmp_path / "own.db").exists()


def test_a_name_with_a_bracket_is_no_page_of_a_workbook(deckbuilder, tmp_path):
    for name in ("binder [one].txt", "binder [two].txt"):
        (tmp_path / name).write_text("1 base1-4\n")
    args = ("collection", "import", "binder [one].txt", "binder [two].txt", "--collection", "own")
    run = deckbuilder(*args)
    assert run.code == 3
    assert "says the same as a file before it" in run.error_line


def test_the_unresolved_rows_of_an_import_that_is_not_there(deckbuilder, tmp_path):
    (tmp_path / "list.txt").write_text("1 base1-4\n")
    assert deckbuilder("collection", "import", "list.txt", "--collection", "own").code == 0
    run = deckbuilder("collection", "unresolved", "--import", "99", "--collection", "own")
    assert run.code == 3
    assert run.error_line == "error: no import has the id '99': there are 1"
