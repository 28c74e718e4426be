import pytest

from deckbuilder.catalog.names import fold
from deckbuilder.catalog.policy import Policy
from deckbuilder.catalog.trainers import SIZES, Rosters, load_trainers
from deckbuilder.catalog.trainers_file import TRAINERS, TrainersFile
from deckbuilder.domain.cards import REGIONS
from deckbuilder.errors import BadInputError, InfeasibleError


@pytest.fixture(scope="module")
def trainers(catalog):
    return load_trainers(catalog)


@pytest.fixture(scope="module")
def rosters(catalog, policy, trainers):
    return Rosters(catalog, policy, trainers)


@pytest.fixture(scope="module")
def under(catalog, policy, trainers):
    """Make the rosters under a policy with other rules."""

    def make(**rules):
        content = policy.model_dump()
        content["eligibility"].update(rules)
        return Rosters(catalog, Policy.model_validate(content), trainers)

    return make


def characters(roster):
    return [one.character for one in roster]


def card_ids(roster):
    return [one.printing.card_id for one in roster]


def is_named_for(card, listed):
    if listed.cards:
        return fold(card.printing.name) in map(fold, listed.cards)
    name = card.printing.name.replace("'s", "").replace("’s", "")
    return f" {' '.join(fold(listed.name))} " in f" {' '.join(fold(name))} "


def test_the_file_has_exactly_the_nine_regions_with_alternates_for_each(trainers):
    assert tuple(TrainersFile.model_fields) == REGIONS
    assert all(len(listed) >= 12 for listed in trainers.regions.values())


@pytest.mark.parametrize("region", REGIONS)
def test_a_regions_rosters_are_its_first_nine_characters(rosters, trainers, region):
    whole = rosters.roster(region, "whole")
    assert characters(whole) == [one.name for one in trainers.regions[region][:9]]
    assert rosters.roster(region, "core") == whole[:6]
    assert rosters.roster(region, "expansion") == whole[6:]
    assert len(set(card_ids(whole))) == 9
    assert {one.region for one in whole} == {region}


@pytest.mark.parametrize("region", REGIONS)
def test_every_character_has_a_trainer_card_named_for_it(rosters, trainers, region):
    for listed in trainers.regions[region]:
        card = rosters.find(listed.name)
        assert (card.character, card.role, card.region) == (listed.name, listed.role, region)
        assert is_named_for(card, listed), card
        assert (card.printing.category, card.printing.hp) == ("Trainer", None)
        assert card.printing.trainer_type in ("Supporter", ""), card


def test_no_two_characters_share_a_card(rosters, trainers):
    ids = [
        rosters.find(listed.name).printing.card_id
        for region in REGIONS
        for listed in trainers.regions[region]
    ]
    assert len(set(ids)) == len(ids)


def test_a_deck_of_all_regions_has_no_character_or_card_twice(rosters):
    asked = tuple(rosters.find(name) for name in ("Cynthia", "sm5-156", "Copycat"))
    deck = list(rosters.roster("kanto", "whole", overrides=asked))
    for region in REGIONS[1:]:
        deck += rosters.roster(region, "whole", frozenset(one.key for one in deck))
    assert len(deck) == len(set(characters(deck))) == len(set(card_ids(deck))) == 81
    assert {"Cynthia", "Volkner", "Copycat"} <= set(characters(deck[:3]))


@pytest.mark.parametrize(
    ("name", "card_id"),
    [
        ("Brock", "xy12-107"),  # full art, older than the other full art
        ("Professor Oak", "sm12-233"),  # not his impostor
        ("Giovanni", "sv03.5-204"),
        ("N", "sv10.5b-170"),  # one letter, as a whole word
        ("Hop", "swsh3.5-73"),
        ("Cilan", "swsh8-258"),  # named among brothers
        ("Hala", "sm2-143"),  # `Guzma & Hala` is the card of Guzma, whom it names first
        ("Team Rocket", "xy10-124"),
    ],
)
def test_the_best_art_is_chosen_then_the_older(rosters, name, card_id):
    assert rosters.find(name).printing.card_id == card_id


