"""Finding what a hostile program has left running: by an environment variable, and by its words."""

from __future__ import annotations

import os
import time
from pathlib import Path

from tests.hostile.program import TAG, words_of

PATIENCE = 15.0


def family(tag: str) -> list[str]:
    """The processes that carry this tag, in words; none of them is a zombie, and this process is not among them."""
    return [_told(pid) for pid in map(int, filter(str.isdigit, os.listdir("/proc"))) if _is_one(pid, tag)]


def running(word: str) -> list[str]:
    """The processes that have this among their words."""
    pids = map(int, filter(str.isdigit, os.listdir("/proc")))
    return [_told(pid) for pid in pids if word.encode() in _read(pid, "cmdline").split(b"\0")]


def _is_one(pid: int, tag: str) -> bool:
    environment, words = _read(pid, "environ").split(b"\0"), _read(pid, "cmdline").split(b"\0")
    return pid != os.getpid() and (f"{TAG}={tag}".encode() in environment or words_of(tag).encode() in words)


def _told(pid: int) -> str:
    return f"{pid} {_read(pid, 'cmdline').replace(bytes(1), b' ').decode('utf-8', 'replace')[:80]}"


def _read(pid: int, name: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:
        return b""


def left_of(tag: str, seconds: float = PATIENCE) -> list[str]:
    """Who of a family is left when it has had so much time to end."""
    until = time.monotonic() + seconds
    while (left := family(tag)) and time.monotonic() < until:
        time.sleep(0.02)
    return left
