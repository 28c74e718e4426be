"""The user's own folder, and which catalogue a command reads."""

import os
import re
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from deckbuilder.catalog.catalog import Catalog, load_catalog
from deckbuilder.catalog.checked_file import load_yaml
from deckbuilder.catalog.files import DATA, read_bytes, sha256
from deckbuilder.catalog.provenance import PROVENANCE, Provenance
from deckbuilder.errors import BadInputError

LATEST: Final = "latest"
SNAPSHOT: Final = "snapshot"
_IMAGE_ENDINGS: Final = ("webp", "png", "jpg")
CATALOGS: Final = "catalogs"
"""The folder of fetched catalogues at home: one folder each, and `latest`, which names one."""
_FOLDER: Final = re.compile("[0-9a-f]{16}")
_NOWHERE: Final = "no-catalogue"


def home() -> Path:
    """The folder of the user's data: `DECKBUILDER_HOME`, else the platform's convention."""
    chosen = os.environ.get("DECKBUILDER_HOME")
    return Path(chosen) if chosen else user_data_path("deckbuilder", appauthor=False)


def image_of(card_id: str, folder: Path) -> Path | None:
    """Find a card's image in a folder, where files are named after card ids."""
    files = (folder / f"{card_id}.{ending}" for ending in _IMAGE_ENDINGS)
    return next((file for file in files if file.is_file()), None)


def fetched_catalog() -> Path | None:
    """The folder of the catalogue that was fetched last, if any was; it may be damaged."""
    pointer = home() / CATALOGS / LATEST
    if not pointer.is_file():
        return None
    name = pointer.read_text(encoding="utf-8", errors="replace")
    return pointer.parent / (name if _FOLDER.fullmatch(name) else _NOWHERE)


def catalog_folder(wanted: str) -> Path:
    """Find a catalogue.

    Args:
        wanted: `latest` for the fetched one, or for the packed snapshot where nothing was fetched
            or the snapshot is newer; `snapshot`; or a folder.

    Raises:
        BadInputError: It is none of these, or what was fetched is damaged.
    """
    if wanted == SNAPSHOT:
        return DATA
    if wanted != LATEST:
        return _folder(wanted)
    fetched = fetched_catalog()
    return fetched if fetched and _fetched_date(fetched) >= _date(DATA) else DATA


def open_catalog(wanted: str = LATEST) -> Catalog:
    """Read the catalogue that `catalog_folder` finds."""
    return load_catalog(catalog_folder(wanted))


def _folder(wanted: str) -> Path:
    if not Path(wanted).is_dir():
        raise BadInputError(
            f"no catalogue '{wanted}': it is neither '{LATEST}', nor '{SNAPSHOT}', nor a folder"
        )
    return Path(wanted)


def is_whole(folder: Path) -> bool:
    """Whether a folder holds a catalogue, every table of it as its provenance says."""
    try:
        provenance = load_yaml(folder / PROVENANCE, Provenance)
        return all(
            sha256(read_bytes(folder / name)) == table.sha256
            for name, table in provenance.tables.items()
        )
    except BadInputError:
        return False


def _fetched_date(folder: Path) -> str:
    if not is_whole(folder):
        raise BadInputError(
            f"the fetched catalogue in '{folder}' is damaged: go back to the packed one with "
            "`--catalog snapshot`, or fetch again with `deckbuilder fetch --catalog snapshot`"
        )
    return _date(folder)


def _date(folder: Path) -> str:
    return load_yaml(folder / PROVENANCE, Provenance).date
