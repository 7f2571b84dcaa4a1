"""Misreadings of Bank: rules that somebody might play by in good faith."""

from __future__ import annotations

from typing import Final

from properties.misreadings.bank.core import BankMisreading
from properties.misreadings.bank.covering import COVERING
from properties.misreadings.bank.laying import LAYING
from properties.misreadings.bank.matches import MATCHES
from properties.misreadings.bank.scoring import SCORING
from properties.misreadings.bank.taking import TAKING
from properties.misreadings.bank.turning import TURNING

MISREADINGS: Final[tuple[BankMisreading, ...]] = (*COVERING, *LAYING, *TURNING, *TAKING, *SCORING, *MATCHES)
