"""What was measured of the readings of Bank is told in words, shown by the command, and kept as evidence."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from msgspec import structs

from model.register import load
from properties.bank_readings import Felt, Row
from properties.bank_readings_figures import FIGURES, Estimate
from properties.evidence import Evidence, Finding, Grade, Verdict, read_all, write
from reports.measured_readings import measured
from reports.readings import _changes
from reports.readings_words import arrow, bar, glance, plain, sentences
from tests.command import Ran, fairdeal, within

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


@pytest.mark.parametrize("columns", [80, 100, 120])
def test_in_a_narrow_window_no_seats_and_no_digit_are_lost(
    columns: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    ran = within("rules", "--why", "BANK-A22", "--rounds", "2", "--policy", "any", cwd=tmp_path)
    lines = ran.out.splitlines()
    assert max(map(len, lines)) <= columns
    assert "normal_forms_only" in ran.out.replace("\n", "") or "normal_forms_" in ran.out
    assert "…" not in ran.out
    for seats in (2, 3, 4):
        apart = f"{seats} seats" in lines
        assert apart or any(re.match(rf" +{seats}  any_rank", line) for line in lines), seats
    ((_, evidence),) = read_all(tmp_path / "evidence")
    figures = [line for line in lines if "±" in line]
    for one in evidence.findings:
        for example in one.examples:
            told = re.search(r"blocked ends (\S+) ", example)
            assert told is None or any(re.search(rf"(?<!\d){told[1]}(?!\d)", line) for line in figures)
    assert ("acts" in ran.out.split("With all other rules")[1].split("literal")[0]) or columns < 120


def test_all_questions_fit_and_say_how_much_they_rest_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    ran = within("rules", "--why", "bank", "--rounds", "1", cwd=tmp_path)
    assert max(len(line) for line in ran.out.splitlines()) <= 80
    assert "rounds" in ran.out
    assert "too few rounds to see it: --rounds 300" in told(ran)
    assert re.search(r"BANK-A07  four_follow=optional +3 +0±0 +0±0", ran.out)
    assert re.search(r"simulation  events +2 +33 ", ran.out)
    assert "figures of the register's own simulation, which belong to no question" in told(ran)
    assert "6.2" not in re.findall(r"^ ?(\S+)", ran.out, re.M)


def told(ran: Ran) -> str:
    return " ".join(ran.out.split())


def test_what_was_never_felt_in_many_rounds_is_rare() -> None:
    seldom = [row(2, 38, 0, felt=0)]
    assert _changes(seldom, [row(2, 38)], 10) == "too few rounds to see it: --rounds 300"
    assert _changes(seldom, [row(2, 38)], 300) == "never felt"
    assert _changes([row(2, 38, 0)], [row(2, 38)], 10) == "nothing beyond chance"
    assert _changes([row(2, 38, 0)], [row(2, 38)], 9) == "too few rounds to say"


def test_a_few_rounds_that_are_alike_are_not_called_a_change() -> None:
    few = structs.replace(row(2, 30, -8, error=0), rounds=9)
    assert arrow(few, "captured") == ""
    assert arrow(structs.replace(few, rounds=10), "captured") == "▼"
    assert "too few rounds to say which figures move" in " ".join(sentences([few], [row(2, 38)]))


def test_a_rule_point_leads_to_its_questions(tmp_path: Path) -> None:
    ran = within("rules", "--why", "seven", cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert "seven is a rule point" in ran.err
    assert "fairdeal rules --why BANK-A21 (BANK-50" in ran.err
    assert "no open question is about it: fairdeal rules pack" in within("rules", "--why", "pack").err


# --- the page of the game ---


def measured_by(cases: int, made: str, captured: str, setting: str = "", policy: str = "any") -> Evidence:
    choices = {"drawn_single": "taken", **({"trumps": setting} if setting else {})}
    finding = Finding(
        subject="BANK-A12",
        statement=f"what drawn_taken does instead of stays, played by the policy '{policy}'",
        game="bank",
        grade=Grade.SAMPLED,
        verdict=Verdict.HELD,
        seats=(2,),
        choices=choices,
        cases=cases,
        examples=(f"2 seats: felt in 40±2 % of rounds, other scores 9±1 %; points captured {captured} (-1.5±0.2)",),
    )
    reading = next(one for one in load().ambiguities["BANK-A12"].readings if "drawn_single=taken" in one.wire)
    named = structs.replace(finding, statement=finding.statement.replace("drawn_taken", reading.name))
    return Evidence("rules --why BANK-A12", "0", made, (named,))


def test_a_weaker_measurement_does_not_replace_a_stronger_one(tmp_path: Path) -> None:
    strong = measured_by(900, "2026-01-01T00:00:00+00:00", "38.0±0.4")
    newer = measured_by(900, "2026-01-02T00:00:00+00:00", "37.9±0.4")
    weak = measured_by(6, "2026-01-03T00:00:00+00:00", "12.0±9.9")
    other = measured_by(12, "2026-01-04T00:00:00+00:00", "20.0±5.5", setting="none")
    for each in (strong, newer, weak, other):
        write(each, tmp_path)
    (lines,) = measured(tmp_path, load()).values()
    assert lines == (
        "measured in 900 rounds with 2 seats: felt in 40±2 % of rounds; other scores in 9±1 %;"
        " points captured 37.9±0.4 (-1.5±0.2)",
        "measured in 12 rounds where trumps=none with 2 seats: felt in 40±2 % of rounds; other scores in 9±1 %;"
        " points captured 20.0±5.5 (-1.5±0.2)",
    )


def test_the_page_of_the_game_says_on_how_many_rounds_a_figure_rests(tmp_path: Path) -> None:
    write(measured_by(900, "2026-01-01T00:00:00+00:00", "38.0±0.4"), tmp_path / "evidence")
    ran = within("rules", "bank", cwd=tmp_path)
    assert "measured in 900 rounds with 2 seats: felt in 40±2 % of rounds" in told(ran)


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
    lines = [line.split()[0] for line in ran.out.splitlines() if line.startswith("BANK-A")]
    questions = list(dict.fromkeys(lines))
    assert set(questions) | {
        line.strip().split(":")[0] for line in ran.out.splitlines() if line.startswith("  BANK-A")
    } >= {one.id for one in load().ambiguities_of("bank")}
    assert questions.index("BANK-A02") < questions.index("BANK-A36")
