"""Why a card is outside the grid, in words."""

from collections.abc import Sequence

from deckbuilder.domain.rubric import Module, Rubric
from deckbuilder.solve.instance import Candidate


def outlier_reason(home: Module, others: Sequence[Module], candidates: Sequence[Candidate]) -> str:
    """Say why a species is an outlier of its module, and what comes nearest.

    Args:
        home: The module that it is in.
        others: The deck's other modules.
        candidates: Its best candidate of every cell.
    """
    for other in others:
        if inside := [one for one in candidates if one.cell in other.rubric]:
            best = min(inside, key=lambda one: one.order)
            return (
                f"stranded by its family: {other.name} has a place at {best.cell}, "
                f"were the family parted; {_miss(home.rubric, candidates)}"
            )
    return _miss(home.rubric, candidates)


def _miss(rubric: Rubric, candidates: Sequence[Candidate]) -> str:
    """Tell by which axis the nearest cell misses: on one rather than both, then by fewest HP."""
    low, high = rubric.hp[0], rubric.hp[-1]

    def miss(one: Candidate) -> tuple[int, int]:
        wrong_type = one.cell.type not in rubric.types
        beyond = max(low - one.cell.hp, one.cell.hp - high, 0)
        return (wrong_type + (beyond > 0), beyond)

    nearest = min(candidates, key=lambda one: (miss(one), one.order)).cell
    axes = ["type not in the rubric"] * (nearest.type not in rubric.types)
    axes += [f"HP outside {low}–{high}"] * (nearest.hp not in rubric.hp)
    return f"{' and '.join(axes)}; nearest {nearest}"
