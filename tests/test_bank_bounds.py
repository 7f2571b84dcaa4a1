"""Scores and matches of Bank: what is proved of them, and the endless matches that are played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from model.bank import match
from model.bank.actions import RoundDeal
from model.bank.dealing import PACK
from model.bank.moves import is_four_of_a_kind, is_one_suit
from model.bank.points import choose
from model.bank.profiles import BANK
from model.bank.ranks import Points, suit_of
from model.bank.rulebook import Book
from model.bank.state import Finish, Match, Round, Stage
from model.cards import Zone, face_of
from model.game import Seat
from properties.bank_lasso import Lasso, LassoError, course, round_about, turns
from properties.bank_lasso_rounds import SEATS, WHO_LOSES, choices_of, lasso, ways
from properties.evidence import Grade, Solved, Verdict
from properties.misreadings.bank.matches import MATCHES as MISREADINGS
from solver import solvers
from solver.compile import compiled
from solver.desk import Desk, Outcome, Proof
from solver.evaluate import Evaluator
from solver.languages import NUMBERS, Language
from solver.obligations import Obligation, Setting
from solver.obligations.bank import bounds, endless, ends, lengths, matches
from solver.obligations.bank import match_rules as rules
from solver.obligations.bank.matches_shown import MATCH_PROOFS, MATCHES
from solver.replay import Replay, fingerprint
from solver.shapes import Shapes
from solver.smtlib import script
from solver.solvers import Answer, available
from solver.tasks import Wanted, plan
from solver.terms import not_
from solver.values import as_bool
from solver.zones import MuTheory

ONE = available(("z3",))
ALL = available()


def desk(seats: int, book: Book, declared: Book | None = None, by: tuple[solvers.Solver, ...] = ONE) -> Desk[Book]:
    """A desk with these solvers."""

    def asking(script: str, part: str, language: Language) -> tuple[Solved, ...]:
        return tuple([each.solve(script, 60) for each in by if each.name in language.solvers])

    return Desk(book, book if declared is None else declared, seats, MATCHES, 60, asking)


def proof(id: str) -> Proof[Book]:
    """The proof of this name."""
    return next(each for each in MATCH_PROOFS if each.id == id)


def outcome(id: str, seats: int, **choices: str) -> Outcome:
    """What comes of a proof under these choices."""
    return proof(id).prove(desk(seats, choose(BANK, choices)))


# --- K5 ---


@pytest.mark.parametrize(
    ("choices", "least"),
    [
        ({}, (0, 0, 0)),
        ({"scoring": "points_in_hand"}, (124, 124, 124)),
        ({"scoring": "fixed:56"}, (180, 180, 180)),
        ({"scoring": "fixed:15", "fixed_mode": "alone"}, (15, 15, 15)),
        ({"scoring": "fixed:56", "fixed_mode": "when_no_points"}, (124, 124, 124)),
        ({"scoring": "per_card:3"}, (217, 205, 193)),
        ({"scoring": "per_card:6"}, (310, 286, 262)),
        ({"scoring": "per_card:3", "per_card_mode": "alone"}, (93, 81, 69)),
        ({"scoring": "per_card:6", "per_card_mode": "alone"}, (186, 162, 138)),
        ({"scoring": "per_card:3", "per_card_counts": "zero_only"}, (165, 153, 141)),
        ({"scoring": "per_card:6", "per_card_mode": "alone", "per_card_counts": "zero_only"}, (96, 96, 96)),
    ],
)
def test_what_the_dearest_hand_costs(choices: dict[str, str], least: tuple[int, ...]) -> None:
    book = choose(BANK, choices)
    assert tuple([bounds.dearest(book, seats) for seats in SEATS]) == least


@pytest.mark.parametrize("choices", [{}, {"scoring": "per_card:6"}, {"scoring": "fixed:15", "fixed_mode": "alone"}])
def test_the_bounds_of_a_score_are_proved_and_no_closer_ones_are(choices: dict[str, str]) -> None:
    book = choose(BANK, choices)
    assert outcome("K5.score", 2, **choices).verdict is Verdict.HELD
    most = bounds.dearest(book, 2)
    found = compiled(bounds.COST, book, 2)
    closer = Obligation("closer", bounds.COST, "", (), bounds.no_more_than(most - 1))
    assert solvers.model(found.query(closer), 60) is not None


def test_what_can_be_collected_is_proved_and_no_less_is() -> None:
    assert bounds.MOST == bounds.MOST_POINTS + bounds.MOST_BONUS == 219 < BANK.target
    for seats in SEATS:
        assert outcome("K5.collected", seats).verdict is Verdict.HELD
    for scene, most in ((bounds.WORTH, bounds.MOST_POINTS), (bounds.BONUS, bounds.MOST_BONUS)):
        closer = Obligation("closer", scene, "", (), bounds.no_more_than(most - 1))
        assert solvers.model(compiled(scene, BANK, 2).query(closer), 60) is not None


def test_a_bonus_that_is_too_high_breaks_the_bound() -> None:
    wrong = replace(BANK, king_bonus=ninety_for_a_king)
    assert proof("K5.collected").prove(desk(2, wrong, BANK)).verdict is not Verdict.HELD


def ninety_for_a_king(finish: Finish, place: int) -> Points:
    """Ninety for any last card."""
    return Points(90)


def test_captured_cards_in_hands_make_hands_larger_than_dealt() -> None:
    assert outcome("K5.hands", 2).verdict is Verdict.HELD
    wrong = choose(BANK, {"captured_to": "hand"})
    assert proof("K5.hands").prove(desk(2, wrong, BANK)).verdict is not Verdict.HELD
    assert not proof("K5.hands").when(wrong)


def test_no_match_is_won_in_its_first_round_but_one_with_a_lower_target_is() -> None:
    assert outcome("K5.first_round", 2).verdict is Verdict.HELD
    wrong = replace(BANK, match_target=half_is_enough)
    assert proof("K5.first_round").prove(desk(2, wrong, BANK)).verdict is not Verdict.HELD


def half_is_enough(total: int, target: int) -> bool:
    """219 are enough."""
    return total >= 219


def planned(id: str, seats: int, **choices: str) -> set[str]:
    """Which statements of this name are made for so many seats, by the book's own rules."""
    book = choose(BANK, choices)
    return {task.id for task in plan(Wanted(book, book, (seats,), id, frozenset(choices)))}


