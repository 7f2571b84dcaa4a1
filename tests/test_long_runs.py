"""Running at length: cut off and gone on with, in shards and jobs, for a time; answers that change."""

from __future__ import annotations

import itertools
import json
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from model.piles.profiles import BEGGAR
from model.points import RuleChoiceError
from properties.conformance import journal
from properties.conformance.cases import Case, SuiteError, case_seed, one_deal
from properties.conformance.connectors import InProcess
from properties.conformance.judge import Fault, FaultKind, Judged, Status, Transcript
from properties.conformance.parts import folder_of, lines_of
from properties.conformance.protocol import Play, Request
from properties.conformance.reference import Reference
from properties.conformance.repeats import AGAIN, CHANGES, IN_ORDER, LEAKS, OTHERWISE
from properties.conformance.runner import COMPLETE, rejudge
from properties.conformance.settings import Settings, SettingsError, Shard, seconds_of, shard_of
from properties.conformance.summary import Conclusion, Summary, summarise
from properties.conformance.verify import Event, verify
from tests.command import CORRECT, ROOT, SPECIMENS, fairdeal, within

FEW = Settings(random=3, all_classes_up_to=3, two_classes_up_to=4, seats=(2, 3), level="outcome")


def counting(folder: Path) -> list[str]:
    """The right specimen, but it also writes down every deal that it is asked."""
    text = (SPECIMENS / "correct.py").read_text()
    at = "def play(hands, budget):"
    log = f'    open({str(folder / "asked")!r}, "a").write("/".join(hands) + "\\n")\n'
    place = text.index('"""', text.index(at) + len(at) + 10)
    place = text.index("\n", place) + 1
    path = folder / "counting.py"
    path.write_text(text[:place] + log + text[place:])
    return [sys.executable, str(path)]


def asked(folder: Path) -> Counter[str]:
    path = folder / "asked"
    return Counter(path.read_text().split()) if path.exists() else Counter()


def in_process(
    answer: Callable[[Request], bytes], settings: Settings = FEW, path: Path | None = None, resume: bool = False
) -> tuple[Summary, list[Event]]:
    events = list(verify(lambda: InProcess(answer), ("x",), settings, "test", path, resume))
    summary = events[-1]
    assert isinstance(summary, Summary)
    return summary, events


def judged(summary: Summary) -> list[tuple[str, Status]]:
    return [(one.case.id, one.verdict.status) for one in summary.judged]


def as_replayed(path: Path) -> list[tuple[str, Status]]:
    """What the journal alone says, which must be what the run has said."""
    return judged(summarise(*rejudge(lines_of([path]))))


# --- cut off, and gone on with ---

SMALL = ("--up-to", "3", "--two-classes", "5", "--random", "2", "--seats", "2,3,4", "--again", "0")


def killed(moment: tuple[int, float], *words: str, cwd: Path) -> None:
    """Run `fairdeal verify`, and kill it with -9 so many deals after its start, and a fraction of a second later."""
    more, later = moment
    before = asked(cwd).total()
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "fairdeal.py"), "verify", *words],
        cwd=cwd,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    until = time.monotonic() + 60
    while process.poll() is None and asked(cwd).total() < before + more and time.monotonic() < until:
        time.sleep(0.002)
    time.sleep(later)
    process.kill()
    process.wait()


def is_complete(path: Path) -> bool:
    lines = list(journal.read(path))
    return isinstance(lines[-1], journal.Footer) and lines[-1].reason == COMPLETE


def kill_and_go_on(folder: Path, kills: int, *more: str) -> int:
    """Kill a run at random moments and go on with it, again and again; then let it end. Returns the hits."""
    command = counting(folder)
    path = folder / "run.ndjson"
    chance = random.Random(7)
    hit = 0
    for _ in range(kills):
        begun = path.exists() and path.stat().st_size > 0 and b"\n" in path.read_bytes()
        if not begun:
            path.unlink(missing_ok=True)
        words = ("--resume", str(path)) if begun else (*SMALL, *more, "--journal", str(path))
        killed((chance.randrange(60), 0.03 * chance.random()), *words, "--", *command, cwd=folder)
        if path.exists() and b"\n" in path.read_bytes():
            assert list(journal.read(path)), "the journal is always readable"
            if is_complete(path):
                return hit
            hit += 1
            assert within("replay", str(path), cwd=folder).code == 4
    assert fairdeal("verify", "--resume", str(path), "--", *command, cwd=folder).code == 0
    return hit


