"""What a deck claims of each card: what it prints, that it may be there, and its place."""

from collections.abc import Iterable, Iterator
from math import inf

from deckbuilder.domain.cards import Cell, Printing
from deckbuilder.domain.pick import PickRow
from deckbuilder.domain.plan import Role
from deckbuilder.domain.rubric import Rubric
from deckbuilder.verify.case import Case


def facts(case: Case) -> Iterator[str]:
    """Hold every row to what the catalogue prints."""
    for row in case.record.rows:
        if row.card_id not in case.catalog.printings:
            yield f"{row.species}: no card has the id '{row.card_id}'"
    for row, printing in case.real(case.pokemon):
        if printing.dex != (row.dex,):
            yield f"{row.species}: card {row.card_id} is a {printing.name}"
        yield from _differences(row, _stated_of_pokemon(row, printing, case))
    for row, printing in case.real(case.trainers):
        yield from _differences(row, _stated_of_trainer(row))
        yield from _differences(row, _stated_of_any(row, printing, case))


def _differences(row: PickRow, stated: dict[str, tuple[object, object]]) -> Iterator[str]:
    for what, (said, printed) in stated.items():
        if said != printed:
            yield f"{row.species}: {row.card_id} prints {what} {printed or 'none'}, not {said}"


def _stated_of_pokemon(
    row: PickRow, printing: Printing, case: Case
) -> dict[str, tuple[object, object]]:
    species = case.catalog.species.get(row.dex or 0)
    return {
        "type": (row.type, printing.printed_type),
        "HP": (row.hp, printing.hp),
        "species": (row.species, species.name if species else ""),
        **_stated_of_any(row, printing, case),
    }


def _stated_of_trainer(row: PickRow) -> dict[str, tuple[object, object]]:
    """A Trainer has no number, no cell and no lanes, and nothing to give reasons for."""
    return {
        "dex number": (row.dex, None),
        "type": (row.type, ""),
        "HP": (row.hp, None),
        "lanes": (row.lanes, ""),
        "reason": (row.reason, ""),
    }


def _stated_of_any(
    row: PickRow, printing: Printing, case: Case
) -> dict[str, tuple[object, object]]:
    return {
        "set": (row.set_id, printing.set_id),
        "set name": (row.set_name, case.catalog.sets[printing.set_id].name),
        "number": (row.number, printing.number),
        "name": (row.name, printing.name),
        "rarity": (row.rarity, printing.rarity),
        "illustrator": (row.illustrator, printing.illustrator),
    }


def eligible(case: Case) -> Iterator[str]:
    """Hold every card to the policy."""
    for rows, faults in (
        (case.pokemon, case.eligible.faults),
        (case.trainers, case.eligible.trainer_faults),
    ):
        for row, printing in case.real(rows):
            if found := faults(printing):
                yield f"{row.species}: {row.card_id} is not eligible ({'; '.join(found)})"


def roles(case: Case) -> Iterator[str]:
    """Hold every Pokémon to its place: in the rubric, an exception, or an outlier."""
    for row in case.pokemon:
        if row.module not in case.modules:
            yield f"{row.species}: no module is called '{row.module}'"
        elif fault := _role_fault(case, row, case.modules[row.module].rubric):
            yield f"{row.species}: {fault}"


def _role_fault(case: Case, row: PickRow, rubric: Rubric) -> str:
    cell = Cell(row.type, row.hp or 0)
    always = case.eligible.always.get(row.dex or 0)
    lanes = f"{row.type} + {row.hp} HP" if row.role == Role.GRID else ""
    if row.lanes != lanes:
        return f"is said to be in the lanes '{row.lanes}', and is in '{lanes}'"
    if always is not None:
        return _exception_fault(case, row, always)
    match row.role:
        case Role.GRID:
            outside = f"{cell} is outside the rubric, and not flagged as an outlier"
            return "" if cell in rubric else outside
        case Role.OUTLIER:
            return _outlier_fault(case, row, rubric)
        case Role.EXCEPTION:
            return "is no exception of the policy"
    return f"role '{row.role}' is not one of this deck's"


def _exception_fault(case: Case, row: PickRow, always: int) -> str:
    if row.role != Role.EXCEPTION:
        return f"always has {always} HP and is to be an exception, not '{row.role}'"
    if row.hp != always:
        return f"always has {always} HP, not {row.hp}"
    every = case.eligible.printings(row.dex or 0)
    return _lesser_fault(case, row, (one for one in every if one.hp == always))


def _outlier_fault(case: Case, row: PickRow, rubric: Rubric) -> str:
    for printing in case.eligible.printings(row.dex or 0):
        if printing.cell and printing.cell in rubric:
            return f"is no outlier: {printing.card_id} prints {printing.cell}, in the rubric"
    return _lesser_fault(case, row, case.eligible.printings(row.dex or 0))


def _lesser_fault(case: Case, row: PickRow, printings: Iterable[Printing]) -> str:
    """Outside the grid nothing but the preference counts, so the best card must be there."""
    if not row.reason:
        return f"is an {row.role} without a reason"
    mine = case.catalog.printings.get(row.card_id)
    if mine is None:
        return ""

    def rank(one: Printing) -> tuple[float, int]:
        """Under a budget the cheapest comes first, else the one that is preferred."""
        price = case.eligible.price(one) if case.policy.budget is not None else 0
        return (-inf if price is None else -price, case.policy.weight(one, case.catalog))

    best = max(printings, key=rank, default=mine)
    if rank(best) > rank(mine):
        return f"is an {row.role} with {mine.card_id}, and {best.card_id} is preferred"
    return ""
