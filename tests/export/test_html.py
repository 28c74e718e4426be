"""The page for the phone: as text, and in a real browser."""

import csv
import io
import re
from html.parser import HTMLParser

import pytest
from playwright.sync_api import expect

from deckbuilder.collection.collection import Collection
from deckbuilder.collection.match import Matcher
from deckbuilder.collection.ticks import read_ticks
from deckbuilder.deckfolder.record import read_record
from deckbuilder.export.checklist import checklist_of
from deckbuilder.export.html import TICK_COLUMNS, checklist_html


class Tags(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.tags = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def of(self, name):
        return [attrs for tag, attrs in self.tags if tag == name]


def test_a_page_needs_nothing_else(joint):
    text = checklist_html(joint)
    tags = Tags(text)
    assert not re.search(r"https?:|//[a-z]|@import|url\(", text.split("<script>")[0])
    loaded = {attrs.get(name) for _, attrs in tags.tags for name in ("src", "href")}
    assert loaded == {None, "data:,", "#list"}
    assert "default-src 'none'" in text


def test_a_name_is_text_and_nothing_else(small, row_of):
    name = "<script>alert(1)</script>\"' onload=x"
    text = checklist_html(small([row_of("base1-36", name=name)]))
    assert len(Tags(text).of("script")) == 1
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text


def test_owned_cards_are_ticked_beforehand(small):
    boxes = Tags(checklist_html(small(owned=["base1-4"]))).of("input")
    assert [box["name"] for box in boxes if "checked" in box and box["type"] == "checkbox"] == [
        "base1-4"
    ]


def test_modules_can_be_chosen_where_there_are_two(split_folder, joint, catalog):
    split = checklist_of(read_record(split_folder), catalog, by_module=True)
    assert 'name="module"' in checklist_html(split)
    assert 'name="module"' not in checklist_html(joint)


def test_the_same_list_gives_the_same_page(joint):
    assert checklist_html(joint) == checklist_html(joint)


WIDTHS = {"phone": {"width": 390, "height": 844}, "desk": {"width": 1280, "height": 900}}


BOTH = pytest.mark.parametrize("page", WIDTHS, indirect=True)


@pytest.fixture
def page(request, chromium, page_file):
    """The page in a window, which may ask for nothing and complain of nothing."""
    viewport = WIDTHS[getattr(request, "param", "phone")]
    context = chromium.new_context(viewport=viewport, color_scheme="dark")
    context.set_default_timeout(5000)
    page = context.new_page()
    asked, told = [], []
    page.on("request", lambda one: asked.append(one.url))
    page.on("console", lambda one: told.append(one.text))
    page.on("pageerror", lambda one: told.append(str(one)))
    page.goto(page_file.as_uri())
    yield page
    assert {*asked} == {page_file.as_uri()} | {one for one in asked if one.startswith("blob:")}
    assert told == []
    context.close()


def totals(page):
    owned, missing, shown = re.findall(r"\d+", re.sub(r" of \d+", "", page.inner_text("#totals")))
    return int(owned), int(missing), int(shown)


def visible(page):
    return page.locator("li:visible")


@BOTH
def test_nothing_is_wider_than_the_window(page):
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@BOTH
def test_ticks_survive_a_reload(page, joint):
    cards = len(joint.picks)
    assert totals(page) == (0, cards, cards)
    for place in (0, 3, 70):
        page.locator("li input").nth(place).check()
    assert totals(page) == (3, cards - 3, cards)
    page.reload()
    assert totals(page) == (3, cards - 3, cards)
    assert page.locator("li input").nth(70).is_checked()
    page.locator("li input").nth(70).uncheck()
    page.reload()
    assert totals(page)[0] == 2
    assert page.locator("progress").evaluate("one => one.value") == 2


@BOTH
def test_search_goes_by_name_set_and_number_without_accents(page, joint):
    page.get_by_label("Search").fill("PIKACHU")
    names = [pick for pick in joint.picks if "Pikachu" in pick.row.name]
    assert visible(page).count() == totals(page)[2] == len(names) == 1
    page.get_by_label("Search").fill("nidoran♀")
    assert visible(page).count() == 1
    page.get_by_label("Search").fill("base 11/102")
    assert "Nidoking" in visible(page).first.inner_text()
    page.get_by_label("Search").fill("farfetch'd")
    assert visible(page).count() == 1
    page.get_by_label("Search").fill("no such card")
    assert page.locator("#none").is_visible()
    page.get_by_role("button", name="Clear the filters").click()
    expect(visible(page)).to_have_count(len(joint.picks))


def test_filters_go_by_set_lane_and_ownership(page, joint):
    page.get_by_role("combobox", name="Type").select_option("Fire")
    page.get_by_role("combobox", name="HP").select_option("80")
    lane = [pick for pick in joint.picks if (pick.row.type, pick.row.hp) == ("Fire", 80)]
    assert visible(page).count() == len(lane) > 0
    visible(page).locator("input").first.check()
    page.get_by_label("owned", exact=True).check()
    assert visible(page).count() == 1
    page.get_by_label("missing", exact=True).check()
    assert visible(page).count() == len(lane) - 1
    page.get_by_role("button", name="Clear", exact=True).click()
    expect(visible(page)).to_have_count(len(joint.picks))
    page.get_by_role("combobox", name="Set").select_option("base1")
    assert visible(page).count() == sum(pick.row.set_id == "base1" for pick in joint.picks)
    assert page.locator("section:visible").count() == 1
    page.get_by_role("combobox", name="Set").select_option("")
    page.get_by_role("combobox", name="Type").select_option("Trainers")
    assert visible(page).count() == sum(pick.is_trainer for pick in joint.picks)


def test_ticks_go_out_and_come_back_as_csv(page, joint, catalog, tmp_path):
    page.locator("li input").nth(1).check()
    page.locator(".ticks summary").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download ticks").click()
    assert download.value.suggested_filename == "kanto+johto-ticks.csv"
    download.value.save_as(tmp_path / "ticks.csv")
    text = (tmp_path / "ticks.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert tuple(rows[0]) == TICK_COLUMNS
    assert [row["card_id"] for row in rows] == [pick.row.card_id for pick in joint.picks]
    assert [row["owned"] for row in rows[:3]] == ["", "x", ""]
    ids = [pick.row.card_id for pick in joint.picks]
    marked = read_ticks(tmp_path / "ticks.csv", ids, Collection(()), Matcher(catalog))
    assert [one.card_id for one in marked.holdings] == [ids[1]]
    assert (marked.matched, marked.unresolved) == (len(ids), ())

    first, second = rows[0]["card_id"], rows[1]["card_id"]
    other = f'\ufeffname,owned,card_id\r\n"a, ""b""",YES,{first}\r\n,,{second}\r\n,x,base1-999\r\n'
    (tmp_path / "other.csv").write_text(other, encoding="utf-8", newline="")
    page.set_input_files("#load", tmp_path / "other.csv")
    page.get_by_text("Read 2 cards. Not in this deck: base1-999.").wait_for()
    assert [page.locator("li input").nth(place).is_checked() for place in (0, 1)] == [True, False]
    page.reload()
    assert totals(page)[0] == 1

    (tmp_path / "bad.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    page.locator(".ticks summary").click()
    page.set_input_files("#load", tmp_path / "bad.csv")
    page.get_by_text("This file has no columns card_id and owned").wait_for()
    assert totals(page)[0] == 1


def test_all_can_be_done_from_the_keyboard(page):
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the cards"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert page.locator("li input").first.is_checked()
    focus = "getComputedStyle(document.activeElement).outlineStyle"
    assert page.evaluate(focus) == "solid"
    page.keyboard.press("Shift+Tab")
    page.get_by_label("Search").focus()
    page.keyboard.type("weedle")
    assert totals(page)[2] == 1


def test_everything_has_a_name_to_be_read_aloud(page):
    unnamed = page.evaluate("""() => [...document.querySelectorAll("input, select, progress")]
        .filter((one) => !one.labels.length && !one.getAttribute("aria-label"))
        .map((one) => one.outerHTML)""")
    assert unnamed == []
    assert page.locator("fieldset:not(:has(> legend))").count() == 0
    assert page.locator("table:not(:has(> caption))").count() == 0
    assert page.get_attribute("html", "lang") == "en"
    assert page.locator("h1").count() == 1
    assert page.get_attribute("#totals", "aria-live") == "polite"
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((one) => one.id)")
    assert len({*ids}) == len(ids)


def test_text_stands_out_in_light_and_dark(page):
    ratios = """() => {
        const light = (colour) => colour.match(/\\d+/g).slice(0, 3)
            .map((part) => part / 255)
            .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
            .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
        const behind = (one) => {
            const colour = getComputedStyle(one).backgroundColor;
            return /, 0\\)$/.test(colour) && one.parentElement ? behind(one.parentElement) : colour;
        };
        return ["#totals", ".summary", ".name", ".rarity", ".place", "legend", "h2 .count"].map(
            (name) => {
                const one = document.querySelector(name);
                const pair = [light(getComputedStyle(one).color), light(behind(one))].sort();
                return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
            });
    }"""
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        assert min(page.evaluate(ratios)) >= 4.5


def test_paper_shows_the_cards_and_no_controls(page):
    page.emulate_media(media="print")
    assert page.locator("li").first.is_visible()
    for hidden in (".filters", "form", "aside"):
        assert not page.locator(hidden).first.is_visible()
