"""The proofs: the rules of Beggar come out proved, wrong rules come out as situations that anybody can lay out."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

import pytest

from model.piles import slaps
from model.piles.play import collect, lay, turn
from model.piles.points import choose
from model.piles.profiles import BEGGAR, CAMICIA
from model.piles.rulebook import Book
from model.piles.state import Phase, Table
from model.points import RuleChoiceError
from properties.evidence import Finding, Verdict
from properties.misreadings import misreadings_of
from solver.compile import compiled
from solver.languages import MU
from solver.obligations import Scene
from solver.obligations.piles_shown import PILES
from solver.prove import SECONDS, Found, Planned, Run, Started, carry_out, failed, prove
from solver.replay import Replay, Situation
from solver.smtlib import script, sha256
from solver.solvers import Answer, NoSolver, Solver, available, named
from solver.sources import source_of
from solver.tasks import Wanted, plan
from tests import proof_misreadings as wrong

ROOT = Path(__file__).parents[1]
Z3 = available(("z3",))
"""One solver is enough where a statement does not hold: the model confirms it."""


NOT_HERE = ("T1", "T2", "T3")
"""What is tried on translations and branches in tests of its own."""


def proved(book: Book, out: Path, seats: Sequence[int], solvers: Sequence[Solver] | None = None) -> list[Finding]:
    events = prove(book, out, seats, solvers, without=NOT_HERE)
    return [event.finding for event in events if isinstance(event, Found)]


def of(id: str, out: Path, solvers: Sequence[Solver], book: Book = BEGGAR, seconds: float = SECONDS) -> list[Finding]:
    """What is found of the statements whose ids begin like this, with two seats."""
    run = Run(out, solvers, seconds)
    events = carry_out(plan(Wanted(book, book, (2,), id, without=NOT_HERE)), run)
    return [event.finding for event in events if isinstance(event, Found)]


def swapped(point: str, function: Callable[..., Any]) -> Book:
    changes: dict[str, Any] = {point: function}
    return replace(BEGGAR, **changes)


def answers(*said: str) -> list[Solver]:
    """Solvers that have made up their mind."""
    return [Solver(f"s{at}", "1", partial(_say, text)) for at, text in enumerate(said)]


def _say(text: str, script: str, seconds: float) -> str:
    return text


# --- what is proved ---


def test_a_part_of_beggar_is_proved_by_all_solvers(tmp_path: Path) -> None:
    findings = [
        *of("G1", tmp_path, available()),
        *of("G7", tmp_path, available()),
        *of("D2.deal", tmp_path, available()),
    ]
    assert {"D2.deal", "G1.turn", "G7.pass_remainder", "G7.claimant_takes"} <= {each.subject for each in findings}
    all_hold(findings, tmp_path)


def all_hold(findings: Sequence[Finding], out: Path) -> None:
    asked = {solver.name for solver in available()}
    for finding in findings:
        assert finding.verdict is Verdict.HELD, finding
        if finding.seats:
            assert {solved.solver for solved in finding.solvers} == asked
            assert {solved.answer for solved in finding.solvers} == {"unsat"}
            (written,) = finding.scripts
            assert sha256((out / written.name).read_text()) == written.sha256 == finding.query_sha256


@pytest.mark.deep
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_beggar_is_proved(seats: int, tmp_path: Path) -> None:
    findings = proved(BEGGAR, tmp_path, [seats])
    assert {"D2.deal", "G1.turn", "G2.turn", "G3.turn", "G4.end", "T0.turn"} <= {each.subject for each in findings}
    all_hold(findings, tmp_path)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("point", "name"),
    [
        *(("payer_out", name) for name in ("claimant_takes", "other_lays")),
        *(("sole_holder", name) for name in ("goes_on_turning", "wins_at_once")),
        *(("pile_order", name) for name in ("reversed", "shuffled")),
        *(("leader", name) for name in ("after_last_layer", "after_taker")),
        *(("end", name) for name in ("immediate", "early_stop", "lead_on")),
        *(("pay_map", name) for name in ("a1_two2_three3", "j1q2k3", "a1j2q3k4")),
        ("deal", "equal_rest_to_middle"),
        ("dealt_on_top", "first_dealt"),
    ],
)
def test_every_choice_that_can_be_translated_is_proved(point: str, name: str, tmp_path: Path) -> None:
    findings = proved(choose(BEGGAR, {point: name}), tmp_path, [2])
    assert [finding for finding in findings if finding.verdict is not Verdict.HELD] == []
    assert findings[-1].choices == {point: name}


def test_camicia_has_payments_of_its_own_and_seats_it_does_not_know_are_refused(tmp_path: Path) -> None:
    findings = of("G5", tmp_path, Z3, CAMICIA)
    assert {each.verdict for each in findings} == {Verdict.HELD}
    assert "G5.king" not in {each.subject for each in findings}
    with pytest.raises(RuleChoiceError, match="camicia is played by 2 to 3 seats"):
        proved(CAMICIA, tmp_path, [4], Z3)


@pytest.mark.deep
def test_camicia_is_proved(tmp_path: Path) -> None:
    all_hold(proved(CAMICIA, tmp_path, [2, 3]), tmp_path)


def test_a_script_is_written_before_it_is_solved_and_is_the_same_every_time(tmp_path: Path) -> None:
    seen: list[str] = []
    folder = tmp_path / "one"

    def ask(script: str, seconds: float) -> str:
        assert any(path.read_text() == script for path in folder.iterdir())
        seen.append(script)
        return Answer.UNSAT

    of("G1", folder, [Solver("watch", "1", ask)])
    again = of("G1", tmp_path / "two", answers("unsat"))
    assert [sha256(script) for script in seen] == [finding.query_sha256 for finding in again]
    assert len(seen) == 3


SCENES = {each.scene.name: each.scene for each in PILES.obligations}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_what_is_assumed_can_be_so(scene: Scene[Book]) -> None:
    """From what can never be so anything would follow, and nothing would be proved."""
    for seats in (2, 6) if scene.name not in ("deal_pack", "dealt") else (2,):
        given = script((), MU, compiled(scene, BEGGAR, seats).given)
        assert {solver.solve(given, 20).answer for solver in available()} == {"sat"}


def test_what_is_looked_at_is_told_first(tmp_path: Path) -> None:
    wanted = Wanted(BEGGAR, BEGGAR, (2,), "G2")
    planned, *events = carry_out(plan(wanted), Run(tmp_path, answers("unsat")))
    assert planned == Planned(len(events) // 2)
    for started, found in zip(events[::2], events[1::2], strict=True):
        assert isinstance(started, Started)
        assert isinstance(found, Found)
        assert (started.id, started.statement) == (found.finding.subject, found.finding.statement)


# --- what is wrong ---


def place_of(function: Callable[..., Any]) -> str:
    """Where the first statement of a function of the model stands."""
    source = source_of(function)
    return str(source.place(source.tree.body[1]))


WRONG: dict[str, tuple[str, Callable[..., Any], set[str], str]] = {
    "loss": (
        "pile_order",
        {each.name: each for each in misreadings_of("beggar")}["first_card_stays_out"].function,
        {"G1.collect", "G1.turn", "G2.collect", "G2.turn"},
        "1 card before, 0 after; not so: there are as many cards as before",
    ),
    "debt": (
        "pay_card",
        {each.name: each for each in misreadings_of("beggar")}["debts_add_up"].function,
        {"G2.lay", "G2.turn"},
        "not so: the debt lies between 0 and 4",
    ),
    "deal": (
        "deal_one",
        {each.name: each for each in misreadings_of("beggar")}["counterclockwise"].function,
        {"D2.deal_one", "D2.deal"},
        "not so: the next seat clockwise is next",
    ),
    "exchange": ("pile_order", wrong.copies_last_card, {"G1.collect", "G1.turn"}, "not so: they are the same cards"),
    "hang": ("owed_card", wrong.never_counts_down, {"G2.lay", "G2.turn"}, "not so: the seat to act holds a card"),
    "draws": (
        "payer_out",
        wrong.draws_from_the_middle,
        {"G1.lay", "G1.turn", "G2.lay", "G2.turn", "G3.lay", "G3.turn"},
        "not so: the hands have one card less, or the middle was taken",
    ),
    "lead": ("leader", wrong.next_seat_leads, {"G2.collect", "G2.turn"}, "not so: the seat to act holds a card"),
    "owner": (
        "paid",
        wrong.claims_for_nobody,
        {"G1.turn", "G2.lay", "G2.turn", "G3.turn", "T0.turn"},
        f"{place_of(slaps.under_hand)} takes a place outside of 0 to 1",
    ),
    "burn": ("deal_one", wrong.burns_a_card, {"D2.deal_one", "D2.deal"}, "1 card before, 0 after"),
    "for ever": ("deal_one", wrong.deals_for_ever, {"D2.deal_one", "D2.deal"}, "not so: it ends"),
}


@cache
def situation(kind: str, subject: str) -> Situation | None:
    """The smallest situation on which the model breaks a statement."""
    point, function, _, _ = WRONG[kind]
    obligation = next(each for each in PILES.obligations if each.id == subject)
    book = swapped(point, function)
    return Replay(obligation, compiled(obligation.scene, book, 2), PILES).smallest(30)


KEPT_TO: Final = re.compile(r"G[123]\.|D2\.deal|T0\.(lay|collect|turn)$")
"""What every step of the play keeps to; the statements of single rules are tried in `test_pile_proofs.py`."""


def invariants(book: Book, out: Path, seats: int) -> list[Finding]:
    tasks = [task for task in plan(Wanted(book, BEGGAR, (seats,))) if KEPT_TO.match(task.id)]
    events = carry_out(tasks, Run(out, Z3))
    return [event.finding for event in events if isinstance(event, Found)]


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_rule_fails_with_a_situation(kind: str, tmp_path: Path) -> None:
    point, function, subjects, words = WRONG[kind]
    seats = 3 if kind == "deal" else 2
    findings = invariants(swapped(point, function), tmp_path, seats)
    wrong_ones = [finding for finding in findings if finding.verdict is Verdict.FAILED]
    assert {finding.subject for finding in wrong_ones} == subjects
    assert failed(findings)
    assert any(words in finding.counterexample for finding in wrong_ones), wrong_ones
    assert all(" -> after '" in finding.counterexample for finding in wrong_ones)
    assert findings[-1].choices == {point: function.__name__}


def cards_on(table: Table) -> list[int]:
    return sorted([*table.middle, *(card for hand in table.hands for card in hand)])


def test_the_situations_are_those_of_the_model() -> None:
    """Played by hand here: each is what the model's own function does with the wrong rule in the book."""
    lost = situation("loss", "G1.turn")
    assert lost is not None
    table = lost.before["table"]
    after = turn(replace(BEGGAR, pile_order=WRONG["loss"][1]), table)
    assert after == lost.after
    assert len(cards_on(table)) == 1
    assert cards_on(after) == []
    assert cards_on(turn(BEGGAR, table)) == cards_on(table)

    owed = situation("debt", "G2.lay")
    assert owed is not None
    after = lay(replace(BEGGAR, pay_card=WRONG["debt"][1]), owed.before["table"])
    assert after == owed.after
    assert after.debt > 4

    led = situation("lead", "G2.collect")
    assert led is not None
    after = collect(replace(BEGGAR, leader=WRONG["lead"][1]), led.before["table"])
    assert after == led.after
    assert after.phase == Phase.LAYING
    assert not after.hands[after.turn]


