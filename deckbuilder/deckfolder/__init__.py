"""A deck on disk: a folder that is opened whole, or refused."""
