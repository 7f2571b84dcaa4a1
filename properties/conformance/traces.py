"""Traces: a game as the events, or the tables, that it goes through; and the first step at which two of them part.

A step is one card and all that follows from it at once. Outcome and trace are two projections of one and the same game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

import msgspec

from model.cards import CardError, Labelling, format_card, format_zone, parse_zone
from model.game import Budget, Loop
from model.piles import events as seen
from model.piles.rulebook import Book
from model.piles.run import Played, tables
from model.piles.state import Phase, Table
from properties.conformance.protocol import (
    EventKind,
    EventWire,
    GameClaim,
    LaidWire,
    Level,
    OverWire,
    OwesWire,
    PlayOk,
    StateWire,
    TookWire,
    Trace,
    TurnWire,
    WonPileWire,
    to_wire,
)

KINDS: Final[dict[type, EventKind]] = {
    LaidWire: "laid",
    OwesWire: "owes",
    WonPileWire: "won",
    TookWire: "took",
    TurnWire: "turn",
    OverWire: "over",
}
Happening = tuple[EventWire, ...] | StateWire
"""What one step shows: its events, or the table after it."""


class Parting(msgspec.Struct, frozen=True):
    """The first step, counted from 1, at which a trace leaves the rules. None where one of the two is over."""

    step: int
    expected: Happening | None
    got: Happening | None


def wanted(claim: GameClaim, level: str) -> Trace | None:
    """What to ask a program for beside outcomes: what it says it can give, unless the user wants outcomes only."""
    if level == "outcome" or "trace" not in claim.levels or not claim.trace:
        return None
    return claim.trace[0]


def level_of(claim: GameClaim, level: str) -> Level:
    """The level at which a run judges."""
    return "trace" if wanted(claim, level) is not None else "outcome"


def to_event(event: seen.Event) -> EventWire:
    """An event of the model as it is written on the wire."""
    match event:
        case seen.Laid(seat, card):
            return LaidWire(seat, format_card(card))
        case seen.Owes(seat, debt, claimant):
            return OwesWire(seat, debt, claimant)
        case seen.WonPile(seat, unanswered):
            return WonPileWire(seat, unanswered)
        case seen.Took(seat, cards):
            return TookWire(seat, format_zone(cards))
        case seen.Turn(seat):
            return TurnWire(seat)
        case seen.Finished():
            return OverWire()


def to_state(table: Table) -> StateWire:
    """A table as it is written on the wire."""
    return StateWire(tuple(map(format_zone, table.hands)), format_zone(table.middle), table.turn)


def steps(book: Book, start: Table, cards: int, trace: Trace, kinds: Sequence[EventKind]) -> Iterator[Happening]:
    """What each of the first so many cards shows, by the rules."""
    before = start
    for after in islice(tables(book, start), cards):
        if trace == "states":
            yield to_state(after)
        else:
            shown = tuple(map(to_event, seen.between(before, after)))
            yield tuple(event for event in shown if KINDS[type(event)] in kinds)
        before = after


def told(book: Book, start: Table, played: Played, trace: Trace, kinds: Sequence[EventKind]) -> PlayOk:
    """The trace of a game as an adapter would give it. The outcome is plainly counted."""
    shown = steps(book, start, length(played), trace, kinds)
    outcome = to_wire(played.outcome)
    if trace == "states":
        return PlayOk(outcome, states=tuple(state for state in shown if isinstance(state, StateWire)))
    events = tuple(event for step in shown if not isinstance(step, StateWire) for event in step)
    return PlayOk(outcome, events=events)


def length(played: Played) -> int:
    """How many cards of a game its trace has: all of them, or until it is seen to go round."""
    match played.outcome:
        case Loop(stem_cards, _, period_cards, _):
            return stem_cards + period_cards
        case Budget(cards):
            return cards
        case won:
            return won.cards


def parting(book: Book, start: Table, played: Played, answer: PlayOk, claim: GameClaim, trace: Trace) -> Parting | None:
    """Where a program's trace first leaves the rules; None if it never does.

    A pile that nobody could answer may be left lying in the last step, as the ways of counting it differ as well. Of a
    game that never ends as much is judged as both have: where to stop is a matter of what the program claims of loops.
    """
    given: list[Happening] = list(by_step(answer, claim.events, trace))
    expected = steps(book, start, length(played), trace, claim.events)
    endless = not _is_over(played)
    place = 0
    for place, right in enumerate(expected, start=1):
        got = given[place - 1] if place <= len(given) else None
        if got is None and endless and place > 1:
            return None
        if got is None or not _same(right, got):
            last = place == length(played) and played.final.unanswered
            return None if last and got is not None and _left_lying(right, got) else Parting(place, right, got)
    if len(given) > place and not endless:
        return Parting(place + 1, None, given[place])
    return None


def _is_over(played: Played) -> bool:
    return played.final.phase == Phase.OVER


def by_step(answer: PlayOk, kinds: Sequence[EventKind], trace: Trace) -> Iterator[Happening]:
    """What a program's own trace shows at each of its steps."""
    if trace == "states":
        yield from answer.states or ()
        return
    step: list[EventWire] = []
    for event in answer.events or ():
        if isinstance(event, LaidWire) and step:
            yield tuple(step)
            step = []
        if KINDS[type(event)] in kinds:
            step.append(event)
    if step:
        yield tuple(step)


def _same(right: Happening, got: Happening) -> bool:
    if right == got:
        return True
    if isinstance(right, StateWire) and isinstance(got, StateWire):
        turn = got.turn if got.turn is not None else right.turn
        hands = tuple(map(_plain, got.hands))
        return (right.hands, right.middle, right.turn) == (hands, _plain(got.middle), turn)
    if isinstance(right, StateWire) or isinstance(got, StateWire):
        return False
    return right == tuple(map(_plain_event, got))


def _plain_event(event: EventWire) -> EventWire:
    match event:
        case LaidWire(seat, card):
            return LaidWire(seat, _plain(card))
        case TookWire(seat, cards):
            return TookWire(seat, _plain(cards))
        case _:
            return event


def _plain(text: str) -> str:
    """Cards as this tool writes them: 0 and - are the same class, 10 and T the same rank."""
    for labelling in Labelling:
        try:
            return format_zone(parse_zone(text, labelling))
        except CardError:
            continue
    return text


def _left_lying(right: Happening, got: Happening) -> bool:
    """Whether the only difference is that the last pile was not put under anybody's hand."""
    if isinstance(right, StateWire) or isinstance(got, StateWire):
        return isinstance(right, StateWire) and isinstance(got, StateWire) and len(right.hands) == len(got.hands)
    laying = [event for event in right if not isinstance(event, TookWire | TurnWire)]
    return laying == [event for event in map(_plain_event, got) if not isinstance(event, TookWire | TurnWire)]
