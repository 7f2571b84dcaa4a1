"""What solvers, folders and command lines do wrong: it is told, and proves nothing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from reports.screen import faults
from solver import recheck, solvers
from solver.obligations.bank.shown import show
from solver.prove import Remark, Run
from tests.command import within
from tests.small_runs import Counting, carried_out, tasks

EMPTY = "(set-logic QF_LIA)\n(check-sat)\n"


def program(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a program in the place of yices."""
    path = folder / "yices-smt2"
    path.write_text(text)
    path.chmod(0o755)
    monkeypatch.setattr(solvers, "_yices_program", lambda: str(path))
    monkeypatch.setattr(recheck, "_program", lambda solver: str(path))


def test_a_program_that_ends_badly_has_proved_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path, "#!/bin/sh\necho unsat\nexit 139\n", monkeypatch)
    (yices,) = solvers.named(["yices", "yices"])
    assert yices.solve(EMPTY, 5).answer == "error: ended with exit code 139: unsat"
    assert recheck.ask("yices", EMPTY, 5) == "error: ended with exit code 139: unsat"
    program(tmp_path, "#!/bin/sh\necho unsat\n", monkeypatch)
    assert yices.solve(EMPTY, 5).answer == recheck.ask("yices", EMPTY, 5) == "unsat"


@pytest.mark.parametrize("text", ["#!/nonexistent\n", "#!/bin/sh\nsleep 20\necho Yices 9\n"])
def test_a_program_that_cannot_be_run_is_not_there(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path, text, monkeypatch)
    monkeypatch.setattr(solvers, "ANSWERS", 0.2)
    assert solvers.available(["yices"]) == ()


def test_a_module_that_cannot_be_loaded_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cvc5.py").write_text("raise OSError('libcvc5.so: wrong ELF class')\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "cvc5", raising=False)
    assert solvers.available(["cvc5"]) == ()


@pytest.mark.parametrize(
    ("script", "answer"),
    [
        ("(assert false)\n( check-sat ) ; that is all (check-sat)\n", "unsat"),
        ("(declare-fun |(check-sat)| () Bool)\n(assert (not (= |(check-sat)| |(check-sat)|)))\n(check-sat)", "unsat"),
        ("(check-sat)\n(assert false)\n", "error"),
        ("(assert false)\n", "error"),
        ("(assert false)\n(check-sat)\n(check-sat)\n", "error"),
        ("(exit)\n(assert false)\n(check-sat)\n", "error"),
    ],
)
def test_z3_is_asked_only_what_every_solver_is_asked(script: str, answer: str) -> None:
    (z3,) = solvers.named(["z3"])
    assert z3.solve(script, 5).answer.partition(":")[0] == answer
    assert recheck.ask("z3", script, 5).partition(":")[0] == answer


@pytest.mark.parametrize("text", ["garbage", "{}", "[]", '{"queries": [1], "version": "1", "made": ""}'])
def test_what_is_no_manifest_is_told_in_one_line(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "manifest.json").write_text(text)
    monkeypatch.setattr("sys.argv", ["recheck.py", str(tmp_path)])
    assert recheck.main() == 2
    assert "is no manifest" in capsys.readouterr().err
    monkeypatch.setattr("sys.argv", ["recheck.py", str(tmp_path / "manifest.json")])
    assert recheck.main() == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--misread", ""), "--misread names no misreading"),
        (("--seats", ""), "names no number of seats: write for example 2,3"),
        (("--seats", "7"), "not by 7: say --seats 2,3"),
        (("--evidence", "file"), "file: is a file: name another folder"),
    ],
)
def test_what_says_nothing_is_not_passed_over(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ran = within("prove", "beggar", "G1.collect", *words, cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def test_a_folder_that_is_not_empty_is_called_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert faults.tell(FileExistsError(17, "exists already", str(tmp_path))) == faults.USAGE
    assert "name another folder" in capsys.readouterr().err


def test_what_cannot_be_kept_costs_no_proof(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    for name in ("answers", "findings"):
        (kept / name).touch()
    found, events = carried_out(tasks(), Run(tmp_path / "smt2", [Counting().solver()], kept=kept))
    assert [each.verdict for each in found] == ["held"] * len(found) != []
    assert sum("cannot be kept" in each.text for each in events if isinstance(each, Remark)) == 2


def test_arguments_are_shown_as_cards_and_suits() -> None:
    shown = [show("card", 106), show("top", -1), show("suit", 3), show("rank", 12), show("trumps", (2, 4))]
    assert shown == ["card Th", "top nothing", "suit h", "rank Q", "trumps d s"]
