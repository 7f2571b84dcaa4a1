"""What a round is worth to each seat."""

from __future__ import annotations

from model.bank.moves import FOUR, is_four_of_a_kind, is_one_suit
from model.bank.ranks import Points, is_worthless, points_of
from model.bank.rulebook import Book
from model.bank.state import Finish, Round, holders
from model.cards import KING, Zone, face_of
from model.clause import clause
from model.game import Seat


def scores(book: Book, table: Round) -> tuple[Points, ...]:
    """What each seat scores in a round that is over; it can be less than nothing (BANK-A29)."""
    losers = book.losers(table)
    return tuple([score(book, table, Seat(seat), Seat(seat) in losers) for seat in range(len(table.hands))])


def collected(book: Book, table: Round) -> tuple[Points, ...]:
    """What each seat has collected so far: captured cards, and bonuses for going out."""
    return tuple([score(book, table, Seat(seat), False) for seat in range(len(table.hands))])


@clause("BANK-69", "BANK-70")
def score(book: Book, table: Round, seat: Seat, lost: bool) -> Points:
    """The captured cards, the bonuses for going out, and off that the penalty of a seat that has lost."""
    gained = book.worth(table.captured[seat]) + bonus(book, table, seat)
    return Points(gained - book.scoring(book, table.hands[seat]) if lost else gained)


def bonus(book: Book, table: Round, seat: Seat) -> Points:
    """All bonuses of a seat, which add up (BANK-A30); nothing for one that has not gone out."""
    for place, finish in enumerate(table.out, start=1):
        if finish.seat == seat:
            return Points(
                book.place_bonus(place)
                + book.king_bonus(finish, place)
                + book.four_bonus(finish)
                + book.run_bonus(book, finish, place)
            )
    return Points(0)


@clause("BANK-84", "BANK-86", "BANK-88")
def for_the_place(place: int) -> Points:
    """20 for going out first, 10 for going out second, 10 for going out third."""
    return Points(20 if place == 1 else 10)


@clause("BANK-85", "BANK-87", "BANK-89")
def for_a_king(finish: Finish, place: int) -> Points:
    """For a king as the last card: 30 first, 20 second, 10 third."""
    if face_of(finish.cards[-1]) != KING:
        return Points(0)
    return Points((30, 20, 10)[place - 1])


@clause("BANK-91")
def for_four_of_a_kind(finish: Finish) -> Points:
    """75 for going out with four of a kind, unless they are kings."""
    return Points(75 if is_four_of_a_kind(finish.cards) and face_of(finish.cards[0]) != KING else 0)


@clause("BANK-93", "BANK-94", "BANK-95")
def for_a_run(book: Book, finish: Finish, place: int) -> Points:
    """For going out with a run of four in one suit: 30 first, 25 second, 20 third."""
    if len(finish.cards) < FOUR or is_four_of_a_kind(finish.cards) or not is_one_suit(finish.cards):
        return Points(0)
    return Points((30, 25, 20)[place - 1])


# --- scoring: the penalty for a hand ---


@clause("BANK-68", "BANK-69")
def no_penalty(book: Book, hand: Zone) -> Points:
    """What is left in a hand costs nothing."""
    return Points(0)


@clause("BANK-70", "BANK-72")
def points_in_hand(book: Book, hand: Zone) -> Points:
    """The points that are left in the hand."""
    return book.worth(hand)


@clause("BANK-73", "BANK-74")
def fixed(book: Book, hand: Zone) -> Points:
    """A fixed sum that was agreed on before the game, and what `fixed_mode` says of the points in hand."""
    return book.fixed_mode(book, hand)


@clause("BANK-73", "BANK-76")
def per_card(book: Book, hand: Zone) -> Points:
    """So much for each card, and what `per_card_mode` says of the points in hand."""
    return book.per_card_mode(Points(book.card_sum * book.per_card_counts(hand)), book.worth(hand))


# --- fixed_mode ---


@clause("BANK-73")
def fixed_plus(book: Book, hand: Zone) -> Points:
    """The fixed sum comes on top of the points in hand (BANK-A27)."""
    return Points(book.fixed_sum + book.worth(hand))


def fixed_alone(book: Book, hand: Zone) -> Points:
    """The fixed sum alone, whatever is in the hand (BANK-A27)."""
    return book.fixed_sum


def when_no_points(book: Book, hand: Zone) -> Points:
    """The points in hand, and the fixed sum only where there are none (BANK-A27)."""
    return book.worth(hand) or book.fixed_sum


# --- per_card_mode ---


@clause("BANK-73")
def per_card_plus(for_cards: Points, in_hand: Points) -> Points:
    """What the cards cost comes on top of the points in hand (BANK-A27)."""
    return Points(for_cards + in_hand)


def per_card_alone(for_cards: Points, in_hand: Points) -> Points:
    """What the cards cost, whatever their points (BANK-A27)."""
    return for_cards


# --- per_card_counts ---


@clause("BANK-76")
def all_cards(hand: Zone) -> int:
    """Every card counts (BANK-A27)."""
    return len(hand)


def zero_only(hand: Zone) -> int:
    """Only cards without points count (BANK-A27)."""
    return sum([is_worthless(card) for card in hand])


# --- losers ---


@clause("BANK-70", "BANK-72")
def all_with_cards(table: Round) -> tuple[Seat, ...]:
    """Every seat that still holds cards has lost (BANK-A28)."""
    return holders(table)


def most_points(table: Round) -> tuple[Seat, ...]:
    """Of the seats that still hold cards those with most points in hand have lost (BANK-A28)."""
    left = holders(table)
    most = max([points_of(table.hands[seat]) for seat in left], default=Points(0))
    return tuple([seat for seat in left if points_of(table.hands[seat]) == most])


def last_only(table: Round) -> tuple[Seat, ...]:
    """Only a seat that is left over alone has lost; where several are left, nobody has (BANK-A28)."""
    left = holders(table)
    return left if len(left) == 1 else ()
