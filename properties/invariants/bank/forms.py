"""What must hold of the order of ranks, and of covering by rank, by suit, by a six and by an eight."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from model.bank.cover import one_suit_lower
from model.bank.ranks import header_up, literal
from model.bank.rulebook import Book
from properties.invariants.bank.core import AnyInvariant, Invariant, Kind, agrees
from properties.invariants.bank.covering import COMMON, LINES, rank, suit
from properties.invariants.bank.relation import Look, law, lower_in_suit, of_rank, of_suit

# --- the order of ranks ---


def _line(book: Book) -> str:
    names = {face: letter for letter, face in zip("6789JQKTA", header_up(), strict=True)}
    return "".join(names[face] for face in book.rank_order())


def _header_line(book: Book, seats: int) -> bool:
    return _line(book) in LINES.values()


def _body_line(book: Book, seats: int) -> bool:
    return _line(book) == LINES["literal"]


def _is_literal(book: Book, seats: int) -> bool:
    return agrees(book, "rank_order", "literal")


def _steps_are_converse(book: Book, seats: int) -> bool:
    """By the other line exactly the cards that were covered cover, as far as the step to the next value goes."""
    other = replace(book, rank_order=literal if book.rank_order() == header_up() else header_up)
    return all(
        one_suit_lower(book, card, top) == one_suit_lower(other, top, card)
        for letter in "cdhs"
        for card in of_suit(letter)
        for top in of_suit(letter)
    )


# --- the forms of covering ---


def _equal_ranks_cover(look: Look) -> bool:
    return of_rank(rank(look.top)) - {look.top} <= look.found


def _symmetric_at_equal_rank(look: Look) -> bool:
    return all(look.top in look.relation[card] for card in look.found & of_rank(rank(look.top)))


def _one_lower_covers(look: Look) -> bool:
    return lower_in_suit(look) <= look.found


def _nothing_else_in_suit(look: Look) -> bool:
    if look.ways.option in COMMON and look.group > 0 and look.ways.among_trumps:
        return True
    return look.found & of_suit(suit(look.top)) <= lower_in_suit(look) | of_rank("86")


def _eights_cover(look: Look) -> bool:
    return of_rank("8") - {look.top} <= look.found


def _six_covers_its_suit(look: Look) -> bool:
    return (of_rank("6") & of_suit(suit(look.top))) - {look.top} <= look.found


def _six_covers_no_other_suit(look: Look) -> bool:
    if look.ways.any_six or rank(look.top) == "6":
        return True
    return not look.found & of_rank("6") & look.of_group(0) - of_suit(suit(look.top))


FORMS: Final[tuple[AnyInvariant, ...]] = (
    Invariant(
        "the line of the header",
        "The ranks stand in the order 6, 7, 8, 9, J, Q, K, 10, A, read from one end or from the other.",
        ("BANK-05",),
        Kind.BOOK,
        _header_line,
    ),
    Invariant(
        "the ace is the lowest",
        "From junior to senior the ranks are A, 10, K, Q, J, 9, 8, 7, 6.",
        ("BANK-39", "BANK-05"),
        Kind.BOOK,
        _body_line,
        _is_literal,
    ),
    Invariant(
        "one line is the other upside down",
        "A card covers another by being one lower exactly if by the other line it is covered by it.",
        ("BANK-39", "BANK-41"),
        Kind.BOOK,
        _steps_are_converse,
    ),
    law(
        "one lower in suit covers",
        "The next lower card of its suit covers any card.",
        ("BANK-41", "BANK-39"),
        _one_lower_covers,
    ),
    law(
        "in suit only one lower covers",
        "In its own suit a card is covered by the next lower one, by the six and by the eight alone.",
        ("BANK-41", "BANK-40", "BANK-58"),
        _nothing_else_in_suit,
    ),
    law(
        "equal ranks cover",
        "A card is covered by every other of its rank.",
        ("BANK-42",),
        _equal_ranks_cover,
        "own",
        "none",
    ),
    law(
        "equal ranks cover across groups",
        "Under common trumps a card is covered by every other of its rank, of whatever group.",
        ("BANK-32", "BANK-42"),
        _equal_ranks_cover,
        *COMMON,
    ),
    law(
        "equal ranks cover both ways",
        "Where one card covers another of its rank, that one covers it as well.",
        ("BANK-42", "BANK-32"),
        _symmetric_at_equal_rank,
    ),
    law("an eight on anything", "An eight may be laid on every card.", ("BANK-43",), _eights_cover),
    law("a six on its suit", "A six covers every card of its suit.", ("BANK-58",), _six_covers_its_suit),
    law(
        "a six on no other suit",
        "An ordinary six covers no card of another suit but a six.",
        ("BANK-58",),
        _six_covers_no_other_suit,
    ),
)
