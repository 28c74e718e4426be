"""The rules once more, compiled: the games of the readable engine, many times as fast.

The readable engine is the reference, and this plays its very games: the same draws in the same
order, the same bots, the same actions. A shuffle is done lazily, a place at a time as cards are
drawn; the order is the one that shuffling at once would give.

All of a game is two arrays, which every function takes first, since compiled code is quick with
few arrays and with no views of them:

- `masks` has the shape (sets, cards, words): a set of cards is a row of 64-bit words. `masks[LAY,
  card]` are the cards that may lie on a card, `masks[KIN, card]` its relatives, `masks[HAND,
  player]` a hand and, behind the last player, all hands together, `masks[ONE, …]` single sets.
- `lists` has the shape (lists, cards): `lists[PILE]` is the draw pile, `lists[NUMBER]` holds single
  numbers, and so on.

Importing this needs numba.
"""

from collections.abc import Callable, Sequence
from typing import Final, cast

import numpy as np

from deckbuilder.engine.party.bots import COMPILED, FEW_CARDS
from deckbuilder.engine.party.chance import GOLDEN, UPPER, Words, mix, seeds_of
from deckbuilder.engine.party.compiled import entry, inlined, lowest, ones, uncounted
from deckbuilder.engine.party.deck import HAND as DEALT
from deckbuilder.engine.party.options import CallOrder
from deckbuilder.engine.party.outcomes import CUT_SHORT, STALEMATE, Column, Counts, Outcomes
from deckbuilder.engine.party.rules import PENALTY
from deckbuilder.engine.party.state import DRAW, NO_CARD, PASS, SPEAK
from deckbuilder.engine.party.table import Table

# What the compiled code uses as numbers must be plain integers of this module.
RANDOM, HOARDER = 0, 2
MUST_PLAY, MAY_PLAY, PRIZE = 0, 1, 2
PLAYING = -9
WINNER, TURNS, DECISIONS = Column.WINNER.value, Column.TURNS.value, Column.DECISIONS.value
STARVED = Column.STARVED.value
INTERRUPTS, COMBOS = Column.INTERRUPTS.value, Column.COMBOS.value
BATTLES, RECYCLES, CAUGHT = Column.BATTLES.value, Column.RECYCLES.value, Column.CAUGHT.value
COLUMNS: Final = len(Column)

WORD: Final = 64
BIT, IN_WORD, EMPTY = np.uint64(1), np.uint64(63), np.uint64(0)

# Sets of `masks`.
ONE, HAND, LAY, KIN = 0, 1, 2, 3
SETS: Final = 4
OPTIONS, POKEMON, TRAINERS, PLAIN = 0, 1, 2, 3
SINGLE_SETS: Final = 4
"""Rows of `masks[ONE]`: the cards to choose from, all Pokémon, all Trainers, the Pokémon without
relatives."""

# Lists of `lists`.
NUMBER, ROW, PILE, UNDER, REVEALED, ASKED, FLIPS = 0, 1, 2, 3, 4, 5, 6
SIZES, BOTS, HP, ON_TOP, DRY, STUCK, TRACE = 7, 8, 9, 10, 11, 12, 13
LISTS: Final = 14
"""`ROW` is the game's row of counts, see `Column`; `ASKED` the players to be asked, or who reveal,
and `FLIPS` what those revealed; `ON_TOP`, `DRY` and `STUCK` are the sums by card of all games;
`TRACE` is a room for the first actions."""

# Numbers of `lists[NUMBER]`: of the table …
CARDS, PLAYERS, FIRST_TRAINER, RACE, PARTY_CALL, MISS, CATCH, LIMIT, TRACED = range(9)
# … and of the game. The pile lies from place `NEXT` to before `END`; `SHUFFLED` is the position of
# its first draw in the stream.
TOP, NEXT, END, COVERED, SHOWN, SHUFFLED = range(9, 15)
CARD_SEED, CARD_DRAWS, PLAYER_SEED, PLAYER_DRAWS = range(15, 19)
NUMBERS: Final = 19


# Chance

_mix = cast("Callable[[np.uint64], np.uint64]", inlined(mix))


