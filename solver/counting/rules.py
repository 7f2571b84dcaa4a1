"""Which rule books can be counted, and which of them the kernel plays."""

from __future__ import annotations

from model.piles.dealing import singly_clockwise
from model.piles.points import choices
from model.piles.rulebook import Book
from model.piles.taking import off, shuffled
from solver.counting.decks import Deck
from solver.decks import DeckError
from solver.kernel.batch import End
from solver.kernel.oracle import EITHER_WAY


def kernel_end(book: Book) -> End | None:
    """The end rule that the kernel plays this book with at two seats, or None if it does not know the book.

    How cards and tricks are counted is left to the caller: the kernel counts plainly.
    """
    chosen = choices(book)
    if all(way in EITHER_WAY.get(point, frozenset()) for point, way in chosen.items()):
        return End(chosen["end"])
    return None


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
            f"a deck of {deck.size} cards has no equal halves: with deal=singly_clockwise the leader has the odd card"
        )
