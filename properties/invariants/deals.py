"""What must hold of every pack that is dealt."""

from __future__ import annotations

from collections import Counter

from model.piles.rulebook import Book
from model.piles.state import all_cards
from properties.invariants.core import Dealing, Invariant, Kind, agrees, always


def _deals_out(book: Book, dealing: Dealing) -> bool:
    return agrees(book, "deal", "singly_clockwise")


def _every_card_dealt(book: Book, dealing: Dealing) -> bool:
    dealt = [card for hand in dealing.table.hands for card in hand]
    return Counter(dealt) == Counter(dealing.deck) and dealing.table.middle == ()


def _sizes_differ_by_one(book: Book, dealing: Dealing) -> bool:
    sizes = [len(hand) for hand in dealing.table.hands]
    return max(sizes) - min(sizes) <= 1


def _from_the_left(dealing: Dealing, place: int) -> int:
    return (dealing.dealer + 1 + place) % dealing.seats


def _card_by_card_clockwise(book: Book, dealing: Dealing) -> bool:
    """Card i of the pack lies with seat dealer + 1 + i."""
    expected: list[Counter[int]] = [Counter() for _ in range(dealing.seats)]
    for place, card in enumerate(dealing.deck):
        expected[_from_the_left(dealing, place)][card] += 1
    return [Counter(hand) for hand in dealing.table.hands] == expected


def _uneven(book: Book, dealing: Dealing) -> bool:
    return _deals_out(book, dealing) and len(dealing.deck) % dealing.seats != 0


def _extras_go_left_of_the_dealer(book: Book, dealing: Dealing) -> bool:
    share, extras = divmod(len(dealing.deck), dealing.seats)
    sizes = [len(dealing.table.hands[_from_the_left(dealing, place)]) for place in range(dealing.seats)]
    return sizes == [share + (place < extras) for place in range(dealing.seats)]


def _stacked(book: Book, dealing: Dealing) -> bool:
    return agrees(book, "deal", "singly_clockwise", "equal_rest_to_middle")


def _last_dealt_on_top(book: Book, dealing: Dealing) -> bool:
    """Cards lie as they came, the last one on top, or the first one where that is agreed on; none is lost."""
    last = agrees(book, "dealt_on_top", "last_dealt")
    as_they_came = [tuple([card for card in dealing.deck if card in hand]) for hand in dealing.table.hands]
    stacked = tuple([cards[::-1] if last else cards for cards in as_they_came])
    return dealing.table.hands == stacked and _nothing_is_missing(dealing)


def _shares_equally(book: Book, dealing: Dealing) -> bool:
    return agrees(book, "deal", "equal_rest_to_middle")


def _equal_piles(book: Book, dealing: Dealing) -> bool:
    share = len(dealing.deck) // dealing.seats
    return {len(hand) for hand in dealing.table.hands} == {share} and _nothing_is_missing(dealing)


def _nothing_is_missing(dealing: Dealing) -> bool:
    return Counter(all_cards(dealing.table)) == Counter(dealing.deck)


def _left_overs_lie_in_the_middle(book: Book, dealing: Dealing) -> bool:
    """Those and no other: a middle that is empty has no left-over card, and nothing is asked of anybody."""
    over = len(dealing.deck) % dealing.seats
    return (len(dealing.table.middle), dealing.table.left) == (over, over) and _nothing_is_missing(dealing)


def _all_have_cards(book: Book, dealing: Dealing) -> bool:
    return all(dealing.table.hands)


def _other_leads(book: Book, dealing: Dealing) -> bool:
    return dealing.table.turn == (
        _from_the_left(dealing, 0) if agrees(book, "first_seat", "left_of_dealer") else dealing.dealer
    )


DEALS: tuple[Invariant[Dealing], ...] = (
    Invariant(
        "every card is dealt",
        "The whole pack is dealt out and no card twice, for any pack and number of seats.",
        ("BMN-06", "BMN-60"),
        Kind.DEAL,
        _every_card_dealt,
        _deals_out,
    ),
    Invariant(
        "hands differ by one",
        "No seat is dealt more than one card more than another.",
        ("BMN-06", "BMN-60", "BMN-61"),
        Kind.DEAL,
        _sizes_differ_by_one,
        always,
    ),
    Invariant(
        "card by card clockwise",
        "The first card goes to the dealer's left, the next to the seat after it, and so on.",
        ("BMN-06",),
        Kind.DEAL,
        _card_by_card_clockwise,
        _deals_out,
    ),
    Invariant(
        "extra cards go to the first seats",
        "What does not divide goes to the seats that were dealt to first.",
        ("BMN-60", "BMN-61"),
        Kind.DEAL,
        _extras_go_left_of_the_dealer,
        _uneven,
    ),
    Invariant(
        "the card dealt last is on top",
        "Cards are stacked face down as they come, and nobody looks at them or sorts them.",
        ("BMN-08", "BMN-09", "BB-05", "BB-38"),
        Kind.DEAL,
        _last_dealt_on_top,
        _stacked,
    ),
    Invariant(
        "equal piles",
        "Where piles are equal, everybody is dealt as many cards as everybody else, and no card is lost.",
        ("BB-04",),
        Kind.DEAL,
        _equal_piles,
        _shares_equally,
    ),
    Invariant(
        "left-overs lie in the middle",
        "Where piles are equal, the middle begins with the cards that cannot be shared out; if all can, with none.",
        ("BB-06",),
        Kind.DEAL,
        _left_overs_lie_in_the_middle,
        _shares_equally,
    ),
    Invariant(
        "the other player starts",
        "The player to the dealer's left, with two seats the one who did not deal, lays the first card; or the dealer, "
        "where that is agreed on.",
        ("BMN-10",),
        Kind.DEAL,
        _other_leads,
        _all_have_cards,
    ),
)
