"""The step of the kernel: many cards at once, without a branch, on words of 64 bits.

This is plain Python that knows neither numba nor z3. Both are given this very source: numba compiles it for many
games side by side (lanes.py), and z3 proves it (the obligations of the kernel). What a word can do beyond `+ - & | ~`
is passed in as `Words`.

A game is ten words. The seat that is to act is the *mover*; the words of its hand come first.

- `my_pay`, `their_pay`: which cards of the hand are pay cards. The top card is the highest bit (63), the next one bit
  62 and so on; 1 for a pay card. Bits below the last card are 0.
- `my_owes`, `their_owes`: what each pay card of the hand owes, less one, two bits for each, the first pay card of the
  hand in bits 63 and 62. Bits below the last pay card are 0.
- `my_size`, `their_size`: the number of cards in the low 16 bits; in bit 16 the seat (0 or 1); in the highest 6 bits
  twice the number of pay cards, modulo 64: how many bits of `owes` are in use.
- `pile_pay`, `pile_owes`: the middle, in the same way, the card laid first on top; while the middle is empty they mean
  nothing. The pile has no size word: its size is `whole - my_size - their_size`, where `whole` is the size of the whole
  deck, with 1 for the seats.
- `owed`: 0 to 3: the mover owes one to four cards. FREE: the middle is empty and the mover leads. From 8 on the game
  has stopped: `owed & 7` is what it was, and the bits above are the `mark` of the step that stopped it.
- `told`: cards taken so far in the low 32 bits, tricks taken in the next 26; above that what nobody reads.

A step is two parts. `lead`: if the mover leads, both lay in turn until one has laid a pay card, and whoever has to pay
then is the mover. `pay`: the mover pays until he lays a pay card himself or the debt is paid, and then the other seat
is the mover: `pay` gives the words back with the hands exchanged. A part in which the game would end changes nothing
but `owed`: it puts the mark there, and no later step changes anything. What happens then is told by `ending`.

A deck has at most 64 cards and 32 pay cards. At an empty middle both seats have cards (under `lead_on` the mover).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

FREE: Final = 4
STOPPED: Final = 8
"""The least mark."""
SEAT: Final = 1 << 16
PAY_CARD: Final = 2 << 58
TRICK: Final = 1 << 32

Word = Any
"""A word of 64 bits: uint64 for numba, a bit-vector for z3. Its `+` and `-` wrap around; `& | ~` are by bits."""
Yes = Any
"""Yes or no: a bool for numba, a Bool for z3."""


class EndRule(NamedTuple):
    """An end rule, as the number of cards that a seat must have had at the beginning of a part for the game to go on.

    In `pay`, beyond the ordinary cards before it: `answer` for a pay card that answers, `payment` for the last card of
    a debt that is paid in full. In `lead`, beyond the ordinary cards the seat lays: `challenge` for the one that lays
    the pay card, `ordinary` for the other.
    """

    answer: Word
    payment: Word
    challenge: Word
    ordinary: Word


END_RULES: Final = {
    "must_play": EndRule(answer=1, payment=2, challenge=1, ordinary=0),
    "immediate": EndRule(answer=2, payment=2, challenge=2, ordinary=1),
    "early_stop": EndRule(answer=1, payment=2, challenge=1, ordinary=1),
    "lead_on": EndRule(answer=1, payment=1, challenge=1, ordinary=0),
}
"""By wire names. A seat must have what it lays. Beyond that `immediate` asks for one card more at any time; the others
ask for it when a debt is paid (`lead_on` does not), and `early_stop` after an ordinary card that was led."""


@dataclass(frozen=True, slots=True)
class Words:
    """What words can do. Shifts by 64 and more leave nothing.

    `word` makes a word of a Python int; `left` and `right` shift (`right` brings zeros in); `zeros` counts the zeros
    above the highest 1 (64 if there is none); `equal` and `at_most` compare, as numbers without sign, and `both`,
    `either` and `no` join what they say; `pick` is its second argument where its first says yes, and else its third;
    `turned` has the bits in the other order, `ones` counts the bits that are 1.
    """

    word: Callable[[int], Word]
    left: Callable[[Word, Word], Word]
    right: Callable[[Word, Word], Word]
    zeros: Callable[[Word], Word]
    equal: Callable[[Word, Word], Yes]
    at_most: Callable[[Word, Word], Yes]
    both: Callable[[Yes, Yes], Yes]
    either: Callable[[Yes, Yes], Yes]
    no: Callable[[Yes], Yes]
    pick: Callable[[Yes, Word, Word], Word]
    turned: Callable[[Word], Word]
    ones: Callable[[Word], Word]


class Step(NamedTuple):
    """The parts of the step over one kind of words."""

    opening: Callable[..., tuple[Word, ...]]
    lead: Callable[..., tuple[Word, ...]]
    pay: Callable[..., tuple[Word, ...]]
    ending: Callable[..., tuple[Word, ...]]


def make_step(words: Words) -> Step:
    """The step over these words. None of its functions branches or loops."""
    left, right, zeros, equal, at_most = words.left, words.right, words.zeros, words.equal, words.at_most
    both, either, no, pick = words.both, words.either, words.no, words.pick
    turned, ones = words.turned, words.ones
    none, one, two, most_owed = words.word(0), words.word(1), words.word(2), words.word(3)
    free, seat, pay_card, trick = words.word(FREE), words.word(SEAT), words.word(PAY_CARD), words.word(TRICK)
    cards, places, seat_bit, bits_used = words.word(127), words.word(63), words.word(16), words.word(58)
    half, all_cards, all_tricks = words.word(32), words.word(0xFFFFFFFF), words.word(0x3FFFFFF)
    top, top_two, to_number = words.word(1 << 63), words.word(3 << 62), words.word(62)
    width, high_bits = words.word(64), words.word(0xAAAAAAAAAAAAAAAA)

    def opening(size: Word, cut: Word, pay: Word, owes: Word) -> tuple[Word, ...]:
        """The ten words of a deal as a Batch has it, and the word `whole`. Both hands have cards."""
        every = turned(pay)
        mine = left(right(every, width - cut), width - cut)
        my_bits, all_bits = ones(mine) + ones(mine), ones(pay) + ones(pay)
        pairs = turned(owes)
        values = (left(pairs, one) & high_bits) | right(pairs & high_bits, one)
        my_values = left(right(values, width - my_bits), width - my_bits)
        my_size = cut + left(my_bits, bits_used)
        whole = size + seat + left(all_bits, bits_used)
        their_pay, their_owes = left(every, cut), left(values, my_bits)
        return mine, my_values, my_size, their_pay, their_owes, whole - my_size, none, none, free, none, whole

    def lead(
        my_pay: Word,
        my_owes: Word,
        my_size: Word,
        their_pay: Word,
        their_owes: Word,
        their_size: Word,
        pile_pay: Word,
        pile_owes: Word,
        owed: Word,
        challenge: Word,
        ordinary: Word,
        mark: Word,
    ) -> tuple[Word, ...]:
        """Lay in turn up to the first pay card, if the mover leads. Gives the first nine of its words back."""
        # After how many rounds of two ordinary cards does a pay card come, and is it mine? It is if the pay cards that
        # I have, read as a number, are no less than those that only they have.
        rounds = zeros(my_pay | their_pay)
        round_more = rounds + one
        mine = at_most(their_pay & ~my_pay, my_pay)
        i_lay_first = pick(mine, rounds, round_more)

        # Do both have so many?
        i_need = i_lay_first + pick(mine, challenge, ordinary)
        they_need = rounds + pick(mine, ordinary, challenge)
        enough = both(at_most(i_need, my_size & cards), at_most(they_need, their_size & cards))
        leads = equal(owed, free)
        go, stop = both(leads, enough), both(leads, no(enough))
        exchange = both(go, mine)

        # From here on the mover is the one who does not lay the pay card, and owes.
        my_pay, their_pay = pick(exchange, their_pay, my_pay), pick(exchange, my_pay, their_pay)
        my_owes, their_owes = pick(exchange, their_owes, my_owes), pick(exchange, my_owes, their_owes)
        my_size, their_size = pick(exchange, their_size, my_size), pick(exchange, my_size, their_size)

        # The pay card lies on the ordinary ones, alone so far; it says what is owed.
        pile_pay = pick(go, right(top, rounds + i_lay_first), pile_pay)
        pile_owes = pick(go, their_owes & top_two, pile_owes)
        owed = pick(go, right(their_owes, to_number), pick(stop, owed | mark, owed))

        # What was laid leaves the hands.
        my_pay = left(my_pay, pick(go, i_lay_first, none))
        my_size = pick(go, my_size - i_lay_first, my_size)
        their_pay = left(their_pay, pick(go, round_more, none))
        their_owes = pick(go, left(their_owes, two), their_owes)
        their_size = pick(go, their_size - (round_more + pay_card), their_size)
        return my_pay, my_owes, my_size, their_pay, their_owes, their_size, pile_pay, pile_owes, owed

    def pay(
        my_pay: Word,
        my_owes: Word,
        my_size: Word,
        their_pay: Word,
        their_owes: Word,
        their_size: Word,
        pile_pay: Word,
        pile_owes: Word,
        owed: Word,
        told: Word,
        whole: Word,
        answer: Word,
        payment: Word,
        mark: Word,
    ) -> tuple[Word, ...]:
        """Pay up to the mover's own pay card, or all. Gives the first ten of its words back, the hands exchanged."""
        # Does a pay card come before the debt is paid?
        plain = zeros(my_pay)
        answers = at_most(plain, owed)
        last = pick(answers, plain, owed)

        # Does the mover have so many?
        enough = at_most(last + pick(answers, answer, payment), my_size & cards)
        owes = at_most(owed, most_owed)
        go, stop = both(owes, enough), both(owes, no(enough))
        answers, pays = both(go, answers), both(go, no(answers))

        # The cards go from the hand onto the middle; of the ordinary ones nothing is to be seen.
        pile_size = whole - my_size - their_size
        pile_pay = pick(answers, pile_pay | right(top, (pile_size + last) & places), pile_pay)
        pile_owes = pick(answers, pile_owes | right(my_owes & top_two, right(pile_size, bits_used)), pile_owes)
        owed = pick(answers, right(my_owes, to_number), pick(pays, free, pick(stop, owed | mark, owed)))
        lay = pick(go, last + one, none)
        my_pay, my_owes = left(my_pay, lay), pick(answers, left(my_owes, two), my_owes)
        my_size = my_size - lay
        my_size = pick(answers, my_size - pay_card, my_size)

        # If all is paid the other seat puts the middle under its hand.
        taken = pile_size + lay
        their_pay = pick(pays, their_pay | right(pile_pay, their_size & places), their_pay)
        their_owes = pick(pays, their_owes | right(pile_owes, right(their_size, bits_used)), their_owes)
        their_size = pick(pays, their_size + taken, their_size)
        told = pick(pays, told + (taken + trick), told)
        return their_pay, their_owes, their_size, my_pay, my_owes, my_size, pile_pay, pile_owes, owed, told

    def ending(
        my_pay: Word,
        my_size: Word,
        their_size: Word,
        owed: Word,
        told: Word,
        whole: Word,
        ordinary: Word,
    ) -> tuple[Word, ...]:
        """How a game ends that was stopped: winner (the seat), cards, tricks, unanswered and left (both 0 or 1).

        `owed` comes without its mark, and the first words are those of the mover when the game was stopped.
        """
        i_have, they_have = my_size & cards, their_size & cards
        leading = equal(owed, free)

        # Leading: whoever has fewer cards runs out, the mover if both have as many. That is seen when he has to lay
        # again, or, if his last ordinary card counts, at that card.
        i_run_out = at_most(i_have, they_have)
        led = pick(i_run_out, i_have + i_have, they_have + they_have + one) - ordinary

        # Paying: he lays all he has. Somebody goes without an answer unless that was just what he owed.
        short = at_most(i_have, owed)
        last_is_pay_card = equal(zeros(my_pay) + one, i_have)
        unanswered = either(leading, either(short, last_is_pay_card))

        winner = right(pick(both(leading, no(i_run_out)), my_size, their_size) & seat, seat_bit)
        laid = ((whole - my_size - their_size) & cards) + pick(leading, led, i_have)
        # One card alone is the lead of a seat that has all others already: it ends the game only under lead_on.
        left_lying = both(equal(ordinary, none), equal(laid, one))
        tricks = (right(told, half) & all_tricks) + pick(left_lying, none, one)
        return winner, (told & all_cards) + laid, tricks, pick(unanswered, one, none), pick(left_lying, one, none)

    return Step(opening, lead, pay, ending)
