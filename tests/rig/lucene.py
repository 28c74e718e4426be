"""The queries of pokemontcg.io: enough of Lucene for what a client of cards asks."""

import re
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from typing import Any, Final

Test = Callable[[dict[str, Any]], bool]

_TOKEN: Final = re.compile(
    r"""\s*(?:
        (?P<bracket>[()])
      | (?P<word>OR|AND)(?=[\s(])
      | (?P<sign>[-!]?)(?P<field>[\w.]+):(?P<value>"[^"]*"|[\[{][^\]}]*[\]}]|[^\s()]+)
    )""",
    re.VERBOSE,
)
_RANGE: Final = re.compile(r"([\[{])\s*(\S+)\s+TO\s+(\S+)\s*([\]}])")


class QueryError(ValueError):
    """A query that the service answers with 400."""


def parse(query: str) -> Test:
    """Read a query; terms side by side must all hold.

    Raises:
        QueryError: It cannot be read.
    """
    if not query.strip():
        return lambda _: True
    tokens = list(_tokens(query))
    test = _either(tokens)
    if tokens:
        raise QueryError(query)
    return test


def values_at(record: Any, path: str) -> list[Any]:
    """Every value under a dotted path, the members of lists one by one."""
    values = [record]
    for name in path.split("."):
        values = [one.get(name) for one in values if isinstance(one, dict)]
        values = [part for one in values for part in (one if isinstance(one, list) else [one])]
    return [one for one in values if one is not None]


def _tokens(query: str) -> Iterator[re.Match[str]]:
    place, end = 0, len(query.rstrip())
    while place < end:
        token = _TOKEN.match(query, place)
        if token is None:
            raise QueryError(query)
        yield token
        place = token.end()


def _either(tokens: list[re.Match[str]]) -> Test:
    tests = [_every(tokens)]
    while tokens and tokens[0]["word"] == "OR":
        tokens.pop(0)
        tests.append(_every(tokens))
    return lambda record: any(test(record) for test in tests)


def _every(tokens: list[re.Match[str]]) -> Test:
    tests = []
    while tokens and tokens[0]["word"] != "OR" and tokens[0]["bracket"] != ")":
        token = tokens.pop(0)
        if token["word"] is None:
            tests.append(_bracketed(tokens) if token["bracket"] else _term(token))
    if not tests:
        raise QueryError("a term is missing")
    return lambda record: all(test(record) for test in tests)


def _bracketed(tokens: list[re.Match[str]]) -> Test:
    test = _either(tokens)
    if not tokens or tokens.pop(0)["bracket"] != ")":
        raise QueryError("a bracket is not closed")
    return test


def _term(token: re.Match[str]) -> Test:
    field, matches = token["field"], _matcher(token["value"], exact=token["sign"] == "!")
    wanted = token["sign"] != "-"
    return lambda record: wanted == any(matches(one) for one in values_at(record, field))


def _matcher(text: str, *, exact: bool) -> Callable[[Any], bool]:
    if limits := _RANGE.fullmatch(text):
        return _within(*limits.groups())
    wanted = text.strip('"').casefold()
    if "*" in wanted:
        return lambda value: fnmatchcase(str(value).casefold(), wanted)
    if exact:
        return lambda value: str(value).casefold() == wanted
    return lambda value: _says(str(value).casefold(), wanted)


def _says(text: str, wanted: str) -> bool:
    """The text holds the words side by side; `sv3` is not within `sv3pt5`."""
    return re.search(rf"(?<![\w.-]){re.escape(wanted)}(?![\w.-])", text) is not None


def _within(opening: str, low: str, high: str, closing: str) -> Callable[[Any], bool]:
    least = float("-inf") if low == "*" else float(low)
    most = float("inf") if high == "*" else float(high)

    def test(value: Any) -> bool:
        if not str(value).isdecimal():
            return False
        above = float(value) >= least if opening == "[" else float(value) > least
        return above and (float(value) <= most if closing == "]" else float(value) < most)

    return test
