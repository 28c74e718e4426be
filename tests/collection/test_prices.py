"""Amounts as people and spreadsheets write them."""

import pytest

from deckbuilder.collection.entries import price_of
from deckbuilder.sources.rows import RowError


@pytest.mark.parametrize(
    ("text", "hundredths"),
    [
        ("", None),
        ("0", None),
        ("5", 500),
        ("$5", 500),
        (".99", 99),
        ("12.34", 1234),
        ("12,34", 1234),
        ("1,234.50", 123_450),
        ("1.234,50 €", 123_450),
        ("1.234", 123_400),
        ("1,234,567.89", 123_456_789),
        ("0.125", 12),
        ("0,125", 12),
        ("0.12345", 12),
        ("12.3456", 1235),
        ("1234.567", 123_457),
    ],
)
def test_an_amount_is_read_with_either_separator(text, hundredths):
    assert price_of(text)[0] == hundredths


@pytest.mark.parametrize(
    "text", ["dear", "-5", "5.", "1.2.3", "1,23,456", "12.34.56,7", "1e5", "٣"]
)
def test_what_is_no_amount_is_refused(text):
    with pytest.raises(RowError, match="is no amount"):
        price_of(text)
