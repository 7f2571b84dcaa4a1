"""Expressions of the subset, read as values. `translate.py` reads statements and calls on top of this."""

from __future__ import annotations

import ast
import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FunctionType
from typing import Any, Final, NewType

from solver.calls import BUILT_INS, KNOWN_CALLS, Builtin, known_number
from solver.contracts import Contracts
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
    ite,
    less,
    not_,
    number,
    or_,
    subtract,
    times,
    total,
)
from solver.values import (
    NONE,
    Entry,
    Kind,
    Mismatch,
    Record,
    Row,
    Shapes,
    Symbol,
    Value,
    as_bool,
    as_int,
    as_zone,
    entries_of,
    is_in,
    is_symbolic,
    kind_of,
    merged,
    opened,
    places_of,
    row_of,
    same,
    within_set,
)
from solver.zones import ZoneTheory, known_cards, within

Comprehension = ast.ListComp | ast.GeneratorExp | ast.SetComp


class Expressions(ABC):
    """Reads expressions. `path` is the condition under which the expression at hand is evaluated at all."""

    def __init__(self, theory: ZoneTheory, zone_type: object, contracts: Contracts) -> None:
        self.theory = theory
        self._contracts = contracts
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
        return self.truth_of(self.value(node, frame))

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
        if condition is not TRUE and self.path is not FALSE:
            self.checks.append(Check(frame.source.place(node), self.path, condition, wrong, of_loop))

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
            case Row():
                found = value.some
            case Symbol():
                found = not_(equal(value.code, number(NONE)))
            case _:
                found = as_bool(bool(value))
        return found

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
        """A row written out; `*` puts the values of another one in its place."""
        found: Value = ()
        for each in node.elts:
            if isinstance(each, ast.Starred):
                found = self._laid_together(found, self.value(each.value, frame))
            else:
                found = self._laid_together(found, (self.value(each, frame),))
        return found

    def _laid_together(self, front: Value, back: Value) -> Value:
        """`front + back`."""
        if isinstance(front, Zone) or isinstance(back, Zone):
            return self.theory.joined(as_zone(self.theory, front), as_zone(self.theory, back))
        if isinstance(front, tuple) and isinstance(back, tuple):
            return front + back
        return row_of((*entries_of(front), *entries_of(back)))

    def _set(self, node: ast.Set, frame: Frame) -> Value:
        return Row(tuple([Entry(TRUE, self.value(each, frame)) for each in node.elts]), Kind.SET)

    def _bool_op(self, node: ast.BoolOp, frame: Frame) -> Value:
        """`and` and `or`: truth values joined, or the operand that decides."""
        before, operands = self.path, []
        for operand in node.values:
            operands.append(self.value(operand, frame))
            decided = self.truth_of(operands[-1])
            self.path = and_(self.path, decided if isinstance(node.op, ast.And) else not_(decided))
            if self.path is FALSE:
                break
        self.path = before
        if all(isinstance(each, Bool | bool) for each in operands):
            return self._all_or_some(node, [as_bool(each) for each in operands])
        found = operands[-1]
        for each in reversed(operands[:-1]):
            pair = (found, each) if isinstance(node.op, ast.And) else (each, found)
            found = merged(self.theory, self.truth_of(each), *pair)
        return found

    def _all_or_some(self, node: ast.BoolOp, parts: list[Bool]) -> Bool:
        return and_(*parts) if isinstance(node.op, ast.And) else or_(*parts)

    def _unary(self, node: ast.UnaryOp, frame: Frame) -> Value:
        if isinstance(node.op, ast.Not):
            return self.test(node, frame)
        if isinstance(node.op, ast.USub):
            return subtract(number(0), as_int(self.value(node.operand, frame)))
        raise frame.refused(node, f"'{ast.unparse(node)}'", "use not, -, + and comparisons")

    def _binary(self, node: ast.BinOp, frame: Frame) -> Value:
        left, right = self.value(node.left, frame), self.value(node.right, frame)
        if isinstance(left, tuple | Zone | Row) or isinstance(right, tuple | Zone | Row):
            return self._piles(node, frame, left, right)
        return self._arithmetic(node, frame, as_int(left), as_int(right))

    def _piles(self, node: ast.BinOp, frame: Frame, left: Value, right: Value) -> Value:
        match node.op, left, right:
            case ast.Add(), _, _:
                return self._laid_together(left, right)
            case ast.Mult(), tuple(), int():
                return left * right
            case ast.Mult(), (Int() | int(),), Int():
                return self.theory.repeated(as_int(left[0]), right)
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
        found = self._affirmed(op, left, right)
        if found is None:
            raise frame.refused(node, f"'{ast.unparse(node)}'", "compare numbers with == and <, one by one")
        return not_(found) if isinstance(op, ast.NotEq | ast.NotIn | ast.IsNot) else found

    def _affirmed(self, op: ast.cmpop, left: Value, right: Value) -> Bool | None:
        """What a comparison says, if a `not` in it is left out; None for one that is not read."""
        found: Bool | None = None
        match op:
            case ast.Eq() | ast.NotEq():
                found = same(self.theory, left, right)
            case ast.In() | ast.NotIn() if isinstance(right, tuple | Row | Zone):
                found = is_in(self.theory, left, right)
            case ast.Is() | ast.IsNot():
                found = self._identical(left, right)
            case ast.LtE() if _is_set(left) and _is_set(right):
                found = within_set(self.theory, left, right)
            case ast.LtE() | ast.Lt():
                found = (at_most if isinstance(op, ast.LtE) else less)(as_int(left), as_int(right))
            case ast.GtE() | ast.Gt():
                found = (at_most if isinstance(op, ast.GtE) else less)(as_int(right), as_int(left))
        return found

    def _identical(self, left: Value, right: Value) -> Bool | None:
        """`is`: of symbols, with None, and of plain objects."""
        if _is_known_apart(left, right):
            return FALSE
        if is_symbolic(left) or is_symbolic(right):
            return same(self.theory, left, right)
        terms = isinstance(left, Term | Row) or isinstance(right, Term | Row)
        return None if terms else as_bool(left is right)

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
        if isinstance(owner, Row):
            return self._of_row(node, frame, owner)
        if not isinstance(owner, tuple):
            raise frame.refused(node, f"'{ast.unparse(node)}'", f"take parts of tuples, not of {kind_of(owner)}")
        if isinstance(node.slice, ast.Slice):
            bounds = self._bounds(node, frame)
            return owner[slice(*(None if bound is None else known_number(bound) for bound in bounds))]
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
        if place.value is None:
            raise frame.refused(node, f"'{ast.unparse(node)}'", "of a pile take a card at a known place")
        needed = place.value + 1 if place.value >= 0 else -place.value
        wrong = "takes a card of an empty pile" if needed == 1 else f"takes a card of a pile of fewer than {needed}"
        self.check(frame, node, at_most(number(needed), size), wrong)
        return self.theory.card(pile, place if place.value >= 0 else size + place.value)

    def _of_row(self, node: ast.Subscript, frame: Frame, row: Row) -> Value:
        """The first or the last value that is there."""
        place = None if isinstance(node.slice, ast.Slice) else as_int(self.value(node.slice, frame)).value
        if place not in (0, -1) or row.kind is Kind.SET:
            raise frame.refused(node, f"'{ast.unparse(node)}'", "of a row of unknown length take [0] or [-1]")
        self.check(frame, node, row.some, "takes a part of an empty row")
        return self.first_there(row.entries if place == 0 else row.entries[::-1])

    def first_there(self, entries: Sequence[Entry]) -> Value:
        """The first value that is there, of some of which one is. Raises Mismatch for none."""
        if not entries:
            raise Mismatch("nothing where something is needed")
        found = entries[-1].value
        for entry in reversed(entries[:-1]):
            found = merged(self.theory, entry.there, entry.value, found)
        return found

    def _part_of_pile(self, node: ast.Subscript, frame: Frame, pile: Zone) -> Zone:
        bounds, known = self._bounds(node, frame), known_cards(pile)
        if known is not None and all(bound is None or bound.value is not None for bound in bounds):
            return self.theory.of(known[slice(*(None if bound is None else bound.value for bound in bounds))])
        match bounds:
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
        if isinstance(node.func, ast.Attribute):
            owner = self.value(node.func.value, frame)
            if isinstance(owner, tuple | Row):
                return self._method(node, frame, owner, node.func.attr)
        function = self.value(node.func, frame)
        args = [self._argument(each, frame) for each in node.args]
        named: dict[str, Value] = {}
        for keyword in node.keywords:
            if keyword.arg is None:
                raise frame.refused(node, "'**'", "name each argument")
            named[keyword.arg] = self._argument(keyword.value, frame)
        if isinstance(function, FunctionType) and function is not dataclasses.replace:
            return self.of_model(node, frame, function, args, named)
        return self._known_call(node, frame, function, args, named)

    def _argument(self, node: ast.expr, frame: Frame) -> Value:
        """An argument; a generator is fit for one, because it is used up at once."""
        if isinstance(node, ast.GeneratorExp):
            return self._comprehension(node, frame, Kind.LIST)
        return self.value(node, frame)

    def of_model(
        self, node: ast.Call, frame: Frame, function: FunctionType, args: list[Value], named: dict[str, Value]
    ) -> Value:
        """A call of a function of the model: by its contract, if it has one, or else read."""
        contract = self._contracts.get(function)
        if contract is None or named:
            return self.called(function, args, named)
        for wrong, needed in contract.needs(self.theory, *args).items():
            self.check(frame, node, needed, wrong)
        return contract.result(self.theory, *args)

    def _method(self, node: ast.Call, frame: Frame, row: tuple[Value, ...] | Row, name: str) -> Value:
        """`index` and `count` of a row."""
        args = [self.value(each, frame) for each in node.args]
        if name not in ("index", "count") or len(args) != 1 or node.keywords:
            raise frame.refused(node, f"'{ast.unparse(node)}'", "of the methods of a row only index and count are read")
        entries = entries_of(row)
        alike = [Entry(entry.there & same(self.theory, args[0], entry.value), at) for at, entry in enumerate(entries)]
        if name == "count":
            return total(ite(each.there, number(1), number(0)) for each in alike)
        self.check(frame, node, or_(*(each.there for each in alike)), "asks for the place of what is not there")
        places = places_of(entries)
        return self.first_there([Entry(each.there, place) for each, place in zip(alike, places, strict=True)])

    def _known_call(
        self, node: ast.Call, frame: Frame, function: Value, args: list[Value], named: dict[str, Value]
    ) -> Value:
        if function is dataclasses.replace and len(args) == 1:
            return self._replaced(node, frame, opened(args[0]), named)
        if isinstance(function, type) and dataclasses.is_dataclass(function):
            return self._made(node, frame, function, args, named)
        if isinstance(function, NewType) and len(args) == 1 and not named:
            return args[0]
        for known, read in KNOWN_CALLS:
            if function is known and args:
                return read(Builtin(self, node, frame), *args, **named)
        raise frame.refused(
            node,
            f"'{ast.unparse(node)}'",
            f"call rule functions, dataclasses, NewTypes, replace, and of the built-in ones {', '.join(BUILT_INS)}",
        )

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

    def _list(self, node: ast.ListComp, frame: Frame) -> Value:
        return self._comprehension(node, frame, Kind.LIST)

    def _set_of(self, node: ast.SetComp, frame: Frame) -> Value:
        return self._comprehension(node, frame, Kind.SET)

    def _comprehension(self, node: Comprehension, frame: Frame, kind: Kind) -> Row:
        found = [Entry(there, self._inside(node.elt, inside, there)) for there, inside in self._all_rounds(node, frame)]
        return Row(tuple([entry for entry in found if entry.there is not FALSE]), kind)

    def _inside(self, node: ast.expr, frame: Frame, there: Bool) -> Value:
        with self.assuming(there):
            return self.value(node, frame) if there is not FALSE else None

    def _all_rounds(
        self, node: ast.ListComp | ast.GeneratorExp | ast.SetComp, frame: Frame
    ) -> list[tuple[Bool, Frame]]:
        """For each round of the loops of a comprehension: whether there is one, and the variables in it."""
        rounds = [(TRUE, frame)]
        for generator in node.generators:
            rounds = [each for outer in rounds for each in self._rounds(generator, *outer)]
        return rounds

    def _rounds(self, generator: ast.comprehension, outer: Bool, frame: Frame) -> Iterator[tuple[Bool, Frame]]:
        for entry in self.row(generator.iter, frame):
            inside, there = frame.fork(), outer & entry.there
            self.bind(generator.target, entry.value, inside)
            for condition in generator.ifs:
                with self.assuming(there):
                    there &= self.test(condition, inside) if there is not FALSE else FALSE
            yield there, inside

    def row(self, node: ast.expr, frame: Frame) -> tuple[Entry, ...]:
        """The values that a loop runs over. Raises Unsupported where it is not known how many there can be."""
        value = self.value(node, frame)
        if isinstance(value, Zone):
            value = known_cards(value) if known_cards(value) is not None else value
        if isinstance(value, tuple | Row) and not _is_set(value):
            return entries_of(value)
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


def _is_set(value: Value) -> bool:
    return isinstance(value, Row) and value.kind is Kind.SET


def _is_known_apart(left: Value, right: Value) -> bool:
    """Whether one of them is None and the other can never be."""
    never = (Term, Record, tuple, Row)
    return (left is None and isinstance(right, never)) or (right is None and isinstance(left, never))


READERS: Final[Mapping[type[ast.expr], Callable[[Expressions, Any, Frame], Value]]] = {
    ast.Constant: Expressions._constant,
    ast.Name: Expressions._name,
    ast.Tuple: Expressions._tuple,
    ast.Set: Expressions._set,
    ast.ListComp: Expressions._list,
    ast.SetComp: Expressions._set_of,
    ast.BoolOp: Expressions._bool_op,
    ast.UnaryOp: Expressions._unary,
    ast.BinOp: Expressions._binary,
    ast.Compare: Expressions._compare,
    ast.IfExp: Expressions._conditional,
    ast.Attribute: Expressions._attribute,
    ast.Subscript: Expressions._subscript,
    ast.Call: Expressions._call,
}
