"""What the tests of collections share: files as somebody brings them, and how they are read."""

import pytest

from deckbuilder.collection.importing import read_files
from deckbuilder.collection.match import Matcher


@pytest.fixture(scope="session")
def matcher(catalog):
    return Matcher(catalog)


@pytest.fixture
def read(tmp_path, matcher):
    """Read the text or bytes of one list; its rows must add up."""

    def read_list(content, name="list"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        (one,) = read_files([path], matcher)
        assert one.rows == one.matched + len(one.unresolved)
        return one

    return read_list
