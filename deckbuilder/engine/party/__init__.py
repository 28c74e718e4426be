"""One game: its cards, its rules, what a player sees, and who plays."""
