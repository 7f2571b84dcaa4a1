"""The page that says what is known: it shows what failed, what is missing, and nothing that was not found."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from model.piles.profiles import PROFILES
from model.register import load
from properties.conformance.books import GAMES
from properties.evidence import Evidence, Finding, Grade, Solved, Verdict
from reports.known import Known, gather
from reports.markdown import escape, functions_by_clause, report

UNSAT = (Solved("z3", "4.13", "unsat", 0.5), Solved("cvc5", "1.2", "unsat", 1.25))


PROVED = Finding(
    subject="debt is replaced",
    statement="a new pay card cancels the old debt",
    game="beggar",
    grade=Grade.PROVED,
    verdict=Verdict.HELD,
    clauses=("BMN-25",),
    seats=(2, 3),
    solvers=UNSAT,
    query_sha256="0123456789abcdef",
    seconds=1.75,
)
SAMPLED = msgspec.structs.replace(
    PROVED,
    grade=Grade.SAMPLED,
    solvers=(),
    query_sha256="",
    cases=400,
    seed=7,
    preconditions={"a debt is open": 12},
)


def proved(**changes: object) -> Finding:
    """A proof of BMN-25, with the given fields instead."""
    return msgspec.structs.replace(PROVED, **changes)


def sampled(**changes: object) -> Finding:
    """A sampled finding about BMN-25, with the given fields instead."""
    return msgspec.structs.replace(SAMPLED, **changes)


def run(*findings: Finding, made: str = "2024-05-01T10:00:00+00:00", **changes: object) -> Evidence:
    """A run with these findings, with the given fields instead."""
    return msgspec.structs.replace(Evidence("prove beggar", "0.1.0", made, findings), **changes)


def page_of(*runs: Evidence, modelled: tuple[str, ...] = GAMES) -> str:
    return report(load(), runs, modelled=modelled)


def known_of(*runs: Evidence) -> Known:
    return gather(load(), runs, functions_by_clause(), GAMES)


def row(page: str, first: str) -> list[str]:
    """The cells of the only table row that starts so."""
    (line,) = [line for line in page.splitlines() if line.startswith(f"| {first} |")]
    return [cell.strip() for cell in line.strip("|").replace("\\|", "¦").split(" | ")]


def missing(page: str) -> str:
    return page.split("## What is missing")[1]


def tables(page: str) -> list[list[str]]:
    """The tables of a page, each as its lines."""
    blocks = [block.splitlines() for block in page.split("\n\n")]
    return [block for block in blocks if block[0].startswith("|")]


# --- what is there ---


def test_a_clause_shows_its_statement_its_functions_its_checks_and_its_strongest_grade() -> None:
    page = page_of(run(sampled(), proved()))
    cells = row(page, "BMN-25")
    assert cells[1] == escape(load().clause("BMN-25").statement)
    assert [f"`{name}`" for name in functions_by_clause()["BMN-25"]] == cells[2].split(", ")
    assert "piles.paying." in cells[2]
    assert cells[3:] == ["2", "proved: debt is replaced"]
    assert row(page, "BMN-20")[2] == "`pay_map=j1q2k3a4`"


def test_a_proof_names_solvers_seats_query_and_time() -> None:
    cells = row(page_of(run(proved(assumptions=("n seats",)))), "debt is replaced")
    assert cells[2:4] == ["proved", "2, 3"]
    assert cells[4] == "unsat by z3 4.13 (0.50 s), cvc5 1.2 (1.25 s); query 0123456789ab; assuming n seats"
    assert cells[5] == "1.8"


def test_a_solver_that_does_not_know_is_not_among_those_that_agree() -> None:
    unsure = (*UNSAT, Solved("yices", "2.6", "unknown", 60.0))
    cells = row(page_of(run(proved(solvers=unsure))), "debt is replaced")
    assert cells[4].startswith("unsat by z3 4.13 (0.50 s), cvc5 1.2 (1.25 s); unknown by yices 2.6 (60.00 s)")


def test_samples_name_cases_seed_and_preconditions() -> None:
    assert row(page_of(run(sampled())), "debt is replaced")[4] == "400 cases, seed 7; a debt is open: 12 times"


def test_the_header_states_runs_dates_and_versions() -> None:
    page = page_of(run(proved()), run(sampled(), made="2024-05-02T10:00:00+00:00", version="0.2.0", complete=False))
    assert "From 2 runs, 2024-05-01T10:00:00+00:00 to 2024-05-02T10:00:00+00:00:" in page
    assert "**The runs are of 2 different versions**" in page
    assert "| prove beggar | 2024-05-02T10:00:00+00:00 | 0.2.0 | 1 | **no** |" in page
    assert "was not completed" in missing(page)


def test_the_summary_counts_findings_and_clauses_by_grade() -> None:
    page = page_of(run(proved(), sampled(subject="other"), sampled(subject="third", clauses=("BMN-24",))))
    assert row(page, "proved")[1:3] == ["1", "1"]
    assert row(page, "sampled")[1:3] == ["2", "1"]
    assert row(page, "failed")[1:3] == ["0", "0"]


def test_programs_stand_apart_and_say_nothing_of_the_rules() -> None:
    program = sampled(subject="gonzo 0.0.2", statement="conforms")
    page = page_of(run(program, command="verify -- gonzo"))
    assert row(page, "gonzo 0.0.2")[3] == "held"
    assert row(page, "BMN-25")[4] == "no evidence"
    assert row(page, "sampled")[1] == "0"


# --- what failed, and what is not known ---


def test_a_finding_that_failed_is_shown_as_failed_whatever_else_held() -> None:
    failed = sampled(verdict=Verdict.FAILED, counterexample="J-/--", subject="other")
    page = page_of(run(proved(), failed))
    assert row(page, "BMN-25")[4] == "**failed** (tried as sampled): other"
    assert row(page, "other")[2] == "**failed** (tried as sampled)"
    assert "against it: J-/--" in row(page, "other")[4]
    assert row(page, "**failed**")[1:3] == ["1", "1"]
    assert "- **failed**: beggar, other:" in missing(page)


def test_an_inconclusive_finding_is_no_evidence_that_something_holds() -> None:
    open_ = sampled(verdict=Verdict.INCONCLUSIVE, preconditions={"a debt is open": 0})
    page = page_of(run(open_))
    assert row(page, "BMN-25")[4] == "**inconclusive** (tried as sampled): debt is replaced"
    assert "**a debt is open: never**" in row(page, "debt is replaced")[4]
    assert row(page, "sampled")[1:3] == ["0", "0"]
    assert "- **inconclusive**: beggar, debt is replaced:" in missing(page)


def test_a_later_run_counts_even_when_it_knows_less() -> None:
    later = run(proved(verdict=Verdict.INCONCLUSIVE, solvers=()), made="2024-05-02T10:00:00+00:00")
    page = page_of(later, run(proved()))
    assert row(page, "BMN-25")[4] == "**inconclusive** (tried as proved): debt is replaced"
    assert "1 finding was replaced by a later one" in page


def test_what_holds_with_other_choices_is_said_to_hold_with_them_and_counts_less() -> None:
    other = proved(choices={"end": "immediate"})
    assert row(page_of(run(other)), "BMN-25")[4] == "proved: debt is replaced (with end=immediate)"
    assert row(page_of(run(other, sampled())), "BMN-25")[4] == "sampled: debt is replaced"


# --- what is missing ---


def test_without_evidence_everything_is_missing() -> None:
    page = page_of()
    assert "**There is no evidence: nothing has been run.**" in page
    assert all(row(page, grade)[1:3] == ["0", "0"] for grade in Grade)
    needed = [clause for clause in load().of_game("beggar") if clause.carries_rule and not clause.restates]
    assert needed
    for clause in needed:
        assert clause.id in missing(page)
        assert row(page, clause.id)[3:] == ["0", "no evidence"]


def test_a_clause_without_evidence_is_missing_and_one_with_evidence_is_not() -> None:
    known = known_of(run(proved()))
    ids = {each.clause.id for each in known.missing("beggar")}
    assert "BMN-24" in ids
    assert "BMN-25" not in ids
    assert "BMN-01" not in ids, "a heading needs no evidence"
    assert f"beggar: {len(ids)} clauses without evidence:" in page_of(run(proved()))


def test_games_without_a_rule_book_are_pending() -> None:
    assert known_of().pending == ()
    page = page_of(modelled=tuple(PROFILES))
    assert "Games pending (no rule book plays them yet): bank." in page
    assert "## bank\n" not in page
    assert "- bank: pending, no rule book plays it (99 clauses)" in page


def test_every_rule_of_the_games_played_is_stated_by_a_function() -> None:
    assert not known_of().unstated("beggar")
    assert not known_of().unstated("camicia")
    assert not known_of().unstated("banka")
    assert not known_of().unstated("ratscrew")


def test_a_rule_that_no_function_states_is_missing() -> None:
    page = report(load(), [], stated_by={})
    assert "rules that no function states: BMN-02" in page
    assert row(page, "BMN-25")[2] == "nothing"


def test_a_clause_that_the_register_does_not_have_is_named() -> None:
    page = page_of(run(proved(clauses=("BMN-99",))))
    assert "- findings name clauses that the register does not have: BMN-99" in page


# --- Markdown ---


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a|b", r"a\|b"),
        ("*never* lost_card", r"\*never\* lost\_card"),
        ("<b> & `x`", r"&lt;b> &amp; \`x\`"),
        ("two\nlines", "two lines"),
        ("[a](b)", r"\[a\](b)"),
        ("J--/-J-", "J--/-J-"),
    ],
)
def test_texts_show_as_they_are(text: str, shown: str) -> None:
    assert escape(text) == shown


def test_every_row_of_a_table_has_the_columns_of_its_head() -> None:
    wild = proved(subject="a | b", statement="*x*\n| y", counterexample="J|-", verdict=Verdict.FAILED)
    pages: Sequence[str] = (page_of(), page_of(run(wild, sampled(examples=("J-|-A",)))))
    for page in pages:
        for table in tables(page):
            columns = [line.replace("\\|", "").count("|") for line in table]
            assert len(set(columns)) == 1
            assert set(table[1]) == set("|- ")
