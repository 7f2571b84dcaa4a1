"""Every deal of a deck in halves, numbered from 0: any stretch of them as a batch for the kernel.

A deal is an arrangement of the deck's classes, the leader's hand first, top card first; the order is the alphabetical
one of `-JQKA`. In a deck of odd size the leader has the odd card, unless another cut is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import factorial, prod

import numpy as np
import numpy.typing as npt

from model.cards import OWES, Card, Zone, format_zone
from solver.kernel.batch import MOST_CARDS, PAY_CARDS_IN_A_WORD, Batch, TooManyCards, Words, deals_of
from solver.kernel.compiling import compiled

Row = npt.NDArray[np.int8]


def how_many(deck: Zone) -> int:
    """The number of different arrangements of the deck, and so of its deals with any one cut."""
    return factorial(len(deck)) // prod(map(factorial, Counter(deck).values()))


def batch_at(deck: Zone, first: int, number: int, cut: int | None = None) -> Batch:
    """The deals `first`, `first` + 1, ... of the deck, so many of them. Its cards are classes, in any order.

    The leader has the first `cut` cards; where none is named, half of them, and the odd one.

    Raises TooManyCards for a deck too large for the kernel, ValueError for deals that are not there.
    """
    if len(deck) > MOST_CARDS:
        raise TooManyCards(f"a deck of {len(deck)} cards: the kernel plays up to {MOST_CARDS}")
    there = how_many(deck)
    if number < 0 or not 0 <= first <= there - number:
        raise ValueError(f"deals {first} to {first + number - 1} are asked for, and there are {there}")
    pay_cards = len(deck) - Counter(deck)[Card(OWES[0])]
    pay = np.empty(number, np.uint64)
    owes = np.empty((2 if pay_cards > PAY_CARDS_IN_A_WORD else 1, number), np.uint64)
    if number:
        _fill(np.array(_arrangement(deck, first), np.int8), pay, owes)
    return Batch(len(deck), (len(deck) + 1) // 2 if cut is None else cut, pay, owes)


def _arrangement(deck: Zone, number: int) -> list[int]:
    """The arrangement of this number, as what each card owes."""
    left = [Counter(deck)[Card(face)] for face in OWES]
    after = how_many(deck)
    found: list[int] = []
    for size in range(len(deck), 0, -1):
        owed = 0
        while number >= (with_it := after * left[owed] // size):
            number -= with_it
            owed += 1
        after = with_it
        left[owed] -= 1
        found.append(owed)
    return found


@compiled
def _fill(row: Row, pay: Words, owes: Words) -> None:
    """Write the arrangement `row` and those that follow it; of each only what differs from the one before it."""
    before = np.zeros(len(row) + 1, np.int64)  # the pay cards before each place
    one, bits, low, high = np.uint64(1), np.uint64(0), np.uint64(0), np.uint64(0)
    place = 0
    for at in range(len(pay)):
        bits &= (one << np.uint64(place)) - one
        low, high = _shortened(low, high, before[place])
        for card in range(place, len(row)):
            seen = before[card]
            before[card + 1] = seen + (row[card] > 0)
            if row[card] > 0:
                bits |= one << np.uint64(card)
                owed = np.uint64(row[card] - 1)
                if seen < PAY_CARDS_IN_A_WORD:
                    low |= owed << np.uint64(2 * seen)
                else:
                    high |= owed << np.uint64(2 * (seen - PAY_CARDS_IN_A_WORD))
        pay[at] = bits
        owes[0, at] = low
        if len(owes) > 1:
            owes[1, at] = high
        place = _advance(row)


@compiled
def _shortened(low: np.uint64, high: np.uint64, seen: int) -> tuple[np.uint64, np.uint64]:
    """What the first pay cards owe: so many of them and no more."""
    one = np.uint64(1)
    if seen < PAY_CARDS_IN_A_WORD:
        return low & ((one << np.uint64(2 * seen)) - one), np.uint64(0)
    return low, high & ((one << np.uint64(2 * (seen - PAY_CARDS_IN_A_WORD))) - one)


@compiled
def _advance(row: Row) -> int:
    """Make the next arrangement of the last but one; return the first place that changed (0 behind the last)."""
    pivot = len(row) - 2
    while pivot >= 0 and row[pivot] >= row[pivot + 1]:
        pivot -= 1
    if pivot < 0:
        return 0
    other = len(row) - 1
    while row[other] <= row[pivot]:
        other -= 1
    row[pivot], row[other] = row[other], row[pivot]
    left, right = pivot + 1, len(row) - 1
    while left < right:
        row[left], row[right] = row[right], row[left]
        left, right = left + 1, right - 1
    return pivot


def texts(batch: Batch, places: Sequence[int]) -> list[str]:
    """The deals at these places of the batch as people write them, one hand behind the other: `J---`."""
    return ["".join(map(format_zone, deal.hands)) for deal in deals_of(batch, places)]
