import pytest

from deckbuilder.catalog.eligibility import Eligibility
from deckbuilder.catalog.policy import DEFAULT_POLICY, Policy, load_policy
from deckbuilder.domain.cards import REGIONS
from deckbuilder.errors import BadInputError


@pytest.mark.parametrize(
    ("card_id", "reason"),
    [
        ("base1-4", ""),  # Charizard
        ("mfb-31", ""),  # a Lapras filed as Magikarp's number
        ("basep-38", ""),  # Unown [J]: a letter is no rule box
        ("dp6-79", ""),  # Unown V: the letter, not a Pokémon V
        ("sv02-211", ""),  # Raichu, which evolves from an ex
        ("ex7-5", "two types: Fire/Darkness"),  # told as Darkness twice
        ("ex10-55", "disputed: hp 40 or 50"),
        ("base1-96", "Energy card, not a Pokémon"),
        ("gym1-14", ""),  # an owner's card
        ("neo4-14", ""),  # a Light card
        ("ex12-1", ""),
        ("ex11-112", ""),  # a Star carries no box of the list
        ("hgss1-105", ""),  # a Prime
        ("sv06-129", ""),
        ("swsh1-127", "regional form of galar"),
        ("ex4-1", "two types: Grass/Darkness"),
        ("xy11-77", "two types: Fairy/Water"),
        ("bog-6", ""),
        ("fut2020-1", ""),
        ("swshp-SWSH215", "rule box: V-UNION"),
        ("ecard3-47", "3 species: Omanyte, Kabuto, Aerodactyl"),
        ("svp-500", "5 species: Terapagos, Pikachu, Sprigatito, Fuecoco, Quaxly"),
        ("sm9-1", "rule box: TAG TEAM"),
        ("sm10-61", "rule box: TAG TEAM"),
        ("hgss2-90", "rule box: LEGEND"),
        ("hgss1-111", "rule box: LEGEND"),
        ("swshp-SWSH159", "rule box: V-UNION"),
        ("swsh12-065", "rule box: V"),
        ("swsh12-066", "rule box: VSTAR"),
        ("swsh2-50", "rule box: VMAX"),
        ("swshp-SWSH135", "rule box: LV.X"),
        ("ex15-91", "rule box: ex"),  # its name goes on with a δ
        ("swsh4-44", "rule box: VMAX"),
        ("xy8-12", "rule box: BREAK"),
        ("dp1-120", "rule box: LV.X"),  # the name does not say it
        ("pl1-125", "rule box: LV.X"),
        ("xy9-14", "rule box: EX"),
        ("xyp-XY168", "rule box: Mega"),
        ("me01-086", "rule box: Mega"),
        ("sm5-58", "rule box: Prism Star"),
        ("swshp-SWSH230", "rule box: Radiant"),
        ("np-1", "rule box: ex"),
        ("sm11-238", "rule box: GX"),  # its suffix is missing
        ("mep-Museum", "size: jumbo"),
        ("base3-62", "Trainer card, not a Pokémon"),  # Mysterious Fossil prints HP
    ],
)
def test_the_default_policy_on_real_cards(catalog, eligibility, card_id, reason):
    assert eligibility.reason(catalog.printings[card_id]) == reason


@pytest.mark.parametrize(
    ("dex", "form", "counts"),
    [
        (37, "alola", False),  # Alolan Vulpix is no Kanto Vulpix
        (122, "galar", False),
        (194, "paldea", False),
        (862, "galar", True),  # Obstagoon is native where its form is
        (865, "galar", True),
        (902, "galar", True),  # Hisui's seven are native to galar
        (904, "galar", True),
        (980, "paldea", True),  # Clodsire
    ],
)
def test_a_regional_form_counts_as_a_native_of_its_own_region(
    catalog, eligibility, dex, form, counts
):
    forms = [one for one in catalog.printings_of(dex) if one.form == form and not one.rule_box]
    assert forms
    assert all((not eligibility.reason(one)) is counts for one in forms)


