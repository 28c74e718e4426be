import pytest

from deckbuilder.catalog import tables
from deckbuilder.catalog.catalog import load_catalog
from deckbuilder.catalog.files import DATA, staged_folder
from deckbuilder.catalog.provenance import PROVENANCE
from deckbuilder.errors import BadInputError


@pytest.fixture
def copied(tmp_path):
    optional = (tables.DISPUTES, tables.SHARED_PRODUCTS)
    for name in (*(table.file for table in (*tables.ALL, *optional)), PROVENANCE):
        (tmp_path / name).write_bytes((DATA / name).read_bytes())
    return tmp_path


def test_a_copy_of_the_tables_is_the_same_catalogue(copied, catalog):
    assert load_catalog(copied).stamp == catalog.stamp
    assert load_catalog(copied).printings == catalog.printings


@pytest.mark.parametrize("table", tables.ALL, ids=lambda table: table.file)
@pytest.mark.parametrize("damage", [lambda b: b[:-100], lambda b: b.replace(b"0", b"1", 1)])
def test_a_truncated_or_edited_table_is_refused(copied, table, damage):
    path = copied / table.file
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(BadInputError, match="cut short or edited") as caught:
        load_catalog(copied)
    assert str(path) in str(caught.value)
    assert "deckbuilder catalog build" in str(caught.value)


@pytest.mark.parametrize("name", [*(table.file for table in tables.ALL), PROVENANCE])
def test_a_missing_file_is_named(copied, name):
    (copied / name).unlink()
    with pytest.raises(BadInputError, match="cannot read") as caught:
        load_catalog(copied)
    assert name in str(caught.value)


@pytest.mark.parametrize("table", tables.ALL, ids=lambda table: table.file)
def test_a_table_reads_back_what_it_writes(table):
    content = (DATA / table.file).read_bytes()
    assert table.dump(table.load(content)) == content


def test_a_staged_folder_arrives_whole(tmp_path):
    target = tmp_path / "a" / "deck"
    with staged_folder(target, marker="m") as stage:
        (stage / "m").write_text("1")
        assert not target.exists()
    assert [one.name for one in target.iterdir()] == ["m"]
    assert [one.name for one in target.parent.iterdir()] == ["deck"]


def test_a_staged_folder_keeps_what_a_person_put_beside_its_files(tmp_path):
    (tmp_path / "m").write_text("old")
    (tmp_path / "notes.txt").write_text("mine")
    with staged_folder(tmp_path, marker="m") as stage:
        (stage / "m").write_text("new")
    assert (tmp_path / "m").read_text() == "new"
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_a_block_that_raises_leaves_the_target_as_it_was(tmp_path):
    def be_interrupted():
        with staged_folder(tmp_path / "deck", marker="m") as stage:
            (stage / "m").write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        be_interrupted()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("target", ["file", "file/below", "others"])
def test_a_target_that_is_not_ours_is_refused(tmp_path, target):
    (tmp_path / "file").write_text("x")
    (tmp_path / "others").mkdir()
    (tmp_path / "others" / "thesis.txt").write_text("x")
    with (
        pytest.raises(BadInputError, match="--out") as caught,
        staged_folder(tmp_path / target, marker="m"),
    ):
        pytest.fail("the block must not run")
    assert str(tmp_path / target) in str(caught.value)
