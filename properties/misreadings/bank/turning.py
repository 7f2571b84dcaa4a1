"""Misread rules of turns, sevens, drawing and the deal."""

from __future__ import annotations

from typing import Final

from properties.misreadings.bank.core import BankMisreading

TURNING: Final[tuple[BankMisreading, ...]] = ()
