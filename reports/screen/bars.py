"""The bar of a command that counts: how far it is, how fast it goes, and what it has found."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import Final

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from reports.consoles import console

READYING: Final = "getting the kernel ready (compiled once) ..."
"""What is done first: the first time on a machine it takes some ten seconds, later less than one."""

Show = Callable[[int, str], None]
"""Is told how many are done, and in words what is found."""


@contextlib.contextmanager
def bar(total: int, things: str) -> Iterator[Show]:
    """How many of the things are done, how fast, what is found, how long it still takes; nothing beside a pipe.

    Until the first of them is done, the line says that what does them gets ready.
    """
    screen = console(stderr=True)
    columns = (BarColumn(20), TextColumn("{task.description}"), TimeElapsedColumn(), TimeRemainingColumn())
    start = time.monotonic()
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task(READYING, total=total)

        def show(done: int, found: str) -> None:
            if not done:
                return
            rate = done / max(time.monotonic() - start, 1e-3)
            words = f"{done:,} of {total:,} {things}, {rate:,.0f} a second, {found}"
            progress.update(task, completed=done, description=words)

        yield show
