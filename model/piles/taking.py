"""Taking the middle, who leads next, when the game is over, and what counts as the same position."""

from __future__ import annotations

from collections.abc import Hashable

from model.cards import Zone
from model.clause import clause
from model.game import Seat
from model.piles.rulebook import Book
from model.piles.state import NO_DEBT, Phase, Table, holds_everything, next_with_cards, replace, won_by

# --- pile_order ---


@clause("BMN-42", "BB-37")
def first_laid_first(hand: Zone, middle: Zone) -> Zone:
    """The taken pile goes under the hand; the card laid first will be played first."""
    return hand + middle


@clause("BMN-42")
def reversed_pile(hand: Zone, middle: Zone) -> Zone:
    """The taken pile goes under the hand; the card laid last will be played first."""
    return hand + middle[::-1]


@clause("BMN-42")
def shuffled(hand: Zone, middle: Zone) -> Zone:
    """The taken pile goes under the hand in the order chance has put it in before (an action of the seat `chance`)."""
    return hand + middle


# --- leader: who lays the first card of the next trick ---


@clause("BMN-43", "BB-39")
def taker(table: Table, winner: Seat) -> Seat:
    """Whoever took the pile leads."""
    return winner


@clause("BB-39")
def after_last_layer(table: Table, winner: Seat) -> Seat:
    """The next seat with cards after whoever laid the last card leads."""
    return next_with_cards(table, table.last)


@clause("BB-39")
def after_taker(table: Table, winner: Seat) -> Seat:
    """The next seat with cards after the taker leads (with two seats: the loser of the pile)."""
    return next_with_cards(table, winner)


# --- end: is the game over? Asked after every card and after every taking ---


@clause("BMN-44", "BMN-45")
def must_play(book: Book, table: Table) -> Table:
    """Over when one seat has every card; an empty hand alone loses nothing, not even with a pay card as its last."""
    if holds_everything(table):
        return replace(table, phase=Phase.OVER)
    return table


@clause("BB-44")
def all_cards(book: Book, table: Table) -> Table:
    """Over when one seat has every card; a seat without cards is not out, for a slap may bring it back."""
    return must_play(book, table)


@clause("BMN-44")
def immediate(book: Book, table: Table) -> Table:
    """A seat that lays its last card, be it a pay card, has lost; the other takes the middle (two seats)."""
    if table.middle and not table.hands[table.last] and table.claimant != other(table.last):
        return won_by(table, other(table.last), unanswered=True)
    return must_play(book, table)


@clause("BMN-44")
def early_stop(book: Book, table: Table) -> Table:
    """As must_play, and over as soon as a hand is empty while no debt runs (two seats)."""
    if table.middle and not table.hands[table.last] and table.phase == Phase.LAYING and table.debt == NO_DEBT:
        return won_by(table, other(table.last), unanswered=True)
    return must_play(book, table)


@clause("BMN-44")
def lead_on(book: Book, table: Table) -> Table:
    """As must_play, but a loser whose last card paid the debt is noticed only when the winner has led (two seats).

    That card counts as laid and is no trick.
    """
    if holds_everything(table) and not table.unanswered:
        return table
    if table.unanswered and len(table.middle) == 1:
        return replace(table, phase=Phase.OVER)
    return must_play(book, table)


def other(seat: Seat) -> Seat:
    """The opponent, where two play."""
    return Seat(1 - seat)


# --- time_rule: who has won when the agreed time, given as a number of cards, has run out ---


@clause("BMN-46")
def off(table: Table) -> tuple[Seat, ...]:
    """Nobody: there is no time rule."""
    return ()


@clause("BMN-46")
def most_cards_at_budget(table: Table) -> tuple[Seat, ...]:
    """The seat, or seats, with most cards in hand; the middle counts for nobody."""
    most = max(len(hand) for hand in table.hands)
    return tuple(Seat(seat) for seat, hand in enumerate(table.hands) if len(hand) == most)


# --- position: when do two moments at an empty middle count as the same ---


@clause("BMN-43")
def hands_and_leader(table: Table) -> Hashable:
    """Equal hands and the same leader. Without the leader, or in mid-trick, a game that ends would look endless.

    Where a debt can outlive its pile it must be the same one.
    """
    return table.hands, table.turn, table.debt, table.claimant
