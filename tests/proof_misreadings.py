"""Rules read wrongly, as alternatives for a rule book: each breaks something that is proved of the right ones."""

from __future__ import annotations

from dataclasses import replace

from model.cards import Zone
from model.game import NOBODY, Seat
from model.piles.paying import next_payer
from model.piles.rulebook import Book, Dealing
from model.piles.state import NO_DEBT, Debt, Table, put, won_by


def loses_first_card(hand: Zone, middle: Zone) -> Zone:
    """LOSS: the first card of a taken pile is gone."""
    return hand + middle[1:]


def copies_last_card(hand: Zone, middle: Zone) -> Zone:
    """LOSS of another kind: as many cards as before, but the first one has become a copy of the last."""
    return hand + middle[1:] + (middle[-1],)


def debts_add_up(book: Book, table: Table, demand: Debt) -> Table:
    """DEBT: a pay card laid during payment adds to what is owed."""
    payer = next_payer(table)
    if payer == table.turn:
        return book.payer_out(book, replace(table, claimant=table.turn, debt=demand))
    return replace(table, claimant=table.turn, debt=Debt(table.debt + demand), turn=payer)


def loser_leads(table: Table, winner: Seat) -> Seat:
    """LEAD: the seat after the taker leads, whether or not it has a card."""
    return Seat((winner + 1) % len(table.hands))


def draws_from_the_middle(book: Book, table: Table) -> Table:
    """HANG: a payer without cards takes the bottom card of the middle back to go on paying."""
    return replace(table, hands=put(table.hands, table.turn, (table.middle[0],)), middle=table.middle[1:])


def claims_for_nobody(book: Book, table: Table) -> Table:
    """OWNER: a paid debt is won by nobody in particular."""
    return won_by(table, NOBODY, unanswered=False)


def skips_a_seat(book: Book, dealing: Dealing) -> Dealing:
    """DEAL: every second seat is passed over."""
    hand = book.dealt_on_top(dealing.hands[dealing.to], dealing.deck[0])
    following = Seat((dealing.to + 2) % len(dealing.hands))
    return Dealing(dealing.deck[1:], put(dealing.hands, dealing.to, hand), following)


def burns_a_card(book: Book, dealing: Dealing) -> Dealing:
    """DEAL: the top card of the pack is put away before one is dealt."""
    rest = dealing.deck[1:]
    if not rest:
        return replace(dealing, deck=rest)
    hand = book.dealt_on_top(dealing.hands[dealing.to], rest[0])
    following = Seat((dealing.to + 1) % len(dealing.hands))
    return Dealing(rest[1:], put(dealing.hands, dealing.to, hand), following)


def deals_for_ever(book: Book, dealing: Dealing) -> Dealing:
    """DEAL: the card that is dealt stays in the pack as well."""
    hand = book.dealt_on_top(dealing.hands[dealing.to], dealing.deck[0])
    following = Seat((dealing.to + 1) % len(dealing.hands))
    return Dealing(dealing.deck, put(dealing.hands, dealing.to, hand), following)


def never_counts_down(book: Book, table: Table) -> Table:
    """DEBT: whatever is laid, as much is owed as before, even by a seat that has nothing left."""
    return table if table.debt > NO_DEBT else won_by(table, table.claimant, unanswered=False)
