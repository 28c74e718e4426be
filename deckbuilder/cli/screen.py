"""What the user sees: results on stdout, progress and notes on stderr."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from rich.console import Console, RenderableType
from rich.markup import escape
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


class Screen:
    """A command's two streams, at the loudness asked for. `NO_COLOR` turns colour off."""

    def __init__(
        self, *, as_json: bool = False, quiet: bool = False, verbose: bool = False
    ) -> None:
        self._out = Console(highlight=False)
        self._err = Console(stderr=True, highlight=False)
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
                self._out.print(text, markup=False, soft_wrap=True)

    def data(self, content: object) -> None:
        """Print a result for a program, when it is asked for."""
        if self._as_json:
            print(json.dumps(content, ensure_ascii=False, indent=2))  # noqa: T201 - stdout itself

    def warn(self, text: str) -> None:
        """Tell of something to look at; not even `--quiet` hides it."""
        self._err.print(f"[yellow]warning:[/] {escape(text)}", soft_wrap=True)

    def note(self, text: str) -> None:
        """Tell what is being done, when asked to."""
        if self._verbose:
            self._err.print(text, style="dim", soft_wrap=True, markup=False)

    @contextmanager
    def steps(self, total: int) -> Iterator[Callable[[str], None]]:
        """Show progress over known steps, on a terminal only.

        Yields:
            A function to call with a few words as each step begins.
        """
        bar = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
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
            TextColumn("{task.description}"),
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
