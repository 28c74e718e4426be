"""Requirements that no deck can meet together, found before anything is solved."""

from collections.abc import Iterable, Sequence

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.eligibility import Eligibility
from deckbuilder.catalog.policy import Policy
from deckbuilder.catalog.pools import Pool
from deckbuilder.domain.cards import Species
from deckbuilder.errors import BadInputError, InfeasibleError


def check_required(pool: Pool, catalog: Catalog, policy: Policy) -> None:
    """Check that the required cards can stand for species of the pool, all of them.

    Raises:
        BadInputError: A required card shows no species of the pool.
        InfeasibleError: Requirements clash; the error names a smallest set that does.
    """
    without = policy.model_copy(
        update={"eligibility": policy.eligibility.model_copy(update={"require": ()})}
    )
    eligibility = Eligibility(without, catalog)
    natives = {one.dex: one for one in pool.species}
    taken: dict[int, str] = {}
    for card_id in dict.fromkeys(policy.eligibility.require):
        printing = catalog.printings[card_id]
        shown = [natives[dex] for dex in printing.dex if dex in natives]
        if not shown:
            raise BadInputError(
                f"required card '{card_id}' ({printing.name}) is not of {pool.name}"
            )
        if reason := eligibility.reason(printing):
            raise _clash(f"require {card_id}", f"eligibility ({reason})")
        (one,) = shown
        if one.dex in taken:
            raise _clash(f"require {taken[one.dex]}", f"require {card_id} (both are {one.name})")
        hp = eligibility.exceptions.get(one.dex, printing.hp)
        if hp != printing.hp:
            raise _clash(f"require {card_id} ({printing.hp} HP)", f"exception {one.name}: {hp} HP")
        taken[one.dex] = card_id


def check_core_sizes(
    sizes: range, groups: Sequence[Sequence[Species]], *, region: str, together: bool
) -> None:
    """Check that some choice of groups gives the core one of the sizes.

    Raises:
        InfeasibleError: None does; the error names a smallest set of requirements that clash.
    """
    total = sum(map(len, groups))
    asked = f"core size {sizes[0]}" + (f" to {sizes[-1]}" if len(sizes) > 1 else "")
    if sizes[0] >= total or sizes[-1] < 1:
        raise _clash(
            asked, f"{region} has {total} native species, and each module at least one of them"
        )
    reachable = _sums(map(len, groups))
    if together and not any(size in sizes for size in reachable):
        nearest = min(reachable - {0, total}, key=lambda size: (abs(size - sizes[0]), size))
        raise _clash(
            asked, f"families stay together (nearest size {nearest}; or use --split-families)"
        )


def _sums(sizes: Iterable[int]) -> set[int]:
    reachable = {0}
    for size in sizes:
        reachable |= {size + one for one in reachable}
    return reachable


def _clash(*requirements: str) -> InfeasibleError:
    return InfeasibleError(f"these requirements clash: {'; '.join(requirements)}")
