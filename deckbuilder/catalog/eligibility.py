"""Which printings may stand for a species: a policy applied to a catalogue."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.policy import Policy
from deckbuilder.domain.cards import POKEMON, Printing


class Eligibility:
    """A policy applied to a catalogue."""

    def __init__(self, policy: Policy, catalog: Catalog) -> None:
        self._policy = policy
        self._rules = policy.eligibility
        self._catalog = catalog
        self.exceptions: Final = {
            catalog.names.typed(name).dex: hp for name, hp in policy.exceptions.items()
        }
        """HP that a species always has, by dex number."""
        self.printings: Final = cache(self._printings)
        """Eligible printings of a species, by dex number, in catalogue order."""
        self._required: Final = {
            dex: card_id
            for card_id in policy.eligibility.require
            for dex in catalog.printings[card_id].dex
        }

    def _printings(self, dex: int) -> tuple[Printing, ...]:
        found = tuple(one for one in self._catalog.printings_of(dex) if not self.reason(one))
        if self._policy.budget is None:
            return found
        priced = tuple(one for one in found if self._policy.cost(one, self._catalog) is not None)
        return priced or found

    def reason(self, printing: Printing) -> str:
        """Say why a printing may not stand for its species; empty when it may."""
        return self._unfit_facts(printing) or next(self._broken_rules(printing), "")

    def _unfit_facts(self, printing: Printing) -> str:
        """Say what a placement needs and the card does not print."""
        if printing.category != POKEMON:
            return f"{printing.category} card, not a Pokémon"
        if printing.rule_box and printing.rule_box not in self._rules.rule_boxes:
            return f"rule box: {printing.rule_box}"
        if not printing.dex:
            return "no species known"
        if len(printing.dex) != 1:
            names = [self._catalog.species[dex].name for dex in printing.dex]
            return f"{len(names)} species: {', '.join(names)}"
        if len(printing.types) != 1:
            return f"two types: {printing.printed_type}" if printing.types else "no type known"
        return "" if printing.hp else "no HP printed"

    def _broken_rules(self, printing: Printing) -> Iterator[str]:
        rules = self._rules
        if printing.size not in rules.sizes:
            yield f"size: {printing.size}"
        if rules.regional_forms == "native" and self._foreign_form(printing):
            yield f"regional form of {printing.form}"
        if rules.max_hp and printing.hp and printing.hp > rules.max_hp:
            yield f"HP: above {rules.max_hp}"
        yield from bars(printing, self._policy, self._catalog)
        required = self._required.get(printing.dex[0], printing.card_id)
        if required != printing.card_id:
            yield f"another is required: {required}"

    def _foreign_form(self, printing: Printing) -> bool:
        """Tell whether it is a form of another region, of a species that has other cards."""
        (dex,) = printing.dex
        region = self._catalog.species[dex].region
        if printing.form in ("", region):
            return False
        return any(other.form in ("", region) for other in self._catalog.printings_of(dex))


def bars(printing: Printing, policy: Policy, catalog: Catalog) -> Iterator[str]:
    """Say why a policy leaves a card out, whatever the card is: a Pokémon or a Trainer."""
    rules = policy.eligibility
    if rules.only_sets and printing.set_id not in rules.only_sets:
        yield f"set: {printing.set_id} is not among only_sets"
    if printing.set_id in rules.not_sets:
        yield f"set: {printing.set_id} is among not_sets"
    if printing.card_id in rules.ban:
        yield "banned by the policy"
    if rules.only_owned and printing.card_id not in policy.owned_ids:
        yield "not owned"
    if not rules.disputed and (open_ones := catalog.disputes.open(printing.card_id)):
        yield f"disputed: {', '.join(map(str, open_ones))}"