def check_nothing_lost(folder: Path, hit: int) -> None:
    """Every case was judged once, as in a run that nobody cut off; at most one case a kill was sent twice."""
    _, found, footer = rejudge(lines_of([folder / "run.ndjson"]))
    assert footer is not None
    assert footer.reason == COMPLETE
    whole = folder / "whole.ndjson"
    assert within("verify", *SMALL, "--journal", str(whole), "--", *CORRECT, cwd=folder).code == 0
    expected = rejudge(journal.read(whole))[1]
    assert Counter(one.case.id for one in found) == Counter(one.case.id for one in expected)
    assert {one.verdict.status for one in found} <= {Status.PASS, Status.INAPPLICABLE}
    deals = Counter(one.case.text for one in found if one.verdict.status is Status.PASS)
    sent = asked(folder)
    assert set(sent) == set(deals)
    twice = sum(times - deals[deal] for deal, times in sent.items())
    assert 0 <= twice <= hit


def test_a_run_that_is_killed_loses_no_case_and_judges_none_twice(tmp_path: Path) -> None:
    hit = kill_and_go_on(tmp_path, 4)
    assert hit, "the run was over before it could be killed: make it longer"
    check_nothing_lost(tmp_path, hit)


@pytest.mark.deep
def test_fifty_kills(tmp_path: Path) -> None:
    hits = 0
    for place in range(20):
        folder = tmp_path / str(place)
        folder.mkdir()
        hit = kill_and_go_on(folder, 50)
        check_nothing_lost(folder, hit)
        hits += hit
        if hits >= 50:
            return
    pytest.fail(f"only {hits} kills have hit a run under way")


def test_a_torn_line_is_cut_off_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "run.ndjson"
    deals = tuple(one_deal("beggar", text, "class", {}) for text in ("J/-", "Q/--", "K-/A-", "--/-J", "J--/-J-", "-/-"))
    few = Settings(deals=deals, again=100)
    in_process(Reference({"beggar": BEGGAR}, "x").answer, few, path)
    lines = path.read_bytes().splitlines(keepends=True)
    whole = Counter(one.case.id for one in rejudge(journal.read(path))[1])
    for kept in range(1, len(lines)):
        for torn in (0, 1, 17, len(lines[kept]) - 1):
            path.write_bytes(b"".join(lines[:kept]) + lines[kept][:torn])
            summary, _ = in_process(Reference({"beggar": BEGGAR}, "x").answer, few, path, resume=True)
            assert as_replayed(path) == judged(summary)
            assert summary.exit_code == 0
            again = rejudge(journal.read(path))[1]
            assert Counter(one.case.id for one in again) == whole


def test_a_run_is_gone_on_with_only_as_it_was_begun(tmp_path: Path) -> None:
    path = tmp_path / "run.ndjson"
    program = Reference({"beggar": BEGGAR}, "x")
    in_process(program.answer, path=path)
    with pytest.raises(journal.JournalError, match="complete"):
        list(verify(lambda: InProcess(program.answer), ("x",), FEW, "test", path, resume=True))
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-5]))
    other = Reference({"beggar": BEGGAR}, "another")
    with pytest.raises(journal.JournalError, match="says something else of itself"):
        list(verify(lambda: InProcess(other.answer), ("x",), FEW, "test", path, resume=True))
    with pytest.raises(journal.JournalError, match="another version"):
        list(verify(lambda: InProcess(program.answer), ("x",), FEW, "test 2", path, resume=True))
    more = Settings(random=4, all_classes_up_to=3, two_classes_up_to=4, seats=(2, 3))
    with pytest.raises(journal.JournalError, match="settings"):
        list(verify(lambda: InProcess(program.answer), ("x",), more, "test", path, resume=True))
    ran = within("verify", "--resume", str(path), "--seed", "3", "--", *CORRECT, cwd=tmp_path)
    assert ran.code == 2
    assert "--seed" in ran.err


