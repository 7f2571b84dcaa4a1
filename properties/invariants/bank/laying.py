"""What must hold of what is laid on what."""

from __future__ import annotations

from typing import Any, Final

from properties.invariants.bank.core import Invariant

LAYING: Final[tuple[Invariant[Any], ...]] = ()
