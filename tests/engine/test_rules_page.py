"""The page of rules says what the tests show."""

import re
from pathlib import Path

from deckbuilder.engine.party.bots import BOTS

PAGE = (Path(__file__).parent.parent.parent / "docs" / "rules.md").read_text(encoding="utf-8")
TESTS = "".join(
    path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")
)
NAMES = set(re.findall(r"^def (test_\w+)\(", TESTS, re.MULTILINE))


def test_every_rule_names_a_test_that_shows_it():
    rules = [line for line in PAGE.splitlines() if line.startswith("- ")]
    assert len(rules) > 60
    for rule in rules:
        shown_by = re.findall(r"`\[(test_\w+)\]`$", rule)
        assert shown_by, rule
        assert set(shown_by) <= NAMES, rule


def test_every_rule_that_is_tested_stands_on_the_page():
    path = Path(__file__).parent / "test_rules.py"
    tested = re.findall(r"^def (test_\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE)
    # Two go without saying: they follow from rules that are there.
    untold = {"test_one_call_needs_no_race", "test_a_drawn_card_can_win_with_the_only_trainer"}
    assert {name for name in tested if f"[{name}]" not in PAGE} == untold


def test_every_bot_stands_on_the_page():
    assert [name for name in BOTS if f"| `{name}` |" not in PAGE] == []
