"""Programs that do not answer."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from functools import cache
from typing import TextIO

from tests.hostile.program import LIFETIME, START, Ask, behave, hello, on, outcome, put, right, silence


@cache
def held() -> TextIO:
    """A buffer that is written out when the program exits, whatever the environment says of buffering."""
    return os.fdopen(os.dup(1), "w")


@on("play")
def never_answers(ask: Ask) -> None:
    silence()


@on("play")
def ignores_questions(ask: Ask) -> None:
    """It goes on reading instead."""


@on("play")
def answers_too_late(ask: Ask) -> None:
    """So late that standard input might have been closed meanwhile: late all the same, and not unflushed."""
    time.sleep(1.0)
    behave(ask)


@on("play")
def computes_for_ever(ask: Ask) -> None:
    until = time.monotonic() + LIFETIME
    while time.monotonic() < until:
        pass


@on("hello")
def never_reads_on(ask: Ask) -> None:
    behave(ask)
    silence()


@on("play")
def half_a_line(ask: Ask) -> None:
    put(right(ask).encode()[:20])
    silence()


@on("play")
def no_line_end(ask: Ask) -> None:
    put(right(ask).encode())


@on("play")
def never_flushes(ask: Ask) -> None:
    held().write(right(ask) + "\n")


@on("play")
def flushes_when_full(ask: Ask) -> None:
    whole = right(ask, note="x" * 5_000)
    put(whole.encode()[:4096])
    held().write(whole[4096:] + "\n")


@on("hello", "play", "bye")
def never_flushes_at_all(ask: Ask) -> None:
    answer = {"hello": hello(), "bye": {}}.get(ask["op"]) or {"outcome": outcome(ask)}
    held().write(json.dumps({"id": ask["id"], "ok": answer}) + "\n")


@on(START)
def reads_all_input_first(ask: Ask) -> None:
    for line in sys.stdin.buffer.readlines():
        behave(json.loads(line))


@on("play")
def slows_down_by_degrees(ask: Ask) -> None:
    time.sleep(0.22 * ask["id"])
    behave(ask)


@on("play")
def stops_itself(ask: Ask) -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


@on("play")
def ignores_every_signal(ask: Ask) -> None:
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)
    silence()
