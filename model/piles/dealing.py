"""How the pack is dealt."""

from __future__ import annotations

from model.cards import Card, Zone
from model.clause import clause
from model.game import Seat
from model.piles.rulebook import Book, Dealing, Dealt, demand
from model.piles.state import put

# --- packs: how many packs so many seats play with ---


@clause("BMN-65")
def by_seats(seats: int) -> int:
    """One pack for two and three seats, a second one from four seats on."""
    return 1 if seats < 4 else 2


@clause("BB-03")
def one_pack(seats: int) -> int:
    """One pack, whatever the number of seats."""
    return 1


@clause("BMN-65")
def two_packs(seats: int) -> int:
    """Two packs, whatever the number of seats."""
    return 2


# --- first_seat: where the first card goes, and who leads ---


@clause("BMN-10")
def left_of_dealer(dealer: Seat, seats: int) -> Seat:
    """The seat to the dealer's left; with two seats, whoever did not deal."""
    return Seat((dealer + 1) % seats)


@clause("BMN-10")
def dealer_first(dealer: Seat, seats: int) -> Seat:
    """The dealer."""
    return dealer


# --- dealt_on_top: which dealt card is played first ---


@clause("BMN-08")
def last_dealt(hand: Zone, card: Card) -> Zone:
    """Dealt cards are stacked face down, so that the last one dealt is played first."""
    return (card,) + hand


@clause("BMN-08")
def first_dealt(hand: Zone, card: Card) -> Zone:
    """The first card dealt is played first."""
    return hand + (card,)


# --- deal ---


@clause("BMN-06")
def one_card_clockwise(book: Book, dealing: Dealing) -> Dealing:
    """The top card of the pack goes to the seat whose turn it is; the next one clockwise is next."""
    card, rest = dealing.deck[0], dealing.deck[1:]
    hand = book.dealt_on_top(dealing.hands[dealing.to], card)
    following = Seat((dealing.to + 1) % len(dealing.hands))
    return Dealing(rest, put(dealing.hands, dealing.to, hand), following)


@clause("BMN-06", "BMN-07", "BMN-60")
def singly_clockwise(book: Book, deck: Zone, seats: int, dealer: Seat) -> Dealt:
    """The whole pack, one card at a time, from the dealer's left; what does not divide goes to the first seats."""
    dealing = Dealing(deck, ((),) * seats, left_of_dealer(dealer, seats))
    while dealing.deck:
        dealing = book.deal_one(book, dealing)
    return Dealt(dealing.hands)


@clause("BB-04", "BB-06")
def equal_rest_to_middle(book: Book, deck: Zone, seats: int, dealer: Seat) -> Dealt:
    """Equal piles; the cards that are left over lie in the middle."""
    share = len(deck) // seats * seats
    return Dealt(singly_clockwise(book, deck[:share], seats, dealer).hands, middle=deck[share:])


@clause("BMN-56")
def one_aside(book: Book, deck: Zone, seats: int, dealer: Seat) -> Dealt:
    """Equal piles; as many ordinary cards as do not divide (one, for forty cards and three seats) are set aside first.

    Raises ValueError if the pack has too few ordinary cards for that.
    """
    surplus = len(deck) % seats
    ordinary = [place for place, card in enumerate(deck) if demand(book, card) == 0]
    if len(ordinary) < surplus:
        raise ValueError(f"{surplus} ordinary cards should be set aside, but the pack has only {len(ordinary)}")
    out = set(ordinary[len(ordinary) - surplus :])
    kept = tuple(card for place, card in enumerate(deck) if place not in out)
    aside = tuple(card for place, card in enumerate(deck) if place in out)
    return Dealt(singly_clockwise(book, kept, seats, dealer).hands, aside=aside)
