"""What is worked out under a rule book, kept for every book that has the same at each point that was read meanwhile.

A hypothesis differs from the next in a point or two, and most scripts never come to those. A book that notes which of
its points are read while a script is played tells which books the result holds for: a point that was not read cannot
make a difference.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Generic, TypeVar

from properties.conformance.books import AnyBook

T = TypeVar("T")


@cache
def _noting(kind: type[Any]) -> tuple[type[Any], tuple[str, ...]]:
    """The kind of book that notes what is read of it, and the names of its points."""
    points = frozenset(each.name for each in fields(kind))

    class Noting(kind):  # type: ignore[misc]
        """A book that notes what is read of it."""

        __slots__ = ("noted",)

        def __getattribute__(self, name: str) -> Any:  # noqa: ANN401
            if name in points:
                try:  # noqa: SIM105 -- this is done millions of times
                    object.__getattribute__(self, "noted").add(name)
                except AttributeError:
                    pass  # a rule made another book of this one, and read all of it to do so
            return object.__getattribute__(self, name)

    return Noting, tuple(sorted(points))


def noting(book: AnyBook) -> tuple[AnyBook, set[str]]:
    """A book that plays the same, and the set of its points that have been read, which grows."""
    made_as: Any = type(book)
    kind, points = _noting(made_as)
    twin = object.__new__(kind)
    for name in points:
        object.__setattr__(twin, name, getattr(book, name))
    noted: set[str] = set()
    object.__setattr__(twin, "noted", noted)
    return twin, noted


@dataclass(slots=True)
class Remembered(Generic[T]):
    """Something that follows from a book, worked out once for all books that cannot differ in it."""

    compute: Callable[[AnyBook], T]
    worked_out: int = 0
    """So often it was worked out."""
    _known: dict[tuple[str, ...], dict[Hashable, T]] = field(default_factory=dict)
    """For each set of points that were read, by what stood there."""

    def of(self, book: AnyBook) -> T:
        """What follows from this book."""
        for points, found in self._known.items():
            values = _values(book, points)
            if values in found:
                return found[values]
        twin, noted = noting(book)
        result = self.compute(twin)
        self.worked_out += 1
        points = tuple(sorted(noted))
        self._known.setdefault(points, {})[_values(book, points)] = result
        return result


def _values(book: AnyBook, points: tuple[str, ...]) -> Hashable:
    return tuple([getattr(book, name) for name in points])
