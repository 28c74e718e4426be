"""What a source says is weighed against what the others say."""

from dataclasses import replace

import pytest

from deckbuilder.domain.disputes import Dispute, Statement
from deckbuilder.sources.weighing import weigh

DAY = "2026-11-29"
BOTH = ("tcgdex", "pokemontcg")


@pytest.fixture
def known(catalog):
    card = catalog.printings["dv1-1"]
    assert (card.hp, card.sources) == (40, BOTH)
    return card


def told(card, source="tcgdex", **facts):
    return replace(card, sources=(source,), **facts)


def said(*values, accepted=""):
    """A dispute on HP, of `tcgdex` and then `pokemontcg`."""
    return Dispute(
        "dv1-1",
        "hp",
        tuple(
            Statement("dv1-1", "hp", source, value, "", accepted=value == accepted)
            for source, value in zip(BOTH, values, strict=True)
        ),
    )


@pytest.mark.parametrize(
    ("sources", "source", "facts", "disputes"),
    [
        (BOTH, "tcgdex", {}, []),
        (BOTH, "tcgdex", {"hp": 50}, ["hp 40 or 50"]),
        (BOTH, "pokemontcg", {"hp": 50}, ["hp 40 or 50"]),
        (("tcgdex",), "pokemontcg", {"hp": 50}, ["hp 40 or 50"]),
        (("tcgdex",), "tcgdex", {"hp": 50}, []),  # it alone vouched for what it changes
        (("pokemontcg",), "pokemontcg", {"hp": 50}, []),
        (BOTH, "tcgdex", {"hp": None}, []),  # nothing is no statement
        (BOTH, "tcgdex", {"rarity": "Promo"}, []),  # not a field that is compared
        (BOTH, "tcgdex", {"types": ("Fire",), "hp": 50}, ["types Dragon or Fire", "hp 40 or 50"]),
    ],
)
def test_who_contradicts_another_opens_a_dispute(known, sources, source, facts, disputes):
    verdict = weigh(replace(known, sources=sources), told(known, source, **facts), (), DAY)
    assert list(map(str, verdict.disputes)) == disputes
    assert verdict.opened == verdict.disputes


@pytest.mark.parametrize(
    ("before", "hp", "after", "is_new"),
    [
        (said("40", "50"), 40, "hp 40 or 50", False),  # as before
        (said("40", "50"), None, "hp 40 or 50", False),
        (said("40", "50"), 50, None, False),  # it takes back what it said
        (said("40", "50"), 60, "hp 50 or 60", True),
        (said("40", "50", accepted="50"), 40, "hp 40 or 50", False),  # decided, and nothing new
        (said("40", "50", accepted="50"), 50, None, False),
        (said("40", "50", accepted="50"), 60, "hp 50 or 60", True),
    ],
)
def test_a_dispute_goes_on_until_the_sources_agree(known, before, hp, after, is_new):
    verdict = weigh(known, told(known, hp=hp), [before], DAY)
    assert [str(one) for one in verdict.disputes] == ([after] if after else [])
    assert bool(verdict.opened) == is_new


def test_something_new_opens_what_was_decided(known):
    (dispute,) = weigh(known, told(known, hp=60), [said("40", "50", accepted="50")], DAY).disputes
    assert dispute.is_open
    assert [one.told for one in dispute.statements] == ["", DAY]
