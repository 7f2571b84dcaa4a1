"""A sweep on a real cluster: a scheduler and its workers as processes of their own, some of which are killed."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from fairdeal import VERSION
from model.piles.profiles import BEGGAR
from solver.sweeps import cluster
from solver.sweeps.cluster import NoCluster, joined
from solver.sweeps.plan import Plan, Wanted, plan_of
from solver.sweeps.run import Counted, Ended, carried_out
from solver.sweeps.store import Store
from solver.sweeps.work import fingerprinted
from tests.command import Ran, within

SWEEP = ("--deals", "60k", "--chunk", "2k", "--seed", "9", "--json")
CHUNKS = 30
DEEP = pytest.mark.deep
STRANGER = "import sys; sys.modules['solver'] = None; from distributed.cli.dask_worker import main; main()"
"""A worker on a machine where fairdeal is not installed."""
OLDER = """
import sys
from solver.sweeps import work
work.generator_of = lambda in_order: 'older'
from distributed.cli.dask_worker import main
main()
"""
"""A worker with another version of fairdeal."""


@dataclass
class Machines:
    """A scheduler on this machine, and its workers."""

    folder: Path
    scheduler: subprocess.Popen[bytes] = field(init=False)
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def __post_init__(self) -> None:
        words = ["dask", "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
        self.scheduler = self._started("-m", *words, "--scheduler-file", str(self.folder / "address.json"))

    @property
    def address(self) -> str:
        file = self.folder / "address.json"
        for _ in range(1_000):
            if file.exists() and file.read_text().endswith("}"):
                return str(json.loads(file.read_text())["address"])
            time.sleep(0.05)
        raise AssertionError((self.folder / "log").read_text())

    def hire(self, program: str = "") -> None:
        """One more worker, which does one chunk at a time."""
        options = [self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1"]
        self.workers.append(self._started(*(("-c", program) if program else ("-m", "dask", "worker")), *options))

    def _started(self, *words: str) -> subprocess.Popen[bytes]:
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen([sys.executable, *words], cwd=self.folder, stdout=log, stderr=log)

    def end(self) -> None:
        for each in (*self.workers, self.scheduler):
            each.kill()
            each.wait()


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    folder = tmp_path / "cluster"
    folder.mkdir()
    made = Machines(folder)
    yield made
    made.end()


def planned(deals: str = "60k") -> Plan:
    return fingerprinted(plan_of(BEGGAR, Wanted("", deals, None, 9, "2k"), VERSION))


def counts(ran: Ran) -> dict[str, Any]:
    """The JSON of a sweep without what differs from run to run, or with the size of the chunks."""
    assert ran.code == 0, ran.err
    document: dict[str, Any] = json.loads(ran.out)
    differs = ("made", "seconds", "lost_workers", "file", "chunk", "chunks")
    return {name: value for name, value in document.items() if name not in differs}


def when(monkeypatch: pytest.MonkeyPatch, chunks: int, do: Any) -> list[int]:  # noqa: ANN401
    """Do something as soon as so many chunks are kept; returns the numbers of those kept, as they come."""
    kept: list[int] = []
    keep = Store.keep

    def watched(self: Store, number: int, tally: bytes) -> None:
        keep(self, number, tally)
        kept.append(number)
        if len(kept) == chunks:
            do()

    monkeypatch.setattr(Store, "keep", watched)
    return kept


def test_a_worker_is_killed_and_the_counts_are_those_of_one_process(
    machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machines.hire()
    machines.hire()
    wait_for(machines.address, 2)
    with monkeypatch.context() as patched:
        kept = when(patched, 4, lambda: machines.workers[0].kill())
        there = within("sweep", *SWEEP, "--scheduler", machines.address, cwd=tmp_path)
    assert sorted(kept) == list(range(CHUNKS))
    assert machines.workers[0].wait(timeout=5) == -9
    assert counts(there) == counts(within("sweep", *SWEEP, "--jobs", "1", "--chunk", "7k", cwd=tmp_path))
    assert json.loads(there.out)["lost_workers"] == 1


def wait_for(address: str, workers: int) -> None:
    from distributed import Client

    make: Any = Client
    with make(address, set_as_default=False) as client:
        client.wait_for_workers(workers, timeout=60)


@DEEP
def test_a_scheduler_that_is_lost_costs_nothing(
    machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the cluster has counted is kept; one process of this machine counts the rest."""
    machines.hire()
    words = ("sweep", *SWEEP, "--scheduler", machines.address, "--out", "a.sqlite")
    with monkeypatch.context() as patched:
        kept = when(patched, 3, lambda: machines.scheduler.kill())
        lost = within(*words, cwd=tmp_path)
    assert (lost.code, lost.out) == (4, "")
    assert f"the scheduler at {machines.address} is gone" in lost.err
    assert lost.err.splitlines()[-1].endswith(": fairdeal sweep --resume a.sqlite goes on where it stopped")
    assert "Traceback" not in lost.err
    with closing(Store.opened(tmp_path / "a.sqlite")) as store:
        assert store.done() == set(kept)
    assert 3 <= len(kept) < CHUNKS
    resumed = within("sweep", "--resume", "a.sqlite", "--jobs", "1", "--json", cwd=tmp_path)
    assert counts(resumed) == counts(within("sweep", *SWEEP, "--jobs", "1", cwd=tmp_path))


