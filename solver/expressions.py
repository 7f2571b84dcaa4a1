"""Expressions of the subset, read as values. `translate.py` reads statements and calls on top of this."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any, Final

from solver.calls import BUILT_INS, Calls
from solver.frames import ADVICE, Frame
from solver.subscripts import Subscripts
from solver.terms import (
    TRUE,
    Term,
)
from solver.values import (
    Entry,
    Kind,
    Mismatch,
    Record,
    Row,
    Symbol,
    Value,
    kind_of,
)


class Expressions(Calls, Subscripts):
    """Reads expressions of every kind."""

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
                found = self.laid_together(found, self.value(each.value, frame))
            else:
                found = self.laid_together(found, (self.value(each, frame),))
        return found

    def _set(self, node: ast.Set, frame: Frame) -> Value:
        return Row(tuple([Entry(TRUE, self.value(each, frame)) for each in node.elts]), Kind.SET)

    def _attribute(self, node: ast.Attribute, frame: Frame) -> Value:
        owner = self.value(node.value, frame)
        if isinstance(owner, Record):
            if node.attr in owner.fields:
                return owner.fields[node.attr]
        elif not isinstance(owner, Term | tuple | Row | Symbol) and hasattr(owner, node.attr):
            return getattr(owner, node.attr)
        raise frame.refused(node, f"'{ast.unparse(node)}'", f"read fields of dataclasses, not of {kind_of(owner)}")


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
