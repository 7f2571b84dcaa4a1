"""Running cases against a program: a generator of typed events. It journals everything and decides nothing."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

import msgspec

from model.piles.profiles import RULES_VERSION
from properties.conformance.cases import Case
from properties.conformance.connectors import CannotStart, Connection
from properties.conformance.journal import Footer, Header, Journal, Line, Received, Sent
from properties.conformance.judge import Fault, Judge, Status, Transcript, Verdict, parse_reply
from properties.conformance.planner import Plan, inapplicable
from properties.conformance.protocol import (
    PROTOCOL,
    BudgetWire,
    DealWire,
    GameClaim,
    Hello,
    HelloOk,
    Play,
    Runner,
    read_hello,
)

MOST_RESTARTS: Final = 10
HELLO_SECONDS: Final = 20.0
"""Starting a program may take long: some have a virtual machine to start."""
Connect = Callable[[], Connection]


class CannotSpeak(Exception):
    """The program starts but does not answer `hello` as the protocol says. The message says what came instead."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A case and its verdict."""

    case: Case
    verdict: Verdict
    transcript: Transcript | None


@dataclass(frozen=True, slots=True)
class Restarted:
    """The program had to be started again."""

    times: int
    after: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The run is over."""

    reason: str
    counts: dict[str, int]
    seconds: float


Event = Judged | Restarted | Ended

COMPLETE: Final = "complete"


def greet(connection: Connection, version: str, seconds: float = HELLO_SECONDS) -> HelloOk:
    """The handshake. Raises CannotSpeak."""
    connection.send(Hello(0, (PROTOCOL,), Runner("fairdeal", version)))
    transcript = connection.receive(seconds)
    if transcript.fault is not None:
        raise CannotSpeak(_told(transcript.fault, "hello was not answered"))
    reply = parse_reply((transcript.line or "").encode(), 0)
    if isinstance(reply, Fault):
        raise CannotSpeak(_told(reply, "hello was answered wrongly"))
    if reply.no is not None:
        raise CannotSpeak(f"hello was refused: {reply.no}")
    try:
        hello = read_hello(reply.ok)
    except msgspec.ValidationError as error:
        raise CannotSpeak(f"hello was answered in the wrong shape: {error}") from error
    if hello.protocol != PROTOCOL:
        raise CannotSpeak(f"the program speaks protocol {hello.protocol}, and this version speaks {PROTOCOL}")
    return hello


def _told(fault: Fault, what: str) -> str:
    tail = f"\nThe end of its standard error:\n{fault.stderr.rstrip()}" if fault.stderr.strip() else ""
    return f"{what}: {fault.detail}{tail}"


@dataclass(slots=True)
class Run:
    """One run of a plan against one program."""

    connect: Connect
    connection: Connection
    claim: GameClaim
    version: str
    journal: Journal | None = None
    deadline: float = 2.0
    """Seconds for an answer, on top of a second for every 10,000 cards of the case's budget."""
    judge: Judge = field(init=False)
    _asked: int = 0
    _restarts: int = 0
    _stopped: str = ""
    _begun: bool = False

    def __post_init__(self) -> None:
        self.judge = Judge(self.claim)

    def events(self, plan: Plan, searched: Callable[[], tuple[tuple[str, ...], int]]) -> Iterator[Event]:
        """Ask every case of the plan; `searched` says in the end which spaces, and up to which size.

        One request is under way while the answer before it is being judged.
        """
        started = time.monotonic()
        counts: Counter[str] = Counter()
        reason = "interrupted"
        try:
            for event in self._ask_all(plan):
                if isinstance(event, Judged):
                    counts[event.verdict.status] += 1
                yield event
            reason = self._stopped or COMPLETE
        finally:
            seconds = round(time.monotonic() - started, 3)
            self.connection.close()
            self._note(Footer(reason, dict(counts), seconds, *searched()))
        yield Ended(reason, dict(counts), seconds)

    def _ask_all(self, plan: Plan) -> Iterator[Event]:
        news: list[Verdict] = []
        answered: tuple[Case, Transcript] | None = None
        ended = False
        case: Case | None = None
        while not ended or answered is not None:
            under_way = case is not None and self._send(case)
            if answered is not None:
                judged = Judged(answered[0], self.judge.judge(*answered), answered[1])
                news.append(judged.verdict)
                answered = None
                yield judged
            if case is not None and under_way:
                transcript = self._receive(case)
                answered = case, transcript
                if transcript.fault is not None:
                    yield from self._restart(case)
            elif case is not None:
                yield Judged(case, Verdict(case.id, Status.INAPPLICABLE, inapplicable(case, self.claim)), None)
            case, ended = self._next(plan, news, ended)
            news = []

    def _next(self, plan: Plan, news: list[Verdict], ended: bool) -> tuple[Case | None, bool]:
        """The next case (None while the plan only waits for verdicts), and whether the plan is done."""
        if ended or self._stopped:
            return None, True
        try:
            return (plan.send(news) if self._begun else next(plan)), False
        except StopIteration:
            return None, True
        finally:
            self._begun = True

    def _send(self, case: Case) -> bool:
        self._note(Sent(case))
        if inapplicable(case, self.claim):
            return False
        self._asked += 1
        deal = DealWire(case.hands, case.cards)
        self.connection.send(
            Play(self._asked, case.game, RULES_VERSION, case.choices, deal, BudgetWire(case.budget)),
        )
        return True

    def _receive(self, case: Case) -> Transcript:
        started = time.monotonic()
        transcript = self.connection.receive(self.deadline + case.budget / 10_000)
        self._note(Received(case.id, transcript, round(time.monotonic() - started, 6)))
        return transcript

    def _restart(self, case: Case) -> Iterator[Event]:
        self.connection.kill()
        self._restarts += 1
        yield Restarted(self._restarts, case.id)
        if self._restarts >= MOST_RESTARTS:
            self._stopped = f"the program broke {MOST_RESTARTS} times, so the run was stopped"
            return
        try:
            self.connection = self.connect()
            greet(self.connection, self.version)
        except (CannotStart, CannotSpeak) as error:
            self._stopped = f"the program could not be started again: {error}"

    def _note(self, line: Line) -> None:
        if self.journal is not None:
            self.journal.write(line)


def rejudge(lines: Iterator[Line]) -> Iterator[Judged | Header | Footer]:
    """The verdicts of a journal, again: the header first, then every case in order, then the footer if there is one."""
    judge: Judge | None = None
    waiting: Case | None = None
    for line in lines:
        match line:
            case Header():
                claim = next(claim for claim in line.hello.games if claim.game == line.game)
                judge = Judge(claim)
                yield line
            case Sent(case):
                if waiting is not None:
                    yield _unanswered(waiting, judge)
                waiting = case
            case Received(_, transcript, _):
                assert judge is not None
                if waiting is not None:
                    yield Judged(waiting, judge.judge(waiting, transcript), transcript)
                waiting = None
            case Footer():
                if waiting is not None:
                    yield _unanswered(waiting, judge)
                waiting = None
                yield line
    if waiting is not None:
        yield _unanswered(waiting, judge)


def _unanswered(case: Case, judge: Judge | None) -> Judged:
    reason = inapplicable(case, judge.claim) if judge is not None else ""
    status = Status.INAPPLICABLE if reason else Status.UNTESTED
    return Judged(case, Verdict(case.id, status, reason or "no answer is on record"), None)
