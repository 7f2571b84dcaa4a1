"""Judging: what the rules expect of a case, held against what a program answered.

The same journal always gives the same verdicts.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Final

import msgspec

from model.game import Budget, Loop, Outcome, Won
from model.piles.play import initial
from model.piles.points import choose
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book, CountCards, CountTricks
from model.piles.run import Played, counted, play
from properties.conformance.books import AnyBook, chosen_book
from properties.conformance.cases import Case
from properties.conformance.conversation import WrongShape, resume
from properties.conformance.conversations import conversation
from properties.conformance.oracles import Oracle, OracleFault, Told, check, is_sampled
from properties.conformance.parting import Parting, What
from properties.conformance.protocol import (
    ABSENT,
    GameClaim,
    OutcomeWire,
    PlayOk,
    Reply,
    TickAsk,
    Trace,
    read_play,
    read_reply,
    to_wire,
    winners,
)
from properties.conformance.traces import Divergence, divergence

Convention = tuple[CountCards, CountTricks]
CONVENTIONS: Final[tuple[Convention, ...]] = tuple(itertools.product(CountCards, CountTricks))
"""Every way of counting, the plainest first."""
ANSWERED_AGAIN: Final = "it answered"
"""Stands in the verdict on a case that broke the program, and did not when it was asked again."""


class Status(StrEnum):
    """The six verdicts."""

    PASS = "pass"
    FAIL = "fail"
    INAPPLICABLE = "inapplicable"
    INCONCLUSIVE = "inconclusive"
    ERROR = "error"
    UNTESTED = "untested"


class FaultKind(StrEnum):
    """How a program can break instead of answering. None of these ever counts as a refusal."""

    TIMEOUT = "timeout"
    CRASHED = "crashed"
    MALFORMED = "malformed"
    BAD_ID = "bad-id"
    SCHEMA = "schema"
    ERR = "err"
    MEMORY = "memory"
    """The program and all it started took more memory than the limit, and were ended."""
    PROCESSES = "processes"
    """The program started more processes than the limit, and all were ended."""
    UNFLUSHED = "unflushed"
    """The answer came only after standard input was closed: it had been written, but not flushed."""


class Fault(msgspec.Struct, frozen=True):
    """What went wrong, in words, with the end of what the program wrote to standard error."""

    kind: FaultKind
    detail: str
    stderr: str = ""


class Transcript(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that passed for one case: the request's id, and the line that came back or the fault."""

    request: int
    line: str | None = None
    fault: Fault | None = None
    talk: tuple[str, ...] = ()
    """Where a case is a conversation, all lines that came back; `request` is then the id of the first request."""


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of one case."""

    case: str
    status: Status
    why: str = ""
    expected: OutcomeWire | None = None
    got: OutcomeWire | None = None
    fault: Fault | None = None
    divergence: Divergence | None = None
    """The first step at which the program's own trace leaves the rules."""
    parting: Parting | None = None
    """The first action at which a table played step by step leaves the rules."""
    fits: int = 0
    """Which ways of counting the answer fits: a bit for each of CONVENTIONS."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A case and its verdict, with what came back in the end."""

    case: Case
    verdict: Verdict
    transcript: Transcript | None
    place: int = 0
    """Its number within its phase."""


def rules_of(case: Case) -> AnyBook:
    """The rule book a case is played by, of whatever kind of game. Raises RuleChoiceError."""
    return chosen_book(case.game, case.choices)


@lru_cache(maxsize=4096)
def _book(game: str, choices: tuple[tuple[str, str], ...]) -> Book:
    return choose(PROFILES[game], dict(choices))


def book_of(case: Case) -> Book:
    """The rule book a case of a pile game is played by. Raises RuleChoiceError."""
    return _book(case.game, tuple(sorted(case.choices.items())))


def model_oracle(case: Case) -> Played:
    """The model's own game."""
    book = book_of(case)
    return play(book, initial(book, case.deal), case.budget, slaps=case.slaps)


