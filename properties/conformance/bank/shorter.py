"""Asking a program shorter cases of Bank, as long as they fail in the same way: for one failure, or a run."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from typing import Final

from properties.conformance.bank.shrink import cut, shortening
from properties.conformance.cases import Case
from properties.conformance.findings import kind_of, size_of
from properties.conformance.judge import Judged, Status, Verdict
from properties.conformance.planner import Plan, inapplicable
from properties.conformance.protocol import GameClaim
from properties.conformance.smaller import smaller_than

MOST_KINDS: Final = 6
MOST_QUESTIONS: Final = 100
"""For so many kinds of failure, and with so many questions in all, a verification looks for shorter cases."""
MOST_SMALLER: Final = 500
"""With so many in all it asks everything that is smaller than what it has found."""


def shorter(kind: str, judged: Judged, claim: GameClaim, most: int) -> Generator[Case, Judged, Judged]:
    """Yields so many cases at most, and is sent what becomes of them; returns the shortest that fails in this way."""
    best, shape = judged, cut(judged)
    search = shortening(shape)
    candidate = next(search, None)
    while candidate is not None and most > 1:
        left, case = None, candidate.case()
        if not inapplicable(case, claim):
            most -= 1
            answer = yield case
            if kind_of(answer) == kind:
                best, shape = answer, cut(answer)
                left = shape
        try:
            candidate = search.send(left)
        except StopIteration:
            break
    if shape.case().id == best.case.id:
        return best
    last = yield shape.case()  # what was cut behind its failure has not been asked as such
    return last if kind_of(last) == kind else best


def with_shorter(first: Plan, claim: GameClaim) -> Plan:
    """A plan, and after it shorter cases of what has failed: of the shortest failure of each kind."""
    heard = _Heard()
    case, over = next(first, None), False
    while not over:
        heard.note(case)
        news = yield case
        heard.listen(news)
        try:
            case = first.send(news)
        except StopIteration:
            over = True
    heard.listen((yield None))
    left = MOST_QUESTIONS
    smallest = sorted(heard.failed.items(), key=lambda item: size_of(item[1]))[:MOST_KINDS]
    for place, (kind, judged) in enumerate(smallest):  # what the short ones leave is for the long ones
        share = left // (len(smallest) - place)
        left -= yield from _shortened(heard, shorter(kind, judged, claim, share))
    left = MOST_SMALLER
    for judged in sorted(heard.failed.values(), key=size_of)[:MOST_KINDS]:
        smaller = smaller_than(judged.case, size_of(judged)[0], claim)
        if smaller is not None and len(smaller.cases) <= left:
            left -= len(smaller.cases)
            yield from _ask_all(heard, smaller.cases)


def _ask_all(heard: _Heard, cases: Iterable[Case]) -> Plan:
    for case in cases:
        if case.id not in heard.answers:
            heard.note(case)
            heard.listen((yield case))
    heard.listen((yield None))


def _shortened(heard: _Heard, search: Generator[Case, Judged, Judged]) -> Generator[Case | None, list[Verdict], int]:
    """Ask what the search wants to know. Returns the number of questions."""
    asked = 0
    try:
        case = next(search)
        while True:
            if case.id not in heard.answers:
                asked += 1
                heard.note(case)
                heard.listen((yield case))
                heard.listen((yield None))
            case = search.send(heard.answers.get(case.id, Judged(case, Verdict(case.id, Status.UNTESTED), None)))
    except StopIteration:
        return asked


@dataclass(slots=True)
class _Heard:
    """What has come in so far."""

    waiting: dict[str, Case] = field(default_factory=dict)
    failed: dict[str, Judged] = field(default_factory=dict)
    """The shortest failure of each kind."""
    answers: dict[str, Judged] = field(default_factory=dict)

    def note(self, case: Case | None) -> None:
        """A case is asked."""
        if case is not None:
            self.waiting[case.id] = case

    def listen(self, news: Iterable[Verdict]) -> None:
        """Verdicts have come in. What breaks the program is not made shorter: it would break it again and again."""
        for verdict in news:
            case = self.waiting.pop(verdict.case, None)
            if case is None or verdict.status is not Status.FAIL:
                continue
            judged = self.answers[case.id] = Judged(case, verdict, None)
            kind = kind_of(judged)
            if kind and (kind not in self.failed or size_of(judged) < size_of(self.failed[kind])):
                self.failed[kind] = judged
