"""One script of Bank played at a program's table: what is said to it, and where it leaves the rules."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Final, Literal

from model.bank.actions import Tick
from model.bank.play import apply, initial, refusal
from model.bank.rulebook import Book
from model.bank.state import Match
from model.game import Seat
from properties.conformance.bank.compare import compared, done
from properties.conformance.bank.script import Token, parse_script
from properties.conformance.bank.twins import BankTwins
from properties.conformance.bank.wire import digest_of, new_table, to_action, to_table
from properties.conformance.cases import Case
from properties.conformance.parting import Parting, Talk, refused, same_refusal
from properties.conformance.protocol import (
    BankLookOk,
    Drop,
    Fork,
    GameClaim,
    Handle,
    Look,
    NewTable,
    Reply,
    StepRequest,
    TickAsk,
    read_bank_look,
    read_new,
    read_tick,
)

_SIGHTS: Final[tuple[Literal["state", "legal", "view"], ...]] = ("state", "legal", "view")


def bank_conversation(case: Case, claim: GameClaim, book: Book) -> Talk:
    """The whole conversation on one case. Returns where the program leaves the rules; None if it never does."""
    assert case.script is not None
    script = parse_script(case.script)
    if case.twin:
        return BankTwins(case, book, script).talk()
    return (_ToTheEnd if case.wholly else _Table)(case, claim, book, script).talk()


@dataclass(slots=True)
class _Table:
    """A program's table, and the model's beside it."""

    case: Case
    claim: GameClaim
    book: Book
    script: tuple[Token, ...]
    handle: Handle = ""
    applied: int = 0
    first: BankLookOk | None = None
    """What the program has shown of the table as it was dealt: what it tells there it must tell always."""
    beside: tuple[Handle, Match, int] | None = None
    """A second table, as it was after so many actions of this one."""

    def talk(self) -> Talk:
        """Lay the table, play the script, and take the table away."""
        start = initial(self.book, self.case.round_deal)
        if self.case.beside == "new":
            yield from self._put_beside(new_table(self.case.choices, self.case.deal_wire), start, 0)
        parting = yield from self._play(start)
        if self.beside is not None:
            parting = parting or (yield from self._untouched())
            dropped = yield Drop(0, self.beside[0])
            reply = yield Drop(0, self.handle)
            if dropped.no is None and reply.no is not None:
                parting = parting or Parting(len(self.script), "answer", "the other table is there", refused(reply.no))
            return parting
        yield Drop(0, self.handle)
        return parting

    def _play(self, match: Match) -> Talk:
        parting = yield from self._lay_table(match)
        if parting is None:
            parting = yield from self._look(match, 0)
        for number, token in enumerate(self.script, start=1):
            if parting is not None:
                return parting
            match, parting = yield from self._act(match, token, number)
            if parting is None and number >= self.case.looks_from:
                parting = yield from self._look(match, number)
            half = number == (len(self.script) + 1) // 2
            if half and self.case.beside == "fork" and self.claim.fork and parting is None:
                parting = yield from self._put_beside(Fork(0, self.handle), match, number)
        return parting

    def _lay_table(self, match: Match) -> Talk:
        reply = yield new_table(self.case.choices, self.case.deal_wire)
        if reply.no is not None:
            return Parting(0, "answer", "the table is laid", refused(reply.no))
        answer = read_new(reply.ok)
        self.handle = answer.table
        if answer.at != 0:
            return Parting(0, "at", "0", str(answer.at))
        return self._same_digest(match, answer.digest, 0)

    def _act(
        self, match: Match, token: Token, number: int
    ) -> Generator[StepRequest, Reply, tuple[Match, Parting | None]]:
        tick = token.tick(match)
        reply = yield self._request(token, tick, self.applied)
        return self._answered(match, token, tick, reply, number)

    def _request(self, token: Token, tick: Tick, applied: int) -> TickAsk:
        return TickAsk(0, self.handle, applied - token.late + token.early, tuple(map(to_action, tick)))

    def _answered(
        self, match: Match, token: Token, tick: Tick, reply: Reply, number: int
    ) -> tuple[Match, Parting | None]:
        reason = "stale" if token.stale else refusal(self.book, match, tick)
        if reason is not None:
            return match, same_refusal(reason, reply, number)
        if reply.no is not None:
            return match, Parting(number, "answer", done(self.book, match, tick[0]), refused(reply.no))
        answer = read_tick(reply.ok)
        after = apply(self.book, match, tick[0])
        self.applied += 1
        if answer.at != self.applied:
            return after, Parting(number, "at", str(self.applied), str(answer.at))
        return after, self._same_digest(after, answer.digest, number)

    def _same_digest(self, match: Match, digest: str | None, number: int) -> Parting | None:
        """A digest is only asked of who cannot be looked at: a table that is looked at says more."""
        if "digest" not in self.claim.observe or "state" in self.claim.observe:
            return None
        right = digest_of(to_table(match))
        return None if digest == right else Parting(number, "digest", right, digest or "none")

    def _look(self, match: Match, number: int) -> Talk:
        """Look at everything that the program can show, a view by one seat after the other."""
        if not self._sights:
            return None
        reply = yield self._look_request(number)
        return self._seen(match, reply, number)

    @property
    def _sights(self) -> tuple[Literal["state", "legal", "view"], ...]:
        return tuple(sight for sight in _SIGHTS if sight in self.claim.observe)

    def _look_request(self, number: int) -> Look:
        sights = self._sights
        return Look(0, self.handle, sights, number % len(self.case.hands) if "view" in sights else None)

    def _seen(self, match: Match, reply: Reply, number: int) -> Parting | None:
        sights, seat = self._sights, Seat(number % len(match.totals))
        if reply.no is not None:
            return Parting(number, "answer", f"a look at {' and '.join(sights)}", refused(reply.no))
        shown = read_bank_look(reply.ok)
        missing = [sight for sight in sights if getattr(shown, sight) is None]
        if missing:
            return Parting(number, missing[0], f"the {missing[0]}, which hello claims to tell", "none")
        self.first = self.first or shown
        return compared(self.book, match, shown, self.first, seat, number)

    def _put_beside(self, request: NewTable | Fork, match: Match, number: int) -> Talk:
        """Have a second table that nobody will touch. A program may keep one only, if it does not claim to fork."""
        reply = yield request
        if reply.no is None:
            self.beside = read_new(reply.ok).table, match, number
        elif isinstance(request, Fork):
            return Parting(number, "answer", "a second table like the first, as hello claims", refused(reply.no))
        return None

    def _untouched(self) -> Talk:
        """The second table must be as it was when it came to be, whatever was done at this one."""
        assert self.beside is not None
        handle, match, number = self.beside
        other = _Table(self.case, self.claim, self.book, (), handle)
        parting = yield from other._look(match, number)
        return None if parting is None else Parting(len(self.script), "beside", parting.expected, parting.got)


@dataclass(slots=True)
class _ToTheEnd(_Table):
    """A table at which the whole script is asked, so that the same is asked whatever the book and the answers are."""

    def _play(self, match: Match) -> Talk:
        parting = yield from self._lay_table(match)
        if not self.handle:
            return parting
        applied = 0
        parting = yield from self._look_on(match, 0, parting)
        for number, token in enumerate(self.script, start=1):
            tick = token.tick(match)
            reply = yield self._request(token, tick, applied)
            applied += reply.no is None
            if parting is None:
                match, parting = self._answered(match, token, tick, reply, number)
            parting = yield from self._look_on(match, number, parting)
        return parting

    def _look_on(self, match: Match, number: int, parting: Parting | None) -> Talk:
        """Look at the table, and if something has differed before only so that everything is asked."""
        if not self._sights:
            return parting
        reply = yield self._look_request(number)
        return parting or self._seen(match, reply, number)
