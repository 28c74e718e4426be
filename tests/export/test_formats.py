from pathlib import Path

import pytest

from deckbuilder.errors import BadInputError, UsageError
from deckbuilder.export.formats import Format, format_named, format_of


@pytest.mark.parametrize(
    ("name", "found"),
    [*((one.value, one) for one in Format), ("md", Format.MARKDOWN), ("PDF", Format.PDF)],
)
def test_a_format_is_found_by_its_name(name, found):
    assert format_named(name) is found


@pytest.mark.parametrize(
    ("path", "found"),
    [
        *((f"kanto+johto{one.tail}", one) for one in Format),
        ("a/list.PDF", Format.PDF),
        ("proxies.pdf", Format.PROXIES),
        ("my.massentry.txt", Format.MASSENTRY),
        ("my_names.txt", Format.NAMES),
        ("massentry.pdf", Format.PDF),
    ],
)
def test_a_format_is_told_from_a_files_name(path, found):
    assert format_of(Path(path)) is found


def test_a_format_that_is_unknown_is_told():
    with pytest.raises(UsageError, match="no format is called 'pfd'; did you mean pdf"):
        format_named("pfd")


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("list.txt", "end the name in -cardmarket.txt or -massentry.txt or -names.txt"),
        ("list.htm", "no format is known by the ending of 'list.htm'; did you mean html"),
        ("list", r"no format is known by the ending of 'list' \(known: .md"),
    ],
)
def test_an_ending_that_tells_no_format_is_told(path, told):
    with pytest.raises(BadInputError, match=told):
        format_of(Path(path))
