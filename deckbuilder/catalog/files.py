"""Where the packed files are, and how files are read and written without halves."""

import hashlib
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from deckbuilder.errors import BadInputError

_PACKAGE: Final = Path(__file__).resolve().parent.parent
_PACKED: Final = _PACKAGE / "packed"
_ROOT: Final = _PACKED if _PACKED.is_dir() else _PACKAGE.parent
"""An installed wheel carries the files inside the package; a checkout has them at its top."""

DATA: Final = _ROOT / "data"
RUBRICS: Final = _ROOT / "rubrics"


def read_bytes(path: Path) -> bytes:
    """Read a file whole.

    Raises:
        BadInputError: The file is not there or cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInputError(f"cannot read '{path}': {error.strerror or error}") from error


def read_text(path: Path) -> str:
    """Read a UTF-8 file whole.

    Raises:
        BadInputError: The file cannot be read, or is not UTF-8.
    """
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInputError(f"'{path}' is not UTF-8 text: byte {error.start} is wrong") from error


def sha256(content: bytes) -> str:
    """Hash content, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


@contextmanager
def staged_folder(target: Path, *, marker: str) -> Iterator[Path]:
    """Lend an empty folder beside `target`, and publish what was put in it when all is well.

    Each file arrives whole: a new target is one rename, an existing one gets its files replaced
    one by one. When the block raises, the target is as it was.

    Args:
        target: The folder to write, which may exist.
        marker: A file that only a folder written before has. An existing, non-empty target
            without it belongs to somebody else and is left alone.

    Yields:
        The folder to write into.

    Raises:
        BadInputError: The target cannot be written, or holds other files.
    """
    target = target.absolute()
    try:
        if target.is_dir() and any(target.iterdir()) and not (target / marker).is_file():
            raise BadInputError(
                f"'{target}' holds other files and no {marker}: name another folder with --out"
            )
        target.parent.mkdir(parents=True, exist_ok=True)
        if (target.exists() or target.is_symlink()) and not target.is_dir():
            raise BadInputError(f"'{target}' is a file: name another folder with --out")
        if target.is_dir() and not os.access(target, os.W_OK):
            raise PermissionError(13, "Permission denied")
        stage = tempfile.TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent)
    except OSError as error:
        raise BadInputError(
            f"cannot write folder '{target}': {error.strerror or error}; name another with --out"
        ) from error
    with stage as name:
        folder = Path(name, "files")
        folder.mkdir()
        yield folder
        try:
            _publish(folder, target)
        except OSError as error:
            raise BadInputError(f"cannot write folder '{target}': {error.strerror}") from error


def _publish(folder: Path, target: Path) -> None:
    if not target.exists():
        folder.rename(target)
        return
    files = sorted(folder.iterdir())
    for file in files:
        if (target / file.name).is_dir():
            raise IsADirectoryError(21, f"'{file.name}' in it is a folder")
    for file in files:
        file.replace(target / file.name)


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder that may hold others, each one whole or not at all.

    Raises:
        BadInputError: The folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".writing.", dir=folder) as stage:
            for name, content in files.items():
                Path(stage, name).write_bytes(content)
            for name in files:
                Path(stage, name).replace(folder / name)
    except OSError as error:
        raise BadInputError(f"cannot write folder '{folder}': {error.strerror or error}") from error
