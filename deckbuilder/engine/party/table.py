"""A deck compiled under options: which card may lie on which, as bit masks.

Bit `c` of a mask stands for card number `c`. Hands are masks too, so that "what of this hand may
lie on that card" is one `&`.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from deckbuilder.engine.party.deck import Card, GameDeck
from deckbuilder.engine.party.options import Options, check_players


@dataclass(frozen=True, slots=True)
class Table:
    """What players, rules and bots look up; never changed during a game."""

    deck: GameDeck
    options: Options
    players: int
    first_trainer: int
    """Cards numbered from here on are Trainers."""
    bit: tuple[int, ...]
    """The mask of each card alone."""
    may_lie_on: tuple[int, ...]
    """By card on top: the Pokémon that match it or are relatives, and every Trainer."""
    relatives: tuple[int, ...]
    """By card: its evolution relatives, and those by house families."""
    pokemon: int
    """Every Pokémon."""
    trainers: int
    """Every Trainer."""
    plain: int
    """Every Pokémon without a relative in the deck."""
    hp: tuple[int, ...]
    """By card: HP in points, 0 for a Trainer."""
    others: tuple[tuple[int, ...], ...]
    """By player: everybody else, clockwise."""

    @classmethod
    def of(cls, deck: GameDeck, options: Options) -> "Table":
        """Compile a deck that can be played with these options.

        Raises:
            UsageError: It cannot.
        """
        check_players(deck, options)
        return cls.compiled(deck, options)

    @classmethod
    def compiled(cls, deck: GameDeck, options: Options) -> "Table":
        """Compile any cards, were they too few to deal; see `of`."""
        cards, players = deck.cards, options.players
        relatives = tuple(mask_of(_relatives(card, cards, options)) for card in cards)
        matches = (mask_of(_matches(card, cards)) for card in cards)
        pokemon = (1 << deck.pokemon) - 1
        trainers = (1 << len(cards)) - 1 - pokemon
        return cls(
            deck=deck,
            options=options,
            players=players,
            first_trainer=deck.pokemon,
            bit=tuple(1 << number for number in range(len(cards))),
            may_lie_on=tuple(m | r | trainers for m, r in zip(matches, relatives, strict=True)),
            relatives=relatives,
            pokemon=pokemon,
            trainers=trainers,
            plain=mask_of(n for n, card in enumerate(cards) if card.cell and not relatives[n]),
            hp=tuple(card.cell.hp if card.cell else 0 for card in cards),
            others=tuple(
                tuple((player + step) % players for step in range(1, players))
                for player in range(players)
            ),
        )


def _matches(top: Card, cards: tuple[Card, ...]) -> Iterable[int]:
    """Numbers of the other Pokémon that share the type or the HP."""
    if top.cell is None:
        return []
    return [
        number
        for number, card in enumerate(cards)
        if card.cell and card is not top
        if card.cell.type == top.cell.type or card.cell.hp == top.cell.hp
    ]


def _relatives(card: Card, cards: tuple[Card, ...], options: Options) -> Iterable[int]:
    """Numbers of the cards one evolution away, or of the same house; never of its own species."""
    if card.dex is None:
        return []
    near = {card.evolves_from} | {one.dex for one in cards if one.evolves_from == card.dex}
    for house in options.houses:
        if card.dex in house.members:
            near.update(house.members)
    near -= {card.dex, None}
    return [number for number, other in enumerate(cards) if other.dex in near]


def mask_of(numbers: Iterable[int]) -> int:
    """Give the mask with these bits, each named once."""
    return sum(1 << number for number in numbers)


def members(mask: int) -> list[int]:
    """List the card numbers of a mask, ascending."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found
