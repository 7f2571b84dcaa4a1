"""Where a program leaves the rules at a table: what it shows, held against what the model has."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Literal, TypeVar

import msgspec

from model.game import Reason, Seat, Tick
from model.piles import events as seen
from model.piles.play import apply_tick, enabled, view
from model.piles.rulebook import Book
from model.piles.state import Phase, Table
from properties.conformance.protocol import (
    ActionWire,
    EventWire,
    LookOk,
    No,
    Reply,
    StepRequest,
    TableWire,
    ViewWire,
    read_view,
)
from properties.conformance.table_wire import PHASES, to_action, to_table, to_view
from properties.conformance.traces import labelling_of, plain, to_event

What = Literal["answer", "at", "order", "events", "digest", "state", "legal", "view", "leak", "beside"]
"""What was compared: the answer as such (done or refused), or a part of it."""


class Parting(msgspec.Struct, frozen=True):
    """The first action, counted from 1, at which a program leaves the rules; 0 is the table as it was dealt.

    `expected` and `got` are what was compared, as text.
    """

    action: int
    what: What
    expected: str
    got: str


Talk = Generator[StepRequest, Reply, Parting | None]
"""Yields requests, whose ids are for the sender to give; is sent the replies."""


def compared(book: Book, table: Table, shown: LookOk, first: LookOk, seat: Seat, number: int) -> Parting | None:
    """What a program shows of a table, held against the model's: the first part that differs.

    `first` is what it has shown before: what stands there may not be left out later.
    """
    return (
        _same_state(book, table, shown.state, first.state, number)
        or _same_legal(book, table, shown.legal, first.legal, number)
        or _same_view(book, table, (shown.view, first.view), seat, number)
    )


def _same_state(
    book: Book, table: Table, shown: TableWire | None, first: TableWire | None, number: int
) -> Parting | None:
    if first is None:
        return None
    if shown is None:
        return Parting(number, "state", "the state, which hello claims to tell", "none")
    labelling = labelling_of(table)
    hands = tuple(plain(hand, labelling) for hand in shown.hands)
    told = msgspec.structs.replace(shown, hands=hands, middle=plain(shown.middle, labelling))
    right = _as_far_as(first, told, to_table(book, table))
    return None if told == right else Parting(number, "state", as_text(right), as_text(told))


W = TypeVar("W", TableWire, ViewWire)
"""A whole table, or what a seat sees of it."""


def _as_far_as(first: W, told: W, right: W) -> W:
    """The right one, without what was not told at first; and when it is over, nobody is to act any more."""
    left_out = {name: msgspec.UNSET for name in first.__struct_fields__ if getattr(first, name) is msgspec.UNSET}
    if right.phase == PHASES[Phase.OVER] and told.turn is msgspec.UNSET:
        left_out["turn"] = msgspec.UNSET
    return msgspec.structs.replace(right, **left_out)


def _same_legal(
    book: Book,
    table: Table,
    legal: tuple[ActionWire, ...] | None,
    first: tuple[ActionWire, ...] | None,
    number: int,
) -> Parting | None:
    if first is None:
        return None
    if legal is None:
        return Parting(number, "legal", "the legal acts, which hello claims to tell", "none")
    right = {_short(to_action(action)) for action in enabled(book, table)}
    told = {_short(action) for action in legal}
    if told == right:
        return None
    missing, extra = sorted(right - told), sorted(told - right)
    got = "; ".join(
        f"{what}: {', '.join(acts)}" for what, acts in (("missing", missing), ("not allowed", extra)) if acts
    )
    return Parting(number, "legal", ", ".join(sorted(right)) or "nothing", got)


def _short(action: ActionWire) -> str:
    return f"{action.seat} {action.act}"


def _same_view(
    book: Book, table: Table, shown: tuple[dict[str, Any] | None, dict[str, Any] | None], seat: Seat, number: int
) -> Parting | None:
    sight, first = shown
    if first is None:
        return None
    if sight is None:
        return Parting(number, "view", "a view, which hello claims to tell", "none")
    told = read_view(sight)
    told = msgspec.structs.replace(told, middle=plain(told.middle, labelling_of(table)))
    right = _as_far_as(read_view(first), told, to_view(book, table, view(book, table, seat)))
    return None if told == right else Parting(number, "view", as_text(right), as_text(told))


def same_refusal(reason: Reason | str, reply: Reply, number: int) -> Parting | None:
    """Whether a refusal is one, and for this reason; a program may call anything that cannot be done illegal."""
    if reply.no is None:
        return Parting(number, "answer", f"refused: {reason}", "done")
    plainly = (str(reason),) if reason == "stale" else (str(reason), "illegal-action")
    if reply.no.why in plainly or (reply.no.why == "window-closed" and reason == Reason.ILLEGAL_ACTION):
        return None
    return Parting(number, "answer", f"refused: {reason}", refused(reply.no))


def refused(no: No) -> str:
    """A refusal in words."""
    return f"refused: {no.why} {no.feature} {no.detail}".strip()


def done(book: Book, table: Table, tick: Tick) -> str:
    """What is done by the rules, in words."""
    right: list[EventWire] = [to_event(event) for event in seen.of_tick(table, tick, apply_tick(book, table, tick))]
    return f"done: {as_text(right)}"


def as_text(content: object) -> str:
    """What is compared, as text."""
    return msgspec.json.encode(content).decode()
