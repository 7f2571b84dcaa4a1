"""K4, sevens and drawing: what the seat after a seven must do, which card is drawn, and when."""

from __future__ import annotations

from typing import Final

from model.bank import turns
from model.bank.actions import Act
from model.bank.ranks import SEVEN
from model.bank.rulebook import Book
from model.bank.state import Phase
from solver.obligations import Inputs, Obligation, Scene, Statements, together
from solver.obligations.bank.acts import (
    DRAW,
    FURTHER,
    GIVEN,
    MISSED,
    MOVING,
    SEVENS,
    SKIP,
    Goals,
    draws_under_a_seven,
    each_with_each,
    may_draw,
    may_skip,
    meaning,
    ways,
)
from solver.obligations.bank.invariant import round_in, within_a_turn
from solver.obligations.bank.play import passes
from solver.obligations.bank.rounds import (
    CONTRACTS,
    Banks,
    agreed,
    face,
    flag,
    in_phase,
    is_agreed,
    last_card,
    table_of,
    the_table,
)
from solver.obligations.common import unchanged
from solver.terms import FALSE, Bool, and_, equal, implies, ite, not_, number
from solver.values import Record, Value, as_bool, as_symbol, code_of

# --- scenes ---


def _comes_under(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that a seat has just got the turn, or stands under a seven and may have drawn for it."""
    table = table_of(inputs)
    fresh = setting.theory.length(table.zone("fresh"))
    drawn = ite(flag(table, "forced"), number(1), number(0))
    return and_(
        in_phase(table, Phase.MOVE, Phase.SEVEN),
        within_a_turn(setting, table),
        not_(flag(table, "drawn")),
        equal(fresh, drawn),
    )


def _has_laid(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that the seat in turn has laid something in its turn; the bank may have been taken by that."""
    table = table_of(inputs)
    return within_a_turn(setting, table) & in_phase(table, *FURTHER)


SEVEN_POINT: Final[Scene[Book]] = Scene("seven", lambda book: book.seven, the_table, _comes_under, contracts=CONTRACTS)
TRIGGER: Final[Scene[Book]] = Scene(
    "seven_trigger", lambda book: book.seven_trigger, the_table, _has_laid, contracts=CONTRACTS
)
DRAW_ONE: Final[Scene[Book]] = Scene(
    "draw_one", lambda book: book.draw, the_table, DRAW.hypothesis, contracts=CONTRACTS
)
CAN_DRAW: Final[Scene[Book]] = Scene(
    "can_draw", lambda book: turns.can_draw, the_table, round_in(*MOVING), contracts=CONTRACTS
)

# --- sevens ---


def does(act: Value, wanted: Act | None) -> Bool:
    """Whether this is what is to be done."""
    return equal(as_symbol(act, Act).code, number(code_of(wanted)))


def misses(setting: Banks, inputs: Inputs, act: Value) -> Statements:
    """It misses its turn."""
    return {"the turn is missed": does(act, Act.SKIP)}


def draws_and_moves(setting: Banks, inputs: Inputs, act: Value) -> Statements:
    """It draws one card if there is one, and then moves."""
    draws = draws_under_a_seven(setting, table_of(inputs))
    return {
        "one card is drawn, if there is a stock": implies(draws, does(act, Act.DRAW)),
        "then nothing is in the way of moving": implies(not_(draws), does(act, None)),
    }


def draws_and_misses(setting: Banks, inputs: Inputs, act: Value) -> Statements:
    """It draws one card if there is one, and misses its turn."""
    draws = draws_under_a_seven(setting, table_of(inputs))
    return {
        "one card is drawn, if there is a stock": implies(draws, does(act, Act.DRAW)),
        "then the turn is missed": implies(not_(draws), does(act, Act.SKIP)),
    }


def has_no_effect(setting: Banks, inputs: Inputs, act: Value) -> Statements:
    """A seven is a card like others."""
    return {"nothing is to be done": does(act, None)}


def any_seven_counts(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """Whether a seven was laid in the turn, wherever it lies and whoever is out by it."""
    return {"a seven counts if it was laid in the turn": equal(as_bool(found), flag(table_of(inputs), "sevens"))}


def seven_on_top(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """Whether a seven was laid in the turn, and one lies on top of the bank."""
    table, theory = table_of(inputs), setting.theory
    bank = table.zone("bank")
    there = (theory.length(bank) > 0) & equal(face(theory, last_card(theory, bank)), number(SEVEN))
    return {"a seven counts if it lies on top": equal(as_bool(found), flag(table, "sevens") & there)}


def skipping(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """Only the turn goes on: it is no failure, and no seven strikes the next seat."""
    table = table_of(inputs)
    still = ("hands", "stock", "bank", "captured", "top", "owner", "laid_fresh", "four_kings", "out", "failed", "stuck")
    return together(
        passes(setting, table, after, FALSE),
        {"no card moves, and nobody has failed by it": unchanged(setting, table, after, *still)},
    )


# --- drawing ---


def draws_the_top_card(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """The next card of the stock comes to the hand of the seat in turn, and it is known that it is fresh."""
    table, theory = table_of(inputs), setting.theory
    stock, turn = table.zone("stock"), table.int("turn")
    card = theory.of([theory.card(stock, number(0))])
    pairs = zip(table.zones("hands"), after.zones("hands"), strict=True)
    hands = [
        equal(new, ite(equal(turn, number(at)), theory.joined(old, card), old)) for at, (old, new) in enumerate(pairs)
    ]
    still = ("bank", "captured", "top", "owner", "laid_fresh", "four_kings", "failed", "stuck", "out", "turn", "sevens")
    return {
        "the next card of the stock comes to the hand of the seat in turn": and_(*hands),
        "it is no longer in the stock": equal(after.zone("stock"), theory.rest(stock)),
        "it is known to be fresh": equal(after.zone("fresh"), theory.joined(table.zone("fresh"), card)),
        "no other card moves, and the turn goes on": unchanged(setting, table, after, *still),
    }


def drawn_is_noted(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """It is known why the seat has drawn, and under a seven it then moves or misses its turn, as was agreed on."""
    table = table_of(inputs)
    under = in_phase(table, Phase.SEVEN)
    then = Phase.SEVEN if is_agreed(setting, "seven", "draw_and_skip") else Phase.MOVE
    return {
        "under a seven it has drawn for that, and moves or misses its turn as was agreed on": implies(
            under, flag(after, "forced") & unchanged(setting, table, after, "drawn") & in_phase(after, then)
        ),
        "or else it has drawn because it could not move, and goes on": under
        | (flag(after, "drawn") & unchanged(setting, table, after, "forced", "phase")),
    }


def draws_as_agreed(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """One card is drawn, and what it was drawn for is known."""
    return together(draws_the_top_card(setting, inputs, after), drawn_is_noted(setting, inputs, after))


def one_card_a_turn(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """One card a turn while the stock lasts; one that a seven makes it draw does not count, or does, as agreed on."""
    return {
        "one may draw once a turn, while there is a stock": equal(as_bool(found), may_draw(setting, table_of(inputs)))
    }


# --- what is to hold ---


def _sevens() -> tuple[Obligation[Book], ...]:
    said: tuple[tuple[str, str, tuple[str, ...], Goals], ...] = (
        ("skip", "a seat under a seven misses its turn, whatever it holds", ("BANK-50", "BANK-51"), misses),
        ("draw_and_move", "a seat under a seven draws one card and moves", ("BANK-53",), draws_and_moves),
        ("draw_and_skip", "a seat under a seven draws one card and misses its turn", ("BANK-54",), draws_and_misses),
        ("nothing", "a seven has no effect", ("BANK-56",), has_no_effect),
    )
    return tuple([meaning(SEVEN_POINT, "seven", way, words, clauses, goals) for way, words, clauses, goals in said])


def missed_and_left(declared: Book) -> bool:
    """Whether a turn can be missed, and what is left in the bank stays there."""
    return may_skip(declared) and agreed(bank_left="nobody")(declared)


UNDER_SEVENS: Final = (
    *_sevens(),
    Obligation(
        "K4.seven.usual",
        SEVEN_POINT,
        "where nothing else was agreed on a seven costs the next seat its turn",
        ("BANK-52",),
        misses,
        GIVEN,
        agreed(seven="skip"),
    ),
    meaning(TRIGGER, "seven_trigger", "any_laid", "any seven laid in the turn counts", ("BANK-50",), any_seven_counts),
    meaning(TRIGGER, "seven_trigger", "top_at_end", "a seven counts that lies on top", ("BANK-50",), seven_on_top),
    Obligation(
        "K4.skips",
        SKIP,
        "a turn that is missed passes to the next seat clockwise, and is no failure",
        ("BANK-51", "BANK-54"),
        skipping,
        GIVEN,
        missed_and_left,
        (*MISSED, *ways("round_end", "stock_gone")),
    ),
)

DRAWING: Final = (
    Obligation(
        "K4.draws",
        DRAW_ONE,
        "the next card of the stock, and no other, comes to the hand of the seat in turn",
        ("BANK-53", "BANK-54", "BANK-59"),
        draws_the_top_card,
        GIVEN,
        under=SEVENS,
    ),
    Obligation(
        "K4.drawn",
        DRAW,
        "whoever draws under a seven moves or misses its turn, and otherwise goes on with its turn",
        ("BANK-53", "BANK-54", "BANK-59"),
        draws_as_agreed,
        GIVEN,
        under=SEVENS,
    ),
    Obligation(
        "K4.can_draw",
        CAN_DRAW,
        "one card may be drawn in a turn, while there is a stock",
        ("BANK-59", "BANK-60"),
        one_card_a_turn,
        GIVEN,
        under=each_with_each(SEVENS, ({}, *ways("stuck_after_forced_draw", "fails"))),
    ),
)

OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (*UNDER_SEVENS, *DRAWING)