def told_of(played: Played) -> Told:
    """How a game has ended, in each way of counting."""
    return tuple(counted(played, *pair) for pair in CONVENTIONS)


class Judge:
    """Judges the cases of one run.

    Ways of counting that a program did not declare are inferred: results are stated in the one that fits most of its
    answers, the plainest where several do. While answers come in, verdicts are provisional; `settle` makes them final,
    and then the order of the cases makes no difference.

    An oracle, if there is one, is asked in place of the model as far as it can tell and no traces are compared; the
    verdicts are the same.
    """

    def __init__(self, claim: GameClaim, trace: Trace | None = None, oracle: Oracle | None = None) -> None:
        self.claim = claim
        self.trace = trace
        self._oracle = oracle if trace is None else None
        self._heard: dict[str, tuple[Transcript, Parting | None]] = {}
        self._open = tuple(place for place, pair in enumerate(CONVENTIONS) if _claimed(claim, pair))
        self._fitting = dict.fromkeys(self._open, 0)

    @property
    def convention(self) -> Convention:
        """The way of counting that fits most answers so far."""
        return CONVENTIONS[self._leading()]

    def _leading(self) -> int:
        return max(self._open, key=lambda place: (self._fitting[place], -place))

    def judge(self, case: Case, transcript: Transcript, earlier: Sequence[Fault] = ()) -> Verdict:
        """The verdict on one case. `earlier` are faults that the program answered with before it was started anew."""
        if earlier or transcript.fault is not None:
            return _broken(case, self._located(case, transcript), earlier)
        if case.script is not None:
            return self._followed(case, transcript)
        read = read_answer(transcript, len(case.hands))
        if isinstance(read, Fault):
            return Verdict(case.id, Status.ERROR, read.detail, fault=read)
        if isinstance(read, str):
            return Verdict(case.id, Status.FAIL, f"refused, though its claims cover this case: {read}")
        if self.trace is not None and getattr(read, self.trace) is None:
            detail = f"asked for {self.trace}, which hello claims to give, and the answer has none"
            return Verdict(case.id, Status.ERROR, detail, fault=Fault(FaultKind.SCHEMA, detail))
        return self._compare(case, read)

    def expect(self, case: Case) -> None:
        """A case is about to be asked. Nobody waits for an answer yet, so there is time for what takes long."""
        if self._oracle is not None and case.script is None:
            self._oracle.expect(case)

    def _compare(self, case: Case, answer: PlayOk) -> Verdict:
        """The verdict on an answer. Raises OracleFault."""
        told = self._oracle(case) if self._oracle is not None else None
        if told is not None:
            verdict = self._counted(case, answer, told, None)
            if verdict.status is Status.FAIL or is_sampled(case):
                check(case, told, told_of(model_oracle(case)))
            return verdict
        played = model_oracle(case)
        return self._counted(case, answer, told_of(played), played)

    def _counted(self, case: Case, answer: PlayOk, known: Told, played: Played | None) -> Verdict:
        """The verdict in the way of counting that fits most answers so far, this one among them."""
        fits = self._fits(known, answer.outcome)
        for place in self._open:
            self._fitting[place] += fits >> place & 1
        return self._stated(case, answer, known, played, fits, self._leading())

    def _fits(self, known: Told, got: OutcomeWire) -> int:
        """Which open ways of counting an answer fits."""
        return sum(1 << place for place in self._open if not difference(known[place], got, self.claim))

    def _stated(self, case: Case, answer: PlayOk, known: Told, played: Played | None, fits: int, place: int) -> Verdict:
        """The verdict in one way of counting; where traces are compared, with the game as the model has played it."""
        got = answer.outcome
        parted = None if played is None else self._parting(case, answer, played)
        why = "" if fits >> place & 1 else difference(known[place], got, self.claim)
        if not why and parted is not None:
            why = f"the outcome is right, but step {parted.step} differs"
        if not why:
            return Verdict(case.id, Status.PASS, got=got, fits=fits)
        expected = to_wire(known[place])
        return Verdict(case.id, Status.FAIL, why, expected=expected, got=got, divergence=parted, fits=fits)

    def _parting(self, case: Case, answer: PlayOk, played: Played) -> Divergence | None:
        if self.trace is None:
            return None
        book = book_of(case)
        return divergence(book, initial(book, case.deal), played, answer, self.claim, self.trace, case.slaps)

    def hear(self, case: Case, transcript: Transcript, found: Parting | None) -> None:
        """What a conversation that has just been led to its end has found, so that it need not be led again."""
        self._heard[case.id] = transcript, found

    def _located(self, case: Case, transcript: Transcript) -> Transcript:
        """The same, and if a conversation broke off the fault says at which action."""
        if case.script is None or transcript.fault is None:
            return transcript
        found = followed(case, self.claim, rules_of(case), transcript)
        return msgspec.structs.replace(transcript, fault=found) if isinstance(found, Fault) else transcript

    def _followed(self, case: Case, transcript: Transcript) -> Verdict:
        """The verdict on a table that was played step by step."""
        heard, found = self._heard.pop(case.id, (None, None))
        parted = found if heard is transcript else followed(case, self.claim, rules_of(case), transcript)
        if isinstance(parted, Fault):
            return Verdict(case.id, Status.ERROR, parted.detail, fault=parted)
        if parted is None:
            return Verdict(case.id, Status.PASS)
        return Verdict(case.id, Status.FAIL, parting_words(case, parted), parting=parted)

    def restate(self, judged: Judged, place: int) -> Judged:
        """The same answer, judged in one given way of counting, and by the model. Raises OracleFault."""
        case, transcript = judged.case, judged.transcript
        assert transcript is not None
        answer = read_answer(transcript, len(case.hands))
        assert isinstance(answer, PlayOk)
        played = model_oracle(case)
        known = told_of(played)
        if self._fits(known, answer.outcome) != judged.verdict.fits:
            raise OracleFault(f"{case.id} was judged by something else than the model, which tells {known}")
        return replace(judged, verdict=self._stated(case, answer, known, played, judged.verdict.fits, place))


