"""How long a cycle is depends on which cards count as alike: stem and period for each way to name the cards.

Play goes on in classes whatever the cards are called. So a cycle of classes moves the cards from place to place by the
same permutation each time round, and with names the position comes back when the permutation, done so many times,
brings to each place a card of the same name: the least common multiple over its circles, however large, exactly. The
way before the cycle is as long as with classes: going round is a permutation, and a permutation that comes back at
all comes back to where it began.

Only where the pay cards lie says less than classes do, and does not decide what follows. Its period is that of what
is seen of the cycle of classes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import lcm

from model.cards import ORDINARY, Card, Labelling, Zone, face_of
from model.game import NOBODY, Loop, Seat
from solver.cycles.course import Course, Moment, as_classes, dealt, number_of


class Naming(StrEnum):
    """Which cards count as alike."""

    PAY_PLACES = "pay_places"
    """A card is a pay card or it is not; what it demands is not seen."""
    CLASSES = "classes"
    """Cards that demand the same are alike."""
    AS_DEALT = "as_dealt"
    """Cards of one rank are alike (for deals of ranks)."""
    ORDINARY_NAMED = "ordinary_named"
    """Every ordinary card has a name of its own; pay cards that demand the same are alike."""
    ALL_NAMED = "all_named"
    """Every card has a name of its own."""


@dataclass(frozen=True, slots=True)
class Length:
    """So many tricks, and so many cards; None where the number of cards is not always the same."""

    cards: int | None
    tricks: int

    def __add__(self, other: Length) -> Length:
        cards = None if self.cards is None or other.cards is None else self.cards + other.cards
        return Length(cards, self.tricks + other.tricks)


@dataclass(frozen=True, slots=True)
class Repeats:
    """When positions come again under one naming: after the stem, every period.

    `exchanged` is the period where a position is the same too if each seat has the hand and the turn that another had
    (the seats go round; of two seats, they are exchanged). It divides the period, and is the same where no exchange
    brings a position back sooner.
    """

    naming: Naming
    stem: Length
    period: Length
    exchanged: Length

    @property
    def first_repeated(self) -> Length | None:
        """When the first position comes that was there before.

        None where only the places of pay cards are seen: there one can look like an earlier one and go on otherwise.
        """
        return None if self.naming is Naming.PAY_PLACES else self.stem + self.period


def namings(course: Course) -> tuple[Naming, ...]:
    """The namings that tell something of the deal; as dealt, only if that is neither classes nor every card."""
    return tuple(each for each in Naming if each is not Naming.AS_DEALT or course.deal.labelling is Labelling.RANK)


def repeats(course: Course) -> tuple[Repeats, ...]:
    """Stem and period under each naming; none for a game that is not known to be endless."""
    if course.first is None:
        return ()
    return tuple(
        _of_places(course, course.first) if naming is Naming.PAY_PLACES else _named(course, course.first, naming)
        for naming in namings(course)
    )


# --- as classes, or with more names than that ---


def _named(course: Course, first: int, naming: Naming) -> Repeats:
    loop = course.outcome
    assert isinstance(loop, Loop)
    name = _names(course, naming)
    times = times_until_alike(_moved(course.moments[first], course.moments[-1], Seat(0)), name)
    short, turned = _exchanged(course, first)
    part = course.moments[first + short]
    again = times_until_alike(_moved(course.moments[first], part, turned), name)
    cards, tricks = (part.cards - loop.stem_cards) * again, (part.tricks - loop.stem_tricks) * again
    return Repeats(
        naming,
        Length(loop.stem_cards, loop.stem_tricks),
        Length(loop.period_cards * times, loop.period_tricks * times),
        Length(cards, tricks),
    )


def _names(course: Course, naming: Naming) -> Callable[[Card], Hashable]:
    """What a numbered card is called."""
    given = list(dealt(course.deal))
    match naming:
        case Naming.ALL_NAMED:
            return number_of
        case Naming.AS_DEALT:
            return lambda card: given[number_of(card)]
        case Naming.ORDINARY_NAMED:
            return lambda card: (face_of(card), number_of(card) if face_of(card) == ORDINARY else 0)
        case _:
            return face_of


def _exchanged(course: Course, first: int) -> tuple[int, Seat]:
    """After how many moments the first of the cycle comes again with the seats turned, and by how many seats."""
    start = course.moments[first]
    wanted = _position(start, Seat(0))
    for later, moment in enumerate(course.moments[first + 1 :], start=1):
        by = Seat((moment.turn - start.turn) % len(start.hands))
        if moment.sizes == turned_back(start.sizes, Seat(-by)) and _position(moment, by) == wanted:
            return later, by
    raise AssertionError("the last moment is the first one again")


def _position(moment: Moment, by: Seat) -> Hashable:
    """A moment as classes, turned back by so many seats."""
    seats = len(moment.hands)
    claimant = moment.claimant if moment.claimant == NOBODY else (moment.claimant - by) % seats
    return turned_back(as_classes(moment.hands), by), (moment.turn - by) % seats, moment.debt, claimant


def turned_back(hands: tuple[Hashable, ...], by: Seat) -> tuple[Hashable, ...]:
    """What each seat has, given to the seat that is `by` places before it."""
    by = Seat(by % len(hands))
    return hands[by:] + hands[:by]


def _moved(before: Moment, after: Moment, by: Seat) -> list[tuple[Card, Card]]:
    """For each place, the card that lay there and the one that does now, `by` seats farther on."""
    now = after.hands[by:] + after.hands[:by]
    return [pair for old, new in zip(before.hands, now, strict=True) for pair in zip(old, new, strict=True)]


def times_until_alike(moved: Sequence[tuple[Card, Card]], name: Callable[[Card], Hashable]) -> int:
    """How often cards move like that until each place has a card of the name that it had at first."""
    now = dict(moved)
    times = 1
    while now:
        card, following = now.popitem()
        names = [name(card)]
        while following != card:
            names.append(name(following))
            following = now.pop(following)
        times = lcm(times, smallest_period(names))
    return times


def smallest_period(circle: Sequence[Hashable]) -> int:
    """By how many places a circle is turned at least, so that it looks the same."""
    for step in range(1, len(circle)):
        if len(circle) % step == 0 and all(circle[at] == circle[at - step] for at in range(len(circle))):
            return step
    return len(circle)


# --- only where pay cards lie ---


def _of_places(course: Course, first: int) -> Repeats:
    seen = [_places(moment, Seat(0)) for moment in course.moments]
    turned = [_places(moment, moment.turn) for moment in course.moments]
    period = smallest_period(seen[first:-1])
    start = first
    while start > 0 and seen[start - 1] == seen[start - 1 + period]:
        start -= 1
    stem = Length(course.moments[start].cards, course.moments[start].tricks)
    exchanged = _length(course, first, smallest_period(turned[first:-1]))
    return Repeats(Naming.PAY_PLACES, stem, _length(course, first, period), exchanged)


def _places(moment: Moment, by: Seat) -> Hashable:
    """Where pay cards lie and who leads, turned back by so many seats."""
    masks: tuple[Zone | Hashable, ...] = tuple(
        [tuple([face_of(card) != ORDINARY for card in hand]) for hand in moment.hands]
    )
    return turned_back(masks, by), (moment.turn - by) % len(masks)


def _length(course: Course, first: int, tricks: int) -> Length:
    """So many tricks of the cycle, wherever it is entered, and their cards."""
    cycle = course.moments[first:]
    whole = cycle[-1].cards - cycle[0].cards
    laid = [moment.cards for moment in cycle] + [moment.cards + whole for moment in cycle[1:]]
    sums = {laid[at + tricks] - laid[at] for at in range(len(cycle) - 1)}
    return Length(sums.pop() if len(sums) == 1 else None, tricks)
