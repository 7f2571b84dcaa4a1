"""How fast whole state spaces are counted: positions a second, by the clock and by each thread's own processor time."""

from __future__ import annotations

import sys
import time

from solver.counting.decks import deck_of
from solver.counting.states import positions_of, survey

FIFTEEN = "8-2J2Q2KA"
"""56.8 million positions of 15 cards, seven of them pay cards."""


def positions(threads: int = 2, deck: str = FIFTEEN) -> tuple[float, float]:
    """Positions of a deck that are counted in a second by so many threads, and in a second of processor time."""
    survey(deck_of("JJ----"))  # is compiled first
    start, busy = time.perf_counter(), time.process_time()
    found = survey(deck_of(deck), threads=threads)
    spent, used = time.perf_counter() - start, time.process_time() - busy
    assert found.positions == positions_of(deck_of(deck))
    return found.positions / spent, found.positions / used


if __name__ == "__main__":
    for text in sys.argv[1:] or [FIFTEEN]:
        for number in (1, 2):
            by_clock, by_processor = positions(number, text)
            print(
                f"{text}, {number} threads: {by_clock:,.0f} positions a second, {by_processor:,.0f} of processor time"
            )
