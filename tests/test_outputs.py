"""What is shown of a verdict: terminal, Markdown, JUnit and JSON, for runs of every kind.

The snapshots are of small runs that are always the same. After a wanted change: pytest tests/test_outputs.py
--snapshot-update, and read what has changed.
"""

from __future__ import annotations

import io
import json
import os
import pty
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import msgspec
import pytest
from rich.console import Console
from syrupy.assertion import SnapshotAssertion

from properties.conformance.judge import Fault, FaultKind, Status, Verdict
from properties.conformance.summary import Summary
from properties.conformance.verify import Extent, Started
from reports import junit, markdown_verdict, terminal, verdict_document
from reports.card import Card, StepRow
from reports.verdict_words import details, difference_words, headline, known_lines, suite_words
from tests import sample_runs as runs
from tests.command import CORRECT, ROOT, fairdeal, within
from tests.sample_runs import WIDTH, on_screen

SHOWN = [name for name in runs.ALL if name != "hostile"]


def as_json(summary: Summary) -> str:
    return msgspec.json.format(msgspec.json.encode(verdict_document.document(summary)), indent=1).decode()


@pytest.mark.parametrize("name", SHOWN)
def test_terminal(name: str, snapshot: SnapshotAssertion) -> None:
    assert on_screen(runs.ALL[name](), colour=False) == snapshot


@pytest.mark.parametrize("name", SHOWN)
def test_terminal_in_colour(name: str, snapshot: SnapshotAssertion) -> None:
    shown = on_screen(runs.ALL[name](), colour=True)
    assert shown.replace("\x1b", "ESC") == snapshot
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown)
    assert [line.rstrip() for line in plain.split("\n")] == on_screen(runs.ALL[name](), colour=False).split("\n")


@pytest.mark.parametrize("name", SHOWN)
def test_markdown(name: str, snapshot: SnapshotAssertion) -> None:
    assert markdown_verdict.page(runs.ALL[name]()) == snapshot


@pytest.mark.parametrize("name", SHOWN)
def test_junit(name: str, snapshot: SnapshotAssertion) -> None:
    assert junit.document(runs.ALL[name]()) == snapshot


@pytest.mark.parametrize("name", SHOWN)
def test_json(name: str, snapshot: SnapshotAssertion) -> None:
    assert as_json(runs.ALL[name]()) == snapshot


def test_what_is_verified_is_said_beforehand(snapshot: SnapshotAssertion) -> None:
    summary = runs.conforming()
    file = io.StringIO()
    started = Started(summary.header, summary.claim, Extent(1_234, 220), None)
    Console(file=file, width=WIDTH).print(terminal.started(started))
    assert file.getvalue() == snapshot


@pytest.mark.parametrize(
    ("extent", "words"),
    [
        (Extent(1_234), "up to 1,234 cases"),
        (Extent(1, 1), "up to 1 case, and perhaps again (more if answers change)"),
        (Extent(5_888, 220, estimated=True), "about 5,888 cases, and up to 220 of them again (more if answers change)"),
        (Extent(300, estimated=True, seconds=60), "about 300 cases and random ones for 60 seconds"),
        (Extent(0, estimated=True, seconds=60), "random ones for 60 seconds"),
    ],
)
def test_how_much_is_asked_is_no_more_than_is_known(extent: Extent, words: str) -> None:
    assert terminal.extent_words(extent) == words


# --- what every output must say ---

HEADLINES = {
    "conforming": "CONFORMS  ",
    "failing": "BREAKS THE RULES  ",
    "faults": "BREAKS THE RULES  ",
    "unstable": "BREAKS THE RULES  ",
    "inconclusive": "INCONCLUSIVE  ",
    "scripts": "BREAKS THE RULES  ",
    "scripts-right": "CONFORMS  ",
    "slap-games": "BREAKS THE RULES  ",
    "scripts-broken": "BREAKS THE RULES  ",
    "known": "NOT AS EXPECTED  ",
    "only-known": "CONFORMS, BUT FOR KNOWN FAILURES  ",
}


