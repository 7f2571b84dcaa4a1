"""A table of programs that misbehave. Each row says what is made of one: the fault, the exit code, and the words.

Every program is asked twice over: through its connection, where the time is measured, and by `fairdeal verify` as its
user runs it. However it misbehaves, nothing of it is left running, and it is neither praised nor blamed wrongly.
"""

from __future__ import annotations

import os
import re
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from properties.conformance.connectors import Limits, Stdio
from properties.conformance.journal import read
from properties.conformance.judge import Fault, FaultKind, Judged, Status, read_answer
from properties.conformance.protocol import BudgetWire, DealWire, Hello, Play, Runner, read_play, read_reply
from properties.conformance.runner import rejudge
from tests.command import ROOT, fairdeal, within
from tests.hostile import compiled, families
from tests.hostile.__main__ import PROGRAMS
from tests.hostile.program import TAG, outcome
from tests.hostile.tracing import family, left_of

DEADLINE = 0.3
AFTER_DEADLINE = 2.0
"""Seconds within which a fault is told, whatever the program does."""
SUITE = ROOT / "tests" / "hostile" / "suite"
ONE_CASE = ("--suite", str(ROOT / "tests" / "hostile" / "one"), "--up-to", "0", "--two-classes", "0", "--random", "0")
ONE_TRY = (*ONE_CASE, "--case-deadline", "0.5")
CASES = ("--suite", str(SUITE), "--up-to", "0", "--two-classes", "0", "--random", "0")
DEALS = (("J", "-"), ("Q", "--"), ("-J", "--"))
PATIENT = ("--deadline", "20")
SEVERAL = ("--fail-fast",)
SMALL = Limits(memory=256 << 20)

TIMEOUT, CRASHED, MALFORMED = FaultKind.TIMEOUT, FaultKind.CRASHED, FaultKind.MALFORMED
BAD_ID, SCHEMA, ERR = FaultKind.BAD_ID, FaultKind.SCHEMA, FaultKind.ERR
UNFLUSHED, PROCESSES, MEMORY = FaultKind.UNFLUSHED, FaultKind.PROCESSES, FaultKind.MEMORY


@dataclass(frozen=True)
class Broken:
    """A program that breaks in the middle of a run: exit code 1, cases with errors, none that failed."""

    program: str
    fault: FaultKind
    words: str
    options: tuple[str, ...] = ONE_CASE
    seconds: float = DEADLINE


