"""The rig keeps the contracts that it stands for, and its faults really happen on the wire."""

import gzip
import http.client
import io
import json
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from itertools import islice
from typing import Any

import pytest
import requests
from PIL import Image

from deckbuilder.catalog.catalog import Catalog
from tests.rig.faults import Fault, Faults, Meeting, recoverable, transport
from tests.rig.images import SIZES
from tests.rig.pokemontcg import SETS_OF_POKEMONTCG, SETS_POKEMONTCG_LACKS
from tests.rig.reply import json_reply
from tests.rig.server import Rig
from tests.rig.world import ABSENT, Service, World

CHARIZARD = "base1-4"
SETS = ("base1", "exu", "dv1", "swsh12tg", "sv01", "sv04", "me02.5")


@pytest.fixture(scope="module")
def ids(catalog: Catalog) -> frozenset[str]:
    cards = [one.card_id for one in catalog.printings.values() if one.set_id in SETS]
    return frozenset((*cards, "base1-96", "base1-98"))


@pytest.fixture
def world(catalog: Catalog, ids: frozenset[str]) -> World:
    return World(catalog, ids)


@pytest.fixture
def rig(world: World) -> Iterator[Rig]:
    with Rig(world) as rig:
        yield rig


@pytest.fixture
def web() -> Iterator[requests.Session]:
    with requests.Session() as session:
        yield session


def _variant_text(told: dict[str, Any]) -> str:
    """A finish as the catalogue words it."""
    subtype = f"-{told['subtype']}" if "subtype" in told else ""
    stamps = "".join(f"+{stamp}" for stamp in told.get("stamp", ()))
    size = "" if told["size"] == "standard" else f"@{told['size']}"
    return f"{told['type']}{subtype}{stamps}{size}"


