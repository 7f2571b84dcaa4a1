"""The arrangements of a deck, numbered without a gap: which number an arrangement has, and which one a number has.

A number is made of two: which places the pay cards take (the combinatorial number system: the pay card number i at
place p counts `choose(p, i + 1)`), and in which order the classes come at these places (alphabetically). Both are
looked up in small tables, card by card, so that neither needs a division.
"""

from __future__ import annotations

from itertools import product
from math import comb, factorial, prod
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from model.cards import OWES, Card, Zone
from solver.counting.decks import Deck
from solver.counting.tricks import Planes, laid_on, lowest, owes
from solver.kernel.compiling import compiled

Numbers = npt.NDArray[np.int64]

NEVER: Final = np.iinfo(np.int64).max
"""More than any number of an arrangement."""
_ONE: Final = np.uint64(1)


class Tables(NamedTuple):
    """What `rank` and `unrank` look up. A kind is what pay cards are left, as one number; `stride[owes - 1]` of it is
    one card. `skip[kind, owes - 1]` counts the orders of what is left that begin with a class that owes less (NEVER
    if no such card is left). `orders` is the number of orders of all pay cards, `full` the kind of all of them.
    """

    size: int
    pay_cards: int
    full: int
    orders: int
    choose: Numbers
    skip: Numbers
    stride: Numbers


def tables_of(deck: Deck) -> Tables:
    """The tables of a deck whose arrangements can be numbered in 63 bits."""
    pay, most = deck.pay_cards, [number + 1 for number in deck.counts[1:]]
    choose = np.array([[comb(place, card + 1) for place in range(deck.size)] for card in range(pay)], np.int64)
    stride = [prod(most[owed + 1 :]) for owed in range(4)]
    orders: dict[int, int] = {}
    skip = np.full((prod(most), 4), NEVER, np.int64)
    for left in product(*map(range, most)):
        kind = sum(number * step for number, step in zip(left, stride, strict=True))
        orders[kind] = factorial(sum(left)) // prod(map(factorial, left))
        smaller = 0
        for owed in range(4):
            if left[owed]:
                skip[kind, owed] = smaller
                smaller += orders[kind - stride[owed]]
    full = prod(most) - 1
    return Tables(deck.size, pay, full, orders[full], choose.reshape(pay, deck.size), skip, np.array(stride, np.int64))


@compiled
def rank(row: Planes, tables: Tables) -> int:
    """The number of an arrangement, from 0 on."""
    places, order, kind, card = 0, 0, tables.full, 0
    left = row[0]
    while left:
        place = lowest(left)
        left &= left - _ONE
        owed = owes(row, place) - 1
        places += tables.choose[card, place]
        order += tables.skip[kind, owed]
        kind -= tables.stride[owed]
        card += 1
    return places * tables.orders + order


@compiled
def unrank(number: int, tables: Tables) -> Planes:
    """The arrangement that has a number."""
    places, order = number // tables.orders, number % tables.orders
    nothing, kind = np.uint64(0), tables.full
    row = (nothing, nothing, nothing)
    taken, place = nothing, tables.size - 1
    for card in range(tables.pay_cards - 1, -1, -1):
        while tables.choose[card, place] > places:
            place -= 1
        places -= tables.choose[card, place]
        taken |= _ONE << np.uint64(place)
    while taken:
        place = lowest(taken)
        taken &= taken - _ONE
        owed = 3
        while tables.skip[kind, owed] > order:
            owed -= 1
        order -= tables.skip[kind, owed]
        kind -= tables.stride[owed]
        row = laid_on(row, place, owed + 1)
    return row


def planes_of(cards: Zone) -> Planes:
    """An arrangement in bits: pay cards, and the two bits of what they owe, less one."""
    owed = [OWES.index(card) for card in cards]
    planes = ([value > 0 for value in owed], [value in (2, 4) for value in owed], [value in (3, 4) for value in owed])
    pay, low, high = (np.uint64(sum(bit << place for place, bit in enumerate(bits))) for bits in planes)
    return pay, low, high


def cards_of(row: Planes, size: int) -> Zone:
    """The arrangement as the model and people have it."""
    planes = [int(plane) for plane in row]
    bits = [[plane >> place & 1 for plane in planes] for place in range(size)]
    return tuple(Card(OWES[(1 + low + 2 * high) if pay else 0]) for pay, low, high in bits)
