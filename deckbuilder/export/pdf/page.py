"""What every printed page has: the typeface, fitted text, and `page x of y`."""

from functools import cache
from typing import Any, Final, NamedTuple

from reportlab.lib.colors import Color, HexColor
from reportlab.lib.fonts import addMapping
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from deckbuilder.catalog.files import DATA
from deckbuilder.export.checklist import Checklist
from deckbuilder.export.formats import Paper

REGULAR: Final = "DejaVuSansCondensed"
BOLD: Final = "DejaVuSansCondensed-Bold"
FONTS: Final = DATA / "fonts"

MARGIN: Final = 12 * mm
FOOT_ROOM: Final = 11 * mm
"""What the line at a page's foot takes, with the space above it."""
CARD: Final = (63 * mm, 88 * mm)
"""Width and height of a real card."""
BOX: Final = 2.9 * mm
"""Side of a box to tick."""
INK: Final = HexColor("#000000")
PALE: Final = HexColor("#666666")
LINE: Final = HexColor("#bbbbbb")

_ALWAYS: Final = {"invariant": 1, "pageCompression": 1, "initialFontName": REGULAR}
_SMALLEST: Final = 5.5
"""Points below which text is cut short, not made smaller."""
_ROUNDING: Final = 0.01
_FOOT: Final = 7.0


class Style(NamedTuple):
    """A face and its size."""

    font: str
    size: float
    """In points."""

    def width(self, text: str) -> float:
        """Measure a text, in points."""
        return pdfmetrics.stringWidth(text, self.font, self.size)


class Sheet(Canvas):
    """A canvas that knows how many pages there are by the time that it numbers them."""

    def __init__(self, *args: Any, foot: str = "", **options: Any) -> None:  # noqa: ANN401 - reportlab's
        fonts()
        super().__init__(*args, **{**options, **_ALWAYS})
        self._pages: list[dict[str, Any]] = []
        self._foot = foot

    def showPage(self) -> None:  # noqa: N802 - reportlab's name
        """Keep the page until their number is known."""
        self._pages.append(dict(self.__dict__))
        self._startPage()  # type: ignore[attr-defined]

    def save(self) -> None:
        """Number the pages, and write them."""
        for number, page in enumerate(self._pages, 1):
            self.__dict__.update(page)
            if self._foot:
                self._draw_foot(f"page {number} of {len(self._pages)}")
            super().showPage()
        super().save()

    def _draw_foot(self, numbered: str) -> None:
        width, _ = self._pagesize  # type: ignore[attr-defined]
        self.setFont(REGULAR, _FOOT)
        self.setFillColor(PALE)
        self.drawString(MARGIN, MARGIN / 2, self._foot)
        self.drawRightString(width - MARGIN, MARGIN / 2, numbered)


@cache
def fonts() -> dict[str, TTFont]:
    """Make the typeface known to reportlab, and give its faces by name."""
    faces = {name: TTFont(name, FONTS / f"{name}.ttf") for name in (REGULAR, BOLD)}
    for face in faces.values():
        pdfmetrics.registerFont(face)
    addMapping(REGULAR, 0, 0, REGULAR)
    addMapping(REGULAR, 1, 0, BOLD)
    return faces


def page_size(paper: Paper) -> tuple[float, float]:
    """Give the size of a page, in points."""
    width, height = paper.size
    return width * mm, height * mm


def foot_of(deck: Checklist) -> str:
    """Say at the foot of each page which deck this is, and of which catalogue."""
    return f"{deck.title} · catalogue of {deck.catalog.date}"


def drawable(text: str) -> str:
    """Leave out what the typeface has no glyph for."""
    known = fonts()[REGULAR].face.charToGlyph
    return "".join(char for char in text if ord(char) in known).strip()


def fit(text: str, style: Style, width: float) -> tuple[str, Style]:
    """Make a text fit: first smaller, then shorter, with an ellipsis.

    Returns:
        The text, and the style to draw it in.
    """
    text = drawable(text)
    wide = max(style.width(text), width)
    style = Style(style.font, max(_SMALLEST, style.size * width / wide))
    if style.width(text) <= width + _ROUNDING:
        return text, style
    room = width - style.width("…")
    while text and style.width(text) > room:
        text = text[:-1]
    return f"{text.rstrip()}…", style


def draw_left(
    canvas: Canvas, text: str, at: tuple[float, float], style: Style, width: float
) -> None:
    """Draw a text from this point on, made to fit."""
    text, style = fit(text, style, width)
    canvas.setFont(*style)
    canvas.drawString(*at, text)


def draw_centred(
    canvas: Canvas, text: str, at: tuple[float, float], style: Style, width: float
) -> None:
    """Draw a text around this point, made to fit."""
    text, style = fit(text, style, width)
    canvas.setFont(*style)
    canvas.drawCentredString(*at, text)


def draw_right(
    canvas: Canvas, text: str, at: tuple[float, float], style: Style, width: float
) -> None:
    """Draw a text up to this point, made to fit."""
    text, style = fit(text, style, width)
    canvas.setFont(*style)
    canvas.drawRightString(*at, text)


def draw_box(canvas: Canvas, x: float, y: float, *, ticked: bool) -> None:
    """Draw a box to tick, or a ticked one, from its lower left corner."""
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.6)
    canvas.rect(x, y, BOX, BOX)
    if ticked:
        canvas.setLineWidth(1.2)
        bottom = (x + BOX * 0.42, y + BOX * 0.22)
        canvas.line(x + BOX * 0.2, y + BOX * 0.5, *bottom)
        canvas.line(*bottom, x + BOX * 0.85, y + BOX * 0.85)


def grey(share: float) -> Color:
    """Give a grey from white, at 0, to the darkest that black text is read well on, at 1."""
    level = 1 - 0.38 * share
    return Color(level, level, level)
