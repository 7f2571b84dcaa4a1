"""What was done at a table that is played step by step, as far as a conversation on record went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec

from model.game import Tick
from model.piles.play import apply_tick, initial, refusal
from model.piles.rulebook import Book
from model.piles.slaps import undermost
from model.piles.state import Table
from properties.conformance.conversation import WrongShape, resume
from properties.conformance.conversations import conversation
from properties.conformance.judge import Fault, Judged, book_of, parse_reply, rules_of
from properties.conformance.protocol import GameClaim, Reply, TickAsk, read_tick
from properties.conformance.script import Token, parse_script
from properties.conformance.table_wire import in_order

Orders = Sequence[tuple[int, ...] | None]
"""For each action the order in which a program has taken hands that came at once, if it has told one."""


@dataclass(frozen=True, slots=True)
class Done:
    """An action, the tick that it asked for, and the tables before and after it by the rules; at the deal no action."""

    token: Token | None
    tick: Tick
    before: Table
    after: Table
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Course:
    """The deal, and all that was done up to where the program left the rules or broke; that stands last."""

    book: Book
    done: tuple[Done, ...]


def course_of(judged: Judged, claim: GameClaim) -> Course:
    """How far the conversation on a case went, and the tables on the way there."""
    case, parting = judged.case, judged.verdict.parting
    book = book_of(case)
    if claim.ties == "arbitrated":  # the program says whose hand it found undermost
        book = replace(book, slap_tie=undermost)
    asked, orders = asked_of(judged, claim)
    last = parting.action if parting is not None else asked
    return acted(book, initial(book, case.deal), (case.script or ())[:last], orders)


def acted(book: Book, table: Table, script: Sequence[str], orders: Orders = ()) -> Course:
    """A table, and what every action of a script makes of it. Raises ScriptError for what is no action."""
    course = [Done(None, (), table, table)]
    for place, token in enumerate(parse_script(script)):
        tick = token.tick(book, table)
        order = orders[place] if place < len(orders) else None
        if order is not None and len(tick) > 1:
            tick = in_order(tick, order) or tick
        refused = token.stale or refusal(book, table, tick) is not None
        after = table if refused else apply_tick(book, table, tick)
        course.append(Done(token, tick, table, after, refused))
        table = after
    return Course(book, tuple(course))


def asked_of(judged: Judged, claim: GameClaim) -> tuple[int, Orders]:
    """How many actions of a script were asked for before the conversation ended, and the orders that were told.

    Where the first difference is looked for once more, at another table, more is asked than the script has.
    """
    case, transcript = judged.case, judged.transcript
    assert case.script is not None
    if transcript is None:
        return 0, ()
    talk = conversation(case, claim, rules_of(case))
    request = next(talk)
    orders: list[tuple[int, ...] | None] = []
    under_way = True
    for number, line in enumerate(transcript.talk):
        reply = parse_reply(line.encode(), transcript.request + number)
        if isinstance(request, TickAsk):
            orders.append(None if isinstance(reply, Fault) else _order(reply))
        try:
            under_way = not isinstance(reply, Fault)
            request = resume(talk, reply) if not isinstance(reply, Fault) else request
        except (StopIteration, WrongShape):
            under_way = False
        if not under_way:
            break
    asked = len(orders) + (under_way and isinstance(request, TickAsk))
    if case.twin:  # each action is asked for at both tables
        return min((asked + 1) // 2, len(case.script)), ()
    return min(asked, len(case.script)), orders


def _order(reply: Reply) -> tuple[int, ...] | None:
    try:
        return read_tick(reply.ok).order if reply.no is None else None
    except msgspec.ValidationError:
        return None
