"""Running cases against a program: a generator of typed events. It journals everything and decides nothing.

A case that breaks the program is asked once more in a fresh process; if it breaks that as well, it is left alone.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

import msgspec

from model.piles.profiles import RULES_VERSION
from properties.conformance.cases import Case
from properties.conformance.connectors import CannotStart, Connection
from properties.conformance.conversation import WrongShape, resume
from properties.conformance.conversations import conversation
from properties.conformance.journal import Footer, Header, Journal, Line, Received, Resumed, Sent
from properties.conformance.judge import (
    Fault,
    FaultKind,
    Judge,
    Judged,
    Status,
    Transcript,
    Verdict,
    parse_reply,
    rules_of,
)
from properties.conformance.oracles import Oracle
from properties.conformance.parting import Talk
from properties.conformance.planner import Plan, inapplicable
from properties.conformance.protocol import (
    PROTOCOL,
    BudgetWire,
    Bye,
    GameClaim,
    Hello,
    HelloOk,
    Play,
    Request,
    Runner,
    StepRequest,
    Trace,
    read_hello,
)
from properties.conformance.settings import WHOLE, Deadlines, Shard
from properties.conformance.traces import trace_to_ask

MOST_BROKEN: Final = 10
"""After so many cases that broke the program the run is stopped."""
MOST_BROKEN_AT_FIRST: Final = 3
"""The same while it has not answered a single case."""
HELLO_SECONDS: Final = 10.0
"""Starting a program may take long: some have a virtual machine to start."""
BYE_SECONDS: Final = 1.0
CARDS_A_SECOND: Final = 10_000
"""What a slow program is trusted to play: a case's deadline grows with its budget."""
Connect = Callable[[], Connection]


class CannotSpeak(Exception):
    """The program starts but does not answer `hello` as the protocol says. The message says what came instead."""


@dataclass(frozen=True, slots=True)
class Restarted:
    """The program had to be started again."""

    times: int
    after: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The run is over: the footer of its journal."""

    footer: Footer


Event = Judged | Restarted | Ended

COMPLETE: Final = "complete"
INTERRUPTED: Final = "interrupted"


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
    shown = fault.detail.rstrip().split(": ")[-1]
    if fault.kind is FaultKind.MALFORMED and shown.startswith(("ok\\t", "no\\t", "err\\t")):
        what = f"this looks like the wire of tabs (say --wire tab): {what}"
    tail = f"\nThe end of its standard error:\n{fault.stderr.rstrip()}" if fault.stderr.strip() else ""
    return f"{what}: {fault.detail}{tail}"


@dataclass(frozen=True, slots=True)
class Tries:
    """All that came back for one case: faults first, if the program broke and was asked again."""

    case: Case
    place: int
    transcript: Transcript
    earlier: tuple[Fault, ...] = ()


@dataclass(slots=True)
class Record:
    """What a journal already holds of a run that is taken up again."""

    tries: dict[str, Tries] = field(default_factory=dict)
    """The cases that were answered, or given up."""
    unasked: set[str] = field(default_factory=set)
    """The cases that the program's claims do not cover."""
    broken: dict[str, tuple[Fault, ...]] = field(default_factory=dict)
    """The faults of cases that were to be asked once more."""


def numbered(request: StepRequest, number: int) -> StepRequest:
    """The same request under this id."""
    return msgspec.structs.replace(request, id=number)