@pytest.mark.parametrize(
    ("typed", "character", "region", "card_id"),
    [
        ("professor oak", "Professor Oak", "kanto", "sm12-233"),
        ("Guzma & Hala", "Guzma", "alola", "sm12-229"),
        ("Brock’s Grit", "Brock", "kanto", "xy12-107"),
        ("Brock's Grit", "Brock", "kanto", "xy12-107"),
        ("gym1-98", "Brock", "kanto", "gym1-98"),
        ("swsh2-191", "Oleana", "galar", "swsh2-191"),
        ("base1-91", "Bill", "kanto", "base1-91"),
        ("Copycat", "Copycat", "", None),
        ("Poké Ball", "Poké Ball", "", None),
        ("Fossil Excavator", "Fossil Excavator", "", None),
        ("Impostor Professor Oak", "Imposter Professor Oak", "", None),  # cards print it both ways
    ],
)
def test_a_typed_trainer_is_found(rosters, typed, character, region, card_id):
    found = rosters.find(typed)
    assert (found.character, found.region) == (character, region)
    assert card_id in (None, found.printing.card_id)
    assert found.role


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("Profesor Oak", "no trainer is called 'Profesor Oak'; did you mean Professor Oak?"),
        ("Cyntia", "'Cyntia'; did you mean Cynthia?"),
        ("Ethen", "'Ethen'; did you mean Ether or Ethan?"),
        ("Copycet", "did you mean Copycat?"),
        ("base1-4", "card 'base1-4' (Charizard) is no Trainer that can be wild"),
        ("base3-62", "card 'base3-62' (Mysterious Fossil) is no Trainer"),
        ("bw3-90", "card 'bw3-90' (Cover Fossil) is no Trainer"),  # its HP is not on record
        ("Mysterious Fossil", "no trainer is called 'Mysterious Fossil'"),
        ("Clefairy Doll", "no trainer is called 'Clefairy Doll'"),
        ("base1-999", "no trainer is called 'base1-999'"),
        ("", "no trainer is called ''"),
    ],
)
def test_a_misspelt_trainer_is_named(rosters, typed, message):
    with pytest.raises(BadInputError) as caught:
        rosters.find(typed)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("part", "taken", "expected"),
    [
        ("core", ["Brock"], "Misty Lt.Surge Erika ProfessorOak Giovanni Sabrina"),
        ("expansion", ["Brock"], "Blaine Koga Blue"),
        ("expansion", ["Koga"], "Sabrina Blaine Blue"),
        ("core", ["Koga", "Cynthia"], "Brock Misty Lt.Surge Erika ProfessorOak Giovanni"),
    ],
)
def test_the_next_character_stands_in_for_one_that_is_taken(rosters, part, taken, expected):
    roster = rosters.roster("kanto", part, frozenset(map(fold, taken)))
    assert " ".join(name.replace(" ", "") for name in characters(roster)) == expected


@pytest.mark.parametrize("region", REGIONS)
def test_core_and_expansion_share_nobody_whoever_is_taken(rosters, trainers, region):
    names = [fold(one.name) for one in trainers.regions[region]]
    for count in range(len(names) - 8):
        for taken in (frozenset(names[:count]), frozenset(names[3 : 3 + count])):
            core, expansion, whole = (rosters.roster(region, part, taken) for part in SIZES)
            assert core + expansion == whole
            assert len(set(characters(whole))) == 9
            assert taken.isdisjoint(one.key for one in whole)


@pytest.mark.parametrize(
    ("part", "names", "expected"),
    [
        ("core", ["Iono"], ["Iono", "Brock", "Misty", "Lt. Surge", "Erika", "Professor Oak"]),
        ("core", ["Erika"], ["Erika", "Brock", "Misty", "Lt. Surge", "Professor Oak", "Giovanni"]),
        ("expansion", ["Iono"], ["Iono", "Sabrina", "Blaine"]),
        ("expansion", ["Koga"], ["Koga", "Sabrina", "Blaine"]),
        ("expansion", ["Iono", "N", "Copycat"], ["Iono", "N", "Copycat"]),
    ],
)
def test_those_asked_for_come_first(rosters, part, names, expected):
    asked = [rosters.find(name) for name in names]
    assert characters(rosters.roster("kanto", part, overrides=asked)) == expected


def test_a_card_asked_for_by_id_replaces_its_characters_own(rosters):
    roster = rosters.roster("kanto", "core", overrides=[rosters.find("gym1-98")])
    assert card_ids(roster)[0] == "gym1-98"
    assert characters(roster).count("Brock") == 1


