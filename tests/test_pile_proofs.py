"""The statements about pile games: each holds of the rules, and each breaks with a rule that is wrong on purpose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from model.cards import QUEEN, Card, Zone
from model.game import Seat
from model.piles.points import choose
from model.piles.profiles import BEGGAR, CAMICIA
from model.piles.rulebook import Book
from model.piles.state import Debt, Table
from properties.evidence import Finding, Verdict
from properties.misreadings import Misreading, misreadings_of
from properties.misreadings.playing import asks
from solver.compile import compiled
from solver.evaluate import Evaluator
from solver.misread import ONCE, Course, Killed, Survived, Trial, Why, fates
from solver.misread import misreadings_of as tried_of
from solver.obligations import Obligation, Setting
from solver.obligations.common import record
from solver.obligations.lemmas import LEMMAS, Lemma
from solver.obligations.piles import OBLIGATIONS
from solver.obligations.piles.order import any_table
from solver.obligations.piles.steps import begun
from solver.obligations.piles_shown import PILES
from solver.prove import Found, Run, carry_out
from solver.replay import Replay, Situation, fingerprint
from solver.shapes import Shapes
from solver.situations import names
from solver.solvers import Answer, Solver, available
from solver.tasks import Wanted, plan
from solver.zones import MuTheory
from tests import proof_misreadings as wrong

Z3 = available(("z3",))
"""One solver is enough where a statement does not hold: the model confirms it."""
BY_ID = {each.id: each for each in OBLIGATIONS}
MISREAD = {each.name: each for each in (*misreadings_of("beggar"), *misreadings_of("camicia"))}


def swapped(point: str, instead: object, declared: Book = BEGGAR) -> Book:
    changes: dict[str, Any] = {point: instead}
    return replace(declared, **changes)


def seats_of(obligation: Obligation[Book], least: int) -> int:
    return ONCE if obligation.once else least


def situation(obligation: Obligation[Book], book: Book, declared: Book, seats: int) -> Situation | None:
    """The smallest situation on which a wrong book breaks a statement, if the solver and the model agree on one."""
    found = compiled(obligation.scene, book, seats_of(obligation, seats), declared)
    if Z3[0].solve(found.query(obligation), 20).answer != Answer.SAT:
        return None
    return Replay(obligation, found, PILES).smallest(20)


# --- wrong rules that the issue names ---

QUEEN_ASKS_THREE = asks("queen_asks_three", QUEEN, 3)

NAMED: dict[str, tuple[str, object, str, int]] = {
    "pile on top": ("pile_order", MISREAD["on_top_of_the_hand"].function, "G9.pile_order", ONCE),
    "queen demands three": ("pay_map", QUEEN_ASKS_THREE, "G5.queen", ONCE),
    "remainder dropped": ("deal", MISREAD["surplus_leaves_the_game"].function, "D2.deal", 2),
    "surplus to the last seat": ("deal", MISREAD["extras_to_the_dealer"].function, "D2.deal", 2),
    "loser leads": ("leader", MISREAD["payer_leads"].function, "G9.leader", 2),
}


@pytest.mark.parametrize("name", NAMED)
def test_a_named_wrong_rule_fails_and_its_situation_replays(name: str, tmp_path: Path) -> None:
    point, instead, subject, seats = NAMED[name]
    book = swapped(point, instead)
    tasks = [task for task in plan(Wanted(book, BEGGAR, (2,), subject)) if task.id == subject]
    findings = [event.finding for event in carry_out(tasks, Run(tmp_path, Z3)) if isinstance(event, Found)]
    assert [finding.verdict for finding in findings] == [Verdict.FAILED]
    assert findings[0].situation is not None

    shown = situation(BY_ID[subject], book, BEGGAR, seats)
    assert shown is not None
    function = BY_ID[subject].scene.function
    arguments = shown.before.values()
    with_book = (lambda rules: (rules, *arguments)) if subject in ("D2.deal", "G5.queen") else (lambda _: arguments)
    assert function(book)(*with_book(book)) == shown.after
    assert function(BEGGAR)(*with_book(BEGGAR)) != shown.after
    assert "; ".join(shown.broken) in findings[0].counterexample


# --- statements that no misreading breaks, each broken by hand ---

SWAPPED: dict[str, tuple[str, object]] = {
    "D1.packs_1": ("packs", "by_seats"),
    "D1.packs_2": ("packs", "1"),
    "D1.dealer_first": ("first_seat", "left_of_dealer"),
    "D2.rest_to_middle": ("deal", "singly_clockwise"),
    "G7.claimant_takes": ("payer_out", "pass_remainder"),
    "G7.other_lays": ("payer_out", "claimant_takes"),
    "G8.sole_holder": ("sole_holder", "goes_on_turning"),
    "G8.goes_on_turning": ("sole_holder", "wins_at_once"),
    "G8.wins_at_once": ("sole_holder", "takes_when_turn_returns"),
    "G9.reversed": ("pile_order", "first_laid_first"),
    "G9.shuffled": ("pile_order", "reversed"),
    "G9.after_last_layer": ("leader", "after_taker"),
    "G9.after_taker": ("leader", "taker"),
    "G4.immediate": ("end", "early_stop"),
    "G4.early_stop": ("end", "must_play"),
    "G4.lead_on": ("end", "must_play"),
    "G4.no_time": ("time_rule", "most_cards_at_budget"),
    "T0.deal_one": ("deal_one", wrong.burns_and_deals),
    "T0.deal": ("deal", wrong.deals_to_the_next),
    "T0.deal_pack": ("deal", wrong.deals_to_the_next),
    "T0.pay_card": ("pay_card", wrong.pays_from_the_next_hand),
    "T0.owed_card": ("owed_card", wrong.owes_its_next_card),
    "T0.payer_out": ("payer_out", wrong.owes_its_next_card),
    "T0.plain_card": ("plain_card", wrong.owes_its_next_card),
    "T0.leader": ("leader", wrong.leader_by_the_middle),
    "T0.end": ("end", wrong.ends_with_the_top_card),
    "T0.turn": ("paid", wrong.claims_for_nobody),
    "T0.lay": ("owed_card", wrong.owes_its_next_card),
}
"""A rule point, and what is put there while something else was agreed on: another alternative, or a wrong rule."""

INSTEAD: dict[str, Callable[..., object]] = {
    "L2.seats_after": wrong.seats_to_the_right,
    "G1.lay": wrong.loses_the_card,
    "G2.initial": wrong.anybody_leads,
    "G3.lay": wrong.lays_nothing,
    "G3.collect": wrong.takes_one_back,
    "G3.turn": wrong.waits_a_turn,
    "G5.card": wrong.lays_the_bottom_card,
    "G4.opening": wrong.first_seat_always_leads,
    "G4.begins": wrong.begins_in_any_case,
    "G4.winners": wrong.losers_win,
    "V1.view": wrong.own_top_card_is_seen,
    "V1.next_action": wrong.last_layer_collects,
    "T0.collect": wrong.collects_for_the_next,
    "T0.initial": wrong.deals_from_nothing,
    "T0.opening": wrong.opens_by_the_middle,
    "T0.demand": wrong.too_far,
}
"""What is looked at in the place of the model's own function."""


