"""What is left of a run of proofs: exported queries, JSON, situations, and the count of rule clauses."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import jsonschema
import pytest

from model.piles.profiles import CAMICIA
from model.points import RuleChoiceError
from model.register import load
from properties.conformance.books import GAMES
from reports import proof_document, proof_words
from solver import clause_table, exported, families
from solver.prove import Run
from tests.command import Ran, within
from tests.small_runs import ONE, ROOT, Counting, carried_out, files, tasks

STATED = "G9.collect"
"""An obligation that speaks for clauses."""

# --- what is exported ---


def rechecked(folder: Path, *words: str) -> Ran:
    done = subprocess.run(
        [sys.executable, str(folder / "recheck.py"), *words], cwd="/", capture_output=True, text=True, check=False
    )
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Ran, Path]:
    """One obligation and one lemma proved by z3 on the command line, exported, and told for machines."""
    folder = tmp_path_factory.mktemp("made")
    words = ("--seats", "2", "--solver", "z3", "--kept", "k", "--out", "s", "--evidence", "e", "--jobs", "1")
    return within("prove", "beggar", STATED, *words, "--export", "x", "--json", cwd=folder), folder


def test_an_exported_folder_needs_only_a_solver(made: tuple[Ran, Path]) -> None:
    ran, folder = made
    assert ran.code == 0, ran.err
    checked = rechecked(folder / "x", "--solver", "z3")
    assert checked.code == 0, checked.out + checked.err
    assert "1 of 1 scripts confirmed by every solver asked (z3)" in checked.out
    manifest = json.loads((folder / "x" / "manifest.json").read_text())
    (query,) = manifest["queries"]
    assert (query["id"], query["expected"], query["clauses"]) == (
        STATED,
        "unsat",
        list(tasks(id=STATED)[0].proof.clauses),
    )
    imported = {
        line.split()[1].partition(".")[0]
        for line in (folder / "x" / "recheck.py").read_text().splitlines()
        if line.lstrip().startswith(("import ", "from "))
    }
    assert imported - set(sys.stdlib_module_names) == {"z3", "cvc5"}


@pytest.mark.parametrize(
    ("harm", "code", "words"),
    [
        (lambda script: script.write_text(script.read_text() + " "), 1, "is not the script of the manifest"),
        (lambda script: script.unlink(), 2, "beggar.G9.collect.2.smt2: is not there"),
        (lambda script: claimed(script, "(set-logic QF_LIA)\n(check-sat)\n"), 1, "z3 says sat"),
        (lambda script: claimed(script, "(check-sat"), 1, "z3 says error"),
        (lambda script: claimed(script, script.read_text(), ["cvc5"]), 4, "1 scripts that none of these solvers"),
    ],
    ids=["tampered", "missing", "sat", "unreadable", "unread"],
)
def test_what_is_not_confirmed_is_told(
    made: tuple[Ran, Path], tmp_path: Path, harm: Callable[[Path], None], code: int, words: str
) -> None:
    _, folder = made
    for path in files(folder / "x"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (script,) = tmp_path.glob("*.smt2")
    harm(script)
    checked = rechecked(tmp_path, "--solver", "z3")
    assert checked.code == code, checked.out
    assert words in checked.out + checked.err


def claimed(script: Path, text: str, solvers: Sequence[str] = ("z3",)) -> None:
    """Another script, with a manifest that says it is the right one."""
    script.write_text(text)
    path = script.with_name("manifest.json")
    manifest = json.loads(path.read_text())
    manifest["queries"][0] |= {"sha256": hashlib.sha256(text.encode()).hexdigest(), "solvers": list(solvers)}
    path.write_text(json.dumps(manifest))


def test_a_folder_that_is_not_empty_is_not_written_to(made: tuple[Ran, Path], tmp_path: Path) -> None:
    _, folder = made
    ran = within("prove", "beggar", ONE, "--export", str(folder / "x"), cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert "exists already, and nothing is overwritten" in ran.err


def test_what_is_exported_is_what_was_solved(tmp_path: Path) -> None:
    run = Run(tmp_path / "smt2", [Counting().solver()])
    found, _ = carried_out(tasks(), run)
    (script,) = files(run.out)
    script.write_text("(check-sat)")
    with pytest.raises(exported.NotThere, match="has changed since it was solved"):
        exported.export(found, run.out, tmp_path / "x", "now", "1")
    with pytest.raises(FileExistsError):
        exported.export(found, run.out, run.out, "now", "1")


# --- what is said ---


def test_the_json_is_what_its_schema_says(made: tuple[Ran, Path]) -> None:
    told = json.loads(made[0].out)
    schema = proof_document.schema()
    jsonschema.validate(told, schema, cls=jsonschema.Draft202012Validator)
    assert schema == json.loads(within("export", "--schema").out)["proofs"]
    (one,) = told["obligations"]
    assert (one["id"], one["grade"], one["verdict"], one["seats"]) == (STATED, "proved", "held", [2])
    assert [(each["solver"], each["answer"]) for each in one["solvers"]] == [("z3", "unsat")]
    assert one["sha256"] == hashlib.sha256((made[1] / "s" / one["scripts"][0]["name"]).read_bytes()).hexdigest()
    assert told["counts"] == {"held": 1, "failed": 0, "inconclusive": 0, "kept": 0}
    (count,) = told["clause_counts"]
    assert count["game"] == "beggar"
    assert count["clauses"] == count["with_obligation"] + count["excepted"] + count["missing"]
    own = {each["id"]: each for each in told["clauses"]}
    assert (own["BMN-42"]["verdict"], STATED in own["BMN-42"]["obligations"]) == ("held", True)


def test_a_second_run_says_what_was_kept_and_asks_no_solver(made: tuple[Ran, Path]) -> None:
    words = ("--seats", "2", "--solver", "z3", "--kept", "k", "--out", "s", "--evidence", "e")
    script = (
        "import sys, fairdeal\n"
        "from solver import solvers\n"
        "asked = []\n"
        "solvers.Solver.solve = lambda self, script, seconds: asked.append(self.name)\n"
        f"sys.argv = ['', 'prove', 'beggar', {STATED!r}, *{words!r}, '--clauses']\n"
        "try: fairdeal.main()\n"
        "finally: print(asked)\n"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=made[1], capture_output=True, text=True, check=False, env=on_path())
    assert done.returncode == 0, done.stderr
    assert "1 of 1 hold" in done.stdout
    assert "1 kept from earlier runs" in done.stdout
    assert done.stdout.endswith("[]\n")
    assert "BMN-42" in done.stdout


def test_times_have_a_unit_and_clauses_the_text_that_they_stand_in(tmp_path: Path) -> None:
    (finding,), _ = carried_out(tasks(CAMICIA), Run(tmp_path, [Counting().solver()]))
    assert re.search(r"\(counting \d+\.\d\d s\)$", proof_words.line(finding))
    table = [row for row in clause_table.rows([finding]) if row.game == "beggar"]
    (line,) = proof_words.clause_lines(table, [finding])
    assert line.plain.startswith("rule clauses of beggar (whose text has the rules of camicia too): ")
    (line,) = proof_words.clause_lines(table, [])
    assert line.plain.startswith("rule clauses of beggar: ")


def on_path() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "120"}


def test_what_fails_is_shown_as_a_situation(tmp_path: Path) -> None:
    words = ("--seats", "2", "--solver", "z3", "--misread", "first_card_stays_out", "--jobs", "1")
    ran = within("prove", "beggar", ONE, *words, cwd=tmp_path)
    assert ran.code == 1
    shown = ran.out[ran.out.index("FAILED") :]
    for line in ("before  hands (empty)/(empty)", "        middle -", "action  'collect'", "1 card before, 0 after"):
        assert line in shown
    assert "not so  there are as many cards as before" in shown
    assert not (tmp_path / "evidence" / "kept").exists() or not files(tmp_path / "evidence" / "kept" / "findings")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("beggar", "G99"), "no obligation is called 'G99'"),
        (("begar",), "no game is called 'begar': did you mean 'beggar'?"),
        (("beggar", "--seats", "7"), "beggar is played by 2 to 6 seats"),
        (("--set", "end=immediate"), "choices are those of one game"),
        (("beggar", "--misread", "nonsense"), "no misreading of beggar is called 'nonsense'"),
    ],
)
def test_wrong_usage_is_told(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    ran = within("prove", *words, cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


# --- clauses ---


def test_clauses_and_exceptions_fit_together() -> None:
    assert clause_table.faults() == ()


def test_no_rule_clause_of_a_game_that_is_proved_is_missing() -> None:
    proved: set[str] = set()
    for game in GAMES:
        with suppress(RuleChoiceError):
            proved |= {families.text_of(game)} if families.families_of(families.book_of(game, {})) else set()
    assert proved >= {"beggar", "banka"}
    assert [row.clause.id for row in clause_table.rows(()) if row.missing and row.game in proved] == []


def test_an_exception_has_to_be_one() -> None:
    table = clause_table.rows(())
    stated = next(row.clause.id for row in table if row.obligations)
    free = next((row.clause.id for row in table if not row.obligations), "")
    wrong = {
        "XX-1": "there is no such thing",
        "BMN-01": "a heading states no rule",
        stated: "this has a statement",
        free: "because",
    }
    assert [fault.partition(": ")[0] for fault in clause_table.faults(exceptions=wrong)] == [
        "there is an exception for XX-1, and no such clause",
        "there is an exception for BMN-01, which states no rule of its own",
        f"there is an exception for {stated}, for which {clause_table.stated_by_clause(load())[stated][0]} is stated",
        f"the exception for {free} gives no reason",
    ]


def test_every_rule_clause_is_counted_once() -> None:
    table = clause_table.rows(())
    counted = clause_table.counts(table)
    assert sum(each.clauses for each in counted) == len(table)
    assert [each.game for each in counted] == ["banka", "beggar", "bank"]
    for each in counted:
        assert each.clauses == each.with_obligation + each.excepted + each.missing
