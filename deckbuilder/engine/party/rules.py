"""The rules: what may be done now, and what comes of it.

A game alternates between decisions of players, which are single integers (a card's number, or one
of the negative actions), and chance, which is an order of cards or of players. Whatever asks a
player or shuffles stays outside; so a list of integers is a whole game.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from deckbuilder.engine.party.deck import HAND
from deckbuilder.engine.party.options import CallOrder
from deckbuilder.engine.party.state import (
    DRAW,
    NO_CARD,
    NOBODY,
    PASS,
    SPEAK,
    Battle,
    Kind,
    State,
)
from deckbuilder.engine.party.table import members

PENALTY: Final = 2
"""Cards to draw for a last card that was not announced."""

# Looking a member up in its enumeration takes as long as a rule does.
_TURN, _DRAWN, _PARTNER, _COMBO, _CALL, _PRIZE, _ANNOUNCE, _CATCH, _SHUFFLE, _RACE, _OVER = Kind


def legal_actions(state: State) -> list[int]:
    """List what may be done, ascending; nothing while chance is due or when the game is over."""
    return _LEGAL[state.kind](state)


def apply(state: State, action: int) -> None:
    """Do one of the legal actions; the state is changed in place."""
    state.decisions += 1
    _APPLY[state.kind](state, action)


def to_order(state: State) -> list[int]:
    """List what chance is to put into an order, in the order in which it lies now."""
    if state.kind is _SHUFFLE:
        return state.under
    return state.callers if state.kind is _RACE else []


def resolve(state: State, order: Sequence[int]) -> None:
    """Let chance be: the first card of the order is drawn first, the first player asked first."""
    if state.kind is _RACE:
        state.callers = list(order)
        _ask_next_caller(state)
        return
    state.pile = list(order[::-1])
    state.under = []
    if state.top == NO_CARD:
        _deal(state)
        return
    state.recycles += 1
    if state.battle:
        _battle(state, state.battle)
    elif state.penalty:
        _pay_penalty(state)
    else:
        _draw(state)


# Setup


def _deal(state: State) -> None:
    """Deal card by card, clockwise, then turn cards up until a Pokémon appears."""
    table, pile = state.table, state.pile
    players = table.players
    bit = table.bit
    dealt = pile[: -players * HAND - 1 : -1]
    del pile[-players * HAND :]
    state.hands = [sum([bit[card] for card in dealt[p::players]]) for p in range(players)]
    while (card := pile.pop()) >= table.first_trainer:
        state.under.append(card)
    state.top = card
    state.kind = _TURN


# A turn


def _turn_actions(state: State) -> list[int]:
    table = state.table
    hand = state.hands[state.player]
    plays = hand & table.may_lie_on[state.top]
    # A hand of nothing but Trainers has no Pokémon that could cover one.
    if plays and hand & table.pokemon:
        return members(plays)
    return [DRAW] if state.pile or state.under else [PASS]


def _take_turn(state: State, action: int) -> None:
    state.faced.append(state.top)
    if action >= 0:
        _play(state, action)
        return
    state.starved.append(state.top)
    if len(state.faced) >= state.table.options.turn_limit:
        _stalemate(state)
    elif action == DRAW:
        _draw(state)
    else:
        _end_idle_turn(state)


def _draw(state: State) -> None:
    if not state.pile:
        state.kind = _SHUFFLE
        return
    card = state.pile.pop()
    state.hands[state.player] |= state.table.bit[card]
    state.drawn = card
    if _drawn_actions(state):
        state.kind = _DRAWN
    else:
        state.drawn = NO_CARD
        _end_idle_turn(state)


def _drawn_actions(state: State) -> list[int]:
    table, card = state.table, state.drawn
    hand = state.hands[state.player]
    if card >= table.first_trainer:
        return [card] if hand & table.pokemon else []
    plays = (hand & table.trainers) | (table.may_lie_on[state.top] & table.bit[card])
    return members(plays) if plays else []


def _play_drawn(state: State, action: int) -> None:
    if action == state.drawn:
        state.drawn = NO_CARD
    _play(state, action)


def _play(state: State, card: int) -> None:
    if card >= state.table.first_trainer:
        state.trainer = card
        state.kind = _PARTNER
    else:
        _lay(state, card)


def _partner_actions(state: State) -> list[int]:
    if state.drawn != NO_CARD:
        return [state.drawn]
    return members(state.hands[state.player] & state.table.pokemon)


def _cover_trainer(state: State, partner: int) -> None:
    state.hands[state.player] ^= state.table.bit[state.trainer]
    state.under.append(state.top)
    state.top = state.trainer
    state.trainer = state.drawn = NO_CARD
    _lay(state, partner)


def _lay(state: State, card: int) -> None:
    table, player = state.table, state.player
    state.under.append(state.top)
    state.top = card
    state.last = player
    state.idle = 0
    state.hands[player] = hand = state.hands[player] ^ table.bit[card]
    if not hand:
        _end_hand(state)
    elif hand & table.relatives[card]:
        state.kind = _COMBO
    else:
        _open_window(state)


def _end_idle_turn(state: State) -> None:
    table = state.table
    state.idle += 1
    if state.idle < table.players:
        _begin_turn(state, state.player + 1)
    elif state.pile or state.under:
        state.battles += 1
        state.idle = 0
        rivals = [*table.others[state.player], state.player]
        state.battle = Battle(rivals, [], [])
        _battle(state, state.battle)
    else:
        _stalemate(state)


def _begin_turn(state: State, player: int) -> None:
    state.player = player % state.table.players
    state.kind = _TURN


# Combos and interrupts


def _family_actions(state: State) -> list[int]:
    return [PASS, *members(state.hands[state.player] & state.table.relatives[state.top])]


def _continue_combo(state: State, action: int) -> None:
    if action == PASS:
        _open_window(state)
    else:
        state.combos += 1
        _lay(state, action)


def _open_window(state: State) -> None:
    """Ask those who hold a relative of the top, one at a time; without any, play resumes."""
    table, hands = state.table, state.hands
    relatives = table.relatives[state.top]
    state.callers = callers = (
        [one for one in table.others[state.last] if hands[one] & relatives] if relatives else []
    )
    if len(callers) > 1 and table.options.call_order == CallOrder.RACE:
        state.kind = _RACE
    else:
        _ask_next_caller(state)


def _ask_next_caller(state: State) -> None:
    if state.callers:
        state.player = state.callers.pop(0)
        state.kind = _CALL
    else:
        _begin_turn(state, state.last + 1)


def _interrupt(state: State, action: int) -> None:
    if action == PASS:
        _ask_next_caller(state)
    else:
        state.callers = []
        state.interrupts += 1
        _lay(state, action)


# Stall battles


def _battle(state: State, battle: Battle) -> None:
    """Go on with a battle until it is decided, or the draw pile runs out."""
    hp = state.table.hp
    while True:
        while len(battle.flips) < len(battle.rivals):
            if not _flip(state, battle):
                return
        flips = [(hp[card], rival) for card, rival in _pairs(battle) if card != NO_CARD]
        highest = max(flips, default=(0, NOBODY))[0]
        tied = [rival for points, rival in flips if points == highest]
        if len(tied) < 2:  # noqa: PLR2004 - two make a tie
            break
        battle.rivals, battle.flips = tied, []
    if tied:
        state.player = tied[0]
        state.kind = _PRIZE
    else:
        state.under += battle.revealed
        state.battle = None
        _begin_turn(state, state.player + 1)


def _pairs(battle: Battle) -> list[tuple[int, int]]:
    return list(zip(battle.flips, battle.rivals, strict=True))


def _flip(state: State, battle: Battle) -> bool:
    """Reveal cards for the next rival until a Pokémon appears.

    Returns:
        False when the draw pile has to be shuffled first.
    """
    while state.pile:
        card = state.pile.pop()
        battle.revealed.append(card)
        if card < state.table.first_trainer:
            battle.flips.append(card)
            return True
    if state.under:
        state.kind = _SHUFFLE
        return False
    battle.flips.append(NO_CARD)
    return True


def _prize_actions(state: State) -> list[int]:
    revealed = state.battle.revealed if state.battle else []
    return sorted(card for card in revealed if card < state.table.first_trainer)


def _take_prize(state: State, prize: int) -> None:
    revealed = state.battle.revealed if state.battle else []
    state.under.append(state.top)
    state.under += [card for card in revealed if card != prize]
    state.top = prize
    state.battle = None
    _begin_turn(state, state.player + 1)


# The end of a game


def _end_hand(state: State) -> None:
    if state.table.options.party_call:
        state.kind = _ANNOUNCE
    else:
        _win(state)


def _win(state: State) -> None:
    state.winners = [state.last]
    state.kind = _OVER


def _stalemate(state: State) -> None:
    sizes = [hand.bit_count() for hand in state.hands]
    state.winners = [player for player, size in enumerate(sizes) if size == min(sizes)]
    state.kind = _OVER


def _call_actions(_state: State) -> list[int]:
    return [SPEAK, PASS]


def _announce(state: State, action: int) -> None:
    if action == SPEAK:
        _win(state)
    else:
        state.callers = list(state.table.others[state.last])
        _ask_next_witness(state)


def _ask_next_witness(state: State) -> None:
    if state.callers:
        state.player = state.callers.pop(0)
        state.kind = _CATCH
    else:
        _win(state)


def _notice(state: State, action: int) -> None:
    if action == PASS:
        _ask_next_witness(state)
        return
    state.caught += 1
    state.callers = []
    state.player = state.last
    state.penalty = PENALTY
    _pay_penalty(state)


def _pay_penalty(state: State) -> None:
    """Draw the penalty, as far as there are cards; then the play is over like any other."""
    while state.penalty and (state.pile or state.under):
        if not state.pile:
            state.kind = _SHUFFLE
            return
        state.hands[state.player] |= state.table.bit[state.pile.pop()]
        state.penalty -= 1
    if state.hands[state.player]:
        state.penalty = 0
        _open_window(state)
    else:
        _win(state)


def _nothing(_state: State) -> list[int]:
    return []


_RULES: Mapping[Kind, tuple[Callable[[State], list[int]], Callable[[State, int], None]]] = {
    Kind.TURN: (_turn_actions, _take_turn),
    Kind.DRAWN: (_drawn_actions, _play_drawn),
    Kind.PARTNER: (_partner_actions, _cover_trainer),
    Kind.COMBO: (_family_actions, _continue_combo),
    Kind.CALL: (_family_actions, _interrupt),
    Kind.PRIZE: (_prize_actions, _take_prize),
    Kind.ANNOUNCE: (_call_actions, _announce),
    Kind.CATCH: (_call_actions, _notice),
}
_LEGAL = tuple(_RULES[kind][0] if kind in _RULES else _nothing for kind in Kind)
_APPLY = tuple(rule[1] for rule in _RULES.values())
