"""Is an adapter of Bank wired rightly? A few tables, laid and looked at, tell the usual slips apart.

What is asked here hardly a rule can change: how a table is laid, what is said when, and what is shown of it. Where a
rule may differ as well, nothing is called wrong.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

import msgspec

from model.bank.actions import Act, Action, RoundDeal
from model.bank.play import enabled, refusal
from model.bank.rulebook import Book
from model.game import Seat
from properties.conformance.bank.script import format_action, parse_token
from properties.conformance.bank.slips import FROM_0
from properties.conformance.bank.smoke_checks import (
    COUNT,
    COUNTED,
    DEALER,
    EMPTY,
    FIRST,
    LAID,
    LEGAL,
    MAY_DIFFER,
    NOT_NOW,
    OUT_OF_TURN,
    SAYS,
    SCENES,
    SHOWN,
    STALE,
    TENS,
    UNCHANGED,
    UNKNOWN_OP,
    VIEWS,
    Enough,
    Scene,
    after_act,
    leaks,
    legal_check,
    plain_deal,
    refused_for,
    state_check,
)
from properties.conformance.bank.smoke_tables import BankTablesBeside
from properties.conformance.bank.smoke_talk import BankTalk, Laid
from properties.conformance.bank.wire import to_action, to_table, to_view
from properties.conformance.books import bank_book
from properties.conformance.planner import Scope
from properties.conformance.protocol import ActionWire, BankTableWire, Drop, GameClaim, read_bank_view, seats
from properties.conformance.talk import Broken, Check, Refused, Talk

ANY_PART: Final = "a part of the pack may be dealt, in hands of any size, with or without a stock"


class _Juggle(Drop, frozen=True, tag_field="op", tag="juggle"):
    """A request that no version of the protocol knows."""


@dataclass(slots=True)
class BankSmoke:
    """One pass through the questions about tables of Bank."""

    talk: Talk
    claim: GameClaim
    scope: Scope
    ask: BankTalk = field(init=False)
    book: Book = field(init=False)

    def __post_init__(self) -> None:
        self.book = bank_book(self.scope.choices)
        self.ask = BankTalk(self.talk, self.claim, self.book, dict(self.scope.choices))

    def checks(self) -> Iterator[Check]:
        """Everything. What follows from a fault that was found is not asked."""
        try:
            first = yield from self._lay(LAID, SHOWN, plain_deal(seats(self.claim)[0]))
            yield from self._legal(first)
            yield from self._views(first)
            if self._begins_as_expected(first):
                yield from self._refusals(first)
                yield from self._first_act(first)
                yield from self._stale(first)
                yield from BankTablesBeside(self.ask).checks(first)
            yield from self._other_deals()
            for scene in SCENES:
                yield from self._play(scene)
        except Enough:
            pass
        yield self._unknown_op()

    # --- one table

    def _lay(self, name: str, shows: str, deal: RoundDeal) -> Generator[Check, None, Laid]:
        """Lay a table, and look at it. Raises Enough where that goes wrong."""
        laid = self.ask.laid(deal)
        if isinstance(laid, Refused):
            chosen = f" with variant {dict(self.scope.choices)}" if self.scope.choices else ""
            yield Check(
                name, False, f"{deal}: {laid.words}", f"hello claims {len(deal.hands)} seats{chosen}: {ANY_PART}"
            )
            raise Enough
        if laid.at != 0 or name == LAID:
            yield Check(name, laid.at == 0, f"{deal}: at is {laid.at}", COUNT)
        if laid.at != 0:
            raise Enough
        told = self.ask.state(laid)
        if isinstance(told, Refused):
            yield Check(
                shows, False, f"{deal}: {told.words}", 'hello claims to observe "state": show it, or claim less'
            )
            raise Enough
        if told is not None:
            check = state_check(shows, laid.right, told, f"{deal} as it is laid", dealt=True)
            yield check
            if not check.held:
                raise Enough
        return laid

    def _begins_as_expected(self, laid: Laid) -> bool:
        """Whether the program has the seat move first that the rules name; else a rule differs, as was said before."""
        told = self.ask.state(laid)
        return not isinstance(told, BankTableWire) or told == laid.right

    def _legal(self, laid: Laid) -> Iterator[Check]:
        """The legal acts, if hello claims to tell them. Raises Enough where no rule explains what is told."""
        if "legal" not in self.claim.observe:
            return
        told = self._told(laid)
        if isinstance(told, Refused):
            yield Check(
                LEGAL, False, f"{laid}: {told.words}", 'hello claims to observe "legal": tell them, or claim less'
            )
            raise Enough
        right = tuple(map(to_action, enabled(self.book, laid.match)))
        where = f"{laid} after {laid.at} acts" if laid.at else str(laid)
        check = legal_check(right, told, where)
        yield check
        if not check.held:
            raise Enough

    def _told(self, laid: Laid) -> tuple[ActionWire, ...] | Refused:
        shown = self.ask.look(laid, "legal")
        return shown if isinstance(shown, Refused) else shown.legal or ()

    def _views(self, laid: Laid) -> Iterator[Check]:
        if "view" not in self.claim.observe:
            return
        for seat in range(len(laid.deal.hands)):
            check = self._view(laid, seat)
            if not check.held or check.remark or seat == len(laid.deal.hands) - 1:
                yield check
                return

    def _view(self, laid: Laid, seat: int) -> Check:
        where = f"{laid}, seen by seat {seat}"
        view = self.ask.view(laid, seat)
        if isinstance(view, Refused):
            return Check(
                VIEWS, False, f"{where}: {view.words}", 'hello claims to observe "view": show it, or claim less'
            )
        right = to_view(self.book, laid.match, Seat(seat))
        hint = f"a view has {msgspec.json.encode(right).decode()}"
        shown = leaks(view, to_table(laid.match), seat)
        if shown:
            return Check(VIEWS, False, f"{where}: it tells {' '.join(shown)}, which this seat may not know", hint)
        try:
            told = read_bank_view(view)
        except msgspec.ValidationError as error:
            return Check(VIEWS, False, f"{where}: {error}", hint)
        same = sorted(told.hand) == sorted(right.hand) and told.hands == right.hands
        return Check(VIEWS, same, f"{where}: hand {told.hand}, hands of {', '.join(map(str, told.hands))} cards", hint)

    # --- what is to be refused

    def _refusals(self, laid: Laid) -> Iterator[Check]:
        """Before the first act: the wrong seat, and a card that another seat holds."""
        turn = laid.match.round.turn
        other = Seat((turn + 1) % len(laid.deal.hands))
        whys: tuple[str, ...] = ("not-your-turn", "illegal-action")
        own, expected = laid.match.round.hands[other][:1], self.ask.expected(laid)
        where = f"{laid}: seat {other} lays, and seat {turn} is to act"
        last = 'refuse with "not-your-turn" who is not to act'
        yield from self._must(self._refused(OUT_OF_TURN, laid, where, replace(expected, seat=other), whys, FROM_0))
        yield from self._must(self._refused(OUT_OF_TURN, laid, where, Action(other, Act.LAY, own), whys, last))
        strange, whys = Action(turn, Act.LAY, own), ("illegal-action",)
        where = f"{laid}: seat {turn} lays a card that it does not hold"
        yield from self._must(self._refused(NOT_NOW, laid, where, strange, whys, 'refuse it with "illegal-action"'))

    def _must(self, check: Check) -> Iterator[Check]:
        """A check after which nothing more is asked where it fails."""
        yield check
        if not check.held:
            raise Enough

    def _refused(self, name: str, laid: Laid, where: str, act: Action, whys: tuple[str, ...], hint: str) -> Check:
        """A refusal is one for a reason, and leaves the table as it was."""
        answer = self.ask.tick(laid, (act,))
        if not isinstance(answer, Refused):
            return Check(name, False, f"{where}: it was done", hint)
        told = self.ask.state(laid)
        if isinstance(told, BankTableWire) and told != laid.right:
            return Check(name, False, f"{where}: it was refused, and yet the table has changed", UNCHANGED)
        return refused_for(name, where, answer, whys)

    def _first_act(self, laid: Laid) -> Iterator[Check]:
        """The first act that the rules name, by the seat that moves first."""
        done = yield from self._do(FIRST, laid, format_action(laid.match, self.ask.expected(laid)), FROM_0)
        if not done:
            raise Enough
        yield Check(FIRST, True, f"{laid}: at is {laid.at}")

    def _stale(self, laid: Laid) -> Iterator[Check]:
        """A right act with a count that is over."""
        answer = self.ask.tick(laid, (self.ask.expected(laid),), laid.at - 1)
        where = f"{laid}: a message with at {laid.at - 1} where {laid.at} ticks were applied"
        if not isinstance(answer, Refused):
            hint = 'compare "at" with the count of the table before anything is done, and refuse with "stale"'
            yield Check(STALE, False, f"{where} was obeyed", hint)
            raise Enough
        yield refused_for(STALE, where, answer, ("stale",))
        told = self.ask.state(laid)
        if isinstance(told, BankTableWire) and told != laid.right:
            yield Check(STALE, False, f"{where} was refused, and yet the table has changed", UNCHANGED)
            raise Enough

    # --- acts

    def _do(self, name: str, laid: Laid, text: str, hint: str) -> Generator[Check, None, bool]:
        """Have an act done, and look at what became of it. Returns whether it went by the rules.

        Says nothing of what is right. Raises Enough where it is not a rule that makes the difference.
        """
        before, where = laid.right, f"{laid}: {text}"
        told_legal = None if "legal" not in self.claim.observe else self._told(laid)
        wanted = to_action(parse_token(text).tick(laid.match)[0])
        at = laid.at
        answer = self.ask.act(laid, text)
        if isinstance(answer, Refused):
            yield self._not_done(
                name, laid, where, answer, isinstance(told_legal, tuple) and wanted in told_legal, hint
            )
            return False
        if answer.at != at + 1:
            yield Check(COUNTED, False, f"{where}: at is {answer.at}", COUNT)
            raise Enough
        told = self.ask.state(laid)
        if isinstance(told, BankTableWire):
            check = after_act(name, before, laid.right, told, where)
            if not check.held:
                yield check
                raise Enough
            if check.remark:
                yield check
                return False
        return True

    def _not_done(self, name: str, laid: Laid, where: str, answer: Refused, said: bool, hint: str) -> Check:
        """What it means that an act is refused which the rules allow."""
        if answer.broke or answer.words.startswith("stale"):
            wrong = COUNT if not answer.broke else "answer what cannot be done with a typed refusal, and go on"
            return Check(name, False, f"{where}: {answer.words}", wrong)
        if self._done_by_the_next(laid):
            return Check(name, False, f"{where}: {answer.words}; and one seat further it is done", FROM_0)
        if said:
            return Check(name, False, f"{where}: {answer.words}, though legal tells it", SAYS)
        return Check(name, True, f"{where}: {answer.words}; {MAY_DIFFER}", hint, remark=True)

    def _done_by_the_next(self, laid: Laid) -> bool:
        """Whether the same act is done where the seat is one higher: then seats are counted from 1."""
        act = self.ask.expected(laid)
        answer = self.ask.tick(laid, (replace(act, seat=Seat(act.seat + 1)),))
        return not isinstance(answer, Refused)

    def _play(self, scene: Scene) -> Iterator[Check]:
        """One scene, looked at after each act. What the rules agreed on do not allow is not asked."""
        deal = scene.deal_for(seats(self.claim)[0])
        hint = scene.hint if scene.name == TENS else ANY_PART
        try:
            laid = self.ask.laid(deal)
        except Broken as broken:
            raise Broken(replace(broken.check, hint=f"{broken.check.hint}; {hint}"), broken.fault) from broken
        if isinstance(laid, Refused):
            yield Check(scene.name, False, f"{deal}: {laid.words}", hint)
            raise Enough
        told = self.ask.state(laid)
        if isinstance(told, BankTableWire) and told != laid.right:
            check = state_check(scene.name, laid.right, told, f"{deal} as it is laid", dealt=True)
            yield check
            if not check.held:
                raise Enough
            return
        for text in scene.script.split():
            if refusal(self.book, laid.match, parse_token(text).tick(laid.match)) is not None:
                return
            for check in self._legal(laid):
                if not check.held or check.remark:
                    yield check
            if not (yield from self._do(scene.name, laid, text, scene.hint)):
                return
        yield Check(scene.name, True, f"{deal}: {scene.script}")

    # --- several tables, other deals

    def _other_deals(self) -> Iterator[Check]:
        """A dealer that is named, the largest table, and seats without cards."""
        claimed = seats(self.claim)
        yield from self._shows(DEALER, plain_deal(claimed[0], "@A"))
        if claimed[-1] > claimed[0]:
            yield from self._shows(SHOWN, plain_deal(claimed[-1]))
        if claimed[-1] > 2:
            yield from self._shows(EMPTY, SCENES[1].deal_for(claimed[-1]))

    def _shows(self, name: str, deal: RoundDeal) -> Iterator[Check]:
        _ = yield from self._lay(name, name, deal)

    def _unknown_op(self) -> Check:
        hint = 'answer an op that you do not know with {"id": ..., "no": {"why": "unsupported", "feature": "<op>"}}'
        reply = self.talk.ask(_Juggle(self.talk.next_id(), "none"))
        if isinstance(reply, Refused):
            return Check(UNKNOWN_OP, not reply.broke, f"juggle: {reply.words}", hint)
        return Check(UNKNOWN_OP, False, "juggle was answered as if it were known", hint)
