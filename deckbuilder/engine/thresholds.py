"""Limits that a deck must keep to at the table: pass or fail, each with its value."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

from pydantic import Field, model_validator

from deckbuilder.catalog.checked_file import Strict, load_yaml
from deckbuilder.catalog.files import DATA
from deckbuilder.engine.figures import Figures, Share

PLAY_THRESHOLDS: Final = DATA / "play-thresholds.yaml"
"""The limits that come with the program."""

MEANINGS: Final = {
    "balance": "Σ squares of the lanes over its floor",
    "no_play_share": "turns on which the hand has no legal play",
    "stall_share": "games with a stall battle",
    "stalemate_share": "games that nobody wins",
    "seat_advantage": "the best seat's wins above an equal share",
    "turns": "mean turns of a game",
}
"""What each limit is about."""

ShareLimit = Annotated[float, Field(ge=0, le=1)]


class Between(Strict):
    """A range, both ends included."""

    least: float = Field(ge=0, description="No less than this.")
    most: float = Field(ge=0, description="No more than this.")

    @model_validator(mode="after")
    def _is_range(self) -> "Between":
        if self.least > self.most:
            raise ValueError(f"least {self.least} is above most {self.most}")
        return self


class Thresholds(Strict):
    """What stands in a file of thresholds."""

    balance: float = Field(ge=1, description="Σ (lane count)² over its floor.")
    no_play_share: ShareLimit = Field(description="Share of turns without a legal play.")
    stall_share: dict[int, ShareLimit] = Field(
        min_length=1, description="Share of games with a stall battle, by players."
    )
    stalemate_share: ShareLimit = Field(description="Share of games that nobody wins.")
    seat_advantage: float = Field(
        ge=0, description="How far the best seat's share of wins is above an equal one."
    )
    turns: Between = Field(description="Mean turns of a game.")


@dataclass(frozen=True, slots=True)
class Verdict:
    """One limit, and whether it is kept."""

    name: str
    """The limit's key in the file."""
    value: float
    surely: float
    """No more than this is sure of it: the lower end of its 95 % interval, where it has one."""
    least: float | None
    """None where only the upper end is limited."""
    most: float
    meaning: str
    """What the value is, in words."""

    @property
    def passed(self) -> bool:
        """Whether the value lies within the limits, or too few games were played to deny it."""
        return (self.least is None or self.value >= self.least) and self.surely <= self.most


def load_thresholds(path: Path = PLAY_THRESHOLDS) -> Thresholds:
    """Read thresholds.

    Raises:
        BadInputError: The file breaks the schema; the error names the key.
    """
    return load_yaml(path, Thresholds)


def judge(
    figures: Figures, limits: Thresholds, balance: float | None = None
) -> tuple[Verdict, ...]:
    """Hold figures to the limits.

    Args:
        figures: What the deck does at the table.
        limits: The thresholds.
        balance: Σ (lane count)² of the deck's grids over their floors; left out where unknown.

    Returns:
        A verdict for each limit, in the order of the file.
    """
    best = max(figures.seats, key=lambda seat: seat.value)
    advantage, surely = (max(0.0, share * figures.players - 1) for share in (best.value, best.low))
    stalls = _by_players(limits.stall_share, figures.players)
    found = [
        _share("no_play_share", figures.no_play, limits.no_play_share),
        _share("stall_share", figures.games_with_battle, stalls),
        _share("stalemate_share", figures.stalemates, limits.stalemate_share),
        _verdict("seat_advantage", advantage, surely, limits.seat_advantage),
        _verdict("turns", figures.turns, figures.turns, limits.turns.most, limits.turns.least),
    ]
    if balance is not None:
        found.insert(0, _verdict("balance", balance, balance, limits.balance))
    return tuple(found)


def _share(name: str, share: Share, most: float) -> Verdict:
    return _verdict(name, share.value, share.low, most)


def _verdict(
    name: str, value: float, surely: float, most: float, least: float | None = None
) -> Verdict:
    return Verdict(name, value, surely, least, most, MEANINGS[name])


def _by_players(limits: dict[int, float], players: int) -> float:
    """The limit for the largest number of players that is not above; else the first there is."""
    return limits[max((known for known in limits if known <= players), default=min(limits))]