def test_a_suspicion_that_the_model_does_not_confirm_is_no_failure(tmp_path: Path) -> None:
    (finding,) = of("G9.pile_order", tmp_path, answers("sat"), seconds=1)
    assert finding.verdict is Verdict.INCONCLUSIVE
    assert "relaxed: not replayed" in finding.counterexample


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        (["unsat", "unsat"], Verdict.HELD),
        (["unsat", "sat"], Verdict.FAILED),
        (["unsat", "unknown: timeout"], Verdict.INCONCLUSIVE),
        (["unsat", "error: cannot read this"], Verdict.INCONCLUSIVE),
        (["unsat", "unsat\nunsat"], Verdict.INCONCLUSIVE),
        ([], Verdict.INCONCLUSIVE),
    ],
)
def test_only_agreement_proves(said: list[str], verdict: Verdict, tmp_path: Path) -> None:
    findings = of("G3", tmp_path, answers(*said))
    assert {finding.verdict for finding in findings} == {verdict}


def test_what_cannot_be_translated_is_inconclusive_and_says_where(tmp_path: Path) -> None:
    findings = of("T0.deal", tmp_path, Z3, choose(BEGGAR, {"deal": "one_aside"}))
    refused = [finding for finding in findings if finding.verdict is Verdict.INCONCLUSIVE]
    assert {finding.subject for finding in refused} == {"T0.deal"}
    assert "model/piles/dealing.py:" in refused[0].counterexample
    assert "there is a pile where a row is needed" in refused[0].counterexample


