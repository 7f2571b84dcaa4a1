"""Every way of making a script shorter is needed: without it some script stays longer, or harder to read.

A misread rule book takes the place of the program, so that only the search is tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from model.bank.dealing import parse_round
from model.deal import parse_deal
from properties.conformance import fuzz_shrink
from properties.conformance.bank import shrink as bank_shrink
from properties.conformance.bank.script import parse_script as parse_bank_script
from properties.conformance.script import parse_script
from tests.quality.by_model import PILES, bank_shortened, shortened


@dataclass(frozen=True)
class Long:
    """A script that a misreading plays wrongly, what is left of it, and the way without which more would be left."""

    way: str
    misreading: str
    deal: str
    script: str
    short: str
    choices: tuple[tuple[str, str], ...] = ()
    suits: bool = False
    """Whether the program knows no cards without their suits."""

    @property
    def shape(self) -> fuzz_shrink.Shape:
        deal = parse_deal(self.deal, "full" if self.suits else "rank")
        return fuzz_shrink.Shape(
            PILES[self.misreading].game, deal, dict(self.choices), parse_script(self.script.split())
        )

    @property
    def bank_shape(self) -> bank_shrink.Shape:
        script = parse_bank_script(self.script.split())
        return bank_shrink.Shape(parse_round(self.deal), dict(self.choices), script)


LONG = 60
"""Scripts of so many letters take longer to make short."""
BURNS = (("wrong_slap", "burn_under:1"),)
PILE_GAMES = (
    Long(
        "_told_more_plainly", "banka_payer_keeps_the_pile", "J/9+9", "lay lay A! B! lay collect", "J/2: lay lay", BURNS
    ),
    Long(
        "_begun_later",
        "banka_claim_dies_with_the_last_card",
        "K5/Q/6+KQ8",
        "lay lay lay lay collect lay C! collect",
        "J/2: lay lay",
    ),
    Long(
        "_without_actions",
        "banka_first_card_stays_out",
        "A22888/44",
        "lay lay lay A! B! collect lay",
        "2/2: lay lay A!",
    ),
    Long("_without_a_seat", "banka_ordinary_cards_pay_nothing", "3/3/26556", "lay lay C! collect lay B!", "2/2: lay"),
    Long("_without_cards", "layer_may_not_slap", "66826/A+AJ", "lay lay A! B! lay collect", "2/2: lay"),
    Long(
        "_without_an_action_and_a_seat",
        "next_after_the_turn_leads",
        "T6366/Q7/TQT6/Q7T7",
        "lay lay lay lay lay B! lay lay lay AC! lay lay lay lay lay DAC! lay lay D! lay lay lay lay lay",
        "22/2/2: lay lay C!",
        BURNS,
    ),
    Long(
        "_without_an_action_and_a_card",
        "pictures_are_worth_ten",
        "8KKTQTT/K/8QT",
        "lay lay C! lay ACB! lay collect collect lay B!",
        "J/Q: lay lay B!",
        BURNS,
    ),
    Long("_plainer_actions", "slapper_owes_the_debt", "A/6/4/4+JJA", "lay lay lay lay DCA! lay B!", "2/2: lay lay B!"),
    Long("_other_ranks", "slapper_owes_the_debt", "A/6/4/4+JJA", "lay lay lay lay DCA! lay B!", "2/2: lay lay B!"),
    Long("_other_cards", "banka_king_asks_four", "5/KK/K+2T", "lay lay CA! lay BA! B! lay collect", "K/2: lay"),
    Long(
        "_other_ranks",
        "only_a_left_over_is_the_bottom",
        "5dQh/8s/3d6s/5c6c8d5s8c8h3s3c+5hQc3h",
        "lay A! lay lay collect lay collect lay lay lay BA! ~lay lay lay lay lay lay collect lay lay lay lay AD! lay",
        "2c/3c2d: lay lay lay B!",
        suits=True,
    ),
    Long("_dealt_to_fewer", "any_gap_is_a_sandwich", "3/2/2/3/2", "lay lay lay lay E!", "32/23: lay lay lay lay A!"),
    Long(
        "_with_another_pattern",
        "one_between_is_near_enough",
        "2/22/3+3",
        "lay lay lay lay A!",
        "2/32+3: lay lay lay A!",
    ),
    Long(
        "_other_suits",
        "banka_debts_add_up",
        "Jh/Kd/JsTh+5hJd",
        "lay lay BAC! lay collect collect lay B!",
        "Jc/Jd/2c: lay lay",
        BURNS,
        suits=True,
    ),
)
BANK = (
    Long(
        "_with_other_cards",
        "deals_by_turns",
        "JsKs/Ah+7s@B",
        "pass pass deal:Ks/Ah+7s+Js draw pass pass",
        "9c/9h+6c: pass pass",
        (("capture", "all_fail"), ("seven", "draw_and_move"), ("seven_trigger", "any_laid")),
    ),
    Long("_without_untouched_cards", "deals_by_turns", "JsKs/Ah+7s@B", "pass pass", "9c/9h+6c: pass pass"),
    Long("_plainer_actions", "deals_by_turns", "JsKs/Ah+7s@B", "pass pass", "9c/9h+6c: pass pass"),
    Long(
        "_by_usual_rules",
        "ordinary_level_with_trumps",
        "6h/7c+9d",
        "",
        "6c/7c+7d: nothing six=any trumps=senior_junior",
        (("capture", "all_fail"), ("seven", "nothing"), ("six", "any"), ("trumps", "senior_junior")),
    ),
    Long("_without_a_seat", "draws_from_below", "/Jc/Qc+Kh+9s6s", "draw", "6d/7d+7h+7c6c: draw"),
    Long(
        "_begun_later",
        "most_cards_lose",
        "Th/9d+6h+9h6d7dTd",
        "draw pass 9d deal:6dTh7d/9d9hTd+6h 9d 6d pass 7d skip pass pass",
        "Th/6hTc+7c: pass pass scoring=points_in_hand",
        (("scoring", "points_in_hand"),),
    ),
)


def nothing(shape: object) -> Iterator[object]:
    return iter(())


def deep(long: Long) -> Any:  # noqa: ANN401 (what pytest makes of it)
    return pytest.param(long, marks=pytest.mark.deep)


def named(way: Long) -> str:
    return f"{way.way}, {way.misreading}{', with suits' if way.suits else ''}"


@pytest.mark.parametrize("long", [each if len(each.script) < LONG else deep(each) for each in PILE_GAMES], ids=named)
def test_each_way_of_shortening_pile_games_is_needed(long: Long, monkeypatch: pytest.MonkeyPatch) -> None:
    best = shortened(long.shape, long.misreading, long.suits)
    assert best.case().id.partition("/fuzz by ")[2].partition("/")[2] == long.short
    monkeypatch.setattr(fuzz_shrink, long.way, nothing)
    assert shortened(long.shape, long.misreading, long.suits).weight > best.weight


@pytest.mark.parametrize("long", BANK, ids=named)
def test_each_way_of_shortening_bank_is_needed(long: Long, monkeypatch: pytest.MonkeyPatch) -> None:
    best = bank_shortened(long.bank_shape, long.misreading)
    assert best.case().id.removeprefix("bank/fuzz/") == long.short
    monkeypatch.setattr(bank_shrink, long.way, nothing)
    assert bank_shortened(long.bank_shape, long.misreading).weight > best.weight
