"""All mutants of a game, one after the other or by several processes side by side."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass

from properties.conformance.keeper import PR_SET_PDEATHSIG, prctl
from properties.mutants.making import left_out, mutants_of
from properties.mutants.rows import Result, Row
from properties.mutants.trying import tried


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
    if jobs == 1:
        yield from map(worked_out, wanted)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, _get_ready) as pool:
        waiting: set[Future[Timed]] = {pool.submit(worked_out, task) for task in wanted}
        try:
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (each.result() for each in done)
        finally:
            pool.shutdown(cancel_futures=True)


def _get_ready() -> None:
    """An interrupt is for the process that has started this one, with whom it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


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
