"""`prove`: every obligation translated, written down, put to the solvers, and told as findings.

A statement is proved when every solver that was asked says `unsat`. If one says `sat`, a situation is looked for on
which the model itself breaks the statement; only that is a failure. Solvers that contradict each other are a failure
too. Everything else is inconclusive: "unknown", a time-out, a script that a solver cannot read, code that cannot be
translated, and a `sat` that the model does not confirm.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from model.piles.points import check_seats
from model.piles.rulebook import Book
from model.points import RuleChoiceError
from properties.evidence import Finding, Grade, Solved, Verdict
from solver.compile import Compiled, compiled
from solver.graphs import departures
from solver.obligations import Family, Obligation, Scene
from solver.obligations.lemmas import LEMMAS
from solver.obligations.piles_shown import PILES
from solver.reach import reached
from solver.replay import Replay
from solver.smtlib import sha256
from solver.solvers import Answer, Solver, available
from solver.sources import Unsupported
from solver.values import Mismatch

SEATS: Final = (2, 3, 4, 5, 6)
SECONDS: Final = 60.0
"""How long a solver may think about one query."""

LOOKING: Final = 10.0
"""How long to look for a situation that confirms a `sat`."""


@dataclass(frozen=True, slots=True)
class Started:
    """An obligation is being looked at; no seats for what does not depend on them."""

    id: str
    statement: str
    seats: int | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """What came of it."""

    finding: Finding


Event = Started | Found


@dataclass(frozen=True, slots=True)
class Run:
    """What stays the same throughout one run. Scripts are written to `out` before any solver sees them."""

    book: Book
    out: Path
    solvers: Sequence[Solver]
    seconds: float = SECONDS
    family: Family[Book] = PILES

    @property
    def chosen(self) -> dict[str, str]:
        """The choices of rules that are not the game's own."""
        return dict(departures(self.book))


def prove(
    book: Book,
    out: Path,
    seats: Sequence[int] = SEATS,
    solvers: Sequence[Solver] | None = None,
    seconds: float = SECONDS,
) -> Iterator[Event]:
    """Prove all obligations of the pile games of a book, for each number of seats.

    Raises RuleChoiceError for games with slaps and for seats that the game does not know, OSError where the scripts
    cannot be written.
    """
    if book.slapping:
        raise RuleChoiceError(
            f"games with slaps are not proved in this version, and {book.game} is one:"
            " 'explore' has every game of a small deck, and 'check' tries random ones"
        )
    for number in seats:
        check_seats(book, number)
    out.mkdir(parents=True, exist_ok=True)
    run = Run(book, out, available() if solvers is None else solvers, seconds)
    yield from _lemmas(run)
    for number in seats:
        yield from _for_seats(run, number)


def failed(findings: Sequence[Finding]) -> bool:
    """Whether something is not so."""
    return any(finding.verdict is Verdict.FAILED for finding in findings)


def _lemmas(run: Run) -> Iterator[Event]:
    """L1: that what the zone theory says of piles is true of lists."""
    solvers = [solver for solver in run.solvers if solver.quantifiers]
    for lemma in LEMMAS:
        yield Started(lemma.id, lemma.statement)
        start = time.perf_counter()
        text, answers = _asked(run, lemma.id, lemma.script(), solvers)
        yield Found(
            Finding(
                subject=lemma.id,
                statement=lemma.statement,
                game=run.book.game,
                grade=Grade.PROVED,
                verdict=_verdict(answers),
                solvers=answers,
                query_sha256=sha256(text),
                seconds=round(time.perf_counter() - start, 3),
                counterexample=_disagreement(answers),
            )
        )


def _for_seats(run: Run, seats: int) -> Iterator[Event]:
    scenes: dict[str, Compiled[Book] | str] = {}
    for obligation in run.family.obligations:
        yield Started(obligation.id, obligation.statement, seats)
        yield Found(_finding(run, obligation, _scene(run, obligation.scene, seats, scenes), seats))
    for name, found in scenes.items():
        if isinstance(found, Compiled) and found.scene.loop is None:
            yield Started(f"T2.{name}", _every_branch(name), seats)
            yield Found(_reachability(run, found))


def _scene(run: Run, scene: Scene[Book], seats: int, known: dict[str, Compiled[Book] | str]) -> Compiled[Book] | str:
    """The translated scene, or why it cannot be translated."""
    if scene.name not in known:
        try:
            known[scene.name] = compiled(scene, run.book, seats)
        except Unsupported as refused:
            known[scene.name] = str(refused)
        except Mismatch as mismatch:
            known[scene.name] = f"'{scene.name}' cannot be translated: there is {mismatch}"
    return known[scene.name]


