"""What a row says of a card, and which printing it is, or why it is none."""

import pytest

from deckbuilder.collection import lines
from deckbuilder.collection.match import Mention, UnmatchedError


def found(matcher, text):
    return matcher.match(lines.readings(text, matcher.sets)).card_id


@pytest.mark.parametrize(
    ("text", "card_id"),
    [
        ("Charizard Base Set 4/102", "base1-4"),
        ("Charizard 4/102", "base1-4"),
        ("charizard base set 004/102", "base1-4"),
        ("base1-4", "base1-4"),
        ("exu-%3F", "exu-%3F"),
        ("Pikachu (PAL 62)", "sv02-062"),
        ("Pikachu (Paldea Evolved #62)", "sv02-062"),
        ("Pikachu PAL 62", "sv02-062"),
        ("Lurantis ex [PBL] 4", "me05-004"),
        ("Bidoof CRZ-GG 29", "swsh12.5gg-GG29"),
        ("Bidoof CRZ GG29", "swsh12.5gg-GG29"),
        ("Bidoof Crown Zenith GG29/GG70", "swsh12.5gg-GG29"),
        ("Sprigatito PR-SV 1", "svp-001"),
        ("Grookey PR-SW 1", "swshp-SWSH001"),
        ("Scyther HIF SV1", "sma-SV1"),
        ("Rowlet SHF SV1", "swsh4.5sv-SV001"),
        ("Nidoran F Jungle 57", "base2-57"),
        ("Nidoran♀ Jungle 57", "base2-57"),
        ("Mewtwo & Mew GX Unified Minds 71", "sm11-71"),
        ("Professor's Research SVI 189", "sv01-189"),
        ("Mr. Mime Jungle 6", "base2-6"),
        ("Chansey ex", "ex1-96"),
        ("Farfetch’d Base Set 27", "base1-27"),
        ("Charizard Celebrations: Classic Collection 4/102", "cel25cc-CC002"),
        ("Basic {W} Energy SVE 3", "sve-003"),
        ("Basic Water Energy SVE 3", "sve-003"),
        ("Water Energy Base Set 102/102", "base1-102"),
        ("Double Colorless Energy SLG 69", "sm3.5-69"),
        ("Torterra LV.X DP 122", "dp1-122"),
        ("Torterra DP 122", "dp1-122"),
        ("Imposter Professor Oak Base Set 73", "base1-73"),
    ],
)
def test_a_line_is_one_printing(matcher, text, card_id):
    assert found(matcher, text) == card_id


@pytest.mark.parametrize(
    ("text", "reason", "candidate"),
    [
        ("Charizard", "printings are that: say the set and number", "base1-4"),
        ("Charizad", "no card is that: the row says Charizad", "base1-4"),
        ("Pikachu SVALT 62", "no set is called 'SVALT'", "basep-1"),
        ("Mew Base Set 4", "number '4' is Charizard, Base Set 4, and the row says Mew", "base1-4"),
        ("Pikachu (SVI 62)", "number '62' is Tatsugiri, Scarlet & Violet 062", "sv01-062"),
        ("Charizard Base Set 400", "no card is that", "base1-4"),
        ("base1-400", "no card has the id 'base1-400'", None),
        ("Water Energy", "printings are that: say the set and number", None),
        ("Basic {X} Energy SVE 3", "number '3' is Water Energy", "sve-003"),
        ("Surging Sparks Booster Box", "is a sealed product, no single card", None),
        ("Blastoise Base Set 2", "2 printings are that", "base1-2"),
        ("Charizard EX 6", "printings are that", "ecard1-6"),
        ("Pikachu ex", "printings are that", None),
        ("ピカチュウ", "no card is that", None),
        ("Lightning Bolt [M10] 146", "no set is called 'M10'", None),
    ],
)
def test_a_line_that_is_no_one_printing_says_why(matcher, text, reason, candidate):
    with pytest.raises(UnmatchedError) as caught:
        found(matcher, text)
    assert reason in str(caught.value)
    if candidate:
        assert candidate in caught.value.candidates


