"""Errors as people see them: one clear line, and the exit code that says whose fault it is."""

from __future__ import annotations

import sys
import traceback
from typing import Final

USAGE, CANNOT_SPEAK, OWN_FAULT = 2, 3, 5

_USAGE: Final = frozenset(
    {
        "CardError",
        "DealError",
        "DeckError",
        "RuleChoiceError",
        "UnknownClause",
        "UnknownPoint",
        "NeedsChance",
        "SuiteError",
        "SettingsError",
        "ExpectationsError",
        "NoTemplate",
        "JournalError",
        "NoSuchGame",
        "ResultsError",
        "UnreadableEvidence",
        "NoGraphs",
        "NoSolver",
        "FileExistsError",
        "FileNotFoundError",
        "IsADirectoryError",
        "PermissionError",
        "NotADirectoryError",
    }
)
_CANNOT_SPEAK: Final = frozenset({"CannotStart", "CannotSpeak", "ClaimError"})


def tell(error: Exception) -> int:
    """Print an error to standard error, and return the exit code it calls for."""
    names = {cls.__name__ for cls in type(error).__mro__}
    if hasattr(error, "exit_code") and hasattr(error, "format_message"):
        _say(str(error.format_message()))
        return USAGE
    if isinstance(error, FileExistsError):
        _say(f"{error.filename}: exists already, and nothing is overwritten: name another file")
        return USAGE
    if isinstance(error, OSError) and names & _USAGE:
        _say(f"{error.filename}: {error.strerror}")
        return USAGE
    if names & _USAGE:
        _say(str(error))
        return USAGE
    if names & _CANNOT_SPEAK:
        _say(str(error))
        return CANNOT_SPEAK
    traceback.print_exception(error)
    _say("this is a fault of fairdeal itself: please report the lines above")
    return OWN_FAULT


def _say(message: str) -> None:
    print(f"fairdeal: {message}", file=sys.stderr)
