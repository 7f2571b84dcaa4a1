"""D1: the pack, and who starts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from model.cards import ACE, JACK, KING, QUEEN, Face
from model.piles.rulebook import Book
from solver.obligations import Inputs, Obligation, Scene, Statements
from solver.obligations.common import anything, seat
from solver.obligations.piles.order import Piles, agreed, game, under
from solver.terms import Bool, Int, equal, ite, number
from solver.values import Value, as_int, same

# --- the pack ---


def ranks(book: Book) -> tuple[Face, ...]:
    """The ranks of a pack."""
    return book.ranks


def nothing(setting: Piles) -> Inputs:
    """No arguments but the book."""
    return {}


def any_number_of_seats(setting: Piles) -> Inputs:
    """Any number of seats."""
    return {"seats": setting.shapes.any_of(int, "seats", 0)}


def two_to_six(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that so many may play."""
    return (as_int(inputs["seats"]) >= 2) & (as_int(inputs["seats"]) <= 6)


def has_ranks(*expected: int) -> Callable[[Piles, Inputs, Value], Statements]:
    """The pack has these ranks, from the lowest to the highest, and no other card."""

    def goals(setting: Piles, inputs: Inputs, found: Value) -> Statements:
        right = same(setting.theory, found, expected)
        return {"the pack has each of these ranks once in a suit, and no other card": right}

    return goals


def second_pack(setting: Piles, inputs: Inputs, packs: Value) -> Statements:
    """A second pack from four seats on."""
    more = as_int(inputs["seats"]) >= 4
    return {"one pack for two and three seats, two for more": equal(as_int(packs), ite(more, number(2), number(1)))}


def so_many_packs(expected: int) -> Callable[[Piles, Inputs, Value], Statements]:
    """So many packs, however many play."""

    def goals(setting: Piles, inputs: Inputs, packs: Value) -> Statements:
        return {"the number of packs is the same for all numbers of seats": equal(as_int(packs), number(expected))}

    return goals


# --- who starts ---


def any_dealer(setting: Piles) -> Inputs:
    """Any dealer."""
    return {"dealer": setting.shapes.any_of(int, "dealer", 0), "seats": setting.seats}


def dealer_is_a_seat(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that somebody at the table deals."""
    return seat(setting, as_int(inputs["dealer"]))


def not_the_dealer(setting: Piles, inputs: Inputs, starts: Int) -> Statements:
    """The seat to the dealer's left starts; with two, whoever did not deal."""
    dealer = as_int(inputs["dealer"])
    left = left_of(setting, dealer)
    return {"the seat to the dealer's left starts": equal(as_int(starts), left)}


def left_of(setting: Piles, dealer: Int) -> Int:
    """The next seat clockwise, the first one after the last."""
    return ite(equal(dealer, number(setting.seats - 1)), number(0), dealer + 1)


def the_dealer(setting: Piles, inputs: Inputs, starts: Int) -> Statements:
    """The dealer starts."""
    return {"the dealer starts": equal(as_int(starts), as_int(inputs["dealer"]))}


RANKS: Final[Scene[Book]] = Scene("ranks", lambda book: ranks, nothing, anything)
PACKS: Final[Scene[Book]] = Scene("packs", lambda book: book.packs, any_number_of_seats, two_to_six)
FIRST_SEAT: Final[Scene[Book]] = Scene("first_seat", lambda book: book.first_seat, any_dealer, dealer_is_a_seat)

SCENES: Final = (RANKS, PACKS, FIRST_SEAT)

BEGGAR_RANKS: Final = tuple(range(2, ACE + 1))
CAMICIA_RANKS: Final = (*range(2, 8), JACK, QUEEN, KING, ACE)

OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    Obligation(
        "D1.pack",
        RANKS,
        "the pack has the thirteen ranks from two to ace, and no joker",
        ("BMN-05",),
        has_ranks(*BEGGAR_RANKS),
        when=game("beggar"),
        once=True,
    ),
    Obligation(
        "D1.forty_cards",
        RANKS,
        "the pack of Camicia has ten ranks: ace to seven, and three pictures",
        ("BMN-56",),
        has_ranks(*CAMICIA_RANKS),
        when=game("camicia"),
        once=True,
    ),
    Obligation(
        "D1.second_pack",
        PACKS,
        "with four or more seats there is a second pack",
        ("BMN-65",),
        second_pack,
        when=agreed(packs="by_seats"),
        once=True,
    ),
    *(
        Obligation(
            f"D1.packs_{way}",
            PACKS,
            f"the number of packs is {way}, however many play",
            ("BMN-65",),
            so_many_packs(int(way)),
            when=agreed(packs=way),
            under=under("packs", way),
            once=True,
        )
        for way in ("1", "2")
    ),
    Obligation(
        "D1.first_seat",
        FIRST_SEAT,
        "the seat to the dealer's left starts, which with two players is whoever did not deal",
        ("BMN-10",),
        not_the_dealer,
        when=agreed(first_seat="left_of_dealer"),
    ),
    Obligation(
        "D1.dealer_first",
        FIRST_SEAT,
        "the dealer starts",
        ("BMN-10",),
        the_dealer,
        when=agreed(first_seat="dealer"),
        under=under("first_seat", "dealer"),
    ),
)
