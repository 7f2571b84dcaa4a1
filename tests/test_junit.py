"""JUnit XML: it can always be read, its counts agree, it is green only where the run is, and it stays readable."""

from __future__ import annotations

import shlex
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from properties.conformance.judge import Fault, FaultKind, Judged, Status, Verdict
from properties.conformance.summary import Summary
from reports.junit import document
from reports.words import one_line, visible
from tests import sample_runs as runs


def suite_of(summary: Summary) -> Element:
    root = ElementTree.fromstring(document(summary).encode())
    assert root.tag == "testsuites"
    (suite,) = root
    return suite


def named(suite: Element, name: str) -> Element:
    (found,) = [case for case in suite.iter("testcase") if case.get("name") == name]
    return found


def script(case: Element) -> dict[str, str]:
    """The lines of a failure's text."""
    return dict(line.split(": ", 1) for line in (case[0].text or "").splitlines())


# --- what is always so ---


@pytest.mark.parametrize("name", runs.ALL)
def test_the_counts_agree_with_what_is_there(name: str) -> None:
    root = ElementTree.fromstring(document(runs.ALL[name]()).encode())
    (suite,) = root
    cases = suite.findall("testcase")
    found = Counter(child.tag for case in cases for child in case)
    for element in (root, suite):
        told = {name: int(element.get(name, "-1")) for name in ("tests", "failures", "errors", "skipped")}
        assert told == {
            "tests": len(cases),
            "failures": found["failure"],
            "errors": found["error"],
            "skipped": found["skipped"],
        }
    assert [child.tag for child in suite] == ["properties", *["testcase"] * len(cases), "system-out"]
    names = [(case.get("classname"), case.get("name")) for case in cases]
    assert len(set(names)) == len(names)
    game = runs.ALL[name]().game
    assert all(case.get("classname", "").startswith(f"{game}.") for case in cases)


@pytest.mark.parametrize("name", runs.ALL)
def test_it_is_green_only_where_the_run_is(name: str) -> None:
    summary = runs.ALL[name]()
    suite = suite_of(summary)
    red = int(suite.get("failures", "0")) + int(suite.get("errors", "0"))
    assert bool(red) == (summary.exit_code != 0)


def test_the_properties_say_who_was_asked_what_by_which_rules() -> None:
    summary = runs.conforming()
    suite = suite_of(summary)
    assert suite.get("timestamp") == "2027-01-31T12:00:00"
    told = {each.get("name"): each.get("value") for each in suite.iter("property")}
    assert told["adapter"] == "my game"
    assert told["command"] == "./my-game --adapter"
    assert (told["suite.name"], told["suite.version"], told["suite.hash"]) == ("fairdeal", "1.2.3", "fedcba9876543210")
    assert (told["rules.version"], told["rules.hash"], told["seed"]) == ("1.0", "0123456789abcdef", "1")
    assert told["cases.pass"] == str(summary.counts["pass"])


# --- what is put together, and what is not ---


def test_right_answers_of_a_whole_space_stand_together_and_say_how_many_they_are() -> None:
    summary = runs.conforming()
    searched = sum(one.case.phase == "exhaustive" for one in summary.judged)
    case = named(suite_of(summary), f"beggar.exhaustive: {searched} deals with 2 seats, up to 4 cards")
    assert case.get("classname") == "beggar.exhaustive"
    assert len(case) == 0


