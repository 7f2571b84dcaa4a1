"""What `identify` says of a program: the same findings always, made by hand, and then real programs.

After a wanted change: pytest tests/test_identify_shown.py --snapshot-update, and read what has changed.
"""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from rich.console import Console
from syrupy.assertion import SnapshotAssertion

from properties.conformance.books import chosen_book
from properties.conformance.runner import COMPLETE
from properties.identify.games import GamesAsking
from properties.identify.hypotheses import plain
from reports import identify_document
from reports.identify_words import parts, verdict
from reports.screen.identify import page
from tests import made_identified as made
from tests.command import CORRECT, ROOT, SPECIMENS, Ran, within

FAIRDEAL = (sys.executable, str(ROOT / "fairdeal.py"))
WIDTH = 100


def on_screen(name: str) -> str:
    file = io.StringIO()
    screen = Console(file=file, width=WIDTH, highlight=False)
    for each in page(made.ALL[name](), made.HOW):
        screen.print(each, soft_wrap=False)
    return "\n".join(line.rstrip() for line in file.getvalue().split("\n"))


def as_data(name: str) -> Any:  # noqa: ANN401 (data of any shape)
    found = identify_document.document(made.ALL[name](), made.HOW, "1.2.3", "runs/mine.ndjson")
    return msgspec.json.decode(msgspec.json.encode(found))


@pytest.mark.parametrize("name", made.ALL)
def test_terminal(name: str, snapshot: SnapshotAssertion) -> None:
    assert on_screen(name) == snapshot


@pytest.mark.parametrize("name", made.ALL)
def test_the_document_keeps_to_its_schema(name: str) -> None:
    jsonschema.validate(as_data(name), identify_document.schema())


@pytest.mark.parametrize("name", ["two-at-once", "nothing-explains"])
def test_json(name: str, snapshot: SnapshotAssertion) -> None:
    assert json.dumps(as_data(name), indent=1) == snapshot


CODES = {"nothing-explains": 1, "breaks-beside": 1, "step-nothing-explains": 1, "broken": 4, "unsure": 4}


@pytest.mark.parametrize("name", made.ALL)
def test_the_exit_code_says_whether_everything_is_explained(name: str) -> None:
    assert identify_document.exit_code(made.ALL[name]()) == CODES.get(name, 0)


def test_what_was_cut_short_is_neither_right_nor_wrong() -> None:
    for one in (made.as_claimed(), made.nothing_explains()):
        cut_short = replace(one, reason="the deadline for the run is over")
        assert identify_document.exit_code(cut_short) == 4
        assert verdict(cut_short).endswith("(so far: the deadline for the run is over)")


def test_what_is_claimed_already_is_said_and_need_not_be_declared() -> None:
    one = made.as_claimed()
    claim = msgspec.structs.replace(
        one.claim, variant={"end": ("lead_on",)}, loop="first_repeat", count_cards="laid", count_tricks="with_last_pile"
    )
    plays = plain(chosen_book("beggar", {"end": "lead_on"}))
    told = replace(one, claim=claim, choices={"end": "lead_on"}, hypothesis=plays)
    assert verdict(told) == "my game plays beggar as it claims (end=lead_on)"
    (hello,) = [part for part in parts(told, made.HOW) if part.title == "in hello"]
    assert [name for name, _ in hello.rows] == ["nothing to add"]


def test_what_would_tell_something_apart_and_was_not_asked_is_no_proof_that_it_makes_no_difference() -> None:
    one = made.two_at_once()
    asked, left = one.undetermined[0], replace(one.undetermined[0], apart=3, space="")
    (some,) = [part for part in parts(replace(one, undetermined=(asked, left)), made.HOW) if "told apart" in part.title]
    assert [name for name, _ in some.rows] == ["no difference", "also", "not asked", "also"]
    (none,) = [part for part in parts(replace(one, undetermined=(left,)), made.HOW) if "told apart" in part.title]
    assert "no difference" not in [name for name, _ in none.rows]


