"""One trick at a time, mover first, for counting: the whole position in three words of bits and a number.

A position here is a row of all the cards, the hand of the seat that leads (the mover) first and its top card lowest,
and the cut, which is the mover's number of cards. `pay` has a bit for each pay card; `low` and `high` are the two bits
of what a pay card owes, less one. Who the mover is, seat A or seat B, is left out: the rules treat both alike, so the
game from a position with A leading and the game from the same position with B leading are each other's mirror image.

What is compiled here is written for speed, with one step for all cards up to the next pay card. It is another text
than the card by card player of the kernel, and than the model.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

import numpy as np

from solver.kernel import words
from solver.kernel.compiling import compiled, part

OVER: Final = 0
"""The cut where there is no next position, since the game is over."""
NO_CARD: Final = 64
"""The place of the first pay card where there is none."""

_ONE: Final = np.uint64(1)
Planes = tuple[np.uint64, np.uint64, np.uint64]
Next = tuple[Planes, int, int, int]


@part
def _lowest(word: np.uint64) -> np.int64:
    return np.int64(words.lowest(word))


lowest = cast("Callable[[np.uint64], int]", _lowest)
"""The place of the lowest bit of a word; NO_CARD if there is none. A signed number, so that sums with it stay whole."""


@compiled
def owes(planes: Planes, place: int) -> int:
    """What the pay card at a place owes, 1 to 4."""
    _, low, high = planes
    at = np.uint64(place)
    return (2 if low >> at & _ONE else 1) + (2 if high >> at & _ONE else 0)


@compiled
def without(planes: Planes, cards: int) -> Planes:
    """A hand after so many cards, at most 63, have left its top."""
    pay, low, high = planes
    by = np.uint64(cards)
    return pay >> by, low >> by, high >> by


@compiled
def laid_on(planes: Planes, place: int, debt: int) -> Planes:
    """A pile, or any row, with one more pay card, at this place."""
    pay, low, high = planes
    at, lower, upper = np.uint64(place), np.uint64(debt - 1 & 1), np.uint64(debt - 1 >> 1)
    return pay | _ONE << at, low | lower << at, high | upper << at


@compiled
def joined(first: Planes, cards: int, second: Planes) -> Planes:
    """A row behind another, which has so many cards, at most 63."""
    by = np.uint64(cards)
    return first[0] | second[0] << by, first[1] | second[1] << by, first[2] | second[2] << by


@compiled
def trick(row: Planes, cut: int, size: int, kept: int) -> Next:
    """The next position and its cut, the cards laid, and 1 if its mover is the other seat, else 0.

    `kept` is how many cards a seat must have left after a card that it lays: 0 under end=must_play, 1 under
    end=immediate. Where the game ends the new cut is OVER and the rest says nothing.
    """
    at = np.uint64(cut)
    mine = (_ONE << at) - _ONE
    claimant, left = (row[0] & mine, row[1] & mine, row[2] & mine), cut
    payer, has = without(row, cut), size - cut
    first, second = lowest(claimant[0]), lowest(payer[0])
    if first > second:  # the pay card of the other seat comes first
        claimant, left, payer, has = payer, has, claimant, left
        turned, place, laid = 1, second, second + 1
    else:
        turned, place, laid = 0, first, first
    if place == NO_CARD or has - laid < kept or left - place - 1 < kept:
        return row, OVER, 0, 0
    debt = owes(claimant, place)
    claimant, left = without(claimant, place + 1), left - place - 1
    payer, has = without(payer, laid), has - laid
    nothing = np.uint64(0)
    place += laid
    pile, laid = laid_on((nothing, nothing, nothing), place, debt), place + 1
    while True:
        place = lowest(payer[0])
        if place >= debt:
            break
        if has - place - 1 < kept:
            return row, OVER, 0, 0
        debt, turned = owes(payer, place), 1 - turned
        pile, laid = laid_on(pile, laid + place, debt), laid + place + 1
        claimant, left, payer, has = without(payer, place + 1), has - place - 1, claimant, left
    if has <= debt:
        return row, OVER, 0, 0
    laid += debt
    taken = joined(claimant, left, pile)
    return joined(taken, left + laid, without(payer, debt)), left + laid, laid, turned
