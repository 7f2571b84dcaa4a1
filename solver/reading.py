"""What every part of the reader of expressions rests on: the path, what is noted on the way, and rows."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FunctionType

from solver.contracts import Contracts
from solver.frames import Branch, Check, Frame
from solver.shapes import Shapes
from solver.terms import (
    FALSE,
    TRUE,
    Bool,
    Int,
    Zone,
    and_,
    equal,
    less,
    not_,
    number,
)
from solver.values import (
    NONE,
    Entry,
    Kind,
    Mismatch,
    Record,
    Row,
    Symbol,
    Value,
    as_bool,
    as_zone,
    entries_of,
    merged,
    row_of,
)
from solver.zones import ZoneTheory


class Reading(ABC):
    """Reads expressions. `path` is the condition under which the expression at hand is evaluated at all."""

    def __init__(self, theory: ZoneTheory, zone_type: object, contracts: Contracts) -> None:
        self.theory = theory
        self._contracts = contracts
        self.shapes = Shapes(theory, zone_type)
        self.path: Bool = TRUE
        self.after_loops: Bool = TRUE
        """What holds where the loops so far have ended; it may be assumed of what comes after them only."""
        self.contracted: set[str] = set()
        """The functions that were replaced by their contracts."""
        self.checks: list[Check] = []
        self.branches: dict[Branch, list[Bool]] = {}

    @abstractmethod
    def called(self, function: FunctionType, args: Sequence[Value], named: Mapping[str, Value]) -> Value:
        """What a function of the model returns."""

    @abstractmethod
    def value(self, node: ast.expr, frame: Frame) -> Value:
        """What an expression is. Raises Unsupported."""

    @contextmanager
    def assuming(self, condition: Bool) -> Iterator[None]:
        """Read on where the condition holds."""
        before = self.path
        self.path = and_(before, condition)
        yield
        self.path = before

    def branch(self, frame: Frame, node: ast.If | ast.IfExp | ast.While, condition: Bool) -> None:
        """Note both ways out of a condition, for the question whether each can be taken.

        Whether an argument was given at all (`x is None`) is decided by the call and not by the situation.
        """
        match node.test:
            case ast.Compare(ops=[ast.Is() | ast.IsNot()], comparators=[ast.Constant(None)]):
                if condition.value is not None:
                    return
        place, words = frame.source.place(node), ast.unparse(node.test)
        for taken, guard in ((True, condition), (False, not_(condition))):
            self.branches.setdefault(Branch(place, words, taken), []).append(and_(self.path, guard))

    def check(self, frame: Frame, node: ast.AST, condition: Bool, wrong: str, of_loop: bool = False) -> None:
        """Note what the code relies on here."""
        guard = and_(self.path, self.after_loops)
        if condition is not TRUE and guard is not FALSE:
            self.checks.append(Check(frame.source.place(node), guard, condition, wrong, of_loop))

    def truth_of(self, value: Value) -> Bool:
        """Whether Python would take a value for true."""
        match value:
            case Zone():
                found = less(number(0), self.theory.length(value))
            case Int():
                found = not_(equal(value, number(0)))
            case Bool():
                found = value
            case Record():
                found = TRUE
            case Row() if value.kind is not Kind.GENERATOR:
                found = value.some
            case Symbol():
                found = not_(equal(value.code, number(NONE)))
            case Row():
                raise Mismatch("a generator where a truth value is needed")
            case _:
                found = as_bool(bool(value))
        return found

    def first_there(self, entries: Sequence[Entry]) -> Value:
        """The first value that is there, of some of which one is. Raises Mismatch for none."""
        if not entries:
            raise Mismatch("nothing where something is needed")
        found = entries[-1].value
        for entry in reversed(entries[:-1]):
            found = merged(self.theory, entry.there, entry.value, found)
        return found

    def laid_together(self, front: Value, back: Value) -> Value:
        """`front + back`."""
        if isinstance(front, Zone) or isinstance(back, Zone):
            return self.theory.joined(as_zone(self.theory, front), as_zone(self.theory, back))
        if isinstance(front, tuple) and isinstance(back, tuple):
            return front + back
        return row_of((*entries_of(front), *entries_of(back)))
