"""One case played step by step: what is said to a program, action by action, and where it leaves the rules.

A conversation is a generator: it yields requests and is sent the replies. It does nothing else, so the replies of a
journal, sent once more, lead to the same verdict.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from typing import Final, Literal

import msgspec

from model.game import Seat, Tick
from model.piles import events as seen
from model.piles.play import apply_tick, initial, refusal, slappers
from model.piles.rulebook import Book
from model.piles.slaps import undermost
from model.piles.state import Table
from properties.conformance.cases import Case
from properties.conformance.parting import Parting, Talk, as_text, compared, done, refused, same_refusal
from properties.conformance.protocol import (
    Drop,
    Fork,
    GameClaim,
    Handle,
    Look,
    LookOk,
    NewTable,
    Reply,
    StepRequest,
    TickAsk,
    TickOk,
    read_look,
    read_new,
    read_tick,
)
from properties.conformance.script import Token, parse_script
from properties.conformance.table_wire import digest_of, in_order, new_table, to_action, to_table
from properties.conformance.traces import KINDS, labelling_of, plain_event, to_event
from properties.conformance.twins import Twins

EVERY: Final = 40
"""Scripts up to so many actions are looked at after each of them."""
STRIDE: Final = 32
"""Longer ones after so many, where the answers to the actions themselves tell nothing; a difference is then halved."""
_SIGHTS: Final[tuple[Literal["state", "legal", "view"], ...]] = ("state", "legal", "view")


def pile_conversation(case: Case, claim: GameClaim, book: Book) -> Talk:
    """The whole conversation on one case. Returns where the program leaves the rules; None if it never does."""
    assert case.script is not None
    script = parse_script(case.script)
    if claim.ties == "arbitrated":  # whatever is agreed on ties, the program says whose hand it found undermost
        book = replace(book, slap_tie=undermost)
    if case.twin:
        return Twins(case, claim, book, script).talk()
    return (_ToTheEnd if case.wholly else _Table)(case, claim, book, script).talk()


@dataclass(slots=True)
class _Table:
    """One table, and the model's beside it."""

    case: Case
    claim: GameClaim
    book: Book
    script: tuple[Token, ...]
    handle: Handle = ""
    told: list[Tick | None] = field(default_factory=list)
    """For each action so far the tick as the program has taken it; None where it was to be refused."""
    trusted: int = 0
    """The last action after which the table was right, or is looked at in another script."""
    told_first: LookOk | None = None
    """What the program has shown of the table as it was dealt: what it tells there it must tell always."""
    beside: tuple[Handle, Table, int] | None = None
    """A second table, as it was after so many actions of this one."""

    def talk(self) -> Talk:
        """Lay the table, play the script, and take the table away."""
        start = initial(self.book, self.case.deal)
        if self.case.beside == "new":
            yield from self._put_beside(new_table(self.case, self.case.deal_wire), start, 0)
        parting = yield from self._play(start)
        if self.beside is not None:
            parting = parting or (yield from self._untouched(*self.beside))
            dropped = yield Drop(0, self.beside[0])
            reply = yield Drop(0, self.handle)
            if dropped.no is None and reply.no is not None:
                parting = parting or Parting(len(self.script), "answer", "the other table is there", refused(reply.no))
            return parting
        yield Drop(0, self.handle)
        return parting

    def _put_beside(self, request: NewTable | Fork, table: Table, number: int) -> Talk:
        """Have a second table that nobody will touch. A program may keep one only, if it does not claim to fork."""
        reply = yield request
        if reply.no is None:
            self.beside = read_new(reply.ok).table, table, number
        elif isinstance(request, Fork):
            return Parting(number, "answer", "a second table like the first, as hello claims", refused(reply.no))
        return None

    def _untouched(self, handle: Handle, table: Table, number: int) -> Talk:
        """The second table must be as it was when it came to be, whatever was done at this one."""
        other = _Table(self.case, self.claim, self.book, (), handle)
        parting = yield from other._look(table, number)
        return None if parting is None else msgspec.structs.replace(parting, what="beside", action=len(self.script))

    def _play(self, table: Table) -> Talk:
        self.trusted = max(0, self.case.looks_from - 1)
        parting = yield from self._lay_table(table)
        if parting is None:
            parting = yield from self._look(table, 0)
        for number, token in enumerate(self.script, start=1):
            if parting is not None:
                return parting
            table, parting = yield from self._act(table, token, number)
            if parting is not None:
                return (yield from self._first_of(parting, table))
            if self._looks_after(number):
                parting = yield from self._look(table, number)
                if parting is not None and number - self.trusted > 1:
                    parting = yield from self._halve(parting)
                self.trusted = number
            if self.case.beside == "fork" and self.claim.fork and number == (len(self.script) + 1) // 2:
                parting = parting or (yield from self._put_beside(Fork(0, self.handle), table, number))
        return parting

    def _first_of(self, found: Parting, table: Table) -> Talk:
        """A difference in an answer; or one in the table that came before it, or that says more than a digest."""
        if found.what == "digest" and "state" in self.claim.observe:
            return (yield from self._look(table, found.action)) or found
        if found.action - self.trusted > 1:
            return (yield from self._unless_earlier(found))
        return found

    def _lay_table(self, table: Table) -> Talk:
        reply = yield new_table(self.case, self.case.deal_wire)
        if reply.no is not None:
            return Parting(0, "answer", "the table is laid", refused(reply.no))
        answer = read_new(reply.ok)
        self.handle = answer.table
        if answer.at != 0:
            return Parting(0, "at", "0", str(answer.at))
        return self._same_digest(table, answer.digest, 0)

    def _looks_after(self, number: int) -> bool:
        """Whether to look at the table after so many actions."""
        if len(self.script) <= EVERY or number == len(self.script):
            return number >= self.case.looks_from
        return number % STRIDE == 0 and not {"events", "digest"} & set(self.claim.observe)

    def _act(
        self, table: Table, token: Token, number: int
    ) -> Generator[StepRequest, Reply, tuple[Table, Parting | None]]:
        tick = token.tick(self.book, table)
        reply = yield self._request(token, tick, self._applied_so_far)
        return self._answered(table, token, tick, reply, number)

    def _request(self, token: Token, tick: Tick, applied: int) -> TickAsk:
        return TickAsk(0, self.handle, applied - token.late + token.early, tuple(map(to_action, tick)))

    def _answered(
        self, table: Table, token: Token, tick: Tick, reply: Reply, number: int
    ) -> tuple[Table, Parting | None]:
        reason = "stale" if token.stale else refusal(self.book, table, tick)
        arbitrated = self.claim.ties == "arbitrated" and len(tick) > 1
        if reason is not None:
            self.told.append(None)
            return table, same_refusal(reason, reply, number)
        if reply.no is not None:
            return table, Parting(number, "answer", done(self.book, table, tick), refused(reply.no))
        return self._applied(table, tick, read_tick(reply.ok), number, arbitrated)

    def _applied(
        self, table: Table, tick: Tick, answer: TickOk, number: int, arbitrated: bool
    ) -> tuple[Table, Parting | None]:
        if arbitrated:
            ordered = in_order(tick, answer.order or ())
            if ordered is None:
                told = "none" if answer.order is None else str(list(answer.order))
                return table, Parting(number, "order", f"the order of these hands: {list(slappers(tick))}", told)
            tick = ordered
        after = apply_tick(self.book, table, tick)
        self.told.append(tick)
        if answer.at != self._applied_so_far:
            return after, Parting(number, "at", str(self._applied_so_far), str(answer.at))
        parting = self._same_events(table, tick, after, answer, number)
        return after, parting or self._same_digest(after, answer.digest, number)

    @property
    def _applied_so_far(self) -> int:
        return len(self.told) - self.told.count(None)

    def _same_events(self, before: Table, tick: Tick, after: Table, answer: TickOk, number: int) -> Parting | None:
        if "events" not in self.claim.observe:
            return None
        if answer.events is None:
            return Parting(number, "events", "the events of this action, which hello claims to tell", "none")
        labelling = labelling_of(before)
        right = [to_event(event) for event in seen.of_tick(before, tick, after)]
        told = [plain_event(event, labelling) for event in answer.events]
        shown = [[event for event in each if KINDS[type(event)] in self.claim.events] for each in (right, told)]
        return None if shown[0] == shown[1] else Parting(number, "events", as_text(shown[0]), as_text(shown[1]))

    def _same_digest(self, table: Table, digest: str | None, number: int) -> Parting | None:
        if "digest" not in self.claim.observe:
            return None
        right = digest_of(to_table(self.book, table))
        return None if digest == right else Parting(number, "digest", right, digest or "none")

    def _look(self, table: Table, number: int) -> Talk:
        """Look at everything that the program can show, a view by one seat after the other."""
        sights, seat = self._sights, Seat(number % len(table.hands))
        if not sights:
            return None
        reply = yield self._look_request(number)
        return self._seen(table, reply, seat, number)

    @property
    def _sights(self) -> tuple[Literal["state", "legal", "view"], ...]:
        return tuple(sight for sight in _SIGHTS if sight in self.claim.observe)

    def _look_request(self, number: int) -> Look:
        sights = self._sights
        return Look(0, self.handle, sights, number % len(self.case.hands) if "view" in sights else None)

    def _seen(self, table: Table, reply: Reply, seat: Seat, number: int) -> Parting | None:
        sights = self._sights
        if reply.no is not None:
            return Parting(number, "answer", f"a look at {' and '.join(sights)}", refused(reply.no))
        missing = [sight for sight in sights if getattr(read_look(reply.ok), sight) is None]
        if missing:
            return Parting(number, missing[0], f"the {missing[0]}, which hello claims to tell", "none")
        shown = read_look(reply.ok)
        self.told_first = self.told_first or shown
        return compared(self.book, table, shown, self.told_first, seat, number)

    # --- longer scripts: where exactly was it?

    def _unless_earlier(self, found: Parting) -> Talk:
        """A difference in an answer, unless the table had differed before, since it was last looked at."""
        told_each_time = {"events", "digest"} & set(self.claim.observe)
        if told_each_time or not any(sight in self.claim.observe for sight in _SIGHTS):
            return found
        handle, earlier = yield from self._again(None, 0, found.action - 1)
        yield Drop(0, handle)
        if earlier is None:
            return found
        first = yield from self._halve(earlier)
        return first

    def _halve(self, found: Parting) -> Talk:
        """The first action at which the table differs, found by playing the script again up to its middle."""
        good, bad = self.trusted, found.action
        base: Handle | None = None
        while bad - good > 1:
            middle = (good + bad) // 2
            handle, parting = yield from self._again(base, good, middle)
            if parting is None:
                good = middle
                if self.claim.fork:
                    if base is not None:
                        yield Drop(0, base)
                    base = handle
                    continue
            else:
                bad, found = middle, parting
            yield Drop(0, handle)
        if base is not None:
            yield Drop(0, base)
        return found

    def _again(
        self, base: Handle | None, good: int, number: int
    ) -> Generator[StepRequest, Reply, tuple[Handle, Parting | None]]:
        """A second table after so many actions: from a table known to be good, or from the deal."""
        other = _Table(self.case, self.claim, self.book, self.script)
        table = initial(self.book, self.case.deal)
        reply = yield (Fork(0, base) if base is not None else new_table(self.case, self.case.deal_wire))
        if reply.no is not None:
            return "", Parting(number, "answer", "a second table like the first", refused(reply.no))
        other.handle = read_new(reply.ok).table
        for place, tick in enumerate(self.told[:number], start=1):
            if tick is None:
                continue
            table = apply_tick(self.book, table, tick)
            if base is None or place > good:
                reply = yield TickAsk(0, other.handle, other._applied_so_far, tuple(map(to_action, tick)))
                if reply.no is not None:
                    return other.handle, Parting(place, "answer", "done, as it was before", refused(reply.no))
            other.told.append(tick)
        parting = yield from other._look(table, number)
        return other.handle, parting


