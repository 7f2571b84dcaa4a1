"""Slaps are proved: what may be slapped, who wins, what right and wrong ones bring; and wrong rules are found out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from model.cards import Labelling, Zone, parse_zone
from model.game import Seat
from model.piles import slaps
from model.piles.points import choose
from model.piles.profiles import BANKA, BANKA_BAVER, BANKA_CORE, RATSCREW, SLAPJACK
from model.piles.rulebook import Book, SlapPriority
from model.piles.state import Debt, Phase, Table
from properties.evidence import Verdict
from properties.misreadings import misreadings_of
from solver.compile import Compiled, compiled
from solver.languages import MU
from solver.misread import ONCE, Killed, fates
from solver.obligations import Obligation, Setting, together
from solver.obligations.common import record
from solver.obligations.piles.steps import begun
from solver.obligations.slaps import steps
from solver.obligations.slaps.excuses import out_of_reach
from solver.obligations.slaps.order import any_table
from solver.obligations.slaps.shown import SLAPS, show
from solver.prove import Found, prove
from solver.replay import Replay, Situation
from solver.shapes import Shapes
from solver.smtlib import script
from solver.solvers import Answer, available
from solver.terms import FALSE, TRUE
from solver.zones import MuTheory
from tests import proof_misreadings, wrong_slaps

Z3: Final = available(("z3",))
"""One solver is enough where a statement does not hold: the model confirms it."""
BY_ID: Final = {each.id: each for each in SLAPS.obligations}
MISREAD: Final = {each.name: each for game in ("banka", "ratscrew") for each in misreadings_of(game)}
WITHOUT_MISREADING: Final = ("T1", "T3")


def cards(text: str) -> Zone:
    return parse_zone(text, Labelling.RANK)


def swapped(declared: Book, point: str, instead: object) -> Book:
    changes: dict[str, Any] = {point: instead}
    return replace(declared, **changes)


@cache
def translated(name: str, book: Book, declared: Book, seats: int) -> Compiled[Book]:
    return compiled(next(each.scene for each in BY_ID.values() if each.scene.name == name), book, seats, declared)


def broken(obligation: Obligation[Book], found: Compiled[Book]) -> Situation | None:
    """The smallest situation on which a wrong book breaks a statement, if the solver and the model agree on one."""
    if Z3[0].solve(found.query(obligation), 20).answer != Answer.SAT:
        return None
    return Replay(obligation, found, SLAPS).smallest(20)


def seats_of(obligation: Obligation[Book], seats: int = 2) -> int:
    return ONCE if obligation.once else seats


# --- what is proved ---


@pytest.mark.parametrize("book", [BANKA, RATSCREW], ids=["banka", "ratscrew"])
def test_what_is_said_of_slaps_holds(book: Book) -> None:
    made = [each for each in SLAPS.obligations if each.id[0] == "B" and {} in each.under and each.when(book)]
    assert {each.id for each in made} >= {"B1.undermost", "B1.everybody", "B3.pile", "B4.double", "B4.nothing_else"}
    for each in made:
        found = translated(each.scene.name, book, book, seats_of(each))
        assert (each.id, Z3[0].solve(found.query(each), 20).answer) == (each.id, Answer.UNSAT)


@pytest.mark.deep
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("book", [BANKA, RATSCREW], ids=["banka", "ratscrew"])
def test_games_with_slaps_are_proved(book: Book, seats: int, tmp_path: Path) -> None:
    events = prove(book, tmp_path, [seats], without=WITHOUT_MISREADING)
    findings = [event.finding for event in events if isinstance(event, Found)]
    assert len(findings) > 300
    assert [each for each in findings if each.verdict is not Verdict.HELD] == []


@pytest.mark.deep
@pytest.mark.parametrize("book", [BANKA_CORE, BANKA_BAVER, SLAPJACK], ids=["banka_core", "banka_baver", "slapjack"])
def test_profiles_with_a_name_are_proved(book: Book, tmp_path: Path) -> None:
    events = prove(book, tmp_path, [2], Z3, without=(*WITHOUT_MISREADING, "T2"))
    findings = [event.finding for event in events if isinstance(event, Found)]
    assert len(findings) > 200
    assert [each for each in findings if each.verdict is not Verdict.HELD] == []


@pytest.mark.deep
@pytest.mark.parametrize("seats", [4, 5, 6])
def test_banka_is_proved_for_more_seats(seats: int, tmp_path: Path) -> None:
    events = prove(BANKA, tmp_path, [seats], Z3, without=(*WITHOUT_MISREADING, "T2"))
    findings = [event.finding for event in events if isinstance(event, Found)]
    assert [each for each in findings if each.verdict is not Verdict.HELD] == []


@pytest.mark.deep
@pytest.mark.parametrize("name", sorted({each.scene.name for each in SLAPS.obligations}))
def test_what_is_assumed_can_be_so(name: str) -> None:
    """From what can never be so anything would follow, and nothing would be proved."""
    stated = [each for each in SLAPS.obligations if each.scene.name == name]
    ways = [choose(BANKA, dict(choices)) for each in stated for choices in each.under]
    books = [way for way in dict.fromkeys(ways) if any(each.when(way) for each in stated)]
    for book in books:
        seats = ONCE if all(each.once for each in stated) else 3
        given = script((), MU, translated(name, book, book, seats).given)
        assert {solver.solve(given, 20).answer for solver in available()} == {"sat"}


# --- what is wrong ---


def test_a_bottom_match_that_was_not_agreed_on_fails_by_name_and_replays() -> None:
    book = swapped(BANKA_BAVER, "slaps", (slaps.double, slaps.bottom_match))
    obligation = BY_ID["B4.nothing_else"]
    found = compiled(obligation.scene, book, ONCE, BANKA_BAVER)
    situation = broken(obligation, found)
    assert situation is not None
    pile, laid = situation.before["zone"], situation.before["laid"]
    assert book.slap_window(book, pile, laid)
    assert not BANKA_BAVER.slap_window(BANKA_BAVER, pile, laid)
    assert len(pile) >= 3
    assert slaps.same_rank(pile[0], pile[-1])
    assert "may not" in Replay(obligation, found, SLAPS).told(situation)
    assert broken(BY_ID["B4.double"], found) is None


QUICK: Final = {
    "uppermost_hand_wins": "B1.undermost",
    "only_in_turn": "B1.everybody",
    "wrong_slap_ends_the_debt": "B2.turn_goes_on",
    "breaks_on_an_empty_middle": "B2.no_penalty",
    "burned_on_top": "B2.burn_under",
    "slapper_owes_the_debt": "B3.debt",
    "next_after_the_turn_leads": "B3.leads",
    "pictures_are_not_slapped": "B4.double",
    "alone_it_matches_itself": "B4.lone_card",
    "any_card_below_matches": "B4.four_cards",
    "top_left_over_is_shown": "B4.hidden_cards",
    "burned_cards_shift_the_index": "B4.burned_cards",
}


@pytest.mark.parametrize("name", QUICK)
def test_a_misreading_breaks_the_statement_of_its_clause(name: str) -> None:
    misreading, obligation = MISREAD[name], BY_ID[QUICK[name]]
    assert set(misreading.clauses) & set(obligation.clauses)
    found = compiled(obligation.scene, misreading.book, seats_of(obligation), misreading.base_book)
    assert broken(obligation, found) is not None


@pytest.mark.deep
@pytest.mark.parametrize("game", ["banka", "ratscrew"])
def test_every_misreading_breaks_a_statement(game: str) -> None:
    assert [fate for fate in fates(misreadings_of(game)) if not isinstance(fate, Killed)] == []


POINTS_SWAPPED: Final[dict[str, tuple[dict[str, str], str, object]]] = {
    "B1.out": ({"empty_hand": "out"}, "empty_hand", slaps.skipped_may_slap),
    "B1.one_chance": ({"empty_hand": "one_chance"}, "empty_hand", slaps.skipped_may_slap),
    "B1.undefined": ({"slap_tie": "undefined"}, "slap_tie", slaps.undermost),
    "B1.chance_passed": ({"empty_hand": "one_chance"}, "empty_hand", slaps.out),
    "B2.whole_hand": ({"wrong_slap": "whole_hand"}, "wrong_slap", slaps.burn_under),
    "B2.card_to_claimant": ({"wrong_slap": "card_to_claimant"}, "wrong_slap", slaps.burn_under),
    "B2.lock_out": ({"wrong_slap": "lock_out"}, "wrong_slap", slaps.nothing),
    "B2.pays": ({"wrong_slap": "burn_under:2"}, "penalty", 3),
    "B2.one_chance": ({"empty_hand": "one_chance"}, "empty_hand", slaps.skipped_may_slap),
    "B2.bars_count_down": ({"wrong_slap": "lock_out:2"}, "plain_card", wrong_slaps.bars_forgotten),
    "B2.goes_on": ({}, "sole_holder", wrong_slaps.pile_at_once),
    "B3.keeps_debt": ({"slap_in_debt": "keeps_debt"}, "slap_in_debt", slaps.voids_debt),
    "B3.slap_together": ({}, "slap_tie", slaps.undefined),
    "B4.any_neighbours": ({"slap_window": "any_neighbours"}, "slap_window", slaps.until_next_card),
    "B4.every_neighbour": ({"hidden_cards_match": "yes"}, "hidden_cards_match", slaps.only_shown),
    "B4.burned_cards_count": (
        {"burned_count_for_slaps": "yes"},
        "burned_count_for_slaps",
        slaps.burned_do_not_count,
    ),
    "B4.at_any_time": ({}, "slap_priority", SlapPriority.COLLECTION_FIRST),
    "G1.lay": ({}, "plain_card", wrong_slaps.lost_in_the_middle),
    "G1.turn": ({}, "plain_card", wrong_slaps.lost_in_the_middle),
    "G2.initial": ({}, "leftover_challenges", wrong_slaps.owed_to_nobody),
    "G3.lay": ({}, "plain_card", wrong_slaps.taken_back),
    "G3.turn": ({}, "plain_card", wrong_slaps.taken_back),
    "G4.leftover": ({}, "leftover_challenges", slaps.asks_the_first_seat),
    "G4.leftover_challenges": ({"leftover_challenges": "yes"}, "leftover_challenges", slaps.nobody_laid_it),
    "T0.four_cards": ({}, "slaps", (wrong_slaps.needs_four,)),
    "T0.may_slap": ({}, "empty_hand", wrong_slaps.by_the_top_card),
    "T0.hidden_cards": ({}, "hidden_cards_match", wrong_slaps.from_the_lowest),
    "T0.burned_cards": ({}, "burned_count_for_slaps", wrong_slaps.lowest_counts),
    "T0.looks": ({}, "burned_count_for_slaps", wrong_slaps.lowest_counts),
    "T0.leftover_challenges": ({}, "leftover_challenges", wrong_slaps.asks_without_looking),
    "T0.initial": ({}, "leftover_challenges", wrong_slaps.asks_without_looking),
    "T0.won_by_hand": ({}, "leader", proof_misreadings.leader_by_the_middle),
    "T0.collect": ({}, "leader", proof_misreadings.leader_by_the_middle),
    "T0.payer_burned_out": ({}, "payer_burned_out", proof_misreadings.owes_its_next_card),
    "T0.without_cards_passed_over": ({}, "plain_card", proof_misreadings.owes_its_next_card),
    "T0.lay": ({}, "plain_card", proof_misreadings.owes_its_next_card),
    "T0.turn": ({}, "plain_card", proof_misreadings.owes_its_next_card),
}
"""For statements that no misreading breaks: what is agreed on, and what is put at which rule point instead."""


@pytest.mark.deep
@pytest.mark.parametrize("subject", POINTS_SWAPPED)
def test_a_wrong_rule_breaks_the_statement(subject: str) -> None:
    choices, point, instead = POINTS_SWAPPED[subject]
    obligation, declared = BY_ID[subject], choose(BANKA, choices)
    assert obligation.when(declared)
    found = compiled(obligation.scene, swapped(declared, point, instead), seats_of(obligation), declared)
    assert broken(obligation, found) is not None


FUNCTIONS_SWAPPED: Final[dict[str, Callable[..., Any]]] = {
    "B1.no_chance": wrong_slaps.everybody_had_a_chance,
    "B2.goes_on": wrong_slaps.turn_moves_always,
    "B4.nothing_laid": wrong_slaps.slappable_at_any_time,
    "G3.collect": wrong_slaps.middle_stays,
    "V1.next_action": wrong_slaps.winner_lays,
}
"""For statements about functions that no rule point decides: a wrong function in the place of the right one."""


@pytest.mark.deep
@pytest.mark.parametrize("subject", FUNCTIONS_SWAPPED)
def test_a_wrong_function_breaks_the_statement(subject: str) -> None:
    obligation = BY_ID[subject]
    scene = replace(obligation.scene, function=lambda book: FUNCTIONS_SWAPPED[subject])
    assert broken(replace(obligation, scene=scene), compiled(scene, BANKA, seats_of(obligation))) is not None


# --- situations in words ---


def test_a_table_is_told_as_it_lies_before_the_players() -> None:
    table = Table((cards("23"), ()), cards("4J7"), Seat(0), Debt(1), Seat(1), Seat(1), burned=1, left=1, barred=(0, 2))
    assert show("table", table) == (
        "hands 23/(empty), middle 4J7, 1 of it burned, 1 of it left over, turn A, debt 1 to B, "
        "B may not slap for 2 cards"
    )
    slapped = replace(table, phase=Phase.TAKEN, debt=Debt(0), burned=0, left=0, barred=(-1, 0))
    assert show("table", slapped) == "hands 23/(empty), middle 4J7, slapped by B, A may not slap without cards"


def test_hands_seats_answers_and_hidden_cards_are_told() -> None:
    assert show("hands", (Seat(1), Seat(0))) == "hands on the middle, the undermost first: B A"
    assert show("winner", Seat(1)) == "winner B"
    assert show("", True) == "yes"
    assert show("zone", (*cards("2"), slaps.FACE_DOWN)) == "zone 2?"


def test_a_way_that_nothing_takes_has_a_reason_where_that_is_so() -> None:
    way = "if moved.phase != Phase.WON"
    assert "nobody else" in out_of_reach(RATSCREW, 2, "slap", way)
    assert out_of_reach(RATSCREW, 3, "slap", way) == ""
    assert out_of_reach(RATSCREW, 2, "may_slap", way) == ""


def test_two_goals_of_one_name_are_refused() -> None:
    one = {"no card moves": TRUE}
    assert together(one, {"nothing is owed": FALSE}) == {**one, "nothing is owed": FALSE}
    with pytest.raises(ValueError, match="two goals are called 'no card moves'"):
        together(one, {"no card moves": FALSE})


def test_a_taking_begins_the_next_trick() -> None:
    theory = MuTheory()
    setting = Setting(BANKA, BANKA, 2, theory, Shapes(theory, Zone))
    table = record(any_table(setting)["table"])
    assert begun(setting, table).items() <= steps.collected(setting, {}, table).items()
