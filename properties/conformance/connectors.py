"""Ways to reach a program: a process that speaks on its standard streams, or a function in this one."""

from __future__ import annotations

import contextlib
import json
import re
import signal
import time
from collections.abc import Callable, Sequence
from typing import Final, Protocol

import msgspec

from properties.conformance.breaking import Broke
from properties.conformance.containment import CannotStart, Limits, awaits_input, is_stopped, seconds_used
from properties.conformance.judge import Fault, FaultKind, Transcript, parse_reply, printable
from properties.conformance.pipes import Pipes
from properties.conformance.protocol import Bye, Play, Request, encode

__all__ = ["JSON", "CannotStart", "Connection", "InProcess", "Limits", "Stdio", "Wire"]

GRACE: Final = 2.0
"""Seconds that a program has to exit after its standard input was closed."""
LINGER: Final = 0.25
"""Seconds after a deadline in which an answer still counts as late, not as unflushed."""
UNFLUSHED_SECONDS: Final = 1.0
"""Seconds in which an answer that was not flushed must appear after standard input was closed."""
ENDING_SECONDS: Final = 0.5
"""Seconds in which a program that closed a stream must end, if it is ending."""
FLUSH: Final = (
    "answer each line when it comes, and flush standard output after every answer "
    "(Python: print(..., flush=True); C: fflush(stdout); Java: System.out.flush())"
)
BOM: Final = b"\xef\xbb\xbf"


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


class Wire(Protocol):
    """How requests and replies are written as lines."""

    def encode(self, request: Request) -> bytes:
        """A request as one line, with its line end."""

    def decode(self, line: bytes, request: Request) -> bytes:
        """The JSON of a reply line to this request. Raises ValueError, saying what is wrong with the line."""


class JsonLines:
    """One JSON object a line: the wire that other wires are translated to."""

    def encode(self, request: Request) -> bytes:
        """A request as one line."""
        return encode(request)

    def decode(self, line: bytes, request: Request) -> bytes:
        """The line itself; whether it is JSON is for the judge to say."""
        return line


JSON: Final[Wire] = JsonLines()


class InProcess:
    """A function that answers request by request: misreadings, and the model itself."""

    def __init__(self, answer: Callable[[Request], bytes]) -> None:
        self._answer = answer
        self._waiting: list[Request] = []

    def send(self, request: Request) -> None:
        """Keep the request until it is asked for."""
        self._waiting.append(request)

    def receive(self, seconds: float) -> Transcript:
        """Answer the request that was sent; a function has no deadline, but it may behave like one that breaks."""
        request = self._waiting.pop(0)
        try:
            return Transcript(request.id, self._answer(request).decode())
        except Broke as broke:
            return Transcript(request.id, fault=broke.fault)

    def close(self) -> int | None:
        """Nothing to end."""
        return 0

    def kill(self) -> None:
        """Nothing to end."""


class _Id(msgspec.Struct):
    id: int


_id: Final = msgspec.json.Decoder(_Id)


