"""What a laid card leads to: demands, payments, and seats that run out of cards.

Each function gets the table *after* the card was laid, with the layer still to act.
"""

from __future__ import annotations

from model.clause import clause
from model.game import NOBODY, Seat
from model.piles.rulebook import Book
from model.piles.state import NO_DEBT, Debt, Table, next_with_cards, replace, won_by

# --- pay_card: a pay card was laid ---


@clause("BMN-13", "BB-14", "BB-20")
def next_seat_owes(book: Book, table: Table, demand: Debt) -> Table:
    """The next seat owes what the card demands, also where the layer was paying for another card."""
    challenged = challenge(table, demand)
    payer = next_payer(table)
    if payer == table.turn:
        return book.payer_out(book, challenged)
    return replace(challenged, turn=payer)


@clause("BMN-25", "BB-21")
def challenge(table: Table, demand: Debt) -> Table:
    """What the card demands is claimed by its layer; whatever was owed before is cancelled, not added."""
    return replace(table, claimant=table.turn, debt=demand)


@clause("BMN-26", "BMN-62", "BMN-63")
def next_payer(table: Table) -> Seat:
    """Who pays for the card just laid: the next seat clockwise that has cards, or the layer if no other seat has any.

    With two seats that is the layer of the pay card before.
    """
    payer = next_with_cards(table, table.turn)
    if payer == NOBODY:
        return table.turn
    return payer


# --- owed_card: an ordinary card was laid towards a debt ---


@clause("BMN-17", "BMN-23")
def counts_down(book: Book, table: Table) -> Table:
    """One card less is owed, and the same seat pays on until nothing is."""
    owed = Debt(table.debt - 1)
    paying = replace(table, debt=owed)
    if owed == NO_DEBT:
        return book.paid(book, paying)
    if table.hands[table.turn]:
        return paying
    return book.payer_out(book, paying)


# --- paid: the whole debt was paid with ordinary cards ---


@clause("BMN-24", "BB-19")
def claimant_wins(book: Book, table: Table) -> Table:
    """The layer of the pay card wins the middle."""
    return won_by(table, table.claimant, unanswered=False)


# --- payer_out: a debt is open and the seat that owes it has no card ---


@clause("BMN-44", "BMN-62")
def pass_remainder(book: Book, table: Table) -> Table:
    """The rest of the debt goes to the next seat with cards; nobody pays himself: then the claimant wins the middle."""
    payer = next_with_cards(table, table.turn)
    if payer == table.claimant or payer == NOBODY:
        return won_by(table, table.claimant, unanswered=True)
    return replace(table, turn=payer)


@clause("BMN-44")
def claimant_takes(book: Book, table: Table) -> Table:
    """The claimant wins the middle at once, whatever is still owed."""
    return won_by(table, table.claimant, unanswered=True)


@clause("BB-19")
def other_lays(book: Book, table: Table) -> Table:
    """The other player lays the rest of the debt, though it is owed to himself (two seats)."""
    payer = next_with_cards(table, table.turn)
    if payer == NOBODY:
        return won_by(table, table.claimant, unanswered=True)
    return replace(table, turn=payer)


# --- plain_card: an ordinary card was laid and nothing is owed ---


@clause("BMN-16", "BMN-64", "BB-40")
def turn_passes(book: Book, table: Table) -> Table:
    """The next seat with cards goes on."""
    following = next_with_cards(table, table.turn)
    if following == NOBODY:
        return book.nobody_can_lay(book, table)
    if next_with_cards(table, following) == following:
        return book.sole_holder(book, table, following)
    return replace(table, turn=following)


# --- sole_holder: nothing is owed and only `holder` still has cards ---


@clause("BMN-44")
def takes_when_turn_returns(book: Book, table: Table, holder: Seat) -> Table:
    """Whoever lays an ordinary card and finds nobody to answer wins; until then the last holder still lays."""
    if holder == table.turn:
        return won_by(table, holder, unanswered=True)
    return replace(table, turn=holder)


@clause("BB-44")
def goes_on_turning(book: Book, table: Table, holder: Seat) -> Table:
    """The last holder turns card after card until none is left (slaps could still save the others)."""
    return replace(table, turn=holder)


@clause("BB-44")
def wins_at_once(book: Book, table: Table, holder: Seat) -> Table:
    """The last seat with cards wins the middle as soon as nobody else has any."""
    return won_by(table, holder, unanswered=True)


# --- nobody_can_lay: nothing is owed and no seat has a card ---


@clause("BMN-44")
def last_layer_takes(book: Book, table: Table) -> Table:
    """Whoever laid the last card wins the middle."""
    return won_by(table, table.last, unanswered=True)
