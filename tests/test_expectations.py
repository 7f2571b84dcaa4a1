"""Known failures: their file is read strictly, and nothing is covered that was not expected."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.piles.profiles import BEGGAR
from model.piles.rulebook import Book
from properties.conformance.cases import Case, exhaustive_case, load_suite
from properties.conformance.expectations import (
    Expectation,
    ExpectationsError,
    Known,
    of_gaps,
    read,
    sort_out,
    text,
)
from properties.conformance.explain import candidates
from properties.conformance.grouping import Group, groups
from properties.conformance.judge import CONVENTIONS, Fault, FaultKind, Judge, Judged, Status, Transcript, Verdict
from properties.conformance.protocol import BudgetWire, DealWire, GameClaim, Gap, OutcomeWire, Play
from properties.conformance.reference import Reference, misreading

TODAY = date(2027, 1, 31)
CLAIM = GameClaim("beggar", seats=(2, 3), loop="first_repeat", count_cards="laid", count_tricks="with_last_pile")
WHOLE = tuple(
    exhaustive_case("beggar", hands, {})
    for hands in (
        ("J", "-"),
        ("J--", "J"),
        ("J", "--"),
        ("J-", "J"),
        ("-", "J-"),
        ("J", "J-"),
        ("--", "J"),
        ("J-", "Q"),
        ("J--", "Q"),
    )
)
SUITE = tuple(
    case
    for case in load_suite("beggar")
    if case.phase in ("worked", "directed") and case.cards == "class" and not case.choices and len(case.hands) < 4
)


def judged_of(book: Book, cases: Iterable[Case]) -> list[Judged]:
    """What a program that plays by this book is told."""
    program, judge = Reference({"beggar": book}, "x", honest=False), Judge(CLAIM)
    found = []
    for number, case in enumerate(cases):
        request = Play(number, "beggar", "1", case.choices, DealWire(case.hands, case.cards), BudgetWire(case.budget))
        transcript = Transcript(number, program.answer(request).decode())
        found.append(Judged(case, judge.judge(case, transcript), transcript))
    return found


def grouped(judged: list[Judged]) -> tuple[Group, ...]:
    return tuple(groups(judged, CLAIM, CONVENTIONS[0]))


def held(judged: list[Judged], *expectations: Expectation, today: date = TODAY) -> Known:
    return sort_out(grouped(judged), judged, expectations, today)


def failing(judged: list[Judged]) -> set[str]:
    return {one.case.id for one in judged if one.verdict.status in (Status.FAIL, Status.ERROR)}


WRONG = misreading("debts_add_up").book
CLAUSE = misreading("debts_add_up").clauses[0]


@pytest.fixture(scope="module")
def wrong() -> list[Judged]:
    """A program that breaks one clause, asked the suite and a few small deals."""
    judged = judged_of(WRONG, (*SUITE, *WHOLE))
    assert failing(judged)
    return judged


@pytest.fixture(scope="module")
def right() -> list[Judged]:
    """A program that breaks none."""
    judged = judged_of(BEGGAR, (*SUITE, *WHOLE))
    assert not failing(judged)
    return judged


# --- holding a run against them ---


def test_a_clause_covers_the_failures_that_it_explains_and_a_case_covers_itself(wrong: list[Judged]) -> None:
    found = held(wrong, Expectation(clause=CLAUSE))
    assert set(found.expected) == failing(wrong)
    assert (found.closed, found.lapsed, found.idle) == ((), (), ())
    one = min(failing(wrong))
    assert held(wrong, Expectation(case=one)).expected == {one: Expectation(case=one)}


def test_another_clause_covers_nothing_although_its_cases_fail(wrong: list[Judged]) -> None:
    """Some cases of BMN-63 fail, but what went wrong there is put down to another clause."""
    found = held(wrong, Expectation(clause="BMN-63"))
    assert found.expected == {}
    assert any("BMN-63" in one.case.clauses for one in wrong if one.case.id in failing(wrong))


def test_without_an_explanation_the_tags_of_a_case_decide() -> None:
    case = next(case for case in SUITE if case.id == "beggar/example-1")
    got = OutcomeWire("won", winner=1)
    judged = [Judged(case, Verdict(case.id, Status.FAIL, "the winner differs", got=got), None)]
    refused = [Judged(case, Verdict(case.id, Status.FAIL, "refused, though its claims cover this case"), None)]
    assert sort_out((), refused, [Expectation(clause="BMN-27")], TODAY).expected == {}, "a refusal breaks no clause"
    found = sort_out((Group(judged[0], tuple(judged), None),), judged, [Expectation(clause="BMN-27")], TODAY)
    assert set(found.expected) == {case.id}
    assert sort_out((), judged, [Expectation(clause="BMN-44")], TODAY).expected == {}


@pytest.mark.parametrize("kind", [FaultKind.CRASHED, FaultKind.TIMEOUT, FaultKind.ERR])
def test_a_clause_never_covers_a_program_that_breaks(kind: FaultKind) -> None:
    case = next(case for case in SUITE if case.id == "beggar/example-1")
    judged = [Judged(case, Verdict(case.id, Status.ERROR, "broke", fault=Fault(kind, "broke")), None)]
    by_clause, by_case = Expectation(clause="BMN-27"), Expectation(case=case.id)
    found = sort_out(grouped(judged), judged, [by_clause, by_case], TODAY)
    assert set(found.expected) == {case.id}
    assert found.idle == (by_clause,)


def test_what_passes_unexpectedly_is_closed(right: list[Judged]) -> None:
    by_clause, by_case = Expectation(clause=CLAUSE), Expectation(case=WHOLE[0].id)
    found = held(right, by_clause, by_case)
    assert found == Known({}, closed=(by_clause, by_case), lapsed=())


def test_one_that_still_fails_somewhere_is_not_closed(wrong: list[Judged]) -> None:
    assert any(one.verdict.status is Status.PASS and CLAUSE in one.case.clauses for one in wrong)
    passing = Expectation(case=next(one.case.id for one in wrong if one.verdict.status is Status.PASS))
    assert held(wrong, Expectation(clause=CLAUSE), passing).closed == (passing,)


def test_the_smallest_deal_of_a_misreading_closes_its_clause_without_any_tag() -> None:
    shown = misreading("debts_add_up").smallest_deal
    judged = judged_of(BEGGAR, [exhaustive_case("beggar", tuple(shown.split("/")), {})])
    assert held(judged, Expectation(clause=CLAUSE)).closed


def test_what_was_not_asked_is_neither_closed_nor_forgotten(right: list[Judged]) -> None:
    """BMN-64 is about a seat that has no cards while two others have some: with two seats no reading of it can show."""
    case, lone = Expectation(case="beggar/deal/QQ/-"), Expectation(clause="BMN-64")
    two_seats = [one for one in right if len(one.case.hands) == 2]
    assert held(two_seats, case, lone) == Known({}, (), (), idle=(case, lone))
    assert held(right, lone).closed == (lone,)


def test_a_clause_that_nobody_is_known_to_misread_is_closed_by_its_cases(right: list[Judged]) -> None:
    assert all("BMN-27" not in each.clauses for each in candidates("beggar", {}))
    assert held(right, Expectation(clause="BMN-27")).closed


def test_a_tag_alone_closes_nothing_where_no_reading_of_the_clause_can_show() -> None:
    lone = Expectation(clause="BMN-64")
    tagged = [Case("x", "beggar", hands, clauses=("BMN-64",)) for hands in (("J", "-"), ("J--", "J"), ("-", "-", "-"))]
    assert held(judged_of(BEGGAR, tagged), lone).idle == (lone,)


def test_a_partial_run_closes_cases_but_no_clause(right: list[Judged]) -> None:
    by_clause, by_case = Expectation(clause=CLAUSE), Expectation(case=WHOLE[0].id)
    found = sort_out((), right, (by_clause, by_case), TODAY, partial=True)
    assert found == Known({}, closed=(by_case,), lapsed=(), idle=(by_clause,))


def test_what_was_asked_but_not_answered_closes_nothing() -> None:
    case = WHOLE[0]
    for status in (Status.INAPPLICABLE, Status.INCONCLUSIVE, Status.UNTESTED):
        judged = [Judged(case, Verdict(case.id, status, "no answer"), None)]
        assert held(judged, Expectation(case=case.id)).idle


def test_after_its_day_an_expectation_covers_nothing(wrong: list[Judged]) -> None:
    one = Expectation(clause=CLAUSE, until="2027-01-31")
    assert held(wrong, one).expected
    found = held(wrong, one, today=date(2027, 2, 1))
    assert found == Known({}, closed=(), lapsed=(one,))


def test_a_case_that_is_asked_again_is_covered_as_well() -> None:
    case = WHOLE[0]
    again = case.once_more("again", fresh=True)
    judged = [Judged(each, Verdict(each.id, Status.FAIL, "the winner differs"), None) for each in (case, again)]
    assert held(judged, Expectation(case=case.id)).expected.keys() == {case.id, again.id}


def test_a_case_that_is_asked_again_goes_with_what_explains_the_first(wrong: list[Judged]) -> None:
    """Groups hold each question once. What answers otherwise the second time is no longer what was known."""
    untagged = [one for one in judged_of(WRONG, WHOLE) if one.verdict.status is Status.FAIL]
    first = untagged[0]
    assert not first.case.clauses
    case = first.case.once_more("(again)", fresh=False)
    same = replace(first, case=case, verdict=msgspec.structs.replace(first.verdict, case=case.id))
    other = replace(same, verdict=msgspec.structs.replace(same.verdict, got=OutcomeWire("budget", cards=2)))
    known = Expectation(clause=CLAUSE)
    explained = grouped([*wrong, first])
    assert sort_out(explained, [first, same], [known], TODAY).expected == {first.case.id: known, case.id: known}
    assert sort_out(explained, [first, other], [known], TODAY).expected == {first.case.id: known}


def test_the_first_of_two_that_cover_a_failure_is_named(wrong: list[Judged]) -> None:
    one = min(failing(wrong))
    by_clause, by_case = Expectation(clause=CLAUSE, why="by clause"), Expectation(case=one, why="by case")
    assert held(wrong, by_case, by_clause).expected[one] == by_case
    assert held(wrong, by_clause, by_case).expected[one] == by_clause


def test_gaps_that_a_program_admits_are_expected() -> None:
    assert of_gaps([Gap("BMN-44", "too early", "17")]) == (Expectation(clause="BMN-44", why="too early", issue="17"),)


# --- the file ---


def written(folder: Path, content: str | bytes) -> Path:
    path = folder / "known.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_a_file_is_read_in_its_order(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        """
        [[expect]]
        clause = "BMN-44"
        why = "too early"
        issue = "17"
        until = "2027-01-31"
        [[expect]]
        case = "beggar/deal/-/A"
        until = 2027-02-28
        """,
    )
    assert read(path) == (
        Expectation(clause="BMN-44", why="too early", issue="17", until="2027-01-31"),
        Expectation(case="beggar/deal/-/A", until="2027-02-28"),
    )
    assert read(written(tmp_path, "")) == ()


REFUSED = {
    "no TOML": ("[[expect]\n", "is no TOML", "[[expect]]"),
    "deep nesting": ("a = " + "[" * 100_000, "is no TOML", "[[expect]]"),
    "a number of 5,000 digits": ("a = " + "9" * 5_000, "is no TOML", "[[expect]]"),
    "a day that is none": ("a = 2027-02-30", "is no TOML", "[[expect]]"),
    "binary": (b"\x7fELF\xff\xfe\x00", "is no text in UTF-8", "[[expect]]"),
    "another key at the top": ("[[expected]]\ncase = 'x'", "unknown key 'expected'", "[[expect]]"),
    "no list": ("[expect]\ncase = 'x'", "no list of tables", "[[expect]]"),
    "a list of numbers": ("expect = [1]", "entry 1: is no table", "[[expect]]"),
    "unknown key": ("[[expect]]\ncase = 'x'\nwhy_not = ''", "entry 1 (x): unknown key 'why_not'", "clause, case, why"),
    "neither": ("[[expect]]\nwhy = 'x'", "entry 1: names neither", 'clause = "BMN-44"'),
    "both": ("[[expect]]\ncase = 'x'\nclause = 'BMN-44'", "names both", "give one of them"),
    "unknown clause": ("[[expect]]\nclause = 'BMN-444'", "entry 1 (BMN-444): no clause 'BMN-444'", "BMN-44"),
    "an ambiguity": ("[[expect]]\nclause = 'BMN-A03'", "no clause 'BMN-A03'", "there are"),
    "a number for text": ("[[expect]]\ncase = 'x'\nissue = 17", "issue is no text", 'issue = "..."'),
    "a number for a case": ("[[expect]]\ncase = 17", "case is no text", 'case = "..."'),
    "no such day": ("[[expect]]\ncase = 'x'\nuntil = '2027-02-30'", "is no day", 'until = "2027-01-31"'),
    "another way to write days": ("[[expect]]\ncase = 'x'\nuntil = '20270131'", "is no day", "2027-01-31"),
    "an hour": ("[[expect]]\ncase = 'x'\nuntil = 2027-01-31T12:00:00", "is no day", "2027-01-31"),
    "a number for a day": ("[[expect]]\ncase = 'x'\nuntil = 2027", "is no day", "2027-01-31"),
    "one clause twice": ("[[expect]]\nclause = 'BMN-44'\n" * 2, "entry 2 (BMN-44): is entry 1 once more", "once"),
}


@pytest.mark.parametrize(("content", "wrong", "right"), REFUSED.values(), ids=REFUSED.keys())
def test_a_wrong_file_is_refused_with_what_would_be_right(
    content: str | bytes, wrong: str, right: str, tmp_path: Path
) -> None:
    path = written(tmp_path, content)
    with pytest.raises(ExpectationsError) as caught:
        read(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert wrong in message
    assert right in message


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing.toml"):
        with pytest.raises(ExpectationsError, match="cannot be read"):
            read(path)


def test_what_is_written_is_read_again_and_expects_the_whole_run(wrong: list[Judged], tmp_path: Path) -> None:
    made = text(grouped(wrong))
    assert "issue =" not in made
    known = read(written(tmp_path, made))
    assert [one.clause for one in known] == [CLAUSE]
    assert held(wrong, *known).expected.keys() == failing(wrong)


def test_what_no_group_holds_is_written_as_well(wrong: list[Judged], tmp_path: Path) -> None:
    """A summary shows the first few groups only; what is written covers the rest of the run too."""
    fault = Fault(FaultKind.CRASHED, "died by signal 11")
    case = Case("another/1", "beggar", ("A", "A"))
    judged = [*wrong, Judged(case, Verdict(case.id, Status.ERROR, fault.detail, fault=fault), None)]
    shown = grouped(wrong)
    known = read(written(tmp_path, text(shown, judged)))
    assert [one.subject for one in known] == [CLAUSE, "another/1"]
    assert sort_out(shown, judged, known, TODAY).expected.keys() == failing(judged)


def test_what_is_known_already_is_kept_as_it_was_written(wrong: list[Judged], tmp_path: Path) -> None:
    before = Expectation(clause=CLAUSE, why="we know", issue="17", until="2027-12-31")
    gone = Expectation(clause="BMN-27")
    known = sort_out(grouped(wrong), wrong, [before, gone], TODAY)
    assert read(written(tmp_path, text(grouped(wrong), wrong, known))) == (before,)


def test_failures_that_nothing_explains_are_written_case_by_case(tmp_path: Path) -> None:
    fault = Fault(FaultKind.CRASHED, "died by signal 11")
    judged = [Judged(each, Verdict(each.id, Status.ERROR, fault.detail, fault=fault), None) for each in WHOLE[:2]]
    known = read(written(tmp_path, text(grouped(judged))))
    assert {one.case for one in known} == failing(judged)
    assert held(judged, *known).expected.keys() == failing(judged)


def test_a_run_without_failures_writes_a_file_without_entries(tmp_path: Path) -> None:
    assert read(written(tmp_path, text(()))) == ()


HOSTILE = st.text(st.characters(), max_size=60)
HOSTILE |= st.sampled_from(['"""', "\\u0000", "\x00\x1f\x7f\r\n\t", "\ud800", "'"])


