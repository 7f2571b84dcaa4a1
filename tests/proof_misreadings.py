"""Wrong rules that the misreadings of the project do not cover, to try the proofs on."""

from __future__ import annotations

from dataclasses import replace

from model.cards import FACES, Card, Zone, face_of
from model.deal import Deal
from model.game import NOBODY, Act, Action, Seat
from model.piles import play
from model.piles.rulebook import Book, Dealing, Dealt
from model.piles.state import Debt, Phase, Table, View, next_with_cards, put, won_by


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


# --- functions that are no rule points, each put in the place of the model's own ---


def lays_the_bottom_card(book: Book, table: Table) -> Table:
    """The seat to act lays the bottom card of its hand; what follows is what would follow its top card."""
    laid = play.lay(book, table)
    hand = table.hands[table.turn]
    return replace(laid, hands=put(laid.hands, table.turn, hand[:-1]), middle=table.middle + (hand[-1],))


def lays_nothing(book: Book, table: Table) -> Table:
    """The turn passes on without a card."""
    return replace(table, turn=next_with_cards(table, table.turn))


def loses_the_card(book: Book, table: Table) -> Table:
    """The card laid is gone."""
    return replace(play.lay(book, table), middle=table.middle)


def takes_one_back(book: Book, table: Table) -> Table:
    """The winner leaves the last card of the pile where it is."""
    taken = play.collect(book, table)
    return replace(taken, middle=(table.middle[-1],))


def waits_a_turn(book: Book, table: Table) -> Table:
    """A turn in which nothing happens."""
    return table


def anybody_leads(book: Book, deal: Deal) -> Table:
    """The first seat leads, whether or not it was dealt a card."""
    return Table(deal.hands, deal.middle, Seat(0), left=len(deal.middle))


def first_seat_always_leads(book: Book, table: Table) -> Table:
    """The seat that starts leads, whether or not it has a card."""
    return replace(table, left=len(table.middle))


def begins_in_any_case(book: Book, table: Table) -> Table:
    """Even who was dealt every card has to play."""
    return replace(play.opening(book, table), phase=Phase.LAYING)


def losers_win(table: Table) -> tuple[Seat, ...]:
    """The seats without cards have won."""
    return tuple(Seat(seat) for seat, hand in enumerate(table.hands) if not hand)


def own_top_card_is_seen(book: Book, one: Table, other: Table, seat: Seat) -> tuple[View, View]:
    """A seat with a card looks at its top card, and everybody notices which it is."""
    return _peeked(book, one, seat), _peeked(book, other, seat)


def _peeked(book: Book, table: Table, seat: Seat) -> View:
    seen = play.view(book, table, seat)
    hand = table.hands[seat]
    return replace(seen, turn=Seat(hand[0])) if hand else seen


def last_layer_collects(book: Book, table: Table) -> Action:
    """Whoever laid last puts the pile under its hand."""
    if table.phase == Phase.LAYING:
        return Action(table.turn, Act.LAY)
    return Action(table.turn, Act.COLLECT)


def seats_to_the_right(place: Seat, seats: int) -> tuple[Seat, ...]:
    """The seats counted the wrong way round."""
    return tuple([Seat((place - distance) % seats) for distance in range(1, seats + 1)])


# --- code that takes what is not there ---


def too_far(book: Book, card: Card) -> Debt:
    """What a card asks for, looked up half a table too far."""
    return book.pay_map.demands[face_of(card) + FACES // 2]


def burns_and_deals(book: Book, dealing: Dealing) -> Dealing:
    """One card is put away before one is dealt, whether or not there are two."""
    rest = dealing.deck[1:]
    return Dealing(rest[1:], put(dealing.hands, dealing.to, (rest[0],)), dealing.to)


def deals_to_the_next(book: Book, deck: Zone, seats: int, dealer: Seat) -> Dealt:
    """The first card of the pack goes to the dealer, whether or not there is one."""
    return Dealt(put(((),) * seats, dealer, (deck[0],)))


def pays_from_the_next_hand(book: Book, table: Table, demand: Debt) -> Table:
    """The next seat pays, and is asked for its top card although it may have none."""
    following = Seat((table.turn + 1) % len(table.hands))
    return replace(table, turn=following, debt=Debt(table.hands[following][0]))


def owes_its_next_card(book: Book, table: Table) -> Table:
    """What is still owed is read off the next card of the hand, which may be empty."""
    return replace(table, debt=Debt(table.hands[table.turn][0]))


def leader_by_the_middle(table: Table, winner: Seat) -> Seat:
    """The first card of the pile says who leads, though the pile was taken."""
    return Seat(table.middle[0])


def ends_with_the_top_card(book: Book, table: Table) -> Table:
    """It is over when the middle begins with an ordinary card, whether or not a card lies there."""
    return replace(table, phase=Phase.OVER) if table.middle[0] == 0 else table


def collects_for_the_next(book: Book, table: Table) -> Table:
    """The pile goes to the seat after the winner, and none comes after the last."""
    hand = table.hands[table.claimant + 1]
    return replace(table, hands=put(table.hands, Seat(table.claimant + 1), hand + table.middle), middle=())


def deals_from_nothing(book: Book, deal: Deal) -> Table:
    """The lowest card of the middle says who leads, whether or not one lies there."""
    return Table(deal.hands, deal.middle, Seat(deal.middle[0]))


def opens_by_the_middle(book: Book, table: Table) -> Table:
    """The same of a table."""
    return replace(table, turn=Seat(table.middle[0]))


def card_by_card(hand: Zone, middle: Zone) -> Zone:
    """The pile under the hand, written as no rule function is."""
    cards = [*hand]
    cards += middle
    return tuple(cards)
