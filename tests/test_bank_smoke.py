"""Smoke for Bank: every slip is told by its hint, and what is right, or another rule, is not blamed on the wiring."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from model.bank.points import POINTS
from model.bank.rulebook import Book
from model.points import RuleChoiceError
from properties.conformance.bank import smoke_checks
from properties.conformance.books import bank_book
from properties.conformance.connectors import InProcess, Stdio
from properties.conformance.reference import Reference
from properties.conformance.smoke import Check, smoke
from properties.conformance.talk import FLUSHED
from properties.misreadings.bank import MISREADINGS
from properties.misreadings.bank.core import BankMisreading
from tests.command import ROOT, fairdeal
from tests.slipped_bank import SLIPS, Adapter


def checks_of(adapter: Adapter) -> list[Check]:
    return list(smoke(InProcess(adapter.answer), "bank", "test"))


def wrong(checks: list[Check]) -> list[str]:
    return [f"{check.name}: {check.seen}" for check in checks if not check.held or check.remark]


def test_the_small_adapter_is_right_in_every_respect() -> None:
    checks = checks_of(Adapter())
    assert wrong(checks) == []
    assert {scene.name for scene in smoke_checks.SCENES} <= {check.name for check in checks}
    assert len(checks) > 25


@pytest.mark.parametrize("what", SLIPS)
def test_a_slip_is_told_by_its_hint(what: str) -> None:
    adapter, name, hint = SLIPS[what]
    checks = [check for check in checks_of(adapter) if not check.held]
    assert checks, "nothing was noticed"
    assert checks[0].name == name, wrong(checks)
    assert hint in checks[0].hint, checks[0]


def played_by(book: Book) -> list[Check]:
    """What smoke says of a program that plays by this book, whatever it is asked for."""
    reference = Reference({"bank": book}, "another rule", honest=False)
    return checks_of(Adapter(reference=reference))


AS_WIRED = {"draws_from_below": 1, "four_as_they_are_held": 1}
"""Misreadings that look like a slip of the wiring from every side; the hint is right for both."""


@pytest.mark.parametrize("misreading", MISREADINGS, ids=[each.name for each in MISREADINGS])
def test_no_misreading_is_blamed_on_the_wiring(misreading: BankMisreading) -> None:
    book = replace(bank_book(dict(misreading.under)), **{misreading.point: misreading.function})
    blamed = [check for check in played_by(book) if not check.held]
    assert len(blamed) == AS_WIRED.get(misreading.name, 0), blamed


OTHER_WAYS = [
    (point.name, way) for point in POINTS.values() for way in point.alternatives if len(point.alternatives) > 1
]


@pytest.mark.parametrize(("point", "way"), OTHER_WAYS)
def test_no_alternative_is_blamed_on_the_wiring(point: str, way: str) -> None:
    try:
        book = bank_book({point: way})
    except RuleChoiceError:
        pytest.skip("it goes only with another choice")
    assert [check for check in played_by(book) if not check.held] == []


@pytest.mark.parametrize("choice", ["rank_order=header_up", "trumps=none", "seven=draw_and_skip", "captured_to=hand"])
def test_what_hello_claims_is_right(choice: str) -> None:
    point, _, way = choice.partition("=")
    book = bank_book({point: way})
    assert wrong(checks_of(Adapter(reference=Reference({"bank": book}, "another rule")))) == []


def test_another_rule_is_left_to_verify() -> None:
    notes = [check for check in played_by(bank_book({"seven": "nothing"})) if check.remark]
    assert notes
    assert all("`verify` will say" in check.seen for check in notes)


UNFLUSHED = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from properties.conformance.reference import reference_of
made = reference_of("bank", {{}}, "", "x")
kept = b""
for number, line in enumerate(sys.stdin.buffer):
    kept += made.answer_line(line)
    if number < 3:
        sys.stdout.buffer.write(kept)
        sys.stdout.buffer.flush()
        kept = b""
sys.stdout.buffer.write(kept)
"""


def test_a_program_that_does_not_flush_is_told_so(tmp_path: Path) -> None:
    program = tmp_path / "unflushed.py"
    program.write_text(UNFLUSHED)
    checks = list(smoke(Stdio([sys.executable, str(program)]), "bank", "test", 1.0))
    assert (checks[-1].name, checks[-1].held) == (FLUSHED, False), checks[-1]
    assert "flush after every line" in checks[-1].hint


def test_the_command_says_what_is_right_and_what_is_wrong(tmp_path: Path) -> None:
    reference = (sys.executable, str(ROOT / "fairdeal.py"), "reference", "--game", "bank")
    ran = fairdeal("smoke", "--game", "bank", "--", *reference, cwd=tmp_path)
    assert ran.code == 0, ran.out + ran.err
    assert "who fails is taken from" in ran.out
    assert "WRONG" not in ran.out
    other = fairdeal("smoke", "--game", "bank", "--", *reference, "--misread", "draws_from_below", cwd=tmp_path)
    assert other.code == 1, other.out
    assert "the stock is drawn from the left" in other.out
