"""Where text for people goes."""

from __future__ import annotations

import os

from rich.console import Console

PLAIN_WIDTH = 120
"""Columns where the output does not go to a terminal."""


def console(stderr: bool = False, fitted: bool = False) -> Console:
    """The console that results are printed to; a file or a pipe gets plain text that is not cut to a window.

    What is `fitted` to any width honours the variable COLUMNS there as well.
    """
    made = Console(stderr=stderr, highlight=False, soft_wrap=False)
    wanted = os.environ.get("COLUMNS", "") if fitted else ""
    width = int(wanted) if wanted.isdecimal() and int(wanted) > 0 else PLAIN_WIDTH
    return made if made.is_terminal else Console(stderr=stderr, highlight=False, width=width)
