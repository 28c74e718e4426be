"""A deck folder is used whole or not at all, whatever the command; `verify` alone looks inside."""

import json
import shutil

import pytest

from deckbuilder.catalog.pools import find_pool
from deckbuilder.domain.plan import Mode
from deckbuilder.export.folder import write_deck
from deckbuilder.solve.effort import Effort
from deckbuilder.solve.optimize import Request, optimize


@pytest.fixture(scope="session")
def kalos(tmp_path_factory, catalog, policy):
    """A joint deck of Kalos, solved in a moment."""

    folder = tmp_path_factory.mktemp("decks") / "kalos"
    folder.mkdir()
    request = Request(find_pool(["kalos"], catalog), Mode.JOINT, trainers=None)
    plan = optimize(request, catalog, policy, Effort(60))
    write_deck(folder, plan, catalog, policy, seconds=0)
    return folder


@pytest.fixture
def damage(kalos, tmp_path):
    """Copy the deck into a folder of this name, with its rows changed."""

    def make(change, name="deck"):
        folder = tmp_path / name
        shutil.copytree(kalos, folder)
        text = (folder / "deck.csv").read_text(encoding="utf-8")
        (folder / "deck.csv").write_text(change(text), encoding="utf-8")
        if name != "deck":
            return folder
        rows = json.loads((folder / "deck.json").read_text(encoding="utf-8"))
        (folder / "deck.json").write_text(json.dumps(rows[: len(text.splitlines()) - 1]))
        return folder

    return make


COMMANDS = (
    ("play", "{deck}", "--watch"),
    ("status", "{deck}"),
    ("export", "{deck}", "--format", "names"),
    ("buy", "{deck}", "--all"),
    ("explain", "froakie", "--deck", "{deck}"),
    ("choose", "{deck}", "froakie"),
    ("collection", "diff", "{deck}"),
    ("collection", "mark", "{deck}", "--from", "ticks.txt"),
    ("fetch", "--deck", "{deck}", "--url", "http://127.0.0.1:9"),
    ("deck", "combine", "{deck}", "{deck}"),
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:2]))
@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: "\n".join(text.splitlines()[:40]) + "\n", "do not state the same rows"),
        (lambda text: text.replace("Froakie", "Froakie,", 1), "the row has not the header's"),
    ],
    ids=["cut short", "a row too long"],
)
def test_a_damaged_deck_is_refused(refused, damage, command, change, told):
    deck = damage(change)
    run = refused(*(part.format(deck=deck) for part in command))
    assert run.code == 3
    assert run.error_line.startswith(f"error: deck '{deck}' is damaged: ")
    assert told in run.error_line
    assert run.error_line.endswith("`deckbuilder verify` names them all")


@pytest.mark.parametrize("command", COMMANDS[:7], ids=lambda command: " ".join(command[:2]))
def test_a_card_that_the_catalogue_lacks_is_told(refused, kalos, tmp_path, command):
    deck = tmp_path / "deck"
    shutil.copytree(kalos, deck)
    rows = json.loads((deck / "deck.json").read_text(encoding="utf-8"))
    gone = next(row["card_id"] for row in rows if row["species"] == "Froakie")
    for name in ("deck.csv", "deck.json"):
        text = (deck / name).read_text(encoding="utf-8")
        (deck / name).write_text(text.replace(gone, "nowhere-1"), encoding="utf-8")
    run = refused(*(part.format(deck=deck) for part in command))
    assert run.code == 3
    assert "has no card 'nowhere-1' (Froakie)" in run.error_line


def test_verify_names_every_fault(deckbuilder, damage):
    run = deckbuilder("verify", damage(lambda text: "\n".join(text.splitlines()[:40]) + "\n"))
    assert run.code == 1
    assert "Traceback" not in run.err
    assert "do not state the same rows" in run.err


@pytest.mark.parametrize("name", ["ku[old]", "a[", "[bold]x", "b\\[c]", ":smile:"])
def test_a_folders_name_is_shown_as_it_stands(deckbuilder, kalos, tmp_path, name):
    shutil.copytree(kalos, tmp_path / name)
    run = deckbuilder("verify", name, "--games", "0")
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith(f"{name}: ")
    run = deckbuilder("play", name, "--watch")
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith(f"{name}: ")


@pytest.mark.parametrize("typed", ["[/x]", "[bold]", "]["])
def test_whatever_is_typed_at_the_table_is_text(kalos, deckbuilder, typed):
    run = deckbuilder("play", kalos, typed=f"{typed}\nq\n")
    assert (run.code, run.err) == (0, "")
    assert "Traceback" not in run.out


def test_decks_without_trainers_are_combined_without(deckbuilder, kalos):
    for region in ("alola", "kalos"):
        args = ("--regions", region, "--joint", "--rubric", kalos / "rubric.yaml")
        run = deckbuilder("optimize", *args, "--no-trainers", "-q", "--out", region)
        assert run.code == 0, run.err
    run = deckbuilder("deck", "combine", "alola", "kalos", "--out", "both", "--json")
    assert run.code == 0, run.err
    assert json.loads(run.out)["trainers"] == {}
