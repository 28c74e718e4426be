import re
import sys
import xml.etree.ElementTree as ET

import pytest

from deckbuilder.domain.cards import TYPES, Cell
from deckbuilder.domain.rubric import Rubric
from deckbuilder.errors import BadInputError
from deckbuilder.export.plot import Grid, plot_deck

SEVEN = ("Grass", "Fire", "Water", "Lightning", "Psychic", "Fighting", "Colorless")
JOHTO = ("6245865", "4656742", "7254566", "4759234", "2733947", "9363347", "3875184")
HOENN = ("0321032", "1032103", "2103210", "3210321", "0321032", "1032103", "2103210")


def grid(name, rubric, rows):
    counts = {
        Cell(type_name, hp): int(count)
        for type_name, row in zip(rubric.types, rows, strict=True)
        for hp, count in zip(rubric.hp, row, strict=True)
    }
    return Grid(name, rubric, counts)


ONE = (grid("kanto+johto", Rubric.of(SEVEN, 40), JOHTO),)
TWO = (*ONE, grid("cost $5 & $6", Rubric.of(TYPES[3:10], 60), HOENN))


@pytest.fixture
def drawn(tmp_path):
    pytest.importorskip("matplotlib")

    def draw(grids, name):
        path = tmp_path / name
        plot_deck("kanto+johto · 251 cards", grids, path)
        return path.read_bytes()

    return draw


def texts(svg):
    return [text.text for text in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def panel(svg, number):
    (found,) = (
        group
        for group in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}g")
        if group.get("id") == f"axes_{number}"
    )
    return texts(ET.tostring(found))


def size(png):
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def test_a_grid_counts_its_lanes():
    (johto,) = ONE
    assert johto.lanes.cards == 245
    assert johto.lanes.types == (36, 34, 35, 34, 35, 35, 36)
    assert johto.lanes.hp == (35,) * 7


def test_a_grid_takes_no_cell_that_its_rubric_has_no_place_for():
    with pytest.raises(ValueError, match=r"^Fire 120: not in the grid Grass, .* × 40–100 HP$"):
        Grid("kanto", Rubric.of(SEVEN, 40), {Cell("Fire", 120): 1, Cell("Fire", 40): 1})


@pytest.mark.parametrize("grids", [ONE, TWO])
@pytest.mark.parametrize(
    ("name", "start"), [("deck.png", b"\x89PNG\r\n"), ("deck.svg", b"<?xml"), ("D.SVG", b"<?xml")]
)
def test_the_same_deck_gives_the_same_bytes(drawn, grids, name, start):
    image = drawn(grids, name)
    assert image.startswith(start)
    assert drawn(grids, f"again-{name}") == image


def test_the_readers_own_matplotlib_settings_change_nothing(drawn):
    image = drawn(ONE, "deck.svg")
    matplotlib = pytest.importorskip("matplotlib")
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "black", "svg.hashsalt": "x"}):
        assert drawn(ONE, "deck.svg") == image


def test_a_second_module_is_a_second_row(drawn):
    (width, height), (same, taller) = size(drawn(ONE, "1.png")), size(drawn(TWO, "2.png"))
    assert same == width
    assert 1.5 * height < taller < 2 * height


def test_a_picture_holds_the_titles(drawn):
    found = texts(drawn(TWO, "deck.svg"))
    assert found.count("kanto+johto · 251 cards") == 1
    assert "kanto+johto · 245 cards in the grid" in found
    assert "cost $5 & $6 · 72 cards in the grid" in found
    assert found.count("Cards in each lane") == 2


def test_a_heat_map_holds_every_count_and_the_totals(drawn):
    heat = panel(drawn(ONE, "deck.svg"), 1)
    numbers = sorted(int(text) for text in heat if text.isdecimal())
    totals = [36, 34, 35, 34, 35, 35, 36, *[35] * 7, 245]
    assert numbers == sorted([*map(int, "".join(JOHTO)), *totals])
    assert {*SEVEN, "40 HP", "100 HP", "all"} <= {*heat}


def test_bars_name_all_lanes_their_counts_and_the_even_level(drawn):
    svg = drawn(TWO, "deck.svg")
    bars = panel(svg, 2)
    assert [int(text) for text in bars if text.isdecimal()] == [
        36,
        34,
        35,
        34,
        35,
        35,
        36,
        *[35] * 7,
    ]
    assert {*SEVEN, "40 HP", "100 HP", "even: 35.0"} <= {*bars}
    assert "even: 10.3" in panel(svg, 4)


def test_numbers_are_white_on_dark_cells_and_black_on_light_ones(drawn):
    svg = drawn(ONE, "deck.svg").decode()
    heat = svg[svg.index('id="axes_1"') : svg.index('id="axes_2"')]
    white = re.findall(r'<text style="[^"]*fill: #ffffff[^"]*"[^>]*>(\d)</text>', heat)
    assert {*white} == {"7", "8", "9"}
    assert len(white) == sum("".join(JOHTO).count(digit) for digit in "789")


def test_a_module_without_cards_is_drawn(drawn):
    assert "even: 0.0" in texts(drawn([Grid("none", Rubric.of(SEVEN, 40), {})], "deck.svg"))


@pytest.mark.parametrize("name", ["deck.pdf", "deck", "png", "deck.svg.gz"])
def test_another_ending_is_refused(tmp_path, name):
    path = tmp_path / name
    with pytest.raises(BadInputError) as told:
        plot_deck("kanto", ONE, path)
    assert str(told.value) == f"cannot plot to '{path}': end the name in .png or .svg"
    assert not path.exists()


def test_a_place_that_cannot_be_written_is_told(drawn, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(BadInputError, match=re.escape(f"'{tmp_path / 'file'}'")):
        drawn(ONE, "file/deck.png")


def test_missing_matplotlib_is_told(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(BadInputError) as told:
        plot_deck("kanto", ONE, tmp_path / "deck.png")
    assert str(told.value) == "--plot needs matplotlib: pip install 'deckbuilder[plot]'"
    assert not any(tmp_path.iterdir())
