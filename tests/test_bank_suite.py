"""What verify asks of Bank before chance has a word: every other way to play, and every misreading, shows somewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

import pytest
from msgspec import structs

from model.bank.actions import Action
from model.bank.play import apply, enabled, initial, refusal
from model.bank.points import POINTS, choose
from model.bank.profiles import BANK
from model.bank.rulebook import Book
from model.bank.state import Match
from model.points import RuleChoiceError
from model.register import load
from properties.conformance.bank.plan import SHOWS, other_ways, shown_by, told_apart
from properties.conformance.bank.script import parse_script
from properties.conformance.bank.wire import to_table
from properties.conformance.cases import Case, load_suite
from properties.conformance.planner import inapplicable
from properties.conformance.protocol import GameClaim
from properties.misreadings.bank import MISREADINGS
from properties.misreadings.bank.core import BankMisreading

FULL: Final = GameClaim(
    "bank",
    levels=("step",),
    seats=(2, 3, 4),
    cards=("full",),
    variant={name: tuple(point.alternatives) for name, point in POINTS.items() if len(point.alternatives) > 1},
    observe=("state", "legal", "view"),
    fork=True,
)
WAYS: Final = [(name, way) for name, point in POINTS.items() for way in list(point.alternatives)[1:]]

NEEDED: Final[dict[str, dict[str, str]]] = {
    "trump_vs_trump": {"trumps": "two"},
    "stuck_after_forced_draw": {"seven": "draw_and_move"},
    "fixed_mode": {"scoring": "fixed"},
    "per_card_mode": {"scoring": "per_card"},
    "per_card_counts": {"scoring": "per_card"},
    "losers": {"scoring": "points_in_hand"},
    "last_out_means": {"dealer": "last_out"},
}
"""What else must be agreed on for a point to make a difference; nothing for the others."""

ALIKE_FOR_TWO: Final = {
    ("out_may_capture", "no"): "where one of two is out the round is over",
    ("mover_after_capture", "captor"): "of two the one that took the bank is the one behind the one that failed",
    ("tie", "extra_round_tied"): "two that are level are everybody",
}
"""Ways that two seats cannot tell from the default, and why."""

NOT_FOR_TWO: Final = {
    "one_of_four_sits_out": "it speaks of four seats",
    "a_last_seven_is_harmless": "where one of two is out the round is over",
    "next_seat_has_the_open_card": "of two the seat before the one that fails is the seat behind it",
    "first_out_ends_the_round": "where one of two is out the round is over",
    "first_out_ends_without_a_stock": "where one of two is out the round is over",
    "only_the_first_counts": "of two only one goes out",
    "king_always_brings_thirty": "of two only one goes out",
    "third_brings_nothing": "of two only one goes out",
    "king_brings_twenty_behind_the_first": "of two only one goes out",
    "second_run_brings_twenty": "of two only one goes out",
    "third_run_brings_ten": "of two only one goes out",
    "first_to_finish_deals": "of two only one goes out, who is the first and the last",
    "the_last_may_not_join": "two that are level are everybody",
}
"""Misreadings that need a third seat, and why."""

DEALT_BY_THE_RUNNER: Final = {
    "two_packs": "the runner says which cards there are",
    "from_the_seven_up": "the runner says which cards there are",
    "one_of_four_sits_out": "the runner says who has cards",
    "five_each": "the runner says how many cards each seat has",
    "dealer_lays_the_open_card": "the runner says which card lies open",
    "dealer_is_not_noted": "the runner says who has dealt",
}
"""Misreadings of how a pack is dealt, which a program is not asked to do."""

UNDER_THE_DEFAULTS: Final = frozenset({"first_of_the_tied_wins", "the_last_may_not_join"})
"""Misreadings that a case of the suite shows without the choice that their own example makes."""


@lru_cache
def directed(seats: int) -> tuple[Case, ...]:
    """Everything that is asked at so many seats apart from chance."""
    every = (*shown_by({}), *load_suite("bank"))
    return tuple(case for case in every if len(case.hands) == seats)


def acts(book: Book, match: Match) -> list[Action]:
    """What may be done, in one fixed order."""
    return sorted(enabled(book, match), key=str)


def parted(right: Book, wrong: Book, case: Case) -> bool:
    """Whether at some act of a case what the wrong book shows differs from what the right one shows."""
    one, other = initial(right, case.round_deal), initial(wrong, case.round_deal)
    for token in (None, *parse_script(case.script or ())):
        if token is not None:
            tick = token.tick(one)
            refused = refusal(right, one, tick) is not None
            if refused is not (refusal(wrong, other, tick) is not None):
                return True
            if not refused:
                one, other = apply(right, one, tick[0]), apply(wrong, other, tick[0])
        if (one != other and to_table(one) != to_table(other)) or acts(right, one) != acts(wrong, other):
            return True
    return False


def tells_way(case: Case, point: str, way: str) -> bool:
    """Whether a case, asked of whoever claims no more than the point needs, tells a way from the default."""
    if point in case.choices or not case.choices.items() <= NEEDED.get(point, {}).items():
        return False
    try:
        other = choose(BANK, {**case.choices, point: way})
    except RuleChoiceError:
        return False
    return parted(choose(BANK, case.choices), other, case)


def tells_misreading(case: Case, misreading: BankMisreading) -> bool:
    """Whether a case, asked under what a misreading needs, tells it from the rules."""
    if case.choices != ({} if misreading.name in UNDER_THE_DEFAULTS else dict(misreading.under)):
        return False
    right = choose(BANK, case.choices)
    changes: dict[str, Any] = {misreading.point: misreading.function}
    return parted(right, replace(right, **changes), case)


def first(seats: int, name: str) -> Iterator[Case]:
    """The cases for so many seats, that first which is named after what it tells apart."""
    named = (f"{SHOWS}{name}", f"{SHOWS}{name}/{seats}")
    yield from sorted(directed(seats), key=lambda case: case.id not in named)


def shows_way(seats: int, point: str, way: str) -> bool:
    """Whether some case does."""
    return any(tells_way(case, point, way) for case in first(seats, f"{point}={way}"))


def shows_misreading(seats: int, misreading: BankMisreading) -> bool:
    """Whether some case does."""
    return any(tells_misreading(case, misreading) for case in first(seats, misreading.name))


def test_two_seats_tell_every_way_from_the_default() -> None:
    assert {each for each in WAYS if not shows_way(2, *each)} == set(ALIKE_FOR_TWO)


@pytest.mark.parametrize(
    ("point", "way"), [("match_target", "more_than"), ("trump_scope", "round"), ("four_kings", "opponents")]
)
def test_without_its_own_case_a_rare_way_is_not_told_from_the_default(point: str, way: str) -> None:
    left = [case for case in directed(2) if told_apart(case) != (point, way)]
    assert len(left) == len(directed(2)) - 1
    assert not [case.id for case in left if tells_way(case, point, way)]


def test_three_seats_tell_every_way_from_the_default() -> None:
    assert not [each for each in WAYS if not shows_way(3, *each)]


def test_two_seats_tell_every_misreading_from_the_rules() -> None:
    found = {each.name for each in MISREADINGS if not shows_misreading(2, each)}
    assert found == NOT_FOR_TWO.keys() | DEALT_BY_THE_RUNNER.keys()


def test_what_two_seats_cannot_tell_more_seats_do() -> None:
    needed = [each for each in MISREADINGS if each.name in NOT_FOR_TWO.keys() - DEALT_BY_THE_RUNNER.keys()]
    assert not [each.name for each in needed if not (shows_misreading(3, each) or shows_misreading(4, each))]


def test_a_case_named_after_a_way_tells_that_way_and_at_its_last_act() -> None:
    named = [(case, found) for case in load_suite("bank") if (found := told_apart(case)) is not None]
    assert {found for _, found in named} == set(WAYS)
    for case, (point, way) in named:
        assert case.id == f"{SHOWS}{point}={way}/{len(case.hands)}"
        assert tells_way(case, point, way), case.id
        if case.script:
            right, other = choose(BANK, case.choices), choose(BANK, {**case.choices, point: way})
            assert not parted(right, other, structs.replace(case, script=case.script[:-1])), case.id


def test_no_case_is_there_twice() -> None:
    every = [case for seats in (2, 3, 4) for case in directed(seats)]
    asked = Counter((case.text, tuple(sorted(case.choices.items())), case.script) for case in every)
    of_suite = {(case.text, tuple(sorted(case.choices.items())), case.script) for case in load_suite("bank")}
    assert len(every) == len({case.id for case in every})
    assert not [each for each in of_suite if asked[each] > 1]  # misreadings may share an example


def test_whoever_claims_everything_is_asked_everything() -> None:
    every = [case for seats in (2, 3, 4) for case in directed(seats)]
    assert not [(case.id, why) for case in every if (why := inapplicable(case, FULL))]
    ways = [case for case in other_ways(load_suite("bank")) if not inapplicable(case, FULL)]
    assert {told_apart(case) for case in ways} == set(WAYS)


@pytest.mark.parametrize("seats", [2, 3])
def test_whoever_claims_a_way_and_plays_the_default_is_found(seats: int) -> None:
    for case in other_ways(directed(seats)):
        point, way = told_apart(case) or ("", "")
        assert case.choices[point] == way
        usual = {name: chosen for name, chosen in case.choices.items() if name != point}
        assert parted(choose(BANK, case.choices), choose(BANK, usual), case), case.id


def test_whoever_claims_the_defaults_is_asked_no_other_way() -> None:
    plain = GameClaim("bank", levels=("step",), seats=(2, 3, 4), cards=("full",), observe=("state", "legal"))
    assert not [case.id for case in other_ways(load_suite("bank")) if not inapplicable(case, plain)]


def test_every_case_says_what_it_is_about() -> None:
    known = {clause.id for clause in load().of_game("bank")}
    for case in load_suite("bank"):
        assert case.why.endswith("."), case.id
        assert case.clauses, case.id
        assert not [each for each in case.clauses if each not in known], case.id
