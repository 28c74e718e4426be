"""An answer that is typed otherwise loses a field at most, never the card."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckbuilder.domain.cards import TYPES, Printing
from deckbuilder.sources import pokemontcg, tcgdex
from deckbuilder.sources.cards import normalise
from deckbuilder.sources.merge import Outcome
from deckbuilder.sources.records import Record
from deckbuilder.sources.services import ServiceName
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
    "set": {"id": "swsh3", "name": "Darkness Ablaze", "releaseDate": "2020/08/14"},
    "tcgplayer": {"updatedAt": "2026/07/27", "prices": {"normal": {"market": 0.5}}},
    "cardmarket": {"updatedAt": "2026/07/27", "prices": {"trendPrice": 2.0}},
}


SERVICES = {
    ServiceName.TCGDEX: (TCGDEX, partial(tcgdex.read_card, card_set=TCGDEX_SET)),
    ServiceName.POKEMONTCG: (POKEMONTCG, partial(pokemontcg.read_card, card_set=POKEMONTCG["set"])),
}


@dataclass(frozen=True)
class Reader:
    """Reads the card of a service, with some fields told otherwise."""

    name: str
    read: Callable[..., tuple[Printing, tuple[str, ...], Record]]

    def __call__(self, **odd: Any) -> tuple[Printing, tuple[str, ...], Record]:
        """Give the printing, the fields that are lost, and the record."""
        return self.read(**odd)


@pytest.fixture(params=list(SERVICES))
def read(request, catalog):
    """Read a card of a service with some fields told otherwise: the printing, and what is lost."""
    card, reader = SERVICES[request.param]

    def make(**odd: Any) -> tuple[Printing, tuple[str, ...], Record]:
        record = reader(
            {key: value for key, value in {**card, **odd}.items() if value is not ABSENT}
        )
        normal = normalise(record.row, catalog.names, request.param)
        return normal.printing, (*record.lost, *normal.lost), record

    return Reader(request.param, make)


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
        assert lost[0].startswith("illustrator '")

    json = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
        ),
        max_leaves=6,
    )

    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(data=st.data(), value=json)
    def test_whatever_stands_in_a_field_the_card_stays(self, read, data, value):
        card, _ = SERVICES[read.name]
        telling = {"id", "name", "localId", "number", "category", "supertype", "set"}
        field = data.draw(st.sampled_from(sorted(card.keys() - telling)))
        printing, lost, _ = read(**{field: value})
        assert (printing.card_id, printing.name) == ("swsh3-136", "Furret")
        assert all(isinstance(one, str) for one in lost)


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
