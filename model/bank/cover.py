"""Which card covers which: ranks, sixes, eights and trumps."""

from __future__ import annotations

from model.bank.actions import Suits
from model.bank.ranks import EIGHT, SIX, RankOrder, suit_of
from model.bank.rulebook import Book, Standing
from model.bank.state import Round, must_cover
from model.cards import SUITS, Card, Face, Suit, face_of
from model.clause import clause
from model.game import Seat

_CLUBS, DIAMONDS, _HEARTS, SPADES = SUITS


@clause("BANK-40")
def may_be_laid(book: Book, table: Round, card: Card) -> bool:
    """Whether the seat in turn may lay this card: it covers the top card, or needs to cover none."""
    if not must_cover(table):
        return True
    return book.eight(card) or covers(book, table.trumps, table.turn, card, table.top)


def covers(book: Book, trumps: Suits, seat: Seat, card: Card, top: Card) -> bool:
    """Whether a card of this seat covers the top card by its rank or its suit."""
    if card == top:
        return False  # the ghost of a captured card can come to lie in a hand where captured cards go there
    if book.same_rank(card, top):
        return True
    standing = book.trumps(book, trumps, seat, suit_of(card), suit_of(top))
    if standing is Standing.BELOW:
        return False
    if standing is Standing.ABOVE or (standing is Standing.TRUMP and book.trump_covers()):
        return True
    return book.six(card, top) or one_suit_lower(book, card, top)


@clause("BANK-41")
def one_suit_lower(book: Book, card: Card, top: Card) -> bool:
    """Whether a card covers another of its suit by being lower."""
    return suit_of(card) == suit_of(top) and book.cover_step(book.rank_order(), face_of(card), face_of(top))


@clause("BANK-42", "BANK-32")
def same_rank(card: Card, top: Card) -> bool:
    """A card covers another of its rank, whichever of the two is a trump."""
    return face_of(card) == face_of(top)


# --- cover_step ---


@clause("BANK-41")
def exactly_one(order: RankOrder, rank: Face, top: Face) -> bool:
    """The card must be exactly one value lower (BANK-A02)."""
    return order.index(rank) == order.index(top) - 1


def any_lower(order: RankOrder, rank: Face, top: Face) -> bool:
    """The card may be lower by any number of values (BANK-A02)."""
    return order.index(rank) < order.index(top)


# --- sixes and eights ---


@clause("BANK-58")
def six_of_own_suit(card: Card, top: Card) -> bool:
    """A six covers every card of its own suit (BANK-A03)."""
    return face_of(card) == SIX and suit_of(card) == suit_of(top)


def any_six(card: Card, top: Card) -> bool:
    """A six covers every card that is not a trump above it (BANK-A03)."""
    return face_of(card) == SIX


@clause("BANK-43")
def eight(card: Card) -> bool:
    """Whether a card may be laid on anything at all, which is true of eights (BANK-A04)."""
    return face_of(card) == EIGHT


# --- trumps: how the suit of the seat's card stands to the suit of the top card ---


@clause("BANK-18")
def own(book: Book, trumps: Suits, seat: Seat, suit: Suit, top: Suit) -> Standing:
    """Each seat has a trump of its own, which is one for this seat alone (BANK-A22, BANK-A39)."""
    mine = trumps[seat]
    return Standing.TRUMP if suit == mine and top != mine else Standing.LEVEL


@clause("BANK-20")
def none(book: Book, trumps: Suits, seat: Seat, suit: Suit, top: Suit) -> Standing:
    """There are no trumps."""
    return Standing.LEVEL


@clause("BANK-21", "BANK-22")
def one(book: Book, trumps: Suits, seat: Seat, suit: Suit, top: Suit) -> Standing:
    """One suit is trump for everybody, and ordinary cards do not beat it."""
    return common(book, trumps, suit, top)


@clause("BANK-23", "BANK-24")
def two(book: Book, trumps: Suits, seat: Seat, suit: Suit, top: Suit) -> Standing:
    """Two suits are trumps for everybody, and ordinary cards do not beat them."""
    return common(book, trumps, suit, top)


def common(book: Book, trumps: Suits, suit: Suit, top: Suit) -> Standing:
    """Trumps for everybody, all of one group."""
    if suit in trumps and top in trumps:
        return book.trump_vs_trump()
    if suit in trumps:
        return Standing.TRUMP
    return Standing.BELOW if top in trumps else Standing.LEVEL


@clause("BANK-29", "BANK-30", "BANK-31")
def senior_junior(book: Book, trumps: Suits, seat: Seat, suit: Suit, top: Suit) -> Standing:
    """Senior trumps beat everything, junior ones all but senior ones, ordinary cards only ordinary ones."""
    mine, its = group(trumps, suit), group(trumps, top)
    if mine == its:
        return book.trump_vs_trump() if mine > 0 else Standing.LEVEL
    return Standing.ABOVE if mine > its else Standing.BELOW


@clause("BANK-25")
def group(trumps: Suits, suit: Suit) -> int:
    """The group of a suit: 2 for senior trumps, 1 for junior ones, 0 for ordinary cards."""
    if suit == trumps[0]:
        return 2
    return 1 if suit == trumps[1] else 0


@clause("BANK-26", "BANK-27", "BANK-28")
def spades_and_diamonds() -> Suits:
    """Spades are the senior trumps and diamonds the junior ones; hearts and clubs are ordinary."""
    return (SPADES, DIAMONDS)


# --- trump_covers ---


def any_rank_outside_trumps() -> bool:
    """A trump covers every card that is none, whatever the ranks (BANK-A22)."""
    return True


def normal_forms_only() -> bool:
    """A trump covers no more than another card would, but for what the text itself says of senior and junior ones.

    (BANK-A22)
    """
    return False


# --- trump_vs_trump ---


def normal_forms() -> Standing:
    """Within one group of trumps only rank decides (BANK-A23)."""
    return Standing.LEVEL


def any_trump() -> Standing:
    """Within one group every trump beats every other (BANK-A23)."""
    return Standing.ABOVE


# --- trump_scope ---


@clause("BANK-33", "BANK-17")
def match(agreed: Suits, named: Suits) -> bool:
    """The trumps that were agreed on before the first deal are those of every round (BANK-A25)."""
    return named == agreed


def round_(agreed: Suits, named: Suits) -> bool:
    """Before every deal other suits may be chosen, as many as before (BANK-A25)."""
    return len(named) == len(agreed) and len(set(named)) == len(named)
