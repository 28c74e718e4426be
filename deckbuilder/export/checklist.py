"""A deck as a list to take along: which cards, in which order, and which of them are owned."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.names import fold
from deckbuilder.deckfolder.record import Record
from deckbuilder.domain.cards import TYPES, CardSet, Cell, Printing, number_order
from deckbuilder.domain.pick import PickRow
from deckbuilder.domain.plan import CatalogStamp, Role
from deckbuilder.domain.rubric import Module
from deckbuilder.errors import BadInputError
from deckbuilder.export.formats import Order
from deckbuilder.export.plot import Grid

TRAINERS: Final = "Trainers"
_UNMARKED: Final = "None"
"""Rarity of a card that carries no mark."""
_MARKS: Final = {Role.EXCEPTION: "◆", Role.OUTLIER: "▲"}
LEGEND: Final = {"◆": "always this HP", "▲": "outside the grid"}
"""What the marks of cards say."""
LEGEND_LINE: Final = " ".join(f"{mark} {words}." for mark, words in LEGEND.items())


@dataclass(frozen=True, slots=True)
class Pick:
    """A deck's row, with what the catalogue adds to it."""

    row: PickRow
    card_set: CardSet
    printing: Printing
    region: str
    """Region that the species is native to; empty for a Trainer."""
    evolves_from: str
    """Name of the species that it evolves from, or empty."""

    @property
    def is_trainer(self) -> bool:
        """Whether it is a Trainer wild, which has neither type nor HP."""
        return self.row.role == Role.TRAINER

    @property
    def number(self) -> str:
        """Number as printed: `4/102`, `TG05`."""
        total = self.card_set.printed_total
        number = self.row.number
        return f"{number}/{total}" if total and number.isdecimal() else number

    @property
    def place(self) -> str:
        """Where to look for it: the set's code, or else its name, and the number: `BS 4/102`."""
        return f"{self.card_set.code or self.card_set.name} {self.number}"

    @property
    def prints(self) -> str:
        """What counts in the game: `Fire 80 HP`, `Trainer`."""
        return "Trainer" if self.is_trainer else f"{self.row.type} {self.row.hp} HP"

    @property
    def rarity(self) -> str:
        """Its rarity, or empty where the card carries no mark."""
        return "" if self.row.rarity == _UNMARKED else self.row.rarity

    @property
    def mark(self) -> str:
        """`◆` on an exception, `▲` on an outlier, else empty."""
        return _MARKS.get(Role(self.row.role), "")

    @property
    def url(self) -> str:
        """A public page on the card: at TCGplayer, else at Cardmarket, else at TCGdex."""
        one = self.printing
        if one.tcgplayer_id:
            return f"https://www.tcgplayer.com/product/{one.tcgplayer_id}"
        if one.cardmarket_id:
            return f"https://www.cardmarket.com/en/Pokemon/Products?idProduct={one.cardmarket_id}"
        return f"https://api.tcgdex.net/v2/en/cards/{one.card_id}"


@dataclass(frozen=True, slots=True)
class Section:
    """Cards that stand together under a heading."""

    title: str
    picks: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class Checklist:
    """A deck in the order of the list; every format is written from this."""

    title: str
    """The pool's name: `kanto+johto`."""
    grids: tuple[Grid, ...]
    """The modules with their rubrics, and the cards in each cell."""
    catalog: CatalogStamp
    order: Order
    sections: tuple[Section, ...]
    owned: frozenset[str]
    """Ids of the deck's cards that are owned already."""

    @property
    def picks(self) -> tuple[Pick, ...]:
        """Every card, in order."""
        return tuple(pick for section in self.sections for pick in section.picks)

    @property
    def missing(self) -> tuple[Pick, ...]:
        """The cards that are not owned, in order."""
        return tuple(pick for pick in self.picks if not self.owns(pick))

    def owns(self, pick: Pick) -> bool:
        """Whether this card is owned already."""
        return pick.row.card_id in self.owned

    def place(self, pick: Pick) -> str:
        """Where to look for a card: its number, and its set where no heading names that."""
        return pick.number if self.order is Order.SET else pick.place

    @property
    def summary(self) -> str:
        """`269 cards from 76 sets`."""
        sets = {pick.row.set_id for pick in self.picks}
        return f"{len(self.picks)} cards from {len(sets)} sets"

    @property
    def key(self) -> str:
        """A hash of the deck's cards, the same in any order: what browsers keep ticks under."""
        ids = sorted(pick.row.card_id for pick in self.picks)
        return hashlib.sha256("\n".join(ids).encode()).hexdigest()[:16]


def checklist(
    title: str,
    modules: Sequence[Module],
    rows: Iterable[PickRow],
    catalog: Catalog,
    stamp: CatalogStamp,
    *,
    order: Order = Order.SET,
    by_module: bool = False,
    owned: Iterable[str] = (),
) -> Checklist:
    """Arrange a deck's rows as a list.

    Args:
        title: What to call the list.
        modules: The deck's modules.
        rows: Its cards, in any order.
        catalog: Knows the sets and the printings.
        stamp: The catalogue that the deck was solved on.
        order: What to sort by.
        by_module: Whether each module has sections of its own.
        owned: Ids of owned cards, of this deck or not.

    Raises:
        BadInputError: A row names a card or a module that is not there, or is out of its grid.
    """
    rows = tuple(rows)
    if faults := [fault for row in rows if (fault := _fault(row, modules, catalog))]:
        raise BadInputError(f"the deck cannot be listed: {_summed_up(faults)}")
    picks = [_pick(row, catalog) for row in rows]
    return Checklist(
        title=title,
        grids=tuple(_grid(module, rows) for module in modules),
        catalog=stamp,
        order=order,
        sections=_sections(picks, _ARRANGEMENTS[order], modules if by_module else ()),
        owned=frozenset(owned) & {row.card_id for row in rows},
    )


