"""`fairdeal strength` on the screen."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import msgspec
from rich.text import Text

from model.register import load
from properties import evidence
from properties.conformance.books import GAMES, default_book
from properties.conformance.core import as_toml, cases_of, cores
from properties.evidence import Evidence, Finding, Grade, Verdict
from properties.strength.covering import choose
from properties.strength.matrix import Task, matrix_of, rows_of, tasks
from properties.strength.rows import Matrix, judgement
from reports import strength_document, strength_words
from reports.consoles import console
from reports.screen.rows import all_of

MOST_EQUIVALENT: Final = 5
"""In a hundred: more of what is tried must not be the same game by another name."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was asked for. Without a clause all of them are shown, and without a game every game."""

    game: str
    clause: str
    core: bool
    jobs: int
    evidence: Path
    as_json: bool
    version: str

    @property
    def games(self) -> tuple[str, ...]:
        """The games that are looked at. Raises RuleChoiceError."""
        return (default_book(self.game).game,) if self.game else GAMES


def strength(wanted: Wanted) -> int:
    """Hold every misreading against every case and check, and say what was noticed. Returns the exit code.

    Raises RuleChoiceError for an unknown game, and UnknownClause.
    """
    if wanted.clause:
        return _about(wanted)
    started = time.monotonic()
    matrices = _matrices(wanted, [task for game in wanted.games for task in tasks(game)])
    code = exit_code(matrices)
    path = evidence.write(_evidence(matrices, wanted), wanted.evidence)
    if wanted.as_json:
        _print_document(matrices, wanted, code)
        return code
    shown = console()
    for matrix in matrices:
        _show(matrix)
    shown.print(strength_words.totals(matrices))
    for line in strength_words.last_words(matrices):
        shown.print(line, width=strength_words.WIDTH)
    took = f"in {time.monotonic() - started:.1f} s by {_processes(wanted.jobs)}"
    shown.print(Text(f"{took}; written: {path}"), soft_wrap=True)
    return code


def _about(wanted: Wanted) -> int:
    """All that notices the misreadings of one clause."""
    clause = load().clause(wanted.clause).id
    matrices = _matrices(wanted, [task for game in wanted.games for task in tasks(game) if clause in task.clauses])
    rows = [row for matrix in matrices for row in matrix.of_clause(clause)]
    alive = any(judgement(matrix, clause).survived for matrix in matrices)
    code: Literal[0, 1, 4] = 4 if not rows else 1 if alive else 0
    if wanted.as_json:
        _print_document(matrices, wanted, code)
        return code
    for part in strength_words.one_clause(clause, rows):
        console().print(part)
    return code


def by_core(wanted: Wanted) -> int:
    """Hold everything against the core alone, and say what that does not notice. Returns the exit code."""
    started = time.monotonic()
    matrices = _matrices(wanted, [task for game in wanted.games for task in tasks(game, core=True)])
    rows = [row for matrix in matrices for row in matrix.rows]
    code: Literal[0, 1, 4] = 4 if not rows else 1 if any(not row.kills for row in rows) else 0
    if wanted.as_json:
        _print_document(matrices, wanted, code)
        return code
    for matrix in matrices:
        for line in strength_words.core_lines(matrix, cores()[matrix.game]):
            console().print(line, soft_wrap=True)
    console().print(Text(f"in {time.monotonic() - started:.1f} s by {_processes(wanted.jobs)}"))
    return code


def choose_core(game: str, jobs: int) -> int:
    """Choose the core from the whole matrix, and print it as it is kept. Returns the exit code."""
    wanted = Wanted(game, "", False, jobs, Path(), False, "")
    matrices = _matrices(wanted, [task for each in wanted.games for task in tasks(each)])
    print(as_toml({matrix.game: choose(matrix, cases_of(matrix.game)) for matrix in matrices}), end="")
    return 0


def _matrices(wanted: Wanted, every: Sequence[Task]) -> tuple[Matrix, ...]:
    rows = rows_of(every, wanted.jobs)
    found = all_of(rows, len(every), "misreadings", lambda each: f"{each.row.game} {each.row.name}")
    return tuple(matrix_of(game, found) for game in wanted.games)


def _processes(jobs: int) -> str:
    return f"{jobs} processes" if jobs > 1 else "one process"


def _print_document(matrices: Sequence[Matrix], wanted: Wanted, code: Literal[0, 1, 4]) -> None:
    print(msgspec.json.encode(strength_document.document(matrices, wanted.version, code)).decode())


def _show(matrix: Matrix) -> None:
    shown = console()
    shown.print(Text(matrix.game, style="bold"))
    shown.print(strength_words.clause_table(matrix))
    if matrix.misbehaviours:
        shown.print()
        shown.print(strength_words.adapter_table(matrix))
    for line in (*strength_words.survivors(matrix), *strength_words.idle(matrix)):
        shown.print(line, width=strength_words.WIDTH)
    shown.print()


def exit_code(matrices: Sequence[Matrix]) -> Literal[0, 1, 4]:
    """1 if anything survives, or too much is equivalent; 4 if nothing was tried."""
    rows = [row for matrix in matrices for row in matrix.rows if not row.borrowed]
    same = sum(row.equivalent is not None for row in rows)
    if not rows:
        return 4
    return 1 if any(row.survives for row in rows) or 100 * same > MOST_EQUIVALENT * len(rows) else 0


def _evidence(matrices: Sequence[Matrix], wanted: Wanted) -> Evidence:
    command = f"strength {wanted.game}".strip()
    return Evidence(command, wanted.version, evidence.now(), tuple(map(finding, matrices)))


def finding(matrix: Matrix) -> Finding:
    """What the matrix of a game says, as evidence."""
    rows = [row for row in matrix.rows if not row.borrowed]
    alive = [row.name for row in rows if row.survives]
    verdict = {0: Verdict.HELD, 1: Verdict.FAILED, 4: Verdict.INCONCLUSIVE}[exit_code((matrix,))]
    return Finding(
        subject="strength of the suite",
        statement="Every misreading fails a case or a check of its own clauses.",
        game=matrix.game,
        grade=Grade.EXHAUSTED,
        verdict=verdict,
        seconds=matrix.seconds,
        space="every misreading and every misbehaving adapter of the register, with every case and check",
        space_size=len(rows),
        cases=sum(row.asked for row in rows),
        counterexample=", ".join(alive),
    )
