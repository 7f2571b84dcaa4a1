"""Who takes the bank, and what is then to be covered."""

from __future__ import annotations

from dataclasses import replace

from model.bank.ranks import NO_CARD, suit_of
from model.bank.rulebook import Book, Standing
from model.bank.state import Round, has_gone_out, holders, next_holder, put
from model.cards import KING, SUITS, Card, face_of
from model.clause import clause
from model.game import NOBODY, Seat


@clause("BANK-61", "BANK-64")
def capturer(book: Book, table: Round) -> Seat:
    """Who takes the bank because the seat in turn has failed; NOBODY if it stays.

    The seat that fails never takes it, and a bank of one card not the seat whose card it is.
    """
    if not table.bank or not book.capture(table):
        return NOBODY
    seat = book.deck_card_owner(table) if table.owner == NOBODY else book.captor(table)
    if seat in (NOBODY, table.turn):
        return NOBODY
    if not table.hands[seat] and not (has_gone_out(table, seat) and book.out_may_capture()):
        return NOBODY
    if len(table.bank) == 1 and table.owner == seat and not _takes_own_single(book, table):
        return NOBODY
    return seat


def _takes_own_single(book: Book, table: Round) -> bool:
    return book.own_single() or (table.laid_fresh and book.drawn_single())


@clause("BANK-62", "BANK-63")
def take(book: Book, table: Round, seat: Seat, for_failing: bool) -> Round:
    """A seat takes the bank; the next card laid begins a new one, and the ghost of the old may have to be covered.

    Where nothing has to be covered any more nobody is stuck; nor is a seat that has taken cards into its hand.
    """
    taken, top = book.captured_to(table, seat), book.ghost(table, for_failing)
    freed = holders(table) if top == NO_CARD else (seat,) if taken.hands != table.hands else ()
    return replace(
        taken,
        bank=(),
        top=top,
        owner=NOBODY,
        laid_fresh=False,
        four_kings=NOBODY,
        failed=tuple([one for one in table.failed if one not in freed]),
        stuck=tuple([one for one in table.stuck if one not in freed]),
    )


@clause("BANK-90", "BANK-92")
def takes_by_laying(book: Book, before: Round, laid: Round) -> bool:
    """Whether the seat in turn takes the bank by what it has just laid: on four kings, or a trump king to finish."""
    if before.four_kings != NOBODY and book.four_kings(before):
        return True
    return book.trump_king(book, laid) and (len(laid.bank) > 1 or book.trump_king_single())


# --- trump_king ---


@clause("BANK-90")
def finishes_with_trump_king(book: Book, laid: Round) -> bool:
    """Whether the seat in turn has just gone out with a king that is a trump, its own or everybody's (BANK-A31)."""
    return not laid.hands[laid.turn] and face_of(laid.top) == KING and is_trump(book, laid, laid.turn, laid.top)


def is_trump(book: Book, table: Round, seat: Seat, card: Card) -> bool:
    """Whether a card is a trump for a seat: its suit stands above another."""
    suit = suit_of(card)
    standings = [book.trumps(book, table.trumps, seat, suit, other) for other in SUITS if other != suit]
    return Standing.ABOVE in standings or Standing.TRUMP in standings


def taken() -> bool:
    """It is taken even where it is the only card of the bank."""
    return True


def stays() -> bool:
    """It is not taken where it is the only card of the bank."""
    return False


# --- four_kings ---


@clause("BANK-92")
def anyone(before: Round) -> bool:
    """Whoever covers four kings takes the bank, the seat that laid them included (BANK-A34)."""
    return True


def opponents(before: Round) -> bool:
    """Whoever covers the four kings of another seat takes the bank (BANK-A34)."""
    return before.turn != before.four_kings


# --- capture ---


@clause("BANK-61")
def next_fails(table: Round) -> bool:
    """One failure is enough (BANK-A09)."""
    return True


def all_fail(table: Round) -> bool:
    """Every other seat with cards must have failed in turn (BANK-A09)."""
    return {seat for seat in holders(table) if seat != table.owner} <= set(table.failed)


# --- captor ---


@clause("BANK-61")
def layer_of_top(table: Round) -> Seat:
    """Whoever laid the top card takes the bank (BANK-A10)."""
    return table.owner


def seat_before(table: Round) -> Seat:
    """The seat before the one that fails takes the bank, whoever laid the top card (BANK-A10)."""
    return before_failer(table)


# --- out_may_capture, own_single, drawn_single ---


def yes() -> bool:
    """A seat that has gone out takes what it has laid as any other does (BANK-A19)."""
    return True


def no() -> bool:
    """A seat that has gone out takes nothing any more (BANK-A19)."""
    return False


@clause("BANK-64")
def stays_there() -> bool:
    """A card that lies alone in the bank is not taken by the seat that has laid it (BANK-A12)."""
    return False


def is_taken() -> bool:
    """A card that lies alone in the bank is taken by the seat that has laid it (BANK-A12)."""
    return True


# --- deck_card_owner ---


@clause("BANK-64")
def before_failer(table: Round) -> Seat:
    """The seat before the one that fails: the nearest one that holds cards, or laid the top card (BANK-A11)."""
    seats = len(table.hands)
    around = [Seat((table.turn - distance) % seats) for distance in range(1, seats + 1)]
    return next(seat for seat in around if table.hands[seat] or seat == table.owner)


def nobody(table: Round) -> Seat:
    """The open card is nobody's, and stays (BANK-A11)."""
    return NOBODY


def dealer(table: Round) -> Seat:
    """The open card is the dealer's (BANK-A11)."""
    return table.dealer


# --- mover_after_capture ---


@clause("BANK-60")
def after_failer(table: Round, captor: Seat) -> Seat:
    """The turn goes on clockwise from the seat that failed (BANK-A13)."""
    return next_holder(table, table.turn)


def captor_moves(table: Round, captor: Seat) -> Seat:
    """The seat that took the bank moves; if it is out the turn goes on as it would otherwise (BANK-A13)."""
    return captor if table.hands[captor] else after_failer(table, captor)


def failer_moves(table: Round, captor: Seat) -> Seat:
    """The seat that failed moves again (BANK-A13)."""
    return table.turn


# --- ghost ---


@clause("BANK-63")
def after_capture(table: Round, for_failing: bool) -> Card:
    """A bank taken for a failure leaves its top card to be covered, one taken by laying does not (BANK-A13)."""
    return table.top if for_failing else NO_CARD


def after_any_taking(table: Round, for_failing: bool) -> Card:
    """Every bank that is taken leaves its top card to be covered (BANK-A13)."""
    return table.top


def no_ghost(table: Round, for_failing: bool) -> Card:
    """On an empty bank anything may be laid (BANK-A13)."""
    return NO_CARD


# --- captured_to ---


@clause("BANK-61")
def score_pile(table: Round, seat: Seat) -> Round:
    """Captured cards are put aside and count in the end (BANK-A14)."""
    return replace(table, captured=put(table.captured, seat, table.captured[seat] + table.bank))


def into_hand(table: Round, seat: Seat) -> Round:
    """Captured cards go into the hand, as long as there is one; a seat that is out puts them aside (BANK-A14)."""
    if not table.hands[seat]:
        return score_pile(table, seat)
    return replace(table, hands=put(table.hands, seat, table.hands[seat] + table.bank))
