"""`prove`: every statement translated, written down, put to the solvers, and told as a finding.

A statement is proved when every solver that was asked says `unsat`. If one says `sat`, a situation is looked for on
which the model itself breaks the statement; only that is a failure. Solvers that contradict each other are a failure
too. Everything else is inconclusive: "unknown", a time-out, a script that a solver cannot read, code that cannot be
translated, and a `sat` that the model does not confirm.

From a game to its findings:

- `families` says which statements are made of which games. Obligations of scenes, lemmas, branches, and whatever else
  a family brings along are all turned into a `Proof` (`statements`, `desk`): a function that is given a desk and
  returns an outcome. At its desk it has the book, the translated scenes, and somebody to ask.
- `tasks` lays out the run: each proof for each number of seats and under each choice of rules that it is made for.
- `kept` has the findings of earlier runs, by what they depend on (`reachable`). What is found there is not done again.
- `bench` does one task, `pool` many in several processes. `asking` writes each script before it is solved, and lets
  no text be solved twice, neither in one run nor, if somebody keeps the answers, in the next.
- `exported` writes the scripts of a run into a folder that can be checked without fairdeal (`recheck`).
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from model.piles.rulebook import Book
from properties.evidence import Finding, Verdict, now
from solver.asking import Answers
from solver.bench import Bench
from solver.kept import Kept
from solver.pool import Begun, Pool, Workshop
from solver.solvers import Solver, available
from solver.tasks import Task, Wanted, plan

SEATS: Final = (2, 3, 4, 5, 6)
SECONDS: Final = 60.0
"""How long a solver may think about one query."""


@dataclass(frozen=True, slots=True)
class Planned:
    """So many statements are to be looked at."""

    total: int


@dataclass(frozen=True, slots=True)
class Started:
    """A statement is being looked at; no seats for what does not depend on them."""

    id: str
    statement: str
    seats: int | None = None
    game: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """What came of it."""

    finding: Finding


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that should be known and is no finding."""

    text: str


Event = Planned | Started | Found | Remark


@dataclass(frozen=True, slots=True)
class Run:
    """How a run is made. Scripts are written to `out` before any solver sees them.

    With several jobs the solvers are called by their names, in processes of their own. `kept` is the folder with what
    was proved earlier, if it is to be used; `fresh` believes nothing of it, and keeps what is proved now.
    """

    out: Path
    solvers: Sequence[Solver]
    seconds: float = SECONDS
    jobs: int = 1
    kept: Path | None = None
    fresh: bool = False


def prove(
    book: Book,
    out: Path,
    seats: Sequence[int] = SEATS,
    solvers: Sequence[Solver] | None = None,
    seconds: float = SECONDS,
    without: Sequence[str] = (),
) -> Iterator[Started | Found]:
    """Prove all that there is to prove of one book, for each number of seats, in this process; nothing is kept.

    `without` leaves out what begins like this, such as T3.
    Raises RuleChoiceError for games that are not proved and for seats that the game does not know, OSError where the
    scripts cannot be written.
    """
    tasks = plan(Wanted(book, book, tuple(seats), without=tuple(without)))
    run = Run(out, available() if solvers is None else solvers, seconds)
    for event in carry_out(tasks, run):
        if isinstance(event, Started | Found):
            yield event


def carry_out(tasks: Sequence[Task], run: Run) -> Generator[Event, None, None]:
    """Do all tasks and tell what came of each, in their order. Raises OSError where scripts cannot be written."""
    run.out.mkdir(parents=True, exist_ok=True)
    moment = now()
    kept = None if run.kept is None else Kept(run.kept / "findings", run.out, run.solvers)
    yield Planned(len(tasks))
    known = _known(tasks, None if run.fresh else kept)
    yield from (Remark(text) for text in (kept.remarks if kept else ()))
    with tempfile.TemporaryDirectory(prefix="fairdeal-") as shared:
        answers = Answers(Path(shared), None if run.kept is None else run.kept / "answers", run.fresh)
        with contextlib.closing(_events(tasks, run, answers, moment, known)) as events:
            for event in events:
                if kept is not None and isinstance(event, _Made):
                    kept.keep(tasks[event.place], event.finding, moment)
                if not isinstance(event, _Made):
                    yield event
        yield from (Remark(text) for text in (kept.unwritten if kept else "", answers.unwritten()) if text)


def failed(findings: Sequence[Finding]) -> bool:
    """Whether something is not so."""
    return any(finding.verdict is Verdict.FAILED for finding in findings)


def _known(tasks: Sequence[Task], kept: Kept | None) -> dict[int, Finding]:
    """What earlier runs have found, by the place of the task."""
    if kept is None:
        return {}
    found = {place: kept.find(task) for place, task in enumerate(tasks)}
    return {place: finding for place, finding in found.items() if finding is not None}


@dataclass(frozen=True, slots=True)
class _Made:
    """A finding that was made in this run."""

    place: int
    finding: Finding


def _events(
    tasks: Sequence[Task], run: Run, answers: Answers, moment: str, known: dict[int, Finding]
) -> Generator[Event | _Made, None, None]:
    """What is begun and found: findings in the order of the tasks, each as soon as those before it are there."""
    missing = [place for place in range(len(tasks)) if place not in known]
    told = 0
    for event in _worked(tasks, missing, run, answers, moment):
        if isinstance(event, _Made):
            known[event.place] = event.finding
        yield event
        while told in known:
            yield Found(known[told])
            told += 1
    yield from (Found(known[place]) for place in range(told, len(tasks)))


def _worked(
    tasks: Sequence[Task], places: Sequence[int], run: Run, answers: Answers, moment: str
) -> Iterator[Started | _Made]:
    """The tasks at these places done, in this process or in several: then the longest first, to end together."""
    if run.jobs == 1 or len(places) < 2:
        bench = Bench(run.out, run.solvers, run.seconds, answers, moment)
        for place in places:
            yield _started(tasks[place])
            yield _Made(place, bench.done(tasks[place]))
        return
    shop = Workshop(run.out, tuple(each.name for each in run.solvers), run.seconds, answers, moment)
    with contextlib.closing(Pool(shop, tasks, run.jobs)) as pool:
        for event in pool.events(sorted(places, key=lambda place: -tasks[place].proof.long)):
            yield _started(tasks[event.place]) if isinstance(event, Begun) else _Made(event.place, event.finding)


def _started(task: Task) -> Started:
    return Started(task.id, task.proof.statement, task.seats or None, task.book.game)
