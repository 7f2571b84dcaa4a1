"""What an expression of the model is while it is translated.

A value is a term, a record (a dataclass whose fields are values), a tuple of values of known length, or a plain Python
object that is known already: a number, a function of the rule book, a module.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, Final, NewType, get_args, get_origin, get_type_hints

from solver.terms import Bool, Int, Term, Zone, apply, equal, ite, number, truth
from solver.zones import ZoneTheory

Value = object
"""Anything of the above; told apart by `isinstance`."""


class Mismatch(TypeError):
    """Two values that no single value can stand for. The message says which kinds they are."""


@dataclasses.dataclass(frozen=True, slots=True)
class Record:
    """A dataclass of the model whose fields are values."""

    cls: type[Any]
    fields: Mapping[str, Value]

    def int(self, name: str) -> Int:
        """A field that is a number."""
        return as_int(self.fields[name])

    def zone(self, name: str) -> Zone:
        """A field that is a pile."""
        return _as_pile(self.fields[name])

    def zones(self, name: str) -> tuple[Zone, ...]:
        """A field that is a row of piles."""
        row = self.fields[name]
        if not isinstance(row, tuple):
            raise Mismatch(f"{kind_of(row)} where a row of piles is needed")
        return tuple([_as_pile(each) for each in row])


def _as_pile(value: Value) -> Zone:
    if not isinstance(value, Zone):
        raise Mismatch(f"{kind_of(value)} where a pile is needed")
    return value


def kind_of(value: Value) -> str:
    """What a value is, in words for messages."""
    if isinstance(value, Term):
        return {"Bool": "a truth value", "Int": "a number", "Zone": "a pile"}[value.sort]
    if isinstance(value, Record):
        return f"a {value.cls.__name__}"
    return f"a {type(value).__name__}"


def as_int(value: Value) -> Int:
    """A value as a number; members of an IntEnum are numbers, truth values are not. Raises Mismatch."""
    if isinstance(value, Int):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return number(value)
    raise Mismatch(f"{kind_of(value)} where a number is needed")


def as_bool(value: Value) -> Bool:
    """A value as a truth value. Raises Mismatch."""
    if isinstance(value, Bool | bool):
        return truth(value)
    raise Mismatch(f"{kind_of(value)} where a truth value is needed")


def as_zone(theory: ZoneTheory, value: Value) -> Zone:
    """A value as a pile; a tuple of cards is one. Raises Mismatch."""
    if isinstance(value, Zone):
        return value
    if isinstance(value, tuple):
        return theory.of([as_int(card) for card in value])
    raise Mismatch(f"{kind_of(value)} where a pile is needed")


def opened(value: Value) -> Value:
    """A dataclass instance of the model as a record; anything else unchanged."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type | Term | Record):
        return Record(type(value), {field.name: getattr(value, field.name) for field in dataclasses.fields(value)})
    return value


def merged(theory: ZoneTheory, condition: Bool, yes: Value, no: Value) -> Value:
    """The value that is `yes` where the condition holds and `no` elsewhere. Raises Mismatch."""
    yes, no = opened(yes), opened(no)
    if isinstance(yes, Record) and isinstance(no, Record) and yes.cls is no.cls:
        pairs = {name: (each, no.fields[name]) for name, each in yes.fields.items()}
        return Record(yes.cls, {name: merged(theory, condition, *pair) for name, pair in pairs.items()})
    if isinstance(yes, tuple) and isinstance(no, tuple) and len(yes) == len(no):
        return tuple([merged(theory, condition, *pair) for pair in zip(yes, no, strict=True)])
    if type(yes) is type(no) and not isinstance(yes, Term) and yes == no:
        return yes
    return _merged_terms(theory, condition, yes, no)


