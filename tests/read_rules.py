"""Functions within the subset, one for each thing that the translator reads: compared with Python in tests."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from model.cards import Card, Face, Zone, face_of
from model.game import NOBODY, Seat


class Way(StrEnum):
    """Members that are no numbers."""

    ON = "on"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class Place:
    """Piles, numbers, a symbol, and rows of unknown length."""

    piles: tuple[Zone, ...]
    pile: Zone
    card: Card
    seat: Seat
    way: Way
    maybe: Way | None
    seats: tuple[Seat, ...]
    points: tuple[int, ...]


def holders(place: Place) -> tuple[Seat, ...]:
    return tuple([Seat(seat) for seat, pile in enumerate(place.piles) if pile])


def pairs(place: Place) -> tuple[int, ...]:
    return tuple([one + other for one in place.seats if one > 0 for other in place.points if other != one])


def first_of_some(place: Place) -> int:
    return holders(place)[0] if holders(place) else NOBODY


def last_of_some(place: Place) -> int:
    return place.seats[-1] if place.seats else NOBODY


def with_seat(place: Place) -> tuple[Seat, ...]:
    return place.seats if place.seat in place.seats else (*place.seats, place.seat)


def not_in(place: Place) -> bool:
    return place.seat not in place.seats and place.card not in place.pile


def in_parts_of_a_pile(place: Place) -> bool:
    return place.card in place.pile[1:] + place.piles[0][::-1] + (Card(3),)


def how_many(place: Place) -> int:
    return 10 * len(holders(place)) + len(set(place.seats))


def as_sets(place: Place) -> bool:
    return set(holders(place)) <= set(place.seats) or {seat for seat in place.seats if seat > 0} == {1, 2}


def rows_alike(place: Place) -> bool:
    return place.seats == holders(place)


def no_seats(place: Place) -> bool:
    return place.seats == () or place.pile != ()


def best(place: Place) -> int:
    return max(place.points[0], place.seat) + min(place.points)


def best_of_some(place: Place) -> int:
    return max([len(place.piles[seat]) for seat in holders(place)], default=-7)


def fewest_of_some(place: Place) -> int:
    return min([len(pile) for pile in place.piles if len(pile) > 1], default=9)


def nearest(place: Place) -> int:
    return min(place.seats, key=_far) if place.seats else NOBODY


def _far(seat: Seat) -> int:
    return abs(seat - 1)


def summed(place: Place) -> int:
    return sum([size for size in place.points if size > 0]) + sum([seat > 0 for seat in place.seats])


def some_and_all(place: Place) -> bool:
    return any(seat == place.seat for seat in place.seats) and all(len(pile) < 3 for pile in place.piles)


def the_next(place: Place) -> Seat:
    around = [Seat((place.seat + distance) % 3) for distance in range(1, 4)]
    return next(seat for seat in around if place.piles[seat] or seat == place.seat % 3)


def an_operand(place: Place) -> tuple[Seat, ...]:
    return place.seats or holders(place)


def another_operand(place: Place) -> int:
    return place.seat and place.points[0]


def a_symbol(place: Place) -> Way | None:
    if place.seat > 1:
        return place.way
    return Way.BACK if place.way is Way.ON else None if place.maybe is None else place.maybe


def a_symbol_in_place(place: Place) -> Place:
    return replace(place, way=Way.ON if place.maybe else place.way, maybe=place.way)


def where(place: Place) -> int:
    order = (Seat(2), Seat(0), Seat(1))
    return order.index(place.seat) if place.seat in order else order.count(place.seat)


def a_loop_over_some(place: Place) -> int:
    found = 0
    for at, seat in enumerate(place.seats, start=1):
        if seat == place.seat:
            return at + 10 * found
        found = seat
    return found


def after_a_loop_over_some(place: Place) -> int:
    for seat in place.seats:
        if seat == place.seat:
            return seat
    if place.card > place.points[0]:
        return place.points[1]
    return place.card


def faces(place: Place) -> bool:
    cards = (place.card, Card(40), Card(7))
    return Face(8) in map(face_of, cards) or len({face_of(card) for card in cards}) == 2


def deep_in_a_pile(place: Place) -> int:
    joined = place.pile + (place.card,)
    return joined[-2] if len(joined) >= 2 else joined[-1]


def spliced(place: Place) -> Zone:
    return (*place.pile, place.card, *place.piles[1])


def many_of_one(place: Place) -> int:
    return len((Card(31),) * place.seat + place.pile)


def piles_changed(place: Place) -> bool:
    piles = tuple([pile + (place.card,) if at == place.seat else pile for at, pile in enumerate(place.piles)])
    return piles != place.piles


def side_by_side(place: Place) -> tuple[int, ...]:
    return tuple([len(pile) + more for pile, more in zip(place.piles, place.points, strict=True)])
