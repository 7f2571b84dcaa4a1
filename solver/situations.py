"""Real arguments from what a solver knows of them.

The solver knows a pile by its length and its top card. `observed` gives names to these, `small` keeps them small, and
`concrete` lays out real tuples that fit; the cards that nothing is known of are filled in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from itertools import cycle, islice
from typing import Any, cast

from solver.terms import Bool, Int, Term, Zone, apply, equal, implies, number, one_of, total
from solver.values import Record, Value, hints_of
from solver.zones import MuTheory

Arguments = dict[str, Any]
"""Real arguments of a function after the book, by name and in order."""


def leaves(value: Value) -> Iterator[Term]:
    """The constants that a value is made of."""
    if isinstance(value, Term):
        yield value
    elif isinstance(value, Record):
        for field in value.fields.values():
            yield from leaves(field)
    elif isinstance(value, tuple):
        for each in value:
            yield from leaves(each)


def _piles(inputs: Mapping[str, Value]) -> list[Zone]:
    return [leaf for value in inputs.values() for leaf in leaves(value) if isinstance(leaf, Zone)]


def observed(theory: MuTheory, inputs: Mapping[str, Value]) -> tuple[Bool, ...]:
    """Names for the length and the top card of each pile, so that a model tells them."""
    return tuple(
        equal(apply(Int, f"{what}.{pile.op}"), term)
        for pile in _piles(inputs)
        for what, term in (("size", theory.length(pile)), ("top", theory.card(pile, number(0))))
    )


def small(theory: MuTheory, inputs: Mapping[str, Value], most: int, cards: Sequence[int]) -> tuple[Bool, ...]:
    """At most so many cards, and those on top of piles among the given ones."""
    piles = _piles(inputs)
    tops = [implies(theory.length(pile) > 0, one_of(theory.card(pile, number(0)), cards)) for pile in piles]
    return total(map(theory.length, piles)) <= most, *tops


def concrete(inputs: Mapping[str, Value], model: Mapping[str, int | bool], cards: Sequence[int]) -> Iterator[Arguments]:
    """Real arguments that agree with a model: with plain cards where nothing is known, and with cards of all kinds."""
    for filling in (cards[:1], cards):
        yield {name: _concrete(value, None, model, filling) for name, value in inputs.items()}


def _concrete(value: Value, hint: object, model: Mapping[str, int | bool], filling: Sequence[int]) -> Any:  # noqa: ANN401
    match value:
        case Zone():
            size, top = int(model.get(f"size.{value.op}", 0)), int(model.get(f"top.{value.op}", 0))
            return (top, *islice(cycle(filling), size - 1)) if size > 0 else ()
        case Int() | Bool() if value.value is None:
            known = model.get(value.op, 0)
            return hint(known) if isinstance(hint, type) and issubclass(hint, Enum | bool) else known
        case Record():
            fields = [(name, each, hints_of(value.cls)[name]) for name, each in value.fields.items()]
            return value.cls(**{name: _concrete(each, kind, model, filling) for name, each, kind in fields})
        case tuple():
            return tuple([_concrete(each, None, model, filling) for each in value])
    return value


def names(value: Value, real: object) -> dict[str, object]:
    """What each constant of a value is in a real one of the same shape."""
    if isinstance(value, Record):
        parts = [(each, getattr(real, name)) for name, each in value.fields.items()]
    elif isinstance(value, tuple):
        parts = list(zip(value, cast("tuple[object, ...]", real), strict=True))
    else:
        return {value.op: real} if isinstance(value, Term) and value.value is None else {}
    return {name: each for part in parts for name, each in names(*part).items()}


def all_names(inputs: Mapping[str, Value], real: Arguments) -> dict[str, object]:
    """The same for all arguments."""
    return {name: each for key, value in inputs.items() for name, each in names(value, real[key]).items()}
