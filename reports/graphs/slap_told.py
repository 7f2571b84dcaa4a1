"""What the graph of a game with slaps says of how its games end, as lines for a terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from reports.columns import fold
from reports.words import number
from solver.graphs.slap_ends import Ending, dead_words, lasso_words, statements

MOST_SHOWN: Final = 20
"""Cycles that are shown; all of them are counted."""
MOVES: Final = "A move is a card laid (lay), a pile collected (collect), or a slap (B! is B's hand on the middle)."


def as_json(found: Ending) -> str:
    """What was found, as one JSON object. The states and ticks themselves are in the graph as a file."""
    return msgspec.json.format(msgspec.json.encode({"ending": found}), indent=1).decode() + "\n"


def lines(found: Ending, width: int, most: int = MOST_SHOWN) -> Iterator[str]:
    """The statements, each with its witnesses; so many cycles are shown at most."""
    yield from fold(f"{number(found.over, 'state')} in which somebody has won. {MOVES}", width)
    for statement, more in zip(statements(found), (_cycles(found, most), _loop(found), _dead(found)), strict=True):
        yield from fold(statement, width, "  ")
        for line in more:
            yield from _witness(line, width)


def _witness(line: str, width: int) -> Iterator[str]:
    """A line below a statement; what does not fit goes on further to the right."""
    words = line.lstrip()
    indent = " " * (4 + len(line) - len(words))
    yield from (f"{indent}{part}" for part in fold(words, max(1, width - len(indent)), "  "))


def _cycles(found: Ending, most: int) -> list[str]:
    shown = [line for cycle in found.cycles[:most] for line in (str(cycle), f"    {lasso_words(cycle.witness)}")]
    left = len(found.cycles) - most
    return [*shown, f"and {number(left, 'cycle')} more"] if left > 0 else shown


def _loop(found: Ending) -> list[str]:
    return [lasso_words(found.slapped_loop)] if found.slapped_loop else []


def _dead(found: Ending) -> list[str]:
    return [dead_words(found.dead_end)] if found.dead_end else []
