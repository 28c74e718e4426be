"""Counts over many games: whole numbers, so that the order in which they are added is no matter."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final, Self

import numpy as np

from deckbuilder.engine.party.outcomes import CUT_SHORT, STALEMATE, Column, Counts, Outcomes


@dataclass(frozen=True, slots=True)
class Tally:
    """What happened in games of one deck, with the same options and bots."""

    games: int
    turns: int
    decisions: int
    starved_turns: int
    """Turns on which the hand had no legal play."""
    interrupts: int
    combos: int
    """Family cards with which a player went on from a card of their own."""
    battles: int
    games_with_battle: int
    recycles: int
    caught: int
    """Last cards that were not announced, to somebody's notice."""
    stalemates: int
    cut_short: int
    """Games that came to their limit of turns."""
    seat_wins: tuple[int, ...]
    """By seat, from the dealer's left."""
    bot_wins: tuple[int, ...]
    """By place among the names of the bots."""
    lengths: tuple[tuple[int, int], ...]
    """Turns, and the games that had so many; ascending."""
    longest_game: int
    """Number of the longest game, of equals the first; -1 without a game."""
    faced: tuple[int, ...]
    """By card: turns that it was the top of."""
    starved: tuple[int, ...]
    """By card: those of them on which the hand had no legal play."""
    stuck: tuple[int, ...]
    """By card: games that ended with it in a hand."""

    @classmethod
    def none(cls, players: int, bots: int, cards: int) -> Self:
        """Count no games."""
        sums = (one.name for one in fields(cls) if one.type is int)
        return cls(
            **dict.fromkeys(sums, 0) | {"longest_game": -1},
            seat_wins=(0,) * players,
            bot_wins=(0,) * bots,
            lengths=(),
            faced=(0,) * cards,
            starved=(0,) * cards,
            stuck=(0,) * cards,
        )

    @classmethod
    def of(cls, outcomes: Outcomes, players: int, bots: int) -> Self:
        """Count games.

        Args:
            outcomes: How they ended, one at least.
            players: Seats.
            bots: How many bots were named.
        """
        rows = outcomes.rows
        winner, turns = rows[:, Column.WINNER], rows[:, Column.TURNS]
        won = winner >= 0
        games = np.arange(outcomes.games.start, outcomes.games.stop)
        bot = (winner + games) % bots
        lengths, counts = np.unique(turns, return_counts=True)
        return cls(
            games=len(rows),
            turns=int(turns.sum()),
            decisions=_sum(rows, Column.DECISIONS),
            starved_turns=_sum(rows, Column.STARVED),
            interrupts=_sum(rows, Column.INTERRUPTS),
            combos=_sum(rows, Column.COMBOS),
            battles=_sum(rows, Column.BATTLES),
            games_with_battle=int((rows[:, Column.BATTLES] > 0).sum()),
            recycles=_sum(rows, Column.RECYCLES),
            caught=_sum(rows, Column.CAUGHT),
            stalemates=int((winner == STALEMATE).sum()),
            cut_short=int((winner == CUT_SHORT).sum()),
            seat_wins=tuple(np.bincount(winner[won], minlength=players).tolist()),
            bot_wins=tuple(np.bincount(bot[won], minlength=bots).tolist()),
            lengths=tuple(zip(lengths.tolist(), counts.tolist(), strict=True)),
            longest_game=int(games[turns.argmax()]),
            faced=tuple(outcomes.faced.tolist()),
            starved=tuple(outcomes.starved.tolist()),
            stuck=tuple(outcomes.stuck.tolist()),
        )

    def __add__(self, other: Self) -> Self:
        """Count the games of both."""
        both: dict[str, Any] = {}
        for field in fields(self):
            mine, theirs = getattr(self, field.name), getattr(other, field.name)
            if isinstance(mine, tuple):
                both[field.name] = tuple(a + b for a, b in zip(mine, theirs, strict=False))
            else:
                both[field.name] = mine + theirs
        lengths = Counter(dict(self.lengths))
        lengths.update(dict(other.lengths))
        both["lengths"] = tuple(sorted(lengths.items()))
        longest = min(self._longest, other._longest)
        both["longest_game"] = longest[1]
        return type(self)(**both)

    @property
    def _longest(self) -> tuple[int, int]:
        """Key by which the longest game is the least: turns, negative, and number."""
        return (-self.longest, self.longest_game)

    @property
    def longest(self) -> int:
        """Turns of the longest game."""
        return self.lengths[-1][0] if self.lengths else 0

    def as_dict(self) -> dict[str, Any]:
        """Give the counts as JSON can hold them."""
        return asdict(self)

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> Self:
        """Give back what `as_dict` gave, also after JSON."""
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list | tuple) else value
            for name, value in content.items()
        }
        values["lengths"] = tuple((turns, games) for turns, games in content["lengths"])
        return cls(**values)


def _sum(rows: Counts, column: Column) -> int:
    return int(rows[:, column].sum())


MEASURES: Final = 3
"""What is compared of a game: turns, turns without a legal play, whether it had a battle."""


@dataclass(frozen=True, slots=True)
class PairTally:
    """Two decks' games on the same seeds, and how their measures go together."""

    one: Tally
    other: Tally
    products: tuple[tuple[int, ...], ...]
    """Sums over games of the products of two measures, those of the other deck behind those of the
    one; shape (2 `MEASURES`, 2 `MEASURES`)."""

    @classmethod
    def none(cls, one: Tally, other: Tally) -> Self:
        """Count no games of two decks, whose tallies are empty."""
        size = 2 * MEASURES
        return cls(one, other, ((0,) * size,) * size)

    @classmethod
    def of(cls, one: tuple[Tally, Counts], other: tuple[Tally, Counts]) -> Self:
        """Pair tallies with the rows that they were made of."""
        measures = np.hstack([_measures(one[1]), _measures(other[1])])
        products = (measures.T @ measures).tolist()
        return cls(one[0], other[0], tuple(map(tuple, products)))

    def __add__(self, other: Self) -> Self:
        """Count the games of both."""
        products = tuple(
            tuple(a + b for a, b in zip(mine, theirs, strict=True))
            for mine, theirs in zip(self.products, other.products, strict=True)
        )
        return type(self)(self.one + other.one, self.other + other.other, products)

    @property
    def games(self) -> int:
        """Games of each deck."""
        return self.one.games

    def as_dict(self) -> dict[str, Any]:
        """Give the counts as JSON can hold them."""
        return asdict(self)

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> Self:
        """Give back what `as_dict` gave, also after JSON."""
        return cls(
            Tally.from_dict(content["one"]),
            Tally.from_dict(content["other"]),
            tuple(map(tuple, content["products"])),
        )


def _measures(rows: Counts) -> Counts:
    turns, starved = rows[:, Column.TURNS], rows[:, Column.STARVED]
    return np.stack([turns, starved, rows[:, Column.BATTLES] > 0], axis=1)
