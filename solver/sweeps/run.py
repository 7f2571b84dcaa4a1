"""A sweep carried out: the chunks that are missing are played, and each is kept as soon as it is counted."""

from __future__ import annotations

import errno
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Protocol

from solver.sweeps.plan import Plan, SweepError
from solver.sweeps.store import Store
from solver.sweeps.tally import Tally, unpacked
from solver.sweeps.work import check_same, played

Played = Generator[tuple[int, bytes], None, None]
"""Chunks that were played, each with its packed tally."""


class Lost(Exception):
    """Whoever was to play is gone, and the sweep cannot go on. The message says who, and what may be the matter."""


class Unfit(SweepError):
    """Who is to play would count something else, or cannot play at all. The message says what to do."""


class Players(Protocol):
    """Who plays chunks: processes of this machine, or a cluster."""

    @property
    def losses(self) -> int:
        """How many workers (processes, or machines of a cluster) were lost; what they had was given to others."""

    def play(self, plan: Plan, numbers: Iterator[int]) -> Played:
        """Play these chunks, in any order; yields each with its packed tally. Raises Lost, Unfit."""


@dataclass(frozen=True, slots=True)
class Started:
    """A sweep begins, or is gone on with: so many of its deals and chunks have been counted before."""

    store: Store
    deals: int
    chunks: int


@dataclass(frozen=True, slots=True)
class Counted:
    """A chunk is counted and kept."""

    number: int
    deals: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The end: the counts of all chunks in the file, and what has kept the sweep from counting all of them, if so.

    `losses` are the workers that were lost meanwhile (see `Players`).
    """

    total: Tally
    complete: bool
    seconds: float
    lost: str = ""
    losses: int = 0


Event = Started | Counted | Ended


def carried_out(store: Store, players: Players) -> Generator[Event, None, None]:
    """Play what is missing. Raises OtherProgram, NoKernel, OSError where the file cannot be written.

    Unfit only as long as there is nothing in the file that could be gone on with: a worker that comes to a long sweep
    and is not fit for it ends it like one that is lost.
    """
    plan, begun = store.plan, time.monotonic()
    check_same(plan)
    done = store.done()
    yield Started(store, sum(map(plan.size_of, done)), len(done))
    lost = ""
    playing = players.play(plan, store.missing())
    try:
        for number, content in playing:
            unpacked(content, plan, number)
            store.keep(number, content)
            yield Counted(number, plan.size_of(number))
    except (Lost, Unfit) as error:
        if isinstance(error, Unfit) and not store.done():
            raise
        lost = str(error)
    finally:
        playing.close()
    complete = len(store.done()) == plan.chunks
    if not complete and not lost:
        told = "does not keep what is written into it: begin again in another file, with --out"
        raise OSError(errno.EIO, told, str(store.path))
    yield Ended(store.total(), complete, time.monotonic() - begun, lost, players.losses)


@dataclass(frozen=True, slots=True)
class Here:
    """This process plays."""

    @property
    def losses(self) -> int:
        """None: without this process there is no sweep."""
        return 0

    def play(self, plan: Plan, numbers: Iterator[int]) -> Played:
        """Play one chunk after the other."""
        for number in numbers:
            yield number, played(plan, number)
