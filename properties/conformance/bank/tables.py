"""Tables of Bank that a program keeps: the model's own, for the reference and for misreadings."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import msgspec

from model.bank.actions import Action, RoundDeal
from model.bank.match import deal_error, trumps_error
from model.bank.play import apply, enabled, initial, refusal
from model.bank.rulebook import Book
from model.bank.state import Match, Stage
from model.game import Seat
from properties.conformance.bank.wire import digest_of, from_action, to_action, to_table, to_view
from properties.conformance.protocol import (
    BankLookOk,
    Drop,
    Fork,
    Handle,
    Look,
    NewOk,
    No,
    TickAsk,
    TickOk,
)
from properties.conformance.tables import MOST_TABLES, WHY

Answer = NewOk | TickOk | BankLookOk | No | dict[str, str]


@dataclass(slots=True)
class _Laid:
    book: Book
    match: Match
    at: int = 0


@dataclass(slots=True)
class BankTables:
    """The tables of one conversation, by their handles."""

    _laid: dict[Handle, _Laid] = field(default_factory=dict)
    _count: int = 0

    def holds(self, handle: Handle) -> bool:
        """Whether there is such a table."""
        return handle in self._laid

    def new(self, book: Book, deal: RoundDeal) -> NewOk | No:
        """Lay a table."""
        wrong = trumps_error(book, deal.trumps)
        if wrong:
            return No("bad-deal", detail=wrong)
        return self._keep(_Laid(book, initial(book, deal)))

    def _keep(self, laid: _Laid) -> NewOk | No:
        if len(self._laid) >= MOST_TABLES:
            return No("unsupported", feature="tables", detail=f"{MOST_TABLES} tables are kept at most: drop some")
        self._count += 1
        handle = f"b{self._count}"
        self._laid[handle] = laid
        return NewOk(handle, laid.at, digest_of(to_table(laid.match)))

    def answer(self, request: TickAsk | Look | Fork | Drop) -> Answer:
        """What becomes of a request for a table that was laid before."""
        laid = self._laid[request.table]
        match request:
            case TickAsk():
                return _tick(laid, request)
            case Look():
                return _look(laid, request)
            case Fork():
                return self._keep(replace(laid))
            case Drop():
                del self._laid[request.table]
                return {}


def _tick(laid: _Laid, request: TickAsk) -> TickOk | No:
    if request.at != laid.at:
        return No("stale", detail=f"{laid.at} ticks have been applied")
    actions = [action for action in map(from_action, request.do) if action is not None]
    reason = refusal(laid.book, laid.match, tuple(actions) if len(actions) == len(request.do) else ())
    if reason is not None:
        return No(WHY[reason], detail=_what_is_wrong(laid, actions))
    laid.match = apply(laid.book, laid.match, actions[0])
    laid.at += 1
    return TickOk(laid.at, digest=digest_of(to_table(laid.match)))


def _what_is_wrong(laid: _Laid, actions: list[Action]) -> str:
    """What is wrong with a deal of the next round, where that is what was asked for."""
    if laid.match.stage is not Stage.DEAL or len(actions) != 1 or actions[0].deal is None:
        return ""
    return deal_error(laid.book, laid.match, actions[0].deal)


def _look(laid: _Laid, request: Look) -> BankLookOk | No:
    book, match = laid.book, laid.match
    legal = tuple(map(to_action, enabled(book, match))) if "legal" in request.what else None
    state = to_table(match) if "state" in request.what else None
    if "view" not in request.what:
        return BankLookOk(legal=legal, state=state)
    if request.seat is None or not 0 <= request.seat < len(match.totals):
        return No("unsupported", feature="seat", detail=f"a view is that of a seat, 0 to {len(match.totals) - 1}")
    return BankLookOk(legal, msgspec.to_builtins(to_view(book, match, Seat(request.seat))), state)
