"""Rows of a CSV of facts: read with their line, and refused one by one."""

import csv
import gzip
import io
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from deckbuilder.catalog.files import read_bytes
from deckbuilder.errors import BadInputError


class RowError(ValueError):
    """A row cannot be used; the message quotes the value and says why."""


@dataclass(frozen=True, slots=True)
class FactsFile:
    """A file of facts, unpacked."""

    name: str
    content: bytes
    """The file's bytes as they lie on disk."""
    text: str
    """What they say."""

    def count(self) -> int:
        """Count its rows, the header excluded."""
        return sum(1 for _ in csv.reader(io.StringIO(self.text, newline=""))) - 1

    def rows(self, columns: tuple[str, ...]) -> Iterator[tuple[int, Mapping[str, str]]]:
        """Read row after row.

        Args:
            columns: Columns that the file must have; more are ignored.

        Yields:
            The row's line in the file and its values by column; a short row has fewer.

        Raises:
            BadInputError: A column is missing.
        """
        reader = csv.reader(io.StringIO(self.text, newline=""))
        header = next(reader, [])
        if missing := [name for name in columns if name not in header]:
            raise BadInputError(f"'{self.name}' has no column '{missing[0]}': row 1 is the header")
        try:
            for values in reader:
                yield reader.line_num, dict(zip(header, values, strict=False))
        except csv.Error as error:
            raise BadInputError(f"'{self.name}' row {reader.line_num}: {error}") from error


def has_facts(folder: Path, stem: str) -> bool:
    """Whether a folder holds `stem`.csv or `stem`.csv.gz."""
    return any((folder / name).is_file() for name in _names(stem))


def _names(stem: str) -> tuple[str, str]:
    return f"{stem}.csv.gz", f"{stem}.csv"


def read_facts(folder: Path, stem: str) -> FactsFile:
    """Read `stem`.csv or `stem`.csv.gz from a folder.

    Raises:
        BadInputError: Neither is there, or it is broken.
    """
    names = _names(stem)
    path = next((folder / name for name in names if (folder / name).is_file()), None)
    if path is None:
        raise BadInputError(f"folder '{folder}' holds neither {names[0]} nor {names[1]}")
    content = read_bytes(path)
    try:
        plain = gzip.decompress(content) if path.suffix == ".gz" else content
        return FactsFile(path.name, content, plain.decode("utf-8-sig"))
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise BadInputError(f"'{path}' is cut short or damaged: {error}") from error


def required(row: Mapping[str, str], column: str) -> str:
    """Take a value that must be there."""
    value = row.get(column, "").strip()
    if not value:
        raise RowError(f"{column} is empty")
    return value


def optional(row: Mapping[str, str], column: str) -> str:
    """Take a value that may be empty."""
    return row.get(column, "").strip()


def number(row: Mapping[str, str], column: str) -> int | None:
    """Take a positive whole number that may be empty."""
    text = optional(row, column)
    if not text:
        return None
    if not text.isdecimal() or int(text) == 0:
        raise RowError(f"{column} '{text}' is no positive whole number")
    return int(text)


def parts(row: Mapping[str, str], column: str) -> tuple[str, ...]:
    """Take a list joined by `|`."""
    text = optional(row, column)
    return tuple(text.split("|")) if text else ()
