"""The printed checklist: the grids, the rules, and every card with a box to tick."""

import io
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from reportlab.lib.enums import TA_LEFT
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
)

from deckbuilder.domain.cards import Cell
from deckbuilder.domain.rubric import LANES_PER_AXIS
from deckbuilder.export.checklist import LEGEND_LINE, Checklist, Pick, Section
from deckbuilder.export.formats import Paper
from deckbuilder.export.pdf.binder import binder_pages
from deckbuilder.export.pdf.images import Images
from deckbuilder.export.pdf.page import (
    BOLD,
    BOX,
    FOOT_ROOM,
    INK,
    LINE,
    MARGIN,
    PALE,
    REGULAR,
    Sheet,
    Style,
    draw_box,
    draw_left,
    draw_right,
    fonts,
    foot_of,
    grey,
    page_size,
)
from deckbuilder.export.plot import Grid
from deckbuilder.export.rules import RULES

_GUTTER: Final = 7 * mm
_TITLE_ROOM: Final = 17 * mm

_ROW: Final = 4.4 * mm
_HEADING: Final = 7 * mm
_UNDER: Final = 0.5 * mm
_TOGETHER: Final = 12
"""Rows of a section that is not parted between two columns."""
_SIZE: Final = 8.2
_SMALL: Final = 6.8
_PLACE: Final = 15 * mm
_PLACE_WITH_SET: Final = 25 * mm
_PRINTS: Final = 23 * mm

_HEAD: Final = ParagraphStyle(
    "head", fontName=REGULAR, fontSize=10, leading=13, spaceBefore=2, spaceAfter=2
)
_RULE: Final = ParagraphStyle(
    "rule", fontName=REGULAR, fontSize=7.4, leading=9.4, spaceAfter=2.2, alignment=TA_LEFT
)


def checklist_pdf(deck: Checklist, paper: Paper, images: Images | None = None) -> bytes:
    """Print a checklist, and with images a binder view, on paper of this size."""
    file = io.BytesIO()
    story = [*_story(deck)]
    if images:
        story.append(NextPageTemplate("binder"))
        for page in binder_pages(deck, images):
            story += [PageBreak(), page]
    _Document(file, paper, deck).build(story, canvasmaker=partial(Sheet, foot=foot_of(deck)))
    return file.getvalue()


class _Document(BaseDocTemplate):
    """Two columns a page, under the title on the first."""

    def __init__(self, file: io.BytesIO, paper: Paper, deck: Checklist) -> None:
        size = page_size(paper)
        title = f"{deck.title}: checklist"
        super().__init__(file, pagesize=size, title=title, author="deckbuilder")
        self._deck = deck
        self.addPageTemplates(
            [
                PageTemplate("first", _columns(size, _TITLE_ROOM), onPage=self._draw_title),
                PageTemplate("later", _columns(size, 0)),
                PageTemplate("binder", [_frame(0, 0, *size)]),
            ]
        )

    def _draw_title(self, sheet: Canvas, _document: BaseDocTemplate) -> None:
        width, height = self.pagesize
        top, room = height - MARGIN, width - 2 * MARGIN
        owned = f", {len(self._deck.owned)} owned" if self._deck.owned else ""
        sheet.setFillColor(INK)
        draw_left(sheet, self._deck.title, (MARGIN, top - 16), Style(BOLD, 20), room)
        sheet.setFillColor(PALE)
        line = f"{self._deck.summary}{owned}. {LEGEND_LINE}"
        draw_left(sheet, line, (MARGIN, top - 29), Style(REGULAR, 9), room)
        sheet.setStrokeColor(INK)
        sheet.setLineWidth(0.8)
        sheet.line(MARGIN, top - 36, width - MARGIN, top - 36)


def _columns(size: tuple[float, float], title_room: float) -> list[Frame]:
    width, height = size
    column = (width - 2 * MARGIN - _GUTTER) / 2
    tall = height - MARGIN - FOOT_ROOM - title_room
    lefts = (MARGIN, MARGIN + column + _GUTTER)
    return [_frame(left, FOOT_ROOM, column, tall) for left in lefts]


def _frame(x: float, y: float, width: float, height: float) -> Frame:
    return Frame(x, y, width, height, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)


def _story(deck: Checklist) -> Iterator[Flowable]:
    fonts()
    yield NextPageTemplate("later")
    for grid in deck.grids:
        yield _GridTable(grid)
        yield Spacer(0, 3 * mm)
    yield Paragraph("<b>How to play</b>", _HEAD)
    for rule in RULES:
        yield Paragraph(f"<b>{rule.title}.</b> {rule.text}", _RULE)
    for section in deck.sections:
        yield _Heading(section, deck)
        yield from _rows(section, deck)


def _rows(section: Section, deck: Checklist) -> list["_Row"]:
    """Make a section's rows; those of a short one stay together, under its heading."""
    rows = [_Row(pick, deck) for pick in section.picks]
    if len(rows) <= _TOGETHER:
        for row in rows[:-1]:
            row.keepWithNext = 1
    return rows


