"""Options that are followed by several values: `--regions kanto johto`."""

from typing import Any

from typer.core import TyperCommand


class ManyValues(TyperCommand):
    """A command whose repeatable options take every value up to the next option.

    `--regions kanto johto` is read as `--regions kanto --regions johto`, which works too. What
    is positional comes before the options, or after `--`: it could not be told from values.
    """

    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ANN401 - typer hides it
        """Show in the usage line that the options come last."""
        options, *positional = super().collect_usage_pieces(ctx)
        return [*positional, options]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - typer hides it
        """Repeat the option's name before each further value, then parse as usual."""
        names = {
            name
            for param in self.params
            if getattr(param, "multiple", False)
            for name in param.opts
        }
        return super().parse_args(ctx, _repeat_names(args, names))


def _repeat_names(args: list[str], names: set[str]) -> list[str]:
    repeated: list[str] = []
    current = ""  # the repeatable option that further values belong to
    for arg in args:
        if arg.startswith("-"):
            name, equals, _ = arg.partition("=")
            current = name if name in names else ""
            expects_value = bool(current) and not equals
        elif current and not expects_value:
            repeated.append(current)
        else:
            expects_value = False
        repeated.append(arg)
    return repeated
