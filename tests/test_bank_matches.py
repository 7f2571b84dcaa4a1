"""Matches of Bank: totals, winners, extra rounds, dealers and lots; and matches that need never end."""

from __future__ import annotations

from functools import lru_cache

import pytest

from model.bank.actions import Act, Action
from model.bank.dealing import parse_round
from model.bank.play import enabled, refusal
from model.bank.points import choose
from model.bank.profiles import BANK
from model.bank.ranks import Points
from model.bank.state import Match, Stage
from model.game import CHANCE, Reason
from properties.bank_lasso import WITH_A_PENALTY, WITHOUT_A_PENALTY, Lasso, LassoError, replayed, returns, search
from properties.invariants.bank.sheet import MOST, WHOLE, points
from tests.bank_slips import scripted
from tests.support import data

PLAIN = "9c/6d+9h"
"""A goes out with its only card and scores 20; B holds a six."""


def after(deal: str, script: str, totals: tuple[int, ...] = (), **choices: str) -> Match:
    """The match after a script."""
    return scripted(choose(BANK, choices), deal, script, totals)[-1].after


# --- winners ---


@pytest.mark.parametrize(
    ("totals", "choices", "winners"),
    [
        ((227, 0), {}, ()),
        ((228, 0), {}, (0,)),
        ((228, 0), {"match_target": "more_than"}, ()),
        ((229, 0), {"match_target": "more_than"}, (0,)),
        ((229, 248), {}, (0,)),
        ((229, 250), {}, (1,)),
        ((0, 248), {}, (1,)),
        ((230, 250), {}, ()),
        ((230, 250), {"tie": "extra_round_tied"}, ()),
    ],
)
def test_who_has_won(totals: tuple[int, int], choices: dict[str, str], winners: tuple[int, ...]) -> None:
    match = after(PLAIN, "9c", totals, **choices)
    assert match.winners == winners
    assert (match.stage is Stage.OVER) == bool(winners)


def test_exactly_248_wins_in_three_rounds_from_nought() -> None:
    first, last = "9c9d9h9s/6d+Qc+Kc", "Kc/6d9c9d9h9s+Qc"
    match = after(first, f"9c9d9h9s deal:{first} 9c9d9h9s deal:{last} Kc")
    assert (match.totals, match.winners, match.rounds) == ((248, 0), (0,), 3)


def test_a_tie_leads_to_a_round_of_all_or_of_the_tied() -> None:
    three = "9c/6d/6h+9s"
    for tie, playing in (("extra_round_all", (0, 1, 2)), ("extra_round_tied", (0, 1))):
        match = scripted(choose(BANK, {"tie": tie}), three, "9c 6d", (230, 240, 0))[-1].after
        assert (match.totals, match.stage, match.playing) == ((250, 250, 0), Stage.DEAL, playing)
    book = choose(BANK, {"tie": "extra_round_tied"})
    assert refusal(book, match, (Action(CHANCE, Act.DEAL, deal=parse_round("9c/6d/6h+9s")),)) is Reason.ILLEGAL_ACTION
    assert refusal(book, match, (Action(CHANCE, Act.DEAL, deal=parse_round("9c/6d/+9s+6h")),)) is None


def test_an_extra_round_can_be_tied_again() -> None:
    deal = "9c9d9h9s/8c8d8h8s/6d+Tc"
    round_of_ties = "9c9d9h9s 8c8d8h8s"
    match = after(deal, f"{round_of_ties} deal:{deal} {round_of_ties}", (155, 155, 0), bank_left="layer_of_top")
    assert (match.totals, match.stage, match.playing) == ((345, 345, 0), Stage.DEAL, (0, 1, 2))


def test_a_match_may_be_decided_at_a_capture() -> None:
    match = after("6s9s/AsKs+Th", "pass", (0, 0), match_check="at_capture")
    assert match.stage is Stage.ROUND
    match = after("6s9s/AsKs+Th", "pass", (0, 240), match_check="at_capture")
    assert (match.winners, match.totals) == ((1,), (0, 250))


def test_no_round_is_worth_a_match() -> None:
    assert MOST == WHOLE + 20 + 75 == 219
    assert BANK.target == 2 * WHOLE == 248


# --- dealers ---


@pytest.mark.parametrize(
    ("choices", "dealers"),
    [
        ({}, (2,)),
        ({"dealer": "last_out"}, (1,)),
        ({"dealer": "last_out", "last_out_means": "left_over"}, (2,)),
        ({"dealer": "first_mover"}, (0,)),
        ({"dealer": "most_points"}, (1,)),
        ({"dealer": "fewest_points"}, (2,)),
    ],
)
def test_who_deals_next(choices: dict[str, str], dealers: tuple[int, ...]) -> None:
    assert after("9c/6d/6h+9s", "9c 6d", (10, 50, 0), **choices).dealers == dealers


