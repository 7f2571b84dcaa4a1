"""Tables that a program keeps: the model's own, for the reference and for misreadings at step level."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

import msgspec

from model.deal import Deal
from model.game import Reason, Seat
from model.piles import events as seen
from model.piles.play import apply_tick, enabled, initial, refusal, slappers, view
from model.piles.rulebook import Book
from model.piles.state import Table
from properties.conformance.protocol import (
    Drop,
    Fork,
    Handle,
    Look,
    LookOk,
    NewOk,
    No,
    Refusal,
    Sight,
    TickAsk,
    TickOk,
)
from properties.conformance.table_wire import digest_of, from_action, to_action, to_table, to_view
from properties.conformance.traces import to_event

SIGHTS: Final[tuple[Sight, ...]] = ("events", "digest", "state", "legal", "view")
WHY: Final[dict[Reason, Refusal]] = {
    Reason.NOT_YOUR_TURN: "not-your-turn",
    Reason.ILLEGAL_ACTION: "illegal-action",
    Reason.GAME_OVER: "game-over",
}
MOST_TABLES: Final = 10_000
"""Tables that are kept at one time."""
Answer = NewOk | TickOk | LookOk | No | dict[str, str]


@dataclass(slots=True)
class _Laid:
    book: Book
    table: Table
    at: int = 0


@dataclass(slots=True)
class Tables:
    """The tables of one conversation, by their handles."""

    _laid: dict[Handle, _Laid] = field(default_factory=dict)
    _count: int = 0

    def new(self, book: Book, deal: Deal) -> NewOk | No:
        """Lay a table."""
        return self._keep(_Laid(book, initial(book, deal)))

    def _keep(self, laid: _Laid) -> NewOk | No:
        if len(self._laid) >= MOST_TABLES:
            return No("unsupported", feature="tables", detail=f"{MOST_TABLES} tables are kept at most: drop some")
        self._count += 1
        handle = f"t{self._count}"
        self._laid[handle] = laid
        return NewOk(handle, laid.at, digest_of(to_table(laid.book, laid.table)))

    def answer(self, request: TickAsk | Look | Fork | Drop) -> Answer:
        """What becomes of a request for a table that was laid before."""
        laid = self._laid.get(request.table)
        if laid is None:
            return No("unsupported", feature="table", detail=f"there is no table {request.table}")
        match request:
            case TickAsk():
                return self._tick(laid, request)
            case Look():
                return _look(laid, request)
            case Fork():
                return self._keep(replace(laid))
            case Drop():
                del self._laid[request.table]
                return {}

    def _tick(self, laid: _Laid, request: TickAsk) -> TickOk | No:
        if request.at != laid.at:
            return No("stale", detail=f"{laid.at} ticks have been applied")
        tick = tuple(map(from_action, request.do))
        reason = refusal(laid.book, laid.table, tick)
        if reason is not None:
            return No(WHY[reason])
        before, laid.table = laid.table, apply_tick(laid.book, laid.table, tick)
        laid.at += 1
        events = tuple(map(to_event, seen.of_tick(before, tick, laid.table)))
        order = slappers(tick) if len(tick) > 1 else None
        return TickOk(laid.at, events, digest_of(to_table(laid.book, laid.table)), order)


def _look(laid: _Laid, request: Look) -> LookOk | No:
    book, table = laid.book, laid.table
    legal = tuple(map(to_action, enabled(book, table))) if "legal" in request.what else None
    state = to_table(book, table) if "state" in request.what else None
    if "view" not in request.what:
        return LookOk(legal=legal, state=state)
    if request.seat is None or not 0 <= request.seat < len(table.hands):
        return No("unsupported", feature="seat", detail=f"a view is that of a seat, 0 to {len(table.hands) - 1}")
    seat = Seat(request.seat)
    sight = to_view(book, table, view(book, table, seat))
    return LookOk(legal, msgspec.to_builtins(sight), state)
