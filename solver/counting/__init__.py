"""Counting what cannot be looked at: every deal of a deck, and every position of one or of all decks."""