class TestTcgdex:
    def test_a_card_is_as_the_service_tells_it(self, rig, web):
        card = web.get(f"{rig.tcgdex_url}/cards/{CHARIZARD}").json()
        assert (card["id"], card["localId"], card["hp"], card["dexId"]) == (
            "base1-4",
            "4",
            120,
            [6],
        )
        assert card["set"] == {
            "id": "base1",
            "name": "Base Set",
            "cardCount": {"total": 102, "official": 102},
        }
        assert card["variants"]["holo"]
        assert card["variants"]["firstEdition"]
        assert {"type": "holo", "subtype": "unlimited", "size": "standard"} in card[
            "variants_detailed"
        ]
        dollars = card["pricing"]["tcgplayer"]
        assert dollars["unit"] == "USD"
        assert dollars["holofoil"]["lowPrice"] < dollars["holofoil"]["marketPrice"]

    def test_it_tells_everything_that_a_printing_says(self, rig, web, catalog):
        for brief in web.get(f"{rig.tcgdex_url}/cards?set.id=eq:sv01&category=Pokemon").json():
            card = web.get(f"{rig.tcgdex_url}/cards/{brief['id']}").json()
            one = catalog.printings[brief["id"]]
            assert (str(card["localId"]), card["name"]) == (one.number, one.name)
            assert (card["hp"], tuple(card["types"])) == (one.hp, one.types)
            assert (card["stage"], card["rarity"]) == (one.stage, one.rarity)
            assert (card["illustrator"], tuple(card["dexId"])) == (one.illustrator, one.dex)
            assert {kind: str(number) for kind, number in card["thirdParty"].items()} == {
                "tcgplayer": one.tcgplayer_id,
                "cardmarket": one.cardmarket_id,
            }
            assert [_variant_text(told) for told in card.get("variants_detailed", ())] == [
                *one.variants
            ]

    def test_what_is_absent_is_left_out(self, rig, web):
        energy = web.get(f"{rig.tcgdex_url}/cards/base1-98").json()
        assert (energy["category"], energy["energyType"]) == ("Energy", "Normal")
        assert not {"hp", "dexId", "suffix", "trainerType"} & energy.keys()

    def test_it_tells_the_facts_before_the_catalogue_mends_them(self, rig, web, catalog):
        oddish = web.get(f"{rig.tcgdex_url}/cards/me02.5-001").json()
        assert "dexId" not in oddish
        assert catalog.printings["me02.5-001"].dex == (43,)

    def test_some_sets_number_their_cards_with_integers(self, rig, web):
        cards = web.get(f"{rig.tcgdex_url}/cards").json()
        assert {type(one["localId"]) for one in cards} == {str, int}

    def test_lists_are_brief_and_cover_the_world(self, rig, web, world):
        cards = web.get(f"{rig.tcgdex_url}/cards").json()
        assert len(cards) == len(world)
        assert {frozenset(one) for one in cards} == {frozenset(("id", "localId", "name", "image"))}

    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ("name=charizard&set.id=eq:base1", {"base1-4"}),
            ("dexId=eq:6&hp=gte:120&set.id=eq:base1", {"base1-4"}),
            ("dexId=20&set.id=exu&name=unown&localId=eq:!", {"exu-!"}),
            ("name=eq:Charmander|Charmeleon&set.id=base1", {"base1-46", "base1-24"}),
            ("category=Energy&name=water", {"base1-102"}),
            ("hp=notnull:&set.id=base1&category=not:Pokemon", {"base1-70"}),
        ],
    )
    def test_filters(self, rig, web, query, found):
        cards = web.get(f"{rig.tcgdex_url}/cards?{query}").json()
        assert {one["id"] for one in cards} == found

    def test_pages_in_a_stated_order(self, rig, web):
        query = "set.id=base1&sort:field=hp&sort:order=DESC&pagination:itemsPerPage=2"
        first = web.get(f"{rig.tcgdex_url}/cards?{query}&pagination:page=1").json()
        second = web.get(f"{rig.tcgdex_url}/cards?{query}&pagination:page=2").json()
        assert len({one["id"] for one in first + second}) == 4
        assert {one["id"] for one in first} == {"base1-3", "base1-4"}

    def test_sets(self, rig, web):
        sets = {one["id"]: one for one in web.get(f"{rig.tcgdex_url}/sets").json()}
        assert set(sets) == set(SETS)
        one = web.get(f"{rig.tcgdex_url}/sets/sv04").json()
        assert one["releaseDate"] == "2023-11-03"
        assert one["serie"] == {"id": "sv", "name": "Scarlet & Violet"}
        assert one["abbreviation"] == {"official": "PAR"}
        assert len(one["cards"]) == one["cardCount"]["total"] == sets["sv04"]["cardCount"]["total"]

    def test_an_unknown_id_falls_back_to_a_name(self, rig, web):
        assert web.get(f"{rig.tcgdex_url}/cards/base9-Pikachu").json()["id"] == "base1-58"
        assert web.get(f"{rig.tcgdex_url}/cards/Pikachu").json()["id"] == "base1-58"

    def test_an_error_is_json(self, rig, web):
        answer = web.get(f"{rig.tcgdex_url}/cards/base1-999")
        assert answer.status_code == 404
        assert answer.json().keys() == {"type", "title", "status", "endpoint", "method"}

    def test_an_id_with_a_percent_sign(self, rig, web):
        for path in ("exu-%253F", "exu-%3F"):
            assert web.get(f"{rig.tcgdex_url}/cards/{path}").json()["id"] == "exu-%3F"


