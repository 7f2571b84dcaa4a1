"""Misbehaving programs held against cases: the runner and the judge, in this process."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import cache

from model.piles.profiles import RULES_VERSION
from properties.conformance.books import is_bank
from properties.conformance.cases import Case, load_suite
from properties.conformance.connectors import InProcess
from properties.conformance.judge import Judged, Status, settle
from properties.conformance.planner import only
from properties.conformance.protocol import GameClaim
from properties.conformance.repeats import with_repeats
from properties.conformance.runner import Run, greet
from properties.conformance.step_plan import as_asked
from properties.conformance.verify import claim_of
from properties.misbehaviours.core import Answers

WRONG = (Status.FAIL, Status.ERROR)


def judged(begin: Callable[[], Answers], game: str, cases: Iterable[Case], share: int = 0) -> tuple[Judged, ...]:
    """The verdicts on these cases, asked one after the other; `share` in a hundred of them once more."""

    def connect() -> InProcess:
        return InProcess(begin())

    connection = connect()
    hello = greet(connection, RULES_VERSION)
    claim = claim_of(hello, game)
    run = Run(connect, connection, hello, claim, RULES_VERSION, asks_again=False)
    run.most_broken = run.most_broken_at_first = sys.maxsize
    plan = with_repeats(only(_asked(claim, cases), {}), share)
    found = [one for one in run.events(plan, lambda: ((), 0)) if isinstance(one, Judged)]
    return tuple(settle(claim, found)[0])


def _asked(claim: GameClaim, cases: Iterable[Case]) -> list[Case]:
    """The cases as they are asked at the highest level that is claimed."""
    if is_bank(claim.game):
        return list(cases)
    shown = (as_asked(case, claim, "step" in claim.levels) for case in cases)
    return [case for case in shown if case is not None]


def wrong(found: Iterable[Judged]) -> list[Case]:
    """The cases that failed, or broke the program."""
    return [one.case for one in found if one.verdict.status in WRONG]


@cache
def suite(game: str, clauses: tuple[str, ...] = (), records: bool = True) -> tuple[Case, ...]:
    """The cases of a suite, of these clauses if any are named."""
    mine = [case for case in load_suite(game) if not clauses or set(clauses) & set(case.clauses)]
    return tuple(case for case in mine if records or case.phase != "records")
