"""What every act keeps to.

K1: no card is lost. K2: a round ends. K3: the round stays in order, and captured cards stay captured. T0: the code
never reaches for a seat or a card that is not there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from model.bank.rulebook import Book
from model.bank.state import Phase
from solver.obligations import LEMMAS, Choices, Inputs, Obligation, Statements, always
from solver.obligations.bank.acts import (
    ACTS,
    DRAW,
    FAIL,
    LAY,
    LAY_FOUR,
    MISSED,
    SEVENS,
    SKIP,
    STOP,
    TRUMPS,
    each_with_each,
    laid_cards,
    may_skip,
    ways,
)
from solver.obligations.bank.invariant import in_order
from solver.obligations.bank.rounds import (
    DIFFERENT,
    ORDER,
    Banks,
    agreed,
    among,
    flag,
    have_cards,
    in_phase,
    is_over,
    table_of,
)
from solver.terms import FALSE, Bool, Int, Zone, and_, equal, ite, not_, number, or_, times, total
from solver.values import Record

When = Callable[[Book], bool]
Goals = Callable[[Banks, Inputs, Any], Statements]

# --- K1: no card is lost ---


def all_piles(table: Record) -> tuple[Zone, ...]:
    """Every pile of a round."""
    return (*table.zones("hands"), table.zone("stock"), table.zone("bank"), *table.zones("captured"))


def nothing_lost(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """The cards weigh together what they weighed, whatever each of them weighs."""
    theory, before = setting.theory, table_of(inputs)

    def both(measure: Callable[[Zone], Int]) -> Bool:
        return equal(*(total(map(measure, all_piles(table))) for table in (before, after)))

    return {"there are as many cards as before": both(theory.length), "they are the same cards": both(theory.weight)}


# --- K2: a round ends ---


def measure(setting: Banks, table: Record) -> tuple[Int, ...]:
    """What falls at every act of a seat, the first that changes being what counts.

    Cards still to be drawn and laid; how much of the turn is still open; whether there is a bank to be taken; the seats
    that have not failed yet without a stock; and how far it is, clockwise, to a seat that has not failed so.
    """
    theory, nought, one = setting.theory, number(0), number(1)
    cards = times(2, theory.length(table.zone("stock"))) + total(map(theory.length, table.zones("hands")))
    begun = ite(flag(table, "drawn") | flag(table, "forced"), one, nought)
    laid = in_phase(table, Phase.FURTHER_CARD, Phase.FURTHER_MOVE)
    open_still = ite(laid, number(3), ite(in_phase(table, Phase.SEVEN), number(2), begun))
    bank = ite(theory.length(table.zone("bank")) > 0, one, nought)
    has = have_cards(setting, table)
    hopeful = [held & not_(among(setting, table, "stuck", at)) for at, held in enumerate(has)]
    still = (open_still, bank, total(ite(each, one, nought) for each in hopeful), _distance(setting, table, hopeful))
    over = is_over(table)
    return (cards, ite(over, number(-1), still[0]), *(ite(over, nought, each) for each in still[1:]))


def _distance(setting: Banks, table: Record, hopeful: list[Bool]) -> Int:
    """How far it is, clockwise, from the seat in turn to the next of these; 0 if there is none."""
    seats, turn, found = setting.seats, table.int("turn"), number(0)
    for distance in reversed(range(seats)):
        there = [equal(turn, number((at - distance) % seats)) & each for at, each in enumerate(hopeful)]
        found = ite(or_(*there), number(distance), found)
    return found


def falls(before: tuple[Int, ...], after: tuple[Int, ...]) -> Bool:
    """Whether the first number that changes becomes smaller."""
    found = FALSE
    for was, became in reversed(tuple(zip(before, after, strict=True))):
        found = (became < was) | (equal(became, was) & found)
    return found


def comes_nearer(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """The measure falls, and never below its floor."""
    was, became = measure(setting, table_of(inputs)), measure(setting, after)
    floor = and_(became[0] >= 0, became[1] >= -1, *(each >= 0 for each in became[2:]))
    return {"the act brings the end nearer": falls(was, became), "it cannot come nearer for ever": floor}


def nearer_or_taken(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """The measure falls, unless the act takes the bank, which may come into a hand."""
    table, length = table_of(inputs), setting.theory.length
    laid = len(laid_cards(inputs)) if "cards" in inputs else 0
    taken = (length(table.zone("bank")) + laid > 0) & (length(after.zone("bank")) <= 0)
    nearer = falls(measure(setting, table), measure(setting, after))
    return {"the act brings the end nearer, or takes the bank": nearer | taken}


# --- K3: the round stays in order ---


def stays_in_order(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """The whole invariant, and captured cards stay where they are."""
    return in_order(setting, after)


def captured_grows(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """Each captured pile is what it was, or has got what lay in the bank, with what was laid on it, on top."""
    theory, before = setting.theory, table_of(inputs)
    bank = before.zone("bank")
    if "cards" in inputs:
        bank = theory.joined(bank, theory.of(laid_cards(inputs)))
    pairs = tuple(zip(before.zones("captured"), after.zones("captured"), strict=True))
    return {
        "a captured pile stays, or gets the whole bank": and_(
            *(equal(new, old) | equal(new, theory.joined(old, bank)) for old, new in pairs)
        ),
        "at most one seat gets it": at_most_one([not_(equal(new, old)) for old, new in pairs]),
    }


def at_most_one(each: Sequence[Bool]) -> Bool:
    """Whether at most one of these is so."""
    return and_(*(not_(one & other) for at, one in enumerate(each) for other in each[:at]))


# --- what is to hold ---

KEPT: Final = (LEMMAS, ORDER, DIFFERENT)
PASSING: Final = (*ways("round_end", "stock_gone"), *ways("bank_left", "layer_of_top", "last_finisher"))
"""What is agreed on that matters whenever a turn comes to an end, besides the sevens."""
WITHOUT_STOCK: Final = each_with_each(ways("round_end", "stock_gone"), ({}, *PASSING[1:]))
"""A turn that is missed or stopped ends the round only where it ends with the stock."""
GETTING: Final = (
    *ways("ghost", "after_any_taking", "none"),
    *ways("captured_to", "hand"),
)
"""The same for whenever somebody gets the bank."""
LAYING: Final = (
    *SEVENS,
    *TRUMPS[1:],
    *PASSING,
    *GETTING,
    *ways("seven_trigger", "top_at_end"),
    *ways("run_extra_move", "yes"),
    *ways("trump_king_single", "stays"),
    *ways("four_kings", "opponents"),
)
SEVENS_AND_TRUMPS: Final = each_with_each(SEVENS[1:], TRUMPS[1:])
FAILING: Final = (
    *SEVENS,
    *PASSING,
    *GETTING,
    *ways("stuck_after_forced_draw", "fails"),
    *ways("capture", "all_fail"),
    *ways("captor", "seat_before"),
    *ways("deck_card_owner", "nobody", "dealer"),
    *ways("own_single", "taken"),
    *ways("drawn_single", "taken"),
    *ways("mover_after_capture", "captor", "failer"),
    *ways("out_may_capture", "no"),
)
UNDER: Final[Mapping[str, tuple[Choices, ...]]] = {
    LAY.name: (*LAYING, *SEVENS_AND_TRUMPS),
    LAY_FOUR.name: LAYING,
    DRAW.name: SEVENS,
    FAIL.name: FAILING,
    SKIP.name: (*MISSED, *WITHOUT_STOCK),
    STOP.name: (*SEVENS, *WITHOUT_STOCK, *ways("seven_trigger", "top_at_end")),
}
"""Every alternative that an act comes across."""


def both(one: When, other: When) -> When:
    """Agreed on is what both ask for."""

    def when(declared: Book) -> bool:
        return one(declared) and other(declared)

    return when


def _of_each_act(
    name: str,
    words: str,
    clauses: tuple[str, ...],
    goals: Goals | None,
    when: When = always,
    under: Mapping[str, tuple[Choices, ...]] = UNDER,
) -> tuple[Obligation[Book], ...]:
    """The same statement of every act."""
    return tuple(
        [
            Obligation(
                f"{name}.{scene.name}",
                scene,
                f"{act}: {words}",
                clauses,
                goals,
                KEPT,
                both(when, may_skip) if scene is SKIP else when,
                under[scene.name],
            )
            for scene, act in ACTS
        ]
    )


ASIDE: Final = agreed(captured_to="score_pile")
"""Captured cards stay captured. Where they go into a hand again a round need not end: the same cards come and go."""
INTO_HAND: Final = {
    scene.name: each_with_each(ways("captured_to", "hand"), MISSED if scene is SKIP else SEVENS) for scene, _ in ACTS
}
ENDS: Final = ("BANK-65", "BANK-66", "BANK-67")

OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    *_of_each_act("T0", "the code never reaches for a seat or a card that is not there", (), None),
    *_of_each_act("K1", "no card is lost, added or exchanged", (), nothing_lost),
    *_of_each_act("K2", "it brings the end of the round nearer", ENDS, comes_nearer, ASIDE),
    *_of_each_act(
        "K2.between_takings",
        "it brings the end of the round nearer, unless it takes the bank",
        (),
        nearer_or_taken,
        agreed(captured_to="hand"),
        INTO_HAND,
    ),
    *_of_each_act("K3", "the round stays in order", (), stays_in_order),
    *_of_each_act("K3.captured", "captured piles only grow", ("BANK-61",), captured_grows),
)
