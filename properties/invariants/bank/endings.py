"""What must hold of the end of a round, and of a bank that lies there then."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from model.bank.actions import Act
from model.bank.rulebook import Book
from model.bank.state import Match, Phase, Stage
from model.game import NOBODY, Seat
from properties.invariants.bank.core import AnyInvariant, Invariant, Kind, Step, agrees
from properties.invariants.bank.covering import can_lay
from properties.invariants.bank.seen import covers_four_kings, taker, trump_king_takes, whole_bank, with_cards


def _is_over(book: Book, step: Step) -> bool:
    return step.in_a_round and step.became.phase is Phase.OVER


def _has_a_reason(book: Book, step: Step) -> bool:
    """One seat at most is left; or the stock is gone, and that is enough or nobody could move any more."""
    if with_cards(step.became) <= 1:
        return True
    if step.became.stock:
        return False
    return agrees(book, "round_end", "stock_gone") or step.is_a(Act.PASS)


def _is_blocked(book: Book, step: Step) -> bool:
    """Whether a round is over with several seats left, and they have failed in turn, with what they hold now."""
    return _is_over(book, step) and with_cards(step.became) > 1 and agrees(book, "round_end", "one_left_or_blocked")


def _nobody_can_lay(book: Book, step: Step) -> bool:
    table = step.became
    moves = [replace(table, turn=Seat(seat), phase=Phase.MOVE) for seat, hand in enumerate(table.hands) if hand]
    return not any(can_lay(book, replace(step.after, round=one)) for one in moves)


def _all_have_failed(book: Book, step: Step) -> bool:
    """Whether the last of those that hold cards has failed, and what is taken for it sets none of them free."""
    taken = step.became.bank != step.was.bank
    freed = agrees(book, "ghost", "none") or agrees(book, "captured_to", "hand")
    return (
        step.is_a(Act.PASS)
        and not step.was.stock
        and not (taken and freed)
        and len({*step.was.stuck, step.was.turn}) >= with_cards(step.became)
        and agrees(book, "round_end", "one_left_or_blocked")
    )


def _stock_is_gone_after_a_turn(book: Book, step: Step) -> bool:
    ended = step.action.act in (Act.PASS, Act.SKIP)
    return ended and not step.became.stock and agrees(book, "round_end", "stock_gone")


def _round_is_over(book: Book, step: Step) -> bool:
    return step.after.stage is not Stage.ROUND


def _is_played(book: Book, match: Match) -> bool:
    return match.stage is Stage.ROUND


def _two_hold_cards(book: Book, match: Match) -> bool:
    return with_cards(match.round) >= 2


def _bank_is_left_over(book: Book, step: Step) -> bool:
    """Whether the round ends without anybody taking the bank by laying, and none is taken for failing."""
    if not _is_over(book, step) or not whole_bank(step) or step.is_a(Act.PASS):
        return False
    return not trump_king_takes(book, step) and not covers_four_kings(book, step)


def _goes_where_agreed(book: Book, step: Step) -> bool:
    if agrees(book, "bank_left", "nobody"):
        return taker(step) == NOBODY
    if agrees(book, "bank_left", "layer_of_top"):
        return taker(step) == (step.action.seat if step.is_a(Act.LAY) else step.was.owner)
    out = step.became.out
    return taker(step) == (out[-1].seat if out else NOBODY)


ENDS: Final[tuple[AnyInvariant, ...]] = (
    Invariant(
        "two seats hold cards",
        "As long as a round is played two seats at least hold cards.",
        ("BANK-65", "BANK-66"),
        Kind.TABLE,
        _two_hold_cards,
        _is_played,
    ),
    Invariant(
        "a round ends for a reason",
        "A round ends only when one seat at most holds cards, or when the stock is gone and a seat could not move.",
        ("BANK-65", "BANK-66", "BANK-67"),
        Kind.STEP,
        _has_a_reason,
        _is_over,
    ),
    Invariant(
        "blocked means that nobody can move",
        "Where a round is over with several seats holding cards, none of them could lay anything on the top card.",
        ("BANK-66", "BANK-67"),
        Kind.STEP,
        _nobody_can_lay,
        _is_blocked,
    ),
    Invariant(
        "a blocked round is over",
        "When all that hold cards have failed one after the other and the stock is gone, the round is over.",
        ("BANK-67",),
        Kind.STEP,
        _round_is_over,
        _all_have_failed,
    ),
    Invariant(
        "the stock ends the round",
        "Where a table has agreed that the round ends with the stock, no turn follows that ended without a stock.",
        ("BANK-65",),
        Kind.STEP,
        _round_is_over,
        _stock_is_gone_after_a_turn,
    ),
    Invariant(
        "what is left in the bank",
        "A bank that lies there at the end of a round goes where the table has agreed, by default to nobody.",
        ("BANK-61", "BANK-66"),
        Kind.STEP,
        _goes_where_agreed,
        _bank_is_left_over,
    ),
)
