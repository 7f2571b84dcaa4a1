"""The file of a sweep: killed at any moment, gone on with, and refused where it is not what it should be."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import pickle
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import psutil
import pytest

from fairdeal import VERSION
from model.piles.profiles import BEGGAR
from reports.screen import sweeps
from solver.sweeps import processes
from solver.sweeps.cluster import NoCluster
from solver.sweeps.plan import Plan, SweepError, Wanted, plan_of
from solver.sweeps.processes import MOST_LOSSES, Processes
from solver.sweeps.run import Ended, Here, carried_out
from solver.sweeps.store import Store
from solver.sweeps.tally import Tally, merged, unpacked
from solver.sweeps.work import fingerprinted, played
from tests.command import ROOT, fairdeal, within

SMALL = ("--deck", "5-2J1Q", "--deals", "all", "--chunk", "10")


def planned(chunk: str = "10") -> Plan:
    return fingerprinted(plan_of(BEGGAR, Wanted("5-2J1Q", "all", None, 1, chunk), VERSION))


def began(path: Path, chunks: int, plan: Plan | None = None) -> Plan:
    """A file in which so many chunks are counted: the last ones of the plan, as if they had been the first to end."""
    plan = plan or planned()
    with closing(Store.created(path, plan)) as store:
        for number in range(plan.chunks - chunks, plan.chunks):
            store.keep(number, played(plan, number))
    return plan


def whole(plan: Plan) -> Tally:
    return merged(unpacked(played(plan, number), plan, number) for number in range(plan.chunks))


def counts(text: str) -> dict[str, Any]:
    """The JSON of a sweep without what differs from run to run."""
    document: dict[str, Any] = json.loads(text)
    return {name: value for name, value in document.items() if name not in ("made", "seconds", "lost_workers", "file")}


# --- a file that is gone on with ---


def test_only_what_is_missing_is_played(tmp_path: Path) -> None:
    path = tmp_path / "sweep.sqlite"
    plan = began(path, 5)
    asked: list[int] = []

    class Watched(Here):
        def play(self, plan: Plan, numbers: Any) -> Any:  # noqa: ANN401
            for number in numbers:
                asked.append(number)
                yield number, played(plan, number)

    with closing(Store.opened(path)) as store:
        *_, last = carried_out(store, Watched())
    assert isinstance(last, Ended)
    assert asked == list(range(plan.chunks - 5))
    assert last.total == whole(plan)


def test_a_chunk_is_not_counted_twice(tmp_path: Path) -> None:
    path = tmp_path / "sweep.sqlite"
    plan = began(path, 3)
    with closing(Store.opened(path)) as store:
        before = store.total()
        with pytest.raises(SweepError, match="has this chunk already"):
            store.keep(plan.chunks - 1, played(plan, plan.chunks - 1))
        assert store.total() == before


def test_a_sweep_gone_on_with_shows_what_an_undisturbed_one_does(tmp_path: Path) -> None:
    undisturbed = within("sweep", *SMALL, "--json", "--jobs", "1", cwd=tmp_path)
    began(tmp_path / "sweep.sqlite", 6)
    resumed = within("sweep", "--resume", "sweep.sqlite", "--json", "--jobs", "1", cwd=tmp_path)
    assert (undisturbed.code, resumed.code) == (0, 0), resumed.err
    assert counts(resumed.out) == counts(undisturbed.out)


class Mistaken(Here):
    """Gives back each chunk as if it were the next one."""

    def play(self, plan: Plan, numbers: Any) -> Any:  # noqa: ANN401
        for number, content in Here.play(self, plan, numbers):
            yield number + 1, content


def test_the_counts_of_another_chunk_are_not_kept(tmp_path: Path) -> None:
    with closing(Store.created(tmp_path / "sweep.sqlite", planned())) as store:
        with pytest.raises(SweepError, match="the counts of chunk 1 name deals of another chunk"):
            list(carried_out(store, Mistaken()))
        assert store.done() == set()


# --- files that are refused ---


def _changed(statement: str, *values: object) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute(statement, values)

    return change


def _another_plan(**changes: object) -> Callable[[Path], None]:
    plan = msgspec.json.encode(msgspec.structs.replace(planned(), **changes)).decode()
    return _changed("UPDATE sweep SET plan = ?", plan)


def _cut(size: int) -> Callable[[Path], None]:
    return lambda path: os.truncate(path, size)


def _a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _flipped(path: Path) -> None:
    """One bit of the counts of a chunk is wrong, which SQLite itself does not see."""
    content = bytearray(path.read_bytes())
    with closing(sqlite3.connect(path)) as connection:
        ((tally,),) = connection.execute("SELECT tally FROM chunks WHERE number = 16").fetchall()
    content[content.index(tally) + len(tally) // 2] ^= 16
    path.write_bytes(content)


EDITED: list[tuple[dict[str, object], str]] = [
    ({"chunk": 0}, "there is no such sweep"),
    ({"chunk": -10}, "there is no such sweep"),
    ({"deals": -5}, "there is no such sweep"),
    ({"deals": 169}, "there is no such sweep"),
    ({"game": "foo"}, "there is no such sweep"),
    ({"choices": ()}, "there is no such sweep"),
    ({"choices": (("end", "foo"),)}, "there is no such sweep"),
    ({"seed": -1}, "there is no such sweep"),
    ({"first": 10**18}, "there is no such sweep"),
    ({"cut": 5}, "there is no such sweep"),
    ({"counts": (-1, 0, 0, 0, 9)}, "there is no such sweep"),
]
"""Settings that no sweep has, and what is said."""


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda path: path.write_text("not a database, but long enough to be one"), "is no file of a sweep"),
        (_cut(0), "is empty: the sweep was cut off before it began"),
        (_cut(5000), "damaged"),
        (_cut(50), "damaged"),
        (lambda path: (path.unlink(), path.mkdir()), "Is a directory"),
        (_changed("PRAGMA application_id = 5"), "is an SQLite file, but not of a sweep"),
        (_changed("PRAGMA user_version = 9"), "is written in form 9"),
        (_changed("DELETE FROM sweep"), "does not say what is swept"),
        (_changed("UPDATE sweep SET plan = '{}'"), "does not say what is swept"),
        (_changed("DROP TABLE chunks"), "chunks"),
        (_changed("UPDATE chunks SET number = 999 WHERE number = 16"), "chunks that its sweep has not"),
        (_changed("UPDATE chunks SET number = 1 WHERE number = 16"), "is damaged or was edited"),
        (_changed("UPDATE chunks SET tally = x'00' WHERE number = 16"), "chunk 16 cannot be read"),
        (_flipped, "is damaged or was edited"),
        *((_another_plan(**change), f"damaged or was edited: {words}") for change, words in EDITED),
        (_changed("UPDATE chunks SET tally = 'abc' WHERE number = 16"), "chunk 16 cannot be read"),
        (_changed("UPDATE chunks SET tally = 5 WHERE number = 16"), "chunk 16 cannot be read"),
        (_a_pipe, "is no file, but a device or a pipe"),
        (lambda path: (path.unlink(), path.symlink_to("/dev/null")), "is no file, but a device or a pipe"),
        (_another_plan(version="0.0.9", game="war"), "was begun by fairdeal 0.0.9, and this is"),
        (_another_plan(generator="sfc64-1", seed=1), "the deals were dealt by sfc64-1, and this version has sfc64-2"),
        (_changed("PRAGMA user_version = 1"), "is written in form 1, and this version of fairdeal reads form 2"),
        (_another_plan(fingerprint="0123456789abcdef"), "leads to other deals or to other games here"),
    ],
)
def test_what_is_no_file_of_this_sweep_is_refused(spoil: Callable[[Path], None], told: str, tmp_path: Path) -> None:
    path = tmp_path / "sweep.sqlite"
    began(path, 3)
    spoil(path)
    ran = within("sweep", "--resume", "sweep.sqlite", "--jobs", "1", cwd=tmp_path)
    assert (ran.code, ran.out) == (2, ""), ran.err
    assert told in ran.err
    assert "sweep.sqlite" in ran.err or told.startswith(("the deals", "leads"))


# --- a file in use ---


def test_the_file_of_a_sweep_that_runs_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "sweep.sqlite"
    began(path, 3)
    with closing(Store.opened(path)) as store:
        other = fairdeal("sweep", "--resume", str(path), cwd=tmp_path)
        assert other.code == 2
        assert "is in use by a sweep that runs" in other.err
        store.keep(0, played(store.plan, 0))
    with closing(Store.opened(path)) as store:
        assert store.done() == {0, 14, 15, 16}


# --- processes that end before their time ---


def players() -> list[psutil.Process]:
    """The processes that play for this one."""
    return [each for each in psutil.Process().children() if "spawn_main" in " ".join(_words(each))]


def _words(process: psutil.Process) -> list[str]:
    """What a process was started with; nothing if it has ended."""
    with contextlib.suppress(psutil.NoSuchProcess):
        return list(process.cmdline())
    return []


def test_what_was_with_a_process_that_ended_is_played_again() -> None:
    plan = planned(chunk="1")
    found: dict[int, bytes] = {}
    hired = Processes(2)
    for number, content in hired.play(plan, iter(range(plan.chunks))):
        assert number not in found
        found[number] = content
        if len(found) == 20:
            players()[0].kill()
    assert sorted(found) == list(range(plan.chunks))
    assert hired.losses == 1
    assert merged(unpacked(content, plan, number) for number, content in found.items()) == whole(plan)
    assert not players()


def test_no_more_processes_than_there_are_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    hands: list[processes._Hand] = []

    def hired(_: Plan) -> processes._Hand:
        mine, theirs = processes.CONTEXT.Pipe()
        theirs.send(b"played")
        hands.append(processes._Hand(processes.CONTEXT.Process(), mine))
        return hands[-1]

    monkeypatch.setattr(processes, "_hired", hired)
    monkeypatch.setattr(processes, "_end", lambda hand: hand.pipe.close())
    found = list(Processes(64).play(planned(chunk="100"), iter(range(2))))
    assert (found, len(hands)) == ([(0, b"played"), (1, b"played")], 2)


def test_a_system_that_allows_no_more_processes_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    began(tmp_path / "sweep.sqlite", 3)
    monkeypatch.setattr(processes, "_started", refused)
    ran = within("sweep", "--resume", "sweep.sqlite", "--jobs", "2", cwd=tmp_path)
    assert (ran.code, ran.out) == (4, "")
    assert "no more processes (Too many open files): take fewer --jobs: fairdeal sweep --resume sweep" in ran.err


def test_a_file_that_does_not_keep_its_chunks_is_told(tmp_path: Path) -> None:
    began(tmp_path / "sweep.sqlite", 3)
    forget = "CREATE TRIGGER t AFTER INSERT ON chunks BEGIN DELETE FROM chunks WHERE number = new.number; END"
    _changed(forget)(tmp_path / "sweep.sqlite")
    ran = within("sweep", "--resume", "sweep.sqlite", "--jobs", "1", cwd=tmp_path)
    assert (ran.code, ran.out) == (4, "")
    assert "fairdeal: sweep.sqlite: does not keep what is written into it" in ran.err


def test_half_an_answer_is_none() -> None:
    """Of a process that is killed while it gives its answer: the chunk is played again by another one."""
    plan = planned(chunk="100")
    mine, theirs = processes.CONTEXT.Pipe()
    hands = [processes._hired(plan)]
    hands[0].pipe.close()
    hands[0].pipe = mine
    answer = pickle.dumps(played(plan, 0))

    def answer_by_half() -> None:
        assert [theirs.recv() for _ in range(processes.AHEAD)] == [0, 1]  # what is not read would be told otherwise
        os.write(theirs.fileno(), len(answer).to_bytes(4, "big") + answer[: len(answer) // 2])
        theirs.close()

    threading.Thread(target=answer_by_half).start()
    try:
        found = dict(Processes(1)._played(plan, iter(range(plan.chunks)), hands))
    finally:
        for each in hands:
            processes._end(each)
    assert found == {number: played(plan, number) for number in range(plan.chunks)}


def test_processes_that_end_time_and_again_are_given_up(tmp_path: Path) -> None:
    path = tmp_path / "sweep.sqlite"
    plan = planned()
    with closing(Store.created(path, plan)) as store:
        events = carried_out(store, Mortal(1))
        *_, last = events
    assert isinstance(last, Ended)
    assert not last.complete
    assert last.total == Tally()
    assert f"{MOST_LOSSES} processes that played have ended one after the other (signal SIGKILL)" in last.lost


@dataclass(frozen=True)
class Deserted(Here):
    """Who plays turns out to be unfit after so many chunks."""

    after: int

    def play(self, plan: Plan, numbers: Any) -> Any:  # noqa: ANN401
        yield from islice(Here.play(self, plan, numbers), self.after)
        raise NoCluster("a worker of tcp://there is of another version")


@pytest.mark.parametrize(("kept", "after", "code"), [(0, 0, 2), (0, 2, 4), (3, 0, 4)])
def test_a_wrong_worker_does_not_cost_what_was_counted(
    kept: int, after: int, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that comes late ends a sweep that can be gone on with, and it is said how."""
    plan = began(tmp_path / "sweep.sqlite", kept)
    monkeypatch.setattr(sweeps, "Here", lambda: Deserted(after))
    ran = within("sweep", "--resume", "sweep.sqlite", "--jobs", "1", cwd=tmp_path)
    assert (ran.code, ran.out) == (code, "")
    said = ran.err.splitlines()[-1].removeprefix("fairdeal: ")
    hint = ": fairdeal sweep --resume sweep.sqlite goes on where it stopped"
    assert said == "a worker of tcp://there is of another version" + (hint if code == 4 else "")
    with closing(Store.opened(tmp_path / "sweep.sqlite")) as store:
        assert store.done() == {*range(after), *range(plan.chunks - kept, plan.chunks)}


