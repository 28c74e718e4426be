"""The policy: which printings are eligible, which species are exceptions, which art is best."""

import re
from collections.abc import Iterable
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Annotated, Final, Literal

import yaml
from pydantic import Field, PositiveInt, field_validator

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.checked_file import Strict, load_yaml
from deckbuilder.catalog.files import RUBRICS
from deckbuilder.catalog.names import did_you_mean
from deckbuilder.domain.cards import RULE_BOXES, Printing
from deckbuilder.domain.plan import Preference
from deckbuilder.domain.rubric import HP_STEP
from deckbuilder.errors import BadInputError

DEFAULT_POLICY: Final = RUBRICS / "policy.yaml"
FIRST_DAY: Final = date(1996, 1, 1)
"""No card of the catalogue is older."""
UNKNOWN_COST: Final = 100_000_000
"""Cents that stand for an unknown price: no deck costs a million."""


class EligibilityRules(Strict):
    """Which printings may stand for a species.

    Beyond these, a printing always needs what a cell and a placement are made of: a Pokémon card
    of one species, with one printed type and a printed HP.
    """

    sizes: tuple[Literal["standard", "jumbo"], ...] = Field(
        default=("standard",), description="Card sizes that are allowed."
    )
    rule_boxes: tuple[str, ...] = Field(
        default=(), description="Kinds of rule box that are allowed; none by default."
    )
    regional_forms: Literal["native", "any"] = Field(
        default="native",
        description="`native`: a regional form counts only for a species of its own region, or "
        "one that has no other card; `any`: it counts like every card of its species.",
    )
    only_sets: tuple[str, ...] = Field(
        default=(), description="Ids of the sets to take cards from; empty for all."
    )
    not_sets: tuple[str, ...] = Field(
        default=(), description="Ids of the sets to take no card from."
    )
    ban: tuple[str, ...] = Field(default=(), description="Ids of the cards to leave out.")
    require: tuple[str, ...] = Field(
        default=(), description="Ids of cards that must stand for their species."
    )
    max_hp: PositiveInt | None = Field(
        default=None, description="Highest HP that is allowed; none for no limit."
    )
    only_owned: bool = Field(default=False, description="Whether only cards of `owned` count.")
    disputed: bool = Field(
        default=False,
        description="Whether cards on whose facts the sources differ may be used.",
    )

    @field_validator("rule_boxes")
    @classmethod
    def _known_boxes(cls, boxes: tuple[str, ...]) -> tuple[str, ...]:
        for box in boxes:
            if box not in RULE_BOXES:
                raise ValueError(f"rule box '{box}' is none of {', '.join(RULE_BOXES)}")
        return boxes


Points = Annotated[int, Field(ge=-1000, le=1000)]


class ArtWeights(Strict):
    """How art-forward a printing is: the sum of what its rarity, set, series and number give."""

    rarities: dict[str, Points] = Field(description="Weight of each rarity, as TCGdex words it.")
    other_rarities: Points = Field(default=0, description="Weight of a rarity not listed.")
    sets: dict[str, Points] = Field(default={}, description="Added for a set, by its id.")
    series: dict[str, Points] = Field(default={}, description="Added for a series, by its id.")
    numbers: dict[str, Points] = Field(
        default={}, description="Added for a letter prefix of the number: `TG` for `TG05`."
    )


