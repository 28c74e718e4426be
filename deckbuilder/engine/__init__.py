"""The party game: its rules, its players, and many games at once."""
