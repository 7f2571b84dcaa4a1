"""The model as tables of people would use it: the state machines of `properties.machines`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from properties import machines
from properties.invariants import Tally

ENOUGH = settings(max_examples=max(150, settings().max_examples), derandomize=True)
"""So many runs see every kind of event."""


@pytest.fixture(autouse=True, scope="module")
def _counted(tally: Tally) -> Iterator[None]:
    yield
    tally.met.update(machines.TALLY.met)


TestTableOfPeople = machines.TableOfPeople.TestCase


def test_a_slapping_table_sees_every_kind_of_event() -> None:
    machines.SEEN.clear()
    run_state_machine_as_test(machines.SlappingTable, settings=ENOUGH)
    assert [kind for kind in machines.KINDS if not machines.SEEN[kind]] == []
    assert set(machines.SEEN) == set(machines.KINDS)
