"""What must hold of banks that are taken by laying, and of new banks."""

from __future__ import annotations

from typing import Final

from model.bank.actions import Act
from model.bank.rulebook import Book
from model.bank.state import Stage
from model.cards import KING, face_of
from model.game import NOBODY
from properties.invariants.bank.core import AnyInvariant, Invariant, Kind, Step, agrees
from properties.invariants.bank.seen import (
    bank_stays,
    covers_four_kings,
    leaves_the_rest,
    taker,
    trump_king_takes,
)


def _laid(book: Book, step: Step) -> bool:
    return step.is_a(Act.LAY)


def _layer_has_taken(book: Book, step: Step) -> bool:
    return taker(step) == step.action.seat


def _lays_without_taking(book: Book, step: Step) -> bool:
    return (
        _laid(book, step)
        and not trump_king_takes(book, step)
        and not covers_four_kings(book, step)
        and leaves_the_rest(book, step)
    )


def _lays_on_four_kings_of_its_own(book: Book, step: Step) -> bool:
    return (
        _laid(book, step)
        and step.was.four_kings == step.action.seat
        and agrees(book, "four_kings", "opponents")
        and not trump_king_takes(book, step)
        and leaves_the_rest(book, step)
    )


def _laid_and_played_on(book: Book, step: Step) -> bool:
    return _laid(book, step) and step.after.stage is Stage.ROUND


def _kings_are_remembered(book: Book, step: Step) -> bool:
    """Four kings of one lay, and nothing else, are known as such, and by whom they were laid."""
    four = len(step.cards) == 4 and all(face_of(card) == KING for card in step.cards)
    lies = bool(step.became.bank)
    return step.became.four_kings == (step.action.seat if four and lies else NOBODY)


def _begins_a_bank(book: Book, step: Step) -> bool:
    return _lays_without_taking(book, step) and not step.was.bank


def _bank_is_what_was_laid(book: Book, step: Step) -> bool:
    return step.became.bank == step.cards and step.became.owner == step.action.seat


KINGS: Final[tuple[AnyInvariant, ...]] = (
    Invariant(
        "a new bank begins with what is laid",
        "What is laid after a bank was taken lies in the bank alone and belongs to whoever laid it.",
        ("BANK-62",),
        Kind.STEP,
        _bank_is_what_was_laid,
        _begins_a_bank,
    ),
    Invariant(
        "a trump king takes",
        "A seat that lays a king of its trump as its last card takes the bank and that king.",
        ("BANK-90",),
        Kind.STEP,
        _layer_has_taken,
        trump_king_takes,
    ),
    Invariant(
        "four kings are covered",
        "Whoever lays on four kings of one move takes the bank, unless agreed otherwise.",
        ("BANK-92",),
        Kind.STEP,
        _layer_has_taken,
        covers_four_kings,
    ),
    Invariant(
        "four kings of one's own",
        "Where a table has agreed so, a seat that lays on its own four kings takes nothing.",
        ("BANK-92",),
        Kind.STEP,
        bank_stays,
        _lays_on_four_kings_of_its_own,
    ),
    Invariant(
        "four kings are known",
        "Four kings lie on top as such just after they were laid in one move.",
        ("BANK-92",),
        Kind.STEP,
        _kings_are_remembered,
        _laid_and_played_on,
    ),
    Invariant(
        "laying takes nothing else",
        "By laying a bank is taken only with a trump king to finish, or on four kings.",
        ("BANK-61", "BANK-90", "BANK-92"),
        Kind.STEP,
        bank_stays,
        _lays_without_taking,
    ),
)
