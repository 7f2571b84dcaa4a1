"""`fairdeal strength` and `verify --core` on the screen, and the matrix for machines."""

from __future__ import annotations

import re
import sys
from io import StringIO
from pathlib import Path

import jsonschema
import msgspec
import pytest
from rich.console import Console

from properties.conformance.core import cores
from properties.strength.rows import Column, Kill, Matrix, Row, Space
from reports import strength_document, strength_words
from reports.screen.strength import Wanted, exit_code, finding, strength
from tests.command import ROOT, within

CASE = Kill("beggar/BMN-44/case", "case", ("BMN-44",), "the winner differs", {}, 2)
OTHER = Kill("beggar/BMN-02/other", "case", ("BMN-02",), "the winner differs", {}, 7)
CHECK = Kill("the winner has everything", "check", ("BMN-45",), "Not so. (tick 2)")
TELLS = '[[case]]\nid = "beggar/tells/x"\ngame = "beggar"\nclauses = ["BMN-44"]\ndeal = "-/J"\nwhy = "Not so."'


def row(name: str, *kills: Kill, clauses: tuple[str, ...] = ("BMN-44",)) -> Row:
    return Row(name, "misreading", "beggar", clauses, "end", "Somebody believes it.", {}, kills, 72, 3)


NOTICED = row("noticed", CASE, OTHER)
SURVIVOR = msgspec.structs.replace(row("survivor", OTHER), separating=TELLS)
DEALT = msgspec.structs.replace(row("dealt", CHECK, clauses=("BMN-45",)), beyond_cases=True)
UNDEALT = msgspec.structs.replace(row("undealt"), separating="dealing 3 cards, 2 seats", beyond_cases=True)
SAME = msgspec.structs.replace(row("same"), equivalent=Space(4_775, 4))
ADAPTER = msgspec.structs.replace(row("adapter", OTHER), kind="misbehaviour", clauses=())


def matrix(*rows: Row) -> Matrix:
    columns = (Column("beggar/BMN-44/case", "case", ("BMN-44",), 1, 1), Column("beggar/idle", "case", (), 0, 0))
    return Matrix("beggar", ("BMN-44", "BMN-45", "BMN-61"), rows, columns, 1.5)


def told(*parts: object) -> str:
    """What is printed to somebody with 100 columns."""
    out = StringIO()
    console = Console(file=out, width=100, highlight=False)
    for part in parts:
        console.print(part)
    return out.getvalue()


# --- in words ---


def test_clause_by_clause_it_is_told_what_became_of_the_misreadings() -> None:
    text = told(strength_words.clause_table(matrix(NOTICED, SURVIVOR, SAME, DEALT)))
    lines = [line.split() for line in text.splitlines()]
    assert lines[1][:6] == ["BMN-44", "3", "1", "-", "1", "1"]
    assert "nothing / survivor" in text
    assert lines[2][:6] == ["BMN-45", "1", "-", "1", "-", "-"]
    assert "check 'the winner has everything' / dealt" in text
    assert "says what BMN-60 says" in text
    assert max(map(len, text.splitlines())) <= 100


def test_a_survivor_is_told_with_the_case_that_would_notice_it() -> None:
    text = told(*strength_words.survivors(matrix(NOTICED, SURVIVOR, SAME)))
    assert "SURVIVES  survivor (BMN-44): it is noticed only by BMN-02/other (7 cards)" in text
    assert all(f"    {line}" in text.splitlines() for line in TELLS.splitlines())
    assert "EQUIVALENT  same (BMN-44): the same in all 4,775 deals up to 4 cards" in text
    assert "noticed (BMN-44)" not in text
    assert "It shows in dealing 3 cards, 2 seats, which no case can ask" in told(
        *strength_words.survivors(matrix(UNDEALT))
    )


def test_what_notices_nothing_is_named() -> None:
    assert "1 of 2 cases notice nothing:\n    beggar/idle\n" in told(*strength_words.idle(matrix(NOTICED)))


def test_the_totals_count_each_thing_once() -> None:
    borrowed = msgspec.structs.replace(row("borrowed"), borrowed=True)
    text = told(strength_words.totals([matrix(NOTICED, SURVIVOR, SAME, DEALT, ADAPTER, borrowed)]))
    assert text.split()[-9:] == ["beggar", "3", "4", "1", "3", "3", "1", "1", "1.5"]
    words = told(*strength_words.last_words([matrix(NOTICED, SAME, DEALT)]))
    assert "1 of 3 (33.3 %) are equivalent" in words
    assert "beggar: 1 die by checks alone, as no case can deal a pack or let the time run out: dealt" in words


def test_an_adapter_is_told_with_the_smallest_case_that_notices_it() -> None:
    silent = msgspec.structs.replace(ADAPTER, name="silent", kills=())
    text = told(strength_words.adapter_table(matrix(ADAPTER, silent)))
    assert text.splitlines()[1].split()[:4] == ["adapter", "1", "0", "-"]
    assert text.splitlines()[2].split() == ["silent", "0", "0", "-", "-"]


def test_one_clause_is_told_in_full() -> None:
    text = told(*strength_words.one_clause("BMN-44", [NOTICED, SURVIVOR]))
    assert "Somebody believes it." in text
    assert "beggar/BMN-02/other" in text
    assert 'deal = "-/J"' in text