def declared_for(obligation: Obligation[Book]) -> Book:
    """The first book for which the statement is made."""
    return next(book for book in (choose(BEGGAR, way) for way in obligation.under) if obligation.when(book))


def with_way(point: str, way: object, declared: Book) -> Book:
    return choose(declared, {point: way}) if isinstance(way, str) else swapped(point, way, declared)


@pytest.mark.parametrize("subject", [*SWAPPED, *INSTEAD])
def test_a_statement_that_no_misreading_breaks_is_broken_by_hand(subject: str) -> None:
    obligation = BY_ID[subject]
    declared = declared_for(obligation)
    book = with_way(*SWAPPED[subject], declared) if subject in SWAPPED else declared
    if subject in INSTEAD:
        scene = replace(obligation.scene, function=lambda book: INSTEAD[subject])
        obligation = replace(obligation, scene=scene)
    assert situation(obligation, book, declared, 3 if subject in ("L2.seats_after", "G7.claimant_takes") else 2)


@cache
def broken_by_misreadings() -> frozenset[str]:
    """Every statement that some misreading breaks, by the solver's word, at two or three seats."""
    trial = Trial((2, 3), 5, Z3[0])
    found: set[str] = set()
    for misreading in MISREAD.values():
        for seats in (ONCE, 2, 3):
            found |= Course(trial, misreading).all_broken(PILES, seats)
    return frozenset(found)