@dataclass(slots=True)
class Run:
    """One run of a plan against one program."""

    connect: Connect
    connection: Connection
    hello: HelloOk
    claim: GameClaim
    version: str
    journal: Journal | None = None
    deadlines: Deadlines = field(default_factory=Deadlines)
    trace: Trace | None = None
    most_failures: int = 0
    most_broken: int = MOST_BROKEN
    most_broken_at_first: int = MOST_BROKEN_AT_FIRST
    asks_again: bool = True
    """Whether a case that breaks the program is asked once more."""
    shard: Shard = WHOLE
    record: Record = field(default_factory=Record)
    oracle: Oracle | None = None
    """Who is asked in place of the model, as far as it can tell."""
    _judge: Judge = field(init=False)
    _requests: int = 0
    _cases: int = 0
    _seen: set[str] = field(default_factory=set)
    _places: Counter[str] = field(default_factory=Counter)
    _answers: int = 0
    _broken: int = 0
    _failures: int = 0
    _restarts: int = 0
    _stopped: str = ""
    _started: float = field(default_factory=time.monotonic)
    _sent_at: float = 0.0
    _talk: Talk = field(init=False)

    def __post_init__(self) -> None:
        self._judge = Judge(self.claim, self.trace, self.oracle)

    def events(self, plan: Plan, searched: Callable[[], tuple[tuple[str, ...], int]]) -> Generator[Event, None, None]:
        """Ask every case of the plan; `searched` says in the end which spaces, and up to which size.

        One request is under way while the answer before it is being judged.
        """
        reason = INTERRUPTED
        try:
            yield from self._ask_all(plan)
            reason = self._stopped or self._last_words() or COMPLETE
        finally:
            footer = Footer(reason, self._cases, round(time.monotonic() - self._started, 3), *searched())
            self._note(footer)  # first, for ending the program takes a while, in which somebody may lose patience
            self.connection.close()
        yield Ended(footer)

    def _last_words(self) -> str:
        """Say goodbye. Returns what was written that nobody had asked for, if anything was: all is well else."""
        self._requests += 1
        self.connection.send(Bye(self._requests))
        fault = self.connection.receive(min(BYE_SECONDS, self.deadlines.request)).fault
        stray = fault is not None and fault.kind in (FaultKind.BAD_ID, FaultKind.MALFORMED)
        return f"after its last answer: {fault.detail}" if fault is not None and stray else ""

    def _ask_all(self, plan: Plan) -> Iterator[Event]:
        news: list[Verdict] = []
        answered: Tries | None = None
        case, over = self._next(plan, None)
        while case is not None or answered is not None or not over:
            begun = self._begin(case) if case is not None else None
            if answered is not None:
                judged = self._judged(answered)
                news.append(judged.verdict)
                answered = None
                yield judged
            if isinstance(begun, Judged):
                self._cases += 1
                yield begun
            elif begun is not None:
                answered = yield from self._finish(begun)
                self._cases += 1
            case = None
            over = over or self._is_stopped()
            if not over:
                case, over = self._next(plan, news)
                news = []
        for tries in self._left_on_record():
            self._cases += 1
            yield self._judged(tries)

    def _next(self, plan: Plan, news: list[Verdict] | None) -> tuple[Case | None, bool]:
        """The next case of this shard (None while the plan only waits for verdicts), and whether the plan is over."""
        try:
            case = next(plan) if news is None else plan.send(news)
            while case is not None and not self._is_mine(case):
                self._places[case.phase] += 1
                case = plan.send([])
        except StopIteration:
            return None, True
        return case, False

    def _is_mine(self, case: Case) -> bool:
        """Whether to ask a case here: one of this shard, and under an id that was not asked before."""
        return case.id not in self._seen and self.shard.holds(case.repeats or case.id)

    def _is_stopped(self) -> bool:
        seconds = self.deadlines.run
        if not self._stopped and time.monotonic() - self._started > seconds:
            self._stopped = f"the run's deadline of {seconds:g} seconds is over (--run-deadline gives it more)"
        return bool(self._stopped)

    def _judged(self, tries: Tries) -> Judged:
        verdict = self._judge.judge(tries.case, tries.transcript, tries.earlier)
        self._failures += verdict.status in (Status.FAIL, Status.ERROR)
        if self.most_failures and self._failures >= self.most_failures and not self._stopped:
            self._stopped = f"stopped after {self._failures} failures, as was asked for"
        return Judged(tries.case, verdict, tries.transcript, tries.place)

    def _left_on_record(self) -> Iterator[Tries]:
        """What the journal holds and this plan does not come to: it was answered, and counts."""
        return (tries for case_id, tries in self.record.tries.items() if case_id not in self._seen)

    def _begin(self, case: Case) -> Tries | Sent | Judged | None:
        """Send a case. Returns what is under way, or on record already, or the verdict if it is not to be asked.

        None if the program cannot be started for it.
        """
        if case.fresh and not (case.id in self.record.tries or self._reconnect()):
            return None
        self._seen.add(case.id)
        place = self._places[case.phase]
        self._places[case.phase] += 1
        self._judge.expect(case)
        if case.id in self.record.tries:
            return self.record.tries[case.id]
        sent = Sent(case, place)
        reason = inapplicable(case, self.claim)
        if reason:
            if case.id not in self.record.unasked:
                self._note(sent)
            return Judged(case, Verdict(case.id, Status.INAPPLICABLE, reason), None, place)
        self._note(sent)
        self._ask(case)
        return sent

    def _ask(self, case: Case) -> None:
        self._requests += 1
        self._sent_at = time.monotonic()
        self.connection.send(self._first_request(case))

    def _first_request(self, case: Case) -> Request:
        if case.script is not None:
            self._talk = conversation(case, self.claim, rules_of(case))
            return numbered(next(self._talk), self._requests)
        timeline: tuple[tuple[int, int, Literal["slap"]], ...] = tuple((at, seat, "slap") for at, seat in case.timeline)
        return Play(
            self._requests,
            case.game,
            RULES_VERSION,
            case.choices,
            case.deal_wire,
            BudgetWire(case.budget),
            self.trace,
            timeline,
        )

    def _finish(self, under_way: Tries | Sent) -> Generator[Event, None, Tries]:
        """Wait for the answer to the case under way; if the program breaks, ask once more in a fresh process."""
        if isinstance(under_way, Tries):
            return under_way
        case, place = under_way.case, under_way.place
        earlier = self.record.broken.get(case.id, ())
        while True:
            left = self.deadlines.case - (time.monotonic() - self._sent_at)
            transcript = self._receive(case, left)
            left = self.deadlines.case - (time.monotonic() - self._sent_at)
            again = self.asks_again and transcript.fault is not None and not earlier and left > 0
            self._keep(case, transcript, last=not again)
            if transcript.fault is None:
                self._answers += 1
                return Tries(case, place, transcript, earlier)
            self._broken += not earlier
            if not (yield from self._restart(case)) or not again:
                return Tries(case, place, transcript, earlier)
            earlier = (transcript.fault,)
            self._ask(case)

    def _receive(self, case: Case, left: float) -> Transcript:
        if case.script is not None:
            return self._converse(case, left)
        return self.connection.receive(min(left, self.deadlines.request + case.budget / CARDS_A_SECOND))

    def _converse(self, case: Case, left: float) -> Transcript:
        """Lead the conversation that was begun to its end, or to the first reply that is none."""
        first, until = self._requests, time.monotonic() + left
        lines: list[str] = []
        try:
            while True:
                seconds = max(0.0, min(until - time.monotonic(), self.deadlines.request))
                transcript = self.connection.receive(seconds)
                if transcript.fault is not None:
                    return Transcript(first, fault=transcript.fault, talk=tuple(lines))
                lines.append(transcript.line or "")
                reply = parse_reply(lines[-1].encode(), self._requests)
                if isinstance(reply, Fault):
                    break
                request = resume(self._talk, reply)
                self._requests += 1
                self.connection.send(numbered(request, self._requests))
        except WrongShape:
            return Transcript(first, talk=tuple(lines))  # the judge will say what is wrong with it
        except StopIteration as over:
            transcript = Transcript(first, talk=tuple(lines))
            self._judge.hear(case, transcript, over.value)
            return transcript
        return Transcript(first, talk=tuple(lines))

    def _keep(self, case: Case, transcript: Transcript, last: bool) -> None:
        self._note(Received(case.id, transcript, round(time.monotonic() - self._sent_at, 6), last))

    def _restart(self, case: Case) -> Generator[Event, None, bool]:
        """Start the program anew after it broke. Returns whether it answers again."""
        self.connection.kill()
        if self._broken >= (self.most_broken if self._answers else self.most_broken_at_first):
            never = "" if self._answers else " and answered nothing"
            self._stopped = f"{self._broken} cases broke the program{never}, so the run was stopped"
            return False
        self._restarts += 1
        yield Restarted(self._restarts, case.id)
        return self._connect()

    def _reconnect(self) -> bool:
        self.connection.close()
        return self._connect()

    def _connect(self) -> bool:
        try:
            self.connection = self.connect()
            hello = greet(self.connection, self.version)
        except (CannotStart, CannotSpeak) as error:
            self._stopped = self._stopped or f"the program could not be started again: {error}"
            return False
        if hello != self.hello:
            self._stopped = self._stopped or "started again, the program says something else of itself in hello"
        return hello == self.hello

    def _note(self, line: Line) -> None:
        if self.journal is not None:
            self.journal.write(line)


