"""A species of a deck, the printing that stands for it, and what the others would cost."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.eligibility import Eligibility
from deckbuilder.catalog.policy import Policy, load_policy
from deckbuilder.cli.request import request_of
from deckbuilder.cli.screen import bold
from deckbuilder.deckfolder.record import POLICY, Record, open_record
from deckbuilder.domain.cards import Species
from deckbuilder.domain.pick import PickRow
from deckbuilder.errors import BadInputError
from deckbuilder.export.energy import symbol
from deckbuilder.solve.swaps import Swap, find_swaps


@dataclass(frozen=True, slots=True)
class Question:
    """A species of a deck, and the printing that it has."""

    record: Record
    policy: Policy
    species: Species
    row: PickRow

    def other_ids(self, catalog: Catalog) -> list[str]:
        """Every other printing that the policy allows for the species."""
        eligibility = Eligibility(self.policy.free_of(self.species.dex, catalog), catalog)
        printings = eligibility.printings(self.species.dex)
        return [one.card_id for one in printings if one.card_id != self.row.card_id]

    def swaps(self, catalog: Catalog) -> list[Swap]:
        """Work out what the other printings would cost the deck; the least costly first."""
        stated = [tier.value for tier in self.record.result.tiers]
        request = request_of(self.record, catalog, keep_rubrics=True)
        if self.policy.budget is None:
            request = replace(request, trainers=None)  # they play no part but in what a deck costs
        swaps = find_swaps(request, self.row.card_id, stated, catalog, self.policy)
        return sorted(swaps, key=lambda one: (one.loss, one.printing.card_id))


def open_question(deck: Path, name: Sequence[str], catalog: Catalog) -> Question:
    """Find a species in a deck.

    Raises:
        BadInputError: The deck cannot be read, or the species is not in it.
    """
    record = open_record(deck, catalog)
    policy = load_policy(deck / POLICY, catalog)
    species = catalog.names.typed(" ".join(name))
    row = next((one for one in record.rows if one.dex == species.dex), None)
    if row is None:
        raise BadInputError(f"'{species.name}' is not in the deck '{deck}'")
    return Question(record, policy, species, row)


def swap_view(question: Question, swaps: Sequence[Swap], catalog: Catalog) -> list[RenderableType]:
    """Say which printing stands there and why, and lay out what the others would cost."""
    row = question.row
    why = f": {row.reason}" if row.reason else ""
    line = bold(
        question.species.name,
        f": {row.name} {row.card_id}, {row.type} {row.hp} HP, {row.role} of {row.module}{why}",
    )
    if not swaps:
        return [line, "No other printing could stand for it."]
    return [line, _table(swaps, catalog)]


def swap_data(question: Question, swaps: Sequence[Swap]) -> dict[str, object]:
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
                "proven": one.proven,
            }
            for one in swaps
        ],
    }


def _table(swaps: Sequence[Swap], catalog: Catalog) -> Table:
    table = Table(title="What the others would cost", title_justify="left", box=SIMPLE_HEAD)
    table.add_column("", justify="right")
    table.add_column("Card", no_wrap=True)
    table.add_column("Prints", no_wrap=True)
    table.add_column("Set", overflow="ellipsis", no_wrap=True)
    for column in ("Outliers", "Σ squares", "Printings"):
        table.add_column(column, justify="right", no_wrap=True)
    for rank, one in enumerate(swaps, start=1):
        cell = one.printing.cell
        table.add_row(
            str(rank),
            one.printing.card_id,
            f"{symbol(cell.type).letter} {cell.hp}" if cell else "",
            catalog.sets[one.printing.set_id].name,
            *(_signed(more) for more in (one.outliers, one.balance)),
            _signed(-one.printings) + ("" if one.proven else "?"),
        )
    if not all(one.proven for one in swaps):
        table.caption = "? not proven in time: the loss may be less"
    return table


def _signed(more: int) -> str:
    return f"{more:+,}" if more else "·"