def test_an_interrupted_run_says_how_to_go_on(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [
            sys.executable,
            str(ROOT / "fairdeal.py"),
            "verify",
            *("--up-to", "4", "--two-classes", "4", "--random", "2", "--seats", "2,3"),
            "--journal",
            "run.ndjson",
            "--",
            *CORRECT,
        ],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    path = tmp_path / "run.ndjson"
    until = time.monotonic() + 60
    while time.monotonic() < until and not (path.exists() and path.stat().st_size > 50_000):
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 4
    assert "--resume run.ndjson" in said
    last = list(journal.read(path))[-1]
    assert isinstance(last, journal.Footer)
    assert last.reason == "interrupted"
    ran = within("verify", "--resume", "run.ndjson", cwd=tmp_path)  # the command stands in the journal
    assert ran.code == 0, ran.err


def test_a_case_that_broke_the_program_before_the_kill_is_not_forgiven(tmp_path: Path) -> None:
    path = tmp_path / "run.ndjson"
    deals = tuple(one_deal("beggar", text, "class", {}) for text in ("J/-", "Q/--"))
    few = Settings(deals=deals, again=0)
    in_process(Reference({"beggar": BEGGAR}, "x").answer, few, path)
    header, sent, *_ = journal.read(path)
    assert isinstance(sent, journal.Sent)
    fault = Fault(FaultKind.CRASHED, "ended by signal 11")
    first = journal.Received(sent.case.id, Transcript(1, fault=fault), 0.1, last=False)
    path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in (header, sent, first)))
    summary, _ = in_process(Reference({"beggar": BEGGAR}, "x").answer, few, path, resume=True)
    assert summary.counts == {"error": 1, "pass": 1}
    assert as_replayed(path) == judged(summary)


def test_what_a_journal_holds_counts_though_the_plan_does_not_come_to_it_any_more(tmp_path: Path) -> None:
    path = tmp_path / "run.ndjson"
    deals = tuple(one_deal("beggar", text, "class", {}) for text in ("J/-", "Q/--", "K-/A-"))
    in_process(Reference({"beggar": BEGGAR}, "x").answer, Settings(deals=deals, again=0), path)
    lines = list(journal.read(path))
    header = lines[0]
    assert isinstance(header, journal.Header)
    fewer = Settings(deals=deals[:1], again=0)
    lines[0] = msgspec.structs.replace(header, settings=fewer)
    path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines[:-1]))
    summary, _ = in_process(Reference({"beggar": BEGGAR}, "x").answer, fewer, path, resume=True)
    assert summary.counts == {"pass": 3}
    assert as_replayed(path) == judged(summary)


def test_a_program_that_says_something_else_when_started_again_ends_the_run() -> None:
    started = itertools.count()

    def connect() -> InProcess:
        return InProcess(Reference({"beggar": BEGGAR}, f"number {next(started)}").answer)

    settings = Settings(random=0, all_classes_up_to=2, two_classes_up_to=2, seats=(2,), level="outcome")
    summary = list(verify(connect, ("x",), settings, "test", None))[-1]
    assert isinstance(summary, Summary)
    assert "something else of itself" in summary.reason
    assert summary.exit_code == 4
    assert "again" not in summary.phases, "nothing is asked of it any more"


def test_a_journal_of_other_rules_is_not_green(tmp_path: Path) -> None:
    path = tmp_path / "run.ndjson"
    in_process(
        Reference({"beggar": BEGGAR}, "x").answer, Settings(deals=(one_deal("beggar", "J/-", "class", {}),)), path
    )
    assert within("replay", str(path)).code == 0
    path.write_bytes(path.read_bytes().replace(journal.rules_hash().encode(), b"deadbeefdeadbeef"))
    ran = within("replay", str(path))
    assert ran.code == 4
    assert "rules have changed" in ran.out


