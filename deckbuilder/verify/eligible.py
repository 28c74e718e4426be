"""Which cards a deck may hold: every rule of the policy, asked of a card's printed facts.

Written apart from what the solver asks (`catalog.eligibility`, `catalog.trainers`), so that a
mistake there is found here.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.names import fold
from deckbuilder.catalog.policy import Policy
from deckbuilder.domain.cards import POKEMON, TRAINER, Printing


class Eligible:
    """Holds cards to a policy."""

    def __init__(self, policy: Policy, catalog: Catalog) -> None:
        self._policy = policy
        self._rules = policy.eligibility
        self._catalog = catalog
        self.always: Final[Mapping[int, int]] = {
            catalog.names.typed(name).dex: hp for name, hp in policy.exceptions.items()
        }
        """HP that a species always has, by dex number."""
        self.printings: Final = cache(self._printings)
        """What may stand for a species, by dex number."""
        self._fit: Final = cache(self._fit_printings)

    def faults(self, printing: Printing) -> list[str]:
        """Every rule by which a printing may not stand for its species."""
        return _broken(self._pokemon_rules(printing)) or self._dear(printing)

    def trainer_faults(self, printing: Printing) -> list[str]:
        """Every rule by which a card may not be one of the deck's Trainers."""
        return _broken(
            {
                f"category: {printing.category}": printing.category == TRAINER,
                f"size: {printing.size}": printing.size == "standard",
                "played as a Pokémon": not _is_played_as_pokemon(printing),
                **self._rules_of_all(printing),
            }
        )

    def price(self, printing: Printing) -> int | None:
        """What a card costs, in cents of the policy's currency; none where unknown."""
        price = self._catalog.prices.cheapest(printing.card_id, self._policy.currency)
        return price.amount if price else None

    def _printings(self, dex: int) -> tuple[Printing, ...]:
        return tuple(one for one in self._catalog.printings_of(dex) if not self.faults(one))

    def _fit_printings(self, dex: int) -> tuple[Printing, ...]:
        shown = self._catalog.printings_of(dex)
        return tuple(one for one in shown if not _broken(self._pokemon_rules(one)))

    def _dear(self, printing: Printing) -> list[str]:
        """Under a budget an unknown price is only for a species that has no known one."""
        if self._policy.budget is None or self.price(printing) is not None:
            return []
        fit = self._fit(printing.dex[0])
        priced = next((one.card_id for one in fit if self.price(one) is not None), "")
        return [f"price: unknown, and that of {priced} is known"] if priced else []

    def _pokemon_rules(self, printing: Printing) -> dict[str, bool]:
        rules, hp = self._rules, printing.hp or 0
        return {
            f"category: {printing.category}": printing.category == POKEMON,
            f"species: {len(printing.dex)}": len(printing.dex) == 1,
            f"types: {len(printing.types)}": len(printing.types) == 1,
            "no HP printed": hp > 0,
            f"size: {printing.size}": printing.size in rules.sizes,
            f"rule box: {printing.rule_box}": printing.rule_box in {"", *rules.rule_boxes},
            f"regional form of {printing.form}": self._is_at_home(printing),
            f"HP: above {rules.max_hp}": rules.max_hp is None or hp <= rules.max_hp,
            "another is required": self._is_as_required(printing),
            **self._rules_of_all(printing),
        }

    def _rules_of_all(self, printing: Printing) -> dict[str, bool]:
        rules, card_id, set_id = self._rules, printing.card_id, printing.set_id
        disputes = self._catalog.disputes.open(card_id)
        return {
            f"set: {set_id} is not in only_sets": not rules.only_sets or set_id in rules.only_sets,
            f"set: {set_id} is in not_sets": set_id not in rules.not_sets,
            "banned": card_id not in rules.ban,
            "not owned": not rules.only_owned or card_id in self._policy.owned_ids,
            f"disputed: {', '.join(map(str, disputes))}": rules.disputed or not disputes,
        }

    def _is_at_home(self, printing: Printing) -> bool:
        """Tell whether a card's form counts for every species that it shows."""
        if self._rules.regional_forms == "any" or not printing.form:
            return True
        shown = [self._catalog.species[dex] for dex in printing.dex]
        return all(printing.form == one.region or self._has_no_other(one.dex) for one in shown)

    def _has_no_other(self, dex: int) -> bool:
        """Tell whether a species has cards of foreign forms alone."""
        region = self._catalog.species[dex].region
        return all(one.form not in {"", region} for one in self._catalog.printings_of(dex))

    def _is_as_required(self, printing: Printing) -> bool:
        required = {
            card_id
            for card_id in self._rules.require
            if set(printing.dex) & set(self._catalog.printings[card_id].dex)
        }
        return not required or printing.card_id in required


def _broken(rules: Mapping[str, bool]) -> list[str]:
    return [name for name, holds in rules.items() if not holds]


def _is_played_as_pokemon(printing: Printing) -> bool:
    """Tell a fossil, a doll or a substitute; not all of them have their HP on record."""
    words = fold(printing.name)
    return (
        printing.hp is not None
        or "fossil" in words[1:]
        or words[-1:] == ("doll",)
        or words[:2] in {("old", "amber"), ("robo", "substitute")}
    )