class TestPokemonTcg:
    def test_a_card_is_as_the_service_tells_it(self, rig, web):
        card = web.get(f"{rig.pokemontcg_url}/cards/{CHARIZARD}").json()["data"]
        assert (card["hp"], card["number"], card["nationalPokedexNumbers"]) == ("120", "4", [6])
        assert (card["supertype"], card["subtypes"]) == ("Pokémon", ["Stage 2"])
        assert card["set"]["releaseDate"] == "1999/01/09"
        assert card["tcgplayer"]["updatedAt"] == "2026/11/01"
        assert card["tcgplayer"]["prices"]["1stEditionHolofoil"]["market"] > 0
        assert card["cardmarket"]["prices"].keys() >= {"averageSellPrice", "lowPrice", "trendPrice"}

    def test_it_has_its_own_names_for_sets_and_numbers(self, rig, web):
        card = web.get(f"{rig.pokemontcg_url}/cards/sv4-1").json()["data"]
        assert (card["set"]["id"], card["number"]) == ("sv4", "1")
        assert web.get(f"{rig.pokemontcg_url}/cards/ex10-%3F").json()["data"]["number"] == "?"

    def test_every_set_that_has_another_name_is_in_the_catalogue(self, catalog):
        assert set(SETS_OF_POKEMONTCG) | SETS_POKEMONTCG_LACKS <= set(catalog.sets)

    def test_no_two_cards_share_an_id(self, catalog, web):
        world = World(catalog)
        lacking = sum(world.card(one).printing.set_id in SETS_POKEMONTCG_LACKS for one in world)
        with Rig(world) as rig:
            sets = web.get(f"{rig.pokemontcg_url}/sets").json()
        assert sets["totalCount"] == sets["count"]
        assert sum(one["total"] for one in sets["data"]) == len(world) - lacking

    @pytest.mark.parametrize(
        ("card_id", "supertype", "subtypes"),
        [
            ("base1-96", "Energy", ["Special"]),
            ("base1-98", "Energy", ["Basic"]),
            ("sv1-166", "Trainer", ["Supporter"]),
            ("sv1-6", "Pokémon", ["Stage 1"]),
            ("sv1-19", "Pokémon", ["Stage 1", "ex"]),
            ("me2pt5-10", "Pokémon", ["Stage 2", "MEGA", "ex"]),
            ("swsh12tg-TG12", "Pokémon", ["Basic", "V"]),
        ],
    )
    def test_kinds_of_cards(self, rig, web, card_id, supertype, subtypes):
        card = web.get(f"{rig.pokemontcg_url}/cards/{card_id}").json()["data"]
        assert (card["supertype"], card["subtypes"]) == (supertype, subtypes)

    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ("set.id:base1 nationalPokedexNumbers:25", {"base1-58"}),
            ('set.id:base1 !name:"Pikachu"', {"base1-58"}),
            ("set.id:base1 hp:[120 TO *]", {"base1-3", "base1-4"}),
            ("(set.id:base1 OR set.id:ex10) name:unown -number:[* TO 999] number:A", {"ex10-A"}),
            ("set.id:base1 name:char*d", {"base1-4"}),
            ("set.id:base1 hp:{100 TO 120]", {"base1-3", "base1-4"}),
        ],
    )
    def test_queries(self, rig, web, query, found):
        page = web.get(f"{rig.pokemontcg_url}/cards", params={"q": query}).json()
        assert {one["id"] for one in page["data"]} == found

    def test_pages_of_a_set_over_250_cards(self, rig, web):
        query = {"q": "set.id:sv4", "pageSize": 999, "orderBy": "number", "select": "id"}
        first = web.get(f"{rig.pokemontcg_url}/cards", params={**query, "page": 1}).json()
        second = web.get(f"{rig.pokemontcg_url}/cards", params={**query, "page": 2}).json()
        assert (first["pageSize"], first["count"]) == (250, 250)
        assert first["totalCount"] == first["count"] + second["count"] == 266
        assert len({one["id"] for one in first["data"] + second["data"]}) == 266

    @pytest.mark.parametrize("asked", ["cards?q=((", "cards?page=two", "sets?pageSize=all"])
    def test_a_query_that_cannot_be_read(self, rig, web, asked):
        answer = web.get(f"{rig.pokemontcg_url}/{asked}")
        assert answer.status_code == 400
        assert answer.json()["error"]["code"] == 400


class TestImages:
    @pytest.mark.parametrize("quality", ["high", "low"])
    @pytest.mark.parametrize(
        ("suffix", "kind"), [("webp", "WEBP"), ("png", "PNG"), ("jpg", "JPEG")]
    )
    def test_they_are_pictures(self, rig, web, quality, suffix, kind):
        stem = web.get(f"{rig.tcgdex_url}/cards/{CHARIZARD}").json()["image"]
        answer = web.get(f"{stem}/{quality}.{suffix}")
        picture = Image.open(io.BytesIO(answer.content))
        assert (picture.format, picture.size) == (kind, SIZES[quality])

    def test_a_lost_image_is_a_404_with_a_card_back_at_one_service(self, rig, web, world):
        world.lose_image(CHARIZARD)
        stem = web.get(f"{rig.tcgdex_url}/cards/{CHARIZARD}").json()["image"]
        assert web.get(f"{stem}/high.webp").status_code == 404
        images = web.get(f"{rig.pokemontcg_url}/cards/{CHARIZARD}").json()["data"]["images"]
        lost = web.get(images["large"])
        assert lost.status_code == 404
        assert Image.open(io.BytesIO(lost.content)).size == SIZES["high"]