def record_of(lines: Iterator[Line]) -> tuple[Header, Record]:
    """What a journal holds, for its run to be taken up again. A case without its last answer is asked once more."""
    header, found = collected(lines)
    record = Record()
    for sent, replies in found.cases.values():
        if inapplicable(sent.case, header.claim):
            record.unasked.add(sent.case.id)
        elif replies and replies[-1].last:
            record.tries[sent.case.id] = _tries(sent, replies)
        elif replies:
            record.broken[sent.case.id] = _faults(replies)
    return header, record


@dataclass(slots=True)
class Collected:
    """The cases of a journal, each with all that came back for it, and its footer if the run came to its end."""

    cases: dict[str, tuple[Sent, list[Received]]] = field(default_factory=dict)
    footer: Footer | None = None


def collected(lines: Iterator[Line]) -> tuple[Header, Collected]:
    """The cases of a journal with what came back for them; one that was sent again keeps its place and its faults."""
    header = next(lines)
    assert isinstance(header, Header)
    found = Collected()
    for line in lines:
        match line:
            case Sent(case):
                found.cases.setdefault(case.id, (line, []))
            case Received(case_id, _, _):
                found.cases[case_id][1].append(line)
            case Resumed():
                found.footer = None
            case Footer():
                found.footer = line
            case Header():
                pass
    return header, found


