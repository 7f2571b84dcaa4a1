"""Functions that are run path by path in tests: what Python does with numbers, truth values, piles and rows."""

from __future__ import annotations

from model.cards import Zone, face_of
from model.game import Seat
from tests.read_rules import Place, Way


def arithmetic(place: Place) -> tuple[int, ...]:
    seat, card = place.seat, place.card
    return (seat + 1, 1 + seat, seat - 2, 2 - seat, seat - card, -seat, abs(seat), 3 * seat, seat * 2, 7 * seat % 5)


def divided(place: Place) -> tuple[int, ...]:
    return (place.card // 32 % 8, place.card % 32, (place.seat - 3) // 2, sum([place.seat, place.card, 1]))


def product(place: Place) -> int:
    return place.seat * place.points[0] if place.seat in (1, 2) else place.seat * place.seat if place.seat == 3 else 0


def compared(place: Place) -> tuple[bool, ...]:
    one, other = place.seat, place.points[0]
    return (one < other, one <= other, one > other, one >= other, one == other, one != other, one == 2, 0 <= one < 3)


def truths(place: Place) -> tuple[object, ...]:
    there, even = place.seat > 0, place.points[0] % 2 == 0
    return (not there, there == even, there != even, bool(place.seat), there and place.seat, even or place.points[0])


def smallest(place: Place) -> tuple[int, ...]:
    return (min(place.points), max(0, place.seat), max(len(pile) for pile in place.piles), sum([place.seat > 0, 1]))


def a_place(place: Place) -> Zone:
    return place.piles[place.seat]


def a_place_from_the_end(place: Place) -> Zone:
    return place.piles[place.seat - 4]


def a_known_place(place: Place) -> int:
    return (5, 5, 7, 5, 9)[place.seat]


def a_part(place: Place) -> tuple[object, ...]:
    return (place.piles[: place.seat], place.piles[::-1], len(place.piles[1:]))


def cards(place: Place) -> tuple[int, ...]:
    return (place.pile[0], place.pile[-1], place.pile[1], place.pile[place.seat])


def joined(place: Place) -> tuple[Zone, ...]:
    pile, card = place.pile, place.card
    return (pile + (card,), (card,) + pile, pile + place.piles[0], () + pile, (card,) * place.seat + pile)


def parts(place: Place) -> tuple[Zone, ...]:
    return (place.pile[1:], place.pile[::-1], place.pile[:2], place.pile[2:], place.pile[:-1], place.pile[place.seat :])


def of_piles(place: Place) -> tuple[object, ...]:
    pile = place.pile
    return (len(pile), bool(pile), pile == (), pile != (), pile == place.piles[0], place.card in pile, tuple(pile))


def gone_through(place: Place) -> tuple[object, ...]:
    if len(place.pile) > 3:
        return ()
    first, *others = place.pile if place.pile else (0,)
    return (*place.pile, sum(face_of(card) for card in place.pile), first, len(others), max(place.pile, default=-1))


def in_sets(place: Place) -> tuple[object, ...]:
    kinds = {place.card % 3, place.seat % 3}
    return (len(kinds), kinds == {1, 2}, {place.seat % 2: 5}.get(1, 6), place.card % 3 in {0, 2})


def rows(place: Place) -> tuple[object, ...]:
    seats = place.seats
    return (len(seats), bool(seats), (*seats, Seat(9)), seats + (Seat(8),), () + seats, Seat(1) in seats, seats == ())


def more_of_rows(place: Place) -> tuple[object, ...]:
    seats = place.seats
    return (seats[0] if seats else -1, seats[-1:], tuple([seat + 1 for seat in seats]), seats.count(Seat(1)), seats)


def members(place: Place) -> tuple[object, ...]:
    match place.way:
        case Way.ON:
            return (place.maybe is None, place.maybe is Way.BACK, place.maybe == Way.ON, place.way, place.maybe)
    return (place.way is Way.BACK, place.maybe in (Way.ON, None), {place.way: 1}[Way.BACK], place.maybe)
