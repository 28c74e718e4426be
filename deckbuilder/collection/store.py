"""The collection's file: SQLite, in which every import can be undone.

What is owned is the sum of the imports. An import that replaces the collection sets those before
it aside, and one that takes cards away has quantities below zero.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import astuple, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from deckbuilder.catalog.home import home
from deckbuilder.collection.collection import Collection
from deckbuilder.collection.holding import Holding, joined
from deckbuilder.collection.importing import FileImport, Unresolved
from deckbuilder.errors import BadInputError

COLLECTION_FILE: Final = "collection.sqlite3"
_SCHEMA_VERSION: Final = 1
_APPLICATION: Final = 0x6465636B
"""`deck`, by which SQLite tells our file from another program's."""
_SCHEMA: Final = (
    """CREATE TABLE IF NOT EXISTS import (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        date TEXT NOT NULL,
        replaced_by INTEGER REFERENCES import(id) ON DELETE SET NULL
    )""",
    """CREATE TABLE IF NOT EXISTS file (
        import_id INTEGER NOT NULL REFERENCES import(id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        sha256 TEXT NOT NULL,
        format TEXT NOT NULL,
        rows INTEGER NOT NULL,
        matched INTEGER NOT NULL
    )""",
    """CREATE TABLE IF NOT EXISTS holding (
        import_id INTEGER NOT NULL REFERENCES import(id) ON DELETE CASCADE,
        card_id TEXT NOT NULL,
        quantity INTEGER NOT NULL,
        language TEXT NOT NULL,
        condition TEXT NOT NULL,
        finish TEXT NOT NULL,
        price INTEGER,
        currency TEXT NOT NULL
    )""",
    """CREATE TABLE IF NOT EXISTS unresolved (
        import_id INTEGER NOT NULL REFERENCES import(id) ON DELETE CASCADE,
        file TEXT NOT NULL,
        line INTEGER NOT NULL,
        text TEXT NOT NULL,
        reason TEXT NOT NULL,
        candidates TEXT NOT NULL
    )""",
    f"PRAGMA application_id = {_APPLICATION}",
    f"PRAGMA user_version = {_SCHEMA_VERSION}",
)
_BUSY: Final = 5.0
"""Seconds to wait for another command that writes."""


@dataclass(frozen=True, slots=True)
class Import:
    """One import, as the list of imports shows it."""

    import_id: int
    date: str
    """UTC, ISO 8601."""
    files: tuple[str, ...]
    rows: int
    matched: int
    cards: int
    """Copies that it adds, less those that it takes away."""
    replaced_by: int | None
    """The import that set it aside, if any: then it does not count."""


