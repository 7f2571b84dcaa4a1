"""fairdeal's side of the keeper: a program is started below one, watched, and ended with all it has started."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final, Literal

import msgspec

from properties.conformance import keeper

TOKEN: Final = "FAIRDEAL_CONVERSATION"
"""The environment variable in which a program and all it starts carry the name of their conversation."""
START_SECONDS: Final = 20.0
END_SECONDS: Final = keeper.PATIENCE + 2
WAYS_TO_WAIT: Final = ("read", "poll", "select", "recv")


class CannotStart(Exception):
    """The program cannot be started. The message says why and what to try."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a program and all it starts may use; past a limit it is ended, and the fault is named."""

    memory: int = 2 << 30
    """Bytes in use, by all its processes together."""
    processes: int = 64
    longest_line: int = 1 << 20
    """Bytes in one reply."""
    traced_card: int = 256
    """Bytes more for each card of the budget, where a trace was asked for."""
    stderr_tail: int = 2_000
    """Bytes of standard error that are kept: the last ones."""


class Event(msgspec.Struct, frozen=True):
    """What a keeper tells. `keeper.py` says what each event carries."""

    event: Literal["started", "cannot", "exited", "limit", "ended", "broken", "gone"]
    pid: int = 0
    errno: int = 0
    code: int = 0
    kind: str = ""
    measured: int = 0
    processes: int = 0
    left: int = 0
    why: str = ""


_event: Final = msgspec.json.Decoder(Event)
GONE: Final = Event("gone")


