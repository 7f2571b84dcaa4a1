"""Asking again: the same question in a fresh process and in another order must get the same answer.

A program that keeps state between games, or leaves its answers to chance, is found here, whatever the rules say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from properties.conformance.cases import Case, hash_of, reading_order
from properties.conformance.judge import Judged, Status, Verdict
from properties.conformance.planner import Plan

MOST_AGAIN: Final = 200
MOST_FAILURES_AGAIN: Final = 20
MOST_ALONE: Final = 3
"""So many cases with different answers are asked alone as well, each time in a process of its own."""
MOST_IN_ORDER: Final = 3_000
"""So many cases at the beginning of a run can be asked once more in the order of the run."""

AGAIN: Final = "(again)"
IN_ORDER: Final = "(again, in the order of the run)"
ALONE: Final = ("(alone)", "(alone, again)", "(alone, once more)")

LEAKS: Final = "state leaks between cases"
"""In the order of the run the same answers came once more, so it is what went before that makes the difference."""
CHANGES: Final = "the answer changes from one time to the next"
"""Asked alone, as the first question to a fresh process, it got different answers."""
OTHERWISE: Final = "the answer depends on what was asked before, or on chance"
"""Neither was shown."""


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
    first: list[Case] = field(default_factory=list)
    """The cases at the beginning of the run, in order."""

    def listen(self, news: Iterable[Verdict]) -> None:
        """Note verdicts: only cases that may be asked again are remembered."""
        for verdict in news:
            case = self.waiting.pop(verdict.case, None)
            if case is None or verdict.status not in (Status.PASS, Status.FAIL):
                continue
            if len(self.first) < MOST_IN_ORDER and not case.repeats:
                self.first.append(case)
            if verdict.status is Status.FAIL or case.repeats or hash_of(case.id) % 100 < self.share:
                self.answers[case.id] = answer(verdict)
                if not case.repeats:
                    (self.failed if verdict.status is Status.FAIL else self.sampled)[case.id] = case

    def again(self) -> list[Case]:
        """The smallest failures, and a sample of the rest in an order of its own."""
        smallest = sorted(self.failed.values(), key=reading_order)[:MOST_FAILURES_AGAIN]
        others = sorted(self.sampled.values(), key=lambda case: hash_of(case.id))[:MOST_AGAIN]
        return sorted([*smallest, *others], key=lambda case: hash_of(case.id))


def with_repeats(first: Plan, share: int) -> Plan:
    """A plan, and after it the cases that are asked again: the smallest failures, and `share` in a hundred of the rest.

    If any of them gets another answer, the run is begun once more in its own order, up to the first that does; and some
    are asked alone, a few times.
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
    ids = {one.id for one in differing}
    earliest = next((place for place, one in enumerate(heard.first) if one.id in ids), None)
    if earliest is not None:
        yield from _once_more(heard, heard.first[: earliest + 1], IN_ORDER)
    for one in differing[:MOST_ALONE]:
        for how in ALONE:
            _ = yield one.once_more(how, fresh=True)


def _once_more(heard: _Heard, cases: list[Case], how: str) -> Plan:
    """These cases, one after the other, in a process that is asked nothing else."""
    for place, one in enumerate(cases):
        repeat = one.once_more(how, fresh=place == 0)
        heard.waiting[repeat.id] = repeat
        heard.listen((yield repeat))
    heard.listen((yield None))


def answer(verdict: Verdict) -> object:
    """What a program said, as far as two answers to one question must be the same."""
    return verdict.got, verdict.divergence, verdict.parting, verdict.why if verdict.got is None else ""


def unstable(judged: Iterable[Judged]) -> Iterator[Unstable]:
    """The cases that got different answers."""
    answered = {one.case.id: one for one in judged if one.verdict.status in (Status.PASS, Status.FAIL)}
    repeated = dict.fromkeys(one.case.repeats for one in answered.values() if one.case.repeats)
    changing = [each for each in repeated if each in answered and len(set(_said(answered, each))) > 1]
    kind = _kind(answered, repeated, changing)
    for case_id in changing:
        yield Unstable(answered[case_id].case, kind, tuple(_answers(answered, case_id)))


def _answers(answered: Mapping[str, Judged], case_id: str) -> Iterator[Judged]:
    """All answers to one question, in the order in which it was asked."""
    ids = (case_id, *(f"{case_id} {how}" for how in (AGAIN, IN_ORDER, *ALONE)))
    return (answered[each] for each in ids if each in answered)


def _said(answered: Mapping[str, Judged], case_id: str) -> list[object]:
    return [answer(one.verdict) for one in _answers(answered, case_id)]


def _kind(answered: Mapping[str, Judged], repeated: Iterable[str], changing: Sequence[str]) -> str:
    """What the answers show: that alone they differ; that the same order brings the same ones; or neither."""
    for case_id in changing:
        alone = {answer(answered[each].verdict) for how in ALONE if (each := f"{case_id} {how}") in answered}
        if len(alone) > 1:
            return CHANGES
    in_order = [each for each in repeated if f"{each} {IN_ORDER}" in answered and each in answered]
    pairs = [(answer(answered[each].verdict), answer(answered[f"{each} {IN_ORDER}"].verdict)) for each in in_order]
    shown = any(each in in_order for each in changing) and all(one == other for one, other in pairs)
    return LEAKS if shown else OTHERWISE
