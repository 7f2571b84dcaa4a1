"""Asking a program about its tables, one small question at a time, with the model's table beside each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, NoReturn

import msgspec

from model.cards import format_zone
from model.deal import SEAT_NAMES, Deal
from model.game import Act, Action, Tick
from model.piles.play import apply_tick, initial, unslapped
from model.piles.profiles import RULES_VERSION
from model.piles.rulebook import Book
from model.piles.state import Table
from properties.conformance.judge import Fault, FaultKind
from properties.conformance.protocol import (
    DealWire,
    Drop,
    Fork,
    GameClaim,
    Handle,
    Look,
    LookOk,
    NewOk,
    NewTable,
    Reply,
    StepRequest,
    TableWire,
    TickAsk,
    TickOk,
    read_look,
    read_new,
    read_tick,
)
from properties.conformance.table_wire import to_action, to_table
from properties.conformance.talk import SHAPE, Broken, Check, Refused, Talk
from properties.conformance.traces import labelling_of, plain

_SHAPES: Final = {
    NewTable: '"new" is answered with {"table": "t1"}: a text or a number that names the table',
    Fork: '"fork" is answered like "new", with the name of the second table: {"table": "t2", "at": 3}',
    TickAsk: '"tick" is answered with {"at": 1} and what hello claims to observe: events, digest',
    Look: '"look" is answered with what was asked for: {"state": {"hands": ["45"], "middle": "6"}}, "legal", "view"',
}


@dataclass(slots=True)
class Laid:
    """A table of the program, and the model's beside it."""

    handle: Handle
    deal: Deal
    table: Table
    at: int = 0

    def __str__(self) -> str:
        return str(self.deal)


@dataclass(frozen=True, slots=True)
class TableTalk:
    """Questions about tables. Every method raises Broken, and says where it was, where the talk cannot go on."""

    talk: Talk
    claim: GameClaim
    book: Book
    choices: dict[str, str]

    def acts(self, laid: Laid) -> Action:
        """What the rules expect next at a table."""
        return unslapped(self.book, laid.table)

    def right(self, laid: Laid) -> TableWire:
        """What a table should show."""
        return to_table(self.book, laid.table)

    def new(self, deal: Deal) -> NewOk | Refused:
        """Lay a table."""
        hands, middle = tuple(map(format_zone, deal.hands)), format_zone(deal.middle)
        labelling: Literal["class", "rank", "full"] = deal.labelling.value
        wire = DealWire(hands, labelling, middle or msgspec.UNSET)
        request = NewTable(self.talk.next_id(), self.claim.game, RULES_VERSION, self.choices, wire)
        return self._named(request, f"new table {deal}")

    def laid(self, deal: Deal) -> Laid | Refused:
        """The same with the model's table beside it."""
        answer = self.new(deal)
        return answer if isinstance(answer, Refused) else Laid(answer.table, deal, initial(self.book, deal))

    def fork(self, laid: Laid) -> NewOk | Refused:
        """Double a table."""
        return self._named(Fork(self.talk.next_id(), laid.handle), f"{laid}, doubled")

    def drop(self, laid: Laid) -> Reply | Refused:
        """Take a table away."""
        return self._ask(Drop(self.talk.next_id(), laid.handle), f"{laid}, dropped")

    def tick(self, laid: Laid, tick: Tick, at: int | None = None) -> TickOk | Refused:
        """Ask for a tick, as if `at` had been applied; the model's table is left alone."""
        where = f"{laid}, tick {laid.at + 1} ({words(tick)})"
        count = laid.at if at is None else at
        request = TickAsk(self.talk.next_id(), laid.handle, count, tuple(map(to_action, tick)))
        reply = self._ask(request, where)
        if isinstance(reply, Refused):
            return reply
        try:
            return read_tick(reply.ok)
        except msgspec.ValidationError as error:
            self._misshapen(request, where, error)

    def goes_on(self, laid: Laid, tick: Tick) -> TickOk | Refused:
        """Ask for a tick; if it is done, the model does it as well."""
        answer = self.tick(laid, tick)
        if not isinstance(answer, Refused):
            laid.table = apply_tick(self.book, laid.table, tick)
            laid.at += 1
        return answer

    def look(self, laid: Laid, what: Literal["legal", "view", "state"], seat: int | None = None) -> LookOk | Refused:
        """Look at one thing."""
        request = Look(self.talk.next_id(), laid.handle, (what,), seat)
        reply = self._ask(request, f"{laid}, a look at the {what}")
        if isinstance(reply, Refused):
            return reply
        try:
            return read_look(reply.ok)
        except msgspec.ValidationError as error:
            self._misshapen(request, f"{laid}, a look at the {what}", error)

    def state(self, laid: Laid) -> TableWire | Refused | None:
        """The state that the program shows, with cards as we write them; None where it claims to show none."""
        if "state" not in self.claim.observe:
            return None
        shown = self.look(laid, "state")
        if isinstance(shown, Refused):
            return shown
        if shown.state is None:
            return Refused("the answer has no state")
        labelling = labelling_of(laid.table)
        hands = tuple(plain(hand, labelling) for hand in shown.state.hands)
        return msgspec.structs.replace(shown.state, hands=hands, middle=plain(shown.state.middle, labelling))

    def _named(self, request: NewTable | Fork, where: str) -> NewOk | Refused:
        reply = self._ask(request, where)
        if isinstance(reply, Refused):
            return reply
        try:
            return read_new(reply.ok)
        except msgspec.ValidationError as error:
            self._misshapen(request, where, error)

    def _ask(self, request: StepRequest, where: str) -> Reply | Refused:
        try:
            return self.talk.ask(request)
        except Broken as broken:
            check = replace(broken.check, seen=f"{where}: {broken.check.seen}")
            raise Broken(check, broken.fault) from broken

    def _misshapen(self, request: StepRequest, where: str, error: msgspec.ValidationError) -> NoReturn:
        fault = Fault(FaultKind.SCHEMA, str(error))
        raise Broken(Check(SHAPE, False, f"{where}: {error}", _SHAPES[type(request)]), fault) from error


def words(tick: Tick) -> str:
    """A tick in a few words."""
    seats = " and ".join(SEAT_NAMES[action.seat] if action.seat >= 0 else "chance" for action in tick)
    act = tick[0].act
    return f"{seats} {act}s" if len(tick) == 1 else f"{seats} {Act.SLAP} at once"