class Kept:
    """A program that runs below its keeper, with pipes of ours as its standard streams. Raises CannotStart."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        if not command:
            raise CannotStart("there is no program to start: name it behind --")
        keeper.adopt_orphans()  # should the program kill its keeper, then what it has started comes to us
        self.pid = 0
        self.code: int | None = None
        """How the program ended, as soon as it has: its exit code, or a signal as a negative number."""
        self.limit: Event | None = None
        """The limit that was passed, if one was."""
        self.lost = False
        """Whether the keeper has ended before it was told to."""
        self._ended = False
        self._told = b""
        self._token = secrets.token_hex(16)
        self._control, theirs = socket.socketpair()
        with theirs:
            self._keeper = _start(tuple(command), limits, theirs.fileno(), self._token)
        self._control.setblocking(False)
        self.control = self._control.fileno()
        self._streams = _streams_of(self._keeper)
        self.stdin, self.stdout, self.stderr = (stream.fileno() for stream in self._streams)
        self._await_start(command[0])

    def _await_start(self, program: str) -> None:
        event = self._next(START_SECONDS)
        if event is not None and event.event == "started":
            self.pid = event.pid
            self.listen()  # a program may have ended by now, and that came with the same bytes: nobody would wake us
            return
        self.end()
        if event is not None and event.event == "cannot":
            raise CannotStart(_why_not(program, event.errno))
        raise CannotStart(f"'{program}' cannot be started: its keeper {event.why if event else 'did not answer'}")

    def listen(self, seconds: float = 0) -> None:
        """Take in all that the keeper has told; wait so long for a first word."""
        while not self.lost and (event := self._next(seconds)) is not None:
            seconds = 0
            match event.event:
                case "exited":
                    self.code = event.code
                case "limit":
                    self.limit = event
                case "ended":
                    self._ended = event.left == 0
                case "broken" | "gone":
                    self.lost = True

    def close_stdin(self) -> None:
        """Tell the program that nothing more will be asked."""
        with contextlib.suppress(OSError):
            self._streams[0].close()

    def end(self) -> None:
        """End the program and everything that it has started, and the keeper."""
        with contextlib.suppress(OSError):
            self._control.send(b".")
        until = time.monotonic() + END_SECONDS
        while not self._ended and not self.lost and time.monotonic() < until:
            self._keeper.send_signal(signal.SIGCONT)  # the program may have stopped it
            self.listen(END_SECONDS / 20)
        if not self._ended:
            self._end_without_keeper()
        self._keeper.wait()
        self._control.close()
        for stream in self._streams:
            with contextlib.suppress(OSError):
                stream.close()

    def _end_without_keeper(self) -> None:
        """The keeper is gone, or stopped, or hangs: with its end all that was below it comes to this process."""
        self._keeper.kill()
        self._keeper.wait()
        keeper.end(keeper.strays(self._token, self.pid))

    def _next(self, seconds: float) -> Event | None:
        """The next thing told, within so many seconds."""
        until = time.monotonic() + seconds
        while b"\n" not in self._told:
            if not select.select([self._control], [], [], max(0.0, until - time.monotonic()))[0]:
                return None
            try:
                chunk = self._control.recv(1 << 12)
            except OSError:
                chunk = b""
            if not chunk:
                return GONE
            self._told += chunk
        line, _, self._told = self._told.partition(b"\n")
        return _event.decode(line)


def _start(command: tuple[str, ...], limits: Limits, control: int, token: str) -> subprocess.Popen[bytes]:
    words = (str(control), str(limits.memory), str(limits.processes), *command)
    try:
        return subprocess.Popen(
            (sys.executable, "-I", "-S", keeper.__file__, *words),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            pass_fds=(control,),
            env=os.environ | {TOKEN: token},
            start_new_session=True,
        )
    except OSError as error:
        raise CannotStart(f"'{command[0]}' cannot be started: {error.strerror}") from error
    except ValueError as error:
        raise CannotStart(f"'{command[0]}' cannot be started: a word of the command holds a NUL character") from error


def _streams_of(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    assert process.stdin
    assert process.stdout
    assert process.stderr
    return process.stdin, process.stdout, process.stderr


def _why_not(program: str, number: int) -> str:
    """Why a program was not started, and what to try."""
    return f"'{program}' cannot be started: {_reason(program, number)}"


def _reason(program: str, number: int) -> str:
    file = Path(program)
    there, folder = file.is_file(), file.is_dir()
    match number:
        case errno.EACCES | errno.EISDIR if folder:
            return "it is a folder, not a program"
        case errno.EACCES if there:
            return f"the file is not executable: run chmod +x {program}, or put what runs it in front, such as python3"
        case errno.ENOENT if there and "/" in program:
            return f"its first line names a program that is not there: {_first_line(file)}"
        case errno.ENOENT if there:
            return f"no such command; for the file of this name here write ./{program}"
        case errno.ENOEXEC:
            return "the system cannot run such a file (exec format error): put what runs it in front, such as python3"
    return f"{os.strerror(number)}: check the words after --"


def _first_line(file: Path) -> str:
    with contextlib.suppress(OSError), file.open("rb") as opened:
        return opened.readline(80).decode("utf-8", "replace").strip()
    return "(unreadable)"


def is_stopped(pid: int) -> bool:
    """Whether a program is stopped by a signal, where the system says so."""
    return _state(f"/proc/{pid}") == b"T"


def awaits_input(pid: int) -> bool:
    """Whether a program, or something that it has started, may be waiting for input; also if the system does not say.

    The kernel names the function in which each thread sleeps: `pipe_read`, `do_epoll_wait`, `hrtimer_nanosleep`.
    """
    names = [name for each in keeper.Tree(lambda: [pid]).pids() for name in _waits(each)]
    return not names or any(name == "0" or any(way in name for way in WAYS_TO_WAIT) for name in names)


def _waits(pid: int) -> list[str]:
    """Where each thread of a process sleeps; `0` if the system does not say, and empty if the thread runs."""
    try:
        tasks = [f"/proc/{pid}/task/{task}" for task in os.listdir(f"/proc/{pid}/task")]
    except OSError:
        return []
    return ["" if _state(task) == b"R" else keeper.read(f"{task}/wchan").decode() for task in tasks]


def _state(process: str) -> bytes:
    return keeper.read(f"{process}/stat").rpartition(b")")[2][1:2]


def seconds_used(pid: int) -> float:
    """The processor time that a program and what it has started have used so far; 0 where the system does not say."""
    ticks = 0
    for each in keeper.Tree(lambda: [pid]).pids():
        fields = keeper.read(f"/proc/{each}/stat").rpartition(b")")[2].split()
        ticks += sum(map(int, fields[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")
