"""Run the program as a user does, and measure it from outside."""

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent

# A child's peak counts the size of its parent, so a small process runs the program.
LAUNCHER = """
import resource, subprocess, sys
done = subprocess.run([sys.executable, "-m", "deckbuilder", *sys.argv[1:]], stdout=sys.stderr)
print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


class Launched(NamedTuple):
    """A finished run of the program."""

    seconds: float
    """Wall time."""
    peak: float
    """Highest resident size, in MiB."""


def launch(
    args: Sequence[str], *, folder: Path | str, env: Mapping[str, str] | None = None
) -> Launched:
    """Run the program in a folder.

    Raises:
        SystemExit: It failed; what it said is told.
    """
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", LAUNCHER, *args],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **(env or {})},
        capture_output=True,
        text=True,
        check=True,
    )
    seconds = time.perf_counter() - started
    code, kibibytes = map(int, done.stdout.split())
    if code:
        raise SystemExit(f"{args} exited with {code}: {done.stderr}")
    return Launched(seconds, kibibytes / 1024)
