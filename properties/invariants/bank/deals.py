"""What must hold of a round that was dealt."""

from __future__ import annotations

from typing import Any, Final

from properties.invariants.bank.core import Invariant

DEALS: Final[tuple[Invariant[Any], ...]] = ()