# --- shards and jobs ---


def test_every_case_is_in_one_shard_and_together_they_are_the_whole(tmp_path: Path) -> None:
    program = Reference({"beggar": BEGGAR}, "x")
    wanted = Settings(random=3, all_classes_up_to=3, two_classes_up_to=4, seats=(2, 3), again=0)
    whole, _ = in_process(program.answer, wanted)
    paths = [tmp_path / f"{place}.ndjson" for place in range(3)]
    mine: list[set[str]] = []
    for place, path in enumerate(paths):
        settings = msgspec.structs.replace(wanted, shard=Shard(place, 3))
        part, _ = in_process(program.answer, settings, path)
        assert (part.exit_code, part.conclusion) == (0, Conclusion.SO_FAR)
        assert part.searched == 0, "a part has searched nothing whole"
        mine.append({one.case.id for one in part.judged})
    assert sum(map(len, mine)) == len(set().union(*mine)) == len(whole.judged)
    assert min(map(len, mine)) > 50
    _, found, footer = rejudge(lines_of(paths))
    assert footer is not None
    assert footer.reason == COMPLETE
    assert [(one.case.id, one.verdict.status) for one in found] == judged(whole)
    assert footer.spaces == whole.spaces
    assert footer.searched == whole.searched
    missing = rejudge(lines_of(paths[:2]))[2]
    assert missing is not None
    assert "3/3 is missing" in missing.reason
    with pytest.raises(journal.JournalError, match="given twice"):
        lines_of([paths[0], paths[0], paths[1]])


def test_shards_of_other_runs_do_not_go_together(tmp_path: Path) -> None:
    paths = [tmp_path / "0.ndjson", tmp_path / "1.ndjson"]
    for place, path in enumerate(paths):
        settings = Settings(
            random=0, all_classes_up_to=2 + place, two_classes_up_to=3, seats=(2,), shard=Shard(place, 2)
        )
        in_process(Reference({"beggar": BEGGAR}, "x").answer, settings, path)
    with pytest.raises(journal.JournalError, match="another run"):
        lines_of(paths)


def test_jobs_reach_the_verdict_of_one(tmp_path: Path) -> None:
    words = ("--up-to", "3", "--two-classes", "4", "--random", "3", "--again", "0", "--json")
    wrong = (sys.executable, str(ROOT / "fairdeal.py"), "reference", "--misread", "debts_add_up")
    one = fairdeal("verify", *words, "--journal", "one.ndjson", "--", *wrong, cwd=tmp_path)
    two = fairdeal("verify", *words, "--jobs", "2", "--journal", "two.ndjson", "--", *wrong, cwd=tmp_path)
    assert (one.code, two.code) == (1, 1)
    assert not folder_of(tmp_path / "two.ndjson").exists()
    failures = [json.loads(ran.out)["failures"][0] for ran in (one, two)]
    assert failures[0]["deal"] == failures[1]["deal"]
    assert failures[0]["clauses"] == failures[1]["clauses"]
    alone = {each.case.id: each.verdict.status for each in rejudge(journal.read(tmp_path / "one.ndjson"))[1]}
    together = {each.case.id: each.verdict.status for each in rejudge(journal.read(tmp_path / "two.ndjson"))[1]}
    # A job goes on to larger deals as long as it has not failed itself, so two may ask more than one, and never less.
    assert together.items() >= alone.items()
    assert within("replay", "two.ndjson", cwd=tmp_path).code == 1