def test_one_asked_for_that_another_region_has_is_passed_over(rosters):
    asked = [rosters.find("Iono")]
    roster = rosters.roster("kanto", "core", frozenset({fold("Iono")}), asked)
    assert roster == rosters.roster("kanto", "core")


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["gym1-98", "Brock"], "trainer 'Brock' is asked for twice"),
        (
            ["Iono", "N", "Cynthia", "Lance"],
            "kanto holds 3 Trainers, and 4 are asked for: leave out 'Lance'",
        ),
    ],
)
def test_asking_for_too_much_is_told(rosters, names, message):
    with pytest.raises(BadInputError, match=message):
        rosters.roster("kanto", "expansion", overrides=[rosters.find(name) for name in names])


def test_a_banned_card_gives_way_to_the_next_best(rosters, under):
    best = rosters.find("Brock").printing
    other = under(ban=[best.card_id]).find("Brock").printing
    assert other.card_id != best.card_id
    assert other.rarity == best.rarity


def test_a_character_without_an_allowed_card_gives_way_to_the_next(catalog, rosters, under):
    ids = [one.card_id for one in catalog.printings.values() if one.name == "Whitney"]
    banned = under(ban=ids)
    expected = [*characters(rosters.roster("johto", "whole")), "Archer"]
    expected.remove("Whitney")
    assert characters(banned.roster("johto", "whole")) == expected
    with pytest.raises(InfeasibleError, match="the policy leaves trainer 'Whitney' no card"):
        banned.find("Whitney")


def test_the_policys_sets_hold_for_trainers(under):
    only = under(only_sets=["gym1", "gym2"], not_sets=["gym2"])
    assert {one.printing.set_id for one in only.roster("kanto", "core")} == {"gym1"}
    assert under(rule_boxes=[], max_hp=10, regional_forms="any").roster("kanto", "whole")
    with pytest.raises(InfeasibleError, match="no card"):
        only.find("sv02-269")


@pytest.mark.parametrize(
    ("rules", "part", "message"),
    [
        ({"only_sets": ["base1"]}, "core", "the core roster of hoenn gets 0 of 6 Trainers"),
        ({"only_sets": ["swsh6"]}, "core", "the core roster of hoenn gets 2 of 6 Trainers"),
        ({"only_sets": ["swsh6"]}, "expansion", "the expansion roster of hoenn gets 0 of 3"),
        ({"only_sets": ["swsh6"]}, "whole", "the roster of hoenn gets 2 of 9 Trainers"),
    ],
)
def test_a_roster_that_cannot_be_filled_is_told(under, rules, part, message):
    with pytest.raises(InfeasibleError, match=message):
        under(**rules).roster("hoenn", part)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("kanto:", "kantoo:"), "unknown key 'kantoo'; did you mean kanto?"),
        (("Brock, role", "Brock, rol"), "unknown key 'kanto.0.rol'; did you mean role?"),
        (("name: Brock, ", ""), "key 'kanto.0.name' is missing"),
        (("Brock", "Brok"), "kanto: no Trainer card is one of 'Brok'; did you mean Brock?"),
        (("Ethan", "Ethann"), "johto: no Trainer card is one of 'Ethann'; did you mean Ethan?"),
        (("Hala,", "Lorelei,"), "alola: no Trainer card is one of 'Lorelei'"),
        (("Roark,", "Mysterious Fossil,"), "sinnoh: no Trainer card is one of 'Mysterious Fossil'"),
        (
            ("[Hop]", "[Hopp]"),
            "galar: 'Hop' lists 'Hopp', and no Trainer card is called so; did you mean Hop?",
        ),
        (("Misty", "Brock"), "character 'Brock' stands twice"),
        (("[Hop]", "[Rose]"), "card 'Rose' is listed twice"),
    ],
)
def test_a_fault_of_the_file_is_named_with_its_place(catalog, tmp_path, change, message):
    text = TRAINERS.read_text(encoding="utf-8")
    assert change[0] in text
    path = tmp_path / "trainers.yaml"
    path.write_text(text.replace(change[0], change[1], 1), encoding="utf-8")
    with pytest.raises(BadInputError) as caught:
        load_trainers(catalog, path)
    assert str(path) in str(caught.value)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
