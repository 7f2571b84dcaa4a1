"""The small changes that are made to a function: each at one place, each told as new text for old.

They are what a tired author writes: a boundary that is off by one, a condition that is left out, the wrong end of a
pile, the seat beside the right one, a field that is forgotten.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

Function: TypeAlias = ast.FunctionDef


@dataclass(frozen=True, slots=True)
class Edit:
    """One change: the expression that stands there, the one that is put in its place, and what that is called."""

    old: ast.expr
    new: ast.expr
    words: str


def edits(function: Function) -> Iterator[Edit]:
    """Every small change of a function's body, in the order of its text. Messages of errors are left alone."""
    found = [edit for node in _walked(function) for operator in OPERATORS for edit in operator(node, function)]
    yield from sorted(found, key=lambda edit: (edit.old.lineno, edit.old.col_offset))


def _walked(function: Function) -> Iterator[ast.AST]:
    """The parts of a function's body that say what it does."""
    waiting: list[ast.AST] = list(reversed(function.body))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Raise | ast.Assert | ast.JoinedStr):
            continue
        yield node
        waiting.extend(reversed(list(ast.iter_child_nodes(node))))


# --- comparisons and conditions ---

_BESIDE: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: (ast.LtE, ast.NotEq),
    ast.LtE: (ast.Lt, ast.Eq),
    ast.Gt: (ast.GtE, ast.NotEq),
    ast.GtE: (ast.Gt, ast.Eq),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
"""What a comparison is easily confused with."""
_OPPOSITE: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    **{sign: others[0] for sign, others in _BESIDE.items()},
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
}
_SIGNS: Final = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
    ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip


def boundary(node: ast.AST, function: Function) -> Iterator[Edit]:
    """A comparison becomes one beside it; where numbers are compared, equal also becomes at most and at least."""
    if not isinstance(node, ast.Compare):
        return
    for place, sign in enumerate(node.ops):
        others = _BESIDE[type(sign)]
        if isinstance(sign, ast.Eq) and any(map(_is_number, (node.left, *node.comparators))):
            others = (*others, ast.LtE, ast.GtE)
        for other in others:
            ops = [other() if each == place else kept for each, kept in enumerate(node.ops)]
            new = ast.Compare(node.left, ops, node.comparators)
            yield Edit(node, new, f"{_SIGNS[type(sign)]} becomes {_SIGNS[other]}")


NUMBERS: Final = frozenset({"NO_DEBT", "debt", "burned", "left", "seat", "seats", "distance", "dealer", "total"})
"""Names of numbers in the rules, so that they are not taken for piles."""


def _is_number(node: ast.expr) -> bool:
    """Whether an expression is a number by the look of it."""
    if isinstance(node, ast.Constant):
        return type(node.value) is int
    if isinstance(node, ast.Name | ast.Attribute):
        return _name(node) in NUMBERS
    if isinstance(node, ast.BinOp):
        return not isinstance(node.op, ast.Add) or _is_number(node.left) or _is_number(node.right)
    counting = ("len", "abs", "sum", "Debt", "Points", "index", "count")
    return isinstance(node, ast.Call) and _name(node.func) in counting


