"""Several jobs side by side: each is a process of its own that runs one shard and keeps a journal of its own."""

from __future__ import annotations

import contextlib
import errno
import multiprocessing
import signal
import time
from collections.abc import Generator, Iterator, Sequence
from multiprocessing import connection as pipes
from multiprocessing.context import SpawnProcess
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn

import msgspec

from properties.conformance.expectations import Expectation
from properties.conformance.journal import Footer, Header, Journal, Line, read
from properties.conformance.judge import Judged, Status
from properties.conformance.keeper import PR_SET_PDEATHSIG, prctl
from properties.conformance.oracles import Oracle
from properties.conformance.parts import folder_of, merge, part_of, put_together
from properties.conformance.runner import COMPLETE, Ended, Restarted, rejudge
from properties.conformance.settings import Settings, Shard
from properties.conformance.summary import Summary, summarise
from properties.conformance.verify import Event, Started, asked, greeted, program

LAST_WORDS: Final = 15.0
"""Seconds that the jobs have to end their programs and close their journals when a run is interrupted."""

Message = Started | Judged | Restarted | Ended | Exception


def verify_in_jobs(
    command: Sequence[str],
    settings: Settings,
    version: str,
    journal: Path,
    resume: bool = False,
    expectations: Sequence[Expectation] = (),
    lenient: bool = False,
    oracle: Oracle | None = None,
) -> Iterator[Event]:
    """What `verify` does, by as many processes as the settings say. Raises what `verify` does.

    Until all jobs have come to their end, the journal has only a header, and theirs lie in a folder beside it. Each
    job gets a copy of the oracle.
    """
    if not resume:
        _refuse_what_exists(journal)
    header, extent = greeted(program(command, settings), command, settings, version)
    if not resume:
        opened = Journal(journal)
        opened.write(header)
        opened.close()
    yield Started(header, header.claim, extent, journal)
    judged: list[Judged] = []
    started, failures, stopped = time.monotonic(), 0, ""
    with contextlib.closing(_side_by_side(tuple(command), settings, version, journal, oracle)) as events:
        for event in events:
            if isinstance(event, Judged | Restarted):
                yield event
            if isinstance(event, Judged):
                judged.append(event)
                failures += event.verdict.status in (Status.FAIL, Status.ERROR)
            if settings.most_failures and failures >= settings.most_failures:
                stopped = f"stopped after {failures} failures, as was asked for"
                break
    yield _put_together(header, journal, judged, stopped, time.monotonic() - started, expectations, lenient)


def _put_together(
    header: Header,
    journal: Path,
    judged: list[Judged],
    stopped: str,
    seconds: float,
    expectations: Sequence[Expectation],
    lenient: bool,
) -> Summary:
    """One journal of those of the jobs, and the verdict. If a job was ended before its time, they stay as they are."""
    parts = [(path, list(read(path))) for path in _parts(journal, header.settings) if _is_begun(path)]
    ended = [lines for _, lines in parts if isinstance(lines[-1], Footer)]
    if not stopped and len(ended) < header.settings.jobs:
        reason = f"a job was ended before its time: fairdeal verify --resume {journal} goes on"
        return summarise(header, judged, Footer(reason, len(judged), seconds), expectations, lenient)
    lines = merge(parts)
    if stopped:
        lines, judged = _closed(lines, header.settings.shard, stopped, seconds)
    put_together(journal, lines)
    whole, last = lines[0], lines[-1]
    assert isinstance(whole, Header)
    return summarise(whole, judged, last if isinstance(last, Footer) else None, expectations, lenient)


def _closed(lines: Sequence[Line], shard: Shard, reason: str, seconds: float) -> tuple[list[Line], list[Judged]]:
    """The journal of a run that was stopped here, whatever its jobs had time to say of that; and its verdicts."""
    header, *rest = lines
    assert isinstance(header, Header)
    header = msgspec.structs.replace(header, settings=msgspec.structs.replace(header.settings, shard=shard))
    body = [header, *(line for line in rest if not isinstance(line, Footer))]
    judged = rejudge(iter(body))[1]
    cases = sum(one.verdict.status is not Status.UNTESTED for one in judged)
    return [*body, Footer(reason, cases, round(seconds, 3))], judged


def _refuse_what_exists(journal: Path) -> None:
    """Nothing is overwritten, and a run that was cut off under this name is not mixed with a new one."""
    for path in (journal, folder_of(journal)):
        if path.exists():
            raise FileExistsError(errno.EEXIST, "exists already", str(path))


def _parts(journal: Path, settings: Settings) -> list[Path]:
    return [part_of(journal, shard) for shard in settings.shard.split(settings.jobs)]


def _side_by_side(
    command: tuple[str, ...], settings: Settings, version: str, journal: Path, oracle: Oracle | None
) -> Generator[Started | Judged | Restarted | Ended, None, None]:
    """The events of all jobs as they come in. A job that is complete already is judged from its journal."""
    folder_of(journal).mkdir(parents=True, exist_ok=True)
    context = multiprocessing.get_context("spawn")
    receiving: list[pipes.Connection] = []
    workers: list[SpawnProcess] = []
    try:
        for shard in settings.shard.split(settings.jobs):
            part = part_of(journal, shard)
            if is_complete(part):
                yield from rejudge(read(part))[1]
                continue
            mine, theirs = context.Pipe(duplex=False)
            its_own = msgspec.structs.replace(settings, shard=shard, jobs=1)
            worker = context.Process(target=_work, args=(command, its_own, version, part, theirs, oracle))
            worker.start()
            theirs.close()
            workers.append(worker)
            receiving.append(mine)
        yield from _messages(receiving)
    finally:
        _end(workers)
        with contextlib.suppress(OSError):
            folder_of(journal).rmdir()  # it is empty if no job came as far as its journal


def _is_begun(part: Path) -> bool:
    """Whether a job has come as far as writing the header of its journal."""
    return part.exists() and b"\n" in part.read_bytes()


def is_complete(part: Path) -> bool:
    """Whether a journal has come to its end. One without a whole header is dropped: nothing was asked yet."""
    if not _is_begun(part):
        part.unlink(missing_ok=True)
        return False
    last = list(read(part))[-1]
    return isinstance(last, Footer) and last.reason == COMPLETE


def _messages(receiving: list[pipes.Connection]) -> Iterator[Started | Judged | Restarted | Ended]:
    while receiving:
        for ready in pipes.wait(receiving):
            assert isinstance(ready, pipes.Connection)
            try:
                message: Message = ready.recv()
            except EOFError:
                receiving.remove(ready)
                continue
            if isinstance(message, Exception):
                raise message
            yield message


def _end(workers: Sequence[SpawnProcess]) -> None:
    """Let every job close its journal and end its program; then make sure that it has."""
    for worker in workers:
        if worker.is_alive():
            worker.terminate()
    for worker in workers:
        worker.join(LAST_WORDS)
        if worker.is_alive():
            worker.kill()
            worker.join()


def _work(
    command: tuple[str, ...],
    settings: Settings,
    version: str,
    part: Path,
    sending: pipes.Connection,
    oracle: Oracle | None,
) -> None:
    """One job. When the run is interrupted, or its own parent is gone, it closes its journal and ends."""
    signal.signal(signal.SIGTERM, _interrupt)
    prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    events = asked(program(command, settings), command, settings, version, part, resume=part.exists(), oracle=oracle)
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError), contextlib.closing(events):
        try:
            for event in events:
                sending.send(event)
        except Exception as error:
            sending.send(error)


def _interrupt(_signal: int, _frame: FrameType | None) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough: the journal is being closed
    raise KeyboardInterrupt