def followed(case: Case, claim: GameClaim, book: AnyBook, transcript: Transcript) -> Parting | Fault | None:
    """Where the replies on record leave a book; a fault if one of them is none."""
    talk = conversation(case, claim, book)
    next(talk)
    action, own = 0, None
    try:
        for number, line in enumerate(transcript.talk):
            reply = parse_reply(line.encode(), transcript.request + number)
            if isinstance(reply, Fault):
                return _after(case, action, reply)
            request = resume(talk, reply)
            if isinstance(request, TickAsk):
                own = request.table if own is None else own  # other tables are doubles of this one
                action += request.table == own
    except StopIteration as over:
        parting: Parting | None = over.value
        goes_on = number + 1 < len(transcript.talk)
        return Fault(FaultKind.MALFORMED, "the record goes on after the conversation is over") if goes_on else parting
    except WrongShape as error:
        return _after(case, action, Fault(FaultKind.SCHEMA, f"the reply has the wrong shape: {error}"))
    cut_off = Fault(FaultKind.MALFORMED, "the record of this conversation ends in the middle")
    return _after(case, action, transcript.fault) if transcript.fault is not None else cut_off


def _after(case: Case, action: int, fault: Fault) -> Fault:
    assert case.script is not None
    where = f"at action {action} ({case.script[min(action, len(case.script)) - 1]}): " if action else ""
    return Fault(fault.kind, f"{where}{fault.detail}", fault.stderr)


DIFFER: Final[dict[What, str]] = {
    "answer": "the answer differs",
    "at": "the count of actions differs",
    "order": "the order of hands is not theirs",
    "events": "the events differ",
    "digest": "the digest differs",
    "state": "the state differs",
    "legal": "the legal acts differ",
    "view": "the view differs",
    "leak": "a view tells what nobody may know",
    "beside": "a second table, which nobody has touched, differs",
}
"""What is compared at a table, and differs."""


