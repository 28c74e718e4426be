"""The one shape of a deck's row, which every list and file is made of."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PickRow:
    """A card to pick from the binder or the shop; the fields are the columns of `deck.csv`."""

    dex: int | None
    """National Dex number of the species; none for a Trainer."""
    species: str
    """Name of the species, or a Trainer's character."""
    module: str
    """Module that the card is in."""
    card_id: str
    """TCGdex card id."""
    set_id: str
    set_name: str
    number: str
    """Number within the set, as text."""
    name: str
    """The card's name as printed."""
    type: str
    """Printed type; empty for a Trainer."""
    hp: int | None
    """Printed HP, in points; none for a Trainer."""
    lanes: str
    """The two lanes that a grid card is in: `Fire + 80 HP`; empty outside the grid."""
    role: str
    """`grid`, `exception`, `outlier` or `trainer`."""
    reason: str
    """Why it is an exception or an outlier; empty in the grid."""
    rarity: str
    illustrator: str
