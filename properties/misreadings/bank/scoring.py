"""Misread rules of what counts how much."""

from __future__ import annotations

from typing import Final

from properties.misreadings.bank.core import BankMisreading

SCORING: Final[tuple[BankMisreading, ...]] = ()
