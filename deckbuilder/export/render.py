"""From a list to the contents of files, in any format."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from deckbuilder.export.checklist import Checklist
from deckbuilder.export.formats import Format, Paper
from deckbuilder.export.html import checklist_html
from deckbuilder.export.pdf.checklist import checklist_pdf
from deckbuilder.export.pdf.images import Images
from deckbuilder.export.pdf.proxies import proxies_pdf
from deckbuilder.export.picklist import picklist
from deckbuilder.export.shops import cardmarket_wants, massentry, names
from deckbuilder.export.table import checklist_csv, checklist_json
from deckbuilder.export.xlsx import checklist_xlsx


@dataclass(frozen=True, slots=True)
class Press:
    """How to print what is printed."""

    paper: Paper = Paper.A4
    images: Images | None = None
    """Images of cards, for a binder view behind the checklist."""


_Writer = Callable[[Checklist, Press], tuple[str | bytes, ...]]
_WRITERS: Final[Mapping[Format, _Writer]] = {
    Format.MARKDOWN: lambda deck, _: (picklist(deck),),
    Format.CSV: lambda deck, _: (checklist_csv(deck),),
    Format.JSON: lambda deck, _: (checklist_json(deck),),
    Format.XLSX: lambda deck, _: (checklist_xlsx(deck),),
    Format.HTML: lambda deck, _: (checklist_html(deck),),
    Format.PDF: lambda deck, press: (checklist_pdf(deck, press.paper, press.images),),
    Format.MASSENTRY: lambda deck, _: massentry(deck.missing),
    Format.CARDMARKET: lambda deck, _: cardmarket_wants(deck.missing),
    Format.NAMES: lambda deck, _: (names(deck.missing),),
    Format.PROXIES: lambda deck, press: (proxies_pdf(deck, press.paper),),
}


@dataclass(frozen=True, slots=True)
class Export:
    """A list in one format, and the file that it goes to."""

    format: Format
    path: Path


def render(deck: Checklist, exports: Iterable[Export], press: Press) -> list[tuple[Export, bytes]]:
    """Write every list that is asked for, in memory.

    Returns:
        What goes into which file. A list that a shop takes in several parts becomes several
        files, with numbers before the ending: `wants-1.txt`.
    """
    return [
        (Export(export.format, path), part if isinstance(part, bytes) else part.encode())
        for export in exports
        for parts in (_WRITERS[export.format](deck, press),)
        for path, part in zip(_paths(export.path, len(parts)), parts, strict=True)
    ]


def _paths(path: Path, count: int) -> list[Path]:
    if count == 1:
        return [path]
    return [path.with_stem(f"{path.stem}-{part}") for part in range(1, count + 1)]
