"""Rows that are worked out one by one or side by side, with a bar on a terminal."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator
from typing import TypeVar

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from reports.consoles import console

Row = TypeVar("Row")
MOST_SAID = 60


def all_of(rows: Generator[Row, None, None], total: int, things: str, said: Callable[[Row], str]) -> list[Row]:
    """Every row, as they come; the bar says of each what it is, in short."""
    screen = console(stderr=True)
    parts = (BarColumn(20), MofNCompleteColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    found: list[Row] = []
    with (
        Progress(*parts, console=screen, transient=True, disable=not screen.is_terminal) as progress,
        contextlib.closing(rows),
    ):
        task = progress.add_task(things, total=total)
        for row in rows:
            found.append(row)
            progress.update(task, advance=1, description=said(row)[:MOST_SAID])
    return found
