"""From a request to a plan: the pool, its exceptions, the tiers, and every card's reason."""

from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.eligibility import Eligibility
from deckbuilder.catalog.policy import Policy
from deckbuilder.catalog.pools import CORE, EXPANSION, Pool
from deckbuilder.catalog.wilds import choose_wilds
from deckbuilder.domain.cards import Species
from deckbuilder.domain.plan import Mode, Placement, Plan, Role
from deckbuilder.domain.prices import Cost, money
from deckbuilder.domain.rubric import Module
from deckbuilder.errors import BadInputError, InfeasibleError
from deckbuilder.solve.clashes import check_core_sizes, check_required
from deckbuilder.solve.effort import Effort
from deckbuilder.solve.goals import Deck, Goal
from deckbuilder.solve.instance import Candidate, Candidates, Group, Problem, choice_outside
from deckbuilder.solve.reasons import outlier_reason
from deckbuilder.solve.reserves import find_reserves
from deckbuilder.solve.tiers import BudgetError, Progress, Solution, solve_tiers

STEPS: Final = 1 + len(Goal)
"""Steps that progress is told of at most: the coverage, then every goal."""
CORE_SHARE: Final = 72 / 151
"""Share of a region's native species that its core holds, as in Kanto."""
CORE_LEEWAY: Final = 2
"""Species more or fewer that the core may hold, unless asked otherwise."""


