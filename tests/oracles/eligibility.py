"""What `docs/policy.md` says of which cards count, told a third time from the tables' own text.

Nothing of the program is used here: a row is what stands in `data/printings.csv`, a policy is what
stands in its file.
"""

import csv
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[2] / "data"
Row = Mapping[str, str]

PLAYED_AS_POKEMON = {  # those whose HP the table does not have, or that are named after a fossil
    "Armor Fossil Shieldon",
    "Claw Fossil Anorith",
    "Cover Fossil",
    "Dome Fossil Kabuto",
    "Helix Fossil Omanyte",
    "Holon Fossil",
    "Jaw Fossil",
    "Old Amber Aerodactyl",
    "Plume Fossil",
    "Robo Substitute Team Flare Gear",
    "Root Fossil Lileep",
    "Sail Fossil",
    "Unidentified Fossil",
}


def read(name: str) -> list[Row]:
    with (DATA / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


class Oracle:
    """The cards of the tables, and what every policy makes of them."""

    def __init__(self) -> None:
        self.rows = read("printings.csv")
        self.region = {row["dex"]: row["region"] for row in read("species.csv")}
        self.shown = {row["card_id"]: row["dex"].split("|") for row in self.rows}
        self.with_own_card = {
            dex
            for row in self.rows
            if row["category"] == "Pokemon"
            for dex in self.shown[row["card_id"]]
            if row["form"] in ("", self.region.get(dex))
        }

    def may_stand(
        self, policy: dict[str, Any], disputed: Collection[str], prices: Mapping[str, int]
    ) -> set[str]:
        """The ids of the cards that may stand for a species."""
        cards = [row for row in self.rows if self._counts(row, policy, disputed)]
        if policy["budget"] is None:
            return {row["card_id"] for row in cards}
        priced = {row["dex"] for row in cards if row["card_id"] in prices}
        return {
            row["card_id"] for row in cards if row["card_id"] in prices or row["dex"] not in priced
        }

    def may_be_wild(self, policy: dict[str, Any], disputed: Collection[str]) -> set[str]:
        """The ids of the cards that may be Trainers of a deck."""
        found = set()
        for row in self.rows:
            if row["category"] != "Trainer" or is_jumbo(row) or row["hp"]:
                continue
            if row["name"] in PLAYED_AS_POKEMON:
                continue
            if is_let_in(row, policy, disputed):
                found.add(row["card_id"])
        return found

    def _counts(self, row: Row, policy: dict[str, Any], disputed: Collection[str]) -> bool:
        rules = policy["eligibility"]
        # Beyond any policy: a Pokémon card of one species, with one printed type and a printed HP.
        if row["category"] != "Pokemon" or row["hp"] == "":
            return False
        for listed in (row["dex"], row["types"]):
            if listed == "" or "|" in listed:
                return False
        size = "jumbo" if is_jumbo(row) else "standard"
        if size not in rules["sizes"] or row["rule_box"] not in ("", *rules["rule_boxes"]):
            return False
        if rules["max_hp"] is not None and int(row["hp"]) > rules["max_hp"]:
            return False
        if not self._is_of_its_region(row, rules) or not self._is_as_required(row, rules):
            return False
        return is_let_in(row, policy, disputed)

    def _is_as_required(self, row: Row, rules: dict[str, Any]) -> bool:
        for card_id in rules["require"]:
            if row["dex"] in self.shown[card_id] and row["card_id"] not in rules["require"]:
                return False
        return True

    def _is_of_its_region(self, row: Row, rules: dict[str, Any]) -> bool:
        if rules["regional_forms"] == "any" or row["form"] == "":
            return True
        if row["form"] == self.region[row["dex"]]:
            return True
        return row["dex"] not in self.with_own_card


def is_jumbo(row: Row) -> bool:
    return row["variants"] != "" and all("@jumbo" in one for one in row["variants"].split("|"))


def is_let_in(row: Row, policy: dict[str, Any], disputed: Collection[str]) -> bool:
    """What holds for Pokémon and Trainers."""
    rules = policy["eligibility"]
    if rules["only_sets"] and row["set_id"] not in rules["only_sets"]:
        return False
    if row["set_id"] in rules["not_sets"]:
        return False
    if row["card_id"] in rules["ban"]:
        return False
    if rules["only_owned"] and row["card_id"] not in policy["owned"]:
        return False
    return rules["disputed"] or row["card_id"] not in disputed


def art_points(row: Row, series_of: Mapping[str, str], art: dict[str, Any]) -> int:
    """The sum of what rarity, set, series and the letters before the number give."""
    letters = ""
    for char in row["number"]:
        if not char.isascii() or not char.isalpha():
            break
        letters += char
    points: int = art["rarities"].get(row["rarity"], art["other_rarities"])
    points += art["sets"].get(row["set_id"], 0)
    points += art["series"].get(series_of[row["set_id"]], 0)
    points += art["numbers"].get(letters, 0)
    return points
