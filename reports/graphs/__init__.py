"""Graphs of small decks: as tables, for other programs, and as pictures."""
