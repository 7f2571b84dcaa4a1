"""What must hold of matches: totals, dealers, winners."""

from __future__ import annotations

from typing import Any, Final

from properties.invariants.bank.core import Invariant

MATCHES: Final[tuple[Invariant[Any], ...]] = ()
