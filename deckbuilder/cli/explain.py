"""`deckbuilder explain`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from deckbuilder.cli.options import CatalogOption, JsonOption, QuietOption, VerboseOption
from deckbuilder.errors import BadInputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.catalog.policy import Policy
    from deckbuilder.domain.cards import Printing
    from deckbuilder.domain.pick import PickRow
    from deckbuilder.verify.record import Record


class Price(NamedTuple):
    """What another printing would cost the deck, tier by tier; all zero when nothing."""

    printing: "Printing"
    outliers: int
    balance: int
    printings: int


def explain(
    name: Annotated[list[str], typer.Argument(help="A species' name, or its dex number.")],
    deck: Annotated[Path, typer.Option(metavar="FOLDER", help="A deck that optimize has written.")],
    catalog: CatalogOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Explain why a species has the printing that it has, and what the others would cost.

    The deck's rubrics are kept, and everything else is solved again around each other printing:
    the best of every cell in reach. A plus or minus is what the tier would change by; `printings`
    of the JSON tells how much would be lost.

    Example: deckbuilder explain pikachu --deck kanto+johto
    """
    from rich.table import Table

    from deckbuilder.catalog.catalog import load_catalog
    from deckbuilder.catalog.files import DATA
    from deckbuilder.catalog.policy import load_policy
    from deckbuilder.cli.screen import Screen
    from deckbuilder.verify.record import POLICY, read_record

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    cards = load_catalog(catalog or DATA)
    record = read_record(deck)
    rules = load_policy(deck / POLICY, cards)
    species = cards.names.typed(" ".join(name))
    row = next((one for one in record.rows if one.dex == species.dex), None)
    if row is None:
        raise BadInputError(f"'{species.name}' is not in the deck '{deck}'")
    screen.show(
        f"[bold]{species.name}[/]: {row.name} {row.card_id}, {row.type} {row.hp} HP, "
        f"{row.role} of {row.module}{': ' if row.reason else ''}{row.reason}"
    )
    table = Table(title="What the others would cost", title_justify="left")
    for column in ("Card", "Prints", "Rarity", "Outliers", "Σ squares", "Printings"):
        table.add_column(column, justify="left" if column in {"Card", "Prints"} else "right")
    prices = list(_prices(row, record, cards, rules))
    for one in prices:
        table.add_row(
            one.printing.card_id,
            str(one.printing.cell),
            one.printing.rarity,
            *(f"+{cost:,}" if cost > 0 else f"{cost:,}" if cost else "·" for cost in one[1:3]),
            f"{-one.printings:,}" if one.printings else "·",
        )
    screen.show(table if prices else "No other printing could stand for it.")
    screen.data(
        {
            "dex": species.dex,
            "card_id": row.card_id,
            "role": row.role,
            "reason": row.reason,
            "others": [
                {
                    "card_id": one.printing.card_id,
                    "outliers": one.outliers,
                    "balance": one.balance,
                    "printings": one.printings,
                }
                for one in prices
            ],
        }
    )


def _prices(
    row: "PickRow", record: "Record", cards: "Catalog", rules: "Policy"
) -> "Iterator[Price]":
    """Solve the deck again around the best printing of every other cell of a species."""
    from deckbuilder.catalog.policy import Eligibility
    from deckbuilder.catalog.pools import find_pool
    from deckbuilder.errors import InfeasibleError
    from deckbuilder.solve.budget import Budget
    from deckbuilder.solve.instance import Candidates
    from deckbuilder.solve.optimize import Request, optimize

    result, stated = record.result, record.result.tiers
    sizes = result.core_sizes
    request = Request(
        find_pool(result.regions, cards),
        result.mode,
        record.modules,
        core_sizes=range(sizes.least, sizes.most + 1) if sizes else None,
        families_together=result.families_together,
        trainers=None,
    )
    species = cards.species[row.dex or 0]
    for one in Candidates(cards, rules, Eligibility(rules, cards)).of(species):
        if one.card_id == row.card_id:
            continue
        try:
            required = rules.with_rules(require=[one.card_id])
            tiers = optimize(request, cards, required, Budget(60)).tiers
        except InfeasibleError:
            continue  # an exception's HP is fixed
        yield Price(
            cards.printings[one.card_id],
            tiers[0].value - stated[0].value,
            tiers[1].value - stated[1].value,
            stated[2].value - tiers[2].value,
        )
