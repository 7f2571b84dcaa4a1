"""A run of proofs: what it plans, what it keeps, and what its processes share."""

from __future__ import annotations

import importlib.util
import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import psutil
import pytest

from model.bank.profiles import BANK
from model.bank.ranks import Points
from model.piles.points import choose
from model.piles.profiles import BEGGAR, CAMICIA, NAMED
from model.piles.rulebook import Book
from model.points import RuleChoiceError
from properties.conformance.books import AnyBook
from properties.evidence import Finding, Verdict
from solver import families, reachable
from solver.bench import given_up
from solver.desk import Proof
from solver.obligations.piles_shown import PILES
from solver.pool import Begun, Finished, Pool
from solver.prove import Remark, Run, Started
from solver.solvers import Answer, Solver
from solver.tasks import NoSuchObligation, Task, Wanted, plan
from tests.small_runs import ONE, ROOT, Counting, carried_out, files, tasks

# --- what is planned ---


def test_an_id_means_itself_or_what_begins_so() -> None:
    assert {task.id for task in tasks(id="G1.collect")} == {"G1.collect"}
    assert {task.id for task in tasks(id="G1")} == {each.id for each in PILES.obligations if each.id.startswith("G1.")}
    assert [families.is_meant(*each) for each in (("G1", "G10.ends"), ("G1", "G1.lay"), ("K2.l", "K2.lay"))] == [
        False,
        True,
        True,
    ]


def test_what_is_not_there_is_told_with_what_is_near() -> None:
    with pytest.raises(NoSuchObligation, match=r"no obligation is called 'G1.colect': did you mean G1.collect"):
        tasks(id="G1.colect")
    with pytest.raises(NoSuchObligation, match=r"did you mean G9 or N0 or N1\? there are .*G1, G2.*G9, G10, L1,"):
        tasks(id="N9")


def test_families_of_one_game_share_proofs_and_no_names(monkeypatch: pytest.MonkeyPatch) -> None:
    ids = [task.id for task in plan(Wanted(BANK, BANK, id="L1"))]
    assert len(ids) == len(set(ids)) > 0
    twice = [*families.FAMILIES, replace(families.FAMILIES[0], name="again")]
    monkeypatch.setattr(families, "FAMILIES", twice)
    with pytest.raises(ValueError, match="'piles' and 'again' both have a proof that is called D1"):
        tasks()


def test_seats_are_those_of_the_game_and_each_is_looked_at_once() -> None:
    assert [task.seats for task in tasks(CAMICIA, seats=())] == [2, 3]
    assert [task.seats for task in tasks(seats=(3, 2, 3))] == [3, 2]
    assert [task.seats for task in tasks(choose(BEGGAR, {"end": "immediate"}), seats=())] == [2]


def test_choices_are_made_unless_something_else_was_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    proof = replace(tasks()[0].proof, under=({}, {"leader": "after_taker"}, {"leader": "taker"}, {"end": "immediate"}))
    monkeypatch.setattr(families, "proofs", lambda *_: {ONE: proof})
    monkeypatch.setattr("solver.tasks.proofs", lambda *_: {ONE: proof})

    only = [replace(each, choices_for=(4,)) for each in families.FAMILIES]

    def elsewhere(made: Proof[Any], book: Book = BEGGAR, seats: tuple[int, ...] = (2, 3, 4)) -> list[int]:
        monkeypatch.setattr("solver.tasks.proofs", lambda *_: {ONE: made})
        found = plan(Wanted(book, book, seats, ONE))
        return [task.seats for task in found if task.choices == {"leader": "after_taker"}]

    def choices(book: Book, seats: int, *decided: str, declared: Book = BEGGAR) -> list[dict[str, str]]:
        agreed = declared if declared is not BEGGAR else book
        wanted = Wanted(book, agreed, (seats,), ONE, frozenset(decided))
        return [dict(task.choices) for task in plan(wanted)]

    assert choices(BEGGAR, 2) == [{}, {"leader": "after_taker"}, {"end": "immediate"}]
    assert choices(BEGGAR, 3) == [{}, {"leader": "after_taker"}]
    assert elsewhere(proof) == [2, 3, 4]
    assert elsewhere(replace(proof, elsewhere=(3, 2))) == [3]
    assert elsewhere(replace(proof, elsewhere=(2, 3))) == [2]
    assert elsewhere(replace(proof, elsewhere=(2, 3), seats=(3, 4))) == [3]
    assert elsewhere(replace(proof, elsewhere=(3, 2)), CAMICIA, (2, 3)) == []
    monkeypatch.setattr(families, "FAMILIES", only)
    assert elsewhere(proof) == [2, 3, 4]
    assert elsewhere(proof, seats=()) == [4]
    monkeypatch.setattr("solver.tasks.proofs", lambda *_: {ONE: proof})
    led = choose(BEGGAR, {"leader": "after_taker"})
    assert choices(led, 3, "leader") == [{"leader": "after_taker"}]
    swapped = replace(BEGGAR, leader=winner_leads)
    found = plan(Wanted(swapped, BEGGAR, (3,), ONE))
    assert [dict(task.choices) for task in found] == [{"leader": winner_leads.__name__}]
    assert found[0].declared == BEGGAR


