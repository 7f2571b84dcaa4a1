"""Rule clauses that no obligation is stated for, each with the reason.

Every clause that carries a rule has an obligation or stands here. An entry for a clause that has one is refused, and so
is one for what is no rule clause: see `solver.clause_table`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

EXCEPTIONS: Final[Mapping[str, str]] = {}
