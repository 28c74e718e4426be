"""The game in short, for the sheet that lies on the table."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the game in a sentence or three."""

    title: str
    text: str


RULES: Final = (
    Rule("Aim", "Be the first with no cards left in your hand."),
    Rule(
        "Set up",
        "Shuffle and deal seven each. Turn up cards until a Pokémon shows: it starts the pile. "
        "The player left of the dealer begins, and play goes clockwise.",
    ),
    Rule(
        "Your turn",
        "Play one Pokémon of the same type or the same HP as the one on top, as printed.",
    ),
    Rule(
        "Nothing to play",
        "Draw one card. Play it at once if it can be played, alone or as half of a pair of Trainer "
        "and Pokémon; if not, keep it and your turn ends.",
    ),
    Rule(
        "Trainer",
        "Goes on anything, and you cover it at once with any Pokémon of your hand, whose type and "
        "HP then count. Never alone, so it cannot be your last card. What it prints is ignored.",
    ),
    Rule(
        "Evolution",
        "A Pokémon may lie on the one that it directly evolves from, or into, whatever its type "
        "and HP; no stage is skipped. Whoever has just played may go on so. When they stop, anyone "
        "may call “Evolution!” and do the same out of turn; play resumes to the left of whoever "
        "played last.",
    ),
    Rule(
        "Stall battle",
        "When a whole round passes without a card played, everyone turns up cards from the draw "
        "pile until a Pokémon shows; ties for the highest HP turn up more. The highest wins and "
        "picks any Pokémon shown as the new top; play resumes to the winner’s left.",
    ),
    Rule(
        "Empty draw pile",
        "Leave the top Pokémon, and shuffle the rest of the pile to draw from.",
    ),
)