BROKEN = (
    Broken("never_answers", TIMEOUT, "waiting for something else than input", ONE_CASE),
    Broken("ignores_questions", TIMEOUT, "no answer within", ONE_TRY),
    Broken("computes_for_ever", TIMEOUT, "the program is computing", ONE_TRY),
    Broken("never_reads_on", TIMEOUT, "the program has not read the request", ONE_TRY),
    Broken("half_a_line", TIMEOUT, 'half a line: {"id": 1, "ok": {"ou', ONE_TRY),
    Broken("no_line_end", TIMEOUT, "only the line end is missing", ONE_TRY),
    Broken("answers_too_late", TIMEOUT, "no answer within", ONE_TRY),
    Broken("slows_down_by_degrees", TIMEOUT, "no answer within", SEVERAL),
    Broken("stops_itself", TIMEOUT, "the program has been stopped by a signal", ONE_TRY),
    Broken("ignores_every_signal", TIMEOUT, "no answer within", ONE_TRY),
    Broken("double_forks_and_is_silent", TIMEOUT, "no answer within", ONE_TRY),
    Broken("fork_chain_and_silence", TIMEOUT, "no answer within", ONE_TRY),
    Broken("stops_its_keeper", TIMEOUT, "no answer within", ONE_TRY),
    Broken("flaky_now_and_then", TIMEOUT, "what went before makes a difference, or chance", SEVERAL),
    Broken("never_flushes", UNFLUSHED, "flush standard output after every answer", ONE_TRY),
    Broken("flushes_when_full", UNFLUSHED, "flush standard output after every answer", ONE_TRY),
    Broken("answers_twice", BAD_ID, "request 1 was answered twice", SEVERAL),
    Broken("answers_twice_differently", BAD_ID, "request 1 was answered twice", SEVERAL),
    Broken("hello_twice", BAD_ID, "request 0 was answered twice"),
    Broken("one_answer_late", BAD_ID, "request 0 was answered twice"),
    Broken("wrong_id", BAD_ID, "asked with id 1, answered with id 8"),
    Broken("id_huge", BAD_ID, "answered with id 1000000000000000000000000000000"),
    Broken("id_as_text", SCHEMA, "at `$.id`"),
    Broken("id_as_float", SCHEMA, "at `$.id`"),
    Broken("id_null", SCHEMA, "at `$.id`"),
    Broken("id_missing", SCHEMA, "missing required field `id`"),
    Broken("answers_the_next_question_too", MALFORMED, "wrote a line that nobody asked for", SEVERAL),
    Broken("plain_words", MALFORMED, "player A wins after 2 cards"),
    Broken("prints_while_it_thinks", MALFORMED, "DEBUG: dealing to 2 players", SEVERAL),
    Broken("prints_after_its_answer", MALFORMED, "a line that nobody asked for: DEBUG: game over", SEVERAL),
    Broken("empty_line_after_its_answer", MALFORMED, "it is empty", SEVERAL),
    Broken("escape_codes", MALFORMED, r"\x1b[2J\x1b[1;31mFAKE PASS"),
    Broken("invalid_utf8", MALFORMED, "not UTF-8"),
    Broken("nul_bytes", MALFORMED, "NUL bytes"),
    Broken("utf_16", MALFORMED, "NUL bytes"),
    Broken("byte_order_mark", MALFORMED, "byte order mark"),
    Broken("deep_nesting", MALFORMED, "nested too deeply"),
    Broken("not_a_number", MALFORMED, "no JSON"),
    Broken("says_ok_twice", MALFORMED, "'ok' stands twice in one object"),
    Broken("line_of_a_gigabyte", MALFORMED, "a line of more than 1,048,576 bytes"),
    Broken("two_megabytes_of_spaces", MALFORMED, "a line of more than 1,048,576 bytes"),
    Broken("floods_stdout", MALFORMED, "and another line"),
    Broken("numbers_as_text", SCHEMA, "`$.outcome.cards`"),
    Broken("infinitely_many", SCHEMA, "`$.outcome.cards`"),
    Broken("half_a_card", SCHEMA, "`$.outcome.cards`"),
    Broken("negative_counts", SCHEMA, "cards is below 0"),
    Broken("huge_counts", SCHEMA, "out of range"),
    Broken("winner_by_name", SCHEMA, "`$.outcome.winner`"),
    Broken("winner_out_of_range", SCHEMA, "seat 7 has won"),
    Broken("negative_winner", SCHEMA, "seat -1 has won"),
    Broken("nobody_wins", SCHEMA, "needs a winner"),
    Broken("winner_and_winners", SCHEMA, "not both"),
    Broken("unknown_status", SCHEMA, "'draw'"),
    Broken("outcome_not_wrapped", SCHEMA, "missing required field `outcome`"),
    Broken("a_list", SCHEMA, "got `array`"),
    Broken("ok_and_no", SCHEMA, "exactly one of ok, no and err"),
    Broken("neither_ok_nor_no", SCHEMA, "exactly one of ok, no and err"),
    Broken("own_reason_to_refuse", SCHEMA, "'too tired'"),
    Broken("reports_a_fault", ERR, "IndexError: pop from an empty hand"),
    Broken("exits_at_once", CRASHED, "exit code 0 instead of answering"),
    Broken("exits_with_3", CRASHED, "exit code 3 instead of answering"),
    Broken("raises", CRASHED, "IndexError: pop from an empty hand"),
    Broken("dies_by_signal", CRASHED, "signal 11 (SIGSEGV) instead of answering"),
    Broken("dies_in_the_middle_of_a_line", CRASHED, 'half a line: {"id": 1, "ok": {"ou'),
    Broken("answers_and_dies", CRASHED, "exit code 0 instead of answering", SEVERAL),
    Broken("dies_and_leaves_a_daemon", CRASHED, "exit code 0 instead of answering"),
    Broken("closes_stdout", CRASHED, "closed its standard output"),
    Broken("closes_stdin", CRASHED, "closed its standard input", SEVERAL),
    Broken("kills_its_keeper", CRASHED, "the process that watches over the program was ended"),
    Broken("too_many_processes", PROCESSES, "processes were running, and 64 are the limit", (*ONE_CASE, *PATIENT), 20),
)
ALIKE = frozenset(
    [
        "a_list",
        "half_a_card",
        "huge_counts",
        "id_as_float",
        "id_null",
        "infinitely_many",
        "negative_winner",
        "neither_ok_nor_no",
        "own_reason_to_refuse",
        "two_megabytes_of_spaces",
        "unknown_status",
        "utf_16",
        "winner_and_winners",
        "winner_by_name",
    ]
)
"""Programs so like others that only test-deep has them run by `fairdeal verify` as well, for time's sake."""
HARMLESS = (
    "asks_its_keeper_to_end",
    "byte_by_byte",
    "carriage_returns",
    "closes_stderr",
    "double_forks",
    "exits_late",
    "floods_stderr",
    "floods_stderr_for_ever",
    "fork_chain",
    "fork_loop",
    "forks",
    "ignores_bye",
    "leaves_zombies",
    "lies_about_ties",
    "reads_the_environment",
    "respawns",
    "unknown_fields",
    "writes_to_the_working_directory",
)
"""Programs that are only strange: nothing is wrong with their answers, and exit code 0 is right."""


