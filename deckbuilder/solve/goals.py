"""The goals, one after the other, and what a deck costs in each."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from deckbuilder.domain.rubric import Lanes, Rubric
from deckbuilder.solve.instance import Candidate, Problem, choice_outside


class Goal(Enum):
    """What is minimised, one after the other."""

    COST = "cost"
    """Cents of every card: no goal of its own, and held to the budget where there is one."""
    BALANCE = "balance"
    """Σ (lane count)² over the lanes of all modules."""
    PRINTINGS = "printings"
    """Minus the preference's weight of every card, outliers too."""
    ART = "art"
    """Minus the art of every card: of decks equally preferred, the ones better to look at."""
    AGE = "age"
    """Days of release: of decks that are alike so far, the older cards."""
    ID = "id"
    """Ranks of the ids among a species' candidates: a tie-break that always decides alike."""


def goals_of(problem: Problem) -> list[Goal]:
    """The goals of a problem in their order; art is none of its own where it is preferred."""
    every = [one for many in problem.choices.values() for one in many]
    art_is_preferred = all(one.weight == one.art for one in every)
    idle = {Goal.COST, Goal.ART} if art_is_preferred else {Goal.COST}
    return [goal for goal in Goal if goal not in idle]


Held = Mapping[Goal, int]
"""Goals that are settled, each with the value that a deck may not exceed."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A module for every group and a candidate for every species."""

    rubrics: tuple[Rubric, ...]
    """The rubric of each module."""
    parts: tuple[int, ...]
    """The module of each group."""
    grid: Mapping[int, Candidate]
    """The candidate of each species that its module's rubric covers, by dex number."""
    outliers: Mapping[int, Candidate]
    """The candidate of each species that it does not."""


def costs(goal: Goal, candidates: tuple[Candidate, ...]) -> tuple[int, ...]:
    """What each candidate of a species adds to a goal; the balance is no sum over cards."""
    match goal:
        case Goal.COST:
            return tuple(one.cost for one in candidates)
        case Goal.PRINTINGS:
            return tuple(-one.weight for one in candidates)
        case Goal.ART:
            return tuple(-one.art for one in candidates)
        case Goal.AGE:
            return tuple(one.age for one in candidates)
        case Goal.ID:
            ranks = sorted(one.card_id for one in candidates)
            return tuple(ranks.index(one.card_id) for one in candidates)
        case Goal.BALANCE:
            return (0,) * len(candidates)


def outlier_cost(goal: Goal, candidates: tuple[Candidate, ...]) -> int:
    """What a species adds to a goal as an outlier."""
    return costs(goal, candidates)[candidates.index(choice_outside(candidates))]


def value(goal: Goal, deck: Deck, problem: Problem) -> int:
    """Work out what a deck costs in a goal."""
    if goal is Goal.BALANCE:
        return sum(squares(module, deck, problem) for module in problem.modules)
    return sum(
        costs(goal, problem.choices[dex])[problem.choices[dex].index(one)]
        for cards in (deck.grid, deck.outliers)
        for dex, one in cards.items()
    )


def squares(module: int, deck: Deck, problem: Problem) -> int:
    """Σ (lane count)² of one module."""
    cells = [
        deck.grid[dex].cell
        for group, part in zip(problem.groups, deck.parts, strict=True)
        for dex in group.members
        if part == module and dex in deck.grid
    ]
    return Lanes.count(deck.rubrics[module], cells).squares
