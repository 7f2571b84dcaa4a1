"""The play of a round of Bank: what is proved of it, and that wrong rules come out as situations of the model."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any, Final

import pytest

from model.bank import play, taking, turns
from model.bank.points import POINTS, choose, without_pointless
from model.bank.profiles import BANK
from model.bank.rulebook import Book
from model.bank.state import Match, Phase, Round, Stage, next_holder, put
from model.cards import Zone
from model.game import Applied, Seat
from properties.invariants.bank.turns import measure
from properties.misreadings.bank import MISREADINGS
from solver.compile import Compiled, compiled
from solver.evaluate import Evaluator
from solver.obligations import Choices, Obligation, Scene, Setting, always
from solver.obligations.bank import order
from solver.obligations.bank.acts import ACTS
from solver.obligations.bank.further import OFFERS
from solver.obligations.bank.invariant import in_order
from solver.obligations.bank.rounds import the_table
from solver.obligations.bank.shown import BANK as PLAY
from solver.obligations.common import record
from solver.reach import reached
from solver.replay import Replay, Situation, fingerprint
from solver.shapes import Shapes
from solver.situations import all_names
from solver.solvers import Answer, available
from solver.zones import MuTheory

Z3: Final = available(("z3",))[0]
SECONDS: Final = 60.0
SEATS: Final = (2, 3, 4)


@cache
def translated(scene: str, book: Book, seats: int, declared: Book | None = None) -> Compiled[Book]:
    found = next(each.scene for each in (*PLAY.obligations, OFFERS) if each.scene.name == scene)
    return compiled(found, book, seats, declared)


def answer(obligation: Obligation[Book], book: Book, seats: int, declared: Book | None = None) -> str:
    query = translated(obligation.scene.name, book, seats, declared).query(obligation)
    return Z3.solve(query, SECONDS).answer


def named(subject: str) -> Obligation[Book]:
    return next(each for each in PLAY.obligations if each.id == subject)


# --- what holds ---


def test_the_play_of_two_is_proved() -> None:
    stated = [each for each in (*PLAY.obligations, OFFERS) if each.when(BANK)]
    assert [each.id for each in stated if answer(each, BANK, 2) != Answer.UNSAT] == []
    assert len(stated) > 60


def everything() -> Iterator[tuple[Obligation[Book], Choices, int]]:
    for obligation in (*PLAY.obligations, OFFERS):
        for choices, seats in product(obligation.under, SEATS):
            if obligation.when(choose(BANK, choices)):
                yield obligation, choices, seats


@pytest.mark.deep
@pytest.mark.parametrize("seats", SEATS)
def test_the_play_is_proved_under_every_choice(seats: int) -> None:
    wrong = [
        (obligation.id, choices)
        for obligation, choices, number in everything()
        if number == seats and answer(obligation, choose(BANK, choices), seats) != Answer.UNSAT
    ]
    assert wrong == []


def test_no_two_statements_and_no_two_scenes_share_a_name() -> None:
    ids = [each.id for each in PLAY.obligations]
    assert len(ids) == len(set(ids))
    scenes: dict[str, Scene[Book]] = {}
    for each in PLAY.obligations:
        assert scenes.setdefault(each.scene.name, each.scene) is each.scene


def test_every_alternative_of_the_play_is_stated() -> None:
    """Each alternative of each rule point that a scene looks at is one under which something is stated of the scene."""
    stated = {(point, way) for each in PLAY.obligations for choices in each.under for point, way in choices.items()}
    points = (
        "seven", "seven_trigger", "stuck_after_forced_draw", "capture", "captor", "deck_card_owner", "own_single",
        "drawn_single", "mover_after_capture", "ghost", "captured_to", "out_may_capture", "trump_king_single",
        "four_kings", "round_end", "bank_left", "eight_follow", "eight_follow_kind", "four_follow", "run_extra_move",
        "trumps",
    )  # fmt: skip
    missing = [
        (name, way) for name in points for way in list(POINTS[name].alternatives)[1:] if (name, way) not in stated
    ]
    assert missing == []


# --- that it says something ---


def test_what_is_assumed_is_so_at_tables_that_play_gets_to() -> None:
    """Each scene is met by some small situation, under some choice for which something is stated of it."""
    for name in {each.scene.name for each in PLAY.obligations}:
        unders = [choices for each in PLAY.obligations if each.scene.name == name for choices in each.under]
        assert any(is_met(name, choose(BANK, choices)) for choices in unders), name


def is_met(scene: str, book: Book) -> bool:
    found = translated(scene, book, 2)
    hypothesis = Evaluator([found.hypothesis], found.setting.theory.meanings(fingerprint))
    return any(hypothesis.values(all_names(found.inputs, dict(each)))[0] for each in PLAY.small(scene, 2))


CHANCE: Final = 7


def played(book: Book, seats: int, chance: random.Random) -> Iterator[Match]:
    deck = list(book.pack())
    chance.shuffle(deck)
    match = play.initial(book, book.deal(book, tuple(deck[: chance.choice((20, 26, 36))]), seats, Seat(0)))
    while match.stage is Stage.ROUND:
        after = play.step(book, match, (chance.choice(play.enabled(book, match)),))
        assert isinstance(after, Applied)
        match = after.state
        yield match
        if match.rounds > 1 or len(match.round.captured[0]) > 200:
            return


def any_book(chance: random.Random) -> Book:
    ways = {name: chance.choice(list(point.alternatives)) for name, point in POINTS.items() if name != "captured_to"}
    return choose(BANK, without_pointless({name: way for name, way in ways.items() if chance.random() < 0.5}))


def test_rounds_that_are_played_are_in_order() -> None:
    """The invariant, written for solvers, holds of what the model plays by any rules that can be agreed on."""
    chance = random.Random(CHANCE)
    looked_at = set()
    for seats in SEATS * 2:
        book, theory = any_book(chance), MuTheory()
        setting = Setting(book, book, seats, theory, Shapes(theory, Zone))
        inputs = the_table(setting)
        claims = in_order(setting, record(inputs["table"]))
        holding = Evaluator(claims.values(), theory.meanings(fingerprint))
        for match in played(book, seats, chance):
            said = holding.values(all_names(inputs, {"table": match.round}))
            assert not [words for words, so in zip(claims, said, strict=True) if not so], match.round
            looked_at.add(match.round.phase)
    assert looked_at == set(Phase)


def test_the_measure_is_the_one_that_random_play_is_checked_with() -> None:
    """The proof that rounds end speaks of the very measure of `properties/invariants`."""
    chance, theory = random.Random(CHANCE), MuTheory()
    setting = Setting(BANK, BANK, 3, theory, Shapes(theory, Zone))
    inputs = the_table(setting)
    terms = Evaluator(order.measure(setting, record(inputs["table"])), theory.meanings(fingerprint))
    for match in played(BANK, 3, chance):
        assert terms.values(all_names(inputs, {"table": match.round})) == measure(match.round)


# --- wrong rules ---


def fate(subject: str, book: Book, declared: Book, seats: int) -> Situation | None:
    """The smallest situation in which the model, with this book, breaks a statement about what was agreed on."""
    obligation = named(subject)
    assert answer(obligation, book, seats, declared) == Answer.SAT
    return Replay(obligation, translated(obligation.scene.name, book, seats, declared), PLAY).smallest(30)


def table_of(situation: Situation) -> Round:
    table = situation.before["table"]
    assert isinstance(table, Round)
    return table


def the_next_seat(table: Round) -> Seat:
    return next_holder(table, table.turn)


def test_a_capture_by_the_wrong_seat_breaks_a_statement_and_can_be_laid_out() -> None:
    """The situation is real: the model's own capture gives the bank to the wrong seat, and the sound one does not."""
    wrong = replace(BANK, captor=the_next_seat)
    situation = fate("K4.right_seat", wrong, BANK, 3)
    assert situation is not None
    table = table_of(situation)
    found, right = taking.capturer(wrong, table), taking.capturer(BANK, table)
    assert found == situation.after
    assert found != right
    assert table.bank
    found_by_layer = fate("K4.captor.layer_of_top", wrong, BANK, 2)
    assert found_by_layer is not None
    assert found_by_layer.after != table_of(found_by_layer).owner


