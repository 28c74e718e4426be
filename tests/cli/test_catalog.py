import json

from deckbuilder.catalog.files import DATA


def test_building_as_a_user_gives_the_packed_tables(deckbuilder, tmp_path, golden):
    args = ["--facts", DATA / "facts", "--corrections", DATA / "corrections.csv"]
    run = deckbuilder("catalog", "build", *args, "--out", "data")
    assert (run.code, run.err) == (0, "")
    golden("catalog-build.txt", run.out)
    for one in (tmp_path / "data").iterdir():
        assert one.read_bytes() == (DATA / one.name).read_bytes()
    again = deckbuilder("optimize", "--regions", "kalos", "--joint", "--catalog", "data", "-q")
    assert again.code == 0


def test_the_account_adds_up_for_a_program(deckbuilder):
    args = ["--facts", DATA / "facts", "--corrections", DATA / "corrections.csv"]
    report = json.loads(deckbuilder("catalog", "build", *args, "--out", "data", "--json").out)
    for file in report["files"]:
        assert file["kept"] + file["corrected"] + file["left_out"] == file["read"]


def test_info_says_where_the_facts_come_from(deckbuilder):
    run = deckbuilder("catalog", "info")
    assert run.code == 0
    assert "1,025 species, 21,066 printings" in run.out
    assert "TCGdex" in run.out
    assert "MIT" in run.out


def test_facts_that_are_not_there(refused):
    run = refused("catalog", "build", "--facts", "nowhere")
    assert run.code == 3
    assert "folder 'nowhere' holds neither" in run.error_line
