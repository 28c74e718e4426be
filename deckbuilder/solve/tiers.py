"""The goals in their order, over every rubric that is still in the running."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from deckbuilder.domain.plan import Tier
from deckbuilder.domain.rubric import Rubric
from deckbuilder.solve.budget import Budget
from deckbuilder.solve.coverage import coverage
from deckbuilder.solve.instance import Candidate, Choices, within
from deckbuilder.solve.model import Assignment, Finding, Goal, RubricModel

Progress = Callable[[str], None]
"""Told, in a few words, what is being worked on."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The best rubric with a candidate for every species, outliers included."""

    rubric: Rubric
    grid: Assignment
    outliers: Assignment
    tiers: tuple[Tier, ...]


class Contender:
    """A rubric in the running: a model of its grid, and the outliers that it leaves."""

    def __init__(self, rubric: Rubric, choices: Choices, inside: Choices) -> None:
        self.rubric: Final = rubric
        self.model: Final = RubricModel(rubric, inside)
        self.outliers: Final[Assignment] = {
            dex: min(candidates, key=lambda one: one.order)
            for dex, candidates in choices.items()
            if dex not in inside
        }

    def minimise(self, goal: Goal, budget: Budget) -> Finding:
        """Minimise a goal over the whole deck."""
        found = self.model.minimise(goal, budget)
        fixed = self._fixed(goal)
        return Finding(found.value + fixed, found.bound + fixed)

    def value(self, goal: Goal) -> int:
        """What the best deck so far costs in a goal."""
        return self.model.value(goal, self.model.assignment) + self._fixed(goal)

    def relaxed_bound(self, goal: Goal) -> int:
        """Bound a goal over every deck of this rubric, however it does in the goals before."""
        return self.model.relaxed_bound(goal) + self._fixed(goal)

    def _fixed(self, goal: Goal) -> int:
        """What the outliers cost, whose cards are settled."""
        return -sum(one.weight for one in self.outliers.values()) * (goal is Goal.PRINTINGS)


def solve_tiers(
    choices: Choices,
    budget: Budget,
    *,
    given: Rubric | None = None,
    progress: Progress = lambda _: None,
) -> Solution:
    """Find the rubric and the candidates that are best in all tiers.

    Tier 1 is settled by the coverage of all rubrics. Those that reach its optimum are few; each
    becomes a model, and goal after goal drops the models that are not among the best.

    Args:
        choices: Candidates of each species, the best of each cell, in or out of any rubric.
        budget: Time, workers and seed. When time runs out the best found so far is given.
        given: The rubric to use; by default the best of all.
        progress: Told what is being worked on.

    Returns:
        The best solution, with the value and the proven bound of every tier.
    """
    progress("covering every rubric")
    rubrics = [given] if given else coverage(choices).best_rubrics()
    ladder = Ladder(contenders(rubrics, choices), budget)
    bounds = {goal: ladder.climb(goal, progress) for goal in Goal}
    winner = ladder.contenders[0]
    outliers = len(winner.outliers)
    return Solution(
        winner.rubric,
        winner.model.assignment,
        winner.outliers,
        (
            Tier("outliers", outliers, outliers),
            Tier("balance", winner.value(Goal.BALANCE), bounds[Goal.BALANCE]),
            Tier("printings", -winner.value(Goal.PRINTINGS), -bounds[Goal.PRINTINGS]),
        ),
    )


def contenders(rubrics: Iterable[Rubric], choices: Choices) -> list[Contender]:
    """Make a contender of each rubric; of those that hold the same cards, the first stands in."""
    by_cards: dict[tuple[tuple[Candidate, ...], ...], Contender] = {}
    for rubric in rubrics:
        inside = within(choices, rubric)
        cards = tuple(inside.values())
        if cards not in by_cards:
            by_cards[cards] = Contender(rubric, choices, inside)
    return list(by_cards.values())


class Ladder:
    """Contenders that are alike in the goals so far."""

    def __init__(self, all_contenders: Sequence[Contender], budget: Budget) -> None:
        self.contenders = list(all_contenders)
        self._budget = budget
        self._all = tuple(all_contenders)
        self._settled = True

    def climb(self, goal: Goal, progress: Progress = lambda _: None) -> int:
        """Minimise a goal over all contenders, and keep the best.

        Returns:
            A bound on the goal: no deck that is as good in the goals before is lower. Once a
            goal is left unsettled, the later bounds hold for every deck of every contender.
        """
        progress(f"{goal.value}: rubrics in the running: {len(self.contenders)}")
        with ThreadPoolExecutor(self._budget.workers) as pool:
            findings: list[Finding] = list(
                pool.map(lambda one: one.minimise(goal, self._budget), self.contenders)
            )
        best = min(finding.value for finding in findings)
        bound = min(finding.bound for finding in findings)
        if not self._settled:
            bound = min(one.relaxed_bound(goal) for one in self._all)
        self._settled &= (
            all(finding.value == best or finding.bound > best for finding in findings)
            and best == bound
        )
        self.contenders = [
            one
            for one, finding in zip(self.contenders, findings, strict=True)
            if finding.value == best
        ]
        return bound
