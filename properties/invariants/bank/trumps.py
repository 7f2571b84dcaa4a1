"""What must hold of the five options of trumps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from model.bank.actions import format_suits
from model.bank.rulebook import Book
from properties.invariants.bank.core import AnyInvariant, Invariant, Kind
from properties.invariants.bank.covering import COMMON, rank, suit
from properties.invariants.bank.relation import (
    Look,
    by_rank,
    by_rank_across,
    everywhere,
    law,
    of_suit,
    under,
)


def _ordinary_covers_by_rank_only(look: Look) -> bool:
    strangers = look.of_group(0) - of_suit(suit(look.top))
    return look.found & strangers <= (by_rank_across if _is_common(look) and look.group > 0 else by_rank)(look)


def _is_common(look: Look) -> bool:
    return look.ways.option in COMMON


# --- trumps ---


def _trumps_cover_ordinary(look: Look) -> bool:
    at_any_rank = look.ways.any_rank or look.ways.option == "senior_junior"
    return look.group > 0 or not at_any_rank or look.of_group(1, 2) <= look.found


def _trump_of_each_covers(look: Look) -> bool:
    return look.group > 0 or not look.ways.any_rank or of_suit(look.trumps[look.seat]) <= look.found


def _ordinary_beats_no_trump(look: Look) -> bool:
    return look.group == 0 or look.found & look.of_group(0) <= by_rank_across(look)


def _trump_suits_are_level(look: Look) -> bool:
    if look.group == 0 or look.ways.among_trumps:
        return True
    return look.found & look.of_group(1) - of_suit(suit(look.top)) <= by_rank(look)


def _groups_are_ordered(look: Look) -> bool:
    """Across groups nothing is covered both ways, unless by rank or by the licence of eights."""
    others = look.found - by_rank_across(look) - look.of_group(look.group)
    return not [card for card in others if rank(look.top) != "8" and look.top in look.relation[card]]


def _senior_beats_everything_below(look: Look) -> bool:
    return look.group == 2 or look.of_group(2) <= look.found


def _junior_beats_no_senior(look: Look) -> bool:
    return look.group < 2 or look.found & look.of_group(1) <= by_rank_across(look)


def _reds_and_blacks(look: Look) -> bool:
    """Hearts and clubs beat no other suit."""
    strangers = of_suit("hc") - of_suit(suit(look.top))
    return look.found & strangers <= (by_rank(look) if suit(look.top) in "hc" else by_rank_across(look))


def _diamonds(look: Look) -> bool:
    """Diamonds beat hearts and clubs, and no spade."""
    if suit(look.top) in "hc":
        return of_suit("d") <= look.found
    return suit(look.top) == "d" or look.found & of_suit("d") <= by_rank_across(look)


def _spades(look: Look) -> bool:
    """Spades beat every other suit."""
    return suit(look.top) == "s" or of_suit("s") <= look.found


def _different(book: Book, seats: int) -> bool:
    mine = book.trump_suits[:seats]
    return len(mine) == len(set(mine)) == seats


def _as_written(book: Book, seats: int) -> bool:
    """Whether spades are the senior trumps and diamonds the junior ones."""
    return under("senior_junior")(book, seats) and format_suits(book.trump_suits) == "sd"


def _law_as_written(name: str, statement: str, clause: str, holds: Callable[[Look], bool]) -> AnyInvariant:
    return Invariant(name, statement, (clause,), Kind.BOOK, everywhere(holds), _as_written)


TRUMPS: Final[tuple[AnyInvariant, ...]] = (
    law(
        "without a trump only rank helps in another suit",
        "A card that is no trump of the seat covers one of another suit only by its rank.",
        ("BANK-18", "BANK-40", "BANK-42"),
        _ordinary_covers_by_rank_only,
        "own",
    ),
    law(
        "without trumps only rank helps in another suit",
        "Without trumps a card covers one of another suit only by its rank.",
        ("BANK-20", "BANK-40", "BANK-42"),
        _ordinary_covers_by_rank_only,
        "none",
    ),
    law(
        "ordinary cards help in another suit by rank alone",
        "Under common trumps an ordinary card covers one of another suit only by its rank.",
        ("BANK-40", "BANK-42"),
        _ordinary_covers_by_rank_only,
        *COMMON,
    ),
    law(
        "each seat has its trump",
        "Every card of the seat's own trump covers every card of another suit.",
        ("BANK-18", "BANK-19"),
        _trump_of_each_covers,
        "own",
    ),
    Invariant(
        "own trumps are different",
        "No two seats have the same trump.",
        ("BANK-18",),
        Kind.BOOK,
        _different,
        under("own"),
    ),
    law(
        "the trump beats ordinary cards",
        "The one trump covers every ordinary card, whoever lays it.",
        ("BANK-21",),
        _trumps_cover_ordinary,
        "one",
    ),
    law(
        "ordinary cards do not beat the trump",
        "The one trump is covered by an ordinary card only of equal rank, and by an eight.",
        ("BANK-22",),
        _ordinary_beats_no_trump,
        "one",
    ),
    law(
        "both trumps beat ordinary cards",
        "Each of the two trumps covers every ordinary card, whoever lays it.",
        ("BANK-23",),
        _trumps_cover_ordinary,
        "two",
    ),
    law(
        "two trumps are level",
        "Neither of the two trump suits beats the other, except by rank.",
        ("BANK-23",),
        _trump_suits_are_level,
        "two",
    ),
    law(
        "ordinary cards do not beat two trumps",
        "A trump of two is covered by an ordinary card only of equal rank, and by an eight.",
        ("BANK-24",),
        _ordinary_beats_no_trump,
        "two",
    ),
    law(
        "three groups in order",
        "Across the three groups no two cards cover each other, unless by rank or as eights.",
        ("BANK-25",),
        _groups_are_ordered,
        "senior_junior",
    ),
    law(
        "a senior trump beats all below",
        "A senior trump covers every junior trump and every ordinary card.",
        ("BANK-29", "BANK-25"),
        _senior_beats_everything_below,
        "senior_junior",
    ),
    law(
        "a junior trump beats no senior one",
        "A senior trump is covered by a junior one only of equal rank, and by an eight.",
        ("BANK-30",),
        _junior_beats_no_senior,
        "senior_junior",
    ),
    law(
        "a junior trump beats ordinary cards",
        "A junior trump covers every ordinary card.",
        ("BANK-30", "BANK-25"),
        _trumps_cover_ordinary,
        "senior_junior",
    ),
    law(
        "ordinary cards beat ordinary cards alone",
        "No trump of either group is covered by an ordinary card, but by rank and by an eight.",
        ("BANK-31",),
        _ordinary_beats_no_trump,
        "senior_junior",
    ),
    _law_as_written(
        "hearts and clubs are ordinary",
        "Hearts and clubs cover no card of another suit, but by rank and as eights.",
        "BANK-26",
        _reds_and_blacks,
    ),
    _law_as_written(
        "diamonds are the junior trumps",
        "Diamonds cover all hearts and clubs, and no spade but by rank and as eights.",
        "BANK-27",
        _diamonds,
    ),
    _law_as_written("spades are the senior trumps", "Spades cover every card of the other suits.", "BANK-28", _spades),
)
