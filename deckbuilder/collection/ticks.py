"""A ticked list of a deck: which of its cards are owned, as ticked on paper or on the page."""

from collections.abc import Iterable
from pathlib import Path

from deckbuilder.collection.collection import Collection
from deckbuilder.collection.entries import Entry
from deckbuilder.collection.holding import Holding
from deckbuilder.collection.importing import TICKS, FileImport, readers, use_rows
from deckbuilder.collection.match import Matcher
from deckbuilder.errors import BadInputError
from deckbuilder.sources.rows import RowError


def read_ticks(
    path: Path, deck: Iterable[str], owned: Collection, matcher: Matcher, *, untick: bool = False
) -> FileImport:
    """Read a ticked list: CSV or a workbook, with a column `owned`, `have` or `✓`.

    Args:
        path: The list.
        deck: Card ids of the deck that it is of; rows of other cards are listed as unresolved.
        owned: What is owned already.
        matcher: Of the catalogue.
        untick: Whether a card without a tick is no longer owned.

    Returns:
        An import that adds one copy of each card that is ticked and not owned yet. With `untick`,
        it takes away every copy of a card that is owned and has no tick.

    Raises:
        BadInputError: The file cannot be read, or has no column of ticks.
    """
    wanted = frozenset(deck)

    def mark(entry: Entry) -> tuple[str, bool]:
        card_id = matcher.match(entry.readings).card_id
        if card_id not in wanted:
            raise RowError(f"'{card_id}' is no card of the deck")
        return card_id, bool(entry.ticked)

    sheets = [(sheet, reader) for sheet, reader in readers(path, matcher) if reader.has_ticks]
    if not sheets:
        raise BadInputError(f"'{path}' has no column 'owned', 'have' or '✓' beside 'card_id'")
    used = [use_rows(sheet, reader, mark) for sheet, reader in sheets]
    marks = [mark for marks, _ in used for mark in marks]
    return FileImport(
        file=str(path),
        sha256=sheets[0][0].sha256,
        format=TICKS,
        headings=sum(reader.headings for _, reader in sheets),
        matched=len(marks),
        holdings=_changes(marks, owned, untick=untick),
        unresolved=tuple(row for _, unresolved in used for row in unresolved),
    )


def _changes(
    marks: Iterable[tuple[str, bool]], owned: Collection, *, untick: bool
) -> tuple[Holding, ...]:
    ticked: dict[str, bool] = {}
    for card_id, tick in marks:  # a workbook may list a card on several pages: one tick is enough
        ticked[card_id] = ticked.get(card_id, False) or tick
    new = [Holding(one, 1) for one, tick in ticked.items() if tick and not owned.owned(one)]
    gone = [one for one in owned.holdings if one.counts and ticked.get(one.card_id) is False]
    return (*new, *(one.taken_away for one in gone if untick))