def test_who_was_asked_nothing_is_not_judged() -> None:
    nothing = replace(made.as_claimed(), judged=(), agreeing=0, explains=False, reason="interrupted")
    assert verdict(nothing) == "my game was asked nothing, so nothing is known of it"
    assert list(parts(nothing, made.HOW)) == []
    assert identify_document.exit_code(nothing) == identify_document.exit_code(replace(nothing, reason=COMPLETE)) == 4


def test_text_of_the_program_does_nothing_to_a_terminal() -> None:
    shown = on_screen("broken")
    assert all(character.isprintable() or character == "\n" for character in shown)
    assert "gotcha" in shown


def test_commands_are_not_broken_into_lines() -> None:
    lines = on_screen_unbroken("step-by-step")
    (asks,) = [line for line in lines if "fairdeal replay" in line]
    assert asks.rstrip().endswith("-- ./my-game --adapter")
    assert any(line.rstrip().endswith("--script 'A:lay B:lay A!'") for line in lines if "fairdeal play" in line)


def on_screen_unbroken(name: str) -> list[str]:
    """As the command prints it: what is to be copied on one line."""
    file = io.StringIO()
    screen = Console(file=file, width=60, highlight=False)
    for each in page(made.ALL[name](), made.HOW):
        screen.print(each, soft_wrap=not hasattr(each, "columns"))
    return file.getvalue().split("\n")


# --- real programs


def identified(tmp_path: Path, *words: str, command: tuple[str, ...]) -> Ran:
    return within("identify", *words, "--evidence", str(tmp_path / "ev"), "--", *command, cwd=tmp_path)


def reference(*words: str) -> tuple[str, ...]:
    return (*FAIRDEAL, "reference", *words)


QUICK = ("--game", "beggar", "--seats", "2", "--level", "outcome")


@pytest.fixture
def few_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few deals are enough to see how a search is shown; which deals are needed is tested elsewhere."""
    cases, checks = GamesAsking.cases, GamesAsking.checks
    monkeypatch.setattr(GamesAsking, "cases", lambda asking: islice(cases(asking), 50))
    monkeypatch.setattr(GamesAsking, "checks", lambda asking: islice(checks(asking), 2))


@pytest.mark.usefixtures("few_cases")
def test_an_alternative_is_named_and_kept_as_evidence(tmp_path: Path) -> None:
    command = reference("--game", "beggar", "--undeclared", "--set", "pile_order=reversed")
    ran = identified(tmp_path, *QUICK, "--json", command=command)
    found = json.loads(ran.out)
    jsonschema.validate(found, identify_document.schema())
    assert (ran.code, found["explains"], found["exit_code"]) == (0, True, 0)
    assert found["assignment"] == {"pile_order": "pile_order=reversed"}
    assert found["declaration"]["variant"] == {"pile_order": ["reversed"]}
    assert found["cases"]["asked"] == found["cases"]["agreeing"] > found["cases"]["as_claimed"]
    assert Path(tmp_path, found["journal"]).exists()
    (kept,) = Path(tmp_path, "ev").iterdir()
    assert json.loads(kept.read_text())["findings"][0]["statement"] == "plays beggar as follows: pile_order=reversed"


DECLARES = """
import json, sys
sys.path.insert(0, {root!r})
from properties.conformance.reference import reference_of
program = reference_of("beggar", {choices!r}, {misread!r}, "1", declared=False)
for line in sys.stdin.buffer:
    reply = json.loads(program.answer_line(line))
    for game in reply.get("ok", {{}}).get("games", ()):
        game.update({declaration!r})
    print(json.dumps(reply), flush=True)
