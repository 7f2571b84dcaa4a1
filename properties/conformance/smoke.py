"""Is the adapter right? A handful of questions that tell wiring faults from rule faults, each with a hint."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from model.piles.profiles import RULES_VERSION
from properties.conformance.cases import SMALL_BUDGET, Case
from properties.conformance.connectors import Connection
from properties.conformance.judge import Fault, Judge, Status, Transcript, parse_reply
from properties.conformance.planner import check_claim, inapplicable, scope_of
from properties.conformance.protocol import BudgetWire, Bye, DealWire, GameClaim, Play, seats
from properties.conformance.runner import greet
from properties.conformance.verify import claim_of


@dataclass(frozen=True, slots=True)
class Check:
    """One question, whether it went well, what was seen, and what to do if it did not."""

    name: str
    held: bool
    seen: str
    hint: str = ""


def smoke(connection: Connection, game: str, version: str, seconds: float = 2.0) -> Iterator[Check]:
    """Ask a program the smallest questions. Raises CannotSpeak, ClaimError, NoSuchGame before the first check."""
    try:
        yield from _checks(connection, game, version, seconds)
    finally:
        connection.close()


def _checks(connection: Connection, game: str, version: str, seconds: float) -> Iterator[Check]:
    hello = greet(connection, version)
    claim = claim_of(hello, game)
    check_claim(claim)
    choices = dict(scope_of(claim, (), {}).choices)
    yield Check(
        "hello", True, f"{hello.adapter.name} {hello.adapter.version}: {claim.game}, seats {list(seats(claim))}"
    )
    for number, (case, hint) in enumerate(_questions(claim, choices), start=1):
        transcript = _ask(connection, case, number, seconds)
        verdict = Judge(claim).judge(case, transcript)
        yield Check(f"{case.why} ({case.text})", verdict.status is Status.PASS, verdict.why or "as expected", hint)
        if transcript.fault is not None:
            connection.kill()
            return
    yield _refusal(connection, seconds)
    connection.send(Bye(999))
    connection.receive(seconds)
    code = connection.close()
    yield Check("bye", code == 0, f"exit code {code}", "answer bye with ok, then exit with code 0")


def _questions(claim: GameClaim, choices: dict[str, str]) -> Iterator[tuple[Case, str]]:
    fewest = seats(claim)[0]
    others = ("-",) * (fewest - 2)
    questions = (
        (("J", "-", *others), "a first answer", "A lays a jack, the next seat owes one card and pays it"),
        (
            ("-J", "--", *others),
            "the first card of a hand is played first",
            "read hands from the left: index 0 is the top",
        ),
        (("J-", "--", *others), "the mirrored deal is told apart", "read hands from the left: index 0 is the top"),
        (
            ("--", "-J-", *others),
            "seat 0 leads, seats count from 0",
            "the first hand is seat 0 and lays the first card",
        ),
        (("J", "-", *others), "the first deal again, the same answer", "keep no state from one play to the next"),
    )
    for hands, why, hint in questions:
        case = Case(f"smoke/{'/'.join(hands)}", claim.game, hands, choices=choices, budget=SMALL_BUDGET, why=why)
        if not inapplicable(case, claim):
            yield case, hint


def _ask(connection: Connection, case: Case, number: int, seconds: float) -> Transcript:
    connection.send(Play(number, case.game, RULES_VERSION, case.choices, DealWire(case.hands), BudgetWire(case.budget)))
    return connection.receive(seconds)


def _refusal(connection: Connection, seconds: float) -> Check:
    hint = 'answer what you cannot do with {"id": ..., "no": {"why": "unsupported"}}'
    request = Play(998, "no such game", RULES_VERSION, {}, DealWire(("-", "-")), BudgetWire(10))
    connection.send(request)
    transcript = connection.receive(seconds)
    if transcript.fault is not None:
        return Check("an unknown game is refused", False, transcript.fault.detail, hint)
    reply = parse_reply((transcript.line or "").encode(), 998)
    if isinstance(reply, Fault):
        return Check("an unknown game is refused", False, reply.detail, hint)
    return Check(
        "an unknown game is refused", reply.no is not None, str(reply.no.why if reply.no else "answered"), hint
    )