@inlined
def _draw(seed: int, position: int) -> int:
    word = _mix(np.uint64(seed) + np.uint64(position + 1) * GOLDEN)
    return np.int64(word >> UPPER)  # type: ignore[return-value] # `int` would stay unsigned


@inlined
def _draw_of_players(lists: Counts) -> int:
    position = lists[NUMBER, PLAYER_DRAWS]
    lists[NUMBER, PLAYER_DRAWS] = position + 1
    return _draw(lists[NUMBER, PLAYER_SEED], position)


@inlined
def _shuffle_asked(lists: Counts, count: int) -> None:
    for place in range(count):
        draw = _draw(lists[NUMBER, CARD_SEED], lists[NUMBER, CARD_DRAWS] + place)
        other = place + ((draw * (count - place)) >> 32)
        player = lists[ASKED, place]
        lists[ASKED, place] = lists[ASKED, other]
        lists[ASKED, other] = player
    lists[NUMBER, CARD_DRAWS] += count


@inlined
def _is_out(lists: Counts) -> bool:
    """Tell whether there is nothing left to draw, nor to recycle."""
    return bool(lists[NUMBER, NEXT] == lists[NUMBER, END] and lists[NUMBER, COVERED] == 0)


@inlined
def _take(lists: Counts) -> int:
    """Take the next card of the draw pile, recycling when it has run out; or `NO_CARD`."""
    if _is_out(lists):
        return NO_CARD
    if lists[NUMBER, NEXT] == lists[NUMBER, END]:
        _recycle(lists)
    place = lists[NUMBER, NEXT]
    lists[NUMBER, NEXT] = place + 1
    draw = _draw(lists[NUMBER, CARD_SEED], lists[NUMBER, SHUFFLED] + place)
    other = place + ((draw * (lists[NUMBER, END] - place)) >> 32)
    card = lists[PILE, other]
    lists[PILE, other] = lists[PILE, place]
    return int(card)


@inlined
def _recycle(lists: Counts) -> None:
    covered = lists[NUMBER, COVERED]
    for place in range(covered):
        lists[PILE, place] = lists[UNDER, place]
    lists[NUMBER, NEXT] = 0
    lists[NUMBER, END] = covered
    lists[NUMBER, COVERED] = 0
    lists[NUMBER, SHUFFLED] = lists[NUMBER, CARD_DRAWS]
    lists[NUMBER, CARD_DRAWS] += covered
    lists[ROW, RECYCLES] += 1


# Masks


@inlined
def _has(masks: Words, kind: int, row: int, card: int) -> bool:
    return bool((masks[kind, row, card >> 6] >> (np.uint64(card) & IN_WORD)) & BIT != EMPTY)


@inlined
def _turn_bit(masks: Words, kind: int, row: int, card: int) -> None:
    masks[kind, row, card >> 6] ^= BIT << (np.uint64(card) & IN_WORD)


@inlined
def _common(masks: Words, kind: int, row: int, hand: int) -> int:
    """Count the cards of a set that a player holds."""
    count = 0
    for word in range(masks.shape[2]):
        count += ones(masks[kind, row, word] & masks[HAND, hand, word])
    return count


@inlined
def _offer(masks: Words, kind: int, row: int, hand: int) -> int:
    """Let a player choose from the cards of a set in the hand; give how many they are."""
    count = 0
    for word in range(masks.shape[2]):
        masks[ONE, OPTIONS, word] = masks[kind, row, word] & masks[HAND, hand, word]
        count += ones(masks[ONE, OPTIONS, word])
    return count


@inlined
def _offer_nothing(masks: Words) -> None:
    for word in range(masks.shape[2]):
        masks[ONE, OPTIONS, word] = EMPTY


@inlined
def _option(masks: Words, rank: int) -> int:
    """Find the option that has so many before it."""
    word = 0
    while rank >= ones(masks[ONE, OPTIONS, word]):
        rank -= ones(masks[ONE, OPTIONS, word])
        word += 1
    bits = masks[ONE, OPTIONS, word]
    for _ in range(rank):
        bits &= bits - BIT
    return word * WORD + lowest(bits)


# Bots


