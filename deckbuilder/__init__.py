"""Solve, with proof, which real Pokémon cards make the best Pokémon Party Game deck."""

from typing import Final

__version__: Final = "0.1.0"
