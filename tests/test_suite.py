"""The suite's own cases: sound, about clauses that exist, and each telling something."""

from __future__ import annotations

import re

import pytest

from model.game import Loop, Outcome, Won
from model.piles.play import apply_tick, initial, refusal
from model.piles.points import check_seats, choices
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book
from model.piles.run import outcome
from model.piles.state import Table
from model.register import load
from properties.conformance.cases import Case, load_suite
from properties.conformance.judge import book_of, model_oracle
from properties.conformance.script import parse_script
from tests.support import table_of

SUITES = {game: load_suite(game) for game in PROFILES}
CASES = [pytest.param(case, id=case.id) for suite in SUITES.values() for case in suite]
STATED = [pytest.param(case, id=case.id) for suite in SUITES.values() for case in suite if case.expected]


@pytest.mark.parametrize("case", STATED)
def test_what_is_stated_comes_out(case: Case) -> None:
    assert case.expected is not None
    found = as_stated(model_oracle(case).outcome)
    assert {name: found.get(name) for name in case.expected} == case.expected


def as_stated(result: Outcome) -> dict[str, object]:
    match result:
        case Won((winner,), cards, tricks):
            return {"status": "won", "winner": winner, "cards": cards, "tricks": tricks}
        case Loop():
            names = ("stem_cards", "stem_tricks", "period_cards", "period_tricks")
            return {"status": "loop"} | {name: getattr(result, name) for name in names}
    raise AssertionError(f"stated, but not decided: {result}")


@pytest.mark.parametrize("case", CASES)
def test_a_case_is_sound(case: Case) -> None:
    book = book_of(case)
    check_seats(book, len(case.hands))
    assert re.fullmatch(rf"{case.game}/[\w-]+(/[\w-]+)*", case.id)
    assert case.clauses
    assert case.why.endswith(".")
    for id in case.clauses:
        clause = load().clause(id)
        assert clause.carries_rule
        assert case.game in clause.games or case.game in ("camicia", "ratscrew")
    assert not isinstance(model_oracle(case).outcome, type(None))
    assert isinstance(model_oracle(case).outcome, Won | Loop), "every case is decided within its budget"


AS_EVER = {
    "beggar/BMN-44/option/lead-on/cannot-pay",
    "beggar/BMN-44/option/lead-on/cannot-answer",
    "beggar/BMN-44/option/lead-on/claimant-takes",
    "banka/claimant-takes/paid-in-full",
    "banka/double-of-left-overs",
    "banka/left-over-asks/not-the-upper",
    "banka/debt-of-a-beaten-seat",
    "ratscrew/BMN-53/ten/eleven",
    "ratscrew/BMN-53/run3/two-of-three",
    "ratscrew/BMN-53/run3/by-twos",
    "ratscrew/BMN-53/run3/up-and-down",
}
"""Cases that tell where an option makes no difference, though it may be believed to."""


@pytest.mark.parametrize("case", [case for case in CASES if case.values[0].choices])  # type: ignore[union-attr]
def test_an_option_makes_a_difference(case: Case) -> None:
    default = PROFILES[case.game]
    own = choices(default)
    assert all(own[point] != way for point, way in case.choices.items())
    if case.script is not None:
        same = course(default, case) == course(book_of(case), case)
    else:
        usual = outcome(default, table_of(case.text, cards=case.cards), case.budget)
        same = usual == model_oracle(case).outcome
    assert same == (case.id in AS_EVER)


def course(book: Book, case: Case) -> list[Table]:
    """The tables that a script leads to, those actions left out that the rules refuse."""
    table = initial(book, case.deal)
    tables: list[Table] = []
    for token in parse_script(case.script or ()):
        tick = token.tick(book, table)
        if not token.stale and refusal(book, table, tick) is None:
            table = apply_tick(book, table, tick)
        tables.append(table)
    return tables


REFUSED = {
    "out-of-turn",
    "collected-by-another",
    "no-lay-before-collection",
    "sole-holder",
    "all-cards",
    "late-message",
    "one-hand-twice",
    "a-hand-that-may-not",
}


@pytest.mark.parametrize("case", [case for case in CASES if case.values[0].script is not None])  # type: ignore[union-attr]
def test_a_script_is_allowed_but_where_it_is_about_what_is_not(case: Case) -> None:
    book = book_of(case)
    table = initial(book, case.deal)
    refused = 0
    for token in parse_script(case.script or ()):
        tick = token.tick(book, table)
        if token.stale or refusal(book, table, tick) is not None:
            refused += 1
        else:
            table = apply_tick(book, table, tick)
    assert (refused > 0) == (case.id.split("/")[1] in REFUSED)


def test_the_worked_examples_come_first_and_the_records_last() -> None:
    for game, suite in SUITES.items():
        places = [
            0 if case.expected and case.phase != "records" else 2 if case.phase == "records" else 1 for case in suite
        ]
        if game == "beggar":
            assert places == sorted(places)
            assert [case.id.split("/")[1] for case in suite[:3]] == ["example-1", "example-2", "example-3"]
    assert len({case.id for suite in SUITES.values() for case in suite}) == sum(map(len, SUITES.values()))


def test_every_worked_example_of_the_source_has_a_case() -> None:
    examples = {clause.id for clause in load().of_game("beggar") if clause.is_example}
    assert len(examples) == 14
    assert examples <= {id for case in SUITES["beggar"] for id in case.clauses}


def test_two_to_six_seats_are_played() -> None:
    assert {len(case.hands) for case in SUITES["beggar"]} == {2, 3, 4, 5, 6}
    assert {case.cards for case in SUITES["beggar"]} == {"class", "rank", "full"}
