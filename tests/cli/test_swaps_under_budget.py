"""`choose` under a budget: Trainers cost money too, so that what is told is what solving gives."""

import json


def test_what_another_printing_costs_is_what_solving_with_it_comes_to(
    deckbuilder, tmp_path, priced_folder
):
    (tmp_path / "priced").symlink_to(priced_folder)
    args = ("optimize", "--regions", "kalos", "--joint", "--catalog", "priced", "--out", "deck")
    assert deckbuilder(*args, "--budget", "3000USD", "-q").code == 0
    run = deckbuilder("choose", "deck", "Froakie", "--catalog", "priced", "--json")
    told = json.loads(run.out)
    assert told["others"]
    assert all((o["outliers"], o["balance"], o["printings"]) >= (0, 0, 0) for o in told["others"])
    one = told["others"][-1]
    before = [
        tier["value"] for tier in json.loads((tmp_path / "deck/result.json").read_text())["tiers"]
    ]
    rubric = tmp_path / "rubric.yaml"
    rubric.write_bytes((tmp_path / "deck" / "rubric.yaml").read_bytes())
    again = deckbuilder(
        *args[:-1],
        "again",
        "--rubric",
        rubric,
        "--budget",
        "3000USD",
        "--require",
        one["card_id"],
        "-q",
    )
    assert again.code == 0, again.err
    after = [
        tier["value"] for tier in json.loads((tmp_path / "again/result.json").read_text())["tiers"]
    ]
    losses = [after[0] - before[0], after[1] - before[1], before[2] - after[2]]
    assert losses == [one["outliers"], one["balance"], one["printings"]]
