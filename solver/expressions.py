"""Expressions of the subset, read as values. `translate.py` reads statements and calls on top of this."""

from __future__ import annotations

import ast
import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FunctionType
from typing import Any, Final, NewType

from model.piles.state import replace
from solver.frames import ADVICE, Branch, Check, Frame
from solver.terms import (
    FALSE,
    TRUE,
    Bool,
    Int,
    Term,
    Zone,
    and_,
    at_most,
    equal,
    less,
    not_,
    number,
    or_,
    subtract,
    times,
)
from solver.values import Mismatch, Record, Shapes, Value, as_bool, as_int, as_zone, kind_of, merged, opened, same
from solver.zones import ZoneTheory, within


def _replaces(function: object) -> bool:
    """Whether a function is `replace`: that of the standard library, or the one for tables."""
    return function is dataclasses.replace or function is replace


class Expressions(ABC):
    """Reads expressions. `path` is the condition under which the expression at hand is evaluated at all."""

    def __init__(self, theory: ZoneTheory, zone_type: object) -> None:
        self.theory = theory
        self.shapes = Shapes(theory, zone_type)
        self.path: Bool = TRUE
        self.checks: list[Check] = []
        self.branches: dict[Branch, list[Bool]] = {}

    @abstractmethod
    def called(self, function: FunctionType, args: Sequence[Value], named: Mapping[str, Value]) -> Value:
        """What a function of the model returns."""

    def value(self, node: ast.expr, frame: Frame) -> Value:
        """What an expression is. Raises Unsupported."""
        reader = READERS.get(type(node))
        if reader is None:
            what, instead = ADVICE.get(type(node), (f"'{ast.unparse(node)}'", "use the subset of ARCHITECTURE.md"))
            raise frame.refused(node, what, instead)
        try:
            return reader(self, node, frame)
        except Mismatch as mismatch:
            raise frame.refused(node, f"'{ast.unparse(node)}'", f"there is {mismatch}") from mismatch

    def test(self, node: ast.expr, frame: Frame) -> Bool:
        """Whether Python would take an expression for true."""
        match node:
            case ast.BoolOp():
                return self._joined(node, frame, self.test)
            case ast.UnaryOp(ast.Not(), operand):
                return not_(self.test(operand, frame))
        return self._truth(self.value(node, frame))

    @contextmanager
    def assuming(self, condition: Bool) -> Iterator[None]:
        """Read on where the condition holds."""
        before = self.path
        self.path = and_(before, condition)
        yield
        self.path = before

    def branch(self, frame: Frame, node: ast.If | ast.IfExp | ast.While, condition: Bool) -> None:
        """Note both ways out of a condition, for the question whether each can be taken."""
        place, words = frame.source.place(node), ast.unparse(node.test)
        for taken, guard in ((True, condition), (False, not_(condition))):
            self.branches.setdefault(Branch(place, words, taken), []).append(and_(self.path, guard))

    def check(self, frame: Frame, node: ast.AST, condition: Bool, wrong: str, of_loop: bool = False) -> None:
        """Note what the code relies on here."""
        if condition is not TRUE and self.path is not FALSE:
            self.checks.append(Check(frame.source.place(node), self.path, condition, wrong, of_loop))

    def _truth(self, value: Value) -> Bool:
        match value:
            case Zone():
                return less(number(0), self.theory.length(value))
            case Int():
                return not_(equal(value, number(0)))
            case Bool():
                return value
            case Record():
                return TRUE
        return as_bool(bool(value))

    def _joined(self, node: ast.BoolOp, frame: Frame, read: Callable[[ast.expr, Frame], Bool]) -> Bool:
        """`and` and `or`: each part is read where the parts before it have not decided yet."""
        conjunction = isinstance(node.op, ast.And)
        result, before = (TRUE if conjunction else FALSE), self.path
        for operand in node.values:
            part = read(operand, frame)
            result = and_(result, part) if conjunction else or_(result, part)
            if result is (FALSE if conjunction else TRUE):
                break
            self.path = and_(self.path, part if conjunction else not_(part))
        self.path = before
        return result

    # --- one reader for each kind of expression ---

    def _constant(self, node: ast.Constant, frame: Frame) -> Value:
        return node.value

    def _name(self, node: ast.Name, frame: Frame) -> Value:
        if node.id in frame.env:
            return frame.env[node.id]
        if node.id in frame.source.function.__code__.co_varnames:
            raise frame.refused(node, f"'{node.id}', not set alike on every path,", "set it on each path")
        known = frame.source.function.__globals__
        if node.id in known:
            return known[node.id]
        if node.id in BUILT_INS:
            return BUILT_INS[node.id]
        raise frame.refused(node, f"'{node.id}'", f"of the built-in names only {', '.join(BUILT_INS)} are read")

    def _tuple(self, node: ast.Tuple, frame: Frame) -> Value:
        return tuple([self.value(each, frame) for each in node.elts])

    def _bool_op(self, node: ast.BoolOp, frame: Frame) -> Value:
        return self._joined(node, frame, lambda operand, inside: as_bool(self.value(operand, inside)))

    def _unary(self, node: ast.UnaryOp, frame: Frame) -> Value:
        if isinstance(node.op, ast.Not):
            return self.test(node, frame)
        if isinstance(node.op, ast.USub):
            return subtract(number(0), as_int(self.value(node.operand, frame)))
        raise frame.refused(node, f"'{ast.unparse(node)}'", "use not, -, + and comparisons")

    def _binary(self, node: ast.BinOp, frame: Frame) -> Value:
        left, right = self.value(node.left, frame), self.value(node.right, frame)
        if isinstance(left, tuple) or isinstance(right, tuple | Zone) or isinstance(left, Zone):
            return self._piles(node, frame, left, right)
        return self._arithmetic(node, frame, as_int(left), as_int(right))

    def _piles(self, node: ast.BinOp, frame: Frame, left: Value, right: Value) -> Value:
        match node.op, left, right:
            case ast.Add(), tuple(), tuple():
                return left + right
            case ast.Add(), _, _:
                return self.theory.joined(as_zone(self.theory, left), as_zone(self.theory, right))
            case ast.Mult(), tuple(), int():
                return left * right
        raise frame.refused(node, f"'{ast.unparse(node)}'", "piles are joined with + and nothing else")

    def _arithmetic(self, node: ast.BinOp, frame: Frame, left: Int, right: Int) -> Int:
        match node.op:
            case ast.Add():
                return left + right
            case ast.Sub():
                return left - right
            case ast.Mult() if left.value is not None:
                return times(left.value, right)
            case ast.Mult() if right.value is not None:
                return times(right.value, left)
            case ast.FloorDiv() | ast.Mod() if right.value is not None and right.value > 0:
                return self.theory.facts.divided(left, right.value)[isinstance(node.op, ast.Mod)]
        raise frame.refused(node, f"'{ast.unparse(node)}'", "use + and -, and *, // and % with a positive constant")

    def _compare(self, node: ast.Compare, frame: Frame) -> Value:
        operands = [self.value(each, frame) for each in (node.left, *node.comparators)]
        pairs = zip(node.ops, operands, operands[1:], strict=False)
        return and_(*(self._compared(node, frame, op, left, right) for op, left, right in pairs))

    def _compared(self, node: ast.Compare, frame: Frame, op: ast.cmpop, left: Value, right: Value) -> Bool:
        match op:
            case ast.Eq() | ast.NotEq():
                found = same(self.theory, left, right)
                return found if isinstance(op, ast.Eq) else not_(found)
            case ast.LtE() | ast.Lt():
                return (at_most if isinstance(op, ast.LtE) else less)(as_int(left), as_int(right))
            case ast.GtE() | ast.Gt():
                return (at_most if isinstance(op, ast.GtE) else less)(as_int(right), as_int(left))
            case ast.Is() | ast.IsNot() if not isinstance(left, Term) and not isinstance(right, Term):
                return as_bool((left is right) is isinstance(op, ast.Is))
        raise frame.refused(node, f"'{ast.unparse(node)}'", "compare numbers with == and <, one by one")

    def _conditional(self, node: ast.IfExp, frame: Frame) -> Value:
        condition = self.test(node.test, frame)
        self.branch(frame, node, condition)
        if condition.value is not None:
            return self.value(node.body if condition.value else node.orelse, frame)
        with self.assuming(condition):
            yes = self.value(node.body, frame)
        with self.assuming(not_(condition)):
            no = self.value(node.orelse, frame)
        return merged(self.theory, condition, yes, no)

    def _attribute(self, node: ast.Attribute, frame: Frame) -> Value:
        owner = self.value(node.value, frame)
        if isinstance(owner, Record):
            if node.attr in owner.fields:
                return owner.fields[node.attr]
        elif not isinstance(owner, Term | tuple) and hasattr(owner, node.attr):
            return getattr(owner, node.attr)
        raise frame.refused(node, f"'{ast.unparse(node)}'", f"read fields of dataclasses, not of {kind_of(owner)}")

    def _subscript(self, node: ast.Subscript, frame: Frame) -> Value:
        owner = self.value(node.value, frame)
        if isinstance(owner, Zone):
            return self._of_pile(node, frame, owner)
        if not isinstance(owner, tuple):
            raise frame.refused(node, f"'{ast.unparse(node)}'", f"take parts of tuples, not of {kind_of(owner)}")
        if isinstance(node.slice, ast.Slice):
            bounds = self._bounds(node, frame)
            return owner[slice(*(None if bound is None else _known_number(bound) for bound in bounds))]
        return self._chosen(node, frame, owner, as_int(self.value(node.slice, frame)))

    def _bounds(self, node: ast.Subscript, frame: Frame) -> list[Int | None]:
        """Start, end and step of a slice."""
        assert isinstance(node.slice, ast.Slice)
        parts = (node.slice.lower, node.slice.upper, node.slice.step)
        return [None if part is None else as_int(self.value(part, frame)) for part in parts]

    def _of_pile(self, node: ast.Subscript, frame: Frame, pile: Zone) -> Value:
        if isinstance(node.slice, ast.Slice):
            return self._part_of_pile(node, frame, pile)
        place, size = as_int(self.value(node.slice, frame)), self.theory.length(pile)
        if place.value not in (0, -1):
            raise frame.refused(node, f"'{ast.unparse(node)}'", "of a pile take the card [0] or [-1]")
        self.check(frame, node, less(number(0), size), "takes a card of an empty pile")
        return self.theory.card(pile, place if place.value == 0 else size - 1)

    def _part_of_pile(self, node: ast.Subscript, frame: Frame, pile: Zone) -> Zone:
        match self._bounds(node, frame):
            case [Int(value=1), None, None]:
                return self.theory.rest(pile)
            case [None, None, Int(value=-1)]:
                return self.theory.backwards(pile)
            case [Int() as start, None, None]:
                return self.theory.cut(pile, start)[1]
            case [None, Int() as end, None]:
                return self.theory.cut(pile, end)[0]
        raise frame.refused(node, f"'{ast.unparse(node)}'", "of a pile take a front [:n], a back [n:], or [::-1]")

    def _chosen(self, node: ast.Subscript, frame: Frame, row: tuple[Value, ...], place: Int) -> Value:
        """One of a row: the choice is spelled out, entries that are equal together."""
        if place.value is not None:
            if -len(row) <= place.value < len(row):
                return row[place.value]
            raise frame.refused(node, f"'{ast.unparse(node)}'", f"place {place.value} is outside of {len(row)}")
        if not row:
            raise frame.refused(node, f"'{ast.unparse(node)}'", "the row is empty")
        self.check(frame, node, within(place, number(len(row))), f"takes a place outside of 0 to {len(row) - 1}")
        return self._spelled_out(place, row)

    def _spelled_out(self, place: Int, row: tuple[Value, ...]) -> Value:
        groups: list[tuple[Value, list[int]]] = []
        for at, entry in enumerate(row):
            alike = next((group for group in groups if _alike(group[0], entry)), None)
            if alike is None:
                groups.append((entry, [at]))
            else:
                alike[1].append(at)
        *fewer, rest = sorted(groups, key=lambda group: len(group[1]))
        found = rest[0]
        for entry, places in reversed(fewer):
            found = merged(self.theory, or_(*(equal(place, number(at)) for at in places)), entry, found)
        return found

    def _call(self, node: ast.Call, frame: Frame) -> Value:
        function = self.value(node.func, frame)
        if function is tuple and len(node.args) == 1 and isinstance(node.args[0], ast.ListComp | ast.GeneratorExp):
            return self._comprehension(node.args[0], frame)
        args = [self.value(each, frame) for each in node.args]
        named: dict[str, Value] = {}
        for keyword in node.keywords:
            if keyword.arg is None:
                raise frame.refused(node, "'**'", "name each argument")
            named[keyword.arg] = self.value(keyword.value, frame)
        if isinstance(function, FunctionType) and not _replaces(function):
            return self.called(function, args, named)
        return self._known_call(node, frame, function, args, named)

    def _known_call(
        self, node: ast.Call, frame: Frame, function: Value, args: list[Value], named: dict[str, Value]
    ) -> Value:
        if _replaces(function) and len(args) == 1:
            return self._replaced(node, frame, opened(args[0]), named)
        if isinstance(function, type) and dataclasses.is_dataclass(function):
            return self._made(node, frame, function, args, named)
        if isinstance(function, NewType) and len(args) == 1 and not named:
            return args[0]
        for known, read in KNOWN_CALLS:
            if function is known and args and not named:
                return read(self, *args)
        raise frame.refused(
            node,
            f"'{ast.unparse(node)}'",
            "call rule functions, dataclasses, NewTypes, replace, len, range, enumerate and tuple",
        )

    def _length(self, value: Value) -> Value:
        return self.theory.length(value) if isinstance(value, Zone) else len(_row(value))

    def _as_tuple(self, value: Value) -> Value:
        return value if isinstance(value, Zone) else _row(value)

    def _enumerated(self, value: Value) -> Value:
        return tuple(enumerate(_row(value)))

    def _range(self, *bounds: Value) -> Value:
        return tuple(range(*map(_known_number, bounds)))

    def _replaced(self, node: ast.Call, frame: Frame, record: Value, changes: dict[str, Value]) -> Value:
        if not isinstance(record, Record) or not changes.keys() <= record.fields.keys():
            raise frame.refused(node, f"'{ast.unparse(node)}'", "replace fields of a dataclass")
        return self.shapes.record(record.cls, {**record.fields, **changes})

    def _made(self, node: ast.Call, frame: Frame, cls: type[Any], args: list[Value], named: dict[str, Value]) -> Record:
        fields = dataclasses.fields(cls)
        given = dict(zip([field.name for field in fields], args, strict=False)) | named
        if not cls.__dataclass_params__.frozen or hasattr(cls, "__post_init__"):
            raise frame.refused(node, f"'{ast.unparse(node)}'", "use frozen dataclasses without __post_init__")
        values = {field.name: given.pop(field.name, field.default) for field in fields}
        if given or dataclasses.MISSING in values.values() or len(args) > len(fields):
            raise frame.refused(node, f"'{ast.unparse(node)}'", "give each field that has no plain default, once")
        return self.shapes.record(cls, values)

    def _comprehension(self, node: ast.ListComp | ast.GeneratorExp, frame: Frame) -> Value:
        generator = node.generators[0]
        if len(node.generators) > 1 or generator.ifs or generator.is_async:
            raise frame.refused(node, "a comprehension with conditions or several loops", "use one plain loop")
        found: list[Value] = []
        for each in self.row(generator.iter, frame):
            inside = frame.fork()
            self.bind(generator.target, each, inside)
            found.append(self.value(node.elt, inside))
        return tuple(found)

    def row(self, node: ast.expr, frame: Frame) -> tuple[Value, ...]:
        """The values that a loop runs over. Raises Unsupported where their number is not known."""
        value = self.value(node, frame)
        if isinstance(value, tuple):
            return value
        raise frame.refused(node, f"a loop over {kind_of(value)}", "loop over a row of known length or a range")

    def bind(self, target: ast.expr, value: Value, frame: Frame) -> None:
        """Give a name, or a tuple of names, a value."""
        match target:
            case ast.Name(name):
                frame.env[name] = value
            case ast.Tuple(targets) if isinstance(value, tuple) and len(value) == len(targets):
                for each, part in zip(targets, value, strict=True):
                    self.bind(each, part, frame)
            case _:
                raise frame.refused(target, f"an assignment to '{ast.unparse(target)}'", "assign to names")


