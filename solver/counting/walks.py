"""The compiled loops over a state space: what becomes of each position, and how far it is from its cycle.

A state is an arrangement and a cut, as one index: arrangement * (cards - 1) + cut - 1. Its mark is one byte.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from solver.counting.arrangements import Numbers, Tables, rank, unrank
from solver.counting.tricks import OVER, trick
from solver.kernel.compiling import compiled

Marks = npt.NDArray[np.uint8]

UNKNOWN: Final = 0
ENDS: Final = 1
NEVER_ENDS: Final = 2
IN_A_CYCLE: Final = 3

NO_STATE: Final = -1

STATES, SHORT_HALF, LONG_HALF, STEM_TRICKS, STEM_CARDS, FARTHEST = range(6)
"""Places of what `measure` tells of a cycle: how many states lead to it, its own included; how many of them are deals
in halves, the leader with the smaller and with the larger half; the longest stem, in tricks, and where it begins.
"""


@compiled
def walk(start: int, marks: Marks, tables: Tables, kept: int, path: Numbers) -> tuple[int, int, int]:
    """Go from a state to one whose fate is known, to the end of the game, or round a cycle, and write down the path.

    Returns the states on the path, their fate, and the least state of the cycle gone round (NO_STATE if there was
    none). The fate is UNKNOWN where the path is too short.
    """
    cuts = tables.size - 1
    row, cut = unrank(start // cuts, tables), start % cuts + 1
    state, seen, power, since = start, NO_STATE, 1, 0
    for walked in range(1, len(path) + 1):
        if since == power:
            seen, power, since = state, 2 * power, 0
        path[walked - 1] = state
        since += 1
        row, cut, _, _ = trick(row, cut, tables.size, kept)
        if cut == OVER:
            return walked, ENDS, NO_STATE
        state = rank(row, tables) * cuts + cut - 1
        fate = marks[state]
        if fate != UNKNOWN:
            return walked, fate, NO_STATE
        if state == seen:
            return walked, NEVER_ENDS, path[walked - since : walked].min()
    return len(path), UNKNOWN, NO_STATE


@compiled
def explore(
    marks: Marks, tables: Tables, kept: int, first: int, stop: int, budget: int, path: Numbers
) -> tuple[int, int, int, bool]:
    """Mark the states from `first` to `stop`, and all that they lead to, as ending or never ending.

    Goes on until a cycle is found, or about `budget` states are marked. Returns where to go on, how many states were
    marked, the least state of the cycle found (or NO_STATE), and whether `path` is too short for the next walk.
    """
    done = 0
    for start in range(first, stop):
        if marks[start] != UNKNOWN:
            continue
        walked, fate, least = walk(start, marks, tables, kept, path)
        if fate == UNKNOWN:
            return start, done, NO_STATE, True
        for place in range(walked):
            done += marks[path[place]] == UNKNOWN
            marks[path[place]] = fate
        if least != NO_STATE or done >= budget:
            return start + 1, done, least, False
    return stop, done, NO_STATE, False


@compiled
def go_round(state: int, marks: Marks, tables: Tables, kept: int, ring: Numbers) -> tuple[int, int, int]:
    """Mark the cycle of a state as a cycle. Returns its tricks, its cards, and 1 if its movers change places, else 0.

    The states go into `ring`, as many as it holds.
    """
    cuts = tables.size - 1
    row, cut = unrank(state // cuts, tables), state % cuts + 1
    now, tricks, cards, turned = state, 0, 0, 0
    while True:
        marks[now] = IN_A_CYCLE
        if tricks < len(ring):
            ring[tricks] = now
        row, cut, laid, other = trick(row, cut, tables.size, kept)
        now = rank(row, tables) * cuts + cut - 1
        tricks, cards, turned = tricks + 1, cards + laid, turned ^ other
        if now == state:
            return tricks, cards, turned


@compiled
def approach(state: int, marks: Marks, tables: Tables, kept: int) -> tuple[int, int, int]:
    """The first state of a cycle that a state which never ends leads to, and the tricks and cards before it.

    NO_STATE if no cycle that is marked lies on the way, which would be a fault.
    """
    cuts, cards = tables.size - 1, 0
    row, cut = unrank(state // cuts, tables), state % cuts + 1
    for tricks in range(len(marks)):
        if marks[state] == IN_A_CYCLE:
            return state, tricks, cards
        row, cut, laid, _ = trick(row, cut, tables.size, kept)
        state, cards = rank(row, tables) * cuts + cut - 1, cards + laid
    return NO_STATE, 0, 0


@compiled
def measure(
    marks: Marks, tables: Tables, kept: int, first: int, stop: int, budget: int, rings: Numbers, tallies: Numbers
) -> int:
    """Measure the states from `first` to `stop` that never end, until `budget` tricks are played.

    Returns where to go on, NO_STATE if some state leads to no cycle. `rings` has all states of cycles, ascending, and
    the number of the cycle of each. `tallies` has a row for each cycle, which is added to; see its places above.
    """
    cuts = tables.size - 1
    half = tables.size // 2
    played = 0
    for state in range(first, stop):
        if marks[state] < NEVER_ENDS:
            continue
        goal, tricks, cards = approach(state, marks, tables, kept)
        if goal == NO_STATE:
            return NO_STATE
        tally = tallies[rings[1, np.searchsorted(rings[0], goal)]]
        cut = state % cuts + 1
        tally[STATES] += 1
        tally[SHORT_HALF] += cut == half
        tally[LONG_HALF] += cut == tables.size - half
        if (tricks, cards) > (tally[STEM_TRICKS], tally[STEM_CARDS]):
            tally[STEM_TRICKS], tally[STEM_CARDS], tally[FARTHEST] = tricks, cards, state
        played += tricks + 1
        if played >= budget:
            return state + 1
    return stop
