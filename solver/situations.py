"""Real arguments from what a solver knows of them.

The solver knows a pile by its length and by the cards at some places. `observed` gives names to these, `small` keeps
them small, and `concrete` lays out real tuples that fit; the cards that nothing is known of are filled in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from itertools import cycle, islice
from typing import Any, Final, cast

from solver.shapes import hints_of
from solver.terms import TRUE, Bool, Int, Term, Zone, apply, equal, implies, number, one_of, total
from solver.values import Record, Row, Symbol, Value, code_of, member_of
from solver.zones import MuTheory

Arguments = dict[str, Any]
"""Real arguments of a function after the book, by name and in order."""


def leaves(value: Value) -> Iterator[Term]:
    """The constants that a value is made of."""
    if isinstance(value, Term):
        yield value
    elif isinstance(value, Symbol):
        yield value.code
    elif isinstance(value, Row):
        for entry in value.entries:
            yield entry.there
            yield from leaves(entry.value)
    elif isinstance(value, Record):
        for field in value.fields.values():
            yield from leaves(field)
    elif isinstance(value, tuple):
        for each in value:
            yield from leaves(each)


def _piles(inputs: Mapping[str, Value]) -> list[Zone]:
    return [leaf for value in inputs.values() for leaf in leaves(value) if isinstance(leaf, Zone)]


TOLD: Final = 6
"""How many cards of a pile, from its first, a model tells one by one."""


def observed(theory: MuTheory, inputs: Mapping[str, Value]) -> tuple[Bool, ...]:
    """Names for the length and the first cards of each pile, so that a model tells them."""
    return tuple(
        equal(apply(Int, f"{what}.{pile.op}"), term)
        for pile in _piles(inputs)
        for what, term in (
            ("size", theory.length(pile)),
            *((f"card{at}", theory.card(pile, number(at))) for at in range(TOLD)),
        )
    )


def small(theory: MuTheory, inputs: Mapping[str, Value], most: int, cards: Sequence[int]) -> tuple[Bool, ...]:
    """At most so many cards, and those that are told among the given ones."""
    piles = _piles(inputs)
    ours = [
        implies(theory.length(pile) > at, one_of(theory.card(pile, number(at)), cards))
        for pile in piles
        for at in range(min(most, TOLD))
    ]
    return total(map(theory.length, piles)) <= most, *ours


def concrete(inputs: Mapping[str, Value], model: Mapping[str, int | bool], cards: Sequence[int]) -> Iterator[Arguments]:
    """Real arguments that agree with a model: with plain cards where nothing is known, and with cards of all kinds."""
    for filling in (cards[:1], cards):
        yield {name: _concrete(value, None, model, filling) for name, value in inputs.items()}


def _concrete(value: Value, hint: object, model: Mapping[str, int | bool], filling: Sequence[int]) -> Any:  # noqa: ANN401
    found: Any = value
    match value:
        case Zone():
            size = int(model.get(f"size.{value.op}", 0))
            told = [int(model.get(f"card{at}.{value.op}", filling[0])) for at in range(min(size, TOLD))]
            found = (*told, *islice(cycle(filling), max(0, size - TOLD)))
        case Int() | Bool() if value.value is None:
            known = model.get(value.op, 0)
            found = hint(known) if isinstance(hint, type) and issubclass(hint, Enum | bool) else known
        case Symbol() if value.code.value is None:
            found = member_of(value.cls, int(model.get(value.code.op, 0)))
        case Row(entries):
            there = [each for each in entries if each.there is TRUE or model.get(each.there.op, False)]
            found = tuple([_concrete(each.value, None, model, filling) for each in there])
        case Record():
            fields = [(name, each, hints_of(value.cls)[name]) for name, each in value.fields.items()]
            found = value.cls(**{name: _concrete(each, kind, model, filling) for name, each, kind in fields})
        case tuple():
            found = tuple([_concrete(each, None, model, filling) for each in value])
    return found


class DoesNotFit(ValueError):
    """A real value of another shape than the one that it should be."""


def names(value: Value, real: object) -> dict[str, object]:
    """What each constant of a value is in a real one of the same shape. Raises DoesNotFit for another shape."""
    if isinstance(value, Row):
        return _names_in_row(value, tuple(cast("tuple[object, ...]", real)))
    if isinstance(value, Symbol):
        return names(value.code, code_of(cast("Enum | None", real)))
    if isinstance(value, Record):
        parts = [(each, getattr(real, name)) for name, each in value.fields.items()]
    elif isinstance(value, tuple):
        row = cast("tuple[object, ...]", real)
        if len(row) != len(value):
            raise DoesNotFit(f"{len(row)} values where {len(value)} are expected")
        parts = list(zip(value, row, strict=True))
    else:
        return {value.op: real} if isinstance(value, Term) and value.value is None else {}
    return {name: each for part in parts for name, each in names(*part).items()}


def _names_in_row(row: Row, real: tuple[object, ...]) -> dict[str, object]:
    """A real row fills the places from the front; what stands at the others makes no difference.

    Where each place stands for one known value, the value is there or not.
    """
    if row.entries and all(isinstance(entry.value, int) for entry in row.entries):
        return {name: is_so for entry in row.entries for name, is_so in names(entry.there, entry.value in real).items()}
    if len(real) > len(row.entries):
        raise DoesNotFit(f"{len(real)} values where at most {len(row.entries)} are expected")
    found: dict[str, object] = {}
    for place, entry in enumerate(row.entries):
        found |= names(entry.there, place < len(real))
        if place < len(real):
            found |= names(entry.value, real[place])
        else:
            found |= {leaf.op: PLAIN[leaf.sort] for leaf in leaves(entry.value) if leaf.value is None}
    return found


PLAIN: Final[Mapping[str, object]] = {"Bool": False, "Int": 0, "Zone": ()}
"""A value of each sort, where any will do."""


def all_names(inputs: Mapping[str, Value], real: Arguments) -> dict[str, object]:
    """The same for all arguments."""
    return {name: each for key, value in inputs.items() for name, each in names(value, real[key]).items()}
