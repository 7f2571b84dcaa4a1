"""The figures that the register states for Bank, measured again under the settings that it names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from enum import StrEnum
from typing import Final

import msgspec

from model.bank.actions import Act
from model.bank.dealing import in_the_suit
from model.bank.moves import is_four_of_a_kind
from model.bank.points import choose
from model.bank.profiles import BANK
from model.bank.ranks import points_of
from model.bank.rulebook import Book
from model.bank.state import Phase, Round
from model.game import NOBODY
from properties.bank_readings import Progress, Wanted, default_rounds
from properties.bank_readings_figures import (
    Estimate,
    captured_points,
    estimate,
    is_blocked,
    matches_of,
    ratio,
    turns_of,
)
from properties.bank_readings_play import Course, Step

# --- what the register says ---

UPWARDS: Final = {"rank_order": "header_up", "scoring": "points_in_hand"}
"""The register's figures rest on the header read upwards and on the second way of counting, where it says no more."""
SIMULATED: Final = {**UPWARDS, "deck_card_owner": "dealer"}
"""Under this setting the register has simulated rounds of its own."""
SIMULATION: Final = "simulation"
"""Where figures stand that belong to no question: in the register's own simulation."""
NO_TRUMPS: Final = {**UPWARDS, "trumps": "none"}


class Stated(msgspec.Struct, frozen=True):
    """A figure that the register states, for some numbers of seats, each with the lowest and the highest value."""

    where: str
    """The question that it belongs to, or SIMULATION."""
    what: str
    how: str
    """What is counted here, in words."""
    counts: str
    """The name of what is counted, as in `counted`."""
    per: str
    """The name of what it is divided by; empty for the number of rounds."""
    setting: Mapping[str, str]
    says: Mapping[int, tuple[float, float]]
    step: float
    """The last digit that is stated: the register rounds by half of this."""
    percent: bool = False
    known: str = ""
    """Why it differs, where that has been found out."""


def _one(*values: float, first: int = 2) -> dict[int, tuple[float, float]]:
    return {seats: (value, value) for seats, value in enumerate(values, start=first)}


def _between(low: float, high: float, *seats: int) -> dict[int, tuple[float, float]]:
    return dict.fromkeys(seats, (low, high))


STATED: Final = (
    Stated(
        "BANK-A01", "points captured, literal, no trumps", "points in all score piles at the end of a round",
        "captured", "", {"trumps": "none"}, _one(38, first=4), 1,
    ),
    Stated(
        "BANK-A01", "points captured, header_up, no trumps", "points in all score piles at the end of a round",
        "captured", "", {"trumps": "none", "rank_order": "header_up"}, _one(10, first=4), 1,
    ),
    Stated(
        "BANK-A05", "nothing can follow an eight", "eights laid alone after which only a stop is allowed, of all that"
        " leave cards in the hand", "eights_alone", "eights", UPWARDS, _between(0.73, 0.73, 2, 3, 4), 0.01, True,
    ),
    Stated(
        "BANK-A11", "the first mover fails", "rounds in which the first turn ends with a failure, after its draw",
        "first_fails", "", UPWARDS, _one(0.11), 0.01, True,
        "13 % must draw at the first turn and 8 % then fail; 11 % is about the mean over the five trump options (8 own,"
        " 20 none, 8 one, 10 two, 6 senior and junior, in per cent of 4,000 deals each)",
    ),
    Stated(
        "BANK-A12", "a single card just drawn", "failures before a bank of one card that its layer had just drawn",
        "drawn_single", "", UPWARDS, _between(1.1, 1.7, 2, 3, 4), 0.1,
    ),
    Stated(
        "BANK-A12", "a single card of one's own", "failures of another seat before a bank of one card",
        "own_single", "", UPWARDS, _between(2, 4, 2, 3, 4), 1,
    ),
    Stated(
        "BANK-A13", "failing on an empty bank", "failures while the bank is empty and its ghost is to be covered",
        "empty_fails", "", UPWARDS, _between(5, 5, 2, 3, 4), 1,
    ),
    Stated(
        "BANK-A15", "several hold a lower card", "deals in which several seats hold a lower card of the open suit",
        "several_lower", "", UPWARDS, _one(0.16, 0.34, 0.49), 0.01, True,
    ),
    Stated(
        "BANK-A16", "blocked ends", "rounds that end with several seats that hold cards", "blocked", "", SIMULATED,
        _one(0.67, 0.91, 0.98), 0.01, True,
    ),
    Stated(
        "BANK-A18", "cards left in the bank", "cards in the bank at the end", "cards_left", "", UPWARDS, _one(2), 1,
    ),
    Stated(
        "BANK-A18", "points left in the bank", "points in the bank at the end", "points_left", "", UPWARDS, _one(6), 1,
    ),
    Stated(
        "BANK-A19", "captures by a seat that is out", "banks taken for a failure by a seat without cards",
        "out_takes", "", UPWARDS, _between(0.1, 0.16, 3, 4), 0.01,
    ),
    Stated(
        "BANK-A26", "matches won within 400 rounds", "matches put together from the rounds measured", "matches", "",
        NO_TRUMPS, _one(0, 0, 0), 0.01, True,
    ),
    Stated(
        SIMULATION, "events", "turns of a seat that it does not miss", "moves", "", SIMULATED, _one(33, 38, 37), 1,
    ),
    Stated(
        SIMULATION, "captures", "banks taken for a failure", "captures", "", SIMULATED, _one(4.7, 5.9, 5.8), 0.1,
    ),
    Stated(
        SIMULATION, "four of a kind", "rounds in which four of a kind are laid", "fours", "", SIMULATED,
        _between(0.01, 0.04, 2, 3, 4), 0.01, True,
        "where each of the 24 orders counts as an act of its own (policy 'acts') they are laid about twice as often",
    ),
)  # fmt: skip


