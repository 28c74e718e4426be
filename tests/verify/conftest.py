"""Solved decks on disk, and what the certificate says of them."""

import json
import shutil

import pytest

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.policy import Policy
from deckbuilder.catalog.rubric_file import SPLITS
from deckbuilder.cli import optimize
from deckbuilder.deckfolder.record import read_record
from deckbuilder.domain.prices import Price
from deckbuilder.verify.certificate import certify


@pytest.fixture(scope="session")
def solved(tmp_path_factory):
    """A real deck on disk, which has exceptions, outliers and grid cards."""
    folder = tmp_path_factory.mktemp("solved") / "johto"
    optimize.optimize(regions=["kanto", "johto"], out=folder, quiet=True)
    return folder


@pytest.fixture(scope="session")
def solved_split(tmp_path_factory):
    """A real deck of two modules."""
    folder = tmp_path_factory.mktemp("solved") / "split"
    optimize.optimize(regions=["johto"], rubric=SPLITS / "johto.yaml", out=folder, quiet=True)
    return folder


@pytest.fixture
def deck(solved, tmp_path):
    return shutil.copytree(solved, tmp_path / "deck")


@pytest.fixture
def split(solved_split, tmp_path):
    return shutil.copytree(solved_split, tmp_path / "split")


@pytest.fixture
def violations(deck, catalog, policy):
    """Every witness, under another catalogue or policy where these are given."""

    def find(*, cards=catalog, rules=policy):
        return certify(read_record(deck), cards, rules).violations

    return find


@pytest.fixture(scope="session")
def under(policy):
    """Make the policy with other rules, or with other values beside them."""

    def make(*, values=None, **rules):
        content = policy.model_dump(mode="json")
        content.update(values or {})
        content["eligibility"].update(rules)
        return Policy.model_validate(content)

    return make


@pytest.fixture(scope="session")
def catalog_with(catalog):
    """Make the catalogue with other or further cards, with prices or with disputes."""

    def make(*printings, prices=(), statements=()):
        known = {**catalog.printings, **{one.card_id: one for one in printings}}
        told = [one for dispute in catalog.disputes for one in dispute.statements]
        return Catalog(
            catalog.species.values(),
            catalog.sets.values(),
            known.values(),
            catalog.stamp,
            prices,
            statements=[*told, *statements],
        )

    return make


@pytest.fixture(scope="session")
def price():
    """Make what a card costs, in cents."""

    def make(card_id, cents):
        return Price(card_id, "tcgplayer", "USD", "normal", cents, None, None, "2026-01-01")

    return make


@pytest.fixture
def rows(deck):
    """The deck's rows by the name of the species or the character."""
    found = json.loads((deck / "deck.json").read_text(encoding="utf-8"))
    return {row["species"]: row for row in found}