def parting_words(case: Case, parting: Parting) -> str:
    """Where a program leaves the rules, in words."""
    assert case.script is not None
    if parting.action == 0:
        return f"as the table is laid, {DIFFER[parting.what]}"
    return f"at action {parting.action} ({case.script[parting.action - 1]}) {DIFFER[parting.what]}"


def settle(claim: GameClaim, judged: Sequence[Judged], trace: Trace | None = None) -> tuple[list[Judged], Convention]:
    """All verdicts in the one way of counting that fits most answers, and that way; the order of `judged` is kept."""
    judge = Judge(claim, trace)
    open_ways = [place for place, pair in enumerate(CONVENTIONS) if _claimed(claim, pair)]
    fitting = {place: sum(one.verdict.fits >> place & 1 for one in judged) for place in open_ways}
    final = max(open_ways, key=lambda place: (fitting[place], -place))
    if len(open_ways) == 1:
        return list(judged), CONVENTIONS[final]
    return [judge.restate(one, final) if _depends(one, final) else one for one in judged], CONVENTIONS[final]


def _depends(judged: Judged, place: int) -> bool:
    """Whether a provisional verdict could be another one in the final way of counting."""
    if judged.case.script is not None:
        return False  # nothing is counted where a table is played step by step
    if judged.verdict.status is Status.PASS:
        return not judged.verdict.fits >> place & 1
    return judged.verdict.status is Status.FAIL and judged.verdict.got is not None


def contradiction(case: Case) -> str:
    """What is wrong with the outcome that a case states itself, plainly counted; empty if nothing is."""
    if case.expected is None:
        return ""
    try:
        stated = msgspec.convert(case.expected, OutcomeWire)
    except msgspec.ValidationError as error:
        return str(error)
    wrong = _misshapen(stated, len(case.hands))
    expected = counted(model_oracle(case), *CONVENTIONS[0])
    return wrong or difference(expected, stated, GameClaim(case.game, loop="first_repeat"))


def uncounted(claim: GameClaim, judged: Iterable[Judged]) -> tuple[str, ...]:
    """What some answers leave out, so that it is not judged."""
    left_out: set[str] = set()
    for one in judged:
        got = one.verdict.got
        if got is not None and got.status == "won":
            left_out |= {count for count in ("cards", "tricks") if getattr(got, count) is None}
        if got is not None and got.status == "loop" and claim.loop == "first_repeat":
            parts = {"stem": (got.stem_cards, got.stem_tricks), "period": (got.period_cards, got.period_tricks)}
            left_out |= {f"the {part} of loops" for part, counts in parts.items() if counts == (None, None)}
    return tuple(sorted(left_out))


def told_sometimes(judged: Iterable[Judged]) -> tuple[str, ...]:
    """The counts of won games that some answers tell and others leave out."""
    won = [one.verdict.got for one in judged if one.verdict.got is not None and one.verdict.got.status == "won"]
    told = {count: sum(getattr(got, count) is not None for got in won) for count in ("cards", "tricks")}
    return tuple(count for count, times in told.items() if 0 < times < len(won))


def _broken(case: Case, transcript: Transcript, earlier: Sequence[Fault]) -> Verdict:
    """The program broke at this case, once or twice. A good answer afterwards does not undo that."""
    fault = earlier[0] if earlier else transcript.fault
    assert fault is not None
    again = transcript.fault
    if case.script is not None and again is not None and again.kind is fault.kind:
        fault = again  # it says as well at which action
    why = fault.detail
    if earlier and transcript.fault is None:
        why += f"; started anew and asked again, {ANSWERED_AGAIN}: what went before makes a difference, or chance"
    elif earlier:
        why += "; started anew and asked again, it broke again, so it is not asked this any more"
    return Verdict(case.id, Status.ERROR, why, fault=fault)


def _claimed(claim: GameClaim, pair: Convention) -> bool:
    cards, tricks = pair
    return claim.count_cards in (None, cards.value) and claim.count_tricks in (None, tricks.value)


