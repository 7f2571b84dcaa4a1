"""What an expression of the model is while it is translated.

A value is a term, a record (a dataclass whose fields are values), a tuple of values of known length, a row of values
each of which may be there or not, a symbol (a member of an enum that is no number), or a plain Python object that is
known already: a number, a function of the rule book, a module.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from enum import Enum
from typing import Any, Final

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
    implies,
    ite,
    less,
    not_,
    number,
    or_,
    total,
    truth,
)
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


class Kind(Enum):
    """What a row is in Python: it decides what equality and length mean."""

    TUPLE = "tuple"
    LIST = "list"
    SET = "set"
    GENERATOR = "generator"
    """Used up by the first that runs through it."""


@dataclasses.dataclass(frozen=True, slots=True)
class Entry:
    """A value that is in a row where the condition holds."""

    there: Bool
    value: Value


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """Values in a row of which each may be there or not: a tuple, list or set of unknown length."""

    entries: tuple[Entry, ...]
    kind: Kind = Kind.TUPLE

    @property
    def some(self) -> Bool:
        """Whether anything is there."""
        return or_(*(entry.there for entry in self.entries))


@dataclasses.dataclass(frozen=True, slots=True)
class Symbol:
    """A member of an enum whose members are no numbers, or None, by its code."""

    cls: type[Enum]
    code: Int

    def among(self, none: bool) -> Bool:
        """That the code is one that has a meaning."""
        return at_most(number(NONE if none else 0), self.code) & less(self.code, number(len(self.cls)))


NONE: Final = -1
"""The code of None; members count from 0, in the order in which they are defined."""


def code_of(member: Enum | None) -> int:
    """The code of a member, or of None."""
    return NONE if member is None else list(type(member)).index(member)


def member_of(cls: type[Enum], code: int) -> Enum | None:
    """The member with this code."""
    return None if code == NONE else list(cls)[code]


def is_symbolic(value: Value) -> bool:
    """Whether a value is a symbol, or a plain member that can become one."""
    return isinstance(value, Symbol) or (isinstance(value, Enum) and not isinstance(value, int))


def as_symbol(value: Value, cls: type[Enum]) -> Symbol:
    """A member of this enum, or None, as a symbol. Raises Mismatch."""
    if isinstance(value, Symbol) and value.cls is cls:
        return value
    if value is None or isinstance(value, cls):
        return Symbol(cls, number(code_of(value)))
    raise Mismatch(f"{kind_of(value)} where a {cls.__name__} is needed")


def _enum_of(*values: Value) -> type[Enum] | None:
    """The enum that these values are members of, if one of them is a symbol."""
    for value in values:
        if is_symbolic(value):
            return value.cls if isinstance(value, Symbol) else type(value)  # type: ignore[return-value]
    return None


def is_set(value: Value) -> bool:
    """Whether a value is a set."""
    return isinstance(value, Row) and value.kind is Kind.SET


def entries_of(value: Value) -> tuple[Entry, ...]:
    """The entries of a row or of a tuple, in order. Raises Mismatch, for a set too: equal values stand in it once."""
    if is_set(value):
        raise Mismatch("a set, whose values have no order and stand in it once, where a row is needed")
    return members_of(value)


def members_of(value: Value) -> tuple[Entry, ...]:
    """The entries of a row, a tuple or a set; what is in a set may be there several times. Raises Mismatch."""
    if isinstance(value, Row):
        return value.entries
    if isinstance(value, tuple):
        return tuple([Entry(TRUE, each) for each in value])
    raise Mismatch(f"{kind_of(value)} where a row is needed")


def row_of(entries: tuple[Entry, ...], kind: Kind = Kind.TUPLE) -> Value:
    """A row of these entries: a plain tuple where all are there for certain."""
    kept = tuple([entry for entry in entries if entry.there is not FALSE])
    if kind is Kind.TUPLE and all(entry.there is TRUE for entry in kept):
        return tuple([entry.value for entry in kept])
    return Row(kept, kind)


def _as_pile(value: Value) -> Zone:
    if not isinstance(value, Zone):
        raise Mismatch(f"{kind_of(value)} where a pile is needed")
    return value


def kind_of(value: Value) -> str:
    """What a value is, in words for messages."""
    if isinstance(value, Symbol):
        return f"a {value.cls.__name__}"
    if isinstance(value, Row):
        return f"a {value.kind.value} of unknown length"
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
    """A value as a pile; a tuple of cards is one, and so is a row of cards. Raises Mismatch."""
    if isinstance(value, Zone):
        return value
    if isinstance(value, tuple):
        return theory.of([as_int(card) for card in value])
    if isinstance(value, Row) and value.kind is Kind.TUPLE:
        pile = theory.of(())
        for entry in value.entries:
            pile = ite(entry.there, theory.joined(pile, theory.of([as_int(entry.value)])), pile)
        return pile
    raise Mismatch(f"{kind_of(value)} where a pile is needed")


def opened(value: Value) -> Value:
    """A dataclass instance of the model as a record; anything else unchanged."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type | Term | Record | Row | Symbol | Entry):
        return Record(type(value), {field.name: getattr(value, field.name) for field in dataclasses.fields(value)})
    return value