# --- solvers ---

TINY = "(set-logic QF_LIA)\n(declare-fun x () Int)\n(assert (< {} {}))\n(check-sat)\n"


@pytest.mark.parametrize("solver", available(), ids=lambda solver: solver.name)
def test_each_solver_answers_and_says_what_it_cannot_read(solver: Solver) -> None:
    assert solver.solve(TINY.format("x", "x"), 10).answer == Answer.UNSAT
    assert solver.solve(TINY.format("x", 0), 10).answer == Answer.SAT
    assert solver.solve(TINY.format("x", "y"), 10).answer.startswith(Answer.ERROR)
    assert solver.solve("", 10).answer != Answer.UNSAT


def test_solvers_by_name() -> None:
    assert [solver.name for solver in named(["z3"])] == ["z3"]
    with pytest.raises(NoSolver, match="no solver is called 'z4': there are z3, cvc5, yices"):
        named(["z4"])


# --- one line of the model changed by the reader ---

COMMAND = """
import sys
from pathlib import Path
from model.piles.profiles import BEGGAR
from solver.prove import Found, Run, carry_out, failed
from solver.solvers import available
from solver.tasks import Wanted, plan

tasks = plan(Wanted(BEGGAR, BEGGAR, (2,), sys.argv[1], without=("T1", "T2", "T3")))
events = carry_out(tasks, Run(Path("smt2"), available(["z3"])))
findings = [event.finding for event in events if isinstance(event, Found)]
for finding in findings:
    if finding.verdict != "held":
        print(finding.subject, finding.verdict.value, finding.counterexample)
sys.exit(1 if failed(findings) else 4 if any(each.verdict != "held" for each in findings) else 0)
"""


