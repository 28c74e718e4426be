"""`verify` by play: figures, limits, two decks, and games that are gone on with."""

import json
import signal
import subprocess
import sys
import time

import pytest

PROGRAM = [sys.executable, "-m", "deckbuilder"]


@pytest.fixture(scope="session")
def decks(tmp_path_factory):
    """The two standard decks of Kanto."""
    folder = tmp_path_factory.mktemp("verify")
    for name in ("core", "full"):
        subprocess.run([*PROGRAM, "deck", name, "-q", "--out", name], cwd=folder, check=True)
    return folder


@pytest.fixture
def told(deckbuilder):
    """Verify, and read what a program is told."""

    def verify(*args, code=0):
        run = deckbuilder("verify", *args, "--json")
        assert run.code == code, run.err
        return json.loads(run.out)

    return verify


def test_the_full_deck_keeps_its_limits_and_says_how_it_plays(deckbuilder, decks):
    run = deckbuilder("verify", decks / "full", "--games", "300", "--players", "5-6")
    assert (run.code, run.err) == (0, "")
    assert max(map(len, run.out.splitlines())) <= 80
    for words in ("Turns a game", "Turns without a play", "Stalemates", "χ² of all seats, p"):
        assert words in run.out
    assert "✗" not in run.out


def test_the_figures_hang_on_the_seed_and_not_on_who_plays(told, decks):
    args = (decks / "full", "--games", "600", "--players", "5", "--seed", "4")
    one = told(*args)
    assert told(*args, "--workers", "2") == one
    assert told(*args[:-1], "5")["play"] != one["play"]
    (figures,) = one["play"]
    assert (figures["games"], figures["players"], len(figures["seats"])) == (600, 5, 5)
    assert sum(games for _, games in figures["lengths"]["histogram"]) == 600
    assert [limit["passed"] for limit in one["limits"]] == [True] * 6


def test_a_deck_beyond_a_limit_fails_and_names_it(deckbuilder, decks, tmp_path):
    limits = (tmp_path / "limits.yaml").write_text(
        "balance: 1.25\nno_play_share: 0.1\nstall_share: {2: 0.9}\nstalemate_share: 0.001\n"
        "seat_advantage: 0.5\nturns: {least: 1, most: 90}\n"
    )
    assert limits
    run = deckbuilder("verify", decks / "full", "--games", "200", "--thresholds", "limits.yaml")
    assert run.code == 1
    assert "✗ turns on which the hand has no legal play" in run.out
    assert "fails its limits, witnesses: 1\n  no_play_share with 5 players" in run.err


def test_a_deck_that_fails_its_certificate_is_not_played(deckbuilder, decks, tmp_path):
    folder = tmp_path / "forged"
    folder.mkdir()
    for file in (decks / "core").iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    rows = (folder / "deck.csv").read_text()
    (folder / "deck.csv").write_text(rows.replace(",Fire,", ",Water,", 1))
    run = deckbuilder("verify", folder)
    assert run.code == 1
    assert "fails its certificate" in run.err
    assert "Turns a game" not in run.out


def test_two_decks_are_compared_on_the_same_seeds(deckbuilder, decks, told):
    args = (decks / "full", "--games", "300", "--players", "5", "--against")
    same = told(*args, decks / "full")["compared"][0]
    assert [one["value"] for one in same["differences"]] == [0, 0, 0]
    run = deckbuilder("verify", *args, decks / "core", "--force-players")
    assert run.code == 0
    assert "Turns without a play" in run.out
    assert "95 % interval" in run.out


def test_games_that_were_kept_are_not_played_again(told, decks, tmp_path):
    args = (decks / "core", "--players", "4")
    half = told(*args, "--games", "250", "--resume", tmp_path / "games.json")
    kept = json.loads((tmp_path / "games.json").read_text())
    assert kept["done"] == [[0, 250]]
    whole = told(*args, "--games", "500", "--resume", tmp_path / "games.json")
    assert whole == told(*args, "--games", "500")
    assert half["play"][0]["games"] == 250


def test_a_rival_that_breaks_a_limit_fails_too(deckbuilder, decks, tmp_path):
    (tmp_path / "limits.yaml").write_text(
        "balance: 1.25\nno_play_share: 0.1\nstall_share: {2: 0.9}\nstalemate_share: 0.001\n"
        "seat_advantage: 0.5\nturns: {least: 1, most: 90}\n"
    )
    args = ("--games", "200", "--players", "5", "--thresholds", "limits.yaml")
    run = deckbuilder("verify", decks / "full", "--against", decks / "full", *args)
    assert run.code == 1
    assert "no_play_share with 5 players" in run.err


def test_games_cut_short_by_hand_are_shown_and_pass_nothing(decks):
    """The certificate is told first; Ctrl-C comes while the games are played."""
    command = [*PROGRAM, "verify", decks / "full", "--bots", "search", "--games", "100000"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1
    ) as program:
        assert program.stdout
        for line in program.stdout:
            if "tiers are as stated" in line:
                break
        time.sleep(4)
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=60)
    assert program.returncode == 130
    assert "stopped by hand" in err
    assert "nothing is said to pass" in err
    assert "Turns a game" in out


def test_a_plot_of_the_games_is_drawn(deckbuilder, decks, tmp_path):
    run = deckbuilder("verify", decks / "core", "--games", "100", "--plot", "games.png")
    assert run.code == 0
    assert (tmp_path / "games.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["--players", "x"], 2, "--players 'x' is neither a number nor a range"),
        (["--players", "11"], 2, "11 players"),
        (["--bots", "gredy"], 3, "no bot is called 'gredy'"),
        (["--cluster", "tcp://127.0.0.1:9"], 5, "no Dask cluster answers at 'tcp://127.0.0.1:9'"),
        (["--plot", "games.gif"], 3, "cannot plot to 'games.gif'"),
        (["--thresholds", "none.yaml"], 3, "cannot read 'none.yaml'"),
        (["--against", "nowhere"], 3, "'nowhere' is no folder"),
    ],
)
def test_what_cannot_be_done_is_one_clear_line(args, code, words, refused, decks):
    run = refused("verify", decks / "core", *args)
    assert run.code == code
    assert words in run.error_line


def test_optimize_plays_its_deck_at_the_end_and_ranks_what_is_next_best(deckbuilder):
    args = ("optimize", "--regions", "kalos", "--joint", "--verify", "200", "--json")
    run = deckbuilder(*args, "--alternatives", "2", "--play", "200")
    assert run.code == 0, run.err
    told = json.loads(run.out)
    assert [one["games"] for one in told["played"]] == [200] * 3
    assert all(limit["passed"] for limit in told["limits"])
    assert len(told["alternatives"]) == 2
