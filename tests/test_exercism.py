"""The 28 public test cases of Exercism's exercise `camicia`."""

from __future__ import annotations

from typing import Any

import pytest

from model.game import Loop, Outcome, Won
from model.piles.points import choose
from model.piles.profiles import BEGGAR
from tests.support import data, outcome_of

CASES: list[dict[str, Any]] = data("exercism_camicia.json")["cases"]


def text_of(case: dict[str, Any]) -> str:
    """The deal in classes: for this exercise ordinary cards are all alike."""
    return "/".join("".join(map(class_of, case[player])) for player in ("playerA", "playerB"))


def class_of(card: str) -> str:
    return card if card in "JQKA" else "-"


def totals(result: Outcome) -> dict[str, object]:
    """As that exercise counts: a loop counts the cards and tricks up to the first recurrence."""
    match result:
        case Won(_, cards, tricks):
            return {"status": "finished", "cards": cards, "tricks": tricks}
        case Loop(stem_cards, stem_tricks, period_cards, period_tricks):
            return {"status": "loop", "cards": stem_cards + period_cards, "tricks": stem_tricks + period_tricks}
    raise AssertionError(result)


@pytest.mark.parametrize("case", [pytest.param(case, id=case["description"]) for case in CASES])
def test_a_public_case(case: dict[str, Any]) -> None:
    assert totals(outcome_of(text_of(case), cards="class")) == case["expected"]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["description"]) for case in CASES])
def test_the_immediate_loss_rule_differs_just_where_it_is_said_to(case: dict[str, Any]) -> None:
    result = outcome_of(text_of(case), choose(BEGGAR, {"end": "immediate"}), cards="class")
    assert (totals(result) == case["expected"]) is case["agrees_with_immediate_loss_rule"]


def test_all_28_are_there() -> None:
    assert len(CASES) == 28
