"""The binder view: nine pockets a page, each with its card's image."""

import io
from collections.abc import Iterator
from typing import Final

from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from deckbuilder.export.checklist import Checklist, Pick
from deckbuilder.export.pdf.images import Images
from deckbuilder.export.pdf.page import (
    BOLD,
    BOX,
    CARD,
    FOOT_ROOM,
    INK,
    LINE,
    PALE,
    REGULAR,
    Style,
    draw_box,
    draw_centred,
    draw_left,
)

ACROSS: Final = 3
"""Cards in a row, and rows on a page."""
A_PAGE: Final = ACROSS * ACROSS
_CAPTION: Final = 5 * mm
_TOP: Final = 8 * mm
_GAP: Final = 3 * mm


def binder_pages(deck: Checklist, images: Images) -> Iterator["BinderPage"]:
    """Make a page for every nine cards, in the order of the list."""
    picks = deck.picks
    for start in range(0, len(picks), A_PAGE):
        yield BinderPage(picks[start : start + A_PAGE], deck, images)


class BinderPage(Flowable):
    """Nine pockets that fill a page."""

    def __init__(self, picks: tuple[Pick, ...], deck: Checklist, images: Images) -> None:
        super().__init__()
        self._picks = picks
        self._deck = deck
        self._images = images

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:  # noqa: N803 - reportlab's names
        """Take the whole page, and make the pockets as large as it allows."""
        self.width, self.height = aW, aH
        tall = (aH - _TOP - FOOT_ROOM - (ACROSS - 1) * _GAP) / ACROSS - _CAPTION
        self._pocket = (tall * CARD[0] / CARD[1], tall)
        return aW, aH

    def draw(self) -> None:
        """Draw the cards row by row."""
        for place, pick in enumerate(self._picks):
            row, column = divmod(place, ACROSS)
            self._draw_pocket(*self._corner(row, column), pick)

    def _corner(self, row: int, column: int) -> tuple[float, float]:
        """Where a pocket's lower left corner is."""
        wide, tall = self._pocket
        left = (self.width - ACROSS * wide - (ACROSS - 1) * _GAP) / 2
        down = (row + 1) * (tall + _CAPTION) + row * _GAP - _CAPTION
        return left + column * (wide + _GAP), self.height - _TOP - down

    def _draw_pocket(self, x: float, y: float, pick: Pick) -> None:
        canvas, (wide, tall) = self.canv, self._pocket
        image = self._images.jpeg(pick.row.card_id)
        if image:
            reader = ImageReader(io.BytesIO(image))
            canvas.drawImage(reader, x, y, wide, tall, preserveAspectRatio=True, anchor="c")
        else:
            _draw_absent(canvas, x, y, self._pocket, pick)
        draw_box(canvas, x, y - _CAPTION + 1.2 * mm, ticked=self._deck.owns(pick))
        canvas.setFillColor(INK)
        base = (x + BOX + 1.5 * mm, y - _CAPTION + 1.7 * mm)
        caption = f"{pick.place} · {pick.row.name}"
        draw_left(canvas, caption, base, Style(REGULAR, 7), wide - BOX - 1.5 * mm)


def _draw_absent(
    canvas: Canvas, x: float, y: float, pocket: tuple[float, float], pick: Pick
) -> None:
    wide, tall = pocket
    room = wide - 6 * mm
    canvas.setStrokeColor(LINE)
    canvas.setLineWidth(0.8)
    canvas.roundRect(x, y, wide, tall, 3 * mm)
    canvas.setFillColor(INK)
    draw_centred(canvas, pick.row.name, (x + wide / 2, y + tall / 2), Style(BOLD, 11), room)
    draw_centred(canvas, pick.place, (x + wide / 2, y + tall / 2 - 5 * mm), Style(REGULAR, 9), room)
    canvas.setFillColor(PALE)
    draw_centred(canvas, "no image", (x + wide / 2, y + 5 * mm), Style(REGULAR, 7), room)
