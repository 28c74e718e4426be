"""How games ended: a row of counts a game, and sums by card."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from deckbuilder.engine.party.bots import seat_bots
from deckbuilder.engine.party.chance import fates
from deckbuilder.engine.party.play import play
from deckbuilder.engine.party.state import State
from deckbuilder.engine.party.table import Table

Counts = NDArray[np.int64]

STALEMATE: Final = -1
CUT_SHORT: Final = -2
"""A game that came to its limit of turns."""


class Column(IntEnum):
    """What is counted of a game."""

    WINNER = 0
    """The winner's seat, `STALEMATE` or `CUT_SHORT`."""
    TURNS = 1
    DECISIONS = 2
    """Actions of players, those that were forced too."""
    STARVED = 3
    """Turns on which the hand had no legal play."""
    INTERRUPTS = 4
    COMBOS = 5
    BATTLES = 6
    RECYCLES = 7
    CAUGHT = 8


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Games of one run that follow each other."""

    games: range
    """Their numbers."""
    rows: Counts
    """Shape (games, columns); see `Column`."""
    faced: Counts
    """By card: turns that it was the top of; shape (cards,)."""
    starved: Counts
    """By card: those of them on which the hand had no legal play."""
    stuck: Counts
    """By card: games that ended with it in a hand."""


def play_chunk(table: Table, bots: Sequence[str], seed: int, games: range) -> Outcomes:
    """Play games with the readable engine.

    Args:
        table: Deck and options.
        bots: Names of the bots, seated as in `seat_bots`.
        seed: The run's seed.
        games: Numbers of the games.

    Raises:
        BadInputError: There is no such bot.
    """
    cards = len(table.bit)
    rotation = [seat_bots(bots, table.players, shift) for shift in range(len(bots))]
    rows, faced, starved, held = [], [], [], []
    for game, fate in zip(games, fates(seed, games, cards), strict=True):
        state = play(State(table), rotation[game % len(rotation)], fate).state
        rows.append(outcome(state))
        faced += state.faced
        starved += state.starved
        held.append(sum(state.hands))
    return Outcomes(
        games,
        np.array(rows, dtype=np.int64),
        np.bincount(faced, minlength=cards),
        np.bincount(np.array(starved, dtype=np.int64), minlength=cards),
        _count_members(held, cards),
    )


def _count_members(masks: Sequence[int], cards: int) -> Counts:
    """Count by card how many of the masks have it."""
    size = -(-cards // 8)
    content = b"".join(mask.to_bytes(size, "little") for mask in masks)
    octets = np.frombuffer(content, dtype=np.uint8).reshape(len(masks), size)
    bits = np.unpackbits(octets, axis=1, count=cards, bitorder="little")
    counts: Counts = bits.sum(axis=0, dtype=np.int64)
    return counts


def outcome(state: State) -> list[int]:
    """Count a game that is over; see `Column`."""
    ending = state.winners[0]
    if state.is_stalemate:
        limit = state.table.options.turn_limit
        ending = CUT_SHORT if len(state.faced) >= limit else STALEMATE
    return [
        ending,
        len(state.faced),
        state.decisions,
        len(state.starved),
        state.interrupts,
        state.combos,
        state.battles,
        state.recycles,
        state.caught,
    ]
