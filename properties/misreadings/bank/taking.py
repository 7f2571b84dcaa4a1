"""Misread rules of who takes the bank, what must then be covered, and when a round is over."""

from __future__ import annotations

from typing import Final

from model.bank.ranks import NO_CARD, Points, points_of
from model.bank.rulebook import Book
from model.bank.state import Round, holders, next_holder
from model.bank.turns import one_left_or_blocked
from model.cards import KING, Card, face_of
from model.game import Seat
from properties.misreadings import Fault
from properties.misreadings.bank.core import BankMisreading


def bank_needs_points(table: Round) -> bool:
    """A bank without points stays where it is."""
    return points_of(table.bank) > Points(0)


def bank_of_several_cards(table: Round) -> bool:
    """A bank of one card is taken by nobody, whosever card it is."""
    return len(table.bank) > 1


def the_next_seat_takes(table: Round) -> Seat:
    """The seat whose turn is next takes what the one before could not beat."""
    return next_holder(table, table.turn)


def next_seat_has_the_open_card(table: Round) -> Seat:
    """The open card is taken by the seat whose turn is next."""
    return next_holder(table, table.turn)


def first_mover_begins_again(table: Round, captor: Seat) -> Seat:
    """The seat that began the round begins each bank, or the next one if it is out."""
    return table.first if table.hands[table.first] else next_holder(table, table.first)


def lowest_card_stays(table: Round, for_failing: bool) -> Card:
    """The card with which the captured bank began must be covered."""
    return table.bank[0] if for_failing else NO_CARD


def first_out_ends(table: Round) -> bool:
    """The round is over as soon as one seat has gone out."""
    return bool(table.out) or one_left_or_blocked(table)


def first_out_ends_without_a_stock(table: Round) -> bool:
    """Once the stock is gone the round is over if a seat has gone out."""
    return (bool(table.out) and not table.stock) or one_left_or_blocked(table)


def one_failure_blocks(table: Round) -> bool:
    """Once the stock is gone the round is over when a seat cannot move."""
    return len(holders(table)) <= 1 or (not table.stock and bool(table.stuck))


def any_king_takes(book: Book, laid: Round) -> bool:
    """Whoever goes out with a king takes the bank, trump or not."""
    return not laid.hands[laid.turn] and face_of(laid.top) == KING


def only_the_layer_covers_kings(before: Round) -> bool:
    """Only the seat that laid four kings takes the bank, with its further move."""
    return before.turn == before.four_kings


TAKING: Final[tuple[BankMisreading, ...]] = (
    BankMisreading(
        "bank_needs_points",
        Fault.OWNER,
        ("BANK-61",),
        "capture",
        bank_needs_points,
        "A bank is taken only if there are points in it.",
        "6c/As+7s",
        "pass",
        "BANK-61 names no condition; captured cards are there for their points.",
    ),
    BankMisreading(
        "next_seat_takes_the_bank",
        Fault.OWNER,
        ("BANK-61",),
        "captor",
        the_next_seat_takes,
        "Whoever is next takes what the one before could not beat.",
        "9c/As/7s+9h",
        "9c pass",
        "BANK-A10 asks who takes the bank; no clause names the next seat.",
    ),
    BankMisreading(
        "first_mover_begins_again",
        Fault.LEAD,
        ("BANK-62",),
        "mover_after_capture",
        first_mover_begins_again,
        "Whoever began the party begins every new bank.",
        "6c/7c+9c",
        "pass",
        "BANK-A13 asks who moves after a capture; no clause names the one that began.",
    ),
    BankMisreading(
        "lowest_card_stays",
        Fault.ORDER,
        ("BANK-63",),
        "ghost",
        lowest_card_stays,
        "The card with which the bank began stays in the centre and must be covered.",
        "6c9c/As+9h",
        "9c pass",
        "BANK-A13 asks on what one moves after a capture; BANK-63 names the upper card.",
    ),
    BankMisreading(
        "single_cards_are_never_taken",
        Fault.OWNER,
        ("BANK-64",),
        "capture",
        bank_of_several_cards,
        "A bank of one card is never taken.",
        "6c/7c+Tc",
        "pass",
        "BANK-A11 b makes the last words of BANK-64 idle; here every bank of one card stays.",
    ),
    BankMisreading(
        "next_seat_has_the_open_card",
        Fault.OWNER,
        ("BANK-64",),
        "deck_card_owner",
        next_seat_has_the_open_card,
        "The open card goes to whoever moves next.",
        "6c/Ac/7d+8d",
        "pass",
        "BANK-A11 asks whose the open card is; no clause names the next seat.",
    ),
    BankMisreading(
        "first_out_ends_the_round",
        Fault.END,
        ("BANK-65",),
        "round_end",
        first_out_ends,
        "The party is over as soon as somebody has finished.",
        "9c/6d/6h+9s",
        "9c",
        "BANK-A16 asks when a party is over; many games end with the first hand that is empty.",
    ),
    BankMisreading(
        "first_out_ends_without_a_stock",
        Fault.END,
        ("BANK-66",),
        "round_end",
        first_out_ends_without_a_stock,
        "Once the stock is gone the first to finish ends the party.",
        "9c/6d/6h+9s",
        "9c",
        "BANK-A16: BANK-65 speaks of the stock and of players that are out, here taken together.",
    ),
    BankMisreading(
        "one_failure_blocks",
        Fault.END,
        ("BANK-67",),
        "round_end",
        one_failure_blocks,
        "Once the stock is gone the party is over when somebody cannot move.",
        "9s/6d+Ah",
        "pass",
        "BANK-A16 asks when a party is over; here one failure does what all of them do in BANK-67.",
    ),
    BankMisreading(
        "any_king_takes",
        Fault.OWNER,
        ("BANK-90",),
        "trump_king",
        any_king_takes,
        "Finishing with any king takes the bank.",
        "Kh/6d+Ks",
        "Kh",
        "BANK-A31 asks which king is a trump king.",
    ),
    BankMisreading(
        "only_the_layer_covers_kings",
        Fault.OWNER,
        ("BANK-92",),
        "four_kings",
        only_the_layer_covers_kings,
        "Whoever lays four kings takes the bank with the further move, and nobody else does.",
        "KcKdKhKs/6d/6c+Qs",
        "KcKdKhKs 6d",
        "BANK-A34 asks who may cover four kings; opponents are shut out by no clause.",
    ),
)
