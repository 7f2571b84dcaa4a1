"""What a seat can do, as scenes: all that each act may be done with, told from the rules and not from the model.

Whether a card covers another is not asked here: what is said of a lay is said of any cards of the hand. So what holds
of every act in these scenes holds of every act that the rules allow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from model.bank import turns
from model.bank.points import POINTS
from model.bank.rulebook import Book
from model.bank.state import Phase
from solver.obligations import LEMMAS, Choices, Inputs, Obligation, Scene, Statements
from solver.obligations.bank.cards import is_card
from solver.obligations.bank.invariant import ordered, round_in
from solver.obligations.bank.rounds import (
    CONTRACTS,
    ORDER,
    Banks,
    agreed,
    any_round,
    flag,
    held,
    in_phase,
    is_agreed,
    pile_of,
    table_of,
    the_table,
)
from solver.terms import FALSE, TRUE, Bool, Int, and_, not_
from solver.values import Mismatch, Record, as_int

MOVING: Final = (Phase.MOVE, Phase.FURTHER_CARD, Phase.FURTHER_MOVE)
"""A seat may lay something."""
FURTHER: Final = (Phase.FURTHER_CARD, Phase.FURTHER_MOVE)
"""A seat has laid something, and its turn goes on."""


# --- what may be done ---


def may_draw(setting: Banks, table: Record) -> Bool:
    """Whether a seat that cannot lay may draw: one card a turn, besides one under a seven where that is agreed."""
    some = setting.theory.length(table.zone("stock")) > 0
    again = TRUE if is_agreed(setting, "stuck_after_forced_draw", "draws_again") else not_(flag(table, "forced"))
    return and_(some, not_(flag(table, "drawn")), again)


def draws_under_a_seven(setting: Banks, table: Record) -> Bool:
    """Whether a seat under a seven is to draw: where that is agreed, there is a stock, and it has not drawn yet."""
    if not is_agreed(setting, "seven", "draw_and_move", "draw_and_skip"):
        return FALSE
    return (setting.theory.length(table.zone("stock")) > 0) & not_(flag(table, "forced"))


def skips(setting: Banks, table: Record) -> Bool:
    """Whether a seat under a seven is to miss its turn: at once, or when it has drawn or cannot."""
    if is_agreed(setting, "seven", "skip"):
        return TRUE
    return not_(draws_under_a_seven(setting, table)) if is_agreed(setting, "seven", "draw_and_skip") else FALSE


def may_skip(declared: Book) -> bool:
    """Whether a turn can be missed, by the sevens that were agreed on."""
    return declared.seven in (turns.skip_turn, turns.draw_and_skip)


# --- scenes ---


def any_lay(size: int) -> Callable[[Banks], Inputs]:
    """Any round, and so many cards to be laid."""

    def inputs(setting: Banks) -> Inputs:
        return {"table": any_round(setting), **some_cards(size)(setting)}

    return inputs


def some_cards(size: int) -> Callable[[Banks], Inputs]:
    """So many cards."""

    def inputs(setting: Banks) -> Inputs:
        return {"cards": tuple([as_int(setting.shapes.any_of(int, f"card{at}", 0)) for at in range(size)])}

    return inputs


def laid_cards(inputs: Inputs) -> tuple[Int, ...]:
    """The cards that are laid, in this order. Raises Mismatch."""
    cards = inputs["cards"]
    if not isinstance(cards, tuple):
        raise Mismatch("no cards where some are needed")
    return tuple(map(as_int, cards))


def lay_of_held_cards(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that the seat in turn may lay something, and has these cards."""
    table, cards = table_of(inputs), laid_cards(inputs)
    hand = pile_of(table.zones("hands"), table.int("turn"))
    known = [is_card(setting, card) for card in cards]
    return and_(ordered(setting, table), in_phase(table, *MOVING), held(setting.theory, hand, cards), *known)


def _draws(setting: Banks, inputs: Inputs) -> Bool:
    table = table_of(inputs)
    stuck = in_phase(table, *MOVING) & may_draw(setting, table)
    return ordered(setting, table) & (stuck | (in_phase(table, Phase.SEVEN) & draws_under_a_seven(setting, table)))


def _fails(setting: Banks, inputs: Inputs) -> Bool:
    table = table_of(inputs)
    return and_(ordered(setting, table), in_phase(table, Phase.MOVE), not_(may_draw(setting, table)))


def _misses_its_turn(setting: Banks, inputs: Inputs) -> Bool:
    table = table_of(inputs)
    return and_(ordered(setting, table), in_phase(table, Phase.SEVEN), skips(setting, table))


LAY: Final[Scene[Book]] = Scene(
    "lay", lambda book: turns.lay, any_lay(1), lay_of_held_cards, contracts=CONTRACTS, whole=True
)
LAY_FOUR: Final[Scene[Book]] = Scene(
    "lay_four", lambda book: turns.lay, any_lay(4), lay_of_held_cards, contracts=CONTRACTS, whole=True
)
DRAW: Final[Scene[Book]] = Scene("draw", lambda book: turns.draw, the_table, _draws, contracts=CONTRACTS)
FAIL: Final[Scene[Book]] = Scene("fail", lambda book: turns.fail, the_table, _fails, contracts=CONTRACTS, whole=True)
SKIP: Final[Scene[Book]] = Scene("skip", lambda book: turns.skip, the_table, _misses_its_turn, contracts=CONTRACTS)
STOP: Final[Scene[Book]] = Scene(
    "stop", lambda book: turns.end_turn, the_table, round_in(*FURTHER), contracts=CONTRACTS, whole=True
)

ACTS: Final[tuple[tuple[Scene[Book], str], ...]] = (
    (LAY, "laying a card"),
    (LAY_FOUR, "laying four cards"),
    (DRAW, "drawing"),
    (FAIL, "failing"),
    (SKIP, "missing a turn"),
    (STOP, "ending a turn"),
)
"""All that a seat can do in a round, and how it is called."""


# --- under which agreed rules ---


def ways(point: str, *names: str) -> tuple[Choices, ...]:
    """Each of these alternatives of a rule point."""
    return tuple([{point: name} for name in names])


def each_with_each(*several: Sequence[Choices]) -> tuple[Choices, ...]:
    """Every choice of the first together with every one of the second, and so on."""
    found: list[Choices] = [{}]
    for choices in several:
        found = [{**one, **other} for one in found for other in choices]
    return tuple(found)


SEVENS: Final = ({}, *ways("seven", "draw_and_move", "draw_and_skip", "nothing"))
MISSED: Final = ({}, *ways("seven", "draw_and_skip"))
"""The options of sevens by which a turn can be missed."""
TRUMPS: Final = ({}, *ways("trumps", "none", "one", "two", "senior_junior"))


Goals = Callable[[Banks, Inputs, Any], Statements]
GIVEN: Final = (LEMMAS, ORDER)


def meaning(
    scene: Scene[Book], point: str, way: str, statement: str, clauses: tuple[str, ...], goals: Goals
) -> Obligation[Book]:
    """What one alternative of a rule point means, said of the function that decides it."""
    usual = next(iter(POINTS[point].alternatives)) == way
    under: tuple[Choices, ...] = ({},) if usual else ({point: way},)
    return Obligation(f"K4.{point}.{way}", scene, statement, clauses, goals, GIVEN, agreed(**{point: way}), under)
