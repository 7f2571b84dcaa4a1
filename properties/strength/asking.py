"""Asking a program that answers in this process: the real runner and the real judge, without a journal.

Most rule points are not looked at while the rules play a case. A misread book differs from the rules in one point, so
where that is not looked at it answers word by word as they do, and need not be asked.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from model.piles.profiles import RULES_VERSION
from model.piles.rulebook import Book
from properties.conformance.books import is_bank
from properties.conformance.cases import Case
from properties.conformance.connectors import InProcess
from properties.conformance.judge import Fault, FaultKind, Judged, Status, Transcript, settle
from properties.conformance.planner import Plan, only
from properties.conformance.protocol import Trace
from properties.conformance.reference import Reference
from properties.conformance.repeats import Unstable, unstable
from properties.conformance.runner import Run, greet
from properties.conformance.verify import claim_of
from properties.readings import noting
from properties.strength.rows import Kill, Level
from properties.strength.subjects import (
    Answer,
    AnyMisreading,
    Asking,
    Choices,
    Grouping,
    Seated,
    adapter,
    agreements,
    put_into,
    sound_book,
)

WRONG: Final = (Status.FAIL, Status.ERROR)
SOUND: Final = "the rules"


class Breaking(InProcess):
    """A program in this process that may break: then nothing comes back, as from a process that has crashed."""

    def receive(self, seconds: float) -> Transcript:
        """The answer to the request that was sent, or how the program broke."""
        number = self._waiting[0].id
        try:
            return super().receive(seconds)
        except Exception as error:
            detail = f"the program broke: {type(error).__name__}: {error}"
            return Transcript(number, fault=Fault(FaultKind.CRASHED, detail))


@dataclass(frozen=True, slots=True)
class Heard:
    """What came of a run: every case with its final verdict, and the cases that got different answers."""

    judged: tuple[Judged, ...]
    unstable: tuple[Unstable, ...] = ()

    @property
    def wrong(self) -> Iterator[Judged]:
        """The cases that failed."""
        return (one for one in self.judged if one.verdict.status in WRONG)


def ask(begin: Callable[[], Answer], game: str, plan: Plan, trace: Trace | None = None) -> Heard:
    """Ask a program a plan of cases; `begin` starts it, and starts it anew when it has broken or is asked again."""

    def connect() -> Breaking:
        return Breaking(begin())

    connection = connect()
    hello = greet(connection, RULES_VERSION)
    claim = claim_of(hello, game)
    run = Run(connect, connection, hello, claim, RULES_VERSION, trace=trace, asks_again=False)
    run.most_broken = run.most_broken_at_first = sys.maxsize
    judged = [one for one in run.events(plan, lambda: ((), 0)) if isinstance(one, Judged)]
    settled, _ = settle(claim, judged, trace)
    return Heard(tuple(settled), tuple(unstable(settled)))


# --- what the rules themselves do with a case ---


ALWAYS: Final = frozenset({"game", "fewest_seats", "most_seats"})
"""What every adapter looks up before it plays."""


class Unasking(Reference):
    """An adapter that does not look up whether its rules know a number of seats: that would look up every point."""

    def check_seats(self, book: Book, seats: int) -> None:
        """Take any number. A misread way is none that is defined for two seats only."""


class _Key(NamedTuple):
    """A case under what is agreed on."""

    agreed: Choices
    case: str


_points: dict[_Key, frozenset[str] | None] = {}


def looked_at(agreed: Choices, case: Case) -> frozenset[str] | None:
    """The rule points that are looked at while the rules play a case, as far as anybody can see them.

    None where the rules themselves do not pass it, or are not asked it, under what is agreed on.
    """
    key = _Key(agreed, case.id)
    if key not in _points:
        _points[key] = _read(agreed, case)
    return _points[key]


def _read(agreed: Choices, case: Case) -> frozenset[str] | None:
    sound = sound_book(case.game, agreed)
    book, noted = noting(sound)
    heard = ask(
        lambda: Seated(Reference({case.game: sound}, SOUND), Unasking({case.game: book}, SOUND, False)).answer,
        case.game,
        only([case], {}),
    )
    passed = [one.verdict.status for one in heard.judged] == [Status.PASS]
    return ALWAYS | noted if passed else None


def askings(misreading: AnyMisreading, cases: Sequence[Case], skipping: bool = True) -> tuple[Asking, ...]:
    """The cases that a misreading is asked; with `skipping` only those that come to its point."""
    grouping = Grouping()
    for case in cases:
        for agreed in agreements(misreading, case):
            points = looked_at(agreed, case.with_choices(dict(agreed)))
            if points is not None and (not skipping or misreading.point in points):
                grouping.add(agreed, case)
    return grouping.askings()


def heard_of(misreading: AnyMisreading, cases: Sequence[Case], skipping: bool = True) -> tuple[Judged, ...]:
    """What became of the cases that a misreading was asked."""
    judged: list[Judged] = []
    for asking in askings(misreading, cases, skipping):
        sound = sound_book(misreading.game, asking.agreed)
        played = put_into(sound, misreading)

        def begin(sound: object = sound, played: object = played) -> Answer:
            return adapter(sound, played, misreading.name)  # type: ignore[arg-type]

        judged += ask(begin, misreading.game, only(asking.cases, {})).judged
    return tuple(judged)


def kills_by(cases: Sequence[Case], judged: Iterable[Judged], level: Level | None = None) -> tuple[Kill, ...]:
    """The cases that failed, each once, in their own order; one that fails as it is, is told as it is."""
    asked, found = {case.id: case for case in cases}, dict[str, Kill]()
    for one in judged:
        case = asked.get(one.case.id)
        if case is None or one.verdict.status not in WRONG:
            continue
        more = {point: way for point, way in one.case.choices.items() if case.choices.get(point) != way}
        if case.id not in found or len(more) < len(found[case.id].agreed):
            found[case.id] = Kill(case.id, "case", case.clauses, one.verdict.why, more, size_of(case), level)
    return tuple(found[case_id] for case_id in asked if case_id in found)


def size_of(case: Case) -> int:
    """The cards of a case's deal."""
    if is_bank(case.game):
        return len(case.round_deal.cards)
    deal = case.deal
    return sum(map(len, (*deal.hands, deal.middle)))
