"""Random numbers that the readable engine and the kernel draw alike, a stream a game.

A game's seeds are those of NumPy's `SeedSequence(root, spawn_key=(game,))`, so that a game is the
same whoever plays it, and no two games share a stream. The stream itself is splitmix64, read by
position: its draw number `k` is a hash of seed and `k`, which NumPy computes in blocks and a
compiled loop one by one. A draw is the upper 32 bits; taking one of `n` by a multiplication
favours none of them by more than `n` in 2³².
"""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]

GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)
_MIX_1: Final = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2: Final = np.uint64(0x94D049BB133111EB)
_30, _27, _31, UPPER = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
BLOCK: Final = 64
"""Draws that are computed at once."""
_POOL: Final = 4
"""Words of 32 bits that NumPy's `SeedSequence` keeps."""


def mix(word: Words) -> Words:
    """Hash 64-bit words, any number of them: the output function of splitmix64."""
    word = (word ^ (word >> _30)) * _MIX_1
    word = (word ^ (word >> _27)) * _MIX_2
    return word ^ (word >> _31)


def draws(seeds: Words, first: int, count: int) -> NDArray[np.uint32]:
    """Give draws of several streams.

    Args:
        seeds: A seed a stream; shape (streams,).
        first: Position of the first draw, from 0.
        count: How many.

    Returns:
        Shape (streams, count).
    """
    positions = np.arange(first + 1, first + count + 1, dtype=np.uint64)
    words = mix(seeds[:, None] + positions * GOLDEN)
    return (words >> UPPER).astype(np.uint32)


def seeds_of(root: int, games: range) -> Words:
    """Seed games as `SeedSequence(root, spawn_key=(game,)).generate_state(2, uint64)` does.

    Args:
        root: The run's seed, 0 or more.
        games: Numbers of the games, each below 2³².

    Returns:
        Shape (games, 2): the seed of the cards, and that of the players.
    """
    constant, pool = _root_pool(root)
    spawned = np.arange(games.start, games.stop, games.step, dtype=np.uint32)
    mixed = []
    for word in pool:
        value = spawned ^ np.uint32(constant)
        constant = constant * 0x931E8875 & 0xFFFFFFFF
        value = _folded(value * np.uint32(constant))
        mixed.append(_folded(np.uint32(0xCA01F9DD) * word - np.uint32(0x4973F715) * value))
    constant = 0x8B51F9DD
    state = []
    for word in mixed:
        value = word ^ np.uint32(constant)
        constant = constant * 0x58F38DED & 0xFFFFFFFF
        state.append(_folded(value * np.uint32(constant)).astype(np.uint64))
    return np.stack([state[0] | state[1] << UPPER, state[2] | state[3] << UPPER], axis=1)


def _root_pool(root: int) -> tuple[int, list[NDArray[np.uint32]]]:
    """The pool before a game's number is mixed in, and the constant that is due by then."""
    words = max(1, -(-root.bit_length() // 32))
    steps = _POOL + _POOL * (_POOL - 1) + _POOL * max(0, words - _POOL)
    constant = 0x43B0D7E5 * pow(0x931E8875, steps, 1 << 32) & 0xFFFFFFFF
    pool = np.random.SeedSequence(root).pool
    return constant, [pool[i : i + 1] for i in range(_POOL)]


def _folded(words: NDArray[np.uint32]) -> NDArray[np.uint32]:
    return words ^ (words >> np.uint32(16))


class Stream:
    """One stream of draws."""

    __slots__ = ("_drawn", "_seed", "at")

    def __init__(self, seed: int, at: int = 0, drawn: list[int] | None = None) -> None:
        """Begin a stream.

        Args:
            seed: Below 2⁶⁴.
            at: Position of the next draw.
            drawn: The first draws, where they are already computed.
        """
        self._seed = seed
        self._drawn = [] if drawn is None else drawn
        self.at = at

    def draw(self) -> int:
        """Give the next draw, below 2³²."""
        at = self.at
        self.at = at + 1
        if at >= len(self._drawn):
            self._compute(at)
        return self._drawn[at]

    def _compute(self, at: int) -> None:
        first = len(self._drawn)
        seed = np.array([self._seed], dtype=np.uint64)
        self._drawn += draws(seed, first, at - first + BLOCK)[0].tolist()

    def below(self, count: int) -> int:
        """Take a number from 0 to below `count`."""
        return self.draw() * count >> 32

    def happens(self, chance: float) -> bool:
        """Tell whether something of this chance, from 0 to 1, happens."""
        return self.draw() < int(chance * 2**32)

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        """Shuffle, as Fisher and Yates do, from the first place on; takes a draw a card."""
        order = list(cards)
        left = len(order)
        for place in range(len(order)):
            other = place + self.below(left)
            order[place], order[other] = order[other], order[place]
            left -= 1
        return order


def shuffles(seeds: Words, cards: int) -> list[list[int]]:
    """Shuffle the numbers below `cards` once for each stream, as its `shuffled` does.

    Args:
        seeds: A seed a stream; shape (streams,).
        cards: How many.

    Returns:
        An order a stream.
    """
    streams = np.arange(len(seeds))
    left = np.arange(cards, 0, -1, dtype=np.uint64)
    other = np.arange(cards) + (draws(seeds, 0, cards) * left >> UPPER).astype(np.int64)
    # A card is one item of a flat array, which NumPy takes and puts faster than a row's.
    swapped = np.ascontiguousarray(other.T) * len(seeds) + streams
    order = np.repeat(np.arange(cards, dtype=np.int16)[:, None], len(seeds), axis=1)
    flat = order.reshape(-1)
    for place in range(cards):
        moved = flat[swapped[place]]
        flat[swapped[place]] = order[place]
        order[place] = moved
    orders: list[list[int]] = order.T.tolist()
    return orders


class Fate:
    """All chance of one game: the order of the cards, and what players leave to chance."""

    __slots__ = ("_first", "cards", "players")

    def __init__(self, cards: Stream, players: Stream, first: list[int] | None = None) -> None:
        """Take the streams of cards and of players, and the first shuffle where it is known."""
        self.cards = cards
        self.players = players
        self._first = first

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        """Shuffle cards, or players."""
        if self._first is not None:
            first, self._first = self._first, None
            return first
        return self.cards.shuffled(cards)


def fates(root: int, games: range, cards: int) -> Iterator[Fate]:
    """Give the chance of each game, computed together.

    Args:
        root: The run's seed.
        games: Numbers of the games.
        cards: Cards of the deck.
    """
    seeds = seeds_of(root, games)
    first = shuffles(seeds[:, 0], cards)
    drawn = draws(seeds[:, 1], 0, BLOCK).tolist()
    pairs: list[list[int]] = seeds.tolist()
    for (of_cards, of_players), order, ahead in zip(pairs, first, drawn, strict=True):
        yield Fate(Stream(of_cards, cards), Stream(of_players, 0, ahead), order)
