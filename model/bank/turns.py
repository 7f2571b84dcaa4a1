"""A turn: laying, drawing, failing, and what follows from it."""

from __future__ import annotations

from dataclasses import replace

from model.bank.actions import Act
from model.bank.moves import asks_for_more, is_four_of_a_kind
from model.bank.ranks import SEVEN
from model.bank.rulebook import Book
from model.bank.state import Finish, Phase, Round, holders, next_holder, put, with_seat, without
from model.bank.taking import capturer, take, takes_by_laying
from model.cards import KING, Zone, face_of
from model.clause import clause
from model.game import NOBODY, Seat


@clause("BANK-49")
def lay(book: Book, table: Round, cards: Zone) -> Round:
    """The seat in turn lays cards onto the bank; what they are says what follows."""
    seat = table.turn
    hand = without(table.hands[seat], cards)
    laid = replace(
        table,
        hands=put(table.hands, seat, hand),
        bank=table.bank + cards,
        top=cards[-1],
        owner=seat,
        sevens=table.sevens or SEVEN in map(face_of, cards),
        laid_fresh=cards[-1] in table.fresh,
        four_kings=seat if is_four_of_a_kind(cards) and face_of(cards[0]) == KING else NOBODY,
        failed=(),
        stuck=(),
        out=table.out if hand else (*table.out, Finish(seat, cards)),
    )
    if takes_by_laying(book, table, laid):
        laid = take(book, laid, seat, False)
    further = asks_for_more(book, cards)
    if hand and further is not None:
        return replace(laid, phase=further)
    return end_turn(book, laid)


def end_turn(book: Book, table: Round) -> Round:
    """The turn of a seat that has laid something is over."""
    passed = turn_to(book, table, next_holder(table, table.turn))
    if passed.phase is Phase.OVER or not book.seven_trigger(table) or book.seven(passed) is None:
        return passed
    return replace(passed, phase=Phase.SEVEN)


def turn_to(book: Book, table: Round, seat: Seat) -> Round:
    """The turn comes to a seat, unless the round is over."""
    if book.round_end(table):
        return replace(book.bank_left(table), phase=Phase.OVER)
    return replace(table, turn=seat, phase=Phase.MOVE, drawn=False, forced=False, fresh=(), sevens=False)


@clause("BANK-60", "BANK-61")
def fail(book: Book, table: Round) -> Round:
    """The seat in turn cannot cover the top card: somebody may take the bank for that, and the turn goes on."""
    stuck = table.stuck if table.stock else with_seat(table.stuck, table.turn)
    failed = replace(table, failed=with_seat(table.failed, table.turn), stuck=stuck)
    captor = capturer(book, failed)
    if captor == NOBODY:
        return turn_to(book, failed, next_holder(failed, failed.turn))
    taken = take(book, failed, captor, True)
    return turn_to(book, taken, book.mover_after_capture(taken, captor))


def skip(book: Book, table: Round) -> Round:
    """The seat in turn misses its turn because of a seven, which is no failure."""
    return turn_to(book, table, next_holder(table, table.turn))


# --- drawing ---


@clause("BANK-59")
def draw_one(table: Round) -> Round:
    """The seat in turn takes the next card of the stock."""
    card = table.stock[0]
    hand = table.hands[table.turn] + (card,)
    return replace(table, hands=put(table.hands, table.turn, hand), stock=table.stock[1:], fresh=table.fresh + (card,))


def draw(book: Book, table: Round) -> Round:
    """The seat in turn draws, because it cannot move or because of a seven."""
    drawn = book.draw(table)
    if table.phase is not Phase.SEVEN:
        return replace(drawn, drawn=True)
    forced = replace(drawn, forced=True)
    return forced if book.seven(forced) is not None else replace(forced, phase=Phase.MOVE)


def can_draw(book: Book, table: Round) -> bool:
    """Whether a seat that cannot move may draw: one card a turn, while the stock lasts (BANK-A17)."""
    if not table.stock or table.drawn:
        return False
    return not table.forced or book.stuck_after_forced_draw()


def draws_again() -> bool:
    """A seat that cannot move after drawing under a seven draws once more (BANK-A21)."""
    return True


def fails() -> bool:
    """A seat that cannot move after drawing under a seven has failed (BANK-A21)."""
    return False


# --- seven: what the seat under a seven must do now ---


@clause("BANK-50", "BANK-51")
def skip_turn(table: Round) -> Act | None:
    """It misses its turn."""
    return Act.SKIP


@clause("BANK-53")
def draw_and_move(table: Round) -> Act | None:
    """It takes a card from the stock, if there is one, and moves."""
    return Act.DRAW if table.stock and not table.forced else None


@clause("BANK-54")
def draw_and_skip(table: Round) -> Act | None:
    """It takes a card from the stock, if there is one, and misses its turn."""
    return Act.DRAW if table.stock and not table.forced else Act.SKIP


@clause("BANK-56")
def nothing(table: Round) -> Act | None:
    """A seven has no effect."""
    return None


# --- seven_trigger ---


@clause("BANK-50")
def any_laid(table: Round) -> bool:
    """Any seven laid in the turn counts (BANK-A21)."""
    return table.sevens


def top_at_end(table: Round) -> bool:
    """Only a seven that lies on top at the end of the turn counts (BANK-A21)."""
    return table.sevens and bool(table.bank) and face_of(table.bank[-1]) == SEVEN


# --- round_end ---


@clause("BANK-65", "BANK-66", "BANK-67")
def one_left_or_blocked(table: Round) -> bool:
    """One seat at most holds cards, or the stock is gone and all that hold cards have failed since (BANK-A16)."""
    left = holders(table)
    return len(left) <= 1 or set(left) <= set(table.stuck)


def stock_gone(table: Round) -> bool:
    """One seat at most holds cards, or the stock is gone (BANK-A16)."""
    return len(holders(table)) <= 1 or not table.stock


# --- bank_left ---


def nobody(table: Round) -> Round:
    """What is left in the bank counts for nobody (BANK-A18)."""
    return table


def layer_of_top(table: Round) -> Round:
    """What is left in the bank goes to whoever laid its top card (BANK-A18)."""
    return _given(table, table.owner)


def last_finisher(table: Round) -> Round:
    """What is left in the bank goes to the seat that went out last (BANK-A18)."""
    return _given(table, table.out[-1].seat) if table.out else table


def _given(table: Round, seat: Seat) -> Round:
    if seat == NOBODY:
        return table
    return replace(table, captured=put(table.captured, seat, table.captured[seat] + table.bank), bank=(), owner=NOBODY)
