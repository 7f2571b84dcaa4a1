"""Where text for people goes."""

from __future__ import annotations

import os

from rich.console import Console

PLAIN_WIDTH = 120
"""Columns where the output does not go to a terminal, unless the variable COLUMNS says how many."""


def console(stderr: bool = False) -> Console:
    """The console that results are printed to; a file or a pipe gets plain text that is not cut to a window."""
    made = Console(stderr=stderr, highlight=False, soft_wrap=False)
    return made if made.is_terminal else Console(stderr=stderr, highlight=False, width=_plain_width())


def _plain_width() -> int:
    wanted = os.environ.get("COLUMNS", "")
    return int(wanted) if wanted.isdecimal() and int(wanted) > 0 else PLAIN_WIDTH
