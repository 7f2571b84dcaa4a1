"""Errors as people see them: one clear line, and the exit code that says whose fault it is."""

from __future__ import annotations

import errno
import sys
import traceback
from pathlib import Path
from typing import Final

USAGE, CANNOT_SPEAK, INCOMPLETE, OWN_FAULT = 2, 3, 4, 5
_RAN_OUT: Final = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOMEM)
"""The system could not do it, whatever the user had asked for."""

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
        "LogError",
        "NoSuchGame",
        "ScriptError",
        "RefusedSlap",
        "ResultsError",
        "UnreadableEvidence",
        "SheetError",
        "NoGraphs",
        "NoKernel",
        "TooManyCards",
        "SweepError",
        "NoCluster",
        "NoHypothesis",
        "NoSolver",
        "NoSuchObligation",
        "NotThere",
    }
)
_CANNOT_SPEAK: Final = frozenset({"CannotStart", "CannotSpeak", "ClaimError"})


def tell(error: Exception) -> int:
    """Print an error to standard error, and return the exit code it calls for."""
    code, message = _judged(error)
    if code == OWN_FAULT:
        traceback.print_exception(error)
    _say(message)
    return code


def _judged(error: Exception) -> tuple[int, str]:
    """The exit code for an error, and what to say."""
    names = {cls.__name__ for cls in type(error).__mro__}
    if hasattr(error, "exit_code") and hasattr(error, "format_message"):
        return USAGE, str(error.format_message())
    if isinstance(error, FileExistsError):
        kind = "folder" if Path(str(error.filename)).is_dir() else "file"
        return USAGE, f"{error.filename}: exists already, and nothing is overwritten: name another {kind}"
    if isinstance(error, OSError):
        told = f"{error.filename or 'the system says'}: {error.strerror or error}"
        return (INCOMPLETE if error.errno in _RAN_OUT else USAGE), told
    if isinstance(error, RuntimeError) and "new thread" in str(error):
        return INCOMPLETE, "the system allows no more processes or threads: end some, and try again"
    if names & (_USAGE | _CANNOT_SPEAK):
        return (USAGE if names & _USAGE else CANNOT_SPEAK), str(error)
    return OWN_FAULT, "this is a fault of fairdeal itself: please report the lines above"


def _say(message: str) -> None:
    print(f"fairdeal: {message}", file=sys.stderr)
