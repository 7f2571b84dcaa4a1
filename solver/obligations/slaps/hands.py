"""B1: who may slap, and whose hand wins of those that come at one instant."""

from __future__ import annotations

from typing import Final

from model.game import NOBODY, Seat
from model.piles import play, slaps
from model.piles.rulebook import Book
from model.piles.state import NO_DEBT
from solver.obligations import LEMMAS, Inputs, Obligation, Scene, Statements
from solver.obligations.common import record, seat
from solver.obligations.piles.order import ORDER, Piles, agreed, holds_cards, under
from solver.obligations.slaps.matching import LAST_CARDS, cards_in_the_middle
from solver.obligations.slaps.order import (
    FOR_GOOD,
    all_hands,
    any_hands,
    any_seat,
    any_table,
    bars,
    comes_alone,
    different,
    different_seats,
    hands_of,
    ordered,
    row_of,
    undermost,
)
from solver.obligations.slaps.situations import is_open, may_be_slapped
from solver.terms import TRUE, Bool, Int, equal, implies, not_, number, or_
from solver.values import Record, Value, as_bool, as_int

# --- who may slap ---


def may_slap(setting: Piles, table: Record, who: Int) -> Bool:
    """Whether this seat may put its hand on the middle, rightly or wrongly, by what was agreed on."""
    declared = setting.declared
    bar = row_of(bars(setting, table), who)
    has = holds_cards(setting, table.zones("hands"), who)
    allowed = is_open(setting, table) & (bar <= 0)
    if declared.slap_in_debt is slaps.forbidden:
        allowed &= equal(table.int("debt"), number(NO_DEBT))
    if declared.empty_hand is slaps.out:
        allowed &= has
    if declared.empty_hand is slaps.one_chance:
        allowed &= has | not_(equal(bar, number(FOR_GOOD)))
    return allowed


def table_and_seat(setting: Piles) -> Inputs:
    """Any table, and a seat."""
    return {**any_table(setting), **any_seat(setting, "seat")}


def some_seat_there(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that the table is in order and that the seat is one of it."""
    return ordered(setting, record(inputs["table"])) & seat(setting, as_int(inputs["seat"]))


def rightly_let(setting: Piles, inputs: Inputs, lets: Value) -> Statements:
    """Exactly the seats that the rules let slap may do so."""
    expected = may_slap(setting, record(inputs["table"]), as_int(inputs["seat"]))
    return {"a seat may slap exactly where the rules let it": equal(as_bool(lets), expected)}


# --- whose hand wins ---


def up_to_three(setting: Piles) -> Inputs:
    """Up to three hands at one instant."""
    return any_hands(setting, 3)


def undermost_wins(setting: Piles, inputs: Inputs, winner: Value) -> Statements:
    """The undermost hand wins, which is that of exactly one seat."""
    wins = as_int(winner)
    is_his = [hand.there & equal(wins, as_int(hand.value)) for hand in hands_of(inputs)]
    several = [one & other for at, one in enumerate(is_his) for other in is_his[:at]]
    return {
        "exactly one of the hands wins": or_(*is_his) & not_(or_(*several)),
        "it is the undermost one": equal(wins, undermost(inputs)),
    }


def undefined(setting: Piles, inputs: Inputs, winner: Value) -> Statements:
    """A hand alone wins; of several none does."""
    wins, alone = as_int(winner), comes_alone(inputs)
    return {
        "a hand alone wins": implies(alone, equal(wins, undermost(inputs))),
        "of several hands none wins": alone | equal(wins, number(NOBODY)),
    }


# --- hands that come together ---


def table_and_hand(setting: Piles) -> Inputs:
    """Any table, and one hand on the middle."""
    return {**any_table(setting), "hands": (setting.shapes.any_of(Seat, "hand", 0),)}


def table_and_hands(setting: Piles) -> Inputs:
    """Any table, and one or two hands on the middle."""
    return {**any_table(setting), **any_hands(setting, 2)}


def may_come(setting: Piles, inputs: Inputs) -> Bool:
    """Whether hands may come at one instant: of different seats that may slap, and somebody wins if they are right."""
    table = record(inputs["table"])
    each = all_hands(inputs, lambda hand: seat(setting, hand) & may_slap(setting, table, hand))
    decided = TRUE
    if agreed(slap_tie="undefined")(setting.declared):
        decided = comes_alone(inputs) | not_(may_be_slapped(setting, table))
    return each & different(inputs) & decided


def hands_and_cards(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that the table is in order, with cards in the middle, and that there is a hand."""
    return cards_in_the_middle(setting, inputs) & hands_of(inputs)[0].there


def let_together(setting: Piles, inputs: Inputs, lets: Value) -> Statements:
    """Hands may come together exactly where the rules let them."""
    return {"hands may come exactly where the rules let them": equal(as_bool(lets), may_come(setting, inputs))}


# --- what is to hold ---

MAY: Final[Scene[Book]] = Scene("may_slap", lambda book: slaps.may_slap, table_and_seat, some_seat_there)
TIE: Final[Scene[Book]] = Scene("slap_tie", lambda book: book.slap_tie, up_to_three, different_seats)
TOGETHER: Final[Scene[Book]] = Scene("may_all_slap", lambda book: play._may_all_slap, table_and_hands, hands_and_cards)
SCENES: Final = (MAY, TIE, TOGETHER)

OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    Obligation(
        "B1.undermost",
        TIE,
        "of up to three hands at one instant exactly one wins, the undermost",
        ("BB-28", "BB-41"),
        undermost_wins,
        when=agreed(slap_tie="undermost"),
        under=({}, *under("slap_tie", "undermost")),
    ),
    Obligation(
        "B1.undefined",
        TIE,
        "without an agreement a hand that comes alone wins, and of several none does",
        ("BB-28", "BB-41"),
        undefined,
        when=agreed(slap_tie="undefined"),
        under=({}, *under("slap_tie", "undefined")),
    ),
    Obligation(
        "B1.together",
        TOGETHER,
        "hands come together of different seats that may slap; a right slap that nobody would win is refused",
        ("BB-28", "BB-41"),
        let_together,
        (LEMMAS, ORDER),
        when=LAST_CARDS,
        under=({}, *under("slap_tie", "undefined")),
    ),
    Obligation(
        "B1.everybody",
        MAY,
        "everybody may slap as long as the pile lies there: in turn or not, with cards or without, laid or not",
        ("BB-28", "BB-30"),
        rightly_let,
        (LEMMAS, ORDER),
        when=agreed(empty_hand="skipped_may_slap"),
        under=({}, *under("slap_priority", "collection_first"), *under("slap_in_debt", "keeps_debt", "forbidden")),
    ),
    Obligation(
        "B1.out",
        MAY,
        "where it is agreed a seat without cards may not slap, and everybody else may",
        ("BB-28",),
        rightly_let,
        (LEMMAS, ORDER),
        when=agreed(empty_hand="out"),
        under=under("empty_hand", "out"),
    ),
    Obligation(
        "B1.one_chance",
        MAY,
        "where it is agreed a seat without cards may slap once, and everybody else always",
        ("BB-28",),
        rightly_let,
        (LEMMAS, ORDER),
        when=agreed(empty_hand="one_chance"),
        under=under("empty_hand", "one_chance"),
    ),
)
