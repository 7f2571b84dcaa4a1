"""What each reading of a doubtful sentence of Bank does to the game, measured by playing.

The game of the default reading is played, and at every table of it the other reading is asked: are other acts allowed,
does the act that is done lead to another table? From the first difference on the round is then played by the other
reading as well, with the same cards and the same chance (`bank_readings_play`), so that figures differ only by what the
reading does. Up to that point both games are one and the same, and so is the whole round where there is no difference.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from model.bank.actions import RoundDeal
from model.bank.play import apply, enabled, initial
from model.bank.points import choices, choose
from model.bank.profiles import BANK
from model.bank.ranks import Points
from model.bank.rulebook import Book
from model.bank.state import Match, Phase, Stage
from model.entries import Ambiguity
from model.game import Seat
from properties.bank_readings_figures import (
    MOST_ROUNDS,
    Estimate,
    Matches,
    changes_of,
    estimate,
    figures_of,
    matches_of,
    outcome,
)
from properties.bank_readings_play import Course, Policy, chosen, deal_of, mixed, steps

USUAL: Final[Mapping[str, str]] = {}
"""The setting of the default profile."""

SETTINGS: Final[Mapping[str, tuple[Mapping[str, str], ...]]] = {
    "rank_order": (USUAL, {"trumps": "none"}),
    "trump_covers": (USUAL, {"trumps": "one"}),
    "trump_vs_trump": ({"trumps": "two"}, {"trumps": "senior_junior"}),
    "fixed_mode": ({"scoring": "fixed"},),
    "per_card_mode": ({"scoring": "per_card"},),
    "per_card_counts": ({"scoring": "per_card"},),
    "losers": ({"scoring": "points_in_hand"},),
    "stuck_after_forced_draw": ({"seven": "draw_and_move"},),
    "last_out_means": ({"dealer": "last_out"},),
}
"""Under which agreed options a rule point is measured, where the default profile leaves it without effect or where the
register names another setting."""


REMARKS: Final[Mapping[tuple[str, str], str]] = {
    (
        "BANK-A25",
        "round",
    ): "No deal names other trumps here, so nothing shows it. Where all suits are alike, other trumps"
    " change no figure; what the reading decides is who may ask for them.",
    ("BANK-A35", "d"): "It needs a tie at 248 or more, and matters for the extra round alone.",
    ("BANK-A14", "hand"): "Captured points lie in hands and no longer in score piles, and most rounds are given up.",
}
"""What the figures do not say of a reading, by question and reading."""


class Felt(msgspec.Struct, frozen=True):
    """How often a reading matters, per round of the default reading's game."""

    allowed: Estimate
    """Acts of the default's game at which other acts are allowed."""
    follows: Estimate
    """Acts, and the choice of the first mover, at which the same acts are allowed and what is done leads elsewhere."""
    rounds: Estimate
    """Share of rounds with at least one of these."""
    outcome: Estimate
    """Share of rounds with other scores, or another winner of the match, under the same deal and the same chance."""


class Row(msgspec.Struct, frozen=True):
    """One reading under one setting and one number of seats. `change` is the difference from the default reading in
    the same rounds; the default reading itself has neither `change` nor `felt`."""

    question: str
    reading: str
    wire: tuple[str, ...]
    setting: Mapping[str, str]
    seats: int
    rounds: int
    figures: Mapping[str, Estimate]
    change: Mapping[str, Estimate] | None = None
    felt: Felt | None = None
    matches: Matches | None = None


class Unplayed(msgspec.Struct, frozen=True):
    """A reading that no rule point plays, and why none does."""

    question: str
    reading: str
    reason: str