class Mortal(Processes):
    """Processes of which somebody ends every one before it has done anything."""

    def play(self, plan: Plan, numbers: Any) -> Any:  # noqa: ANN401
        stop = threading.Event()

        def reap() -> None:
            while not stop.wait(0.01):
                for each in players():
                    with contextlib.suppress(psutil.NoSuchProcess):
                        each.kill()

        reaper = threading.Thread(target=reap)
        reaper.start()
        try:
            yield from Processes.play(self, plan, numbers)
        finally:
            stop.set()
            reaper.join()


# --- fairdeal itself killed, interrupted, and out of space ---

SWEEP = ("--deals", "80k", "--chunk", "2k", "--seed", "5")


def started(*words: str, cwd: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(ROOT / "fairdeal.py"), "sweep", *words],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def killed(path: Path, words: tuple[str, ...], more: int, later: float) -> None:
    """Start a sweep, and kill it some time after so many more chunks are there."""
    before = _chunks(path)
    process = started(*words, "--jobs", "2", cwd=path.parent)
    children: list[psutil.Process] = []
    try:
        while _chunks(path) < before + more and process.poll() is None:
            time.sleep(0.005)
        time.sleep(later)
        if process.poll() is None:
            children = psutil.Process(process.pid).children(recursive=True)
    finally:
        process.kill()
        process.communicate()
    _, alive = psutil.wait_procs(children, timeout=10)
    assert not alive, "its processes end with it"


