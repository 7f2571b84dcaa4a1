"""Random play of Bank: nothing that must hold breaks, and what is rare has been met."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random

import pytest

from model.bank.play import apply, refusal
from model.bank.points import choose
from model.bank.profiles import BANK
from properties.bank_rare import RARE
from properties.bank_rounds import Counts, check_match, check_rounds, random_choices, spelled_out, start, steps
from properties.invariants.bank import INVARIANTS
from properties.invariants.bank.memory import MEMORY
from tests.bank_faults import FAULTS, FORGETFUL

Record = Callable[[str, object], None]

ROUNDS, LEAST = 3_000, 20
PARTS, PART, LEAST_OF_A_PART = 4, 25_000, 125
"""Together 100,000 rounds, and 500 of each rare event."""


def held(seed: int, rounds: int, least: int, record: Record) -> Counts:
    """So many rounds, of which nothing broke and in which nothing was too rare."""
    counts = Counts()
    broken = list(islice(check_rounds(seed, rounds, counts), 3))
    assert broken == [], "\n".join(f"{each.invariant}: {each.where}" for each in broken)
    record(f"rare events of Bank in {counts.rounds:,} rounds, seed {seed}", {name: counts.rare[name] for name in RARE})
    assert counts.too_rare(least) == []
    assert [one.name for one in INVARIANTS if not counts.tally.met[one.name]] == []
    return counts


def test_three_thousand_rounds(record_property: Record) -> None:
    counts = held(1, ROUNDS, LEAST, record_property)
    assert {tuple(sorted(each.items())) for each in spelled_out()} <= counts.agreed
    assert counts.cut < counts.rounds / 50


@pytest.mark.deep
@pytest.mark.parametrize("part", range(PARTS))
def test_a_hundred_thousand_rounds(part: int, record_property: Record) -> None:
    held(100 + part, PART, LEAST_OF_A_PART, record_property)


@pytest.mark.parametrize("name", [*FAULTS, *FORGETFUL])
def test_a_fault_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fault = {**FAULTS, **FORGETFUL}[name]
    counts = Counts()
    with monkeypatch.context() as patch:
        found = next(check_rounds(1, ROUNDS, counts, change=fault.put_into(patch)), None)
    assert found is not None
    assert found.invariant in fault.breaks
    number = int(found.where.split()[1])
    assert found.where.startswith(f"match {number} of seed 1")
    assert [list(check_match(start(1, each), Counts())) for each in range(number + 1)] == [[]] * (number + 1)


def test_all_that_is_remembered_is_forgotten_by_some_fault() -> None:
    assert {each.name for each in MEMORY} <= {name for fault in FORGETFUL.values() for name in fault.breaks}


def test_what_the_text_spells_out() -> None:
    assert len({tuple(each.items()) for each in spelled_out()}) == len(spelled_out()) == 1_000


def test_random_choices_fit_together() -> None:
    rng = Random(5)
    for seats in (2, 3, 4) * 300:
        choose(BANK, random_choices(rng, seats))


def test_a_match_depends_on_its_number_alone() -> None:
    begun = start(1, 17)
    assert start(1, 17) == begun != start(1, 18)
    assert list(steps(begun)) == list(steps(start(1, 17)))


def test_whatever_is_played_may_be_played() -> None:
    for number in range(60):
        begun = start(2, number)
        for step in steps(begun):
            assert refusal(begun.book, step.before, (step.action,)) is None
            assert apply(begun.book, step.before, step.action) == step.after


def test_what_is_too_rare_is_named() -> None:
    counts = Counts()
    assert len(counts.too_rare(1)) == len(RARE)
    counts.rare[RARE[0]] = 1
    assert f"{RARE[0]}: 0" not in counts.too_rare(1)
    assert f"{RARE[0]}: 1" in counts.too_rare(2)


def test_names_of_rare_events_are_unique() -> None:
    assert len(set(RARE)) == len(RARE)
