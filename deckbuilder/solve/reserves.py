"""Reserves: cards from outside the deck that tie its own cards together."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.domain.plan import Placement, Reserve, Role
from deckbuilder.domain.rubric import Lanes, Module
from deckbuilder.errors import BadInputError
from deckbuilder.solve.instance import Candidate, Candidates


def find_reserves(
    modules: Sequence[Module],
    placements: Sequence[Placement],
    candidates: Candidates,
    catalog: Catalog,
) -> tuple[Reserve, ...]:
    """List the reserves of every module.

    A reserve is in no module of the deck, is a neighbour in the evolution family of a card of the
    module, and has a printing in its rubric. Those that tie the most cards come first, then those
    that fill the thinnest lanes.
    """
    there = {one.dex for one in placements}
    found = [
        reserve
        for module in modules
        for reserve in _of_module(module, placements, there, candidates, catalog)
    ]
    order = {module.name: index for index, module in enumerate(modules)}
    return tuple(
        sorted(found, key=lambda one: (order[one.module], -len(one.ties), one.company, one.dex))
    )


def _of_module(
    module: Module,
    placements: Sequence[Placement],
    there: set[int],
    candidates: Candidates,
    catalog: Catalog,
) -> Iterator[Reserve]:
    here = [one for one in placements if one.module == module.name]
    lanes = Lanes.count(module.rubric, [one.cell for one in here if one.role is Role.GRID])
    for dex, ties in _neighbours({one.dex for one in here}, there, catalog).items():
        try:
            every = candidates.of(catalog.species[dex])
        except BadInputError:
            continue  # the policy leaves it no card, and nobody asked for it
        inside = [one for one in every if one.cell in module.rubric]
        if inside:
            best = min(inside, key=lambda one: (_company(one, lanes), one.order))
            company = _company(best, lanes)
            yield Reserve(module.name, dex, best.card_id, best.cell, tuple(sorted(ties)), company)


def _neighbours(here: set[int], there: set[int], catalog: Catalog) -> dict[int, set[int]]:
    """Species outside the deck that evolve directly from or into one of these."""
    ties: defaultdict[int, set[int]] = defaultdict(set)
    for one in catalog.species.values():
        below = one.evolves_from
        if below is None:
            continue
        if one.dex in here and below not in there:
            ties[below].add(one.dex)
        if below in here and one.dex not in there:
            ties[one.dex].add(below)
    return ties


def _company(one: Candidate, lanes: Lanes) -> int:
    rubric = lanes.rubric
    return lanes.types[rubric.types.index(one.cell.type)] + lanes.hp[rubric.hp.index(one.cell.hp)]
