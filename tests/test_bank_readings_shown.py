"""What was measured of the readings of Bank is told in words, shown by the command, and kept as evidence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from model.register import load
from properties.bank_readings import Felt, Row
from properties.bank_readings_figures import FIGURES, Estimate
from properties.evidence import Grade, Verdict, read_all
from reports.readings_words import arrow, bar, glance, plain, sentences
from tests.command import fairdeal

# --- words ---


def row(seats: int, captured: float, change: float | None = None, error: float = 1.0, felt: float = 0.5) -> Row:
    nothing = dict.fromkeys(FIGURES, Estimate(0, 0))
    return Row(
        "BANK-A10",
        "seat_before",
        ("captor=seat_before",),
        {},
        seats,
        50,
        {**nothing, "captured": Estimate(captured, error)},
        None if change is None else {**nothing, "captured": Estimate(change, error)},
        None
        if change is None
        else Felt(Estimate(0, 0), Estimate(3 * felt, 0), Estimate(felt, 0), Estimate(felt / 2, 0)),
    )


def test_what_changes_is_said_and_what_may_be_luck_is_not() -> None:
    told = " ".join(sentences([row(2, 30, -8)], [row(2, 38)]))
    assert "felt in 50 % of the rounds, 1.5 times a round, and 25 % come to other scores" in told
    assert "Points captured go from 38.0 to 30.0 with 2 seats" in told
    assert "No figure moves beyond chance" in " ".join(sentences([row(2, 36, -2)], [row(2, 38)]))
    assert (arrow(row(2, 30, -8), "captured"), arrow(row(2, 36, -2), "captured")) == ("▼", "")
    assert glance([row(2, 30, -8)], [row(2, 38)]) == "captured 38→30 (2)"


def test_a_reading_that_was_never_felt_is_said_to_be_rare_and_not_to_be_nothing() -> None:
    told = " ".join(sentences([row(2, 38, 0, felt=0), row(3, 38, 0, felt=0)], [row(2, 38), row(3, 38)]))
    assert told == "It was never felt in 100 rounds, so it is in less than 3 % of them (with 95 % confidence)."


def test_figures_are_shown_with_their_errors() -> None:
    assert plain(Estimate(67.08, 3.29)) == "67±3"
    assert plain(Estimate(5.03, 0.24)) == "5.0±0.2"
    assert plain(Estimate(0.614, 0.05), share=True) == "61±5"
    assert (bar(0), bar(0.55), bar(1)) == ("", "█████▌", "██████████")


# --- the command ---


def test_why_shows_a_question_and_leaves_evidence(tmp_path: Path) -> None:
    ran = fairdeal("rules", "--why", "bank-a12", "--rounds", "3", "--policy", "any", cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    for words in (
        "drawn_single=taken",
        "Played by the policy 'any'",
        "blocked",
        "to 248",
        "the register's own figures",
    ):
        assert words in ran.out
    ((_, evidence),) = read_all(tmp_path / "evidence")
    studied = [one for one in evidence.findings if one.statement.startswith("what ")]
    assert [one.choices for one in studied] == [{"drawn_single": "taken"}, {"own_single": "taken"}]
    for one in studied:
        assert (one.grade, one.game, one.seats, one.cases, one.seed) == (Grade.SAMPLED, "bank", (2, 3, 4), 9, 1)
        assert (one.verdict is Verdict.HELD) == (one.preconditions["a round in which it is felt"] > 0)
        assert len(one.examples) == 3
        assert one.clauses == ()


def test_why_gives_json_for_machines(tmp_path: Path) -> None:
    ran = fairdeal("rules", "--why", "BANK-A19", "--rounds", "2", "--json", cwd=tmp_path)
    found = json.loads(ran.out)
    assert [one["policy"] for one in found["studies"]] == ["any", "careful"]
    assert {row["reading"] for row in found["studies"][0]["rows"]} == {"yes", "no"}
    assert [one["seats"] for one in found["figures"]] == [3, 4]


def test_why_gives_the_reason_where_nothing_is_played(tmp_path: Path) -> None:
    ran = fairdeal("rules", "--why", "BANK-A29", cwd=tmp_path)
    assert ran.code == 0
    assert "a floor would be a rule that the text does not have" in " ".join(ran.out.split())
    assert not (tmp_path / "evidence").exists()


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("BANK-A99", "no ambiguity 'BANK-A99'"),
        ("BANK-61", "no ambiguity 'BANK-61'"),
        ("BB-A01", "BB-A01 is not of Bank"),
        ("banka", "no ambiguity"),
    ],
)
def test_why_knows_what_it_cannot_measure(what: str, words: str, tmp_path: Path) -> None:
    ran = fairdeal("rules", "--why", what, cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err


def test_why_shows_all_questions_by_how_much_they_matter(tmp_path: Path) -> None:
    ran = fairdeal("rules", "--why", "bank", "--rounds", "1", cwd=tmp_path)
    assert ran.code == 0
    lines = [line.split()[0] for line in ran.out.splitlines() if line.startswith(" BANK-A")]
    questions = list(dict.fromkeys(lines))
    assert set(questions) | {
        line.strip().split(":")[0] for line in ran.out.splitlines() if line.startswith("  BANK-A")
    } >= {one.id for one in load().ambiguities_of("bank")}
    assert questions.index("BANK-A02") < questions.index("BANK-A36")
