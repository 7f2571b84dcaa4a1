"""What must hold of banks that are taken."""

from __future__ import annotations

from typing import Any, Final

from properties.invariants.bank.core import Invariant

TAKING: Final[tuple[Invariant[Any], ...]] = ()
