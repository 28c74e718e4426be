"""What there is to play: a deck under options, or two of them on the same seeds."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

from deckbuilder.catalog.files import sha256
from deckbuilder.engine.party import outcomes
from deckbuilder.engine.party.bots import COMPILED, check_bots
from deckbuilder.engine.party.deck import GameDeck
from deckbuilder.engine.party.options import Options
from deckbuilder.engine.party.outcomes import Outcomes
from deckbuilder.engine.party.table import Table
from deckbuilder.engine.tally import PairTally, Tally
from deckbuilder.errors import UsageError

Player = Callable[[Table, Sequence[str], int, range], Outcomes]

_table = lru_cache(maxsize=16)(Table.of)


def why_no_kernel(bots: Iterable[str]) -> str:
    """Say why games go through the slower engine; nothing where the kernel plays them.

    The games are the same.
    """
    if find_spec("numba") is None:
        return "numba is not installed (pip install 'deckbuilder[kernel]'): games take longer"
    slow = [name for name in bots if name not in COMPILED]
    return f"bot '{slow[0]}' is not compiled: games take longer" if slow else ""


def player_of(bots: Iterable[str]) -> Player:
    """Find the fastest that plays these bots here: the kernel, else the readable engine."""
    if why_no_kernel(bots):
        return outcomes.play_chunk
    from deckbuilder.engine.party import kernel  # noqa: PLC0415 - optional, and slow to import

    return kernel.play_chunk


@dataclass(frozen=True, slots=True)
class Run:
    """A deck, played by bots."""

    deck: GameDeck
    options: Options
    bots: tuple[str, ...] = ("greedy",)
    """Names, seated over and over; each moves on a seat from game to game."""
    seed: int = 0
    compiled: bool = True
    """Whether the kernel may play; the games are the same, and a few are played sooner without."""

    def __post_init__(self) -> None:
        """Refuse what cannot be played, before anything is played."""
        check_bots(self.bots)
        if not self.bots:
            raise UsageError("no bot is named: name one at least")
        if self.seed < 0:
            raise UsageError(f"seed {self.seed} is negative: give one from 0 on")
        _table(self.deck, self.options)

    @property
    def key(self) -> str:
        """Hash of all that its result depends on, but for the number of games."""
        parts = [self.deck.digest, asdict(self.options), self.bots, self.seed]
        return sha256(json.dumps(parts).encode())

    @property
    def chunk_size(self) -> int:
        """Games to play at once: some tenths of a second, or a few games of search."""
        if "search" in self.bots:
            return 5
        return 250 if self._is_slow else 20_000

    @property
    def _is_slow(self) -> bool:
        return not self.compiled or bool(why_no_kernel(self.bots))

    def outcomes(self, games: range) -> Outcomes:
        """Play some games, one at least."""
        table = _table(self.deck, self.options)
        player = outcomes.play_chunk if self._is_slow else player_of(self.bots)
        return player(table, self.bots, self.seed, games)

    def count(self, played: Outcomes) -> Tally:
        """Count games that were played."""
        return Tally.of(played, self.options.players, len(self.bots))

    def chunk(self, games: range) -> Tally:
        """Play and count some games, one at least."""
        return self.count(self.outcomes(games))

    def none(self) -> Tally:
        """Count no games."""
        return Tally.none(self.options.players, len(self.bots), len(self.deck.cards))

    def from_dict(self, content: Mapping[str, Any]) -> Tally:
        """Read counts that were written down."""
        return Tally.from_dict(content)


@dataclass(frozen=True, slots=True)
class PairedRun:
    """Two decks, played on the same seeds."""

    one: Run
    other: Run

    @property
    def key(self) -> str:
        """Hash of all that its result depends on, but for the number of games."""
        return sha256(f"{self.one.key} {self.other.key}".encode())

    @property
    def chunk_size(self) -> int:
        """Games to play at once."""
        return self.one.chunk_size

    def chunk(self, games: range) -> PairTally:
        """Play and count some games of each, one at least."""
        one, other = self.one.outcomes(games), self.other.outcomes(games)
        return PairTally.of((self.one.count(one), one.rows), (self.other.count(other), other.rows))

    def none(self) -> PairTally:
        """Count no games."""
        return PairTally.none(self.one.none(), self.other.none())

    def from_dict(self, content: Mapping[str, Any]) -> PairTally:
        """Read counts that were written down."""
        return PairTally.from_dict(content)
