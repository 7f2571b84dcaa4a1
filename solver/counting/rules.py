"""Which rule books can be counted, and which of them the kernel plays."""

from __future__ import annotations

from typing import Final

from model.game import Seat
from model.piles.dealing import singly_clockwise
from model.piles.play import deal_pack
from model.piles.points import choices
from model.piles.rulebook import Book
from model.piles.taking import off, shuffled
from solver.counting.decks import Deck
from solver.decks import DeckError
from solver.graphs.agreed import departures
from solver.kernel.batch import End
from solver.kernel.oracle import EITHER_WAY

_OF_THE_DECK: Final = {"pay_map": "which cards demand how many", "packs": "how many cards there are"}
"""Rule points that a deck of classes leaves nothing to say, and what they say."""


def kernel_end(book: Book) -> End | None:
    """The end rule that the kernel plays this book with at two seats, or None if it does not know the book.

    How cards and tricks are counted is left to the caller: the kernel counts plainly.
    """
    chosen = choices(book)
    if all(way in EITHER_WAY.get(point, frozenset()) for point, way in chosen.items()):
        return End(chosen["end"])
    return None


def check_given(book: Book) -> None:
    """Refuse choices that say what a deck is, where it is given card by card, as classes. Raises DeckError."""
    chosen = dict(departures(book))
    for point, what in _OF_THE_DECK.items():
        if point in chosen:
            raise DeckError(
                f"{point}={chosen[point]} says {what}, and a deck that is counted says so itself: - lays no claim, and"
                f" J Q K A demand 1 2 3 4: leave out --set {point}"
            )


def check_countable(book: Book, deck: Deck) -> None:
    """Refuse books whose games a deal does not decide, and odd decks that they do not deal out. Raises DeckError."""
    if book.slapping:
        raise DeckError(f"{book.game} is played with slaps, and a deal does not decide who slaps: count beggar")
    if book.pile_order is shuffled:
        raise DeckError("with pile_order=shuffled chance decides how a deal goes: count another pile_order")
    if book.time_rule is not off:
        raise DeckError("a time rule ends every game, so that none is endless: count with time_rule=off")
    if deck.size % 2 and book.deal is not singly_clockwise:
        raise DeckError(
            f"a deck of {deck.size} cards has no equal halves: deal=singly_clockwise deals the odd card as well"
        )


def leaders_cards(book: Book, deck: Deck) -> int:
    """How many cards of the deck the leader has, as the book deals: half of them.

    The odd one is with the seat that is dealt to first, which leads by first_seat=left_of_dealer, and not by dealer.
    """
    table = deal_pack(book, deck.cards, 2, Seat(0))
    return len(table.hands[table.turn])


def halves_words(book: Book, deck: Deck) -> str:
    """What the deals of the deck are dealt in: `equal halves`, or `halves, the odd card with A`; A leads."""
    if deck.size % 2 == 0:
        return "equal halves"
    return f"halves, the odd card with {'A' if 2 * leaders_cards(book, deck) > deck.size else 'B'}"
