"""Random deals for sweeps: millions a second, and the same ones for the same seed wherever they are dealt.

The deals of a seed are numbered from 0, and BLOCK of them are a block, whatever pieces they are asked for in. The deals
of a block come from DEALERS generators in turn: deal `i` of the block is from generator `i % DEALERS`. Each is an sfc64
(Doty-Humphrey's "small fast chaotic" generator: three words and a counter), seeded by splitmix64 from the seed, the
number of the block and its own. A deal is made place by place: with `p` pay cards and `n` places left the next place
gets a pay card if a random number of 32 bits, times `n`, is less than `p` times 2**32; then each pay card gets what it
owes in the same way, out of those that are left.

So each choice has its probability up to 2**-32, and whatever is asked of a deal has its probability up to the sum of
these, (cards + 3 * pay cards) * 2**-32: 2.4e-8 for a pack of 52. A share counted over 10**12 deals has a standard error
of up to 5e-7: the bias is not to be seen in a sweep.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from solver.kernel.batch import MOST_CARDS, PAY_CARDS_IN_A_WORD, Batch, Counts, TooManyCards, Words
from solver.kernel.compiling import compiled, part, room_for

GENERATOR: Final = "sfc64-2"
"""To be changed whenever the same seed would deal other cards."""
DEALERS: Final = 64
BLOCK: Final = 10_000
"""So many deals are seeded together: enough that seeding costs little, few enough to begin anywhere in a moment."""

A, B, C, PAY_LEFT, ONES_LEFT, TWOS_LEFT, THREES_LEFT, PAY, OWES, ROWS = range(10)
"""Rows of a block of words, a place for each generator: its three words; how many pay cards, cards that owe one, that
owe up to two, up to three are not yet dealt, times 2**32; and what is dealt."""
u = np.uint64


def deal(counts: Sequence[int], cut: int, seed: int, first: int, number: int) -> Batch:
    """The deals `first`, `first` + 1, ... of a seed, so many of them: random arrangements of a deck.

    `counts` is the deck: how many cards owe 0, 1, 2, 3 and 4; the first `cut` cards are the leader's. The arrangement
    of a deal depends on (counts, seed, its number) alone. `seed` is a whole number from 0 to 2**64 - 1, `first` one
    from 0 to 2**62. Raises TooManyCards.
    """
    size, pay_cards = sum(counts), sum(counts[1:])
    if size > MOST_CARDS:
        raise TooManyCards(f"a deck of {size} cards: the kernel deals up to {MOST_CARDS}")
    pay = np.empty(number, np.uint64)
    owes = np.empty((2 if pay_cards > PAY_CARDS_IN_A_WORD else 1, number), np.uint64)
    _deal(np.array(counts, np.int64), u(seed), first, pay, owes)
    return Batch(size, cut, pay, owes)


@compiled
def _deal(counts: Counts, seed: np.uint64, first: int, pay: Words, owes: Words) -> None:
    """Deal block after block; what comes before the first deal that is wanted is only drawn."""
    block = room_for(ROWS * DEALERS)
    pay_cards = counts[1:].sum()
    size = counts[0] + pay_cards
    draws = (size + 1) // 2
    for word in range(len(owes)):
        draws += (min(pay_cards - PAY_CARDS_IN_A_WORD * word, PAY_CARDS_IN_A_WORD) + 1) // 2
    done = 0
    while done < len(pay):
        skipped = (first + done) % BLOCK
        stop = min(BLOCK, skipped + len(pay) - done)
        _seed(block, seed, u((first + done) // BLOCK))
        rounds = skipped // DEALERS
        drawn = _draw(block, 0, 16 + rounds * draws)
        for start in range(rounds * DEALERS, stop, DEALERS):
            _begin(block, counts)
            here = range(max(skipped - start, 0), min(DEALERS, stop - start))
            drawn = _draw_places(block, drawn, size)
            for dealer in here:
                pay[done + start + dealer - skipped] = block[PAY * DEALERS + dealer]
            for word in range(len(owes)):
                before, last = PAY_CARDS_IN_A_WORD * word, min(pay_cards, PAY_CARDS_IN_A_WORD * (word + 1))
                drawn = _draw_owes(block, drawn, pay_cards - before, last - before)
                for dealer in here:
                    owes[word, done + start + dealer - skipped] = block[OWES * DEALERS + dealer]
        done += stop - skipped


@part
def _begin(block: Words, counts: Counts) -> None:
    """Nothing is dealt yet."""
    half = u(32)
    ones = u(counts[1])
    twos, threes = ones + u(counts[2]), ones + u(counts[2]) + u(counts[3])
    for dealer in range(DEALERS):
        block[PAY_LEFT * DEALERS + dealer] = (threes + u(counts[4])) << half
        block[ONES_LEFT * DEALERS + dealer] = ones << half
        block[TWOS_LEFT * DEALERS + dealer] = twos << half
        block[THREES_LEFT * DEALERS + dealer] = threes << half
        block[PAY * DEALERS + dealer] = u(0)


@part
def _mixed(word: np.uint64) -> np.uint64:
    """The next number of splitmix64 after this state."""
    word += u(0x9E3779B97F4A7C15)
    word = (word ^ word >> u(30)) * u(0xBF58476D1CE4E5B9)
    word = (word ^ word >> u(27)) * u(0x94D049BB133111EB)
    return word ^ word >> u(31)


@part
def _seed(block: Words, seed: np.uint64, number: np.uint64) -> None:
    """Make the generators of the block of this number."""
    for dealer in range(DEALERS):
        word = _mixed(_mixed(_mixed(seed) + number) + u(dealer))
        for row in range(3):
            block[(A + row) * DEALERS + dealer] = word = _mixed(word)


@part
def _next(a: np.uint64, b: np.uint64, c: np.uint64, drawn: int) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """A random word, and the words of the generator after it; `drawn` were drawn before."""
    word = a + b + u(drawn + 1)
    return word, b ^ b >> u(11), c + (c << u(3)), (c << u(24) | c >> u(40)) + word


@part
def _draw(block: Words, drawn: int, number: int) -> int:
    """Throw numbers away: the first of a generator still show how it was seeded."""
    for _ in range(number):
        for dealer in range(DEALERS):
            a, b, c = block[A * DEALERS + dealer], block[B * DEALERS + dealer], block[C * DEALERS + dealer]
            _, a, b, c = _next(a, b, c, drawn)
            block[A * DEALERS + dealer], block[B * DEALERS + dealer], block[C * DEALERS + dealer] = a, b, c
        drawn += 1
    return drawn


@part
def _draw_places(block: Words, drawn: int, size: int) -> int:
    """Which places get pay cards, two for each random word."""
    low, one, half = u(0xFFFFFFFF), u(1) << u(32), u(32)
    for place in range(0, size, 2):
        here, next_one = u(1) << u(place), u(2) << u(place)
        places, places_then = u(size - place), u(size - place - 1)
        for dealer in range(DEALERS):
            a, b, c = block[A * DEALERS + dealer], block[B * DEALERS + dealer], block[C * DEALERS + dealer]
            pay_left, pay = block[PAY_LEFT * DEALERS + dealer], block[PAY * DEALERS + dealer]
            word, a, b, c = _next(a, b, c, drawn)
            gets = (word & low) * places < pay_left
            pay_left -= one if gets else u(0)
            pay |= here if gets else u(0)
            gets = (word >> half) * places_then < pay_left
            pay_left -= one if gets else u(0)
            pay |= next_one if gets else u(0)
            block[A * DEALERS + dealer], block[B * DEALERS + dealer], block[C * DEALERS + dealer] = a, b, c
            block[PAY_LEFT * DEALERS + dealer], block[PAY * DEALERS + dealer] = pay_left, pay
        drawn += 1
    return drawn


@part
def _draw_owes(block: Words, drawn: int, pay_left: int, number: int) -> int:
    """What the next `number` pay cards owe, of the `pay_left` that have none yet; two for each random word."""
    for dealer in range(DEALERS):
        block[OWES * DEALERS + dealer] = u(0)
    for card in range(0, number, 2):
        left, left_then = u(pay_left - card), u(max(pay_left - card - 1, 0))
        here, next_one = u(2 * card), u(2 * card + 2)
        for dealer in range(DEALERS):
            a, b, c = block[A * DEALERS + dealer], block[B * DEALERS + dealer], block[C * DEALERS + dealer]
            ones, twos = block[ONES_LEFT * DEALERS + dealer], block[TWOS_LEFT * DEALERS + dealer]
            threes, owes = block[THREES_LEFT * DEALERS + dealer], block[OWES * DEALERS + dealer]
            word, a, b, c = _next(a, b, c, drawn)
            value, ones, twos, threes = _owed((word & u(0xFFFFFFFF)) * left, ones, twos, threes)
            owes |= value << here
            value, ones, twos, threes = _owed((word >> u(32)) * left_then, ones, twos, threes)
            owes |= value << next_one if card + 1 < number else u(0)
            block[A * DEALERS + dealer], block[B * DEALERS + dealer], block[C * DEALERS + dealer] = a, b, c
            block[ONES_LEFT * DEALERS + dealer], block[TWOS_LEFT * DEALERS + dealer] = ones, twos
            block[THREES_LEFT * DEALERS + dealer], block[OWES * DEALERS + dealer] = threes, owes
        drawn += 1
    return drawn


@part
def _owed(
    at: np.uint64, ones: np.uint64, twos: np.uint64, threes: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """What the card at this place among the rest owes, less one; and the rest without it."""
    one, none = u(1) << u(32), u(0)
    one_off, two_off, three_off = at < ones, at < twos, at < threes
    value = u(3) - u(one_off) - u(two_off) - u(three_off)
    return (
        value,
        ones - (one if one_off else none),
        twos - (one if two_off else none),
        threes - (one if three_off else none),
    )