def winner_leads(table: Any, winner: Any) -> Any:  # noqa: ANN401
    return winner


def test_every_statement_is_made_of_some_game_and_its_choices_are_those_of_one() -> None:
    """Families share statements: what one of them has no use for counts if another one has."""
    books: list[AnyBook] = [*NAMED.values(), BANK]
    made: set[str] = set()
    for book in books:
        with suppress(RuleChoiceError):
            made |= {task.id for task in plan(Wanted(book, book))}
    for entry in families.FAMILIES:
        own = [book for book in books if isinstance(book, entry.kind)]
        for proof in families.proofs(entry.name).values():
            assert proof.id in made, f"{entry.name}: {proof.id} is never made"
            for choices in proof.under:
                assert any(_takes(book, choices) for book in own), f"{proof.id}: no game has {choices}"


def _takes(book: AnyBook, choices: Mapping[str, str]) -> bool:
    try:
        families.with_choices(book, choices)
    except RuleChoiceError:
        return False
    return True


# --- what is kept ---


@pytest.fixture
def kept(tmp_path: Path) -> Callable[..., Run]:
    def made(solver: Solver, **changes: Any) -> Run:  # noqa: ANN401
        return replace(Run(tmp_path / "smt2", [solver], kept=tmp_path / "kept"), **changes)

    return made


def test_what_is_unchanged_is_not_solved_again(kept: Callable[..., Run]) -> None:
    counting = Counting()
    (first,), _ = carried_out(tasks(), kept(counting.solver()))
    (again,), events = carried_out(tasks(), kept(counting.solver()))
    assert (first.kept, bool(again.kept)) == ("", True)
    assert (again.solvers, again.seconds, again.query_sha256) == (first.solvers, first.seconds, first.query_sha256)
    assert not [event for event in events if isinstance(event, Started | Remark)]
    assert counting.asked == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda run, work: (run, tasks(seats=(3,))),
        lambda run, work: (run, tasks(choose(BEGGAR, {"leader": "after_taker"}))),
        lambda run, work: (replace(run, fresh=True), work),
        lambda run, work: (replace(run, solvers=[replace(run.solvers[0], version="2")]), work),
    ],
    ids=["seats", "rules", "fresh", "version"],
)
def test_what_has_changed_is_solved_again(kept: Callable[..., Run], change: Any) -> None:  # noqa: ANN401
    counting = Counting()
    run = kept(counting.solver())
    carried_out(tasks(), run)
    run, work = change(run, tasks())
    (found,), events = carried_out(work, run)
    assert not [event for event in events if isinstance(event, Remark)]
    assert found.kept == ""
    assert counting.asked == 2


@pytest.mark.parametrize("said", [Answer.SAT, Answer.UNKNOWN, "error: cannot read this"])
def test_only_what_held_is_kept(kept: Callable[..., Run], said: str) -> None:
    counting = Counting(said)
    for _ in range(2):
        (found,), _ = carried_out(tasks(), kept(counting.solver(), seconds=0.1))
        assert found.verdict is Verdict.INCONCLUSIVE
    assert counting.asked == 2
    assert not (kept(counting.solver()).kept or Path()).exists()


@pytest.mark.parametrize("at", [0, 70, -2])
def test_what_is_kept_and_not_whole_is_never_believed(kept: Callable[..., Run], tmp_path: Path, at: int) -> None:
    counting = Counting()
    carried_out(tasks(), kept(counting.solver()))
    assert len(files(tmp_path / "kept")) == 2
    for path in files(tmp_path / "kept"):
        content = bytearray(path.read_bytes())
        content[at] ^= 1
        path.write_bytes(content)
    (found,), events = carried_out(tasks(), kept(counting.solver()))
    assert [event.text for event in events if isinstance(event, Remark)] == [
        f"{files(tmp_path / 'kept' / 'findings')[0]}: is not what was kept, and is left aside"
    ]
    assert (found.kept, counting.asked) == ("", 2)


