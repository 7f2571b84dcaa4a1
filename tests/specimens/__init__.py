"""Small programs of our own with planted faults, one that is right, and the tour that `make verify` makes of them."""
