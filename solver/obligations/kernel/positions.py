"""Where a game of two seats stands between two cards, as the model has it and in the kernel's words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from model.cards import OWES
from model.game import NOBODY
from model.piles.rulebook import Book
from model.piles.state import Phase
from solver.compile import Compiled
from solver.instances import fitting, put_in
from solver.kernel.step import FREE, PAY_CARD, SEAT, TRICK
from solver.obligations.common import changed, record
from solver.obligations.kernel.planes import MOST_CARDS, MOST_PAY_CARDS, owes, pay, pays, proper, size, wide
from solver.obligations.kernel.words import Word, at_most, left, right, same, word
from solver.obligations.piles.order import MOST
from solver.terms import FALSE, TRUE, Bool, Int, Zone, and_, apply, equal, implies, ite, not_, number, or_
from solver.values import Record

State = Mapping[str, Word]
"""The words of a game by the names that the step has for them."""

NAMES: Final = (
    *("my_pay", "my_owes", "my_size", "their_pay", "their_owes", "their_size", "pile_pay", "pile_owes"),
    *("owed", "told"),
)
"""The words of a game, in the order in which the step gives them back."""

_PAY_BITS: Final = PAY_CARD.bit_length() - 2
"""Where in a size word stands how many bits of `owes` are in use."""
_TRICKS: Final = TRICK.bit_length() - 1
"""Where in `told` the tricks stand, above the cards and below what nobody reads."""
MOST_TRICKS: Final = (1 << _PAY_BITS - _TRICKS) - 1
MOST_LAID: Final = TRICK - 1


@dataclass(frozen=True, slots=True)
class Position:
    """A moment between two cards: the hand of the seat to act, the other one, the middle, and what is owed.

    `owing` says that something is owed. Who claims it need not be said: it is the other seat.
    """

    mine: Zone
    theirs: Zone
    middle: Zone
    seat: Int
    debt: Int
    owing: Bool

    @property
    def card(self) -> Int:
        """The card that is laid next."""
        return apply(Int, "nth", self.mine, number(0))

    @property
    def rest(self) -> Zone:
        """The hand without it."""
        return apply(Zone, "tl", self.mine)

    @property
    def pay_card(self) -> Bool:
        """That it is a pay card."""
        return not_(equal(self.card, number(0)))

    @property
    def other(self) -> Int:
        """The seat that does not act."""
        return number(1) - self.seat

    @property
    def piles(self) -> tuple[Zone, ...]:
        """All piles."""
        return self.mine, self.theirs, self.middle

    def with_card(self, card: Int) -> Zone:
        """The middle with a card on it."""
        return apply(Zone, "cat", self.middle, apply(Zone, "unit", card))


def any_position(debt: Int | None = None) -> Position:
    """A position of which nothing is known, or nothing but what is owed."""
    mine, theirs, middle = (apply(Zone, name) for name in ("mine", "theirs", "middle"))
    owed = apply(Int, "debt") if debt is None else debt
    return Position(mine, theirs, middle, apply(Int, "seat"), owed, owed > 0)


# --- one card, as the rules say ---


def demanded(at: Position) -> Position:
    """A pay card was laid: the other seat owes what it demands, whatever was owed before."""
    return Position(at.theirs, at.rest, at.with_card(at.card), at.other, at.card - LESS, TRUE)


def passed(at: Position) -> Position:
    """An ordinary card was laid and nothing is owed: the turn passes."""
    return Position(at.theirs, at.rest, at.with_card(number(0)), at.other, number(0), FALSE)


def paying(at: Position) -> Position:
    """An ordinary card was laid for one of several that are owed: the same seat pays on."""
    return Position(at.rest, at.theirs, at.with_card(number(0)), at.seat, at.debt - 1, TRUE)


def paid(at: Position) -> Position:
    """An ordinary card was laid, the last that was owed: the other seat takes the middle under its hand and leads."""
    taken = apply(Zone, "cat", at.theirs, at.with_card(number(0)))
    return Position(taken, at.rest, apply(Zone, "nil"), at.other, number(0), FALSE)


def after_card(at: Position) -> Position:
    """Whichever of these it is; that the model says so wherever the game goes on is N1.card."""
    last = equal(at.debt, number(1))
    return _either(at.pay_card, demanded(at), _either(not_(at.owing), passed(at), _either(last, paid(at), paying(at))))


def _either(condition: Bool, yes: Position, no: Position) -> Position:
    return Position(
        ite(condition, yes.mine, no.mine),
        ite(condition, yes.theirs, no.theirs),
        ite(condition, yes.middle, no.middle),
        ite(condition, yes.seat, no.seat),
        ite(condition, yes.debt, no.debt),
        ite(condition, yes.owing, no.owing),
    )


LESS: Final = int(OWES[1]) - 1
"""A class owes so much less than its number."""


# --- what is assumed ---


ROWS: Final = "cards lie in rows of bits"
"""This stays so because it is so of all piles (N0)."""


def in_play(at: Position) -> Mapping[str, Bool]:
    """What is so of every position, each by what it says."""
    nothing = same(size(at.middle), word(0))
    return {
        ROWS: and_(*map(proper, at.piles)),
        f"there are 2 to {MOST_CARDS} cards": and_(
            at_most(word(2), _total(size, at)), at_most(_total(size, at), word(MOST_CARDS))
        ),
        f"at most {MOST_PAY_CARDS} of them are pay cards": at_most(_total(pays, at), word(MOST_PAY_CARDS)),
        "the turn is with one of two seats": (at.seat >= 0) & (at.seat <= 1),
        "the seat to act has a card": has_cards(at.mine),
        f"at most {MOST} cards are owed": (at.debt >= 0) & (at.debt <= MOST),
        "it is known whether any are": equal(at.owing, at.debt > 0),
        "what is owed is owed for a pay card in the middle": or_(
            and_(not_(at.owing), same(pays(at.middle), word(0))),
            and_(at.owing, not_(same(pays(at.middle), word(0))), not_(nothing)),
        ),
    }


def may_be_dealt(hands: tuple[Zone, Zone]) -> tuple[Bool, ...]:
    """That two hands are those of a deal that the kernel plays: each has cards, and together they are not too many."""
    first, second = hands
    return (
        *map(proper, hands),
        *map(has_cards, hands),
        at_most(size(first) + size(second), word(MOST_CARDS)),
        at_most(pays(first) + pays(second), word(MOST_PAY_CARDS)),
    )


def goes_on(end: str, at: Position) -> Mapping[str, Bool]:
    """What else is so of a position in a game that is not over, under each end rule by its wire name."""
    theirs = has_cards(at.theirs)
    return {
        "must_play": {"nobody has everything": or_(theirs, has_cards(at.middle))},
        "immediate": {"both have cards": theirs},
        "early_stop": {"both have cards where nothing is owed": implies(not_(at.owing), theirs)},
        "lead_on": {},
    }[end]


def has_cards(pile: Zone) -> Bool:
    """That there is a card."""
    return not_(same(size(pile), word(0)))


# --- the model's tables ---


def table_of(turn: Compiled[Book], at: Position) -> Record:
    """The model's table. What was so of the card before (who laid it, say) is left open: no card looks at it."""
    first = equal(at.seat, number(0))
    return changed(
        record(turn.inputs["table"]),
        hands=(ite(first, at.mine, at.theirs), ite(first, at.theirs, at.mine)),
        middle=at.middle,
        turn=at.seat,
        debt=at.debt,
        claimant=claimant(at),
        burned=number(0),
        left=number(0),
    )