def test_a_bound_is_made_only_where_what_it_rests_on_is_made() -> None:
    resting = {"K5.hands", "K5.score", "K5.first_round"}
    assert resting < planned("K5", 2)
    assert not resting & planned("K5", 2, captured_to="hand")
    assert planned("K5", 2, tie="extra_round_tied") & resting == {"K5.hands"}


# --- K6 ---


@pytest.mark.parametrize(
    ("choices", "rounds"),
    [
        ({}, (25, 38, 50)),
        ({"match_target": "more_than"}, (25, 38, 50)),
        ({"scoring": "fixed:15", "fixed_mode": "alone", "losers": "last_only"}, (99, 50, 50)),
    ],
)
def test_in_so_many_rounds_the_target_is_reached(choices: dict[str, str], rounds: tuple[int, ...]) -> None:
    book = choose(BANK, choices)
    assert tuple([lengths.rounds_needed(book, seats) for seats in SEATS]) == rounds
    assert outcome("K6.rounds", 2, **choices).verdict is Verdict.HELD


def test_one_round_fewer_is_not_enough_for_the_numbers() -> None:
    for seats in SEATS:
        steps = lengths.growing(BANK, seats, lengths.rounds_needed(BANK, seats) - 1)
        text = script((), NUMBERS, (not_(steps["end"][1]),))
        assert solvers.model(text, 60) is not None


