"""Calls: of rule functions, of dataclasses, and of the built-in functions of Python that rule functions may call."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, Final, NewType, cast

from solver.frames import Frame
from solver.loops import Loops
from solver.terms import (
    TRUE,
    Bool,
    Int,
    Zone,
    and_,
    ite,
    less,
    not_,
    number,
    or_,
    total,
)
from solver.values import (
    Entry,
    Kind,
    Mismatch,
    Record,
    Row,
    Value,
    as_bool,
    as_int,
    as_zone,
    entries_of,
    how_many,
    kind_of,
    members_of,
    merged,
    opened,
    places_of,
    row_of,
    same,
)
from solver.zones import ZoneTheory, known_cards


def known_number(value: Value) -> int:
    """A number that is known while the code is read. Raises Mismatch."""
    known = as_int(value).value
    if known is None:
        raise Mismatch("a bound that is not known")
    return known


class Calls(Loops):
    """Reads calls: of rule functions, of dataclasses, and of what is built in."""

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
            return self._comprehension(node, frame, Kind.GENERATOR)
        return self.value(node, frame)

    def of_model(
        self, node: ast.Call, frame: Frame, function: FunctionType, args: list[Value], named: dict[str, Value]
    ) -> Value:
        """A call of a function of the model: by its contract, if it has one, or else read."""
        if any(isinstance(each, Row) and each.kind is Kind.GENERATOR for each in (*args, *named.values())):
            raise frame.refused(node, f"'{ast.unparse(node)}'", "hand a tuple to a rule function, not a generator")
        contract = self._contracts.get(function)
        if contract is None or named:
            return self.called(function, args, named)
        self.contracted.add(function.__name__)
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
                return self._built_in(node, frame, read, args, named)
        raise frame.refused(
            node,
            f"'{ast.unparse(node)}'",
            f"call rule functions, dataclasses, NewTypes, replace, and of the built-in ones {', '.join(BUILT_INS)}",
        )

    def _built_in(
        self, node: ast.Call, frame: Frame, read: Callable[..., Value], args: list[Value], named: dict[str, Value]
    ) -> Value:
        try:
            return read(Builtin(self, node, frame), *args, **named)
        except Mismatch:
            raise
        except TypeError as error:  # arguments that are not read, such as the default of next
            raise frame.refused(node, f"'{ast.unparse(node)}'", str(error)) from error

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


@dataclasses.dataclass(frozen=True, slots=True)
class Builtin:
    """The built-in functions of Python, as far as they are read, at one call."""

    reader: Calls
    node: ast.Call
    frame: Frame

    @property
    def theory(self) -> ZoneTheory:
        """What is known of piles."""
        return self.reader.theory

    def length(self, value: Value) -> Value:
        """`len`."""
        if isinstance(value, Zone):
            return self.theory.length(value)
        if isinstance(value, Row) and value.kind is Kind.GENERATOR:
            raise Mismatch("a generator where something of a length is needed")
        return len(value) if isinstance(value, tuple) else how_many(self.theory, value)

    def as_tuple(self, value: Value) -> Value:
        """`tuple`."""
        if isinstance(value, Sorted):
            return value.pile
        return value if isinstance(value, Zone) else row_of(entries_of(value))

    def as_set(self, value: Value) -> Value:
        """`set`."""
        return Row(members_of(_cards_or(value)), Kind.SET)

    def enumerated(self, value: Value, start: Value = 0) -> Value:
        """`enumerate`."""
        entries = entries_of(_cards_or(value))
        places = [as_int(start) + place for place in places_of(entries)]
        known = [each if each.value is None else each.value for each in places]
        pairs = zip(entries, known, strict=True)
        return Row(tuple([Entry(entry.there, (place, entry.value)) for entry, place in pairs]), Kind.GENERATOR)

    def zipped(self, *rows: Value, strict: Value = False) -> Value:
        """`zip` of tuples of one known length."""
        lengths = {len(row) if isinstance(row, tuple) else None for row in rows}
        if len(lengths) > 1 or None in lengths:
            raise Mismatch("rows of unknown or different lengths side by side")
        pairs = zip(*(cast("tuple[Value, ...]", row) for row in rows), strict=True)
        return Row(tuple([Entry(TRUE, pair) for pair in pairs]), Kind.GENERATOR)

    def range_(self, *bounds: Value) -> Value:
        """`range`."""
        return tuple(range(*map(known_number, bounds)))

    def mapped(self, function: Value, value: Value) -> Value:
        """`map` of one row."""
        entries = entries_of(_cards_or(value))
        return Row(tuple([Entry(each.there, self._with(function, each.value)) for each in entries]), Kind.GENERATOR)

    def _with(self, function: Value, value: Value) -> Value:
        for known, read in KNOWN_CALLS:
            if function is known:
                return read(self, value)
        if not isinstance(function, FunctionType):
            raise Mismatch(f"{kind_of(function)} where a rule function is needed")
        return self.reader.of_model(self.node, self.frame, function, [value], {})

    def smallest(self, *values: Value, key: Value = None, **default: Value) -> Value:
        """`min`: of equal ones the first."""
        return self._best(less, values, key, default)

    def largest(self, *values: Value, key: Value = None, **default: Value) -> Value:
        """`max`: of equal ones the first."""
        return self._best(lambda one, other: less(other, one), values, key, default)

    def _best(
        self, better: Callable[[Int, Int], Bool], values: tuple[Value, ...], key: Value, default: Mapping[str, Value]
    ) -> Value:
        entries = members_of(values[0] if len(values) == 1 else values)
        if not default:
            there = or_(*(entry.there for entry in entries))
            self.reader.check(self.frame, self.node, there, "asks for the best of nothing")
        worths = [as_int(each.value if key is None else self._with(key, each.value)) for each in entries]
        if not entries:
            return default["default"]
        best, worth, there = entries[0].value, worths[0], entries[0].there
        for entry, its in zip(entries[1:], worths[1:], strict=True):
            wins = entry.there & (not_(there) | better(its, worth))
            best, worth = merged(self.theory, wins, entry.value, best), ite(wins, its, worth)
            there |= entry.there
        return merged(self.theory, there, best, default["default"]) if default else best

    def summed(self, value: Value) -> Value:
        """`sum`: truth values count as 0 and 1."""
        parts = [(entry.there, entry.value) for entry in entries_of(value)]
        nought, one = number(0), number(1)
        counted = [
            (there & as_bool(each), one) if isinstance(each, Bool | bool) else (there, as_int(each))
            for there, each in parts
        ]
        return total(ite(there, each, nought) for there, each in counted)

    def any_(self, value: Value) -> Value:
        """`any`."""
        return or_(*(entry.there & self.reader.truth_of(entry.value) for entry in members_of(value)))

    def all_(self, value: Value) -> Value:
        """`all`."""
        return and_(*(not_(entry.there) | self.reader.truth_of(entry.value) for entry in members_of(value)))

    def absolute(self, value: Value) -> Value:
        """`abs`."""
        size = as_int(value)
        return ite(size >= 0, size, number(0) - size)

    def next_(self, value: Value) -> Value:
        """`next` of a generator that is made on the spot: its first value."""
        if not isinstance(value, Row) or value.kind is not Kind.GENERATOR:
            raise Mismatch(f"{kind_of(value)} where a generator is needed")
        entries = entries_of(value)
        there = or_(*(entry.there for entry in entries))
        self.reader.check(self.frame, self.node, there, "asks for the first of nothing")
        return self.reader.first_there(entries)

    def sorted_(self, value: Value, key: Value = None, reverse: Value = False) -> Value:
        """`sorted` of a pile, by a rule function: the same cards in an order of which nothing is known."""
        if not (key is None or isinstance(key, FunctionType)) or not isinstance(reverse, bool):
            raise Mismatch(f"{kind_of(key)} where a rule function is needed")
        by = "number" if key is None else f"{key.__module__}.{key.__qualname__}"
        name = "".join(
            letter if letter.isalnum() else "_" for letter in f"sorted {'down' if reverse else 'up'} by {by}"
        )
        pile = as_zone(self.theory, value)
        return Sorted(self.theory.arranged(name, pile, lambda cards: tuple(sorted(cards, key=key, reverse=reverse))))

    def truth(self, value: Value) -> Value:
        """`bool`."""
        return self.reader.truth_of(value)


@dataclasses.dataclass(frozen=True, slots=True)
class Sorted:
    """The list that `sorted` makes of a pile; nothing is read of it but that it becomes a tuple."""

    pile: Zone


def _cards_or(value: Value) -> Value:
    """The cards of a pile of which all are known; anything else as it is."""
    known = known_cards(value) if isinstance(value, Zone) else None
    return value if known is None else known


KNOWN_CALLS: Final[tuple[tuple[Value, Callable[..., Value]], ...]] = (
    (len, Builtin.length),
    (tuple, Builtin.as_tuple),
    (set, Builtin.as_set),
    (enumerate, Builtin.enumerated),
    (zip, Builtin.zipped),
    (range, Builtin.range_),
    (map, Builtin.mapped),
    (min, Builtin.smallest),
    (max, Builtin.largest),
    (sum, Builtin.summed),
    (any, Builtin.any_),
    (all, Builtin.all_),
    (abs, Builtin.absolute),
    (next, Builtin.next_),
    (sorted, Builtin.sorted_),
    (bool, Builtin.truth),
)
BUILT_INS: Final[Mapping[str, Value]] = {getattr(each, "__name__", ""): each for each, _ in KNOWN_CALLS}