@pytest.mark.parametrize("name", HEADLINES)
def test_the_headline_says_what_the_exit_code_says(name: str) -> None:
    summary = runs.ALL[name]()
    assert headline(summary).startswith(HEADLINES[name])
    green = {"conforming": 0, "scripts-right": 0, "only-known": 0, "inconclusive": 4}
    assert summary.exit_code == green.get(name, 1)


@pytest.mark.parametrize("name", runs.ALL)
def test_every_output_names_the_suite_its_version_and_its_hash(name: str) -> None:
    summary = runs.ALL[name]()
    words = suite_words(summary.header)
    assert words == "suite fairdeal 1.2.3, content fedcba9876543210, seed 1"
    assert words in on_screen(summary, colour=False)
    assert words in markdown_verdict.page(summary)
    assert words in junit.document(summary)
    assert verdict_document.document(summary).suite == verdict_document.Content("fairdeal", "1.2.3", "fedcba9876543210")


def test_a_suite_of_somebody_elses_has_the_version_of_nobody() -> None:
    header = runs.conforming().header
    settings = msgspec.structs.replace(header.settings, suite="my/cases", wire="tab")
    words = suite_words(msgspec.structs.replace(header, settings=settings, suite="my/cases"))
    assert words == "suite my/cases, content fedcba9876543210, seed 1, over the tab-separated wire"


def test_a_failure_beside_known_ones_breaks_the_rules() -> None:
    known = runs.only_known()
    expected = dict(list(known.known.expected.items())[1:])
    summary = replace(known, known=replace(known.known, expected=expected))
    assert headline(summary).startswith("BREAKS THE RULES  my game: 1 of ")
    assert headline(summary).endswith(f" failed, and {len(expected)} more as expected")


def test_nothing_known_says_nothing_and_a_lapsed_entry_alone_counts_no_failures() -> None:
    assert list(known_lines(runs.conforming())) == []
    known = runs.known()
    lapsed = replace(known, known=replace(known.known, expected={}, closed=(), idle=()))
    assert [line[:28] for line in known_lines(lapsed)] == ["known up to 2020-01-31, and "]


@pytest.mark.parametrize("status", [Status.UNTESTED, Status.INCONCLUSIVE])
def test_a_run_with_cases_left_open_says_which(status: Status) -> None:
    summary = runs.conforming()
    first = summary.judged[0]
    left = replace(first, verdict=Verdict(first.case.id, status, "no answer is on record"))
    open_one = replace(summary, judged=(left, *summary.judged[1:]))
    words = {Status.UNTESTED: "1 case without an answer", Status.INCONCLUSIVE: "1 case inconclusive"}
    assert headline(open_one).startswith("INCONCLUSIVE")
    assert headline(open_one).endswith(words[status])
    assert headline(replace(summary, judged=())).endswith("no case was answered rightly")


def test_what_cut_a_failing_run_short_is_told() -> None:
    assert "the run is not complete: interrupted" in details(replace(runs.failing(), reason="interrupted"))


@pytest.mark.parametrize(
    ("expected", "got", "words"),
    [
        ("B lays J, B owes A 1", "B lays J, B owes A 5", "step 3: expected B owes A 1, got B owes A 5"),
        ("B lays J, B owes A 1", "B lays J", "step 3: expected B owes A 1, got nothing more"),
        ("(the game is over)", "A lays -", "step 3: expected (the game is over), got A lays -"),
    ],
)
def test_of_two_steps_only_what_differs_is_said(expected: str, got: str, words: str) -> None:
    assert difference_words(3, expected, got) == words


# --- JSON ---

VALIDATOR = jsonschema.Draft202012Validator(verdict_document.schema())


@pytest.mark.parametrize("name", runs.ALL)
def test_every_verdict_fits_the_schema(name: str) -> None:
    VALIDATOR.validate(json.loads(as_json(runs.ALL[name]())))


