"""What the statements of every family speak in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from model.points import RulePoint
from solver.obligations import Inputs, Setting
from solver.terms import TRUE, Bool, Int, and_, number
from solver.values import Mismatch, Record, Value, same
from solver.zones import within


def record(value: Value) -> Record:
    """A value that is a dataclass. Raises Mismatch."""
    if not isinstance(value, Record):
        raise Mismatch("no dataclass where one is needed")
    return value


def changed(table: Record, **fields: Value) -> Record:
    """A table with some fields replaced."""
    return Record(table.cls, {**table.fields, **fields})


def unchanged(setting: Setting[Any], before: Record, after: Record, *fields: str) -> Bool:
    """Whether these fields are what they were."""
    return and_(*(same(setting.theory, before.fields[name], after.fields[name]) for name in fields))


def seat(setting: Setting[Any], place: Int) -> Bool:
    """Whether a number is one of the seats."""
    return within(place, number(setting.seats))


def anything(setting: Setting[Any], inputs: Inputs) -> Bool:
    """No hypothesis: anything goes."""
    return TRUE


def agreed_on(points: Mapping[str, RulePoint], ways: Mapping[str, str]) -> Callable[[Any], bool]:
    """Whether these alternatives, by rule point and wire name, are what was agreed on."""
    wanted: dict[str, object] = {point: points[point].alternatives[way] for point, way in ways.items()}

    def when(declared: object) -> bool:
        return all(getattr(declared, point) is way for point, way in wanted.items())

    return when