@pytest.mark.parametrize(
    ("said", "card_id"),
    [
        (Mention(tcgplayer_id="250320"), "cel25cc-CC002"),
        (Mention(cardmarket_id="895905"), "me05-120"),
        (Mention("Charizard", ("Base Set (Shadowless)",), "004/102"), "base1-4"),
        (Mention("Charizard (4)", ("Base Set",), "4/102"), "base1-4"),
        (Mention("Gengar EX - 34/119", ("XY - Phantom Forces",), "34/119"), "xy4-34"),
        (Mention("Mew ex", ("SV: Scarlet & Violet 151",), "151/165"), "sv03.5-151"),
        (Mention("", ("g1",), "5"), "g1-5"),
        (Mention("", ("G1",), "5"), "gym1-5"),
        (Mention("", ("sv3pt5",), "151"), "sv03.5-151"),
        (Mention("", ("swsh45sv",), "SV1"), "swsh4.5sv-SV001"),
        (Mention("Mudkip Star", ("ex7",), "107"), "ex7-107"),
        (Mention("Pikachu (Delta Species)", ("Holon Phantoms",), "79/110"), "ex13-79"),
        # An article's number is believed where all else agrees, and not otherwise.
        (
            Mention("Charizard", ("Deck Exclusives",), "", tcgplayer_article="250320"),
            "cel25cc-CC002",
        ),
        (Mention("Mew ex", ("MEW",), "151", tcgplayer_article="250320"), "sv03.5-151"),
    ],
)
def test_a_row_is_one_printing(matcher, said, card_id):
    assert matcher.match([said]).card_id == card_id


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (Mention("Mew", tcgplayer_id="250320"), "the product number is that of Charizard"),
        (Mention("Charizard", ("Base Set 2",), "4/130", tcgplayer_id="250320"), "is that of"),
        (Mention("Mew", card_id="base1-4"), "'base1-4' is Charizard, Base Set 4, and the row says"),
        (Mention("", ("Base Set",), ""), "the row names no card"),
        (Mention("", ("Bse Set",), "4"), "no set is called 'Bse Set'; did you mean Base Set?"),
        (Mention("", ("Base Set",), "999"), "no card is that"),
        (Mention("", ("Hidden Fates",), "80"), "no card is that"),
        (Mention("Charizard", ("Celebrations",), "4"), "number '4' is"),
        (Mention("Charizard", ("Base Set 2",), "=4"), "no card is that"),
    ],
)
def test_a_row_that_contradicts_itself_is_no_card(matcher, said, reason):
    with pytest.raises(UnmatchedError) as caught:
        matcher.match([said])
    assert reason in str(caught.value)


def test_a_misspelt_name_is_offered_and_never_taken(matcher):
    with pytest.raises(UnmatchedError) as caught:
        matcher.match([Mention("Charizrd", ("Base Set",), "")])
    assert "base1-4" in caught.value.candidates


def test_what_a_set_may_be_called(catalog, matcher):
    for one in catalog.sets.values():
        assert one.set_id in matcher.sets.called(one.set_id)
        assert one.set_id in matcher.sets.called(one.name)
        assert not one.code or one.set_id in matcher.sets.called(one.code)


@pytest.mark.parametrize(
    ("text", "set_id"),
    [
        ("SWSH04: Vivid Voltage", "swsh4"),
        ("SWSH01: Sword & Shield Base Set", "swsh1"),
        ("SWSH: Crown Zenith: Galarian Gallery", "swsh12.5gg"),
        ("Crown Zenith: Galarian Gallery", "swsh12.5gg"),
        ("SM - Lost Thunder", "sm8"),
        ("SM Base Set", "sm1"),
        ("XY - BREAKthrough", "xy8"),
        ("Ruby and Sapphire", "ex1"),
        ("Diamond and Pearl", "dp1"),
        ("Black and White Promos", "bwp"),
        ("WoTC Promo", "basep"),
        ("McDonald's Promos 2016", "2016xy"),
        ("Pokemon GO", "swsh10.5"),
        ("HS—Unleashed", "hgss2"),
        ("ME: Ascended Heroes", "me02.5"),
        ("zsv10pt5", "sv10.5b"),
        ("swsh12pt5gg", "swsh12.5gg"),
        ("cel25c", "cel25cc"),
    ],
)
def test_shops_names_for_sets(matcher, text, set_id):
    assert matcher.sets.called(text) == (set_id,)
