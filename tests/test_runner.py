"""The runner and the process it talks to: faults are told apart, nothing hangs, and nothing is left running."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import psutil
import pytest

from properties.conformance.cases import one_deal
from properties.conformance.connectors import Stdio
from properties.conformance.judge import FaultKind, Status
from properties.conformance.runner import MOST_BROKEN, MOST_BROKEN_AT_FIRST, Restarted
from properties.conformance.settings import Deadlines, Settings
from properties.conformance.summary import Summary
from properties.conformance.verify import Event, verify
from properties.conformance.verify import program as program_of

HELLO = {
    "id": 0,
    "ok": {"protocol": 1, "adapter": {"name": "x"}, "games": [{"game": "beggar", "seats": [2], "loop": "none"}]},
}
WON = '{"id":%d,"ok":{"outcome":{"status":"won","winner":0,"cards":2,"tricks":1}}}'


def program(on_play: str) -> list[str]:
    """A program that greets, and does something of its own at every `play` (`i` is the request's id)."""
    lines = [
        "import json, os, sys, time, signal, subprocess",
        "def say(text): print(text, flush=True)",
        "for line in sys.stdin:",
        "    request = json.loads(line); i = request['id']",
        f"    if request['op'] == 'hello': say({json.dumps(HELLO)!r})",
        "    elif request['op'] == 'bye': break",
        "    else:",
        *(f"        {each}" for each in on_play.splitlines()),
    ]
    return [sys.executable, "-c", "\n".join(lines)]


def settings(deadline: float) -> Settings:
    return Settings(random=0, all_classes_up_to=2, two_classes_up_to=2, deadlines=Deadlines(deadline))


def run(command: list[str], deadline: float = 0.3) -> tuple[Summary, list[Event]]:
    events = list(verify(lambda: Stdio(command), command, settings(deadline), "test", None))
    summary = events[-1]
    assert isinstance(summary, Summary)
    return summary, events


def faults(summary: Summary) -> set[FaultKind]:
    found = [one.verdict.fault for group in summary.groups for one in group.failures]
    return {fault.kind for fault in found if fault is not None}


@pytest.mark.parametrize(
    ("on_play", "kind"),
    [
        ("os._exit(3)", FaultKind.CRASHED),
        ("os._exit(0)", FaultKind.CRASHED),
        ("os.kill(os.getpid(), signal.SIGSEGV)", FaultKind.CRASHED),
        ("raise IndexError('pop from an empty hand')", FaultKind.CRASHED),
        ("time.sleep(60)", FaultKind.TIMEOUT),
        ("say('player A wins')", FaultKind.MALFORMED),
        ("sys.stdout.buffer.write(bytes([255, 254, 10])); sys.stdout.flush()", FaultKind.MALFORMED),
        (f"say({WON!r} % (i + 1))", FaultKind.BAD_ID),
        ("say(json.dumps({'id': i, 'ok': {'outcome': {'status': 'won', 'winner': 'A'}}}))", FaultKind.SCHEMA),
        ("say(json.dumps({'id': i, 'err': 'no idea'}))", FaultKind.ERR),
    ],
)
def test_each_fault_is_called_by_its_name(on_play: str, kind: FaultKind) -> None:
    summary, _ = run(program(on_play))
    assert faults(summary) == {kind}
    assert summary.exit_code == 1
    assert summary.counts.get(Status.PASS, 0) == 0


def test_a_crash_is_shown_with_the_end_of_standard_error() -> None:
    summary, _ = run(program("raise IndexError('pop from an empty hand')"))
    fault = summary.groups[0].smallest.verdict.fault
    assert fault is not None
    assert "pop from an empty hand" in fault.stderr


def test_a_program_that_always_breaks_ends_the_run() -> None:
    summary, _ = run(program("os._exit(1)"))
    assert summary.counts == {Status.ERROR: MOST_BROKEN_AT_FIRST}
    assert "answered nothing, so the run was stopped" in summary.reason
    assert summary.exit_code == 1


def test_a_program_that_breaks_again_and_again_ends_the_run() -> None:
    summary, _ = run(program(f"say({WON!r} % i) if i % 2 else os._exit(1)"))
    assert summary.counts[Status.ERROR] == MOST_BROKEN
    assert "the run was stopped" in summary.reason


def test_a_case_that_breaks_the_program_twice_is_left_alone() -> None:
    on_play = f"os._exit(1) if request['deal']['hands'] == ['Q', '--'] else say({WON!r} % i)"
    summary, events = run(program(on_play))
    broken = [one for one in summary.judged if one.verdict.status is Status.ERROR]
    assert [one.case.id for one in broken] == ["beggar/example-1"]
    assert "it is not asked this any more" in broken[0].verdict.why
    assert [event.times for event in events if isinstance(event, Restarted)] == [1, 2]
    assert summary.reason == "complete"


def test_a_case_that_breaks_the_program_once_says_so(tmp_path: Path) -> None:
    broke = tmp_path / "broke"
    on_play = f"if not os.path.exists({str(broke)!r}): open({str(broke)!r}, 'w').close(); os._exit(1)\nsay({WON!r} % i)"
    summary, _ = run(program(on_play))
    broken = [one for one in summary.judged if one.verdict.status is Status.ERROR]
    assert len(broken) == 1
    assert "what went before makes a difference, or chance" in broken[0].verdict.why


def test_a_flood_on_standard_error_blocks_nobody() -> None:
    summary, _ = run(program(f"sys.stderr.write('x' * 300_000); sys.stderr.flush(); say({WON!r} % i)"), deadline=5)
    assert not faults(summary)


@pytest.mark.parametrize("on_play", [f"say({WON!r} % i)", "time.sleep(60)", "os._exit(1)"])
def test_the_whole_process_tree_ends_with_the_run(on_play: str, tmp_path: Path) -> None:
    record = tmp_path / "pids"
    fork = f"child = subprocess.Popen(['sleep', '300']); open({str(record)!r}, 'a').write(f'{{child.pid}}\\n')"
    command = program(f"{fork}\n{on_play}")
    events = verify(lambda: Stdio(command), command, settings(0.3), "test", None)
    for _ in range(8):
        next(events, None)
    events.close()  # type: ignore[attr-defined]
    pids = [int(line) for line in record.read_text().split()]
    assert pids
    _wait_until_gone(pids)


def _wait_until_gone(pids: list[int]) -> None:
    until = time.monotonic() + 3
    while time.monotonic() < until and any(map(_runs, pids)):
        time.sleep(0.05)
    assert not [pid for pid in pids if _runs(pid)]


def _runs(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def one_deal_of(on_play: str, memory: int = 2_048, processes: int = 64) -> Summary:
    command = program(on_play)
    wanted = Settings(
        deals=(one_deal("beggar", "J/-", "class", {}),),
        again=0,
        deadlines=Deadlines(1.0),
        memory=memory,
        processes=processes,
    )
    summary = list(verify(program_of(command, wanted), command, wanted, "test", None))[-1]
    assert isinstance(summary, Summary)
    return summary


def test_a_line_too_many_after_the_last_answer_is_not_green() -> None:
    assert one_deal_of(f"say({WON!r} % i)").exit_code == 0
    for too_many in (f"say({WON!r} % i)", "say('thank you')"):
        summary = one_deal_of(f"say({WON!r} % i); {too_many}")
        assert summary.exit_code == 4
        assert "after its last answer" in summary.reason


@pytest.mark.parametrize(
    ("on_play", "limit", "kind"),
    [
        ("hoard = bytearray(300 << 20); time.sleep(30)", {"memory": 100}, FaultKind.MEMORY),
        (
            "[subprocess.Popen(['sleep', '30']) for _ in range(8)]; time.sleep(30)",
            {"processes": 5},
            FaultKind.PROCESSES,
        ),
    ],
)
def test_the_limits_are_those_that_were_set(on_play: str, limit: dict[str, int], kind: FaultKind) -> None:
    assert faults(one_deal_of(on_play, **limit)) == {kind}
