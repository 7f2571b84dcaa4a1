"""What a round of Bank is worth, who takes the bank, and when a round is over."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import pytest

from model.bank.dealing import parse_round
from model.bank.play import initial
from model.bank.points import choose
from model.bank.profiles import BANK
from model.bank.rulebook import Book
from model.bank.state import Match, Phase
from model.cards import Labelling, parse_zone
from properties.bank_rounds import start, steps
from properties.invariants.bank.core import Invariant, Kind, Step
from properties.invariants.bank.matches import MATCHES
from properties.invariants.bank.scores import SCORES
from properties.invariants.bank.sheet import begun, bonus, counted, noted, penalty, recounted
from properties.invariants.bank.taking import TAKING
from properties.invariants.statements import Tally
from properties.misreadings.bank import matches, scoring, taking
from properties.misreadings.bank.core import BankMisreading
from properties.strength.bank_checks import shows
from tests.bank_slips import RARE, WRONG_BOOKS, scripted, slips, steps_of

INVARIANTS: Final[tuple[Invariant[Any], ...]] = (*TAKING, *SCORES, *MATCHES)
MISREADINGS: Final = (*taking.TAKING, *scoring.SCORING, *matches.MATCHES)
STEPS: Final = tuple(one for one in INVARIANTS if one.kind is Kind.STEP)
TABLES: Final = tuple(one for one in INVARIANTS if one.kind is Kind.TABLE)
BOOKS: Final = tuple(one for one in INVARIANTS if one.kind is Kind.BOOK)
MATCHES_PLAYED: Final = 150


@lru_cache
def played() -> tuple[tuple[Book, Match, list[Step]], ...]:
    """Matches that are the same every time: random play over random options, some aimed at rare events."""
    return tuple(
        (one.book, one.match, list(steps(one))) for one in (start(3, number) for number in range(MATCHES_PLAYED))
    )


def scores(deal: str, script: str, **choices: str) -> tuple[int, ...]:
    """The scores of a round that is over after a script."""
    after = scripted(choose(BANK, choices), deal, script)[-1].after
    assert after.round.phase is Phase.OVER
    return after.scores


# --- penalties: an ace and a nine in hand ---


@pytest.mark.parametrize(
    ("choices", "cost"),
    [
        ({}, 0),
        ({"scoring": "points_in_hand"}, 12),
        ({"scoring": "fixed:31"}, 43),
        ({"scoring": "fixed:31", "fixed_mode": "alone"}, 31),
        ({"scoring": "fixed:31", "fixed_mode": "when_no_points"}, 12),
        ({"scoring": "per_card:3"}, 18),
        ({"scoring": "per_card:6"}, 24),
        ({"scoring": "per_card:3", "per_card_mode": "alone"}, 6),
        ({"scoring": "per_card:3", "per_card_counts": "zero_only"}, 15),
    ],
)
def test_what_an_ace_and_a_nine_cost(choices: dict[str, str], cost: int) -> None:
    assert scores("9c/Ad9d+9h", "9c", **choices) == (20, -cost)
    assert penalty(choose(BANK, choices), parse_zone("Ad9d", Labelling.FULL)) == cost


@pytest.mark.parametrize("fixed", [15, 23, 31, 40, 48, 56])
def test_each_fixed_sum_of_the_text(fixed: int) -> None:
    assert scores("9c/6d+9h", "9c", scoring=f"fixed:{fixed}") == (20, -fixed)


def test_every_holder_pays_in_a_blocked_round() -> None:
    assert scores("As/Qh/6s+Td", "pass pass pass", scoring="points_in_hand") == (-12, -3, 10)
    assert scores("As/Qh/6s+Td", "pass pass pass", scoring="points_in_hand", losers="most_points") == (-12, 0, 10)
    assert scores("As/Qh/6s+Td", "pass pass pass", scoring="points_in_hand", losers="last_only") == (0, 0, 10)


# --- bonuses ---


@pytest.mark.parametrize(
    ("place", "last", "brings"),
    [
        (1, "9c", 20),
        (2, "9c", 10),
        (3, "9c", 10),
        (1, "Kc", 50),
        (2, "Kc", 30),
        (3, "Kc", 20),
        (1, "9c9d9h9s", 95),
        (1, "KcKdKhKs", 50),
        (1, "9sJsQsKs", 80),
        (2, "6c7c8c9c", 35),
        (3, "6c7c8c9c", 30),
        (1, "6c7c8c9d", 20),
    ],
)
def test_what_going_out_brings(place: int, last: str, brings: int) -> None:
    assert bonus(place, parse_zone(last, Labelling.FULL)) == brings


def test_bonuses_are_added() -> None:
    assert scores("Kc/6d+9h", "Kc")[0] == 20 + 30 + 5  # a trump king takes the bank and itself
    assert scores("Kh/6d+Ks", "Kh")[0] == 20 + 30
    assert scores("9c9d9h9s/6c+6s", "9c9d9h9s")[0] == 20 + 75
    assert scores("KcKdKhKs/6c+9s", "KcKdKhKs")[0] == 20 + 30
    assert scores("9sJsQsKs/6d+6h", "9sJsQsKs", run_attach="free", trumps="one:h")[0] == 20 + 30 + 30


def test_nobody_scores_what_is_left_in_the_bank() -> None:
    assert scores("Ad/6d+Ah", "Ad") == (20, 0)
    assert scores("Ad/6d+Ah", "Ad", bank_left="layer_of_top") == (44, 0)


# --- taking ---


def test_a_captured_bank_leaves_its_ghost() -> None:
    after = scripted(BANK, "6c9c/As+9h", "9c pass")[-1].after.round
    assert (after.captured[0], after.bank, after.turn) == (parse_zone("9h9c", Labelling.FULL), (), 0)
    assert after.top == parse_zone("9c", Labelling.FULL)[0]


def test_a_card_of_ones_own_that_lies_alone_stays() -> None:
    alone = "9c6c6h/AsKs+9h"
    assert scripted(BANK, alone, "9c pass 6c pass")[-1].after.round.bank == parse_zone("6c", Labelling.FULL)


def test_after_an_own_seven_nobody_takes() -> None:
    after = scripted(BANK, "7c7d6h/As+7h", "7c skip 7d skip pass")[-1].after.round
    assert after.captured == ((), ())


# --- the sheet ---


def test_a_sheet_kept_from_the_deal_agrees_with_the_model() -> None:
    rounds = 0
    for book, match, done in played():
        sheet = begun(match.round)
        for step in done:
            sheet = noted(sheet, step)
            if step.ends_the_round and step.became.phase is Phase.OVER:
                rounds += 1
                assert counted(book, sheet) == step.after.scores, (sheet, step.after)
    assert rounds >= 40


def test_a_sheet_needs_nothing_but_the_deal_and_the_actions() -> None:
    done = scripted(BANK, "6c9c/As+9h", "9c pass 6c")
    assert recounted(BANK, done[0].was, done) == done[-1].after.scores == (20, 0)


# --- invariants and misreadings ---


def test_all_that_must_hold_holds_of_random_play() -> None:
    tally = Tally()
    for book, match, done in played():
        broken = list(tally.check_all(TABLES, book, match))
        for step in done:
            broken += [*tally.check_all(STEPS, book, step), *tally.check_all(TABLES, book, step.after)]
        assert not broken, (broken, match, done[-1])
    assert sum(map(bool, tally.met.values())) >= 50


def test_books_that_may_be_agreed_on_are_sound() -> None:
    for choices in ({}, {"scoring": "fixed"}, {"scoring": "fixed:15"}, {"scoring": "per_card"}, {"trumps": "none"}):
        for seats in (2, 3, 4):
            assert not list(Tally().check_all(BOOKS, choose(BANK, choices), seats))


@pytest.mark.parametrize("misreading", MISREADINGS, ids=lambda one: one.name)
def test_a_misreading_shows_in_its_example_and_is_caught(misreading: BankMisreading) -> None:
    assert shows(misreading)
    assert not caught(misreading, sound=True)
    assert caught(misreading) & set(misreading.clauses)


def caught(misreading: BankMisreading, sound: bool = False) -> set[str]:
    """The clauses of all that does not hold of a misreading's example, by the misread book or by the sound one."""
    book, tally = misreading.base_book if sound else misreading.book, Tally()
    found = [broken for seats in (2, 3, 4) for broken in tally.check_all(BOOKS, book, seats)]
    found += tally.check_all(TABLES, book, initial(book, parse_round(misreading.deal)))
    for step in steps_of(misreading, book):
        found += [*tally.check_all(STEPS, book, step), *tally.check_all(TABLES, book, step.after)]
    return {clause for broken in found for clause in broken.clauses}


