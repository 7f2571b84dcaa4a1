"""How many threads a command works with."""

from __future__ import annotations

import os
import sys
from typing import Final

MOST_THREADS: Final = 64


def threads(jobs: int) -> int:
    """As many as asked for, within reason; for 0 one on each core that this process may use."""
    return min(jobs or _cores(), MOST_THREADS)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
