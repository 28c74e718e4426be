"""The Trainer cards of a deck: each part of its pool brings local characters, none twice."""

from collections.abc import Collection, Sequence

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.policy import Policy
from deckbuilder.catalog.pools import BASE_SET, CORE, EXPANSION, Pool
from deckbuilder.catalog.trainers import (
    CORE_SIZE,
    Part,
    RosterCard,
    Rosters,
    Words,
    load_trainers,
)
from deckbuilder.domain.plan import Wild
from deckbuilder.errors import BadInputError


def choose_wilds(
    pool: Pool,
    modules: Sequence[str],
    catalog: Catalog,
    policy: Policy,
    asked: Sequence[str] = (),
) -> tuple[Wild, ...]:
    """Choose the Trainers of every module.

    Args:
        pool: Where the characters are from: a region brings nine, a core six, an expansion three.
        modules: Names of the deck's modules; of two the first gets six and the second three.
        catalog: The cards that there are.
        policy: Weighs the art, and may bar sets and cards.
        asked: Characters, printed names or ids that are to be there first.

    Raises:
        BadInputError: There is no such Trainer, or one is asked for twice.
        InfeasibleError: A region has too few Trainers under the policy.
    """
    rosters = Rosters(catalog, policy, load_trainers(catalog))
    wanted = [rosters.find(name) for name in asked]
    taken: set[Words] = set()
    chosen: list[RosterCard] = []
    regions = _parts(pool)
    for index, (region, part) in enumerate(regions.items()):
        here = [one for one in wanted if _belongs(one, region, regions, first=index == 0)]
        wanted = [one for one in wanted if one not in here]
        roster = rosters.roster(region, part, frozenset(taken), here)
        taken |= {one.key for one in roster}
        chosen += roster
    _check_distinct(chosen)
    core = CORE_SIZE if len(modules) > 1 else len(chosen)
    return tuple(
        Wild(modules[0 if index < core else 1], one.printing.card_id, one.character)
        for index, one in enumerate(chosen)
    )


def _parts(pool: Pool) -> dict[str, Part]:
    """Find which roster each region brings: both as one, where both its modules are there."""
    parts: dict[str, Part] = {}
    for name in pool.parts:
        region, _, module = name.partition(":")
        parts[region] = "whole" if region in parts else _part(module)
    return parts


def _part(module: str) -> Part:
    if module in {CORE, BASE_SET}:
        return "core"
    return "expansion" if module == EXPANSION else "whole"


def _belongs(one: RosterCard, region: str, regions: Collection[str], *, first: bool) -> bool:
    """A character goes to its own region's roster, or to the first where that is not there."""
    return one.region == region if one.region in regions else first


def _check_distinct(chosen: Sequence[RosterCard]) -> None:
    seen: set[Words] = set()
    for one in chosen:
        if one.key in seen:
            raise BadInputError(f"trainer '{one.character}' is asked for twice: name each once")
        seen.add(one.key)
