"""What is asked of a program that plays Bank, and in which order.

Worked examples first; then, for every misreading that is known, the shortest script that shows it; then, for every way
to play that is not the default, a script that tells it from the default, under the default and under that way where it
is claimed; then random tables with a few cards and rounds with the whole pack, under all the rules that the program
claims, and pairs of deals that a seat cannot tell apart; and for what has failed, shorter cases.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec

from model.bank.dealing import parse_round
from model.bank.match import trumps_error
from model.bank.points import POINTS
from model.clause import clauses_of
from model.points import RuleChoiceError
from properties.conformance.bank.cases import case_of
from properties.conformance.bank.chance import any_round
from properties.conformance.bank.shorter import with_shorter
from properties.conformance.books import bank_book, check_seats, claims_way
from properties.conformance.cases import Case, with_choices
from properties.conformance.planner import Plan, Scope
from properties.conformance.protocol import GameClaim
from properties.misreadings.bank import MISREADINGS

SHOWS: Final = "bank/shows/"
"""How the ids of cases begin that tell two ways to play apart."""


def shown_by(choices: Mapping[str, str]) -> Iterator[Case]:
    """For every misreading the shortest script that shows it, under these choices and those that it needs."""
    for misreading in MISREADINGS:
        under = dict(misreading.under)
        case_id = with_choices(f"bank/shows/{misreading.name}", choices)
        deal = parse_round(misreading.deal)
        case = case_of(case_id, deal, {**choices, **under}, misreading.script.split(), "directed")
        yield case.telling(misreading.clauses, misreading.belief)


def told_apart(case: Case) -> tuple[str, str] | None:
    """The point and the way that a case of the suite tells apart from the default, by its id; None for other cases."""
    if not case.id.startswith(SHOWS):
        return None
    point, _, way = case.id.removeprefix(SHOWS).partition("/")[0].partition("=")
    return (point, way) if point in POINTS and way in POINTS[point].alternatives else None


def other_ways(cases: Iterable[Case]) -> Iterator[Case]:
    """The same scripts under the way that each tells apart: who claims that way must differ from the default there."""
    for case in cases:
        found = told_apart(case)
        if found is None or found[0] in case.choices:
            continue
        point, way = found
        other = msgspec.structs.replace(
            case, id=with_choices(case.id, {point: way}), choices={**case.choices, point: way}
        )
        rule: Any = POINTS[point].alternatives[way]
        yield other.telling(clauses_of(rule), f"The same script under {point}={way}.")


def plan_bank(scope: Scope, claim: GameClaim, suite: tuple[Case, ...]) -> Plan:
    """The cases of a whole verification, in order; in the end shorter ones of what has failed."""
    yield from with_shorter(_every(scope, claim, suite), claim)


def _every(scope: Scope, claim: GameClaim, suite: tuple[Case, ...]) -> Plan:
    mine = tuple(case.with_choices(scope.choices) for case in suite if len(case.hands) in scope.seats)
    shown = [case for case in shown_by(scope.choices) if len(case.hands) in scope.seats and claimed(case, claim)]
    yield from _all(case for case in mine if case.phase == "worked")
    yield from _all(shown)
    yield from _all(case for case in mine if case.phase == "directed")
    yield from _all(case for case in other_ways(mine) if claimed(case, claim))
    yield from _all(
        any_round(claim, seats, number, scope.seed, scope.choices)
        for number in range(scope.random)
        for seats in scope.seats
    )
    yield from _all(case for case in mine if case.phase == "records")
    for number in itertools.count(scope.random):
        for seats in scope.seats:
            if not scope.more():
                return
            _ = yield any_round(claim, seats, number, scope.seed, scope.choices)


def size_of(scope: Scope, claim: GameClaim) -> int:
    """How many cases there are at most beside the suite."""
    shown = [case for case in shown_by(scope.choices) if len(case.hands) in scope.seats and claimed(case, claim)]
    others = sum(len(ways) - 1 for ways in claim.variant.values()) * len(scope.seats)
    return len(shown) + others + scope.random * len(scope.seats)


def claimed(case: Case, claim: GameClaim) -> bool:
    """Whether a program claims the rules of a case."""
    return not beyond(case, claim)


def beyond(case: Case, claim: GameClaim) -> str:
    """Why a program that claims this is not asked a case of Bank; empty if it is."""
    if "step" not in claim.levels:
        return "the level step is not claimed"
    if case.twin and "view" not in claim.observe:
        return "views are not claimed"
    for point, way in case.choices.items():
        if not claims_way(claim, point, way):
            return f"{point}={way} is not claimed"
    try:
        book = bank_book(case.choices)
        check_seats(book, len(case.hands))
    except RuleChoiceError as error:
        return str(error)
    return trumps_error(book, case.round_deal.trumps)


def _all(cases: Iterable[Case]) -> Plan:
    for case in cases:
        _ = yield case
