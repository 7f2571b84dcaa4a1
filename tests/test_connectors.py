"""The connection to a process: what its streams may carry, and how it and all below it end."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from properties.conformance import containment, keeper
from properties.conformance.connectors import CannotStart, Limits, Stdio
from properties.conformance.containment import TOKEN
from properties.conformance.judge import Fault, FaultKind
from properties.conformance.protocol import BudgetWire, Bye, DealWire, Hello, Play, Request, Runner, encode
from tests.command import ROOT
from tests.hostile import compiled
from tests.hostile.program import TAG
from tests.hostile.tracing import left_of, running

HELLO = Hello(0, (1,), Runner("fairdeal", "test"))


@pytest.fixture(autouse=True)
def tag(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A mark on everything that a test starts; in the end nothing with it must be running."""
    made = secrets.token_hex(8)
    monkeypatch.setenv(TAG, made)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    yield made
    assert left_of(made) == []


def python(*lines: str) -> list[str]:
    return [sys.executable, "-c", "\n".join(("import json, os, signal, sys, time", *lines))]


def hostile(program: str) -> list[str]:
    return [sys.executable, "-m", "tests.hostile", program]


def play(number: int = 1, hands: tuple[str, ...] = ("J", "-"), budget: int = 1_000, traced: bool = False) -> Play:
    return Play(number, "beggar", "1.0", {}, DealWire(hands), BudgetWire(budget), "events" if traced else None)


def said(connection: Stdio, request: Request = HELLO, seconds: float = 20.0) -> str | Fault:
    connection.send(request)
    transcript = connection.receive(seconds)
    assert transcript.request == request.id
    return transcript.fault or transcript.line or ""


def fault_of(connection: Stdio, request: Request = HELLO, seconds: float = 20.0) -> Fault:
    answer = said(connection, request, seconds)
    connection.kill()
    assert isinstance(answer, Fault)
    return answer


# ---- starting


def in_the_way(folder: Path) -> dict[str, list[str]]:
    """Commands that cannot be started, by what is said of them."""
    text, script, empty = folder / "text", folder / "script", folder / "bytes"
    text.write_text("print('hello')\n", encoding="utf-8")
    script.write_text("#!/usr/bin/no-such-interpreter\n", encoding="utf-8")
    empty.write_bytes(b"\x7f\x00\x00nothing that a system can run")
    script.chmod(0o755)
    empty.chmod(0o755)
    return {
        "No such file or directory: check the words after --": ["no-such-program"],
        "No such file or directory": [str(folder / "missing")],
        "it is a folder, not a program": [str(folder)],
        f"not executable: run chmod +x {text}": [str(text)],
        "a program that is not there: #!/usr/bin/no-such-interpreter": [str(script)],
        "exec format error": [str(empty)],
        "write ./text": ["text"],
        "holds a NUL character": ["a\0b"],
        "Argument list too long": ["true", "x" * (4 << 20)],
        "there is no program to start": [],
    }


def test_what_cannot_be_started_is_said_with_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for words, command in in_the_way(tmp_path).items():
        with pytest.raises(CannotStart) as caught:
            Stdio(command)
        assert words in str(caught.value)


def test_a_program_inherits_the_environment_and_its_arguments_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ODD", os.fsdecode(b"\xff\xfe"))
    words = ["", " two words ", "ü", os.fsdecode(b"\xff")]
    seen = "{'id': 0, 'ok': [os.fsencode(w).hex() for w in sys.argv[1:]], 'odd': os.environb[b'ODD'].hex()}"
    connection = Stdio([*python(f"print(json.dumps({seen}))"), *words])
    answer = said(connection)
    assert connection.close() == 0
    assert answer == json.dumps({"id": 0, "ok": [os.fsencode(w).hex() for w in words], "odd": "fffe"})


def test_signals_and_open_files_are_the_programs_own() -> None:
    """What the keeper ignores, and the socket it speaks through, must not reach the program."""
    show = "found = [signal.getsignal(n) is signal.SIG_DFL for n in (signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD)]"
    files = "print('seen', found, sorted(os.listdir('/proc/self/fd'))[:-1], os.getsid(0) == os.getpid(), flush=True)"
    fault = fault_of(Stdio(python(show, files)))
    assert "seen [True, True, True] ['0', '1', '2'] True" in fault.detail


# ---- speaking


class Shouting:
    """A wire of capitals."""

    def encode(self, request: Request) -> bytes:
        return encode(request).upper()

    def decode(self, line: bytes, request: Request) -> bytes:
        if not line.isupper():
            raise ValueError("this wire is all capitals")
        return line.lower()