def test_all_gain_in_a_round_with_a_finisher_and_no_more_than_is_said() -> None:
    assert outcome("K6.gain", 2).verdict is Verdict.HELD
    fixed = {"scoring": "fixed:15", "fixed_mode": "alone"}
    assert outcome("K6.gain.fixed_2", 2, **fixed).verdict is Verdict.HELD
    assert lengths.least_gain(choose(BANK, fixed), 2) == 5
    harder = choose(BANK, {"scoring": "fixed:23", "fixed_mode": "alone"})
    assert lengths.least_gain(harder, 2) == 0
    assert proof("K6.gain").prove(desk(2, harder, BANK)).verdict is not Verdict.HELD


def test_how_long_a_match_lasts_is_stated_only_where_all_gain() -> None:
    alone = {"scoring": "fixed:15", "fixed_mode": "alone"}
    assert "K6.rounds" in planned("K6", 2)
    assert planned("K6", 2, scoring="points_in_hand") == set()
    assert planned("K6", 2, **alone) == {"K6.gain.fixed_2", "K6.rounds.fixed_2"}
    assert planned("K6", 3, **alone, losers="last_only") == {
        *("K6.gain", "K6.rounds", "K6.gain.fixed_3", "K6.rounds.fixed_3")
    }
    assert planned("K6", 3, **alone, losers="last_only", tie="extra_round_tied") == set()


# --- K7 ---


def test_every_way_of_counting_has_its_endless_matches() -> None:
    assert {frozenset(choices_of(way).items()) for way in ways()} == {
        frozenset(({"scoring": "no_penalty"} | dict(each)).items()) for each in bounds.SCORINGS
    }
    assert len(endless.PROOFS) == len(ways()) == 28


@pytest.mark.parametrize(("seats", "losers"), list(product(SEATS, WHO_LOSES)))
def test_without_a_penalty_only_blocked_rounds_go_round(seats: int, losers: str) -> None:
    went = course(lasso("no_penalty", losers, seats))
    assert went.returns
    assert not went.finished


@pytest.mark.parametrize("seats", SEATS)
def test_with_a_penalty_somebody_goes_out_in_every_round(seats: int) -> None:
    went = course(lasso("fixed:31 plus", "all_with_cards", seats))
    assert went.returns
    assert went.finished
    assert any(any(position.totals) for position in went.positions)


def never(table: Round) -> bool:
    """No round is ever over."""
    return False


def test_a_wrong_rule_is_played_in_endless_matches() -> None:
    sound = proof("K7.points_in_hand")
    told = sound.prove(desk(0, replace(BANK, round_end=never), BANK))
    assert (told.verdict, told.grade) == (Verdict.FAILED, Grade.EXEMPLIFIED)
    assert "no next round is to be dealt" in told.counterexample
    hidden = sound.prove(desk(0, replace(BANK, scoring=hand_of_five), BANK))
    assert (hidden.verdict, hidden.counterexample) == (Verdict.INCONCLUSIVE, "the rounds put in their own scoring")


def hand_of_five(book: Book, hand: Zone) -> Points:
    """Any hand costs five."""
    return Points(5)


def test_what_is_agreed_on_counting_makes_no_difference_to_the_rounds_of_another_way() -> None:
    alone = choose(BANK, {"scoring": "fixed:56", "fixed_mode": "alone", "losers": "last_only"})
    assert proof("K7.fixed_15.plus").prove(desk(0, alone)).verdict is Verdict.HELD


def test_rounds_that_do_not_go_round_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = proof("K7.points_in_hand")
    assert sound.prove(desk(0, BANK)).verdict is Verdict.HELD
    monkeypatch.setattr(endless, "lasso", without_last_round)
    told = sound.prove(desk(0, BANK))
    assert (told.verdict, told.grade) == (Verdict.FAILED, Grade.EXEMPLIFIED)
    assert "does not stand as before" in told.counterexample
    monkeypatch.setattr(endless, "lasso", with_a_pass)
    assert "is refused" in sound.prove(desk(0, BANK)).counterexample


