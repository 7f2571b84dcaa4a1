"""K4, the end of a round: when it is over, and what becomes of a bank that is left."""

from __future__ import annotations

from typing import Final

from model.bank import turns
from model.bank.rulebook import Book
from model.bank.state import Phase
from model.game import NOBODY
from solver.obligations import Inputs, Obligation, Scene, Statements
from solver.obligations.bank.acts import (
    GIVEN,
    MOVING,
    Goals,
    each_with_each,
    meaning,
    ways,
)
from solver.obligations.bank.invariant import within_a_turn
from solver.obligations.bank.rounds import (
    CONTRACTS,
    Banks,
    agreed,
    among,
    any_round,
    flag,
    have_cards,
    holders,
    in_phase,
    is_agreed,
    is_over,
    nobody,
    table_of,
    the_table,
)
from solver.obligations.common import record, unchanged
from solver.terms import Bool, Int, and_, equal, implies, ite, not_, number
from solver.values import Record, Value, as_bool, as_int, entries_of


def is_blocked(setting: Banks, table: Record) -> Bool:
    """Whether the stock is gone, and all that hold cards have failed since."""
    has = have_cards(setting, table)
    return and_(*(implies(holds, among(setting, table, "stuck", at)) for at, holds in enumerate(has)))


def ends(setting: Banks, table: Record) -> Bool:
    """Whether a round is over when a turn is: by how many hold cards, and by the stock, as was agreed on."""
    if is_agreed(setting, "round_end", "stock_gone"):
        by_stock = equal(setting.theory.length(table.zone("stock")), number(0))
    else:
        by_stock = is_blocked(setting, table)
    return (holders(setting, table) <= 1) | by_stock


