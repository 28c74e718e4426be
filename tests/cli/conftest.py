"""A priced catalogue, for commands that reckon with money."""

import pytest
import yaml

from deckbuilder.catalog import tables
from deckbuilder.catalog.catalog import load_catalog
from deckbuilder.catalog.checked_file import load_yaml
from deckbuilder.catalog.files import DATA
from deckbuilder.catalog.provenance import PROVENANCE, Provenance, TableHash
from deckbuilder.domain.prices import Price
from tests.rig.prices import quote

DAY = "2026-11-01"


def prices_of(printing):
    told = quote(printing, DAY)
    for finish, cents in told.dollars.items():
        yield Price(printing.card_id, "tcgplayer", "USD", finish, cents, None, None, DAY)
    if told.euros:
        yield Price(printing.card_id, "cardmarket", "EUR", "normal", None, None, told.euros, DAY)


@pytest.fixture(scope="session")
def priced_folder(catalog, tmp_path_factory):
    """The real catalogue, with made-up prices for nine cards out of ten."""
    folder = tmp_path_factory.mktemp("priced")
    contents = tables.dump(
        catalog.species.values(),
        catalog.sets.values(),
        catalog.printings.values(),
        {one.card_id: tuple(prices_of(one)) for one in catalog.printings.values()},
        statements=[said for one in catalog.disputes for said in one.statements],
        shared_products=catalog.shared_products,
    )
    hashes = {name: TableHash.of(content) for name, content in contents.items()}
    provenance = load_yaml(DATA / PROVENANCE, Provenance).model_copy(update={"tables": hashes})
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    (folder / PROVENANCE).write_text(yaml.safe_dump(provenance.model_dump()))
    return folder


@pytest.fixture(scope="session")
def priced(priced_folder):
    return load_catalog(priced_folder)