def _alike(one: Value, other: Value) -> bool:
    return one is other or (isinstance(one, int) and type(one) is type(other) and one == other)


def _row(value: Value) -> tuple[Value, ...]:
    if isinstance(value, tuple):
        return value
    raise Mismatch(f"{kind_of(value)} where a row of known length is needed")


def _known_number(value: Value) -> int:
    known = as_int(value).value
    if known is None:
        raise Mismatch("a bound that is not known")
    return known


BUILT_INS: Final[Mapping[str, Value]] = {each.__name__: each for each in (len, range, enumerate, tuple)}

KNOWN_CALLS: Final[tuple[tuple[Value, Callable[..., Value]], ...]] = (
    (len, Expressions._length),
    (tuple, Expressions._as_tuple),
    (enumerate, Expressions._enumerated),
    (range, Expressions._range),
)

READERS: Final[Mapping[type[ast.expr], Callable[[Expressions, Any, Frame], Value]]] = {
    ast.Constant: Expressions._constant,
    ast.Name: Expressions._name,
    ast.Tuple: Expressions._tuple,
    ast.BoolOp: Expressions._bool_op,
    ast.UnaryOp: Expressions._unary,
    ast.BinOp: Expressions._binary,
    ast.Compare: Expressions._compare,
    ast.IfExp: Expressions._conditional,
    ast.Attribute: Expressions._attribute,
    ast.Subscript: Expressions._subscript,
    ast.Call: Expressions._call,
}
