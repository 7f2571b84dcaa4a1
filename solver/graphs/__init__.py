"""Graphs of all games of one small deck: of tricks where nobody has a choice, of ticks where anybody may slap."""
