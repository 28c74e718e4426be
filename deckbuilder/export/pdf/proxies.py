"""Proxy cards: stand-ins to cut out and play with until the real card is there."""

import io
from typing import Final

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from deckbuilder.export.checklist import LEGEND, Checklist, Pick
from deckbuilder.export.energy import symbol
from deckbuilder.export.formats import Paper
from deckbuilder.export.pdf.page import (
    BOLD,
    CARD,
    INK,
    LINE,
    MARGIN,
    PALE,
    REGULAR,
    Sheet,
    Style,
    draw_centred,
    draw_left,
    page_size,
)

ACROSS: Final = 3
"""Cards in a row, and rows on a page."""
A_PAGE: Final = ACROSS * ACROSS
_INSET: Final = 4.5 * mm
_BAND: Final = 3 * mm
_DISC: Final = 13 * mm
_MARK: Final = 4 * mm
"""Length of a cut mark beyond the cards."""
_NONE: Final = "No card is missing."
_COVER: Final = "Lay it on any card, and cover it with any Pokémon."


def proxies_pdf(deck: Checklist, paper: Paper) -> bytes:
    """Print a proxy of every card that is missing: real size, nine a page, no artwork."""
    file = io.BytesIO()
    size = page_size(paper)
    sheet = Sheet(file, pagesize=size)
    sheet.setTitle(f"{deck.title}: proxies")
    sheet.setAuthor("deckbuilder")
    picks = deck.missing
    for start in range(0, len(picks), A_PAGE):
        _draw_page(sheet, size, picks[start : start + A_PAGE])
        sheet.showPage()
    if not picks:
        draw_left(sheet, _NONE, (MARGIN, size[1] - 2 * MARGIN), Style(REGULAR, 12), size[0])
        sheet.showPage()
    sheet.save()
    return file.getvalue()


def _draw_page(sheet: Sheet, size: tuple[float, float], picks: tuple[Pick, ...]) -> None:
    wide, tall = CARD
    left, bottom = (size[0] - ACROSS * wide) / 2, (size[1] - ACROSS * tall) / 2
    _draw_cuts(sheet, left, bottom)
    for place, pick in enumerate(picks):
        row, column = divmod(place, ACROSS)
        sheet.saveState()
        sheet.translate(left + column * wide, bottom + (ACROSS - 1 - row) * tall)
        _draw_card(sheet, pick)
        sheet.restoreState()


def _draw_cuts(canvas: Canvas, left: float, bottom: float) -> None:
    """Draw the lines to cut along, a little beyond the cards, where a ruler finds them."""
    right, top = left + ACROSS * CARD[0], bottom + ACROSS * CARD[1]
    canvas.setStrokeColor(LINE)
    canvas.setLineWidth(0.4)
    for line in range(ACROSS + 1):
        x, y = left + line * CARD[0], bottom + line * CARD[1]
        canvas.line(x, bottom - _MARK, x, top + _MARK)
        canvas.line(left - _MARK, y, right + _MARK, y)


def _draw_card(canvas: Canvas, pick: Pick) -> None:
    wide, tall = CARD
    fill = HexColor(symbol(pick.row.type).fill)
    canvas.setStrokeColor(fill)
    canvas.setLineWidth(_BAND / 2)
    inner = _BAND / 2
    canvas.roundRect(inner, inner, wide - 2 * inner, tall - 2 * inner, 2.5 * mm)
    _draw_head(canvas, pick)
    _draw_disc(canvas, pick)
    _draw_foot(canvas, pick)


def _draw_head(canvas: Canvas, pick: Pick) -> None:
    wide, tall = CARD
    base, room = tall - 11 * mm, wide - 2 * _INSET
    hp = "" if pick.row.hp is None else f"{pick.row.hp} HP"
    canvas.setFillColor(INK)
    canvas.setFont(BOLD, 15)
    canvas.drawRightString(wide - _INSET, base, hp)
    taken = canvas.stringWidth(hp, BOLD, 15) + 2 * mm
    draw_left(canvas, pick.row.name, (_INSET, base), Style(BOLD, 13), room - taken)
    canvas.setFillColor(PALE)
    below = f"Evolves from {pick.evolves_from}" if pick.evolves_from else ""
    draw_left(canvas, below, (_INSET, base - 5 * mm), Style(REGULAR, 8), room)


def _draw_disc(canvas: Canvas, pick: Pick) -> None:
    wide, tall = CARD
    one = symbol(pick.row.type)
    x, y = wide / 2, tall / 2 + 1 * mm
    canvas.setFillColor(HexColor(one.fill))
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.8)
    canvas.circle(x, y, _DISC, fill=1)
    canvas.setFillColor(HexColor(one.ink))
    canvas.setFont(BOLD, 44)
    canvas.drawCentredString(x, y - 16, one.letter)
    canvas.setFillColor(INK)
    draw_centred(
        canvas,
        pick.row.type or "Trainer",
        (x, y - _DISC - 7 * mm),
        Style(BOLD, 13),
        wide - 2 * _INSET,
    )


def _draw_foot(canvas: Canvas, pick: Pick) -> None:
    wide, _ = CARD
    room = wide - 2 * _INSET
    canvas.setFillColor(INK)
    line = _COVER if pick.is_trainer else LEGEND.get(pick.mark, "")
    draw_centred(canvas, line, (wide / 2, 15 * mm), Style(REGULAR, 8), room)
    canvas.setFillColor(PALE)
    draw_left(canvas, pick.card_set.name, (_INSET, 9.5 * mm), Style(REGULAR, 7.5), room)
    draw_left(canvas, pick.place, (_INSET, 6 * mm), Style(REGULAR, 7.5), room - 12 * mm)
    canvas.setFont(REGULAR, 7.5)
    canvas.drawRightString(wide - _INSET, 6 * mm, "proxy")
