"""What a certificate is about: a deck's claims, and what they are held against."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.checked_file import load_yaml
from deckbuilder.catalog.policy import Policy
from deckbuilder.catalog.pools import Pool, find_pool
from deckbuilder.catalog.trainers_file import TRAINERS, TrainersFile
from deckbuilder.deckfolder.record import Record
from deckbuilder.domain.cards import Printing
from deckbuilder.domain.pick import PickRow
from deckbuilder.domain.plan import Preference, Role
from deckbuilder.domain.rubric import Module
from deckbuilder.errors import BadInputError
from deckbuilder.verify.characters import Characters
from deckbuilder.verify.eligible import Eligible


@dataclass(frozen=True)
class Case:
    """A deck's claims, the cards that there are, and the policy that it was made under."""

    record: Record
    catalog: Catalog
    policy: Policy

    @cached_property
    def eligible(self) -> Eligible:
        """Holds cards to the policy."""
        return Eligible(self.policy, self.catalog)

    @cached_property
    def characters(self) -> Characters:
        """Whose each Trainer card is."""
        return Characters(load_yaml(TRAINERS, TrainersFile), self.catalog)

    @cached_property
    def modules(self) -> Mapping[str, Module]:
        """The deck's modules, by name."""
        return {module.name: module for module in self.record.modules}

    @cached_property
    def pool(self) -> Pool | None:
        """The pool that the result names, if there is such a one."""
        try:
            return find_pool(self.record.result.regions, self.catalog)
        except BadInputError:
            return None

    @cached_property
    def pokemon(self) -> list[PickRow]:
        """The rows of Pokémon."""
        return [row for row in self.record.rows if row.role != Role.TRAINER]

    @cached_property
    def trainers(self) -> list[PickRow]:
        """The rows of Trainers."""
        return [row for row in self.record.rows if row.role == Role.TRAINER]

    @property
    def wants_trainers(self) -> bool:
        """Whether the deck was asked for with Trainers."""
        return self.record.result.trainers_asked is not None

    def real(self, rows: list[PickRow]) -> list[tuple[PickRow, Printing]]:
        """Those of some rows whose card exists."""
        known = self.catalog.printings
        return [(row, known[row.card_id]) for row in rows if row.card_id in known]

    @property
    def has_other_prices(self) -> bool:
        """Whether the deck's cost was reckoned with other prices than the catalogue has now."""
        cost = self.record.result.cost
        return (cost.prices if cost else "") != self.catalog.prices_sha256

    @property
    def is_thrifty(self) -> bool:
        """Whether the deck was chosen by prices."""
        return self.policy.budget is not None or self.policy.prefer is Preference.CHEAPEST
