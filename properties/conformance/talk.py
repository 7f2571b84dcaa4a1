"""Asking a program small questions one at a time, and what is wrong with the wire when no answer comes back."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

import msgspec

from model.piles.profiles import RULES_VERSION
from properties.conformance.connectors import Connection
from properties.conformance.judge import Fault, FaultKind, Transcript, parse_reply
from properties.conformance.protocol import (
    PROTOCOL,
    BudgetWire,
    DealWire,
    Hello,
    HelloOk,
    OutcomeWire,
    Play,
    PlayOk,
    Reply,
    Request,
    Runner,
    Trace,
    read_play,
    winners,
)
from properties.conformance.runner import CARDS_A_SECOND, CannotSpeak, greet

FIRST_ID: Final = 9_001
ID_STEP: Final = -7
"""Ids run backwards and leave gaps, so that a program that counts for itself instead of repeating them is noticed."""


@dataclass(frozen=True, slots=True)
class Check:
    """One question, whether it went well, what was seen, and what to do if it did not.

    A remark is worth knowing and no fault of the wiring.
    """

    name: str
    held: bool
    seen: str
    hint: str = ""
    remark: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """The program answered with `no`, or said that it broke: in words."""

    words: str
    broke: bool = False


class Broken(Exception):
    """The conversation cannot go on. Holds the check that says why, and the fault."""

    def __init__(self, check: Check, fault: Fault) -> None:
        super().__init__(check.name)
        self.check = check
        self.fault = fault


ANSWERED: Final = "every question is answered"
FLUSHED: Final = "every reply is flushed"
ONLY_REPLIES: Final = "nothing but replies is written to standard output"
IDS: Final = "the id of the request is repeated"
SHAPE: Final = "replies have the right shape"
WIRE: Final = (ANSWERED, FLUSHED, ONLY_REPLIES, IDS, SHAPE)
"""What can be wrong with the wire, whatever the game."""

_PRINT: Final = "write one reply for each request and nothing else; what people should read goes to standard error"
_REPR: Final = "that is how Python shows a dict, and no JSON: write json.dumps(reply)"
_ID: Final = "copy the id of the request into its reply"
_OBJECT: Final = 'a reply is {"id": 7, "ok": ...}, or "no" or "err" in place of "ok"'
_OUTCOME: Final = 'an outcome looks like {"status": "won", "winner": 0, "cards": 19, "tricks": 4}'
_LOOP: Final = "read standard input line by line in a loop, and answer each line, until bye"
_ONCE: Final = "answer each request once"
_NO_OBJECT: Final = re.compile(r"Expected `object`, got `\w+`$")
"""JSON, but no reply: a number or a text that a program has printed."""
_HINTS: Final[Mapping[FaultKind, tuple[str, str]]] = {
    FaultKind.UNFLUSHED: (FLUSHED, "a program keeps back what it writes to a pipe: flush after every line"),
    FaultKind.TIMEOUT: (ANSWERED, "answer each line as it comes, and give up a game after `budget` cards"),
    FaultKind.CRASHED: (ANSWERED, "the program ended: the last line of its standard error may say why"),
    FaultKind.MEMORY: (ANSWERED, "give up a game after `budget` cards, and forget it when it is over"),
    FaultKind.PROCESSES: (ANSWERED, "start no process for a game, or end it before answering"),
}


def told(fault: Fault) -> str:
    """A fault in one line, with the last line of standard error if there is one."""
    last = fault.stderr.strip().split("\n")[-1].strip()
    return f"{fault.detail}; standard error ends with: {last}" if last else fault.detail


def fault_check(fault: Fault) -> Check:
    """Which rule of the wire a fault breaks, and the hint."""
    if fault.kind is FaultKind.CRASHED and "exit code 0" in fault.detail:
        return Check(ANSWERED, False, told(fault), _LOOP)
    if fault.kind in _HINTS:
        name, hint = _HINTS[fault.kind]
        return Check(name, False, told(fault), hint)
    if fault.kind is FaultKind.BAD_ID:
        twice = "twice" in fault.detail
        return Check(ANSWERED if twice else IDS, False, told(fault), _ONCE if twice else _ID)
    if fault.kind is FaultKind.MALFORMED or _NO_OBJECT.search(fault.detail):
        return Check(ONLY_REPLIES, False, told(fault), _REPR if "{'" in fault.detail else _PRINT)
    if "`id`" in fault.detail or "`$.id`" in fault.detail:
        return Check(IDS, False, told(fault), _ID)
    return Check(SHAPE, False, told(fault), _OUTCOME if "outcome" in fault.detail else _OBJECT)


@dataclass(slots=True)
class _Heard:
    """A connection that remembers what came last."""

    connection: Connection
    last: Transcript = field(default_factory=lambda: Transcript(0, ""))

    def send(self, request: Request) -> None:
        """Hand on the request."""
        self.connection.send(request)

    def receive(self, seconds: float) -> Transcript:
        """Hand on what came, and keep it."""
        self.last = self.connection.receive(seconds)
        return self.last

    def close(self) -> int | None:
        """End the conversation."""
        return self.connection.close()

    def kill(self) -> None:
        """End the program."""
        self.connection.kill()


def greeted(connection: Connection, version: str, seconds: float) -> HelloOk:
    """The handshake. Raises CannotSpeak, with a hint where the wire is at fault."""
    heard = _Heard(connection)
    try:
        return greet(heard, version, seconds)
    except CannotSpeak as error:
        fault = heard.last.fault or parse_reply((heard.last.line or "").encode(), heard.last.request)
        hint = f"\nhint: {fault_check(fault).hint}" if isinstance(fault, Fault) else ""
        raise CannotSpeak(f"{error}{hint}") from error


@dataclass(slots=True)
class Talk:
    """A conversation in small questions. Every method raises Broken where it cannot go on."""

    connection: Connection
    version: str
    seconds: float
    """For one answer, and a second more for every 10,000 cards of the budget."""
    _ids: Iterator[int] = field(default_factory=lambda: itertools.count(FIRST_ID, ID_STEP))

    def play(
        self, game: str, deal: DealWire, choices: Mapping[str, str], budget: int, trace: Trace | None = None
    ) -> PlayOk | Refused:
        """How the program says that this deal ends."""
        request = Play(next(self._ids), game, RULES_VERSION, dict(choices), deal, BudgetWire(budget), trace)
        reply = self._ask(request, self.seconds + budget / CARDS_A_SECOND)
        if isinstance(reply, Refused):
            return reply
        try:
            answer = read_play(reply.ok)
        except msgspec.ValidationError as error:
            raise _misshapen(str(error)) from error
        wrong = _incomplete(answer.outcome)
        if wrong:
            raise _misshapen(wrong)
        return answer

    def hello(self) -> Reply | Refused:
        """The answer to one more greeting, unread."""
        return self._ask(Hello(next(self._ids), (PROTOCOL,), Runner("fairdeal", self.version)), self.seconds)

    def ask(self, request: Request) -> Reply | Refused:
        """The answer to any other request, unread."""
        return self._ask(request, self.seconds)

    def next_id(self) -> int:
        """An id for a request of one's own."""
        return next(self._ids)

    def _ask(self, request: Request, seconds: float) -> Reply | Refused:
        self.connection.send(request)
        transcript = self.connection.receive(seconds)
        reply = transcript.fault or parse_reply((transcript.line or "").encode(), request.id)
        if isinstance(reply, Fault):
            if reply.kind is FaultKind.ERR:
                return Refused(reply.detail, broke=True)
            raise Broken(fault_check(reply), reply)
        if reply.no is not None:
            return Refused(f"{reply.no.why} {reply.no.feature} {reply.no.detail}".strip())
        return reply


def _misshapen(what: str) -> Broken:
    fault = Fault(FaultKind.SCHEMA, f"the outcome has the wrong shape: {what}")
    return Broken(fault_check(fault), fault)


def _incomplete(outcome: OutcomeWire) -> str:
    """What is missing in an outcome. Seats that do not exist are let through: counting from 1 is a slip with a name."""
    if outcome.status == "won" and not winners(outcome):
        return "status 'won' needs a winner (or winners)"
    if outcome.winner is not None and outcome.winners is not None:
        return "give winner or winners, not both"
    return ""
