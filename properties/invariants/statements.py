"""Statements that must hold, where they did not, and how often each was really put to the test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar

B = TypeVar("B")
"""The rule book of a game."""
M = TypeVar("M")
"""What is looked at: a table, a step, a whole game, ..."""


def always(book: object, moment: object) -> bool:
    """The precondition of what must hold everywhere."""
    return True


@dataclass(frozen=True, slots=True)
class Statement(Generic[B, M]):
    """A statement that must hold of every moment of its kind at which the precondition holds.

    An invariant is checked on any book, sound or not: the precondition excuses only what a table may agree on.
    """

    name: str
    statement: str
    clauses: tuple[str, ...]
    kind: StrEnum
    predicate: Callable[[B, M], bool]
    precondition: Callable[[B, M], bool] = always


@dataclass(frozen=True, slots=True)
class Violation:
    """An invariant that did not hold, and where: after so many cards of a game, or for which deal."""

    invariant: str
    statement: str
    clauses: tuple[str, ...]
    where: str


@dataclass(slots=True)
class Tally:
    """How often each invariant's precondition was met. One that never was has not been checked at all."""

    met: Counter[str] = field(default_factory=Counter)

    def check(self, invariant: Statement[B, M], book: B, moment: M, where: str = "") -> Violation | None:
        """Check one invariant at one moment; None where it holds, or where its precondition does not."""
        return next(self.check_all((invariant,), book, moment, where), None)

    def check_all(
        self, invariants: tuple[Statement[B, M], ...], book: B, moment: M, where: str = ""
    ) -> Iterator[Violation]:
        """Check several invariants of one kind at one moment."""
        for one in invariants:
            if one.precondition is not always and not one.precondition(book, moment):
                continue
            self.met[one.name] += 1
            if not one.predicate(book, moment):
                yield Violation(one.name, one.statement, one.clauses, where)
