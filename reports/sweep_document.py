"""What a sweep has counted, for machines: what `--json` prints, and the schema of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from solver.sweeps.figures import Figure, Tail, figures, sums
from solver.sweeps.plan import Plan
from solver.sweeps.tally import Endless, Record, Tally

FORMAT: Final = "fairdeal-sweep/1"


class Estimate(msgspec.Struct, frozen=True):
    """A figure, and its standard error: null where the deals were no random sample, or there is too little to say.

    There is where all games are alike: none or all of them are endless, or won by the leader, or there is only one.
    Where none of n random deals is of a kind, fewer than 3/n of all deals are, with 95 % confidence.
    """

    value: float
    standard_error: float | None


class TailFit(msgspec.Struct, frozen=True):
    """The longest games, fitted: of those that last for `threshold` cards or more (`games` of them, at most one in
    `one_in` of those that end) one in e lasts for `constant` cards more.

    By maximum likelihood, the cards beyond the threshold taken as geometrically distributed.
    """

    one_in: int
    threshold: int
    games: int
    constant: float
    standard_error: float | None


class Histogram(msgspec.Struct, frozen=True):
    """How many games that end have so many cards, or tricks: pairs of a number and how many games have it, ascending;
    with the sum of all numbers and of their squares. Whole numbers, and exact."""

    sum: int
    sum_of_squares: int
    games: tuple[tuple[int, int], ...]


class SweepDocument(msgspec.Struct, frozen=True):
    """A whole sweep. The counts are exact, and the same for the same settings wherever it ran.

    Whole numbers are exact, and may be larger than 2**53: a reader that takes all numbers for floats rounds them.

    The deals are random if there is a `seed`, and otherwise `deals` of the deck in their order, from number `first`
    on. The leader is A, seat 0, who has the first `cut` cards. Numbers of deals are places in the sweep, from 0.
    """

    version: str
    made: str
    exit_code: Literal[0]
    seconds: float
    """By the clock, of this run alone."""
    lost_workers: int
    """Processes, or workers of a cluster, that were lost in this run; others have done their work again."""
    file: str
    game: str
    choices: dict[str, str]
    """What differs from the default of the game."""
    deck: str
    cut: int
    deals: int
    seed: int | None
    first: int
    exhausts: bool
    """Whether these are all deals of the deck."""
    chunk: int
    chunks: int
    generator: str
    fingerprint: str
    leader_wins: int
    other_wins: int
    endless: int
    cards: Histogram
    tricks: Histogram
    longest: Record | None
    most_tricks: Record | None
    shortest: Record | None
    endless_deals: tuple[Endless, ...]
    """Those that come first; all of them are counted in `endless`."""
    mean_cards: Estimate | None
    mean_tricks: Estimate | None
    leader_share: Estimate | None
    """Of the games that end."""
    endless_share: Estimate | None
    tail: TailFit | None
    """Null where too few games are so long."""
    tails: tuple[TailFit, ...]
    """The same from other thresholds, so that one can see whether the constant has settled."""
    schema: str = FORMAT


@dataclass(frozen=True, slots=True)
class Told:
    """All that there is to say of a sweep that has come to its end."""

    plan: Plan
    total: Tally
    version: str
    made: str
    seconds: float
    path: Path
    losses: int = 0

    @property
    def sampled(self) -> bool:
        """Whether the deals were a random sample."""
        return self.plan.seed is not None


def document(told: Told) -> SweepDocument:
    """A sweep as it is printed for machines."""
    plan, total, found = told.plan, told.total, figures(told.total, told.sampled)
    return SweepDocument(
        version=told.version,
        made=told.made,
        exit_code=0,
        seconds=round(told.seconds, 3),
        lost_workers=told.losses,
        file=str(told.path),
        game=plan.game,
        choices=plan.chosen,
        deck=str(plan.deck),
        cut=plan.cut,
        deals=total.deals,
        seed=plan.seed,
        first=plan.first,
        exhausts=plan.exhausts,
        chunk=plan.chunk,
        chunks=plan.chunks,
        generator=plan.generator,
        fingerprint=plan.fingerprint,
        leader_wins=total.leader_wins,
        other_wins=total.ended - total.leader_wins,
        endless=total.endless,
        cards=_histogram(total.cards),
        tricks=_histogram(total.tricks),
        longest=total.longest,
        most_tricks=total.most_tricks,
        shortest=total.shortest,
        endless_deals=total.loops,
        mean_cards=_estimate(found.cards),
        mean_tricks=_estimate(found.tricks),
        leader_share=_estimate(found.share),
        endless_share=_estimate(found.endless),
        tail=_fit(found.tail) if found.tail is not None else None,
        tails=tuple(map(_fit, found.tails)),
    )


def _histogram(games: dict[int, int]) -> Histogram:
    _, total, squares = sums(games)
    return Histogram(total, squares, tuple(sorted(games.items())))


def _estimate(figure: Figure | None) -> Estimate | None:
    return None if figure is None else Estimate(figure.value, figure.error)


def _fit(tail: Tail) -> TailFit:
    return TailFit(tail.share.denominator, tail.threshold, tail.games, tail.constant, tail.error)


def schema() -> dict[str, Any]:
    """The JSON Schema of a sweep."""
    (ref,), components = msgspec.json.schema_components((SweepDocument,), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": FORMAT,
        **ref,
        "$defs": components,
    }
