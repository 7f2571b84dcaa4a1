"""Misread rules of what is laid together, and of what follows."""

from __future__ import annotations

from typing import Final

from properties.misreadings.bank.core import BankMisreading

LAYING: Final[tuple[BankMisreading, ...]] = ()
