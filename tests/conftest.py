"""What the tests share: the real catalogue, golden files, and the program as a user runs it."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

from deckbuilder.__main__ import main
from deckbuilder.catalog.catalog import Catalog, load_catalog
from deckbuilder.catalog.eligibility import Eligibility
from deckbuilder.catalog.policy import DEFAULT_POLICY, Policy, load_policy

settings.register_profile("deckbuilder", deadline=None)
settings.load_profile("deckbuilder")  # time is for the benchmarks: a busy machine is no fault

ROOT = Path(__file__).parent.parent
GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture(autouse=True, scope="session")
def _empty_home(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep what the developer has fetched and owns out of the tests."""
    os.environ["DECKBUILDER_HOME"] = str(tmp_path_factory.mktemp("home"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="write golden files instead of comparing"
    )


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    return load_catalog()


@pytest.fixture(scope="session")
def policy(catalog: Catalog) -> Policy:
    return load_policy(DEFAULT_POLICY, catalog)


@pytest.fixture(scope="session")
def eligibility(policy: Policy, catalog: Catalog) -> Eligibility:
    return Eligibility(policy, catalog)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with a file of `tests/golden`, or write it with `--update-golden`."""

    def check(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")

    return check


@dataclass(frozen=True)
class Run:
    """A finished run of the program."""

    code: int
    out: str
    err: str

    @property
    def error_line(self) -> str:
        """The one line of the error; a traceback or a second line fails here."""
        lines = self.err.splitlines()
        assert "Traceback" not in self.err
        assert len(lines) == 1, self.err
        return lines[0]


@pytest.fixture
def refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Run]:
    """Run the program within this process: as `deckbuilder` does, and sooner.

    For tables of what is refused, where it is the words that matter.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")

    def run(*args: str | Path) -> Run:
        monkeypatch.setattr(sys, "argv", ["deckbuilder", *map(str, args)])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        return Run(int(ended.value.code or 0), out, err)

    return run


@pytest.fixture
def deckbuilder(tmp_path: Path) -> Callable[..., Run]:
    """Run the program in an empty folder, as a user types it, 80 columns wide."""

    def run(*args: str | Path, cwd: Path | None = None, typed: str = "") -> Run:
        done = subprocess.run(
            [sys.executable, "-m", "deckbuilder", *map(str, args)],
            cwd=cwd or tmp_path,
            env={**os.environ, "COLUMNS": "80", "NO_COLOR": "1", "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
            input=typed,
        )
        return Run(done.returncode, done.stdout, done.stderr)

    return run
