"""Facts on which the sources differ, and nobody has settled which of them is right."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Statement:
    """What one source says in a field on which the sources differ."""

    card_id: str
    """The card, by its id in the catalogue."""
    field: str
    """What is told differently: `types`, `hp`, `dex`, `name`, `number`, `stage`, `rule_box`."""
    source: str
    """Who says so: `tcgdex`, `pokemontcg`."""
    value: str
    """What it says, as the tables write it: `Fire|Darkness`, `80`; empty for nothing."""
    evidence: str
    """What speaks for it: costs of attacks, reprints; empty where nothing does."""
    told: str = ""
    """ISO date of the fetch that brought it; empty for what the packed facts say."""
    accepted: bool = False
    """Whether a person has decided for it."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """A field of a card with all that is said of it."""

    card_id: str
    field: str
    statements: tuple[Statement, ...]
    """One for each source that says something, in the order of the sources."""

    @property
    def is_open(self) -> bool:
        """Whether nobody has decided yet."""
        return not any(one.accepted for one in self.statements)

    @property
    def values(self) -> str:
        """What is said, as one text: `40 or 50`."""
        said = (one.value.replace("|", "/") or "none" for one in self.statements)
        return " or ".join(dict.fromkeys(said))

    def __str__(self) -> str:
        """Read as a person would say it: `hp 40 or 50`."""
        return f"{self.field} {self.values}"