def test_jobs_overwrite_nothing_and_leave_nothing_behind_that_was_not_asked(tmp_path: Path) -> None:
    (tmp_path / "run.ndjson").write_text("precious")
    ran = fairdeal("verify", "--jobs", "2", "--journal", "run.ndjson", "--", *CORRECT, cwd=tmp_path)
    assert ran.code == 2
    assert (tmp_path / "run.ndjson").read_text() == "precious"
    ran = fairdeal("verify", "--jobs", "2", "--journal", "other.ndjson", "--", "/no/such/program", cwd=tmp_path)
    assert ran.code == 3
    assert [path.name for path in tmp_path.iterdir()] == ["run.ndjson"]


def test_jobs_are_gone_on_with_after_a_kill(tmp_path: Path) -> None:
    hit = kill_and_go_on(tmp_path, 3, "--jobs", "2")
    assert hit, "the run was over before it could be killed: make it longer"
    check_nothing_lost(tmp_path, 2 * hit)
    assert not folder_of(tmp_path / "run.ndjson").exists()


@pytest.mark.parametrize("text", ["", "1", "0/2", "3/2", "a/b", "1/0", "-1/2", "1/2/3"])
def test_what_is_no_shard_is_refused(text: str) -> None:
    with pytest.raises(SettingsError, match="write --shard 1/4"):
        shard_of(text)


@pytest.mark.parametrize(("text", "seconds"), [("90", 90), ("90s", 90), ("1.5m", 90), ("2h", 7_200)])
def test_times(text: str, seconds: float) -> None:
    assert seconds_of(text) == seconds


@pytest.mark.parametrize("text", ["", "m", "-5", "0", "nan", "inf", "10d", "1e400"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(SettingsError, match="10m"):
        seconds_of(text)


# --- limits of a run ---


def test_jobs_stop_after_as_many_failures_as_wanted_together(tmp_path: Path) -> None:
    words = ("--up-to", "3", "--two-classes", "4", "--random", "3", "--level", "outcome", "--max-fail", "2", "--jobs=2")
    wrong = (sys.executable, str(ROOT / "fairdeal.py"), "reference", "--misread", "debts_add_up")
    ran = fairdeal("verify", *words, "--journal", "run.ndjson", "--", *wrong, cwd=tmp_path)
    assert ran.code == 1
    assert "stopped after 2 failures, as was asked for" in ran.out
    assert within("replay", "run.ndjson", cwd=tmp_path).code == 1


def test_traces_that_nobody_can_give_are_not_promised(tmp_path: Path) -> None:
    for words in (("--level", "trace"), ("--level", "trace", "--wire", "tab")):
        program = (
            CORRECT if len(words) == 2 else (sys.executable, str(ROOT / "fairdeal.py"), "reference", "--wire", "tab")
        )
        ran = within("verify", *words, "--", *program, cwd=tmp_path)
        assert ran.code == 2
        assert "leave out --level trace" in ran.err


def test_a_run_stops_after_as_many_failures_as_wanted() -> None:
    wrong = Reference({"beggar": BEGGAR}, "x", honest=False)

    def loses(request: Request) -> bytes:
        return wrong.answer(request).replace(b'"winner":0', b'"winner":1')

    summary, _ = in_process(loses, Settings(random=0, most_failures=3, again=0))
    assert summary.failures == 3
    assert "as was asked for" in summary.reason
    assert summary.exit_code == 1


def test_the_deadline_of_a_run_ends_it_and_it_is_not_green(tmp_path: Path) -> None:
    ran = fairdeal("verify", "--run-deadline", "0.5", "--", *CORRECT, cwd=tmp_path)
    assert ran.code == 4
    assert "deadline" in ran.out


def test_a_run_for_a_time_goes_on_with_random_deals(tmp_path: Path) -> None:
    few = ("--up-to", "2", "--two-classes", "2", "--random", "1", "--seats", "2", "--json")
    plain = json.loads(within("verify", *few, "--", *CORRECT, cwd=tmp_path).out)
    longer = json.loads(within("verify", *few, "--for", "2s", "--", *CORRECT, cwd=tmp_path).out)
    assert plain["phases"]["random"] == {"pass": 1}
    assert longer["phases"]["random"]["pass"] > 20
    assert longer["verdict"] == "conforms"


def test_a_run_of_nothing_is_inconclusive(tmp_path: Path) -> None:
    claims_six = (SPECIMENS / "correct.py").read_text().replace('{"min": 2, "max": 6}', "[6]")
    path = tmp_path / "six.py"
    path.write_text(claims_six)
    words = ("--up-to", "0", "--two-classes", "0", "--random", "0", "--seats", "6")
    suite = tmp_path / "suite"
    suite.mkdir()
    (suite / "mine.toml").write_text('[[case]]\nid = "two"\ngame = "beggar"\ndeal = "J/-"\n')
    ran = within("verify", *words, "--suite", str(suite), "--", sys.executable, str(path), cwd=tmp_path)
    assert ran.code == 4
    assert "INCONCLUSIVE" in ran.out


# --- a suite of one's own ---


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ('deal = "J/-"\nexpected = { status = "won", winner = 1 }', "the winner differs"),
        ('deal = "J/-"\nexpected = { status = "won", winner = 7 }', "the seats are 0 to 1"),
        ('deal = "J/-"\nexpected = { status = "lost" }', "lost"),
        ('deal = "J/-"\nphase = "random"', "not for suites"),
        ('deal = "J/-"\nbudget = 0', "a budget of 0"),
        ('deal = "J/X"', "X"),
        ('deal = ["J", "-"]', "no text"),
        ('hands = ["J", "-"]', "hands"),
        ('deal = "J/-"\nchoices = { end = "never" }', "never"),
        ('deal = "J/-/-"\nchoices = { end = "immediate" }', "two seats"),
        ('deal = "J/-"\ngame = "poker"', "poker"),
    ],
)
def test_a_suite_that_is_wrong_is_refused_with_the_case_that_is(entry: str, told: str, tmp_path: Path) -> None:
    game = "" if "game =" in entry else 'game = "beggar"\n'
    (tmp_path / "mine.toml").write_text(f'[[case]]\nid = "mine/1"\n{game}{entry}\n')
    with pytest.raises((SuiteError, RuleChoiceError), match="mine/1") as caught:
        in_process(Reference({"beggar": BEGGAR}, "x").answer, Settings(suite=str(tmp_path)))
    assert told in str(caught.value)


