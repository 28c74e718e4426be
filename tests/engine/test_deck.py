"""Decks to play with, how many they are for, and the options that a table may choose."""

from dataclasses import dataclass, replace

import pytest

from deckbuilder.domain.pick import PickRow
from deckbuilder.domain.plan import Mode
from deckbuilder.engine.party.deck import game_deck, seats_of
from deckbuilder.engine.party.houses import find_houses, load_houses
from deckbuilder.engine.party.options import Options
from deckbuilder.engine.party.table import Table, members
from deckbuilder.errors import BadInputError, UsageError


@dataclass(frozen=True)
class Result:
    mode: Mode
    regions: tuple[str, ...]


@dataclass(frozen=True)
class Record:
    result: Result
    rows: tuple[PickRow, ...]


@pytest.fixture
def kalos_record(kalos_rows):
    return Record(Result(Mode.SPLIT, ("kalos",)), tuple(kalos_rows))


def test_a_split_is_played_with_its_core_or_whole(kalos_record, catalog):
    core = game_deck(kalos_record, catalog, ["core"])
    assert (len(core.cards), core.trainers, core.name) == (40, 6, "kalos core")
    assert (core.seats.least, core.seats.most) == (2, 4)
    whole = game_deck(kalos_record, catalog)
    assert (len(whole.cards), whole.trainers, whole.name) == (81, 9, "kalos")
    assert (whole.seats.least, whole.seats.most) == (5, 10)


def test_a_module_that_is_not_there_is_refused_with_a_suggestion(kalos_record, catalog):
    with pytest.raises(BadInputError, match=r"no module 'cor'; did you mean core\?"):
        game_deck(kalos_record, catalog, ["cor"])


def test_a_row_without_a_species_is_refused(kalos_record, catalog):
    rows = (replace(kalos_record.rows[0], dex=99_999), *kalos_record.rows[1:])
    with pytest.raises(BadInputError, match="'99999' is no species"):
        game_deck(replace(kalos_record, rows=rows), catalog)


def test_cards_are_numbered_with_the_trainers_last(kanto_full):
    assert kanto_full.pokemon == 151
    assert all(card.cell for card in kanto_full.cards[:151])
    assert all(card.cell is None for card in kanto_full.cards[151:])


def test_two_decks_have_the_same_hash_only_with_the_same_cards(kanto_full, kanto_core):
    assert kanto_full.digest == replace(kanto_full, name="another").digest
    assert kanto_full.digest != kanto_core.digest


@pytest.mark.parametrize(
    ("mode", "parts", "modules", "cards", "least", "most"),
    [
        (Mode.UNIVERSAL, ["kanto:base_set"], ["universal"], 78, 2, 4),
        (Mode.UNIVERSAL, ["kanto"], ["universal"], 160, 5, 10),
        (Mode.SPLIT, ["galar"], ["core"], 55, 2, 4),
        (Mode.SPLIT, ["galar"], ["core", "expansion"], 105, 5, 10),
        (Mode.JOINT, ["kanto", "johto"], ["kanto+johto"], 269, 2, 10),
        (Mode.JOINT, ["galar"], ["galar"], 98, 2, 6),
        (Mode.FIXED, ["kalos:core"], ["kalos:core"], 40, 2, 2),
    ],
)
def test_a_deck_is_for_as_many_as_its_kind_or_its_size_allows(
    mode, parts, modules, cards, least, most
):
    seats = seats_of(mode, parts, modules, cards)
    assert (seats.least, seats.most) == (least, most)


@pytest.mark.parametrize("players", [1, 5, 10])
def test_the_core_deck_is_for_two_to_four(kanto_core, players):
    with pytest.raises(UsageError, match=f"^{players} players"):
        Table.of(kanto_core, Options(players))


@pytest.mark.parametrize("players", [2, 4, 11])
def test_the_full_deck_is_for_five_to_ten(kanto_full, players):
    with pytest.raises(UsageError, match="is a full deck, for 5 to 10; --force-players"):
        Table.of(kanto_full, Options(players))


def test_forced_players_play_all_the_same(kanto_core):
    assert Table.of(kanto_core, Options(10, force_players=True)).players == 10


def test_too_few_cards_are_refused_even_when_forced(kanto_core):
    """77 are dealt, and the one that is left could be a Trainer."""
    with pytest.raises(UsageError, match="11 players are dealt 77 of 78 cards"):
        Table.of(kanto_core, Options(11, force_players=True))


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"call_miss": 1.5}, "call_miss 1.5 is no chance"),
        ({"call_catch": -0.1}, "call_catch -0.1 is no chance"),
        ({"turn_limit": 0}, "turn_limit 0"),
    ],
)
def test_options_that_make_no_sense_are_refused(kanto_full, options, fault):
    with pytest.raises(UsageError, match=fault):
        Table.of(kanto_full, Options(**options))


def test_the_masks_say_what_the_cells_say(kanto_full):
    table = Table.of(kanto_full, Options())
    for number, top in enumerate(kanto_full.cards[:151]):
        fits = {
            n
            for n, card in enumerate(kanto_full.cards)
            if card.cell is None
            or (n != number and (card.cell.type == top.cell.type or card.cell.hp == top.cell.hp))
            or card.evolves_from == top.dex
            or top.evolves_from == card.dex
        }
        assert set(members(table.may_lie_on[number])) == fits


def test_the_house_families_that_come_with_the_program_are_off_unless_asked_for(catalog):
    known = load_houses(catalog)
    assert {name: len(family.members) for name, family in known.items()} == {
        "legendary-birds": 3,
        "eevee-line": 4,
    }
    assert Options().houses == ()
    assert find_houses(["eevee-line", "eevee-line"], known) == (known["eevee-line"],)


def test_a_misspelt_house_family_is_refused_with_a_suggestion(catalog):
    with pytest.raises(BadInputError, match=r"'eeve-line'; did you mean eevee-line\?"):
        find_houses(["eeve-line"], load_houses(catalog))


@pytest.mark.parametrize(
    ("members_", "fault"),
    [
        ("[Articuno, Zapdoss]", "house family 'mine': no species is called 'Zapdoss'; did you"),
        ("[Articuno]", "house family 'mine' has fewer than two members"),
        ("[Articuno, Mew, Articuno]", "house family 'mine': 'Articuno' stands twice"),
        ("7", "families.mine: Input should be a list"),
    ],
)
def test_a_house_family_of_ones_own_is_checked(catalog, tmp_path, members_, fault):
    path = tmp_path / "houses.yaml"
    path.write_text(f"families:\n  mine: {members_}\n")
    with pytest.raises(BadInputError, match=fault):
        load_houses(catalog, path)


def test_a_house_family_of_ones_own_is_played_with(catalog, tmp_path, kanto_full):
    path = tmp_path / "houses.yaml"
    path.write_text("families:\n  rivals: [Pikachu, Meowth]\n")
    houses = find_houses(["rivals"], load_houses(catalog, path))
    table = Table.of(kanto_full, Options(houses=houses))
    names = {card.name: number for number, card in enumerate(kanto_full.cards)}
    assert table.relatives[names["Pikachu"]] & table.bit[names["Meowth"]]