def test_a_failure_of_a_script_has_fields_of_its_own() -> None:
    (failure, *_) = json.loads(as_json(runs.scripts()))["failures"]
    assert failure["script"][failure["parting"]["action"] - 1] == failure["actions"][-1]["token"]
    assert set(failure["parting"]) == {"action", "what", "expected", "got"}
    assert failure["deal"].endswith(f"+{failure['middle']}") is bool(failure["middle"])
    (game, *_) = json.loads(as_json(runs.slap_games()))["failures"]
    assert (game["script"], game["parting"]) == (None, None)
    assert game["timeline"]
    assert all(cards >= 0 and seat in (0, 1) for cards, seat in game["timeline"])
    for field, wrong in (("script", "lay"), ("timeline", [[1]]), ("middle", None), ("parting", {"action": 1})):
        document = json.loads(as_json(runs.scripts()))
        document["failures"][0][field] = wrong
        with pytest.raises(jsonschema.ValidationError):
            VALIDATOR.validate(document)


@pytest.mark.parametrize("name", ["scripts", "scripts-right", "scripts-broken"])
def test_a_run_of_scripts_says_that_it_was_played_step_by_step(name: str) -> None:
    summary = runs.ALL[name]()
    scripts = [one.case.script for one in summary.judged if one.case.script is not None]
    words = f"played step by step: {len(scripts)} scripts of {sum(map(len, scripts)):,} actions in all; judged: "
    for shown in (details(summary), [on_screen(summary, colour=False)], [markdown_verdict.page(summary)]):
        assert any(words in line for line in shown)
    assert verdict_document.document(summary).level == "step"
    assert not any("step by step" in line for line in details(runs.slap_games()))


def test_the_schema_refuses_what_is_no_verdict() -> None:
    good = json.loads(as_json(runs.failing()))
    for wrong in (
        {**good, "format": "fairdeal-verdict/2"},
        {**good, "verdict": "green"},
        {**good, "counts": {"passed": 1}},
        {**good, "phases": {"worked": {"pass": "1"}}},
        {**good, "failures": [{}]},
        {key: value for key, value in good.items() if key != "suite"},
    ):
        with pytest.raises(jsonschema.ValidationError):
            VALIDATOR.validate(wrong)


def test_the_schema_that_is_published_is_the_one_of_real_output(tmp_path: Path) -> None:
    published = json.loads(within("export", "--schema").out)["verdict"]
    jsonschema.Draft202012Validator.check_schema(published)
    validator = jsonschema.Draft202012Validator(published)
    few = ("--json", "--up-to", "2", "--two-classes", "3", "--random", "1", "--seats", "2")
    for command, code in ((CORRECT, 0), ((sys.executable, str(ROOT / "tests/specimens/end_early.py")), 1)):
        ran = within("verify", *few, "--", *command, cwd=tmp_path)
        assert ran.code == code, ran.err
        told = json.loads(ran.out)
        validator.validate(told)
        assert told["exit_code"] == code
        assert sum(told["counts"].values()) == sum(sum(row.values()) for row in told["phases"].values())


def test_bytes_that_are_no_text_do_not_break_it() -> None:
    header = msgspec.structs.replace(runs.failing().header, command=("./game-\udcff",))
    told = verdict_document.document(replace(runs.failing(), header=header))
    assert told.command == ("./game-\ufffd",)
    assert msgspec.json.encode(told)


# --- what comes first in Markdown ---


def test_the_verdict_comes_first_and_what_is_long_is_folded() -> None:
    failing = runs.failing()
    page = markdown_verdict.page(replace(failing, groups=failing.groups * 2))
    assert page.startswith("# BREAKS THE RULES")
    first, second = (place.start() for place in re.finditer("## FAIL", page))
    assert first < page.index("<details>") < page.index("1 other kind of failure") < second
    assert page.index("<details>") < 2_000


