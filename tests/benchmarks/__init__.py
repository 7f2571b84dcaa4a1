"""How fast things are: rates are measured and printed, never asserted."""