def without_last_round(way: str, losers: str, seats: int) -> Lasso:
    """Rounds of which the last is missing."""
    found = lasso(way, losers, seats)
    return Lasso(found.choices, found.rounds[:-1])


def with_a_pass(way: str, losers: str, seats: int) -> Lasso:
    """Rounds that begin with a pass that the rules do not allow."""
    found = lasso(way, losers, seats)
    (deal, script), *others = found.rounds
    return Lasso(found.choices, ((deal, f"pass {script}"), *others))


def test_a_round_that_is_not_over_has_no_images() -> None:
    found = lasso("points_in_hand", "all_with_cards", 2)
    (deal, script), *_ = found.rounds
    with pytest.raises(LassoError, match="no next round"):
        round_about(found.choices, deal, script.split()[0])
    with pytest.raises(LassoError, match="is refused"):
        round_about(found.choices, deal, f"pass {script}")


def test_images_go_on_until_the_first_dealer_is_due_again() -> None:
    assert [turns(shift, 4) for shift in range(4)] == [(0,), (0, 1, 2, 3), (0, 2), (0, 3, 2, 1)]


@pytest.mark.deep
@pytest.mark.parametrize("way", ways())
def test_every_endless_match_is_played(way: str) -> None:
    found = next(each for each in endless.PROOFS if each.prove.args == (way,))  # type: ignore[attr-defined]
    told = found.prove(desk(0, BANK))
    assert (told.verdict, len(told.examples)) == (Verdict.HELD, 9)


def test_lassos_are_shown_only_where_all_else_is_as_usual() -> None:
    assert endless.otherwise_usual(choose(BANK, {"scoring": "fixed:15", "fixed_mode": "alone"}))
    assert not endless.otherwise_usual(choose(BANK, {"seven": "nothing"}))


# --- K8 ---


@pytest.mark.parametrize("obligation", MATCHES.obligations, ids=lambda each: each.id)
def test_what_becomes_of_a_match_is_proved(obligation: Obligation[Book]) -> None:
    for seats in (2, 3):
        query = compiled(obligation.scene, BANK, seats).query(obligation)
        assert ONE[0].solve(query, 60).answer == Answer.UNSAT


KILLS = {
    "exactly_the_target": "K8.target",
    "one_pack_is_enough": "K8.winner",
    "several_play_on": "K8.winner",
    "the_last_may_not_join": "K8.tie",
    "deals_by_turns": "K8.dealer",
    "least_scored_deals": "K8.dealer",
    "dealer_began": "K8.dealer",
    "most_scored_deals": "K8.dealer",
    "fewest_scored_deals": "K8.dealer",
    "first_to_finish_deals": "K8.last_out",
}
"""Misreadings of matches, and a statement that each of them breaks."""


@pytest.mark.parametrize("name", KILLS)
def test_a_misreading_breaks_a_statement_and_the_model_shows_it(name: str) -> None:
    misread = next(each for each in MISREADINGS if each.name == name)
    obligation = next(each for each in MATCHES.obligations if each.id == KILLS[name])
    found = compiled(obligation.scene, misread.book, 2, misread.base_book)
    assert ONE[0].solve(found.query(obligation), 60).answer == Answer.SAT
    situation = Replay(obligation, found, MATCHES).smallest(20)
    assert situation is not None
    for value in (*situation.before.values(), situation.after):
        assert MATCHES.show("", value)


def forgets_the_round(totals: tuple[int, ...], scored: tuple[int, ...]) -> tuple[int, ...]:
    """The totals stay what they were."""
    return totals


def names_them_all(played: Match, dealer: Seat) -> Match:
    """The lot leaves it open who deals."""
    return replace(played, stage=Stage.DEAL)