"""


@pytest.mark.deep
@pytest.mark.parametrize(("choices", "misread"), [({"end": "lead_on"}, ""), ({}, "debts_add_up")])
def test_a_program_that_declares_what_was_found_conforms(tmp_path: Path, choices: dict[str, str], misread: str) -> None:
    chosen = [word for point, way in choices.items() for word in ("--set", f"{point}={way}")]
    words = ["--misread", misread] if misread else ["--undeclared", *chosen]
    ran = identified(tmp_path, *QUICK, "--json", command=reference("--game", "beggar", *words))
    found = json.loads(ran.out)
    assert found["explains"]
    fields = {"root": str(ROOT), "choices": choices, "misread": misread, "declaration": found["declaration"]}
    Path(tmp_path, "declares.py").write_text(DECLARES.format(**fields))
    size = ("--game", "beggar", "--seats", "2", "--up-to", "4", "--two-classes", "0", "--random", "20")
    held = within("verify", *size, "--", sys.executable, str(tmp_path / "declares.py"), cwd=tmp_path)
    assert held.code == 0, held.out
    assert ("BUT FOR KNOWN FAILURES" in held.out) is bool(misread)


def test_the_schema_is_published() -> None:
    assert json.loads(within("export", "--schema").out)["identify"] == json.loads(
        json.dumps(identify_document.schema())
    )


@pytest.mark.usefixtures("few_cases")
def test_a_right_program_plays_as_it_claims(tmp_path: Path) -> None:
    ran = identified(tmp_path, *QUICK, command=CORRECT)
    assert ran.code == 0
    assert ran.out.split("\n")[0].endswith("plays beggar as it claims")


def test_who_does_not_speak_is_told_so(tmp_path: Path) -> None:
    assert identified(tmp_path, command=(sys.executable, "-c", "print('hello?')")).code == 3
    assert identified(tmp_path, command=("./there-is-no-such-program",)).code == 3


def test_what_is_asked_for_must_exist(tmp_path: Path) -> None:
    assert identified(tmp_path, "--game", "poker", command=CORRECT).code in (2, 3)
    assert identified(tmp_path, "--seats", "two", command=CORRECT).code == 2


ODD = """
import json, sys
sys.path.insert(0, {root!r})
from properties.conformance.books import default_book
from properties.conformance.reference import Reference
program = Reference({{"beggar": default_book("beggar")}}, "odd", honest=False)
for line in sys.stdin.buffer:
    reply = json.loads(program.answer_line(line))
    outcome = reply.get("ok", {{}}).get("outcome")
    if outcome and len(json.loads(line)["deal"]["hands"][0]) == 2:
        outcome["winner"] = 0
        outcome["cards"] = 7
    print(json.dumps(reply), flush=True)
"""


@pytest.mark.usefixtures("few_cases")
def test_what_nothing_explains_comes_with_the_nearest_and_the_first_answer_that_it_misses(tmp_path: Path) -> None:
    Path(tmp_path, "odd.py").write_text(ODD.format(root=str(ROOT)))
    ran = identified(tmp_path, *QUICK, command=(sys.executable, str(tmp_path / "odd.py")))
    assert ran.code == 1
    assert ran.out.startswith("nothing of what was tried explains everything that odd answers")
    assert "the nearest expects" in ran.out
    assert "fairdeal replay --game beggar --deal " in ran.out


def test_an_interrupted_search_says_what_is_known_by_then(tmp_path: Path) -> None:
    program = [*FAIRDEAL, "identify", *QUICK, "--json", "--journal", "j.ndjson", "--", *CORRECT]
    with subprocess.Popen(program, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        journal, until = tmp_path / "j.ndjson", time.monotonic() + 60
        while (not journal.exists() or journal.read_bytes().count(b'"t":"reply"') < 3) and time.monotonic() < until:
            time.sleep(0.02)
        os.kill(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert running.returncode == 4, err
    found = json.loads(out)
    jsonschema.validate(found, identify_document.schema())
    assert found["reason"] == "interrupted"
    assert found["verdict"].endswith("(so far: interrupted)")
    assert found["cases"]["asked"] >= 1


@pytest.mark.usefixtures("few_cases")
def test_the_specimen_with_a_fault_is_told_what_it_believes(tmp_path: Path) -> None:
    ran = identified(tmp_path, *QUICK, command=(sys.executable, str(SPECIMENS / "end_early.py")))
    assert ran.code == 0
    first = "end-early plays beggar, but: A player whose last card is a pay card is out on the spot."
    assert ran.out.split("\n")[0] == first
    assert '"gaps":[{"clause":"BMN-' in ran.out
    assert "counts what goes against these clauses as known failures" in ran.out
