"""The streams of a program that runs below its keeper: bytes go both ways, and nothing blocks."""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import struct
import termios
import time
from collections.abc import Sequence
from typing import Final

from properties.conformance.containment import Kept, Limits

CHUNK: Final = 1 << 16


class Pipes:
    """What a program is sent, what it has written, and how it is. Raises CannotStart."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        self.kept = Kept(command, limits)
        self.longest = limits.longest_line
        """Bytes of standard output that may wait for their line end."""
        self.buffer = bytearray()
        """What the program has written, and nobody has taken yet."""
        self.stderr = b""
        """The end of its standard error."""
        self.deaf = False
        """Whether the program has closed its standard input, and not read what it was asked."""
        self.mute = False
        """Whether the program has closed its standard output."""
        self._tail = limits.stderr_tail
        self._pending = bytearray()
        self._searched = 0
        self._wanted = 0
        self._poll = select.poll()
        self._poll.register(self.kept.stdin, 0)  # tells when the program closes it
        for stream in (self.kept.stdout, self.kept.stderr, self.kept.control):
            self._poll.register(stream, select.POLLIN)
        for stream in (self.kept.stdin, self.kept.stdout, self.kept.stderr):
            os.set_blocking(stream, False)

    @property
    def too_long(self) -> bool:
        """Whether more waits for its line end than may."""
        return len(self.buffer) > self.longest

    @property
    def ended(self) -> bool:
        """Whether the program, or its keeper, is no more."""
        return self.kept.code is not None or self.kept.limit is not None or self.kept.lost

    def write(self, line: bytes) -> None:
        """Send a line, as far as the program reads it; `pump` sends the rest."""
        self._pending += line
        self._write()

    def line(self) -> bytes | None:
        """The next whole line, without its line end, if there is one."""
        at = self.buffer.find(b"\n", self._searched)
        if at < 0:
            self._searched = len(self.buffer)
            return None
        line = bytes(self.buffer[:at])
        del self.buffer[: at + 1]
        self._searched = 0
        return line.removesuffix(b"\r")

    def pump(self, until: float) -> bool:
        """Wait for something to move, and move it. False when the time is up."""
        left = until - time.monotonic()
        if left <= 0:
            return False
        for stream, what in self._poll.poll(1000 * left):
            if stream == self.kept.stdout:
                self.read()
            elif stream == self.kept.stderr:
                self.read_stderr()
            elif stream == self.kept.control:
                self.kept.listen()
                if self.kept.lost:
                    self._forget(stream)
            elif what & select.POLLERR:
                self.deaf = self.unread()
                self._forget(stream)
            else:
                self._write()
        return True

    def until_ended(self, seconds: float, keep: bool = True) -> None:
        """Wait so long for the program to end. Without `keep`, what it writes meanwhile is thrown away."""
        until = time.monotonic() + seconds
        while not self.ended and self.pump(until):
            if not keep or self.too_long:
                self.clear()

    def unread(self) -> bool:
        """Whether the program has left some of what it was sent in the pipe."""
        with contextlib.suppress(OSError):
            waiting = fcntl.ioctl(self.kept.stdin, termios.FIONREAD, struct.pack("i", 0))
            return bool(self._pending) or struct.unpack("i", waiting)[0] > 0
        return bool(self._pending)

    def close_stdin(self) -> None:
        """Tell the program that nothing more will be asked."""
        self._forget(self.kept.stdin)
        self._pending.clear()
        self.kept.close_stdin()

    def clear(self) -> None:
        """Throw away what the program has written."""
        self.buffer.clear()
        self._searched = 0

    def drain(self) -> None:
        """Take in what a program that has ended has left in the pipes, up to a whole line."""
        while not (self.too_long or b"\n" in self.buffer) and self.read():
            pass
        for _ in range(64):  # pipes hold that much; who still writes is not waited for
            if not self.read_stderr():
                return

    def read(self) -> bool:
        """Take in some of standard output. False if there is nothing."""
        chunk = b"" if self.mute else _read(self.kept.stdout)
        if chunk is None:
            return False
        if not chunk:
            self.mute = True
            self._forget(self.kept.stdout)
        self.buffer += chunk
        return bool(chunk)

    def read_stderr(self) -> bool:
        """Take in some of standard error. False if there is nothing."""
        chunk = _read(self.kept.stderr)
        if chunk is None:
            return False
        if not chunk:
            self._forget(self.kept.stderr)
        self.stderr = (self.stderr + chunk)[-self._tail :]
        return bool(chunk)

    def _write(self) -> None:
        """Write what the pipe takes; have the poll tell when it takes more."""
        try:
            while self._pending:
                del self._pending[: os.write(self.kept.stdin, self._pending)]
        except BlockingIOError:
            self._want(select.POLLOUT)
            return
        except BrokenPipeError:
            self.deaf = True
            self._pending.clear()
        self._want(0)

    def _want(self, events: int) -> None:
        if events != self._wanted:
            self._wanted = events
            with contextlib.suppress(FileNotFoundError):
                self._poll.modify(self.kept.stdin, events)

    def _forget(self, stream: int) -> None:
        with contextlib.suppress(KeyError):
            self._poll.unregister(stream)


def _read(stream: int) -> bytes | None:
    """Some of what can be read now; None if that is nothing yet, and b"" at the end."""
    try:
        return os.read(stream, CHUNK)
    except BlockingIOError:
        return None
