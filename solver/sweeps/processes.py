"""Chunks played by several processes of this machine, which end with this one, however it ends."""

from __future__ import annotations

import errno
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, islice
from multiprocessing import connection as pipes
from multiprocessing import resource_tracker
from multiprocessing.context import SpawnProcess
from typing import Final

from properties.conformance.keeper import PR_SET_PDEATHSIG, prctl
from solver.sweeps.plan import Plan
from solver.sweeps.run import Lost, Played
from solver.sweeps.work import played

CONTEXT: Final = multiprocessing.get_context("spawn")
AHEAD: Final = 2
"""So many chunks a process is given at a time, so that it need not wait for the next one."""
_NO_MORE: Final = (errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM)
MOST_LOSSES: Final = 3
"""So many processes may end in a row without a chunk done in between."""


@dataclass(slots=True)
class _Hand:
    """One process, and the chunks that it was given and has not given back."""

    process: SpawnProcess
    pipe: pipes.Connection
    holds: deque[int] = field(default_factory=deque)


@dataclass(slots=True)
class Processes:
    """So many processes play, or fewer for fewer chunks. What was with one that has ended is played again."""

    jobs: int
    losses: int = 0

    def play(self, plan: Plan, numbers: Iterator[int]) -> Played:
        """Play these chunks side by side. Raises Lost where processes end time and again, or cannot be started."""
        hands: list[_Hand] = []
        try:
            for number in islice(numbers, self.jobs):
                hands.append(_hired(plan))
                _give(hands[-1], deque(), iter([number]))
            yield from self._played(plan, numbers, hands)
        finally:
            for each in hands:
                _end(each)

    def _played(self, plan: Plan, numbers: Iterator[int], hands: list[_Hand]) -> Played:
        again: deque[int] = deque()
        in_a_row = 0
        for each in hands:
            _give(each, again, numbers)
        while any(each.holds for each in hands):
            ready = pipes.wait([each.pipe for each in hands if each.holds])
            for hand in [each for each in hands if each.pipe in ready]:
                answer = _answer(hand)
                if answer is None:
                    self.losses += 1
                    in_a_row += 1
                    again.extend(hand.holds)
                    hands.remove(hand)
                    _end(hand)
                    if in_a_row == MOST_LOSSES:
                        raise Lost(_ended(hand))
                    hand = _hired(plan)
                    hands.append(hand)
                else:
                    in_a_row = 0
                    yield hand.holds.popleft(), answer
                _give(hand, again, numbers)


def _give(hand: _Hand, again: deque[int], numbers: Iterator[int]) -> None:
    """Give a process as many chunks as it may hold, first those that another one has lost."""
    waiting = chain(iter(lambda: again.popleft() if again else None, None), numbers)
    while len(hand.holds) < AHEAD:
        number = next(waiting, None)
        if number is None:
            return
        hand.holds.append(number)
        with suppress(ConnectionError):  # it has ended: that is seen when its answer is waited for
            hand.pipe.send(number)


def _answer(hand: _Hand) -> bytes | None:
    """What a process has counted; None if it has ended. Raises what it has raised."""
    try:
        answer = hand.pipe.recv()
    except (EOFError, OSError):  # an OSError is half an answer: it has ended in the middle of it
        return None
    if isinstance(answer, Exception):
        raise answer
    assert isinstance(answer, bytes)
    return answer


def _ended(hand: _Hand) -> str:
    code = hand.process.exitcode
    how = f"signal {signal.Signals(-code).name}" if code is not None and code < 0 else f"exit code {code}"
    return (
        f"{MOST_LOSSES} processes that played have ended one after the other ({how}): the system may be short of"
        " memory; take fewer --jobs, or smaller chunks in a new sweep"
    )


def _hired(plan: Plan) -> _Hand:
    """A new process. Raises Lost where the system allows no more of them."""
    try:
        return _started(plan)
    except OSError as error:
        if error.errno not in _NO_MORE:
            raise
        raise Lost(f"the system allows no more processes ({error.strerror}): take fewer --jobs") from error


def _started(plan: Plan) -> _Hand:
    """A new process. An interrupt is left to this one: they would all be told of it."""
    resource_tracker.ensure_running()  # it lets interrupts through again when it is started
    mine, theirs = CONTEXT.Pipe()
    process = CONTEXT.Process(target=_work, args=(plan, theirs, os.getpid()), daemon=True)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    theirs.close()
    return _Hand(process, mine)


def _end(hand: _Hand) -> None:
    hand.pipe.close()
    hand.process.kill()
    hand.process.join()


def _work(plan: Plan, pipe: pipes.Connection, parent: int) -> None:
    """One process: plays what it is sent until nothing more comes."""
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it was gone before this process could be told
        return
    with suppress(EOFError, OSError):  # whoever has asked is gone
        while True:
            number: int = pipe.recv()
            try:
                answer: bytes | Exception = played(plan, number)
            except Exception as fault:
                answer = fault
            pipe.send(answer)