def test_of_a_long_standard_error_the_end_is_shown() -> None:
    summary = runs.faults()
    group = summary.groups[0]
    fault = Fault(FaultKind.CRASHED, "ended by signal 6", "y" * 50_000 + "z")
    verdict = msgspec.structs.replace(group.smallest.verdict, fault=fault)
    loud = replace(summary, groups=(replace(group, smallest=replace(group.smallest, verdict=verdict)),))
    for shown in (markdown_verdict.page(loud), on_screen(loud, colour=False)):
        assert "yyyz" in shown
        assert len(shown) < 10_000


def test_the_column_says_whether_the_steps_are_told_or_guessed() -> None:
    row = StepRow(2, "A lays J", "A lays Q", differs=True)
    card = Card((), "J/-", "x", "", "why", "", "", "", "", (row,), (), 0, "fairdeal replay", played=True)
    assert terminal.column_words(card) == "as the program played"
    assert terminal.column_words(msgspec.structs.replace(card, played=False)) == "as the program seems to play"


# --- known failures, from one run to the next ---

FEW = ("--up-to", "2", "--two-classes", "0", "--random", "0")


def test_what_is_written_as_known_is_expected_next_time_and_must_go_when_it_is_mended(tmp_path: Path) -> None:
    wrong = (sys.executable, str(ROOT / "tests/specimens/end_early.py"))
    files = ("--write-expectations", "known.toml", "--markdown", "verdict.md", "--junit", "verdict.xml")
    assert within("verify", *FEW, *files, "--", *wrong, cwd=tmp_path).code == 1
    assert (tmp_path / "verdict.md").read_text().startswith("# BREAKS THE RULES")
    assert ElementTree.parse(tmp_path / "verdict.xml").getroot().get("failures") != "0"
    known = ("verify", *FEW, "--expectations", "known.toml")
    again = within(*known, "--", *wrong, cwd=tmp_path)
    assert again.code == 0, again.out
    assert "CONFORMS, BUT FOR KNOWN FAILURES" in again.out
    mended = within(*known, "--", *CORRECT, cwd=tmp_path)
    assert mended.code == 1
    assert "known, and passes now: remove it: BMN-44" in mended.out
    assert within(*known, "--lenient", "--", *CORRECT, cwd=tmp_path).code == 0


def test_a_file_of_known_failures_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "known.toml").write_text('[[expect]]\nclause = "BMN-444"\n')
    ran = within("verify", "--expectations", "known.toml", "--", *CORRECT, cwd=tmp_path)
    assert ran.code == 2
    assert "known.toml: entry 1 (BMN-444): no clause" in ran.err


# --- a real terminal ---


def in_a_terminal(*words: str, **environ: str) -> str:
    """What a command writes to a terminal of 100 columns."""
    mine, theirs = pty.openpty()
    variables = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    variables |= {"TERM": "xterm-256color", "COLUMNS": "100", **environ}
    command = [sys.executable, str(ROOT / "fairdeal.py"), *words]
    process = subprocess.Popen(command, stdout=theirs, stderr=subprocess.DEVNULL, env=variables)
    os.close(theirs)
    shown = b""
    try:
        while chunk := _read(mine):
            shown += chunk
        process.wait(timeout=60)
    finally:
        process.kill()
        process.wait()
        os.close(mine)
    return shown.decode()


def _read(file: int) -> bytes:
    try:
        return os.read(file, 65_536)
    except OSError:  # Linux says so when the other side is gone
        return b""


COLOURS = re.compile(r"\x1b\[[0-9;]*?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[0-9;]*m")
REPLAY = ("replay", "--game", "beggar", "--deal", "J/-", "--", *CORRECT)


def test_a_terminal_gets_colours_unless_its_owner_wants_none() -> None:
    shown = in_a_terminal(*REPLAY)
    assert "CONFORMS" in shown
    assert COLOURS.search(shown)
    plain = in_a_terminal(*REPLAY, NO_COLOR="1")
    assert "CONFORMS" in plain
    assert not COLOURS.search(plain)


def test_a_pipe_gets_plain_text() -> None:
    assert "\x1b" not in fairdeal(*REPLAY).out