@inlined
def _note(lists: Counts, action: int) -> None:
    done = lists[ROW, DECISIONS]
    if done < lists[NUMBER, TRACED]:
        lists[TRACE, done] = action
    lists[ROW, DECISIONS] = done + 1


@inlined
def _choose(masks: Words, lists: Counts, player: int, kind: int, count: int) -> int:
    """Let a bot choose among the options.

    Args:
        masks: The sets.
        lists: The lists.
        player: Whose decision it is.
        kind: `MUST_PLAY`, `MAY_PLAY`, which may be declined, or `PRIZE`.
        count: How many options there are.

    Returns:
        A card, or `PASS`.
    """
    bot = lists[BOTS, player]
    choice = PASS
    if kind != MAY_PLAY and count == 1:
        choice = _option(masks, 0)
    elif bot == RANDOM:
        passes = 1 if kind == MAY_PLAY else 0
        rank = ((_draw_of_players(lists) * (count + passes)) >> 32) - passes
        if rank >= 0:
            choice = _option(masks, rank)
    elif kind == PRIZE:
        choice = _best_prize(masks, player)
    elif bot == HOARDER and lists[SIZES, player] > FEW_CARDS:
        if kind == MUST_PLAY:
            choice = _least_dear(masks)
    else:
        choice = _most_shed(masks, lists, player)
    _note(lists, choice)
    return choice


@inlined
def _most_shed(masks: Words, lists: Counts, player: int) -> int:
    for word in range(masks.shape[2]):
        bits = masks[ONE, OPTIONS, word]
        while bits != EMPTY:
            card = word * WORD + lowest(bits)
            bits &= bits - BIT
            if card >= lists[NUMBER, FIRST_TRAINER] or _common(masks, KIN, card, player):
                return card
    return _option(masks, 0)


@inlined
def _least_dear(masks: Words) -> int:
    for word in range(masks.shape[2]):
        bits = masks[ONE, OPTIONS, word] & masks[ONE, PLAIN, word]
        if bits != EMPTY:
            return word * WORD + lowest(bits)
    return _option(masks, 0)


@inlined
def _best_prize(masks: Words, player: int) -> int:
    best, most = NO_CARD, -1
    for word in range(masks.shape[2]):
        bits = masks[ONE, OPTIONS, word]
        while bits != EMPTY:
            card = word * WORD + lowest(bits)
            bits &= bits - BIT
            count = _common(masks, LAY, card, player)
            if count > most:
                best, most = card, count
    return best


# Rules


@inlined
def _left_of(lists: Counts, player: int) -> int:
    left = player + 1
    return left if left < lists[NUMBER, PLAYERS] else 0


@inlined
def _deal(masks: Words, lists: Counts) -> None:
    cards, players = lists[NUMBER, CARDS], lists[NUMBER, PLAYERS]
    for column in range(COLUMNS):
        lists[ROW, column] = 0
    for card in range(cards):
        lists[PILE, card] = card
    for number in (NEXT, COVERED, SHUFFLED, PLAYER_DRAWS):
        lists[NUMBER, number] = 0
    lists[NUMBER, END] = lists[NUMBER, CARD_DRAWS] = cards
    for player in range(players + 1):
        lists[SIZES, player] = 0
        for word in range(masks.shape[2]):
            masks[HAND, player, word] = EMPTY
    for _ in range(DEALT):
        for player in range(players):
            _draw_card(masks, lists, player)
    top = _take(lists)
    while top >= lists[NUMBER, FIRST_TRAINER]:
        _put_under(lists, top)
        top = _take(lists)
    lists[NUMBER, TOP] = top


@inlined
def _put_under(lists: Counts, card: int) -> None:
    lists[UNDER, lists[NUMBER, COVERED]] = card
    lists[NUMBER, COVERED] += 1


@inlined
def _draw_card(masks: Words, lists: Counts, player: int) -> int:
    card = _take(lists)
    if card != NO_CARD:
        _turn_bit(masks, HAND, player, card)
        _turn_bit(masks, HAND, lists[NUMBER, PLAYERS], card)
        lists[SIZES, player] += 1
    return card


