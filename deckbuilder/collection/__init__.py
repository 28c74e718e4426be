"""Owned cards: imported, matched to printings, and counted."""
