"""What the symbols for piles mean to a solver: left open, but for what is stated of them, or defined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Language:
    """How a script speaks of piles: its logic, and the lines in which `Zone` and its symbols are introduced."""

    name: str
    logic: str
    header: tuple[str, ...]


MU: Final = Language("mu", "QF_UFLIA", ("(declare-sort Zone 0)",))
"""Nothing is known of a pile but what `MuTheory` states of the terms that occur."""
