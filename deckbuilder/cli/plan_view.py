"""A solved deck on the screen: the grid, the lanes, what is outside, and the proof."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import inf
from pathlib import Path
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.policy import UNKNOWN_COST
from deckbuilder.domain.cards import Cell
from deckbuilder.domain.plan import Plan, Preference, Role, Status, Tier
from deckbuilder.domain.prices import money
from deckbuilder.domain.rubric import Lanes, Module, axis_floor
from deckbuilder.engine.figures import Figures
from deckbuilder.export.energy import symbol
from deckbuilder.verify.certificate import Certificate

_HEAT: Final = ("", "on grey15", "on grey23", "on dark_slate_gray", "on dark_cyan")
_THIN: Final = 0.75
"""Share of an even lane below which a lane is thin."""
_SHOWN: Final = 8
"""Reserves of a module that are worth a place on the screen."""
_TIERS: Final = {
    "outliers": "1 outliers",
    "balance": "2 balance (Σ squares)",
    "printings": "3 printings",
}


def plan_view(
    plan: Plan,
    catalog: Catalog,
    certificate: Certificate,
    folder: Path,
    files: Iterable[str],
    *,
    seconds: float,
) -> RenderableType:
    """Lay a plan out for a terminal of 80 columns."""
    parts: list[RenderableType] = []
    for module in plan.modules:
        parts += [Text(""), _grid(plan, module), _lanes(plan.lanes(module))]
    parts += _outside(plan, catalog, Role.EXCEPTION, "Exceptions")
    parts += _outside(plan, catalog, Role.OUTLIER, "Outliers")
    if plan.missing:
        names = ", ".join(catalog.species[dex].name for dex in plan.missing)
        parts.append(
            Text(f"\nMissing, since no owned card is eligible: {len(plan.missing)}\n {names}")
        )
        parts += [_thin_lanes(plan.lanes(module)) for module in plan.modules]
    parts += [Text(""), _wilds(plan), _reserves(plan, catalog), Text(""), _tiers(plan, seconds)]
    if plan.cost:
        parts.append(Text(f"Cost of all {plan.cost.known + plan.cost.unknown} cards: {plan.cost}"))
    parts.append(
        Text(f"Certificate: {len(certificate.checks)} rules hold for {certificate.cards} cards.")
    )
    parts.append(Text(f"Catalogue of {plan.catalog.date}, sha256 {plan.catalog.sha256[:12]}…."))
    parts.append(Text(f"Written to {folder}/: {', '.join(files)}"))
    return Group(*parts)


def _grid(plan: Plan, module: Module) -> Table:
    """The seven by seven cells with their counts, and the lanes' totals at the edges."""
    lanes = plan.lanes(module)
    counts = Counter(one.cell for one in plan.with_role(Role.GRID) if one.module == module.name)
    most = max(counts.values(), default=1)
    held = sum(one.module == module.name for one in plan.placements)
    title = module.name if module.name == plan.name else f"{plan.name}, {module.name}"
    table = Table(
        title=f"{title} · {held} native species · {lanes.cards} in the grid",
        title_justify="left",
        title_style="bold",
        show_footer=True,
    )
    table.add_column("Type × HP", footer="all")
    for hp, total in zip(lanes.rubric.hp, lanes.hp, strict=True):
        table.add_column(str(hp), footer=str(total), justify="right")
    table.add_column("all", footer=str(lanes.cards), justify="right", style="bold")
    for name, total in zip(lanes.rubric.types, lanes.types, strict=True):
        cells = [counts[Cell(name, hp)] for hp in lanes.rubric.hp]
        table.add_row(name, *(_heat(count, most) for count in cells), str(total))
    return table