def test_a_wire_translates_both_ways() -> None:
    echo = python("for line in sys.stdin: print('{\"ID\":0,\"OK\":' + json.dumps(line.strip()) + '}', flush=True)")
    connection = Stdio(echo, Shouting())
    answer = said(connection)
    connection.close()
    assert isinstance(answer, str)
    assert '"ok":"{\\"op\\":\\"hello\\"' in answer


def test_what_a_wire_refuses_is_malformed_in_its_own_words() -> None:
    fault = fault_of(Stdio(hostile("forks"), Shouting()))
    assert fault.kind is FaultKind.CRASHED  # it does not understand capitals
    fault = fault_of(Stdio(python("print('small', flush=True)", "sys.stdin.read()"), Shouting()))
    assert (fault.kind, fault.detail) == (FaultKind.MALFORMED, "this wire is all capitals")


def test_a_request_longer_than_a_pipe_is_written_as_it_is_read() -> None:
    slowly = python(
        "time.sleep(0.2)",
        "line = sys.stdin.readline()",
        "print(json.dumps({'id': 1, 'ok': len(json.loads(line)['deal']['hands'][0])}), flush=True)",
        "sys.stdin.read()",
    )
    connection = Stdio(slowly)
    answer = said(connection, play(hands=("-" * 3_000_000, "J")))
    connection.close()
    assert answer == '{"id": 1, "ok": 3000000}'


def test_a_program_that_never_reads_does_not_block_the_sender() -> None:
    fault = fault_of(Stdio(python("time.sleep(60)")), play(hands=("-" * 3_000_000, "J")), 0.2)
    assert fault.kind is FaultKind.TIMEOUT
    assert "has not read the request" in fault.detail