@DEEP
def test_a_cluster_goes_on_with_what_one_process_began(machines: Machines, tmp_path: Path) -> None:
    machines.hire()
    plan = planned()
    with closing(Store.created(tmp_path / "a.sqlite", plan)) as store:
        from solver.sweeps.run import Here

        events = carried_out(store, Here())
        assert sum(isinstance(next(events), Counted) for _ in range(8)) == 7
        events.close()
    resumed = within("sweep", "--resume", "a.sqlite", "--scheduler", machines.address, "--json", cwd=tmp_path)
    assert "counted already" not in resumed.err, "nothing but the result, as JSON"
    assert counts(resumed) == counts(within("sweep", *SWEEP, "--jobs", "1", cwd=tmp_path))


@DEEP
def test_without_workers_the_sweep_waits_for_a_while(
    machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machines.hire()
    plan = planned()
    with joined(machines.address, plan, alone=2) as players, closing(Store.created(tmp_path / "a", plan)) as store:
        when(monkeypatch, 3, lambda: machines.workers[0].kill())
        *_, last = carried_out(store, players)
    assert isinstance(last, Ended)
    assert not last.complete
    assert last.lost == f"the scheduler at {machines.address} has been without workers for 2 seconds"
    assert last.total.deals >= 6_000


@DEEP
def test_a_worker_may_come_while_the_sweep_runs(machines: Machines, tmp_path: Path) -> None:
    machines.hire()
    plan = planned()
    with joined(machines.address, plan) as players, closing(Store.created(tmp_path / "a", plan)) as store:
        machines.workers[0].kill()
        threading.Timer(3, machines.hire).start()
        *_, last = carried_out(store, players)
    assert isinstance(last, Ended)
    assert last.complete


@DEEP
@pytest.mark.parametrize(
    ("program", "told"),
    [
        pytest.param(STRANGER, "cannot play (No module named 'solver.sweeps'", id="stranger"),
        pytest.param(OLDER, "is of another version: the deals were dealt by", id="older"),
    ],
)
@pytest.mark.parametrize("late", [False, True])
def test_workers_that_would_count_something_else(
    program: str,
    told: str,
    late: bool,
    machines: Machines,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Those that are there at the beginning are asked at once; one that comes later fails with its first chunk, and
    the sweep can be gone on with."""
    machines.hire("" if late else program)
    wait_for(machines.address, 1)
    with monkeypatch.context() as patched:
        when(patched, 2, lambda: machines.hire(program))
        ran = within("sweep", "--deals", "4m", *SWEEP[2:], "--scheduler", machines.address, "--out", "a", cwd=tmp_path)
    assert (ran.code, ran.out) == (4 if late else 2, ""), ran.err
    assert told in ran.err
    assert ran.err.splitlines()[-1].endswith(": fairdeal sweep --resume a goes on where it stopped") is late
    assert "Traceback" not in ran.err
    assert (tmp_path / "a").exists() is late, "nothing was begun"


# --- no cluster at all ---


def _cut_off(loggers: list[logging.Logger]) -> None:
    with cluster._silent():
        for each in loggers:
            each.error("unheard")
        raise KeyboardInterrupt


@pytest.mark.parametrize("before", [logging.NOTSET, logging.INFO])
def test_what_dask_logs_is_kept_off_the_screen_for_the_time_being(
    before: int, caplog: pytest.LogCaptureFixture
) -> None:
    """And all is as it was afterwards, even if it is left in the middle."""
    loggers = [logging.getLogger(name) for name in ("distributed", "distributed.client", "tornado.application")]
    was = [(each.level, each.disabled) for each in loggers]
    logging.disable(before)
    try:
        with pytest.raises(KeyboardInterrupt):
            _cut_off(loggers)
        assert logging.root.manager.disable == before
        assert [(each.level, each.disabled) for each in loggers] == was
        for each in loggers:
            each.error("heard")
    finally:
        logging.disable(logging.NOTSET)
    assert caplog.messages == ["heard"] * len(loggers)


def test_nobody_answers() -> None:
    with (
        pytest.raises(NoCluster, match=r"no scheduler answers at 'tcp://127\.0\.0\.1:9'"),
        joined("tcp://127.0.0.1:9", planned(), patience=0.3),
    ):
        pass


@pytest.mark.parametrize("address", ["somewhere", "ftp://a:1", pytest.param("127.0.0.1:port", marks=pytest.mark.deep)])
def test_addresses_that_are_none(address: str, tmp_path: Path) -> None:
    ran = within("sweep", "--scheduler", address, cwd=tmp_path)
    assert ran.code == 2
    assert f"no scheduler answers at '{address}': name its address, such as tcp://127.0.0.1:8786" in ran.err
    assert not list(tmp_path.iterdir()), "nothing is left behind"


def test_without_dask_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    ran = within("sweep", "--scheduler", "tcp://127.0.0.1:8786", cwd=tmp_path)
    assert ran.code == 2
    assert "pip install 'fairdeal[cluster]'" in ran.err


@DEEP
def test_a_scheduler_without_workers(machines: Machines) -> None:
    with (
        pytest.raises(NoCluster, match=f"has no workers: start some, with dask worker {machines.address}"),
        joined(machines.address, planned(), patience=1),
    ):
        pass