@inlined
def _shed(masks: Words, lists: Counts, player: int, card: int) -> None:
    """Lay a card of the hand on the top."""
    _turn_bit(masks, HAND, player, card)
    _turn_bit(masks, HAND, lists[NUMBER, PLAYERS], card)
    lists[SIZES, player] -= 1
    _put_under(lists, lists[NUMBER, TOP])
    lists[NUMBER, TOP] = card


@inlined
def _turn(masks: Words, lists: Counts, player: int) -> int:
    """Take a turn as far as the card that is played, and cover it if it is a Trainer.

    Returns:
        The Pokémon to lay; `NO_CARD` after a turn without one; `CUT_SHORT` at the limit.
    """
    top = lists[NUMBER, TOP]
    lists[ROW, TURNS] += 1
    lists[ON_TOP, top] += 1
    count = _offer(masks, LAY, top, player)
    if count and _common(masks, ONE, POKEMON, player):
        drawn = NO_CARD
        card = _choose(masks, lists, player, MUST_PLAY, count)
    else:
        lists[ROW, STARVED] += 1
        lists[DRY, top] += 1
        drawn = _draw_in_turn(masks, lists, player)
        card = drawn if drawn < 0 else _play_drawn(masks, lists, player, drawn)
    if card < lists[NUMBER, FIRST_TRAINER]:
        return card
    return _cover(masks, lists, player, card, drawn)


@inlined
def _draw_in_turn(masks: Words, lists: Counts, player: int) -> int:
    _note(lists, PASS if _is_out(lists) else DRAW)
    if lists[ROW, TURNS] >= lists[NUMBER, LIMIT]:
        return CUT_SHORT
    return _draw_card(masks, lists, player)


@inlined
def _play_drawn(masks: Words, lists: Counts, player: int, drawn: int) -> int:
    if drawn >= lists[NUMBER, FIRST_TRAINER]:
        if not _common(masks, ONE, POKEMON, player):
            return NO_CARD
        _note(lists, drawn)
        return drawn
    count = _offer(masks, ONE, TRAINERS, player)
    if _has(masks, LAY, lists[NUMBER, TOP], drawn):
        _turn_bit(masks, ONE, OPTIONS, drawn)
        count += 1
    return _choose(masks, lists, player, MUST_PLAY, count) if count else NO_CARD


@inlined
def _cover(masks: Words, lists: Counts, player: int, trainer: int, drawn: int) -> int:
    """Lay a Trainer; give the Pokémon that covers it."""
    count = _offer(masks, ONE, POKEMON, player)
    if drawn not in (NO_CARD, trainer):
        _offer_nothing(masks)
        _turn_bit(masks, ONE, OPTIONS, drawn)
        count = 1
    partner = _choose(masks, lists, player, MUST_PLAY, count)
    _shed(masks, lists, player, trainer)
    return partner


@inlined
def _settle(masks: Words, lists: Counts, player: int, card: int) -> int:
    """Lay a Pokémon, and let combos and interrupts follow until nobody goes on.

    Returns:
        Who laid the last card; the hand is empty if that won the game.
    """
    while True:
        _shed(masks, lists, player, card)
        if lists[SIZES, player] == 0:
            if not _is_caught(masks, lists, player) or lists[SIZES, player] == 0:
                return player
        elif not _common(masks, KIN, lists[NUMBER, TOP], lists[NUMBER, PLAYERS]):
            return player
        else:
            card = _combo(masks, lists, player)
            if card != PASS:
                continue
        caller, card = _window(masks, lists, player)
        if card == PASS:
            return player
        lists[ROW, INTERRUPTS] += 1
        player = caller


@inlined
def _combo(masks: Words, lists: Counts, player: int) -> int:
    """Ask a player who laid a card to go on; give the card, or `PASS`."""
    count = _offer(masks, KIN, lists[NUMBER, TOP], player)
    if not count:
        return PASS
    card = _choose(masks, lists, player, MAY_PLAY, count)
    if card != PASS:
        lists[ROW, COMBOS] += 1
    return card


