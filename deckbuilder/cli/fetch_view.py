"""What a fetch found, on the screen and as data."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from rich.console import RenderableType
from rich.table import Table

from deckbuilder.cli.screen import bold
from deckbuilder.sources.fetch import Fetched
from deckbuilder.sources.images import ImageFinding
from deckbuilder.sources.merge import Outcome, totals

_SHOWN: Final = 12
"""Cards of one outcome that are worth a line on the screen."""
_TOLD: Final = (
    Outcome.NEW,
    Outcome.CHANGED,
    Outcome.DISPUTED,
    Outcome.UNREADABLE,
    Outcome.UNANSWERED,
)
"""Outcomes whose cards are named one by one."""


def fetch_view(
    fetched: Fetched, pictures: Sequence[ImageFinding], *, prices: bool
) -> list[RenderableType]:
    """Lay out what became of every card that the source lists."""
    parts: list[RenderableType] = [_totals(fetched)]
    for outcome in _TOLD:
        cards = [one for one in fetched.findings if one.outcome is outcome]
        lines = [f"{one.card_id} {one.name}: {one.detail}".rstrip(": ") for one in cards]
        parts += _some(outcome.value.capitalize(), lines)
    disputed = [one.card_id for one in fetched.findings if one.outcome is Outcome.DISPUTED]
    if disputed:
        parts.append(
            f"  No deck uses a disputed card. If the card prints what is told now: deckbuilder "
            f"catalog accept {disputed[0]}"
        )
    lost = [f"{one.card_id} {one.name}: {what}" for one in fetched.findings for what in one.lost]
    counts = ", ".join(f"{field} {count:,}" for field, count in _lost(fetched).items())
    parts += _some(f"Fields that could not be read, and were left out: {counts}", lost)
    parts += _some("Gone, and kept", [f"{one.card_id} {one.name}" for one in fetched.gone])
    parts += _some("Sets unread", list(fetched.unopened))
    unlisted = [f"{one} {fetched.merger.sets[one].name}" for one in fetched.unlisted]
    parts += _some("Sets that it does not list, and kept", unlisted)
    if prices:
        parts.append(_prices_line(fetched))
    if pictures:
        fates = Counter(one.fate for one in pictures)
        told = ", ".join(f"{count:,} {fate}" for fate, count in sorted(fates.items()))
        parts.append(f"Images of {len(pictures):,} cards: {told}")
    return parts


def fetch_data(
    fetched: Fetched, pictures: Sequence[ImageFinding], *, prices: bool
) -> dict[str, Any]:
    """Give all of it to a program."""
    return {
        "listed": len(fetched.findings),
        "totals": totals(fetched.findings),
        "cards": [
            {
                "card_id": one.card_id,
                "name": one.name,
                "outcome": one.outcome,
                "detail": one.detail,
                "lost": one.lost,
            }
            for one in fetched.findings
            if one.outcome is not Outcome.SAME or one.lost
        ],
        "lost": _lost(fetched),
        "gone": [one.card_id for one in fetched.gone],
        "unread_sets": fetched.unopened,
        "unlisted_sets": fetched.unlisted,
        "prices": _priced(fetched) if prices else None,
        "images": [
            {"card_id": one.card_id, "fate": one.fate, "detail": one.detail} for one in pictures
        ],
    }


def _totals(fetched: Fetched) -> Table:
    table = Table(show_footer=True)
    table.add_column("Outcome", footer="listed")
    table.add_column("Cards", justify="right", footer=f"{len(fetched.findings):,}")
    for outcome, count in totals(fetched.findings).items():
        table.add_row(outcome, f"{count:,}")
    return table


def _some(title: str, lines: Sequence[str]) -> list[RenderableType]:
    if not lines:
        return []
    more = [f"  … and {len(lines) - _SHOWN:,} more"] if len(lines) > _SHOWN else []
    return [bold(title), *(f"  {line}" for line in lines[:_SHOWN]), *more]


def _lost(fetched: Fetched) -> dict[str, int]:
    """Count the fields that were left out, by what each sentence begins with, the most first."""
    fields = Counter(what.split()[0] for one in fetched.findings for what in one.lost)
    return dict(fields.most_common())


def _priced(fetched: Fetched) -> dict[str, int]:
    """Count the cards that have a price, by currency."""
    return dict(
        sorted(
            Counter(
                currency
                for prices in fetched.merger.prices.values()
                for currency in {one.currency for one in prices}
            ).items()
        )
    )


def _prices_line(fetched: Fetched) -> str:
    read = len(fetched.merger.prices)
    told = [f"{count:,} in {currency}" for currency, count in _priced(fetched).items()]
    unknown = sum(not prices for prices in fetched.merger.prices.values())
    return f"Prices of {read:,} cards: {', '.join(told) or 'none'}; unknown: {unknown:,}"
