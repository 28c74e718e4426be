"""Images come once, whole, within a limit, and an absent one is shown as absent."""

from http import HTTPStatus
from io import BytesIO
from itertools import count
from urllib.parse import urlsplit

import pytest
from PIL import Image

from deckbuilder.catalog.home import image_of
from deckbuilder.sources.images import Fate, Size, bring_images, image_folder
from deckbuilder.sources.pokemontcg import KEY
from deckbuilder.sources.services import ServiceName
from tests.rig.faults import Fault
from tests.rig.images import SIZES, picture
from tests.rig.server import Rig
from tests.rig.world import ABSENT, Service
from tests.sources.desk import SPECIMEN, THE_SPECIMEN, finding


def images_asked(rig: Rig) -> list[str]:
    return [one.path for one in rig.requests if one.path.startswith("/images/")]


@pytest.mark.parametrize("size", Size)
def test_every_card_gets_its_image(each_desk, world, size):
    found = each_desk.images(size)
    assert found.keys() == {*world}
    assert {one.fate for one in found.values()} == {Fate.FETCHED}
    for card_id in found:
        file = image_of(card_id, image_folder(size))
        assert file is not None
        assert Image.open(BytesIO(file.read_bytes())).size == SIZES[size]
    assert len([*image_folder(size).iterdir()]) == len(found)


def test_what_is_there_is_not_asked_for_again(desk, rig):
    desk.images()
    rig.log.clear()
    assert {one.fate for one in desk.images().values()} == {Fate.THERE}
    assert images_asked(rig) == []


@pytest.mark.parametrize("named", [True, False])
def test_an_absent_image_is_absent(each_desk, rig, world, named):
    """One service sends a card's back along with its 404."""
    if named:
        world.lose_image(SPECIMEN)
    else:
        world.patch(Service.TCGDEX, SPECIMEN, image=ABSENT)
        world.patch(Service.POKEMONTCG, SPECIMEN, images=None)
    found = each_desk.images(wish=THE_SPECIMEN)
    assert found[SPECIMEN].fate is Fate.ABSENT
    assert image_of(SPECIMEN, image_folder(Size.LOW)) is None
    assert rig.statuses[404] == named


def test_the_limit_holds_and_nothing_is_asked_for_in_vain(desk, rig):
    size = len(picture("low", "webp"))
    found = desk.images(limit=10 * size + size // 2)
    fates = [one.fate for one in found.values()]
    kept = sum(file.stat().st_size for file in image_folder(Size.LOW).iterdir())
    assert fates.count(Fate.FETCHED) == 10
    assert kept == 10 * size
    assert fates.count(Fate.OVER_LIMIT) == len(found) - 10
    with desk.service() as service:
        assert len(images_asked(rig)) <= 10 + service.workers
    rig.log.clear()
    assert {one.fate for one in desk.images(limit=10 * size).values()} == {
        Fate.THERE,
        Fate.OVER_LIMIT,
    }
    assert images_asked(rig) == []


WRONG = {
    "HTML": b"<!doctype html><p>Not found",
    "nothing": b"",
    "a sound": b"RIFF\x24\x00\x00\x00WAVE" + b"\x00" * 32,
    "half a picture": picture("low", "webp")[:-9],
    "half a PNG": picture("low", "png")[:-9],
    "a script in a picture's name": b"\x89PNG<script>",
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_whole_image_is_refused(desk, rig, name):
    rig.faults.add(Fault.status(HTTPStatus.OK, WRONG[name]).at("/images/"))
    found = desk.images(wish=THE_SPECIMEN)
    assert rig.faults.fired["status 200"] == 1
    assert found[SPECIMEN].fate is Fate.UNREADABLE
    assert found[SPECIMEN].detail.isprintable()
    assert image_of(SPECIMEN, image_folder(Size.LOW)) is None
    assert desk.images(wish=THE_SPECIMEN)[SPECIMEN].fate is Fate.FETCHED


@pytest.mark.parametrize("fault", [Fault.empty_500(), Fault.dropped(), Fault.rate_limited(0)])
def test_a_passing_fault_is_asked_away(desk, rig, fault):
    rig.faults.add(fault.at("/images/"))
    assert {one.fate for one in desk.images().values()} == {Fate.FETCHED}
    assert rig.faults.fired[fault.name] == len(images_asked(rig)) / 2


def test_no_answer_is_not_absence(desk, rig):
    rig.faults.add(Fault.empty_500().at("/images/").permanent())
    found = desk.images(wish=THE_SPECIMEN)
    assert found[SPECIMEN].fate is Fate.UNANSWERED
    assert "HTTP 500" in found[SPECIMEN].detail


@pytest.mark.parametrize(
    "address", ["file:///etc/passwd", "ftp://x/y", "data:,x", "nonsense", "//"]
)
def test_an_address_that_is_none_is_not_followed(desk, world, address):
    world.patch(Service.TCGDEX, SPECIMEN, image=address)
    assert desk.images(wish=THE_SPECIMEN)[SPECIMEN].fate is Fate.ABSENT
    told = finding(desk.fetch(THE_SPECIMEN), SPECIMEN)
    assert told.lost == (f"image {address!r} is no web address",)


def test_the_key_is_not_shown_to_the_images_host(desk, rig, world, monkeypatch):
    monkeypatch.setenv(KEY, "s3cret")
    desk.name = ServiceName.POKEMONTCG
    elsewhere = f"{rig.other_origin}/images/ptcg/dv1/1.png"
    world.patch(Service.POKEMONTCG, SPECIMEN, images={"small": elsewhere, "large": elsewhere})
    assert desk.images()[SPECIMEN].fate is Fate.FETCHED
    hosts = {one.headers["host"] for one in rig.requests if one.path.startswith("/images/")}
    assert urlsplit(rig.other_origin).netloc in hosts
    with_key = [one.path for one in rig.requests if "x-api-key" in one.headers]
    assert with_key
    assert not any(one.startswith("/images/") for one in with_key)


def test_stopping_leaves_the_rest(desk, rig):
    with desk.service() as service:
        images = desk.run(service).merger.images
        done = count(1)

        def stop(*_: object) -> None:
            if next(done) == 5:
                service.session.stop()

        found = bring_images(images, Size.LOW, service, 10**9, stop)
    assert {one.fate for one in found} == {Fate.FETCHED, Fate.UNANSWERED}
    assert len(images_asked(rig)) < len(found)
