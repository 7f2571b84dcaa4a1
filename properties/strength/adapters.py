"""Adapters that misbehave, held against the cases of the suite, at every level that a program can be asked at.

An adapter can answer the same question otherwise the next time: so all cases are asked again in another order. And it
can be wrong in what it tells of the way though its outcomes are right: what nothing has noticed so far is asked card by
card, and at tables, action by action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

import msgspec

from model.piles.play import initial
from properties.conformance.books import is_bank
from properties.conformance.cases import Case
from properties.conformance.judge import book_of
from properties.conformance.planner import Plan, only
from properties.conformance.protocol import Trace
from properties.conformance.repeats import with_repeats
from properties.conformance.script import tokens_of
from properties.conformance.step_cases import projected, quietly
from properties.misbehaviours import Misbehaviour
from properties.strength.asking import ask, kills_by
from properties.strength.rows import Kill, Level, Row

AGAIN: Final = "the same cases again, in another order"
TRACES: Final[tuple[Trace, ...]] = ("events", "states")
MOST_TICKS: Final = 60
"""So many actions of a game are played at a table."""
EVERY: Final = 100
"""Of a hundred cases so many are asked again."""


def adapter_row(misbehaviour: Misbehaviour, cases: Sequence[Case]) -> Row:
    """Hold one adapter against the cases of its clauses, then against all; the same again; then at higher levels."""
    mine = set(misbehaviour.clauses)
    own = [case for case in cases if mine & set(case.clauses)]
    kills: dict[str, Kill] = {}
    asked: set[str] = set()
    for plan, level, trace in _plans(own, cases):
        if level != "outcome" and kills:
            break
        heard = ask(misbehaviour.answer, misbehaviour.game, plan, trace)
        asked |= {one.case.id for one in heard.judged if not one.case.repeats}
        for kill in kills_by(cases, heard.judged, level):
            kills.setdefault(kill.by, kill)
        if heard.unstable:
            why = heard.unstable[0].kind
            kills.setdefault(AGAIN, Kill(AGAIN, "asked again", misbehaviour.clauses, why, level=level))
    return Row(
        name=misbehaviour.name,
        kind="misbehaviour",
        game=misbehaviour.game,
        clauses=misbehaviour.clauses,
        fault=misbehaviour.kind.value,
        belief=misbehaviour.belief,
        under={},
        kills=tuple(kills.values()),
        asked=len(asked),
        skipped=len(cases) - len(asked),
    )


def _plans(own: Sequence[Case], cases: Sequence[Case]) -> Iterator[tuple[Plan, Level, Trace | None]]:
    """What is asked, each time of a program that was asked nothing before."""
    short = [case for case in cases if case.phase != "records"]
    if is_bank(cases[0].game):
        yield only(own, {}), "step", None
        yield with_repeats(only(cases, {}), EVERY), "step", None
        return
    yield only(map_some(as_a_game, own), {}), "outcome", None
    yield with_repeats(only(map_some(as_a_game, cases), {}), EVERY), "outcome", None
    for trace in TRACES:
        yield only(map_some(as_a_game, short), {}), "trace", trace
    yield with_repeats(only(map(at_a_table, short), {}), EVERY), "step", None


def map_some(change: Callable[[Case], Case | None], cases: Iterable[Case]) -> Iterator[Case]:
    """The cases changed, without those that cannot be."""
    return (changed for changed in map(change, cases) if changed is not None)


def as_a_game(case: Case) -> Case | None:
    """The same as a game that plays itself; None for a script that is no such game."""
    if case.script is None:
        return case
    game = projected(book_of(case), case)
    return None if game is None else msgspec.structs.replace(game, id=case.id)


def at_a_table(case: Case) -> Case:
    """The same deal as a script: every act of a game that nobody disturbs."""
    if case.script is not None:
        return case
    book = book_of(case)
    start = initial(book, case.deal)
    ticks = [tick for _, tick in quietly(book, start, MOST_TICKS)]
    return msgspec.structs.replace(case, script=tokens_of(book, start, ticks), expected=None)