class TestWorld:
    def test_it_has_every_printing(self, catalog):
        assert len(World(catalog)) == len(catalog.printings)

    def test_a_change_shows_at_both_services_and_changes_the_tag(self, rig, web, world):
        address = f"{rig.tcgdex_url}/cards/me02.5-001"
        before = web.get(address)
        world.change("me02.5-001", hp=70)
        after = web.get(address)
        assert (before.json()["hp"], after.json()["hp"]) == (60, 70)
        assert before.headers["ETag"] != after.headers["ETag"]
        assert web.get(f"{rig.pokemontcg_url}/cards/me2pt5-1").json()["data"]["hp"] == "70"

    def test_the_services_can_disagree(self, rig, web, world):
        world.change(CHARIZARD, Service.POKEMONTCG, hp=130, types=("Water",))
        assert web.get(f"{rig.tcgdex_url}/cards/{CHARIZARD}").json()["hp"] == 120
        other = web.get(f"{rig.pokemontcg_url}/cards/{CHARIZARD}").json()["data"]
        assert (other["hp"], other["types"]) == ("130", ["Water"])

    def test_a_record_can_be_made_unreadable(self, rig, web, world):
        world.patch(Service.TCGDEX, CHARIZARD, hp="lots", name=ABSENT)
        card = web.get(f"{rig.tcgdex_url}/cards/{CHARIZARD}").json()
        assert card["hp"] == "lots"
        assert "name" not in card

    def test_cards_come_and_go(self, rig, web, world, catalog):
        evil = replace(catalog.printings[CHARIZARD], card_id="base1-../../x", name="\x1b[31m<b>")
        world.add(evil)
        world.remove("base1-5")
        cards = {one["id"]: one for one in web.get(f"{rig.tcgdex_url}/cards").json()}
        assert "base1-5" not in cards
        assert cards["base1-../../x"]["name"] == "\x1b[31m<b>"
        one = web.get(f"{rig.tcgdex_url}/cards/base1-..%2F..%2Fx")
        assert one.json()["id"] == "base1-../../x"

    def test_a_set_can_be_served_under_another_id(self, rig, web, world):
        world.rename_set("swsh12tg", "swsh12.5tg")
        assert web.get(f"{rig.tcgdex_url}/cards/swsh12tg-TG01").status_code == 404
        card = web.get(f"{rig.tcgdex_url}/cards/swsh12.5tg-TG01").json()
        assert (card["id"], card["set"]["id"]) == ("swsh12.5tg-TG01", "swsh12.5tg")

    def test_some_cards_have_no_price_and_some_only_euros(self, rig, web):
        kinds = set()
        for one in web.get(f"{rig.tcgdex_url}/cards?set.id=base1").json():
            pricing = web.get(f"{rig.tcgdex_url}/cards/{one['id']}").json()["pricing"]
            kinds.add(tuple(shop for shop, told in sorted(pricing.items()) if told))
        assert kinds == {(), ("cardmarket",), ("cardmarket", "tcgplayer")}

    def test_prices_move_with_the_day(self, rig, web, world):
        address = f"{rig.tcgdex_url}/cards/{CHARIZARD}"
        before = web.get(address).json()["pricing"]["cardmarket"]
        world.reprice("2026-11-08")
        after = web.get(address).json()["pricing"]["cardmarket"]
        assert after["updated"].startswith("2026-11-08")
        assert before["trend"] != after["trend"]