@dataclass(frozen=True, slots=True)
class Request:
    """What deck is asked for."""

    pool: Pool
    mode: Mode
    given: tuple[Module, ...] = ()
    """The modules with their rubrics, where they are given."""
    core_sizes: range | None = None
    """Of a split: how many native species the core may hold; by default 72/151 of them, ± 2."""
    families_together: bool = True
    """Of a split: whether each family stays in one module."""

    trainers: tuple[str, ...] | None = ()
    """Trainers that are to be in the rosters first; none for a deck without Trainers."""

    def without(self, dexes: Container[int]) -> "Request":
        """Ask for the same without some species."""
        left = tuple(one for one in self.pool.species if one.dex not in dexes)
        return replace(self, pool=replace(self.pool, species=left))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the modules."""
        if self.given:
            return tuple(module.name for module in self.given)
        return (CORE, EXPANSION) if self.mode is Mode.SPLIT else (self.pool.name,)

    @property
    def sizes(self) -> range | None:
        """How many native species the core may hold, where there is one."""
        if len(self.names) == 1:
            return None
        even = round(CORE_SHARE * len(self.pool.species))
        return self.core_sizes or range(even - CORE_LEEWAY, even + CORE_LEEWAY + 1)

    @property
    def folder(self) -> str:
        """The folder that its deck goes to by default, named after pool and mode."""
        given = self.given and self.mode is not Mode.UNIVERSAL
        suffix = "" if self.mode in {Mode.SPLIT, Mode.JOINT} and not given else f"-{self.mode}"
        joint_region = self.mode is Mode.JOINT and self.pool.is_one_region
        return self.pool.name.replace(":", "-") + ("-joint" if joint_region else suffix)


def optimize(
    request: Request,
    catalog: Catalog,
    policy: Policy,
    effort: Effort,
    progress: Progress = lambda _: None,
) -> Plan:
    """Solve a request.

    Raises:
        BadInputError: The policy leaves a species no printing, or an exception none of its HP.
        InfeasibleError: Requirements clash.
    """
    return Task(request, catalog, policy).solve(effort, progress)


class Task:
    """A request made ready to be solved."""

    def __init__(self, request: Request, catalog: Catalog, policy: Policy) -> None:
        """Work out the pool, the exceptions and the groups; see `optimize` for what is raised."""
        self._catalog = catalog
        self._policy = policy
        check_required(request.pool, catalog, policy)
        eligibility = Eligibility(policy, catalog)
        self._missing: Final = _missing(request.pool, policy, eligibility)
        request = request.without(self._missing)
        self._request: Final = request
        self._candidates: Final = Candidates(catalog, policy, eligibility)
        self._pool: Final = {one.dex: self._candidates.of(one) for one in request.pool.species}
        self._exceptions: Final = {
            one.dex: _exception(one, self._pool[one.dex], eligibility.exceptions[one.dex])
            for one in request.pool.species
            if one.dex in eligibility.exceptions
        }
        self._groups: Final = self._group_species()
        self._wilds: Final = (
            ()
            if request.trainers is None
            else choose_wilds(request.pool, request.names, catalog, policy, request.trainers)
        )
        if request.sizes:
            check_core_sizes(
                request.sizes,
                self._groups,
                region=request.pool.name,
                together=request.families_together,
            )
        self.problem: Final = Problem(
            choices={dex: m for dex, m in self._pool.items() if dex not in self._exceptions},
            groups=tuple(map(self._group, self._groups)),
            given=tuple(one.rubric for one in request.given) or (None,) * len(request.names),
            first_sizes=request.sizes,
            budget=None if policy.budget is None else policy.budget - self._spent_outside,
        )

    @property
    def _spent_outside(self) -> int:
        """Cents that exceptions and Trainers cost, which no choice changes."""
        ids = [one.card_id for one in self._exceptions.values()]
        ids += [one.card_id for one in self._wilds]
        return self._catalog.prices.cost(ids, self._policy.currency).total

    def solve(self, effort: Effort, progress: Progress = lambda _: None) -> Plan:
        """Find the best deck."""
        try:
            return self.plan(solve_tiers(self.problem, effort, progress), effort.seed)
        except BudgetError as error:
            raise InfeasibleError(self._too_dear(error)) from error

    def _too_dear(self, error: BudgetError) -> str:
        def words(cents: int) -> str:
            return money(cents, self._policy.currency)

        asked = f"the budget is {words(self._policy.budget or 0)}, and"
        least = words(error.least + self._spent_outside)
        if error.least == error.bound:
            return (
                f"{asked} the cheapest deck with the fewest outliers costs {least}, proven: raise "
                "the budget, or take cheaper Trainers or none (--no-trainers)"
            )
        bound = words(error.bound + self._spent_outside)
        return (
            f"{asked} the cheapest deck found so far costs {least} (none costs less than {bound}): "
            "raise the budget or --time-limit"
        )

    def alternatives(self, plan: Plan, effort: Effort) -> Iterator[Plan]:
        """Find the best deck of the next-best rubrics, one after the other."""
        without = [tuple(module.rubric for module in plan.modules)]
        while not effort.spent:
            try:
                solution = solve_tiers(self.problem, effort, without=without)
            except (InfeasibleError, BudgetError):
                return  # every rubric has had its turn, or is too dear
            without.append(solution.deck.rubrics)
            yield self.plan(solution, effort.seed)

    def plan(self, solution: Solution, seed: int) -> Plan:
        """Put a solution in the words of the deck."""
        request = self._request
        outliers, balance, printings = solution.tiers
        settled = sum(one.weight for one in self._exceptions.values())
        together = len(request.names) > 1 and request.families_together
        sizes = request.sizes
        modules, placements = self._modules(solution.deck), self._placements(solution.deck)
        return Plan(
            pool=request.pool.parts,
            mode=request.mode,
            modules=modules,
            core_sizes=(sizes[0], sizes[-1]) if sizes else None,
            families_together=together,
            placements=placements,
            wilds=self._wilds,
            trainers_asked=request.trainers,
            reserves=find_reserves(modules, placements, self._candidates, self._catalog),
            tiers=(outliers, balance, printings.plus(settled)),
            preference=self._policy.prefer,
            cost=self._cost(placements),
            missing=self._missing,
            catalog=self._catalog.stamp,
            seed=seed,
        )

    def _cost(self, placements: Sequence[Placement]) -> Cost | None:
        """Add up what the deck costs, where the catalogue has prices in the policy's currency."""
        currency = self._policy.currency
        if currency not in self._catalog.prices.currencies:
            return None
        ids = [one.card_id for one in placements] + [one.card_id for one in self._wilds]
        return self._catalog.prices.cost(ids, currency)

    def _group_species(self) -> list[list[Species]]:
        """Part the pool in groups that stay together; in one module all may be apart."""
        groups: defaultdict[tuple[str, int], list[Species]] = defaultdict(list)
        together = self._request.families_together and len(self._request.names) > 1
        for one in self._request.pool.species:
            key = ("family", one.family) if together else ("species", one.dex)
            groups[key].append(one)
        return list(groups.values())

    def _group(self, species: Sequence[Species]) -> Group:
        members = (one.dex for one in species if one.dex not in self._exceptions)
        return Group(tuple(members), len(species))

    def _modules(self, deck: Deck) -> tuple[Module, ...]:
        return tuple(map(Module, self._request.names, deck.rubrics))

    def _placements(self, deck: Deck) -> tuple[Placement, ...]:
        modules = self._modules(deck)
        placements = []
        for species, part in zip(self._groups, deck.parts, strict=True):
            home = modules[part]
            others = [module for module in modules if module is not home]
            placements += [self._place(one.dex, deck, home, others) for one in species]
        order = {module.name: index for index, module in enumerate(modules)}
        return tuple(sorted(placements, key=lambda one: (order[one.module], one.dex)))

    def _place(self, dex: int, deck: Deck, home: Module, others: Sequence[Module]) -> Placement:
        if one := deck.grid.get(dex):
            return Placement(dex, home.name, one.card_id, one.cell, Role.GRID, "")
        if one := deck.outliers.get(dex):
            reason = outlier_reason(home, others, self._pool[dex])
            return Placement(dex, home.name, one.card_id, one.cell, Role.OUTLIER, reason)
        one = self._exceptions[dex]
        reason = f"always {one.cell.hp} HP"
        return Placement(dex, home.name, one.card_id, one.cell, Role.EXCEPTION, reason)


def _missing(pool: Pool, policy: Policy, eligibility: Eligibility) -> tuple[int, ...]:
    """Find the species that have no owned card, where only those may be used.

    Raises:
        InfeasibleError: None has one.
    """
    if not policy.eligibility.only_owned:
        return ()

    def has_card(dex: int) -> bool:
        always = eligibility.exceptions.get(dex)
        return any(always in (None, one.hp) for one in eligibility.printings(dex))

    missing = tuple(one.dex for one in pool.species if not has_card(one.dex))
    if len(missing) == len(pool.species):
        raise InfeasibleError(f"no owned card can stand for any species of {pool.name}")
    return missing


def _exception(one: Species, candidates: Sequence[Candidate], hp: int) -> Candidate:
    having = [candidate for candidate in candidates if candidate.cell.hp == hp]
    if not having:
        raise BadInputError(
            f"the policy gives '{one.name}' {hp} HP, and no eligible printing of it has them; "
            f"change exceptions or eligibility in the policy file"
        )
    return choice_outside(having)
