"""The invariants of Bank as evidence: what was looked at, what was not, and what did not hold."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from model.bank.profiles import BANK
from model.bank.rulebook import Book
from model.bank.state import Round
from model.game import Seat
from properties.bank_checks import ROUNDS
from properties.checks_run import Looked, run_checks
from properties.evidence import Finding, Grade, Verdict
from properties.invariants.bank import INVARIANTS
from tests.command import fairdeal


def found(book: Book, number: int = 1, seed: int = 1, seats: tuple[int, ...] = (2, 3, 4)) -> dict[str, Finding]:
    """The findings of a run by subject."""
    return {event.subject: event for event in run_checks([book], number, seed, seats) if isinstance(event, Finding)}


@pytest.fixture(scope="module")
def sound() -> dict[str, Finding]:
    return found(BANK, 3)


def test_every_invariant_is_a_finding_and_none_fails(sound: dict[str, Finding]) -> None:
    assert set(sound) == {each.name for each in INVARIANTS}
    assert [each.subject for each in sound.values() if each.verdict is Verdict.FAILED] == []
    assert {(each.game, each.grade, each.seed) for each in sound.values()} == {("bank", Grade.SAMPLED, 1)}


def test_a_finding_names_the_seats_the_rounds_and_the_choices_it_rests_on(sound: dict[str, Finding]) -> None:
    held = [each for each in sound.values() if each.verdict is Verdict.HELD]
    assert len(held) > 0.7 * len(sound)
    for each in held:
        assert set(each.seats) <= {2, 3, 4}
        assert each.preconditions["precondition met"] > 0
        assert each.preconditions["sets of choices"] > 0
    everywhere = [each for each in held if each.seats == (2, 3, 4)]
    assert max(each.cases for each in everywhere) >= 3 * 3 * ROUNDS
    assert max(each.preconditions["sets of choices"] for each in everywhere) > 12


def test_what_was_never_put_to_the_test_is_inconclusive() -> None:
    few = found(BANK, 1, seats=(2,))
    silent = [each for each in few.values() if each.verdict is Verdict.INCONCLUSIVE]
    assert silent
    assert {each.preconditions["precondition met"] for each in silent} == {0}


def the_seat_that_fails(table: Round) -> Seat:
    """Whoever sits after the seat that fails takes the bank."""
    return Seat((table.turn + 1) % len(table.hands))


def test_a_wrong_rule_fails_with_a_match_that_shows_it() -> None:
    wrong = found(replace(BANK, captor=the_seat_that_fails))
    failed = [each for each in wrong.values() if each.verdict is Verdict.FAILED]
    assert "BANK-61" in {id for each in failed for id in each.clauses}
    told = failed[0].counterexample
    assert told.startswith("match ")
    assert "of seed 1" in told


def test_the_same_seed_gives_the_same_findings_and_another_gives_others() -> None:
    assert found(BANK, seats=(3,)) == found(BANK, seats=(3,))
    other = found(BANK, seed=2, seats=(3,)).values()
    assert [each.preconditions for each in found(BANK, seats=(3,)).values()] != [each.preconditions for each in other]


def test_only_seats_that_bank_has_are_looked_at_and_progress_is_told() -> None:
    events = list(run_checks([BANK], 1, seats=(3, 7)))
    told = [event for event in events if isinstance(event, Looked)]
    assert {each.of for each in told} == {ROUNDS}
    assert told[-1].done >= ROUNDS
    seats = {each for event in events if isinstance(event, Finding) for each in event.seats}
    assert seats == {3}


def test_the_command_checks_bank_alone_and_knows_no_other_name(tmp_path: Path) -> None:
    ran = fairdeal("check", "bank", "--games", "1", cwd=tmp_path)
    assert ran.code in (0, 4), ran.err
    assert f"of {len(INVARIANTS)} held" in ran.out
    assert [path.suffix for path in (tmp_path / "evidence").iterdir()] == [".json"]
    unknown = fairdeal("check", "bunk", cwd=tmp_path)
    assert unknown.code == 2
    assert "bank" in unknown.err
