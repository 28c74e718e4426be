"""Every address that the rig answers, and its answer as long as the world stays as it is."""

from http import HTTPStatus
from typing import Final
from urllib.parse import parse_qsl

from tests.rig.images import image_reply, is_picture, missing_image
from tests.rig.pokemontcg import PokemonTcg
from tests.rig.reply import Reply
from tests.rig.tcgdex import Tcgdex
from tests.rig.world import Service, World

TCGDEX: Final = "/v2/en"
POKEMONTCG: Final = "/ptcg/v2"
_TCGDEX_IMAGES: Final = "/images/tcgdex"
_POKEMONTCG_IMAGES: Final = "/images/ptcg"


class Site:
    """Answers by address; a change of the world forgets them."""

    def __init__(self, world: World, url: str) -> None:
        self._world = world
        self._url = url
        self._version = -1
        self._known: dict[str, Reply] = {}

    def reply_to(self, target: str) -> Reply:
        """The answer to a path with its query, before any fault."""
        if self._version != self._world.version:
            self._look_again()
        if target not in self._known:
            self._known[target] = self._answer(target)
        return self._known[target]

    def _look_again(self) -> None:
        self._version = self._world.version
        self._known = {}
        self._tcgdex = Tcgdex(self._world.view(Service.TCGDEX), f"{self._url}{_TCGDEX_IMAGES}")
        self._pokemontcg = PokemonTcg(
            self._world.view(Service.POKEMONTCG), f"{self._url}{_POKEMONTCG_IMAGES}"
        )
        self._tcgdex_images = self._tcgdex.image_stems()
        self._pokemontcg_images = self._pokemontcg.image_stems()

    def _answer(self, target: str) -> Reply:
        path, _, query = target.partition("?")
        asked = parse_qsl(query, keep_blank_values=True)
        if path.startswith(f"{TCGDEX}/"):
            return self._tcgdex.reply_to(_segments(path, TCGDEX), asked, target)
        if path.startswith(f"{POKEMONTCG}/"):
            return self._pokemontcg.reply_to(_segments(path, POKEMONTCG), dict(asked))
        if path.startswith(f"{_TCGDEX_IMAGES}/"):
            return self._tcgdex_image(path.removeprefix(f"{_TCGDEX_IMAGES}/"))
        if path.startswith(f"{_POKEMONTCG_IMAGES}/"):
            return self._pokemontcg_image(path.removeprefix(f"{_POKEMONTCG_IMAGES}/"))
        return Reply(HTTPStatus.NOT_FOUND, "text/plain", b"Not Found")

    def _tcgdex_image(self, path: str) -> Reply:
        stem, _, file = path.rpartition("/")
        quality, _, suffix = file.partition(".")
        if self._tcgdex_images.get(stem) and is_picture(quality, suffix):
            return image_reply(quality, suffix)
        return missing_image(with_card_back=False)

    def _pokemontcg_image(self, path: str) -> Reply:
        name, _, suffix = path.rpartition(".")
        stem = name.removesuffix("_hires")
        quality = "low" if stem == name else "high"
        if self._pokemontcg_images.get(stem) and suffix == "png":
            return image_reply(quality, suffix)
        return missing_image(with_card_back=True)


def _segments(path: str, prefix: str) -> tuple[str, ...]:
    return tuple(path.removeprefix(f"{prefix}/").split("/"))
