"""Tasks done by several processes, and told in their own order whatever the number of processes.

Each process is sent one task at a time, if it can one of the scene that it has translated already. A process that
ends before its time (because a solver crashes, or the system ends it) leaves its task inconclusive; another takes
its place.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing import connection as pipes
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Final, Protocol

from properties.conformance.keeper import PR_SET_PDEATHSIG, prctl
from properties.evidence import Finding
from solver.asking import Answers
from solver.bench import Bench, given_up, told_of
from solver.solvers import named
from solver.tasks import Task

CONTEXT: Final = multiprocessing.get_context("spawn")


class Worker(Protocol):
    """Who does tasks."""

    def done(self, task: Task) -> Finding:
        """What came of a task."""


class Shop(Protocol):
    """What every process needs to set itself up; it is sent to each."""

    def worker(self) -> Worker:
        """A worker of this process."""

    def release(self, process: int) -> None:
        """Give up what a process that has ended has claimed."""


@dataclass(frozen=True, slots=True)
class Workshop:
    """A shop whose workers have a bench each."""

    out: Path
    solvers: tuple[str, ...]
    seconds: float
    answers: Answers
    moment: str

    def worker(self) -> Bench:
        """A bench of this process. Raises NoSolver."""
        return Bench(self.out, named(self.solvers), self.seconds, self.answers, self.moment)

    def release(self, process: int) -> None:
        """Nobody is to wait for the answers of a process that has ended."""
        self.answers.release(process)


@dataclass(frozen=True, slots=True)
class Begun:
    """A task is being worked on."""

    place: int


@dataclass(frozen=True, slots=True)
class Finished:
    """What came of it."""

    place: int
    finding: Finding


@dataclass(slots=True)
class _Hand:
    process: SpawnProcess
    pipe: pipes.Connection
    place: int | None = None
    """Which task it is working on."""
    scene: tuple[object, ...] = ()


@dataclass(slots=True)
class Pool:
    """So many processes for these tasks. Use it with `contextlib.closing`: closing it ends all of them at once."""

    shop: Shop
    tasks: Sequence[Task]
    jobs: int
    _workers: list[_Hand] = field(default_factory=list)

    def events(self, places: Sequence[int]) -> Iterator[Begun | Finished]:
        """The tasks at these places as they are begun and finished. Raises OSError where nothing can be written."""
        waiting = list(places)
        self._workers = [self._hired() for _ in range(min(self.jobs, len(waiting)))]
        for worker in list(self._workers):
            yield from self._sent(worker, waiting)
        while busy := {worker.pipe: worker for worker in self._workers if worker.place is not None}:
            for ready in pipes.wait(list(busy)):
                assert isinstance(ready, pipes.Connection)
                worker = busy[ready]
                place = worker.place
                assert place is not None
                try:
                    message: Finding | Exception = ready.recv()
                except (EOFError, ConnectionError):
                    message = self._lost(worker, place)
                    worker = self._workers[-1]
                if isinstance(message, OSError):
                    raise message
                if isinstance(message, Exception):
                    message = given_up(self.tasks[place], told_of(message))
                yield Finished(place, message)
                yield from self._sent(worker, waiting)

    def close(self) -> None:
        """End all processes, and what they have started."""
        for worker in self._workers:
            worker.pipe.close()
            _end(worker.process)
        self._workers = []

    def _hired(self) -> _Hand:
        mine, theirs = CONTEXT.Pipe()
        process = CONTEXT.Process(target=_work, args=(self.shop, theirs), daemon=True)
        process.start()
        theirs.close()
        return _Hand(process, mine)

    def _sent(self, worker: _Hand, waiting: list[int]) -> Iterator[Begun]:
        """Give a process its next task: of the scene that it knows, or else the first that waits."""
        worker.place = None
        if not waiting:
            return
        place = next((each for each in waiting if self.tasks[each].scene == worker.scene), waiting[0])
        waiting.remove(place)
        worker.place, worker.scene = place, self.tasks[place].scene
        yield Begun(place)
        with contextlib.suppress(BrokenPipeError):  # it has ended: that is seen when its answer is waited for
            worker.pipe.send(self.tasks[place])

    def _lost(self, worker: _Hand, place: int) -> Finding:
        """What to say of the task of a process that has ended; a new one takes its place."""
        _end(worker.process)
        worker.pipe.close()
        self._workers.remove(worker)
        self.shop.release(worker.process.pid or 0)
        self._workers.append(self._hired())
        how = f"the process that worked on it has ended ({_how(worker.process.exitcode)})"
        return given_up(self.tasks[place], how)


def _how(code: int | None) -> str:
    if code is None or code >= 0:
        return f"exit code {code}"
    return f"signal {signal.Signals(-code).name}"


def _end(process: SpawnProcess) -> None:
    """End a process and those that it has started: they are a group of their own."""
    with contextlib.suppress(ProcessLookupError, PermissionError):  # it may not have come as far as its own group
        os.killpg(process.pid or 0, signal.SIGKILL)
    process.kill()
    process.join()


def _work(shop: Shop, pipe: pipes.Connection) -> None:
    """One process: does what it is sent until nothing more comes. It ends with the process that has started it."""
    os.setpgid(0, 0)
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    worker = shop.worker()
    with contextlib.suppress(EOFError, ConnectionError):
        while True:
            task: Task = pipe.recv()
            try:
                pipe.send(worker.done(task))
            except (BrokenPipeError, ConnectionError):
                raise
            except Exception as fault:
                fault.add_note(traceback.format_exc())
                pipe.send(fault)
