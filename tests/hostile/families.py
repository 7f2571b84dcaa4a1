"""Programs that end, that start others, and that fight back."""

from __future__ import annotations

import os
import signal
import sys
import time

from tests.hostile.program import (
    LIFETIME,
    START,
    Ask,
    behave,
    daemon,
    in_background,
    keeper,
    on,
    put,
    right,
    silence,
)


@on("play")
def exits_at_once(ask: Ask) -> None:
    os._exit(0)


@on("play")
def exits_with_3(ask: Ask) -> None:
    os._exit(3)


@on("play")
def raises(ask: Ask) -> None:
    raise IndexError("pop from an empty hand")


@on("play")
def dies_by_signal(ask: Ask) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


@on("play")
def dies_in_the_middle_of_a_line(ask: Ask) -> None:
    put(right(ask).encode()[:20])
    os._exit(1)


@on("play")
def answers_and_dies(ask: Ask) -> None:
    behave(ask)
    os._exit(0)


@on("hello")
def dies_in_the_handshake(ask: Ask) -> None:
    os._exit(1)


@on(START)
def dies_before_hello(ask: Ask) -> None:
    sys.exit("config.yaml: not found")


@on("play")
def dies_and_leaves_a_daemon(ask: Ask) -> None:
    """The daemon holds standard output open."""
    daemon()
    os._exit(0)


@on("play")
def closes_stdout(ask: Ask) -> None:
    os.close(1)
    silence()


@on("play")
def closes_stdin(ask: Ask) -> None:
    behave(ask)
    os.close(0)
    silence()


@on("play")
def forks(ask: Ask) -> None:
    in_background(silence)
    behave(ask)


@on("play")
def double_forks(ask: Ask) -> None:
    daemon()
    behave(ask)


@on("play")
def double_forks_and_is_silent(ask: Ask) -> None:
    daemon()
    daemon(streams=False, clean=True)
    silence()


def _chain() -> None:
    """A process that is always another one: each forks the next, in a session of its own, and exits."""
    until = time.monotonic() + LIFETIME
    while time.monotonic() < until:
        os.setsid()
        if os.fork():
            os._exit(0)


@on("play")
def fork_chain(ask: Ask) -> None:
    in_background(_chain)
    behave(ask)


def _loop() -> None:
    until = time.monotonic() + LIFETIME
    while time.monotonic() < until:
        os.waitpid(in_background(lambda: None), 0)


@on("play")
def fork_chain_and_silence(ask: Ask) -> None:
    in_background(_chain)
    daemon(streams=False, clean=True)
    silence()


@on("play")
def fork_loop(ask: Ask) -> None:
    in_background(_loop)
    behave(ask)


@on("play")
def leaves_zombies(ask: Ask) -> None:
    """A hundred children that have ended, and that nobody has waited for."""
    for _ in range(100):
        in_background(lambda: None)
    time.sleep(0.3)
    behave(ask)


def _respawn(times: int = 20) -> None:
    """A guard that starts another one when its own is ended."""
    until = time.monotonic() + LIFETIME
    while times and time.monotonic() < until:
        os.waitpid(in_background(silence), 0)
        times -= 1


@on("play")
def respawns(ask: Ask) -> None:
    in_background(_respawn)
    behave(ask)


@on("play")
def too_many_processes(ask: Ask) -> None:
    for _ in range(100):
        in_background(silence)
    silence()


@on("play")
def eats_memory(ask: Ask) -> None:
    kept = []
    for _ in range(96):
        kept.append(bytearray(b"x") * (32 << 20))
        time.sleep(0.002)
    silence()


@on("play")
def eats_memory_together(ask: Ask) -> None:
    """No process of the family takes much, but all together do."""
    for _ in range(24):
        in_background(lambda: (bytearray(b"x") * (128 << 20), silence())[1])
    silence()


@on("play")
def shares_memory(ask: Ask) -> None:
    """Ten processes with the same hundred megabytes: these count once."""
    global _shared
    _shared = bytearray(b"x") * (100 << 20)
    for _ in range(10):
        in_background(silence)
    time.sleep(0.2)
    behave(ask)


_shared = bytearray()


@on("play")
def kills_its_keeper(ask: Ask) -> None:
    daemon()
    daemon(streams=False, clean=True)
    os.kill(keeper(), signal.SIGKILL)
    silence()


@on("play")
def stops_its_keeper(ask: Ask) -> None:
    daemon(clean=True)
    os.kill(keeper(), signal.SIGSTOP)
    silence()


@on("play")
def asks_its_keeper_to_end(ask: Ask) -> None:
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGUSR1, signal.SIGALRM, signal.SIGPIPE):
        os.kill(keeper(), number)
    behave(ask)
