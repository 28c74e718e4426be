"""The catalogue of species and printings, the names that people type, and the policies."""