@pytest.mark.deep
def test_every_statement_is_broken_by_something() -> None:
    by_hand = SWAPPED.keys() | INSTEAD.keys()
    assert by_hand | broken_by_misreadings() == BY_ID.keys()


def test_every_statement_about_what_is_taken_can_be_broken() -> None:
    """Code that reaches for nothing would make the statement that it never reaches wrong true in any case."""
    for obligation in OBLIGATIONS:
        if obligation.goals is None:
            assert compiled(obligation.scene, declared_for(obligation), seats_of(obligation, 2)).goals(obligation)


# --- what is known of the rules is proved ---

SAMPLE = ("G4.end", "G5.card", "G6.next_pays", "G7.pass_remainder", "G8.turn_passes", "G9.collect", "D2.order")


@pytest.mark.parametrize("seats", [2, pytest.param(3, marks=pytest.mark.deep)])
def test_a_sample_is_proved_by_all_solvers(seats: int, tmp_path: Path) -> None:
    findings = [finding for subject in SAMPLE for finding in findings_of(BEGGAR, subject, seats, tmp_path)]
    assert {finding.subject for finding in findings} == set(SAMPLE)
    assert [finding for finding in findings if finding.verdict is not Verdict.HELD] == []
    assert {len(finding.solvers) for finding in findings} == {len(available())}


def findings_of(book: Book, subject: str, seats: int, out: Path) -> list[Finding]:
    tasks = [task for task in plan(Wanted(book, book, (seats,), subject)) if task.id == subject]
    return [event.finding for event in carry_out(tasks, Run(out, available())) if isinstance(event, Found)]


def stated(book: Book, seats: int) -> list[tuple[Obligation[Book], Book]]:
    """What is stated of a game, with each book that it is stated for."""
    found = []
    for obligation in OBLIGATIONS:
        if seats in (obligation.seats or (seats,)):
            books = [choose(book, way) for way in obligation.under]
            found += [(obligation, each) for each in books if obligation.when(each)]
    return found


@pytest.mark.deep
@pytest.mark.parametrize(("book", "seats"), [(BEGGAR, 2), (BEGGAR, 3), (BEGGAR, 6), (CAMICIA, 2), (CAMICIA, 3)])
def test_everything_is_proved_under_every_choice(book: Book, seats: int) -> None:
    for obligation, each in stated(book, seats):
        query = compiled(obligation.scene, each, seats_of(obligation, seats)).query(obligation)
        assert Z3[0].solve(query, 60).answer == Answer.UNSAT, (obligation.id, seats)


# --- misreadings ---

SURVIVORS = {"next_payer_owes_it_all": Why.NOT_READ, "hands_in_any_order": Why.NOT_READ}


def test_a_sample_of_misreadings_dies_by_what_it_misreads() -> None:
    names = ("debts_add_up", "payer_leads", "counterclockwise", "jack_asks_two", "next_payer_owes_it_all")
    found = list(fates([MISREAD[name] for name in names], (2, 3)))
    killed = [fate for fate in found if isinstance(fate, Killed)]
    assert [(each.obligation, each.seats) for each in killed] == [
        ("G6.new_debt", 2),
        ("G9.leader", 2),
        ("D2.deal_one", 3),
        ("G5.jack", ONCE),
    ]
    assert all("not so: " in each.situation for each in killed)
    assert all(set(each.clauses) & set(MISREAD[each.misreading].clauses) for each in killed)
    assert isinstance(found[-1], Survived)
    assert found[-1].reason is Why.NOT_READ
    assert "properties/misreadings/rules.py:" in found[-1].detail


@pytest.mark.deep
@pytest.mark.parametrize("game", ["beggar", "camicia"])
def test_every_misreading_dies_but_those_that_are_named(game: str) -> None:
    survived = [fate for fate in fates(tried_of(game), (2, 3)) if isinstance(fate, Survived)]
    assert {each.misreading: each.reason for each in survived} == (SURVIVORS if game == "beggar" else {})


def harmless(point: str, function: object, under: Sequence[tuple[str, str]] = ()) -> Misreading:
    """The rule itself, or something that is none, in the place of a misreading."""
    return replace(MISREAD["debts_add_up"], name="made_up", point=point, function=function, under=tuple(under))


