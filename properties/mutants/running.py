"""All mutants of a game, one after the other or by several processes side by side."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass

from properties.mutants.making import left_out, mutants_of
from properties.mutants.rows import Result, Row
from properties.mutants.trying import tried
from properties.side_by_side import side_by_side


@dataclass(frozen=True, slots=True)
class Task:
    """One mutant to be tried, by its place among those of its game."""

    game: str
    place: int


@dataclass(frozen=True, slots=True)
class Timed:
    """What became of it, and how many seconds of a processor that took."""

    place: int
    row: Row
    seconds: float


def tasks(game: str, clause: str = "") -> tuple[Task, ...]:
    """The mutants of a game; of one clause, if it is named."""
    every = enumerate(mutants_of(game))
    return tuple(Task(game, place) for place, mutant in every if not clause or clause in mutant.clauses)


def rows_of(wanted: Sequence[Task], jobs: int = 1) -> Generator[Timed, None, None]:
    """Try mutants, in this process or in several; the rows come in whatever order they are ready."""
    return side_by_side(worked_out, wanted, jobs)


def worked_out(task: Task) -> Timed:
    """One mutant."""
    started = time.process_time()
    row = tried(mutants_of(task.game)[task.place], task.game)
    return Timed(task.place, row, time.process_time() - started)


def result_of(game: str, found: Iterable[Timed]) -> Result:
    """A game's result from its rows."""
    mine = sorted((each for each in found if each.row.game == game), key=lambda each: each.place)
    kept_out = tuple((each.function, each.reason) for each in left_out(game))
    return Result(game, tuple(each.row for each in mine), kept_out, sum(each.seconds for each in mine))