def test_a_suite_of_ones_own_is_asked_and_named(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        '[[case]]\nid = "mine/1"\ngame = "beggar"\ndeal = "J/-"\nexpected = { status = "won", winner = 0 }\n'
    )
    summary, _ = in_process(
        Reference({"beggar": BEGGAR}, "x").answer,
        Settings(suite=str(tmp_path), random=0, all_classes_up_to=0, two_classes_up_to=0),
    )
    assert summary.exit_code == 0
    assert [one.case.id for one in summary.judged if not one.case.repeats] == ["mine/1"]
    assert str(tmp_path) in summary.suite


# --- seeds ---


def test_adding_a_case_moves_no_other() -> None:
    program = Reference({"beggar": BEGGAR}, "x")
    found = []
    for seats, many in (((2,), 3), ((2, 3), 3), ((2,), 6)):
        settings = Settings(
            seats=seats, random=many, all_classes_up_to=0, two_classes_up_to=0, level="outcome", again=0
        )
        summary, _ = in_process(program.answer, settings)
        found.append({one.case.id: one.case.hands for one in summary.judged if one.case.phase == "random"})
    assert len(found[0]) == 3
    assert all(more.items() >= found[0].items() for more in found)
    assert len({case_seed(1, f"case {number}") for number in range(1_000)}) == 1_000
    assert case_seed(1, "x") != case_seed(2, "x")


# --- answers that change ---


class Moody:
    """The reference, but what it answers depends on `mood`, a function of how many games it has played and the deal."""

    def __init__(self, mood: Any) -> None:  # noqa: ANN401
        self.mood = mood
        self.played = 0
        self._program = Reference({"beggar": BEGGAR}, "moody", honest=False)

    def answer(self, request: Request) -> bytes:
        reply = self._program.answer(request)
        if not isinstance(request, Play):
            return reply
        self.played += 1
        if not self.mood(self.played, request):
            return reply
        for one, other in ((b'"winner":0', b'"winner":1'), (b'"winner":1', b'"winner":0')):
            if one in reply:
                return reply.replace(one, other)
        return reply


