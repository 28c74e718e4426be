"""What the user sees: results on stdout, progress and notes on stderr."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from rich.console import Console, RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text


def bold(text: str, rest: str = "") -> Text:
    """Set text off by weight, and what follows it on the line not."""
    return Text.assemble((text, "bold"), rest)


def passed(text: str, *, ok: bool) -> Text:
    """Tick what holds, and cross what does not."""
    return Text.assemble(" ", ("✓", "green") if ok else ("✗", "red"), f" {text}")


class Screen:
    """A command's two streams, at the loudness asked for. `NO_COLOR` turns colour off.

    Text is shown as it stands, brackets and all: what is to look otherwise is a `Text`.
    """

    def __init__(
        self, *, as_json: bool = False, quiet: bool = False, verbose: bool = False
    ) -> None:
        self._out = Console(highlight=False, markup=False, emoji=False)
        self._err = Console(stderr=True, highlight=False, markup=False, emoji=False)
        self._as_json = as_json
        self._quiet = quiet
        self._verbose = verbose

    @property
    def console(self) -> Console:
        """Standard output, for what asks as well as shows."""
        return self._out

    def show(self, *parts: RenderableType) -> None:
        """Print a result for a person; nothing when JSON is asked for."""
        if not (self._quiet or self._as_json):
            for part in parts:
                self._out.print(part)

    def lines(self, texts: Iterable[str]) -> None:
        """Print lines as they are, however long, for a person who copies them."""
        if not (self._quiet or self._as_json):
            for text in texts:
                self._out.print(text, soft_wrap=True)

    def data(self, content: object) -> None:
        """Print a result for a program, when it is asked for."""
        if self._as_json:
            print(json.dumps(content, ensure_ascii=False, indent=2))  # noqa: T201 - stdout itself

    def warn(self, text: str) -> None:
        """Tell of something to look at; not even `--quiet` hides it."""
        self._err.print(Text.assemble(("warning:", "yellow"), f" {text}"), soft_wrap=True)

    def note(self, text: str) -> None:
        """Tell what is being done, when asked to."""
        if self._verbose:
            self._err.print(text, style="dim", soft_wrap=True)

    @contextmanager
    def steps(self, total: int) -> Iterator[Callable[[str], None]]:
        """Show progress over known steps, on a terminal only.

        Yields:
            A function to call with a few words as each step begins.
        """
        bar = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TimeElapsedColumn(),
            console=self._err,
            transient=True,
            disable=self._quiet or not self._err.is_terminal,
        )
        with bar:
            task = bar.add_task("", total=total)
            begun = 0

            def begin(what: str) -> None:
                nonlocal begun
                bar.update(task, description=what, completed=begun)
                self.note(what)
                begun += 1

            yield begin

    @contextmanager
    def counting(self) -> Iterator[Callable[[str, int, int], None]]:
        """Show counts and the time left over work whose length turns up on the way.

        Yields:
            A function to call with what is counted, how many are done, and of how many.
        """
        bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=self._err,
            transient=True,
            disable=self._quiet or not self._err.is_terminal,
        )
        with bar:
            tasks: dict[str, TaskID] = {}

            def count(what: str, done: int, total: int) -> None:
                if what not in tasks:
                    tasks[what] = bar.add_task(what, total=total)
                bar.update(tasks[what], completed=done, total=total)

            yield count
