"""Operators: truth values, numbers, piles and comparisons."""

from __future__ import annotations

import ast
from collections.abc import Callable

from solver.frames import Frame
from solver.reading import Reading
from solver.terms import (
    FALSE,
    TRUE,
    Bool,
    Int,
    Term,
    Zone,
    and_,
    at_most,
    less,
    not_,
    number,
    or_,
    subtract,
    times,
)
from solver.values import (
    Record,
    Row,
    Value,
    as_bool,
    as_int,
    is_in,
    is_set,
    is_symbolic,
    merged,
    same,
    within_set,
)


class Operators(Reading):
    """Reads what is joined by operators."""

    def test(self, node: ast.expr, frame: Frame) -> Bool:
        """Whether Python would take an expression for true."""
        match node:
            case ast.BoolOp():
                return self._joined(node, frame, self.test)
            case ast.UnaryOp(ast.Not(), operand):
                return not_(self.test(operand, frame))
        return self.truth_of(self.value(node, frame))

    def _joined(self, node: ast.BoolOp, frame: Frame, read: Callable[[ast.expr, Frame], Bool]) -> Bool:
        """`and` and `or`: each part is read where the parts before it have not decided yet."""
        conjunction = isinstance(node.op, ast.And)
        result, before = (TRUE if conjunction else FALSE), self.path
        for operand in node.values:
            part = read(operand, frame)
            result = and_(result, part) if conjunction else or_(result, part)
            if result is (FALSE if conjunction else TRUE):
                break
            self.path = and_(self.path, part if conjunction else not_(part))
        self.path = before
        return result

    def _bool_op(self, node: ast.BoolOp, frame: Frame) -> Value:
        """`and` and `or`: truth values joined, or the operand that decides."""
        before, operands = self.path, []
        for operand in node.values:
            operands.append(self.value(operand, frame))
            decided = self.truth_of(operands[-1])
            self.path = and_(self.path, decided if isinstance(node.op, ast.And) else not_(decided))
            if self.path is FALSE:
                break
        self.path = before
        if all(isinstance(each, Bool | bool) for each in operands):
            return self._all_or_some(node, [as_bool(each) for each in operands])
        found = operands[-1]
        for each in reversed(operands[:-1]):
            pair = (found, each) if isinstance(node.op, ast.And) else (each, found)
            found = merged(self.theory, self.truth_of(each), *pair)
        return found

    def _all_or_some(self, node: ast.BoolOp, parts: list[Bool]) -> Bool:
        return and_(*parts) if isinstance(node.op, ast.And) else or_(*parts)

    def _unary(self, node: ast.UnaryOp, frame: Frame) -> Value:
        if isinstance(node.op, ast.Not):
            return self.test(node, frame)
        if isinstance(node.op, ast.USub):
            return subtract(number(0), as_int(self.value(node.operand, frame)))
        raise frame.refused(node, f"'{ast.unparse(node)}'", "use not, -, + and comparisons")

    def _binary(self, node: ast.BinOp, frame: Frame) -> Value:
        left, right = self.value(node.left, frame), self.value(node.right, frame)
        if isinstance(left, tuple | Zone | Row) or isinstance(right, tuple | Zone | Row):
            return self._piles(node, frame, left, right)
        return self._arithmetic(node, frame, as_int(left), as_int(right))

    def _piles(self, node: ast.BinOp, frame: Frame, left: Value, right: Value) -> Value:
        match node.op, left, right:
            case ast.Add(), _, _:
                return self.laid_together(left, right)
            case ast.Mult(), tuple(), int():
                return left * right
            case ast.Mult(), (Int() | int(),), Int():
                return self.theory.repeated(as_int(left[0]), right)
        raise frame.refused(node, f"'{ast.unparse(node)}'", "piles are joined with + and nothing else")

    def _arithmetic(self, node: ast.BinOp, frame: Frame, left: Int, right: Int) -> Int:
        match node.op:
            case ast.Add():
                return left + right
            case ast.Sub():
                return left - right
            case ast.Mult() if left.value is not None:
                return times(left.value, right)
            case ast.Mult() if right.value is not None:
                return times(right.value, left)
            case ast.FloorDiv() | ast.Mod() if right.value is not None and right.value > 0:
                return self.theory.facts.divided(left, right.value)[isinstance(node.op, ast.Mod)]
        raise frame.refused(node, f"'{ast.unparse(node)}'", "use + and -, and *, // and % with a positive constant")

    def _compare(self, node: ast.Compare, frame: Frame) -> Value:
        operands = [self.value(each, frame) for each in (node.left, *node.comparators)]
        pairs = zip(node.ops, operands, operands[1:], strict=False)
        return and_(*(self._compared(node, frame, op, left, right) for op, left, right in pairs))

    def _compared(self, node: ast.Compare, frame: Frame, op: ast.cmpop, left: Value, right: Value) -> Bool:
        found = self._affirmed(op, left, right)
        if found is None:
            raise frame.refused(node, f"'{ast.unparse(node)}'", "compare numbers with == and <, one by one")
        return not_(found) if isinstance(op, ast.NotEq | ast.NotIn | ast.IsNot) else found

    def _affirmed(self, op: ast.cmpop, left: Value, right: Value) -> Bool | None:
        """What a comparison says, if a `not` in it is left out; None for one that is not read."""
        found: Bool | None = None
        match op:
            case ast.Eq() | ast.NotEq():
                found = same(self.theory, left, right)
            case ast.In() | ast.NotIn() if isinstance(right, tuple | Row | Zone):
                found = is_in(self.theory, left, right)
            case ast.Is() | ast.IsNot():
                found = self._identical(left, right)
            case ast.LtE() if is_set(left) and is_set(right):
                found = within_set(self.theory, left, right)
            case ast.LtE() | ast.Lt():
                found = (at_most if isinstance(op, ast.LtE) else less)(as_int(left), as_int(right))
            case ast.GtE() | ast.Gt():
                found = (at_most if isinstance(op, ast.GtE) else less)(as_int(right), as_int(left))
        return found

    def _identical(self, left: Value, right: Value) -> Bool | None:
        """`is`: of symbols, with None, and of plain objects."""
        if _is_known_apart(left, right):
            return FALSE
        if is_symbolic(left) or is_symbolic(right):
            return same(self.theory, left, right)
        made = (Term, Row, Record, tuple)  # what is one object for Python need not be one here
        return None if isinstance(left, made) or isinstance(right, made) else as_bool(left is right)

    def _conditional(self, node: ast.IfExp, frame: Frame) -> Value:
        condition = self.test(node.test, frame)
        self.branch(frame, node, condition)
        if condition.value is not None:
            return self.value(node.body if condition.value else node.orelse, frame)
        with self.assuming(condition):
            yes = self.value(node.body, frame)
        with self.assuming(not_(condition)):
            no = self.value(node.orelse, frame)
        return merged(self.theory, condition, yes, no)


def _is_known_apart(left: Value, right: Value) -> bool:
    """Whether one of them is None and the other can never be."""
    never = (Term, Record, tuple, Row)
    return (left is None and isinstance(right, never)) or (right is None and isinstance(left, never))
