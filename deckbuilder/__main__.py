"""The program's entry: `deckbuilder`, and `python -m deckbuilder`."""

import sys

_INTERRUPTED = 130
"""What a shell expects of a program that Ctrl-C ended."""


def main() -> None:
    """Run the command line; Ctrl-C is no error, however early it comes."""
    try:
        from deckbuilder.cli import run  # noqa: PLC0415 - so that Ctrl-C may come during imports

        run()
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)


if __name__ == "__main__":
    main()
