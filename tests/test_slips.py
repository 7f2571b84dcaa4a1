"""The deals that smoke asks: each slip is told by its name, and a rule that differs is not blamed on the wiring.

What each slip foretells is held against plain play, against the other slips, and against every misreading and
alternative there is, for any number of seats and under all rules that a program may claim.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

import msgspec
import pytest

from model.game import Loop, Won
from model.piles.points import POINTS, check_seats, choose, points_of
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book
from model.points import RuleChoiceError
from properties.conformance.explain import candidates
from properties.conformance.judge import CONVENTIONS, Convention
from properties.conformance.planner import decides_play
from properties.conformance.protocol import GameClaim, to_wire
from properties.conformance.slips import SLIPS, Aspect, Slip
from properties.conformance.wiring import (
    ENDLESS,
    QUESTIONS,
    RULE_MAY_DIFFER,
    SURE_WITH_ANY_RULES,
    Answer,
    foretold,
    pairs,
    wiring_of,
)

SEATS = tuple(QUESTIONS)
BEGGAR = PROFILES["beggar"]
PLAIN = CONVENTIONS[0]
CLAIM = GameClaim("beggar", count_cards="laid", count_tricks="with_last_pile")
NAMED = {slip.name: slip for slip in SLIPS}


def deals(seats: int) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(deal.split("/")) for deal in QUESTIONS[seats])


def answers(book: Book, seats: int, slips: tuple[Slip, ...] = (), convention: Convention = PLAIN) -> list[Answer]:
    """What a program answers that plays by this book and makes these slips."""
    told = []
    for hands in deals(seats):
        possible = foretold(book, hands, slips, convention)
        told.append(Answer(hands, to_wire(possible[len("".join(hands)) % len(possible)])))
    return told


def only_winners(told: list[Answer]) -> list[Answer]:
    return [Answer(each.hands, msgspec.structs.replace(each.got, cards=None, tricks=None)) for each in told]


def wrong(claim: GameClaim, choices: Mapping[str, str], told: list[Answer]) -> set[str]:
    """The aspects that are found wrong."""
    return {check.name for check in wiring_of(claim, choices, told).checks if not check.held}


@lru_cache
def claimable(seats: int) -> dict[str, dict[str, str]]:
    """Choices that a program may claim for so many seats, one for each way in which these deals can end."""
    found: dict[object, dict[str, str]] = {}
    points = points_of("beggar").items()
    ways = [{}, *({name: way} for name, point in points if decides_play(name) for way in point.ways("beggar"))]
    for choices in ways:
        if "shuffled" in choices.values() or any(name.startswith("count") for name in choices):
            continue
        book = choose(BEGGAR, choices)
        if knows(book, seats):
            found.setdefault(tuple(foretold(book, hands, (), PLAIN) for hands in deals(seats)), choices)
    return {" ".join(f"{point}={way}" for point, way in choices.items()): choices for choices in found.values()}


def knows(book: Book, seats: int) -> bool:
    try:
        check_seats(book, seats)
    except RuleChoiceError:
        return False
    return True


def other_rules(seats: int, choices: Mapping[str, str]) -> Iterator[tuple[str, Book]]:
    """Every misreading, and every alternative to what is claimed."""
    return ((each.name, each.pile_book) for each in candidates("beggar", choices) if knows(each.pile_book, seats))


def can_show(slip: Slip, seats: int) -> bool:
    """With two seats the turn has one way to go; and ways of counting are a slip only where hello claims another."""
    return not (slip.name == "turn_goes_backwards" and seats == 2)


# --- the choice of deals ---


@pytest.mark.parametrize("seats", SEATS)
def test_each_slip_is_named_and_nothing_else(seats: int) -> None:
    for choices in claimable(seats).values():
        book = choose(BEGGAR, choices)
        assert wrong(CLAIM, choices, answers(book, seats)) == set()
        for slip in SLIPS:
            named = {slip.aspect} if can_show(slip, seats) else set()
            assert wrong(CLAIM, choices, answers(book, seats, (slip,))) == named, (slip.name, choices)


@pytest.mark.parametrize("seats", SEATS)
def test_each_slip_is_told_apart_from_the_others_of_its_kind(seats: int) -> None:
    for slip in SLIPS:
        if not can_show(slip, seats):
            continue
        wiring = wiring_of(CLAIM, {}, answers(BEGGAR, seats, (slip,)))
        same = {"last_hand_leads": "second_hand_leads"} if seats == 2 else {}
        assert wiring.slips == (NAMED[same.get(slip.name, slip.name)],)
        assert not [check.seen for check in wiring.checks if "perhaps" in check.seen]


@pytest.mark.parametrize("seats", SEATS)
def test_a_way_of_counting_that_is_not_declared_is_no_slip(seats: int) -> None:
    undeclared = GameClaim("beggar")
    for choices, convention in itertools.product(claimable(seats).values(), CONVENTIONS):
        told = answers(choose(BEGGAR, choices), seats, (), convention)
        assert wrong(undeclared, choices, told) == set()
    for slip in SLIPS:
        counted_otherwise = slip.name in ("cards_in_the_other_way", "tricks_in_the_other_way")
        named = {slip.aspect} if can_show(slip, seats) and not counted_otherwise else set()
        assert wrong(undeclared, {}, answers(BEGGAR, seats, (slip,))) == named


def test_where_every_game_ends_unanswered_one_card_more_is_a_way_of_counting() -> None:
    """The one slip that hello must help to tell: under lead_on no last pile is ever paid for."""
    choices = {"end": "lead_on"}
    told = answers(choose(BEGGAR, choices), 2, (NAMED["cards_one_too_many"],))
    assert wrong(GameClaim("beggar"), choices, told) == set()
    assert wrong(CLAIM, choices, told) == {Aspect.CARD_COUNT}


@pytest.mark.parametrize("seats", SEATS)
def test_two_slips_at_once_are_both_named(seats: int) -> None:
    for one, other in pairs():
        if not (can_show(one, seats) and can_show(other, seats)):
            continue
        same = {("mirrored_hands", "letters_are_unknown"): {Aspect.CARDS}}
        if seats == 2:
            # Led by the second hand and telling the loser is the same as hands given to the wrong seats, and the other
            # way round.
            same |= {
                (first, "names_a_loser"): {Aspect.LEADER} for first in NAMED if NAMED[first].aspect is Aspect.LEADER
            }
        found = wrong(CLAIM, {}, answers(BEGGAR, seats, (one, other)))
        assert found == same.get((one.name, other.name), {one.aspect, other.aspect}), (one.name, other.name)


@pytest.mark.parametrize("seats", [pytest.param(n, marks=[pytest.mark.deep] if n in (4, 5) else []) for n in SEATS])
def test_no_rule_that_differs_is_blamed_on_the_wiring(seats: int) -> None:
    for choices in claimable(seats).values():
        for name, book in other_rules(seats, choices):
            assert wrong(CLAIM, choices, answers(book, seats)) == set(), (name, choices)


@pytest.mark.parametrize("seats", [2, *(pytest.param(seats, marks=pytest.mark.deep) for seats in SEATS[1:])])
def test_nor_where_the_program_tells_less(seats: int) -> None:
    for choices in claimable(seats).values():
        for name, book in other_rules(seats, choices):
            told = answers(book, seats)
            assert wrong(GameClaim("beggar"), choices, told) == set(), (name, choices)
            assert wrong(CLAIM, choices, only_winners(told)) == set(), (name, choices)


@pytest.mark.parametrize(("seats", "step"), [(2, 5), *(pytest.param(n, 1, marks=pytest.mark.deep) for n in (2, 3))])
def test_not_even_two_rules_that_differ_are(seats: int, step: int) -> None:
    """Of all pairs of rules every so manieth."""
    points = [
        point for point in POINTS if point == "pay_map" or (decides_play(point) and not point.startswith("count"))
    ]
    changed = [
        {point: getattr(book, point) for point in points if getattr(book, point) != getattr(BEGGAR, point)}
        for _, book in other_rules(seats, {})
    ]
    asked = 0
    for one, other in itertools.islice(itertools.combinations(filter(None, changed), 2), 0, None, step):
        if one.keys() & other.keys():
            continue
        try:
            told = answers(replace(BEGGAR, **one, **other), seats)
        except IndexError:  # two wrong rules can ask a seat without cards to lay one
            continue
        assert wrong(CLAIM, {}, told) == set(), (one, other)
        asked += 1
    assert asked > 300 / step


@pytest.mark.parametrize(("seats", "step"), [(2, 4), *(pytest.param(n, 1, marks=pytest.mark.deep) for n in SEATS)])
def test_a_slip_and_a_rule_that_differs_are_never_called_another_slip(seats: int, step: int) -> None:
    named = 0
    for slip in SLIPS:
        for name, book in itertools.islice(other_rules(seats, {}), 0, None, step):
            found = wrong(CLAIM, {}, answers(book, seats, (slip,)))
            assert not found or slip.aspect in found, (slip.name, name, found)
            named += bool(found) and slip.aspect in SURE_WITH_ANY_RULES
    assert named > 100 / step


@pytest.mark.parametrize("seats", SEATS)
def test_a_winner_alone_tells_the_slips_of_hands_and_seats(seats: int) -> None:
    for slip in SLIPS:
        if slip.aspect in (Aspect.CARD_COUNT, Aspect.TRICK_COUNT) or not can_show(slip, seats):
            continue
        wiring = wiring_of(CLAIM, {}, only_winners(answers(BEGGAR, seats, (slip,))))
        assert {check.name for check in wiring.checks if not check.held} == {slip.aspect}
        left_out = [check for check in wiring.checks if check.remark]
        assert {check.name for check in left_out} == {Aspect.CARD_COUNT, Aspect.TRICK_COUNT}


@pytest.mark.parametrize("seats", SEATS)
def test_no_slip_makes_a_question_endless_and_the_endless_deal_is(seats: int) -> None:
    for hands, slips in itertools.product(deals(seats), [(), *((slip,) for slip in SLIPS)]):
        assert all(isinstance(outcome, Won) for outcome in foretold(BEGGAR, hands, slips, PLAIN))
    assert isinstance(foretold(BEGGAR, tuple(ENDLESS[seats].split("/")), (), PLAIN)[0], Loop)


@pytest.mark.parametrize("seats", SEATS)
def test_the_first_two_deals_have_no_dash_and_the_third_no_letter(seats: int) -> None:
    assert "-" not in QUESTIONS[seats][0] + QUESTIONS[seats][1]
    assert not set("JQKA") & set(QUESTIONS[seats][2])


def test_an_alternative_that_explains_the_answers_is_named_to_be_declared() -> None:
    (check,) = wiring_of(CLAIM, {}, answers(choose(BEGGAR, {"pile_order": "reversed"}), 2)).checks
    assert (check.held, check.remark, check.seen) == (True, True, RULE_MAY_DIFFER)
    assert '"variant": {"pile_order": ["reversed"]}' in check.hint


def test_seats_that_do_not_exist_are_no_counting_from_1_where_there_is_a_0() -> None:
    told = [
        Answer(each.hands, msgspec.structs.replace(each.got, winner=2 * (each.got.winner or 0)))
        for each in answers(BEGGAR, 2)
    ]
    (seats,) = (check for check in wiring_of(CLAIM, {}, told).checks if not check.held)
    assert (seats.name, seats.seen) == (Aspect.SEATS, "J/J: seat 2 is said to have won")
