"""What is called the shortest: proved where all that is smaller was asked, and nowhere else."""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest

from model.bank.actions import RoundDeal
from model.bank.ranks import whole_pack
from model.game import NOBODY
from properties.conformance.bank.cases import case_of
from properties.conformance.cases import Case, one_deal
from properties.conformance.findings import kind_of, size_of
from properties.conformance.fuzz_smaller import as_found, smallest
from properties.conformance.judge import Judged, Status, Verdict
from properties.conformance.protocol import GameClaim, HelloOk
from properties.conformance.reference import reference_of
from properties.conformance.repeats import unstable
from properties.conformance.settings import Shard
from properties.conformance.shortest import proof_of
from properties.conformance.smaller import MOST_REQUESTS, smaller_than
from properties.conformance.summary import Summary
from reports.card import card_of
from tests.quality.programs import fuzzed, planted, verified

WRONG = "banka_payer_keeps_the_pile"


SMALL: dict[str, Any] = {"seats": (2,), "all_classes_up_to": 4, "two_classes_up_to": 4}


@lru_cache
def small(name: str, level: str) -> Summary:
    """A small run by steps, or of whole games."""
    return verified(planted(name), level=level, **SMALL)


def shortest(summary: Summary) -> str:
    return card_of(summary.groups[0], summary).shortest


def claimed(game: str) -> GameClaim:
    reference = reference_of(game, {}, "", "1")
    hello: HelloOk = reference._hello()
    return hello.games[0]


# --- small tables that were searched as a whole


def test_a_script_of_a_verification_is_proved_by_all_tables_that_are_no_larger() -> None:
    summary = small(WRONG, "step")
    assert summary.groups[0].smallest.case.text == "J/2"
    assert shortest(summary) == (
        "shortest: proved, all 86 scripts were asked: 2 3 J Q up to 2 cards with 2 seats, "
        "each without a slap and with every single one"
    )


def test_a_game_that_plays_itself_is_proved_likewise() -> None:
    assert shortest(verified(planted(WRONG))).startswith(
        "shortest: proved, all 76 deals were asked: 2 3 J Q up to 2 cards"
    )


@pytest.mark.parametrize("level", [pytest.param("step", marks=pytest.mark.deep), "outcome"])
@pytest.mark.parametrize(
    "wanted", [{"shard": Shard(0, 2)}, {"most_failures": 1}], ids=["a part of a run", "the first failure ends it"]
)
def test_what_was_not_asked_proves_nothing(level: str, wanted: dict[str, Any]) -> None:
    assert (
        shortest(verified(planted("debts_add_up" if level == "outcome" else WRONG), level=level, **wanted))
        == "shortest found"
    )


@pytest.mark.parametrize("level", ["step", "outcome"])
def test_one_smaller_case_without_an_answer_is_enough_to_prove_nothing(level: str) -> None:
    """As in a run that was interrupted: each case that was answered is there, and all but one of the smaller ones."""
    summary = small("debts_add_up" if level == "outcome" else WRONG, level)
    best = summary.groups[0].smallest
    assert proof_of(best, summary) is not None
    smaller = [one for one in summary.judged if one.case.phase == "exhaustive" and one is not best]
    for gone in (smaller[0], smaller[5]):
        left = tuple(one for one in summary.judged if one is not gone)
        assert proof_of(best, replace(summary, judged=left)) is None
        untold = Judged(gone.case, Verdict(gone.case.id, Status.UNTESTED), None, gone.place)
        assert proof_of(best, replace(summary, judged=(*left, untold))) is None


def test_changing_answers_prove_nothing() -> None:
    summary = small(WRONG, "step")
    one = summary.groups[0].smallest
    again = Judged(one.case.once_more("(again)", False), Verdict(one.case.id + " (again)", Status.PASS), None)
    assert shortest(replace(summary, unstable=tuple(unstable([one, again])))) == "shortest found"


def test_what_was_asked_for_is_shown_as_it_was_asked() -> None:
    deals = (one_deal("beggar", "J--/J", "class", {}),)
    assert shortest(verified(planted("debts_add_up"), seats=(), deals=deals)) == "as it was asked"


# --- scripts that were made shorter


def case(deal: str, script: str, game: str = "banka") -> Case:
    return one_deal(game, deal, "full" if game == "bank" else "rank", {}, script)


def test_all_that_is_smaller_is_what_people_would_write_down() -> None:
    found = smaller_than(case("2/2", "lay A!"), 2, claimed("banka"))
    assert found is not None
    assert found.requests <= MOST_REQUESTS
    assert [" ".join(each.script or ()) for each in found.cases] == [
        "", "lay", "B:lay", "A:collect", "B:collect", "A!", "B!", "AB!", "BA!", "+lay",
    ]  # fmt: skip
    assert {each.text for each in found.cases} == {"2/2"}


def test_all_that_is_smaller_in_bank_is_every_deal_of_its_cards() -> None:
    found = smaller_than(case("9c/9d+6c", "9c", "bank"), 1, claimed("bank"))
    assert found is not None
    dealt = {"{}/{}+{}".format(*each) for each in itertools.permutations(("9c", "9d", "6c"))}
    assert {each.text for each in found.cases} == dealt
    assert {each.script for each in found.cases} == {()}


@pytest.mark.parametrize("game", ["banka", "bank"])
def test_where_too_much_is_smaller_nothing_is_asked(game: str) -> None:
    """Not even of whole packs: what is too much is seen before all of it is made."""
    pack = whole_pack()
    bank = case_of("x", RoundDeal((pack[:4], pack[4:8]), pack[8], pack[9:], NOBODY), {}, ("draw",), "random")
    long = bank if game == "bank" else case("23456789TJQKA/23456789TJQKA", "lay " * 9)
    assert smaller_than(long, 9, claimed(game)) is None


@pytest.mark.parametrize(
    ("misread", "deal", "script", "missed"),
    [
        ("breaks_on_a_lone_card", "22/2", "lay A!", "2/2: lay A!"),
        ("wrong_slap_costs_a_card_for_good", "22/23", "A!", "2/22: B!"),
    ],
)
def test_what_shrinking_has_missed_is_found(misread: str, deal: str, script: str, missed: str) -> None:
    claim, found = claimed("banka"), case(deal, script)
    smaller = smaller_than(found, len(found.script or ()), claim)
    assert smaller is not None
    every = (found, *smaller.cases, *map(as_found, smaller.cases))
    judged = {one.case.id: one for one in verified(planted(misread), seats=(), deals=every, level="step").judged}
    first = judged[found.id]
    best = smallest(kind_of(first), first, claim, lambda asked: judged[asked.id])
    assert f"{best.case.text}: {' '.join(best.case.script or ())}" == missed
    assert size_of(best) < size_of(first)


def test_a_smaller_script_that_fails_in_the_same_way_proves_nothing() -> None:
    summary = fuzzed(planted("after_the_captor"), examples=20)
    best = summary.groups[0].smallest
    assert proof_of(best, summary) is not None
    answer = next(one for one in summary.judged if one.case.phase == "exhaustive")
    same = Judged(answer.case, best.verdict, answer.transcript, answer.place)
    judged = tuple(same if one is answer else one for one in summary.judged)
    assert kind_of(same) != kind_of(best) or proof_of(best, replace(summary, judged=judged)) is None
    assert proof_of(best, replace(summary, judged=tuple(one for one in summary.judged if one is not answer))) is None