@inlined
def _window(masks: Words, lists: Counts, player: int) -> tuple[int, int]:
    """Ask the others whether they interrupt; give who did and the card, or `PASS` as the card."""
    top = lists[NUMBER, TOP]
    count = 0
    other = _left_of(lists, player)
    while other != player:
        if _common(masks, KIN, top, other):
            lists[ASKED, count] = other
            count += 1
        other = _left_of(lists, other)
    if lists[NUMBER, RACE] and count > 1:
        _shuffle_asked(lists, count)
    for place in range(count):
        caller = lists[ASKED, place]
        options = _offer(masks, KIN, top, caller)
        card = _choose(masks, lists, caller, MAY_PLAY, options)
        if card != PASS:
            return caller, card
    return player, PASS


@inlined
def _is_caught(masks: Words, lists: Counts, player: int) -> bool:
    """Tell whether a last card was not announced, to somebody's notice; then draw for it."""
    if not lists[NUMBER, PARTY_CALL]:
        return False
    if _draw_of_players(lists) >= lists[NUMBER, MISS]:
        _note(lists, SPEAK)
        return False
    _note(lists, PASS)
    for _ in range(1, lists[NUMBER, PLAYERS]):
        if _draw_of_players(lists) < lists[NUMBER, CATCH]:
            _note(lists, SPEAK)
            lists[ROW, CAUGHT] += 1
            for _ in range(PENALTY):
                _draw_card(masks, lists, player)
            return True
        _note(lists, PASS)
    return False


@inlined
def _battle(masks: Words, lists: Counts, player: int) -> int:
    """Fight a stall battle; give its winner, or whose turn it was if nobody could reveal."""
    lists[ROW, BATTLES] += 1
    lists[NUMBER, SHOWN] = 0
    rivals = lists[NUMBER, PLAYERS]
    rival = player
    for place in range(rivals):
        rival = _left_of(lists, rival)
        lists[ASKED, place] = rival
    while rivals > 1:
        rivals = _fight(lists, rivals)
    if not rivals:
        _discard_revealed(lists, NO_CARD)
        return player
    winner = lists[ASKED, 0]
    prize = _take_prize(masks, lists, winner)
    _put_under(lists, lists[NUMBER, TOP])
    lists[NUMBER, TOP] = prize
    _discard_revealed(lists, prize)
    return int(winner)


@inlined
def _fight(lists: Counts, rivals: int) -> int:
    """Fight one round; give how many tie for the highest HP, who are asked again."""
    highest = 0
    for place in range(rivals):
        flip = _reveal(lists)
        lists[FLIPS, place] = lists[HP, flip] if flip != NO_CARD else 0
        highest = max(highest, lists[FLIPS, place])
    tied = 0
    for place in range(rivals):
        if highest and lists[FLIPS, place] == highest:
            lists[ASKED, tied] = lists[ASKED, place]
            tied += 1
    return tied


@inlined
def _reveal(lists: Counts) -> int:
    """Reveal cards until a Pokémon appears; give it, or `NO_CARD`."""
    card = _take(lists)
    while card != NO_CARD:
        lists[REVEALED, lists[NUMBER, SHOWN]] = card
        lists[NUMBER, SHOWN] += 1
        if card < lists[NUMBER, FIRST_TRAINER]:
            break
        card = _take(lists)
    return card


@inlined
def _take_prize(masks: Words, lists: Counts, winner: int) -> int:
    _offer_nothing(masks)
    count = 0
    for place in range(lists[NUMBER, SHOWN]):
        if lists[REVEALED, place] < lists[NUMBER, FIRST_TRAINER]:
            _turn_bit(masks, ONE, OPTIONS, lists[REVEALED, place])
            count += 1
    return _choose(masks, lists, winner, PRIZE, count)


@inlined
def _discard_revealed(lists: Counts, prize: int) -> None:
    for place in range(lists[NUMBER, SHOWN]):
        if lists[REVEALED, place] != prize:
            _put_under(lists, lists[REVEALED, place])


@inlined
def _count_stuck(masks: Words, lists: Counts) -> None:
    for word in range(masks.shape[2]):
        bits = masks[HAND, lists[NUMBER, PLAYERS], word]
        while bits != EMPTY:
            lists[STUCK, word * WORD + lowest(bits)] += 1
            bits &= bits - BIT


