"""Chunks played by the workers of a dask cluster: the same tasks, and the same counts.

Workers may come and go while a sweep runs: what was with one that is gone the scheduler gives to another. Each worker
needs fairdeal with its extra `kernel`, in the version that made the plan; that is asked of those that are there at
the beginning, and every chunk holds its worker to it once more.
"""

from __future__ import annotations

import contextlib
import logging
import pickle
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import islice
from typing import Final, Protocol, cast

from properties.extras import installing
from solver.sweeps.plan import Plan
from solver.sweeps.run import Lost, Played, Unfit
from solver.sweeps.work import OtherProgram, check_same, played

AHEAD: Final = 3
"""So many chunks for each thread of the cluster are given out before the first of them is back."""
PATIENCE: Final = 10.0
"""Seconds to wait for the scheduler, and for its first worker."""
ALONE: Final = 60.0
"""Seconds that a sweep waits for a worker to come back when all of them are gone."""
LOOK: Final = 1.0
"""Seconds between two looks at whether anybody is still there."""


class NoCluster(Unfit):
    """There is no cluster to work on, or its workers would count something else. The message says what to do."""


class Task(Protocol):
    """A chunk that the cluster was given, as dask's Future has it."""

    status: str

    def result(self, timeout: float) -> object:
        """What has come of it. Raises what the worker has raised, and TimeoutError."""


class Face(Protocol):
    """What is used of dask's Client, which has no types of its own."""

    status: str

    def submit(self, function: object, *arguments: object, pure: bool) -> Task:
        """Give out a task."""

    def cancel(self, tasks: Sequence[Task]) -> None:
        """Take tasks back."""

    def run(self, function: object, *arguments: object, on_error: str) -> Mapping[str, object]:
        """Have every worker do something at once: what each has answered, or raised."""

    def wait_for_workers(self, number: int, timeout: float) -> None:
        """Wait until there are so many. Raises TimeoutError."""

    def nthreads(self) -> Mapping[str, int]:
        """How many tasks each worker does at a time."""

    def close(self, timeout: float) -> None:
        """Leave the cluster."""


@contextlib.contextmanager
def joined(address: str, plan: Plan, patience: float = PATIENCE, alone: float = ALONE) -> Iterator[Cluster]:
    """The cluster at this address, whose workers know the plan. Raises NoCluster."""
    if any(find_spec(name) is None for name in ("dask", "distributed")):
        raise NoCluster(f"a cluster needs dask, which is not installed: {installing('cluster')}")
    with _silent():
        client = _connected(address, patience)
        try:
            _check_workers(client, address, plan, patience)
            yield Cluster(client, address, alone)
        finally:
            with contextlib.suppress(Exception):  # it may be gone: then there is nothing to close
                client.close(timeout=2)


@dataclass(frozen=True, slots=True)
class Cluster:
    """A cluster that one is connected to, and how many seconds it may be without workers."""

    client: Face
    address: str
    alone: float
    _here: set[str] = field(default_factory=set)
    _gone: set[str] = field(default_factory=set)

    @property
    def losses(self) -> int:
        """How many workers were there, and are no longer."""
        return len(self._gone)

    def play(self, plan: Plan, numbers: Iterator[int]) -> Played:
        """Play these chunks. Raises Lost where the scheduler or all workers are gone, NoCluster for a wrong worker."""
        running: dict[Task, int] = {}
        try:
            while True:
                for number in islice(numbers, max(0, AHEAD * self._threads() - len(running))):
                    running[self.client.submit(pickle.loads, _sent(played, plan, number), pure=False)] = number
                if not running:
                    return
                task, content = self._next(running)
                yield running.pop(task), content
        finally:
            with contextlib.suppress(Exception):  # the scheduler may be gone
                self.client.cancel(list(running))

    def _next(self, running: Mapping[Task, int]) -> tuple[Task, bytes]:
        """A chunk that is done, as soon as there is one, and what has come of it. Raises Lost."""
        last_seen = time.monotonic()
        while True:
            for task in [each for each in running if each.status != "pending"]:
                content = self._content(task)
                if content is not None:
                    return task, content
            _wait(list(running))
            if self._workers():
                last_seen = time.monotonic()
            elif time.monotonic() - last_seen > self.alone:
                raise Lost(f"the scheduler at {self.address} has been without workers for {self.alone:.0f} seconds")

    def _content(self, task: Task) -> bytes | None:
        """What has come of a chunk; None if that has gone with its worker, so that the chunk has to be played again."""
        failed = task.status == "error"
        try:
            content = task.result(timeout=LOOK)
        except Exception as error:
            if failed:
                raise _fault(error, self.address) from error
            if isinstance(error, TimeoutError):
                return None
            raise Lost(f"the scheduler at {self.address} is gone, or has dropped what it was given") from error
        assert isinstance(content, bytes)
        return content

    def _workers(self) -> Mapping[str, int]:
        """The workers that are there. Raises Lost."""
        if self.client.status == "running":
            with contextlib.suppress(OSError):
                there = self.client.nthreads()
                self._here.update(there)
                self._gone.update(self._here - there.keys())
                return there
        raise Lost(f"the scheduler at {self.address} is gone")

    def _threads(self) -> int:
        """How many chunks can be played at a time; at least one, for a worker that may come. Raises Lost."""
        return max(1, sum(self._workers().values()))


