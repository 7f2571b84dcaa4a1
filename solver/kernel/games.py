"""Playing a batch of games to their ends; the face of the kernel."""

from __future__ import annotations

import numpy as np

from solver.kernel.batch import ENDLESS, Batch, Counts, End, Loops, Results
from solver.kernel.lanes import Told, play_in_lanes
from solver.kernel.plain import NUMBERS, play_plainly


def play(batch: Batch, end: End = End.MUST_PLAY) -> Results:
    """Play every game of the batch until it ends or is known to go round for ever.

    Games are played side by side; those that do not end soon, and batches with a deck of more than 32 pay cards (their
    `owes` has two words), go to a player that takes one card at a time: some hundred thousand games a second instead of
    millions. It does not hold the interpreter's lock, so that several threads can play a batch each.
    """
    told = Told.blank(len(batch))
    if len(batch.owes) == 1 and 0 < batch.cut < batch.size:
        rest = play_in_lanes(batch.size, batch.cut, batch.pay, batch.owes[0], end.value, told)
    else:
        rest = np.arange(len(batch))
    return Results(told.winner, told.cards, told.tricks, told.unanswered, told.left, _rest(batch, end, rest, told))


def _rest(batch: Batch, end: End, games: Counts, told: Told) -> Loops:
    """Play these games card by card, put in how they went, and say where they go round."""
    games.sort()
    rows = np.zeros((len(games), 9), np.int64)
    if len(games):
        play_plainly(batch.size, batch.cut, batch.pay, batch.owes, NUMBERS[end], games, rows)
    told.winner[games], told.cards[games], told.tricks[games] = rows[:, 0], rows[:, 1], rows[:, 2]
    told.unanswered[games], told.left[games] = rows[:, 3] == 1, rows[:, 4] == 1
    endless = rows[:, 0] == ENDLESS
    return Loops(games[endless], *(rows[endless, column] for column in range(5, 9)))