class _Line(Flowable):
    """Something as wide as the column, of a height that is known beforehand."""

    def __init__(self, height: float) -> None:
        super().__init__()
        self.height = height

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:  # noqa: ARG002, N803
        """Take the whole width of the column."""
        self.width = aW
        return aW, self.height


class _Heading(_Line):
    """A section's title, never the last thing in a column."""

    def __init__(self, section: Section, deck: Checklist) -> None:
        super().__init__(_HEADING)
        self.keepWithNext = 1
        self._title = section.title
        owned = sum(map(deck.owns, section.picks))
        count = len(section.picks)
        self._count = f"{owned}/{count}" if deck.owned else str(count)

    def draw(self) -> None:
        """Draw the title, the count at its right, and a line under both."""
        canvas = self.canv
        canvas.setFillColor(INK)
        draw_left(canvas, self._title, (0, _UNDER + 2.4), Style(BOLD, 8.8), self.width - 10 * mm)
        canvas.setFont(REGULAR, _SMALL)
        canvas.drawRightString(self.width, _UNDER + 2.4, self._count)
        canvas.setStrokeColor(INK)
        canvas.setLineWidth(0.5)
        canvas.line(0, _UNDER, self.width, _UNDER)


class _Row(_Line):
    """A card: a box to tick, where it is, its name, and what it prints."""

    def __init__(self, pick: Pick, deck: Checklist) -> None:
        super().__init__(_ROW)
        self._pick = pick
        self._place = deck.place(pick)
        self._place_room = _PLACE if self._place == pick.number else _PLACE_WITH_SET
        self._ticked = deck.owns(pick)

    def draw(self) -> None:
        """Draw the row, with a thin line to lead the eye."""
        canvas = self.canv
        base = 1.3 * mm
        left = BOX + 2 * mm
        name_at = left + self._place_room
        draw_box(canvas, 0, base - 0.5 * mm, ticked=self._ticked)
        canvas.setFillColor(INK)
        draw_left(
            canvas, self._place, (left, base), Style(BOLD, _SIZE - 0.6), self._place_room - 1.5 * mm
        )
        name = f"{self._pick.row.name} {self._pick.mark}"
        draw_left(
            canvas, name, (name_at, base), Style(REGULAR, _SIZE), self.width - name_at - _PRINTS
        )
        prints = Style(REGULAR, _SMALL + 0.4)
        draw_right(canvas, self._pick.prints, (self.width, base), prints, _PRINTS - 1 * mm)
        canvas.setStrokeColor(LINE)
        canvas.setLineWidth(0.25)
        canvas.line(left, 0, self.width, 0)


class _GridTable(_Line):
    """A module's grid: the cards in each cell, the darker the more, and each lane's total."""

    _LABELS: Final = 19 * mm
    _CELL: Final = 6.2 * mm

    def __init__(self, grid: Grid) -> None:
        super().__init__((LANES_PER_AXIS + 2) * self._CELL + 5 * mm)
        self._grid = grid

    def draw(self) -> None:
        """Draw the title, the HP along the top, then a line a type, and the totals."""
        grid, lanes = self._grid, self._grid.lanes
        self.canv.setFillColor(INK)
        title = f"{grid.name} · {lanes.cards} cards in the grid"
        draw_left(self.canv, title, (0, self.height - 10), Style(BOLD, 10), self.width)
        self._draw_texts(0, "", [f"{hp}" for hp in grid.rubric.hp], "all", bold=False)
        most = max(1, *grid.counts.values()) if grid.counts else 1
        for row, (name, lane) in enumerate(zip(grid.rubric.types, lanes.types, strict=True), 1):
            counts = [grid.counts.get(Cell(name, hp), 0) for hp in grid.rubric.hp]
            self._draw_shades(row, [count / most for count in counts])
            self._draw_texts(row, name, map(str, counts), str(lane), bold=False)
        last = LANES_PER_AXIS + 1
        self._draw_texts(last, "all", map(str, lanes.hp), str(lanes.cards), bold=True)

    def _draw_shades(self, row: int, shares: list[float]) -> None:
        for column, share in enumerate(shares):
            self.canv.setFillColor(grey(share))
            self.canv.setStrokeColor(LINE)
            self.canv.setLineWidth(0.4)
            at = (self._left(column), self._bottom(row))
            self.canv.rect(*at, self._step, self._CELL, fill=1)
        self.canv.setFillColor(INK)

    def _draw_texts(
        self, row: int, label: str, texts: Iterable[str], total: str, *, bold: bool
    ) -> None:
        base = self._bottom(row) + 2 * mm
        self.canv.setFont(BOLD if bold else REGULAR, _SIZE)
        self.canv.drawString(0, base, label)
        for column, text in enumerate(texts):
            self.canv.drawCentredString(self._left(column + 0.5), base, text)
        self.canv.setFont(BOLD, _SIZE)
        self.canv.drawCentredString(self._left(LANES_PER_AXIS + 0.5), base, total)

    @property
    def _step(self) -> float:
        return (self.width - self._LABELS) / (LANES_PER_AXIS + 1)

    def _left(self, column: float) -> float:
        return self._LABELS + column * self._step

    def _bottom(self, row: int) -> float:
        return self.height - 5 * mm - (row + 1) * self._CELL