def test_a_finding_is_kept_for_its_own_key_alone(kept: Callable[..., Run], tmp_path: Path) -> None:
    """Files that were moved about: one of another statement, and one of the same for another solver."""
    counting = Counting()
    folder = tmp_path / "kept" / "findings"
    carried_out(tasks(), kept(counting.solver()))
    (own,) = files(folder)
    content = own.read_bytes()
    for run, work in ((kept(counting.solver("2")), tasks()), (kept(counting.solver()), tasks(id="G1.lay"))):
        before = set(files(folder))
        carried_out(work, run)
        (other,) = set(files(folder)) - before
        other.write_bytes(content)
        _, events = carried_out(work, run)
        assert [event.text for event in events if isinstance(event, Remark)] == [
            f"{other}: is not what was kept, and is left aside"
        ]


def test_a_script_that_is_not_what_was_solved_is_written_and_read_again(
    kept: Callable[..., Run], tmp_path: Path
) -> None:
    counting = Counting()
    (first,), _ = carried_out(tasks(), kept(counting.solver()))
    (script,) = files(tmp_path / "smt2")
    whole = script.read_text()
    script.write_text(whole.replace("(check-sat)", "(assert false)\n(check-sat)"))
    (found,), events = carried_out(tasks(), kept(counting.solver()))
    assert [event.id for event in events if isinstance(event, Started)] == [ONE]
    assert script.read_text() == whole
    assert found.solvers == first.solvers
    assert counting.asked == 1, "the text itself was solved already"


RULE = """
def leads(table, winner):
    return winner
"""