@dataclass(frozen=True, slots=True)
class _Call:
    """A call that is made when it is unpickled."""

    function: Callable[..., object]
    arguments: tuple[object, ...]

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return self.function, self.arguments


def _sent(function: Callable[..., object], *arguments: object) -> bytes:
    """A call as bytes, which pickle.loads makes.

    A worker that cannot import what it is sent would end, and take others with it when its task is given to them.
    Bytes it can always read; and that it cannot import what they name is then an error of the task, and told.
    """
    return pickle.dumps(_Call(function, arguments))


def _fault(error: Exception, where: str) -> Exception:
    """What an error of a worker means for the user."""
    if type(error).__name__ == "KilledWorker":
        return Lost(f"workers of {where} have ended one after the other over the same chunk: are they short of memory?")
    same = f"there, of the same version, {installing('kernel', 'cluster')}"
    if isinstance(error, OtherProgram):
        return NoCluster(f"a worker of {where} is of another version: {error}; {same}")
    if isinstance(error, ImportError):
        return NoCluster(f"a worker of {where} cannot play ({error}): {same}")
    return error


def _connected(address: str, patience: float) -> Face:
    from distributed import Client

    make = cast("Callable[..., Face]", Client)
    try:
        return make(address, timeout=patience)
    except (OSError, ValueError, TypeError) as error:  # a time-out is an OSError as well
        why = next(iter(str(error).splitlines()), type(error).__name__)
        raise NoCluster(
            f"no scheduler answers at '{address}': name its address, such as tcp://127.0.0.1:8786, as dask scheduler"
            f" prints it ({why})"
        ) from error


def _wait(tasks: list[Task]) -> None:
    """Wait until one of the tasks is done, but not for long: whether anybody is still there is to be looked at."""
    from distributed import wait

    patient: Callable[..., object] = wait
    with contextlib.suppress(OSError, CancelledError):
        patient(tasks, timeout=LOOK, return_when="FIRST_COMPLETED")


def _check_workers(client: Face, address: str, plan: Plan, patience: float) -> None:
    """Ask every worker that is there whether it knows the plan. Raises NoCluster."""
    try:
        client.wait_for_workers(1, timeout=patience)
    except TimeoutError as error:
        raise NoCluster(f"the scheduler at {address} has no workers: start some, with dask worker {address}") from error
    for worker, answer in client.run(pickle.loads, _sent(check_same, plan), on_error="return").items():
        if isinstance(answer, Exception) and not isinstance(answer, OSError):  # that one has just gone
            raise _fault(answer, worker)


@contextlib.contextmanager
def _silent() -> Iterator[None]:
    """Keep what dask and those it rests on log and warn of off the screen: what matters is said in our own words.

    They have many loggers, some with levels of their own, which are set anew when dask is imported: so all are silent.
    """
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)
