"""`fairdeal check-trace` on the screen."""

from __future__ import annotations

from pathlib import Path

import msgspec
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from properties.conformance.log_entries import Wanted
from properties.conformance.logs import Impossible, LogVerdict, OtherRules, check
from properties.conformance.protocol import ActionWire, TableWire
from reports.consoles import console
from reports.trace_words import event_words
from reports.words import number, one_line, seat_name

_ACTS = {"lay": "lays", "collect": "collects the pile", "shuffle": "shuffles the pile"}


def checked(file: Path, game: str, choices: dict[str, str], as_json: bool) -> int:
    """Judge a recorded game and print the verdict. Returns the exit code. Raises LogError."""
    found = check(file, Wanted(game, choices))
    if as_json:
        print(msgspec.json.encode(found).decode())
    else:
        console().print(verdict(found))
    return found.exit_code


def verdict(found: LogVerdict) -> RenderableType:
    """The verdict on a log; the first thing in it that cannot be, with all that decides it."""
    wrong = found.impossible
    if wrong is None:
        return Text(_headline(found), style="bold green" if found.verdict == "possible" else "bold yellow")
    action = f"action {wrong.action:,}" if wrong.action else "before any action"
    head = f"{one_line(found.file)}: impossible at line {wrong.line:,}, {action}: {_ids(wrong)}"
    return Group(Text(head, style="bold red"), _facts(found, wrong))


def _headline(found: LogVerdict) -> str:
    if found.verdict == "empty":
        return f"{one_line(found.file)}: holds no action, so nothing was judged"
    partial = "partial: " if found.notes else ""
    ends = "the game is not over"
    if found.over:
        ends = f"{' and '.join(map(seat_name, found.winners))} has won"
    notes = f" ({'; '.join(found.notes)})" if found.notes else ""
    return f"{one_line(found.file)}: possible, {partial}{number(found.actions, 'action')}, {ends}{notes}"


def _ids(wrong: Impossible) -> str:
    return ", ".join(each.id for each in wrong.clauses)


def _facts(found: LogVerdict, wrong: Impossible) -> Grid:
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row(f"  line {wrong.line:,}", Text(one_line(wrong.text), style="red"))
    if wrong.action and wrong.action_line != wrong.line:
        grid.add_row(
            f"  action {wrong.action:,}", Text(f"{one_line(wrong.action_text)}   (line {wrong.action_line:,})")
        )
    grid.add_row("  why", Text(one_line(wrong.why)))
    if wrong.expected:
        happens = ", ".join(filter(None, map(event_words, wrong.expected)))
        grid.add_row("  by the rules", Text(happens, style="green"))
    if wrong.expected is None:
        grid.add_row("  allowed then", Text(_legal(wrong.legal), style="green"))
    grid.add_row("  table before", Text(_table(wrong.table)))
    for each in wrong.clauses:
        grid.add_row(f"  {each.id}", Text(each.statement))
    if wrong.fired:
        grid.add_row("  clauses at work", Text(", ".join(wrong.fired)))
    for each in wrong.doubts:
        grid.add_row(f"  {each.id}", Text(f"open question: {each.statement}"))
    for label, other in _others(wrong):
        kind = "the misreading " if other.misreading else ""
        grid.add_row(f"  {label}", Text(f"{kind}{other.name}: {other.belief}"))
    if not wrong.others:
        grid.add_row(
            "  other rules", Text("no single misreading or alternative that is known here makes this line right")
        )
    if found.notes:
        grid.add_row("  the log", Text("; ".join(found.notes)))
    return grid


def _others(wrong: Impossible) -> list[tuple[str, OtherRules]]:
    """Other rules: those by which the whole log is possible, or else the line alone."""
    whole = [("possible under", other) for other in wrong.others if other.whole]
    return whole or [("line right under", other) for other in wrong.others]


def _legal(legal: tuple[ActionWire, ...]) -> str:
    """All legal actions in words, the slaps of several seats together."""
    words = [f"{_seat(each)} {_ACTS[each.act]}" for each in legal if each.act != "slap"]
    slapping = [_seat(each) for each in legal if each.act == "slap"]
    if slapping:
        hands = slapping[0] if len(slapping) == 1 else f"{', '.join(slapping[:-1])} and {slapping[-1]}"
        words.append(f"{hands} may slap, rightly or wrongly")
    return "; ".join(words) or "nothing"


def _seat(action: ActionWire) -> str:
    return "chance" if action.seat == "chance" else seat_name(int(action.seat))


def _table(table: TableWire) -> str:
    return f"{'/'.join(hand or '.' for hand in table.hands)}, middle {table.middle or '.'}"