class TestHttp:
    def test_what_is_known_is_not_sent_again(self, rig, web):
        address = f"{rig.tcgdex_url}/cards/{CHARIZARD}"
        tag = web.get(address).headers["ETag"]
        again = web.get(address, headers={"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b"")
        assert (len(rig.requests), rig.bodies_sent) == (2, 1)
        assert web.get(address, headers={"If-None-Match": '"other"'}).status_code == 200

    def test_gzip_only_for_those_who_accept_it(self, rig):
        with closing(http.client.HTTPConnection(rig.url.removeprefix("http://"))) as wire:
            wire.request("GET", f"/v2/en/cards/{CHARIZARD}")
            plain = wire.getresponse()
            body = plain.read()
            wire.request("GET", f"/v2/en/cards/{CHARIZARD}", headers={"Accept-Encoding": "gzip"})
            packed = wire.getresponse()
            assert plain.headers["Content-Encoding"] is None
            assert packed.headers["Content-Encoding"] == "gzip"
            assert gzip.decompress(packed.read()) == body
            assert rig.peak_connections == 1

    def test_only_get_is_answered(self, rig, web):
        assert web.post(f"{rig.tcgdex_url}/sets").status_code == 405

    def test_the_log_keeps_headers(self, rig, web):
        web.get(f"{rig.pokemontcg_url}/cards/{CHARIZARD}", headers={"X-Api-Key": "secret"})
        asked = rig.requests[0]
        assert (asked.headers["x-api-key"], asked.path) == ("secret", "/ptcg/v2/cards/base1-4")
        assert rig.hits("/ptcg/v2/cards/base1-4") == 1

    def test_requests_that_meet_are_counted(self, world):
        with Rig(world, latency=0.1) as rig:
            threads = [
                threading.Thread(target=lambda: requests.get(rig.tcgdex_url + "/sets", timeout=5))
                for _ in range(4)
            ]
            for one in threads:
                one.start()
            for one in threads:
                one.join()
            assert (rig.peak_concurrency, len(rig.requests)) == (4, 4)
            rig.log.clear()
            assert rig.requests == ()


class TestFaults:
    @pytest.fixture
    def address(self, rig: Rig) -> str:
        return f"{rig.tcgdex_url}/cards/{CHARIZARD}"

    def test_rate_limits(self, rig, web, address):
        rig.faults.add(
            Fault.rate_limited(),
            Fault.rate_limited(7),
            Fault.rate_limited(60, as_date=True),
        )
        bare, seconds, date, healed = (web.get(address) for _ in range(4))
        assert [one.status_code for one in (bare, seconds, date, healed)] == [429, 429, 429, 200]
        assert "Retry-After" not in bare.headers
        assert seconds.headers["Retry-After"] == "7"
        wait = parsedate_to_datetime(date.headers["Retry-After"]).timestamp() - time.time()
        assert 50 < wait < 61
        assert rig.faults.fired["rate limited"] == 3

    def test_an_empty_500(self, rig, web, address):
        rig.faults.add(Fault.empty_500().repeated(2))
        answers = [web.get(address) for _ in range(3)]
        assert [(one.status_code, bool(one.content)) for one in answers] == [
            (500, False),
            (500, False),
            (200, True),
        ]

    def test_a_connection_dropped_in_mid_body(self, rig):
        rig.faults.add(Fault.dropped())
        with closing(http.client.HTTPConnection(rig.url.removeprefix("http://"))) as wire:
            wire.request("GET", f"/v2/en/cards/{CHARIZARD}")
            answer = wire.getresponse()
            with pytest.raises(http.client.IncompleteRead) as caught:
                answer.read()
        assert 0 < len(caught.value.partial) < int(answer.headers["Content-Length"])

    def test_it_is_dropped_even_when_the_asker_has_the_body(self, rig, web, address):
        tag = web.get(address).headers["ETag"]
        rig.faults.add(Fault.dropped())
        with pytest.raises(requests.RequestException):
            web.get(address, headers={"If-None-Match": tag})
        assert web.get(address, headers={"If-None-Match": tag}).status_code == 304

    def test_a_body_that_is_no_json(self, rig, web, address):
        rig.faults.add(Fault.not_json())
        answer = web.get(address)
        assert answer.status_code == 200
        with pytest.raises(json.JSONDecodeError):
            answer.json()

    def test_json_cut_short_with_its_length_right(self, rig, web, address):
        rig.faults.add(Fault.cut_short())
        cut, whole = web.get(address), web.get(address)
        assert whole.content.startswith(cut.content)
        assert 0 < len(cut.content) < len(whole.content)

    def test_a_time_out(self, rig, web, address):
        rig.faults.add(Fault.slow(0.3))
        with pytest.raises(requests.ReadTimeout):
            web.get(address, timeout=0.1)
        assert rig.hits("/v2/en/cards/base1-4") == 1
        assert web.get(address, timeout=5).status_code == 200

    def test_a_page_repeated(self, rig, web):
        rig.faults.add(Fault.repeated_page())
        query = {"q": "set.id:sv4", "pageSize": 100, "select": "id"}
        pages = [
            web.get(f"{rig.pokemontcg_url}/cards", params={**query, "page": page}).json()
            for page in (1, 2, 2)
        ]
        assert pages[1]["page"] == 2
        assert pages[0]["data"] == pages[1]["data"] != pages[2]["data"]
        brief = f"{rig.tcgdex_url}/cards?pagination:itemsPerPage=3&pagination:page="
        assert web.get(f"{brief}1").json() == web.get(f"{brief}2").json()

    def test_a_page_with_a_card_missing(self, rig, web):
        rig.faults.add(Fault.lost_card())
        address = f"{rig.pokemontcg_url}/cards?q=set.id:base1"
        short, whole = web.get(address).json(), web.get(address).json()
        assert short["totalCount"] == whole["totalCount"]
        assert short["data"] == whole["data"][:-1]

    @pytest.mark.parametrize("service", ["tcgdex", "pokemontcg"])
    def test_another_card(self, rig, web, service):
        rig.faults.add(Fault.other_card())
        base = rig.tcgdex_url if service == "tcgdex" else rig.pokemontcg_url
        told = [web.get(f"{base}/cards/{CHARIZARD}").json() for _ in range(2)]
        first, second = (one.get("data", one)["id"] for one in told)
        assert first != second == CHARIZARD

    def test_a_permanent_fault_for_one_card(self, rig, web, address):
        rig.faults.add(Fault.status(HTTPStatus.NOT_FOUND).at("/base1-4$").permanent())
        assert [web.get(address).status_code for _ in range(5)] == [404] * 5
        assert web.get(f"{rig.tcgdex_url}/cards/base1-46").status_code == 200

    def test_a_redirect_to_another_host(self, rig, web, address):
        rig.faults.add(Fault.redirect(rig.other_origin))
        answer = web.get(address, allow_redirects=False)
        assert answer.status_code == 302
        assert answer.headers["Location"] == f"{rig.other_origin}/v2/en/cards/{CHARIZARD}"

    def test_an_endless_body(self, rig, web, address):
        rig.faults.add(Fault.endless())
        with web.get(address, stream=True) as answer:
            got = sum(map(len, islice(answer.iter_content(1 << 20), 9)))
        assert "Content-Length" not in answer.headers
        assert got > 8 << 20

    def test_an_answer_without_a_tag(self, rig, web, address):
        rig.faults.add(Fault.untagged())
        untagged, tagged = web.get(address), web.get(address)
        assert "ETag" not in untagged.headers
        assert untagged.json() == tagged.json()

    def test_a_drip(self, rig, web, address):
        rig.faults.add(Fault.drip(0.0001))
        with web.get(address, stream=True) as dripping:
            assert "Content-Length" not in dripping.headers
            assert dripping.json() == web.get(address).json()

    def test_a_gzip_bomb(self, rig, web, address):
        rig.faults.add(Fault.gzip_bomb())
        with web.get(address, stream=True) as answer:
            packed = answer.raw.read(1 << 14, decode_content=False)
        assert answer.headers["Content-Encoding"] == "gzip"
        assert len(zlib.decompressobj(31).decompress(packed)) > 200 * len(packed)

    def test_faults_strike_each_address_on_its_own(self, rig, web, address):
        rig.faults.add(Fault.empty_500())
        assert web.get(address).status_code == 500
        assert web.get(f"{rig.tcgdex_url}/cards/base1-5").status_code == 500
        assert web.get(address).status_code == 200
        rig.faults.clear()
        assert web.get(f"{rig.tcgdex_url}/cards/base1-6").status_code == 200


class TestStorm:
    @staticmethod
    def passed(seed: int, order: range) -> dict[tuple[int, int], str]:
        """What a storm does to three askings of 200 addresses, asked in this order."""
        faults = Faults()
        faults.storm(seed, 0.3, transport())
        quiet = json_reply({"id": "x"})
        return {
            (card, attempt): faults.meet(Meeting(f"/cards/{card}", quiet, lambda _: quiet))[1]
            for attempt in range(3)
            for card in order
        }

    def test_it_is_decided_by_seed_and_address_alone(self):
        forwards, backwards = self.passed(1, range(200)), self.passed(1, range(199, -1, -1))
        assert forwards == backwards != self.passed(2, range(200))

    def test_it_strikes_as_often_as_asked_and_then_lets_through(self):
        struck = self.passed(1, range(200))
        assert all(not struck[card, 2] for card in range(200))
        assert 80 < sum(map(bool, struck.values())) < 160
        assert set(struck.values()) == {"", *(one.name for one in transport())}

    def test_a_client_that_asks_again_gets_through(self, rig, web):
        rig.faults.storm(3, 0.5, recoverable(delay=0.01))
        stems = [f"{rig.tcgdex_url}/cards/base1-{number}" for number in range(1, 70)]
        for stem in stems:
            for _ in range(2):
                try:
                    web.get(stem)
                except requests.RequestException:
                    continue
            assert web.get(stem).json()["id"] == stem.rpartition("/")[2]
        assert len(rig.faults.fired) >= 6


def test_a_card_belongs_to_its_set(world: World, catalog: Catalog):
    stray = replace(catalog.printings[CHARIZARD], card_id="other-4")
    with pytest.raises(ValueError, match="no card of set"):
        world.add(stray)
