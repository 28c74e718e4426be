"""The options of `optimize` that choose cards, Trainers and the shape of a split."""

import csv
import json
import subprocess
import sys
from collections import defaultdict
from datetime import date

import pytest

from deckbuilder.catalog.policy import FIRST_DAY
from deckbuilder.errors import InfeasibleError
from deckbuilder.solve.clashes import check_core_sizes

PROGRAM = [sys.executable, "-m", "deckbuilder"]
JOINT = ("optimize", "--regions", "kalos", "--joint", "-q", "--out", "deck")
SPLIT = ("optimize", "--regions", "galar", "-q", "--out", "deck")


def rows_of(folder):
    with (folder / "deck.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def pokemon_of(folder):
    return {row["species"]: row for row in rows_of(folder) if row["role"] != "trainer"}


def trainers_of(folder):
    return [row["species"] for row in rows_of(folder) if row["role"] == "trainer"]


def result_of(folder):
    return json.loads((folder / "result.json").read_text(encoding="utf-8"))


def cost(tiers):
    """What tiers come to, so that less is better."""
    outliers, balance, printings = (tier["value"] for tier in tiers)
    return outliers, balance, -printings


@pytest.fixture(scope="session")
def solved(tmp_path_factory):
    """Kalos in one rubric and Galar split, without further options."""
    folder = tmp_path_factory.mktemp("choices")
    for args in (["kalos", "--joint"], ["galar"]):
        run = [*PROGRAM, "optimize", "--regions", *args, "-q", "--out", args[0]]
        subprocess.run(run, cwd=folder, check=True)
    return folder


@pytest.fixture
def deck(deckbuilder, tmp_path):
    """Solve with further options, and give the folder of the deck."""

    def solve(*args):
        run = deckbuilder(*args)
        assert (run.code, run.err) == (0, "")
        return tmp_path / "deck"

    return solve


def test_newest_and_oldest_weigh_the_days_of_release(deck, solved, catalog):
    def days(folder):
        released = (catalog.sets[row["set_id"]].release_date for row in pokemon_of(folder).values())
        return sum((date.fromisoformat(day) - FIRST_DAY).days for day in released)

    by_art = days(solved / "kalos")
    newest = deck(*JOINT, "--prefer", "newest")
    assert result_of(newest)["tiers"][2]["value"] == days(newest) > by_art
    oldest = deck(*JOINT, "--prefer", "oldest")
    assert -result_of(oldest)["tiers"][2]["value"] == days(oldest) < by_art
    assert result_of(oldest)["preference"] == "oldest"
    assert cost(result_of(oldest)["tiers"])[:2] == cost(result_of(solved / "kalos")["tiers"])[:2]


def test_a_banned_card_gives_way_to_another(deck, solved):
    before = pokemon_of(solved / "kalos")
    banned = [before[name]["card_id"] for name in ("Sylveon", "Fennekin")]
    folder = deck(*JOINT, "--ban", *banned)
    after = pokemon_of(folder)
    assert after.keys() == before.keys()
    assert not {row["card_id"] for row in after.values()} & set(banned)
    assert cost(result_of(folder)["tiers"]) >= cost(result_of(solved / "kalos")["tiers"])


def test_a_required_card_stands_for_its_species(deck, solved):
    folder = deck(*JOINT, "--require", "xy1-24", "xy8-46")
    cards = pokemon_of(folder)
    assert (cards["Fennekin"]["card_id"], cards["Froakie"]["card_id"]) == ("xy1-24", "xy8-46")
    assert cost(result_of(folder)["tiers"]) >= cost(result_of(solved / "kalos")["tiers"])


def test_the_best_deck_stays_the_best_when_only_its_own_sets_are_there(deck, solved):
    before = rows_of(solved / "kalos")
    sets = sorted({row["set_id"] for row in before})
    after = rows_of(deck(*JOINT, "--only-sets", *sets))
    assert [row["card_id"] for row in after] == [row["card_id"] for row in before]


def test_no_card_is_taken_from_a_set_that_is_barred(deck, solved):
    assert {"me03", "xyp"} <= {row["set_id"] for row in rows_of(solved / "kalos")}
    after = rows_of(deck(*JOINT, "--not-sets", "me03", "xyp"))
    assert not {"me03", "xyp"} & {row["set_id"] for row in after}


def test_no_card_has_more_hp_than_allowed(deck, solved):
    def highest(folder):
        return max(int(row["hp"]) for row in pokemon_of(folder).values())

    assert highest(solved / "kalos") > 150
    assert highest(deck(*JOINT, "--max-hp", "150")) <= 150


def test_rule_boxes_that_are_allowed_may_be_used_and_no_others(deck, solved, catalog):
    folder = deck(*JOINT, "--allow-rule-box", "GX", "EX")
    boxes = {catalog.printings[row["card_id"]].rule_box for row in pokemon_of(folder).values()}
    assert {"GX", "EX"} & boxes
    assert boxes <= {"", "GX", "EX"}
    assert cost(result_of(folder)["tiers"])[0] <= cost(result_of(solved / "kalos")["tiers"])[0]


def modules_by_family(folder, catalog):
    families = defaultdict(set)
    for row in pokemon_of(folder).values():
        family = catalog.species[int(row["dex"])].family
        families[family].add(row["module"])
    return families.values()


def test_families_stay_together_unless_a_split_may_part_them(deck, solved, catalog):
    together = solved / "galar"
    assert all(len(modules) == 1 for modules in modules_by_family(together, catalog))
    apart = deck(*SPLIT, "--split-families")
    assert any(len(modules) == 2 for modules in modules_by_family(apart, catalog))
    assert cost(result_of(apart)["tiers"]) < cost(result_of(together)["tiers"])
    assert result_of(apart)["families_together"] is False


@pytest.mark.parametrize(("typed", "least", "most"), [("40", 40, 40), ("40..44", 40, 44)])
def test_the_core_has_the_size_that_is_asked_for(deck, typed, least, most):
    folder = deck(*SPLIT, "--core-size", typed)
    in_core = [row for row in pokemon_of(folder).values() if row["module"] == "core"]
    assert least <= len(in_core) <= most
    assert result_of(folder)["core_sizes"] == {"least": least, "most": most}
    assert [tier["status"] for tier in result_of(folder)["tiers"]] == ["optimal"] * 3


@pytest.mark.parametrize("typed", ["x", "9..3", "40..", ""])
def test_a_core_size_that_is_none_is_quoted(refused, tmp_path, typed):
    run = refused(*SPLIT, "--core-size", typed)
    assert run.code == 3
    assert f"core size '{typed}' is neither a number nor a range" in run.error_line
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("option", [["--core-size", "40"], ["--split-families"]])
def test_a_joint_deck_has_no_core(refused, option):
    run = refused(*JOINT, *option)
    assert run.code == 2
    assert "are for a split: name one region alone" in run.error_line


@pytest.mark.parametrize(
    ("args", "clashing"),
    [
        (
            ["kalos", "--require", "xy1-24", "xy8-25"],
            ["require xy1-24", "require xy8-25 (both are Fennekin)"],
        ),
        (["kalos", "--require", "xyp-XY20"], ["require xyp-XY20", "eligibility (rule box: EX)"]),
        (
            ["kalos", "--require", "xy1-24", "--ban", "xy1-24"],
            ["require xy1-24", "eligibility (banned by the policy)"],
        ),
        (
            ["kalos", "--require", "xy1-41", "--max-hp", "120"],
            ["require xy1-41", "eligibility (HP: above 120)"],
        ),
        (
            ["kanto", "--require", "base5-4"],
            ["require base5-4 (80 HP)", "exception Charizard: 120 HP"],
        ),
        (
            ["johto", "--core-size", "140"],
            ["core size 140", "johto has 100 native species, and each module at least one of them"],
        ),
        (["galar", "--core-size", "96"], ["core size 96", "galar has 96 native species"]),
        (["galar", "--core-size", f"96..{10**8}"], ["core size 96", "galar has 96 native"]),
    ],
)
def test_requirements_that_clash_are_named(refused, tmp_path, args, clashing):
    run = refused("optimize", "--regions", *args)
    assert run.code == 4
    assert run.error_line.startswith("error: these requirements clash: ")
    named = run.error_line.removeprefix("error: these requirements clash: ").split("; ")
    assert len(named) == len(clashing)
    for told, expected in zip(named, clashing, strict=True):
        assert told.startswith(expected)
    assert list(tmp_path.iterdir()) == []


def test_a_size_that_whole_families_cannot_make_comes_with_the_nearest(catalog):
    """No region is so: each has families of one. The first two families of Kalos are."""
    families = [[catalog.species[dex] for dex in dexes] for dexes in ((650, 651, 652), (653, 654))]
    check_core_sizes(range(2, 3), families, region="two", together=True)
    check_core_sizes(range(1, 2), families, region="two", together=False)
    with pytest.raises(InfeasibleError, match=r"core size 1; families .*\(nearest size 2; or use"):
        check_core_sizes(range(1, 2), families, region="two", together=True)
    with pytest.raises(InfeasibleError, match=r"core size 4; families .*\(nearest size 3; or use"):
        check_core_sizes(range(4, 5), families, region="two", together=True)


def test_an_exceptions_own_card_may_be_required(deck):
    args = ["optimize", "--regions", "kanto", "--universal", "-q", "--out", "deck"]
    charizard = pokemon_of(deck(*args, "--require", "base1-4"))["Charizard"]
    assert (charizard["card_id"], charizard["hp"]) == ("base1-4", "120")
    assert charizard["role"] == "exception"


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--require", "base1-4"], 3, "required card 'base1-4' (Charizard) is not of kalos"),
        (["--require", "xy1-224"], 3, "the catalogue has no 'xy1-224'; did you mean xy1-"),
        (["--only-sets", "xyz1"], 3, "eligibility.only_sets: the catalogue has no 'xyz1'"),
        (["--only-sets", "base1"], 3, "the policy leaves 'Chespin' (dex 650) no printing at all"),
        (["--max-hp", "100"], 3, "the policy leaves 'Chesnaught' (dex 652) no printing at all"),
        (["--allow-rule-box", "Gx"], 3, "rule box 'Gx' is none of ex, EX, GX"),
        (["--trainer", "Diantho"], 3, "no trainer is called 'Diantho'; did you mean Diantha?"),
        (["--trainer", "Diantha", "diantha"], 3, "trainer 'Diantha' is asked for twice"),
    ],
)
def test_a_name_or_a_limit_that_leaves_no_deck_is_told(refused, tmp_path, options, code, message):
    run = refused(*JOINT, *options)
    assert run.code == code
    assert message in run.error_line
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("options", [["--prefer", "shiniest"], ["--max-hp", "0"]])
def test_a_value_of_another_kind_is_a_usage_error(deckbuilder, options):
    run = deckbuilder(*JOINT, *options)
    assert run.code == 2
    assert "Traceback" not in run.err