def one_left_or_blocked(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """One seat at most holds cards, or the stock is gone and all have failed since."""
    table = table_of(inputs)
    right = (holders(setting, table) <= 1) | is_blocked(setting, table)
    return {"one seat at most holds cards, or all that do are stuck": equal(as_bool(found), right)}


def stock_gone(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """One seat at most holds cards, or the stock is gone."""
    table = table_of(inputs)
    empty = equal(setting.theory.length(table.zone("stock")), number(0))
    right = (holders(setting, table) <= 1) | empty
    return {"one seat at most holds cards, or the stock is gone": equal(as_bool(found), right)}


def goes_on_while_two_hold(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """As long as two seats hold cards and somebody may still move or draw the round goes on, whoever is out."""
    table = table_of(inputs)
    two, some = holders(setting, table) >= 2, setting.theory.length(table.zone("stock")) > 0
    free = not_(is_blocked(setting, table))
    return {
        "with a stock, and two seats with cards, it goes on": implies(two & some, not_(as_bool(found))),
        "without a stock too, while one of them has not failed": implies(two & free, not_(as_bool(found))),
    }


def left_for(*, layer: bool) -> Goals:
    """What is left in the bank goes to the layer of its top card, or to the seat that went out last."""

    def goals(setting: Banks, inputs: Inputs, after: Record) -> Statements:
        table = table_of(inputs)
        owner = table.int("owner") if layer else last_out(setting, table)
        empty = equal(setting.theory.length(after.zone("bank")), number(0))
        return {
            "the bank goes to this seat, if there is one": _gets_the_bank(setting, table, after, owner),
            "no card is left in it then": nobody(owner) | empty,
            "where there is none it stays": implies(nobody(owner), unchanged(setting, table, after, "bank")),
            "no other card moves": unchanged(setting, table, after, "hands", "stock"),
        }

    return goals


def _gets_the_bank(setting: Banks, table: Record, after: Record, taker: Int) -> Bool:
    """Whether this seat's captured pile has got the bank on top, and all others are what they were."""
    bank, piles = table.zone("bank"), zip(table.zones("captured"), after.zones("captured"), strict=True)
    return and_(
        *(
            equal(new, ite(equal(taker, number(at)), setting.theory.joined(old, bank), old))
            for at, (old, new) in enumerate(piles)
        )
    )


def last_out(setting: Banks, table: Record) -> Int:
    """The seat that went out last; nobody if none is out."""
    found = number(NOBODY)
    for entry in entries_of(table.fields["out"]):
        found = ite(entry.there, record(entry.value).int("seat"), found)
    return found


def left_there(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """What is left in the bank stays there, and counts for nobody."""
    return {"no card moves": unchanged(setting, table_of(inputs), after, "hands", "stock", "bank", "captured")}


def left_as_agreed(setting: Banks, table: Record, after: Record) -> Bool:
    """Whether what is left in the bank has gone where it was agreed on, or stays there."""
    if is_agreed(setting, "bank_left", "nobody"):
        return unchanged(setting, table, after, "bank", "captured")
    to = table.int("owner") if is_agreed(setting, "bank_left", "layer_of_top") else last_out(setting, table)
    empty = equal(setting.theory.length(after.zone("bank")), number(0))
    left = ite(nobody(to), unchanged(setting, table, after, "bank"), empty)
    return left & _gets_the_bank(setting, table, after, to)


def comes_to(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """The round is over, and what is left goes where it should; or this seat begins its turn."""
    table, over = table_of(inputs), ends(setting, table_of(inputs))
    forgotten = [not_(flag(after, name)) for name in ("drawn", "forced", "sevens")]
    fresh = equal(setting.theory.length(after.zone("fresh")), number(0))
    mine = equal(after.int("turn"), as_int(inputs["seat"]))
    return {
        "the round is over if, and only if, it is to be": equal(is_over(after), over),
        "what is left in the bank then goes where it was agreed on": implies(
            over, left_as_agreed(setting, table, after)
        ),
        "or else this seat begins its turn": over | and_(mine, in_phase(after, Phase.MOVE), fresh, *forgotten),
        "and no card moves": over | unchanged(setting, table, after, "hands", "stock", "bank", "captured"),
    }


# --- scenes ---


def _turn_is_over(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that a turn is over: something was laid, or the seat in turn has failed or missed it."""
    table = table_of(inputs)
    return within_a_turn(setting, table) & in_phase(table, *MOVING, Phase.SEVEN)


def _round_is_over(setting: Banks, inputs: Inputs) -> Bool:
    return _turn_is_over(setting, inputs) & ends(setting, table_of(inputs))


ROUND_END: Final[Scene[Book]] = Scene(
    "round_end", lambda book: book.round_end, the_table, _turn_is_over, contracts=CONTRACTS
)
BANK_LEFT: Final[Scene[Book]] = Scene(
    "bank_left", lambda book: book.bank_left, the_table, _round_is_over, contracts=CONTRACTS
)
"""The table when a round is over."""


def any_turn(setting: Banks) -> Inputs:
    """Any round, and the seat that is to have the turn."""
    return {"table": any_round(setting), "seat": as_int(setting.shapes.any_of(int, "seat", 0))}


TURN_TO: Final[Scene[Book]] = Scene("turn_to", lambda book: turns.turn_to, any_turn, _turn_is_over, contracts=CONTRACTS)

# --- what is to hold ---

LEFT: Final = ({}, *ways("bank_left", "layer_of_top", "last_finisher"))

OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    Obligation(
        "K4.turn_to",
        TURN_TO,
        "a turn comes to a seat unless the round is over, and then what is left in the bank goes as was agreed on",
        ("BANK-65", "BANK-66", "BANK-67"),
        comes_to,
        GIVEN,
        under=each_with_each(({}, *ways("round_end", "stock_gone")), LEFT),
    ),
    meaning(
        ROUND_END,
        "round_end",
        "one_left_or_blocked",
        "a round is over when one seat at most holds cards, or the stock is gone and all of them have failed",
        ("BANK-66", "BANK-67"),
        one_left_or_blocked,
    ),
    Obligation(
        "K4.round_goes_on",
        ROUND_END,
        "while two seats hold cards a round goes on, whoever is out, until all of them have failed without a stock",
        ("BANK-65", "BANK-66", "BANK-67"),
        goes_on_while_two_hold,
        GIVEN,
        agreed(round_end="one_left_or_blocked"),
    ),
    meaning(
        ROUND_END,
        "round_end",
        "stock_gone",
        "a round is over when one seat at most holds cards, or the stock is gone",
        ("BANK-65",),
        stock_gone,
    ),
    meaning(BANK_LEFT, "bank_left", "nobody", "what is left in the bank counts for nobody", ("BANK-65",), left_there),
    meaning(
        BANK_LEFT,
        "bank_left",
        "layer_of_top",
        "what is left in the bank goes to whoever laid its top card",
        ("BANK-65",),
        left_for(layer=True),
    ),
    meaning(
        BANK_LEFT,
        "bank_left",
        "last_finisher",
        "what is left in the bank goes to the seat that went out last",
        ("BANK-65",),
        left_for(layer=False),
    ),
)
