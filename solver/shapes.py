"""Values made from types: what may be anything, and what fits where a pile is wanted."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from enum import Enum
from itertools import pairwise
from types import UnionType
from typing import Any, Final, NewType, get_args, get_origin, get_type_hints

from solver.terms import Bool, Int, Zone, apply, implies
from solver.values import Entry, Mismatch, Record, Row, Symbol, Value, as_zone, kind_of, opened
from solver.zones import ZoneTheory

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
        if isinstance(hint, UnionType) and type(None) in get_args(hint):
            members = [each for each in get_args(hint) if each is not type(None)]
            return self._any_symbol(members[0], name, none=True)
        if isinstance(hint, type) and issubclass(hint, Enum) and not issubclass(hint, int):
            return self._any_symbol(hint, name, none=False)
        if isinstance(hint, type) and dataclasses.is_dataclass(hint):
            fields = hints_of(hint).items()
            return Record(hint, {field: self.any_of(kind, f"{name}.{field}", length) for field, kind in fields})
        for plain, kind in ((bool, Bool), (int, Int)):
            if isinstance(hint, type) and issubclass(hint, plain):
                return apply(kind, name)
        raise Mismatch(f"a {hint} of which nothing is known")

    def _any_symbol(self, cls: type[Enum], name: str, none: bool) -> Symbol:
        symbol = Symbol(cls, apply(Int, name))
        self._theory.facts.add(symbol.among(none))
        return symbol

    def any_row(self, hint: object, name: str, most: int, length: int = 0) -> Row:
        """At most so many values of this type, of which nothing is known: they fill the row from its front."""
        there = [apply(Bool, f"{name}.{place}.there") for place in range(most)]
        for before, after in pairwise(there):
            self._theory.facts.add(implies(after, before))
        values = [self.any_of(hint, f"{name}.{place}", length) for place in range(most)]
        return Row(tuple([Entry(each, value) for each, value in zip(there, values, strict=True)]))

    def any_like(self, value: Value, name: str) -> Value:
        """A value of the same shape of which nothing is known. Raises Mismatch."""
        value = opened(value)
        match value:
            case None:
                found: Value = None
            case Record(cls, fields):
                found = Record(cls, {each: self.any_like(part, f"{name}.{each}") for each, part in fields.items()})
            case tuple():
                found = tuple([self.any_like(each, f"{name}.{place}") for place, each in enumerate(value)])
            case Row(entries, kind):
                like = [self.any_like(each.value, f"{name}.{place}") for place, each in enumerate(entries)]
                there = [apply(Bool, f"{name}.{place}.there") for place in range(len(entries))]
                found = Row(tuple(map(Entry, there, like)), kind)
            case Symbol(cls):
                found = self._any_symbol(cls, name, none=True)
            case Enum() if not isinstance(value, int):
                found = self._any_symbol(type(value), name, none=True)
            case Zone():
                found = self._theory.constant(name)
            case Bool() | bool():
                found = apply(Bool, name)
            case Int() | int():
                found = apply(Int, name)
            case _:
                raise Mismatch(f"{kind_of(value)} that a loop changes")
        return found