def test_alternatives_are_other_rubrics_and_none_is_better(deckbuilder):
    run = deckbuilder(*JOINT[:4], "--alternatives", "2", "--json", "--out", "deck")
    assert (run.code, run.err) == (0, "")
    best = json.loads(run.out)
    first, second = best["alternatives"]
    assert cost(best["tiers"]) <= cost(first["tiers"]) <= cost(second["tiers"])
    rubric = {"types": list(best["lanes"]["kalos"]["types"]), "hp": best["lanes"]["kalos"]["hp"]}
    rubrics = [(rubric["types"], [int(hp) for hp in rubric["hp"]])]
    rubrics += [(one["modules"][0]["types"], one["modules"][0]["hp"]) for one in (first, second)]
    assert len({str(one) for one in rubrics}) == 3


def test_a_given_rubric_has_no_alternative(refused):
    args = ["--regions", "kalos", "--universal", "--alternatives", "2"]
    run = refused("optimize", *args)
    assert run.code == 2
    assert "--alternatives looks for other rubrics" in run.error_line


def test_a_trainer_that_is_asked_for_comes_first(deck, solved):
    assert "Cynthia" not in trainers_of(solved / "kalos")
    folder = deck(*JOINT, "--trainer", "cynthia", "Siebold")
    assert trainers_of(folder)[:2] == ["Cynthia", "Siebold"]
    assert len(trainers_of(folder)) == 9
    assert result_of(folder)["tiers"] == result_of(solved / "kalos")["tiers"]