def _finding(run: Run, obligation: Obligation[Book], scene: Compiled[Book] | str, seats: int) -> Finding:
    """One obligation put to the solvers; a refused translation is inconclusive and says where and why."""
    start = time.perf_counter()
    text, answers, verdict, counterexample = _settled(run, obligation, scene, seats)
    return Finding(
        subject=obligation.id,
        statement=obligation.statement,
        game=run.book.game,
        grade=Grade.PROVED,
        verdict=verdict,
        clauses=obligation.clauses,
        seats=(seats,),
        choices=run.chosen,
        seconds=round(time.perf_counter() - start, 3),
        solvers=answers,
        assumptions=obligation.assumptions,
        query_sha256=sha256(text) if text else "",
        counterexample=counterexample,
    )


def _settled(
    run: Run, obligation: Obligation[Book], scene: Compiled[Book] | str, seats: int
) -> tuple[str, tuple[Solved, ...], Verdict, str]:
    """The script, the solvers' answers, and what follows from them."""
    if isinstance(scene, str):
        return "", (), Verdict.INCONCLUSIVE, scene
    text, answers = _asked(run, f"{obligation.id}.{seats}", scene.query(obligation), run.solvers)
    verdict, words = _verdict(answers), _disagreement(answers)
    if verdict is Verdict.INCONCLUSIVE and any(each.answer == Answer.SAT for each in answers):
        verdict, words = _replayed(run, obligation, scene)
    return text, answers, verdict, words


def _asked(run: Run, name: str, text: str, solvers: Sequence[Solver]) -> tuple[str, tuple[Solved, ...]]:
    """Write a script, then ask every solver."""
    (run.out / f"{run.book.game}.{name}.smt2").write_text(text)
    return text, tuple([solver.solve(text, run.seconds) for solver in solvers])


def _verdict(answers: Sequence[Solved]) -> Verdict:
    """Held if all say `unsat`; failed if they contradict each other; else nothing is settled by the solvers alone."""
    said = {each.answer for each in answers}
    if said == {Answer.UNSAT}:
        return Verdict.HELD
    return Verdict.FAILED if {Answer.UNSAT, Answer.SAT} <= said else Verdict.INCONCLUSIVE


def _disagreement(answers: Sequence[Solved]) -> str:
    """What the solvers said, where they did not all prove the statement."""
    if _verdict(answers) is Verdict.HELD:
        return ""
    said = ", ".join(f"{each.solver} says {each.answer}" for each in answers) or "no solver was asked"
    return f"{'the solvers contradict each other' if _verdict(answers) is Verdict.FAILED else 'not proved'}: {said}"


def _replayed(run: Run, obligation: Obligation[Book], scene: Compiled[Book]) -> tuple[Verdict, str]:
    """What the model makes of a `sat`."""
    replay = Replay(obligation, scene, run.family)
    situation = replay.smallest(min(run.seconds, LOOKING))
    if situation is None:
        return Verdict.INCONCLUSIVE, "relaxed: not replayed; no small situation breaks the statement in the model"
    return Verdict.FAILED, replay.told(situation)


def _every_branch(name: str) -> str:
    return f"every way out of every condition that '{name}' runs into can be taken"


def _reachability(run: Run, scene: Compiled[Book]) -> Finding:
    """T2: each branch with a situation that takes it."""
    start = time.perf_counter()
    show, book, seats = run.family.show, run.book, scene.setting.seats
    taken = reached(scene, run.family, run.seconds)
    shown = {
        branch: ", ".join(show(name, value) for name, value in arguments.items())
        for branch, arguments in taken.items()
        if arguments is not None
    }
    excused = {branch: run.family.out_of_reach(book, seats, branch.way) for branch in taken}
    wrong = [f"nothing takes {branch}" for branch in taken if branch not in shown and not excused[branch]]
    wrong += [f"{branch} was thought out of reach, but {how}" for branch, how in shown.items() if excused[branch]]
    return Finding(
        subject=f"T2.{scene.scene.name}",
        statement=_every_branch(scene.scene.name),
        game=run.book.game,
        grade=Grade.EXEMPLIFIED,
        verdict=Verdict.INCONCLUSIVE if wrong else Verdict.HELD,
        seats=(seats,),
        choices=run.chosen,
        seconds=round(time.perf_counter() - start, 3),
        assumptions=tuple(f"out of reach: {branch}: {why}" for branch, why in excused.items() if why),
        examples=tuple(f"{branch}: {how}" for branch, how in shown.items()),
        counterexample="; ".join(wrong),
    )
