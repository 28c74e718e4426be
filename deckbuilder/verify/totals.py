"""What a deck's cards come to, counted again: lanes, cost and tiers."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Final

from deckbuilder.catalog.rubric_file import TierEntry
from deckbuilder.deckfolder.record import CostEntry, LanesEntry
from deckbuilder.domain.plan import Role, Status
from deckbuilder.domain.prices import money
from deckbuilder.domain.rubric import Module
from deckbuilder.verify.case import Case

_TIERS: Final = ("outliers", "balance", "printings")


def lanes(case: Case) -> Iterator[str]:
    """Count the lanes of every module again."""
    stated = case.record.result.lanes
    for name in stated:
        if name not in case.modules:
            yield f"lanes of '{name}' are stated, and there is no such module"
    for name, module in case.modules.items():
        counted = _count(case, module)
        if name not in stated:
            yield f"module '{name}': its lanes are not stated"
        elif stated[name] != counted:
            yield from _differences(f"module '{name}'", stated[name], counted)


def _count(case: Case, module: Module) -> LanesEntry:
    cells = [
        (row.type, row.hp)
        for row in case.record.rows
        if row.module == module.name and row.role == Role.GRID
    ]
    types = {name: sum(one == name for one, _ in cells) for name in module.rubric.types}
    hp = {str(value): sum(one == value for _, one in cells) for value in module.rubric.hp}
    whole, rest = divmod(len(cells), 7)
    return LanesEntry(
        types=types,
        hp=hp,
        cards=len(cells),
        squares=sum(n * n for n in (*types.values(), *hp.values())),
        floor=2 * (rest * (whole + 1) ** 2 + (7 - rest) * whole**2),
    )


def _differences(where: str, stated: LanesEntry, counted: LanesEntry) -> Iterator[str]:
    for name in LanesEntry.model_fields:
        if getattr(stated, name) != getattr(counted, name):
            yield f"{where}: {name} are {getattr(counted, name)}, not {getattr(stated, name)}"


def cost(case: Case) -> Iterator[str]:
    """Reckon the cost again, unless the prices have changed since it was stated."""
    stated, currency = case.record.result.cost, case.policy.currency
    prices = case.catalog.prices
    if case.has_other_prices:
        return
    if currency not in prices.currencies:
        if stated:
            yield f"a cost is stated, and no price in {currency} is known"
        return
    counted = prices.cost((row.card_id for row in case.record.rows), currency)
    again = CostEntry(**asdict(counted), prices=case.catalog.prices_sha256)
    if stated != again:
        yield f"the cards cost {counted}, and {stated.total if stated else 'nothing'} is stated"
    if case.policy.budget is not None and counted.total > case.policy.budget:
        yield f"the cards cost {counted}, above {money(case.policy.budget, currency)}"


def tiers(case: Case) -> Iterator[str]:
    """Count the tiers again, and hold each status to its value and bound."""
    stated = case.record.result.tiers
    if tuple(tier.name for tier in stated) != _TIERS:
        yield f"the tiers are {', '.join(t.name for t in stated)}, not {', '.join(_TIERS)}"
        return
    for tier, counted in zip(stated, _tier_values(case), strict=True):
        if tier.value != counted:
            yield f"tier {tier.name}: the cards give {counted}, not {tier.value}"
        yield from _bound_faults(tier)


def _tier_values(case: Case) -> tuple[int, int, int]:
    return (
        sum(row.role == Role.OUTLIER for row in case.record.rows),
        sum(_count(case, module).squares for module in case.modules.values()),
        sum(case.policy.weight(one, case.catalog) for _, one in case.real(case.pokemon)),
    )


def _bound_faults(tier: TierEntry) -> Iterator[str]:
    better = tier.value > tier.bound if tier.name == "printings" else tier.value < tier.bound
    if better:
        yield f"tier {tier.name}: value {tier.value} is better than its bound {tier.bound}"
    status = Status.OPTIMAL if tier.value == tier.bound else Status.FEASIBLE
    if tier.status != status:
        yield (
            f"tier {tier.name}: value {tier.value} and bound {tier.bound} make it {status}, "
            f"not {tier.status}"
        )
