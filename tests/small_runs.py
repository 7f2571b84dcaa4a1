"""Small runs of proofs to try things on: one obligation that takes no time, and a solver that has made up its mind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from model.piles.profiles import BEGGAR
from model.piles.rulebook import Book
from properties.evidence import Finding
from solver.prove import Event, Found, Run, carry_out
from solver.solvers import Answer, Solver
from solver.tasks import Task, Wanted, plan

ONE = "G1.collect"
"""An obligation that takes no time."""
ROOT = Path(__file__).parents[1]


def tasks(book: Book = BEGGAR, id: str = ONE, seats: tuple[int, ...] = (2,)) -> list[Task]:
    return plan(Wanted(book, book, seats, id))


@dataclass
class Counting:
    """A solver that says what it is told to, and counts how often it is asked."""

    said: str = Answer.UNSAT
    asked: int = 0

    def ask(self, script: str, seconds: float) -> str:
        self.asked += 1
        return self.said

    def solver(self, version: str = "1") -> Solver:
        return Solver("counting", version, self.ask)


def carried_out(work: Sequence[Task], run: Run) -> tuple[list[Finding], list[Event]]:
    events = list(carry_out(work, run))
    return [event.finding for event in events if isinstance(event, Found)], events


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())
