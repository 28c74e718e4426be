"""`deckbuilder species`."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckbuilder.cli.options import (
    CatalogOption,
    JsonOption,
    PolicyOption,
    QuietOption,
    VerboseOption,
)

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.domain.cards import Printing, Species


def species(
    name: Annotated[list[str], typer.Argument(help="A species' name, or its dex number.")],
    eligible_only: Annotated[
        bool, typer.Option("--eligible", help="List the eligible printings only.")
    ] = False,
    policy: PolicyOption = None,
    catalog: CatalogOption = "latest",
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Show a species, its family and every printing, and why a printing is not eligible.

    Example: deckbuilder species "nidoran f"
    """
    from rich.text import Text

    from deckbuilder.catalog.eligibility import Eligibility
    from deckbuilder.catalog.home import open_catalog
    from deckbuilder.catalog.policy import DEFAULT_POLICY, load_policy
    from deckbuilder.cli.screen import Screen, bold

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    cards = open_catalog(catalog)
    one = cards.names.typed(" ".join(name))
    eligibility = Eligibility(load_policy(policy or DEFAULT_POLICY, cards), cards)
    reasons = {printing: eligibility.reason(printing) for printing in cards.printings_of(one.dex)}
    listed = {
        printing: reason for printing, reason in reasons.items() if not (eligible_only and reason)
    }
    family = cards.family(one)
    eligible = sum(not reason for reason in reasons.values())
    screen.show(
        bold(one.name, f" · dex {one.dex} · native to {one.region}"),
        Text("Family: ") + _family_text(one, family),
        f"Printings: {len(reasons)}, eligible {eligible}",
        _table(listed, cards),
    )
    screen.data(
        {
            "dex": one.dex,
            "name": one.name,
            "region": one.region,
            "family": [
                {"dex": other.dex, "name": other.name, "evolves_from": other.evolves_from}
                for other in family
            ],
            "printings": [_entry(printing, reason, cards) for printing, reason in listed.items()],
        }
    )


def _family_text(one: "Species", family: "tuple[Species, ...]") -> "Text":
    from rich.text import Text

    names = {other.dex: other.name for other in family}
    return Text(", ").join(
        Text.assemble(
            (other.name, "bold" if other is one else ""),
            f" (from {names[other.evolves_from]})" if other.evolves_from in names else "",
        )
        for other in family
    )


def _table(reasons: "dict[Printing, str]", cards: "Catalog") -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("Prints", no_wrap=True)
    table.add_column("Set", overflow="fold")
    table.add_column("No.", no_wrap=True)
    table.add_column("Rarity", overflow="fold")
    table.add_column("Illustrator", overflow="fold")
    table.add_column("Eligible", overflow="fold")
    for printing, reason in reasons.items():
        card_set = cards.sets[printing.set_id]
        table.add_row(
            _prints(printing, cards),
            f"{card_set.name} ({printing.set_id})",
            printing.number,
            printing.rarity,
            printing.illustrator,
            Text(f"no: {reason}", "dim") if reason else "yes",
        )
    return table


def _prints(printing: "Printing", cards: "Catalog") -> str:
    """Both values of what is disputed: `Grass/Darkness 70 or 80`."""
    told = {"types": printing.printed_type or "—", "hp": str(printing.hp or "—")}
    for one in cards.disputes.open(printing.card_id):
        if one.field in told:
            told[one.field] = one.values
    return f"{told['types']} {told['hp']}"


def _entry(printing: "Printing", reason: str, cards: "Catalog") -> dict[str, Any]:
    return {
        "card_id": printing.card_id,
        "name": printing.name,
        "set_id": printing.set_id,
        "set_name": cards.sets[printing.set_id].name,
        "number": printing.number,
        "type": printing.printed_type or None,
        "hp": printing.hp,
        "rarity": printing.rarity,
        "illustrator": printing.illustrator,
        "disputed": {one.field: one.values for one in cards.disputes.open(printing.card_id)},
        "sources": printing.sources,
        "eligible": not reason,
        "reason": reason,
    }