@pytest.mark.parametrize(("id", "wrong"), [("K8.added", forgets_the_round), ("K8.lot", names_them_all)])
def test_a_wrong_function_breaks_a_statement(id: str, wrong: Callable[..., object]) -> None:
    obligation = next(each for each in MATCHES.obligations if each.id == id)
    scene = replace(obligation.scene, function=lambda book: wrong)
    found = compiled(scene, BANK, 2)
    assert ONE[0].solve(found.query(replace(obligation, scene=scene)), 60).answer == Answer.SAT


def dealt_by_the_same(book: Book, played: Match, deal: RoundDeal) -> Match:
    """Whoever has dealt a round deals the next one, too."""
    return match.dealt(book, replace(played, dealers=(played.round.dealer,)), deal)


def test_the_seat_that_is_due_deals() -> None:
    assert outcome("K8.dealt", 2).verdict is Verdict.HELD
    wrong = replace(matches.DEALT, function=lambda book: dealt_by_the_same)
    goals = rules.due_seat_deals
    assert ends.together((wrong, goals))(desk(2, BANK)).verdict is not Verdict.HELD


@pytest.mark.parametrize("id", ["K8.check", "K8.went_on"])
def test_a_match_is_decided_when_it_should_be(id: str) -> None:
    at_capture = choose(BANK, {"match_check": "at_capture"})
    assert outcome(id, 2).verdict is Verdict.HELD
    assert outcome(id, 2, match_check="at_capture").verdict is Verdict.HELD
    assert proof(id).prove(desk(2, at_capture, BANK)).verdict is not Verdict.HELD
    assert proof(id).prove(desk(2, BANK, at_capture)).verdict is not Verdict.HELD


# --- what is relied on ---


def last_lays(number: int, chance: Random) -> Iterator[Zone]:
    """Four cards: of one face, of one suit, or any."""
    pack = sorted(PACK)
    for _ in range(number):
        like = chance.choice(pack)
        kinds = [[card for card in pack if face_of(card) == face_of(like)]]
        kinds += [[card for card in pack if suit_of(card) == suit_of(like)], pack]
        yield tuple(chance.sample(chance.choice(kinds), 4))


def test_what_is_asked_of_a_last_lay_is_what_the_model_asks() -> None:
    theory = MuTheory()
    cards = theory.constant("cards")
    said_of = [as_bool(ends.LAYS[each].result(theory, cards)) for each in (is_four_of_a_kind, is_one_suit)]
    terms = Evaluator(said_of, theory.meanings(fingerprint))
    met = set()
    for pile in last_lays(60, Random(1)):
        said = terms.values({"cards": pile})
        assert said == (is_four_of_a_kind(pile), is_one_suit(pile))
        met.add(said)
        assert not terms.values({"cards": pile[:1]})[0]
        assert not is_four_of_a_kind(pile[:1])
    assert met == {(False, False), (False, True), (True, False)}


def test_what_is_assumed_of_a_pile_is_so_of_real_ones() -> None:
    theory = MuTheory()
    setting = Setting(BANK, BANK, 2, theory, Shapes(theory, Zone))
    claim = Evaluator([ends.of_the_pack(setting, theory.constant("pile"))], theory.meanings(fingerprint))
    chance = Random(1)
    for size in range(len(PACK) + 1):
        assert claim.values({"pile": tuple(chance.sample(sorted(PACK), size))})[0]
    ace = max(PACK)
    assert not claim.values({"pile": (ace,) * 5})[0]


@pytest.mark.deep
@pytest.mark.parametrize("seats", SEATS)
def test_all_solvers_prove_all_of_it(seats: int) -> None:
    for each in MATCH_PROOFS:
        if each.once or (each.seats and seats not in each.seats):
            continue
        for choices in each.under:
            assert each.prove(desk(seats, choose(BANK, choices), by=ALL)).verdict is Verdict.HELD, (each.id, choices)
    for obligation in MATCHES.obligations:
        for choices in obligation.under:
            query = compiled(obligation.scene, choose(BANK, choices), seats).query(obligation)
            assert {each.solve(query, 60).answer for each in ALL} == {Answer.UNSAT}, (obligation.id, choices)
