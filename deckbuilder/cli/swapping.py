"""A species of a deck, the printing that stands for it, and what the others would cost."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.markup import escape
from rich.table import Table

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.policy import Policy, load_policy
from deckbuilder.cli.request import request_of
from deckbuilder.domain.cards import Species
from deckbuilder.domain.pick import PickRow
from deckbuilder.errors import BadInputError
from deckbuilder.solve.swaps import Swap, find_swaps
from deckbuilder.verify.record import POLICY, Record, read_record


@dataclass(frozen=True, slots=True)
class Question:
    """A species of a deck, and every printing that could stand in the place of the one it has."""

    record: Record
    policy: Policy
    species: Species
    row: PickRow
    swaps: tuple[Swap, ...]
    """The least costly first."""


def ask(deck: Path, name: Sequence[str], catalog: Catalog) -> Question:
    """Work out what the other printings of a species would cost a deck.

    Raises:
        BadInputError: The deck cannot be read, or the species is not in it.
    """
    record = read_record(deck)
    policy = load_policy(deck / POLICY, catalog)
    species = catalog.names.typed(" ".join(name))
    row = next((one for one in record.rows if one.dex == species.dex), None)
    if row is None:
        raise BadInputError(f"'{species.name}' is not in the deck '{deck}'")
    stated = [tier.value for tier in record.result.tiers]
    # Trainers play no part in the tiers, and need not be found again.
    request = replace(request_of(record, catalog, keep_rubrics=True), trainers=None)
    swaps = find_swaps(request, row.card_id, stated, catalog, policy)
    ordered = sorted(swaps, key=lambda one: (one.loss, one.printing.card_id))
    return Question(record, policy, species, row, tuple(ordered))


def swap_view(question: Question, catalog: Catalog) -> list[str | Table]:
    """Say which printing stands there and why, and lay out what the others would cost."""
    row = question.row
    why = f": {row.reason}" if row.reason else ""
    line = (
        f"[bold]{question.species.name}[/]: {escape(row.name)} {row.card_id}, "
        f"{row.type} {row.hp} HP, {row.role} of {row.module}{why}"
    )
    if not question.swaps:
        return [line, "No other printing could stand for it."]
    return [line, _table(question.swaps, catalog)]


def swap_data(question: Question) -> dict[str, object]:
    """Give the same to a program."""
    return {
        "dex": question.species.dex,
        "card_id": question.row.card_id,
        "role": question.row.role,
        "reason": question.row.reason,
        "others": [
            {
                "card_id": one.printing.card_id,
                "outliers": one.outliers,
                "balance": one.balance,
                "printings": one.printings,
            }
            for one in question.swaps
        ],
    }


def _table(swaps: Sequence[Swap], catalog: Catalog) -> Table:
    table = Table(title="What the others would cost", title_justify="left")
    for column in ("", "Card", "Prints", "Set", "Rarity"):
        table.add_column(column, overflow="fold", justify="left" if column else "right")
    for column in ("Outliers", "Σ squares", "Printings"):
        table.add_column(column, justify="right")
    for rank, one in enumerate(swaps, start=1):
        table.add_row(
            str(rank),
            one.printing.card_id,
            str(one.printing.cell),
            catalog.sets[one.printing.set_id].name,
            one.printing.rarity,
            *(_signed(more) for more in (one.outliers, one.balance, -one.printings)),
        )
    return table


def _signed(more: int) -> str:
    return f"{more:+,}" if more else "·"