def test_a_space_of_50_000_deals_stays_readable() -> None:
    summary = runs.conforming()
    judged = [one for one in summary.judged if one.case.phase == "exhaustive"]
    many = tuple(judged * (50_000 // len(judged) + 1))
    before, after = suite_of(summary), suite_of(replace(summary, judged=(*summary.judged, *many)))
    assert before.get("tests") == after.get("tests")
    assert any(f"{len(judged) + len(many):,} deals" in case.get("name", "") for case in after)


def test_spaces_under_other_rules_and_with_other_seats_stand_apart() -> None:
    summary = runs.conforming()
    one = next(one for one in summary.judged if one.case.phase == "exhaustive")
    others = (
        replace(one, case=msgspec.structs.replace(one.case, choices={"end": "immediate"})),
        replace(one, case=msgspec.structs.replace(one.case, hands=("-", "-", "-"))),
    )
    suite = suite_of(replace(summary, judged=(one, *others)))
    names = [case.get("name") for case in suite.iter("testcase") if case.get("classname") == "beggar.exhaustive"]
    assert names == [
        "beggar.exhaustive: 1 deal with 2 seats, up to 2 cards",
        "beggar.exhaustive: 1 deal with 2 seats, end=immediate, up to 2 cards",
        "beggar.exhaustive: 1 deal with 3 seats, up to 3 cards",
    ]


def test_every_failure_stands_by_itself_with_all_that_is_needed_to_replay_it() -> None:
    summary = runs.failing()
    suite = suite_of(summary)
    wrong = [one for one in summary.judged if one.verdict.status is Status.FAIL and not one.case.repeats]
    assert len(wrong) > 3
    for one in wrong:
        told = script(named(suite, one.case.id))
        assert told["deal"].startswith(one.case.text)
        assert "wins" in told["expected"]
        assert "wins" in told["got"]
        assert told["first difference"].startswith(
            f"step {one.verdict.divergence.step}: " if one.verdict.divergence else "-"
        )
        assert shlex.split(told["replay"])[-3:] == ["--", *runs.COMMAND]
    smallest = summary.groups[0].smallest.case.id
    assert "debts_add_up" in script(named(suite, smallest))["explained by"]
    assert {script(named(suite, one.case.id)).get("smallest of its kind", smallest) for one in wrong} == {smallest}


def test_where_only_outcomes_are_judged_the_first_difference_is_said_to_be_a_guess() -> None:
    summary = runs.failing_outcomes()
    told = script(named(suite_of(summary), summary.groups[0].smallest.case.id))
    assert told["first difference"] == "step 2: expected A owes B 1, got A owes B 2 (by what explains it)"


def test_the_same_wrong_answer_once_more_is_counted_and_not_told_again() -> None:
    summary = runs.failing()
    again = [one for one in summary.judged if one.case.repeats]
    assert any(one.verdict.status is Status.FAIL for one in again)
    suite = suite_of(summary)
    (case,) = [case for case in suite.iter("testcase") if case.get("classname") == "beggar.again"]
    assert f"{len(again)} deals asked again, with the same answer" in case.get("name", "")
    assert len(case) == 0


def test_another_answer_the_second_time_is_told_with_both() -> None:
    summary = runs.unstable()
    one = summary.unstable[0]
    told = script(named(suite_of(summary), one.case.id))["unstable"]
    assert told.startswith(f"{one.kind}; asked first: ")
    assert "; asked again: " in told
    names = {case.get("name") for case in suite_of(summary).iter("testcase")}
    wrong = {each.case.id for one in summary.unstable for each in one.answers if each.verdict.status is Status.FAIL}
    assert any(id.endswith("(again)") for id in wrong)
    assert wrong <= names


def test_answers_that_change_though_all_are_right_are_not_passed_over() -> None:
    first = runs.conforming().judged[0]
    changing = replace(runs.unstable().unstable[0], case=first.case, answers=(first, first))
    for summary in (runs.conforming(), runs.failing()):
        suite = suite_of(replace(summary, unstable=(changing,)))
        (case,) = [case for case in suite.iter("testcase") if case.get("classname") == "beggar.unstable"]
        assert (case[0].tag, case[0].get("message")) == ("error", changing.kind)
        assert (case[0].text or "").startswith("asked first: ")


# --- faults, and cases without a verdict ---


def test_a_fault_is_an_error_with_the_end_of_what_the_program_wrote() -> None:
    case = named(suite_of(runs.faults()), "beggar/example-1")
    assert (case[0].tag, case[0].get("type")) == ("error", "crashed")
    assert "SIGABRT" in case[0].get("message", "")
    assert (case.findtext("system-err") or "").strip() == runs.Breaks.stderr.strip()


def test_of_a_long_standard_error_the_end_is_told() -> None:
    case = named(suite_of(runs.hostile()), "beggar/example-1")
    text = case.findtext("system-err") or ""
    assert text.endswith(visible(runs.NASTY[-40:]))
    assert len(text) < 10_000 < len(runs.NASTY * 400)


@pytest.mark.parametrize("status", [Status.INAPPLICABLE, Status.INCONCLUSIVE, Status.UNTESTED])
def test_what_has_no_verdict_is_skipped_with_the_reason(status: Status) -> None:
    summary = runs.conforming()
    first = next(one for one in summary.judged if one.case.phase == "worked")
    other = replace(first, verdict=Verdict(first.case.id, status, "three seats are not claimed"))
    case = named(suite_of(replace(summary, judged=(other,))), first.case.id)
    assert (case[0].tag, case[0].get("message")) == ("skipped", f"{status}: three seats are not claimed")


def test_what_has_no_verdict_in_a_space_is_not_counted_with_what_passed() -> None:
    summary = runs.conforming()
    first, *rest = [one for one in summary.judged if one.case.phase == "exhaustive"]
    left = replace(first, verdict=Verdict(first.case.id, Status.UNTESTED, "no answer is on record"))
    suite = suite_of(replace(summary, judged=(left, *rest)))
    told = [case for case in suite.iter("testcase") if case.get("classname") == "beggar.exhaustive"]
    assert [(len(case), case.get("name", "").split()[1]) for case in told] == [(1, "1"), (0, str(len(rest)))]


def test_a_run_that_is_not_whole_is_an_error() -> None:
    case = named(suite_of(runs.inconclusive()), "the run is whole")
    assert case[0].tag == "error"
    assert "cut off" in case[0].get("message", "")
    failing = replace(runs.failing(), reason="interrupted")
    assert named(suite_of(failing), "the run is whole")[0].get("message") == "interrupted"


# --- known failures ---


def test_known_failures_are_skipped_with_the_reason() -> None:
    summary = runs.only_known()
    suite = suite_of(summary)
    expected = [one for one in summary.judged if one.case.id in summary.known.expected and not one.case.repeats]
    assert expected
    for one in expected:
        case = named(suite, one.case.id)
        assert (case[0].tag, case[0].get("message")) == ("skipped", "known: BMN-25, debts are added (17)")
        assert "replay" in script(case)


def test_a_known_failure_that_has_gone_is_a_failure_unless_that_is_all_right() -> None:
    name = "known failure: beggar/deal/J/-"
    case = named(suite_of(runs.known()), name)
    assert case[0].tag == "failure"
    assert "passes now" in case[0].get("message", "")
    assert len(named(suite_of(runs.known(lenient=True)), name)) == 0


# --- hostile texts ---


def test_nasty_texts_come_back_as_they_were_but_for_what_xml_cannot_hold() -> None:
    told = {each.get("name"): each.get("value") for each in suite_of(runs.hostile()).iter("property")}
    assert told["adapter"] == one_line(runs.NASTY)
    assert "\\x1b[31m\\x00\\x07 \\u202e" in (told["adapter"] or "")
    refused = script(named(suite_of(runs.hostile()), "beggar/deal/J/-"))
    assert list(refused) == ["deal", "got", "shortest", "replay"]
    assert one_line(runs.NASTY) in refused["got"]


@given(st.text(st.characters(), max_size=80))
def test_no_text_breaks_it(text: str) -> None:
    summary = runs.inconclusive()
    one = summary.judged[0]
    case = msgspec.structs.replace(one.case, id=text)
    fault = Fault(FaultKind.CRASHED, text, text)
    judged = (
        Judged(case, Verdict(text, Status.ERROR, text, fault=fault), None),
        Judged(case, Verdict(text, Status.FAIL, text), None),
        Judged(case, Verdict(text, Status.UNTESTED, text), None),
    )
    header = msgspec.structs.replace(summary.header, command=(text,), suite=text)
    suite = suite_of(replace(summary, header=header, judged=judged, reason=text))
    cases = suite.findall("testcase")[1:]
    assert [each[0].tag for each in cases] == ["error", "failure", "skipped"]
    assert all(each.get("name") == visible(text) for each in cases)
    assert cases[0][0].get("message") == one_line(text, 200)
