"""`fairdeal strength --mutants` on the screen."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec
from rich.text import Text

from model.register import load
from properties.conformance.books import GAMES, default_book
from properties.mutants.rows import Result
from properties.mutants.running import result_of, rows_of, tasks
from reports import mutant_words
from reports.consoles import console
from reports.screen.rows import all_of


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was asked for. Without a clause all of them, and without a game every game."""

    game: str
    clause: str
    jobs: int
    as_json: bool
    version: str

    @property
    def games(self) -> tuple[str, ...]:
        """The games that are looked at. Raises RuleChoiceError."""
        return (default_book(self.game).game,) if self.game else GAMES


class Document(msgspec.Struct, frozen=True):
    """All of it as JSON."""

    fairdeal: str
    exit_code: Literal[0, 1, 4]
    games: tuple[Result, ...]


def mutants(wanted: Wanted) -> int:
    """Change the rules in one place at a time, and say what of that the suite notices. Returns the exit code.

    Raises RuleChoiceError for an unknown game, and UnknownClause.
    """
    started = time.monotonic()
    clause = load().clause(wanted.clause).id if wanted.clause else ""
    every = [task for game in wanted.games for task in tasks(game, clause)]
    rows = rows_of(every, wanted.jobs)
    found = all_of(rows, len(every), "mutants", lambda each: f"{each.row.game} {each.row.name.removeprefix('model.')}")
    results = [result_of(game, found) for game in wanted.games]
    code = exit_code(results)
    if wanted.as_json:
        document = Document(wanted.version, code, tuple(results))
        print(msgspec.json.encode(document).decode())
        return code
    for result in results:
        _show(result)
    shown = console()
    shown.print(mutant_words.last_line(results), soft_wrap=True)
    by = f"{wanted.jobs} processes" if wanted.jobs > 1 else "one process"
    shown.print(Text(f"in {time.monotonic() - started:.1f} s by {by}"))
    return code


def exit_code(results: Sequence[Result]) -> Literal[0, 1, 4]:
    """1 if anything survives; 4 if nothing was tried."""
    rows = [row for result in results for row in result.rows]
    if not rows:
        return 4
    return 1 if any(row.fate == "survives" for row in rows) else 0


def _show(result: Result) -> None:
    shown = console()
    shown.print(Text(result.game, style="bold"))
    for by in ("module", "clause"):
        shown.print(mutant_words.table(result, by))
        shown.print()
    for part in (mutant_words.missing, mutant_words.by_others, mutant_words.equal, mutant_words.left_out):
        for line in part(result):
            shown.print(line, soft_wrap=True)
    shown.print()
