"""A script of Bank as a failure card shows it: each action in words, what it leads to, and the table after it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from model.bank.play import enabled, initial, step, view
from model.bank.points import choose
from model.bank.profiles import BANK
from model.bank.rulebook import Book
from model.bank.state import Match
from model.cards import format_zone
from model.game import Seat
from model.register import tagged
from properties.conformance.bank.script import Done, Token, followed, parse_script
from properties.conformance.bank.wire import to_table
from properties.conformance.cases import Case
from properties.conformance.judge import DIFFER, Judged
from properties.conformance.parting import Parting
from properties.conformance.protocol import GameClaim
from properties.firing import watched
from reports.bank_reasons import refused_words
from reports.bank_words import action_words, bank_words, happens_words, seated_words
from reports.script_card import LAST_ROWS, MOST_ROWS, ActionRow, Scripted
from reports.script_course import asked_of
from reports.words import seat_name

Sides = tuple[str, str]


@dataclass(frozen=True, slots=True)
class BankCourse:
    """A table, and what every action of a script makes of it."""

    book: Book
    start: Match
    tokens: tuple[Token, ...]
    done: tuple[Done, ...]


def course_of_case(case: Case, most: int | None = None) -> BankCourse:
    """What a script makes of its table, or so many actions of it. Raises ScriptError, DealError."""
    book = choose(BANK, case.choices)
    start = initial(book, case.round_deal)
    tokens = parse_script((case.script or ())[:most])
    return BankCourse(book, start, tokens, tuple(followed(book, start, tokens)))


def bank_scripted(judged: Judged, claim: GameClaim) -> Scripted:
    """The script of a case, up to the first difference, or to the action at which the program broke."""
    case, verdict = judged.case, judged.verdict
    parting = verdict.parting
    course = course_of_case(case, parting.action if parting is not None else asked_of(judged, claim)[0])
    stops = parting is not None or verdict.fault is not None
    rows = rows_of(course, len(course.done) if stops else -1)
    shown = rows if len(rows) <= MOST_ROWS + 1 else rows[-LAST_ROWS:]
    return Scripted(
        seated=seated_words(course.start),
        rows=shown,
        difference=_difference(parting, rows[-1]) if parting is not None else "",
        hashed=_hashed(course) if parting is not None and parting.what == "digest" else "",
        fired=_fired(course, case, parting) if parting is not None else (),
    )


def rows_of(course: BankCourse, marked: int = -1) -> tuple[ActionRow, ...]:
    """The deal and each action in words; number `marked` is where the program leaves the rules."""
    rows = [_row(0, "", "", "", course.start, marked == 0)]
    for number, (token, done) in enumerate(zip(course.tokens, course.done, strict=True), start=1):
        late = "a late message: " if token.late else "an early message: " if token.early else ""
        if token.stale:
            happens = "refused: stale"
        elif done.refused is not None:
            happens = refused_words(course.book, done.before, done.action, done.refused)
        else:
            happens = happens_words(done.before, done.action, done.after)
        rows.append(_row(number, token.text, late + action_words(done.action), happens, done.after, number == marked))
    return tuple(rows)


def _row(number: int, token: str, action: str, happens: str, after: Match, differs: bool) -> ActionRow:
    hands = tuple(format_zone(sorted(hand)) for hand in after.round.hands)
    return ActionRow(number, token, action, happens, hands, bank_words(after.round), differs)


def _difference(parting: Parting, row: ActionRow) -> str:
    where = f"action {row.number}, {row.action}" if row.number else "as the table is dealt"
    return f"{where}: {DIFFER[parting.what]}"


def _last(course: BankCourse) -> Match:
    return course.done[-1].after if course.done else course.start


def _hashed(course: BankCourse) -> str:
    return msgspec.json.encode(to_table(_last(course)), order="sorted").decode()


ROOMS: Final = {
    "scores": ("scoring",),
    "totals": ("scoring", "match"),
    "winners": ("match",),
    "dealer": ("match", "dealing"),
    "first": ("dealing",),
    "captured": ("taking",),
    "bank": ("taking", "turns"),
    "top": ("taking", "turns"),
    "owner": ("taking", "turns"),
    "turn": ("turns", "taking"),
    "phase": ("turns", "moves", "match"),
    "out": ("turns",),
}
"""Where the rules stand that decide a field of a table: the modules of the model of Bank."""


def _fired(course: BankCourse, case: Case, parting: Parting) -> tuple[str, ...]:
    """The clauses at work where the two part: of those that fired the ones that decide what differs."""
    fired = _all_fired(course, case, parting)
    rooms = {f"model.bank.{room}" for field in _differing(parting) for room in ROOMS.get(field, ())}
    near = tuple(id for id in fired if rooms & {function.__module__ for function in tagged().get(id, ())})
    return near or fired


def _differing(parting: Parting) -> list[str]:
    """The fields that differ, where whole tables were compared; of several what decides most comes first."""
    if parting.what not in ("state", "beside"):
        return []
    try:
        right, told = (msgspec.json.decode(text) for text in (parting.expected, parting.got))
        found = [name for name in ROOMS if right[name] != told.get(name)]
    except (msgspec.DecodeError, AttributeError, KeyError, TypeError):
        return []
    return found[:1] if "scores" in found else found


def _all_fired(course: BankCourse, case: Case, parting: Parting) -> tuple[str, ...]:
    """The clauses of the functions that decide what was compared."""
    book = course.book
    if parting.what in ("view", "leak"):
        return watched(lambda: view(book, _last(course), Seat(0)))[1]
    if parting.what == "legal":
        return watched(lambda: enabled(book, _last(course)))[1]
    if not course.done:
        return watched(lambda: initial(book, case.round_deal))[1]
    done = course.done[-1]
    return watched(lambda: step(book, done.before, (done.action,)))[1]


# --- what differs, in words ---


def bank_sides(parting: Parting) -> Sides:
    """What is so by the rules, and what the program says; a text that no words are known for stays as it is."""
    try:
        if parting.what in ("state", "beside"):
            return _tables(parting.expected, parting.got)
        if parting.what == "view":
            return _fields(*(msgspec.json.decode(text) for text in (parting.expected, parting.got)))
        if parting.what == "legal":
            return _seats_in(parting.expected), _seats_in(parting.got)
    except (msgspec.DecodeError, AttributeError, KeyError, TypeError, ValueError):
        pass  # not told at all: the text says so
    done = parting.expected.removeprefix("done: ")
    return ("done" if done != parting.expected else parting.expected), parting.got


def _tables(expected: str, got: str) -> Sides:
    return _fields(*(msgspec.json.decode(text) for text in (expected, got)))


def _fields(right: dict[str, Any], told: dict[str, Any]) -> Sides:
    """The fields that differ, those of single seats by their names."""
    found: list[Sides] = []
    for name, one in right.items():
        other = told.get(name, "not told")
        if one == other:
            continue
        if name in ("hands", "captured", "scores", "totals") and isinstance(other, list) and len(one) == len(other):
            pairs = enumerate(zip(one, other, strict=True))
            found += [
                tuple(f"{_OF_SEAT[name].format(seat_name(seat))} {each if each != '' else 'nothing'}" for each in pair)  # type: ignore[misc]
                for seat, pair in pairs
                if pair[0] != pair[1]
            ]
        else:
            found.append((_field(name, one), _field(name, other)))
    if not found:
        raise ValueError("nothing differs")
    return ", ".join(one for one, _ in found), ", ".join(other for _, other in found)


_OF_SEAT = {"hands": "{} holds", "captured": "{} has captured", "scores": "{} scores", "totals": "the total of {} is"}


def _field(name: str, value: Any) -> str:  # noqa: ANN401
    if name in ("turn", "owner", "dealer", "first") and isinstance(value, int):
        value = seat_name(value)
    if name in ("out", "winners") and isinstance(value, list):
        value = " ".join(map(seat_name, value)) or "nobody"
    words = {"top": "to be covered", "out": "gone out", "owner": "laid the top card"}
    return f"{words.get(name, name)}: {'nobody' if value is None else value if value != '' else 'nothing'}"


def _seats_in(text: str) -> str:
    """Acts such as `A 9c, A draw` with each seat named once."""
    parts: Sequence[str] = text.split("; ")
    return "; ".join(_one_list(part) for part in parts)


def _one_list(part: str) -> str:
    head, colon, acts = part.partition(": ")
    if not colon or not re.fullmatch(r"[a-z ]+", head):
        head, acts = "", part
    by_seat: dict[str, list[str]] = {}
    for each in acts.split(", "):
        seat, _, act = each.partition(" ")
        by_seat.setdefault(seat, []).append(act)
    listed = ", ".join(f"{seat} {' or '.join(acts)}" for seat, acts in by_seat.items())
    return f"{head}: {listed}" if head else listed