def _faults(replies: list[Received]) -> tuple[Fault, ...]:
    return tuple(reply.transcript.fault for reply in replies if reply.transcript.fault is not None)


def _tries(sent: Sent, replies: list[Received]) -> Tries:
    return Tries(sent.case, sent.place, replies[-1].transcript, _faults(replies[:-1]))


def rejudge(lines: Iterator[Line], oracle: Oracle | None = None) -> tuple[Header, list[Judged], Footer | None]:
    """The verdicts of a journal, again, provisional as those of a run are; with its header, and its footer if any."""
    header, found = collected(lines)
    judge = Judge(header.claim, trace_to_ask(header.claim, header.settings.highest_level), oracle)
    return header, [_again(sent, replies, judge) for sent, replies in found.cases.values()], found.footer


def _again(sent: Sent, replies: list[Received], judge: Judge) -> Judged:
    reason = inapplicable(sent.case, judge.claim)
    if reason:
        return Judged(sent.case, Verdict(sent.case.id, Status.INAPPLICABLE, reason), None, sent.place)
    if not replies:
        return Judged(sent.case, Verdict(sent.case.id, Status.UNTESTED, "no answer is on record"), None, sent.place)
    tries = _tries(sent, replies)
    judge.expect(sent.case)
    return Judged(sent.case, judge.judge(sent.case, tries.transcript, tries.earlier), tries.transcript, sent.place)
