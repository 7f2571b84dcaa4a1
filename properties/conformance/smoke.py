"""Is the adapter wired rightly? Small deals tell the usual slips apart before any rule is judged, each by its name.

A slip is named only when it explains all that the program has answered. Where neither plain play nor a slip does, the
wiring is not blamed: a rule may differ, and `verify` will say which.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import msgspec

from model.game import Loop, Outcome
from model.piles.play import initial
from model.piles.points import choose
from model.piles.profiles import PROFILES, RULES_VERSION
from model.piles.run import play
from properties.conformance.bank.smoke import BankSmoke
from properties.conformance.books import is_bank
from properties.conformance.cases import SMALL_BUDGET, Case, deals_of_size
from properties.conformance.connectors import Connection
from properties.conformance.judge import CONVENTIONS, FaultKind, book_of, difference
from properties.conformance.planner import Scope, check_claim, inapplicable, scope_of
from properties.conformance.protocol import (
    BudgetWire,
    Bye,
    DealWire,
    GameClaim,
    NewTable,
    OutcomeWire,
    Play,
    PlayOk,
    Trace,
    read_hello,
    seats,
    winners,
)
from properties.conformance.runner import HELLO_SECONDS
from properties.conformance.slips import Aspect, Hands, Slip
from properties.conformance.step_smoke import StepSmoke
from properties.conformance.talk import ANSWERED, WIRE, Broken, Check, Refused, Talk, greeted
from properties.conformance.trace_slips import TRACE_SLIPS
from properties.conformance.traces import divergence
from properties.conformance.verify import claim_of
from properties.conformance.wiring import ENDLESS, QUESTIONS, Answer, as_ranks, explains, foretold, wiring_of

__all__ = ["Check", "smoke"]

SHORTEST_HELLO: Final = 2.0
"""Seconds for hello, however short the deadline: a program has to start."""

STATE: Final = "a deal is answered the same at any time"
ENDLESS_GAME: Final = "a game that never ends is given up or noticed"
UNKNOWN_GAME: Final = "an unknown game is refused"
SECOND_HELLO: Final = "hello is answered at any time"
GOODBYE: Final = "bye ends the program"
"""Names of checks that several functions know."""


def smoke(connection: Connection, game: str, version: str, seconds: float = 2.0) -> Iterator[Check]:
    """Ask a program small questions, each with so many seconds for its answer, and hello with ten times as many.

    Raises CannotSpeak, ClaimError, NoSuchGame before the first check.
    """
    try:
        hello = greeted(connection, version, min(HELLO_SECONDS, max(SHORTEST_HELLO, 10 * seconds)))
        claim = claim_of(hello, game)
        check_claim(claim)
        name = f"{hello.adapter.name} {hello.adapter.version}".strip()
        yield Check("hello is answered", True, f"{name}: {claim.game}, {_list(seats(claim))} seats")
        yield from _Smoke(Talk(connection, version, seconds), claim, scope_of(claim, (), {})).checks()
    except Broken as broken:
        yield broken.check
        connection.kill()
    finally:
        connection.close()


@dataclass(slots=True)
class _Smoke:
    """One pass through the questions. `slips` is what explains the answers, once that is known."""

    talk: Talk
    claim: GameClaim
    scope: Scope
    answers: list[Answer] = field(default_factory=list)
    refusals: list[tuple[Hands, str]] = field(default_factory=list)
    slips: tuple[Slip, ...] | None = None

    def checks(self) -> Iterator[Check]:
        """Everything, in an order in which a fault hides as little as possible of what follows."""
        if self._plays():
            yield from self._games()
        if is_bank(self.claim.game):
            yield from BankSmoke(self.talk, self.claim, self.scope).checks()
        elif "step" in self.claim.levels:
            yield from StepSmoke(self.talk, self.claim, self.scope).checks()
        yield self._unknown_game()
        yield self._second_hello()
        if self._plays():
            yield from self._endless()
        yield self._bye()

    def _plays(self) -> bool:
        """Whether hello claims that games can be played to their end."""
        return self.claim.levels != ("step",)

    def _games(self) -> Iterator[Check]:
        self._ask_all()
        if self.answers:
            yield from (Check(name, True, f"{len(self.answers)} deals") for name in WIRE[1:])
        yield self._all_answered()
        changed = self._asked_again()
        if changed is not None:
            yield changed
        elif self.answers:
            wiring = wiring_of(self.claim, self.scope.choices, self.answers)
            self.slips = wiring.slips
            yield from wiring.checks
            yield Check(STATE, True, "asked again in another order")
        yield from self._variants()
        yield from self._traces()

    # ---- asking

    def _questions(self) -> Iterator[Hands]:
        claimed = [number for number in seats(self.claim) if number in QUESTIONS]
        for number in sorted({*claimed[:1], *claimed[-1:]}):
            for deal in QUESTIONS[number]:
                hands = tuple(deal.split("/"))
                if not inapplicable(_case(self.claim, hands, self.scope.choices), self.claim):
                    yield hands

    def _ask_all(self) -> None:
        for hands in self._questions():
            try:
                said = self._play(hands, self.scope.choices)
            except Broken as broken:
                blamed = _blamed_on_cards(broken, hands, [answer.hands for answer in self.answers])
                if broken.fault.kind is not FaultKind.TIMEOUT:
                    raise blamed from broken
                seen = f"{_text(hands)}: {blamed.check.seen}; what comes after it was not asked"
                raise Broken(replace(blamed.check, seen=seen), broken.fault) from broken
            if isinstance(said, Refused):
                self.refusals.append((hands, said.words))
            else:
                self.answers.append(Answer(hands, said.outcome))

    def _play(self, hands: Hands, choices: Mapping[str, str], trace: Trace | None = None) -> PlayOk | Refused:
        case = _case(self.claim, hands, choices)
        return self.talk.play(case.game, case.deal_wire, choices, SMALL_BUDGET, trace)

    def _all_answered(self) -> Check:
        if not any(number in QUESTIONS for number in seats(self.claim)):
            return Check(ANSWERED, True, f"no deal: these are for {_list(list(QUESTIONS))} seats", remark=True)
        if not self.refusals:
            asked = f"{len(self.answers)} deals"
            return Check(ANSWERED, bool(self.answers), asked, "hello claims nothing that these deals could ask")
        hands, words = self.refusals[0]
        unreadable = _unreadable([hands for hands, _ in self.refusals], [answer.hands for answer in self.answers])
        if unreadable:
            return Check(Aspect.CARDS, False, f"{_text(hands)}: {words}", unreadable)
        asked_for = f" with variant {dict(self.scope.choices)}" if self.scope.choices else ""
        hint = f"hello claims {self.claim.game} for {len(hands)} seats{asked_for}: play it, or claim less"
        return Check(ANSWERED, False, f"{_text(hands)}: {words}", hint)

    def _asked_again(self) -> Check | None:
        """Every deal once more, the last one first; the first one that is answered differently."""
        for answer in reversed(self.answers):
            again = self._play(answer.hands, self.scope.choices)
            if isinstance(again, PlayOk) and again.outcome == answer.got:
                continue
            second = again.words if isinstance(again, Refused) else _words(again.outcome)
            seen = f"{_text(answer.hands)} was {_words(answer.got)} first and then {second}"
            return Check(STATE, False, seen, "start every game with fresh hands, pile and counters, and without chance")
        return None

    # ---- what else hello claims

    def _variants(self) -> Iterator[Check]:
        """Where a program claims several ways of a rule, it must play by the one that a request names."""
        for variation in self.scope.variations if self.slips is not None else ():
            name = ", ".join(f"{point}={way}" for point, way in variation.items())
            hands = self._telling(variation)
            if hands is None:
                continue
            said = self._play(hands, variation)
            check = f"the variant of a request is read ({name})"
            hint = "play by the variant of each request, or claim one way only"
            if isinstance(said, Refused):
                yield Check(check, False, f"{_text(hands)}: {said.words}", hint)
            elif self._fits(variation, Answer(hands, said.outcome)):
                yield Check(check, True, f"{_text(hands)} is answered by it")
            elif self._fits(self.scope.choices, Answer(hands, said.outcome)):
                yield Check(check, False, f"{_text(hands)} is answered as if nothing had been said", hint)
            else:
                yield Check(check, True, f"{_text(hands)}: another rule may differ", remark=True)

    def _telling(self, variation: Mapping[str, str]) -> Hands | None:
        """A small deal that ends otherwise under a variation."""
        for size in range(2, 6):
            for number in seats(self.claim):
                for hands in deals_of_size(size, number):
                    case = _case(self.claim, hands, variation)
                    if inapplicable(case, self.claim):
                        break
                    if self._foretold(variation, hands) != self._foretold(self.scope.choices, hands):
                        return hands
        return None

    def _foretold(self, choices: Mapping[str, str], hands: Hands) -> tuple[Outcome, ...]:
        book = choose(PROFILES[self.claim.game], choices)
        return foretold(book, hands, self.slips or (), CONVENTIONS[0])

    def _fits(self, choices: Mapping[str, str], answer: Answer) -> bool:
        book = choose(PROFILES[self.claim.game], choices)
        return explains(book, [answer], self.claim, self.slips or ())

    def _traces(self) -> Iterator[Check]:
        """Where a program claims traces, it must tell one when asked, with the seats of the question."""
        if "trace" not in self.claim.levels or self.slips != () or not self.answers:
            return
        hands = self.answers[-1].hands
        case = _case(self.claim, hands, self.scope.choices)
        for trace in self.claim.trace:
            said = self._play(hands, self.scope.choices, trace)
            yield _trace_check(self.claim, case, said, trace)

    # ---- around the games

    def _unknown_game(self) -> Check:
        name = UNKNOWN_GAME
        number, game, deal = self.talk.next_id(), "no such game", DealWire(("-", "-"))
        played = Play(number, game, RULES_VERSION, {}, deal, BudgetWire(10))
        reply = self.talk.ask(played if self._plays() else NewTable(number, game, RULES_VERSION, {}, deal))
        if isinstance(reply, Refused) and not reply.broke:
            return Check(name, True, reply.words)
        seen = reply.words if isinstance(reply, Refused) else "it was answered as if it were known"
        return Check(name, False, seen, 'answer what you cannot do with {"id": ..., "no": {"why": "unsupported"}}')

    def _second_hello(self) -> Check:
        name, hint = SECOND_HELLO, "answer every hello in the same way; it changes nothing"
        reply = self.talk.hello()
        if isinstance(reply, Refused):
            return Check(name, False, reply.words, hint)
        try:
            again = read_hello(reply.ok)
        except msgspec.ValidationError as error:
            return Check(name, False, f"the second answer has the wrong shape: {error}", hint)
        same = self.claim in again.games
        return Check(name, same, "the same claims" if same else "the second answer claims something else", hint)

    def _endless(self) -> Iterator[Check]:
        number = seats(self.claim)[0]
        if number not in ENDLESS:
            return
        hands = tuple(ENDLESS[number].split("/"))
        expected = self._foretold(self.scope.choices, hands)[0]
        known = not inapplicable(_case(self.claim, hands, self.scope.choices), self.claim) and not self.refusals
        if not known or not isinstance(expected, Loop):
            return
        hint = f'say {{"status": "budget", "cards": {SMALL_BUDGET}}} when so many cards are laid and nobody has won'
        try:
            said = self._play(hands, self.scope.choices)
        except Broken as broken:
            if broken.fault.kind is not FaultKind.TIMEOUT:
                raise
            raise Broken(
                Check(ENDLESS_GAME, False, f"{_text(hands)}: {broken.check.seen}", hint), broken.fault
            ) from broken
        if isinstance(said, Refused):
            yield Check(ENDLESS_GAME, False, f"{_text(hands)}: {said.words}", hint)
            return
        seen = f"{_text(hands)}: {_words(said.outcome)}"
        wrong = difference(expected, said.outcome, self.claim) if self.slips == () else ""
        if said.outcome.status == "won" and wrong:
            hint = f"is a game that was given up reported as won? {hint}"
            yield Check(ENDLESS_GAME, True, f"{seen}: by the rules it never ends", hint, remark=True)
        elif said.outcome.status == "budget" and wrong:
            yield Check(ENDLESS_GAME, False, f"{seen}: {wrong}", 'claim "loop": "none", or notice games that go round')
        else:
            yield Check(ENDLESS_GAME, True, seen)

    def _bye(self) -> Check:
        name, hint = GOODBYE, "answer bye with ok, then exit with code 0"
        try:
            reply = self.talk.ask(Bye(self.talk.next_id()))
        except Broken as broken:
            return Check(name, False, broken.check.seen, hint)
        if isinstance(reply, Refused):
            return Check(name, False, reply.words, hint)
        code = self.talk.connection.close()
        return Check(name, code == 0, "it did not exit" if code is None else f"exit code {code}", hint)


def _trace_check(claim: GameClaim, case: Case, said: PlayOk | Refused, trace: Trace) -> Check:
    name = f"a trace is told ({trace})"
    if isinstance(said, Refused):
        return Check(name, False, f"{case.text}: {said.words}", f"hello claims it: answer with {trace}, or claim less")
    if getattr(said, trace) is None:
        return Check(
            name, False, f"{case.text}: the answer has no {trace}", f"hello claims it: give {trace} beside outcome"
        )
    book = book_of(case)
    start = initial(book, case.deal)
    played = play(book, start, case.budget)
    if divergence(book, start, played, said, claim, trace) is None:
        return Check(name, True, case.text)
    for slip in TRACE_SLIPS:
        if divergence(book, start, played, slip.undo(said), claim, trace) is None:
            return Check(name, False, f"{case.text}: {slip.seen}", slip.hint)
    return Check(name, True, f"{case.text}: it differs; `verify` will say at which step", remark=True)


# --- words ---


def _case(claim: GameClaim, hands: Hands, choices: Mapping[str, str]) -> Case:
    """A deal of classes as a case; as ranks, where the program reads no classes and the pay map allows it."""
    book = choose(PROFILES[claim.game], choices)
    ranks = None if "class" in claim.cards else as_ranks(hands, book.pay_map)
    name = f"smoke/{_text(hands)}"
    if ranks is None:
        return Case(name, claim.game, hands, choices=dict(choices), budget=SMALL_BUDGET)
    return Case(name, claim.game, ranks, "rank", choices=dict(choices), budget=SMALL_BUDGET)


def _blamed_on_cards(broken: Broken, hands: Hands, answered: Sequence[Hands]) -> Broken:
    """A program that has played two games and breaks at the first with a new kind of card does not know that card."""
    crashed = broken.fault.kind is FaultKind.CRASHED and "exit code 0" not in broken.fault.detail
    unreadable = _unreadable([hands], answered) if crashed and len(answered) > 1 else ""
    check = (
        Check(Aspect.CARDS, False, f"{_text(hands)}: {broken.check.seen}", unreadable) if unreadable else broken.check
    )
    return Broken(check, broken.fault)


def _unreadable(refused: Sequence[Hands], answered: Sequence[Hands]) -> str:
    """The hint, if all deals with some kind of card were refused and all without were answered."""
    for letters, hint in (("-", '"-" is an ordinary card'), ("JQKA", "J, Q, K and A are cards that ask one to four")):
        with_these = all(set(letters) & set("".join(hands)) for hands in refused)
        without = answered and not any(set(letters) & set("".join(hands)) for hands in answered)
        if with_these and without:
            return f"{hint}: a class, and no rank"
    return ""


def _text(hands: Hands) -> str:
    return "/".join(hands)


def _words(outcome: OutcomeWire) -> str:
    said = {"loop": "it never ends", "budget": "given up"}.get(outcome.status)
    if said is not None:
        return said
    counts = [_number(getattr(outcome, f"{thing}s"), thing) for thing in ("card", "trick")]
    seats = " and ".join(map(str, winners(outcome)))
    return ", ".join(filter(None, [f"won by seat {seats}", *counts]))


def _number(count: int | None, thing: str) -> str:
    return "" if count is None else f"{count} {thing}{'' if count == 1 else 's'}"


def _list(numbers: Sequence[int]) -> str:
    """Numbers in words: those that follow one another from the first to the last."""
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(map(str, numbers))
