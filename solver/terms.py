"""Terms: what the model's code becomes when it is read as mathematics.

A term is a truth value, a whole number or a zone, and prints as SMT-LIB 2. Equal terms are the same object, so that
shared parts are written, sent and evaluated once. The constructors fold what is known already; nothing here knows
Python, cards, or any solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, reduce
from typing import ClassVar, Final, TypeVar, cast


@dataclass(frozen=True, slots=True, eq=False)
class Term:
    """One term: its SMT-LIB symbol, its arguments, and its value if it is a literal."""

    sort: ClassVar[str] = "?"
    op: str
    args: tuple[Term, ...] = ()
    value: int | bool | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Bool(Term):
    """A truth value. `&`, `|` and `~` build and, or and not."""

    sort: ClassVar[str] = "Bool"

    def __and__(self, other: Bool) -> Bool:
        return and_(self, other)

    def __or__(self, other: Bool) -> Bool:
        return or_(self, other)

    def __invert__(self) -> Bool:
        return not_(self)


@dataclass(frozen=True, slots=True, eq=False)
class Int(Term):
    """A whole number. Comparisons build truth values; equality is `equal`, because terms are compared as objects."""

    sort: ClassVar[str] = "Int"

    def __add__(self, other: Int | int) -> Int:
        return add(self, number(other))

    def __sub__(self, other: Int | int) -> Int:
        return subtract(self, number(other))

    def __le__(self, other: Int | int) -> Bool:
        return at_most(self, number(other))

    def __lt__(self, other: Int | int) -> Bool:
        return less(self, number(other))

    def __ge__(self, other: Int | int) -> Bool:
        return at_most(number(other), self)

    def __gt__(self, other: Int | int) -> Bool:
        return less(number(other), self)


@dataclass(frozen=True, slots=True, eq=False)
class Zone(Term):
    """A pile of cards, as far as a zone theory says what that is."""

    sort: ClassVar[str] = "Zone"


T = TypeVar("T", bound=Term)

BUILT_IN: Final = frozenset({"and", "or", "not", "ite", "=", "+", "-", "*", "<=", "<"})
"""The symbols that solvers know by themselves; every other one is declared."""


_TERMS: Final[dict[object, Term]] = {}


def _intern(kind: type[Term], op: str, args: tuple[Term, ...], value: int | bool | None) -> Term:
    """The one term with these parts."""
    key = kind, op, args, value
    found = _TERMS.get(key)
    if found is None:
        found = _TERMS[key] = kind(op, args, value)
    return found


def apply(kind: type[T], op: str, *args: Term) -> T:
    """The term of this kind with this symbol and these arguments; a constant, if there are none."""
    return cast(T, _intern(kind, op, args, None))


def number(value: Int | int) -> Int:
    """A whole number as a term."""
    if isinstance(value, Int):
        return value
    literal = int(value)
    return cast(Int, _intern(Int, str(literal), (), literal))


def truth(value: Bool | bool) -> Bool:
    """A truth value as a term."""
    if isinstance(value, Bool):
        return value
    return cast(Bool, _intern(Bool, "true" if value else "false", (), bool(value)))


TRUE: Final = truth(True)
FALSE: Final = truth(False)


def not_(part: Bool) -> Bool:
    """Negation."""
    if part.value is not None:
        return truth(not part.value)
    if part.op == "not":
        return cast(Bool, part.args[0])
    return apply(Bool, "not", part)


def and_(*parts: Bool) -> Bool:
    """Conjunction; true for no parts."""
    return _joined("and", parts, TRUE, FALSE)


def or_(*parts: Bool) -> Bool:
    """Disjunction; false for no parts."""
    return _joined("or", parts, FALSE, TRUE)


def implies(condition: Bool, conclusion: Bool) -> Bool:
    """If the condition, then the conclusion."""
    return or_(not_(condition), conclusion)


def _joined(op: str, parts: Iterable[Bool], neutral: Bool, absorbing: Bool) -> Bool:
    kept: dict[Bool, None] = {}
    for part in parts:
        for each in cast("tuple[Bool, ...]", part.args) if part.op == op else (part,):
            if each is absorbing or not_(each) in kept:
                return absorbing
            if each is not neutral:
                kept[each] = None
    if not kept:
        return neutral
    return next(iter(kept)) if len(kept) == 1 else apply(Bool, op, *kept)


def ite(condition: Bool, yes: T, no: T) -> T:
    """`yes` where the condition holds, else `no`."""
    if condition is TRUE or yes is no:
        return yes
    if condition is FALSE:
        return no
    if no.op == "ite" and no.args[0] is condition:
        no = cast(T, no.args[2])
    if isinstance(yes, Bool) and (yes.value is not None or no.value is not None):
        return cast(T, _chosen(condition, yes, cast(Bool, no)))
    return apply(type(yes), "ite", condition, yes, no)


def _chosen(condition: Bool, yes: Bool, no: Bool) -> Bool:
    """A choice between truth values of which one is known, without the choice."""
    if yes.value is not None:
        return or_(condition, no) if yes.value else and_(not_(condition), no)
    return or_(not_(condition), yes) if no.value else and_(condition, yes)


def equal(left: T, right: T) -> Bool:
    """Equality of two terms of one kind."""
    if left is right:
        return TRUE
    if isinstance(left, Bool):
        return or_(and_(left, cast(Bool, right)), and_(not_(left), not_(cast(Bool, right))))
    if left.value is not None and right.value is not None:
        return FALSE
    return _compared("=", left, right)


def at_most(left: Int, right: Int) -> Bool:
    """left <= right."""
    if left.value is not None and right.value is not None:
        return truth(left.value <= right.value)
    return TRUE if left is right else _compared("<=", left, right)


def less(left: Int, right: Int) -> Bool:
    """left < right."""
    return not_(at_most(right, left))


@cache
def _compared(op: str, left: Term, right: Term) -> Bool:
    """A comparison; one with a literal moves into a choice, where a branch that is known folds away."""
    for chosen, known, swapped in ((left, right, False), (right, left, True)):
        if chosen.op == "ite" and known.value is not None and any(each.value is not None for each in chosen.args[1:]):
            condition, yes, no = cast("tuple[Bool, Int, Int]", chosen.args)
            compare = equal if op == "=" else at_most
            pairs = [(known, each) if swapped else (each, known) for each in (yes, no)]
            return ite(condition, *(compare(cast(Int, one), cast(Int, two)) for one, two in pairs))
    return apply(Bool, op, left, right)


def add(left: Int, right: Int) -> Int:
    """left + right."""
    if left.value is not None and right.value is not None:
        return number(left.value + right.value)
    if left.value == 0:
        return right
    return left if right.value == 0 else apply(Int, "+", left, right)


def total(parts: Iterable[Int]) -> Int:
    """The sum; 0 for no parts."""
    return reduce(add, parts, number(0))


def subtract(left: Int, right: Int) -> Int:
    """left - right."""
    if left.value is not None and right.value is not None:
        return number(left.value - right.value)
    if left is right:
        return number(0)
    return left if right.value == 0 else apply(Int, "-", left, right)


def times(factor: int, term: Int) -> Int:
    """A constant times a term: products of terms would not be linear."""
    if term.value is not None:
        return number(factor * term.value)
    if factor == 0:
        return number(0)
    return term if factor == 1 else apply(Int, "*", number(factor), term)


def one_of(term: Int, values: Iterable[int]) -> Bool:
    """Whether the number is one of the values."""
    return or_(*(equal(term, number(value)) for value in values))


def parts_first(roots: Iterable[Term]) -> Iterator[Term]:
    """Every term within the roots, once, each after its own parts and in an order that depends on nothing else."""
    seen: set[Term] = set()
    for root in roots:
        stack: list[tuple[Term, bool]] = [(root, False)]
        while stack:
            term, ready = stack.pop()
            if ready:
                yield term
            elif term not in seen:
                seen.add(term)
                stack.append((term, True))
                stack.extend((part, False) for part in reversed(term.args) if part not in seen)
