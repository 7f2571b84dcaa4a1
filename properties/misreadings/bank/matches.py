"""Misread rules of matches: dealers, totals, winners."""

from __future__ import annotations

from typing import Final

from properties.misreadings.bank.core import BankMisreading

MATCHES: Final[tuple[BankMisreading, ...]] = ()