class Policy(Strict):
    """What stands in a policy file."""

    prefer: Preference = Field(
        default=Preference.ART,
        description="`art`, `cheapest`, `newest`, `oldest` or `owned`; a tie goes to art, then to "
        "the older release.",
    )
    currency: Literal["USD", "EUR"] = Field(
        default="USD", description="Currency of all prices: `USD` is TCGplayer, `EUR` Cardmarket."
    )
    budget: PositiveInt | None = Field(
        default=None,
        description="Most that all cards may cost together, in cents; none for no limit. A card of "
        "unknown price is then used only for a species that has no card of known price.",
    )
    owned: tuple[str, ...] = Field(default=(), description="Ids of the cards that you own.")
    eligibility: EligibilityRules = Field(description="Which printings may stand for a species.")
    exceptions: dict[str, PositiveInt] = Field(
        description="HP that a species always has, in every mode, by the species' name."
    )
    art: ArtWeights = Field(description="Weights of the `art` preference; more is better.")

    @field_validator("exceptions")
    @classmethod
    def _printable_hp(cls, exceptions: dict[str, int]) -> dict[str, int]:
        for name, hp in exceptions.items():
            if hp % HP_STEP:
                raise ValueError(f"'{name}' has {hp} HP, and cards print multiples of {HP_STEP}")
        return exceptions

    def dump(self) -> str:
        """Write the policy as YAML that `load_policy` reads back."""
        return yaml.safe_dump(self.model_dump(mode="json"), sort_keys=False, allow_unicode=True)

    def with_rules(self, **rules: object) -> "Policy":
        """Add to the eligibility: lists grow, other values are replaced, nothing given is kept."""
        content = self.model_dump()
        for key, wanted in rules.items():
            if isinstance(wanted, list | tuple):
                content["eligibility"][key] = (*content["eligibility"][key], *wanted)
            elif wanted is not None:
                content["eligibility"][key] = wanted
        return Policy.model_validate(content)

    def free_of(self, dex: int, catalog: Catalog) -> "Policy":
        """Drop what is required for a species."""
        kept = tuple(
            one for one in self.eligibility.require if dex not in catalog.printings[one].dex
        )
        rules = self.eligibility.model_copy(update={"require": kept})
        return self.model_copy(update={"eligibility": rules})

    def weight(self, printing: Printing, catalog: Catalog) -> int:
        """Weigh a printing under the preference; more is better.

        Releases are told in days from the first English card, prices in cents below zero. Unknown
        prices weigh more than any deck costs, so that the fewest are taken.
        """
        card_set = catalog.sets[printing.set_id]
        released = (date.fromisoformat(card_set.release_date) - FIRST_DAY).days
        match self.prefer:
            case Preference.ART:
                return self.art_weight(printing, card_set.series_id)
            case Preference.CHEAPEST:
                cost = self.cost(printing, catalog)
                return -UNKNOWN_COST if cost is None else -cost
            case Preference.NEWEST:
                return released
            case Preference.OLDEST:
                return -released
            case Preference.OWNED:
                return int(printing.card_id in self.owned_ids)

    def cost(self, printing: Printing, catalog: Catalog) -> int | None:
        """What a printing costs in the policy's currency, in cents; none where unknown."""
        price = catalog.prices.cheapest(printing.card_id, self.currency)
        return price.amount if price else None

    def thrift(self, printing: Printing, catalog: Catalog) -> int:
        """Weigh what comes before art where lanes play no part; less is better.

        That is the price when thrift is asked for, then whether the card is there already.
        """
        if self.prefer is Preference.CHEAPEST or self.budget is not None:
            cost = self.cost(printing, catalog)
            return UNKNOWN_COST if cost is None else cost
        return int(self.prefer is Preference.OWNED and printing.card_id not in self.owned_ids)

    @cached_property
    def owned_ids(self) -> frozenset[str]:
        """The cards that are owned, to be looked up."""
        return frozenset(self.owned)

    def art_weight(self, printing: Printing, series_id: str) -> int:
        """Weigh a printing's art."""
        prefix = re.match(r"[A-Za-z]*", printing.number)
        return (
            self.art.rarities.get(printing.rarity, self.art.other_rarities)
            + self.art.sets.get(printing.set_id, 0)
            + self.art.series.get(series_id, 0)
            + self.art.numbers.get(prefix.group() if prefix else "", 0)
        )


def load_policy(path: Path, catalog: Catalog) -> Policy:
    """Read a policy and check every name in it against the catalogue.

    Raises:
        BadInputError: The file breaks the schema, or names a species, set or card that does not
            exist; the error names the file and the key.
    """
    policy = load_yaml(path, Policy)
    check_policy(policy, str(path), catalog)
    return policy


def check_policy(policy: Policy, origin: str, catalog: Catalog) -> None:
    """Check every name in a policy against the catalogue.

    Args:
        policy: The policy.
        origin: Where it comes from, for the error.
        catalog: The names that there are.

    Raises:
        BadInputError: A species, set or card does not exist; the error names origin and key.
    """
    rules, art = policy.eligibility, policy.art
    series = {one.series_id for one in catalog.sets.values()}
    rarities = {printing.rarity for printing in catalog.printings.values()}
    for key, names, known in (
        ("eligibility.only_sets", rules.only_sets, catalog.sets),
        ("eligibility.not_sets", rules.not_sets, catalog.sets),
        ("eligibility.ban", rules.ban, catalog.printings),
        ("eligibility.require", rules.require, catalog.printings),
        ("owned", policy.owned, catalog.printings),
        ("art.rarities", art.rarities, rarities),
        ("art.sets", art.sets, catalog.sets),
        ("art.series", art.series, series),
    ):
        _check_names(origin, key, names, known)
    thrifty = policy.prefer is Preference.CHEAPEST or policy.budget is not None
    if thrifty and policy.currency not in catalog.prices.currencies:
        raise BadInputError(
            f"the catalogue of {catalog.stamp.date} has no prices in {policy.currency}: get them "
            "with `deckbuilder fetch --prices`"
        )
    try:
        found = [catalog.names.typed(name).name for name in policy.exceptions]
        if twice := [name for name in found if found.count(name) > 1]:
            raise BadInputError(f"'{twice[0]}' is named twice: name each species once")
    except BadInputError as error:
        raise BadInputError(f"'{origin}': exceptions: {error}") from error


def _check_names(origin: str, key: str, names: Iterable[str], known: Iterable[str]) -> None:
    there = set(known)
    for name in names:
        if name not in there:
            nearest = did_you_mean(name, sorted(there))
            raise BadInputError(f"'{origin}': {key}: the catalogue has no '{name}'{nearest}")
