"""Misread rules of what counts how much."""

from __future__ import annotations

from model.bank.moves import FOUR, is_four_of_a_kind, is_one_suit
from model.bank.ranks import EIGHT, NINE, Points, is_worthless, points_of
from model.bank.rulebook import Book
from model.bank.scoring import for_the_place
from model.bank.state import Finish, Round, holders
from model.cards import ACE, JACK, KING, QUEEN, TEN, Face, Zone, face_of
from model.game import Seat


def _with_another_count(zone: Zone, face: Face, count: int) -> Points:
    """What cards count where those of one rank count something else."""
    others = tuple(card for card in zone if face_of(card) != face)
    return Points(points_of(others) + count * (len(zone) - len(others)))


def ace_counts_eleven(zone: Zone) -> Points:
    """An ace counts 11."""
    return _with_another_count(zone, ACE, 11)


def ten_counts_nothing(zone: Zone) -> Points:
    """A ten counts nothing."""
    return _with_another_count(zone, TEN, 0)


def king_counts_four(zone: Zone) -> Points:
    """A king counts 4."""
    return _with_another_count(zone, KING, 4)


def queen_counts_two(zone: Zone) -> Points:
    """A queen counts 2."""
    return _with_another_count(zone, QUEEN, 2)


def jack_counts_two(zone: Zone) -> Points:
    """A jack counts 2."""
    return _with_another_count(zone, JACK, 2)


def eight_counts_eight(zone: Zone) -> Points:
    """An eight counts 8."""
    return _with_another_count(zone, EIGHT, 8)


def nine_counts_nine(zone: Zone) -> Points:
    """A nine counts 9."""
    return _with_another_count(zone, NINE, 9)


# --- penalties ---


def each_card_costs_one(book: Book, hand: Zone) -> Points:
    """Cards that are left cost one point each."""
    return Points(len(hand))


def hand_counts_for_its_holder(book: Book, hand: Zone) -> Points:
    """Cards that are left count for whoever holds them."""
    return Points(-book.worth(hand))


def fewest_captured_lose(table: Round) -> tuple[Seat, ...]:
    """Of the seats with cards those have lost that captured the fewest points."""
    left = holders(table)
    fewest = min([points_of(table.captured[seat]) for seat in left], default=Points(0))
    return tuple([seat for seat in left if points_of(table.captured[seat]) == fewest])


def most_cards_lose(table: Round) -> tuple[Seat, ...]:
    """The seats with the most cards in hand have lost."""
    left = holders(table)
    most = max([len(table.hands[seat]) for seat in left], default=0)
    return tuple([seat for seat in left if len(table.hands[seat]) == most])


def sum_for_each_worthless_card(book: Book, hand: Zone) -> Points:
    """The points in hand, and the fixed sum for each card without points."""
    return Points(book.worth(hand) + book.fixed_sum * sum(map(is_worthless, hand)))


def sum_is_the_least(book: Book, hand: Zone) -> Points:
    """The fixed sum, or the points in hand if they are more."""
    return max(book.fixed_sum, book.worth(hand))


def first_sum_is_usual(book: Book, hand: Zone) -> Points:
    """Where no sum was named it is the first of the list, 15."""
    return Points(book.worth(hand) + (15 if book.fixed_sum == 31 else book.fixed_sum))


def cards_with_points_cost(hand: Zone) -> int:
    """Only cards that count something are paid for."""
    return sum([not is_worthless(card) for card in hand])


# --- bonuses ---


def first_brings_ten(place: int) -> Points:
    """Every place brings 10."""
    return Points(10)


def only_the_first_counts(place: int) -> Points:
    """20 for going out first, and nothing for the others."""
    return Points(20 if place == 1 else 0)


def third_brings_nothing(place: int) -> Points:
    """20 for going out first, 10 for going out second, nothing for the third."""
    return Points((20, 10, 0)[min(place, 3) - 1])


def king_in_place_of_the_place(finish: Finish, place: int) -> Points:
    """A king as the last card brings 30, 20 or 10 in all, and not what the place brings."""
    if face_of(finish.cards[-1]) != KING:
        return Points(0)
    return Points((30, 20, 10)[min(place, 3) - 1] - for_the_place(place))


def king_always_brings_thirty(finish: Finish, place: int) -> Points:
    """A king as the last card brings 30 at every place."""
    return Points(30 if face_of(finish.cards[-1]) == KING else 0)


def king_brings_twenty_behind_the_first(finish: Finish, place: int) -> Points:
    """A king as the last card brings 30 to the first and 20 to any other."""
    if face_of(finish.cards[-1]) != KING:
        return Points(0)
    return Points(30 if place == 1 else 20)


def any_four_bring_75(finish: Finish) -> Points:
    """75 for going out with four of a kind, whatever they are."""
    return Points(75 if is_four_of_a_kind(finish.cards) else 0)


def four_bring_nothing(finish: Finish) -> Points:
    """Nothing, since a further move has to be made after four of a kind."""
    return Points(0)


def run_in_place_of_the_place(book: Book, finish: Finish, place: int) -> Points:
    """A run as the last move brings 30, 25 or 20 in all, and not what the place brings."""
    found = _for_a_run(finish, (30, 25, 20), place)
    return Points(found - for_the_place(place)) if found else found


def run_of_any_suits_counts(book: Book, finish: Finish, place: int) -> Points:
    """Any run as the last move brings 30, 25 or 20."""
    if len(finish.cards) < FOUR or is_four_of_a_kind(finish.cards):
        return Points(0)
    return Points((30, 25, 20)[min(place, 3) - 1])


def second_run_brings_twenty(book: Book, finish: Finish, place: int) -> Points:
    """A run as the last move brings as much as a king, and at third place 20."""
    return _for_a_run(finish, (30, 20, 20), place)


def third_run_brings_ten(book: Book, finish: Finish, place: int) -> Points:
    """A run as the last move brings 30 and 25, and at third place what the place brings once more."""
    return _for_a_run(finish, (30, 25, 10), place)


def _for_a_run(finish: Finish, bonus: tuple[int, ...], place: int) -> Points:
    """What these bonuses are for a run in one suit at this place; nothing for anything else."""
    if len(finish.cards) < FOUR or is_four_of_a_kind(finish.cards) or not is_one_suit(finish.cards):
        return Points(0)
    return Points(bonus[min(place, 3) - 1])
