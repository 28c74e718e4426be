"""Frozen values of the problem, on the standard library alone."""
