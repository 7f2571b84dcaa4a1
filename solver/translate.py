"""The model's own source, read as terms.

A function is taken as it stands in its file and followed on every path at once: conditions become choices between
values, loops over seats are written out, calls are followed, and `book.x(...)` is whatever function this very book
holds. What comes out says, for any table at all, what Python would return. Code outside the subset is refused with
its place and what to write instead; nothing is guessed, and no game is known here.

Besides the result the translation notes what the code relies on (`checks`: no seat or card that is not there), and
under which condition each way out of each condition is taken (`branches`).
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import Final

from solver.contracts import NO_CONTRACTS, Contracts
from solver.expressions import Expressions
from solver.frames import Branch, Check, Frame
from solver.shapes import hints_of
from solver.sources import Source, Unsupported, source_of
from solver.terms import FALSE, TRUE, Bool, Int, and_, implies, less, not_, number, or_
from solver.values import Mismatch, Value, merged
from solver.zones import ZoneTheory

__all__ = ["Branch", "Check", "LoopRule", "Translator", "Unsupported"]

Returned = tuple[Bool, Value]
"""A value, and the condition under which it is what is returned."""


@dataclass(frozen=True, slots=True)
class LoopRule:
    """What is claimed of a `while` loop: what holds before every round, and what each round makes smaller.

    Both speak of the values of the variables that the loop changes, by name; the invariant also of what they were at
    the start. The measure is never below 0.
    """

    invariant: Callable[[Mapping[str, Value], Mapping[str, Value]], Bool]
    measure: Callable[[Mapping[str, Value]], Int]


STATEMENTS: Final[Mapping[type[ast.AST], tuple[str, str]]] = {
    ast.Expr: ("an expression on a line of its own", "rule functions do nothing but return a value"),
    ast.AugAssign: ("an assignment with an operator", "write x = x + ..."),
    ast.Raise: ("'raise'", "rule functions return a value on every path"),
    ast.Try: ("'try'", "check the condition first and return early"),
    ast.With: ("'with'", "rule functions are pure"),
    ast.Match: ("'match'", "write if and elif"),
    ast.Assert: ("'assert'", "say it in an obligation"),
    ast.Break: ("'break'", "return early from the loop"),
    ast.Continue: ("'continue'", "turn the condition round"),
    ast.FunctionDef: ("a function inside a function", "write a module-level def"),
    ast.Delete: ("'del'", "rule functions are pure"),
    ast.Global: ("'global'", "rule functions are pure"),
    ast.Nonlocal: ("'nonlocal'", "rule functions are pure"),
    ast.Import: ("an import inside a function", "import at the top of the module"),
    ast.ImportFrom: ("an import inside a function", "import at the top of the module"),
}


class Translator(Expressions):
    """Translates calls of model functions over one zone theory."""

    def __init__(
        self,
        theory: ZoneTheory,
        zone_type: object,
        loop_rule: LoopRule | None = None,
        contracts: Contracts = NO_CONTRACTS,
    ) -> None:
        super().__init__(theory, zone_type, contracts)
        self._loop_rule = loop_rule
        self._loops = 0
        self._calls: list[FunctionType] = []

    def called(self, function: Callable[..., object], args: Sequence[Value], named: Mapping[str, Value] = {}) -> Value:
        """What a call returns, as one value for all paths. Raises Unsupported."""
        source = source_of(function)
        if source.function in self._calls:
            raise Unsupported(source.place(source.tree), f"'{source.tree.name}', which calls itself,", "write a loop")
        frame = Frame(source, self._bound(source, args, named), self.path)
        before = self.path
        self._calls.append(source.function)
        live, returns = self._block(source.tree.body, frame, TRUE)
        self._calls.pop()
        self.path = before
        if live is not FALSE:
            raise frame.refused(source.tree, f"'{source.tree.name}', which may end without a return,", "add one")
        return self._merged(source, returns)

    def _bound(self, source: Source, args: Sequence[Value], named: Mapping[str, Value]) -> dict[str, Value]:
        kinds = {parameter.kind for parameter in inspect.signature(source.function).parameters.values()}
        if kinds & {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD}:
            raise Unsupported(source.place(source.tree), f"'{source.tree.name}' with '*'", "name each parameter")
        try:
            bound = inspect.signature(source.function).bind(*args, **named)
            bound.apply_defaults()
            hints = hints_of(source.function)
            return {name: self.shapes.fitted(value, hints.get(name)) for name, value in bound.arguments.items()}
        except (TypeError, NameError) as error:
            raise Unsupported(source.place(source.tree), f"a call of '{source.tree.name}'", str(error)) from error

    def _merged(self, source: Source, returns: list[Returned]) -> Value:
        """One value for all that may be returned: the last return is where no earlier one was taken."""
        hint = hints_of(source.function).get("return")
        try:
            found = self.shapes.fitted(returns[-1][1], hint)
            for guard, value in reversed(returns[:-1]):
                found = merged(self.theory, guard, self.shapes.fitted(value, hint), found)
        except Mismatch as mismatch:
            what = f"what '{source.tree.name}' returns"
            raise Unsupported(source.place(source.tree), what, f"there is {mismatch}") from mismatch
        return found

    def _block(self, body: list[ast.stmt], frame: Frame, live: Bool) -> tuple[Bool, list[Returned]]:
        """Read statements. `live` is the condition, within the function, under which they are reached."""
        returns: list[Returned] = []
        for statement in body:
            if live is FALSE:
                break
            self.path = and_(frame.under, live)
            live, more = self._statement(statement, frame, live)
            returns += more
        return live, returns

    def _statement(self, statement: ast.stmt, frame: Frame, live: Bool) -> tuple[Bool, list[Returned]]:
        match statement:
            case ast.Expr(ast.Constant(str())):
                return live, []
            case ast.Return(ast.expr() as result):
                return FALSE, [(live, self.value(result, frame))]
            case ast.Assign([target], value) | ast.AnnAssign(target, _, ast.expr() as value):
                self.bind(target, self.value(value, frame), frame)
                return live, []
            case ast.If():
                return self._if(statement, frame, live)
            case ast.For(orelse=[]):
                return self._for(statement, frame, live)
            case ast.While(orelse=[]):
                return self._while(statement, frame, live), []
        default = f"'{ast.unparse(statement).splitlines()[0]}'", "use the subset of ARCHITECTURE.md"
        raise frame.refused(statement, *STATEMENTS.get(type(statement), default))

    def _if(self, statement: ast.If, frame: Frame, live: Bool) -> tuple[Bool, list[Returned]]:
        condition = self.test(statement.test, frame)
        self.branch(frame, statement, condition)
        if condition.value is not None:
            return self._block(statement.body if condition.value else statement.orelse, frame, live)
        yes, no = frame.fork(), frame.fork()
        live_yes, returns_yes = self._block(statement.body, yes, and_(live, condition))
        live_no, returns_no = self._block(statement.orelse, no, and_(live, not_(condition)))
        if live_yes is FALSE or live_no is FALSE:
            frame.env = no.env if live_yes is FALSE else yes.env
        else:
            frame.env = self._both(condition, yes.env, no.env)
        return or_(live_yes, live_no), returns_yes + returns_no

    def _both(self, condition: Bool, yes: dict[str, Value], no: dict[str, Value]) -> dict[str, Value]:
        """The variables after both ways. One that is not the same kind on both is gone: to use it is refused."""
        env: dict[str, Value] = {}
        for name in yes.keys() & no.keys():
            try:
                env[name] = merged(self.theory, condition, yes[name], no[name])
            except Mismatch:
                continue
        return env

    def _for(self, statement: ast.For, frame: Frame, live: Bool) -> tuple[Bool, list[Returned]]:
        returns: list[Returned] = []
        for entry in self.row(statement.iter, frame):
            if live is FALSE:
                break
            inside = frame.fork()
            self.bind(statement.target, entry.value, inside)
            done, more = self._block(statement.body, inside, and_(live, entry.there))
            returns += more
            if done is not FALSE:
                frame.env = inside.env if entry.there is TRUE else self._both(entry.there, inside.env, frame.env)
            live = or_(done, and_(live, not_(entry.there)))
        return live, returns

    def _while(self, statement: ast.While, frame: Frame, live: Bool) -> Bool:
        """A loop without a bound, by its invariant: it holds at the start, and each round keeps it and comes nearer.

        After the loop nothing is known of what it changes but the invariant and that the condition has failed.
        """
        rule = self._loop_rule
        if rule is None:
            raise frame.refused(statement, "'while'", "loop over a range, or state the loop's invariant with the proof")
        changed = sorted(_assigned(statement) & frame.env.keys())
        start = _only(frame.env, changed)
        self.check(frame, statement, rule.invariant(start, start), "starts outside of its invariant", of_loop=True)
        round_ = self._anew(frame, changed)
        before = _only(round_.env, changed)
        round_.under = and_(self.path, rule.invariant(before, start))
        self.path = round_.under
        condition = self.test(statement.test, round_)
        self.branch(round_, statement, condition)
        round_.under = and_(round_.under, condition)
        ended, returns = self._block(statement.body, round_, TRUE)
        if returns or ended is not TRUE:
            raise frame.refused(statement, "a return inside 'while'", "leave the loop by its condition")
        self.path = round_.under
        after = _only(round_.env, changed)
        self.check(frame, statement, rule.invariant(after, start), "leaves its invariant", of_loop=True)
        nearer = less(rule.measure(after), rule.measure(before)) & less(number(-1), rule.measure(before))
        self.check(frame, statement, nearer, "may go on for ever", of_loop=True)
        self.path = and_(frame.under, live)
        frame.env = self._anew(frame, changed).env
        done = rule.invariant(_only(frame.env, changed), start) & not_(self.test(statement.test, frame))
        self.after_loops = and_(self.after_loops, implies(self.path, done))
        return live

    def _anew(self, frame: Frame, changed: list[str]) -> Frame:
        """The frame at some round of a loop: what the loop changes may be anything."""
        self._loops += 1
        fresh = frame.fork()
        for name in changed:
            fresh.env[name] = self.shapes.any_like(frame.env[name], f"loop{self._loops}.{name}")
        return fresh


def _assigned(statement: ast.While) -> set[str]:
    """The names that a loop's body sets."""
    return {node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _only(env: Mapping[str, Value], names: list[str]) -> Mapping[str, Value]:
    return {name: env[name] for name in names}