class Stdio:
    """A process that speaks on its standard streams, one line for a request and one for its reply.

    It runs below a keeper and in a session of its own. When the conversation ends, all that the process has started
    ends as well. Nothing here blocks for longer than the seconds given. Raises CannotStart.
    """

    def __init__(self, command: Sequence[str], wire: Wire = JSON, limits: Limits | None = None) -> None:
        self.command = tuple(command)
        self._wire = wire
        self._limits = limits or Limits()
        self._pipes = Pipes(self.command, self._limits)
        self._request: Request = Bye(-1)
        self._answered = -1
        self._stray: Fault | None = None
        self._over = False

    def send(self, request: Request) -> None:
        """Write the request, as far as the program reads it; `receive` writes the rest."""
        self._stray = None if self._over else self._left_over()
        self._request = request
        self._pipes.longest = self._longest()
        if not (self._stray or self._over):
            self._pipes.write(self._wire.encode(request))

    def receive(self, seconds: float) -> Transcript:
        """The next line, or what happened instead, within so many seconds and two more."""
        answer = self._stray or self._answer(time.monotonic() + seconds, seconds)
        if isinstance(answer, Fault):
            return Transcript(self._request.id, fault=answer)
        return Transcript(self._request.id, answer)

    def close(self) -> int | None:
        """Close standard input, give the program a moment to exit, then end whatever is left of it."""
        if not self._over:
            self._pipes.close_stdin()
            self._pipes.until_ended(GRACE, keep=False)
            self.kill()
        return self._pipes.kept.code

    def kill(self) -> None:
        """End the program and everything below it at once."""
        if not self._over:
            self._over = True
            self._pipes.kept.end()

    # ---- what came

    def _answer(self, deadline: float, seconds: float) -> str | Fault:
        pipes = self._pipes
        if self._over:
            return self._fault(FaultKind.CRASHED, "the conversation is over")
        while (line := pipes.line()) is None:
            if pipes.too_long:
                return self._too_long(pipes.buffer)
            if pipes.ended or pipes.mute or pipes.deaf:
                pipes.until_ended(ENDING_SECONDS)
                pipes.drain()
                if b"\n" not in pipes.buffer and not pipes.too_long:
                    return self._fault(*self._how_broken())
            elif not pipes.pump(deadline):
                return self._late(seconds)
        if len(line) > pipes.longest:
            return self._too_long(line)
        return self._read(line)

    def _read(self, line: bytes) -> str | Fault:
        """A line as JSON text, or what is wrong with it: without the right id the conversation is out of step."""
        try:
            text = self._text(line)
        except ValueError as error:
            return self._fault(FaultKind.MALFORMED, str(error))
        told = _id_of(text)
        if told != self._request.id:
            if told is not None and told == self._answered:
                return self._twice(line)
            wrong = parse_reply(text.encode(), self._request.id)
            if isinstance(wrong, Fault):
                return self._fault(wrong.kind, wrong.detail)
        self._answered = self._request.id
        return text

    def _text(self, line: bytes) -> str:
        if line.startswith(BOM):
            raise ValueError("the reply begins with a byte order mark (BOM): write plain UTF-8")
        if b"\0" in line:
            raise ValueError(f"there are NUL bytes in the reply: {_shown(line)}")
        reply = self._wire.decode(line, self._request)
        try:
            text = reply.decode()
        except UnicodeDecodeError:
            raise ValueError(f"the reply is not UTF-8: {_shown(line)}") from None
        twice = _named_twice(text)
        if twice:
            raise ValueError(f"'{twice}' stands twice in one object: {_shown(line)}")
        return text

    def _too_long(self, line: bytes | bytearray) -> Fault:
        longest = f"a line of more than {self._pipes.longest:,} bytes"
        return self._fault(FaultKind.MALFORMED, f"{longest}, which begins {_shown(line)}")

    def _left_over(self) -> Fault | None:
        """What the program has written since its last answer, which is a fault: nobody has asked."""
        if not (self._pipes.buffer or self._pipes.read()):
            return None
        line, _, _ = bytes(self._pipes.buffer).partition(b"\n")
        if self._id_in(line) == self._answered >= 0:
            return self._twice(line)
        what = _shown(line) if line.strip() else "it is empty (two line ends after an answer?)"
        return self._fault(FaultKind.MALFORMED, f"the program wrote a line that nobody asked for: {what}")

    def _twice(self, line: bytes) -> Fault:
        return self._fault(FaultKind.BAD_ID, f"request {self._answered} was answered twice: {_shown(line)}")

    def _how_broken(self) -> tuple[FaultKind, str]:
        kept = self._pipes.kept
        if kept.limit is not None and kept.limit.kind == "memory":
            used, most = kept.limit.measured / (1 << 20), self._limits.memory / (1 << 20)
            return FaultKind.MEMORY, f"the program used {used:,.0f} MiB of memory, and {most:,.0f} MiB are the limit"
        if kept.limit is not None:
            most = self._limits.processes
            return FaultKind.PROCESSES, f"{kept.limit.measured} processes were running, and {most} are the limit"
        if kept.code is not None:
            how = f"the program ended with {_how(kept.code)} instead of answering{self._begun()}"
        elif kept.lost:
            how = "the process that watches over the program was ended, and the program with it"
        elif self._pipes.mute:
            how = f"the program closed its standard output{self._begun()}"
        else:
            how = "the program closed its standard input"
        return FaultKind.CRASHED, how

    # ---- when nothing comes

    def _late(self, seconds: float) -> Fault:
        """Tell silence, slowness, and an answer that was not flushed apart."""
        pipes = self._pipes
        unread, used, began = pipes.unread(), seconds_used(pipes.kept.pid), time.monotonic()
        detail = f"no answer within {seconds:.3g} seconds"
        if self._comes(LINGER):
            late = f"it came {time.monotonic() - began:.2f} seconds after that: more time is given by --deadline"
            return self._fault(FaultKind.TIMEOUT, f"{detail}; {late}")
        if pipes.ended:
            return self._fault(*self._how_broken())
        why = ""
        if unread:
            why = "; the program has not read the request"
        elif is_stopped(pipes.kept.pid):
            why = "; the program has been stopped by a signal"
        elif seconds_used(pipes.kept.pid) - used > LINGER / 5:
            why = "; the program is computing (--deadline gives it more time)"
        elif not awaits_input(pipes.kept.pid):
            why = "; the program is waiting for something else than input (--deadline gives it more time)"
        else:
            pipes.close_stdin()
            if self._comes(UNFLUSHED_SECONDS):
                how = f"{detail}; it came only when standard input was closed: {FLUSH}"
                return self._fault(FaultKind.UNFLUSHED, how)
        return self._fault(FaultKind.TIMEOUT, detail + why + self._begun())

    def _comes(self, seconds: float) -> bool:
        """Whether the answer to the request comes within so many seconds."""
        until, pipes = time.monotonic() + seconds, self._pipes
        while True:
            while (line := pipes.line()) is not None:
                if self._id_in(line) == self._request.id:
                    return True
            done = pipes.mute or pipes.too_long or pipes.kept.limit is not None
            if done or not pipes.pump(until):
                return False

    def _begun(self) -> str:
        """What there is of an answer that was not finished, in words."""
        begun = bytes(self._pipes.buffer)
        if not begun:
            return ""
        whole = self._id_in(begun) == self._request.id
        return f"; half a line: {_shown(begun)}" + (" (only the line end is missing)" if whole else "")

    def _longest(self) -> int:
        """How long a reply to the request may be."""
        traced = 0
        if isinstance(self._request, Play) and self._request.trace is not None:
            traced = self._request.budget.cards * self._limits.traced_card
        return self._limits.longest_line + traced

    def _id_in(self, line: bytes) -> int | None:
        """The id that a line repeats, if it can be read."""
        try:
            return _id_of(self._wire.decode(line, self._request))
        except (ValueError, RecursionError):
            return None

    def _fault(self, kind: FaultKind, detail: str) -> Fault:
        lines = self._pipes.stderr.decode("utf-8", "replace").split("\n")
        return Fault(kind, detail, "\n".join(map(printable, lines)))


def _id_of(reply: bytes | str) -> int | None:
    """The id that a reply repeats, if it can be read."""
    try:
        return _id.decode(reply).id
    except (ValueError, RecursionError):
        return None


_names: Final = re.compile(r'"(\w+)"\s*:')


def _named_twice(text: str) -> str:
    """A name that stands twice in one object: parsers do not agree on which of the values counts. Else empty."""
    names = _names.findall(text)
    if len(names) == len(set(names)):
        return ""
    found: list[str] = []

    def note(pairs: list[tuple[str, object]]) -> None:
        seen = [name for name, _ in pairs]
        found.extend(name for name in seen if seen.count(name) > 1)

    with contextlib.suppress(ValueError, RecursionError):
        json.loads(text, object_pairs_hook=note)
    return found[0] if found else ""


def _how(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    with contextlib.suppress(ValueError):
        return f"signal {-code} ({signal.Signals(-code).name})"
    return f"signal {-code}"


def _shown(line: bytes | bytearray) -> str:
    text = printable(line[:200].decode("utf-8", "backslashreplace"))
    return text if len(text) <= 80 else text[:77] + "..."
