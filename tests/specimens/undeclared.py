"""A program that claims the defaults of a game and plays something else: `undeclared.py GAME POINT=WAY ...`."""

import sys

from properties.conformance.books import chosen_book
from properties.conformance.reference import Reference

if __name__ == "__main__":
    game, *chosen = sys.argv[1:]
    book = chosen_book(game, dict(each.split("=", 1) for each in chosen))
    program = Reference({game: book}, "undeclared", honest=False)
    while not program.finished and (line := sys.stdin.buffer.readline()):
        sys.stdout.buffer.write(program.answer_line(line))
        sys.stdout.buffer.flush()
