"""A script as a failure card shows it: each action in words, what happens by the rules, and the table after it."""

from __future__ import annotations

from typing import Final

import msgspec

from model.cards import format_zone
from model.game import Act, Seat
from model.piles.events import of_tick
from model.piles.play import enabled, initial, step, view
from model.piles.rulebook import Book
from model.piles.state import Table
from properties.conformance.cases import Case
from properties.conformance.judge import DIFFER, Judged
from properties.conformance.parting import Parting
from properties.conformance.protocol import GameClaim, LaidWire, SlappedWire
from properties.conformance.table_wire import to_table
from properties.conformance.traces import to_event
from properties.firing import watched
from reports.parting_words import events_words, pile_text
from reports.script_course import Course, Done, course_of
from reports.slap_words import action_words, refused_words
from reports.words import seat_name, zone_words

MOST_ROWS: Final = 14
"""Scripts up to so many actions are shown whole."""
LAST_ROWS: Final = 8
"""Of longer ones so many actions are shown, up to the first difference."""
MOST_SEATED: Final = 8
"""At so few seats it is said who holds what."""
MOST_HELD: Final = 12
"""Cards of the largest hand that is shown then."""


class ActionRow(msgspec.Struct, frozen=True):
    """One action: as it stands in the script and in words, what it leads to by the rules, and the table after it.

    Row 0 is the table as it was dealt. `differs` marks where the program leaves the rules, or breaks.
    """

    number: int
    token: str
    action: str
    happens: str
    hands: tuple[str, ...]
    middle: str
    differs: bool


class Scripted(msgspec.Struct, frozen=True):
    """What a card says of a script: the actions up to where the program leaves the rules, and what differs there."""

    seated: str
    rows: tuple[ActionRow, ...]
    difference: str
    hashed: str
    """The text whose hash was to be told, where that is what differs."""
    fired: tuple[str, ...]
    """The clauses that were at work there."""


def scripted(judged: Judged, claim: GameClaim) -> Scripted:
    """The script of a case, up to the first difference, or to the action at which the program broke."""
    case, verdict = judged.case, judged.verdict
    course = course_of(judged, claim)
    parting, last = verdict.parting, course.done[-1]
    stops = parting is not None or verdict.fault is not None
    rows = rows_of(course, case.script or (), marked=len(course.done) - 1 if stops else -1)
    shown = rows if len(rows) <= MOST_ROWS + 1 else rows[-LAST_ROWS:]
    return Scripted(
        seated=seated_words(course.done[0].after),
        rows=shown,
        difference=_difference(parting, rows[-1]) if parting is not None else "",
        hashed=_hashed(course.book, last.after) if parting is not None and parting.what == "digest" else "",
        fired=_fired(course.book, case, parting, last) if parting is not None else (),
    )


def rows_of(course: Course, script: tuple[str, ...], marked: int = -1) -> tuple[ActionRow, ...]:
    """The deal and each action in words; number `marked` is where the program leaves the rules."""
    return tuple(
        _row(course.book, number, done, ("", *script)[number], number == marked)
        for number, done in enumerate(course.done)
    )


def _row(book: Book, number: int, done: Done, token: str, differs: bool) -> ActionRow:
    hands = tuple(map(format_zone, done.after.hands))
    action, happens = ("", "") if done.token is None else (_action(done), _happens(book, done))
    return ActionRow(number, token, action, happens, hands, format_zone(done.after.middle), differs)


def _action(done: Done) -> str:
    assert done.token is not None
    late = "a late message: " if done.token.late else "an early message: " if done.token.early else ""
    return late + action_words(done.before, done.tick)


def _happens(book: Book, done: Done) -> str:
    """What an action leads to; what it says itself is not said again."""
    assert done.token is not None
    if done.token.stale:
        return "refused: stale"
    if done.refused:
        return refused_words(book, done.before, done.tick)
    events = [to_event(event) for event in of_tick(done.before, done.tick, done.after)]
    right = [event.right for event in events if isinstance(event, SlappedWire)]
    rest = events_words([event for event in events if not isinstance(event, LaidWire | SlappedWire)])
    if done.tick[0].act is Act.SLAP and not all(right):
        return f"wrongly: {rest or 'nothing happens'}"
    return rest


def action_cells(row: ActionRow) -> tuple[str, str, str, str, str]:
    """A row as it is shown: its number, the action, what happens, the hands and the middle, long ones cut."""
    hands = "/".join(map(pile_text, row.hands))
    return str(row.number or ""), row.action or "the deal", row.happens, hands, pile_text(row.middle)


def _difference(parting: Parting, row: ActionRow) -> str:
    where = f"action {row.number}, {row.action}" if row.number else "as the table is dealt"
    return f"{where}: {DIFFER[parting.what]}"


def _hashed(book: Book, table: Table) -> str:
    return msgspec.json.encode(to_table(book, table), order="sorted").decode()


def _fired(book: Book, case: Case, parting: Parting, last: Done) -> tuple[str, ...]:
    """The clauses of the functions that decide what was compared."""
    if parting.what in ("view", "leak"):
        return watched(lambda: view(book, last.after, Seat(0)))[1]
    if parting.what == "legal":
        return watched(lambda: enabled(book, last.after))[1]
    if last.token is None:
        return watched(lambda: initial(book, case.deal))[1]
    return watched(lambda: step(book, last.before, last.tick))[1]


def seated_words(table: Table) -> str:
    """Who holds what at first, where that is not too much to read."""
    if len(table.hands) > MOST_SEATED or max(map(len, table.hands)) > MOST_HELD:
        return ""
    holds = [f"{seat_name(seat)} holds {zone_words(hand)}" for seat, hand in enumerate(table.hands)]
    holds[table.turn] += " and begins"
    middle = f"; {zone_words(table.middle)} is left over in the middle" if table.middle else ""
    return ", ".join(holds) + middle
