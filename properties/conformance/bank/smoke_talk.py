"""Asking a program about its tables of Bank, one small question at a time, with the model's table beside each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NoReturn

import msgspec

from model.bank.actions import Action, RoundDeal, Tick
from model.bank.play import apply, enabled, initial
from model.bank.rulebook import Book
from model.bank.state import Match
from model.cards import face_of
from properties.conformance.bank.script import parse_token
from properties.conformance.bank.slips import normal
from properties.conformance.bank.wire import new_table, to_action, to_deal, to_table
from properties.conformance.judge import Fault, FaultKind
from properties.conformance.protocol import (
    BankLookOk,
    BankTableWire,
    Drop,
    Fork,
    GameClaim,
    Handle,
    Look,
    NewOk,
    NewTable,
    Reply,
    StepRequest,
    TickAsk,
    TickOk,
    read_bank_look,
    read_new,
    read_tick,
)
from properties.conformance.talk import SHAPE, Broken, Check, Refused, Talk

Sight = Literal["legal", "view", "state"]

_SHAPES: Final = {
    NewTable: '"new" is answered with {"table": "t1", "at": 0}: a text or a number that names the table',
    Fork: '"fork" is answered like "new", with the name of the second table: {"table": "t2", "at": 3}',
    TickAsk: '"tick" is answered with {"at": 1}: how many ticks have been applied to this table',
    Look: '"look" is answered with what was asked for: {"state": {"hands": ["Kc7d"], "bank": "Kh", ...}}',
}
_PARTS: Final = {
    "phase": '"phase" is move, seven, further_card, further_move, lot, deal or over',
    "hands": '"hands" are texts, one for each seat, without anything between the cards: ["Kc7dJs", "9d6cQc"]',
    "captured": '"captured" are texts, one for each seat, empty where nothing was captured: ["", ""]',
    "stock": '"stock" is a text, the card first that is drawn first: "7h9h"',
    "bank": '"bank" is a text, the lowest card first: "KhKc"',
    "turn": '"turn" is a seat as a number, counted from 0',
    "owner": '"owner" is a seat as a number, or null',
    "legal": '"legal" are acts as in "do": [{"seat": 0, "act": "lay", "cards": "Kc"}, {"seat": 0, "act": "draw"}]',
}


@dataclass(slots=True)
class Laid:
    """A table of the program, and the model's beside it."""

    handle: Handle
    deal: RoundDeal
    match: Match
    at: int = 0
    told: BankTableWire | None = None
    """What was shown of it first: what is left out there may be left out."""

    def __str__(self) -> str:
        return str(self.deal)

    @property
    def right(self) -> BankTableWire:
        """What it should show, as far as the program tells it."""
        right = to_table(self.match)
        if self.told is None:
            return right
        untold = [each for each in right.__struct_fields__ if getattr(self.told, each) is msgspec.UNSET]
        return msgspec.structs.replace(right, **dict.fromkeys(untold, msgspec.UNSET))


@dataclass(frozen=True, slots=True)
class BankTalk:
    """Questions about tables. Every method raises Broken, and says where it was, where the talk cannot go on."""

    talk: Talk
    claim: GameClaim
    book: Book
    choices: dict[str, str]

    def expected(self, laid: Laid) -> Action:
        """An act that the rules allow now: a card on another of its rank, if there is one, which no rule changes."""
        able = enabled(self.book, laid.match)
        rank = face_of(laid.match.round.top)
        return next((act for act in able if len(act.cards) == 1 and face_of(act.cards[0]) == rank), able[0])

    def laid(self, deal: RoundDeal) -> Laid | Refused:
        """Lay a table, with the model's beside it."""
        request = msgspec.structs.replace(new_table(self.choices, to_deal(deal)), id=self.talk.next_id())
        answer = self._named(request, f"new table {deal}")
        if isinstance(answer, Refused):
            return answer
        return Laid(answer.table, deal, initial(self.book, deal), answer.at)

    def fork(self, laid: Laid) -> NewOk | Refused:
        """Double a table."""
        return self._named(Fork(self.talk.next_id(), laid.handle), f"{laid}, doubled")

    def drop(self, laid: Laid) -> Reply | Refused:
        """Take a table away."""
        return self._ask(Drop(self.talk.next_id(), laid.handle), f"{laid}, dropped")

    def tick(self, laid: Laid, tick: Tick, at: int | None = None) -> TickOk | Refused:
        """Ask for a tick, as if `at` had been applied; the model's table is left alone."""
        where = f"{laid}, tick {laid.at + 1}"
        do = tuple(map(to_action, tick))
        request = TickAsk(self.talk.next_id(), laid.handle, laid.at if at is None else at, do)
        reply = self._ask(request, where)
        if isinstance(reply, Refused):
            return reply
        try:
            return read_tick(reply.ok)
        except msgspec.ValidationError as error:
            _misshapen(request, where, error)

    def act(self, laid: Laid, text: str) -> TickOk | Refused:
        """Ask for an action as it stands in a script; if it is done, the model does it as well."""
        tick = parse_token(text).tick(laid.match)
        answer = self.tick(laid, tick)
        if not isinstance(answer, Refused):
            laid.match = apply(self.book, laid.match, tick[0])
            laid.at += 1
        return answer

    def look(self, laid: Laid, what: Sight, seat: int | None = None) -> BankLookOk | Refused:
        """Look at one thing."""
        request, where = Look(self.talk.next_id(), laid.handle, (what,), seat), f"{laid}, a look at the {what}"
        reply = self._ask(request, where)
        if isinstance(reply, Refused):
            return reply
        try:
            shown = read_bank_look(reply.ok)
        except msgspec.ValidationError as error:
            _misshapen(request, where, error)
        return shown if getattr(shown, what) is not None else Refused(f"the answer has no {what}")

    def state(self, laid: Laid) -> BankTableWire | Refused | None:
        """The state that the program shows; None where it claims to show none."""
        if "state" not in self.claim.observe:
            return None
        shown = self.look(laid, "state")
        if isinstance(shown, Refused) or shown.state is None:
            return shown if isinstance(shown, Refused) else Refused("the answer has no state")
        laid.told = laid.told or shown.state
        return normal(shown.state)

    def view(self, laid: Laid, seat: int) -> dict[str, Any] | Refused:
        """What the program shows to one seat."""
        shown = self.look(laid, "view", seat)
        if isinstance(shown, Refused) or shown.view is None:
            return shown if isinstance(shown, Refused) else Refused("the answer has no view")
        return shown.view

    def _named(self, request: NewTable | Fork, where: str) -> NewOk | Refused:
        reply = self._ask(request, where)
        if isinstance(reply, Refused):
            return reply
        try:
            return read_new(reply.ok)
        except msgspec.ValidationError as error:
            _misshapen(request, where, error)

    def _ask(self, request: StepRequest, where: str) -> Reply | Refused:
        try:
            return self.talk.ask(request)
        except Broken as broken:
            check = replace(broken.check, seen=f"{where}: {broken.check.seen}")
            raise Broken(check, broken.fault) from broken


def _misshapen(request: StepRequest, where: str, error: msgspec.ValidationError) -> NoReturn:
    fault = Fault(FaultKind.SCHEMA, str(error))
    path = str(error).rpartition(" - at ")[2]
    hint = next((hint for part, hint in _PARTS.items() if f".{part}" in path), _SHAPES[type(request)])
    raise Broken(Check(SHAPE, False, f"{where}: {error}", hint), fault) from error
