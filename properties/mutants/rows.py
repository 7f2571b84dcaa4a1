"""What became of each mutant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

Fate = Literal["own", "others", "space", "survives", "equivalent", "unasked"]
"""Noticed by cases or checks of its own clauses; only by those of others; only where small deals are asked as a whole.

Or by nothing that the suite asks: it survives if something tells it from the rules all the same, is equivalent as far
as was looked, or stands in a function that nothing comes to.
"""
FATES: tuple[Fate, ...] = ("own", "others", "space", "survives", "equivalent", "unasked")
How = Literal["", "it differs", "it breaks", "it hangs"]


class Row(msgspec.Struct, frozen=True):
    """One mutant and its fate."""

    name: str
    game: str
    module: str
    clauses: tuple[str, ...]
    """Those of its function that are about this game."""
    line: int
    before: str
    after: str
    fate: Fate
    by: str = ""
    """The first case, check or deal that notices it."""
    means: Literal["", "case", "check", "space"] = ""
    how: How = ""
    cases: int = 0
    """How many cases of the suite notice it; of its own clauses alone if those do."""
    space: str = ""
    """In words what was searched in vain."""
    separating: str = ""
    """Where no case of the suite notices it: one that does, as it would stand in the suite."""
    killed_by: tuple[str, ...] = ()
    """Every case of the suite that notices it."""


class Result(msgspec.Struct, frozen=True):
    """A game: what became of every mutant, and the functions of which none was made, each with the reason."""

    game: str
    rows: tuple[Row, ...]
    left_out: tuple[tuple[str, str], ...]
    seconds: float = 0.0

    def of(self, fate: Fate) -> tuple[Row, ...]:
        """The rows with this fate."""
        return tuple(row for row in self.rows if row.fate == fate)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses whose functions were changed."""
        return tuple(sorted({clause for row in self.rows for clause in row.clauses}, key=_in_order))

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules that were changed."""
        return tuple(dict.fromkeys(row.module for row in self.rows))


def _in_order(clause: str) -> tuple[str, int, str]:
    letters, _, number = clause.partition("-")
    digits = "".join(each for each in number if each.isdigit())
    return letters, int(digits or 0), number


def counts(rows: Sequence[Row]) -> tuple[int, ...]:
    """How many there are of each fate, in the order of FATES."""
    return tuple(sum(row.fate == fate for row in rows) for fate in FATES)