def _chunks(path: Path) -> int:
    """How many chunks are there, as far as one can tell while a sweep runs: it lets nobody else read."""
    if not path.exists():
        return 0
    try:
        with closing(sqlite3.connect(f"file:{path}?immutable=1", uri=True)) as connection:
            ((number,),) = connection.execute("SELECT count(*) FROM chunks").fetchall()
    except sqlite3.Error:
        return 0
    return int(number)


def marathon(tmp_path: Path, kills: int, sweep: tuple[str, ...], chance: random.Random) -> None:
    """Kill a sweep again and again at random moments, then let it end: it has counted what an undisturbed one has."""
    path = tmp_path / "sweep.sqlite"
    words: tuple[str, ...] = (*sweep, "--out", path.name)
    done: set[int] = set()
    for _ in range(kills):
        killed(path, words, chance.randrange(1, 12), chance.random() / 20)
        words = ("--resume", path.name)
        with closing(Store.opened(path)) as store:
            assert store.done() >= done, "what was counted is not lost"
            done = store.done()
            assert store.total().deals == sum(map(store.plan.size_of, done))
    assert len(done) >= kills
    ended = within("sweep", *words, "--jobs", "1", "--json", cwd=tmp_path)
    assert ended.code == 0, ended.err
    undisturbed = within("sweep", *sweep, "--jobs", "1", "--json", cwd=tmp_path)
    assert counts(ended.out) == counts(undisturbed.out)