class Store:
    """An open collection file."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._connection = connection

    def add(self, files: Sequence[FileImport], *, again: bool = False, whole: bool = False) -> int:
        """Add what some files say is owned, as one import.

        Args:
            files: What became of their rows.
            again: Add files that were imported before, and so count their cards twice.
            whole: Set all earlier imports aside: this is the whole collection.

        Returns:
            The import's id.

        Raises:
            BadInputError: A file was imported before, or the collection cannot be written.
        """
        with self._writing():
            if not again:
                self._refuse_known(files, whole=whole)
            number = self._insert_import()
            if whole:
                self._execute(
                    "UPDATE import SET replaced_by = ? WHERE replaced_by IS NULL AND id <> ?",
                    (number, number),
                )
            self._insert_rows(number, files)
        return number

    def undo(self, number: int | None = None) -> Import:
        """Take an import back, the last one unless told which.

        What it had set aside counts again.

        Raises:
            BadInputError: There is no such import.
        """
        known = self._known(number)
        if not known:
            raise BadInputError(f"'{self._path}' has no import to undo")
        wanted = max(known) if number is None else number
        with self._writing():
            self._execute("DELETE FROM import WHERE id = ?", (wanted,))
        return known[wanted]

    def _known(self, number: int | None) -> dict[int, Import]:
        """Every import by its id; one that is named must be among them."""
        known = {one.import_id: one for one in self.imports()}
        if number is not None and number not in known:
            there = f"there are {', '.join(map(str, known))}" if known else "there is none"
            raise BadInputError(f"no import has the id '{number}': {there}")
        return known

    def imports(self) -> tuple[Import, ...]:
        """List every import, the oldest first."""
        return tuple(
            Import(number, date, tuple(files.split("\n")), rows, matched, cards, replaced_by)
            for number, date, replaced_by, files, rows, matched, cards in self._execute(
                """SELECT id, date, replaced_by,
                (SELECT group_concat(name, char(10)) FROM file WHERE import_id = id),
                (SELECT sum(rows) FROM file WHERE import_id = id),
                (SELECT sum(matched) FROM file WHERE import_id = id),
                (SELECT coalesce(sum(quantity), 0) FROM holding WHERE import_id = id)
                FROM import ORDER BY id"""
            )
        )

    def unresolved(self, number: int | None = None) -> tuple[Unresolved, ...]:
        """List the rows that no import could match, or those of one import.

        Raises:
            BadInputError: There is no such import.
        """
        self._known(number)
        return tuple(
            Unresolved(file, line, text, reason, tuple(candidates.split()))
            for file, line, text, reason, candidates in self._execute(
                """SELECT file, line, text, reason, candidates
                FROM unresolved JOIN import ON id = import_id
                WHERE ? = id OR (? IS NULL AND replaced_by IS NULL)
                ORDER BY id, unresolved.rowid""",
                (number, number),
            )
        )

    def collection(self) -> Collection:
        """Add up what is owned."""
        rows = self._execute(
            """SELECT card_id, quantity, language, condition, finish, price, currency
            FROM holding JOIN import ON id = import_id
            WHERE replaced_by IS NULL ORDER BY card_id, id, holding.rowid"""
        )
        holdings = joined(Holding(*row) for row in rows)
        return Collection(tuple(one for one in holdings if one.quantity > 0))

    def _refuse_known(self, files: Iterable[FileImport], *, whole: bool) -> None:
        known = dict(
            self._execute(
                "SELECT sha256, id FROM file JOIN import ON id = import_id "
                "WHERE replaced_by IS NULL"
            )
        )
        seen: set[tuple[str, str]] = set()
        for one in files:
            page = (one.sha256, one.page)
            if one.sha256 in known and not whole:
                raise BadInputError(
                    f"'{one.file}' was imported before, by import {known[one.sha256]}: undo that "
                    "with `deckbuilder collection undo`, or count its cards twice with --again"
                )
            if page in seen:
                raise BadInputError(
                    f"'{one.file}' says the same as a file before it: leave it out, or count its "
                    "cards twice with --again"
                )
            seen.add(page)

    def _insert_import(self) -> int:
        date = datetime.now(UTC).isoformat(timespec="seconds")
        cursor = self._execute("INSERT INTO import (date) VALUES (?)", (date,))
        return int(cursor.lastrowid or 0)

    def _insert_rows(self, number: int, files: Iterable[FileImport]) -> None:
        for one in files:
            self._execute(
                "INSERT INTO file VALUES (?, ?, ?, ?, ?, ?)",
                (number, one.file, one.sha256, one.format, one.rows, one.matched),
            )
            self._connection.executemany(
                "INSERT INTO holding VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                ((number, *astuple(holding)) for holding in one.holdings),
            )
            self._connection.executemany(
                "INSERT INTO unresolved VALUES (?, ?, ?, ?, ?, ?)",
                (
                    (number, row.file, row.line, row.text, row.reason, " ".join(row.candidates))
                    for row in one.unresolved
                ),
            )

    def _execute(self, statement: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        return self._connection.execute(statement, values)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """All or nothing, and nobody else writes meanwhile."""
        self._execute("BEGIN IMMEDIATE")
        with self._connection:
            yield


@contextmanager
def open_store(path: Path, *, create: bool = False) -> Iterator[Store]:
    """Open a collection file.

    Args:
        path: Where it is.
        create: Make it where it is not there.

    Yields:
        The open file.

    Raises:
        BadInputError: It is not there, is no collection, or cannot be read or written.
    """
    if not create and not path.is_file():
        raise BadInputError(
            f"no collection at '{path}': start one with `deckbuilder collection import FILE`"
        )
    is_new = create and not path.exists()
    try:
        if create:
            path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(path, timeout=_BUSY, isolation_level=None)) as connection:
            _prepare(path, connection)
            yield Store(path, connection)
            is_new = False
    except (sqlite3.Error, OSError) as error:
        raise BadInputError(f"cannot use collection '{path}': {error}") from error
    finally:
        if is_new:  # nothing came into it: an empty file would pass for a collection
            with suppress(OSError):
                path.unlink()


def _prepare(path: Path, connection: sqlite3.Connection) -> None:
    """Make the tables of a new file, and refuse a file that is another program's or version's."""
    connection.execute("PRAGMA foreign_keys = ON")
    application, version = (
        connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("application_id", "user_version")
    )
    if not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        connection.execute("BEGIN IMMEDIATE")
        with connection:
            for statement in _SCHEMA:
                connection.execute(statement)
    elif application != _APPLICATION:
        raise BadInputError(f"'{path}' is another program's database: name another file")
    elif version != _SCHEMA_VERSION:
        raise BadInputError(
            f"'{path}' has version {version}, and this deckbuilder reads version "
            f"{_SCHEMA_VERSION}: update deckbuilder"
        )


def default_path() -> Path:
    """Where the collection is unless an option names another file: in the user's folder."""
    return home() / COLLECTION_FILE


def load_collection(path: Path) -> Collection:
    """Read what is owned from a collection file.

    Raises:
        BadInputError: The file is not there, or is no collection.
    """
    with open_store(path) as store:
        return store.collection()
