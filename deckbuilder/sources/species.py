"""Species facts become species."""

from collections.abc import Mapping
from typing import Final

from deckbuilder.domain.cards import REGIONS, Species
from deckbuilder.sources.report import FileReport, Outcome
from deckbuilder.sources.rows import FactsFile, RowError, number, optional, required

_KINDS: Final = ("baby", "legendary", "mythical")
_COLUMNS: Final = (
    "dex",
    "slug",
    "name",
    "generation",
    "region",
    "evolves_from_dex",
    "family",
    *(f"is_{kind}" for kind in _KINDS),
)


def import_species(facts: FactsFile) -> tuple[dict[int, Species], FileReport]:
    """Read every species, in dex order, with the account of the file's rows."""
    report = FileReport(facts.name)
    found: dict[int, Species] = {}
    for line, row in facts.rows(_COLUMNS):
        report.read += 1
        try:
            one = _species(row)
            if one.dex in found:
                raise RowError(f"dex {one.dex} stands twice")
            found[one.dex] = one
        except RowError as error:
            name = f"{optional(row, 'dex')} {optional(row, 'name')}"
            report.note(line, name, Outcome.LEFT_OUT, "unreadable row", str(error))
    return dict(sorted(found.items())), report


def _species(row: Mapping[str, str]) -> Species:
    region = required(row, "region")
    if region not in REGIONS:
        raise RowError(f"region '{region}' is none of {', '.join(REGIONS)}")
    return Species(
        dex=int(required_number(row, "dex")),
        slug=required(row, "slug"),
        name=required(row, "name"),
        generation=required_number(row, "generation"),
        region=region,
        evolves_from=number(row, "evolves_from_dex"),
        family=required_number(row, "family"),
        kind=next((kind for kind in _KINDS if row.get(f"is_{kind}") == "1"), ""),
    )


def required_number(row: Mapping[str, str], column: str) -> int:
    """Take a positive whole number that must be there."""
    value = number(row, column)
    if value is None:
        raise RowError(f"{column} is empty")
    return value
