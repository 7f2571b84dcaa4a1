"""Contracts: what functions of the model are known to do that loop over a pile, whose cards are not known one by one.

Instead of being read such a function is replaced by what its contract says. Contracts are few; each is stated in terms
of the zone theory, whose facts are proved by induction, and is compared with the function itself: on all small piles
(`tests/test_contracts.py`), and wherever it is used on random ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from solver.terms import Bool
from solver.values import Value


def nothing(*anything: object) -> dict[str, Bool]:
    """A contract that relies on nothing."""
    return {}


@dataclass(frozen=True, slots=True)
class Contract:
    """What a call returns, from the theory and the arguments, and what must hold for that, by what is wrong if not."""

    result: Callable[..., Value]
    needs: Callable[..., Mapping[str, Bool]] = nothing


Contracts = Mapping[Callable[..., Any], Contract]
"""Functions of the model by what they are known to do."""

NO_CONTRACTS: Final[Contracts] = MappingProxyType({})
