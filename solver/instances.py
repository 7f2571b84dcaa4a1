"""Terms with something put in for their constants: what a translated function says of arguments that are terms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, cast

from solver.terms import (
    Bool,
    Int,
    Term,
    Zone,
    add,
    and_,
    apply,
    at_most,
    equal,
    ite,
    less,
    not_,
    number,
    or_,
    parts_first,
    subtract,
    times,
    truth,
)
from solver.values import Mismatch, Record, Value, as_zone, kind_of
from solver.zones import ZoneTheory

_BUILT: Final[Mapping[str, Callable[..., Term]]] = {
    "and": and_,
    "or": or_,
    "not": not_,
    "ite": ite,
    "=": equal,
    "<=": at_most,
    "<": less,
    "+": add,
    "-": subtract,
    "*": lambda factor, term: times(cast(int, factor.value), term),
}
"""What builds a term with a symbol that solvers know; it folds what has become known."""


def fitting(theory: ZoneTheory, pattern: Value, value: Value) -> Iterator[tuple[Term, Term]]:
    """The constants of a pattern, each with what stands in its place in a value of the same shape. Raises Mismatch."""
    match pattern, value:
        case (Record(), Record()) if pattern.cls is value.cls:
            for name, part in pattern.fields.items():
                yield from fitting(theory, part, value.fields[name])
        case (tuple(), tuple()) if len(pattern) == len(value):
            for part, each in zip(pattern, value, strict=True):
                yield from fitting(theory, part, each)
        case (Zone(), Zone() | tuple()):
            yield pattern, as_zone(theory, value)
        case (Bool(), Bool() | bool()):
            yield pattern, truth(value)
        case (Int(), Int() | int()):
            yield pattern, number(value)
        case _:
            if isinstance(pattern, Term) or pattern != value:
                raise Mismatch(f"{kind_of(value)} put in for {kind_of(pattern)}")


def put_in(value: Value, known: Mapping[Term, Term]) -> Value:
    """A value in which terms stand for its constants. Raises Mismatch for rows and symbols."""
    found = dict(known)
    for term in parts_first(terms_of(value)):
        if term not in found:
            found[term] = _built(term, found) if term.args else term
    return _replaced(value, found)


def _built(term: Term, found: Mapping[Term, Term]) -> Term:
    parts = [found[part] for part in term.args]
    build = _BUILT.get(term.op)
    return apply(type(term), term.op, *parts) if build is None else build(*parts)


def terms_of(value: Value) -> Iterator[Term]:
    """The terms that a value is made of."""
    match value:
        case Term():
            yield value
        case Record():
            for part in value.fields.values():
                yield from terms_of(part)
        case tuple():
            for part in value:
                yield from terms_of(part)


def _replaced(value: Value, found: Mapping[Term, Term]) -> Any:  # noqa: ANN401
    match value:
        case Term():
            return found[value]
        case Record(cls, fields):
            return Record(cls, {name: _replaced(part, found) for name, part in fields.items()})
        case tuple():
            return tuple([_replaced(part, found) for part in value])
        case int() | str() | None:
            return value
    raise Mismatch(f"{kind_of(value)} in which nothing can be put")
