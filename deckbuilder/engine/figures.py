"""What counts over games mean: means, shares with their intervals, and tests."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from deckbuilder.engine.party.deck import Card, GameDeck
from deckbuilder.engine.tally import MEASURES, PairTally, Tally

Z_95: Final = 1.959963984540054
"""Half the width of a 95 % interval, in standard deviations."""
QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
_SHOWN: Final = 10


@dataclass(frozen=True, slots=True)
class Share:
    """A share of trials, with Wilson's 95 % interval."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, hits: int, trials: int) -> "Share":
        """Estimate a share; without trials it may be anything."""
        if not trials:
            return cls(0.0, 0.0, 1.0)
        share, spread = hits / trials, Z_95**2 / trials
        middle = (share + spread / 2) / (1 + spread)
        half = Z_95 / (1 + spread) * math.sqrt(share * (1 - share) / trials + spread / 4 / trials)
        return cls(share, max(0.0, middle - half), min(1.0, middle + half))


@dataclass(frozen=True, slots=True)
class Lengths:
    """How long games were, in turns."""

    mean: float
    quantiles: dict[str, int]
    """Turns that this share of games did not exceed, by the share: `0.5`."""
    longest: int
    longest_game: int
    """Its number, by which it can be played again."""
    histogram: tuple[tuple[int, int], ...]
    """Turns, and the games that had so many."""


@dataclass(frozen=True, slots=True)
class CardShare:
    """A card that stays in hands."""

    card_id: str
    name: str
    share: float
    """Of the games: it was in a hand when they ended."""


@dataclass(frozen=True, slots=True)
class LaneShare:
    """A lane, and how often a top card of it left a player without a legal play."""

    lane: str
    """`Fire`, or `80 HP`."""
    cards: int
    turns: int
    """Turns that began on a card of it."""
    starved: float
    """Share of them on which the hand had no legal play."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What a deck does at the table."""

    games: int
    players: int
    turns: float
    """A game, as are those below that are no shares."""
    rounds: float
    """Turns a player."""
    decisions: float
    no_play: Share
    """Turns on which the hand had no legal play."""
    interrupts: float
    combos: float
    battles: float
    games_with_battle: Share
    recycles: float
    caught: float
    stalemates: Share
    """Games that ended without an empty hand, those at the limit of turns included."""
    cut_short: int
    """Games that came to the limit of turns."""
    seats: tuple[Share, ...]
    """Wins of each seat, from the dealer's left, of the games that were won."""
    seat_chi2: float
    """χ² of the seats' wins against equal ones."""
    seat_p: float
    """Chance of a χ² at least as large if all seats were equal."""
    bots: tuple[Share, ...]
    """Wins of each bot, in the order of their names."""
    lengths: Lengths
    stuck: tuple[CardShare, ...]
    """Cards that most often stay in hands."""
    lanes: tuple[LaneShare, ...]
    """The worst first."""

    def as_dict(self) -> dict[str, Any]:
        """Give the figures as JSON can hold them."""
        return asdict(self)


def figures(tally: Tally, deck: GameDeck) -> Figures:
    """Say what counts mean.

    Args:
        tally: Counts of one game at least.
        deck: The deck that was played.
    """
    games, players = tally.games, len(tally.seat_wins)
    won = sum(tally.seat_wins)
    unwon = tally.stalemates + tally.cut_short
    chi2 = chi_squared(tally.seat_wins)
    return Figures(
        games=games,
        players=players,
        turns=tally.turns / games,
        rounds=tally.turns / games / players,
        decisions=tally.decisions / games,
        no_play=Share.of(tally.starved_turns, tally.turns),
        interrupts=tally.interrupts / games,
        combos=tally.combos / games,
        battles=tally.battles / games,
        games_with_battle=Share.of(tally.games_with_battle, games),
        recycles=tally.recycles / games,
        caught=tally.caught / games,
        stalemates=Share.of(unwon, games),
        cut_short=tally.cut_short,
        seats=tuple(Share.of(wins, won) for wins in tally.seat_wins),
        seat_chi2=chi2,
        seat_p=chi_squared_tail(chi2, players - 1),
        bots=tuple(Share.of(wins, won) for wins in tally.bot_wins),
        lengths=_lengths(tally),
        stuck=_stuck(tally, deck.cards),
        lanes=_lanes(tally, deck.cards),
    )


def _lengths(tally: Tally) -> Lengths:
    return Lengths(
        mean=tally.turns / tally.games,
        quantiles={str(share): _quantile(tally, share) for share in QUANTILES},
        longest=tally.longest,
        longest_game=tally.longest_game,
        histogram=tally.lengths,
    )


def _quantile(tally: Tally, share: float) -> int:
    left = share * tally.games
    for turns, games in tally.lengths:
        left -= games
        if left <= 0:
            return turns
    return tally.longest


