"""What is counted in rounds of Bank that were played, with the error of having played only so many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from statistics import fmean, stdev, variance
from typing import Final, TypeVar

import msgspec

from model.bank.match import settled
from model.bank.ranks import Points, points_of
from model.bank.rulebook import Book
from model.bank.state import Finish, Match, Round, Stage, holders
from model.game import Seat
from properties.bank_readings_play import Course, Step, mixed

Item = TypeVar("Item")

MOST_ROUNDS: Final = 400
"""A match that has not ended after so many rounds is given up."""

_GROUPS, _MATCHES_EACH = 10, 6
"""So many groups of matches, and so many matches in each."""


class Estimate(msgspec.Struct, frozen=True):
    """A mean, and its standard error: two times that to both sides is where the true mean nearly always is."""

    mean: float
    error: float


class Matches(msgspec.Struct, frozen=True):
    """What becomes of matches: the share that is won within so many rounds, and how many rounds those took."""

    won: Estimate
    rounds: Estimate | None
    cap: int = MOST_ROUNDS


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of values that were drawn independently."""
    error = stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Estimate(fmean(values), error)


def ratio(above: Sequence[float], below: Sequence[float]) -> Estimate | None:
    """The ratio of two sums over the same rounds; None where there is nothing to divide by."""
    whole = fmean(below)
    if not whole:
        return None
    mean = fmean(above) / whole
    rest = [a - mean * b for a, b in zip(above, below, strict=True)]
    return Estimate(mean, estimate(rest).error / whole)


# --- a round ---


def is_over(course: Course) -> bool:
    """Whether a round came to its end."""
    return course[-1].after.stage is not Stage.ROUND


def is_blocked(course: Course) -> bool:
    """Whether a round ended with several seats that hold cards."""
    return is_over(course) and len(holders(course[-1].after.round)) > 1


def captured_points(course: Course) -> int:
    """The points in all score piles at the end."""
    return sum([points_of(pile) for pile in course[-1].after.round.captured])


def takes_bank(step: Step) -> bool:
    """Whether somebody takes the bank in a step, whatever for."""
    return bool(step.before.round.bank or step.action.cards) and not step.after.round.bank


def takings(course: Course) -> int:
    """How often a bank is taken."""
    return sum(map(takes_bank, course))


def turns_of(course: Course) -> int:
    """How often the turn came to a seat, missed turns included: stretches of acts by one seat."""
    seats = [step.action.seat for step in course]
    return sum([seat != before for seat, before in zip(seats, [None, *seats[:-1]], strict=True)])


def score_a_seat(course: Course) -> float:
    """What a seat scores in the round, in the mean over the seats; nothing in a round that is not over."""
    return fmean(course[-1].after.scores or (0,))


def never_ends(course: Course) -> bool:
    """Whether a round was given up."""
    return not is_over(course)


FIGURES: Final = {
    "blocked": is_blocked,
    "captured": captured_points,
    "takings": takings,
    "acts": len,
    "turns": turns_of,
    "score": score_a_seat,
    "endless": never_ends,
}
"""The figures of a round: share of blocked ends, points captured by all, banks taken, acts, turns, points scored by a
seat, and share of rounds that are given up after `MOST_ACTS` acts."""


def figures_of(courses: Sequence[Course]) -> dict[str, Estimate]:
    """The figures of these rounds."""
    return {name: estimate([float(figure(course)) for course in courses]) for name, figure in FIGURES.items()}


def changes_of(courses: Sequence[Course], defaults: Sequence[Course]) -> dict[str, Estimate]:
    """How the figures of these rounds differ from those of the same rounds played by the default reading."""
    pairs = tuple(zip(courses, defaults, strict=True))
    return {
        name: estimate([float(figure(course)) - float(figure(default)) for course, default in pairs])
        for name, figure in FIGURES.items()
    }


def outcome(course: Course) -> tuple[object, ...]:
    """What a round comes to: the scores, and who has won the match by it."""
    after = course[-1].after
    return (after.scores, after.winners)


# --- matches ---


def matches_of(book: Book, ends: Sequence[Match], seed: int) -> Matches | None:
    """Matches put together from rounds that were played; None where no round came to its end.

    Each round of a match is one of these, drawn anew and turned so that its dealer is the seat that is due: what a
    round comes to depends on nothing else. An extra round is played by everybody here, also under
    `tie=extra_round_tied`. For the error the rounds are drawn anew for each group of matches: groups differ by
    their rounds and by the luck of their matches, and the luck alone is made small by many matches.
    """
    usable = [end for end in ends if end.scores]
    if not usable:
        return None
    groups: list[list[int]] = []
    for group in range(_GROUPS):
        pool = [usable[mixed(seed, group, number) % len(usable)] for number in range(len(usable))]
        groups.append([_match_length(book, pool, mixed(seed, group, -1, match)) for match in range(_MATCHES_EACH)])
    ended = [[float(length) for length in each if length] for each in groups]
    lengths = [each for each in ended if each]
    won = [[float(length > 0) for length in each] for each in groups]
    return Matches(of_groups(won), of_groups(lengths) if lengths else None)


def of_groups(groups: Sequence[Sequence[float]]) -> Estimate:
    """The mean of values in groups, its error being what groups differ by besides the luck of their members, and the
    luck of all members."""
    values = [value for each in groups for value in each]
    within = fmean([variance(each) if len(each) > 1 else 0.0 for each in groups])
    between = variance([fmean(each) for each in groups]) if len(groups) > 1 else 0.0
    luck = within * len(groups) / len(values)
    return Estimate(fmean(values), sqrt(max(between - luck, 0.0) + within / len(values)))


def _match_length(book: Book, pool: Sequence[Match], chance: int) -> int:
    """After how many rounds a match is won; 0 if it is not within the cap."""
    seats = len(pool[0].totals)
    totals, dealer = (Points(0),) * seats, Seat(chance % seats)
    for number in range(1, MOST_ROUNDS + 1):
        end = pool[mixed(chance, number) % len(pool)]
        by = (dealer - end.round.dealer) % seats
        match = Match(turned(end.round, by), totals)
        if book.match_check(book, match):
            return number
        after = settled(book, match, _turned(end.scores, by))
        if after.stage is Stage.OVER:
            return number
        totals, dealer = after.totals, after.dealers[mixed(chance, number, 1) % len(after.dealers)]
    return 0


def turned(table: Round, by: int) -> Round:
    """A round that is over, with every seat so many places further clockwise."""
    seats = len(table.hands)

    def seat(old: Seat) -> Seat:
        return Seat((old + by) % seats)

    return replace(
        table,
        hands=_turned(table.hands, by),
        captured=_turned(table.captured, by),
        first=seat(table.first),
        dealer=seat(table.dealer),
        out=tuple([Finish(seat(finish.seat), finish.cards) for finish in table.out]),
    )


def _turned(items: tuple[Item, ...], by: int) -> tuple[Item, ...]:
    return items[-by:] + items[:-by] if by else items