def claimant(at: Position) -> Int:
    """Who claims what is owed: nobody pays himself."""
    return ite(at.owing, number(1) - at.seat, number(NOBODY))


def turned(turn: Compiled[Book], at: Position) -> Record:
    """What the model's `turn` makes of a position: one card, and all that follows from it at once."""
    return record(put_in(turn.result, dict(fitting(turn.setting.theory, turn.inputs["table"], table_of(turn, at)))))


def over(table: Record) -> Bool:
    """That the game is over."""
    return equal(table.int("phase"), number(Phase.OVER))


# --- the kernel's words ---


def words_of(at: Position, told: Word) -> State:
    """The words that stand for a position, as the head of `solver/kernel/step.py` says.

    What the words of the middle are where nothing is owed means nothing: they are left open.
    """
    return {
        "my_pay": pay(at.mine),
        "my_owes": owes(at.mine),
        "my_size": _size_word(at.mine) + _seat_bit(at.seat),
        "their_pay": pay(at.theirs),
        "their_owes": owes(at.theirs),
        "their_size": _size_word(at.theirs) + _seat_bit(number(1) - at.seat),
        "pile_pay": ite(at.owing, pay(at.middle), apply(Word, "any_pay")),
        "pile_owes": ite(at.owing, owes(at.middle), apply(Word, "any_owes")),
        "owed": ite(at.owing, wide(at.debt - 1), word(FREE)),
        "told": told,
    }


def whole_of(at: Position) -> Word:
    """The size of the whole deck, with 1 for the seats."""
    return _total(_size_word, at) + word(SEAT)


def _total(measure: Callable[[Zone], Word], at: Position) -> Word:
    return measure(at.mine) + measure(at.theirs) + measure(at.middle)


def _size_word(pile: Zone) -> Word:
    return size(pile) + left(pays(pile), word(_PAY_BITS + 1))


def _seat_bit(seat: Int) -> Word:
    return ite(equal(seat, number(1)), word(SEAT), word(0))


def cards_told(told: Word) -> Word:
    """How many cards were taken so far."""
    return told & word(MOST_LAID)


def tricks_told(told: Word) -> Word:
    """How many tricks were taken so far."""
    return right(told, word(_TRICKS)) & word(MOST_TRICKS)


def room_to_count(told: Word) -> Bool:
    """That what is told can count one more whole deck, and one more trick."""
    return at_most(cards_told(told), word(MOST_LAID - MOST_CARDS)) & at_most(tricks_told(told), word(MOST_TRICKS - 1))