# --- what is counted ---


def counted(book: Book, course: Course) -> Counter[str]:
    """What the register's figures are about, in one round."""
    first, last = course[0].before.round, course[-1].after.round
    found = Counter(
        captured=captured_points(course),
        blocked=int(is_blocked(course)),
        several_lower=int(len({one.seat for one in in_the_suit(book, first) if one.distance < 0}) > 1),
        first_fails=int(_first_turn_fails(course)),
        cards_left=len(last.bank),
        points_left=points_of(last.bank),
        moves=turns_of(course) - sum([step.action.act is Act.SKIP for step in course]),
        fours=int(any(is_four_of_a_kind(step.action.cards) for step in course)),
    )
    for step in course:
        found.update(_of_step(step))
    return found


def _of_step(step: Step) -> Counter[str]:
    table, act = step.before.round, step.action.act
    if table.phase is Phase.FURTHER_CARD:
        return Counter(eights=1, eights_alone=int(len(step.allowed) == 1))
    if act is not Act.PASS:
        return Counter()
    if not table.bank:
        return Counter(empty_fails=1)
    if not step.after.round.bank:
        taken = _grown(table, step.after.round)
        return Counter(captures=1, out_takes=int(taken != NOBODY and not table.hands[taken]))
    if len(table.bank) == 1 and table.owner not in (NOBODY, table.turn):
        return Counter(own_single=1, drawn_single=int(table.laid_fresh))
    return Counter()


def _grown(before: Round, after: Round) -> int:
    seats = range(len(before.hands))
    return next((seat for seat in seats if len(before.captured[seat]) < len(after.captured[seat])), NOBODY)


def _first_turn_fails(course: Course) -> bool:
    acts = [step.action.act for step in course[:2]]
    return Act.PASS in acts[: 2 if acts[0] is Act.DRAW else 1]


# --- measuring ---


NEAR: Final = 0.15
"""The register does not say how many rounds its figures rest on; so much of a figure may be its own error."""


class Agreement(StrEnum):
    """How a figure measured here stands to the register's."""

    AGREES = "agrees"
    NEAR = "near"
    DIFFERS = "differs"
    NOTHING = "nothing counted"


class Measured(msgspec.Struct, frozen=True):
    """A figure of the register beside the same figure measured here."""

    stated: Stated
    seats: int
    rounds: int
    found: Estimate | None

    @property
    def says(self) -> tuple[float, float]:
        """What the register says for this number of seats."""
        return self.stated.says[self.seats]

    @property
    def off(self) -> float:
        """How far it is from what the register says."""
        low, high = self.says
        return 0.0 if self.found is None else max(low - self.found.mean, self.found.mean - high, 0.0)

    @property
    def verdict(self) -> Agreement:
        """Whether the register is reproduced: its rounding and three standard errors of ours are allowed for.

        A share that was never or always seen has no error of its own, and is given that of having been seen once.
        """
        if self.found is None:
            return Agreement.NOTHING
        seen_never = 1 / self.rounds if self.stated.percent else 0.0
        if self.off <= self.stated.step / 2 + 3 * max(self.found.error, seen_never):
            return Agreement.AGREES
        return Agreement.NEAR if self.off <= NEAR * self.says[1] else Agreement.DIFFERS


def reproduce(wanted: Wanted, stated: Sequence[Stated] = STATED) -> Generator[Progress, None, tuple[Measured, ...]]:
    """Measure these figures of the register; yields how far it is."""
    plays = list(dict.fromkeys((tuple(one.setting.items()), seats) for one in stated for seats in one.says))
    found: dict[tuple[int, int], Measured] = {}
    for done, (setting, seats) in enumerate(plays):
        book = choose(BANK, dict(setting))
        courses: list[Course] = []
        for played in default_rounds(book, wanted, seats):
            courses.append(played.course)
            yield Progress(done * wanted.rounds + len(courses), len(plays) * wanted.rounds, "the register's figures")
        counts = [counted(book, course) for course in courses]
        for number, one in enumerate(stated):
            if tuple(one.setting.items()) == setting and seats in one.says:
                estimated = _estimated(one, book, courses, counts, wanted.seed)
                found[number, seats] = Measured(one, seats, len(courses), estimated)
    return tuple([found[number, seats] for number, one in enumerate(stated) for seats in one.says])


def _estimated(
    stated: Stated, book: Book, courses: Sequence[Course], counts: Sequence[Counter[str]], seed: int
) -> Estimate | None:
    if stated.counts == "matches":
        played = matches_of(book, [course[-1].after for course in courses], seed)
        return played.won if played is not None else None
    values = [float(one[stated.counts]) for one in counts]
    return ratio(values, [float(one[stated.per]) for one in counts]) if stated.per else estimate(values)
