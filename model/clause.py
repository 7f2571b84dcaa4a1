"""Tags that say which clauses of the register a function states.

A tag is a note beside the function, nothing more: the decorator returns the very function it was given, so that play
pays nothing for it and a reader of the source, human or program, sees plain Python.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

MOST_CLAUSES = 3
"""A function that states more than three clauses should be split."""

_TAGS: dict[Callable[..., Any], tuple[str, ...]] = {}


def clause(*ids: str) -> Callable[[F], F]:
    """Tag a function with the one to three clauses it states. Raises ValueError for none or more than three."""
    if not 1 <= len(ids) <= MOST_CLAUSES:
        raise ValueError(f"a function states one to {MOST_CLAUSES} clauses, not {len(ids)}: split it")

    def tag(function: F) -> F:
        _TAGS[function] = ids
        return function

    return tag


def clauses_of(function: Callable[..., Any]) -> tuple[str, ...]:
    """The clauses a function is tagged with; empty if it has no tag."""
    return _TAGS.get(function, ())


def tagged_functions() -> tuple[Callable[..., Any], ...]:
    """Every tagged function of the modules imported so far, in order of definition."""
    return tuple(_TAGS)
