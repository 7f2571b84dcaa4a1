"""What a trace shows at one step, in words."""

from __future__ import annotations

from properties.conformance.protocol import (
    BarredWire,
    BurnedWire,
    CardEventWire,
    EventWire,
    GaveWire,
    HandEventWire,
    LaidWire,
    OverWire,
    OwesWire,
    SlappedWire,
    StateWire,
    TookWire,
    TurnWire,
)
from properties.conformance.traces import Shown
from reports.words import hands_down, number, seat_name

NOTHING = "(the game is over)"


def shown_words(shown: Shown | None) -> str:
    """The events of a step, or the table after it; None if the game is over by then."""
    if shown is None:
        return NOTHING
    if isinstance(shown, StateWire):
        turn = "" if shown.turn is None else f", {seat_name(shown.turn)} is next"
        hands = "/".join(hand or "." for hand in shown.hands)
        return f"{hands}, middle {shown.middle or '.'}{turn}"
    return ", ".join(filter(None, map(event_words, shown))) or "(nothing told)"


def event_words(event: EventWire) -> str:
    """One event in words. A trace tells which cards were taken, so they are named, unlike in the steps of the model."""
    if isinstance(event, SlappedWire | BurnedWire | GaveWire | BarredWire):
        return _hand_words(event)
    return _card_words(event)


def _card_words(event: CardEventWire) -> str:
    match event:
        case LaidWire(seat, card):
            return f"{seat_name(seat)} lays {card}"
        case OwesWire(seat, cards, to):
            return f"{seat_name(seat)} owes {seat_name(to)} {cards}"
        case TookWire(seat, cards):
            return f"{seat_name(seat)} takes {cards} ({number(len(cards), 'card')})" if cards else ""
        case TurnWire(seat):
            return f"{seat_name(seat)} is next"
        case OverWire():
            return "the game is over"
        case won:
            return ("nobody can answer, " if won.unanswered else "") + f"{seat_name(won.seat)} wins the pile"


def _hand_words(event: HandEventWire) -> str:
    match event:
        case SlappedWire(seat, right):
            return hands_down([seat], right)
        case BurnedWire(seat, cards):
            return f"{seat_name(seat)} pays {cards} under the middle"
        case GaveWire(seat, to, cards):
            return f"{seat_name(seat)} pays {cards} to {seat_name(to)}"
        case BarredWire(seat, left):
            return f"{seat_name(seat)} may not slap" + (f" for {number(left, 'card')}" if left >= 0 else " any more")
