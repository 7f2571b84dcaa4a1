"""Loops inside expressions, and what they run over."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from solver.frames import Frame
from solver.operators import Operators
from solver.terms import (
    FALSE,
    TRUE,
    Bool,
    Zone,
)
from solver.values import (
    Entry,
    Kind,
    Row,
    Value,
    entries_of,
    is_set,
    kind_of,
)
from solver.zones import known_cards

Comprehension = ast.ListComp | ast.GeneratorExp | ast.SetComp


class Loops(Operators):
    """Reads comprehensions."""

    def _list(self, node: ast.ListComp, frame: Frame) -> Value:
        return self._comprehension(node, frame, Kind.LIST)

    def _set_of(self, node: ast.SetComp, frame: Frame) -> Value:
        return self._comprehension(node, frame, Kind.SET)

    def _comprehension(self, node: Comprehension, frame: Frame, kind: Kind) -> Row:
        found = [Entry(there, self._inside(node.elt, inside, there)) for there, inside in self._all_rounds(node, frame)]
        return Row(tuple([entry for entry in found if entry.there is not FALSE]), kind)

    def _inside(self, node: ast.expr, frame: Frame, there: Bool) -> Value:
        with self.assuming(there):
            return self.value(node, frame) if there is not FALSE else None

    def _all_rounds(
        self, node: ast.ListComp | ast.GeneratorExp | ast.SetComp, frame: Frame
    ) -> list[tuple[Bool, Frame]]:
        """For each round of the loops of a comprehension: whether there is one, and the variables in it."""
        rounds = [(TRUE, frame)]
        for generator in node.generators:
            rounds = [each for outer in rounds for each in self._rounds(generator, *outer)]
        return rounds

    def _rounds(self, generator: ast.comprehension, outer: Bool, frame: Frame) -> Iterator[tuple[Bool, Frame]]:
        for entry in self.row(generator.iter, frame):
            inside, there = frame.fork(), outer & entry.there
            self.bind(generator.target, entry.value, inside)
            for condition in generator.ifs:
                with self.assuming(there):
                    there &= self.test(condition, inside) if there is not FALSE else FALSE
            yield there, inside

    def row(self, node: ast.expr, frame: Frame) -> tuple[Entry, ...]:
        """The values that a loop runs over. Raises Unsupported where it is not known how many there can be."""
        value = self.value(node, frame)
        if isinstance(value, Zone):
            value = known_cards(value) if known_cards(value) is not None else value
        if isinstance(value, tuple | Row) and not is_set(value):
            return entries_of(value)
        raise frame.refused(node, f"a loop over {kind_of(value)}", "loop over a row of known length or a range")

    def bind(self, target: ast.expr, value: Value, frame: Frame) -> None:
        """Give a name, or a tuple of names, a value."""
        match target:
            case ast.Name(name) if not (isinstance(value, Row) and value.kind is Kind.GENERATOR):
                frame.env[name] = value
            case ast.Tuple(targets) if isinstance(value, tuple) and len(value) == len(targets):
                for each, part in zip(targets, value, strict=True):
                    self.bind(each, part, frame)
            case _:
                raise frame.refused(target, f"an assignment to '{ast.unparse(target)}'", "assign to names")
