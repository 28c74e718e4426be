"""From a request to a plan: the pool, its exceptions, the tiers, and every card's reason."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.policy import Eligibility, Policy
from deckbuilder.domain.cards import Species
from deckbuilder.domain.plan import Mode, Placement, Plan, Role
from deckbuilder.domain.rubric import Module, Rubric
from deckbuilder.errors import BadInputError
from deckbuilder.solve.budget import Budget
from deckbuilder.solve.instance import Candidate, Candidates
from deckbuilder.solve.model import Goal
from deckbuilder.solve.tiers import Progress, solve_tiers

STEPS: Final = 1 + len(Goal)
"""Steps that progress is told of: the coverage, then every goal."""


@dataclass(frozen=True, slots=True)
class Request:
    """What deck is asked for."""

    regions: tuple[str, ...]
    """Regions whose native species make the pool."""
    mode: Mode
    given: Module | None = None
    """The module to fill; by default one named after the pool, with the best rubric."""

    @property
    def pool(self) -> str:
        """The pool's name: `kanto+johto`."""
        return "+".join(self.regions)

    @property
    def folder(self) -> str:
        """The folder that its deck goes to by default: the pool, and a mode that is not joint."""
        return self.pool if self.mode is Mode.JOINT else f"{self.pool}-{self.mode}"


def optimize(
    request: Request,
    catalog: Catalog,
    policy: Policy,
    budget: Budget,
    progress: Progress = lambda _: None,
) -> Plan:
    """Solve a request.

    Raises:
        BadInputError: The policy leaves a species no printing, or an exception none of its HP.
    """
    eligibility = Eligibility(policy, catalog)
    candidates = Candidates(catalog, policy, eligibility)
    natives = catalog.natives(request.regions)
    pool = {one.dex: candidates.of(one) for one in natives}
    exceptions = {
        one.dex: _exception(one, pool[one.dex], eligibility.exceptions[one.dex])
        for one in natives
        if one.dex in eligibility.exceptions
    }
    balanced = {dex: many for dex, many in pool.items() if dex not in exceptions}
    given = request.given.rubric if request.given else None
    solution = solve_tiers(balanced, budget, given=given, progress=progress)
    module = request.given or Module(request.pool, solution.rubric)

    def place(dex: int, one: Candidate, role: Role, reason: str) -> Placement:
        return Placement(dex, module.name, one.card_id, one.cell, role, reason)

    placements = [place(dex, one, Role.GRID, "") for dex, one in solution.grid.items()]
    placements += [
        place(dex, one, Role.EXCEPTION, f"always {one.cell.hp} HP")
        for dex, one in exceptions.items()
    ]
    placements += [
        place(dex, one, Role.OUTLIER, outlier_reason(module.rubric, pool[dex]))
        for dex, one in solution.outliers.items()
    ]
    fixed_weight = sum(one.weight for one in exceptions.values())
    outliers, balance, printings = solution.tiers
    return Plan(
        pool=request.pool,
        regions=request.regions,
        mode=request.mode,
        modules=(module,),
        placements=tuple(sorted(placements, key=lambda one: one.dex)),
        tiers=(outliers, balance, printings.plus(fixed_weight)),
        preference="art",
        catalog=catalog.stamp,
        seed=budget.seed,
    )


def _exception(one: Species, candidates: Iterable[Candidate], hp: int) -> Candidate:
    having = [candidate for candidate in candidates if candidate.cell.hp == hp]
    if not having:
        raise BadInputError(
            f"the policy gives '{one.name}' {hp} HP, and no eligible printing of it has them; "
            f"change exceptions or eligibility in the policy file"
        )
    return min(having, key=lambda candidate: candidate.order)


def outlier_reason(rubric: Rubric, candidates: Iterable[Candidate]) -> str:
    """Say why a species is outside a rubric, by the printed cell that comes nearest.

    Nearest is the cell that misses on one axis rather than on both, then by the fewest HP.
    """
    low, high = rubric.hp[0], rubric.hp[-1]

    def miss(one: Candidate) -> tuple[int, int]:
        wrong_type = one.cell.type not in rubric.types
        beyond = max(low - one.cell.hp, one.cell.hp - high, 0)
        return (wrong_type + (beyond > 0), beyond)

    nearest = min(candidates, key=lambda one: (miss(one), one.order)).cell
    axes = ["type not in the rubric"] * (nearest.type not in rubric.types)
    axes += [f"HP outside {low}–{high}"] * (nearest.hp not in rubric.hp)
    return f"{' and '.join(axes)}; nearest {nearest}"
