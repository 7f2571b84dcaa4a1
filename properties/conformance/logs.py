"""Recorded games judged without any program: is a log possible, and if not, what in it cannot be?

A log tells what was done, and as much as it knows of what came of it (`log_lines.py` and `log_text.py` have the two
ways to write one). It may end before the game does, or begin in the middle of it, and need not know the hands.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from model.game import Tick
from model.piles import events as seen
from model.piles import play
from model.piles.play import apply_tick, enabled, refusal, winners
from model.piles.points import choices
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book
from model.piles.state import Phase, Table
from model.register import load
from properties.conformance import log_lines, log_text
from properties.conformance.log_clauses import Fits, deciding, doubts, fitting, own
from properties.conformance.log_entries import UNKNOWN, Log, LogError, Wanted, at, printable, shown
from properties.conformance.log_facts import Misfit
from properties.conformance.log_walk import Walked, walk
from properties.conformance.protocol import ActionWire, EventWire, TableWire
from properties.conformance.table_wire import to_action, to_table
from properties.conformance.traces import to_event
from properties.firing import watched

FORMAT: Final = "fairdeal-log-verdict/1"
MOST_OTHERS: Final = 6
"""Other rules that a verdict names; those by which the whole log is possible come first."""


class Statement(msgspec.Struct, frozen=True):
    """A clause, or an open question, and what it says."""

    id: str
    statement: str


class OtherRules(msgspec.Struct, frozen=True):
    """Other rules by which the line would be right: a choice, or a misreading. `whole` if the whole log would be."""

    name: str
    belief: str
    misreading: bool
    whole: bool


class Impossible(msgspec.Struct, frozen=True):
    """The first thing in a log that cannot be.

    `action` counts what was done, and what was refused, from 1; 0 is the table that the log begins with. Its line may
    stand above `line`, which is the one that tells what cannot be. `expected` is what comes of that action by the
    rules; None if they do not allow it. `legal` is all that they allow then, `table` the table before it. `clauses`
    decide the matter, `fired` are all that are at work in the rules when they play or refuse that action.
    """

    line: int
    text: str
    action: int
    action_line: int
    action_text: str
    matter: str
    why: str
    expected: tuple[EventWire, ...] | None
    legal: tuple[ActionWire, ...]
    table: TableWire
    clauses: tuple[Statement, ...]
    fired: tuple[str, ...]
    doubts: tuple[Statement, ...]
    others: tuple[OtherRules, ...]


class LogVerdict(msgspec.Struct, frozen=True):
    """What a log has come to. `choices` are the rule points that are not the game's default; seats count from 0."""

    format: Literal["fairdeal-log-verdict/1"]
    file: str
    game: str
    choices: dict[str, str]
    cards: Literal["class", "rank", "full"]
    seats: int
    verdict: Literal["possible", "impossible", "empty"]
    exit_code: Literal[0, 1, 4]
    actions: int
    """How many were held against the rules; the impossible one counts."""
    over: bool
    winners: tuple[int, ...]
    notes: tuple[str, ...]
    impossible: Impossible | None


def check(path: Path, wanted: Wanted) -> LogVerdict:
    """The verdict on a recorded game. Raises LogError, whose message begins with the file."""
    try:
        log = _read(path, wanted)
        return verdict(log, str(path))
    except LogError as error:
        raise LogError(f"{path}: {error}") from error


# --- reading ---


def _read(path: Path, wanted: Wanted) -> Log:
    if path.exists() and not path.is_file():
        raise LogError("is no file: name a log")
    try:
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        raise LogError(f"cannot be read ({getattr(error, 'strerror', '') or error}): name a log") from error
    return parse(data, wanted)


