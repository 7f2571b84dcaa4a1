"""Bank as a table of people would play it: the state machine of `properties.bank_machine`."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from model.bank.rulebook import Book
from properties import bank_machine
from properties.bank_machine import BankTable
from tests.bank_faults import FAULTS

ENOUGH = settings(
    max_examples=max(400, settings().max_examples),
    stateful_step_count=max(40, settings().stateful_step_count),
    derandomize=True,
)
"""So many runs see nearly every kind of event."""

MOST_TIMES = 5
"""What hypothesis draws depends on the modules that are loaded, so a rare kind may be missed once, not always."""


def test_a_table_of_bank_sees_every_kind_of_event(record_property: Callable[[str, object], None]) -> None:
    """Nothing is broken without a fault, at as many tables as must find each of the faults below."""
    bank_machine.SEEN.clear()
    run_state_machine_as_test(BankTable, settings=ENOUGH)
    for _ in range(MOST_TIMES):
        if all(bank_machine.SEEN[kind] for kind in bank_machine.KINDS):
            break
        run_state_machine_as_test(BankTable, settings=settings(ENOUGH, derandomize=False, database=None))
    record_property("what the table of Bank has seen", dict(bank_machine.SEEN))
    assert [kind for kind in bank_machine.KINDS if not bank_machine.SEEN[kind]] == []


QUICK = settings(
    ENOUGH, max_examples=400, stateful_step_count=40, phases=[Phase.generate], database=None, report_multiple_bugs=False
)


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found_by_the_table(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fault = FAULTS[name]
    change = fault.put_into(monkeypatch)

    class Faulty(BankTable):
        def changed(self, book: Book) -> Book:
            return change(book)

    with pytest.raises(AssertionError) as caught:
        run_state_machine_as_test(Faulty, settings=QUICK)
    named = str(caught.value)
    assert any(f"Violation(invariant={broken!r}" in named for broken in fault.breaks), named
