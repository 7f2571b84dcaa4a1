"""Asking again: the same question in a fresh process and in another order must get the same answer.

A program that keeps state between games, or leaves its answers to chance, is found here, whatever the rules say.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from properties.conformance.cases import Case, reading_order
from properties.conformance.judge import Judged, Status, Verdict
from properties.conformance.planner import Plan

MOST_AGAIN: Final = 200
MOST_FAILURES_AGAIN: Final = 20
MOST_ALONE: Final = 3
"""So many cases with two different answers are asked alone as well, each in a process of its own."""

AGAIN: Final = "(again)"
TWICE: Final = "(again, in the same order)"
ALONE: Final = "(alone)"

LEAKS: Final = "state leaks between cases"
"""In the same order the same answers came once more, so it is what went before that makes the difference."""
CHANGES: Final = "the answer changes from one time to the next"
"""Even in the same order other answers came."""
OTHERWISE: Final = "another answer in a fresh process and another order"
"""What can be said if the run was stopped before the same order was tried once more."""


@dataclass(frozen=True, slots=True)
class Unstable:
    """A case with different answers, in the order in which it was asked, and what that means."""

    case: Case
    kind: str
    answers: tuple[Judged, ...]


@dataclass(slots=True)
class _Heard:
    """What the planner remembers of the verdicts that have come in."""

    share: int
    waiting: dict[str, Case] = field(default_factory=dict)
    failed: dict[str, Case] = field(default_factory=dict)
    sampled: dict[str, Case] = field(default_factory=dict)
    answers: dict[str, object] = field(default_factory=dict)

    def listen(self, news: Iterable[Verdict]) -> None:
        """Note verdicts: only cases that may be asked again are remembered."""
        for verdict in news:
            case = self.waiting.pop(verdict.case, None)
            if case is None or verdict.status not in (Status.PASS, Status.FAIL):
                continue
            chosen = self.failed if verdict.status is Status.FAIL else self.sampled
            if verdict.status is Status.FAIL or case.repeats or _hash(case.id) % 100 < self.share:
                chosen[case.id] = case
                self.answers[case.id] = answer(verdict)

    def again(self) -> list[Case]:
        """The smallest failures, and a sample of the rest in an order of its own."""
        smallest = sorted(self.failed.values(), key=reading_order)[:MOST_FAILURES_AGAIN]
        others = sorted(self.sampled.values(), key=lambda case: _hash(case.id))[:MOST_AGAIN]
        return sorted([*smallest, *others], key=lambda case: _hash(case.id))


def with_repeats(first: Plan, share: int) -> Plan:
    """A plan, and after it the cases that are asked again: the smallest failures, and `share` in a hundred of the rest.

    If any of them gets another answer, all are asked in that order once more, and some of them alone.
    """
    if share == 0:
        yield from first
        return
    heard = _Heard(share)
    case = next(first, None)
    over = False
    while not over:
        if case is not None:
            heard.waiting[case.id] = case
        news = yield case
        heard.listen(news)
        try:
            case = first.send(news)
        except StopIteration:
            over = True
    heard.listen((yield None))
    chosen = heard.again()
    yield from _once_more(heard, chosen, AGAIN)
    differing = [one for one in chosen if heard.answers.get(f"{one.id} {AGAIN}") not in (None, heard.answers[one.id])]
    if differing:
        yield from _once_more(heard, chosen, TWICE)
    for one in differing[:MOST_ALONE]:
        _ = yield one.once_more(ALONE, fresh=True)


def _once_more(heard: _Heard, cases: list[Case], how: str) -> Plan:
    """These cases, one after the other, in a process that is asked nothing else."""
    for place, one in enumerate(cases):
        repeat = one.once_more(how, fresh=place == 0)
        heard.waiting[repeat.id] = repeat
        heard.listen((yield repeat))
    heard.listen((yield None))


def answer(verdict: Verdict) -> object:
    """What a program said, as far as two answers to one question must be the same."""
    return verdict.got, verdict.parting, verdict.why if verdict.got is None else ""


def unstable(judged: Iterable[Judged]) -> Iterator[Unstable]:
    """The cases that got different answers."""
    answered = {one.case.id: one for one in judged if one.verdict.status in (Status.PASS, Status.FAIL)}
    repeated = dict.fromkeys(one.case.repeats for one in answered.values() if one.case.repeats)
    kind = _kind(answered, repeated)
    for case_id in repeated:
        ids = (case_id, *(f"{case_id} {how}" for how in (AGAIN, TWICE, ALONE)))
        answers = tuple(answered[each] for each in ids if each in answered)
        if case_id in answered and any(answer(one.verdict) != answer(answers[0].verdict) for one in answers):
            yield Unstable(answered[case_id].case, kind, answers)


def _kind(answered: Mapping[str, Judged], repeated: Iterable[str]) -> str:
    """Whether the same order has brought the same answers: then it is what went before that makes the difference."""
    pairs = [(answered.get(f"{each} {AGAIN}"), answered.get(f"{each} {TWICE}")) for each in repeated]
    both = [(answer(one.verdict), answer(other.verdict)) for one, other in pairs if one and other]
    if not both:
        return OTHERWISE
    return LEAKS if all(one == other for one, other in both) else CHANGES


def _hash(case_id: str) -> int:
    return int.from_bytes(hashlib.sha256(case_id.encode()).digest()[:8], "big")
