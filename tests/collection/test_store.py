"""The collection's file: imports add up, are undone, and never counted twice unawares."""

import sqlite3
from contextlib import closing

import pytest

from deckbuilder.collection.collection import Collection
from deckbuilder.collection.holding import Holding
from deckbuilder.collection.importing import FileImport, Unresolved
from deckbuilder.collection.store import load_collection, open_store
from deckbuilder.errors import BadInputError


def file_import(*holdings, file="a.csv", sha256="a", unresolved=(), page=""):
    return FileImport(file, sha256, "own", 1, len(holdings), holdings, tuple(unresolved), page)


@pytest.fixture
def store(tmp_path):
    with open_store(tmp_path / "deep" / "c.sqlite3", create=True) as opened:
        yield opened


TWO = file_import(Holding("base1-4", 2), Holding("base1-5", 1, "ja"))
MORE = file_import(Holding("base1-4", 1, price=5, currency="EUR"), file="b.csv", sha256="b")


def test_imports_add_up(store):
    assert (store.add([TWO]), store.add([MORE])) == (1, 2)
    owned = store.collection()
    assert (owned.owned("base1-4"), owned.owned("base1-5"), owned.foreign("base1-5")) == (3, 0, 1)
    assert owned.owned_ids == {"base1-4"}
    assert (owned.cards, owned.foreign_cards) == (3, 1)


def test_the_last_import_is_undone_or_the_one_named(store):
    store.add([TWO])
    store.add([MORE])
    assert store.undo(1).files == ("a.csv",)
    assert store.collection().owned("base1-4") == 1
    assert store.undo().import_id == 2
    assert store.collection() == Collection(())
    with pytest.raises(BadInputError, match="has no import to undo"):
        store.undo()


def test_an_import_that_is_not_there_cannot_be_undone(store):
    store.add([TWO])
    with pytest.raises(BadInputError, match="no import has the id '7': there are 1"):
        store.undo(7)


def test_an_id_is_never_given_twice(store):
    store.add([TWO])
    store.undo()
    assert store.add([TWO]) == 2


def test_a_file_is_not_counted_twice_unless_told_to(store):
    store.add([TWO])
    with pytest.raises(BadInputError, match="was imported before, by import 1: undo"):
        store.add([MORE, TWO])
    assert store.collection().owned("base1-4") == 2
    store.add([TWO], again=True)
    assert store.collection().owned("base1-4") == 4


def test_one_file_given_twice_is_refused(store):
    with pytest.raises(BadInputError, match="says the same as a file before it"):
        store.add([TWO, TWO])
    pages = [file_import(file=f"w [{page}]", sha256="w", page=page) for page in ("A", "B")]
    store.add(pages)


def test_a_replacement_sets_all_before_aside_until_it_is_undone(store):
    store.add([TWO])
    store.add([MORE], whole=True)
    assert store.collection().owned("base1-4") == 1
    assert [one.replaced_by for one in store.imports()] == [2, None]
    store.add([TWO], whole=True)
    assert store.collection().owned("base1-4") == 2
    store.undo()
    store.undo()
    assert store.collection().owned("base1-4") == 2


def test_what_is_taken_away_never_goes_below_nothing(store):
    store.add([TWO])
    store.add([file_import(Holding("base1-4", 2).taken_away, sha256="t")])
    assert store.collection().owned("base1-4") == 0
    store.undo(1)
    assert store.collection() == Collection(())


def test_unresolved_rows_are_kept_and_go_with_their_import(store):
    row = Unresolved("a.csv", 3, "Charizad,1", "no card is that", ("base1-4", "base4-4"))
    store.add([file_import(unresolved=[row])])
    assert store.unresolved() == store.unresolved(1) == (row,)
    with pytest.raises(BadInputError, match="no import has the id '9': there are 1"):
        store.unresolved(9)
    (listed,) = store.imports()
    assert (listed.rows, listed.matched, listed.cards) == (1, 0, 0)
    store.undo()
    assert store.unresolved() == ()


def test_a_collection_that_is_not_there(tmp_path):
    with pytest.raises(BadInputError, match="start one with `deckbuilder collection import FILE`"):
        load_collection(tmp_path / "c.sqlite3")


def test_a_file_that_is_no_collection(tmp_path):
    path = tmp_path / "c.sqlite3"
    path.write_text("card_id,quantity\n" * 100)
    with pytest.raises(BadInputError, match="cannot use collection"):
        load_collection(path)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("PRAGMA application_id = 1", "is another program's database"),
        ("PRAGMA user_version = 99", "has version 99, and this deckbuilder reads version 1"),
    ],
)
def test_another_programs_or_versions_file(tmp_path, statement, message):
    path = tmp_path / "c.sqlite3"
    with open_store(path, create=True):
        pass
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
    with pytest.raises(BadInputError, match=message):
        load_collection(path)


def test_a_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(BadInputError, match="cannot use collection"),
        open_store(tmp_path / "file" / "c.sqlite3", create=True),
    ):
        pass


def test_a_failed_import_leaves_nothing(store):
    bad = file_import(Holding("base1-4", 2), sha256=None)
    with pytest.raises(sqlite3.Error):
        store.add([TWO, bad])
    assert store.imports() == ()
