"""Whether a failure is the smallest there is: proved by a space that was asked as a whole, or only found.

It is told from the verdicts alone: every case of the space that is smaller must have been answered. So a run that was
interrupted, a part of a run, or one that stopped at its first failure proves no more than it has asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from msgspec.json import decode, encode

from model.piles.points import choose
from model.piles.profiles import PROFILES
from properties.conformance.books import is_bank
from properties.conformance.cases import CLASSES, Case, count_of_size
from properties.conformance.findings import kind_of, size_of
from properties.conformance.judge import Judged, Status
from properties.conformance.planner import TWO_CLASSES, scope_of
from properties.conformance.protocol import GameClaim
from properties.conformance.settings import Settings
from properties.conformance.smaller import smaller_than
from properties.conformance.step_plan import as_asked, letters_of, space_cases, step_spaces
from properties.conformance.summary import Summary
from properties.conformance.traces import by_steps

ANSWERED: Final = (Status.PASS, Status.FAIL, Status.ERROR)


@dataclass(frozen=True, slots=True)
class Decks:
    """Decks of a space: what they are made of, up to how many cards, and with how many seats."""

    seats: tuple[int, ...]
    faces: tuple[str, ...]
    cards: int


@dataclass(frozen=True, slots=True)
class Proof:
    """A space that was asked as a whole, in which nothing smaller fails in this way."""

    decks: tuple[Decks, ...]
    cases: int
    """How many cases were asked there."""
    actions: int | None = None
    """For scripts how many actions they have at most; None where they are as long as the game."""
    slaps: bool = False
    """Whether each deal was played without a slap and with every single one."""


def proof_of(judged: Judged, summary: Summary) -> Proof | None:
    """What proves that a failure is the smallest of its group; None where it is only the smallest that was found."""
    case = judged.case
    if summary.unstable or case.phase == "asked for" or case.twin:
        return None
    if summary.header.settings.steps or is_bank(case.game):
        return _smaller_were_asked(judged, summary)
    if PROFILES[case.game].slapping or case.script is not None:
        return _tables_were_asked(judged, summary)
    return _deals_were_asked(case, summary)


# --- games that are played to their end


def _deals_were_asked(case: Case, summary: Summary) -> Proof | None:
    """Every deal up to the size of this one: of all classes or, among larger ones, of two."""
    if case.cards != "class" or case.timeline or case.middle:
        return None
    deal = "".join(case.hands)
    asked = [one.case for one in summary.judged if _is_of_space(one, case)]
    seats = tuple(number for number in summary.header.seats if number <= len(deal))
    found: dict[str, int] = {}
    for size in range(2, len(deal) + 1):
        here = [one.hands for one in asked if sum(map(len, one.hands)) == size]
        whole = next((faces for faces in (CLASSES, TWO_CLASSES) if _whole(here, size, seats, faces)), "")
        if not whole:
            return None
        found[whole] = size
    largest = max(found, key=lambda faces: found[faces])
    if not set(deal) <= set(largest):
        return None
    return Proof(tuple(Decks(seats, tuple(faces), cards) for faces, cards in found.items()), len(asked))


def _is_of_space(one: Judged, case: Case) -> bool:
    """Whether this is an answer to a deal of a space, under the same rules and no larger."""
    same = one.case.phase == "exhaustive" and one.case.script is None and one.case.choices == case.choices
    return same and one.verdict.status in ANSWERED and sum(map(len, one.case.hands)) <= sum(map(len, case.hands))


def _whole(asked: Sequence[tuple[str, ...]], size: int, seats: Sequence[int], faces: str) -> bool:
    """Whether all deals of these cards with so many cards are among those asked."""
    for number in seats:
        found = sum(len(hands) == number and set("".join(hands)) <= set(faces) for hands in asked)
        if number <= size and found != count_of_size(size, number, faces):
            return False
    return True


# --- small tables, with every single slap


def _tables_were_asked(judged: Judged, summary: Summary) -> Proof | None:
    """Every table up to the size of this one, if it is one of them, and everything that is done there."""
    case, settings = judged.case, summary.header.settings
    scope = scope_of(summary.claim, settings.seats, settings.choices)
    scope = replace(scope, all_classes_up_to=settings.all_classes_up_to)
    steps = by_steps(summary.claim, settings.highest_level)
    answered = {one.case.id for one in summary.judged if one.verdict.status in ANSWERED}
    decks, asked, among = list[Decks](), 0, False
    size = len("".join(case.hands)) + len(case.middle)
    for place, space in enumerate(step_spaces(scope)):
        if space.choices != case.choices or size <= max(space.seats - 1, space.asked_elsewhere):
            continue
        most = min(size, space.up_to)
        ids = _ids(encode(settings), encode(summary.claim), place, most, steps)
        if not ids <= answered:
            return None
        among, asked = among or case.id in ids, asked + len(ids)
        letters = letters_of(space, choose(PROFILES[scope.game], space.choices))
        decks.append(Decks((space.seats,), tuple(letters), most))
    slaps = PROFILES[scope.game].slapping
    return Proof(tuple(decks), asked, slaps=slaps) if among else None


@lru_cache(maxsize=8)
def _ids(settings: bytes, claim: bytes, place: int, most: int, steps: bool) -> frozenset[str]:
    """The ids of the cases of one space up to so many cards, as they are asked at this level."""
    claimed, wanted = decode(claim, type=GameClaim), decode(settings, type=Settings)
    scope = scope_of(claimed, wanted.seats, wanted.choices)
    space = step_spaces(replace(scope, all_classes_up_to=wanted.all_classes_up_to))[place]
    sizes = range(space.seats, most + 1)
    every = (as_asked(each, claimed, steps) for size in sizes for each in space_cases(scope, claimed, space, size))
    return frozenset(each.id for each in every if each is not None)


# --- scripts that were made shorter


def _smaller_were_asked(judged: Judged, summary: Summary) -> Proof | None:
    """All scripts that are smaller than this one, and none of them failed in the same way."""
    actions = size_of(judged)[0]
    smaller = smaller_than(judged.case, actions, summary.claim)
    if smaller is None:
        return None
    kind = kind_of(judged)
    answers = {one.case.id: one for one in summary.judged if one.verdict.status in ANSWERED}
    for case in smaller.cases:
        answer = answers.get(case.id)
        if answer is None or kind_of(answer) == kind:
            return None
    return Proof((Decks(smaller.seats, smaller.faces, smaller.cards),), len(smaller.cases), actions)
