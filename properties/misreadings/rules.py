"""The misread rules themselves: each has the signature of the rule point that it is swapped into."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from model.cards import Card, Zone
from model.game import NOBODY, Seat
from model.piles.dealing import left_of_dealer
from model.piles.paying import claimant_wins, counts_down, next_seat_owes, turn_passes
from model.piles.rulebook import Book, Dealing, Dealt, demand
from model.piles.state import NO_DEBT, Debt, Phase, Table, next_with_cards, put, won_by
from model.piles.taking import must_play

# --- end ---


def over_when_one_is_out(book: Book, table: Table) -> Table:
    """The game is over as soon as one seat has lost all its cards."""
    if not table.middle and () in table.hands:
        return replace(table, phase=Phase.OVER)
    return must_play(book, table)


def out_with_a_last_pay_card(book: Book, table: Table) -> Table:
    """A seat that lays a pay card as its last card is out on the spot; the next seat takes the middle."""
    if table.middle and not table.hands[table.last] and demand(book, table.middle[-1]) > 0:
        return won_by(table, Seat((table.last + 1) % len(table.hands)), unanswered=True)
    return must_play(book, table)


def claim_dies_with_the_last_card(book: Book, table: Table) -> Table:
    """A claimant without cards is out of the game, so the payer keeps the pile."""
    if table.hands[table.claimant]:
        return claimant_wins(book, table)
    return won_by(table, table.last, unanswered=False)


def takes_when_the_neighbour_is_out(book: Book, table: Table) -> Table:
    """The next seat must lay and cannot, so the last layer takes, however many others still hold cards."""
    neighbour = Seat((table.turn + 1) % len(table.hands))
    if table.hands[neighbour]:
        return turn_passes(book, table)
    return won_by(table, table.last, unanswered=True)


def middle_counts_for_the_last_layer(table: Table) -> tuple[Seat, ...]:
    """When the time is up the middle belongs to whoever laid the last card."""
    middle = len(table.middle)
    sizes = [len(hand) + (middle if seat == table.last else 0) for seat, hand in enumerate(table.hands)]
    return tuple(Seat(seat) for seat, size in enumerate(sizes) if size == max(sizes))


def first_seat_wins_ties(table: Table) -> tuple[Seat, ...]:
    """When the time is up the first seat with most cards wins alone."""
    sizes = [len(hand) for hand in table.hands]
    return (Seat(sizes.index(max(sizes))),)


# --- who takes the pile ---


def payer_keeps_the_pile(book: Book, table: Table) -> Table:
    """Whoever laid the last card owed takes the pile."""
    return won_by(table, table.last, unanswered=False)


def next_seat_takes_an_unpaid_pile(book: Book, table: Table) -> Table:
    """A payer who runs out leaves the pile to the next seat, which takes it instead of paying on."""
    following = next_with_cards(table, table.turn)
    return won_by(table, table.claimant if following == NOBODY else following, unanswered=False)


def first_challenger_keeps_the_claim(book: Book, table: Table, demand: Debt) -> Table:
    """The first pay card of the pile claims it, however many follow."""
    claimant = table.turn if table.claimant == NOBODY else table.claimant
    return replace(next_seat_owes(book, table, demand), claimant=claimant)


def leader_takes_what_nobody_can_answer(book: Book, table: Table) -> Table:
    """A pile that nobody can go on with goes to the seat after the last layer."""
    return won_by(table, Seat((table.last + 1) % len(table.hands)), unanswered=True)


# --- in which order ---


def on_top_of_the_hand(hand: Zone, middle: Zone) -> Zone:
    """The taken pile goes on top of the hand."""
    return middle + hand


def last_card_first(hand: Zone, middle: Zone) -> Zone:
    """The card laid last is picked up first, then the rest in order."""
    return hand + middle[-1:] + middle[:-1]


def first_card_stays_out(hand: Zone, middle: Zone) -> Zone:
    """The card that opened the pile is not part of it."""
    return hand + middle[1:]


# --- who lays next ---


def payer_leads(table: Table, winner: Seat) -> Seat:
    """Whoever laid the last card goes on, if a card is left in that hand."""
    if table.hands[table.last]:
        return table.last
    return next_with_cards(table, table.last)


def first_seat_leads_always(table: Table, winner: Seat) -> Seat:
    """The first seat that has cards opens every pile."""
    return Seat(0) if table.hands[0] else next_with_cards(table, Seat(0))


def layer_goes_on_until_a_pay_card(book: Book, table: Table) -> Table:
    """The same seat turns card after card until a pay card comes."""
    if table.hands[table.turn]:
        return table
    return turn_passes(book, table)


def first_seat_starts(dealer: Seat, seats: int) -> Seat:
    """The first seat lays the first card, whoever has dealt."""
    return Seat(0)


# --- what is owed, and by whom ---


def debts_add_up(book: Book, table: Table, demand: Debt) -> Table:
    """A new pay card adds its demand to what is still owed."""
    return next_seat_owes(book, table, Debt(table.debt + demand))


def pay_cards_count_as_payment(book: Book, table: Table, demand: Debt) -> Table:
    """A pay card laid in payment is one of the cards owed, and nothing else."""
    if table.debt > 0:
        return counts_down(book, table)
    return next_seat_owes(book, table, demand)


def a_pay_card_ends_the_payment(book: Book, table: Table, demand: Debt) -> Table:
    """A pay card laid in payment ends it, and the claimant takes the pile."""
    if table.debt > 0:
        return won_by(table, table.claimant, unanswered=False)
    return next_seat_owes(book, table, demand)


def first_card_of_a_pile_asks_one_more(book: Book, table: Table, demand: Debt) -> Table:
    """A pay card that opens a pile is counted with the cards it asks for."""
    opening = len(table.middle) == 1
    return next_seat_owes(book, table, Debt(demand + 1) if opening else demand)


def layer_pays_for_his_own_counter(book: Book, table: Table, demand: Debt) -> Table:
    """Whoever answers a pay card with another goes on paying, now for the new one."""
    if table.debt > 0 and table.hands[table.turn]:
        return replace(table, debt=demand)
    return next_seat_owes(book, table, demand)


def first_challenger_always_pays(book: Book, table: Table, demand: Debt) -> Table:
    """The layer of the pay card before pays for the new one, however many sit at the table."""
    challenged = next_seat_owes(book, table, demand)
    if table.debt > 0 and table.hands[table.claimant]:
        return replace(challenged, turn=table.claimant)
    return challenged


def everybody_pays_one_in_turn(book: Book, table: Table) -> Table:
    """The cards owed are laid in turn, one by each seat."""
    paid = counts_down(book, table)
    if paid.phase != Phase.LAYING:
        return paid
    return replace(paid, turn=next_with_cards(table, table.turn))


def next_payer_owes_it_all(book: Book, table: Table) -> Table:
    """When a payer runs out the next seat owes the whole demand again."""
    payer = next_with_cards(table, table.turn)
    if payer == table.claimant or payer == NOBODY:
        return won_by(table, table.claimant, unanswered=True)
    demanded = [demand(book, card) for card in table.middle if demand(book, card) > 0]
    return replace(table, turn=payer, debt=demanded[-1])


def unpaid_rest_is_forgiven(book: Book, table: Table) -> Table:
    """When a payer runs out the rest is forgiven, and the next seat goes on as if nothing were owed."""
    following = next_with_cards(table, table.turn)
    if following == table.claimant or following == NOBODY:
        return won_by(table, table.claimant, unanswered=True)
    return replace(table, turn=following, debt=NO_DEBT, claimant=NOBODY)


# --- games that go on for ever ---


def every_ordinary_card_is_a_paid_debt(book: Book, table: Table) -> Table:
    """An ordinary card pays whatever is owed, even nothing: its layer takes the pile."""
    return won_by(table, table.last, unanswered=False)


# --- what counts as the same position ---


def hands_without_the_leader(table: Table) -> Hashable:
    """Equal hands are the same position, whoever leads."""
    return table.hands


def hands_in_any_order(table: Table) -> Hashable:
    """The same hands are the same position, whoever holds which."""
    return tuple(sorted(table.hands))


def sizes_of_hands(table: Table) -> Hashable:
    """Hands of the same sizes with the same leader are the same position."""
    return tuple(len(hand) for hand in table.hands), table.turn


# --- dealing ---


def in_blocks(book: Book, deck: Zone, seats: int, dealer: Seat) -> Dealt:
    """Each seat gets its whole share at once, first the seat left of the dealer."""
    hands: tuple[Zone, ...] = ((),) * seats
    rest = deck
    for place in range(seats):
        share = -(-len(rest) // (seats - place))
        hand = rest[:share][::-1]
        hands = put(hands, Seat((dealer + 1 + place) % seats), hand)
        rest = rest[share:]
    return Dealt(hands)


def surplus_leaves_the_game(book: Book, deck: Zone, seats: int, dealer: Seat) -> Dealt:
    """Everybody gets equally many; the cards left over are put away."""
    share = len(deck) // seats * seats
    return book_deal(book, deck[:share], seats, left_of_dealer(dealer, seats))


def from_the_dealer(book: Book, deck: Zone, seats: int, dealer: Seat) -> Dealt:
    """The dealer deals the first card to himself."""
    return book_deal(book, deck, seats, dealer)


def extras_to_the_dealer(book: Book, deck: Zone, seats: int, dealer: Seat) -> Dealt:
    """Everybody gets equally many; the dealer keeps the cards left over."""
    share = len(deck) // seats * seats
    hands = book_deal(book, deck[:share], seats, left_of_dealer(dealer, seats)).hands
    return Dealt(put(hands, dealer, deck[share:] + hands[dealer]))


def book_deal(book: Book, deck: Zone, seats: int, first: Seat) -> Dealt:
    """The whole pack, one card at a time, starting with a given seat."""
    dealing = Dealing(deck, ((),) * seats, first)
    while dealing.deck:
        dealing = book.deal_one(book, dealing)
    return Dealt(dealing.hands)


def counterclockwise(book: Book, dealing: Dealing) -> Dealing:
    """The next card goes to the seat on the right."""
    hand = book.dealt_on_top(dealing.hands[dealing.to], dealing.deck[0])
    following = Seat((dealing.to - 1) % len(dealing.hands))
    return Dealing(dealing.deck[1:], put(dealing.hands, dealing.to, hand), following)


def sorted_in_the_hand(hand: Zone, card: Card) -> Zone:
    """Everybody takes up the cards and sorts them."""
    return tuple(sorted((*hand, card)))


def second_pack_from_five_seats(seats: int) -> int:
    """Four players still make do with one pack."""
    return 1 if seats < 5 else 2