def _stuck(tally: Tally, cards: Sequence[Card]) -> tuple[CardShare, ...]:
    order = sorted(range(len(cards)), key=lambda number: -tally.stuck[number])
    return tuple(
        CardShare(cards[n].card_id, cards[n].name, tally.stuck[n] / tally.games)
        for n in order[:_SHOWN]
    )


def _lanes(tally: Tally, cards: Sequence[Card]) -> tuple[LaneShare, ...]:
    """Both lanes of every Pokémon; outliers have theirs too."""
    members: dict[str, list[int]] = {}
    for number, card in enumerate(cards):
        if card.cell:
            for lane in (card.cell.type, f"{card.cell.hp} HP"):
                members.setdefault(lane, []).append(number)
    shares = (_lane(lane, numbers, tally) for lane, numbers in members.items())
    return tuple(sorted(shares, key=lambda one: (-one.starved, one.lane)))


def _lane(lane: str, numbers: Sequence[int], tally: Tally) -> LaneShare:
    turns = sum(tally.faced[number] for number in numbers)
    starved = sum(tally.starved[number] for number in numbers)
    return LaneShare(lane, len(numbers), turns, starved / max(1, turns))


# Tests


def chi_squared(counts: Sequence[int]) -> float:
    """Give the χ² of counts against equal ones; 0 where nothing was counted."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected if expected else 0.0


def chi_squared_tail(chi2: float, freedom: int) -> float:
    """Give the chance of a χ² at least this large.

    It is the regularised incomplete gamma function Q(freedom ÷ 2, χ² ÷ 2), summed up from
    Q(½, y) = erfc √y or Q(1, y) = e⁻ʸ by Q(a + 1, y) = Q(a, y) + yᵃ e⁻ʸ ÷ Γ(a + 1).

    Args:
        chi2: The value of the test, 0 or more.
        freedom: Degrees of freedom, 1 or more.
    """
    half = chi2 / 2
    if not half:
        return 1.0
    order = 1.0 if freedom % 2 == 0 else 0.5
    tail = math.exp(-half) if freedom % 2 == 0 else math.erfc(math.sqrt(half))
    while order < freedom / 2:
        tail += math.exp(order * math.log(half) - half - math.lgamma(order + 1))
        order += 1
    return min(1.0, tail)


# Two decks


@dataclass(frozen=True, slots=True)
class Difference:
    """How far one deck is above another in some measure, with its 95 % interval."""

    measure: str
    """`turns`, `no_play` or `games_with_battle`."""
    one: float
    other: float
    value: float
    """One less the other."""
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves out no difference at all."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two decks, played on the same seeds."""

    games: int
    """Of each."""
    one: Figures
    other: Figures
    differences: tuple[Difference, ...]

    def as_dict(self) -> dict[str, Any]:
        """Give the comparison as JSON can hold it."""
        return asdict(self)


def compare(pairs: PairTally, one: GameDeck, other: GameDeck) -> Comparison:
    """Say how two decks differ, from games on the same seeds.

    The intervals are of paired differences: what the seeds bring to both decks cancels out.

    Args:
        pairs: Counts of one game of each at least.
        one: The first deck.
        other: The second.
    """
    a, b = figures(pairs.one, one), figures(pairs.other, other)
    weights = [_weights(figure) for figure in (a, b)]
    values = [(f.turns, f.no_play.value, f.games_with_battle.value) for f in (a, b)]
    names = ("turns", "no_play", "games_with_battle")
    differences = [
        _difference(
            name, (values[0][i], values[1][i]), (*weights[0][i], *_less(weights[1][i])), pairs
        )
        for i, name in enumerate(names)
    ]
    return Comparison(pairs.games, a, b, tuple(differences))


def _weights(figure: Figures) -> tuple[tuple[float, ...], ...]:
    """By measure: how a game's turns, turns without a play, and battle move the figure.

    A share of turns is a quotient of sums, and moves as its first-order terms do.
    """
    share = figure.no_play.value
    return (1.0, 0.0, 0.0), (-share / figure.turns, 1 / figure.turns, 0.0), (0.0, 0.0, 1.0)


def _less(weights: Iterable[float]) -> tuple[float, ...]:
    return tuple(-weight for weight in weights)


def _difference(
    name: str, values: tuple[float, float], weights: Sequence[float], pairs: PairTally
) -> Difference:
    value = values[0] - values[1]
    half = Z_95 * math.sqrt(_variance(weights, pairs) / pairs.games)
    return Difference(name, *values, value, value - half, value + half)


def _variance(weights: Sequence[float], pairs: PairTally) -> float:
    """Variance over games of a weighted sum of both decks' measures."""
    games = pairs.games
    means = [total / games for total in _totals(pairs)]
    size = range(2 * MEASURES)
    return max(
        0.0,
        sum(
            weights[i] * weights[j] * (pairs.products[i][j] / games - means[i] * means[j])
            for i in size
            for j in size
        ),
    )


def _totals(pairs: PairTally) -> list[int]:
    return [
        total
        for tally in (pairs.one, pairs.other)
        for total in (tally.turns, tally.starved_turns, tally.games_with_battle)
    ]
