"""The usual slips of a trace whose outcome is right: what a program misreports that plays by the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import msgspec

from properties.conformance.protocol import EventWire, PlayOk, StateWire, TookWire


@dataclass(frozen=True, slots=True)
class TraceSlip:
    """One usual slip in a trace; `undo` makes of such a trace what it should have been."""

    name: str
    seen: str
    hint: str
    undo: Callable[[PlayOk], PlayOk]


def _retold(
    event: Callable[[EventWire], EventWire], state: Callable[[StateWire], StateWire]
) -> Callable[[PlayOk], PlayOk]:
    def undo(said: PlayOk) -> PlayOk:
        events = None if said.events is None else tuple(map(event, said.events))
        states = None if said.states is None else tuple(map(state, said.states))
        return msgspec.structs.replace(said, events=events, states=states)

    return undo


def _seat_down(event: EventWire) -> EventWire:
    lower = {name: getattr(event, name) - 1 for name in ("seat", "to") if hasattr(event, name)}
    return msgspec.structs.replace(event, **lower)


def _turn_down(state: StateWire) -> StateWire:
    return state if state.turn is None else msgspec.structs.replace(state, turn=state.turn - 1)


def _taken_from_the_other_end(event: EventWire) -> EventWire:
    return TookWire(event.seat, event.cards[::-1]) if isinstance(event, TookWire) else event


def _hands_from_the_other_end(state: StateWire) -> StateWire:
    return msgspec.structs.replace(state, hands=tuple(hand[::-1] for hand in state.hands))


def _middle_from_the_other_end(state: StateWire) -> StateWire:
    return msgspec.structs.replace(state, middle=state.middle[::-1])


TRACE_SLIPS: Final = (
    TraceSlip(
        "seats_from_1",
        "seats are counted from 1",
        "seats count from 0 in a trace as well",
        _retold(_seat_down, _turn_down),
    ),
    TraceSlip(
        "taken_pile_mirrored",
        "the cards of a taken pile are in the other order",
        'write the cards of "took" in the order in which they will be played',
        _retold(_taken_from_the_other_end, lambda state: state),
    ),
    TraceSlip(
        "states_mirrored",
        "the hands are in the other order",
        "write hands from the left: the card to be played next comes first",
        _retold(lambda event: event, _hands_from_the_other_end),
    ),
    TraceSlip(
        "middle_mirrored",
        "the middle is in the other order",
        "write the middle from the left: the card laid first comes first",
        _retold(lambda event: event, _middle_from_the_other_end),
    ),
    TraceSlip(
        "hands_and_middle_mirrored",
        "hands and middle are in the other order",
        "write both from the left: the card to be played next, and the card laid first, come first",
        _retold(lambda event: event, lambda state: _middle_from_the_other_end(_hands_from_the_other_end(state))),
    ),
)
"""Every slip that can be told from a trace whose outcome is right."""
