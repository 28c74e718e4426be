import pytest

from deckbuilder.catalog.names import fold
from deckbuilder.errors import BadInputError


@pytest.mark.parametrize(
    ("typed", "dex"),
    [
        ("Charizard", 6),
        ("charizard ", 6),
        ("29", 29),
        ("nidoran f", 29),
        ("Nidoran♀", 29),
        ("Nidoran ♂", 32),
        ("nidoran-m", 32),
        ("nidoran male", 32),
        ("flabebe", 669),
        ("Flabébé", 669),
        ("type null", 772),
        ("TypeNull", 772),
        ("mr mime", 122),
        ("Mr. Mime", 122),
        ("mime jr", 439),
        ("farfetch'd", 83),
        ("Farfetch’d", 83),
        ("ho-oh", 250),
        ("hooh", 250),
        ("porygon z", 474),
        ("porygon2", 233),
        ("tapu koko", 785),
        ("wo chien", 1001),
    ],
)
def test_a_typed_name_finds_its_species(catalog, typed, dex):
    assert catalog.names.typed(typed).dex == dex


def test_every_species_is_found_by_name_slug_and_number(catalog):
    for one in catalog.species.values():
        for typed in (one.name, one.slug, str(one.dex), one.name.upper()):
            assert catalog.names.typed(typed) is one


@pytest.mark.parametrize(
    ("typed", "suggestion"),
    [
        ("pikachoo", "did you mean Pikachu?"),
        ("nidoran", "did you mean Nidoran♀ or Nidoran♂?"),
        ("Charzard", "did you mean Charizard?"),
        ("1026", "from 1 to 1025"),
        ("0", "from 1 to 1025"),
        ("", "no species is called ''"),
        ("qqqq", "no species is called 'qqqq'"),
    ],
)
def test_a_misspelt_name_is_quoted_with_suggestions(catalog, typed, suggestion):
    with pytest.raises(BadInputError, match=f"'{typed}'") as caught:
        catalog.names.typed(typed)
    assert suggestion in str(caught.value)


@pytest.mark.parametrize(
    ("card", "dex"),
    [
        ("Dark Raichu", [26]),
        ("Light Dragonite", [149]),
        ("Team Rocket's Mewtwo ex", [150]),
        ("Rocket’s Scizor", [212]),
        ("_____'s Pikachu", [25]),
        ("N's Zorua", [570]),
        ("Ethan's Ho-Oh ex", [250]),
        ("Ho-oh", [250]),
        ("Nidoran ♂", [32]),
        ("Nidoran♀", [29]),
        ("Galarian Mr. Mime", [122]),
        ("Galarian Mr. Rime", [866]),
        ("Mewtwo & Mew GX", [150, 151]),
        ("Muk & Alolan Muk GX", [89]),
        ("Charizard ☆ δ", [6]),
        ("Unown [A]", [201]),
        ("M Charizard EX", [6]),
        ("Mega Charizard X ex", [6]),
        ("Iron Hands ex", [992]),
        ("Type: Null", [772]),
        ("Flabébé", [669]),
        ("ナッシー[Exeggutor]", [103]),
        ("Ancient Mew", [151]),
        ("Buried Fossil", []),
    ],
)
def test_a_cards_name_names_its_species(catalog, card, dex):
    assert [one.dex for one in catalog.names.within(card)] == dex


def test_spellings_of_one_species_fold_alike():
    assert fold("Nidoran♂") == fold("Nidoran ♂") == fold("nidoran-m")
    assert fold("Farfetch’d") == fold("Farfetch'd") == fold("FARFETCHD")