def _heat(count: int, most: int) -> Text:
    level = -(-count * (len(_HEAT) - 1) // most)
    return Text(str(count) if count else "·", style=_HEAT[level])


def _lanes(lanes: Lanes) -> Text:
    axis = axis_floor(lanes.cards)
    even = f"{lanes.cards / len(lanes.hp):.1f}"
    by_type = sum(count * count for count in lanes.types)
    return Text(
        f"Lanes: {even} cards each would be even; types hold {_span(lanes.types)}, "
        f"HP {_span(lanes.hp)}.\n"
        f"Σ squares: types {by_type:,} (floor {axis:,}) + HP {lanes.squares - by_type:,} "
        f"(floor {axis:,}) = {lanes.squares:,}"
    )


def _thin_lanes(lanes: Lanes) -> Text:
    """Name the lanes that want cards, where not all species are there."""
    even = lanes.cards / len(lanes.hp)
    names = [*lanes.rubric.types, *(f"{hp} HP" for hp in lanes.rubric.hp)]
    counts = zip(names, lanes.types + lanes.hp, strict=True)
    thin = [f"{name} ({count})" for name, count in counts if count < _THIN * even]
    return Text(f"Lanes that want cards: {', '.join(thin) or 'none'}")


def _span(counts: tuple[int, ...]) -> str:
    low, high = min(counts), max(counts)
    return str(low) if low == high else f"{low}–{high}"


def _outside(plan: Plan, catalog: Catalog, role: Role, title: str) -> list[RenderableType]:
    placements = plan.with_role(role)
    if not placements:
        return [Text(f"\n{title}: none")]
    table = Table(
        title=f"{title}: {len(placements)}", title_justify="left", title_style="bold", box=None
    )
    table.add_column("Species")
    table.add_column("Card")
    table.add_column("Prints")
    table.add_column("Why", overflow="fold")
    for one in placements:
        table.add_row(catalog.species[one.dex].name, one.card_id, str(one.cell), one.reason)
    return [Text(""), table]


def _wilds(plan: Plan) -> Text:
    """The Trainers of each module, by character."""
    lines = [f"Trainers: {len(plan.wilds)}"]
    for module in plan.modules:
        names = [one.character for one in plan.wilds if one.module == module.name]
        lines += [f" {module.name}: {', '.join(names)}"] if names else []
    return Text("\n".join(lines))


def _tiers(plan: Plan, seconds: float) -> Table:
    table = Table(
        title=f"Proof, found in {seconds:.1f} s", title_justify="left", title_style="bold"
    )
    table.add_column("Tier")
    table.add_column("Value", justify="right")
    table.add_column("Bound", justify="right")
    table.add_column("Status")
    for tier in plan.tiers:
        preference = f" ({plan.preference})" if tier.name == "printings" else ""
        name = _TIERS[tier.name] + preference
        table.add_row(
            name, _told(plan, tier, tier.value), _told(plan, tier, tier.bound), _status(tier)
        )
    return table


def _told(plan: Plan, tier: Tier, value: int) -> str:
    """Word a value: what the cheapest printings cost is money, not a weight below zero."""
    if tier.name != "printings" or plan.preference is not Preference.CHEAPEST or not plan.cost:
        return f"{value:,}"
    unknown, cents = divmod(-value, UNKNOWN_COST)
    rest = f" + {unknown} unknown" if unknown else ""
    return money(cents, plan.cost.currency) + rest


def alternatives_view(
    plan: Plan, others: Sequence[Plan], played: Sequence[Figures | None] = ()
) -> RenderableType:
    """The next-best rubrics, and what each loses against the best.

    Args:
        plan: The best.
        others: The next best.
        played: What each of them does at the table, the best first; they are then ranked by it.
            None for one that was not played, since the playing was cut short.
    """
    table = Table(
        title="Next-best rubrics, and what each loses", title_justify="left", title_style="bold"
    )
    plans = (plan, *others)
    games = ("No play", "Turns", "Stalls") if any(played) else ()
    for column in ("", "Rubric", "Outliers", "Σ squares", "Printings", *games):
        table.add_column(column, justify="left" if column == "Rubric" else "right")
    rows = [(str(n), _rubrics(one), *_losses(plan, one)) for n, one in enumerate(plans, start=1)]
    if not games:
        for row in rows[1:]:
            table.add_row(*row)
        return table
    ranked = sorted(zip(rows, plans, played, strict=True), key=lambda one: _no_play(one[2]))
    for row, each, figures in ranked:
        table.add_row(row[0], _initials(each), *row[2:], *_at_the_table(figures))
    return table


def _no_play(figures: Figures | None) -> float:
    """Share of turns without a play; what was not played comes last."""
    return figures.no_play.value if figures else inf


def _at_the_table(figures: Figures | None) -> tuple[str, str, str]:
    if figures is None:
        return ("not played", "", "")
    spread = (figures.no_play.high - figures.no_play.low) / 2
    return (
        f"{figures.no_play.value:.1%} ±{100 * spread:.1f}",
        f"{figures.turns:.1f}",
        f"{figures.games_with_battle.value:.1%}",
    )


def _initials(plan: Plan) -> str:
    """Write rubrics in the types' letters, where games want the width: `GRWLPFC 40–100`."""
    return "\n".join(
        f"{''.join(symbol(name).letter for name in one.rubric.types)} "
        f"{one.rubric.hp[0]}–{one.rubric.hp[-1]}"
        for one in plan.modules
    )


def _rubrics(plan: Plan) -> str:
    return "\n".join(
        str(one.rubric) if len(plan.modules) == 1 else f"{one.name}: {one.rubric}"
        for one in plan.modules
    )


def _losses(plan: Plan, other: Plan) -> list[str]:
    losses = [
        theirs.value - ours.value for ours, theirs in zip(plan.tiers, other.tiers, strict=True)
    ]
    return [f"{one:+,}" if one else "·" for one in losses]


def _reserves(plan: Plan, catalog: Catalog) -> Text:
    """The first reserves of every module, in a line each."""

    def name(dex: int) -> str:
        return catalog.species[dex].name

    lines = [f"Reserves: {len(plan.reserves)}, in reserves.csv"]
    for module in plan.modules:
        best = [one for one in plan.reserves if one.module == module.name][:_SHOWN]
        told = [f"{name(one.dex)} ({', '.join(map(name, one.ties))})" for one in best]
        lines += [f" {module.name}: {', '.join(told)}"] if told else []
    return Text("\n".join(lines))


def _status(tier: Tier) -> Text:
    if tier.status is Status.OPTIMAL:
        return Text("optimal", style="green")
    return Text(f"feasible, gap {tier.gap:.2%}", style="yellow")
