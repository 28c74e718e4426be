"""The certificate: every rule of a deck, checked from the files and the catalogue alone.

Nothing here imports the solver, and nothing that the deck states is taken on trust: lanes,
squares, floors and tier values are counted again. A proven bound cannot be proven again without
solving; that a status agrees with its value and bound is checked.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Final

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.policy import Eligibility, Policy
from deckbuilder.catalog.pools import Pool, find_pool
from deckbuilder.catalog.rubric_file import TierEntry
from deckbuilder.catalog.wilds import wilds_of
from deckbuilder.domain.cards import TRAINER, Cell, Printing, Species
from deckbuilder.domain.pick import PickRow
from deckbuilder.domain.plan import Preference, Role, Status
from deckbuilder.domain.prices import money
from deckbuilder.domain.rubric import Module, Rubric
from deckbuilder.errors import BadInputError
from deckbuilder.verify.record import CostEntry, LanesEntry, Record

_TIERS: Final = ("outliers", "balance", "printings")


@dataclass(frozen=True, slots=True)
class Check:
    """One rule, and every witness against it."""

    name: str
    """The rule, as a statement about a sound deck."""
    violations: tuple[str, ...]
    """One sentence a witness; empty when the rule holds."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """What the checker found."""

    checks: tuple[Check, ...]
    cards: int
    """Cards that were checked."""

    @property
    def passed(self) -> bool:
        """Whether every rule holds."""
        return not self.violations

    @property
    def violations(self) -> tuple[str, ...]:
        """Every witness, in the order of the rules."""
        return tuple(witness for check in self.checks for witness in check.violations)


def certify(record: Record, catalog: Catalog, policy: Policy) -> Certificate:
    """Check a deck.

    Args:
        record: What the deck's folder claims.
        catalog: The cards that there are.
        policy: The policy that the deck was made under.
    """
    checker = _Checker(record, catalog, policy)
    rules: tuple[tuple[str, Callable[[], Iterator[str]]], ...] = (
        ("the files are whole and agree", checker.files),
        ("solved on this catalogue", checker.catalogue),
        ("every native species is there exactly once", checker.species),
        ("the core holds as many native species as asked", checker.sizes),
        ("families are in one module, where asked", checker.families),
        ("every printing is real, of its species, and as the catalogue prints it", checker.facts),
        ("every printing is eligible under the policy", checker.eligible),
        ("every card is in its rubric, or a named exception, or a true outlier", checker.roles),
        ("Trainers are real, distinct, and as many as the rosters hold", checker.trainers),
        ("lanes, squares and floors are as stated", checker.lanes),
        ("the cost is as stated, and within the budget", checker.cost),
        ("tiers are as stated, and optimal only where the bound is reached", checker.tiers),
    )
    checks = tuple(Check(name, tuple(rule())) for name, rule in rules)
    return Certificate(checks, len(record.rows))


class _Checker:
    """The rules, each one a stream of witnesses against it."""

    def __init__(self, record: Record, catalog: Catalog, policy: Policy) -> None:
        self._record = record
        self._catalog = catalog
        self._policy = policy
        self._eligibility = Eligibility(policy, catalog)
        self._modules = {module.name: module for module in record.modules}

    @cached_property
    def _pool(self) -> Pool | None:
        """The pool that the result names, if there is such a one."""
        try:
            return find_pool(self._record.result.regions, self._catalog)
        except BadInputError:
            return None

    @cached_property
    def _cards(self) -> list[PickRow]:
        """The rows of Pokémon."""
        return [row for row in self._record.rows if row.role != Role.TRAINER]

    @cached_property
    def _real(self) -> list[tuple[PickRow, Printing]]:
        """The rows of Pokémon whose card exists."""
        known = self._catalog.printings
        return [(row, known[row.card_id]) for row in self._cards if row.card_id in known]

    def files(self) -> Iterator[str]:
        yield from self._record.faults
        result = self._record.result
        if result.pool != "+".join(result.regions):
            yield f"the pool is called '{result.pool}', and is of {', '.join(result.regions)}"
        if result.preference != self._policy.prefer:
            yield f"the preference is {result.preference}, and the policy's {self._policy.prefer}"

    def catalogue(self) -> Iterator[str]:
        stated, stamp = self._record.result.catalog, self._catalog.stamp
        if stated.sha256 != stamp.sha256:
            yield (
                f"the deck was solved on the catalogue of {stated.date} ({stated.sha256[:12]}…), "
                f"this one is of {stamp.date} ({stamp.sha256[:12]}…): name that one with --catalog"
            )
        elif self._has_other_prices and (
            self._policy.budget is not None or self._policy.prefer is Preference.CHEAPEST
        ):
            yield "its cards were chosen by prices that have changed since: solve it again"

    @property
    def _has_other_prices(self) -> bool:
        """Whether the deck's cost was reckoned with other prices than the catalogue has now."""
        cost = self._record.result.cost
        return (cost.prices if cost else "") != self._catalog.prices_sha256

    def species(self) -> Iterator[str]:
        regions = self._record.result.regions
        if self._pool is None:
            yield f"there is no such pool as {', '.join(regions)}"
            return
        natives = {one.dex: one.name for one in self._pool.species}
        there = Counter(row.dex for row in self._cards)
        missing = set(self._record.result.missing)
        for name in missing - set(natives.values()):
            yield f"{name} is said to be missing, and is no native of {', '.join(regions)}"
        for dex, name in natives.items():
            if name in missing:
                yield from self._missing_faults(dex, name, there[dex])
            elif there[dex] != 1:
                yield f"{name} (dex {dex}) is {'missing' if not there[dex] else 'there twice'}"
        for row in self._cards:
            if row.dex not in natives:
                yield f"{row.species} (dex {row.dex}) is no native of {', '.join(regions)}"

    def _missing_faults(self, dex: int, name: str, there: int) -> Iterator[str]:
        always = self._eligibility.exceptions.get(dex)
        owned = [x for x in self._eligibility.printings(dex) if always in (None, x.hp)]
        if there:
            yield f"{name} (dex {dex}) is said to be missing, and is there"
        elif not self._policy.eligibility.only_owned:
            yield f"{name} (dex {dex}) is missing, and not only owned cards were asked for"
        elif owned:
            yield f"{name} (dex {dex}) is missing, and {owned[0].card_id} is owned"

    def sizes(self) -> Iterator[str]:
        sizes = self._record.result.core_sizes
        if (len(self._modules) == 2) != (sizes is not None):  # noqa: PLR2004 - core and expansion
            yield f"{len(self._modules)} modules, and core sizes {sizes}"
        elif sizes:
            core = self._record.modules[0].name
            held = sum(row.module == core for row in self._cards)
            if not sizes.least <= held <= sizes.most:
                yield f"{core} holds {held} native species, not {sizes.least} to {sizes.most}"

    def families(self) -> Iterator[str]:
        if not self._record.result.families_together:
            return
        homes: defaultdict[int, set[str]] = defaultdict(set)
        members: defaultdict[int, list[str]] = defaultdict(list)
        for row in self._cards:
            if one := self._species_of(row):
                homes[one.family].add(row.module)
                members[one.family].append(f"{one.name} in {row.module}")
        for family, modules in homes.items():
            if len(modules) > 1:
                yield f"a family is parted: {', '.join(members[family])}"

    def _species_of(self, row: PickRow) -> Species | None:
        return self._catalog.species.get(row.dex or 0)

    def facts(self) -> Iterator[str]:
        for row in self._cards:
            if row.card_id not in self._catalog.printings:
                yield f"{row.species}: no card has the id '{row.card_id}'"
        for row, printing in self._real:
            if printing.dex != (row.dex,):
                yield f"{row.species}: card {row.card_id} is a {printing.name}"
            for what, stated, printed in self._stated_and_printed(row, printing):
                if stated != printed:
                    yield f"{row.species}: {row.card_id} prints {what} {printed}, not {stated}"

    def _stated_and_printed(
        self, row: PickRow, printing: Printing
    ) -> tuple[tuple[str, object, object], ...]:
        species = self._species_of(row)
        return (
            ("type", row.type, printing.printed_type),
            ("HP", row.hp, printing.hp),
            ("set", row.set_id, printing.set_id),
            ("set name", row.set_name, self._catalog.sets[printing.set_id].name),
            ("number", row.number, printing.number),
            ("name", row.name, printing.name),
            ("rarity", row.rarity, printing.rarity),
            ("illustrator", row.illustrator, printing.illustrator),
            ("species", row.species, species.name if species else ""),
        )

    def eligible(self) -> Iterator[str]:
        for row, printing in self._real:
            if reason := self._eligibility.reason(printing):
                yield f"{row.species}: {row.card_id} is not eligible ({reason})"

    def roles(self) -> Iterator[str]:
        for row in self._cards:
            if row.module not in self._modules:
                yield f"{row.species}: no module is called '{row.module}'"
            elif fault := self._role_fault(row, self._modules[row.module].rubric):
                yield f"{row.species}: {fault}"

    def _role_fault(self, row: PickRow, rubric: Rubric) -> str:
        cell = Cell(row.type, row.hp or 0)
        always = self._eligibility.exceptions.get(row.dex or 0)
        lanes = f"{row.type} + {row.hp} HP" if row.role == Role.GRID else ""
        if row.lanes != lanes:
            return f"is said to be in the lanes '{row.lanes}', and is in '{lanes}'"
        if always is not None:
            return self._exception_fault(row, always)
        match row.role:
            case Role.GRID:
                outside = f"{cell} is outside the rubric, and not flagged as an outlier"
                return "" if cell in rubric else outside
            case Role.OUTLIER:
                return self._outlier_fault(row, rubric)
            case Role.EXCEPTION:
                return "is no exception of the policy"
        return f"role '{row.role}' is not one of this deck's"

    def _exception_fault(self, row: PickRow, always: int) -> str:
        if row.role != Role.EXCEPTION:
            return f"always has {always} HP and is to be an exception, not '{row.role}'"
        if row.hp != always:
            return f"always has {always} HP, not {row.hp}"
        every = self._eligibility.printings(row.dex or 0)
        return self._lesser_fault(row, (one for one in every if one.hp == always))

    def _outlier_fault(self, row: PickRow, rubric: Rubric) -> str:
        for printing in self._eligibility.printings(row.dex or 0):
            if printing.cell and printing.cell in rubric:
                return f"is no outlier: {printing.card_id} prints {printing.cell}, in the rubric"
        return self._lesser_fault(row, self._eligibility.printings(row.dex or 0))

    def _lesser_fault(self, row: PickRow, printings: Iterable[Printing]) -> str:
        """Outside the grid nothing but the preference counts, so the best card must be there."""
        if not row.reason:
            return f"is an {row.role} without a reason"
        mine = self._catalog.printings.get(row.card_id)
        if mine is None:
            return ""
        best = max(printings, key=self._rank, default=mine)
        if self._rank(best) > self._rank(mine):
            return f"is an {row.role} with {mine.card_id}, and {best.card_id} is preferred"
        return ""

    def _weight(self, printing: Printing) -> int:
        return self._policy.weight(printing, self._catalog)

    def _rank(self, printing: Printing) -> tuple[int, int]:
        """Under a budget the cheapest comes first, else the one that is preferred."""
        thrifty = self._policy.budget is not None
        cost = self._policy.thrift(printing, self._catalog) if thrifty else 0
        return (-cost, self._weight(printing))

    def trainers(self) -> Iterator[str]:
        wilds = [row for row in self._record.rows if row.role == Role.TRAINER]
        yield from self._roster_sizes(Counter(row.module for row in wilds))
        for what, names in (
            ("character", [row.species for row in wilds]),
            ("card", [row.card_id for row in wilds]),
        ):
            yield from (
                f"{what} '{x}' is there {n} times" for x, n in Counter(names).items() if n > 1
            )
        for row in wilds:
            printing = self._catalog.printings.get(row.card_id)
            if printing is None or printing.category != TRAINER or printing.size != "standard":
                yield f"{row.species}: '{row.card_id}' is no Trainer card of standard size"
            elif (row.set_id, row.number, row.name) != (
                printing.set_id,
                printing.number,
                printing.name,
            ):
                yield f"{row.species}: {row.card_id} is {printing.name} {printing.number}"

    def _roster_sizes(self, there: Counter[str]) -> Iterator[str]:
        stated = self._record.result.trainers
        if dict(there) != stated:
            yield f"{dict(there)} Trainers are there, not {stated}"
        pool = self._pool
        asked = wilds_of(pool, list(self._modules)) if pool else stated
        if self._policy.eligibility.only_owned:
            asked = {name: min(count, stated.get(name, 0)) for name, count in asked.items()}
        if stated and stated != {name: count for name, count in asked.items() if count}:
            yield f"the rosters hold {asked}, not {stated}"

    def lanes(self) -> Iterator[str]:
        stated = self._record.result.lanes
        for name in stated.keys() - self._modules.keys():
            yield f"lanes of '{name}' are stated, and there is no such module"
        for name, module in self._modules.items():
            counted = self._count(module)
            if name not in stated:
                yield f"module '{name}': its lanes are not stated"
            elif stated[name] != counted:
                yield from _differences(f"module '{name}'", stated[name], counted)

    def _count(self, module: Module) -> LanesEntry:
        cells = [
            (row.type, row.hp)
            for row in self._record.rows
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

    def cost(self) -> Iterator[str]:
        """Reckon the cost again, unless the prices have changed since it was stated."""
        stated, currency = self._record.result.cost, self._policy.currency
        prices = self._catalog.prices
        if self._has_other_prices or currency not in prices.currencies:
            return
        counted = prices.cost((row.card_id for row in self._record.rows), currency)
        again = CostEntry(**asdict(counted), prices=self._catalog.prices_sha256)
        if stated != again:
            yield f"the cards cost {counted}, and {stated.total if stated else 'nothing'} is stated"
        if self._policy.budget is not None and counted.total > self._policy.budget:
            yield f"the cards cost {counted}, above {money(self._policy.budget, currency)}"

    def tiers(self) -> Iterator[str]:
        tiers = self._record.result.tiers
        if tuple(tier.name for tier in tiers) != _TIERS:
            yield f"the tiers are {', '.join(t.name for t in tiers)}, not {', '.join(_TIERS)}"
            return
        for tier, counted in zip(tiers, self._tier_values(), strict=True):
            if tier.value != counted:
                yield f"tier {tier.name}: the cards give {counted}, not {tier.value}"
            yield from _bound_faults(tier)

    def _tier_values(self) -> tuple[int, int, int]:
        return (
            sum(row.role == Role.OUTLIER for row in self._record.rows),
            sum(self._count(module).squares for module in self._modules.values()),
            sum(self._weight(printing) for _, printing in self._real),
        )


def _differences(where: str, stated: LanesEntry, counted: LanesEntry) -> Iterator[str]:
    for name in LanesEntry.model_fields:
        if getattr(stated, name) != getattr(counted, name):
            yield f"{where}: {name} are {getattr(counted, name)}, not {getattr(stated, name)}"


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