def read_answer(transcript: Transcript, seats: int) -> PlayOk | Fault | str:
    """The outcome (and trace) that a program gave; or a fault; or, as plain text, its refusal."""
    reply = parse_reply((transcript.line or "").encode(), transcript.request)
    if isinstance(reply, Fault):
        return reply
    if reply.no is not None:
        return f"{reply.no.why} {reply.no.feature} {reply.no.detail}".strip()
    try:
        answer = read_play(reply.ok)
    except msgspec.ValidationError as error:
        return Fault(FaultKind.SCHEMA, f"the outcome has the wrong shape: {error}")
    wrong = _misshapen(answer.outcome, seats)
    return Fault(FaultKind.SCHEMA, f"the outcome has the wrong shape: {wrong}") if wrong else answer


def _misshapen(outcome: OutcomeWire, seats: int) -> str:
    """What is wrong with an outcome, whatever the rules say; empty if nothing is."""
    if outcome.winner is not None and outcome.winners is not None:
        return "give winner or winners, not both"
    if outcome.status == "won" and not winners(outcome):
        return "status 'won' needs a winner (or winners)"
    strangers = [seat for seat in winners(outcome) if not 0 <= seat < seats]
    if strangers:
        return f"seat {strangers[0]} has won, but the seats are 0 to {seats - 1}"
    counts = ("cards", "tricks", "stem_cards", "stem_tricks", "period_cards", "period_tricks")
    negative = [name for name in counts if (getattr(outcome, name) or 0) < 0]
    return f"{negative[0]} is below 0" if negative else ""


def parse_reply(line: bytes, request: int) -> Reply | Fault:
    """A reply to this request, or what is wrong with the line."""
    try:
        reply = read_reply(line)
    except msgspec.ValidationError as error:
        return Fault(FaultKind.SCHEMA, f"the reply has the wrong shape: {error}")
    except msgspec.DecodeError as error:
        return Fault(FaultKind.MALFORMED, f"the reply is no JSON: {error}: {_shown(line)}")
    if reply.id != request:
        return Fault(FaultKind.BAD_ID, f"asked with id {request}, answered with id {reply.id}")
    if reply.err != ABSENT:
        return Fault(FaultKind.ERR, f"the program reports a fault of its own: {_shown(bytes(reply.err))}")
    return reply


def printable(text: str) -> str:
    """Text that does nothing to a terminal."""
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def _shown(line: bytes) -> str:
    text = printable(line.decode("utf-8", "replace").rstrip("\n"))
    return text if len(text) <= 80 else text[:77] + "..."


def difference(expected: Outcome, got: OutcomeWire, claim: GameClaim) -> str:
    """In words, the first thing that differs; empty if nothing that the claim is held to does."""
    match expected:
        case Won():
            return _won_difference(expected, got)
        case Loop():
            return _loop_difference(expected, got, claim)
        case Budget(cards):
            return "" if got.status == "budget" else f"not over after {cards} cards, but the program says {got.status}"


def _won_difference(expected: Won, got: OutcomeWire) -> str:
    if got.status == "loop":
        return f"the game ends after {expected.cards} cards, but the program says it never ends"
    if got.status == "budget":
        return f"the game ends after {expected.cards} cards, but the program did not finish it"
    if winners(got) != tuple(sorted(expected.winners)):
        return "the winner differs"
    if got.cards is not None and got.cards != expected.cards:
        return "the number of cards laid differs"
    if got.tricks is not None and got.tricks != expected.tricks:
        return "the number of tricks differs"
    return ""


def _loop_difference(expected: Loop, got: OutcomeWire, claim: GameClaim) -> str:
    if got.status == "won":
        return "the game never ends, but the program names a winner"
    if got.status == "budget":
        return (
            "" if claim.loop == "none" else f"the game never ends; loop={claim.loop} is claimed, but it was not found"
        )
    if claim.loop != "first_repeat":
        return ""
    for count in ("stem_cards", "period_cards", "stem_tricks", "period_tricks"):
        given = getattr(got, count)
        if given is not None and given != getattr(expected, count):
            return f"the loop's {count.replace('_', ' in ')} differs"
    return ""