def copies_a_card(table: Round) -> Round:
    """The card drawn stays in the stock as well."""
    drawn = turns.draw_one(table)
    return replace(drawn, stock=table.stock)


def draws_nothing(table: Round) -> Round:
    """A seat that cannot move waits for better times."""
    return table


def keeps_the_bank(table: Round, seat: Seat) -> Round:
    """The bank is counted twice for whoever takes it."""
    return replace(table, captured=put(table.captured, seat, table.captured[seat] + table.bank + table.bank))


def never_blocked(table: Round) -> bool:
    """A round goes on until one seat is left."""
    return sum([1 for hand in table.hands if hand]) <= 1


WRONG: Final = {
    "a copy": ("draw", copies_a_card, "K1.draw", "there are as many cards as before"),
    "twice": ("captured_to", keeps_the_bank, "K1.fail", "there are as many cards as before"),
    "for ever": ("draw", draws_nothing, "K2.draw", "the act brings the end nearer"),
    "not over": ("round_end", never_blocked, "K3.fail", "until it is over somebody with cards is not stuck"),
}
"""A wrong rule, the statement that it breaks, and what is not so then."""


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_rule_breaks_what_every_act_keeps_to(kind: str) -> None:
    point, function, subject, words = WRONG[kind]
    swapped: dict[str, Any] = {point: function}
    situation = fate(subject, replace(BANK, **swapped), BANK, 2)
    assert situation is not None
    assert words in situation.broken


