"""A folder of card images, such as the cache that `fetch` fills."""

import io
from pathlib import Path
from typing import Final

from PIL import Image, UnidentifiedImageError

from deckbuilder.catalog.home import image_of
from deckbuilder.errors import BadInputError

_SIZE: Final = (480, 660)
"""Pixels that a printed pocket has use for, at 200 to the inch."""
_QUALITY: Final = 82


class Images:
    """Finds the images of cards by their ids, and notes those that cannot be shown."""

    def __init__(self, folder: Path) -> None:
        """Look into a folder of files that are named `{card_id}.webp`, `.png` or `.jpg`.

        Raises:
            BadInputError: There is no such folder.
        """
        if not folder.is_dir():
            raise BadInputError(f"'{folder}' is no folder: name one that holds card images")
        self._folder = folder
        self.absent: list[str] = []
        """Ids of cards that have been asked for and have no image."""
        self.broken: list[Path] = []
        """Files that have been asked for and are no image."""

    def jpeg(self, card_id: str) -> bytes | None:
        """Give a card's image, scaled for print; none where there is none to show."""
        path = image_of(card_id, self._folder)
        if path is None:
            self.absent.append(card_id)
            return None
        try:
            return _scaled(path)
        except (OSError, ValueError, UnidentifiedImageError, Image.DecompressionBombError):
            self.broken.append(path)
            return None


def _scaled(path: Path) -> bytes:
    file = io.BytesIO()
    with Image.open(path) as image:
        image.thumbnail(_SIZE)
        clear = image.convert("RGBA")
    # Cards have round corners, which are see-through in some files.
    page = Image.new("RGB", clear.size, "white")
    page.paste(clear, mask=clear.getchannel("A"))
    page.save(file, "JPEG", quality=_QUALITY)
    return file.getvalue()