LOSS = (
    "model/piles/taking.py",
    'hand + middle\n\n\n@clause("BMN-42")\ndef reversed_pile',
    'hand + middle[1:]\n\n\n@clause("BMN-42")\ndef reversed_pile',
)


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        pytest.param(LOSS, 1, "G1.collect failed hands (empty)/(empty), middle -, won by", id="loses a card"),
        pytest.param(
            ("model/piles/dealing.py", "while dealing.deck:", "while dealing.deck[1:]:"),
            1,
            "D2.deal failed deck",
            id="one card is not dealt",
        ),
        *(
            pytest.param(*case, id=name, marks=pytest.mark.deep)
            for name, *case in (
                ("copies", ("model/piles/play.py", "= hand[0], hand[1:]", "= hand[0], hand"), 1, "G1.lay failed"),
                ("keeps", ("model/piles/slaps.py", "=hands, middle=()", "=hands"), 1, "G3.collect failed"),
                ("leads", ("model/piles/play.py", "table.hands[table.turn] else", "table.hands else"), 1, "G2.initial"),
                ("runs", ("model/piles/state.py", "(seat + distance) % seats", "seat + distance"), 1, "T0.lay failed"),
                ("never ends", ("model/piles/state.py", "range(1, seats + 1)", "range(1, seats)"), 1, "G4.end failed"),
            )
        ),
    ],
)
def test_one_changed_line_is_found(change: tuple[str, str, str], code: int, words: str, tmp_path: Path) -> None:
    path, line, instead = change
    for package in ("model", "properties", "solver"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    source = (tmp_path / path).read_text()
    assert source.count(line) == 1
    (tmp_path / path).write_text(source.replace(line, instead))
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, words.partition(".")[0]],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stderr
    assert words in done.stdout, done.stdout
