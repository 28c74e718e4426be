"""Numbers, ids and names of sets find the same card whoever tells them."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.domain.cards import Printing
from deckbuilder.sources.aliases import ALIASES, SetAliases
from deckbuilder.sources.counterparts import Told
from deckbuilder.sources.merge import Finding, Merger, Outcome
from deckbuilder.sources.records import Record, printable
from deckbuilder.sources.rows import RowError
from tests.rig.pokemontcg import SETS_OF_POKEMONTCG, SETS_POKEMONTCG_LACKS
from tests.sources.desk import DAY, corrections


def merger_over(catalog: Catalog, *cards: Printing, source: str = "tcgdex") -> Merger:
    sets = {one.set_id: catalog.sets[one.set_id] for one in cards}
    base = Catalog(catalog.species.values(), sets.values(), cards, catalog.stamp)
    return Merger(base, source, SetAliases(source, base.sets), corrections(), DAY)


def take(merger: Merger, card: Printing, record: Record) -> Finding:
    """Take one card, which the source lists under the id that it has here."""
    merger.pair([Told(card.card_id, card.number, card.name, card.set_id)], [card.set_id])
    merger.take(card.card_id, record)
    merger.finish()
    return merger.finding(card.card_id)


def told(card: Printing, catalog: Catalog, **otherwise: str) -> Record:
    """What TCGdex would say of a card."""
    card_set = catalog.sets[card.set_id]
    row = {
        "card_id": card.card_id,
        "set_id": card.set_id,
        "set_name": card_set.name,
        "set_code": card_set.code,
        "serie_id": card_set.series_id,
        "serie_name": card_set.series,
        "release_date": card_set.release_date,
        "printed_total": str(card_set.printed_total or ""),
        "number": card.number,
        "name": card.name,
        "category": card.category,
        "trainer_type": card.trainer_type,
        "stage": card.stage,
        "hp": str(card.hp or ""),
        "types": "|".join(card.types),
        "dex": "|".join(map(str, card.dex)),
        "rarity": card.rarity,
    }
    return Record({**row, **otherwise}, (), {})


@pytest.fixture(scope="module")
def card(catalog: Catalog) -> Printing:
    return catalog.printings["dv1-1"]


class TestTaking:
    def test_twice_is_as_good_as_once(self, catalog, card):
        merger = merger_over(catalog, card)
        record = told(card, catalog, hp="70")
        first, second = (take(merger, card, record) for _ in range(2))
        assert first == second
        assert first.outcome is Outcome.DISPUTED

    def test_what_a_source_does_not_state_stays(self, catalog, card):
        assert card.illustrator
        assert card.tcgplayer_id
        merger = merger_over(catalog, card)
        assert take(merger, card, told(card, catalog)).outcome is Outcome.SAME
        assert merger.printings[card.card_id] == card

    def test_a_card_under_another_ones_id_changes_neither(self, catalog, card):
        other = catalog.printings["dv1-5"]
        merger = merger_over(catalog, card, other)
        merger.pair(
            [Told(one.card_id, one.number, one.name, "dv1") for one in (card, other)], ["dv1"]
        )
        with pytest.raises(RowError, match="it says of itself that it is 'dv1-5'"):
            merger.take(card.card_id, told(other, catalog))
        assert merger.printings == {one.card_id: one for one in (card, other)}

    @given(
        st.dictionaries(
            st.sampled_from(["number", "name", "hp", "types", "dex", "rarity", "card_id"]),
            st.text(st.characters(codec="utf-8"), max_size=20),
        )
    )
    def test_whatever_is_told_is_taken_as_a_card_or_not_at_all(self, catalog, card, otherwise):
        merger = merger_over(catalog, card)
        with suppress(RowError):
            take(merger, card, told(card, catalog, **otherwise))
        ((card_id, taken),) = merger.printings.items()
        assert card_id == taken.card_id == card.card_id
        assert (taken.name + taken.number + taken.rarity).isprintable()


class TestAliases:
    def test_every_set_of_the_second_source_is_known_by_its_id_there(self, catalog):
        aliases = SetAliases("pokemontcg", catalog.sets)
        here = set(catalog.sets) - SETS_POKEMONTCG_LACKS
        there = {one: SETS_OF_POKEMONTCG.get(one, one) for one in here}
        unknown = {one for one, remote in there.items() if one not in aliases.of(remote)}
        assert unknown == {"ex5.5"}

    def test_one_that_is_not_in_the_table_is_known_by_its_name_and_day(self, catalog):
        one = catalog.sets["ex5.5"]
        aliases = SetAliases("pokemontcg", catalog.sets)
        assert aliases.of("pccp", one.name, one.release_date) == ["ex5.5"]
        assert aliases.of("pccp", one.name, "2020-01-01") == ["pccp"]

    def test_every_alias_leads_to_a_set(self, catalog):
        header, *rows = ALIASES.read_text(encoding="utf-8").splitlines()
        assert header == "source,alias,set_id"
        assert {row.split(",")[2] for row in rows} <= set(catalog.sets)
        assert len(rows) == len(set(rows))


@given(st.text(st.characters()))
def test_what_is_shown_of_any_text_can_be_shown(text):
    shown = printable(text)
    assert shown.isprintable()
    assert shown.encode().decode() == shown
    assert shown == text or not text.isprintable()


def test_a_set_that_prints_no_total_keeps_none(catalog):
    """TCGdex counts the cards of such a set in the place of a total."""
    card = next(one for one in catalog.printings.values() if one.set_id == "mep")
    assert catalog.sets["mep"].printed_total is None
    merger = merger_over(catalog, card)
    finding = take(merger, card, told(card, catalog, printed_total="89"))
    assert finding.outcome is Outcome.SAME
    assert merger.sets == {"mep": catalog.sets["mep"]}
