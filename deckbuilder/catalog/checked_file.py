"""YAML and JSON files become checked values, or one error that names every fault."""

import json
from collections.abc import Hashable
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from deckbuilder.catalog.files import read_text
from deckbuilder.catalog.names import did_you_mean
from deckbuilder.errors import BadInputError

Model = TypeVar("Model", bound="Strict")


class Strict(BaseModel):
    """A frozen value that refuses keys it does not know."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class _UniqueKeys(yaml.SafeLoader):
    """A loader that refuses a key given twice, where YAML would keep the last in silence."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[Hashable] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if isinstance(key, Hashable):
                if key in seen:
                    raise yaml.MarkedYAMLError(
                        problem=f"key '{key}' is given twice", problem_mark=key_node.start_mark
                    )
                seen.add(key)
        return super().construct_mapping(node, deep=deep)


def load_yaml(path: Path, model: type[Model]) -> Model:
    """Read a YAML file as a checked value.

    Raises:
        BadInputError: The file cannot be read, is no YAML, or breaks the model's rules. The
            error names the file and each fault's place in it.
    """
    try:
        content = yaml.load(read_text(path), Loader=_UniqueKeys)  # noqa: S506 - a SafeLoader
    except yaml.YAMLError as error:
        raise BadInputError(f"'{path}' is no YAML: {_yaml_fault(error)}") from error
    except (ValueError, RecursionError) as error:  # a date that is none, a tower of brackets
        raise BadInputError(f"'{path}' is no YAML that can be read: {error}") from error
    return _checked(content, path, model)


def load_json(path: Path, model: type[Model]) -> Model:
    """Read a JSON file as a checked value; see `load_yaml`."""
    return _checked(read_json(path), path, model)


def read_json(path: Path) -> object:
    """Read a JSON file as it stands.

    Raises:
        BadInputError: The file cannot be read or is no JSON.
    """
    try:
        return json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise BadInputError(f"'{path}' is no JSON: line {error.lineno}: {error.msg}") from error
    except (ValueError, RecursionError) as error:  # a number too long, a tower of brackets
        raise BadInputError(f"'{path}' is no JSON that can be read: {error}") from error


def _checked(content: object, path: Path, model: type[Model]) -> Model:
    if not isinstance(content, dict):
        raise BadInputError(f"'{path}' holds no keys: expected {', '.join(model.model_fields)}")
    try:
        return model.model_validate(content)
    except ValidationError as error:
        raise BadInputError(f"'{path}': {'; '.join(_faults(error, model))}") from error


def _yaml_fault(error: yaml.YAMLError) -> str:
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        return " ".join(str(error).split())
    return f"line {error.problem_mark.line + 1}: {error.problem}"


def _faults(error: ValidationError, model: type[Strict]) -> list[str]:
    faults = [dict(fault) for fault in error.errors(include_url=False)]
    # A list whose entries are at fault is also said to be too short, which says nothing more.
    telling = [fault for fault in faults if fault["type"] != "too_short"] or faults
    return [_fault(fault, model) for fault in telling]


def _fault(fault: dict[str, Any], model: type[Strict]) -> str:
    place = [str(part) for part in fault["loc"]]
    where = ".".join(place) or "file"
    if fault["type"] == "extra_forbidden":
        known = known_keys(model)
        return f"unknown key '{where}'{did_you_mean(place[-1], known)}"
    if fault["type"] == "missing":
        return f"key '{where}' is missing"
    message = fault["msg"].removeprefix("Value error, ").replace("valid tuple", "list")
    if fault["type"] == "model_type":
        message = "Input should be a mapping of keys to values"
    quoted = fault["input"]
    shown = "" if isinstance(quoted, dict | list | tuple) else f" (given: {quoted!r})"
    return f"{where}: {message}{shown}"


def known_keys(model: type[BaseModel]) -> list[str]:
    """List every key that a file of this model may hold, at any depth."""
    keys: list[str] = []
    for name, field in model.model_fields.items():
        keys.append(name)
        for inner in (field.annotation, *getattr(field.annotation, "__args__", ())):
            if isinstance(inner, type) and issubclass(inner, BaseModel):
                keys += known_keys(inner)
    return keys
