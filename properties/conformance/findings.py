"""What a run of fuzz has found: kinds of failure, and whether the shortest script of each fails every time.

All of it is told from the verdicts alone, so that a journal shows the same when it is replayed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from properties.conformance.bank.kinds import act_words, parting_kind
from properties.conformance.books import is_bank
from properties.conformance.cases import Case, reading_order
from properties.conformance.judge import FaultKind, Judged, Status, Verdict
from properties.conformance.repeats import ALONE
from properties.conformance.script import LONGEST, parse_token

Size = tuple[int, int, int, int, str]
Alike = tuple[str, int, tuple[tuple[str, str], ...]]
"""A kind of failure, how many hands came down, and the rules under which it happens."""
TIMES: Final = len(ALONE)
"""So many times the shortest script of each kind is asked again, each time in a fresh process."""


def kind_of(judged: Judged) -> str:
    """What kind of failure this is: what differed or how the program broke, and at which act. Empty for none."""
    verdict, case = judged.verdict, judged.case
    if verdict.status is Status.ERROR and verdict.fault is not None:
        if verdict.fault.kind in (FaultKind.TIMEOUT, FaultKind.UNFLUSHED):
            return verdict.fault.kind  # each costs seconds, so that there is one kind of them
        return f"{verdict.fault.kind} at {_act(case, broke_at(judged))}"
    if verdict.status is not Status.FAIL:
        return ""
    if verdict.parting is None:
        return verdict.why
    if is_bank(case.game):
        return parting_kind(verdict.parting, _act(case, verdict.parting.action))
    refused = ", which is to be refused" if verdict.parting.expected.startswith("refused") else ""
    return f"{verdict.parting.what} at {_act(case, verdict.parting.action)}{refused}"


def broke_at(judged: Judged) -> int:
    """The action, counted from 1, at which a program broke that says so in its verdict; else the last one."""
    script = judged.case.script or ()
    return _named_in(judged.verdict) or len(script)


def _named_in(verdict: Verdict) -> int:
    words = verdict.why.split(" ", 3)
    return int(words[2]) if verdict.why.startswith("at action ") and words[2].isdigit() else 0


def _act(case: Case, action: int) -> str:
    if not case.script or not 0 < action <= len(case.script):
        return "the deal"
    text = case.script[action - 1]
    return act_words(text) if is_bank(case.game) else parse_token(text).act


def size_of(judged: Judged) -> Size:
    """How short a failure is: actions up to the difference, or the break; then cards, seats, pay cards and text.

    A whole game tells less than a script does, and comes after all of them.
    """
    parting, case = judged.verdict.parting, judged.case
    if case.script is None:
        return (LONGEST + 1, *reading_order(case))
    return (parting.action if parting is not None else broke_at(judged), *reading_order(case))


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The shortest script of one kind of failure, and how often it failed again when it was asked alone."""

    judged: Judged
    again: int
    asked: int

    @property
    def counts(self) -> bool:
        """Whether it is held against the program: a break is never forgiven by an answer afterwards."""
        return self.always or self.judged.verdict.status is Status.ERROR

    @property
    def always(self) -> bool:
        """Whether it failed each time."""
        return self.asked > 0 and self.again == self.asked


def confirmed(judged: Iterable[Judged]) -> dict[str, Confirmed]:
    """The failures that were asked again as often as it takes, each time alone in a fresh process, by id of case."""
    every = {one.case.id: one for one in judged}
    found: dict[str, Confirmed] = {}
    for one in every.values():
        repeats = [every[each] for how in ALONE if (each := f"{one.case.id} {how}") in every]
        if len(repeats) == TIMES and kind_of(one):
            same = sum(kind_of(each) == kind_of(one) for each in repeats)
            found[one.case.id] = Confirmed(one, same, len(repeats))
    return found


def telling(judged: Sequence[Judged]) -> list[Judged]:
    """What the search for explanations may rely on: right answers, and failures like one that failed every time.

    Of those alike, that one is the smallest. A failure that was only met on the way to it stands for nothing.
    """
    sure = {_alike(each.judged): each.judged for each in confirmed(judged).values() if each.counts}
    return [one for one in judged if not kind_of(one) or _stands(one, sure)]


def _stands(one: Judged, sure: Mapping[Alike, Judged]) -> bool:
    shortest = sure.get(_alike(one))
    return shortest is not None and (one.case.id == shortest.case.id or size_of(one) > size_of(shortest))


def _alike(judged: Judged) -> Alike:
    case, parting = judged.case, judged.verdict.parting
    action = parting.action if parting is not None else 0
    slaps = case.script and action and not is_bank(case.game)
    hands = len(parse_token(case.script[action - 1]).seats) if case.script and slaps else 0
    return kind_of(judged), hands, tuple(sorted(case.choices.items()))