def test_a_deck_without_trainers_has_the_same_pokemon(deck, solved):
    folder = deck(*JOINT, "--no-trainers")
    assert trainers_of(folder) == []
    assert result_of(folder)["trainers"] == {}
    assert pokemon_of(folder) == pokemon_of(solved / "kalos")


def test_a_plot_is_written_beside_the_deck(deckbuilder, tmp_path):
    pytest.importorskip("matplotlib")
    run = deckbuilder(*JOINT, "--plot", "x.svg", "plots/y.png")
    assert (run.code, run.err) == (0, "")
    assert "<svg" in (tmp_path / "x.svg").read_text(encoding="utf-8")
    assert (tmp_path / "plots" / "y.png").read_bytes().startswith(b"\x89PNG")
    assert len(rows_of(tmp_path / "deck")) == 72 + 9


def test_a_plot_of_another_format_is_refused_before_anything_is_solved(refused, tmp_path):
    run = refused(*JOINT, "--plot", "x.gif")
    assert run.code == 3
    assert "cannot plot to 'x.gif': end the name in .png or .svg" in run.error_line
    assert list(tmp_path.iterdir()) == []


def test_modules_of_regions_share_one_rubric(deckbuilder, tmp_path, catalog):
    run = deckbuilder("optimize", "--regions", "galar:expansion", "kalos:core", "-q")
    assert (run.code, run.err) == (0, "")
    folder = tmp_path / "kalos-core+galar-expansion"
    assert deckbuilder("verify", folder, "--games", "0").code == 0
    result = result_of(folder)
    assert (result["pool"], result["mode"]) == ("kalos:core+galar:expansion", "joint")
    assert len(trainers_of(folder)) == 6 + 3
    held = defaultdict(set)
    for row in pokemon_of(folder).values():
        held[catalog.species[int(row["dex"])].region].add(row["species"])
    for region, module in (("kalos", "core"), ("galar", "expansion")):
        file = json.loads(deckbuilder("rubric", "show", region, "--json").out)
        (entry,) = (one for one in file["modules"] if one["name"] == module)
        assert held[region] == set(entry["species"])
