"""An answer that is typed otherwise loses a field at most, never the card."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.domain.cards import TYPES, Printing
from deckbuilder.sources import pokemontcg, tcgdex
from deckbuilder.sources.cards import normalise
from deckbuilder.sources.fetch import Wish
from deckbuilder.sources.merge import Outcome
from deckbuilder.sources.records import Record
from deckbuilder.sources.services import ServiceName
from tests.rig.faults import Fault
from tests.rig.server import Rig
from tests.rig.world import ABSENT, Service, World
from tests.sources.desk import SPECIMEN, Desk, cards_of, finding, outcomes, write_catalog

TCGDEX: dict[str, Any] = {
    "category": "Pokemon",
    "id": "swsh3-136",
    "localId": "136",
    "name": "Furret",
    "hp": 110,
    "types": ["Colorless"],
    "dexId": [162],
    "rarity": "Uncommon",
    "illustrator": "tetsuya koizumi",
    "stage": "Stage1",
    "suffix": "EX",
    "variants_detailed": [{"type": "normal", "size": "standard"}],
    "image": "https://assets.tcgdex.net/en/swsh/swsh3/136",
    "thirdParty": {"tcgplayer": 219333, "cardmarket": 483557},
    "pricing": {
        "cardmarket": {"unit": "EUR", "updated": "2026-07-27", "low": 1.0, "trend": 2.0},
        "tcgplayer": {"unit": "USD", "updated": "2026-07-27", "normal": {"marketPrice": 0.5}},
    },
}
TCGDEX_SET = {
    "id": "swsh3",
    "name": "Darkness Ablaze",
    "releaseDate": "2020-08-14",
    "serie": {"id": "swsh", "name": "Sword & Shield"},
    "cardCount": {"official": 189},
    "abbreviation": {"official": "DAA"},
    "cards": [],
}
POKEMONTCG: dict[str, Any] = {
    "id": "swsh3-136",
    "name": "Furret",
    "number": "136",
    "supertype": "Pokémon",
    "subtypes": ["Stage 1"],
    "hp": "110",
    "types": ["Colorless"],
    "nationalPokedexNumbers": [162],
    "rarity": "Uncommon",
    "artist": "tetsuya koizumi",
    "images": {"small": "https://images/136.png", "large": "https://images/136_hires.png"},
    "set": {
        "id": "swsh3",
        "name": "Darkness Ablaze",
        "series": "Sword & Shield",
        "printedTotal": 189,
        "ptcgoCode": "DAA",
        "releaseDate": "2020/08/14",
    },
    "tcgplayer": {"updatedAt": "2026/07/27", "prices": {"normal": {"market": 0.5}}},
    "cardmarket": {"updatedAt": "2026/07/27", "prices": {"trendPrice": 2.0}},
}


CARDS = {ServiceName.TCGDEX: TCGDEX, ServiceName.POKEMONTCG: POKEMONTCG}
SETS: dict[ServiceName, dict[str, Any]] = {
    ServiceName.TCGDEX: TCGDEX_SET,
    ServiceName.POKEMONTCG: POKEMONTCG["set"],
}
READERS = {ServiceName.TCGDEX: tcgdex.read_card, ServiceName.POKEMONTCG: pokemontcg.read_card}

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)


@dataclass(frozen=True)
class Reader:
    """Reads the card of a service, with some fields told otherwise."""

    name: ServiceName
    catalog: Catalog

    @property
    def card_set(self) -> dict[str, Any]:
        return SETS[self.name]

    @property
    def paths(self) -> list[tuple[str, ...]]:
        """Where its fields lie, but for its id."""
        return [one for one in paths_in(CARDS[self.name]) if one != ("id",)]

    def __call__(self, **odd: Any) -> tuple[Printing, tuple[str, ...], Record]:
        """Give the printing, the fields that are lost, and the record."""
        record = self.record(self.card_set, **odd)
        normal = normalise(record.row, self.catalog.names, self.name)
        return normal.printing, (*record.lost, *normal.lost), record

    def record(self, card_set: object, **odd: Any) -> Record:
        return READERS[self.name](without_absent({**CARDS[self.name], **odd}), card_set)

    def at(self, path: tuple[str, ...], value: Any) -> dict[str, Any]:
        """Put a value where a path leads, and give the field of the card that it lies in."""
        first, *rest = path
        for name in reversed(rest):
            value = {**lying_at(CARDS[self.name], path[: path.index(name)]), name: value}
        return {first: value}


def lying_at(part: Any, path: Iterable[str]) -> Any:
    for name in path:
        part = part[name]
    return part


def paths_in(part: Any) -> Iterator[tuple[str, ...]]:
    """Give the way to every value in a part of an answer, lists left whole."""
    if isinstance(part, dict):
        for name, value in part.items():
            yield (name,)
            yield from ((name, *inner) for inner in paths_in(value))


def without_absent(part: Any) -> Any:
    if not isinstance(part, dict):
        return part
    return {name: without_absent(value) for name, value in part.items() if value is not ABSENT}


def says_something(value: Any) -> bool:
    """Whether a value says more than null does; of objects only their fields may."""
    if isinstance(value, list):
        return any(map(says_something, value))
    if isinstance(value, str):
        return bool(value.strip())
    return value not in (None, 0) and not isinstance(value, dict)


@pytest.fixture(params=list(ServiceName))
def read(request, catalog):
    return Reader(request.param, catalog)


class TestWhatIsMeant:
    @pytest.mark.parametrize("hp", [110, "110", " 110 ", 110.0])
    def test_a_number_is_read_however_it_is_written(self, read, hp):
        printing, lost, _ = read(hp=hp)
        assert (printing.hp, lost) == (110, ())

    @pytest.mark.parametrize(
        "word", ["Darkness", "darkness", "Dark", "DARK", "D", "{D}", "[D]", " Dark "]
    )
    def test_a_type_is_read_whatever_it_is_called(self, read, word):
        printing, lost, _ = read(types=[word])
        assert (printing.types, lost) == (("Darkness",), ())

    @pytest.mark.parametrize(
        ("letters", "types"),
        [
            ("GRWLPFDMNYC", TYPES),
            (["Electric", "Steel", "Normal"], ("Lightning", "Metal", "Colorless")),
        ],
    )
    def test_every_type_has_its_letter_and_some_another_name(self, read, letters, types):
        assert {read(types=[one])[0].types[0] for one in letters} == set(types)

    def test_a_single_value_is_a_list_of_one(self, read):
        dex = "dexId" if read.name == "tcgdex" else "nationalPokedexNumbers"
        printing, lost, _ = read(types="Fire", **{dex: "162"})
        assert (printing.types, printing.dex, lost) == (("Fire",), (162,), ())

    @pytest.mark.parametrize("value", [None, ABSENT])
    def test_null_and_nothing_are_the_same(self, read, value):
        optional = ("illustrator", "artist", "suffix", "subtypes", "rarity", "images", "image")
        prices = ("pricing", "tcgplayer", "cardmarket", "thirdParty", "variants_detailed")
        printing, lost, record = read(**dict.fromkeys((*optional, *prices), value))
        assert (printing.hp, printing.types, lost) == (110, ("Colorless",), ())
        assert (printing.illustrator, printing.rarity, record.prices) == ("", "None", ())

    @pytest.mark.parametrize("number", ["136", 136, 136.0, " 136 "])
    def test_a_number_of_a_card_may_be_one(self, read, number):
        printing, lost, _ = read(localId=number, number=number)
        assert (printing.number, lost) == ("136", ())

    @pytest.mark.parametrize("word", ["Pokémon", "Pokemon", "pokemon", " POKÉMON "])
    def test_a_category_is_read_whatever_its_case_and_accent(self, read, word):
        printing, lost, _ = read(category=word, supertype=word)
        assert (printing.category, lost) == ("Pokemon", ())

    @pytest.mark.parametrize("value", [ABSENT, None, "Coin", 7, ["x", "y"]])
    def test_a_type_tells_a_category_that_cannot_be_read(self, read, value):
        printing, lost, _ = read(category=value, supertype=value)
        assert printing.category == "Pokemon"
        assert len(lost) == (value not in (ABSENT, None))

    def test_a_kind_of_trainer_tells_it_too(self, read):
        bare = {"types": None, "dexId": None, "nationalPokedexNumbers": None, "hp": 0}
        kind = {"trainerType": "Supporter", "subtypes": "supporter", "stage": None}
        printing, lost, _ = read(category=None, supertype=None, **bare, **kind)
        assert (printing.category, printing.trainer_type) == ("Trainer", "Supporter")
        assert (printing.hp, lost) == (None, ())

    @pytest.mark.parametrize(
        "day", ["2026-07-27", "2026/07/27", "2026-7-27", "2026.07.27 10:00", "2026-07-27T00:00Z"]
    )
    def test_a_day_is_read_however_it_is_written(self, read, day):
        odd = {
            "pricing": {"cardmarket": {"trend": 2, "updated": day}},
            "cardmarket": {"prices": {"trendPrice": 2}, "updatedAt": day},
            "tcgplayer": None,
        }
        _, lost, record = read(**odd)
        assert ([one.updated for one in record.prices], lost) == (["2026-07-27"], ())

    @pytest.mark.parametrize("amount", [2, 2.0, "2", "2.00", " 2.0 "])
    def test_an_amount_is_read_however_it_is_written(self, read, amount):
        odd = {
            "pricing": {"cardmarket": {"unit": "eur", "trend": amount}},
            "cardmarket": {"prices": {"trendPrice": amount}},
            "tcgplayer": None,
        }
        _, lost, record = read(**odd)
        assert ([one.trend for one in record.prices], lost) == ([200], ())

    @pytest.mark.parametrize("hp", [0, "0", None])
    def test_a_trainer_of_no_hp_has_none(self, read, hp):
        kind = {"category": "Trainer", "supertype": "Trainer", "stage": "", "subtypes": ["Item"]}
        printing, lost, _ = read(hp=hp, types=[], **kind)
        assert (printing.category, printing.hp, lost) == ("Trainer", None, ())

    def test_its_own_id_tells_a_number_that_is_left_out(self, read):
        printing, lost, _ = read(localId=None, number=None)
        assert (printing.number, lost) == ("136", ())


class TestWhatIsLost:
    @pytest.mark.parametrize(
        ("field", "value", "told"),
        [
            ("hp", "lots", "hp 'lots'"),
            ("hp", True, "hp True"),
            ("hp", -10, "hp '-10'"),
            ("hp", 10**30, "hp"),
            ("hp", [110], "hp [110]"),
            ("types", ["Fyre"], "type 'Fyre' is none of"),
            ("types", {"a": 1}, "types {'a': 1}"),
            ("types", [["Fire"]], "types [['Fire']]"),
        ],
    )
    def test_the_field_is_left_out_and_told(self, read, field, value, told):
        printing, lost, _ = read(**{field: value})
        assert not getattr(printing, field)
        assert [one for one in lost if told in one]
        assert printing.name == "Furret"

    @pytest.mark.parametrize("amount", ["n/a", True, [], float("nan"), float("inf")])
    def test_an_amount_that_is_none_loses_no_other(self, read, amount):
        odd = {
            "pricing": {"cardmarket": {"unit": "EUR", "low": 1.0, "trend": amount}},
            "cardmarket": {"prices": {"lowPrice": 1.0, "trendPrice": amount}},
            "tcgplayer": None,
        }
        _, (lost,), record = read(**odd)
        (price,) = record.prices
        assert (price.low, price.trend) == (100, None)
        assert lost.startswith(("pricing.cardmarket.trend", "cardmarket.prices.trendPrice"))

    @pytest.mark.parametrize("value", ["x", 7, [1]])
    def test_a_part_of_another_shape_is_lost_alone(self, read, value):
        printing, lost, record = read(
            images=value, thirdParty=value, pricing=value, tcgplayer=value
        )
        assert (printing.hp, printing.illustrator) == (110, "tetsuya koizumi")
        assert len(lost) == 2
        assert not [one for one in record.prices if one.shop == "tcgplayer"]

    @pytest.mark.parametrize("text", ["<b>", "\u202eevil", "\ud800", "\x1b[31m", "x" * 4000])
    def test_text_that_could_do_harm_is_no_text(self, read, text):
        printing, lost, _ = read(illustrator=text, artist=text)
        assert printing.illustrator == ""
        assert lost[0].startswith(("illustrator '", "artist '"))

    @pytest.mark.parametrize("value", [float("nan"), float("inf"), True, {}, {"a": 1}, ["a", "b"]])
    def test_what_is_no_text_is_not_written_down(self, read, value):
        printing, lost, _ = read(illustrator=value, artist=value, rarity=value)
        assert (printing.illustrator, printing.rarity) == ("", "None")
        assert [one.split()[0] for one in lost] in (["rarity", "illustrator"], ["rarity", "artist"])

    @pytest.mark.parametrize("value", ["../x", "<b>", "9" * 5000, "\x1b[31m", {}, [1, 2], True])
    def test_the_id_tells_a_number_that_cannot_be_read(self, read, value):
        printing, lost, _ = read(localId=value, number=value)
        assert printing.number == "136"
        assert [one.split()[0] for one in lost] in (["localId"], ["number"])

    def test_a_value_as_deep_as_can_be_sent_is_quoted_in_short(self, read):
        deep: list[Any] = []
        for _ in range(900):
            deep = [deep]
        _, lost, _ = read(hp=deep, types=deep)
        assert [one.split()[0] for one in lost] == ["hp", "types"]
        assert max(map(len, lost)) < 100

    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(data=st.data(), value=JSON)
    def test_whatever_stands_in_a_field_the_card_stays_and_the_loss_is_told(
        self, read, data, value
    ):
        """But for subtypes, of which only those that tell a stage or a kind are read."""
        path = data.draw(st.sampled_from([one for one in read.paths if one[0] != "name"]))
        printing, lost, record = read(**read.at(path, value))
        assert (printing.card_id, printing.name) == ("swsh3-136", "Furret")
        _, _, without = read(**read.at(path, ABSENT))
        if record == without and says_something(value) and path[0] != "subtypes":
            assert lost

    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(data=st.data(), value=JSON)
    def test_whatever_is_said_of_its_set_the_card_is_read(self, read, data, value):
        field = data.draw(st.sampled_from(sorted(read.card_set.keys() - {"id"})))
        record = read.record({**read.card_set, field: value}, set=None)
        assert record.row["card_id"] == "swsh3-136"
        assert all(one.startswith("set.") for one in record.lost)


class TestEachService:
    """The odd fields, and what is told of them."""

    @pytest.mark.parametrize(
        ("odd", "told"),
        [
            ({"dexId": ["x"]}, "dexId ['x'] is no whole number"),
            ({"stage": ["a", "b"]}, "stage ['a', 'b'] is no text"),
            ({"category": "Coin"}, "category 'Coin' is none of Pokemon, Trainer, Energy"),
            ({"image": "x"}, "image 'x' is no web address"),
            ({"variants_detailed": "normal"}, "variants_detailed 'normal' is no object"),
            ({"variants_detailed": [{"size": "jumbo"}]}, "variants_detailed [{'size': 'jumbo'}]"),
            ({"thirdParty": {"tcgplayer": "x"}}, "thirdParty.tcgplayer 'x' is no whole number"),
            ({"pricing": []}, "pricing [] is no object"),
            ({"pricing": {"tcgplayer": 7}}, "pricing.tcgplayer 7 is no object"),
            (
                {"pricing": {"cardmarket": {"trend": "n/a"}}},
                "pricing.cardmarket.trend 'n/a' is no number",
            ),
            ({"pricing": {"cardmarket": {"low": -1}}}, "pricing.cardmarket.low -1 is no price"),
            ({"pricing": {"cardmarket": {"low": 1e9}}}, "pricing.cardmarket.low 1000000000.0 is"),
            (
                {"pricing": {"cardmarket": {"unit": "USD", "low": 1}}},
                "pricing.cardmarket.unit 'USD' is not EUR",
            ),
            ({"pricing": {"tcgplayer": {"unit": {}}}}, "pricing.tcgplayer.unit {} is not USD"),
            (
                {"pricing": {"tcgplayer": {"normal": "free"}}},
                "pricing.tcgplayer.normal 'free' is no object",
            ),
            (
                {"pricing": {"tcgplayer": {"normal": {"lowPrice": "n/a"}}}},
                "pricing.tcgplayer.normal.lowPrice 'n/a' is no number",
            ),
            (
                {"pricing": {"tcgplayer": {"\x1b[31m": {"lowPrice": 1}}}},
                "pricing.tcgplayer '\\x1b[31m' is no finish",
            ),
            (
                {"pricing": {"tcgplayer": {"updated": "soon"}}},
                "pricing.tcgplayer.updated 'soon' is no date",
            ),
        ],
    )
    def test_tcgdex(self, odd, told):
        record = tcgdex.read_card({**TCGDEX, **odd}, TCGDEX_SET)
        (lost,) = record.lost
        assert lost.startswith(told)

    @pytest.mark.parametrize(
        ("odd", "told"),
        [
            ({"supertype": 7}, "supertype 7 is none of Pokemon, Trainer, Energy"),
            ({"nationalPokedexNumbers": [{}]}, "nationalPokedexNumbers [{}] is no whole number"),
            ({"subtypes": {"a": 1}}, "subtypes {'a': 1} is no text"),
            ({"images": "x"}, "images 'x' is no object"),
            ({"images": {"small": "x"}}, "images.small 'x' is no web address"),
            ({"tcgplayer": {"prices": 7}}, "tcgplayer.prices 7 is no object"),
            ({"tcgplayer": {"prices": {"normal": 7}}}, "tcgplayer.prices.normal 7 is no object"),
            (
                {"tcgplayer": {"prices": {"reverseHolofoil": {"low": "n/a"}}}},
                "tcgplayer.prices.reverse-holofoil.low 'n/a' is no number",
            ),
            ({"tcgplayer": {"updatedAt": "soon"}}, "tcgplayer.updatedAt 'soon' is no date"),
            ({"cardmarket": {"prices": []}}, "cardmarket.prices [] is no object"),
            ({"set": "swsh3"}, "set 'swsh3' is no object"),
            ({"set": {"id": "base1"}}, "set.id 'base1' is not 'swsh3', which lists it"),
            (
                {"set": {**POKEMONTCG["set"], "releaseDate": "---"}},
                "set.releaseDate '---' is no date",
            ),
        ],
    )
    def test_pokemontcg(self, odd, told):
        whole = pokemontcg.read_card(POKEMONTCG, POKEMONTCG["set"])
        record = pokemontcg.read_card({**POKEMONTCG, **odd}, POKEMONTCG["set"])
        (lost,) = record.lost
        assert lost.startswith(told)
        assert record.row["release_date"] == whole.row["release_date"] == "2020-08-14"
        assert record.row["set_name"] == "Darkness Ablaze"


class TestSubtypes:
    @pytest.mark.parametrize(
        ("subtypes", "stage", "suffix"),
        [
            (["Basic"], "Basic", ""),
            (["basic"], "Basic", ""),
            (["Basic Stage", "ex"], "Basic", "ex"),
            (["Stage1"], "Stage1", ""),
            (["Baby"], "Basic", ""),
            (["Basic", "TAG TEAM", "GX"], "Basic", "TAG TEAM"),
            (["MEGA", "EX"], "MEGA", "EX"),
            (["Stage 2", "MEGA", "ex"], "Stage2", "ex"),
            (["Rapid Strike"], "", ""),
        ],
    )
    def test_they_tell_stage_and_suffix(self, subtypes, stage, suffix):
        row = pokemontcg.read_card({**POKEMONTCG, "subtypes": subtypes}, POKEMONTCG["set"]).row
        assert (row["stage"], row["suffix"]) == (stage, suffix)

    @pytest.mark.parametrize(
        ("subtypes", "kind"),
        [
            (["Item"], "Item"),
            (["Tool"], "Tool"),
            (["Pokémon Tool"], "Tool"),
            (["Pokémon Tool F"], "Tool"),
            (["Supporter", "TAG TEAM"], "Supporter"),
        ],
    )
    @pytest.mark.parametrize("supertype", ["Trainer", "Pokémon", None])
    def test_they_tell_a_kind_of_trainer(self, subtypes, kind, supertype):
        bare = {"hp": 0, "types": [], "nationalPokedexNumbers": None, "supertype": supertype}
        odd = {**POKEMONTCG, **bare, "subtypes": subtypes}
        row = pokemontcg.read_card(odd, POKEMONTCG["set"]).row
        told = (row["category"], row["trainer_type"], row["stage"], row["suffix"], row["hp"])
        assert told == ("Trainer", kind, "", "", "")


OF_SETS = r"/sets(/dv1$|\?)"
"""Where a service tells of a set."""


def set_with(**odd: Any) -> Fault:
    """A set, by itself or in a page of sets, of which some fields are told otherwise."""

    def change(told: dict[str, Any]) -> dict[str, Any]:
        if "data" in told:
            return {**told, "data": [{**one, **odd} for one in told["data"]]}
        return {**told, **odd}

    return Fault.told_otherwise(change)


def with_junk(told: dict[str, Any]) -> dict[str, Any]:
    """A set or a page of cards in whose list two entries are no cards."""
    field = "data" if "data" in told else "cards"
    return {**told, field: [None, *told[field], 7]}


class TestFetch:
    def test_odd_fields_are_told_and_the_catalogue_keeps_what_it_has(self, each_desk, world):
        service = Service(each_desk.name)
        world.patch(service, SPECIMEN, hp="lots", types=["Fyre"], name=ABSENT)
        fetched = each_desk.fetch()
        told = finding(fetched, SPECIMEN)
        assert told.outcome is Outcome.SAME
        assert [one.split()[0] for one in told.lost] == ["hp", "type"]
        assert outcomes(fetched).keys() == {Outcome.SAME}
        assert each_desk.is_unchanged_by(fetched)
        assert b"hp 'lots'" in each_desk.files(fetched)["fetch-report.csv"]

    @pytest.mark.parametrize("value", [{}, ABSENT])
    def test_a_rarity_that_is_not_told_stays(self, each_desk, world, value):
        world.patch(Service(each_desk.name), SPECIMEN, rarity=value)
        fetched = each_desk.fetch()
        assert finding(fetched, SPECIMEN).outcome is Outcome.SAME
        assert each_desk.is_unchanged_by(fetched)

    @pytest.mark.parametrize("value", [None, [], {}, True])
    @pytest.mark.parametrize(
        "field", ["name", "releaseDate", "serie", "cardCount", "abbreviation", "series", "total"]
    )
    def test_what_is_not_told_of_a_known_set_stays(self, each_desk, rig, field, value):
        rig.faults.add(set_with(**{field: value}).at(OF_SETS).permanent())
        fetched = each_desk.fetch(Wish(sets=("dv1",)))
        assert rig.faults.fired["told otherwise"]
        assert fetched.is_whole
        assert outcomes(fetched).keys() == {Outcome.SAME}
        assert len(fetched.findings) == 21
        assert each_desk.is_unchanged_by(fetched)

    def test_what_is_lost_of_a_set_is_told(self, each_desk, rig):
        rig.faults.add(set_with(releaseDate="soon").at(OF_SETS).permanent())
        fetched = each_desk.fetch(Wish(sets=("dv1",), since="2012-01-01"))
        assert {one.lost for one in fetched.findings} == {("set.releaseDate 'soon' is no date",)}
        assert len(fetched.findings) == 21

    def test_a_new_set_that_may_be_of_the_phone_game_is_not_taken(self, desk, rig, world):
        card = world.card(SPECIMEN).printing
        world.add_set(replace(desk.base.sets["dv1"], set_id="A9", name="Last Things"))
        world.add(replace(card, card_id="A9-001", set_id="A9", number="001"))
        rig.faults.add(set_with(serie=7).at("/sets/A9$").permanent())
        fetched = desk.fetch()
        assert finding(fetched, "A9-001").detail.startswith("serie_id is empty")
        assert desk.is_unchanged_by(fetched)

    @pytest.mark.parametrize("cards", [None, "x", {}, 7])
    def test_a_set_without_a_list_of_cards_is_unread_and_its_cards_are_not_gone(
        self, desk, rig, cards
    ):
        rig.faults.add(set_with(cards=cards).at("/sets/dv1$").permanent())
        fetched = desk.fetch(Wish(sets=("dv1",)))
        (told,) = fetched.unopened
        assert told.startswith("dv1: the set has no list of cards")
        assert fetched.gone == ()

    def test_entries_that_are_no_cards_lose_no_other(self, each_desk, rig):
        at = "q=set.id:dv1" if each_desk.name == ServiceName.POKEMONTCG else "/sets/dv1$"
        rig.faults.add(Fault.told_otherwise(with_junk).at(at).permanent())
        fetched = each_desk.fetch(Wish(sets=("dv1",)))
        assert len(outcomes(fetched)[Outcome.SAME]) == 21
        (told,) = outcomes(fetched)[Outcome.UNREADABLE]
        assert told.endswith("? 7")
        assert each_desk.is_unchanged_by(fetched)

    def test_a_page_may_write_its_numbers_as_text(self, desk, rig):
        desk.name = ServiceName.POKEMONTCG
        text = {"page": str, "totalCount": str, "pageSize": str}
        change = Fault.told_otherwise(
            lambda page: {key: text.get(key, lambda one: one)(page[key]) for key in page}
        )
        rig.faults.add(change.permanent())
        assert outcomes(desk.fetch()).keys() == {Outcome.SAME}
        assert rig.faults.fired["told otherwise"]

    def test_a_card_that_is_numbered_otherwise_at_the_second_service_is_no_new_one(
        self, catalog, tmp_path
    ):
        """Celebrations counts its reprints from 1 here, and as the originals there."""
        reprints = cards_of(catalog, ["cel25cc"])
        world = World(catalog, reprints)
        for index, card_id in enumerate(sorted(reprints)):
            number = str(4 + index // 2)  # four of them bear one number
            odd = {"id": f"cel25c-{number}_A{index}", "number": number}
            world.patch(Service.POKEMONTCG, card_id, **odd)
        folder = write_catalog(catalog, ["cel25cc"], tmp_path / "celebrations")
        with Rig(world) as rig:
            desk = Desk(rig, folder, ServiceName.POKEMONTCG)
            fetched = desk.fetch()
            assert set(outcomes(fetched)[Outcome.SAME]) == reprints
            assert len(fetched.findings) == len(reprints) == 25
            assert desk.is_unchanged_by(fetched)
