"""One game at a time, card by card: the slow half of the kernel, which also knows where a game goes round.

It plays what does not fit into lanes, or does not end there. Everything here is compiled by numba. A position is a row
of demands (what each card demands, the leader's hand first), the size of the leader's hand, and the seat that leads;
that is what a game that goes round comes back to.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from solver.kernel.batch import ENDLESS, PAY_CARDS_IN_A_WORD, Counts, End, Words
from solver.kernel.compiling import compiled, part

Row = npt.NDArray[np.int8]

NUMBERS: Final = {end: number for number, end in enumerate(End)}
"""The numbers by which what is compiled knows the end rules."""
IMMEDIATE, EARLY_STOP, LEAD_ON = (NUMBERS[end] for end in (End.IMMEDIATE, End.EARLY_STOP, End.LEAD_ON))

WINNER, CARDS, UNANSWERED, LEFT, CUT, LEADER, FIRST, SECOND, LAID = range(9)
"""Places in what `trick` tells: who has won the game (-1: nobody yet), cards laid in this trick, the rest as in
Results; where the hands of the next trick part and who leads it. The last three are its own: how far each hand is
played, and how many cards are in the middle."""


@part
def trick(row: Row, size: int, told: Counts, pile: Row, after: Row, end: int) -> None:
    """Play from one empty middle to the next: `told` has cut and leader, and gets all of its places; `after` the row.

    Where the game ends `after` is not filled. `pile` is scratch.
    """
    cut, leader = told[CUT], told[LEADER]
    taker = _lay(row, size, cut, told, pile, end)
    laid, unanswered = told[LAID], told[UNANSWERED] == 1
    told[CARDS], told[WINNER] = laid, -1
    told[LEFT] = 1 if end == LEAD_ON and laid == 1 else 0
    stops = (cut, size)
    loser = 1 - taker
    if unanswered or (told[FIRST + loser] == stops[loser] and end != LEAD_ON):
        told[WINNER] = taker if leader == 0 else 1 - taker
        return
    place = 0
    for card in range(told[FIRST + taker], stops[taker]):
        after[place] = row[card]
        place += 1
    for number in range(laid):
        after[place] = pile[number]
        place += 1
    told[CUT] = place
    for card in range(told[FIRST + loser], stops[loser]):
        after[place] = row[card]
        place += 1
    told[LEADER] = leader if taker == 0 else 1 - leader


@part
def _lay(row: Row, size: int, cut: int, told: Counts, pile: Row, end: int) -> int:
    """Lay cards until somebody gets the middle; says who: 0 for the leader."""
    stops = (cut, size)
    told[FIRST], told[SECOND], told[LAID], told[UNANSWERED] = 0, cut, 0, 1
    layer = debt = 0
    claimant = last = -1
    while told[FIRST + layer] < stops[layer]:
        card = row[told[FIRST + layer]]
        told[FIRST + layer] += 1
        pile[told[LAID]] = card
        told[LAID] += 1
        last, other = layer, 1 - layer
        empty = told[FIRST + last] == stops[last]
        if card > 0:
            debt, claimant, layer = card, last, other
        elif debt > 0:
            debt -= 1
            if debt == 0:
                told[UNANSWERED] = 0
                return claimant
        else:
            layer = other
            if end == EARLY_STOP and empty:
                return other
        if end == IMMEDIATE and empty:
            return other
    return claimant if debt > 0 else last


@compiled
def play_plainly(size: int, cut: int, pay: Words, owes: Words, end: int, games: Counts, told: Counts) -> None:
    """Play these games of a batch; `told` has a row of zeros for each of them. Where one seat has all cards it has won.

    `end` is one of NUMBERS.
    A row has winner, cards, tricks, unanswered, left, and then cards and tricks of the stem and of the period.
    """
    start, row = np.empty(size, np.int8), np.empty(size, np.int8)
    after, saved, pile = np.empty(size, np.int8), np.empty(size, np.int8), np.empty(size, np.int8)
    for number, game in enumerate(games):
        _lay_out(size, pay[game], owes, game, start)
        _play_one(size, cut, start, row, after, saved, pile, end, told[number])


@part
def _lay_out(size: int, pay: np.uint64, owes: Words, game: int, row: Row) -> None:
    seen = 0
    for place in range(size):
        row[place] = 0
        if pay >> np.uint64(place) & np.uint64(1):
            word, shift = seen // PAY_CARDS_IN_A_WORD, 2 * (seen % PAY_CARDS_IN_A_WORD)
            row[place] = 1 + np.int8(owes[word, game] >> np.uint64(shift) & np.uint64(3))
            seen += 1


@part
def _play_one(
    size: int, cut: int, start: Row, row: Row, after: Row, saved: Row, pile: Row, end: int, told: Counts
) -> None:
    """Play one game; by Brent's method a game that goes round is found, then its period, then its stem."""
    if cut in (0, size):
        told[0] = 0 if cut == size else 1
        return
    now, kept = np.zeros(9, np.int64), np.zeros(9, np.int64)
    now[CUT], kept[CUT] = cut, cut
    _copy(start, row)
    _copy(start, saved)
    cards = tricks = 0
    power, since, cards_since = 1, 0, 0
    while True:
        trick(row, size, now, pile, after, end)
        cards += now[CARDS]
        tricks += 1 - now[LEFT]
        if now[WINNER] >= 0:
            told[0], told[1], told[2], told[3], told[4] = now[WINNER], cards, tricks, now[UNANSWERED], now[LEFT]
            return
        row, after = after, row
        since += 1
        cards_since += now[CARDS]
        if _same(row, now, saved, kept):
            break
        if since == power:
            _copy(row, saved)
            kept[CUT], kept[LEADER] = now[CUT], now[LEADER]
            power, since, cards_since = 2 * power, 0, 0
    told[0] = ENDLESS
    told[5], told[6] = _stem(size, cut, start, since, end)
    told[7], told[8] = cards_since, since


@part
def _copy(row: Row, other: Row) -> None:
    for place in range(len(row)):
        other[place] = row[place]


@part
def _same(row: Row, told: Counts, other_row: Row, other_told: Counts) -> bool:
    """Whether two positions are equal: hands and leader."""
    if told[CUT] != other_told[CUT] or told[LEADER] != other_told[LEADER]:
        return False
    place = 0
    while place < len(row) and row[place] == other_row[place]:
        place += 1
    return place == len(row)


@part
def _stem(size: int, cut: int, start: Row, period: int, end: int) -> tuple[int, int]:
    """Cards and tricks before the first position that comes again."""
    ahead, behind, spare, pile = start.copy(), start.copy(), start.copy(), start.copy()
    first, second = np.zeros(9, np.int64), np.zeros(9, np.int64)
    first[CUT], second[CUT] = cut, cut
    for _ in range(period):
        trick(ahead, size, first, pile, spare, end)
        ahead, spare = spare, ahead
    cards = tricks = 0
    while not _same(ahead, first, behind, second):
        trick(ahead, size, first, pile, spare, end)
        ahead, spare = spare, ahead
        trick(behind, size, second, pile, spare, end)
        behind, spare = spare, behind
        cards += second[CARDS]
        tricks += 1
    return cards, tricks