def merged(theory: ZoneTheory, condition: Bool, yes: Value, no: Value) -> Value:
    """The value that is `yes` where the condition holds and `no` elsewhere. Raises Mismatch."""
    if yes is no:
        return yes
    yes, no = opened(yes), opened(no)
    if isinstance(yes, Record | tuple | Row) and isinstance(no, Record | tuple | Row):
        return _merged_parts(theory, condition, yes, no)
    if type(yes) is type(no) and not isinstance(yes, Term | Symbol) and yes == no:
        return yes
    cls = _enum_of(yes, no)
    if cls is not None:
        return Symbol(cls, ite(condition, as_symbol(yes, cls).code, as_symbol(no, cls).code))
    return _merged_terms(theory, condition, yes, no)


def _merged_parts(
    theory: ZoneTheory, condition: Bool, yes: Record | tuple[Value, ...] | Row, no: Record | tuple[Value, ...] | Row
) -> Value:
    """Values of several parts: part by part where both have the same ones."""
    if isinstance(yes, Record) and isinstance(no, Record) and yes.cls is no.cls:
        pairs = {name: (each, no.fields[name]) for name, each in yes.fields.items()}
        return Record(yes.cls, {name: merged(theory, condition, *pair) for name, pair in pairs.items()})
    if isinstance(yes, tuple) and isinstance(no, tuple) and len(yes) == len(no):
        return tuple([merged(theory, condition, *pair) for pair in zip(yes, no, strict=True)])
    if isinstance(yes, Record) or isinstance(no, Record):
        raise Mismatch(f"{kind_of(yes)} on one path and {kind_of(no)} on another")
    return _merged_rows(theory, condition, yes, no)


def _merged_rows(theory: ZoneTheory, condition: Bool, yes: tuple[Value, ...] | Row, no: tuple[Value, ...] | Row) -> Row:
    """The entries of both, each under its condition; what both begin with stands there once."""
    kinds = {each.kind if isinstance(each, Row) else Kind.TUPLE for each in (yes, no)}
    if len(kinds) > 1:
        raise Mismatch(f"{kind_of(yes)} on one path and {kind_of(no)} on another")
    ours, theirs = entries_of(yes), entries_of(no)
    both = 0
    while both < min(len(ours), len(theirs)) and ours[both] == theirs[both]:
        both += 1
    found = [Entry(condition & entry.there, entry.value) for entry in ours[both:]]
    found += [Entry(not_(condition) & entry.there, entry.value) for entry in theirs[both:]]
    return Row((*ours[:both], *(entry for entry in found if entry.there is not FALSE)), kinds.pop())


def _merged_terms(theory: ZoneTheory, condition: Bool, yes: Value, no: Value) -> Term:
    match yes, no:
        case (Zone(), Zone() | tuple() | Row()) | (tuple() | Row(), Zone()):
            return ite(condition, as_zone(theory, yes), as_zone(theory, no))
        case (Bool() | bool(), Bool() | bool()):
            return ite(condition, as_bool(yes), as_bool(no))
        case (Int() | int(), Int() | int()):
            return ite(condition, as_int(yes), as_int(no))
    raise Mismatch(f"{kind_of(yes)} on one path and {kind_of(no)} on another")


