"""Whether statements say anything, and what a run tells of what its findings rest on."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from model.piles.profiles import BEGGAR
from model.piles.rulebook import Book
from properties.evidence import Verdict
from reports import proof_words
from reports.proof_document import Told
from reports.screen import fates
from solver import exported, recheck
from solver.desk import Desk, Outcome
from solver.misread import Survived, Why, misreadings_of
from solver.obligations import Family, Inputs, Setting
from solver.obligations.piles_shown import PILES
from solver.prove import Run
from solver.solvers import Answer, Solver
from solver.statements import proofs_of
from solver.terms import FALSE, Bool
from tests.command import within
from tests.small_runs import ONE, Counting, carried_out, tasks
from tests.test_prove_output import rechecked

# --- whether statements say anything ---


def never(setting: Setting[Book], inputs: Inputs) -> Bool:
    return FALSE


def said_of(about: str, scene: str, family: Family[Book] = PILES, solver: Solver | None = None) -> Outcome:
    """What comes of T1 or T2 of a scene with two seats."""
    proof = next(each for each in proofs_of(family) if each.id == f"{about}.{scene}")
    asked = solver or Counting().solver()
    desk = Desk(BEGGAR, BEGGAR, 2, family, 5.0, lambda script, part, language: (asked.solve(script, 1),))
    return proof.prove(desk)


@pytest.mark.parametrize("of_scene", ["collect", "pay_card"])
def test_a_scene_of_which_nothing_can_be_assumed_fails(of_scene: str) -> None:
    own = [each for each in PILES.obligations if each.scene.name == of_scene]
    empty = replace(own[0].scene, hypothesis=never)
    family = replace(PILES, obligations=tuple(replace(each, scene=empty) for each in own))
    outcome = said_of("T2", of_scene, family)
    assert (outcome.verdict, outcome.counterexample) == (Verdict.FAILED, "nothing meets what is assumed")
    assert said_of("T1", of_scene, family).note.startswith("what is assumed holds in 0 of ")
    assert said_of("T2", of_scene).verdict is Verdict.HELD
    assert said_of("T1", of_scene).preconditions["what is assumed holds"] > 0


def test_what_is_assumed_of_a_loop_is_looked_at_as_well() -> None:
    looping = {each.scene.name: each for each in PILES.obligations if each.scene.loop is not None}
    for name, obligation in list(looping.items())[:1]:
        assert said_of("T2", name).verdict is Verdict.HELD
        empty = replace(obligation, scene=replace(obligation.scene, hypothesis=never))
        outcome = said_of("T2", name, replace(PILES, obligations=(empty,)))
        assert outcome.counterexample == "nothing meets what is assumed"
    assert looping


def test_a_way_that_is_out_of_reach_is_proved_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    counting = Counting()
    outcome = said_of("T2", "turn", solver=counting.solver())
    assert (outcome.verdict, outcome.note) == (Verdict.HELD, "")
    assert counting.asked == len(outcome.assumptions) > 0
    unproved = said_of("T2", "turn", solver=Counting(Answer.UNKNOWN).solver())
    assert unproved.verdict is Verdict.HELD
    assert unproved.note.startswith(f"not proved to be out of reach ({counting.asked}): ")
    monkeypatch.setattr("solver.statements.can_be", lambda *_, **__: Answer.SAT)
    assert said_of("T2", "turn", solver=counting.solver()).note == unproved.note


def test_scenes_of_one_name_are_one_scene() -> None:
    (first, *_) = PILES.obligations
    twins = (first, replace(first, id="other", scene=replace(first.scene, hypothesis=never)))
    with pytest.raises(ValueError, match=f"two scenes are called '{first.scene.name}'"):
        list(proofs_of(replace(PILES, obligations=twins)))


# --- what a run tells ---


def test_a_proof_that_raises_costs_no_other_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = {ONE: tasks()[0].proof, "G1.lay": replace(tasks(id="G1.lay")[0].proof, prove=at_fault)}
    monkeypatch.setattr("solver.tasks.proofs", lambda *_, **__: made)
    work = [*tasks(id="G1.lay"), *tasks()]
    (wrong, right), _ = carried_out(work, Run(tmp_path, [Counting().solver()]))
    assert wrong.verdict is Verdict.INCONCLUSIVE
    assert wrong.counterexample == "fault of fairdeal: ZeroDivisionError: of its own"
    assert right.verdict is Verdict.HELD
    assert "in at_fault" in capsys.readouterr().err
    assert Told("", "", "", 0, (), (wrong, right), ()).exit_code == 5
    assert Told("", "", "", 0, (), (right,), ()).exit_code == 0


def at_fault(desk: Desk[Any]) -> Outcome:
    raise ZeroDivisionError("of its own")


def test_what_is_not_by_solvers_is_in_the_manifest(tmp_path: Path) -> None:
    found, _ = carried_out([*tasks(), *tasks(id="T1.collect")], Run(tmp_path / "s", [Counting().solver()]))
    exported.export(found, tmp_path / "s", tmp_path / "x", "now", "1")
    manifest = json.loads((tmp_path / "x" / "manifest.json").read_text())
    assert [(each["id"], each["grade"]) for each in manifest["not_by_solvers"]] == [("T1.collect", "sampled")]
    checked = rechecked(tmp_path / "x", "--solver", "z3")
    assert checked.code == 0
    assert "1 findings not by solvers, and not checked here: T1.collect" in checked.out


def test_what_only_one_solver_has_read_is_told(tmp_path: Path) -> None:
    z3 = Solver("z3", "1", lambda script, seconds: Answer.UNSAT)
    found, _ = carried_out(tasks(), Run(tmp_path, [z3]))
    assert proof_words.alone(found) == "1 proved by one solver only (z3): install cvc5, yices"
    both, _ = carried_out(tasks(), Run(tmp_path, [z3, replace(z3, name="cvc5")]))
    assert proof_words.alone(both) == ""
    able = {"one": ["z3", "cvc5"], "two": ["z3"]}
    assert (
        recheck.alone(able, {"one": ["z3"], "two": ["z3"]}) == "proved by one solver only (z3): 1 scripts; install cvc5"
    )
    assert recheck.alone(able, able) == ""


def test_what_is_not_stated_under_these_rules_is_told(tmp_path: Path) -> None:
    words = ("K5.hands", "--set", "captured_to=hand", "--seats", "2", "--solver", "z3", "--jobs", "1")
    ran = within("prove", "bank", *words, cwd=tmp_path)
    assert ran.code == 4
    assert "K5.hands of bank is not stated under these rules; it is without captured_to=hand" in ran.out


def test_what_each_misreading_breaks_is_told(tmp_path: Path) -> None:
    ran = within("prove", "ratscrew", "--misreadings", "--json", cwd=tmp_path)
    assert ran.code == 0, ran.err
    told = json.loads(ran.out)
    assert [each["misreading"] for each in told] == [each.name for each in misreadings_of("ratscrew")]
    assert all(each["dies"] and each["obligation"] for each in told)
    ran = within("prove", "beggar", "G1", "--misreadings", cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "")


@pytest.mark.parametrize(("reason", "code"), [(Why.NOT_STATED, 0), (Why.NOT_SETTLED, 4), (Why.NOT_CONFIRMED, 4)])
def test_a_misreading_of_which_nobody_knows_is_not_settled(
    reason: Why, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fates, "fates", lambda *_: iter([Survived("odd", reason, "somewhere")]))
    assert fates.misreadings("beggar", (), as_json=False) == code
    assert "0 of 1 misreadings of beggar die by proofs alone" in capsys.readouterr().out