def test_killed_once(tmp_path: Path) -> None:
    marathon(tmp_path, 1, SWEEP, random.Random(os.getpid()))


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(2))
def test_killed_time_and_again(seed: int, tmp_path: Path) -> None:
    marathon(tmp_path, 12, ("--deals", "4m", "--chunk", "20k", "--seed", str(seed)), random.Random(seed))


@pytest.mark.parametrize("how", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.deep)])
def test_interrupted_it_says_how_to_go_on(how: signal.Signals, tmp_path: Path) -> None:
    path = tmp_path / "sweep.sqlite"
    process = started("--deals", "20m", "--chunk", "500", "--jobs", "2", "--out", path.name, cwd=tmp_path)
    while _chunks(path) < 2 and process.poll() is None:
        time.sleep(0.01)
    if sys.platform == "linux":
        assert all(map(_lets_no_interrupt_through, psutil.Process(process.pid).children()))
    os.killpg(process.pid, how)  # as a terminal does: all of them are told
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (4, "")
    assert err.splitlines()[-1] == "interrupted: fairdeal sweep --resume sweep.sqlite goes on where it stopped"
    assert "Traceback" not in err
    with closing(Store.opened(path)) as store:
        assert len(store.done()) >= 2


def _lets_no_interrupt_through(process: psutil.Process) -> bool:
    """Whether an interrupt is left to the process that was started: this one would print a traceback."""
    words = dict(line.split(":\t") for line in Path(f"/proc/{process.pid}/status").read_text().splitlines())
    held = int(words["SigBlk"], 16) | int(words["SigIgn"], 16)
    return bool(held >> (signal.SIGINT - 1) & 1)


