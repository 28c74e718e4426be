"""House families: small groups that a table lets play like an evolution family."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from pydantic import Field

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.checked_file import Strict, load_yaml
from deckbuilder.catalog.files import DATA
from deckbuilder.catalog.names import did_you_mean
from deckbuilder.errors import BadInputError

HOUSE_FAMILIES: Final = DATA / "house-families.yaml"
"""The families that come with the program."""


@dataclass(frozen=True, slots=True)
class HouseFamily:
    """Species of which any may be played on any other."""

    name: str
    members: tuple[int, ...]
    """Dex numbers, in dex order."""


class HouseFile(Strict):
    """What stands in a file of house families."""

    families: dict[str, tuple[str, ...]] = Field(description="Names of the members, by family.")


def load_houses(catalog: Catalog, path: Path = HOUSE_FAMILIES) -> dict[str, HouseFamily]:
    """Read house families, by name.

    Raises:
        BadInputError: The file breaks the schema, a member is no species or stands twice in its
            family, or a family has fewer than two.
    """
    content = load_yaml(path, HouseFile)
    try:
        return {name: _family(name, members, catalog) for name, members in content.families.items()}
    except BadInputError as error:
        raise BadInputError(f"'{path}': {error}") from error


def _family(name: str, members: Iterable[str], catalog: Catalog) -> HouseFamily:
    try:
        found = sorted(catalog.names.typed(member).dex for member in members)
    except BadInputError as error:
        raise BadInputError(f"house family '{name}': {error}") from error
    for one, following in pairwise(found):
        if one == following:
            twice = catalog.species[one].name
            raise BadInputError(f"house family '{name}': '{twice}' stands twice: name it once")
    if len(found) < 2:  # noqa: PLR2004 - one card alone is no family
        raise BadInputError(f"house family '{name}' has fewer than two members")
    return HouseFamily(name, tuple(found))


def houses_of(names: Iterable[str], file: Path | None, catalog: Catalog) -> tuple[HouseFamily, ...]:
    """Find the house families of a table: all of its own file, and those asked for by name.

    Raises:
        BadInputError: The file is not right, or there is no such family.
    """
    own = load_houses(catalog, file) if file else {}
    return find_houses([*own, *names], {**load_houses(catalog), **own})


def find_houses(names: Iterable[str], known: Mapping[str, HouseFamily]) -> tuple[HouseFamily, ...]:
    """Find the house families that a table plays with, each once and by its name.

    Raises:
        BadInputError: There is no such family; the error suggests the nearest.
    """
    chosen: dict[str, HouseFamily] = {}
    for name in names:
        if name not in known:
            raise BadInputError(
                f"no house family is called '{name}'{did_you_mean(name, known)} "
                f"(families: {', '.join(known)})"
            )
        chosen[name] = known[name]
    return tuple(chosen.values())
