"""Judging: what the rules expect of a case, held against what a program answered.

The same journal always gives the same verdicts.
"""

from __future__ import annotations

import itertools
from enum import StrEnum
from functools import lru_cache
from typing import Final, Protocol

import msgspec

from model.game import Budget, Loop, Outcome, Won
from model.piles.play import initial
from model.piles.points import choose
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book, CountCards, CountTricks
from model.piles.run import Played, counted, play
from properties.conformance.cases import Case
from properties.conformance.protocol import (
    ABSENT,
    GameClaim,
    OutcomeWire,
    Reply,
    read_outcome,
    read_reply,
    to_wire,
    winners,
)

Convention = tuple[CountCards, CountTricks]
CONVENTIONS: Final = frozenset(itertools.product(CountCards, CountTricks))


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


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of one case."""

    case: str
    status: Status
    why: str = ""
    expected: OutcomeWire | None = None
    got: OutcomeWire | None = None
    fault: Fault | None = None


class Oracle(Protocol):
    """Who knows the true outcome of a case: the model, or something fast that agrees with it."""

    def __call__(self, case: Case) -> Played:
        """The game of this case played to its end."""


@lru_cache(maxsize=4096)
def _book(game: str, choices: tuple[tuple[str, str], ...]) -> Book:
    return choose(PROFILES[game], dict(choices))


def book_of(case: Case) -> Book:
    """The rule book a case is played by. Raises RuleChoiceError."""
    return _book(case.game, tuple(sorted(case.choices.items())))


def model_oracle(case: Case) -> Played:
    """The model's own game."""
    book = book_of(case)
    return play(book, initial(book, case.deal), case.budget)


class Judge:
    """Judges the cases of one run in order.

    Conventions of counting that a program did not declare are inferred: all its answers must fit one and the same.
    """

    def __init__(self, claim: GameClaim, oracle: Oracle = model_oracle) -> None:
        self.claim = claim
        self.oracle = oracle
        self.conventions = frozenset(pair for pair in CONVENTIONS if _claimed(claim, pair))
        self.uncounted: set[str] = set()
        """Counts that some answers left out."""

    @property
    def convention(self) -> Convention:
        """The one way of counting that results are stated in: the plainest of those that fit all answers so far."""
        return min(self.conventions, key=lambda pair: ([*CountCards].index(pair[0]), [*CountTricks].index(pair[1])))

    def judge(self, case: Case, transcript: Transcript) -> Verdict:
        """The verdict on one case."""
        if transcript.fault is not None:
            return Verdict(case.id, Status.ERROR, transcript.fault.detail, fault=transcript.fault)
        read = read_answer(transcript)
        if isinstance(read, Fault):
            return Verdict(case.id, Status.ERROR, read.detail, fault=read)
        if isinstance(read, str):
            return Verdict(case.id, Status.FAIL, f"refused, though its claims cover this case: {read}")
        return self._compare(case, read)

    def _compare(self, case: Case, got: OutcomeWire) -> Verdict:
        played = self.oracle(case)
        self.uncounted |= {
            count for count in ("cards", "tricks") if got.status == "won" and getattr(got, count) is None
        }
        fitting = frozenset(
            pair for pair in self.conventions if not difference(counted(played, *pair), got, self.claim)
        )
        if fitting:
            self.conventions = fitting
            return Verdict(case.id, Status.PASS, got=got)
        expected = counted(played, *self.convention)
        return Verdict(case.id, Status.FAIL, difference(expected, got, self.claim), expected=to_wire(expected), got=got)


def _claimed(claim: GameClaim, pair: Convention) -> bool:
    cards, tricks = pair
    return claim.count_cards in (None, cards.value) and claim.count_tricks in (None, tricks.value)


def read_answer(transcript: Transcript) -> OutcomeWire | Fault | str:
    """The outcome that a program gave; or a fault; or, as plain text, its refusal."""
    reply = parse_reply((transcript.line or "").encode(), transcript.request)
    if isinstance(reply, Fault):
        return reply
    if reply.no is not None:
        return f"{reply.no.why} {reply.no.feature} {reply.no.detail}".strip()
    try:
        outcome = read_outcome(reply.ok)
    except msgspec.ValidationError as error:
        return Fault(FaultKind.SCHEMA, f"the outcome has the wrong shape: {error}")
    if outcome.status == "won" and not winners(outcome):
        return Fault(FaultKind.SCHEMA, "the outcome has the wrong shape: status 'won' needs a winner (or winners)")
    if outcome.winner is not None and outcome.winners is not None:
        return Fault(FaultKind.SCHEMA, "the outcome has the wrong shape: give winner or winners, not both")
    return outcome


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


def _shown(line: bytes) -> str:
    text = line.decode("utf-8", "replace").rstrip("\n")
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