@dataclass(frozen=True)
class Wrong:
    """A program that answers in form, and wrongly or not as it claims: exit code 1, cases that failed, no errors."""

    program: str
    words: str
    options: tuple[str, ...] = CASES


SMALL_DECKS = ("--up-to", "3", "--two-classes", "0", "--random", "0")
WRONG = (
    Wrong("wrong_winner", "the winner differs|expected +A wins"),
    Wrong("refuses_what_it_claims", "refused, though its claims cover this case"),
    Wrong("lies_about_seats", "hello claims 3 seats, and no case with 3 seats held"),
    Wrong("lies_about_seats_and_refuses", "hello claims 3 seats, and no case with 3 seats held"),
    Wrong("lies_about_loops", "loop=first_repeat is claimed, but it was not found"),
    Wrong("lies_about_levels", "asked for events, which hello claims to give, and the answer has none"),
    Wrong("lies_about_counting", "the number of tricks differs", SMALL_DECKS),
    Wrong("answers_only_the_default", "FAIL BMN-62", ("--up-to", "4", *SMALL_DECKS[2:])),
    Wrong("keeps_state", "state leaks between cases"),
    Wrong("answers_by_chance", "the answer changes from one time to the next"),
)
UNHEARD = (
    ("greets_people", "Welcome to Beggar My Neighbour!"),
    ("dies_before_hello", "config.yaml: not found"),
    ("dies_in_the_handshake", "exit code 1 instead of answering"),
    ("hello_refused", "hello was refused"),
    ("hello_speaks_protocol_2", "speaks protocol 2"),
    ("hello_without_games", "no game at all"),
    ("hello_unknown_game", "'bridge'"),
    ("hello_unknown_choice", "no alternative 'sulks'"),
    ("hello_endless_seats", "beggar has 2 to 6"),
    ("hello_many_seats", "beggar has 2 to 6"),
    ("hello_no_seats", "no number of seats"),
    ("hello_negative_seats", "-2 seats"),
    ("hello_ties_nonsense", "by arm-wrestling"),
    ("hello_same_game_twice", "twice"),
)
"""Programs that cannot be talked to: exit code 3, and the words."""
LATE = ("never_flushes_at_all", "reads_all_input_first")
"""Programs that do not answer hello before their standard input ends."""
HUNGRY = ("eats_memory", "eats_memory_together")
FAMILIES = {name for name, acts in PROGRAMS.items() if families.__name__ in {act.__module__ for act in acts.values()}}
"""Programs that end or multiply processes, which might be those of the tests."""