def same(theory: ZoneTheory, left: Value, right: Value) -> Bool:
    """Equality of two values, as Python's `==` on their kinds. Raises Mismatch for kinds that are not compared."""
    left, right = opened(left), opened(right)
    match left, right:
        case (Zone() as pile, ()) | ((), Zone() as pile):
            found = equal(theory.length(pile), number(0))
        case (Zone(), Zone() | tuple() | Row()) | (tuple() | Row(), Zone()):
            found = equal(as_zone(theory, left), as_zone(theory, right))
        case (Bool() | bool(), Bool() | bool()):
            found = equal(as_bool(left), as_bool(right))
        case (Int() | int(), Int() | int()):
            found = equal(as_int(left), as_int(right))
        case tuple(), tuple():
            pairs = zip(left, right, strict=False)
            found = and_(*(same(theory, *pair) for pair in pairs)) if len(left) == len(right) else FALSE
        case Record(), Record() if left.cls is right.cls:
            found = and_(*(same(theory, each, right.fields[name]) for name, each in left.fields.items()))
        case (Row(), Row() | tuple()) | (tuple(), Row()):
            found = same_rows(theory, left, right)
        case _:
            found = _same_plain(left, right)
    return found


def _same_plain(left: Value, right: Value) -> Bool:
    """Equality of symbols, and of plain objects."""
    cls = _enum_of(left, right)
    if cls is not None and (isinstance(left, Symbol) or isinstance(right, Symbol)):
        return equal(as_symbol(left, cls).code, as_symbol(right, cls).code)
    if isinstance(left, Term | Record | tuple | Row) or isinstance(right, Term | Record | tuple | Row):
        raise Mismatch(f"{kind_of(left)} compared with {kind_of(right)}")
    return truth(left == right)


def same_rows(theory: ZoneTheory, left: Value, right: Value) -> Bool:
    """Equality of rows: sets by what is in them, others place by place. Raises Mismatch for rows of two kinds."""
    kinds = {each.kind if isinstance(each, Row) else Kind.TUPLE for each in (left, right)}
    if kinds == {Kind.SET}:
        return within_set(theory, left, right) & within_set(theory, right, left)
    if len(kinds) > 1:
        raise Mismatch(f"{kind_of(left)} compared with {kind_of(right)}")
    ours, theirs = entries_of(left), entries_of(right)
    lengths = equal(*(total(ite(each.there, number(1), number(0)) for each in row) for row in (ours, theirs)))
    places = [(places_of(ours), places_of(theirs))]
    return lengths & and_(
        *(
            implies(one.there & other.there & equal(at, its), same(theory, one.value, other.value))
            for mine, others in places
            for one, at in zip(ours, mine, strict=True)
            for other, its in zip(theirs, others, strict=True)
        )
    )


def places_of(entries: tuple[Entry, ...]) -> list[Int]:
    """For each entry how many are there before it."""
    found, before = [], number(0)
    for entry in entries:
        found.append(before)
        before = before + ite(entry.there, number(1), number(0))
    return found


def is_in(theory: ZoneTheory, value: Value, row: Value) -> Bool:
    """Whether a value is in a row, or a card in a pile. Raises Mismatch."""
    if isinstance(row, Zone):
        return theory.has(row, as_int(value))
    return or_(*(entry.there & same(theory, value, entry.value) for entry in members_of(row)))


def within_set(theory: ZoneTheory, one: Value, other: Value) -> Bool:
    """Whether everything in one row is in the other."""
    return and_(*(implies(entry.there, is_in(theory, entry.value, other)) for entry in members_of(one)))


def how_many(theory: ZoneTheory, row: Value) -> Int:
    """How many values are there; in a set equal ones count once."""
    entries = members_of(row)
    found = []
    for at, entry in enumerate(entries):
        counts = entry.there
        if isinstance(row, Row) and row.kind is Kind.SET:
            counts &= not_(is_in(theory, entry.value, Row(entries[:at])))
        found.append(ite(counts, number(1), number(0)))
    return total(found)
