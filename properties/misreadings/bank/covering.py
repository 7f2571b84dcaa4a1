"""Misread rules of what covers what."""

from __future__ import annotations

from typing import Final

from properties.misreadings.bank.core import BankMisreading

COVERING: Final[tuple[BankMisreading, ...]] = ()
