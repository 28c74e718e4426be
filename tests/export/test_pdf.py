import io
import math
import re
from collections import defaultdict
from itertools import pairwise

import pytest
from PIL import Image
from pypdf import PdfReader

from deckbuilder.deckfolder.record import read_record
from deckbuilder.errors import BadInputError
from deckbuilder.export.checklist import checklist_of
from deckbuilder.export.energy import SYMBOLS
from deckbuilder.export.formats import Order, Paper
from deckbuilder.export.pdf.checklist import checklist_pdf
from deckbuilder.export.pdf.images import Images
from deckbuilder.export.pdf.page import FOOT_ROOM, REGULAR, Style, drawable, fit
from deckbuilder.export.pdf.proxies import proxies_pdf
from deckbuilder.export.rules import RULES

MM = 72 / 25.4
PAPERS = {Paper.A4: (210, 297), Paper.LETTER: (215.9, 279.4)}


def opened(content):
    return PdfReader(io.BytesIO(content))


def texts(page):
    """Every text of a page with where it stands."""
    found = []

    def visit(text, matrix, place, _font, _size):
        if text.strip():
            x, y = place[4], place[5]
            at = (
                matrix[0] * x + matrix[2] * y + matrix[4],
                matrix[1] * x + matrix[3] * y + matrix[5],
            )
            found.append((*at, text.strip()))

    page.extract_text(visitor_text=visit)
    return found


def boxes(page):
    """Squares as large as a box to tick."""
    content = page.get_contents().get_data().decode("latin-1")
    sides = re.findall(r"([\d.]+) ([\d.]+) re", content)
    return sum(abs(float(w) - 2.9 * MM) < 0.01 and w == h for w, h in sides)


@pytest.fixture(scope="module", params=Paper)
def printed(request, joint):
    return request.param, opened(checklist_pdf(joint, request.param))


def test_every_page_has_the_papers_size_and_its_number(printed):
    paper, document = printed
    count = len(document.pages)
    for number, page in enumerate(document.pages, 1):
        size = float(page.mediabox.width) / MM, float(page.mediabox.height) / MM
        assert size == pytest.approx(PAPERS[paper], abs=0.01)
        text = page.extract_text()
        assert f"page {number} of {count}" in text
        assert "kanto+johto · catalogue of " in text


def test_every_card_has_a_box_a_name_and_a_number(printed, joint):
    _, document = printed
    assert sum(map(boxes, document.pages)) == len(joint.picks)
    text = "\n".join(page.extract_text() for page in document.pages)
    missing = [pick.row.name for pick in joint.picks if pick.row.name not in text]
    assert missing == []
    assert [pick.number for pick in joint.picks if pick.number not in text] == []


def test_the_first_page_has_the_grid_its_lanes_and_the_rules(printed, joint):
    text = printed[1].pages[0].extract_text()
    (grid,) = joint.grids
    for words in (f"{grid.lanes.cards} cards in the grid", *grid.rubric.types):
        assert words in text
    for total in (*grid.lanes.types, *grid.lanes.hp):
        assert str(total) in text
    for rule in RULES:
        assert rule.title in text


def test_no_heading_stands_at_a_columns_foot(printed, joint):
    titles = {section.title for section in joint.sections}
    for page in printed[1].pages:
        columns = defaultdict(list)
        for x, y, text in texts(page):
            if y > FOOT_ROOM - 1:
                columns[x < float(page.mediabox.width) / 2].append((y, text))
        for column in columns.values():
            lowest = min(y for y, _ in column)
            assert not {text for y, text in column if y < lowest + 1} & titles


def test_both_faces_are_embedded_and_no_other_is_used(printed):
    for page in printed[1].pages:
        fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]
        assert {font["/BaseFont"].split("+")[1] for font in fonts} <= {
            "DejaVuSansCondensed",
            "DejaVuSansCondensed-Bold",
        }
        assert all("/FontFile2" in font["/FontDescriptor"] for font in fonts)


def test_signs_are_printed_as_they_are(small, row_of):
    rows = [row_of(one) for one in ("base2-57", "base1-55", "bog-4", "ex14-49", "ex7-107")]
    text = opened(checklist_pdf(small(rows), Paper.A4)).pages[0].extract_text()
    for name in ("Nidoran♀", "Nidoran♂", "Rocket’s Scizor", "Charmander δ", "Mudkip ☆"):
        assert name in text


def test_the_typeface_has_every_sign_on_an_english_card(catalog):
    lost = {one.name for one in catalog.printings.values() if drawable(one.name) != one.name}
    assert lost <= {"ナッシー[Exeggutor]"}
    assert all(drawable(sign) for sign in "♀♂é’δ☆◇★◆▲Σ")