@entry
def _games(masks: Words, lists: Counts, bots: Counts, seeds: Counts, rows: Counts) -> None:
    """Play games, and give the row of each; bots move on a seat from game to game.

    This stands in one piece, since whatever is inlined is compiled for every caller again.
    """
    masks, lists = uncounted(masks), uncounted(lists)
    players = lists[NUMBER, PLAYERS]
    for game in range(len(rows)):
        lists[NUMBER, CARD_SEED] = seeds[game, 0]
        lists[NUMBER, PLAYER_SEED] = seeds[game, 1]
        for seat in range(players):
            lists[BOTS, seat] = bots[(seat + game) % len(bots)]
        _deal(masks, lists)
        player = players - 1  # the dealer
        idle = 0
        ending = PLAYING
        while ending == PLAYING:
            player = _left_of(lists, player)
            card = _turn(masks, lists, player)
            idle += 1
            if card == CUT_SHORT:
                ending = CUT_SHORT
            elif card != NO_CARD:
                idle = 0
                player = _settle(masks, lists, player, card)
                if lists[SIZES, player] == 0:
                    ending = player
            elif idle == players:
                idle = 0
                if _is_out(lists):
                    ending = STALEMATE
                else:
                    player = _battle(masks, lists, player)
        lists[ROW, WINNER] = ending
        for column in range(COLUMNS):
            rows[game, column] = lists[ROW, column]
        _count_stuck(masks, lists)


# What the rest of the program calls


def play_chunk(table: Table, bots: Sequence[str], seed: int, games: range) -> Outcomes:
    """Play games; the same ones, and with the same result, as `outcomes.play_chunk`.

    Args:
        table: Deck and options.
        bots: Names among `COMPILED`, seated as in `seat_bots`.
        seed: The run's seed.
        games: Numbers of the games, one after the other.
    """
    rows, lists = _play(table, bots, seed, games, trace=0)
    sums = (lists[sum_, : len(table.bit)].copy() for sum_ in (ON_TOP, DRY, STUCK))
    return Outcomes(games, rows, *sums)


def actions_of(table: Table, bots: Sequence[str], seed: int, game: int) -> list[int]:
    """Play one game, and list what the players did; see `play_chunk`."""
    games = range(game, game + 1)
    rows, _ = _play(table, bots, seed, games, trace=0)
    count = int(rows[0, DECISIONS])
    _, lists = _play(table, bots, seed, games, trace=count)
    actions: list[int] = lists[TRACE, :count].tolist()
    return actions


def _play(
    table: Table, bots: Sequence[str], seed: int, games: range, trace: int
) -> tuple[Counts, Counts]:
    rows = np.zeros((len(games), COLUMNS), dtype=np.int64)
    lists = _lists(table, trace)
    numbers = [COMPILED.index(name) for name in bots]
    seated = np.roll(np.array(numbers, dtype=np.int64), -games.start)
    seeds = seeds_of(seed, games).view(np.int64)
    _games(_masks(table), lists, seated, seeds, rows)
    return rows, lists


def _masks(table: Table) -> Words:
    cards = len(table.bit)
    rows = max(cards, table.players + 1, SINGLE_SETS)
    masks = np.zeros((SETS, rows, -(-cards // WORD)), dtype=np.uint64)
    for kind, sets in (
        (ONE, (0, table.pokemon, table.trainers, table.plain)),
        (LAY, table.may_lie_on),
        (KIN, table.relatives),
    ):
        for row, mask in enumerate(sets):
            content = mask.to_bytes(masks.shape[2] * 8, "little")
            masks[kind, row] = np.frombuffer(content, dtype="<u8")
    return masks


def _lists(table: Table, trace: int) -> Counts:
    cards, options = len(table.bit), table.options
    lists = np.zeros((LISTS, max(cards, table.players + 1, NUMBERS, trace)), dtype=np.int64)
    lists[HP, :cards] = table.hp
    for number, value in (
        (CARDS, cards),
        (PLAYERS, table.players),
        (FIRST_TRAINER, table.first_trainer),
        (RACE, options.call_order == CallOrder.RACE),
        (PARTY_CALL, options.party_call),
        (MISS, int(options.call_miss * 2**32)),
        (CATCH, int(options.call_catch * 2**32)),
        (LIMIT, options.turn_limit),
        (TRACED, trace),
    ):
        lists[NUMBER, number] = value
    return lists
