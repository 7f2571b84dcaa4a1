"""The model as a table of people would use it: the state machine of `properties.machines`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from properties import machines
from properties.invariants import Tally


@pytest.fixture(autouse=True, scope="module")
def _counted(tally: Tally) -> Iterator[None]:
    yield
    tally.met.update(machines.TALLY.met)


TestTableOfPeople = machines.TableOfPeople.TestCase