def test_what_other_clauses_notice_is_not_called_the_same_game() -> None:
    """Nothing was sought where something notices it, so nothing is said of what a search has found."""
    elsewhere = row("elsewhere", OTHER, clauses=("BMN-44", "BMN-02"))
    assert "noticed only by what speaks for other clauses" in told(*strength_words.one_clause("BMN-44", [elsewhere]))
    assert "the same in all 4,775 deals up to 4 cards" in told(*strength_words.one_clause("BMN-44", [SAME]))


# --- the exit code ---


def test_what_survives_fails() -> None:
    assert exit_code([matrix(NOTICED, DEALT)]) == 0
    assert exit_code([matrix(NOTICED, SURVIVOR)]) == 1
    assert exit_code([matrix()]) == 4


def test_too_much_that_is_equivalent_fails() -> None:
    assert exit_code([matrix(*[NOTICED] * 19, SAME)]) == 0
    assert exit_code([matrix(*[NOTICED] * 18, SAME)]) == 1
    assert finding(matrix(*[NOTICED] * 18, SAME)).verdict == "failed"


@pytest.mark.parametrize(("clauses", "code"), [(("BMN-44",), 0), (("BMN-45",), 1), ((), 4)])
def test_a_clause_fails_where_nothing_of_its_own_notices_what_misreads_it(
    clauses: tuple[str, ...], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever others of its clauses notice; and where nothing misreads it, nothing was tried."""
    found = (matrix(row("one", CASE, clauses=clauses)),)
    monkeypatch.setattr("reports.screen.strength._matrices", lambda wanted, tasks: found)
    asked = clauses[0] if clauses else "BMN-61"
    assert strength(Wanted("beggar", asked, False, 1, Path(), False, "0")) == code


# --- for machines ---


def test_the_matrix_for_machines_keeps_its_schema() -> None:
    made = strength_document.document([matrix(NOTICED, SURVIVOR, SAME, DEALT, ADAPTER)], "0.1.0", 1)
    data = msgspec.json.decode(msgspec.json.encode(made))
    jsonschema.Draft202012Validator(strength_document.schema()).validate(data)
    (game,) = data["games"]
    assert (game["survivors"], game["equivalent"], game["kills_nothing"]) == (["survivor"], ["same"], ["beggar/idle"])


# --- the commands ---


def test_a_clause_is_looked_up(tmp_path: Path) -> None:
    ran = within("strength", "camicia", "BMN-56", cwd=tmp_path)
    assert ran.code == 0
    assert "camicia_with_52_cards" in ran.out
    assert "twenty each in Camicia" in ran.out
    assert list(tmp_path.iterdir()) == []


def test_a_game_is_told_and_its_evidence_kept(tmp_path: Path) -> None:
    ran = within("strength", "ratscrew", "--evidence", str(tmp_path / "kept"), cwd=tmp_path)
    assert ran.code == 0, ran.out
    assert "BMN-53" in ran.out
    assert max(len(line) for line in ran.out.splitlines() if str(tmp_path) not in line) <= 120
    (kept,) = (tmp_path / "kept").iterdir()
    (finding,) = msgspec.json.decode(kept.read_bytes())["findings"]
    assert (finding["verdict"], finding["grade"]) == ("held", "exhausted")


def test_what_does_not_exist_is_refused(tmp_path: Path) -> None:
    assert within("strength", "bridge", cwd=tmp_path).code == 2
    assert within("strength", "beggar", "BMN-999", cwd=tmp_path).code == 2
    assert within("strength", "beggar", "--core", "--choose-core", cwd=tmp_path).code == 2
    assert within("strength", "beggar", "BMN-44", "--core", cwd=tmp_path).code == 2


def test_the_core_alone_kills_what_ratscrew_misreads(tmp_path: Path) -> None:
    ran = within("strength", "ratscrew", "--core", cwd=tmp_path)
    assert ran.code == 0
    assert "0 stay alive" in ran.out


REFERENCE = (sys.executable, str(ROOT / "fairdeal.py"), "reference")


@pytest.mark.parametrize(("misread", "code"), [("", 0), ("out_with_a_last_pay_card", 1), ("debts_add_up", 1)])
def test_a_program_is_held_against_the_core_alone(misread: str, code: int, tmp_path: Path) -> None:
    wrong = ("--misread", misread) if misread else ()
    ran = within("verify", "--core", "--again", "0", "--", *REFERENCE, *wrong, cwd=tmp_path)
    assert ran.code == code, ran.out
    assert ("CONFORMS" in ran.out) is (code == 0)
    asked = re.search(r"([0-9]+) (?:cases|of [0-9]+)", ran.out)
    assert code or (asked is not None and int(asked[1]) == len(cores()["beggar"].cases))


def test_the_core_is_of_our_own_suite(tmp_path: Path) -> None:
    assert within("verify", "--core", "--suite", "cases", "--", *REFERENCE, cwd=tmp_path).code == 2
    assert within("verify", "--core", "--for", "1s", "--", *REFERENCE, cwd=tmp_path).code == 2