@given(id=HOSTILE.filter(bool), why=HOSTILE)
def test_hostile_texts_come_back(id: str, why: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    case = Case(id, "beggar", ("J", "-"))
    one = Judged(case, Verdict(id, Status.FAIL, why), None)
    path = written(tmp_path_factory.getbasetemp(), text((Group(one, (one,), None),)))
    (found,) = read(path)
    characters = str.maketrans(dict.fromkeys(range(0xD800, 0xE000), "\ufffd"))
    assert (found.case, found.why) == (id.translate(characters), why.translate(characters))


NEARLY = st.lists(
    st.sampled_from(
        ["[[expect]]", "[expect]", "expect", "clause", "case", "until", " = ", '"BMN-44"', "'x'", "2027-01-31", "\n"]
        + ["{", "}", "[", "]", ",", '"""', "\\", "#", "1e999", "nan", "true", "\x00", "é", "why", "issue", "."]
    ),
    max_size=30,
).map(lambda parts: "".join(parts).encode())


def no_traceback(content: bytes, folder: Path) -> None:
    try:
        assert isinstance(read(written(folder, content)), tuple)
    except ExpectationsError as error:
        assert "known.toml" in str(error)  # noqa: PT017 - either outcome is right


@given(content=NEARLY | st.binary(max_size=60))
def test_no_file_raises_anything_else(content: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    no_traceback(content, tmp_path_factory.getbasetemp())
