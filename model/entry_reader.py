"""Reads the tables of the register into entries; what is missing, misspelt or ill-typed is refused."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, TypeGuard, TypeVar

from model.entries import (
    Alternative,
    Ambiguity,
    Clause,
    Confidence,
    Document,
    Kind,
    Note,
    Point,
    PointType,
    Profile,
    Reading,
    RegisterError,
    Status,
)

V = TypeVar("V")
E = TypeVar("E", bound=StrEnum)


def parsed(name: str, text: str) -> dict[str, Any]:
    """The tables of one file. Raises RegisterError when it is not TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RegisterError(f"{name} is not TOML: {error}") from error


def _is(value: object, kind: type[V]) -> TypeGuard[V]:
    # A truth value is an int in Python, but where a number belongs it is a slip.
    return isinstance(value, kind) and not (kind is int and isinstance(value, bool))


class Row:
    """One table of a file; every key must be taken, so that a misspelt one is noticed."""

    def __init__(self, table: object, place: str) -> None:
        if not isinstance(table, dict):
            raise RegisterError(f"{place} must be a table, not {table!r}")
        self._rest: dict[str, Any] = dict(table)
        self.place = f"{place} {table.get('id', table.get('name', ''))}".rstrip()

    def _take(self, key: str, kind: type[V], default: V | None = None) -> V:
        value: object = self._rest.pop(key, default)
        if value is None:
            raise RegisterError(f"{self.place}: {key} is missing")
        if not _is(value, kind):
            raise RegisterError(f"{self.place}: {key} must be {kind.__name__}, not {value!r}")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """A string."""
        return self._take(key, str, default)

    def number(self, key: str) -> int:
        """A whole number."""
        return self._take(key, int)

    def truth(self, key: str) -> bool:
        """true or false."""
        return self._take(key, bool)

    def texts(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """A list of strings."""
        return self._each(key, str, default)

    def numbers(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers, empty if absent."""
        return self._each(key, int, ())

    def _each(self, key: str, kind: type[V], default: tuple[V, ...] | None) -> tuple[V, ...]:
        values = self._take(key, list, None if default is None else list(default))
        if not all(_is(value, kind) for value in values):
            raise RegisterError(f"{self.place}: {key} must list {kind.__name__} only, not {values!r}")
        return tuple(values)

    def one_of(self, key: str, kind: type[E], default: str | None = None) -> E:
        """A word of a closed list."""
        value = self.text(key, default)
        if value not in list(kind):
            raise RegisterError(f"{self.place}: {key} {value!r} is none of {', '.join(kind)}")
        return kind(value)

    def rows(self, key: str) -> Iterator[Row]:
        """A list of tables."""
        return (Row(table, f"{self.place}, {key}") for table in self._take(key, list))

    def mapping(self, key: str) -> Mapping[str, str]:
        """A table of strings."""
        return MappingProxyType({str(k): str(v) for k, v in self._take(key, dict).items()})

    def has(self, key: str) -> bool:
        """Whether the key is there and was not taken yet."""
        return key in self._rest

    def done(self) -> None:
        """Raises RegisterError if a key was not taken: it is unknown."""
        if self._rest:
            raise RegisterError(f"{self.place}: unknown key {', '.join(sorted(self._rest))}")


def document(row: Row) -> Document:
    """The header of a document's file."""
    entry = Document(
        id=row.text("id"),
        prefix=row.text("prefix"),
        title=row.text("title"),
        language=row.text("language"),
        game=row.text("game"),
        clauses=row.number("clauses"),
        ambiguities=row.number("ambiguities"),
        evidence=row.text("evidence"),
        symbols=row.texts("symbols"),
    )
    row.done()
    return entry


def clause(row: Row, source: Document) -> Clause:
    """A clause of a document."""
    entry = Clause(
        id=row.text("id"),
        document=source.id,
        line=row.number("line"),
        sentence=row.text("sentence", ""),
        statement=row.text("statement"),
        kind=row.one_of("kind", Kind),
        also=row.one_of("also", Kind) if row.has("also") else None,
        status=row.one_of("status", Status),
        predicate=row.text("predicate"),
        rule_points=row.texts("rule_points"),
        games=row.texts("games", (source.game,)),
        restates=row.text("restates", ""),
        carries_rule=row.truth("carries_rule"),
        note=row.text("note", ""),
        hash=row.text("hash"),
    )
    row.done()
    return entry


def ambiguity(row: Row, source: Document) -> Ambiguity:
    """An ambiguity of a document."""
    entry = Ambiguity(
        id=row.text("id"),
        document=source.id,
        problem=row.text("problem"),
        readings=tuple(reading(each) for each in row.rows("readings")),
        default=row.text("default"),
        why=row.text("why"),
        confidence=row.one_of("confidence", Confidence),
        confidence_note=row.text("confidence_note", ""),
        clauses=row.texts("clauses"),
        rule_points=row.texts("rule_points"),
        no_point=row.text("no_point", ""),
        test_idea=row.text("test_idea"),
        sources=row.texts("sources"),
    )
    row.done()
    if entry.default not in [each.name for each in entry.readings]:
        raise RegisterError(f"{entry.id}: the default {entry.default!r} is not one of its readings")
    return entry


def reading(row: Row) -> Reading:
    """One reading of an ambiguity."""
    entry = Reading(
        name=row.text("name"), text=row.text("text"), wire=row.texts("wire", ()), no_point=row.text("no_point", "")
    )
    row.done()
    return entry


def note(row: Row) -> Note:
    """A note on how the documents go together."""
    entry = Note(id=row.text("id"), text=row.text("text"), games=row.texts("games"), clauses=row.texts("clauses"))
    row.done()
    return entry


def alternative(row: Row) -> Alternative:
    """One alternative of a rule point."""
    entry = Alternative(
        name=row.text("name"),
        text=row.text("text"),
        games=row.texts("games", ()),
        takes=row.text("takes", ""),
        values=row.numbers("values"),
    )
    row.done()
    return entry


def point(row: Row) -> Point:
    """A rule point with its alternatives."""
    entry = Point(
        name=row.text("name"),
        type=row.one_of("type", PointType),
        question=row.text("question"),
        see=row.texts("see"),
        default=row.mapping("default"),
        alternatives=tuple(alternative(each) for each in row.rows("alternatives")),
    )
    row.done()
    return entry


def profile(row: Row) -> Profile:
    """A named setting of the rule points of a game."""
    entry = Profile(
        name=row.text("name"), game=row.text("game"), base=row.text("base", ""), document=row.text("document")
    )
    row.done()
    return entry