def test_every_clause_here_has_a_misreading() -> None:
    clauses = {clause for misreading in MISREADINGS for clause in misreading.clauses}
    numbers = [6, *range(8, 17), 59, *range(61, 71), *range(72, 77), *range(78, 100)]
    assert clauses == {f"BANK-{number:02}" for number in numbers}


@lru_cache
def slipped() -> set[str]:
    """The invariants that have failed on a misreading, on a wrong rule book, or where something was told wrongly."""
    failed = {broken.invariant for book in WRONG_BOOKS for broken in Tally().check_all(BOOKS, book, 3)}
    moments = [(book, step) for book, _, done in played() for step in done[:: 1 + len(done) // 25]]
    moments += [(book, step) for book, _, done in played() for step in done if step.ends_the_round]
    for deal, script, choices in RARE:
        moments += [(choose(BANK, dict(choices)), step) for step in scripted(choose(BANK, dict(choices)), deal, script)]
    for one in MISREADINGS:
        moments += [(one.base_book, step) for step in steps_of(one, one.base_book)]
        for step in steps_of(one, one.book):
            failed |= {invariant.name for invariant in STEPS if fails(invariant, one.book, step)}
    for book, step in moments:
        open_steps = [one for one in STEPS if one.name not in failed and one.precondition(book, step)]
        open_tables = [one for one in TABLES if one.name not in failed]
        for slip in slips(step) if open_steps or open_tables else ():
            failed |= {one.name for one in open_steps if fails(one, book, slip)}
            failed |= {one.name for one in open_tables if fails(one, book, slip.after)}
    return failed


def fails(invariant: Invariant[Any], book: Book, moment: Any) -> bool:  # noqa: ANN401
    """Whether an invariant is put to the test, and does not hold."""
    return invariant.precondition(book, moment) and not invariant.predicate(book, moment)


@pytest.mark.parametrize("name", [one.name for one in INVARIANTS])
def test_everything_that_must_hold_can_fail(name: str) -> None:
    assert name in slipped()
