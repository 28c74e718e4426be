"""Pictures of a card's size and shape, one for every quality and format."""

from functools import cache
from http import HTTPStatus
from io import BytesIO
from typing import Final

from PIL import Image

from tests.rig.reply import Reply

SIZES: Final = {"high": (600, 825), "low": (245, 337)}
_FORMATS: Final = {"webp": "WEBP", "png": "PNG", "jpg": "JPEG"}
_KINDS: Final = {"webp": "image/webp", "png": "image/png", "jpg": "image/jpeg"}


@cache
def picture(quality: str, suffix: str) -> bytes:
    """The bytes of a plain picture in `high` or `low` quality, as `webp`, `png` or `jpg`."""
    content = BytesIO()
    Image.new("RGB", SIZES[quality], (60, 90, 180)).save(content, _FORMATS[suffix])
    return content.getvalue()


@cache
def image_reply(quality: str, suffix: str) -> Reply:
    """The picture as an answer."""
    return Reply(HTTPStatus.OK, _KINDS[suffix], picture(quality, suffix))


def missing_image(*, with_card_back: bool) -> Reply:
    """A 404: bare as TCGdex sends it, or with a card's back as pokemontcg.io does."""
    if with_card_back:
        return Reply(HTTPStatus.NOT_FOUND, "image/png", picture("high", "png"))
    return Reply(HTTPStatus.NOT_FOUND, "text/plain", b"Not Found")


def is_picture(quality: str, suffix: str) -> bool:
    """Whether such a picture can be asked for."""
    return quality in SIZES and suffix in _FORMATS
