"""What a deck claims as a whole: its files, its catalogue, its species and their modules."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from deckbuilder.verify.case import Case


def files(case: Case) -> Iterator[str]:
    """Hold the files to each other."""
    yield from case.record.faults
    result = case.record.result
    if result.pool != "+".join(result.regions):
        yield f"the pool is called '{result.pool}', and is of {', '.join(result.regions)}"
    if result.preference != case.policy.prefer:
        yield f"the preference is {result.preference}, and the policy's {case.policy.prefer}"


def catalogue(case: Case) -> Iterator[str]:
    """Hold the deck to the catalogue and the prices that it was solved on."""
    stated, stamp = case.record.result.catalog, case.catalog.stamp
    if stated.sha256 != stamp.sha256:
        yield (
            f"the deck was solved on the catalogue of {stated.date} ({stated.sha256[:12]}…), "
            f"this one is of {stamp.date} ({stamp.sha256[:12]}…): name that one with --catalog"
        )
    elif case.has_other_prices and case.is_thrifty:
        yield "its cards were chosen by prices that have changed since: solve it again"


def species(case: Case) -> Iterator[str]:
    """Hold the deck to the native species of its pool, each once."""
    regions = ", ".join(case.record.result.regions)
    if case.pool is None:
        yield f"there is no such pool as {regions}"
        return
    natives = {one.dex: one.name for one in case.pool.species}
    there = Counter(row.dex for row in case.pokemon)
    missing = case.record.result.missing
    for name in missing:
        if name not in natives.values():
            yield f"{name} is said to be missing, and is no native of {regions}"
    for dex, name in natives.items():
        if name in missing:
            yield from _missing_faults(case, dex, name, there[dex])
        elif there[dex] != 1:
            yield f"{name} (dex {dex}) is {'missing' if not there[dex] else 'there twice'}"
    for row in case.pokemon:
        if row.dex not in natives:
            yield f"{row.species} (dex {row.dex}) is no native of {regions}"


def _missing_faults(case: Case, dex: int, name: str, there: int) -> Iterator[str]:
    always = case.eligible.always.get(dex)
    owned = [one for one in case.eligible.printings(dex) if always in {None, one.hp}]
    if there:
        yield f"{name} (dex {dex}) is said to be missing, and is there"
    elif not case.policy.eligibility.only_owned:
        yield f"{name} (dex {dex}) is missing, and not only owned cards were asked for"
    elif owned:
        yield f"{name} (dex {dex}) is missing, and {owned[0].card_id} is owned"


def sizes(case: Case) -> Iterator[str]:
    """Hold the core of a split to the sizes that were asked for."""
    asked = case.record.result.core_sizes
    if (len(case.modules) == 2) != (asked is not None):  # noqa: PLR2004 - core and expansion
        yield f"{len(case.modules)} modules, and core sizes {asked}"
    elif asked:
        core = case.record.modules[0].name
        held = sum(row.module == core for row in case.pokemon)
        if not asked.least <= held <= asked.most:
            yield f"{core} holds {held} native species, not {asked.least} to {asked.most}"


def families(case: Case) -> Iterator[str]:
    """Hold families together, where that was asked for."""
    if not case.record.result.families_together:
        return
    homes: defaultdict[int, set[str]] = defaultdict(set)
    members: defaultdict[int, list[str]] = defaultdict(list)
    for row in case.pokemon:
        if one := case.catalog.species.get(row.dex or 0):
            homes[one.family].add(row.module)
            members[one.family].append(f"{one.name} in {row.module}")
    for family, modules in homes.items():
        if len(modules) > 1:
            yield f"a family is parted: {', '.join(members[family])}"
