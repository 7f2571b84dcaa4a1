"""Which rules does a program play? It is asked what tells most, until nothing tells those apart that are left."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from properties.conformance.books import is_bank
from properties.conformance.cases import Case, load_suite
from properties.conformance.judge import FaultKind, Judged
from properties.conformance.planner import Scope
from properties.conformance.protocol import GameClaim
from properties.conformance.questions import Over, Questions, Watch
from properties.conformance.repeats import AGAIN, answer
from properties.conformance.runner import COMPLETE, Connect
from properties.conformance.settings import Settings
from properties.conformance.traces import by_steps, trace_to_ask
from properties.identify.bank_tables import bank_asking
from properties.identify.findings import Identified, Shown, Undetermined, Unsure, telling_of
from properties.identify.games import games_asking
from properties.identify.hypotheses import Asking, Hypothesis, extended
from properties.identify.search import Search, best_way, easiest
from properties.identify.tables import tables_asking

MOST_ASKED: Final = 1_500
"""So many cases are asked before it is said what is known by then."""
ASKED_AGAIN: Final = 12
"""So many of the answers that decide are asked for once more, in a fresh process."""
MOST_SILENT: Final = 2
"""A program that was silent so often is not asked any more what it may never answer."""
TO_SEE_HOW_NEAR: Final = 120
"""Where nothing explains the answers so many more are asked for, to see what is nearest."""


def identify(
    connect: Connect, command: Sequence[str], settings: Settings, version: str, journal: Path | None, watch: Watch
) -> Identified:
    """Ask a program until one hypothesis is left, and say what was found.

    If it is interrupted, it says what is known by then. Raises before the first case what `verify` does.
    """
    began = time.monotonic()
    questions = Questions(watch)
    questions.begin(connect, command, settings, version, journal)
    try:
        inquiry = _Inquiry(questions, settings)
    except BaseException:
        questions.interrupt()
        raise
    try:
        inquiry.run()
        questions.finish()
    except Over:
        pass
    except KeyboardInterrupt:
        questions.interrupt()
    except BaseException:
        questions.interrupt()
        raise
    return inquiry.findings(time.monotonic() - began)


def asking_of(claim: GameClaim, scope: Scope, settings: Settings) -> tuple[Asking, str]:
    """How a program is asked that claims this, and at which level: step by step if it can, by whole games else."""
    suite = load_suite(claim.game)
    if is_bank(claim.game):
        return bank_asking(claim, scope, suite), "step"
    if by_steps(claim, settings.highest_level):
        return tables_asking(claim, scope, suite), "step"
    traced = trace_to_ask(claim, settings.highest_level)
    return games_asking(claim, scope, suite, settings.highest_level), "trace" if traced else "outcome"


@dataclass(slots=True)
class _Inquiry:
    """One search, and what it has come to."""

    questions: Questions
    settings: Settings
    asking: Asking = field(init=False)
    level: str = field(init=False)
    search: Search = field(init=False)
    pool: list[Case] = field(init=False)
    checks: list[Case] = field(default_factory=list)
    unsure: list[Unsure] = field(default_factory=list)
    alive: list[Hypothesis] = field(default_factory=list)
    done: bool = False
    _silent: int = 0

    def __post_init__(self) -> None:
        self.asking, self.level = asking_of(self.questions.claim, self.questions.scope, self.settings)
        self.search = Search(self.asking, tell=self.questions.watch)
        self.pool = list(self.asking.cases())

    def run(self) -> None:
        """Ask what tells most, then try the result on other cases, until it stands or nothing explains the answers."""
        self.checks = list(self.asking.checks())
        for case in self.pool[: self.asking.at_once]:
            self._ask(case)
        self._settle()
        if not self.alive and any(one.verdict.fault is not None for one in self.search.judged):
            self.search.put_faults_aside()
            self._settle()
        if not self.alive:
            self._look_around()
        self._ask_again()
        self.done = True

    def _settle(self) -> None:
        """Narrow the search down, and try what is left on other cases, until it stands or nothing explains all."""
        self._narrow()
        while self.alive and not self._stands():
            self._narrow()

    def _narrow(self) -> None:
        """Ask until no case tells those that explain everything from what is next to them."""
        self.alive = self.search.alive()
        while self.alive and len(self.search.judged) < MOST_ASKED:
            around = self.search.around()
            self.questions.watch(_so_far(self.alive, around))
            if len(around) == 1:
                return
            case = self.search.question(self._left(self.pool), around)
            if case is None:
                return
            self._ask(case)
            self.alive = self.search.alive()

    def _left(self, cases: Sequence[Case]) -> list[Case]:
        """The cases that were not asked yet, and are not asked in vain."""
        leading = self.alive[0] if self.alive else self.search.plain
        shy = self._silent >= MOST_SILENT
        return [
            case
            for case in cases
            if self.questions.known(case) is None and not (shy and self.asking.may_be_silent(leading, case))
        ]

    def _stands(self) -> bool:
        """Whether all that is alive stands in the other cases; they are asked up to the first that refutes any."""
        for case in self._left(self.checks):
            judged = self._ask(case)
            aside = judged.verdict.fault is not None and self.search.faults_aside
            if not aside and not all(self.asking.agrees(each, judged) for each in self.alive):
                return False
        return all(self.search.ways(each) for each in self.alive)

    def _look_around(self) -> None:
        """Ask more of a program that nothing explains, easy and hard, to see what is nearest to it."""
        left = self._left([*self.pool, *self.checks])
        for case in left[:: len(left) // TO_SEE_HOW_NEAR + 1]:
            self._ask(case)

    def _ask(self, case: Case) -> Judged:
        judged = self.questions.ask(case)
        fault = judged.verdict.fault
        self._silent += fault is not None and fault.kind is FaultKind.TIMEOUT
        self.search.hear(judged)
        return judged

    def _ask_again(self) -> None:
        """Ask once more what decided, in a fresh process and another order: a program may be unsure of itself."""
        decisive = sorted(self.search.missed(self.search.plain), key=easiest)[: ASKED_AGAIN // 2]
        ids = {one.case.id for one in decisive}
        others = [one for one in self.search.judged if one.case.id not in ids and one.verdict.fault is None]
        sample = others[:: max(1, len(others) // (ASKED_AGAIN - len(decisive)))][: ASKED_AGAIN - len(decisive)]
        for place, one in enumerate(reversed([*decisive, *sample])):
            again = self.questions.ask(one.case.once_more(AGAIN, fresh=place == 0))
            if answer(again.verdict) != answer(one.verdict):
                self.unsure.append(Unsure(one, again))

    # --- what was found

    def findings(self, seconds: float) -> Identified:
        """What is known by now."""
        self.alive = [each for each in self.alive if self.search.ways(each)]
        if not self.alive and not self.done and self.search.ways(self.search.plain):
            self.alive = [self.search.plain]
        explains = bool(self.alive and self.search.judged)
        found = self.alive[0] if explains else self._nearest()
        judged = self.search.judged
        fitting = [self.asking.agrees(found, one) for one in judged]
        way = best_way(fitting)
        missed = self.search.missed(found)
        questions = self.questions
        reason = questions.footer.reason if questions.footer is not None else COMPLETE
        if reason == COMPLETE and len(judged) >= MOST_ASKED:
            reason = f"{len(judged):,} cases were asked, and some of them that tell more were not"
        return Identified(
            hello=questions.header.hello,
            claim=questions.claim,
            choices=questions.header.choices,
            seats=questions.header.seats,
            level=self.level,
            hypothesis=found,
            explains=explains,
            telling=telling_of(questions.claim, judged, self._ways(found, way)),
            judged=tuple(judged),
            broken=tuple(sorted(self.search.broken, key=easiest)),
            agreeing=len(judged) - len(missed),
            first_unexplained=missed[0] if missed else None,
            shown=tuple(self._shown(found)),
            undetermined=tuple(self._undetermined(found)) if explains and self.done else (),
            unsure=tuple(self.unsure),
            told=self.asking.told,
            searched=self.search.tried,
            seconds=round(seconds, 3),
            reason=reason,
        )

    def _ways(self, found: Hypothesis, way: int) -> int:
        ways = self.search.ways(found)
        return ways if ways > 0 else 1 << way

    def _nearest(self) -> Hypothesis:
        """What explains most answers: with few options, for of many some always fit."""
        from_one = self.search.nearest_first([self.search.plain, *self._children(self.search.plain)])[:3]
        return min(
            [self.search.plain, *from_one, *(two for one in from_one for two in self._children(one))],
            key=lambda each: (len(self.search.missed(each)), len(each.options)),
        )

    def _children(self, hypothesis: Hypothesis) -> list[Hypothesis]:
        return list(extended(hypothesis, self.asking.options))

    def _shown(self, found: Hypothesis) -> Iterator[Shown]:
        """For each option the easiest answer that would be another one without it."""
        for option in found.options:
            less = found.without(option, self.asking.base)
            explained = [one for one in self.search.missed(less) if self.asking.agrees(found, one)]
            if explained:
                yield Shown(option, explained[0])

    def _undetermined(self, found: Hypothesis) -> Iterator[Undetermined]:
        """What explains every answer as plainly: in the cases that were not asked it is held against what was found."""
        ways = self.search.ways(found)
        plainest = ways & -ways
        asked = [case for case in (*self.pool, *self.checks) if self.questions.known(case) is not None]
        others = [case for case in self.pool if self.questions.known(case) is None]
        foretold = [self.asking.foretells(found, case, plainest) for case in others]
        mine = set(found.options)
        for each in self.search.around():
            theirs = set(each.options)
            more = mine < theirs or (mine != theirs and len(mine) == len(theirs))
            if not more or not self.search.ways(each) & plainest:
                continue
            same = [self.asking.foretells(each, case, plainest) for case in others]
            apart = sum(one != other for one, other in zip(foretold, same, strict=True))
            instead = tuple(option for option in each.options if option in theirs - mine)
            space = "" if apart else self.asking.space
            yield Undetermined(each, instead, len(asked) + len(others) - apart, apart, space)


def _so_far(alive: Sequence[Hypothesis], around: Sequence[Hypothesis]) -> str:
    fits = f"{len(alive)} explanations fit" if len(alive) > 1 else f"{alive[0]} fits"
    return f"{fits}, {len(around) - len(alive)} more are not ruled out"
