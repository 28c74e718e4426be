"""Card images on request, into the cache and no further than a limit."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from deckbuilder.catalog.files import write_files
from deckbuilder.catalog.home import home, image_of
from deckbuilder.sources.fetch import Progress
from deckbuilder.sources.services import Service
from deckbuilder.sources.session import NoAnswerError, NotFoundError, Session
from deckbuilder.sources.workers import workers


class Size(StrEnum):
    """How large an image is: 245×337 or 600×825 pixels."""

    LOW = "low"
    HIGH = "high"


class Fate(StrEnum):
    """What became of a card's image."""

    FETCHED = "fetched"
    THERE = "there already"
    ABSENT = "absent"
    """The source has none."""
    UNREADABLE = "unreadable"
    UNANSWERED = "unanswered"
    OVER_LIMIT = "over the limit"


@dataclass(frozen=True, slots=True)
class ImageFinding:
    """A card's image, and what became of it."""

    card_id: str
    fate: Fate
    detail: str = ""


def _is_webp(content: bytes) -> bool:
    size = int.from_bytes(content[4:8], "little") + 8
    return content[:4] == b"RIFF" and content[8:12] == b"WEBP" and len(content) == size


def _is_png(content: bytes) -> bool:
    return content.startswith(b"\x89PNG\r\n\x1a\n") and content.endswith(b"IEND\xaeB`\x82")


def _is_jpg(content: bytes) -> bool:
    return content.startswith(b"\xff\xd8\xff") and content.endswith(b"\xff\xd9")


_KINDS: Final = {"webp": _is_webp, "png": _is_png, "jpg": _is_jpg}
"""How the name of an image's file ends, and what tells that all of it is there."""


def image_folder(size: Size) -> Path:
    """The folder of all images of a size, named `{card_id}.{webp|png|jpg}`."""
    return home() / "images" / size


def bring_images(
    images: Mapping[str, Mapping[str, str]],
    size: Size,
    service: Service,
    limit: int,
    progress: Progress = lambda *_: None,
) -> list[ImageFinding]:
    """Bring the images that are not there yet.

    Args:
        images: Addresses by size, by card.
        size: Which size.
        service: Who is asked.
        limit: Bytes that the images of this size may have in all.
        progress: Told of each image.

    Returns:
        One finding for each card, in order.
    """
    folder = image_folder(size)
    room = _Room(limit - sum(file.stat().st_size for file in folder.glob("*")))

    def bring(card_id: str) -> ImageFinding:
        address = images[card_id].get(size)
        if not address:
            return ImageFinding(card_id, Fate.ABSENT)
        return _bring(card_id, address, folder, service.session, room)

    found = []
    with workers(service.workers) as pool:
        for finding in pool.map(bring, images):
            found.append(finding)
            progress("images", len(found), len(images))
    return found


class _Room:
    """Bytes that are left, for any thread to take."""

    def __init__(self, left: int) -> None:
        self._left = left
        self._lock = threading.Lock()
        self.is_full = left <= 0
        """Whether an image did not fit: then none is asked for any more."""

    def take(self, size: int) -> bool:
        """Take some, if so many are left."""
        with self._lock:
            self.is_full = self.is_full or size > self._left
            if not self.is_full:
                self._left -= size
            return not self.is_full


def _bring(card_id: str, address: str, folder: Path, session: Session, room: _Room) -> ImageFinding:
    if image_of(card_id, folder):
        return ImageFinding(card_id, Fate.THERE)
    if room.is_full:
        return ImageFinding(card_id, Fate.OVER_LIMIT)
    try:
        content = session.content(address)
    except NotFoundError:
        return ImageFinding(card_id, Fate.ABSENT)
    except NoAnswerError as error:
        return ImageFinding(card_id, Fate.UNANSWERED, str(error))
    return _keep(card_id, content, folder, room)


def _keep(card_id: str, content: bytes, folder: Path, room: _Room) -> ImageFinding:
    ending = next((end for end, is_whole in _KINDS.items() if is_whole(content)), "")
    if not ending:
        return ImageFinding(card_id, Fate.UNREADABLE, f"no whole image: {content[:16]!r}…")
    if not room.take(len(content)):
        return ImageFinding(card_id, Fate.OVER_LIMIT)
    write_files(folder, {f"{card_id}.{ending}": content})
    return ImageFinding(card_id, Fate.FETCHED)
