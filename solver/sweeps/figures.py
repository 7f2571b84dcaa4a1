"""What follows from the counts of a sweep: means, shares, and how the longest games thin out, with standard errors.

The counts are exact; a standard error says how far a figure is likely to be from that of all deals. Deals played in
their order are no sample, and their means and shares have none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import exp, expm1, log1p, sqrt
from typing import Final

from solver.sweeps.tally import Tally

TAIL: Final = Fraction(1, 20)
"""The tail are the longest games: so many of all that end. It is where the constant has settled (see `TAILS`)."""
TAILS: Final = tuple(Fraction(1, each) for each in (2, 5, 10, 20, 50, 100, 1000))
"""Tails that are fitted so that one can see whether the constant has settled."""
FEWEST_IN_TAIL: Final = 100
RULE_OF_THREE: Final = 3
"""Where none of n random deals is of a kind, fewer than 3/n of all deals are, with 95 % confidence: were it a larger
share, n deals without a single one would come about with a probability below (1 - 3/n)**n < 1/e**3 < 0.05."""


@dataclass(frozen=True, slots=True)
class Figure:
    """An estimate and its standard error.

    The error is None where it is no estimate, or there is too little to say: all that were seen are alike, and they
    do not show how much others would differ. A share of none or of all is then known to `RULE_OF_THREE`.
    """

    value: float
    error: float | None = None


@dataclass(frozen=True, slots=True)
class Tail:
    """The lengths from `threshold` cards on, as an exponential: of the games that have lasted so long one in e
    (2.718...) lasts for `constant` cards more.

    `constant` is the maximum-likelihood estimate where the number of cards beyond the threshold is geometric: with m
    its mean, 1 / log(1 + 1 / m). `share` is the part of the games that was asked for; `games` are in the tail.
    """

    share: Fraction
    threshold: int
    games: int
    constant: float
    error: float | None

    def expected(self, cards: int) -> float:
        """How many games of exactly so many cards the fit expects, from the threshold on."""
        return self.games * -expm1(-1 / self.constant) * exp((self.threshold - cards) / self.constant)


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a sweep. All but `endless` are of the games that end; None where there are no such games.

    `share` is the part of them that the leader wins, `endless` the part of all deals that never end.
    """

    cards: Figure | None
    tricks: Figure | None
    share: Figure | None
    endless: Figure | None
    tail: Tail | None
    tails: tuple[Tail, ...]


def figures(total: Tally, sampled: bool) -> Figures:
    """The figures that follow from these counts; with standard errors if the deals were a random sample."""
    tails = tuple(tail for tail in (tail_of(total.cards, share, sampled) for share in TAILS) if tail is not None)
    return Figures(
        _mean(total.cards, sampled),
        _mean(total.tricks, sampled),
        _share(total.leader_wins, total.ended, sampled),
        _share(total.endless, total.deals, sampled),
        tail_of(total.cards, TAIL, sampled),
        tails,
    )


def sums(histogram: Mapping[int, int]) -> tuple[int, int, int]:
    """How many there are, their sum, and the sum of their squares: whole numbers, and exact."""
    return (
        sum(histogram.values()),
        sum(value * times for value, times in histogram.items()),
        sum(value * value * times for value, times in histogram.items()),
    )


def _mean(histogram: Mapping[int, int], sampled: bool) -> Figure | None:
    number, total, squares = sums(histogram)
    if not number:
        return None
    spread = number * squares - total * total
    if not sampled or not spread:
        return Figure(total / number)
    return Figure(total / number, sqrt(Fraction(spread, number * number * (number - 1))))


def _share(part: int, whole: int, sampled: bool) -> Figure | None:
    if not whole:
        return None
    share = part / whole
    return Figure(share, sqrt(share * (1 - share) / whole) if sampled and 0 < part < whole else None)


def tail_of(histogram: Mapping[int, int], share: Fraction, sampled: bool = True) -> Tail | None:
    """The tail from the first length that no more than this share of the games reach; None where it is too small."""
    wanted = sum(histogram.values()) * share
    games = beyond = 0
    threshold = None
    for length in sorted(histogram, reverse=True):
        if games + histogram[length] > wanted:
            break
        games += histogram[length]
        threshold = length
    if threshold is None or games < FEWEST_IN_TAIL:
        return None
    beyond = sum((length - threshold) * times for length, times in histogram.items() if length > threshold)
    if not beyond:
        return None
    mean = beyond / games
    constant = 1 / log1p(1 / mean)
    error = constant**2 / sqrt(games * mean * (mean + 1)) if sampled else None
    return Tail(share, threshold, games, constant, error)
