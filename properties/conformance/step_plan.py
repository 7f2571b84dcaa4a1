"""What is asked of a game with slaps: small tables with every single slap, then random ones.

Every small deal is played as it goes without any slap, and again with one slap more: at each moment, by each seat, and
at once by two where the middle may be slapped. Chance then makes longer scripts, on small tables and with whole packs.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from model.deal import Deal
from model.piles.play import initial
from model.piles.points import choose
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book
from properties.conformance.cases import Case
from properties.conformance.judge import Verdict, book_of
from properties.conformance.planner import Plan, Scope, any_failed, defined, leaves_cards_over
from properties.conformance.protocol import GameClaim
from properties.conformance.step_cases import (
    projected,
    random_step_case,
    scripts_of,
    small_case,
    small_deals,
    twin_case,
)

MANY: Final = "23JQ"
SOME: Final = "23J"
FEW: Final = "2J"
"""The ranks of small deals. Which rank an ordinary card has makes no difference, but whether two have the same."""
MOST_SEATS_SEARCHED: Final = 5
"""With more seats no space of small deals is asked as a whole."""
MOST_SEATS_PLAYED: Final = 6
"""With more seats only whole packs are played, `FEW_PACKS` of them for each number of seats."""
FEW_PACKS: Final = 2
MOST_PACKS: Final = 10
"""Random scripts with whole packs for each number of seats."""
LEAST: Final = 3
"""Spaces of so many cards are asked as a whole even if smaller deals fail: one fault would hide others."""
SAMPLE: Final = 16
"""One deal in so many is counted where it is only to be said about how many cases there are."""


@dataclass(slots=True)
class StepSpace:
    """All small deals for a number of seats, each with every single slap, and how far they have been asked."""

    seats: int
    letters: str
    up_to: int
    choices: Mapping[str, str] = field(default_factory=dict)
    asked_elsewhere: int = 0
    """Up to this size the deals stand in a larger space too, and are asked there."""
    searched: int = 0
    scripts: int = 0

    def __str__(self) -> str:
        also = "".join(f", {point}={way}" for point, way in self.choices.items())
        ranks = " ".join(self.letters)
        return (
            f"{self.seats} seats{also}: every single slap in all deals of {ranks} up to {self.searched} cards "
            f"({self.scripts:,} scripts)"
        )


def step_spaces(scope: Scope) -> tuple[StepSpace, ...]:
    """The spaces of small deals that are asked as a whole; of variations only the smallest."""
    most = scope.all_classes_up_to - 1
    spaces: list[StepSpace] = []
    for seats in scope.seats:
        if seats == 2:
            spaces.append(StepSpace(2, MANY, min(most - 1, 3), scope.choices))
        if seats <= 3:
            spaces.append(StepSpace(seats, SOME, min(most, 4), scope.choices, min(most - 1, 3) if seats == 2 else 0))
        elif seats <= MOST_SEATS_SEARCHED:
            spaces.append(StepSpace(seats, FEW, min(most + 2, seats), scope.choices))
    spaces += [StepSpace(seats, SOME, min(most - 1, 3), way) for way in scope.variations for seats in scope.seats[:1]]
    return tuple(space for space in spaces if space.up_to >= space.seats and defined(scope.game, space))


def letters_of(space: StepSpace, book: Book) -> str:
    """The cards of a space: ranks where there are slaps, classes elsewhere."""
    return space.letters if book.slapping else "-" + space.letters.strip("23")


def deals_of(space: StepSpace, claim: GameClaim, book: Book, size: int) -> Iterator[Deal]:
    """The deals of a space with so many cards."""
    if size <= space.asked_elsewhere:
        return iter(())
    letters = letters_of(space, book)
    most_left = 1 if book.slapping and leaves_cards_over(claim, space.choices) else 0
    return small_deals(size, space.seats, letters, most_left)


def space_cases(scope: Scope, claim: GameClaim, space: StepSpace, size: int) -> Iterator[Case]:
    """The cases of a space with so many cards."""
    book = choose(PROFILES[scope.game], space.choices)
    for deal in deals_of(space, claim, book, size):
        for script in scripts_of(book, initial(book, deal), claim.ties):
            yield small_case(scope.game, deal, script, space.choices)


def step_size(scope: Scope, claim: GameClaim) -> int:
    """About how many cases the spaces hold: one deal in `SAMPLE` is counted, so that nobody has to wait for it."""
    counted = 0
    for space in step_spaces(scope):
        book = choose(PROFILES[scope.game], space.choices)
        for size in range(space.seats, space.up_to + 1):
            for deal in itertools.islice(deals_of(space, claim, book, size), 0, None, SAMPLE):
                counted += SAMPLE * sum(1 for _ in scripts_of(book, initial(book, deal), claim.ties))
    return counted


def plan_steps(
    scope: Scope, claim: GameClaim, suite: tuple[Case, ...], spaces: tuple[StepSpace, ...], by_steps: bool
) -> Plan:
    """The cases of a whole verification of a game with slaps, step by step or as games that play themselves."""
    yield from _once(_every(scope, claim, suite, spaces, by_steps))


def _once(plan: Plan) -> Plan:
    """A plan without what it has asked before: a small case of the suite may stand in a space as well."""
    asked: set[str] = set()
    try:
        case = next(plan)
        while True:
            news: list[Verdict] = []
            if case is None or case.id not in asked:
                asked.update(() if case is None else (case.id,))
                news = yield case
            case = plan.send(news)
    except StopIteration:
        return


def _every(
    scope: Scope, claim: GameClaim, suite: tuple[Case, ...], spaces: tuple[StepSpace, ...], by_steps: bool
) -> Plan:
    mine = tuple(case.with_choices(scope.choices) for case in suite if len(case.hands) in scope.seats)
    yield from _asked((case for case in mine if case.phase == "worked"), claim, by_steps)
    yield from _search(scope, claim, spaces, by_steps)
    yield from _asked((case for case in mine if case.phase == "directed"), claim, by_steps)
    yield from _asked(_chance(scope, claim), claim, by_steps)
    yield from _asked((case for case in mine if case.phase == "records"), claim, by_steps)
    for number in itertools.count(scope.random):
        for seats in scope.seats:
            if not scope.more():
                return
            book = choose(PROFILES[scope.game], scope.choices)
            more = random_step_case(book, claim, seats, number, scope.seed, scope.choices, small=number % 4 != 0)
            yield from _asked((more,), claim, by_steps)


def _chance(scope: Scope, claim: GameClaim) -> Iterator[Case]:
    """The random cases: for each number of seats mostly small tables, some whole packs, and some pairs of views."""
    book = choose(PROFILES[scope.game], scope.choices)
    for seats in scope.seats:
        if seats > MOST_SEATS_PLAYED:
            numbers = range(min(scope.random, FEW_PACKS))
            yield from (
                random_step_case(book, claim, seats, number, scope.seed, scope.choices, small=False)
                for number in numbers
            )
            continue
        for number in range(scope.random):
            if number % 4 == 0 and number // 4 < MOST_PACKS:
                yield random_step_case(book, claim, seats, number, scope.seed, scope.choices, small=False)
            elif number % 10 == 9:
                yield twin_case(book, claim, seats, number, scope.seed, scope.choices)
            else:
                yield random_step_case(book, claim, seats, number, scope.seed, scope.choices, small=True)


def _asked(cases: Iterable[Case], claim: GameClaim, by_steps: bool) -> Plan:
    for case in cases:
        shown = as_asked(case, claim, by_steps)
        if shown is not None:
            _ = yield shown


def as_asked(case: Case, claim: GameClaim, by_steps: bool) -> Case | None:
    """A case as it is asked at this level; None where it cannot be."""
    if case.script is None:
        return case if not by_steps or "outcome" in claim.levels else None
    if by_steps:
        return case if not case.twin or "view" in claim.observe else None
    return projected(book_of(case), case)


def _search(scope: Scope, claim: GameClaim, spaces: tuple[StepSpace, ...], by_steps: bool) -> Plan:
    """The spaces by growing size; after a failure to the end of that size, and at least of `LEAST` cards."""
    for size in range(2, max((space.up_to for space in spaces), default=0) + 1):
        asked: set[str] = set()
        failed = False
        for space in spaces:
            if not space.seats <= size <= space.up_to:
                continue
            for case in space_cases(scope, claim, space, size):
                shown = as_asked(case, claim, by_steps)
                if shown is not None and shown.id not in asked:
                    asked.add(shown.id)
                    failed = any_failed((yield shown), asked) or failed
                    space.scripts += 1
            space.searched = size
        if (any_failed((yield None), asked) or failed) and size >= LEAST:
            return