@pytest.mark.parametrize("width", [5, 40, 90, 400])
@pytest.mark.parametrize("text", ["", "Nidoran♀", "Team Galactic's Invention G-107 " * 3])
def test_a_text_is_made_to_fit(text, width):
    short, style = fit(text, Style(REGULAR, 9), width)
    assert style.width(short) <= max(width, Style(REGULAR, 5.5).width("…")) + 0.02
    assert style.size <= 9


@pytest.mark.parametrize("order", Order)
def test_modules_and_orders_are_printed(split_folder, catalog, order):
    record = read_record(split_folder)
    listed = checklist_of(record, catalog, order=order, by_module=True, owned=["xy1-1"])
    document = opened(checklist_pdf(listed, Paper.A4))
    text = "\n".join(page.extract_text() for page in document.pages)
    assert [one.title for one in listed.sections if one.title not in text] == []
    assert "core · " in document.pages[0].extract_text()


def test_owned_cards_are_ticked(small):
    bare, owned = (opened(checklist_pdf(one, Paper.A4)).pages[0].get_contents().get_data()
                   for one in (small(), small(owned=["base1-4"])))  # fmt: skip
    assert owned.count(b" l S") == bare.count(b" l S") + 2


@pytest.mark.parametrize("paper", Paper)
def test_the_same_list_gives_the_same_bytes(joint, paper):
    assert checklist_pdf(joint, paper) == checklist_pdf(joint, paper)
    assert proxies_pdf(joint, paper) == proxies_pdf(joint, paper)


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    folder = tmp_path_factory.mktemp("images")
    for number, ending in ((4, "webp"), (36, "png"), (27, "jpg")):
        image = Image.new("RGB", (60, 83), (number * 5, 90, 200))
        image.save(folder / f"base1-{number}.{ending}")
    (folder / "base1-58.webp").write_bytes(b"half an ima")
    return folder


@pytest.mark.parametrize("paper", Paper)
def test_the_binder_view_shows_nine_cards_a_page(small, pictures, paper):
    listed, images = small(owned=["base1-4"]), Images(pictures)
    content = checklist_pdf(listed, paper, images)
    plain, document = opened(checklist_pdf(listed, paper)), opened(content)
    pages = document.pages[len(plain.pages) :]
    assert [boxes(page) for page in pages] == [9, 6]
    assert [len(page.images) for page in pages] == [3, 0]
    assert pages[0].extract_text().count("no image") == 6
    for pick in listed.picks:
        assert f"{pick.place} · {pick.row.name}" in "".join(page.extract_text() for page in pages)
    assert len(images.absent) == 11
    assert images.broken == [pictures / "base1-58.webp"]
    assert content == checklist_pdf(listed, paper, Images(pictures))


def test_images_are_looked_for_in_a_folder(tmp_path):
    with pytest.raises(BadInputError, match="is no folder"):
        Images(tmp_path / "nowhere")


@pytest.mark.parametrize("paper", Paper)
def test_proxies_are_nine_a_page_and_as_large_as_cards(joint, paper):
    document = opened(proxies_pdf(joint, paper))
    assert len(document.pages) == math.ceil(len(joint.picks) / 9)
    content = document.pages[0].get_contents().get_data().decode("latin-1")
    lines = re.findall(r"n ([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l S", content)
    upright = sorted(float(x) for x, _, to, _ in lines if x == to)
    level = sorted(float(y) for _, y, _, to in lines if y == to)
    for cuts, side in ((upright, 63), (level, 88)):
        steps = [(high - low) / MM for low, high in pairwise(cuts)]
        assert steps == pytest.approx([side] * 3, abs=0.01)
    assert upright[0] > 0
    assert upright[-1] < float(document.pages[0].mediabox.width)


def test_a_proxy_says_all_that_counts(small, row_of):
    rows = [row_of("base1-4"), row_of("swsh9tg-TG05"), row_of("xy12-107"), row_of("base1-36")]
    listed = small(rows, owned=["base1-36"])
    text = opened(proxies_pdf(listed, Paper.A4)).pages[0].extract_text()
    for words in ("Charizard", "120 HP", "Evolves from Charmeleon", "BS 4/102", "Base Set"):
        assert words in text
    for words in ("always this HP", "outside the grid", "Trainer", "cover it with any Pokémon"):
        assert words in text
    assert "Magmar" not in text
    assert {"R", "L", "T"} <= {*text.splitlines()}


def test_no_proxy_is_needed_of_what_is_owned(small, row_of):
    (page,) = opened(proxies_pdf(small([row_of("base1-4")], owned=["base1-4"]), Paper.A4)).pages
    assert page.extract_text().strip() == "No card is missing."


def contrast(one, other):
    def light(colour):
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def test_letters_stand_out_from_their_discs():
    for one in SYMBOLS.values():
        assert contrast(one.fill, one.ink) >= 4.5
    assert len({one.letter for one in SYMBOLS.values()}) == 11