def test_a_full_disk_ends_the_sweep_and_loses_nothing(tmp_path: Path) -> None:
    """A limit on the size of files stands in for the disk."""
    path = tmp_path / "sweep.sqlite"
    words = [sys.executable, str(ROOT / "fairdeal.py"), "sweep", *SWEEP, "--jobs", "1", "--out", path.name]
    ran = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, preexec_fn=_small_files, timeout=60)
    assert ran.returncode == 4
    assert "fairdeal: sweep.sqlite: cannot be read or written; what was counted before is kept" in ran.stderr
    with closing(Store.opened(path)) as store:
        assert 1 < len(store.done()) < store.plan.chunks
        assert store.total().deals == 2_000 * len(store.done())


def _small_files() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))


def test_no_space_is_told_as_such(tmp_path: Path) -> None:
    plan = planned(chunk="1")
    with closing(Store.created(tmp_path / "sweep.sqlite", plan)) as store:
        store._connection.execute("PRAGMA max_page_count = 5")
        with pytest.raises(OSError, match="no space is left; what was counted before is kept") as full:
            list(carried_out(store, Here()))
        assert full.value.errno == errno.ENOSPC
        assert store.total().deals == len(store.done()) > 2


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_file_that_may_not_be_written_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "sweep.sqlite"
    began(path, 3)
    path.chmod(0o400)
    ran = within("sweep", "--resume", path.name, cwd=tmp_path)
    assert ran.code == 2
    assert "cannot be written" in ran.err
