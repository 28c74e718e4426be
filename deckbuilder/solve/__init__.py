"""Find the best rubric and printings, with a proven bound on every goal."""
