"""Misread rules of who takes the bank, and of what must then be covered."""

from __future__ import annotations

from typing import Final

from properties.misreadings.bank.core import BankMisreading

TAKING: Final[tuple[BankMisreading, ...]] = ()
