"""What must never come out as conforming: half a run, a changed journal, counts told only where they are right."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import psutil
import pytest

from model.piles.profiles import BEGGAR
from properties.conformance import journal
from properties.conformance.cases import Case, one_deal
from properties.conformance.connectors import InProcess
from properties.conformance.grouping import groups
from properties.conformance.journal import Footer, Header, Journal, JournalError, Line, Received, Sent
from properties.conformance.judge import CONVENTIONS, Fault, FaultKind, Judged, Status, Transcript, Verdict
from properties.conformance.parts import lines_of
from properties.conformance.protocol import GameClaim, OutcomeWire, Play, Request
from properties.conformance.reference import Reference
from properties.conformance.runner import rejudge
from properties.conformance.settings import Settings, Shard
from properties.conformance.summary import Conclusion, Summary, summarise
from properties.conformance.verify import verify
from tests.command import ROOT, SPECIMENS, fairdeal, within

SMALL = Settings(random=2, all_classes_up_to=2, two_classes_up_to=3, seats=(2,), level="outcome", again=0)


def reference() -> Callable[[Request], bytes]:
    return Reference({"beggar": BEGGAR}, "x", honest=False).answer


def in_process(answer: Callable[[Request], bytes], settings: Settings = SMALL, path: Path | None = None) -> Summary:
    summary = list(verify(lambda: InProcess(answer), ("x",), settings, "test", path))[-1]
    assert isinstance(summary, Summary)
    return summary


def replayed(lines: list[Line], path: Path) -> Summary:
    path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    return summarise(*rejudge(lines_of([path])))


# --- half a run ---


def test_a_run_whose_job_was_ended_is_not_green_and_can_be_gone_on_with(tmp_path: Path) -> None:
    slow = tmp_path / "slow.py"
    slow.write_text(
        (SPECIMENS / "correct.py")
        .read_text()
        .replace("    ask = json", "    __import__('time').sleep(0.01)\n    ask = json")
    )
    words = ("--up-to", "3", "--two-classes", "4", "--random", "5", "--seats", "2", "--again", "0", "--jobs", "2")
    process = subprocess.Popen(
        [
            sys.executable,
            str(ROOT / "fairdeal.py"),
            "verify",
            *words,
            "--journal",
            "run.ndjson",
            "--",
            sys.executable,
            str(slow),
        ],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    _end_one_job(psutil.Process(process.pid))
    said, _ = process.communicate(timeout=120)
    assert process.returncode == 4, said
    assert "a job was ended before its time" in said
    assert within("replay", "run.ndjson", cwd=tmp_path).code == 4
    assert fairdeal("verify", "--resume", "run.ndjson", cwd=tmp_path).code == 0
    assert within("replay", "run.ndjson", cwd=tmp_path).code == 0


def _end_one_job(run: psutil.Process) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        for child in run.children():
            with contextlib.suppress(psutil.Error):  # others come and go meanwhile
                if any("spawn_main" in word for word in child.cmdline()):
                    child.kill()
                    return
        time.sleep(0.005)
    pytest.fail("no job was ever started")


def test_a_journal_has_one_writer(tmp_path: Path) -> None:
    path = tmp_path / "run.ndjson"
    in_process(reference(), path=path)
    whole = path.read_bytes()
    first = Journal(path, resume=True)
    with pytest.raises(JournalError, match="another run is writing"):
        Journal(path, resume=True)
    first.close()
    Journal(path, resume=True).close()
    assert path.read_bytes() == whole


def test_a_shard_claims_no_whole_space() -> None:
    part = in_process(reference(), msgspec.structs.replace(SMALL, shard=Shard(0, 2)))
    assert part.conclusion is Conclusion.SO_FAR
    assert (part.spaces, part.searched) == ((), 0)
    assert in_process(reference()).spaces


# --- a changed journal ---


@pytest.fixture
def lines(tmp_path: Path) -> list[Line]:
    path = tmp_path / "whole.ndjson"
    in_process(reference(), path=path)
    return list(journal.read(path))


def test_an_untouched_journal_is_green(lines: list[Line], tmp_path: Path) -> None:
    assert replayed(lines, tmp_path / "again.ndjson").exit_code == 0


def test_cases_cannot_be_dropped_by_counting_them_out_of_the_footer(lines: list[Line], tmp_path: Path) -> None:
    place = next(place for place, line in enumerate(lines) if isinstance(line, Sent) and line.place == 5)
    footer = lines[-1]
    assert isinstance(footer, Footer)
    forged = msgspec.structs.replace(footer, cases=footer.cases - 1)
    assert replayed([*lines[:place], *lines[place + 2 : -1], forged], tmp_path / "x.ndjson").exit_code == 4


def test_a_case_cannot_be_given_other_hands(lines: list[Line], tmp_path: Path) -> None:
    place = next(
        place for place, line in enumerate(lines) if isinstance(line, Sent) and line.case.phase == "exhaustive"
    )
    sent = lines[place]
    assert isinstance(sent, Sent)
    other = msgspec.structs.replace(sent, case=msgspec.structs.replace(sent.case, hands=("A", "J")))
    with pytest.raises(JournalError, match="other hands"):
        replayed([*lines[:place], other, *lines[place + 1 :]], tmp_path / "x.ndjson")


def test_a_whole_run_cannot_be_passed_off_as_a_part(lines: list[Line], tmp_path: Path) -> None:
    header = lines[0]
    assert isinstance(header, Header)
    part = msgspec.structs.replace(header.settings, shard=Shard(1, 3))
    with pytest.raises(JournalError, match="not of the shard 2/3"):
        replayed([msgspec.structs.replace(header, settings=part), *lines[1:]], tmp_path / "x.ndjson")


def test_a_wrong_answer_cannot_be_followed_by_a_right_one(lines: list[Line], tmp_path: Path) -> None:
    place = next(place for place, line in enumerate(lines) if isinstance(line, Received))
    answer = lines[place]
    assert isinstance(answer, Received)
    wrong = msgspec.structs.replace(answer, last=False)
    with pytest.raises(JournalError, match="no run asks again"):
        replayed([*lines[:place], wrong, *lines[place:]], tmp_path / "x.ndjson")


@pytest.mark.parametrize(
    "change", [{"count_cards": "twice"}, {"seats": {"min": 0, "max": 10**12}}, {"cards": ["rank"]}]
)
def test_a_claim_that_no_program_could_have_made_is_refused(
    change: dict[str, object], lines: list[Line], tmp_path: Path
) -> None:
    header = lines[0]
    assert isinstance(header, Header)
    data = json.loads(msgspec.json.encode(header))
    data["hello"]["games"][0] |= change
    path = tmp_path / "x.ndjson"
    path.write_text(json.dumps(data) + "\n")
    with pytest.raises(JournalError, match="hello"):
        list(journal.read(path))


# --- answers that tell only what is right ---


def test_counts_that_are_left_out_now_and_then_are_not_green() -> None:
    answer = reference()

    def evasive(request: Request) -> bytes:
        reply = json.loads(answer(request))
        if isinstance(request, Play) and request.deal.hands == ("-J", "-"):
            reply["ok"]["outcome"].pop("cards")
        return json.dumps(reply).encode()

    summary = in_process(evasive)
    assert (summary.failures, summary.told_sometimes) == (0, ("cards",))
    assert summary.exit_code == 4


def failing(hands: tuple[str, ...], got: OutcomeWire) -> Judged:
    case = Case("/".join(hands), "beggar", hands)
    line = msgspec.json.encode({"id": 1, "ok": {"outcome": msgspec.to_builtins(got)}}).decode()
    return Judged(case, Verdict(case.id, Status.FAIL, "the winner differs", got=got), Transcript(1, line))


def test_two_wrong_winners_are_too_few_to_name_a_clause() -> None:
    wrong = [failing(("J--", "-JA"), OutcomeWire("won", winner=0)), failing(("A--", "J"), OutcomeWire("won", winner=0))]
    found = list(groups(wrong, GameClaim("beggar"), CONVENTIONS[0]))
    assert all(group.explanation is None for group in found)


def test_of_one_deal_nothing_is_explained(tmp_path: Path) -> None:
    wrong = (sys.executable, str(ROOT / "fairdeal.py"), "reference", "--misread", "debts_add_up")
    ran = within("replay", "--deal", "A--/J", "--json", "--", *wrong, cwd=tmp_path)
    (card,) = json.loads(ran.out)["failures"]
    assert ran.code == 1
    assert (card["clauses"], card["explanation"]) == ([], "")


def test_a_crash_is_never_forgiven_by_an_answer_afterwards(tmp_path: Path) -> None:
    deals = (one_deal("beggar", "J/-", "class", {}),)
    path = tmp_path / "run.ndjson"
    in_process(reference(), msgspec.structs.replace(SMALL, deals=deals), path)
    header, sent, answer, footer = journal.read(path)
    assert isinstance(sent, Sent)
    crash = Received(sent.case.id, Transcript(1, fault=Fault(FaultKind.CRASHED, "signal 11")), 0.1, last=False)
    summary = replayed([header, sent, crash, answer, footer], path)
    assert (summary.counts, summary.exit_code) == ({"error": 1}, 1)
