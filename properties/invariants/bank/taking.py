"""What must hold of banks that are taken."""

from __future__ import annotations

from typing import Final

from model.bank.actions import Act
from model.bank.ranks import NO_CARD
from model.bank.rulebook import Book
from model.bank.state import Stage
from model.game import NOBODY, Seat
from properties.invariants.bank.core import AnyInvariant, Invariant, Kind, Step, agrees
from properties.invariants.bank.endings import ENDS
from properties.invariants.bank.kings import KINGS
from properties.invariants.bank.seen import (
    around,
    bank_stays,
    leaves_the_rest,
    may_take,
    seat_before,
    taker,
    whole_bank,
)


def _failed(book: Book, step: Step) -> bool:
    return step.is_a(Act.PASS)


def _acted(book: Book, step: Step) -> bool:
    return step.in_a_round


# --- who takes the bank of a seat that fails ---


def _alone(step: Step) -> bool:
    return len(step.was.bank) == 1


def _enough_failed(book: Book, step: Step) -> bool:
    """Whether all have failed that must, the one that just did included."""
    if agrees(book, "capture", "next_fails"):
        return True
    others = [seat for seat, hand in enumerate(step.was.hands) if hand and seat != step.was.owner]
    return set(others) <= {*step.was.failed, step.was.turn}


def _fails_on_a_laid_bank(book: Book, step: Step) -> bool:
    return (
        _failed(book, step)
        and len(step.was.bank) > 1
        and agrees(book, "captor", "layer_of_top")
        and _enough_failed(book, step)
        and may_take(book, step.was, step.was.owner)
    )


def _layer_takes(book: Book, step: Step) -> bool:
    return taker(step) == step.was.owner


def _seat_before_is_due(book: Book, step: Step) -> bool:
    return (
        _failed(book, step)
        and len(step.was.bank) > 1
        and agrees(book, "captor", "seat_before")
        and _enough_failed(book, step)
        and may_take(book, step.was, seat_before(step))
    )


def _seat_before_takes(book: Book, step: Step) -> bool:
    return taker(step) == seat_before(step)


def _fails_and_nothing_is_left_over(book: Book, step: Step) -> bool:
    return _failed(book, step) and leaves_the_rest(book, step)


def _failer_gets_nothing(book: Book, step: Step) -> bool:
    seat = step.was.turn
    return step.became.captured[seat] == step.was.captured[seat] and step.became.hands[seat] == step.was.hands[seat]


def _too_few_have_failed(book: Book, step: Step) -> bool:
    return _fails_and_nothing_is_left_over(book, step) and not _enough_failed(book, step)


def _fails_on_a_single_card(book: Book, step: Step) -> bool:
    return (
        _fails_and_nothing_is_left_over(book, step)
        and _alone(step)
        and step.was.owner != NOBODY
        and agrees(book, "own_single", "stays")
        and (agrees(book, "drawn_single", "stays") or not step.was.laid_fresh)
        and agrees(book, "captor", "layer_of_top")
    )


def _single_card_counts(book: Book, step: Step) -> bool:
    drawn = step.was.laid_fresh and agrees(book, "drawn_single", "taken")
    return (
        _failed(book, step)
        and _alone(step)
        and (agrees(book, "own_single", "taken") or drawn)
        and agrees(book, "captor", "layer_of_top")
        and _enough_failed(book, step)
        and may_take(book, step.was, step.was.owner)
    )


def _open_card_owner(book: Book, step: Step) -> Seat:
    if agrees(book, "deck_card_owner", "seat_before"):
        return seat_before(step)
    return step.was.dealer if agrees(book, "deck_card_owner", "dealer") else NOBODY


def _fails_on_the_open_card(book: Book, step: Step) -> bool:
    return (
        _fails_and_nothing_is_left_over(book, step)
        and _alone(step)
        and step.was.owner == NOBODY
        and _enough_failed(book, step)
    )


def _open_card_is_taken_by_its_owner(book: Book, step: Step) -> bool:
    owner = _open_card_owner(book, step)
    return taker(step) == (owner if may_take(book, step.was, owner) else NOBODY)


def _due(book: Book, step: Step) -> Seat:
    """Whoever is to have the bank if anybody is: whoever it was agreed on for the open card, and for what was laid."""
    if step.was.owner == NOBODY:
        return _open_card_owner(book, step)
    return step.was.owner if agrees(book, "captor", "layer_of_top") else seat_before(step)


def _nobody_is_due(book: Book, step: Step) -> bool:
    return _fails_and_nothing_is_left_over(book, step) and not may_take(book, step.was, _due(book, step))


# --- what a bank that is taken changes ---


def _bank_is_gone(book: Book, step: Step) -> bool:
    return _acted(book, step) and bool(whole_bank(step)) and not step.became.bank


def _all_to_one(book: Book, step: Step) -> bool:
    """All its cards lie in one pile, or in one hand where captured cards go there."""
    seat, bank = taker(step), whole_bank(step)
    if seat == NOBODY:
        return False
    pile, had = step.became.captured[seat], step.was.captured[seat]
    if pile == had + bank:
        return True
    return agrees(book, "captured_to", "hand") and set(bank) <= set(step.became.hands[seat])


def _bank_is_whole_or_gone(book: Book, step: Step) -> bool:
    return step.became.bank in ((), whole_bank(step))


def _fails_with_score_piles(book: Book, step: Step) -> bool:
    return _failed(book, step) and agrees(book, "captured_to", "score_pile")


