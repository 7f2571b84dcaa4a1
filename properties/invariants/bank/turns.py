"""What must hold of turns: moving, drawing, failing, sevens."""

from __future__ import annotations

from typing import Any, Final

from properties.invariants.bank.core import Invariant

TURNS: Final[tuple[Invariant[Any], ...]] = ()
