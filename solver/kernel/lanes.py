"""Many games side by side: the step of step.py, compiled by numba over rows of words, which LLVM makes vectors of.

A lane is one game. Its words stand in the rows of a block, a row for each word and a place for each lane, so that one
instruction does the same for eight games (four with AVX2, two with SSE). Every few steps the lanes whose games have
stopped are told, and get new games.

Why it is laid out so, as measured: the two parts of a step have loops of their own, since a processor looks only so
far ahead, and more lanes are under way if the work on each is short; the hands change their rows by name and are not
moved, so that two steps are a pass; nothing is decided by a jump but which lanes have stopped.

What limits it: a 52-card game has about 78 steps, and each is a fixed run of vector instructions, bound by how many of
them a core begins in a tick and how long each takes; dealing, beginning and telling games are a fifth of the time. So
with 512-bit vectors it is several times as fast as plain C that plays card by card, with AVX2 about twice, and with
SSE2 alone not even as fast.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from solver.kernel.batch import Counts
from solver.kernel.batch import Words as Row
from solver.kernel.compiling import compiled, part, put_in_place, room_for
from solver.kernel.step import END_RULES, STOPPED, make_step
from solver.kernel.words import WORDS, lowest

LANES: Final = 64
"""A word of bits tells which have stopped."""
PASSES: Final = 4
"""So many passes are made before stopped games are looked for."""
MOST_LOOKS: Final = 125
"""A game that has not ended after so many looks (1,000 steps, or the 15 looks more until that is noticed) is left to
the plain player: one of ten million of a pack of 52, and those that never end."""
LOOKS: Final = 16
MINE, YOURS, PILE, OWED, TOLD, WHOLE, ROWS = 0, 3, 6, 8, 9, 10, 11
"""Where the words stand: the hand that moves in the first step of a pass, the other hand, and the rest."""

_opening, _lead, _pay, _ending = map(part, make_step(WORDS))
u = np.uint64


@dataclass(frozen=True, slots=True)
class Told:
    """How games went, in the order of the batch; as in Results."""

    winner: npt.NDArray[np.uint8]
    cards: Counts
    tricks: Counts
    unanswered: npt.NDArray[np.bool_]
    left: npt.NDArray[np.bool_]

    @staticmethod
    def blank(games: int) -> Told:
        """Room for so many games."""
        cards, tricks = np.zeros(games, np.int64), np.zeros(games, np.int64)
        return Told(np.zeros(games, np.uint8), cards, tricks, np.zeros(games, np.bool_), np.zeros(games, np.bool_))


def play_in_lanes(size: int, cut: int, pay: Row, owes: Row, end: str, told: Told) -> Counts:
    """Play games with at most 32 pay cards; gives back the places of those that did not end, in no order."""
    late = np.empty(len(pay), np.int64)
    rule = np.array(END_RULES[end], np.uint64)
    rest = _run(
        u(size), u(cut), pay, owes, rule, told.winner, told.cards, told.tricks, told.unanswered, told.left, late
    )
    return late[:rest]


@put_in_place
def _leads(b: Row, mine: int, yours: int, challenge: np.uint64, ordinary: np.uint64, mark: np.uint64) -> None:
    """The first part of a step in every lane."""
    for i in range(LANES):
        (
            b[mine * LANES + i],
            b[(mine + 1) * LANES + i],
            b[(mine + 2) * LANES + i],
            b[yours * LANES + i],
            b[(yours + 1) * LANES + i],
            b[(yours + 2) * LANES + i],
            b[PILE * LANES + i],
            b[(PILE + 1) * LANES + i],
            b[OWED * LANES + i],
        ) = _lead(
            b[mine * LANES + i],
            b[(mine + 1) * LANES + i],
            b[(mine + 2) * LANES + i],
            b[yours * LANES + i],
            b[(yours + 1) * LANES + i],
            b[(yours + 2) * LANES + i],
            b[PILE * LANES + i],
            b[(PILE + 1) * LANES + i],
            b[OWED * LANES + i],
            challenge,
            ordinary,
            mark,
        )


@put_in_place
def _pays(b: Row, mine: int, yours: int, answer: np.uint64, payment: np.uint64, mark: np.uint64) -> None:
    """The second part, which exchanges the hands."""
    for i in range(LANES):
        (
            b[yours * LANES + i],
            b[(yours + 1) * LANES + i],
            b[(yours + 2) * LANES + i],
            b[mine * LANES + i],
            b[(mine + 1) * LANES + i],
            b[(mine + 2) * LANES + i],
            b[PILE * LANES + i],
            b[(PILE + 1) * LANES + i],
            b[OWED * LANES + i],
            b[TOLD * LANES + i],
        ) = _pay(
            b[mine * LANES + i],
            b[(mine + 1) * LANES + i],
            b[(mine + 2) * LANES + i],
            b[yours * LANES + i],
            b[(yours + 1) * LANES + i],
            b[(yours + 2) * LANES + i],
            b[PILE * LANES + i],
            b[(PILE + 1) * LANES + i],
            b[OWED * LANES + i],
            b[TOLD * LANES + i],
            b[WHOLE * LANES + i],
            answer,
            payment,
            mark,
        )


@part
def _passes(block: Row, answer: np.uint64, payment: np.uint64, challenge: np.uint64, ordinary: np.uint64) -> None:
    """Two steps a pass for every lane, so that every hand is back in its rows."""
    for _ in range(PASSES):
        _leads(block, MINE, YOURS, challenge, ordinary, u(STOPPED))
        _pays(block, MINE, YOURS, answer, payment, u(STOPPED))
        _leads(block, YOURS, MINE, challenge, ordinary, u(2 * STOPPED))
        _pays(block, YOURS, MINE, answer, payment, u(2 * STOPPED))


@part
def _stopped(block: Row) -> np.uint64:
    """A bit for each lane, 1 if its game has stopped."""
    found = u(0)
    for lane in range(LANES):
        found |= u(block[OWED * LANES + lane] >= u(STOPPED)) << u(lane)
    return found


@part
def _begin(block: Row, lane: int, size: np.uint64, cut: np.uint64, pay: np.uint64, owes: np.uint64) -> None:
    for row, word in enumerate(_opening(size, cut, pay, owes)):
        block[row * LANES + lane] = word


@part
def _tell(block: Row, lane: int, ordinary: np.uint64) -> tuple[np.uint64, ...]:
    owed = block[OWED * LANES + lane]
    mine, yours = (MINE, YOURS) if owed & u(STOPPED) else (YOURS, MINE)
    return _ending(
        block[mine * LANES + lane],
        block[(mine + 2) * LANES + lane],
        block[(yours + 2) * LANES + lane],
        owed & u(STOPPED - 1),
        block[TOLD * LANES + lane],
        block[WHOLE * LANES + lane],
        ordinary,
    )


@part
def _too_late(busy: np.uint64, since: Counts, look: int) -> np.uint64:
    """The lanes whose games have gone on for too long."""
    found = u(0)
    for lane in range(LANES):
        found |= u(look - since[lane] >= MOST_LOOKS) << u(lane)
    return found & busy


@compiled
def _run(
    size: np.uint64,
    cut: np.uint64,
    pay: Row,
    owes: Row,
    rule: Row,
    winner: npt.NDArray[np.uint8],
    cards: Counts,
    tricks: Counts,
    unanswered: npt.NDArray[np.bool_],
    left: npt.NDArray[np.bool_],
    late: Counts,
) -> int:
    """Play all games of a batch; `late` gets the places of those that were left, and their number is returned."""
    block = room_for(ROWS * LANES)
    block[OWED * LANES : (OWED + 1) * LANES] = u(STOPPED)
    game, since = np.zeros(LANES, np.int64), np.zeros(LANES, np.int64)
    free, busy = ~u(0), u(0)  # a word has as many bits as there are lanes
    coming = left_over = look = 0
    while True:
        while free and coming < len(pay):
            lane = int(lowest(free))
            _begin(block, lane, size, cut, pay[coming], owes[coming])
            game[lane], since[lane] = coming, look
            busy |= u(1) << u(lane)
            free &= free - u(1)
            coming += 1
        if not busy:
            return left_over
        _passes(block, rule[0], rule[1], rule[2], rule[3])
        look += 1
        found = _stopped(block) & busy
        free |= found
        busy &= ~found
        while found:
            lane = int(lowest(found))
            found &= found - u(1)
            at = game[lane]
            winner[at], cards[at], tricks[at], unanswered[at], left[at] = _tell(block, lane, rule[3])
        if look % LOOKS == 0:
            found = _too_late(busy, since, look)
            free |= found
            busy &= ~found
            while found:
                late[left_over] = game[int(lowest(found))]
                left_over += 1
                found &= found - u(1)