def parse(data: bytes, wanted: Wanted) -> Log:
    """A log from the contents of its file, as JSON or as plain text, whichever its first line is. Raises LogError."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise at(line, f"is no text in UTF-8 (byte {error.start:,}): save the log as UTF-8") from error
    numbered = enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1)
    lines = [(number, line) for number, line in numbered if line.strip()]
    if not lines:
        raise LogError("is empty: write a log into it, or name another")
    if lines[0][1].lstrip().startswith("{"):
        return log_lines.read(lines, text.endswith(("\n", "\r")), wanted)
    return log_text.read(lines, wanted)


# --- judging ---


def verdict(log: Log, file: str) -> LogVerdict:
    """The verdict on a log. Raises LogError where it tells too little to be judged."""
    walked = walk(log, log.book)
    world, misfit = walked.worlds[0], walked.misfit
    default, mine = choices(PROFILES[log.book.game]), choices(log.book)
    actions = world.actions if misfit is None else _number(misfit)
    over = world.table.phase == Phase.OVER
    empty = misfit is None and actions == 0
    return LogVerdict(
        format=FORMAT,
        file=printable(file),
        game=log.book.game,
        choices={point: way for point, way in mine.items() if way != default[point]},
        cards=log.labelling.value,
        seats=len(log.start.hands),
        verdict="impossible" if misfit is not None else "empty" if empty else "possible",
        exit_code=1 if misfit is not None else 4 if empty else 0,
        actions=actions,
        over=over and misfit is None,
        winners=winners(world.table) if over and misfit is None else (),
        notes=_notes(log, walked),
        impossible=None if misfit is None else _impossible(log, walked, misfit),
    )


def _number(misfit: Misfit) -> int:
    return 0 if misfit.step is None else misfit.step.number


def _notes(log: Log, walked: Walked) -> tuple[str, ...]:
    notes: list[str] = []
    if not log.start.dealt:
        notes.append("it begins in the middle of a game")
    if log.torn:
        notes.append("its last line was cut off, and is passed over")
    unknown = sum(card == UNKNOWN for zone in (*log.start.hands, log.start.middle) for card in zone)
    if unknown:
        notes.append(f"it begins with {unknown} cards that nobody knows")
    if walked.misfit is None and walked.worlds[0].table.phase != Phase.OVER:
        notes.append("it ends before the game does")
    return tuple(notes)


def _impossible(log: Log, walked: Walked, misfit: Misfit) -> Impossible:
    step, told = misfit.step, misfit.told
    before = misfit.table if step is None else step.before
    text = told.text if told is not None else step.text if step is not None else ""
    line = told.line if told is not None else step.line if step is not None else log.start.line
    fits = fitting(log, walked)
    return Impossible(
        line=line,
        text=shown(text),
        action=_number(misfit),
        action_line=log.start.line if step is None else step.line,
        action_text="" if step is None else shown(step.text),
        matter=misfit.matter.value,
        why=misfit.why,
        expected=() if step is None else _expected(log.book, before, step.tick),
        legal=tuple(map(to_action, enabled(log.book, before))),
        table=to_table(log.book, before),
        clauses=tuple(Statement(each, load().clause(each).statement) for each in deciding(log.book, misfit)),
        fired=() if step is None else _fired(log.book, before, step.tick),
        doubts=tuple(Statement(each.id, each.problem) for each in doubts(log.book, fits)),
        others=tuple(map(_other, fits[:MOST_OTHERS])),
    )


def _expected(book: Book, before: Table, tick: Tick) -> tuple[EventWire, ...] | None:
    if refusal(book, before, tick) is not None:
        return None
    return tuple(map(to_event, seen.of_tick(before, tick, apply_tick(book, before, tick))))


def _fired(book: Book, before: Table, tick: Tick) -> tuple[str, ...]:
    return own(watched(lambda: play.step(book, before, tick))[1], book.game)


def _other(fits: Fits) -> OtherRules:
    candidate = fits.candidate
    return OtherRules(candidate.name, candidate.belief, candidate.misreading, fits.whole)


def schemas() -> dict[str, dict[str, Any]]:
    """The JSON Schemas of the lines of a log, and of the verdict on one."""
    (ref,), components = msgspec.json.schema_components((LogVerdict,), ref_template="#/$defs/{name}")
    title = f"fairdeal verdict on a log, {FORMAT}"
    dialect = "https://json-schema.org/draft/2020-12/schema"
    verdict = {"$schema": dialect, "title": title, **ref, "$defs": components}
    return {"log": log_lines.schema(), "log_verdict": verdict}
