"""The misread rules of games with slaps: each has the signature of the rule point that it is swapped into."""

from __future__ import annotations

from dataclasses import replace

from model.cards import FACES, JACK, TEN, Card, Face, Zone, face_of
from model.game import NOBODY, Seat
from model.piles.paying import next_seat_owes, turn_passes
from model.piles.rulebook import Book, Dealt
from model.piles.slaps import (
    FACE_DOWN,
    bottom_match,
    burn_under,
    double,
    nothing,
    only_shown,
    same_rank,
    until_next_card,
)
from model.piles.state import NO_DEBT, Debt, Phase, Table, next_with_cards, put, won_by
from model.piles.taking import must_play
from properties.misreadings.rules import book_deal

# --- the deal ---


def a_card_is_turned_up_in_any_case(book: Book, deck: Zone, seats: int, dealer: Seat) -> Dealt:
    """The middle begins with a card even where the pack could be shared out to the last one."""
    share = max(seats, (len(deck) - 1) // seats * seats)
    hands = book_deal(book, deck[:share], seats, Seat((dealer + 1) % seats)).hands
    return Dealt(hands, middle=deck[share:])


# --- turns and payments ---


def turn_goes_to_the_right(book: Book, table: Table) -> Table:
    """The seat to the right goes on."""
    passed = turn_passes(book, table)
    if passed.phase != Phase.LAYING or passed.turn == table.turn:
        return passed
    return replace(passed, turn=_right_of(table, table.turn))


def _right_of(table: Table, seat: Seat) -> Seat:
    seats = len(table.hands)
    candidates = [Seat((seat - distance) % seats) for distance in range(1, seats + 1)]
    return next(candidate for candidate in candidates if table.hands[candidate])


def an_empty_neighbour_cannot_pay(book: Book, table: Table, demand: Debt) -> Table:
    """The very next seat has to pay; where it has no card the layer wins the pile at once."""
    challenged = next_seat_owes(book, table, demand)
    neighbour = Seat((table.turn + 1) % len(table.hands))
    if table.hands[neighbour] or challenged.phase != Phase.LAYING:
        return challenged
    return won_by(challenged, table.turn, unanswered=True)


def rest_is_owed_to_the_payer_who_is_out(book: Book, table: Table) -> Table:
    """A payer without cards counts as having been paid to: the rest of the debt is owed to that seat."""
    payer = next_with_cards(table, table.turn)
    if payer in (table.claimant, NOBODY):
        return won_by(table, table.claimant, unanswered=True)
    return replace(table, turn=payer, claimant=table.turn)


def needs_all_fifty_two(book: Book, table: Table) -> Table:
    """Over when one seat holds 52 cards, however many are in the game."""
    over = must_play(book, table)
    return table if over.phase == Phase.OVER and sum(map(len, table.hands)) < 52 else over


# --- the taken pile ---


def sorted_when_won(hand: Zone, middle: Zone) -> Zone:
    """The winner takes the pile up, sorts it, and puts it under the hand."""
    return hand + tuple(sorted(middle, key=face_of))


# --- what may be slapped ---


def same_suit(book: Book, zone: Zone) -> bool:
    """Two cards of one suit lie on top."""
    return len(zone) >= 2 and zone[-1] // FACES == zone[-2] // FACES


def same_worth(book: Book, zone: Zone) -> bool:
    """The two top cards are worth the same: every picture is worth ten."""
    return len(zone) >= 2 and _worth(zone[-1]) == _worth(zone[-2])


def _worth(card: Card) -> Face:
    face = face_of(card)
    return TEN if JACK <= face <= JACK + 2 else face


def double_of_numbers(book: Book, zone: Zone) -> bool:
    """A pair of pictures or aces is a challenge, and nothing to slap."""
    return double(book, zone) and face_of(zone[-1]) < JACK


def bottom_match_of_numbers(book: Book, zone: Zone) -> bool:
    """A picture or an ace is a challenge, and nothing to slap, whatever lies lowest."""
    return bottom_match(book, zone) and face_of(zone[-1]) < JACK


def nearly_double(book: Book, zone: Zone) -> bool:
    """Two cards of one rank lie one after the other, or with one card between them."""
    return double(book, zone) or (len(zone) >= 3 and same_rank(zone[-1], zone[-3]))


def double_without_a_second_card(book: Book, zone: Zone) -> bool:
    """The two top cards are compared, even if there is only one."""
    return same_rank(zone[-1], zone[-2])


def alone_it_matches_itself(book: Book, zone: Zone) -> bool:
    """The top card has the rank of the lowest card, even if it is that card."""
    return same_rank(zone[-1], zone[0])


def any_card_below(book: Book, zone: Zone) -> bool:
    """The card laid last has the rank of any card of the pile."""
    return any(same_rank(zone[-1], card) for card in zone[:-1])


def second_lowest(book: Book, zone: Zone) -> bool:
    """The card laid last has the rank of the card on the lowest one."""
    return len(zone) >= 3 and same_rank(zone[-1], zone[1])


def one_card_late(book: Book, zone: Zone, laid: int) -> bool:
    """A situation may still be slapped when one more card has been laid on it."""
    return until_next_card(book, zone, laid) or (laid > 1 and until_next_card(book, zone[:-1], laid - 1))


def only_a_left_over_is_the_bottom(book: Book, zone: Zone, laid: int) -> bool:
    """Only a card that was left over counts as the lowest card; a pile that began empty has none."""
    if len(zone) > laid:
        return until_next_card(book, zone, laid)
    return any(is_there(book, zone) for is_there in book.slaps if is_there is not bottom_match)


def only_laid_cards(table: Table) -> Zone:
    """Cards that were left over count for nothing, not even the lowest one."""
    return (FACE_DOWN,) * table.left + table.middle[table.left :]


def highest_is_shown(table: Table) -> Zone:
    """Of the cards that were left over the highest is shown, and not the lowest."""
    if table.left <= 1:
        return only_shown(table)
    return (FACE_DOWN,) * (table.left - 1) + table.middle[table.left - 1 :]


def burned_shift_the_index(table: Table, zone: Zone) -> Zone:
    """Cards burned under the middle shift the places, so that cards below the top ones are compared."""
    return zone[: len(zone) - table.burned]


# --- who may slap, and whose hand wins ---


def only_in_turn(table: Table, seat: Seat) -> bool:
    """Only the seat that is to act may slap."""
    return seat == table.turn


def not_the_layer(table: Table, seat: Seat) -> bool:
    """Nobody may slap a card of one's own."""
    return seat != table.last


def uppermost(hands: tuple[Seat, ...]) -> Seat:
    """The hand on top of the others."""
    return hands[-1]


def first_seat(hands: tuple[Seat, ...]) -> Seat:
    """The first of the seats, in their own order."""
    return min(hands)


# --- after a right slap ---


def slapper_owes_the_debt(book: Book, table: Table, winner: Seat) -> Table:
    """The slapper leads, and pays what is still owed."""
    return replace(table, turn=winner)


def turn_goes_on(book: Book, table: Table, winner: Seat) -> Table:
    """Whoever was to lay a card lays it, whoever slapped."""
    if table.hands[table.turn] and table.phase == Phase.LAYING:
        return replace(table, debt=NO_DEBT, claimant=NOBODY)
    return replace(table, turn=next_with_cards(table, table.turn), debt=NO_DEBT, claimant=NOBODY)


def after_whoever_was_to_lay(book: Book, table: Table, winner: Seat) -> Table:
    """The next seat after the one that was to lay a card leads, whoever slapped."""
    return replace(table, turn=next_with_cards(table, table.turn), debt=NO_DEBT, claimant=NOBODY)


# --- after a wrong slap ---


def pile_goes_to_the_next(book: Book, table: Table, seat: Seat) -> Table:
    """The whole middle goes to the seat after the wrong slapper, which leads."""
    if not table.middle:
        return table
    taker = Seat((seat + 1) % len(table.hands))
    hands = put(table.hands, taker, table.hands[taker] + table.middle)
    taken = replace(table, hands=hands, middle=(), turn=taker, phase=Phase.LAYING, burned=0, left=0)
    return replace(taken, debt=NO_DEBT, claimant=NOBODY, unanswered=False)


def debt_is_forgiven(book: Book, table: Table, seat: Seat) -> Table:
    """What was owed is owed no more, and the same seat goes on."""
    return replace(table, debt=NO_DEBT, claimant=NOBODY) if table.debt > NO_DEBT else table


def slapper_is_to_lay(book: Book, table: Table, seat: Seat) -> Table:
    """Whoever has slapped wrongly, and has cards, lays the next one."""
    if table.phase != Phase.LAYING or table.debt > NO_DEBT or not table.hands[seat]:
        return table
    return replace(table, turn=seat)


def a_card_leaves_the_game(book: Book, table: Table, seat: Seat) -> Table:
    """The top card of whoever slaps wrongly is put away, unless it is the last one."""
    hand = table.hands[seat]
    return replace(table, hands=put(table.hands, seat, hand[1:])) if len(hand) > 1 else table


def looks_at_the_top_card(book: Book, table: Table, seat: Seat) -> Table:
    """The top card is turned over and back, even if there is none."""
    top = table.middle[-1]
    return replace(table, middle=(*table.middle[:-1], top))


def looks_at_the_next_card(book: Book, table: Table, seat: Seat) -> Table:
    """While a won pile lies there, the slapper's top card is looked at, even if there is none."""
    if table.phase != Phase.WON:
        return nothing(book, table, seat)
    top, rest = table.hands[seat][0], table.hands[seat][1:]
    return replace(table, hands=put(table.hands, seat, (top, *rest)))


def burns_without_looking(book: Book, table: Table, seat: Seat) -> Table:
    """While a won pile lies there, a card is burned even by a seat that has none."""
    if table.phase != Phase.WON:
        return burn_under(book, table, seat)
    top, rest = table.hands[seat][0], table.hands[seat][1:]
    hands = put(table.hands, seat, rest)
    return replace(table, hands=hands, middle=(top, *table.middle), burned=table.burned + 1)


def burned_on_top(book: Book, table: Table, seat: Seat) -> Table:
    """The penalty is laid on the cards of the middle, if there are any, and counts like a card that was turned."""
    hand = table.hands[seat]
    if table.last == NOBODY or not table.middle:
        return burn_under(book, table, seat)
    return replace(table, hands=put(table.hands, seat, hand[1:]), middle=table.middle + hand[:1])


def burned_cards_are_put_away(book: Book, table: Table, seat: Seat) -> Table:
    """The penalty leaves the game."""
    return replace(table, hands=put(table.hands, seat, table.hands[seat][1:]))
