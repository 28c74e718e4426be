"""Lists as PDF: the same deck gives the same bytes."""