@pytest.mark.parametrize(("traced", "length", "held"), [(False, 1, True), (True, 3, True), (False, 3, False)])
def test_a_line_may_be_as_long_as_its_trace_needs(traced: bool, length: int, held: bool) -> None:
    pad = f"' ' * {length << 19}"
    connection = Stdio(python(f'print(\'{{"id":1,"ok":{{}}}}\' + {pad}, flush=True)', "sys.stdin.read()"))
    answer = said(connection, play(budget=(1 << 20) // 256, traced=traced))
    connection.kill()
    assert isinstance(answer, str) is held
    if isinstance(answer, Fault):
        assert answer.kind is FaultKind.MALFORMED


def test_a_line_that_never_ends_is_not_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    connection = Stdio(hostile("line_of_a_gigabyte"))
    said(connection)
    said(connection, play())
    held = len(connection._pipes.buffer)
    connection.kill()
    assert held < 1_200_000


def test_the_last_two_thousand_bytes_of_standard_error_are_kept() -> None:
    fault = fault_of(Stdio(python("sys.stderr.write('a' * 9_000 + 'b' * 1_990 + '\\n\\x1b[2J')", "sys.exit(4)")))
    assert fault.detail == "the program ended with exit code 4 instead of answering"
    assert fault.stderr == "a" * 5 + "b" * 1_990 + "\n\\x1b[2J"


def test_an_answer_that_was_written_before_the_end_counts() -> None:
    connection = Stdio(hostile("answers_and_dies"))
    said(connection)
    assert isinstance(said(connection, play()), str)
    assert fault_of(connection, play(2)).kind is FaultKind.CRASHED


def test_after_the_end_there_are_only_faults() -> None:
    connection = Stdio(hostile("forks"))
    said(connection)
    connection.kill()
    connection.kill()
    assert fault_of(connection, play()).detail == "the conversation is over"
    assert connection.close() is None


# ---- ending


@pytest.mark.parametrize(("ending", "code"), [("pass", 0), ("sys.exit(3)", 3), ("os.kill(os.getpid(), 9)", -9)])
def test_the_exit_code_is_the_programs_own(ending: str, code: int) -> None:
    connection = Stdio(python("sys.stdin.read()", ending))
    assert connection.close() == code
    assert connection.close() == code


def test_a_program_that_does_not_exit_is_ended_without_an_exit_code() -> None:
    connection = Stdio(python("sys.stdin.read()", "time.sleep(60)"))
    assert connection.close() is None


def test_a_program_that_says_goodbye_and_stays_is_ended() -> None:
    connection = Stdio(hostile("ignores_bye"))
    said(connection)
    answer = said(connection, Bye(1), 0.2)
    assert isinstance(answer, Fault)
    assert answer.kind is FaultKind.TIMEOUT
    connection.kill()


def test_a_flood_at_the_end_does_not_keep_the_program_from_ending() -> None:
    connection = Stdio(python("sys.stdin.read()", "sys.stderr.write('x' * 10**6)", "print('y' * 10**6)", "sys.exit(5)"))
    assert connection.close() == 5


@pytest.mark.parametrize("program", ["kills_its_keeper", "stops_its_keeper"])
def test_without_its_keeper_the_family_ends_and_nobody_else(program: str, tag: str) -> None:
    bystanders = [subprocess.Popen(["sleep", "60"], start_new_session=alone, env={}) for alone in (False, True)]
    neighbour = Stdio(hostile("double_forks"))
    said(neighbour)
    connection = Stdio(hostile(program))
    said(connection)
    fault_of(connection, play(), 0.2)
    assert left_of(tag, 0) != []  # the neighbour's
    assert isinstance(said(neighbour, play()), str)
    assert neighbour.close() == 0
    assert left_of(tag) == []
    assert [each.poll() for each in bystanders] == [None, None]
    for each in bystanders:
        each.kill()
        each.wait()


def test_a_keeper_that_was_stopped_still_does_its_work() -> None:
    connection = Stdio(hostile("stops_its_keeper"))
    said(connection)
    fault_of(connection, play(), 0.2)
    assert connection._pipes.kept._ended


@pytest.fixture(scope="session")
def chain(tmp_path_factory: pytest.TempPathFactory) -> str:
    return compiled.chain(tmp_path_factory.mktemp("chain"))


@pytest.mark.parametrize("orphaned", [False, True], ids=["with its keeper", "without"])
@pytest.mark.parametrize("clean", [False, True], ids=["environment", "none"])
def test_a_chain_of_forks_is_caught_up_with(orphaned: bool, clean: bool, chain: str, tmp_path: Path) -> None:
    by_itself = tmp_path / "ended"
    connection = Stdio([*(("env", "-i") if clean else ()), chain, str(by_itself)])
    said(connection)
    time.sleep(0.5)  # some thousand of them have come and gone
    if orphaned:
        os.kill(connection._pipes.kept._keeper.pid, signal.SIGKILL)
    connection.kill()
    assert running(chain) == []
    assert not by_itself.exists()


def test_every_program_carries_the_name_of_its_conversation() -> None:
    show = python(f"print(json.dumps({{'id': 0, 'ok': os.environ[{TOKEN!r}]}}), flush=True)", "sys.stdin.read()")
    names = set()
    for _ in range(2):
        connection = Stdio(show)
        names.add(said(connection))
        connection.close()
    assert len(names) == 2


def test_where_there_is_no_proc_processes_are_remembered() -> None:
    """As on macOS: an orphan that was seen below its parent stays known."""
    script = "sleep 60 & echo $!; read line; exit 0"
    with subprocess.Popen(["sh", "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdin is not None
        assert parent.stdout is not None
        orphan = int(parent.stdout.readline())
        tree = keeper.TreeElsewhere(os.getpid())
        assert {parent.pid, orphan} <= set(tree.pids())
        assert tree.memory(1 << 30)[orphan] > 0
        parent.stdin.write("\n")
        parent.stdin.close()
        parent.wait(20)
        assert orphan in tree.pids()
        os.kill(orphan, 9)
        until = time.monotonic() + 20
        while Path(f"/proc/{orphan}/statm").exists() and time.monotonic() < until:
            keeper.end(keeper.Tree(lambda: [orphan] if Path(f"/proc/{orphan}/cmdline").exists() else []), 1)


# ---- a virtual machine


@pytest.fixture(scope="session")
def java(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    return compiled.java(tmp_path_factory.mktemp("java"))


def test_memory_that_java_reserves_and_does_not_touch_is_free(java: tuple[str, ...]) -> None:
    connection = Stdio([*java, "right"])
    assert isinstance(said(connection), str)
    assert isinstance(said(connection, play()), str)
    assert connection.close() == 0


@pytest.mark.parametrize(
    ("how", "kind", "seconds"),
    [
        ("silent", FaultKind.TIMEOUT, 0.3),
        ("unflushed", FaultKind.UNFLUSHED, 0.3),
        ("hungry", FaultKind.MEMORY, 20.0),
    ],
)
def test_java_is_held_as_well(how: str, kind: FaultKind, seconds: float, java: tuple[str, ...]) -> None:
    connection = Stdio([*java, how], limits=Limits(memory=400 << 20))
    assert isinstance(said(connection), str)
    assert fault_of(connection, play(), seconds).kind is kind


def test_the_end_of_a_program_is_seen_though_it_was_told_with_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    start = containment._start

    def slowly(*words: Any) -> Any:  # noqa: ANN401 (whatever the function takes)
        process = start(*words)
        time.sleep(0.5)  # by now the program has ended, and both were told
        return process

    monkeypatch.setattr(containment, "_start", slowly)
    connection = Stdio(["true"])
    connection.send(Bye(1))
    fault = connection.receive(5).fault
    connection.close()
    assert fault is not None
    assert "exit code 0" in fault.detail
