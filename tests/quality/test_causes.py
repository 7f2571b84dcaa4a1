"""Failures with one cause are shown once, with how many others share it."""

from __future__ import annotations

from typing import Any

import pytest

from properties.conformance.judge import Status
from properties.conformance.protocol import Request, TickAsk
from properties.conformance.summary import Summary
from reports.card import card_of
from tests.quality.programs import edited, planted, verified

SMALL: dict[str, Any] = {"level": "step", "seats": (2,), "all_classes_up_to": 4}


def adds_up(summary: Summary) -> None:
    """Every failure is counted on one card, and on no other."""
    ids = [one.case.id for group in summary.groups for one in group.failures]
    failed = [one.case.id for one in summary.judged if one.verdict.status in (Status.FAIL, Status.ERROR)]
    assert sorted(ids) == sorted(failed)
    cards = [card_of(group, summary) for group in summary.groups]
    assert sum(card.also + 1 for card in cards) == len(failed)


@pytest.mark.parametrize(
    "causes",
    [
        ("banka_jack_asks_two", "uppermost_hand_wins"),
        pytest.param(("banka_payer_keeps_the_pile", "uppermost_hand_wins"), marks=pytest.mark.deep),
        pytest.param(("banka_jack_asks_two", "wrong_slap_costs_a_card_for_good"), marks=pytest.mark.deep),
    ],
)
def test_two_causes_are_two_cards(causes: tuple[str, ...]) -> None:
    summary = verified(planted(*causes), **SMALL)
    found = {group.explanation.candidate.name for group in summary.groups if group.explanation is not None}
    assert found == set(causes)
    assert len(summary.groups) == 2
    assert summary.more_groups == 0
    adds_up(summary)


def test_a_cause_that_nothing_explains_is_known_by_its_looks() -> None:
    """One program that counts slaps twice, and collected piles not at all: two cards, however many cases."""

    def edit(request: Request, reply: dict[str, Any]) -> None:
        if isinstance(request, TickAsk) and "ok" in reply:
            if request.do[0].act == "slap":
                reply["ok"]["at"] += 1
            if request.do[0].act == "collect":
                reply["ok"]["at"] -= 1

    summary = verified(edited("banka", edit), **SMALL)
    assert [group.explanation for group in summary.groups] == [None, None]
    assert all(len(group.failures) > 10 for group in summary.groups)
    adds_up(summary)


def test_one_way_to_break_is_one_card() -> None:
    """The last case that breaks the program is not asked again, and is one of them all the same."""
    summary = verified(planted("breaks_on_a_lone_card"), **SMALL)
    assert [group.explanation for group in summary.groups] == [None]
    adds_up(summary)


def test_two_ways_to_break_are_two_cards() -> None:
    """What breaks at a slap and what breaks at a collected pile are two things."""

    def edit(request: Request, reply: dict[str, Any]) -> None:
        if isinstance(request, TickAsk) and "ok" in reply:
            assert request.do[0].act == "lay", "broken"

    summary = verified(edited("banka", edit), **SMALL)
    acts = {one.verdict.why.split("(")[1].split(")")[0][-1] for group in summary.groups for one in group.failures}
    assert len(acts) == len(summary.groups) == 2
    adds_up(summary)


@pytest.mark.deep
def test_two_deals_that_do_not_look_alike_are_no_cause_of_their_own() -> None:
    """Whoever draws another card shows another card: one card tells of it, and the pairs of deals stand with it."""
    summary = verified(planted("draws_from_below"), level="step", random=36, seats=())
    assert [group.explanation is not None for group in summary.groups] == [True]
    assert any(one.case.twin for one in summary.groups[0].failures)
    assert not summary.groups[0].smallest.case.twin
    adds_up(summary)
