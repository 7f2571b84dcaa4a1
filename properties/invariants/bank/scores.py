"""What must hold of the scores of a round."""

from __future__ import annotations

from typing import Any, Final

from properties.invariants.bank.core import Invariant

SCORES: Final[tuple[Invariant[Any], ...]] = ()
