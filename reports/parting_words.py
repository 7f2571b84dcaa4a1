"""Where a program leaves the rules at a table that is played step by step, in words: what differs, on both sides."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from properties.conformance.parting import Parting, What
from properties.conformance.protocol import EventWire, TableWire, ViewWire
from reports.trace_words import event_words
from reports.words import number, seat_name

Sides = tuple[str, str]
"""What is so by the rules, and what the program says."""

MOST_HANDS: Final = 24
"""Hands of so many characters in all are shown whole where one of them differs."""
_NEAR: Final = 2
_MOST_CARDS: Final = 12
_SHOWN: Final = 6
_CARD: Final = re.compile(r"(?:10|.)[cdhs]?'?")
_PHASES: Final = {
    "laying": "cards are being laid",
    "won": "the pile is won, and waits to be collected",
    "taken": "the pile is slapped, and waits to be shuffled",
    "over": "the game is over",
}


def sides(parting: Parting) -> Sides:
    """Both sides in words; a text that no words are known for stays as it is."""
    words = _WORDS.get(parting.what)
    try:
        return words(parting.expected, parting.got) if words is not None else (parting.expected, parting.got)
    except (msgspec.DecodeError, ValueError):  # not told at all: the text says so
        return parting.expected, parting.got


# --- events ---


def _events(expected: str, got: str) -> Sides:
    right, told = (msgspec.json.decode(text, type=list[EventWire]) for text in (expected, got))
    while right and told and right[0] == told[0]:
        right, told = right[1:], told[1:]
    cut = "nothing more" if len(right) < len(msgspec.json.decode(expected)) else "nothing"
    return events_words(right) or cut, events_words(told) or cut


def events_words(events: Sequence[EventWire]) -> str:
    """Events in words, one after the other."""
    return ", ".join(filter(None, map(event_words, events)))


# --- answers ---


def _answer(expected: str, got: str) -> Sides:
    done = expected.removeprefix("done: ")
    if done == expected:
        return expected, got
    return f"done: {events_words(msgspec.json.decode(done, type=list[EventWire]))}", got


def _count(expected: str, got: str) -> Sides:
    return f"{number(int(expected), 'action')} done so far", f"{number(int(got), 'action')} done so far"


# --- tables ---


def _state(expected: str, got: str) -> Sides:
    right, told = (msgspec.json.decode(text, type=TableWire) for text in (expected, got))
    return _joined([*_hands(right.hands, told.hands), *_rest(right, told)])


def _hands(right: Sequence[str], told: Sequence[str]) -> list[Sides]:
    """The hands that differ; all of them where they are few cards, or not so many hands as there should be."""
    if tuple(right) == tuple(told):
        return []
    if len(right) != len(told) or max(sum(map(len, hands)) for hands in (right, told)) <= MOST_HANDS:
        return [(f"hands {hands_text(right)}", f"hands {hands_text(told)}")]
    both = ((seat, *pair) for seat, pair in enumerate(zip(right, told, strict=True)) if pair[0] != pair[1])
    return [tuple(f"{seat_name(seat)} holds {each}" for each in where_they_differ(*pair)) for seat, *pair in both]  # type: ignore[misc]


def hands_text(hands: Sequence[str]) -> str:
    """Hands as they are written, an empty one as a dot."""
    return "/".join(hand or "." for hand in hands)


def pile_text(cards: str) -> str:
    """A pile as it is written, an empty one as a dot; of a long one the first cards, and how many it has."""
    each = _CARD.findall(cards)
    return cards or "." if len(each) <= _MOST_CARDS else f"{''.join(each[:_SHOWN])}..({len(each)})"


def where_they_differ(right: str, told: str) -> Sides:
    """Two piles, and of long ones only the cards about the first place where they differ."""
    one, other = _CARD.findall(right), _CARD.findall(told)
    if max(len(one), len(other)) <= _MOST_CARDS:
        return right or "nothing", told or "nothing"
    same = next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), None)
    first = max(0, (min(len(one), len(other)) if same is None else same) - _NEAR)
    return _cut(one, first), _cut(other, first)


def _cut(cards: list[str], first: int) -> str:
    if not cards:
        return "nothing"
    shown = "".join(cards[first : first + _MOST_CARDS])
    before, after = ".." if first else "", ".." if len(cards) > first + _MOST_CARDS else ""
    return f"{before}{shown}{after} ({number(len(cards), 'card')})"


def _rest(right: TableWire | ViewWire, told: TableWire | ViewWire) -> list[Sides]:
    """What differs beside the hands."""
    found: list[Sides] = []
    if right.middle != told.middle:
        one, other = where_they_differ(right.middle, told.middle)
        found.append((f"in the middle {one}", f"in the middle {other}"))
    for name, words in _FIELDS.items():
        one, other = getattr(right, name), getattr(told, name)
        if one != other:
            found.append((_told(name, words, one), _told(name, words, other)))
    return found


def _told(name: str, words: Callable[[Any], str], value: object) -> str:
    return f"'{name}' is not told" if value is msgspec.UNSET else words(value)


_FIELDS: Final[dict[str, Callable[[Any], str]]] = {
    "turn": lambda seat: f"{seat_name(seat)} is next",
    "owed": lambda cards: f"{number(cards, 'card')} owed",
    "claimant": lambda seat: "nobody claims the pile" if seat is None else f"{seat_name(seat)} claims the pile",
    "phase": lambda phase: _PHASES[phase],
}


def _joined(found: Sequence[Sides]) -> Sides:
    if not found:
        raise ValueError("nothing differs")
    return ", ".join(one for one, _ in found), ", ".join(other for _, other in found)


# --- what is legal ---


def _legal(expected: str, got: str) -> Sides:
    parts = [part.partition(": ") for part in got.split("; ")]
    if not all(colon for _, colon, _ in parts):
        return _acts(expected), got
    return _acts(expected), "; ".join(f"{what}: {_acts(acts)}" for what, _, acts in parts)


def _acts(text: str) -> str:
    """`A may lay or slap, B may slap` from `0 lay, 0 slap, 1 slap`."""
    if text == "nothing":
        return "nobody may do anything"
    by_seat: dict[str, list[str]] = {}
    for each in text.split(", "):
        seat, _, act = each.partition(" ")
        by_seat.setdefault("chance" if seat == "chance" else seat_name(int(seat)), []).append(act)
    return ", ".join(f"{seat} may {' or '.join(acts)}" for seat, acts in by_seat.items())


# --- views ---


def _view(expected: str, got: str) -> Sides:
    right, told = (msgspec.json.decode(text, type=ViewWire) for text in (expected, got))
    sizes = [tuple(f"hands of {' and '.join(map(str, each.hands))} cards" for each in (right, told))]
    hands: list[Any] = sizes if right.hands != told.hands else []
    return _joined([*hands, *_rest(right, told)])


def _leak(expected: str, got: str) -> Sides:
    same, _, shown = expected.partition(": ")
    one, other = (msgspec.json.decode(text, type=dict[str, Any]) for text in (shown, got))
    names = [name for name in {**one, **other} if one.get(name) != other.get(name)]
    return same, "; ".join(f"{name} is {_shown(one, name)} and {_shown(other, name)}" for name in names)


def _shown(sight: dict[str, Any], name: str) -> str:
    value = sight.get(name, "left out")
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


_WORDS: Final[dict[What, Callable[[str, str], Sides]]] = {
    "answer": _answer,
    "at": _count,
    "events": _events,
    "state": _state,
    "legal": _legal,
    "view": _view,
    "leak": _leak,
    "beside": _state,
}
