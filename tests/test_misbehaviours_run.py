"""Misbehaving programs as whole runs see them: in this process, and as real processes that hang, end and remember."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from model.piles.profiles import RULES_VERSION
from properties.conformance.cases import one_deal
from properties.conformance.connectors import InProcess, Stdio
from properties.conformance.judge import FaultKind, Transcript
from properties.conformance.protocol import BudgetWire, Bye, Play
from properties.conformance.reference import reference_of
from properties.conformance.repeats import LEAKS
from properties.conformance.runner import greet
from properties.conformance.settings import Settings
from properties.conformance.summary import Summary
from properties.conformance.verify import verify
from properties.misbehaviours import Misbehaviour, misbehaviour
from properties.misbehaviours.__main__ import main
from tests.command import ROOT


def named(name: str, game: str = "") -> Misbehaviour:
    found = misbehaviour(name, game)
    assert found is not None
    return found


def play(number: int, deal: str) -> Play:
    return Play(number, "beggar", "1", {}, one_deal("beggar", deal, "class", {}).deal_wire, BudgetWire(1_000))


def verified(name: str, game: str) -> Summary:
    """A whole small run, as `verify` makes it."""
    each = named(name, game)
    settings = Settings(game=game, seats=(2,), all_classes_up_to=2, two_classes_up_to=2, random=2)
    *_, summary = verify(lambda: InProcess(each.answer()), (name,), settings, "1", None)
    assert isinstance(summary, Summary)
    return summary


# --- in this process


@pytest.mark.parametrize(
    ("name", "kind"),
    [("ends_with_52_cards_in_a_hand", FaultKind.TIMEOUT), ("breaks_with_three_seats", FaultKind.CRASHED)],
)
def test_a_break_in_this_process_is_a_fault_and_no_exception(name: str, kind: FaultKind) -> None:
    connection = InProcess(named(name, "beggar").answer())
    connection.send(play(7, "-/-/-"))
    answer = connection.receive(1.0)
    assert answer.request == 7
    assert answer.line is None
    assert answer.fault is not None
    assert answer.fault.kind is kind


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("tells_the_game_before", "beggar"),
        ("all_tables_have_one_middle", "banka"),
        ("keeps_what_was_agreed_on_before", "bank"),
    ],
)
def test_verify_names_what_is_shared(name: str, game: str) -> None:
    summary = verified(name, game)
    assert summary.exit_code == 1
    assert {one.kind for one in summary.unstable} == {LEAKS}


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("does_not_read_the_slaps", "ratscrew"),
        ("over_is_told_by_an_empty_hand", "banka"),
    ],
)
def test_verify_finds_it_wrong_and_stable(name: str, game: str) -> None:
    summary = verified(name, game)
    assert summary.exit_code == 1
    assert list(summary.unstable) == []


# --- as processes


def process(*words: str) -> Iterator[Transcript]:
    """Start a program, play two deals, and say goodbye."""
    connection = Stdio((sys.executable, *words))
    try:
        greet(connection, RULES_VERSION)
        for number, deal in enumerate(("-/-", "J/-"), start=1):
            connection.send(play(number, deal))
            yield connection.receive(0.5)
        connection.send(Bye(9))
        yield connection.receive(0.5)
    finally:
        connection.kill()


def test_a_silent_program_is_really_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    first = next(process("-m", "properties.misbehaviours", "waits_for_a_card_on_a_plain_turn"))
    assert first.fault is not None
    assert first.fault.kind is FaultKind.TIMEOUT


def test_a_program_that_breaks_really_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    words = ("-m", "fairdeal", "reference", "--misread", "breaks_on_a_plain_turn_without_a_card")
    first = next(process(*words))
    assert first.fault is not None
    assert first.fault.kind is FaultKind.CRASHED
    assert "exit code 1" in first.fault.detail


def test_a_program_remembers_from_game_to_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    first, second, goodbye = process("-m", "properties.misbehaviours", "keeps_the_first_winner", "beggar")
    assert '"winner":1' in (first.line or "")
    assert '"winner":1' in (second.line or ""), "the rules name seat 0"
    assert goodbye.line == '{"id":9,"ok":{}}'


# --- by name


def test_the_reference_knows_them_beside_the_misreadings() -> None:
    assert type(reference_of("", {}, "names_the_first_seat", "1")) is type(named("names_the_first_seat").program())
    line = b'{"op":"hello","id":0,"protocol":[1],"runner":{"name":"x","version":"1"}}'
    assert b'"game":"banka"' in reference_of("banka", {}, "names_the_first_seat", "1").answer_line(line)
    assert b'"variant":{"end":["immediate"]}' in reference_of(
        "beggar", {"end": "immediate"}, "names_the_first_seat", "1"
    ).answer_line(line)


def test_a_list_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "names_the_first_seat: Who has won is asked of a list" in capsys.readouterr().out


def test_an_unknown_name_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plays_too_well", "banka"]) == 2
    assert "no misbehaviour is called plays_too_well in banka" in capsys.readouterr().err
