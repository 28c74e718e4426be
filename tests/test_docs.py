"""The documents say what the program does."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import BaseModel

from deckbuilder.catalog.checked_file import known_keys
from deckbuilder.catalog.policy import Policy
from deckbuilder.cli import app
from deckbuilder.deckfolder.record import COLUMNS, Result
from tests.rig.server import Rig
from tests.rig.world import World

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
HOW_TO = (ROOT / "docs" / "how-to.md").read_text(encoding="utf-8")


def commands_of(text: str) -> list[str]:
    """Every `$ deckbuilder …` line of the console blocks."""
    blocks = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    return [
        line
        for block in blocks
        for line in re.findall(r"^\$ (deckbuilder .*)$", block, re.MULTILINE)
    ]


def test_the_reference_is_current(tmp_path):
    """Written anew by `make docs`."""
    path = tmp_path / "cli.md"
    command = ["-m", "typer", "deckbuilder.cli", "utils", "docs", "--name", "deckbuilder"]
    subprocess.run(
        [sys.executable, *command, "--output", str(path)], cwd=ROOT, check=True, capture_output=True
    )
    assert path.read_text() == (ROOT / "docs" / "cli.md").read_text(), "run `make docs`"


def test_every_command_has_an_example_in_its_help():
    groups = [app, *(group.typer_instance for group in app.registered_groups)]
    commands = [one.callback for group in groups if group for one in group.registered_commands]
    assert len(commands) >= 5
    for command in commands:
        assert command is not None
        assert "Example: deckbuilder " in (command.__doc__ or "")


def test_every_command_is_shown_in_the_how_to():
    shown = {shlex.split(line)[1] for line in commands_of(HOW_TO)}
    groups = {str(group.name) for group in app.registered_groups}
    commands = {one.callback.__name__ for one in app.registered_commands if one.callback}
    assert shown == groups | commands


def test_the_readmes_screen_is_a_real_one():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    golden = (ROOT / "tests" / "golden" / "optimize-kanto-johto.txt").read_text(encoding="utf-8")
    shown = [line for line in readme.splitlines() if not line.startswith("Proof, found in ")]
    real = [line.rstrip() for line in golden.strip("\n").splitlines()]
    start = shown.index(real[0])
    assert shown[start : start + len(real)] == real


@pytest.mark.slow
def test_the_how_tos_commands_run_one_after_the_other(
    deckbuilder, tmp_path, catalog, eligibility, monkeypatch
):
    monkeypatch.setenv("DECKBUILDER_HOME", str(tmp_path / "home"))
    owned = [card.card_id for dex in range(1, 152) for card in eligibility.printings(dex)[::2]]
    (tmp_path / "binder.csv").write_text("\n".join(["card_id", *owned]))
    with Rig(World(catalog)) as rig:
        for line in commands_of(HOW_TO):
            args = shlex.split(line)[1:]
            cwd = tmp_path
            if args[:2] == ["catalog", "build"]:
                cwd = ROOT
                args += ["--out", str(tmp_path / "data")]
            if args[0] == "fetch":
                args += ["--url", rig.tcgdex_url, "--rate", "0"]
            # The rig's prices are made up, and a hundred times what most cards cost.
            args = ["4000USD" if arg == "150USD" else arg for arg in args]
            run = deckbuilder(*args, cwd=cwd)
            assert run.code == 0, (line, run.err)


def test_no_page_ships_a_placeholder():
    pages = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert not re.findall(r"\b(TODO|FIXME|XXX|SLOWEST|PEERS)\b", pages)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page):
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if not link.startswith("https://"):
            assert (page.parent / link).exists(), link


@pytest.mark.parametrize(
    ("page", "names"),
    [("policy.md", known_keys(Policy)), ("files.md", [*COLUMNS, *known_keys(Result)])],
)
def test_every_key_is_explained(page, names):
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    assert [name for name in names if f"`{name}`" not in text] == []


def test_every_key_of_a_policy_says_what_it_is():
    def fields(model: type[BaseModel]):
        for field in model.model_fields.values():
            yield field
            if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
                yield from fields(field.annotation)

    assert all(field.description for field in fields(Policy))