def checklist_of(
    record: Record,
    catalog: Catalog,
    *,
    order: Order = Order.SET,
    by_module: bool = False,
    owned: Iterable[str] = (),
) -> Checklist:
    """Arrange the deck of a folder as a list; see `checklist`.

    Raises:
        BadInputError: A row cannot be listed; see `checklist`.
    """
    stamp = CatalogStamp(record.result.catalog.date, record.result.catalog.sha256)
    return checklist(
        record.result.pool,
        record.modules,
        record.rows,
        catalog,
        stamp,
        order=order,
        by_module=by_module,
        owned=owned,
    )


def _summed_up(faults: Sequence[str]) -> str:
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return f"{faults[0]}{more}; `deckbuilder verify` names every fault"


def _fault(row: PickRow, modules: Sequence[Module], catalog: Catalog) -> str:
    """Say what keeps a row from being listed, or nothing."""
    rubric = {module.name: module.rubric for module in modules}.get(row.module)
    printing = catalog.printings.get(row.card_id)
    card, fault = f"card '{row.card_id}' ({row.name})", ""
    if printing is None:
        fault = f"{card} is not in the catalogue"
    elif (printing.set_id, printing.number) != (row.set_id, row.number):
        fault = f"{card} is number '{printing.number}' of set '{printing.set_id}'"
    elif row.dex is not None and row.dex not in catalog.species:
        fault = f"no species has the number '{row.dex}'"
    elif row.role not in [*Role] or (row.type not in TYPES and row.role != Role.TRAINER):
        fault = f"{card} has role '{row.role}' and type '{row.type}'"
    elif rubric is None:
        fault = f"{card} is in module '{row.module}', which has no rubric"
    elif row.role == Role.GRID and _cell(row) not in rubric:
        fault = f"{card} prints {_cell(row)}, which is outside the rubric of {row.module}"
    return fault


def _pick(row: PickRow, catalog: Catalog) -> Pick:
    species = None if row.dex is None else catalog.species[row.dex]
    below = species.evolves_from if species else None
    return Pick(
        row,
        catalog.sets[row.set_id],
        catalog.printings[row.card_id],
        region=species.region if species else "",
        evolves_from="" if below is None else catalog.species[below].name,
    )


def _cell(row: PickRow) -> Cell:
    return Cell(row.type, row.hp or 0)


def _grid(module: Module, rows: Iterable[PickRow]) -> Grid:
    cells = (_cell(row) for row in rows if (row.module, row.role) == (module.name, Role.GRID))
    return Grid(module.name, module.rubric, Counter(cells))


@dataclass(frozen=True, slots=True)
class _Arrangement:
    """How an order sorts cards, and what it heads a section with."""

    key: Callable[[Pick], tuple[object, ...]]
    title: Callable[[Pick], str]


def _set_title(pick: Pick) -> str:
    one = pick.card_set
    code = f" [{one.code}]" if one.code else ""
    return f"{one.name}{code} · {one.release_date[:4]}"


def _lane(pick: Pick) -> tuple[object, ...]:
    if pick.is_trainer:
        return (len(TYPES), *_name(pick))
    return (TYPES.index(pick.row.type), pick.row.hp, *_dex(pick))


def _dex(pick: Pick) -> tuple[object, ...]:
    return (pick.is_trainer, pick.row.dex or 0, *_name(pick))


def _name(pick: Pick) -> tuple[object, ...]:
    return (fold(pick.row.name), pick.row.card_id)


def _initial(pick: Pick) -> str:
    return "".join(fold(pick.row.name))[:1].upper() or "?"


_ARRANGEMENTS: Final = {
    Order.SET: _Arrangement(
        lambda one: (one.card_set.release_date, one.row.set_id, number_order(one.row.number)),
        _set_title,
    ),
    Order.LANE: _Arrangement(_lane, lambda one: one.row.type or TRAINERS),
    Order.DEX: _Arrangement(_dex, lambda one: one.region.capitalize() or TRAINERS),
    Order.NAME: _Arrangement(_name, _initial),
}


def _sections(
    picks: Iterable[Pick], arrangement: _Arrangement, modules: Sequence[Module]
) -> tuple[Section, ...]:
    """Sort and part; modules that have sections of their own come one after the other."""
    rank = {module.name: place for place, module in enumerate(modules)}

    def key(pick: Pick) -> tuple[object, ...]:
        return (rank.get(pick.row.module, 0), *arrangement.key(pick))

    def title(pick: Pick) -> str:
        own = f"{pick.row.module} · " if modules else ""
        return f"{own}{arrangement.title(pick)}"

    return tuple(
        Section(name, tuple(group)) for name, group in groupby(sorted(picks, key=key), title)
    )