class Study(msgspec.Struct, frozen=True):
    """Everything that was measured in one run, and how."""

    rounds: int
    seed: int
    policy: str
    policy_means: str
    rows: tuple[Row, ...]
    unplayed: tuple[Unplayed, ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """How much is measured, and how it is played."""

    rounds: int
    seed: int
    policy: Policy
    seats: tuple[int, ...] = (2, 3, 4)
    matches: bool = True
    """Whether matches are put together from the rounds, too."""


@dataclass(frozen=True, slots=True)
class Progress:
    """So many of so many rounds have been played or compared."""

    done: int
    total: int
    words: str


@dataclass(frozen=True, slots=True)
class Case:
    """A reading that is played under a setting; `chosen` are the choices that differ from the default reading there."""

    question: str
    reading: str
    setting: Mapping[str, str]
    chosen: Mapping[str, str]


# --- which readings are played, and under which settings ---


def cases_of(question: Ambiguity) -> tuple[Case, ...]:
    """The readings of a question that something plays, under each setting in which they matter, the default first."""
    found = [case for reading in question.readings for case in _cases(question.id, reading.name, reading.wire)]
    others = [case for case in found if case.chosen]
    by_setting: dict[tuple[tuple[str, str], ...], list[Case]] = {}
    for case in others:
        by_setting.setdefault(tuple(case.setting.items()), []).append(case)
    return tuple(
        [
            case
            for setting, own in by_setting.items()
            for case in (Case(question.id, question.default, dict(setting), {}), *own)
        ]
    )


def _cases(question: str, reading: str, wire: Sequence[str]) -> Iterator[Case]:
    wanted = dict(way.split("=", 1) for way in wire)
    places = {tuple(setting.items()): setting for name in wanted for setting in SETTINGS.get(name, (USUAL,))}
    for setting in places.values():
        has = choices(choose(BANK, setting))
        fitting = {name: way for name, way in wanted.items() if setting in SETTINGS.get(name, (USUAL,))}
        other = {name: way for name, way in fitting.items() if has[name].partition(":")[0] != way}
        yield Case(question, reading, setting, other)


def unplayed_of(question: Ambiguity) -> tuple[Unplayed, ...]:
    """The readings of a question that nothing plays besides the default, with the reason that the register states."""
    return tuple(
        [
            Unplayed(question.id, reading.name, reading.no_point or question.no_point)
            for reading in question.readings
            if reading.name != question.default and not reading.wire
        ]
    )


# --- playing ---


@dataclass(frozen=True, slots=True)
class Played:
    """A round by the default reading, and what is needed to play it by another one."""

    chance: int
    deal: RoundDeal
    totals: tuple[Points, ...]
    course: Course


def default_rounds(book: Book, wanted: Wanted, seats: int) -> Iterator[Played]:
    """Rounds in matches one after the other: dealers and totals are those of the matches."""
    totals: tuple[Points, ...] = ()
    dealer, in_match = Seat(0), 0
    for number in range(wanted.rounds):
        chance = mixed(wanted.seed, seats, number)
        if not totals:
            dealer, in_match = Seat(mixed(chance, 1) % seats), 0
        deal = deal_of(book, seats, dealer, chance)
        course = tuple(steps(book, wanted.policy, initial(book, deal, totals), chance))
        yield Played(chance, deal, totals, course)
        after, in_match = course[-1].after, in_match + 1
        goes_on = after.stage in (Stage.DEAL, Stage.LOT) and in_match < MOST_ROUNDS
        totals = after.totals if goes_on else ()
        if goes_on:
            dealer = after.dealers[mixed(chance, 2) % len(after.dealers)]


@dataclass(frozen=True, slots=True)
class Compared:
    """One round of the default's game, asked and played by another reading."""

    allowed: int
    follows: int
    course: Course


def compared(book: Book, policy: Policy, played: Played) -> Compared:
    """Ask a reading at each table of a round, and play the round by it from the first difference on."""
    first = initial(book, played.deal, played.totals)
    other_start = first != played.course[0].before
    allowed, follows, parts = 0, int(other_start), len(played.course)
    for acts, step in enumerate(played.course):
        may = enabled(book, step.before)
        same = may == step.allowed or set(may) == set(step.allowed)
        elsewhere = same and apply(book, step.before, step.action) != step.after
        allowed, follows = allowed + (not same), follows + elsewhere
        if acts < parts and (not same or elsewhere or _chooses_other(book, policy, played, acts)):
            parts = acts
    if other_start:
        return Compared(allowed, follows, tuple(steps(book, policy, first, played.chance)))
    if parts == len(played.course):
        return Compared(allowed, follows, played.course)
    rest = steps(book, policy, played.course[parts].before, played.chance, parts)
    return Compared(allowed, follows, (*played.course[:parts], *rest))


def _chooses_other(book: Book, policy: Policy, played: Played, acts: int) -> bool:
    """Whether a policy that knows the rules does something else under this reading, where the same acts are allowed."""
    step = played.course[acts]
    if not policy.knows_the_rules:
        return False
    return chosen(policy, book, step.before, step.allowed, played.chance, acts) != step.action


# --- the study ---


def study(questions: Sequence[Ambiguity], wanted: Wanted) -> Generator[Progress, None, Study]:
    """Measure every reading of these questions that something plays; yields how far it is."""
    cases = [case for question in questions for case in cases_of(question)]
    settings = [dict(pairs) for pairs in dict.fromkeys(tuple(case.setting.items()) for case in cases)]
    rows: dict[tuple[int, int], Row] = {}
    total = len(wanted.seats) * wanted.rounds * (len(settings) + sum(bool(case.chosen) for case in cases))
    done = 0
    for seats in wanted.seats:
        for setting in settings:
            usual = choose(BANK, setting)
            defaults: list[Played] = []
            for played in default_rounds(usual, wanted, seats):
                defaults.append(played)
                done += 1
                yield Progress(done, total, f"{seats} seats, the default")
            for number, case in enumerate(cases):
                if case.setting != setting:
                    continue
                read = choose(BANK, {**setting, **case.chosen})
                found: list[Compared] = []
                for played in defaults if case.chosen else ():
                    found.append(compared(read, wanted.policy, played))
                    done += 1
                    yield Progress(done, total, f"{seats} seats, {case.question} {case.reading}")
                rows[number, seats] = _row(case, read, wanted, seats, defaults, found)
    return Study(
        wanted.rounds,
        wanted.seed,
        wanted.policy.name,
        wanted.policy.text,
        tuple([rows[number, seats] for number in range(len(cases)) for seats in wanted.seats]),
        tuple([one for question in questions for one in unplayed_of(question)]),
    )


def _row(
    case: Case, book: Book, wanted: Wanted, seats: int, defaults: Sequence[Played], found: Sequence[Compared]
) -> Row:
    usual = [played.course for played in defaults]
    courses = [one.course for one in found] or usual
    return Row(
        case.question,
        case.reading,
        tuple(f"{name}={way}" for name, way in case.chosen.items()),
        case.setting,
        seats,
        len(courses),
        figures_of(courses),
        changes_of(courses, usual) if found else None,
        _felt(found, usual) if found else None,
        matches_of(book, _ends(courses, usual), wanted.seed) if wanted.matches else None,
    )


def _ends(courses: Sequence[Course], usual: Sequence[Course]) -> list[Match]:
    """The last table of each round; of a round that the end of a match cut short, that of the whole round."""
    return [_whole(course, default)[-1].after for course, default in zip(courses, usual, strict=True)]


def _whole(course: Course, default: Course) -> Course:
    after = course[-1].after
    return default if after.scores and after.round.phase is not Phase.OVER else course


def _felt(found: Sequence[Compared], usual: Sequence[Course]) -> Felt:
    return Felt(
        estimate([one.allowed for one in found]),
        estimate([one.follows for one in found]),
        estimate([one.allowed + one.follows > 0 for one in found]),
        estimate([outcome(one.course) != outcome(default) for one, default in zip(found, usual, strict=True)]),
    )
