"""Bank: a game of 36 cards, in which a seat that cannot cover the top card leaves the bank to whoever laid it."""
