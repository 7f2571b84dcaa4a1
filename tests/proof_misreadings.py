"""Wrong rules that the misreadings of the project do not cover, to try the proofs on."""

from __future__ import annotations

from dataclasses import replace

from model.cards import Zone
from model.game import NOBODY, Seat
from model.piles.rulebook import Book, Dealing
from model.piles.state import Table, put, won_by


def copies_last_card(hand: Zone, middle: Zone) -> Zone:
    """As many cards as before, but the first one of the pile has become a copy of the last."""
    return hand + middle[1:] + (middle[-1],)


def never_counts_down(book: Book, table: Table) -> Table:
    """Whatever is laid, as much is owed as before, even by a seat that has nothing left."""
    return table


def draws_from_the_middle(book: Book, table: Table) -> Table:
    """A payer without cards takes the bottom card of the middle back, to go on paying."""
    return replace(table, hands=put(table.hands, table.turn, (table.middle[0],)), middle=table.middle[1:])


def next_seat_leads(table: Table, winner: Seat) -> Seat:
    """The seat after the taker leads, whether or not it has a card."""
    return Seat((winner + 1) % len(table.hands))


def claims_for_nobody(book: Book, table: Table) -> Table:
    """A paid debt is won by nobody in particular."""
    return won_by(table, NOBODY, unanswered=False)


def burns_a_card(book: Book, dealing: Dealing) -> Dealing:
    """The top card of the pack is put away before one is dealt."""
    rest = dealing.deck[1:]
    if not rest:
        return replace(dealing, deck=rest)
    hand = book.dealt_on_top(dealing.hands[dealing.to], rest[0])
    following = Seat((dealing.to + 1) % len(dealing.hands))
    return Dealing(rest[1:], put(dealing.hands, dealing.to, hand), following)


def deals_for_ever(book: Book, dealing: Dealing) -> Dealing:
    """The card that is dealt stays in the pack as well."""
    hand = book.dealt_on_top(dealing.hands[dealing.to], dealing.deck[0])
    following = Seat((dealing.to + 1) % len(dealing.hands))
    return Dealing(dealing.deck, put(dealing.hands, dealing.to, hand), following)
