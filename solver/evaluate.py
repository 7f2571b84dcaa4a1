"""Terms evaluated on real tuples of cards: what a translated function says about one concrete situation."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from solver.terms import Term, parts_first

Meaning = Callable[..., Any]
"""What a symbol does to concrete arguments; for a constant, a function of no arguments."""

BUILT_IN: Final[Mapping[str, Meaning]] = {
    "and": lambda *parts: all(parts),
    "or": lambda *parts: any(parts),
    "not": operator.not_,
    "ite": lambda condition, yes, no: yes if condition else no,
    "=": operator.eq,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "<=": operator.le,
    "<": operator.lt,
}


class Evaluator:
    """Evaluates the same terms in many situations: their order is worked out once."""

    def __init__(self, roots: Iterable[Term], meanings: Mapping[str, Meaning]) -> None:
        self._roots = tuple(roots)
        self._terms = tuple(parts_first(self._roots))
        self._meanings = {**BUILT_IN, **meanings}

    def constants(self) -> frozenset[str]:
        """The names that a situation has to give a value to."""
        return frozenset(
            term.op for term in self._terms if not term.args and term.value is None and term.op not in self._meanings
        )

    def values(self, situation: Mapping[str, object]) -> tuple[Any, ...]:
        """The value of each root. Raises KeyError for a constant that has none."""
        found: dict[Term, Any] = {}
        for term in self._terms:
            if term.value is not None:
                found[term] = term.value
            elif term.op in self._meanings:
                found[term] = self._meanings[term.op](*(found[part] for part in term.args))
            else:
                found[term] = situation[term.op]
        return tuple(found[root] for root in self._roots)
