"""The whole kill matrix of a game, row by row, by as many processes as are wanted."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass

import msgspec

from properties.conformance.cases import Case
from properties.conformance.core import cases_of, core_of, cores
from properties.conformance.judge import Judged
from properties.misbehaviours import misbehaviour, misbehaviours_of
from properties.side_by_side import side_by_side
from properties.strength.adapters import AGAIN, adapter_row
from properties.strength.asking import heard_of, kills_by
from properties.strength.checks import checks_of, checks_that_fail, rule_clauses
from properties.strength.rows import Kill, Kind, Matrix, Means, Row, columns
from properties.strength.separating import as_toml, sought
from properties.strength.subjects import AnyMisreading, beyond_cases
from properties.strength.trials import all_of, borrowed_by


@dataclass(frozen=True, slots=True)
class Task:
    """One row to be worked out; `core` asks only the cases and checks of the core."""

    game: str
    kind: Kind
    name: str
    clauses: tuple[str, ...]
    borrowed: bool = False
    core: bool = False


@dataclass(frozen=True, slots=True)
class Timed:
    """A row, and how many seconds of a processor it took."""

    row: Row
    seconds: float


def tasks(game: str, core: bool = False) -> tuple[Task, ...]:
    """The rows of a game."""
    own = [Task(game, "misreading", each.name, each.clauses, core=core) for each in all_of(game)]
    others = [Task(game, "misreading", each.name, each.clauses, True, core) for each in borrowed_by(game)]
    adapters = [Task(game, "misbehaviour", each.name, each.clauses, core=core) for each in misbehaviours_of(game)]
    return (*own, *others, *adapters)


def rows_of(wanted: Sequence[Task], jobs: int = 1) -> Generator[Timed, None, None]:
    """Work out rows, in this process or in several; they come in whatever order they are ready."""
    return side_by_side(worked_out, wanted, jobs)


def worked_out(task: Task) -> Timed:
    """One row."""
    started = time.process_time()
    row = msgspec.structs.replace(_row_of(task), borrowed=task.borrowed)
    return Timed(row, time.process_time() - started)


def _row_of(task: Task) -> Row:
    if task.kind == "misbehaviour":
        found = misbehaviour(task.name, task.game)
        assert found is not None
        return adapter_row(found, core_of(task.game) if task.core else cases_of(task.game))
    every = borrowed_by(task.game) if task.borrowed else all_of(task.game)
    (misreading,) = (each for each in every if each.name == task.name)
    if task.core:
        return core_row(misreading)
    return row_of(misreading, cases_of(task.game), up_to=None if task.borrowed else 0)


def core_row(misreading: AnyMisreading) -> Row:
    """Hold one misreading against the core alone: its cases, and its checks for what they do not notice."""
    cases = core_of(misreading.game)
    judged = heard_of(misreading, cases)
    kills = kills_by(cases, judged)
    if not kills:
        wanted = cores()[misreading.game].checks
        kills = tuple(kill for kill in checks_that_fail(misreading) if kill.by in wanted)
    return _row(misreading, cases, judged, kills)


def row_of(misreading: AnyMisreading, cases: Sequence[Case], skipping: bool = True, up_to: int | None = 0) -> Row:
    """Hold one misreading against the cases and checks of its clauses, then against all the others.

    What nothing of its own notices is looked for in a whole space: deals up to so many cards, 0 for as many as usual.
    """
    mine = set(misreading.clauses)
    own = [case for case in cases if mine & set(case.clauses)]
    others = [case for case in cases if not mine & set(case.clauses)]
    judged = (*heard_of(misreading, own, skipping), *heard_of(misreading, others, skipping))
    checks = {kill.by: kill for own in (True, False) for kill in checks_that_fail(misreading, own)}
    row = _row(misreading, cases, judged, (*kills_by(cases, judged), *checks.values()))
    return row if row.own() or up_to is None else told_apart(row, misreading, up_to)


def _row(misreading: AnyMisreading, cases: Sequence[Case], judged: Sequence[Judged], kills: tuple[Kill, ...]) -> Row:
    asked = len({one.case.id for one in judged})
    return Row(
        name=misreading.name,
        kind="misreading",
        game=misreading.game,
        clauses=misreading.clauses,
        fault=misreading.kind.value,
        belief=misreading.belief,
        under=dict(misreading.under),
        kills=kills,
        asked=asked,
        skipped=len(cases) - asked,
        beyond_cases=beyond_cases(misreading),
    )


def told_apart(row: Row, misreading: AnyMisreading, up_to: int = 0) -> Row:
    """The row with the smallest case that nobody asks yet, or with the space in which there is none."""
    found = sought(misreading, up_to)
    if not found.found:
        return msgspec.structs.replace(row, equivalent=found.space)
    text = found.words if found.case is None else as_toml(found.case, misreading.name)
    return msgspec.structs.replace(row, separating=text)


def tried(game: str) -> Iterator[tuple[str, Means, tuple[str, ...]]]:
    """The cases and checks of a game."""
    yield from ((case.id, "case", case.clauses) for case in cases_of(game))
    yield AGAIN, "asked again", ()
    yield from ((name, "check", clauses) for name, clauses in checks_of(game))


def matrix_of(game: str, found: Iterable[Timed]) -> Matrix:
    """The matrix of a game from its rows."""
    every = [each for each in found if each.row.game == game]
    order = {task.name: place for place, task in enumerate(tasks(game))}
    rows = tuple(sorted((each.row for each in every), key=lambda row: order[row.name]))
    return Matrix(
        game, rule_clauses(game), rows, tuple(columns(tried(game), rows)), sum(each.seconds for each in every)
    )
