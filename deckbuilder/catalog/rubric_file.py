"""Rubric files: modules with their types and HP values, as YAML."""

from pathlib import Path
from typing import Final

import yaml
from pydantic import Field, field_validator, model_validator

from deckbuilder.catalog.checked_file import Strict, load_yaml
from deckbuilder.catalog.files import RUBRICS
from deckbuilder.catalog.names import did_you_mean
from deckbuilder.domain.cards import REGIONS
from deckbuilder.domain.plan import CatalogStamp, Status, Tier
from deckbuilder.domain.rubric import Module, Rubric, rubric_faults
from deckbuilder.errors import BadInputError

UNIVERSAL: Final = RUBRICS / "universal.yaml"
SPLITS: Final = RUBRICS / "split"
"""Solved splits of the regions, which also say which species are in which module."""
JOINTS: Final = RUBRICS / "joint"
"""Solved rubrics of pairs of regions."""


class TierEntry(Strict):
    """A tier as a file states it."""

    name: str = Field(description="`outliers`, `balance` or `printings`.")
    value: int = Field(description="What the deck comes to.")
    bound: int = Field(description="Proven: no deck as good in the tiers above is better.")
    status: Status = Field(description="`optimal`, `feasible` or `infeasible`.")

    @classmethod
    def of(cls, tier: Tier) -> "TierEntry":
        """State a tier."""
        return cls(name=tier.name, value=tier.value, bound=tier.bound, status=tier.status)


class CatalogEntry(Strict):
    """The catalogue that something was solved on."""

    date: str = Field(description="ISO date of the facts.")
    sha256: str = Field(description="Hash over its tables.")

    @classmethod
    def of(cls, stamp: CatalogStamp) -> "CatalogEntry":
        """State a catalogue."""
        return cls(date=stamp.date, sha256=stamp.sha256)


class Solved(Strict):
    """How a solved rubric came about, and what is proven of it."""

    version: str = Field(description="Version of deckbuilder.")
    catalog: CatalogEntry = Field(description="The catalogue that it was solved on.")
    tiers: tuple[TierEntry, ...] = Field(description="The tiers, with their bounds.")


class ModuleEntry(Strict):
    """One module of a rubric file."""

    name: str = Field(min_length=1, description="Name of the module.")
    types: tuple[str, ...] = Field(description="Seven types.")
    hp: tuple[int, ...] = Field(description="Seven consecutive multiples of ten, ascending.")
    species: tuple[str, ...] | None = Field(
        default=None, description="Native species that are in the module, by name."
    )

    @model_validator(mode="after")
    def _is_rubric(self) -> "ModuleEntry":
        if faults := rubric_faults(self.types, self.hp):
            raise ValueError(f"module '{self.name}' is no rubric: {'; '.join(faults)}")
        return self


class RubricFile(Strict):
    """What stands in a rubric file."""

    modules: tuple[ModuleEntry, ...] = Field(min_length=1, description="The deck's modules.")
    solved: Solved | None = Field(default=None, description="Where the rubric was solved, how.")

    @field_validator("modules")
    @classmethod
    def _distinct(cls, modules: tuple[ModuleEntry, ...]) -> tuple[ModuleEntry, ...]:
        names = [module.name for module in modules]
        if twice := {name for name in names if names.count(name) > 1}:
            raise ValueError(f"module '{min(twice)}' stands twice")
        return modules

    def rubrics(self) -> tuple[Module, ...]:
        """The modules with their rubrics."""
        return tuple(
            Module(entry.name, Rubric.of(entry.types, entry.hp[0])) for entry in self.modules
        )

    def dump(self) -> str:
        """Write the file as YAML that reads back."""
        content = self.model_dump(mode="json", exclude_none=True)
        return yaml.safe_dump(
            content, sort_keys=False, allow_unicode=True, width=100, default_flow_style=None
        )


def load_modules(path: Path) -> tuple[Module, ...]:
    """Read the modules of a rubric file.

    Raises:
        BadInputError: The file cannot be read or holds no rubric; the error says why.
    """
    return load_yaml(path, RubricFile).rubrics()


def solved_rubrics() -> dict[str, RubricFile]:
    """Read every rubric that comes with the program, by name: universal, regions, pairs."""
    paths = [UNIVERSAL, *_in_order(SPLITS), *_in_order(JOINTS)]
    return {path.stem: load_yaml(path, RubricFile) for path in paths}


def _in_order(folder: Path) -> list[Path]:
    """The files of a folder in the order of the regions that they are named after."""
    return sorted(
        folder.glob("*.yaml"), key=lambda path: [REGIONS.index(r) for r in path.stem.split("+")]
    )


def find_rubric(name: str) -> RubricFile:
    """Read a rubric that comes with the program, by its name, or a file.

    Raises:
        BadInputError: There is neither, or the file holds no rubric.
    """
    for folder in (RUBRICS, SPLITS, JOINTS):
        path = folder / f"{name}.yaml"
        if path.name != "policy.yaml" and path.is_file():
            return load_yaml(path, RubricFile)
    if not Path(name).is_file():
        known = [path.stem for path in (UNIVERSAL, *_in_order(SPLITS), *_in_order(JOINTS))]
        raise BadInputError(
            f"'{name}' is neither a file nor a solved rubric{did_you_mean(name, known)} "
            f"(see `deckbuilder rubric list`)"
        )
    return load_yaml(Path(name), RubricFile)
