"""G10: all fair games of two seats with few cards end, but one; and what else can be asked of all games at once."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from itertools import islice, product
from typing import Any

import pytest

from model.cards import OWES, Card
from model.deal import Deal, parse_deal
from model.game import Loop, Won
from model.piles import play, run, taking
from model.piles.points import choose
from model.piles.profiles import BEGGAR, CAMICIA
from model.piles.rulebook import Book
from properties.evidence import Grade, Solved, Verdict
from solver.bounded import (
    BOUNDS,
    Bound,
    Games,
    as_beggar,
    bounded,
    bounds,
    deals_with,
    goes_round,
    has_cards,
    is_deal,
    lasts,
    unrolled,
)
from solver.compile import compiled
from solver.desk import Desk, Outcome
from solver.evaluate import Evaluator
from solver.languages import Language
from solver.obligations.piles.steps import INITIAL, TURN
from solver.obligations.piles_shown import PILES
from solver.replay import fingerprint
from solver.smtlib import script as written
from solver.solvers import Answer, Solver, available, model, reading
from solver.terms import Bool, Term, and_, not_
from solver.values import Value
from tests.support import data

CLASSES = tuple(map(Card, OWES))
ORDINARY, JACK, *_ = CLASSES
SOLVERS = available()
Z3 = available(("z3",))
"""One solver is enough where a statement does not hold: the model confirms it."""
BY_SIZE = {bound.cards: bound for bound in BOUNDS}


def all_games(book: Book, cards: int, turns: int) -> Games:
    return unrolled(compiled(INITIAL, book, 2), compiled(TURN, book, 2), cards, turns)


def outcome(bound: Bound, book: Book = BEGGAR, solvers: tuple[Solver, ...] = SOLVERS) -> tuple[Outcome, list[Solved]]:
    """What comes of a bound, and what solvers said of the scripts that it wrote."""
    said: list[Solved] = []

    def ask(script: str, part: str, language: Language) -> tuple[Solved, ...]:
        answers = tuple([solver.solve(script, 60) for solver in reading(solvers, language)])
        said.extend(answers)
        return answers

    return bounded(bound, Desk(book, BEGGAR, 2, PILES, 60, ask)), said


# --- the games of the solvers are those of the model ---

FIELDS = ("hands", "middle", "turn", "debt", "claimant", "last", "phase", "unanswered")


def terms_of(value: Value) -> Iterator[Term]:
    match value:
        case Term():
            yield value
        case tuple():
            yield from (term for each in value for term in terms_of(each))


def real(value: Value, values: Mapping[Term, Any]) -> Any:  # noqa: ANN401
    """A value of terms as Python has it."""
    match value:
        case Term():
            return values[value]
        case tuple():
            return tuple([real(each, values) for each in value])
    return value


@pytest.mark.parametrize("choices", [{}, {"pile_order": "reversed"}, {"leader": "after_taker"}, {"end": "immediate"}])
def test_every_table_is_the_one_that_the_model_has(choices: dict[str, str]) -> None:
    book, rng, turns = choose(BEGGAR, choices), random.Random(3), 12
    turn = compiled(TURN, book, 2)
    for cards, lead in ((2, 0), (5, 0), (6, 2)):
        games = unrolled(compiled(INITIAL, book, 2), turn, cards, turns, lead)
        rows = [[table.fields[name] for name in FIELDS] for table in games.tables]
        terms = list(dict.fromkeys(term for row in rows for each in row for term in terms_of(each)))
        evaluator = Evaluator(terms, turn.setting.theory.meanings(fingerprint))
        for _ in range(30):
            deck = tuple(rng.choice((ORDINARY, *CLASSES)) for _ in range(cards))
            deal = Deal((deck[: games.lead], deck[games.lead :]))
            found = evaluator.values({f"card{at}": card for at, card in enumerate(deck)})
            values = dict(zip(terms, found, strict=True))
            start = play.initial(book, deal)
            played = [start, *islice(run.tables(book, start), turns)]
            played += played[-1:] * (turns + 1 - len(played))
            for row, table in zip(rows, played, strict=True):
                assert [real(each, values) for each in row] == [getattr(table, name) for name in FIELDS], str(deal)


# --- the bounds ---


@cache
def longest(cards: int) -> tuple[int, list[Deal]]:
    """The longest fair game with so many cards that ends, and the deals that never end: every deal is played."""
    lead, most, endless = (cards + 1) // 2, 0, []
    for deck in product(CLASSES, repeat=cards):
        deal = Deal((deck[:lead], deck[lead:]))
        result = run.play(BEGGAR, play.initial(BEGGAR, deal), 1_000).outcome
        if isinstance(result, Won):
            most = max(most, result.cards)
        else:
            assert isinstance(result, Loop)
            endless.append(deal)
    return most, endless


SMALL = [2, 3, 4, 5, 6]


@pytest.mark.parametrize("cards", [*SMALL, pytest.param(7, marks=pytest.mark.deep)])
def test_the_bounds_are_those_of_all_games_played(cards: int) -> None:
    most, endless = longest(cards)
    assert BY_SIZE[cards].turns == most
    assert [str(deal) for deal in endless] == (["J--/-J-"] if cards == 6 else [])
    assert BY_SIZE[cards].endless == len(endless)


def test_every_size_up_to_seven_has_a_bound() -> None:
    assert list(BY_SIZE) == [2, 3, 4, 5, 6, 7]
    assert [proof.id for proof in bounds()] == [f"G10.{cards}" for cards in range(2, 8)]
    assert {proof.seats for proof in bounds()} == {(2,)}


def held(bound: Bound, solvers: tuple[Solver, ...]) -> Outcome:
    found, said = outcome(bound, solvers=solvers)
    assert found.verdict is Verdict.HELD, found
    assert found.grade is Grade.EXHAUSTED
    assert found.space_size == 5**bound.cards
    assert {each.answer for each in said} == {Answer.UNSAT}
    assert {each.solver for each in said} == {each.name for each in solvers}
    return found


@pytest.mark.parametrize("cards", [2, 3, 4, 5])
def test_fair_games_with_few_cards_end(cards: int) -> None:
    held(BY_SIZE[cards], SOLVERS)


@pytest.mark.deep
def test_one_deal_of_six_cards_goes_round_for_ever() -> None:
    found = held(BY_SIZE[6], SOLVERS)
    assert found.examples == ("J--/-J- goes round for ever: after 2 cards the same comes again every 6 cards",)


@pytest.mark.deep
@pytest.mark.parametrize("cards", [6, 7])
def test_the_larger_bounds_with_every_solver(cards: int) -> None:
    held(BY_SIZE[cards], SOLVERS)


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_no_fewer_turns_would_do(cards: int) -> None:
    """The longest game is found: what is proved is not proved of nothing."""
    found, said = outcome(replace(BY_SIZE[cards], turns=BY_SIZE[cards].turns - 1), solvers=Z3)
    assert {each.answer for each in said} == {Answer.SAT}
    assert found.verdict is Verdict.FAILED
    deal, _, words = found.counterexample.partition(" ")
    assert words == f"ends after {BY_SIZE[cards].turns} cards"
    result = run.play(BEGGAR, play.initial(BEGGAR, parse_deal(deal, "class")), 100).outcome
    assert isinstance(result, Won)
    assert result.cards == BY_SIZE[cards].turns


def test_a_bound_that_forgets_the_endless_deal_fails_with_it() -> None:
    found, _ = outcome(replace(BY_SIZE[6], endless=0), solvers=Z3)
    assert found.verdict is Verdict.FAILED
    assert found.counterexample.startswith("J--/-J- goes round for ever")


def test_a_bound_with_an_endless_deal_that_is_not_there_does_not_hold() -> None:
    found, said = outcome(replace(BY_SIZE[4], endless=1))
    assert {each.answer for each in said} == {Answer.UNSAT}
    assert found.verdict is Verdict.INCONCLUSIVE
    assert found.counterexample == "no game was found that goes round for ever"


def test_a_long_game_is_not_taken_for_an_endless_one() -> None:
    found, _ = outcome(Bound(5, 10, endless=3), solvers=Z3)
    assert found.verdict is Verdict.FAILED
    assert found.counterexample.count("ends after 11 cards") == 3


def test_a_sat_that_the_model_does_not_confirm_is_no_failure() -> None:
    unsure = Solver("unsure", "1", lambda text, seconds: Answer.SAT)
    found, _ = outcome(BY_SIZE[3], solvers=(unsure,))
    assert found.verdict is Verdict.INCONCLUSIVE
    assert "unsure says sat" in found.counterexample


@pytest.mark.parametrize(
    ("point", "wrong", "cards"), [("pile_order", taking.reversed_pile, 6), ("leader", taking.after_taker, 7)]
)
def test_a_wrong_rule_breaks_a_bound(point: str, wrong: Any, cards: int) -> None:  # noqa: ANN401
    book: Book = replace(BEGGAR, **{point: wrong})
    found, _ = outcome(BY_SIZE[4], book, Z3)
    assert found.verdict is Verdict.FAILED
    assert found.counterexample.endswith(f" ends after {cards} cards")
    deal = parse_deal(found.counterexample.partition(" ")[0], "class")
    result = run.play(book, play.initial(book, deal), 100).outcome
    assert isinstance(result, Won)
    assert result.cards == cards


def test_the_bounds_are_stated_of_the_games_that_go_like_this() -> None:
    assert as_beggar(BEGGAR)
    assert as_beggar(CAMICIA)
    assert as_beggar(choose(BEGGAR, {"pay_map": "j1q2k3", "time_rule": "most_cards_at_budget"}))
    for point, way in (("pile_order", "reversed"), ("leader", "after_taker"), ("end", "lead_on")):
        assert not as_beggar(choose(BEGGAR, {point: way}))


# --- deals with properties ---


def test_deals_are_found_by_what_they_are_to_be() -> None:
    games = all_games(BEGGAR, 6, 8)

    def wanted(games: Games) -> Bool:
        return and_(goes_round(games), has_cards(games, JACK, 2))

    assert list(map(str, deals_with(games, wanted, 60))) == ["J--/-J-"]
    text = written((), games.language, games.question(goes_round(games), not_(has_cards(games, JACK, 2))))
    assert {solver.solve(text, 60).answer for solver in Z3} == {Answer.UNSAT}


def test_a_long_game_is_found_once() -> None:
    games = all_games(BEGGAR, 5, 10)
    found = list(deals_with(games, lasts, 60))
    assert len(set(found)) == len(found) == 3
    for deal in found:
        result = run.play(BEGGAR, play.initial(BEGGAR, deal), 100).outcome
        assert isinstance(result, Won)
        assert result.cards == 11


def test_the_same_hands_with_another_leader_are_no_round() -> None:
    """A game that ends, in which the hands come again while the other seat leads."""
    deal, turns = parse_deal("--J/---J", "class"), 16
    games = unrolled(compiled(INITIAL, BEGGAR, 2), compiled(TURN, BEGGAR, 2), 7, turns, lead=3)
    start = play.initial(BEGGAR, deal)
    played = [start, *islice(run.tables(BEGGAR, start), turns)]
    leads = [(table.hands, table.turn) for table in played if not table.middle]
    assert len({hands for hands, _ in leads}) < len(leads) == len(set(leads))
    going = games.question(is_deal(games, deal), lasts(games))
    assert {solver.solve(written((), games.language, going), 60).answer for solver in Z3} == {Answer.SAT}
    round_ = games.question(is_deal(games, deal), goes_round(games))
    assert {solver.solve(written((), games.language, round_), 60).answer for solver in Z3} == {Answer.UNSAT}


def test_cards_are_counted() -> None:
    games = all_games(BEGGAR, 3, 0)
    for times, deals in ((2, 3 * 4), (3, 1)):
        found = list(islice(deals_with(games, partial(has_cards, card=JACK, times=times), 60), 20))
        assert len(found) == deals
        assert all(sum(hand.count(JACK) for hand in deal.hands) == times for deal in found)


def test_games_need_not_be_fair() -> None:
    games = unrolled(compiled(INITIAL, BEGGAR, 2), compiled(TURN, BEGGAR, 2), 4, 3, lead=1)
    found = next(deals_with(games, lasts, 60))
    assert tuple(map(len, found.hands)) == (1, 3)
    text = written((), games.language, games.question(is_deal(games, found), lasts(games)))
    values = model(text, 10)
    assert values is not None
    assert [Card(int(values[f"card{at}"])) for at in range(4)] == [*found.hands[0], *found.hands[1]]


@pytest.mark.deep
def test_the_endless_deals_of_three_jacks_and_five_plain_cards() -> None:
    row = next(row for row in data("small_decks.json")["rows"] if row["deck"] == "JJJ-----")
    games = all_games(BEGGAR, 8, row["longest_cards"])

    def wanted(games: Games) -> Bool:
        return and_(lasts(games), has_cards(games, JACK, 3), has_cards(games, ORDINARY, 5))

    found = sorted(str(deal).replace("/", "") for deal in deals_with(games, wanted, 120))
    assert found == sorted(row["endless_deals"])
