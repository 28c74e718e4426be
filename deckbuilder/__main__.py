"""`python -m deckbuilder` is the same program as `deckbuilder`."""

from deckbuilder.cli import main

if __name__ == "__main__":
    main()
