"""Rubric files: modules with their types and HP values, as YAML."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import yaml
from pydantic import Field, field_validator, model_validator

from deckbuilder.catalog.checked_file import Strict, load_yaml
from deckbuilder.catalog.files import RUBRICS
from deckbuilder.domain.rubric import Module, Rubric, rubric_faults

UNIVERSAL: Final = RUBRICS / "universal.yaml"


class ModuleEntry(Strict):
    """One module of a rubric file."""

    name: str = Field(min_length=1, description="Name of the module.")
    types: tuple[str, ...] = Field(description="Seven types.")
    hp: tuple[int, ...] = Field(description="Seven consecutive multiples of ten, ascending.")

    @model_validator(mode="after")
    def _is_rubric(self) -> "ModuleEntry":
        if faults := rubric_faults(self.types, self.hp):
            raise ValueError(f"module '{self.name}' is no rubric: {'; '.join(faults)}")
        return self


class RubricFile(Strict):
    """What stands in a rubric file."""

    modules: tuple[ModuleEntry, ...] = Field(min_length=1, description="The deck's modules.")

    @field_validator("modules")
    @classmethod
    def _distinct(cls, modules: tuple[ModuleEntry, ...]) -> tuple[ModuleEntry, ...]:
        names = [module.name for module in modules]
        if twice := {name for name in names if names.count(name) > 1}:
            raise ValueError(f"module '{min(twice)}' stands twice")
        return modules


def load_modules(path: Path) -> tuple[Module, ...]:
    """Read the modules of a rubric file.

    Raises:
        BadInputError: The file cannot be read or holds no rubric; the error says why.
    """
    return tuple(
        Module(entry.name, Rubric.of(entry.types, entry.hp[0]))
        for entry in load_yaml(path, RubricFile).modules
    )


def dump_modules(modules: Iterable[Module]) -> str:
    """Write modules as YAML that `load_modules` reads back."""
    entries = [
        {"name": one.name, "types": list(one.rubric.types), "hp": list(one.rubric.hp)}
        for one in modules
    ]
    return yaml.safe_dump({"modules": entries}, sort_keys=False, allow_unicode=True)