@pytest.fixture
def tag(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    """A mark on everything that this test starts; in the end nothing with it must be running."""
    monkeypatch.chdir(tmp_path)
    made = secrets.token_hex(8)
    monkeypatch.setenv(TAG, made)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    yield made
    assert left_of(made) == []


def command_of(program: str) -> tuple[str, ...]:
    return sys.executable, "-m", "tests.hostile", program


def test_every_program_has_its_row() -> None:
    rows = [*(row.program for row in (*BROKEN, *WRONG)), *HARMLESS, *(name for name, _ in UNHEARD), *LATE, *HUNGRY]
    assert sorted([*rows, "shares_memory"]) == sorted(PROGRAMS)


# ---- through the connection, with a watch in hand


def asked(connection: Stdio, seconds: float, asked: int = len(DEALS)) -> Fault | None:
    """The first fault of a program that is greeted and asked some deals. Fails if one is told too late."""
    connection.send(Hello(0, (1,), Runner("fairdeal", "test")))
    greeting = timed(connection, 20.0)
    if isinstance(greeting, Fault):
        return greeting
    for number, hands in enumerate(DEALS[:asked], start=1):
        connection.send(Play(number, "beggar", "1.0", {}, DealWire(hands), BudgetWire(1_000)))
        answer = timed(connection, seconds)
        if isinstance(answer, Fault):
            return answer
    return None


def timed(connection: Stdio, seconds: float) -> Fault | None:
    started = time.monotonic()
    transcript = connection.receive(seconds)
    assert time.monotonic() - started <= seconds + AFTER_DEADLINE
    if transcript.fault is not None or transcript.request == 0:
        return transcript.fault
    read = read_answer(transcript, 2)
    return read if isinstance(read, Fault) else None


@pytest.mark.parametrize("row", BROKEN, ids=lambda row: row.program)
def test_a_broken_program_is_told_in_time_and_by_name(row: Broken, tag: str) -> None:
    connection = Stdio(command_of(row.program))
    fault = asked(connection, row.seconds)
    connection.kill()
    assert family(tag) == []
    assert fault is not None
    assert fault.kind is row.fault
    told = f"{fault.detail} {fault.stderr}"
    assert row.words in told + told.encode("unicode_escape").decode() or "what went before" in row.words


@pytest.mark.parametrize("program", HARMLESS)
def test_a_strange_program_is_understood(program: str, tag: str) -> None:
    connection = Stdio(command_of(program))
    fault = asked(connection, 20.0)
    connection.close()
    assert family(tag) == []
    assert fault is None


@pytest.mark.parametrize("program", HUNGRY)
def test_the_memory_of_the_whole_family_counts(program: str, tag: str) -> None:
    connection = Stdio(command_of(program), limits=SMALL)
    fault = asked(connection, 20.0)
    connection.kill()
    assert fault is not None
    assert fault.kind is MEMORY
    assert "256 MiB are the limit" in fault.detail


def test_pages_that_processes_share_count_once(tag: str) -> None:
    connection = Stdio(command_of("shares_memory"), limits=SMALL)
    fault = asked(connection, 20.0, asked=1)
    time.sleep(0.3)  # several samples more
    connection.send(Play(2, "beggar", "1.0", {}, DealWire(("J", "-")), BudgetWire(1_000)))
    again = timed(connection, 20.0)
    connection.kill()
    assert fault is None
    assert again is None


@pytest.mark.parametrize("program", LATE)
def test_hello_that_is_answered_only_at_the_end_of_input(program: str, tag: str) -> None:
    connection = Stdio(command_of(program))
    connection.send(Hello(0, (1,), Runner("fairdeal", "test")))
    fault = timed(connection, 1.0)
    connection.kill()
    assert fault is not None
    assert fault.kind is UNFLUSHED
    assert "answer each line when it comes" in fault.detail


# ---- as users run it


@dataclass(frozen=True)
class Run:
    """What `fairdeal verify` has made of a program."""

    code: int
    said: str
    judged: tuple[Judged, ...]

    def statuses(self) -> set[Status]:
        return {one.verdict.status for one in self.judged} - {Status.INAPPLICABLE}

    def faults(self) -> set[FaultKind]:
        return {one.verdict.fault.kind for one in self.judged if one.verdict.fault is not None}


def words_for(command: tuple[str, ...], journal: Path, options: tuple[str, ...]) -> list[str]:
    deadline = () if "--deadline" in options else ("--deadline", str(DEADLINE))
    cases = () if "--up-to" in options else CASES
    return ["verify", "--journal", str(journal), *deadline, *cases, *options, "--", *command]


def verified(command: tuple[str, ...], folder: Path, *options: str) -> Run:
    """Run `fairdeal verify`; nothing may be left when it ends, and no right answer is invented for a wrong one.

    It is a process of its own where the program does harm to processes.
    """
    journal = folder / "run.ndjson"
    run = fairdeal if command[-1] in FAMILIES else within
    made = run(*words_for(command, journal, options), cwd=folder)
    assert family(os.environ[TAG]) == []
    assert "Traceback" not in made.err.partition("fairdeal:")[0]
    assert "\x1b" not in made.out + made.err
    judged = tuple(rejudge(read(journal))[1]) if journal.exists() else ()
    for one in judged:
        if one.verdict.status is Status.PASS and not one.case.choices:
            assert truly_right(one)
    return Run(made.code, re.sub(r"\s+", " ", made.out + made.err), judged)


def truly_right(one: Judged) -> bool:
    """Whether an answer is what another program, which owes nothing to ours, says of this deal."""
    assert one.transcript is not None
    given = read_play(read_reply((one.transcript.line or "").encode()).ok).outcome
    told = msgspec.to_builtins(given)
    if told["status"] == "budget":
        told["cards"] = one.case.budget  # how far a program came is its own affair
    true = outcome({"deal": {"hands": one.case.hands}, "budget": {"cards": one.case.budget}})
    return all(told.get(name) == value for name, value in true.items())


@pytest.mark.parametrize(
    "row",
    [pytest.param(row, id=row.program, marks=[pytest.mark.deep] if row.program in ALIKE else []) for row in BROKEN],
)
def test_a_broken_program_is_an_error_and_no_broken_rule(row: Broken, tag: str, tmp_path: Path) -> None:
    run = verified(command_of(row.program), tmp_path, *row.options)
    assert run.code == 1
    assert row.words in run.said
    assert run.faults() == {row.fault}
    assert run.statuses() <= {Status.ERROR, Status.PASS, Status.UNTESTED}


@pytest.mark.parametrize("program", HARMLESS)
def test_a_strange_program_conforms(program: str, tag: str, tmp_path: Path) -> None:
    run = verified(command_of(program), tmp_path, *PATIENT)
    assert run.code == 0, run.said
    assert run.statuses() == {Status.PASS}


@pytest.mark.parametrize("row", WRONG, ids=lambda row: row.program)
def test_a_wrong_or_changing_answer_fails(row: Wrong, tag: str, tmp_path: Path) -> None:
    run = verified(command_of(row.program), tmp_path, *PATIENT, *row.options)
    assert run.code == 1
    assert re.search(row.words, run.said)
    assert {Status.FAIL, Status.ERROR} & run.statuses() or "UNSTABLE" in run.said
    assert not run.faults() - {SCHEMA}


@pytest.mark.parametrize(("program", "words"), UNHEARD, ids=[name for name, _ in UNHEARD])
def test_a_program_that_cannot_be_talked_to(program: str, words: str, tag: str, tmp_path: Path) -> None:
    run = verified(command_of(program), tmp_path)
    assert run.code == 3
    assert re.search(words, run.said)
    assert not run.judged


@pytest.mark.parametrize(("how", "fault"), [("silent", TIMEOUT), ("unflushed", UNFLUSHED)])
def test_a_virtual_machine_is_held_as_well(how: str, fault: FaultKind, tag: str, tmp_path: Path) -> None:
    run = verified((*compiled.java(tmp_path), how), tmp_path, *ONE_TRY)
    assert run.code == 1
    assert run.faults() == {fault}


@pytest.mark.deep
@pytest.mark.parametrize("program", LATE)
def test_a_hello_that_is_not_flushed(program: str, tag: str, tmp_path: Path) -> None:
    run = verified(command_of(program), tmp_path)
    assert run.code == 3
    assert "flush standard output after every answer" in run.said


@pytest.mark.deep
@pytest.mark.parametrize("program", HUNGRY)
def test_a_hungry_program_is_ended_at_two_gibibytes(program: str, tag: str, tmp_path: Path) -> None:
    run = verified(command_of(program), tmp_path, *PATIENT, "--fail-fast")
    assert run.code == 1
    assert run.faults() == {MEMORY}
    assert "2,048 MiB are the limit" in run.said


# ---- when the tool itself is ended


@pytest.mark.parametrize(
    ("program", "options"),
    [
        ("double_forks_and_is_silent", ()),
        ("double_forks_and_is_silent", ("--jobs", "2")),
        ("fork_chain_and_silence", ()),
        ("stops_its_keeper", ()),
    ],
)
def test_nothing_outlives_a_fairdeal_killed_in_mid_run(
    program: str, options: tuple[str, ...], tag: str, tmp_path: Path
) -> None:
    with in_mid_run(program, tmp_path, options) as running:
        await_family(tag, "sleep")
        running.kill()
        running.wait(20)
    assert left_of(tag) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_nothing_outlives_a_fairdeal_that_is_told_to_end(number: signal.Signals, tag: str, tmp_path: Path) -> None:
    with in_mid_run("double_forks_and_is_silent", tmp_path) as running:
        await_family(tag, "sleep")
        running.send_signal(number)
        code = running.wait(20)
    assert code == 4 if number == signal.SIGINT else code != 0
    assert left_of(tag) == []


def in_mid_run(program: str, folder: Path, options: tuple[str, ...] = ()) -> subprocess.Popen[bytes]:
    words = words_for(command_of(program), folder / "run.ndjson", ("--deadline", "60", *options))
    words = [sys.executable, str(ROOT / "fairdeal.py"), *words]
    return subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def await_family(tag: str, word: str) -> None:
    until = time.monotonic() + 20
    while not any(word in each for each in family(tag)):
        assert time.monotonic() < until, "the program has not started what it starts"
        time.sleep(0.02)
