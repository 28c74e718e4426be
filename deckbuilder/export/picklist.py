"""The pick list: every card by set and number, as Markdown that prints well."""

from deckbuilder.export.checklist import LEGEND_LINE, Checklist, Pick

_SPECIAL = str.maketrans({char: f"\\{char}" for char in r"\`*_[]<>|"})


def picklist(deck: Checklist) -> str:
    """Write a checklist with a heading for each section."""
    lines = [
        f"# {deck.title}: {deck.summary}",
        "",
        *(f"{grid.name}: {grid.rubric}  " for grid in deck.grids),
        f"Catalogue of {deck.catalog.date}. {LEGEND_LINE}",
    ]
    for section in deck.sections:
        lines += ["", f"## {section.title} · {len(section.picks)}", ""]
        lines += [_item(pick, deck) for pick in section.picks]
    return "\n".join(lines) + "\n"


def _item(pick: Pick, deck: Checklist) -> str:
    box = "[x]" if deck.owns(pick) else "[ ]"
    name = pick.row.name.translate(_SPECIAL)
    facts = " · ".join(filter(None, (name, pick.prints, pick.rarity)))
    return f"- {box} **{deck.place(pick)}** {facts}{' ' * bool(pick.mark)}{pick.mark}"
