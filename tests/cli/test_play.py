"""`play` and `replay`: at the terminal, against bots, watched, and written down."""

import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-m", "deckbuilder"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80", "TERM": "xterm"}


@pytest.fixture(scope="session")
def core(tmp_path_factory):
    """The core deck of Kanto."""
    folder = tmp_path_factory.mktemp("play")
    args = [*PROGRAM, "deck", "core", "-q", "--out", "core"]
    subprocess.run(args, cwd=folder, check=True, env=ENVIRONMENT)
    return folder / "core"


def test_bots_play_the_same_game_from_the_same_seed(deckbuilder, core):
    args = ("play", core, "--watch", "--seed", "3", "--bots", "greedy", "random")
    first, again = deckbuilder(*args), deckbuilder(*args)
    assert (first.code, first.err) == (0, "")
    assert first.out == again.out != deckbuilder(*args[:-3], "--bots", "hoarder").out
    assert "2 players, seed 3" in first.out
    assert re.search(r"^(Greedy 1|Random 2) wins after \d+ turns$", first.out, re.MULTILINE)
    assert max(map(len, first.out.splitlines())) <= 80


def test_a_game_is_written_down_and_played_again_to_the_same_end(deckbuilder, core, tmp_path):
    args = ("play", core, "--watch", "--players", "4", "--seed", "7")
    played = deckbuilder(*args, "--log", "game.json")
    assert (played.code, played.err) == (0, "")
    again = deckbuilder("replay", "game.json")
    assert (again.code, again.err) == (0, "")
    written = [line for line in played.out.splitlines() if not line.startswith("Written")]
    assert again.out.splitlines()[1:] == written[1:]
    told = json.loads(deckbuilder("replay", "game.json", "--json").out)
    log = json.loads((tmp_path / "game.json").read_text())
    assert told["events"] == len(log["events"])
    assert told["stalemate"] is False


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda text: text[: len(text) // 2], "was cut short before its first event"),
        (lambda text: text[:-100], "was cut short: it breaks at event"),
        (lambda text: text.replace('"players": 2', '"players": 3'), "may do one of"),
        (lambda text: text.replace("Charizard", "Charizord"), "the cards are not those"),
    ],
)
def test_a_log_that_was_cut_short_or_edited_says_where_it_breaks(
    spoil, told, deckbuilder, core, tmp_path
):
    path = tmp_path / "game.json"
    assert deckbuilder("play", core, "--watch", "--seed", "1", "-q", "--log", path).code == 0
    path.write_text(spoil(path.read_text()))
    run = deckbuilder("replay", path)
    assert run.code == 3
    assert told in run.error_line


def test_an_edited_action_is_named_by_its_place(deckbuilder, core, tmp_path):
    path = tmp_path / "game.json"
    assert deckbuilder("play", core, "--watch", "--seed", "1", "-q", "--log", path).code == 0
    log = json.loads(path.read_text())
    log["events"][90] = 999
    path.write_text(json.dumps(log))
    run = deckbuilder("replay", path)
    assert run.code == 3
    assert "event 91 is '999'" in run.error_line


@pytest.mark.parametrize(
    ("args", "code", "told"),
    [
        (["--players", "11"], 2, "11 players"),
        (["--players", "0"], 2, "0 players: a game needs two at least"),
        (["--players", "5"], 2, "--force-players plays it all the same"),
        (["--bots", "gredy"], 3, "no bot is called 'gredy'; did you mean greedy?"),
        (["--house", "eevee-lime"], 3, "did you mean eevee-line?"),
        (["--module", "expansion"], 3, "the deck has no module 'expansion'"),
        (["--json"], 2, "--json is for --watch"),
    ],
)
def test_what_cannot_be_played_is_one_clear_line(args, code, told, refused, core):
    run = refused("play", core, *args)
    assert run.code == code
    assert told in run.error_line


def test_a_house_family_with_an_unknown_member_is_refused(refused, core, tmp_path):
    (tmp_path / "houses.yaml").write_text("families:\n  starters: [Bulbasaur, Charmandar]\n")
    run = refused("play", core, "--watch", "--houses", "houses.yaml")
    assert run.code == 3
    assert "'houses.yaml': house family 'starters': no species is called 'Charmandar'" in (
        run.error_line
    )


class Terminal:
    """The program on a terminal of its own, with somebody who types."""

    def __init__(self, *args, cwd):
        self._master, terminal = pty.openpty()
        self._program = subprocess.Popen(
            [*PROGRAM, *map(str, args)],
            cwd=cwd,
            env={**ENVIRONMENT, "NO_COLOR": "1"},
            stdin=terminal,
            stdout=terminal,
            stderr=subprocess.PIPE,
            text=True,
        )
        os.close(terminal)
        self.screen = ""
        self._seen = 0

    def until(self, pattern, seconds=60):
        """Read until the screen matches behind the last match; none where it never does."""
        deadline = time.monotonic() + seconds
        while not (found := re.compile(pattern).search(self.screen, self._seen)):
            if time.monotonic() > deadline:
                raise AssertionError(self.screen)
            if not self._read():
                found = re.compile(pattern).search(self.screen, self._seen)
                break
        self._seen = found.end() if found else len(self.screen)
        return found

    def _read(self):
        if not select.select([self._master], [], [], 0.2)[0]:
            return self._program.poll() is None
        try:
            text = os.read(self._master, 4096).decode().replace("\r\n", "\n")
            self.screen += re.sub(r"\x1b\[[0-9;]*m", "", text)
        except OSError:
            return False  # the program has closed its end
        return True

    def type(self, text):
        os.write(self._master, f"{text}\n".encode())

    def close(self):
        _, err = self._program.communicate(timeout=30)
        os.close(self._master)
        return self._program.returncode, err


def test_a_person_plays_to_the_end(core, tmp_path):
    game = Terminal("play", core, "--players", "3", "--seed", "11", "--log", "g.json", cwd=tmp_path)
    asked = 0
    while game.until(r"1–\d+> $|wins? after \d+ turns")[0].startswith("1–"):
        game.type("1")
        asked += 1
    game.until("(?!)")
    assert game.close() == (0, "")
    assert asked > 1
    assert "Top: " in game.screen
    assert "draw pile" in game.screen
    assert re.search(r"Same (type|HP|type and HP): ", game.screen)
    assert "Not playable now: " in game.screen
    assert "You play " in game.screen
    assert max(map(len, game.screen.splitlines())) <= 80
    assert json.loads((tmp_path / "g.json").read_text())["bots"][0] == "human"
    subprocess.run([*PROGRAM, "replay", "g.json"], cwd=tmp_path, env=ENVIRONMENT, check=True)


def test_nonsense_is_asked_again_and_q_leaves_the_table(core, tmp_path):
    game = Terminal("play", core, "--seed", "11", cwd=tmp_path)
    game.until(r"1–(\d+)> $")
    game.type("nonsense")
    assert game.until(r"'nonsense' is no number from 1 to \d+ \(q leaves\)")
    game.until(r"> $")
    game.type("q")
    assert game.until("You leave the table")
    assert game.close() == (0, "")