def loaded(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("a_rule_of_its_own", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def written(path: Path, text: str, when: int) -> None:
    """A source file that was changed at this time."""
    path.write_text(text)
    os.utime(path, (when, when))


def test_a_changed_source_is_another_proof(kept: Callable[..., Run], tmp_path: Path) -> None:
    path = tmp_path / "a_rule_of_its_own.py"
    written(path, RULE, 1)
    counting = Counting()
    work = tasks(replace(BEGGAR, leader=loaded(path).leads))
    for _ in range(2):
        carried_out(work, kept(counting.solver()))
    written(path, RULE + "# a remark\n", 2)
    assert carried_out(work, kept(counting.solver()))[0][0].kept
    assert counting.asked == 1, "the script is the same"
    assert len(files(tmp_path / "kept" / "findings")) == 2


def test_nothing_is_kept_of_a_source_that_was_changed_since_we_began(kept: Callable[..., Run], tmp_path: Path) -> None:
    """What runs may be what stood there before."""
    path = tmp_path / "a_rule_of_its_own.py"
    written(path, RULE, int(time.time()) + 1)
    carried_out(tasks(replace(BEGGAR, leader=loaded(path).leads)), kept(Counting().solver()))
    assert not (tmp_path / "kept" / "findings").exists()


def test_what_a_proof_depends_on() -> None:
    held = reachable.files_of(reachable.functions_in(BEGGAR, tasks()[0].proof, PILES))
    names = {str(path.relative_to(ROOT)) for path in held}
    assert {"model/__init__.py", "model/cards.py", "model/piles/taking.py", "model/piles/state.py"} <= names
    assert not [name for name in names if name.startswith(("solver/", "tests/", "model/bank/"))]
    own = replace(BEGGAR, leader=winner_leads)
    assert ROOT / "tests/test_prove_runs.py" in reachable.files_of(reachable.functions_in(own))
    assert winner_leads in reachable.functions_in([partial(print, lambda: own)])
    with pytest.raises(reachable.Unknown, match="has no name"):
        reachable.described(replace(BEGGAR, leader=lambda table, winner: winner))
    assert reachable.described(BANK) != reachable.described(replace(BANK, fixed_sum=Points(BANK.fixed_sum + 1)))


def test_the_same_text_is_solved_once(tmp_path: Path) -> None:
    counting = Counting()
    twice, _ = carried_out([*tasks(), *tasks()], Run(tmp_path, [counting.solver()]))
    assert twice[0].query_sha256 == twice[1].query_sha256
    assert counting.asked == 1
    assert twice[0].kept == twice[1].kept == ""


# --- several processes ---


def test_the_order_is_the_same_whatever_the_number_of_processes(tmp_path: Path) -> None:
    z3 = Solver("z3", "any", lambda script, seconds: Answer.UNSAT)
    work = tasks(id="G1")
    alone, _ = carried_out(work, Run(tmp_path / "one", [z3]))
    beside, events = carried_out(work, Run(tmp_path / "two", [z3], jobs=3))
    assert [each.query_sha256 for each in beside] == [each.query_sha256 for each in alone]
    assert [each.subject for each in beside] == [task.id for task in work]
    assert {each.solvers[0].version for each in beside} != {"any"}, "the others ask the real solver"
    assert len([event for event in events if isinstance(event, Started)]) == len(work)


def test_several_processes_begin_with_the_longest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = tasks(id="G1")
    made = {task.id: task.proof for task in work}
    made[work[-1].id] = replace(work[-1].proof, long=20.0)
    monkeypatch.setattr("solver.tasks.proofs", lambda *_, **__: made)
    beside, events = carried_out(work, Run(tmp_path, [Solver("z3", "any", lambda *_: Answer.UNSAT)], jobs=2))
    assert [event.id for event in events if isinstance(event, Started)][:2] == [work[-1].id, work[0].id]
    assert [each.subject for each in beside] == [task.id for task in work]


@dataclass(frozen=True)
class Odd:
    """A shop whose workers end, fail or hang at some tasks."""

    def worker(self) -> OddWorker:
        return OddWorker()

    def release(self, process: int) -> None:
        assert process


class OddWorker:
    def done(self, task: Task) -> Finding:
        match task.id:
            case "G1.lay":
                os._exit(3)
            case "G1.turn":
                raise LookupError("a fault in a proof")
            case "G2.lay":
                time.sleep(60)
        return given_up(task, "done")


def odd(*ids: str, jobs: int = 2) -> Pool:
    return Pool(Odd(), [task for id in ids for task in tasks(id=id)], jobs)


def test_a_process_that_ends_leaves_one_task_open() -> None:
    with closing(odd("G1.lay", ONE, ONE, jobs=1)) as pool:
        found = {event.place: event.finding for event in pool.events([0, 1, 2]) if isinstance(event, Finished)}
    assert found[0].counterexample == "the process that worked on it has ended (exit code 3)"
    assert found[0].verdict is Verdict.INCONCLUSIVE
    assert [found[place].counterexample for place in (1, 2)] == ["done", "done"]


def test_a_fault_in_one_proof_leaves_that_one_open(capfd: pytest.CaptureFixture[str]) -> None:
    with closing(odd("G1.turn", ONE, jobs=1)) as pool:
        found = [event.finding for event in pool.events([0, 1]) if isinstance(event, Finished)]
    assert [each.counterexample for each in found] == ["fault of fairdeal: LookupError: a fault in a proof", "done"]
    assert {each.verdict for each in found} == {Verdict.INCONCLUSIVE}
    assert "in done\n" in capfd.readouterr().err, "where it was is told beside the findings"


def test_closing_ends_all_processes_at_once() -> None:
    pool = odd("G2.lay", "G2.lay")
    events: Iterator[Begun | Finished] = pool.events([0, 1])
    assert [next(events), next(events)] == [Begun(0), Begun(1)]
    hands = [psutil.Process(each.pid) for each in multiprocessing.active_children() if each.pid]
    assert len(hands) == 2
    start = time.monotonic()
    pool.close()
    assert time.monotonic() - start < 5
    assert not [each for each in hands if each.is_running()]


def test_a_run_that_is_interrupted_says_so_and_keeps_what_it_has(tmp_path: Path) -> None:
    words = ("prove", "beggar", "G1", "--seats", "2,5,6", "--jobs", "2", "--solver", "z3", "--solver", "cvc5")
    command = [sys.executable, str(ROOT / "fairdeal.py"), *words]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        assert run.stdout.readline().startswith("held")
        hands = psutil.Process(run.pid).children(recursive=True)
        run.send_signal(signal.SIGINT)
        rest = run.communicate(timeout=20)[0]
    assert run.returncode == 4
    held, all, left = map(int, re.findall(r"interrupted: (\d+) of (\d+) hold, (\d+) left", rest)[0])
    assert held + left == all == len(tasks(id="G1", seats=(2, 5, 6)))
    assert rest.count("interrupted") == 1
    assert files(tmp_path / "evidence" / "kept" / "findings")
    (made,) = (tmp_path / "evidence").glob("prove-*.json")
    assert not json.loads(made.read_text())["complete"]
    assert not [each for each in psutil.wait_procs(hands, 5)[1] if each.status() != psutil.STATUS_ZOMBIE]
