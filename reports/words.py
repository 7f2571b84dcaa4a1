"""Outcomes, steps and positions in words that people read."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Final

from model.cards import Zone, format_card, format_zone
from model.deal import SEAT_NAMES
from model.game import Outcome, Tick
from model.piles.events import Barred, Burned, Event, Finished, Gave, Laid, Owes, Slapped, Took, Turn, WonPile, of_tick
from model.piles.state import Table
from properties.conformance.protocol import OutcomeWire, to_wire

MOST_SHOWN: Final = 400
"""Characters of a line from outside that are shown."""


def seat_name(seat: int) -> str:
    """A, B, C ... for seat 0, 1, 2 ..., and after Z the small letters."""
    return SEAT_NAMES[seat] if 0 <= seat < len(SEAT_NAMES) else f"seat {seat}"


def number(count: int, thing: str) -> str:
    """A count with its noun: 1 card, 1,164 tricks."""
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


def outcome_words(outcome: Outcome | OutcomeWire) -> str:
    """An outcome in words."""
    wire = outcome if isinstance(outcome, OutcomeWire) else to_wire(outcome)
    match wire.status:
        case "won":
            seats = wire.winners if wire.winners is not None else (wire.winner or 0,)
            return f"{' and '.join(map(seat_name, seats))} win{'s' if len(seats) == 1 else ''}{_counts(wire)}"
        case "loop":
            return f"never ends{_loop(wire)}"
        case _:
            return f"not over after {number(wire.cards, 'card')}" if wire.cards is not None else "not over in time"


def _counts(wire: OutcomeWire) -> str:
    cards = "" if wire.cards is None else f", {number(wire.cards, 'card')}"
    return cards + ("" if wire.tricks is None else f", {number(wire.tricks, 'trick')}")


def _loop(wire: OutcomeWire) -> str:
    parts = (("stem", wire.stem_cards, wire.stem_tricks), ("period", wire.period_cards, wire.period_tricks))
    told = [f"{part} {_both(cards, tricks)}" for part, cards, tricks in parts if (cards, tricks) != (None, None)]
    return ": " + ", ".join(told) if told else ""


def _both(cards: int | None, tricks: int | None) -> str:
    given = [number(count, thing) for count, thing in ((cards, "card"), (tricks, "trick")) if count is not None]
    return " / ".join(given)


def hands_words(table: Table) -> str:
    """All hands, an empty one as a dot: J--/-/. ."""
    return "/".join(zone_words(hand) for hand in table.hands)


def zone_words(zone: Zone) -> str:
    """A pile, an empty one as a dot."""
    return format_zone(zone) or "."


def card_words(ticks: Iterable[tuple[Table, Tick, Table]]) -> str:
    """What happened at one card, with the slaps and the taking that followed it, in one line."""
    return ", ".join(filter(None, (_tick(*each) for each in ticks)))


def _tick(before: Table, tick: Tick, after: Table) -> str:
    events = of_tick(before, tick, after)
    slapped = [event for event in events if isinstance(event, Slapped)]
    hands = [hands_down([event.seat for event in slapped], slapped[0].right)] if slapped else []
    return ", ".join([*hands, *filter(None, map(_event, events[len(slapped) :]))])


def hands_down(seats: Sequence[int], right: bool = True) -> str:
    """Hands on the middle at one instant, the undermost first."""
    names, how = list(map(seat_name, seats)), "" if right else " wrongly"
    if len(names) == 1:
        return f"{names[0]} slaps{how}"
    return f"{', '.join(names[:-1])} and {names[-1]} slap{how} at once ({names[0]}'s hand undermost)"


def _event(event: Event) -> str:
    return _hand(event) if isinstance(event, Slapped | Burned | Gave | Barred) else _card(event)


def _card(event: Laid | Owes | WonPile | Took | Turn | Finished) -> str:
    match event:
        case Laid(seat, card):
            return f"{seat_name(seat)} lays {format_card(card)}"
        case Owes(seat, debt, claimant):
            return f"{seat_name(seat)} owes {seat_name(claimant)} {debt}"
        case WonPile(_, unanswered):
            return "nobody can answer" if unanswered else ""
        case Took(seat, cards):
            return f"{seat_name(seat)} takes {number(len(cards), 'card')}"
        case Turn(seat):
            return f"{seat_name(seat)} is next"
        case Finished():
            return "the game is over"


def _hand(event: Slapped | Burned | Gave | Barred) -> str:
    match event:
        case Slapped(seat, right):
            return hands_down([seat], right)
        case Burned(seat, cards):
            return f"{seat_name(seat)} pays {format_zone(cards)} under the middle"
        case Gave(seat, to, cards):
            return f"{seat_name(seat)} pays {format_zone(cards)} to {seat_name(to)}"
        case Barred(seat, left):
            return f"{seat_name(seat)} may not slap" + (f" for {number(left, 'card')}" if left >= 0 else " any more")


def first_difference(one: list[str], other: list[str]) -> int | None:
    """The first place where two lists of lines differ; None if they are equal."""
    for place, (left, right) in enumerate(zip_longest(one, other)):
        if left != right:
            return place
    return None


def seats_words(seats: tuple[int, ...]) -> str:
    """Numbers of seats: 2, 3 and 4 seats."""
    if len(seats) == 1:
        return f"{seats[0]} seats"
    return f"{', '.join(map(str, seats[:-1]))} and {seats[-1]} seats"


def visible(text: str) -> str:
    """A text from outside that can do nothing but be read: control characters and the like are written out.

    Line breaks and tabs stay. What is left may stand in a terminal, in XML and in JSON.
    """
    return "".join(map(_visible, text.replace("\r\n", "\n")))


def _visible(character: str) -> str:
    if character in "\n\t" or (unicodedata.category(character)[0] != "C" and character not in "\u2028\u2029"):
        return character
    code = ord(character)
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def one_line(text: str, most: int = MOST_SHOWN) -> str:
    """A text from outside on one line, as `visible`, and not longer than `most` characters."""
    plain = " ".join(visible(text[: 4 * most]).split())
    return plain if len(plain) <= most else plain[: most - 3] + "..."
