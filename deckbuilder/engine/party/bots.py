"""Who plays: one protocol for every decision, and the bots."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Protocol

from deckbuilder.catalog.names import did_you_mean
from deckbuilder.engine.party.chance import Stream
from deckbuilder.engine.party.state import PASS, SPEAK, Kind
from deckbuilder.engine.party.view import View
from deckbuilder.errors import BadInputError

HUMAN: Final = "human"
"""Who plays at the terminal, as a game's log names it."""
FEW_CARDS: Final = 3
"""From here on the hoarder lets go of what it keeps."""


class Bot(Protocol):
    """Anything that plays: a program, or a person at a terminal."""

    def choose(self, view: View, actions: Sequence[int], stream: Stream) -> int:
        """Decide.

        Args:
            view: What this player sees, and the kind of decision.
            actions: What may be done, ascending; two at least, since what must be is not asked.
            stream: Where a bot takes its chances from, so that a game can be played again.

        Returns:
            One of the actions.
        """


class RandomBot:
    """Takes any of the actions, each as likely."""

    def choose(self, view: View, actions: Sequence[int], stream: Stream) -> int:
        """Decide; see `Bot`."""
        if actions[0] == SPEAK:
            return speak(view, stream)
        return actions[stream.below(len(actions))]


class GreedyBot:
    """Sheds the most cards that it can, and never lets a family card go by."""

    def choose(self, view: View, actions: Sequence[int], stream: Stream) -> int:
        """Decide; see `Bot`."""
        if actions[0] == SPEAK:
            return speak(view, stream)
        if actions[0] == PASS:
            actions = actions[1:]
        if len(actions) == 1:
            return actions[0]
        if view.kind is Kind.PRIZE:
            return best_prize(view, actions)
        return self._most_shed(view, actions)

    def _most_shed(self, view: View, cards: Sequence[int]) -> int:
        """A Trainer takes a second card along; a Pokémon may be followed by a relative."""
        hand, relatives = view.hand, view.table.relatives
        first_trainer = view.table.first_trainer
        for card in cards:
            if card >= first_trainer or hand & relatives[card]:
                return card
        return cards[0]


class HoarderBot:
    """Keeps Trainers and family cards until few cards are left, and then is greedy."""

    def __init__(self) -> None:
        self._greedy: Final = GreedyBot()

    def choose(self, view: View, actions: Sequence[int], stream: Stream) -> int:
        """Decide; see `Bot`."""
        if actions[0] == SPEAK or view.kind is Kind.PRIZE or view.hand.bit_count() <= FEW_CARDS:
            return self._greedy.choose(view, actions, stream)
        if actions[0] == PASS:
            return PASS
        plain, bit = view.table.plain, view.table.bit
        for card in actions:
            if plain & bit[card]:
                return card
        return actions[0]


def speak(view: View, stream: Stream) -> int:
    """Announce the last card, or notice, as often as the options say."""
    options = view.table.options
    if view.kind is Kind.ANNOUNCE:
        return PASS if stream.happens(options.call_miss) else SPEAK
    return SPEAK if stream.happens(options.call_catch) else PASS


def best_prize(view: View, prizes: Sequence[int]) -> int:
    """Choose the Pokémon that the most of one's own cards may lie on; of equals the first."""
    hand, may_lie_on = view.hand, view.table.may_lie_on
    return max(prizes, key=lambda prize: (hand & may_lie_on[prize]).bit_count())


def _search() -> Bot:
    from deckbuilder.engine.party.search import SearchBot  # noqa: PLC0415 - it plays with bots

    return SearchBot()


COMPILED: Final = ("random", "greedy", "hoarder")
"""The bots that the kernel knows; their places are their numbers there."""
BOTS: Final[Mapping[str, Callable[[], Bot]]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "hoarder": HoarderBot,
    "search": _search,
}
"""Makes a bot, by its name."""


def check_bots(names: Iterable[str]) -> None:
    """Refuse a name that no bot has.

    Raises:
        BadInputError: There is no such bot; the error suggests the nearest.
    """
    for name in names:
        if name not in BOTS:
            raise BadInputError(
                f"no bot is called '{name}'{did_you_mean(name, BOTS)} (bots: {', '.join(BOTS)})"
            )


def seat_bots(names: Sequence[str], players: int, game: int = 0) -> list[Bot]:
    """Seat bots, who move one seat on from game to game, so that none keeps the best seat.

    Args:
        names: Names of the bots; as many as there are, over and over, fill the seats.
        players: Seats.
        game: Number of the game.

    Returns:
        The bot of each seat.

    Raises:
        BadInputError: There is no such bot; the error suggests the nearest.
    """
    check_bots(names)
    return [BOTS[names[(seat + game) % len(names)]]() for seat in range(players)]