def moody(mood: Any, again: int = 20) -> Summary:  # noqa: ANN401
    settings = Settings(random=2, all_classes_up_to=3, two_classes_up_to=3, seats=(2,), level="outcome", again=again)
    events = list(verify(lambda: InProcess(Moody(mood).answer), ("x",), settings, "test", None))
    summary = events[-1]
    assert isinstance(summary, Summary)
    return summary


def test_state_that_leaks_between_cases_is_named() -> None:
    summary = moody(lambda played, _: played > 30)
    assert summary.exit_code == 1
    assert {each.kind for each in summary.unstable} == {LEAKS}
    one = summary.unstable[0]
    assert [each.case.id.removeprefix(one.case.id).strip() for each in one.answers][:2] == ["", AGAIN]
    assert any(each.case.id.endswith(IN_ORDER) for changing in summary.unstable for each in changing.answers)
    assert one.answers[0].verdict.got != one.answers[1].verdict.got
    assert not summary.groups, "no rule is blamed for what is no matter of rules"


def test_answers_left_to_chance_are_named() -> None:
    chance = random.Random(3)
    summary = moody(lambda _, __: chance.random() < 0.3)
    assert summary.exit_code == 1
    assert {each.kind for each in summary.unstable} == {CHANGES}


def test_one_slip_in_the_whole_run_is_not_called_a_leak() -> None:
    """It happens once in the world, so nothing brings it again: neither the order nor a fresh process."""
    slips = iter([True])
    summary = moody(lambda played, _: played == 20 and next(slips, False))
    assert summary.exit_code == 1
    assert {each.kind for each in summary.unstable} == {OTHERWISE}


def test_answers_that_change_and_are_all_right_are_not_green() -> None:
    program = Reference({"beggar": BEGGAR}, "x", honest=False)
    often = itertools.count()

    def leaves_out(request: Request) -> bytes:
        reply = json.loads(program.answer(request))
        if isinstance(request, Play) and reply["ok"]["outcome"]["status"] == "won" and next(often) % 2:
            del reply["ok"]["outcome"]["tricks"]
        return json.dumps(reply).encode()

    settings = Settings(random=0, all_classes_up_to=3, two_classes_up_to=3, seats=(2,), level="outcome", again=30)
    summary, _ = in_process(leaves_out, settings)
    assert summary.unstable
    assert (summary.failures, summary.exit_code) == (0, 4)


def test_a_program_that_is_wrong_always_is_not_called_unstable() -> None:
    summary = moody(lambda _, request: request.deal.hands == ("J", "-"))
    assert summary.exit_code == 1
    assert not summary.unstable
    assert summary.groups[0].smallest.case.text == "J/-"


def test_nothing_is_asked_again_if_nobody_wants_it() -> None:
    assert "again" not in moody(lambda _, __: False, again=0).phases
    assert moody(lambda _, __: False).phases["again"] > 20


def test_changing_answers_survive_in_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "run.ndjson"
    settings = Settings(random=0, all_classes_up_to=3, two_classes_up_to=3, seats=(2,), level="outcome", again=20)
    program = lambda: InProcess(Moody(lambda played, _: played > 30).answer)  # noqa: E731
    events = list(verify(program, ("x",), settings, "test", path))
    first = [event.verdict for event in events if isinstance(event, Judged)]
    assert [one.verdict for one in rejudge(journal.read(path))[1]] == first
    ran = fairdeal("replay", str(path))
    assert ran.code == 1
    assert LEAKS in ran.out


def test_a_case_is_repeated_under_its_own_name() -> None:
    again = Case("a", "beggar", ("J", "-")).once_more("(again)", fresh=True)
    assert (again.id, again.repeats, again.phase, again.fresh) == ("a (again)", "a", "again", True)