def test_what_breaks_nothing_survives_with_its_reason() -> None:
    cases = [
        (harmless("pay_card", BEGGAR.pay_card), Why.NOT_STATED),
        (harmless("count_cards", "laid_and_failed_draw"), Why.NOT_LOOKED_AT),
        (harmless("pile_order", wrong.card_by_card), Why.NOT_READ),
    ]
    found = list(fates([misreading for misreading, _ in cases], (2,)))
    assert [fate.reason for fate in found if isinstance(fate, Survived)] == [reason for _, reason in cases]


def test_a_game_of_which_nothing_is_proved_kills_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.families.FAMILIES", ())
    (fate,) = fates([MISREAD["debts_add_up"]], (2,))
    assert isinstance(fate, Survived)
    assert fate.reason is Why.NOT_PROVED


@pytest.mark.parametrize(
    ("said", "reason"),
    [(Answer.SAT, Why.NOT_CONFIRMED), (Answer.UNKNOWN, Why.NOT_SETTLED), ("error: no", Why.NOT_SETTLED)],
)
def test_a_suspicion_kills_nothing(said: str, reason: Why) -> None:
    rule_itself = harmless("packs", BEGGAR.packs)
    (fate,) = fates([rule_itself], (2,), 0.1, Solver("parrot", "1", lambda script, seconds: said))
    assert isinstance(fate, Survived)
    assert fate.reason is reason
    assert fate.detail == "D1.second_pack"


# --- lemmas ---

FALSE_LEMMAS: dict[str, tuple[str, str]] = {
    "L1.removed_step": ("(different (cons X A)) ", ""),
    "L1.has_removed_step": ("(not (= C D))", "(= C D)"),
    "L1.front_card_step": ("(< N (len", "(<= N (len"),
    "L1.turned_card_step": ("(- (len (cons X A)) 1 N)", "N"),
    "L1.left_card_step": ("(+ N K)", "N"),
    "L1.cut_length_step": ("(<= 0 K) ", ""),
    "L1.bounded_step": ("(<= LEAST (wt x)) ", ""),
    "L1.each_copy_step": ("(< N", "(<= N"),
}
"""A lemma, and what makes it false when it is put in the place of one of its parts."""


@pytest.mark.parametrize("name", FALSE_LEMMAS)
def test_a_lemma_that_is_not_so_is_not_proved(name: str) -> None:
    lemma = {each.id: each for each in LEMMAS}[name]
    part, instead = FALSE_LEMMAS[name]
    assert part in lemma.script()
    changed = replace(lemma, claim=lemma.claim.replace(part, instead), defined=lemma.defined.replace(part, instead))
    assert changed.script() != lemma.script()
    assert Z3[0].solve(lemma.script(), 5).answer == Answer.UNSAT
    assert Z3[0].solve(changed.script(), 0.3).answer != Answer.UNSAT


@pytest.mark.deep
@pytest.mark.parametrize("lemma", LEMMAS, ids=[lemma.id for lemma in LEMMAS])
def test_what_a_lemma_assumes_is_no_contradiction(lemma: Lemma) -> None:
    nothing = replace(lemma, claim="false")
    for solver in available(("z3", "cvc5")):
        assert solver.solve(lemma.script(), 10).answer == Answer.UNSAT
        assert solver.solve(nothing.script(), 2).answer != Answer.UNSAT


def test_a_trick_begins_with_an_empty_middle_and_nothing_owed() -> None:
    """What is said of a new trick, of real tables: the statement itself, whatever `collect` makes of them."""
    theory = MuTheory()
    setting = Setting(BEGGAR, BEGGAR, 2, theory, Shapes(theory, Zone))
    table = record(any_table(setting)["table"])
    said = Evaluator(begun(setting, table).values(), theory.meanings(fingerprint))
    new = Table(((Card(0),), ()), (), Seat(0))
    for real, holds in (
        (new, (True, True)),
        (replace(new, middle=(Card(0),)), (False, True)),
        (replace(new, debt=Debt(1), claimant=Seat(1)), (True, False)),
        (replace(new, claimant=Seat(1)), (True, False)),
    ):
        assert said.values(names(table, real)) == holds, real