def test_every_species_has_an_eligible_printing(catalog, eligibility):
    assert [
        one.name for one in catalog.natives(REGIONS) if not eligibility.printings(one.dex)
    ] == []


def test_every_eligible_printing_has_a_cell_and_one_species(catalog, eligibility):
    for one in catalog.printings.values():
        if not eligibility.reason(one):
            assert one.cell is not None
            assert len(one.dex) == 1
            assert one.cell.hp % 10 == 0


def test_every_rarity_of_the_catalogue_has_its_weight(catalog, policy):
    assert {one.rarity for one in catalog.printings.values()} == set(policy.art.rarities)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("sv03.5-168", "base1-4"),  # an Illustration rare over a Rare
        ("swsh9tg-TG01", "swsh9-001"),  # the Trainer Gallery over a Common
        ("base1-4", "base1-46"),  # a Rare over a Common
        ("hgss3-86", "hgss3-10"),  # a Prime over a Rare
    ],
)
def test_art_prefers_the_illustration(catalog, policy, better, worse):
    def weight(card_id):
        printing = catalog.printings[card_id]
        return policy.art_weight(printing, catalog.sets[printing.set_id].series_id)

    assert weight(better) > weight(worse)


def test_a_policy_reads_back_what_it_writes(catalog, policy, tmp_path):
    path = tmp_path / "policy.yaml"
    path.write_text(policy.dump())
    assert load_policy(path, catalog) == policy


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("sizes:", "size:"), "unknown key 'eligibility.size'; did you mean sizes?"),
        (("rule_boxes: []", "rule_boxes: [VMAXX]"), "rule box 'VMAXX' is none of"),
        (("native\n", "naive\n"), "eligibility.regional_forms"),
        (("Charizard: 120", "Charizard: 125"), "'Charizard' has 125 HP"),
        (("Charizard: 120", "Charizard: -10"), "exceptions.Charizard"),
        (("Charizard: 120", "Charzard: 120"), "'Charzard'; did you mean Charizard?"),
        (
            ("only_sets: []", "only_sets: [bse1]"),
            "eligibility.only_sets: the catalogue has no 'bse1'",
        ),
        (("ban: []", "ban: [base1-999]"), "eligibility.ban: the catalogue has no 'base1-999'"),
        (("si1: 40", "si9: 40"), "art.sets: the catalogue has no 'si9'"),
        (
            ("Common: 20", "Comon: 20"),
            "art.rarities: the catalogue has no 'Comon'; did you mean Common?",
        ),
        (("exceptions:", "exceptoins:"), "unknown key 'exceptoins'; did you mean exceptions?"),
        (("Feebas: 30", "Magikarp: 30"), "key 'Magikarp' is given twice"),
        (("eligibility:", "eligibility: ["), "is no YAML: line"),
    ],
)
def test_a_policys_fault_is_named_with_its_place(catalog, tmp_path, change, message):
    text = DEFAULT_POLICY.read_text(encoding="utf-8")
    assert change[0] in text
    path = tmp_path / "policy.yaml"
    path.write_text(text.replace(*change), encoding="utf-8")
    with pytest.raises(BadInputError) as caught:
        load_policy(path, catalog)
    assert str(path) in str(caught.value)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("rules", "card_id", "reason"),
    [
        ({"rule_boxes": ["VMAX"]}, "swsh2-50", ""),
        ({"sizes": ["standard", "jumbo"]}, "mep-Museum", ""),
        ({"regional_forms": "any"}, "swsh1-127", ""),
        ({"only_sets": ["base1"]}, "base2-1", "set: base2 is not among only_sets"),
        ({"not_sets": ["base2"]}, "base2-1", "set: base2 is among not_sets"),
        ({"ban": ["base2-1"]}, "base2-1", "banned by the policy"),
    ],
)
def test_each_rule_can_be_changed(catalog, policy, rules, card_id, reason):
    content = policy.model_dump()
    content["eligibility"].update(rules)
    eligibility = Eligibility(Policy.model_validate(content), catalog)
    assert eligibility.reason(catalog.printings[card_id]) == reason