def _merged_terms(theory: ZoneTheory, condition: Bool, yes: Value, no: Value) -> Term:
    match yes, no:
        case (Zone() | tuple(), Zone() | tuple()):
            return ite(condition, as_zone(theory, yes), as_zone(theory, no))
        case (Bool() | bool(), Bool() | bool()):
            return ite(condition, as_bool(yes), as_bool(no))
        case (Int() | int(), Int() | int()):
            return ite(condition, as_int(yes), as_int(no))
    raise Mismatch(f"{kind_of(yes)} on one path and {kind_of(no)} on another")


def same(theory: ZoneTheory, left: Value, right: Value) -> Bool:
    """Equality of two values, as Python's `==` on their kinds. Raises Mismatch for kinds that are not compared."""
    match left, right:
        case (Zone(), Zone() | tuple()) | (tuple(), Zone()):
            return equal(as_zone(theory, left), as_zone(theory, right))
        case (Bool() | bool(), Bool() | bool()):
            return equal(as_bool(left), as_bool(right))
        case (Int() | int(), Int() | int()):
            return equal(as_int(left), as_int(right))
    if isinstance(left, Term | Record | tuple) or isinstance(right, Term | Record | tuple):
        raise Mismatch(f"{kind_of(left)} compared with {kind_of(right)}")
    return truth(left == right)


_HINTS: Final[dict[object, Mapping[str, Any]]] = {}


def hints_of(annotated: Callable[..., object]) -> Mapping[str, Any]:
    """The types of a dataclass's fields, or of a function's parameters and what it returns."""
    if annotated not in _HINTS:
        _HINTS[annotated] = get_type_hints(annotated)
    return _HINTS[annotated]


class Shapes:
    """Values from types: which types are piles, and how long a tuple of several piles is."""

    def __init__(self, theory: ZoneTheory, zone_type: object) -> None:
        self._theory = theory
        self._zone_type = zone_type

    def fitted(self, value: Value, hint: object) -> Value:
        """A value put where this type is wanted: a tuple of cards becomes a pile. Raises Mismatch."""
        if hint == self._zone_type:
            return as_zone(self._theory, value)
        if isinstance(value, tuple) and get_origin(hint) is tuple and get_args(hint)[-1] is Ellipsis:
            return tuple([self.fitted(each, get_args(hint)[0]) for each in value])
        return value

    def record(self, cls: type[Any], values: Mapping[str, Value]) -> Record:
        """A dataclass of these field values. Raises Mismatch."""
        hints = hints_of(cls)
        return Record(cls, {name: self.fitted(value, hints[name]) for name, value in values.items()})

    def any_of(self, hint: object, name: str, length: int) -> Value:
        """A value of this type of which nothing is known; rows of piles have `length` of them. Raises Mismatch."""
        while isinstance(hint, NewType):
            hint = hint.__supertype__
        if hint == self._zone_type:
            return self._theory.constant(name)
        if get_origin(hint) is tuple:
            return tuple([self.any_of(get_args(hint)[0], f"{name}.{place}", length) for place in range(length)])
        if isinstance(hint, type) and dataclasses.is_dataclass(hint):
            fields = hints_of(hint).items()
            return Record(hint, {field: self.any_of(kind, f"{name}.{field}", length) for field, kind in fields})
        for plain, kind in ((bool, Bool), (int, Int)):
            if isinstance(hint, type) and issubclass(hint, plain):
                return apply(kind, name)
        raise Mismatch(f"a {hint} of which nothing is known")

    def any_like(self, value: Value, name: str) -> Value:
        """A value of the same shape of which nothing is known. Raises Mismatch."""
        value = opened(value)
        match value:
            case Record(cls, fields):
                return Record(cls, {field: self.any_like(each, f"{name}.{field}") for field, each in fields.items()})
            case tuple():
                return tuple([self.any_like(each, f"{name}.{place}") for place, each in enumerate(value)])
            case Zone():
                return self._theory.constant(name)
            case Bool() | bool():
                return apply(Bool, name)
            case Int() | int():
                return apply(Int, name)
        raise Mismatch(f"{kind_of(value)} that a loop changes")
