"""K4, the whole act of failing: who is noted, who takes the bank, what is then to be covered, and who moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from model.bank.ranks import NO_CARD
from model.bank.rulebook import Book
from model.bank.state import Phase
from solver.obligations import Inputs, Obligation, Statements
from solver.obligations.bank.acts import FAIL, GIVEN, ways
from solver.obligations.bank.capturing import ENTITLED, entitled
from solver.obligations.bank.rounds import (
    Banks,
    agreed,
    among,
    flag,
    have_cards,
    holders,
    in_phase,
    is_agreed,
    is_next,
    is_over,
    nobody,
    table_of,
)
from solver.obligations.bank.taking import ghost_of
from solver.obligations.common import changed, unchanged
from solver.terms import TRUE, Bool, and_, equal, implies, ite, not_, number, or_
from solver.values import Entry, Record, Row, entries_of


def noted(setting: Banks, table: Record) -> Record:
    """The round with the seat in turn noted as one that has failed, and as stuck where there is no stock."""
    turn, empty = table.int("turn"), equal(setting.theory.length(table.zone("stock")), number(0))

    def more(row: str, there: Bool) -> Row:
        new = there & not_(among(setting, table, row, turn))
        return Row((*entries_of(table.fields[row]), Entry(new, turn)))

    return changed(table, failed=more("failed", TRUE), stuck=more("stuck", empty))


def fails(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """All that comes of a failure: it is noted, the bank goes to the right seat or stays, and the turn goes on."""
    was = noted(setting, table_of(inputs))
    takers = entitled(setting, was)
    taken, joined = or_(*takers), setting.theory.joined
    ghost = ghost_of(setting, was, TRUE)
    free = taken & equal(ghost, number(NO_CARD))
    piles = zip(takers, was.zones("captured"), after.zones("captured"), strict=True)
    grown = [equal(new, ite(takes, joined(old, was.zone("bank")), old)) for takes, old, new in piles]
    stuck = [among(setting, was, "stuck", at) & not_(free) for at in range(setting.seats)]
    failed = [among(setting, was, "failed", at) & not_(free) for at in range(setting.seats)]
    over = ends_with(setting, was, stuck)
    gone = equal(setting.theory.length(after.zone("bank")), number(0)) & nobody(after.int("owner"))
    still = unchanged(setting, was, after, "bank", "owner", "laid_fresh", "four_kings")
    forgotten = [not_(flag(after, name)) for name in ("drawn", "forced", "sevens")]
    return {
        "the whole bank goes to the right seat, or no captured pile changes": and_(*grown),
        "nothing is left of it, or it stays as it is": ite(taken, gone, still),
        "what is to be covered then": equal(after.int("top"), ite(taken, ghost, was.int("top"))),
        "no other card moves, and nobody goes out": unchanged(setting, was, after, "hands", "stock", "out"),
        "it is noted who has failed, and who of them without a stock": and_(
            *(equal(among(setting, after, "failed", at), each) for at, each in enumerate(failed)),
            *(equal(among(setting, after, "stuck", at), each) for at, each in enumerate(stuck)),
        ),
        "the round is over if, and only if, it is to be": equal(is_over(after), over),
        "or else the right seat is to move": over | (in_phase(after, Phase.MOVE) & moves(setting, was, after, takers)),
        "what was drawn in the turn is forgotten": over
        | and_(equal(setting.theory.length(after.zone("fresh")), number(0)), *forgotten),
    }


def moves(setting: Banks, was: Record, after: Record, takers: Sequence[Bool]) -> Bool:
    """Whether the turn is where it should be after a failure, these seats having taken the bank or not."""
    turn, found = was.int("turn"), after.int("turn")
    following = is_next(setting, was, turn, found)
    if is_agreed(setting, "mover_after_capture", "failer"):
        return ite(or_(*takers), equal(found, turn), following)
    if is_agreed(setting, "mover_after_capture", "captor"):
        has = have_cards(setting, was)
        captor = [
            (takes & holds, equal(found, number(at))) for at, (takes, holds) in enumerate(zip(takers, has, strict=True))
        ]
        return ite(or_(*(there for there, _ in captor)), or_(*(there & right for there, right in captor)), following)
    return following


def ends_with(setting: Banks, table: Record, stuck: Sequence[Bool]) -> Bool:
    """Whether the round is over, these seats being stuck."""
    if is_agreed(setting, "round_end", "stock_gone"):
        by_stock = equal(setting.theory.length(table.zone("stock")), number(0))
    else:
        by_stock = and_(*(implies(has, each) for has, each in zip(have_cards(setting, table), stuck, strict=True)))
    return (holders(setting, table) <= 1) | by_stock


# --- what is to hold ---

OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    Obligation(
        "K4.fails",
        FAIL,
        "whoever fails is noted, the bank goes to the right seat or stays, and the turn goes on clockwise",
        ("BANK-60", "BANK-61", "BANK-63", "BANK-64", "BANK-67"),
        fails,
        GIVEN,
        agreed(captured_to="score_pile", bank_left="nobody"),
        (
            *ENTITLED,
            *ways("ghost", "none"),
            *ways("mover_after_capture", "captor", "failer"),
            *ways("round_end", "stock_gone"),
            *ways("stuck_after_forced_draw", "fails"),
        ),
    ),
)