def test_the_loser_of_a_blocked_round_has_most_points_in_hand() -> None:
    assert after("9s/Ah+Td", "pass pass").dealers == (1,)
    assert after("As/Qh+Td", "pass pass", dealer="last_out").dealers == (0,)


def test_several_possible_dealers_draw_lots() -> None:
    book = BANK
    match = after("9s/9h+Ad", "pass pass")
    assert (match.stage, match.dealers) == (Stage.LOT, (0, 1))
    assert [action.dealer for action in enabled(book, match)] == [0, 1]
    drawn = after("9s/9h+Ad", "pass pass lot:B")
    assert (drawn.stage, drawn.dealers) == (Stage.DEAL, (1,))
    assert after("9s/9h+Ad", "pass pass lot:B deal:9s/9h+Ad").round.dealer == 1


@pytest.mark.parametrize("text", ["9c/6d+8h", "9c/6d+9h+8h", "9c6d/9h+6s", "9c/6d+9h@A", "9c/6d/6h+9h"])
def test_a_wrong_deal_is_refused(text: str) -> None:
    match = after(PLAIN, "9c")
    assert refusal(BANK, match, (Action(CHANCE, Act.DEAL, deal=parse_round(text)),)) is Reason.ILLEGAL_ACTION


# --- matches without end ---


@lru_cache
def lassos() -> tuple[Lasso, ...]:
    """The endless matches of the data file."""
    return tuple(
        Lasso(each["choices"], tuple((deal, script) for deal, script in each["rounds"]))
        for each in data("bank_lasso.json")["lassos"]
    )


def named(lasso: Lasso) -> str:
    """What was agreed on, and for how many seats."""
    agreed = " ".join(f"{point}={way}" for point, way in lasso.choices.items())
    return f"{len(parse_round(lasso.rounds[0][0]).hands)} seats, {agreed or 'the defaults'}"


@pytest.mark.parametrize("lasso", lassos(), ids=named)
def test_an_endless_match_comes_back_to_where_it_was(lasso: Lasso) -> None:
    assert returns(lasso)
    positions = list(replayed(lasso, 3))
    period = len(lasso.rounds)
    assert all(positions[turn] == positions[turn % period] for turn in range(len(positions)))
    assert len(set(positions)) == period
    assert positions[0].totals == (Points(0),) * len(parse_round(lasso.rounds[0][0]).hands)


@pytest.mark.parametrize("lasso", lassos(), ids=named)
def test_an_endless_match_is_played_with_the_whole_pack(lasso: Lasso) -> None:
    for text, _ in lasso.rounds:
        deal = parse_round(text)
        assert sorted(deal.cards) == sorted(BANK.pack())
        assert {len(hand) for hand in deal.hands} == {4}


def test_endless_matches_are_known_for_each_way_of_counting() -> None:
    kinds = {lasso.choices.get("scoring", "no_penalty").partition(":")[0] for lasso in lassos()}
    assert kinds == {"no_penalty", "points_in_hand", "fixed", "per_card"}
    assert {len(parse_round(lasso.rounds[0][0]).hands) for lasso in lassos()} == {2, 3}


def test_the_examples_are_among_them() -> None:
    assert WITH_A_PENALTY in lassos()
    assert WITHOUT_A_PENALTY in lassos()
    scored = [position.totals for position in replayed(WITH_A_PENALTY)]
    assert scored == [(0, 0), (23, -23), (0, 0)]


def test_a_round_without_any_penalty_may_bring_nothing_to_anybody() -> None:
    ((deal, script),) = WITHOUT_A_PENALTY.rounds
    table = scripted(BANK, deal, script)[-1].after.round
    assert points((*table.hands[0], *table.hands[1], *table.bank)) == WHOLE
    assert not table.stock


def test_what_is_no_lasso_is_told() -> None:
    lasso = next(one for one in lassos() if one.choices == {"scoring": "points_in_hand"})
    assert not returns(Lasso(lasso.choices, lasso.rounds[:1]))
    assert not returns(Lasso({"scoring": "no_penalty"}, lasso.rounds))
    deal, script = lasso.rounds[0]
    with pytest.raises(LassoError, match="is refused"):
        list(replayed(Lasso(lasso.choices, ((deal, "pass " + script),))))
    with pytest.raises(LassoError, match="no next round"):
        list(replayed(Lasso(lasso.choices, ((deal, script.split()[0]),))))


def test_an_endless_match_can_be_found() -> None:
    lasso = search({"scoring": "points_in_hand"}, 2, seed=1, most=2_000)
    assert lasso is not None
    assert returns(lasso)
