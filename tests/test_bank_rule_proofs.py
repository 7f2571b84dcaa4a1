"""What covers what, what is dealt and what is scored in Bank: proved of the rules, and broken by wrong ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from model.bank import moves
from model.bank.cover import may_be_laid
from model.bank.points import choose
from model.bank.profiles import BANK
from model.bank.ranks import Points
from model.bank.rulebook import Book
from model.bank.state import Finish, Round
from model.cards import KING, Card, Zone, face_of, parse_zone
from model.cards import Labelling as Named
from properties.evidence import Grade, Verdict
from properties.misreadings.bank import MISREADINGS
from properties.misreadings.bank.core import BankMisreading
from solver.compile import compiled
from solver.desk import Desk
from solver.misread import Killed, fates
from solver.obligations import Family, Obligation
from solver.obligations.bank import bonuses, covering, deals, first, lays, scores, trumps
from solver.obligations.bank.cards import LITERAL
from solver.obligations.bank.shown import count, out_of_reach, show, small
from solver.replay import Replay, Situation
from solver.solvers import Answer, Solver, available
from solver.sources import Unsupported
from solver.values import Mismatch

MODULES = (trumps, covering, lays, deals, first, bonuses, scores)
RULES: dict[str, Obligation[Book]] = {each.id: each for module in MODULES for each in module.OBLIGATIONS}
FAMILY = Family(tuple(RULES.values()), lays.PACK, show, count, small, out_of_reach)
ALL = available()
Z3 = available(("z3",))


def books_of(obligation: Obligation[Book]) -> Iterator[Book]:
    """The books under which a statement is made."""
    for choices in obligation.under:
        book = choose(BANK, dict(choices))
        assert obligation.when(book), f"{obligation.id} is not made under {choices}"
        yield book


def not_proved(obligation: Obligation[Book], seats: int, solvers: list[Solver]) -> list[str]:
    """Which answers are not `unsat`, under any of the choices for which the statement is made."""
    found = []
    for book in books_of(obligation):
        query = compiled(obligation.scene, book, seats).query(obligation)
        answers = {solver.name: solver.solve(query, 60).answer for solver in solvers}
        found += [f"{obligation.id}, {seats} seats: {answers}"] * (set(answers.values()) != {Answer.UNSAT})
    return found


def seats_for(obligation: Obligation[Book]) -> tuple[int, ...]:
    return (0,) if obligation.once else obligation.seats or (2, 3, 4)


QUICK = ("K9.six", "K9.order", "K9.trumps_senior_junior", "K12.king_bonus", "K12.run_bonus", "K12.all_with_cards")


@pytest.mark.parametrize("id", QUICK)
def test_rules_are_proved(id: str) -> None:
    assert not_proved(RULES[id], seats_for(RULES[id])[0], list(ALL)) == []


@pytest.mark.deep
@pytest.mark.parametrize("id", RULES)
def test_every_rule_is_proved_by_every_solver(id: str) -> None:
    assert [each for seats in seats_for(RULES[id]) for each in not_proved(RULES[id], seats, list(ALL))] == []


def test_no_two_statements_have_one_name() -> None:
    assert len(RULES) == sum(len(module.OBLIGATIONS) for module in MODULES)


# --- wrong rules ---


def king_counts_for_the_next_place(finish: Finish, place: int) -> Points:
    """A king as the last card brings 20, 10 or 10: what the text gives one place further down."""
    return Points((20, 10, 10)[place - 1] if face_of(finish.cards[-1]) == KING else 0)


def six_covers_other_suits(card: Card, top: Card) -> bool:
    """A six covers whatever lies there."""
    return face_of(card) == 6


def swapped(**rules: Callable[..., Any]) -> Book:
    changes: dict[str, Any] = rules
    return replace(BANK, **changes)


def broken(id: str, book: Book, declared: Book = BANK, seats: int | None = None) -> Situation | None:
    """The smallest situation in which the model breaks a statement with this book; None if a solver proves it."""
    obligation = RULES[id]
    found = compiled(obligation.scene, book, seats_for(obligation)[0] if seats is None else seats, declared)
    if Z3[0].solve(found.query(obligation), 20).answer == Answer.UNSAT:
        return None
    return Replay(obligation, found, FAMILY).smallest(10)


def test_a_king_bonus_for_the_wrong_place_is_found() -> None:
    situation = broken("K12.king_bonus", swapped(king_bonus=king_counts_for_the_next_place))
    assert situation is not None
    finish, place = situation.before["finish"], situation.before["place"]
    assert face_of(finish.cards[-1]) == KING
    assert situation.after == king_counts_for_the_next_place(finish, place) != BANK.king_bonus(finish, place)
    assert situation.broken[0].startswith("a king brings")
    assert broken("K12.king_bonus", BANK) is None
    assert broken("K12.place_bonus", swapped(king_bonus=king_counts_for_the_next_place)) is None


def test_a_six_that_covers_other_suits_is_found() -> None:
    book = swapped(six=six_covers_other_suits)
    for id, sound in (("K9.six", BANK.six), ("K9.covers_own", None)):
        situation = broken(id, book)
        assert situation is not None
        card, top = situation.before["card"], situation.before["top"]
        assert face_of(card) == 6
        assert card // 32 != top // 32
        assert situation.after is six_covers_other_suits(card, top) is True
        if sound is not None:
            assert not sound(card, top)
    assert broken("K9.six", book, choose(BANK, {"six": "any"})) is None


# --- every hand of four cards ---


def desk(book: Book, declared: Book) -> Desk[Book]:
    return Desk(book, declared, 0, FAMILY, 10, lambda script, part, language: ())


def test_every_hand_of_four_cards_is_tried() -> None:
    fours, _, _, runs = lays.PROOFS
    for proof in (fours, runs):
        outcome = proof.prove(desk(BANK, BANK))
        assert (outcome.verdict, outcome.grade, outcome.space_size) == (Verdict.HELD, Grade.EXHAUSTED, 58_905)
    assert runs.prove(desk(choose(BANK, {"run_suit": "same"}), BANK)).verdict is Verdict.FAILED


def only_in_a_hand_of_four(hand: Zone) -> tuple[Zone, ...]:
    """Four of a kind, but not beside other cards."""
    return BANK.four(hand) if len(hand) == 4 else ()


def test_four_of_a_kind_is_found_beside_a_fifth_card() -> None:
    fours, beside, *_ = lays.PROOFS
    wrong = desk(swapped(four=only_in_a_hand_of_four), BANK)
    assert fours.prove(wrong).verdict is Verdict.HELD
    assert (beside.prove(wrong).verdict, beside.prove(wrong).grade) == (Verdict.FAILED, Grade.EXHAUSTED)


def test_four_of_a_kind_is_laid_whatever_lies_there(monkeypatch: pytest.MonkeyPatch) -> None:
    anywhere = lays.PROOFS[2]
    outcome = anywhere.prove(desk(BANK, BANK))
    assert (outcome.verdict, outcome.space_size) == (Verdict.HELD, 9 * 33 * 2)
    monkeypatch.setattr(moves, "lays", covering_lays)
    wrong = anywhere.prove(desk(BANK, BANK))
    assert (wrong.verdict, "may not be laid on" in wrong.counterexample) == (Verdict.FAILED, True)


def covering_lays(book: Book, table: Round) -> tuple[Zone, ...]:
    """Four of a kind only where its first card covers the card on top."""
    hand = table.hands[0]
    lays = (*[(card,) for card in hand], *book.four(hand))
    return tuple([cards for cards in lays if may_be_laid(book, table, cards[0])])


@pytest.mark.deep
def test_every_hand_of_five_cards_is_tried() -> None:
    outcome = lays.PROOFS[1].prove(desk(BANK, BANK))
    assert (outcome.verdict, outcome.space_size) == (Verdict.HELD, 376_992)


def test_lays_of_a_hand_are_those_of_the_text() -> None:
    hand, mixed = (parse_zone(text, Named.FULL) for text in ("TcKcQcJc", "TcKdQhJs"))
    assert lays.runs_in(hand, LITERAL, True) == {parse_zone(way, Named.FULL) for way in ("TcKcQcJc", "JcQcKcTc")}
    assert len(lays.runs_in(mixed, LITERAL, False)) == 2
    assert not lays.runs_in(mixed, LITERAL, True)
    assert len(lays.fours_in(parse_zone("6c6d6h6s", Named.FULL))) == 24


# --- all misreadings ---

POINTS = {
    *("pack", "deal", "first_mover", "rank_order", "cover_step", "same_rank", "six", "eight"),
    *("trumps", "trump_covers", "trump_vs_trump", "trump_scope"),
    *("four", "run", "run_suit", "run_attach"),
    *("worth", "scoring", "fixed_mode", "per_card_mode", "per_card_counts", "losers"),
    *("place_bonus", "king_bonus", "four_bonus", "run_bonus"),
}
MINE = {each.name: each for each in MISREADINGS if each.point in POINTS}


def killers(misreading: BankMisreading) -> Iterator[str]:
    """The statements that a misreading breaks, confirmed by the model."""
    book, declared = misreading.book, misreading.base_book
    for proof in lays.PROOFS:
        if misreading.point in ("four", "run") and proof.prove(desk(book, declared)).verdict is Verdict.FAILED:
            yield proof.id
    for id, obligation in RULES.items():
        if obligation.when(declared):
            for seats in seats_for(obligation):
                try:
                    if broken(id, book, declared, seats) is not None:
                        yield id
                except (Unsupported, Mismatch):
                    continue  # what cannot be translated breaks nothing


@pytest.mark.deep
@pytest.mark.parametrize("name", MINE)
def test_every_misreading_of_these_rules_breaks_a_statement(name: str) -> None:
    assert next(killers(MINE[name]), None) is not None


def test_a_misreading_of_lays_dies_by_every_hand_there_is() -> None:
    (fate,) = fates([each for each in MISREADINGS if each.name == "three_are_enough"], (2,))
    assert isinstance(fate, Killed)
    assert fate.obligation == "K10.fours"
    assert "may be laid together" in fate.situation