def _name(node: ast.expr) -> str:
    """The last name of a dotted one."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def connective(node: ast.AST, function: Function) -> Iterator[Edit]:
    """`and` becomes `or`, `or` becomes `and`, and each part of a condition is left out in turn."""
    if not isinstance(node, ast.BoolOp):
        return
    is_and = isinstance(node.op, ast.And)
    other: ast.boolop = ast.Or() if is_and else ast.And()
    yield Edit(node, ast.BoolOp(other, node.values), "and becomes or" if is_and else "or becomes and")
    for place in range(len(node.values)):
        kept = [part for each, part in enumerate(node.values) if each != place]
        new = kept[0] if len(kept) == 1 else ast.BoolOp(node.op, kept)
        yield Edit(node, new, f"condition {place + 1} left out")


def guard(node: ast.AST, function: Function) -> Iterator[Edit]:
    """A condition is turned round, never met, or always met."""
    if isinstance(node, ast.If | ast.IfExp):
        yield Edit(node.test, _negated(node.test), "condition negated")
        yield Edit(node.test, ast.Constant(False), "condition never met")
        yield Edit(node.test, ast.Constant(True), "condition always met")
    elif isinstance(node, ast.comprehension):
        for test in node.ifs:
            yield Edit(test, _negated(test), "condition negated")
            yield Edit(test, ast.Constant(True), "condition always met")


def answer(node: ast.AST, function: Function) -> Iterator[Edit]:
    """What a question is answered with is turned round."""
    value = node.value if isinstance(node, ast.Return) else None
    if isinstance(value, ast.BoolOp) or (isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not)):
        yield Edit(value, _negated(value), "answer negated")


def _negated(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        return ast.Compare(test.left, [_OPPOSITE[type(test.ops[0])]()], test.comparators)
    return ast.UnaryOp(ast.Not(), test)


def quantifier(node: ast.AST, function: Function) -> Iterator[Edit]:
    """The least becomes the most, any becomes all, and the other way about."""
    others = {"min": "max", "max": "min", "any": "all", "all": "any"}
    if isinstance(node, ast.Name) and node.id in others:
        yield Edit(node, ast.Name(others[node.id]), f"{node.id} becomes {others[node.id]}")


# --- numbers ---


def constant(node: ast.AST, function: Function) -> Iterator[Edit]:
    """A number becomes one more and one less; true becomes false."""
    if not isinstance(node, ast.Constant):
        return
    if isinstance(node.value, bool):
        yield Edit(node, ast.Constant(not node.value), f"{node.value} becomes {not node.value}")
    elif isinstance(node.value, int):
        for other in (node.value + 1, node.value - 1):
            yield Edit(node, ast.Constant(other), f"{node.value} becomes {other}")


def arithmetic(node: ast.AST, function: Function) -> Iterator[Edit]:
    """Piles are put together the other way round; numbers are added instead of taken away, and taken away instead."""
    if not isinstance(node, ast.BinOp):
        return
    if isinstance(node.op, ast.Add) and not (_is_number(node.left) or _is_number(node.right)):
        yield Edit(node, ast.BinOp(node.right, ast.Add(), node.left), "+ the other way round")
    elif isinstance(node.op, ast.Add):
        yield Edit(node, ast.BinOp(node.left, ast.Sub(), node.right), "+ becomes -")
    elif isinstance(node.op, ast.Sub):
        yield Edit(node, ast.BinOp(node.left, ast.Add(), node.right), "- becomes +")


# --- piles ---


def end_of_pile(node: ast.AST, function: Function) -> Iterator[Edit]:
    """The other end of a pile: its first card or its last, all but the first or all but the last, as it lies or not."""
    if not isinstance(node, ast.Subscript):
        return
    text = ast.unparse(node.slice)
    if text in ("0", "-1"):
        other = "-1" if text == "0" else "0"
        yield Edit(node, _subscript(node, other), f"[{text}] becomes [{other}]")
    elif text == "1:":
        yield Edit(node, _subscript(node, ":-1"), "[1:] becomes [:-1]")
    elif text == "::-1":
        yield Edit(node, node.value, "[::-1] left out")
    elif isinstance(node.slice, ast.Slice) and node.slice.step is None:
        lower, upper = node.slice.lower, node.slice.upper
        if lower is None or upper is None:
            new = ast.Subscript(node.value, ast.Slice(upper, lower), ast.Load())
            yield Edit(node, new, "the other part of the pile")


def _subscript(node: ast.Subscript, text: str) -> ast.expr:
    other = ast.parse(f"x[{text}]", mode="eval").body
    assert isinstance(other, ast.Subscript)
    return ast.Subscript(node.value, other.slice, ast.Load())


def first_card(node: ast.AST, function: Function) -> Iterator[Edit]:
    """A pile, or a row of anything, is given back without its first."""
    told = ast.unparse(function.returns) if function.returns is not None else ""
    rows = told in ("Zone", "Suits") or told.startswith("tuple[")
    if rows and isinstance(node, ast.Return) and node.value is not None and ast.unparse(node.value) != "()":
        rest = ast.Slice(ast.Constant(1), None)
        yield Edit(node.value, ast.Subscript(node.value, rest, ast.Load()), "given back without the first")


# --- seats ---

SEATS: Final = frozenset({"turn", "claimant", "last", "owner", "first", "dealer", "four_kings"})
"""The fields of a table that name a seat."""
BY_SEAT: Final = frozenset({"hands", "captured", "barred", "totals"})
"""What there is one of for each seat."""
_TABLES: Final = {"Table": "hands", "Round": "hands", "Match": "totals", "Dealing": "hands"}


def beside(node: ast.AST, function: Function) -> Iterator[Edit]:
    """The seat before or after the right one: in a field, in whose hand it is, and in what is given back."""
    if isinstance(node, ast.keyword) and node.arg in SEATS:
        yield from _moved(node.value, _seats_of(function))
    elif isinstance(node, ast.Subscript) and _name(node.value) in BY_SEAT and _name(node.slice):
        yield from _moved(node.slice, f"len({ast.unparse(node.value)})")
    elif isinstance(node, ast.Return) and node.value is not None and _gives_a_seat(function):
        yield from _moved(node.value, _seats_of(function))


def _gives_a_seat(function: Function) -> bool:
    return function.returns is not None and ast.unparse(function.returns) == "Seat"


def _seats_of(function: Function) -> str:
    """How many seats there are, as far as this function can know."""
    for argument in function.args.args:
        told = ast.unparse(argument.annotation) if argument.annotation is not None else ""
        if told in _TABLES:
            return f"len({argument.arg}.{_TABLES[told]})"
        if argument.arg == "seats":
            return "seats"
    return ""


def _moved(seat: ast.expr, seats: str) -> Iterator[Edit]:
    if not seats or _name(seat) == "NOBODY":
        return
    for step, word in ((1, "after"), (-1, "before")):
        moved = ast.BinOp(seat, ast.Add() if step > 0 else ast.Sub(), ast.Constant(1))
        new = ast.BinOp(moved, ast.Mod(), ast.parse(seats, mode="eval").body)
        yield Edit(seat, new, f"the seat {word} {ast.unparse(seat)}")


# --- fields ---


def field_left_out(node: ast.AST, function: Function) -> Iterator[Edit]:
    """A field that should change is left as it was."""
    if not (isinstance(node, ast.Call) and _name(node.func) == "replace"):
        return
    for keyword in node.keywords:
        kept = [each for each in node.keywords if each is not keyword]
        yield Edit(node, ast.Call(node.func, node.args, kept), f"{keyword.arg} left as it was")


Operator: TypeAlias = Callable[[ast.AST, Function], Iterator[Edit]]
OPERATORS: Final[tuple[Operator, ...]] = (
    boundary,
    connective,
    guard,
    answer,
    quantifier,
    constant,
    arithmetic,
    end_of_pile,
    first_card,
    beside,
    field_left_out,
)