def test_where_captured_cards_go_into_the_hand_no_measure_is_claimed_and_this_one_rises() -> None:
    book = choose(BANK, {"captured_to": "hand"})
    ends = [each for each in PLAY.obligations if re.fullmatch(r"K2\.\w+", each.id)]
    assert len(ends) == len(ACTS)
    assert not any(each.when(book) for each in ends)
    anyway = replace(named("K2.fail"), when=always)
    assert answer(anyway, book, 2) == Answer.SAT
    situation = Replay(anyway, translated("fail", book, 2), PLAY).smallest(30)
    assert situation is not None
    assert isinstance(situation.after, Round)
    assert measure(situation.after) >= measure(table_of(situation))


KILLED: Final = {
    "whoever_beats_takes": "K4.onto_the_bank.lay",
    "must_go_on_without_drawing": "K4.eight_follow.optional",
    "an_eight_ends_the_turn": "K4.eight_follow_kind.single_card",
    "no_second_eight": "K4.eight_follow_kind.single_card",
    "no_card_for_a_further_move": "K4.four_follow.required_if_possible",
    "a_last_seven_is_harmless": "K4.seven_trigger.any_laid",
    "nothing_unless_agreed": "K4.turn_ends",
    "two_cards_and_move": "K4.draws",
    "two_cards_and_skip": "K4.draws",
    "a_seven_costs_nobody_the_bank": "K4.layer_takes",
    "after_the_captor": "K4.mover_after_capture.after_failer",
    "bank_needs_points": "K4.capture.next_fails",
    "next_seat_takes_the_bank": "K4.captor.layer_of_top",
    "first_mover_begins_again": "K4.mover_after_capture.after_failer",
    "lowest_card_stays": "K4.ghost.after_capture",
    "single_cards_are_never_taken": "K4.alone",
    "next_seat_has_the_open_card": "K4.deck_card_owner.seat_before",
    "first_out_ends_the_round": "K4.round_goes_on",
    "first_out_ends_without_a_stock": "K4.round_end.one_left_or_blocked",
    "one_failure_blocks": "K4.round_end.one_left_or_blocked",
    "any_king_takes": "K4.trump_king",
    "only_the_layer_covers_kings": "K4.four_kings",
}
"""The misreadings of the play, and a statement that each breaks."""


@pytest.mark.deep
@pytest.mark.parametrize("name", KILLED)
def test_a_misreading_breaks_a_statement_in_the_model(name: str) -> None:
    misreading = next(each for each in MISREADINGS if each.name == name)
    assert fate(KILLED[name], misreading.book, misreading.base_book, 3) is not None


# --- ways out of conditions ---


@pytest.mark.deep
@pytest.mark.parametrize("scene", sorted({each.scene.name for each in PLAY.obligations}))
def test_every_way_is_taken_or_known_to_be_out_of_reach(scene: str) -> None:
    found = translated(scene, BANK, 3)
    for branch, taken in reached(found, PLAY, 20.0).items():
        why = PLAY.out_of_reach(BANK, 3, scene, branch.way)
        assert (taken is None) is bool(why), str(branch)
