"""How many threads a command works with."""

from __future__ import annotations

import os
import sys
from typing import Final

MOST_THREADS: Final = 64


def threads(jobs: int) -> int:
    """As many as asked for, within reason; for 0 one on each core that this process may use."""
    return min(jobs or cores(), MOST_THREADS)


def at_once(jobs: int) -> int:
    """As many of these threads as run at the same time: more of them than cores make nothing faster."""
    return min(threads(jobs), cores())


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