def _hands_are_the_same(book: Book, step: Step) -> bool:
    return step.became.hands == step.was.hands


def _piles_only_grow(book: Book, step: Step) -> bool:
    piles = zip(step.was.captured, step.became.captured, strict=True)
    return all(pile[: len(had)] == had for had, pile in piles)


def _taken_for_failing(book: Book, step: Step) -> bool:
    return _failed(book, step) and bool(step.was.bank) and not step.became.bank and leaves_the_rest(book, step)


def _ghost_is_right(book: Book, step: Step) -> bool:
    return step.became.top == (NO_CARD if agrees(book, "ghost", "none") else step.was.bank[-1])


def _fails_and_nothing_is_taken(book: Book, step: Step) -> bool:
    return _failed(book, step) and step.became.bank == step.was.bank


def _top_is_the_same(book: Book, step: Step) -> bool:
    return step.became.top == step.was.top


def _taken_and_played_on(book: Book, step: Step) -> bool:
    return _taken_for_failing(book, step) and step.after.stage is Stage.ROUND


def _right_seat_moves(book: Book, step: Step) -> bool:
    failer, captor = step.was.turn, taker(step)
    if agrees(book, "mover_after_capture", "failer"):
        return step.became.turn == failer
    if agrees(book, "mover_after_capture", "captor") and step.became.hands[captor]:
        return step.became.turn == captor
    return step.became.turn == next(seat for seat in around(step.became, failer) if step.became.hands[seat])


TAKING: Final[tuple[AnyInvariant, ...]] = (
    Invariant(
        "the failer takes nothing",
        "A seat that fails gets no card by that, neither in its hand nor in its pile.",
        ("BANK-61",),
        Kind.STEP,
        _failer_gets_nothing,
        _fails_and_nothing_is_left_over,
    ),
    Invariant(
        "the layer of the top card takes",
        "A bank of several cards goes to whoever laid the top card when the next seat fails.",
        ("BANK-61",),
        Kind.STEP,
        _layer_takes,
        _fails_on_a_laid_bank,
    ),
    Invariant(
        "the seat before takes",
        "Where a table has agreed so, the bank goes to the seat before the one that fails.",
        ("BANK-61",),
        Kind.STEP,
        _seat_before_takes,
        _seat_before_is_due,
    ),
    Invariant(
        "enough must have failed",
        "Where a table has agreed that all others must fail, nothing is taken before they have.",
        ("BANK-61",),
        Kind.STEP,
        bank_stays,
        _too_few_have_failed,
    ),
    Invariant(
        "a single card of one's own stays",
        "A card that lies alone in the bank is not taken by the seat that laid it.",
        ("BANK-64",),
        Kind.STEP,
        bank_stays,
        _fails_on_a_single_card,
    ),
    Invariant(
        "a single card can be taken",
        "Where a table has agreed so, a card that lies alone is taken by the seat that laid it.",
        ("BANK-64",),
        Kind.STEP,
        _layer_takes,
        _single_card_counts,
    ),
    Invariant(
        "the open card is taken",
        "The open card of the deal is taken by the seat that it counts for when a seat fails, though it lies alone.",
        ("BANK-61", "BANK-64"),
        Kind.STEP,
        _open_card_is_taken_by_its_owner,
        _fails_on_the_open_card,
    ),
    Invariant(
        "who is not due takes nothing",
        "A bank stays if it would go to the seat that fails, or to one that is out where that was agreed to take none.",
        ("BANK-61", "BANK-64"),
        Kind.STEP,
        bank_stays,
        _nobody_is_due,
    ),
    Invariant(
        "a bank is taken by one",
        "A bank that is gone lies in one pile, on top of what was there before.",
        ("BANK-61", "BANK-90", "BANK-92"),
        Kind.STEP,
        _all_to_one,
        _bank_is_gone,
    ),
    Invariant(
        "a bank is taken as a whole",
        "After an action the bank is what it was, with what was laid on it, or it is gone.",
        ("BANK-61", "BANK-62"),
        Kind.STEP,
        _bank_is_whole_or_gone,
        _acted,
    ),
    Invariant(
        "taking changes no hand",
        "When a seat fails every hand stays as it is, whoever takes the bank.",
        ("BANK-61",),
        Kind.STEP,
        _hands_are_the_same,
        _fails_with_score_piles,
    ),
    Invariant(
        "piles only grow",
        "Nothing is ever taken away from captured cards.",
        ("BANK-61",),
        Kind.STEP,
        _piles_only_grow,
        _acted,
    ),
    Invariant(
        "the ghost must be covered",
        "After a bank is taken for a failure its top card must still be covered, unless agreed otherwise.",
        ("BANK-63",),
        Kind.STEP,
        _ghost_is_right,
        _taken_for_failing,
    ),
    Invariant(
        "failing leaves the top card",
        "A failure for which nothing is taken leaves the card that must be covered as it is.",
        ("BANK-63",),
        Kind.STEP,
        _top_is_the_same,
        _fails_and_nothing_is_taken,
    ),
    Invariant(
        "who moves after a bank is taken",
        "After a bank is taken for a failure the next seat clockwise from the failer moves, unless agreed otherwise.",
        ("BANK-62",),
        Kind.STEP,
        _right_seat_moves,
        _taken_and_played_on,
    ),
    *KINGS,
    *ENDS,
)
