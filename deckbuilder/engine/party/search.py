"""A bot that tries its actions out on imagined games."""

from collections.abc import Sequence

from deckbuilder.engine.party.bots import GreedyBot, speak
from deckbuilder.engine.party.chance import Fate, Stream
from deckbuilder.engine.party.rules import apply, legal_actions, resolve, to_order
from deckbuilder.engine.party.state import CHANCE, SPEAK, Kind, State
from deckbuilder.engine.party.view import View


class SearchBot:
    """Plays each action on in games that it cannot tell from the real one, greedily.

    Hidden cards are dealt anew for every trial, so it knows no more than its seat does. Every
    action is tried against the same imagined hands.
    """

    def __init__(self, trials: int = 12, horizon: int = 60) -> None:
        """Set how hard it thinks.

        Args:
            trials: Imagined games for each action.
            horizon: Decisions after which an imagined game is left and counted as it stands.
        """
        self._trials = trials
        self._horizon = horizon
        self._player = GreedyBot()

    def choose(self, view: View, actions: Sequence[int], stream: Stream) -> int:
        """Decide; see `Bot`."""
        if actions[0] == SPEAK:
            return speak(view, stream)
        worth = dict.fromkeys(actions, 0.0)
        for _ in range(self._trials):
            imagined = view.guess(stream)
            for action in actions:
                state = imagined.clone()
                apply(state, action)
                self._play_on(state, stream)
                worth[action] += _worth(state, view.seat)
        # Of equals the last: to play a card rather than to pass.
        return max(reversed(actions), key=worth.__getitem__)

    def _play_on(self, state: State, stream: Stream) -> None:
        fate = Fate(stream, stream)
        for _ in range(self._horizon):
            while state.kind in CHANCE:
                resolve(state, fate.shuffled(to_order(state)))
            if state.kind is Kind.OVER:
                break
            actions = legal_actions(state)
            view = View(state, state.player)
            forced = len(actions) == 1
            apply(state, actions[0] if forced else self._player.choose(view, actions, stream))


def _worth(state: State, seat: int) -> float:
    """1 for a win, else from 0 down: how many more cards one holds than the best other."""
    if state.kind is Kind.OVER and not state.is_stalemate:
        return 1.0 if seat in state.winners else -1.0
    sizes = [hand.bit_count() for hand in state.hands]
    best_other = min(sizes[player] for player in state.table.others[seat])
    return max(-1.0, min(1.0, (best_other - sizes[seat]) / 10))
