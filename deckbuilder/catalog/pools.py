"""Pools: the native species that a deck is made of, as typed on the command line."""

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.checked_file import load_yaml
from deckbuilder.catalog.files import DATA, read_text
from deckbuilder.catalog.names import did_you_mean
from deckbuilder.catalog.rubric_file import SPLITS, RubricFile
from deckbuilder.domain.cards import REGIONS, Species
from deckbuilder.errors import BadInputError

CORE: Final = "core"
EXPANSION: Final = "expansion"
KANTO: Final = "kanto"
BASE_SET: Final = "base_set"
"""The core of the universal Kanto deck, which no split has made."""
KANTO_TABLE: Final = DATA / "pokemon.csv"
"""Names the species of the universal Kanto deck, and those of its core."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Native species of regions, or of modules of regions."""

    parts: tuple[str, ...]
    """`kanto`, or `kanto:core`; in the order of the generations."""
    species: tuple[Species, ...]
    """In dex order."""

    @property
    def name(self) -> str:
        """The pool's name: `kanto+johto`."""
        return "+".join(self.parts)

    @property
    def is_one_region(self) -> bool:
        """Whether it is all of one region, which can be split."""
        return len(self.parts) == 1 and ":" not in self.parts[0]


def find_pool(typed: Iterable[str], catalog: Catalog) -> Pool:
    """Resolve the names of regions and of their modules.

    Args:
        typed: `kanto`, `johto:core`, …, in any case; commas part them too.
        catalog: The species that there are.

    Raises:
        BadInputError: A name is empty, unknown, or given twice.
    """
    names = [name.strip().lower() for text in typed for name in text.split(",")]
    seen: set[str] = set()
    for name in names:
        region, _, module = _checked(name)
        if region in seen or f"{region}:{module}" in seen or (not module and _any_of(region, seen)):
            raise BadInputError(f"region '{name}' is named twice: name each once")
        seen.add(f"{region}:{module}" if module else region)
    parts = tuple(sorted(seen, key=_order))
    listed = [one for part in parts for one in _natives(part, catalog)]
    species = {one.dex: one for one in listed}
    if len(species) < len(listed):
        raise BadInputError(f"{' and '.join(parts)} share species: name each species' module once")
    return Pool(parts, tuple(one for _, one in sorted(species.items())))


def _any_of(region: str, seen: set[str]) -> bool:
    return any(one.partition(":")[0] == region for one in seen)


def _checked(name: str) -> tuple[str, str, str]:
    region, colon, module = name.partition(":")
    if not name:
        raise BadInputError(f"a region's name is empty: '' is none of {', '.join(REGIONS)}")
    if region not in REGIONS:
        raise BadInputError(
            f"no region is called '{region}'{did_you_mean(region, REGIONS)} "
            f"(regions: {', '.join(REGIONS)})"
        )
    known = (CORE, EXPANSION, *((BASE_SET,) if region == KANTO else ()))
    if colon and module not in known:
        raise BadInputError(
            f"'{name}': {region} has no module '{module}'{did_you_mean(module, known)} "
            f"(modules: {', '.join(known)})"
        )
    return region, colon, module


def _order(part: str) -> tuple[int, str]:
    region, _, module = part.partition(":")
    return (REGIONS.index(region), module)


def _natives(part: str, catalog: Catalog) -> Iterable[Species]:
    region, _, module = part.partition(":")
    if not module:
        return catalog.natives([region])
    if module == BASE_SET:
        rows = csv.DictReader(io.StringIO(read_text(KANTO_TABLE), newline=""))
        return [_named(row["dex"], KANTO_TABLE, catalog) for row in rows if row[BASE_SET] == "true"]
    path = SPLITS / f"{region}.yaml"
    entry = next((one for one in load_yaml(path, RubricFile).modules if one.name == module), None)
    if entry is None or entry.species is None:
        raise BadInputError(f"'{path}' does not say which species are in '{part}'")
    return [_named(name, path, catalog) for name in entry.species]


def _named(name: str, path: Path, catalog: Catalog) -> Species:
    try:
        return catalog.names.typed(name)
    except BadInputError as error:
        raise BadInputError(f"'{path}': {error}") from error
