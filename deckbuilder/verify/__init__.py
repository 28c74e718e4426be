"""Check a deck against the catalogue, without any of the code that made it."""
