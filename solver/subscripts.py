"""Parts of piles and of rows."""

from __future__ import annotations

import ast

from solver.calls import known_number
from solver.frames import Frame
from solver.reading import Reading
from solver.terms import (
    Int,
    Zone,
    at_most,
    equal,
    number,
    or_,
)
from solver.values import (
    Kind,
    Row,
    Value,
    as_int,
    kind_of,
    merged,
)
from solver.zones import known_cards, within


class Subscripts(Reading):
    """Reads what stands in square brackets behind a pile or a row."""

    def _subscript(self, node: ast.Subscript, frame: Frame) -> Value:
        owner = self.value(node.value, frame)
        if isinstance(owner, Zone):
            return self._of_pile(node, frame, owner)
        if isinstance(owner, Row):
            return self._of_row(node, frame, owner)
        if not isinstance(owner, tuple):
            raise frame.refused(node, f"'{ast.unparse(node)}'", f"take parts of tuples, not of {kind_of(owner)}")
        if isinstance(node.slice, ast.Slice):
            bounds = self._bounds(node, frame)
            return owner[slice(*(None if bound is None else known_number(bound) for bound in bounds))]
        return self._chosen(node, frame, owner, as_int(self.value(node.slice, frame)))

    def _bounds(self, node: ast.Subscript, frame: Frame) -> list[Int | None]:
        """Start, end and step of a slice."""
        assert isinstance(node.slice, ast.Slice)
        parts = (node.slice.lower, node.slice.upper, node.slice.step)
        return [None if part is None else as_int(self.value(part, frame)) for part in parts]

    def _of_pile(self, node: ast.Subscript, frame: Frame, pile: Zone) -> Value:
        if isinstance(node.slice, ast.Slice):
            return self._part_of_pile(node, frame, pile)
        place, size = as_int(self.value(node.slice, frame)), self.theory.length(pile)
        if place.value is None:
            raise frame.refused(node, f"'{ast.unparse(node)}'", "of a pile take a card at a known place")
        needed = place.value + 1 if place.value >= 0 else -place.value
        wrong = "takes a card of an empty pile" if needed == 1 else f"takes a card of a pile of fewer than {needed}"
        self.check(frame, node, at_most(number(needed), size), wrong)
        return self.theory.card(pile, place if place.value >= 0 else size + place.value)

    def _of_row(self, node: ast.Subscript, frame: Frame, row: Row) -> Value:
        """The first or the last value that is there."""
        place = None if isinstance(node.slice, ast.Slice) else as_int(self.value(node.slice, frame)).value
        if place not in (0, -1) or row.kind in (Kind.SET, Kind.GENERATOR):
            raise frame.refused(node, f"'{ast.unparse(node)}'", "of a row of unknown length take [0] or [-1]")
        self.check(frame, node, row.some, "takes a part of an empty row")
        return self.first_there(row.entries if place == 0 else row.entries[::-1])

    def _part_of_pile(self, node: ast.Subscript, frame: Frame, pile: Zone) -> Zone:
        bounds, known = self._bounds(node, frame), known_cards(pile)
        if known is not None and all(bound is None or bound.value is not None for bound in bounds):
            return self.theory.of(known[slice(*(None if bound is None else bound.value for bound in bounds))])
        match bounds:
            case [Int(value=1), None, None]:
                return self.theory.rest(pile)
            case [None, None, Int(value=-1)]:
                return self.theory.backwards(pile)
            case [Int() as start, None, None]:
                return self.theory.cut(pile, start)[1]
            case [None, Int() as end, None]:
                return self.theory.cut(pile, end)[0]
        raise frame.refused(node, f"'{ast.unparse(node)}'", "of a pile take a front [:n], a back [n:], or [::-1]")

    def _chosen(self, node: ast.Subscript, frame: Frame, row: tuple[Value, ...], place: Int) -> Value:
        """One of a row: the choice is spelled out, entries that are equal together."""
        if place.value is not None:
            if -len(row) <= place.value < len(row):
                return row[place.value]
            raise frame.refused(node, f"'{ast.unparse(node)}'", f"place {place.value} is outside of {len(row)}")
        if not row:
            raise frame.refused(node, f"'{ast.unparse(node)}'", "the row is empty")
        self.check(frame, node, within(place, number(len(row))), f"takes a place outside of 0 to {len(row) - 1}")
        return self._spelled_out(place, row)

    def _spelled_out(self, place: Int, row: tuple[Value, ...]) -> Value:
        groups: list[tuple[Value, list[int]]] = []
        for at, entry in enumerate(row):
            alike = next((group for group in groups if _alike(group[0], entry)), None)
            if alike is None:
                groups.append((entry, [at]))
            else:
                alike[1].append(at)
        *fewer, rest = sorted(groups, key=lambda group: len(group[1]))
        found = rest[0]
        for entry, places in reversed(fewer):
            found = merged(self.theory, or_(*(equal(place, number(at)) for at in places)), entry, found)
        return found


def _alike(one: Value, other: Value) -> bool:
    return one is other or (isinstance(one, int) and type(one) is type(other) and one == other)