@dataclass(slots=True)
class _ToTheEnd(_Table):
    """A table at which the whole script is asked, so that the same is asked whatever the book and the answers are."""

    def _play(self, table: Table) -> Talk:
        parting = yield from self._lay_table(table)
        if not self.handle:
            return parting
        applied = 0
        parting = yield from self._look_on(table, 0, parting)
        for number, token in enumerate(self.script, start=1):
            tick = token.tick(self.book, table)
            reply = yield self._request(token, tick, applied)
            applied += reply.no is None
            if parting is None:
                table, parting = self._answered(table, token, tick, reply, number)
            parting = yield from self._look_on(table, number, parting)
        return parting

    def _look_on(self, table: Table, number: int, parting: Parting | None) -> Talk:
        """Look at the table, and if something has differed before only so that everything is asked."""
        if not self._sights or (number and not self._looks_after(number)):
            return parting
        reply = yield self._look_request(number)
        if parting is None or (parting.action == number and parting.what == "digest"):
            return self._seen(table, reply, Seat(number % len(table.hands)), number) or parting
        return parting


class WrongShape(ValueError):
    """A reply that is none of those that the request asks for. The message says what is wrong with it."""


def resume(talk: Talk, reply: Reply) -> StepRequest:
    """Send a reply to a conversation and get the next request. Raises StopIteration at its end, and WrongShape."""
    try:
        return talk.send(reply)
    except msgspec.ValidationError as error:
        raise WrongShape(str(error)) from error
