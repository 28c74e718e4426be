"""Damage done to a deck by hand, on disk."""

import csv
import json

from deckbuilder.deckfolder.record import COLUMNS


def edit_rows(deck, edit):
    """Change the rows of the deck, in both of its files."""
    rows = edit(json.loads((deck / "deck.json").read_text(encoding="utf-8")))
    with (deck / "deck.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    (deck / "deck.json").write_text(json.dumps(rows), encoding="utf-8")


def edit_row(deck, name, /, **values):
    edit_rows(
        deck, lambda rows: [{**row, **values} if row["species"] == name else row for row in rows]
    )


def edit_result(deck, edit):
    result = json.loads((deck / "result.json").read_text())
    edit(result)
    (deck / "result.json").write_text(json.dumps(result))


def printed(printing, catalog):
    """What a row says of a card, told truly."""
    return {
        "card_id": printing.card_id,
        "set_id": printing.set_id,
        "set_name": catalog.sets[printing.set_id].name,
        "number": printing.number,
        "name": printing.name,
        "rarity": printing.rarity,
        "illustrator": printing.illustrator,
    }


def swap(deck, name, printing, catalog, /, **values):
    """Put another card in a row, with all that it prints, so that no fact gives it away."""
    cell = {"type": printing.printed_type, "hp": printing.hp} if printing.dex else {}
    edit_row(deck, name, **printed(printing, catalog), **cell, **values)
