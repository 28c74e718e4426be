"""Games on disk: whole ones are played again, damaged ones say where they break."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from deckbuilder.engine.party.log import game_log, load_log, replay_log, save_log
from deckbuilder.engine.party.options import CallOrder, Options
from deckbuilder.engine.party.play import play_one
from deckbuilder.engine.party.state import State
from deckbuilder.engine.party.table import Table
from deckbuilder.engine.party.wording import describe
from deckbuilder.errors import BadInputError


@pytest.fixture
def table(kanto_core, houses):
    return Table.of(kanto_core, Options(3, houses, CallOrder.RACE, party_call=True))


@pytest.fixture
def log_file(table, tmp_path):
    game = play_one(table, ("random", "greedy"), 6, 2)
    save_log(tmp_path / "game.json", game_log(table, game.events, ("random", "greedy"), 6, 2))
    return tmp_path / "game.json"


def edit(path, change):
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))


def test_a_log_is_the_whole_game(log_file, table):
    end = replay_log(load_log(log_file))
    assert end.to_plain() == play_one(table, ("random", "greedy"), 6, 2).state.to_plain()


def test_a_log_whose_cards_were_edited_is_refused(log_file):
    edit(log_file, lambda content: content["cards"][0].update(hp=300))
    with pytest.raises(BadInputError, match=r"was edited: the cards are not those"):
        replay_log(load_log(log_file))


def test_a_log_that_ends_early_says_where(log_file):
    edit(log_file, lambda content: content.update(events=content["events"][:90]))
    with pytest.raises(BadInputError, match="breaks off at event 91: the game is not over"):
        replay_log(load_log(log_file))
    edit(log_file, lambda content: content.update(events=content["events"][:40]))
    with pytest.raises(BadInputError, match="break off at event 41, within a shuffle"):
        replay_log(load_log(log_file))


def test_a_file_that_was_cut_short_says_where(log_file):
    text = log_file.read_text()
    kept = text[: text.index('"events"') + 300]
    log_file.write_text(kept)
    cut = kept.rpartition('"events": [')[2].count(",") + 1
    with pytest.raises(BadInputError, match=f"was cut short: it breaks at event {cut}"):
        load_log(log_file)
    log_file.write_text(text[: text.index('"events"')])
    with pytest.raises(BadInputError, match="was cut short before its first event"):
        load_log(log_file)
    log_file.write_text(text[:30])
    with pytest.raises(BadInputError, match="is no JSON"):
        load_log(log_file)


def test_an_edited_action_says_which(log_file):
    edit(log_file, lambda content: content["events"].__setitem__(80, 77))
    with pytest.raises(BadInputError, match=r"event 81 is '77': player . may do one of "):
        replay_log(load_log(log_file))


def test_a_card_dealt_twice_says_which(log_file):
    edit(log_file, lambda content: content["events"].__setitem__(9, content["events"][3]))
    with pytest.raises(BadInputError, match=r"event 10 is '.*': a shuffle has no such item left"):
        replay_log(load_log(log_file))


def test_what_comes_after_the_end_says_so(log_file):
    edit(log_file, lambda content: content["events"].append(0))
    with pytest.raises(BadInputError, match="the game is over by then"):
        replay_log(load_log(log_file))


@pytest.mark.parametrize(
    ("key", "value", "fault"),
    [("events", "x", "events"), ("bots", ["gready"], "did you mean greedy"), ("seeed", 1, "seeed")],
)
def test_a_log_of_another_shape_is_refused(log_file, key, value, fault):
    edit(log_file, lambda content: content.update({key: value}))
    with pytest.raises(BadInputError, match=fault):
        replay_log(load_log(log_file))


MISSED = {"party_call": True, "call_miss": 0.9, "call_catch": 0.9}
SHOWN: dict[str, tuple[str, dict[str, Any], Sequence[str]]] = {
    "trainers": ("kanto_core", {"players": 3}, ("greedy",)),
    "families": ("kanto_core", {"players": 4}, ("greedy",)),
    "house-families": ("kanto_full", {"players": 6}, ("greedy",)),
    "race": ("kalos", {"players": 7, "call_order": CallOrder.RACE}, ("random",)),
    "stall": ("kanto_core", {"players": 2}, ("hoarder",)),
    "recycling": ("kalos", {"players": 10}, ("random",)),
    "party-call": ("kalos", {"players": 5, **MISSED}, ("greedy", "random")),
    "stalemate": ("strangers", {"players": 2, "turn_limit": 400}, ("random",)),
}
"""A rule family, and where it shows: the first game that does is kept."""


def tell(game: int, table: Table, bots: Sequence[str]) -> tuple[str, State]:
    """A game in words, a decision a line, then all of it; and how it ended."""
    lines = []

    def note(state, action):
        top = state.table.deck.cards[state.top]
        lines.append(f"{top} | player {state.player}: {describe(state, action)}")

    played = play_one(table, bots, 1, game, note)
    lines.append(f"winners: {', '.join(map(str, played.state.winners))}")
    lines.append(f"events: {' '.join(map(str, played.events))}")
    return "\n".join(lines) + "\n", played.state


def shows(family: str, text: str, end: State) -> bool:
    return {
        "trainers": "(Trainer)" in text,
        "families": end.combos > 0 and end.interrupts > 0,
        "house-families": "Moltres (" in text and "interrupt with Zapdos" in text,
        "race": end.interrupts > 0,
        "stall": end.battles > 0,
        "recycling": end.recycles > 0,
        "party-call": end.caught > 0,
        "stalemate": end.is_stalemate and len(end.faced) < end.table.options.turn_limit,
    }[family]


@pytest.mark.parametrize("family", SHOWN)
def test_a_game_of_every_rule_family_stays_as_it_is(family, request, golden, houses):
    deck, options, bots = SHOWN[family]
    some = houses if family == "house-families" else ()
    table = Table.of(request.getfixturevalue(deck), Options(**options, houses=some))
    games = (tell(number, table, bots) for number in range(500))
    golden(f"game-{family}.txt", next(text for text, end in games if shows(family, text, end)))
