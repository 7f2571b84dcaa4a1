"""One task done: the proof gets its desk, its scripts are written and asked, and the finding is made."""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from properties.evidence import Finding, Grade, Script, Verdict
from solver.asking import Answers, Asker
from solver.compile import Compiled
from solver.desk import Desk, Outcome
from solver.families import family
from solver.smtlib import sha256
from solver.solvers import Solver
from solver.sources import Unsupported
from solver.tasks import Task
from solver.values import Mismatch

FAULT: Final = "fault of fairdeal"
"""How a finding begins whose proof did not come to its end."""
MOST_BOOKS: Final = 2
"""Translations are remembered for so many books; proofs of one book follow each other."""


@dataclass(slots=True)
class Bench:
    """Where one process does its tasks: scripts go to `out`, and translations are shared by what follows."""

    out: Path
    solvers: Sequence[Solver]
    seconds: float
    answers: Answers
    moment: str
    _known: dict[tuple[object, ...], dict[tuple[str, int], Compiled[Any]]] = field(default_factory=dict)

    def done(self, task: Task) -> Finding:
        """What came of a task. Code that cannot be translated makes it inconclusive, and is named."""
        start = time.perf_counter()
        asker = Asker(task.stem, self.out, self.solvers, self.seconds, self.answers, self.moment)
        known = self._scenes(task)
        desk = Desk(task.book, task.declared, task.seats, family(task.family), self.seconds, asker, known)
        try:
            outcome = task.proof.prove(desk)
        except Unsupported as refused:
            outcome = Outcome(Verdict.INCONCLUSIVE, counterexample=str(refused))
        except Mismatch as mismatch:
            what = f"'{task.proof.scene or task.id}' cannot be translated: there is {mismatch}"
            outcome = Outcome(Verdict.INCONCLUSIVE, counterexample=what)
        except OSError:  # what cannot be written concerns the whole run
            raise
        except Exception as fault:  # one faulty proof must not cost the findings of all others
            outcome = Outcome(Verdict.INCONCLUSIVE, counterexample=told_of(fault))
        return _finding(task, outcome, asker, time.perf_counter() - start)

    def _scenes(self, task: Task) -> dict[tuple[str, int], Compiled[Any]]:
        """The translations of this book."""
        key = task.family, task.book, task.declared
        if key not in self._known:
            while len(self._known) >= MOST_BOOKS:
                del self._known[next(iter(self._known))]
            self._known[key] = {}
        return self._known[key]


def _finding(task: Task, outcome: Outcome, asker: Asker, seconds: float) -> Finding:
    return msgspec.structs.replace(
        given_up(task, outcome.counterexample),
        grade=outcome.grade,
        verdict=outcome.verdict,
        seconds=round(seconds, 3),
        solvers=asker.together(),
        assumptions=outcome.assumptions,
        query_sha256=hash_of(asker.scripts),
        scripts=tuple(asker.scripts),
        space=outcome.space,
        space_size=outcome.space_size,
        cases=outcome.cases,
        preconditions=dict(outcome.preconditions),
        seed=outcome.seed,
        examples=outcome.examples,
        situation=outcome.situation,
        note=outcome.note,
        kept=asker.kept(),
    )


def told_of(fault: Exception) -> str:
    """A fault of fairdeal's own, as a finding names it; all of it goes to standard error."""
    print("".join(traceback.format_exception(fault)), file=sys.stderr, end="", flush=True)
    return f"{FAULT}: {traceback.format_exception_only(fault)[0].strip()}"


def given_up(task: Task, why: str) -> Finding:
    """The finding for a task that nobody has come to an end with."""
    return Finding(
        subject=task.id,
        statement=task.proof.statement,
        game=task.book.game,
        grade=Grade.PROVED,
        verdict=Verdict.INCONCLUSIVE,
        clauses=task.proof.clauses,
        seats=(task.seats,) if task.seats else (),
        choices=dict(task.choices),
        counterexample=why,
    )


def hash_of(scripts: Sequence[Script]) -> str:
    """The hash of the one script; of several the hash of the list of their hashes."""
    if len(scripts) < 2:
        return "".join(each.sha256 for each in scripts)
    return sha256("".join(f"{each.sha256}\n" for each in scripts))
