"""Facts from outside, normalised into the catalogue's own values."""
