"""What the translator carries along while it reads a function, and what it notes on the way."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from solver.sources import Place, Source, Unsupported
from solver.terms import Bool
from solver.values import Value


@dataclass(frozen=True, slots=True)
class Check:
    """Something the code relies on: where, when (the guard), what must hold then, and what would go wrong."""

    place: Place
    guard: Bool
    condition: Bool
    wrong: str
    of_loop: bool = False


@dataclass(frozen=True, slots=True)
class Branch:
    """One way out of a condition in the source."""

    place: Place
    condition: str
    taken: bool

    @property
    def way(self) -> str:
        """The condition as it comes out."""
        return f"{'if' if self.taken else 'if not'} {self.condition}"

    def __str__(self) -> str:
        return f"{self.place} {self.way}"


@dataclass(slots=True)
class Frame:
    """One function being read: its source, its variables so far, and the path on which it was called."""

    source: Source
    env: dict[str, Value]
    under: Bool

    def fork(self) -> Frame:
        """The same, with variables of its own."""
        return Frame(self.source, dict(self.env), self.under)

    def refused(self, node: ast.AST, what: str, instead: str) -> Unsupported:
        """The refusal of a node, to be raised."""
        return Unsupported(self.source.place(node), what, instead)


ADVICE: Final[Mapping[type[ast.AST], tuple[str, str]]] = {
    ast.Lambda: ("a lambda", "write a module-level def"),
    ast.GeneratorExp: ("a generator", "hand it straight to tuple, any, all, sum, min, max or next"),
    ast.DictComp: ("a dict", "use a tuple of known length"),
    ast.List: ("a list", "write a tuple"),
    ast.Dict: ("a dict", "use a tuple, or a dataclass, that says what the entries mean"),
    ast.JoinedStr: ("a text", "keep texts out of rule functions: they return tables"),
    ast.NamedExpr: ("':='", "assign on a line of its own"),
    ast.Starred: ("'*'", "name each argument"),
}
"""What is not in the subset, and what to write instead."""
