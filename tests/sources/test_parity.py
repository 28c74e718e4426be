"""A card is the same whoever tells of it: TCGdex, pokemontcg.io or the packed snapshot."""

from collections.abc import Iterator
from itertools import islice

import pytest

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.files import DATA
from deckbuilder.domain.cards import Printing, number_order
from deckbuilder.sources.merge import Outcome
from deckbuilder.sources.services import ServiceName
from tests.rig.server import Rig
from tests.rig.world import World
from tests.sources.desk import Desk, cards_of, outcomes, write_catalog

ODD_SETS = ("exu", "base1", "swsh12tg", "sv10", "me02.5", "xyp", "sv04")
"""Split or renamed at one service, with points in their ids, promos, and over 250 cards."""
PRINTED = ("name", "category", "trainer_type", "stage", "hp", "types", "dex", "form", "rule_box")
COMPLETED = ("stage", "trainer_type")
AT_MOST = 40
"""Cards of a set, spread over it."""


@pytest.fixture(scope="module")
def sample(catalog: Catalog) -> frozenset[str]:
    found: list[str] = []
    for one in ODD_SETS:
        cards = sorted(cards_of(catalog, [one]))
        found += islice(cards, 0, None, max(1, len(cards) // AT_MOST))
    return frozenset(found)


@pytest.fixture
def rig(catalog: Catalog, sample: frozenset[str]) -> Iterator[Rig]:
    world = World(catalog, sample)
    world.rename_set("swsh12tg", "swsh12.5tg")
    with Rig(world) as rig:
        yield rig


@pytest.fixture
def desk(rig: Rig) -> Desk:
    return Desk(rig, DATA)


def test_the_same_cards_give_the_same_tables(each_desk, rig, sample, catalog):
    fetched = each_desk.fetch()
    confirmed = {one for one in sample if each_desk.name not in catalog.printings[one].sources}
    assert set(outcomes(fetched).get(Outcome.CONFIRMED, ())) == confirmed
    assert set(outcomes(fetched)[Outcome.SAME]) == sample - confirmed
    assert len(fetched.findings) == len(sample) > 200
    assert each_desk.is_unchanged_by(fetched) != bool(confirmed)
    asked = {ServiceName.TCGDEX: 1 + len(ODD_SETS) + len(sample), ServiceName.POKEMONTCG: 8}
    assert rig.bodies_sent == asked[each_desk.name]


def test_a_catalogue_without_cards_is_filled_with_the_same_printings(
    each_desk, catalog, sample, tmp_path
):
    each_desk.folder = write_catalog(catalog, catalog.sets, tmp_path / "bare", cards=())
    found = {place(one): printed(one) for one in each_desk.fetch().merger.printings.values()}
    known = {place(catalog.printings[one]): printed(catalog.printings[one]) for one in sample}
    assert found.keys() == known.keys()
    for key, facts in found.items():
        # What one service leaves out, the catalogue has from the other.
        unstated = {name for name in COMPLETED if not facts[name]}
        assert facts == known[key] | {name: facts[name] for name in unstated}


def place(one: Printing) -> tuple[object, ...]:
    """Where a card is found whatever its number's padding; `ex10` holds `exu` at one service."""
    return one.set_id.replace("exu", "ex10"), number_order(one.number)


def printed(one: Printing) -> dict[str, object]:
    return {name: getattr(one, name) for name in PRINTED}
