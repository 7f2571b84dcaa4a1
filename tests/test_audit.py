"""The audit of the invariant: what Spacer finds is so, what it breaks can really come up, and who needs what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import pytest

from model.cards import OWES, Card
from model.deal import Deal
from model.piles import play, run
from model.piles.profiles import BEGGAR
from model.piles.rulebook import Book
from model.piles.state import Phase, Table
from properties.evidence import Grade, Solved, Verdict
from solver.audit import Audited, audits, in_numbers, resting, together
from solver.compile import compiled
from solver.desk import Desk
from solver.languages import LENGTHS, Language
from solver.obligations.piles.order import Piles, in_order
from solver.obligations.piles.steps import INITIAL, TURN
from solver.obligations.piles_shown import PILES
from solver.smtlib import rules
from solver.solvers import available, fits
from solver.terms import FALSE, TRUE, Bool, Int, apply, equal, implies, number
from solver.values import Record
from tests import proof_misreadings as wrong

QUICK = available(("yices",))[0]
DEBT = "the debt lies between 0 and 4"
HOLDS = "the seat to act holds a card"


def desk(seats: int, book: Book = BEGGAR) -> Desk[Book]:
    def ask(script: str, part: str, language: Language) -> tuple[Solved, ...]:
        raise AssertionError("an audit proves nothing")

    return Desk(book, BEGGAR, seats, PILES, 20, ask)


def found(part: Any, book: Book = BEGGAR, seats: int = 2) -> bool | None:  # noqa: ANN401
    """Whether Spacer finds an invariant from which this follows."""
    return fits(in_numbers(compiled(INITIAL, book, seats), compiled(TURN, book, seats), part), 30)


# --- what Spacer says ---


def test_a_relation_that_fits_is_found_and_one_that_cannot_fit_is_not() -> None:
    n = apply(Int, "n")
    even = [(equal(n, number(0)), reached(n)), (reached(n), reached(n + 2))]
    assert fits(rules((), LENGTHS, [*even, (reached(n) & (n < 0), FALSE)]), 10) is True
    assert fits(rules((), LENGTHS, [*even, (reached(n) & equal(n, number(4)), FALSE)]), 10) is False
    assert fits(rules((), LENGTHS, [*even, (TRUE, reached(number(3))), (reached(n) & (n < 0), FALSE)]), 10) is True


def reached(n: Int) -> Bool:
    return apply(Bool, "reached", n)


@cache
def tables() -> list[Table]:
    """Tables that really come up: of every fair game of two seats with four cards."""
    return [table for deck in product(map(Card, OWES), repeat=4) for table in _tables(deck)]


def _tables(deck: tuple[Card, ...]) -> Iterator[Table]:
    start = play.initial(BEGGAR, Deal((deck[:2], deck[2:])))
    yield start
    yield from run.tables(BEGGAR, start)


def debt_at_most(most: int) -> Any:  # noqa: ANN401
    def part(setting: Piles, table: Record) -> Bool:
        return table.int("debt") <= most

    return part


def test_what_is_not_so_can_really_come_up() -> None:
    """Spacer breaks a bound that is too low, and the model has a table that breaks it."""
    for most in (2, 3):
        assert found(debt_at_most(most)) is False
        assert any(table.debt > most for table in tables())
    assert found(debt_at_most(4)) is True
    assert not any(table.debt > 4 for table in tables())


def test_a_middle_that_is_always_empty_is_not_found() -> None:
    def empty(setting: Piles, table: Record) -> Bool:
        return equal(setting.theory.length(table.zone("middle")), number(0))

    def empty_when_over(setting: Piles, table: Record) -> Bool:
        return implies(equal(table.int("phase"), number(Phase.OVER)), empty(setting, table))

    assert found(empty) is False
    assert any(table.middle for table in tables())
    assert found(empty_when_over) is True


def test_a_wrong_rule_breaks_a_part_of_the_invariant() -> None:
    book: Book = replace(BEGGAR, leader=wrong.next_seat_leads)
    for words, expected in ((HOLDS, False), (DEBT, True)):

        def part(setting: Piles, table: Record, words: str = words) -> Bool:
            return in_order(setting, table)[words]

        assert found(part, book) is expected
        assert found(part) is True


# --- what is needed ---

EXPECTED = {
    "the phase is one of three": set(),
    "the turn is with a seat": set(),
    HOLDS: {"G1.lay", "G1.turn", "G3.lay", "G3.turn", "T0.lay", "T0.turn"},
    DEBT: {"G5.plain_card"},
    "a debt is claimed by a seat, for a pile that lies there": {"G1.turn", "G2.lay", "G2.turn", "T0.turn"},
    "where nothing is owed nobody claims": {"G5.plain_card"},
    "nobody owes to himself": set(),
    "the claimant is a seat or nobody": set(),
    "the last layer is a seat or nobody": set(),
    "a won pile has a winner, cards, and no debt": {"G1.collect", "G2.collect", "G9.collect", "T0.collect"},
    "the cards that nobody laid lie in the middle": set(),
}
"""For each part of the invariant, statements that need it; none for those that nobody needs."""


@pytest.mark.parametrize("seats", [2, pytest.param(3, marks=pytest.mark.deep)])
def test_every_part_is_found_and_the_parts_that_are_needed_are_known(seats: int) -> None:
    (proof,) = audits()
    assert seats in proof.seats
    outcome = proof.prove(desk(seats))
    assert outcome.verdict is Verdict.HELD
    assert outcome.grade is Grade.EXEMPLIFIED
    assert outcome.note == "the 5 parts that are needed are enough"
    rows = dict(row.split(": found; ") for row in outcome.examples)
    assert rows.keys() == EXPECTED.keys()
    for words, statements in EXPECTED.items():
        said = set(rows[words].removeprefix("needed for ").split(", "))
        assert statements <= said if statements else said == {"not needed"}, words


def test_what_is_proved_with_everything_is_not_proved_with_nothing() -> None:
    statements = resting(desk(2), QUICK)
    assert statements.needing() == ()
    assert {"G1.turn", "G3.turn", "T0.turn"} <= set(statements.needing(*EXPECTED))
    assert set(statements.needing(DEBT, HOLDS)) >= {"T0.turn", "G5.plain_card"}
    rows = [Audited(words, True, () if words in (DEBT, HOLDS) else ("G2.turn",), 0.1) for words in EXPECTED]
    assert together(rows, statements).startswith("some of the 2 parts that nothing needs alone are needed for G1.lay,")


@pytest.mark.deep
def test_another_solver_needs_the_same() -> None:
    (z3,) = available(("z3",))
    quick, other = resting(desk(2), QUICK), resting(desk(2), z3)
    for words in EXPECTED:
        assert quick.needing(words) == other.needing(words)


def test_what_is_not_proved_at_all_needs_nothing() -> None:
    broken = desk(2, replace(BEGGAR, leader=wrong.next_seat_leads))
    proved = {each.id for each, _ in resting(desk(2), QUICK).stated}
    assert proved - {each.id for each, _ in resting(broken, QUICK).stated} >= {"G2.collect", "G2.turn"}


def test_a_part_that_is_not_so_of_lengths_leaves_the_audit_open() -> None:
    (proof,) = audits()
    outcome = proof.prove(desk(2, replace(BEGGAR, leader=wrong.next_seat_leads)))
    assert outcome.verdict is Verdict.INCONCLUSIVE
    assert outcome.counterexample == f"not so of lengths alone: {HOLDS}"
