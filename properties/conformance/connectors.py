"""Ways to reach a program: a process that speaks on its standard streams, or a function in this one."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from typing import Final, Protocol

import psutil

from properties.conformance.judge import Fault, FaultKind, Transcript
from properties.conformance.protocol import Request, encode

LONGEST_LINE: Final = 1 << 20
STDERR_TAIL: Final = 2_000
GRACE: Final = 2.0
"""Seconds that a program has to exit after its standard input was closed."""


class CannotStart(Exception):
    """The program cannot be started. The message says why and what to try."""


class Connection(Protocol):
    """One conversation: a request is sent, and one line or a fault comes back before the deadline."""

    def send(self, request: Request) -> None:
        """Send a request; the answer is fetched with `receive`."""

    def receive(self, seconds: float) -> Transcript:
        """What came back for the request just sent, within so many seconds."""

    def close(self) -> int | None:
        """End the conversation and all the program has started. Returns its exit code, if it exited by itself."""

    def kill(self) -> None:
        """End the program and everything below it at once."""


class InProcess:
    """A function that answers request by request: misreadings, and the model itself."""

    def __init__(self, answer: Callable[[Request], bytes]) -> None:
        self._answer = answer
        self._waiting: list[Request] = []

    def send(self, request: Request) -> None:
        """Keep the request until it is asked for."""
        self._waiting.append(request)

    def receive(self, seconds: float) -> Transcript:
        """Answer the request that was sent; a function has no deadline."""
        request = self._waiting.pop(0)
        return Transcript(request.id, self._answer(request).decode())

    def close(self) -> int | None:
        """Nothing to end."""
        return 0

    def kill(self) -> None:
        """Nothing to end."""


class Stdio:
    """A process with one JSON object a line on standard input and output.

    It gets a session of its own, and when the conversation ends, so does every process it has started and that can
    still be found below it. Raises CannotStart.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self.command = tuple(command)
        try:
            self._process: subprocess.Popen[bytes] = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise CannotStart(
                f"'{self.command[0]}' cannot be started ({error.strerror}): check the words after --"
            ) from error
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        self._in = self._process.stdin.fileno()
        self._out = self._process.stdout.fileno()
        self._err = self._process.stderr.fileno()
        self._buffer = b""
        self._stderr = b""
        self._request = -1
        self._poll = select.poll()
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._err, select.POLLIN)

    def send(self, request: Request) -> None:
        """Write the request; a program that is gone is noticed by `receive`."""
        self._request = request.id
        with contextlib.suppress(BrokenPipeError):
            os.write(self._in, encode(request))

    def receive(self, seconds: float) -> Transcript:
        """The next line, or what happened instead."""
        line = self._read_line(time.monotonic() + seconds, seconds)
        if isinstance(line, Fault):
            return Transcript(self._request, fault=line)
        try:
            return Transcript(self._request, line.decode())
        except UnicodeDecodeError:
            return self._faulty(FaultKind.MALFORMED, "the reply is not UTF-8")

    def _faulty(self, kind: FaultKind, detail: str) -> Transcript:
        return Transcript(self._request, fault=self._fault(kind, detail))

    def _fault(self, kind: FaultKind, detail: str) -> Fault:
        return Fault(kind, detail, self._stderr.decode("utf-8", "replace"))

    def _read_line(self, deadline: float, seconds: float) -> bytes | Fault:
        while True:
            line, newline, rest = self._buffer.partition(b"\n")
            if newline:
                self._buffer = rest
                return line
            if len(self._buffer) > LONGEST_LINE:
                return self._fault(FaultKind.MALFORMED, f"a line of more than {LONGEST_LINE} bytes")
            left = deadline - time.monotonic()
            ready = dict(self._poll.poll(max(0.0, left) * 1000)) if left > 0 else {}
            if not ready:
                return self._fault(FaultKind.TIMEOUT, f"no answer within {seconds:.3g} seconds")
            if self._err in ready:
                self._read_stderr()
            if self._out in ready:
                chunk = os.read(self._out, 1 << 16)
                if not chunk:
                    return self._gone()
                self._buffer += chunk

    def _read_stderr(self) -> None:
        chunk = os.read(self._err, 1 << 16)
        if not chunk:
            self._poll.unregister(self._err)
        self._stderr = (self._stderr + chunk)[-STDERR_TAIL:]

    def _gone(self) -> Fault:
        """Standard output has ended: say how the process did."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE / 4)
        with contextlib.suppress(OSError):
            while select.select([self._err], [], [], 0)[0] and (chunk := os.read(self._err, 1 << 16)):
                self._stderr = (self._stderr + chunk)[-STDERR_TAIL:]
        code = self._process.returncode
        if code is None:
            return self._fault(FaultKind.CRASHED, "the program closed its standard output")
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        return self._fault(FaultKind.CRASHED, f"the program ended with {how} instead of answering")

    def close(self) -> int | None:
        """Close standard input, give the program a moment to exit, then end whatever is left of it."""
        family = self._family()
        with contextlib.suppress(OSError):
            assert self._process.stdin
            self._process.stdin.close()
        code: int | None = None
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._process.wait(GRACE)
        _end([*family, *self._family()])
        self._end_group()
        self._process.wait()
        for stream in (self._process.stdout, self._process.stderr):
            assert stream
            stream.close()
        return code

    def kill(self) -> None:
        """End the program and everything below it at once."""
        _end(self._family())
        self._end_group()
        self.close()

    def _end_group(self) -> None:
        """End the orphans of a program that is gone already: they are still in its process group."""
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def _family(self) -> list[psutil.Process]:
        try:
            root = psutil.Process(self._process.pid)
            return [*root.children(recursive=True), root]
        except psutil.NoSuchProcess:
            return []


def _end(processes: list[psutil.Process]) -> None:
    for process in processes:
        with contextlib.suppress(psutil.Error):
            process.kill()
